"""Words of nearness and distance on relations: "just before Christmas", "well above 300"."""

import json

import pytest

from climate_records import YEARS
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.check import check_claims, check_text
from simulrag.verifier.claims import Verdict
from simulrag.verifier.evidence import EvidenceStore
from urban_record import QUESTION, record

SEASON = (
    "For an influenza season commencing around 2022-09-20 in Ohio and Maine, with an R0 of 2.2, "
    "high seasonality and 20% prior immunity, what is the forecast for hospital incidence?"
)
#: A wave of 1,577 at its peak on 1 December, a week after Thanksgiving.
WAVE = {
    "peak_magnitude": {"median_value": 1577.0, "90_percent_ci": [140.0, 1908.0]},
    "peak_timing": {"peak_date": "2022-12-01", "weeks_from_start": 10.3},
    "initial_trend": {"qualitative_trend": "rapid growth", "four_week_growth_percentage": 300.0},
    "total_burden": {"cumulative_median_value": 63080.0},
}
NEAR = ("just", "only just", "slightly", "a little", "a touch", "marginally", "narrowly", "barely")
SOON = ("just", "shortly", "right", "immediately", "soon", "not long", "a few days", "only just")
FAR = ("well", "far", "way", "a long way", "considerably", "comfortably", "much")
LONG = ("well", "long", "a good while", "considerably", "many weeks", "some time")


@pytest.fixture(scope="module")
def registry() -> Registry:
    return installed()


def checked(claim: str, question: str, evidence: str, registry: Registry) -> Verdict:
    with EvidenceStore() as store:
        return check_claims([claim], question, registry, store, evidence=evidence).verdicts[0]


def of_season(claim: str, registry: Registry) -> Verdict:
    evidence = json.dumps({"question": SEASON, "evidence_answer": json.dumps(WAVE)})
    return checked(claim, SEASON, evidence, registry)


def of_place(claim: str, registry: Registry) -> Verdict:
    return checked(claim, YEARS.question, YEARS.handed(), registry)


def of_corridor(claim: str, registry: Registry) -> Verdict:
    return checked(claim, QUESTION, record(), registry)


@pytest.mark.parametrize("word", SOON)
@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("The peak comes {} before 6 December.", "supported"),
        ("The peak comes {} before 15 December.", "undecided"),
        ("The peak comes {} before Christmas.", "refuted"),
        ("The peak comes {} before Thanksgiving.", "refuted"),
        ("Admissions are at their highest {} after Thanksgiving.", "supported"),
        ("Admissions are at their highest {} after Halloween.", "refuted"),
        ("Admissions are at their highest {} after 15 November.", "undecided"),
    ],
)
def test_what_is_just_before_or_after_a_day_is_within_about_a_week(
    word: str, claim: str, expected: str, registry: Registry
) -> None:
    assert of_season(claim.format(word), registry).verdict == expected


@pytest.mark.parametrize("word", LONG)
@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("The wave peaks {} before Christmas.", "supported"),
        ("The wave peaks {} before 9 December.", "undecided"),
        ("The wave peaks {} before 3 December.", "refuted"),
        ("The wave peaks {} after Halloween.", "supported"),
        ("The wave peaks {} after 28 November.", "refuted"),
    ],
)
def test_what_is_long_before_or_after_a_day_is_weeks_away(
    word: str, claim: str, expected: str, registry: Registry
) -> None:
    assert of_season(claim.format(word), registry).verdict == expected


@pytest.mark.parametrize("word", NEAR)
@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("The median peak is {} above 1500.", "supported"),
        ("The median peak is {} above 1400.", "undecided"),
        ("The median peak is {} above 1000.", "refuted"),
        ("The median peak {} exceeds 1500.", "supported"),
        ("The median peak {} exceeds 900.", "refuted"),
        ("The median peak falls {} short of 1600.", "supported"),
        ("The median peak falls {} short of 3000.", "refuted"),
        ("The peak {} misses 3000.", "refuted"),
    ],
)
def test_a_count_that_just_passes_or_misses_a_number_is_near_it(
    word: str, claim: str, expected: str, registry: Registry
) -> None:
    assert of_season(claim.format(word), registry).verdict == expected


