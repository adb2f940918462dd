"""What the reader of English reads, and that it reads nothing else."""

import json
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from tests.verifier.formulas.gauge import BASES, Gauge

from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.english.lexing import lexed
from simulrag.verifier.english.reader import Read, Reading, Unread, claim
from simulrag.verifier.english.vocabulary import FILE, lemma, roles, vocabulary
from simulrag.verifier.formulas.anchoring.anchor import anchor
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.printing import canonical
from simulrag.verifier.formulas.syntax import Formula

GAUGES = Registry([Gauge()])
RIVERS = st.sampled_from(sorted(BASES))
RAIN = st.integers(1, 200)
LEVELS = st.decimals(1, 9, places=1).map(str)

#: Words that change what a sentence claims, in general English.
CHANGING = ("not", "never", "hardly", "barely", "cannot", "except", "only", "unless", "difference",
            "variability", "record", "first", "last", "far from", "without", "neither", "half",
            "twice", "summer", "in July", "at least", "per head", "almost never",
            "the standard deviation of")  # fmt: skip

SENTENCES = (
    "Under ssp245, global warming in 2057 is about 2.1°C above pre-industrial.",
    "In 2098 under ssp585, Yangjiang is about 8.9°C warmer than Brooklyn.",
    "Under ssp126, Kanazawa's annual mean temperature rises between 2035 and 2045.",
    "With 37% more traffic demand, average travel time on the corridor rises by about 14%.",
    "In the 2024-25 season Ohio had fewer flu admissions in its worst week than Texas.",
    "In Ohio (season from October 19, 2022, no seasonality, 10% prior immunity), the peak of "
    "hospital incidence is about 2.4 times as high with an R0 of 2.5 as with an R0 of 1.8.",
    "Global warming in 2050 under SSP2-4.5 does not exceed 1.5 °C.",
)


#: Claims that rest on a question, with it.
TWO_CASES = (
    "For Higashimiyoshi in 2085 under ssp585, consider two cases: one where CO2 emissions are "
    "increased by 23 % and CH4 emissions by 24 %, and another where SO2 emissions are reduced by "
    "5 %. What is the temperature difference between the two scenarios?"
)
CHANGED = (
    "For Hasbrouck Heights, what was its average temperature in 1999? What is the projected "
    "temperature in 2073 under ssp245 with CO2 emissions increased by 44 %?"
)
CORRIDOR = "How does a 57% lower speed limit change travel time and emissions on the corridor?"
WITH_CONTEXT = (
    ("The two scenarios differ by 0.6 °C.", TWO_CASES),
    ("The second scenario is cooler than the first.", TWO_CASES),
    ("The CO2 case is warmer than the SO2 case.", TWO_CASES),
    ("The total change from 1999 to 2073 is 0.95 °C.", CHANGED),
    ("Hasbrouck Heights averaged 9.98 °C in 1999.", CHANGED),
    ("With the speed limit cut by 57%, average travel time rises by 20% compared with today.",
     CORRIDOR),
    ("Under ssp245 global warming passes 2 °C before 2082.", ""),
    ("Texas and California each reported more than 4,500 admissions in the week ending "
     "1 February 2025.", ""),
    ("In 2098 under ssp585, Yangjiang is not warmer than Brooklyn.", ""),
    ("With the speed limit cut by 57%, total CO2 emissions fall rather than rise.", CORRIDOR),
)  # fmt: skip


def formula_of(reading: Reading) -> str:
    assert isinstance(reading, Read), reading
    return canonical(reading.root)


def read(text: str, *context: str, registry: Registry = GAUGES) -> str:
    return formula_of(claim(text, context, registry))


def meant(text: str) -> str:
    return canonical(parse(text, {}).root)


@given(river=RIVERS, rain=RAIN, level=LEVELS)
def test_a_number_is_compared_and_a_condition_is_an_argument(river, rain, level):
    text = f"With a rain of {rain} mm, the level of {river} is about {level} m."
    expected = f'gauge.gauge(river="{river}", rain={rain}).level == about({level})'
    assert read(text) == meant(expected)


