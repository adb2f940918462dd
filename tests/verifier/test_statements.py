"""Claims become readings: what they speak of, how they compare, and what they print."""

import pytest

from appendix_questions import BALDWIN, CHONGZUO, SURESNES, TWO_STATES
from handmade import read_claim
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Reading
from simulrag.verifier.reading.questions import plan
from simulrag.verifier.reading.statements import read
from simulrag.verifier.reading.text import sentences

MUG = "How hot is the coffee in a ceramic mug poured at 90 °C after 10 minutes?"


def only(claim: str, question: str, registry: Registry) -> Reading:
    """Return the one reading of a claim."""
    found = read_claim(claim, question, registry)
    assert len(found.readings) == 1, found
    return found.readings[0]


def years(reading: Reading) -> list[object]:
    """Return the years of the calls that a reading compares, in order."""
    return [term.call.arguments.get("year") for term in reading.expression.terms]


def outside(claim: str, question: str, registry: Registry) -> str:
    """Return why a claim is outside what its runs can decide."""
    found = read_claim(claim, question, registry)
    assert found.readings == ()
    assert found.outside
    assert found.problem is not None
    assert found.problem.message
    return found.problem.reason


def test_a_value_is_an_output_of_the_call_of_the_question(registry: Registry):
    reading = only("The projected temperature for Suresnes is 7.9°C.", SURESNES, registry)
    assert reading.expression.operation == "value"
    assert reading.expression.terms[0].output == "temperature"
    assert years(reading) == [2050]
    assert (reading.comparator, reading.unit) == ("equal", "degC")
    assert [f.text for f in reading.figures] == ["7.9"]


def test_figures_say_where_they_stand(registry: Registry):
    claim = "For Suresnes, a temperature of about 12.9 °C is projected."
    figure = only(claim, SURESNES, registry).figures[0]
    assert claim[figure.start : figure.end] == figure.text == "12.9"


def test_a_change_is_the_later_minus_the_earlier(registry: Registry):
    reading = only("The total temperature change is an increase of 1.18°C.", CHONGZUO, registry)
    assert reading.expression.operation == "difference"
    assert years(reading) == [1992, 2083]


def test_a_fall_without_a_sign_is_the_earlier_minus_the_later(registry: Registry):
    reading = only("The temperature falls by 1.18 °C.", CHONGZUO, registry)
    assert years(reading) == [2083, 1992]


def test_a_year_in_the_claim_chooses_the_call(registry: Registry):
    assert years(only("In 1992 the temperature was 21.5 °C.", CHONGZUO, registry)) == [1992]
    assert years(only("In 2083 the temperature is 24.6 °C.", CHONGZUO, registry)) == [2083]


def test_than_names_what_is_compared_with(registry: Registry):
    claim = "The greenhouse gas scenario is 0.2 °C warmer than the aerosol scenario."
    first, second = only(claim, BALDWIN, registry).expression.terms
    assert first.call.arguments.get("so2") == -13.28
    assert second.call.arguments.get("co2") == 13.4


def test_a_difference_between_alternatives_has_no_sign(registry: Registry):
    for claim in (
        "The temperature difference between the two strategies is 0.26°C.",
        "The temperature difference between the two is 0.26 °C.",
        "The two scenarios differ by 0.26 °C.",
    ):
        reading = only(claim, BALDWIN, registry)
        assert reading.expression.operation == "difference"
        assert reading.expression.absolute


def test_the_ends_of_a_change_are_values_of_their_own_calls(registry: Registry):
    claim = "The temperature rises from 21.5 °C in 1992 to 24.6 °C in 2083."
    values = [
        (years(r), r.figures[0].text)
        for r in read_claim(claim, CHONGZUO, registry).readings
        if r.expression.operation == "value"
    ]
    assert values == [([1992], "21.5"), ([2083], "24.6")]


