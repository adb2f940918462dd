"""Plain text on how many, which alone, which place, what share and which of several."""

from datetime import date

import pytest

from plain_text import OPEN, of_week, season_total, top_week, verdict, word
from simulrag.simulators.epidemiology.states import STATES
from simulrag.simulators.registry import Registry

SEASON = "2024-25"


def _above(limit: int) -> int:
    """Return how many states had a week above a limit in the season."""
    return sum(top_week(state, SEASON)[1] > limit for state in STATES)


def _place(state: str) -> int:
    """Return a state's place by its top week, 1 for the highest."""
    own = top_week(state, SEASON)[1]
    return 1 + sum(top_week(other, SEASON)[1] > own for other in STATES)


@pytest.mark.parametrize("limit", [1_000, 3_000, 4_500])
def test_a_number_of_states_is_counted_state_by_state(limit: int, registry: Registry) -> None:
    count = _above(limit)
    tail = f"states passed {limit:,} weekly flu admissions in {SEASON}."
    for words, least, most in (
        ("At least", count, 51),
        ("Only", count, count),
        ("More than", count - 1, 51),
        ("Fewer than", 0, count + 1),
    ):
        right = least if words in ("At least", "Only", "More than") else most
        wrong = count + 2 if words in ("At least", "Only", "More than") else count
        assert word(f"{words} {right} {tail}", registry) == "supported"
        assert word(f"{words} {wrong} {tail}", registry) == "refuted"


def test_all_most_none_and_all_but_some_are_told_apart(registry: Registry) -> None:
    count = _above(500)
    assert 26 < count < 51
    tail = f"passed 500 weekly flu admissions in {SEASON}."
    assert word(f"Most states {tail}", registry) == "supported"
    assert word(f"Every state {tail}", registry) == "refuted"
    assert word(f"No state {tail}", registry) == "refuted"
    assert word(f"Not every state {tail}", registry) == "supported"
    assert word(f"All but {51 - count} states {tail}", registry) == "supported"
    assert word(f"All but {52 - count} states {tail}", registry) == "refuted"


def test_more_than_a_bare_number_says_is_left_open(registry: Registry) -> None:
    tail = f"states passed 4,500 weekly flu admissions in {SEASON}."
    count = _above(4_500)
    assert word(f"{count} {tail}", registry) == "supported"
    assert word(f"{count + 1} {tail}", registry) == "refuted"
    assert word(f"{count - 1} {tail}", registry) in OPEN


@pytest.mark.parametrize(
    ("quantity", "expected"),
    [("above 2 °C", 3), ("above 4 °C", 1), ("below 1.5 °C", 1)],
)
def test_scenarios_are_counted_by_the_assessed_warming(
    quantity: str, expected: int, registry: Registry
) -> None:
    # AR6 WG1 SPM, Table SPM.1, best estimates for 2081-2100: 1.4, 1.8, 2.7, 3.6, 4.4 °C.
    numbers = ("zero", "one", "two", "three", "four", "five")
    text = "In only {} of the five scenarios is global warming {} in 2081-2100."
    assert word(text.format(numbers[expected], quantity), registry) == "supported"
    assert word(text.format(numbers[expected + 1], quantity), registry) == "refuted"


@pytest.mark.parametrize(
    "text",
    [
        "{} was the only season in which the national flu peak stayed below 25,000.",
        "The only season in which the national flu peak stayed below 25,000 was {}.",
        "Only in {} did the national flu peak stay below 25,000.",
    ],
)
def test_what_holds_for_one_season_alone_is_tried_on_the_others(
    text: str, registry: Registry
) -> None:
    assert word(text.format("2023-24"), registry) == "supported"
    assert word(text.format("2024-25"), registry) == "refuted"
    assert word(text.replace("25,000", "30,000").format("2023-24"), registry) == "refuted"