@given(river=RIVERS, rain=RAIN, level=LEVELS)
def test_conditions_mean_the_same_wherever_they_stand(river, rain, level):
    ways = (
        f"With a rain of {rain} mm, the level of {river} is {level} m.",
        f"The level of {river} is {level} m with a rain of {rain} mm.",
        f"For {river} with a rain of {rain} mm, the level is {level} m.",
        f"{river}'s level (rain {rain} mm) is {level} m.",
    )
    assert len({read(way) for way in ways}) == 1


@given(one=RIVERS, other=RIVERS, rain=RAIN, level=LEVELS)
def test_higher_is_lower_seen_from_the_other_side(one, other, rain, level):
    given_ = f"With a rain of {rain} mm, the level"
    higher = claim(f"{given_} of {one} is {level} m higher than for {other}.", (), GAUGES)
    lower = claim(f"{given_} of {other} is {level} m lower than for {one}.", (), GAUGES)
    if one == other:
        assert isinstance(higher, Unread)
        assert isinstance(lower, Unread)
    else:
        assert formula_of(higher) == formula_of(lower)


@given(
    text=st.sampled_from(SENTENCES),
    word=st.sampled_from(("glacier", "bacteria", "Wastewater", "dollars", "somewhat", "COVID-19")),
    at=st.integers(0, 40),
)
@settings(deadline=None)
def test_a_word_that_nobody_declares_leaves_a_sentence_unread(text, word, at):
    reading = claim(_with(text, word, at), (), installed())
    assert isinstance(reading, Unread)
    assert reading.unknown


@given(text=st.sampled_from(SENTENCES), word=st.sampled_from(CHANGING), at=st.integers(0, 40))
@settings(deadline=None)
def test_a_word_that_changes_what_is_claimed_never_leaves_the_formula_as_it_is(text, word, at):
    reading = claim(_with(text, word, at), (), installed())
    assert not isinstance(reading, Read) or formula_of(reading) != read(text, registry=installed())


@given(case=st.sampled_from(WITH_CONTEXT), word=st.sampled_from(CHANGING), at=st.integers(0, 20))
@settings(deadline=None)
def test_a_word_that_changes_what_is_claimed_counts_beside_a_question_too(case, word, at):
    text, question = case
    assume(word not in text.rstrip(".").split())  # said twice, it says the same
    reading = claim(_with(text, word, at), (question,), installed())
    assert not isinstance(reading, Read) or formula_of(reading) != read(
        text, question, registry=installed()
    )


def _with(text: str, word: str, at: int) -> str:
    words = text.rstrip(".").split()
    return " ".join([*words[:at], word, *words[at:]]) + "."


@pytest.mark.parametrize("text", SENTENCES)
def test_what_is_read_is_held_to_say_the_text(text):
    reading = claim(text, (), installed())
    assert isinstance(reading, Read)
    assert anchor(text, Formula(reading.formula, reading.root), installed()).problems == ()
    assert canonical(parse(reading.formula, {}).root) == canonical(reading.root)


@pytest.mark.parametrize("text", SENTENCES)
def test_a_question_is_no_claim(text):
    assert isinstance(claim(text.rstrip(".") + "?", (), installed()), Unread)


def test_sentences_that_no_formula_holds_are_not_read():
    rows = Path(__file__).parents[1] / "formulas" / "sentences.jsonl"
    held = [json.loads(line) for line in rows.read_text(encoding="utf-8").splitlines()]
    outside = [row["text"] for row in held if row.get("formula") is None]
    assert len(outside) > 20
    assert [t for t in outside if isinstance(claim(t, (), installed()), Read)] == []


def test_a_top_week_is_never_that_of_another_week():
    text = "Flu admissions in Ohio peaked at 3,705 in the week ending 15 February 2025."
    asked = 'epidemiology.admissions(states=["Ohio"], reported_season="2024-25")'
    both = f'{asked}.top_week_admissions == 3705 and {asked}.top_week == "2025-02-15"'
    assert read(text, registry=installed()) == meant(both)


def test_only_what_is_a_median_of_an_ensemble_is_called_one():
    season = "In Ohio (season from October 19, 2022, no seasonality, 10% prior immunity, R0 2.5)"
    text = f"{season}, the median peak of hospital incidence is about 900."
    plain = text.replace("median ", "")
    assert read(text, registry=installed()) == read(plain, registry=installed())
    trips = "With 37% more traffic demand, the median travel time is about 80 seconds."
    assert isinstance(claim(trips, (), installed()), Unread)
    assert isinstance(claim(trips.replace("median", "average"), (), installed()), Read)