@pytest.mark.parametrize(
    ("words", "comparator"),
    [
        ("is 7.9 °C", "equal"),
        ("is about 7.9 °C", "about"),
        ("is above 7.9 °C", "above"),
        ("is more than 7.9 °C", "above"),
        ("is at least 7.9 °C", "at_least"),
        ("is below 7.9 °C", "below"),
        ("is at most 7.9 °C", "at_most"),
        ("is between 7.5 and 7.9 °C", "between"),
        ("falls below 7.9 °C", "below"),
        ("stays above 7.9 °C", "above"),
    ],
)
def test_the_comparator_comes_from_the_words(words: str, comparator: str, registry: Registry):
    reading = only(f"The temperature {words}.", SURESNES, registry)
    assert reading.comparator == comparator
    assert reading.expression.operation == "value"
    assert reading.unit == "degC"


def test_a_label_takes_its_band_from_the_question(registry: Registry):
    reading = only("The climate is classified as mild.", SURESNES, registry)
    assert reading.comparator == "is"
    assert reading.band is not None
    assert (reading.band.low, reading.band.high) == (5.0, 15.0)
    assert [b.label for b in reading.bands] == ["cold", "mild", "warm"]


def test_a_label_of_a_difference_grades_its_size(registry: Registry):
    reading = only("The difference is considered modest.", BALDWIN, registry)
    assert reading.expression.operation == "difference"
    assert reading.expression.absolute


def test_a_longer_label_hides_the_shorter_one_inside_it(coffee_registry: Registry):
    reading = only("The coffee is too hot.", MUG, coffee_registry)
    assert reading.expression.terms[0].output == "drinkable"
    assert only("The coffee is very hot.", MUG, coffee_registry).label == "very hot"


@pytest.mark.parametrize(
    "claim",
    [
        "The climate is not warm.",
        "The climate does not fall into the warm category.",
        "The climate is far from warm.",
    ],
)
def test_a_denial_is_kept_apart_from_what_it_denies(claim: str, registry: Registry):
    reading = only(claim, SURESNES, registry)
    assert reading.negated
    assert reading.label == "warm"


def test_two_facts_of_one_sentence_are_two_readings(registry: Registry):
    claim = "The projected temperature of 7.9°C for Suresnes is classified as mild."
    found = read_claim(claim, SURESNES, registry).readings
    assert [r.comparator for r in found] == ["equal", "is"]


def test_restated_inputs_are_no_facts(registry: Registry):
    claim = "With CO2 emissions up 23.83 % and CH4 up 39.2 %, the temperature is 12.9 °C."
    assert [f.text for f in only(claim, SURESNES, registry).figures] == ["12.9"]


def test_conditions_that_nothing_states_are_not_invented(registry: Registry):
    found = read("The temperature is 12.9 °C.", plan("", registry), registry)
    assert found.readings == ()
    assert found.problem is not None


@pytest.mark.parametrize(
    ("claim", "question", "reason"),
    [
        ("The temperature in Paris is 12.9 °C.", SURESNES, "other_place"),
        ("In 2060 the temperature in Suresnes is 12.9 °C.", SURESNES, "other_period"),
        ("Under ssp585 the temperature is 12.9 °C.", SURESNES, "other_condition"),
        ("If CO2 rises by 30 %, the temperature is 12.9 °C.", SURESNES, "other_condition"),
        ("The city should plant trees.", SURESNES, "opinion"),
        ("It will rain on 120 days.", SURESNES, "no_such_output"),
        ("It is 12.9 °C because of the new motorway.", SURESNES, "cause"),
        ("The peak in Ontario is 11,941.", TWO_STATES, "other_subject"),
        ("The peak in Ohio is 11,941.", TWO_STATES, "other_place"),
        ("With 40% prior immunity the peak is 11,941.", TWO_STATES, "other_condition"),
    ],
)
def test_what_the_runs_cannot_decide_is_outside_with_the_reason(
    claim: str, question: str, reason: str, registry: Registry
):
    assert outside(claim, question, registry) == reason


def test_a_claim_that_no_simulator_speaks_of_gets_a_short_reason(registry: Registry):
    found = read_claim("Shares fell by 3 %.", "Who won the cup in 1998?", registry)
    assert found.problem is not None
    assert found.problem.reason == "no_simulator"
    assert len(found.problem.message) < 120
    assert "climate" in found.problem.message


