"""Which of a question's runs a statement speaks of: by all that it names, or by what it is of."""

import re
from collections.abc import Callable, Iterator

import pytest

from simulrag.simulators.registry import installed
from simulrag.verifier.check import check_text
from simulrag.verifier.evidence import EvidenceStore

QUESTION = (
    "For Suresnes in 2050 under ssp245, what is the local temperature if CO2 emissions rise by "
    "23.83% and CH4 by 39.2%, and how does it differ from the baseline?"
)
WHOLE = "The annual mean temperature in Suresnes in 2050 under ssp245 is {:.2f} °C."


@pytest.fixture
def values() -> dict[str, float]:
    """Return the temperatures of both runs, by whether they are changed, and the effect."""
    with EvidenceStore() as store:
        runs = check_text("It is 20 °C. The baseline is 20 °C.", QUESTION, installed(), store).runs
    found: dict[str, float] = {}
    for run in runs:
        changed = bool(run.call.arguments.get("co2"))
        value = run.outputs["temperature"]
        assert value.kind == "number"
        found["changed" if changed else "baseline"] = value.value
        effect = run.outputs["change_from_baseline"]
        if changed and effect.kind == "number":
            found["effect"] = effect.value
    return found


def verdict(text: str) -> tuple[str, str]:
    with EvidenceStore() as store:
        checked = check_text(text, QUESTION, installed(), store).verdicts[0]
    return checked.verdict, checked.updated


def test_a_statement_that_names_all_of_the_baseline_speaks_of_the_baseline(
    values: dict[str, float],
) -> None:
    assert verdict(WHOLE.format(values["baseline"]))[0] == "supported"
    word, updated = verdict(WHOLE.format(values["baseline"] + 5.0))
    assert word == "refuted"
    assert updated == WHOLE.format(values["baseline"])


def test_a_statement_that_names_nothing_speaks_of_what_was_asked(values: dict[str, float]) -> None:
    assert verdict(f"The temperature is {values['changed']:.2f} °C.")[0] == "supported"


def test_the_change_from_the_baseline_is_that_of_the_changed_run(values: dict[str, float]) -> None:
    text = f"The temperature change from the baseline is an increase of {values['effect']:.2f} °C."
    assert verdict(text)[0] == "supported"
    word, updated = verdict(text.replace(f"{values['effect']:.2f}", "0.90"))
    assert word == "refuted"
    assert re.search(r"increase of ([\d.]+) °C", updated)
    assert updated == text


_SEASON = (
    "What is the attack rate of influenza with R0 1.8 starting on October 1, 2023 with no "
    "seasonality and 10% immunity in {}?"
)
_TWO_R0 = (
    "How does the attack rate differ between R0 1.8 and R0 2.4 for influenza starting on October "
    "1, 2023 with no seasonality and 10% immunity in Ohio?"
)
_TWO_YEARS = (
    "What is the average temperature in Madrid in 1990 and in 2070 under ssp370, and how large is "
    "the change?"
)
_THREE_YEARS = "What is the global temperature rise in 2030, 2045 and 2060 under ssp585?"
_SULPHUR = (
    "For Lagos in 2060 under ssp245, how does the temperature change if SO2 emissions fall by 50% "
    "compared with the baseline?"
)
_WARM = (
    "What will the local temperature in Nairobi be in 2050 under ssp245? Categorize it as cold "
    "(below 10 °C), warm (10 to 25 °C) or hot (above 25 °C)."
)


Words = Callable[..., list[str]]


@pytest.fixture(scope="module")
def words() -> Iterator[Words]:
    """Return what gives the verdicts on statements beside a question; runs are made once."""
    with EvidenceStore() as store:

        def ask(question: str, *texts: str) -> list[str]:
            checked = [check_text(text, question, installed(), store) for text in texts]
            return [found.verdicts[0].verdict for found in checked]

        yield ask


@pytest.mark.parametrize(
    "text",
    [
        "The attack rate is higher in Ohio than in Texas.",
        "The attack rate is lower in Ohio than in Texas.",
        "The attack rate is higher in Texas.",
        "In Ohio, the attack rate is 24.5 %.",
        "Both Ohio and Texas have an attack rate of 24.5 %.",
    ],
)
def test_a_run_of_two_states_together_tells_of_neither_alone(text: str, words: Words) -> None:
    assert words(_SEASON.format("Ohio and Texas"), text) == ["outside"]


def test_a_share_of_one_run_says_of_no_rise(words: Words) -> None:
    claims = ("The attack rate increases.", "The attack rate rises by 23.8 %.", "It is higher.")
    assert "supported" not in words(_SEASON.format("Ohio"), *claims)


def test_a_number_is_of_the_run_whose_setting_stands_beside_it(words: Words) -> None:
    both = "The attack rate is {} % with R0 {} and {} % with R0 {}."
    pairs = [("52.1", "2.4", "23.8", "1.8"), ("23.8", "1.8", "52.1", "2.4")]
    assert words(_TWO_R0, *(both.format(*p) for p in pairs)) == ["supported"] * 2
    assert words(_TWO_R0, both.format("52.1", "1.8", "23.8", "2.4")) == ["refuted"]