@pytest.mark.parametrize("word", FAR)
@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("The median peak is {} above 1000.", "supported"),
        ("The median peak is {} above 1520.", "undecided"),
        ("The median peak is {} above 1560.", "refuted"),
        ("The median peak {} exceeds 1000.", "supported"),
        ("The median peak {} exceeds 1570.", "refuted"),
        ("The median peak stays {} below 3000.", "supported"),
        ("The median peak stays {} below 1580.", "refuted"),
    ],
)
def test_a_count_well_beyond_a_number_is_not_near_it(
    word: str, claim: str, expected: str, registry: Registry
) -> None:
    assert of_season(claim.format(word), registry).verdict == expected


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("The peak does not come shortly before Christmas.", "supported"),
        ("The peak does not come shortly after Thanksgiving.", "refuted"),
        ("It does not peak long after 28 November.", "supported"),
        ("It does not peak long before Christmas.", "refuted"),
        ("Not until shortly before Christmas does the wave peak.", "refuted"),
        ("The peak comes before Christmas, but only just.", "refuted"),
        ("The peak comes after Thanksgiving, if only just.", "supported"),
        ("Christmas comes shortly after the peak.", "refuted"),
        ("Christmas comes long after the peak.", "supported"),
        ("The median peak exceeds 1000 by far.", "supported"),
        ("The median peak exceeds 1570 by far.", "refuted"),
        ("The median peak tops 1500 by a whisker.", "supported"),
        ("The median peak tops 1000 by a whisker.", "refuted"),
        ("The median peak is not far above 1500.", "supported"),
        ("The median peak is not far above 1000.", "refuted"),
    ],
)
def test_degrees_are_denied_and_told_behind(claim: str, expected: str, registry: Registry) -> None:
    assert of_season(claim, registry).verdict == expected


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("The peak comes more than three weeks before Christmas.", "supported"),
        ("The peak comes more than four weeks before Christmas.", "refuted"),
        ("The peak comes less than four weeks before Christmas.", "supported"),
        ("The peak comes less than two weeks before Christmas.", "refuted"),
        ("The peak comes less than two weeks before Thanksgiving.", "refuted"),
        ("The peak comes at least five days after Thanksgiving.", "supported"),
        ("The peak comes at least ten days after Thanksgiving.", "refuted"),
        ("The peak comes at most ten days after Thanksgiving.", "supported"),
        ("The peak comes at most three days after Thanksgiving.", "refuted"),
        ("The peak comes at most three days after Christmas.", "refuted"),
    ],
)
def test_more_or_less_than_a_time_from_a_day_is_held_against_that_day(
    claim: str, expected: str, registry: Registry
) -> None:
    assert of_season(claim, registry).verdict == expected


@pytest.mark.parametrize("near", NEAR)
@pytest.mark.parametrize("far", FAR[:5])
def test_temperatures_and_changes_are_near_a_limit_or_far_from_it(
    near: str, far: str, registry: Registry
) -> None:
    # 12.13 °C, and 0.75 °C above what it was: modest begins at 0.2 °C.
    claims = {
        f"The 2061 temperature is {near} above 12 °C.": "supported",
        f"The 2061 temperature is {near} above 7 °C.": "refuted",
        f"The change {near} exceeds 0.7 °C.": "supported",
        f"The change {near} exceeds 0.3 °C.": "refuted",
        f"The 2061 temperature is {far} above 7 °C.": "supported",
        f"The 2061 temperature is {far} above 12.1 °C.": "refuted",
        f"The change is {far} over 0.3 °C.": "supported",
        f"The change is {far} over 0.74 °C.": "refuted",
        f"The change is {near} above the threshold for modest.": "refuted",
        f"The change is {far} above the threshold for modest.": "supported",
    }
    assert {c: of_place(c, registry).verdict for c in claims} == claims


@pytest.mark.parametrize("near", NEAR)
@pytest.mark.parametrize("far", FAR[:5])
def test_percentages_are_near_a_limit_or_far_from_it(
    near: str, far: str, registry: Registry
) -> None:
    claims = {
        f"The CO2 reduction {near} exceeds 39%.": "supported",
        f"The CO2 reduction {near} exceeds 15%.": "refuted",
        f"The CO2 reduction falls {near} short of 90%.": "refuted",
        f"The CO2 reduction {far} exceeds 15%.": "supported",
        f"The CO2 reduction {far} exceeds 39.5%.": "refuted",
        f"The CO2 reduction is {near} above the threshold for noticeable.": "refuted",
        f"The CO2 reduction is {far} above the threshold for noticeable.": "supported",
    }
    assert {c: of_corridor(c, registry).verdict for c in claims} == claims


def test_cars_that_are_under_way_are_not_far_from_anything(registry: Registry) -> None:
    claim = "A car is under way more than five seconds longer than in the baseline."
    assert of_corridor(claim, registry).verdict == "supported"


@pytest.mark.parametrize(
    "claim",
    [
        "The peak comes just before Christmas Day, 25 December.",
        "The peak comes just before 25 December.",
        "The peak comes shortly after 31 October.",
        "The peak comes well before 3 December.",
        "The peak comes long after 28 November.",
        "The peak comes before 20 November.",
        "The peak comes before November.",
        "The median peak is just above 1000.",
        "The median peak is just below 3000.",
        "The median peak is well above 1570.",
        "The median peak is well below 1580.",
    ],
)
def test_what_is_refuted_is_rewritten_to_something_true(claim: str, registry: Registry) -> None:
    found = of_season(claim, registry)
    assert found.verdict == "refuted"
    if "Christmas" not in claim:  # no word for the day that would be right
        assert found.updated != claim
        assert of_season(found.updated, registry).verdict == "supported"


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("The wave peaks shortly after the start.", "refuted"),
        ("Incidence peaks soon after the season begins.", "refuted"),
        ("The peak comes long after the season's start.", "supported"),
        ("The wave peaks well after the start of the season.", "supported"),
        ("Incidence does well.", "outside"),
    ],
)
def test_degrees_are_held_against_the_first_day_that_no_figure_tells(
    claim: str, expected: str, registry: Registry
) -> None:
    assert of_season(claim, registry).verdict == expected


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ("before Christmas 2022", "supported"),
        ("just before Christmas 2022", "refuted"),
        ("well before Christmas 2022", "supported"),
        ("just before 7 December 2022", "supported"),
        ("well before 7 December 2022", "refuted"),
        ("long after Halloween 2022", "supported"),
    ],
)
def test_degrees_count_in_plain_text_about_what_was_reported(
    when: str, expected: str, registry: Registry
) -> None:
    with EvidenceStore() as store:
        text = f"Flu admissions in the US peaked {when}."
        verdicts = check_text(text, "", registry, store).verdicts

    assert [v.verdict for v in verdicts] == [expected]