def test_a_condition_that_neither_side_can_take_is_not_dropped():
    text = "In Oslo in 2052, Sejong is warmer under ssp585 than under ssp245."
    assert isinstance(claim(text, (), installed()), Unread)


# What is around.


@given(river=RIVERS, rain=RAIN, level=LEVELS)
def test_a_condition_left_open_is_taken_from_the_context(river, rain, level):
    question = f"What is the level of {river} with a rain of {rain} mm?"
    expected = f'gauge.gauge(river="{river}", rain={rain}).level == {level}'
    assert read(f"The level is {level} m.", question) == meant(expected)


@given(river=RIVERS, rain=RAIN, more=st.integers(1, 50), level=LEVELS)
def test_a_condition_that_the_context_gives_twice_stays_open(river, rain, more, level):
    question = f"What is the level of {river} with a rain of {rain} mm and of {rain + more} mm?"
    both = f"Compare the level of {river} with a rain of {rain} mm."
    other = f"Take the level of {river} with a rain of {rain + more} mm."
    assert isinstance(claim(f"The level is {level} m.", (question, both, other), GAUGES), Unread)


@given(river=RIVERS, own=RAIN, rain=RAIN, level=LEVELS)
def test_a_claims_own_condition_counts_and_not_the_contexts(river, own, rain, level):
    question = f"What is the level of {river} with a rain of {rain} mm?"
    expected = f'gauge.gauge(river="{river}", rain={own}).level == {level}'
    assert read(f"The level is {level} m with a rain of {own} mm.", question) == meant(expected)


def test_a_size_without_its_scale_is_unread_and_with_it_a_band():
    text = "With 37% more traffic demand, the change in fuel consumption is substantial."
    assert isinstance(claim(text, (), installed()), Unread)
    scale = "Is it negligible (less than 10%), modest (10% to 25%), or substantial (over 25%)?"
    band = '{"negligible": (None, 10), "modest": (10, 25), "substantial": (25, None)}'
    expected = f'band(abs(urban.corridor(demand=37).fuel_change), {band}) == "substantial"'
    assert read(text, scale, registry=installed()) == meant(expected)


def test_two_cases_of_a_question_are_runs_of_their_own():
    place = 'place="Higashimiyoshi", year=2085, scenario="ssp585"'
    first = f"climate.temperature({place}, co2=23, ch4=24).temperature"
    second = f"climate.temperature({place}, so2=-5).temperature"
    reg = installed()
    text = "The SO2 case is cooler than the CO2 case."
    assert read(text, TWO_CASES, registry=reg) == meant(f"{second} < {first}")


def test_what_is_said_of_neither_case_is_unread():
    text = "Higashimiyoshi averages 23.9 °C."
    assert isinstance(claim(text, (TWO_CASES,), installed()), Unread)
    one = f"{text[:-1]} in the SO2 case."
    assert isinstance(claim(one, (TWO_CASES,), installed()), Read)


def test_a_name_that_no_list_of_places_knows_is_the_questions():
    text = "Hasbrouck Heights averaged 9.98 °C in 1999."
    place = 'climate.temperature(place="Hasbrouck Heights", year=1999).temperature == 9.98'
    assert read(text, CHANGED, registry=installed()) == meant(place)
    other = text.replace("Hasbrouck Heights", "Qwxyzburg Heights")
    assert isinstance(claim(other, (CHANGED,), installed()), Unread)


def test_a_level_is_crossed_by_the_function_that_looks_for_the_year():
    year = 'climate.threshold_year(threshold=2, scenario="ssp245").exceedance_year'
    for words, sign in (("before", "<"), ("no later than", "<="), ("after", ">")):
        text = f"Under ssp245 global warming passes 2 °C {words} 2082."
        assert read(text, registry=installed()) == meant(f"{year} {sign} 2082")


def test_what_is_said_of_each_is_not_read_of_all_together():
    text = ("Texas and California each reported more than 4,500 admissions in the week ending "
            "1 February 2025.")  # fmt: skip
    assert isinstance(claim(text, (), installed()), Unread)