def test_multiples_and_parts_are_of_the_output_that_is_named(words: Words) -> None:
    claims = ("The peak is five times as high with R0 2.4.", "The attack rate more than doubles.")
    assert words(_TWO_R0, *claims) == ["supported"] * 2
    part = "The peak with R0 1.8 is a {} of that with R0 2.4."
    assert words(_TWO_R0, part.format("fifth"), part.format("third")) == ["supported", "refuted"]
    assert words(_TWO_R0, "The attack rate changes by 30 percentage points.") == ["refuted"]


def test_an_end_of_an_input_names_its_run(words: Words) -> None:
    claims = ("The peak is larger with the lower R0.", "The peak is larger with the higher R0.")
    assert words(_TWO_R0, *claims) == ["refuted", "supported"]


def test_what_is_higher_is_what_the_sentence_says_it_of(words: Words) -> None:
    claims = (
        "The temperature in 1990 was higher.",
        "The temperature in 2070 is higher.",
        "The earlier year is the warmer one.",
        "The later year is the warmer one.",
    )
    assert words(_TWO_YEARS, *claims) == ["refuted", "supported"] * 2


def test_warming_since_another_time_is_no_change_between_the_runs(words: Words) -> None:
    claim = "By 2070 Madrid is {} °C warmer than pre-industrial."
    assert words(_TWO_YEARS, claim.format("3.83"), claim.format("3.1")) == ["supported", "refuted"]


def test_two_of_three_years_are_compared_where_two_are_named(words: Words) -> None:
    text = "The global temperature difference between 2030 and {} is {} °C."
    claims = (text.format("2045", "0.55"), text.format("2060", "1.24"), text.format("2060", "0.55"))
    assert words(_THREE_YEARS, *claims) == ["supported", "supported", "refuted"]
    levels = "Global warming is 1.56 °C in 2030 and 2.80 °C in 2060."
    assert words(_THREE_YEARS, levels) == ["supported"]


def test_an_input_that_is_moved_the_other_way_is_outside(words: Words) -> None:
    moved = ("Raising SO2 cools Lagos.", "More SO2 means a warmer Lagos.")
    assert words(_SULPHUR, *moved) == ["outside"] * 2
    claims = ("Cutting SO2 warms Lagos.", "Without the cut Lagos is warmer.")
    assert words(_SULPHUR, *claims) == ["supported", "refuted"]


@pytest.mark.parametrize(
    "text",
    [
        "Warm air can hold more water.",
        "Hot days are more frequent.",
        "Coffee likes warm weather.",
        "Nairobi's hot season is dry.",
        "The region is a biodiversity hot spot.",
        "Summers warm by 2 °C.",
    ],
)
def test_a_label_of_something_else_decides_nothing_and_is_not_rewritten(text: str) -> None:
    with EvidenceStore() as store:
        checked = check_text(text, _WARM, installed(), store).verdicts[0]
    assert (checked.verdict, checked.updated) == ("outside", text)


def test_a_label_of_the_result_is_decided(words: Words) -> None:
    claims = (
        "Nairobi falls in the warm category.",
        "The temperature is warm.",
        "Nairobi will be hot in 2050.",
        "It is hot in Nairobi.",
    )
    assert words(_WARM, *claims) == ["supported", "supported", "refuted", "refuted"]


def test_a_date_that_tells_a_run_is_no_date_of_its_peak(words: Words) -> None:
    question = (
        "Compare the peak for a season in Ohio with R0 1.8, no seasonality, 10% immunity starting "
        "on October 1, 2023 with one starting on November 1, 2023."
    )
    (undecided,) = words(question, "The peak comes earlier with the November start.")
    assert undecided not in ("supported", "refuted")
    claims = (
        "The first season takes longer to peak.",
        "The peak date is earlier in the first season.",
    )
    assert words(question, *claims) == ["supported", "supported"]


def test_hearsay_beside_a_question_is_outside(words: Words) -> None:
    question = "What was the average temperature in Nairobi in 1990?"
    said = ("Some say it was 19.4 °C.", "According to hearsay, it was 19.4 °C.")
    assert words(question, *said, "According to the simulation, it was 19.4 °C.") == [
        "outside",
        "outside",
        "supported",
    ]


_LISBON = "What is the temperature of Lisbon in 2050 under ssp126 and ssp585?"


def test_a_step_from_one_setting_to_another_is_taken_in_its_order(words: Words) -> None:
    step = "Going from {} to {} lowers the temperature."
    claims = (step.format("ssp585", "ssp126"), step.format("ssp126", "ssp585"))
    assert words(_LISBON, *claims) == ["supported", "refuted"]


def test_a_setting_that_is_only_contrasted_with_takes_no_number(words: Words) -> None:
    claim = "Unlike ssp585, ssp126 stays below {} °C."
    assert words(_LISBON, claim.format("17.9"), claim.format("17.1")) == ["supported", "refuted"]


@pytest.mark.parametrize(
    "text",
    ["The oceans warm by 1.97 °C.", "Global warming in 2050 is 1.97 °C above today."],
)
def test_a_part_of_the_globe_and_today_are_of_no_run(text: str, words: Words) -> None:
    assert words("What is the global warming in 2050 under ssp245?", text) == ["outside"]