def test_only_is_refuted_where_another_does_the_same(registry: Registry) -> None:
    text = "{} does global warming exceed {} °C in 2081-2100."
    assert word(text.format("Only under SSP5-8.5", 4), registry) == "supported"
    assert word(text.format("Only under SSP5-8.5", 2), registry) == "refuted"
    week = "admitted 3,705 people with influenza in the week ending February 15, 2025."
    assert word(f"Only Ohio {week}", registry) == "supported"
    assert word(f"Only Texas {week}", registry) == "refuted"


@pytest.mark.parametrize("state", ["Texas", "California", "Florida", "Ohio", "Alaska"])
def test_places_in_the_order_of_states_are_counted(state: str, registry: Registry) -> None:
    place = _place(state)
    ordinal = {1: "1st", 2: "2nd", 3: "3rd"}.get(place, f"{place}th")
    other = "1st" if place != 1 else "2nd"
    assert word(f"{state} ranked {ordinal} for its flu peak in {SEASON}.", registry) == "supported"
    assert word(f"{state} ranked {other} for its flu peak in {SEASON}.", registry) == "refuted"
    top = f"{state} was in the top five for its flu peak in {SEASON}."
    assert word(top, registry) == ("supported" if place <= 5 else "refuted")
    assert word(top.replace("was in", "was not in"), registry) == (
        "refuted" if place <= 5 else "supported"
    )


def test_the_second_highest_is_not_the_highest(registry: Registry) -> None:
    text = "{} had the second-highest flu peak in 2024-25{}."
    assert word(text.format("California", ""), registry) == "supported"
    assert word(text.format("Texas", ""), registry) == "refuted"
    assert word(text.format("California", ", after Texas"), registry) == "supported"
    assert word(text.format("California", ", after Ohio"), registry) == "refuted"
    assert word("Texas had its second-highest flu peak in 2024-25.", registry) in OPEN


def test_a_season_is_ranked_among_seasons(registry: Registry) -> None:
    text = "The {} national flu peak was the second highest of the four seasons."
    assert word(text.format("2025-26"), registry) == "supported"
    assert word(text.format("2024-25"), registry) == "refuted"


@pytest.mark.parametrize(
    "narrowed",
    [
        "Most southern states passed 500 weekly flu admissions in 2024-25.",
        "Every coastal state passed 100 weekly flu admissions in 2024-25.",
        "No state that borders Mexico passed 100 weekly flu admissions in 2024-25.",
        "The three states passed 4,500 weekly flu admissions in 2024-25.",
        "Some states passed 4,500 deaths in 2024-25.",
        "For most of the season, flu admissions in Ohio were above 100 a week in 2024-25.",
        "The top five counties of Texas passed 1,000 flu admissions in 2024-25.",
        "Gotham had the second-highest flu peak in 2024-25.",
        "Texas ranked third for its flu vaccination rate in 2024-25.",
        "Texas had the highest flu peak since 2022-23.",
    ],
)
def test_sets_that_are_not_those_of_an_input_are_not_counted(
    narrowed: str, registry: Registry
) -> None:
    assert word(narrowed, registry) in OPEN


def test_shares_are_parts_of_the_same_whole(registry: Registry) -> None:
    part = season_total("Florida", SEASON) / season_total_of_all(registry)
    assert 0.05 < part < 0.1
    text = "Florida accounted for {} of all US flu admissions in 2024-25."
    assert word(text.format("less than a tenth"), registry) == "supported"
    assert word(text.format(f"{100 * part:.1f} %"), registry) == "supported"
    assert word(text.format("a quarter"), registry) == "refuted"
    assert word(text.format("a tenth").replace("Florida", "Children"), registry) in OPEN
    assert word("A tenth of Ohio's flu admissions in 2024-25 came in January.", registry) in OPEN


def season_total_of_all(registry: Registry) -> float:
    """Return the national total of the season, as the simulator itself reports it."""
    return float(verdict(f"US flu admissions in total in {SEASON} were 1.", registry).simulated)