def test_today_is_a_baseline_only_where_no_year_is_asked_for():
    cut = "With the speed limit cut by 57%, average travel time rises by 20% compared with today."
    plain = "With the speed limit cut by 57%, average travel time rises by 20%."
    reg = installed()
    assert read(cut, registry=reg) == read(plain, registry=reg)
    text = "In 2090 under ssp585 with CO2 emissions cut by 20%, Oslo's temperature falls"
    assert isinstance(claim(f"{text} compared with today.", (), reg), Unread)


def test_a_default_does_not_stand_for_what_the_context_gives_twice():
    cut = "with the speed limit cut by"
    question = f"What is the average travel time {cut} 10% and what is it {cut} 20%?"
    twice = claim("The average travel time is 80 seconds.", (question,), installed())
    assert isinstance(twice, Unread)


@given(word=st.sampled_from(sorted({w for phrase, _ in roles() for w in phrase.split()})))
def test_no_ending_makes_a_negation_of_a_word(word):
    denials = {phrase for phrase, role in roles() if role in ("not", "no", "without")}
    known = {w for phrase, _ in roles() for w in phrase.split()}
    assert word in denials or lemma(word, known) not in denials


@given(weeks=st.integers(2, 30))
@settings(deadline=None)
def test_a_time_from_the_start_is_compared_with_what_is_counted_from_it(weeks):
    season = "In Ohio (season from October 19, 2022, no seasonality, 10% prior immunity, R0 2.5)"
    ways = (
        f"{season} the peak of hospital incidence comes {weeks} weeks after the season starts.",
        f"{season} hospital incidence peaks after {weeks} weeks.",
        f"{season} it takes {weeks} weeks to reach the peak of hospital incidence.",
    )
    readings = {read(way, registry=installed()) for way in ways}
    assert len(readings) == 1
    assert f"weeks_to_peak == {weeks}" in next(iter(readings)) or f"{weeks} == " in min(readings)
    trip = f"With 37% more traffic demand, the average travel time comes after {weeks} weeks."
    assert isinstance(claim(trip, (), installed()), Unread)


@given(river=RIVERS, rain=RAIN, level=LEVELS)
def test_what_does_not_exceed_a_number_is_at_most_that(river, rain, level):
    text = f"With a rain of {rain} mm, the level of {river} does not exceed {level} m."
    assert read(text) == meant(f'gauge.gauge(river="{river}", rain={rain}).level <= {level}')


def test_a_strategy_is_what_the_question_alters_and_nothing_without_one():
    text = "Without the strategy Oslo's average temperature would be 7.1 °C."
    question = (
        "For Oslo in 2080 under ssp245, with SO2 emissions changed by -15% and black carbon "
        "emissions by 9%, what is the average temperature?"
    )
    place = 'climate.temperature(place="Oslo", year=2080, scenario="ssp245"'
    assert read(text, question, registry=installed()) == meant(f"{place}).temperature == 7.1")
    assert isinstance(claim(text, (), installed()), Unread)
    with_it = text.replace("Without", "With")
    expected = meant(f"{place}, so2=-15, bc=9).temperature == 7.1")
    assert read(with_it, question, registry=installed()) == expected


def test_halved_and_doubled_are_changes_in_percent():
    more = "With 37% more traffic demand, total CO2 emissions"
    value = "urban.corridor(demand=37).co2_change"
    assert read(f"{more} are more than halved.", registry=installed()) == meant(f"{value} < -50")
    assert read(f"{more} double.", registry=installed()) == meant(f"{value} == 100")


# The lexicon and the mentions.


def test_the_lexicon_is_small_and_has_no_word_twice_in_a_role():
    assert FILE.stat().st_size < 60_000
    assert len(set(roles())) == len(roles())


@given(text=st.sampled_from(SENTENCES))
def test_mentions_lie_within_the_words_that_count(text):
    held = lexed(text, vocabulary(installed()))
    assert held.unknown == ()
    assert all(0 <= edge.start < edge.end <= held.size for edge in held.edges)
    assert {at for e in held.edges for at in range(e.start, e.end)} == set(range(held.size))
