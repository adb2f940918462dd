"""What keeps a plain sentence from being decided by a part of it: words, figures and dates."""

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plain_text import OPEN, of_week, season_weeks, top_week, verdict, word
from simulrag.simulators.registry import Registry, installed

_REGISTRY = installed()
_STATES = ("Ohio", "Texas", "Georgia", "Minnesota", "Oregon", "New York")
#: Clauses that change what a sentence says, or might, in words of no simulator.
_UNKNOWN = (
    "among the elderly",
    "in rural clinics",
    "excluding transfers",
    "for paediatric wards",
    "on ventilators",
    "minus duplicates",
    "of unvaccinated nurses",
)


@given(
    state=st.sampled_from(_STATES),
    season=st.sampled_from(("2022-23", "2023-24", "2024-25")),
    clause=st.sampled_from(_UNKNOWN),
)
@settings(max_examples=12)
def test_no_verdict_depends_on_a_sentence_with_an_unknown_clause(
    state: str, season: str, clause: str
) -> None:
    _, most = top_week(state, season)
    plain = f"In {state} the {season} flu season peaked at {most:,} admissions a week"
    assert word(f"{plain}.", _REGISTRY) == "supported"
    assert word(f"{plain} {clause}.", _REGISTRY) in OPEN
    assert word(f"{clause.capitalize()}, {plain[0].lower()}{plain[1:]}.", _REGISTRY) in OPEN


@given(states=st.permutations(_STATES), season=st.sampled_from(("2022-23", "2023-24", "2024-25")))
@settings(max_examples=8)
def test_a_comparison_and_its_opposite_are_never_both_held(states: list[str], season: str) -> None:
    first, second = states[:2]
    text = f"{first}'s {season} flu peak was {{}} than {second}'s."
    higher = top_week(first, season)[1] > top_week(second, season)[1]
    assert word(text.format("higher"), _REGISTRY) == ("supported" if higher else "refuted")
    assert word(text.format("lower"), _REGISTRY) == ("refuted" if higher else "supported")
    assert word(text.format("not higher"), _REGISTRY) == ("refuted" if higher else "supported")


@given(state=st.sampled_from(_STATES), at=st.integers(15, 35), factor=st.sampled_from((2, 3, 7)))
@settings(max_examples=10)
def test_an_altered_figure_of_either_of_two_weeks_is_refuted(
    state: str, at: int, factor: int
) -> None:
    days, _ = season_weeks(state, "2024-25")
    first, last = days[at], days[at + 3]
    before, after = of_week(state, first), of_week(state, last)
    if min(before, after) < 20 or before == after:
        return
    verb = "rose" if after > before else "fell"
    text = (
        f"{state}'s flu admissions {verb} from {{:,}} in the week ending {first} "
        f"to {{:,}} in the week ending {last}."
    )
    assert word(text.format(before, after), _REGISTRY) == "supported"
    assert word(text.format(before * factor, after), _REGISTRY) == "refuted"
    assert word(text.format(before, after * factor), _REGISTRY) == "refuted"


def test_a_week_is_compared_with_one_counted_from_it(registry: Registry) -> None:
    day, most = top_week("Ohio", "2024-25")
    before = of_week("Ohio", day - timedelta(weeks=4))
    text = f"In the week ending {day}, Ohio had {{}} flu admissions than four weeks earlier."
    assert most > before
    assert word(text.format("more"), registry) == "supported"
    assert word(text.format("fewer"), registry) == "refuted"


def test_a_rate_is_no_count(registry: Registry) -> None:
    day, most = top_week("Ohio", "2024-25")
    text = "For every 100,000 Ohioans, {} were admitted with flu in the week ending " + f"{day}."
    assert word(text.format(31), registry) == "supported"
    assert word(text.format(most), registry) == "refuted"


@pytest.mark.parametrize("hedge", ["barely", "slightly", "a little"])
def test_a_small_difference_is_not_a_large_one(hedge: str, registry: Registry) -> None:
    assert top_week("Texas", "2024-25")[1] > 2 * top_week("Texas", "2023-24")[1]
    text = f"The 2024-25 flu peak in Texas was {hedge} higher than that of 2023-24."
    assert word(text, registry) == "refuted"


def test_what_is_compared_with_does_not_become_the_topic(registry: Registry) -> None:
    text = (
        "The 2023-24 flu season in Ohio peaked at 655 admissions a week. That was less than in "
        "the 2024-25 season. The state's worst week brought {} admissions."
    )
    assert word(text.format(655), registry) == "supported"
    assert word(text.format(3705), registry) == "refuted"


def test_the_same_scenario_is_the_one_named_before(registry: Registry) -> None:
    text = (
        "Under SSP2-4.5 global warming is 2.7 °C in 2081-2100. "
        "The same scenario gives {} °C in 2041-2060."
    )
    assert word(text.format("2.0"), registry) == "supported"
    assert word(text.format("2.7"), registry) == "refuted"
    assert word("The same scenario gives 2.0 °C in 2041-2060.", registry) in OPEN


def test_near_misses_of_vague_times_are_left_open(registry: Registry) -> None:
    day, _ = top_week("Ohio", "2024-25")
    assert day.isoformat() == "2025-02-15"
    text = "Ohio's 2024-25 flu season peaked in {}."
    assert word(text.format("mid-February 2025"), registry) == "supported"
    assert word(text.format("early February 2025"), registry) in (*OPEN, "supported")
    assert word(text.format("early January 2025"), registry) == "refuted"


def test_too_much_of_something_denies_what_follows(registry: Registry) -> None:
    text = "An R0 of {} is too low for influenza to spread in Ohio when 40 percent are immune."
    assert word(text.format("1.2"), registry) == "supported"
    assert word(text.format("2.4"), registry) == "refuted"
    unsaid = "Ohio's 2023-24 season was too mild for its peak to exceed 600 admissions a week."
    assert word(unsaid, registry) in OPEN


@pytest.mark.parametrize(
    ("after", "expected"), [("eight weeks after", "supported"), ("two weeks before", "refuted")]
)
def test_peaks_are_so_many_weeks_apart(after: str, expected: str, registry: Registry) -> None:
    found = verdict(f"Ohio's flu peak in 2023-24 came {after} the national one.", registry)
    assert found.verdict == expected