@pytest.mark.parametrize(
    ("claim", "quantile", "comparator"),
    [
        ("The peak is 11,941 patients.", "median", "equal"),
        ("The median peak is 11,941 patients.", "median", "equal"),
        ("The peak could reach 11,941 patients.", "high", "at_least"),
        ("The upper end of the 90 % interval of the peak is 11,941 patients.", "high", "equal"),
        ("The peak will with 90 % confidence be at most 11,941 patients.", "high", "at_most"),
    ],
)
def test_the_statistic_of_an_ensemble_is_the_one_that_is_named(
    claim: str, quantile: str, comparator: str, registry: Registry
):
    reading = only(claim, TWO_STATES, registry)
    assert (reading.quantile, reading.comparator) == (quantile, comparator)


def test_an_interval_states_both_of_its_ends(registry: Registry):
    claim = "The 90 % interval of the peak is 9,000 to 14,000 patients."
    found = read_claim(claim, TWO_STATES, registry).readings
    assert [(r.quantile, r.figures[0].text) for r in found] == [
        ("low", "9,000"),
        ("high", "14,000"),
    ]


@pytest.mark.parametrize(
    ("claim", "output"),
    [
        ("The peak arrives 5.4 weeks after the season's onset.", "weeks_to_peak"),
        ("Growth over the first four weeks is 320 %.", "growth"),
        ("The season begins with rapid growth.", "trend"),
        ("The attack rate is 50 %.", "attack_rate"),
        ("The peak is on November 9, 2022.", "peak_date"),
        ("The outbreak is extremely severe.", "peak_weekly_rate"),
        ("The peak magnitude of hospitalizations is a median of 11,941.", "peak"),
    ],
)
def test_each_output_of_a_season_is_found_by_its_words(claim: str, output: str, registry: Registry):
    assert only(claim, TWO_STATES, registry).expression.terms[0].output == output


@pytest.mark.parametrize(
    ("claim", "comparator", "negated"),
    [
        ("About 20 % of the residents are infected.", "about", False),
        ("The attack rate does not exceed 20 %.", "above", True),
        ("At least 20 % of all people are infected.", "at_least", False),
        ("20 % of the population is infected.", "equal", False),
    ],
)
def test_a_share_of_the_people_is_read_with_what_is_said_of_it(
    claim: str, comparator: str, negated: bool, registry: Registry
):
    found = only(claim, TWO_STATES, registry)
    assert found.expression.terms[0].output == "attack_rate"
    assert (found.comparator, found.negated) == (comparator, negated)


@pytest.mark.parametrize(
    "claim",
    [
        "The outbreak of measles is severe.",
        "The attack rate of measles is 20 %.",
        "The attack rate among nurses is 20 %.",
        "The criticism is severe.",
    ],
)
def test_a_grade_or_a_share_of_something_else_is_not_read(claim: str, registry: Registry):
    assert not read(claim, plan(TWO_STATES, registry), registry).readings


def test_sentences_end_after_a_unit_and_not_after_an_abbreviation():
    text = "It is 65.0 °C. Coffee cools, e.g. in St. Louis, to 20 °C. Done."
    assert [s.text for s in sentences(text)] == [
        "It is 65.0 °C.",
        "Coffee cools, e.g. in St. Louis, to 20 °C.",
        "Done.",
    ]


def test_sentences_point_at_their_place_in_the_text():
    text = "First one.\n\n- second: 4.5 °C\n- third! * Last?"
    found = sentences(text)
    assert all(text[s.start : s.end] == s.text for s in found)
    assert [s.text for s in found][:2] == ["First one.", "second: 4.5 °C"]


def test_a_line_that_begins_with_a_number_goes_on_with_the_sentence_before_it() -> None:
    wrapped = "The level will be 3 m in\n2083. It fell from 4 m to\n2.9 m.\n1. One item\n2) another"
    assert [span.text for span in sentences(wrapped)] == [
        "The level will be 3 m in\n2083.",
        "It fell from 4 m to\n2.9 m.",
        *[span.text for span in sentences("1. One item\n2) another")],
    ]