def test_values_taken_together_are_added_up(registry: Registry) -> None:
    day = date(2026, 1, 3)
    both = of_week("New York", day) + of_week("New Jersey", day)
    text = "{} admitted {:,} influenza patients in the week ending 3 January 2026."
    for lead in ("Between them, New York and New Jersey", "New York and New Jersey together"):
        assert word(text.format(lead, both), registry) == "supported"
        assert word(text.format(lead, both + 500), registry) == "refuted"
    assert word(text.format("Taken together, the three states", both), registry) in OPEN
    assert word(text.format("New York and New Jersey each", both), registry) == "refuted"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Helsinki is not as warm as Cairo.", "supported"),
        ("Cairo is not as warm as Helsinki.", "refuted"),
        ("Helsinki is no warmer than Cairo.", "supported"),
        ("Cairo is no warmer than Helsinki.", "refuted"),
        ("Cairo is at least as warm as Helsinki.", "supported"),
        ("Helsinki is at least as warm as Cairo.", "refuted"),
        ("Helsinki is about as warm as Cairo.", "refuted"),
        ("The warmer of Helsinki and Cairo is Cairo.", "supported"),
        ("The warmer of Helsinki and Cairo is Helsinki.", "refuted"),
        ("Of Helsinki, Nairobi and Cairo, Cairo has the highest mean temperature.", "supported"),
        ("Of Helsinki, Nairobi and Cairo, Nairobi has the highest mean temperature.", "refuted"),
        ("Helsinki is cooler than Nairobi, Cairo and Lima.", "supported"),
        ("Nairobi is cooler than Cairo and Helsinki.", "refuted"),
        ("Ohio's flu peak in 2024-25 was surpassed by Florida's.", "supported"),
        ("Florida's flu peak in 2024-25 was surpassed by Ohio's.", "refuted"),
        ("Ohio did not have as many flu admissions in 2024-25 as Florida.", "supported"),
        ("Flu admissions peaked earlier in Idaho than in Ohio in the 2024-25 season.", "supported"),
        ("Flu admissions peaked later in Idaho than in Ohio in the 2024-25 season.", "refuted"),
        ("Nowhere was the flu peak of 2024-25 higher than in Texas.", "supported"),
        ("Nowhere was the flu peak of 2024-25 higher than in Ohio.", "refuted"),
    ],
)
def test_comparisons_in_other_words_say_which_is_more(
    text: str, expected: str, registry: Registry
) -> None:
    assert word(text, registry) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Helsinki is not as rainy as Cairo.",
        "Cairo is twice as warm as Helsinki.",
        "Georgia's flu peak was exceeded by 300 admissions in 2024-25.",
        "SSP5-8.5 comes out 1.7 °C higher in the best estimate.",
        "On average, 10,000 Americans were admitted with flu each week in 2024-25.",
        "Global warming in 2081-2100 is 2.4 °C wide under SSP5-8.5.",
    ],
)
def test_look_alikes_that_say_something_else_are_left_open(text: str, registry: Registry) -> None:
    assert word(text, registry) in OPEN


def test_yet_to_denies(registry: Registry) -> None:
    text = "Colorado has yet to see a week with more than {} flu admissions."
    assert word(text.format(500), registry) == "refuted"
    assert word(text.format("50,000"), registry) == "supported"


def test_a_difference_is_not_the_value_of_either(registry: Registry) -> None:
    own, other = top_week("Georgia", "2024-25")[1], top_week("Georgia", "2023-24")[1]
    text = "Georgia's flu peaks of 2023-24 and 2024-25 differ by {} than a thousand admissions."
    assert abs(own - other) < 1_000 < min(own, other)
    assert word(text.format("less"), registry) == "supported"
    assert word(text.format("more"), registry) == "refuted"


def test_many_words_for_how_many_are_given_up_on(registry: Registry) -> None:
    text = "In all states and in most seasons " * 20 + "the flu peak was above 100."
    assert word(text, registry) in OPEN
    only = "only in only 2023-24 only Texas the only season in which " * 20 + "it was above 100."
    assert word(only, registry) in OPEN
