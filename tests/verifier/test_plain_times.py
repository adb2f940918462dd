"""When things happened, and reports whose sentences lean on those before."""

import itertools
from datetime import date, timedelta

import pytest

from plain_text import OPEN, checked, of_week, season_total, season_weeks, top_week, verdict, word
from simulrag.simulators.registry import Registry

STATES = ("Ohio", "Florida", "Texas")


def spelled(day: date) -> str:
    """Return a day as Americans print it."""
    return f"{day:%B} {day.day}, {day.year}"


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize("season", ["2022-23", "2023-24", "2024-25"])
def test_the_week_of_the_peak_is_the_one_that_was_reported(
    state: str, season: str, registry: Registry
) -> None:
    day, _ = top_week(state, season)
    text = f"{state}'s {season} flu season peaked in the week ending {{}}."
    assert word(text.format(spelled(day)), registry) == "supported"
    for weeks in (-4, 4):
        found = verdict(text.format(spelled(day + timedelta(weeks=weeks))), registry)
        assert found.verdict == "refuted"
        assert found.updated == text.format(spelled(day))


def test_a_month_that_is_wrong_is_corrected_to_the_month_and_no_finer(registry: Registry) -> None:
    day, _ = top_week("Ohio", "2024-25")
    text = "Flu admissions in Ohio peaked in {} during the 2024-25 season."
    assert word(text.format(f"{day:%B %Y}"), registry) == "supported"
    found = verdict(text.format("December 2024"), registry)
    assert found.verdict == "refuted"
    assert found.updated == text.format(f"{day:%B %Y}")


@pytest.mark.parametrize(
    ("words", "expected"),  # Florida's top week of 2023-24 ended on 6 January 2024.
    [
        ("peaked in early January", "supported"),
        ("peaked by the middle of January", "supported"),
        ("peaked before the middle of December", "refuted"),
        ("did not peak until January", "supported"),
        ("did not peak until March", "refuted"),
        ("peaked after Christmas", "supported"),
        ("peaked before Christmas", "refuted"),
    ],
)
def test_before_after_and_until_are_told_apart(
    words: str, expected: str, registry: Registry
) -> None:
    assert top_week("Florida", "2023-24")[0] == date(2024, 1, 6)
    assert word(f"Florida's 2023-24 flu season {words}.", registry) == expected


def test_of_two_seasons_the_later_peak_is_found(registry: Registry) -> None:
    peaks = {season: top_week("Ohio", season)[0] for season in ("2022-23", "2024-25")}
    assert (peaks["2024-25"] - date(2024, 8, 1)) > (peaks["2022-23"] - date(2022, 8, 1))
    text = "In Ohio, the 2024-25 flu season peaked {} than the 2022-23 season."
    assert word(text.format("later"), registry) == "supported"
    assert word(text.format("earlier"), registry) == "refuted"


@pytest.mark.parametrize("state", ["Ohio", "New York"])
def test_a_course_between_two_weeks_is_that_of_its_ends(state: str, registry: Registry) -> None:
    days, counts = season_weeks(state, "2024-25")
    top = days.index(top_week(state, "2024-25")[0])
    for first, last in ((top - 4, top), (top, top + 4)):
        rises = counts[last] > counts[first]
        text = (
            f"Between the week ending {spelled(days[first])} and the week ending "
            f"{spelled(days[last])}, weekly flu admissions in {state} {{}}."
        )
        assert word(text.format("rose" if rises else "fell"), registry) == "supported"
        found = verdict(text.format("fell" if rises else "rose"), registry)
        assert found.verdict == "refuted"
        assert found.updated == text.format("rose" if rises else "fell")


def test_parts_and_multiples_of_a_course_are_counted_from_its_first_week(
    registry: Registry,
) -> None:
    before, top, after = (date(2025, 1, 18), date(2025, 2, 15), date(2025, 3, 22))
    counts = [of_week("Ohio", day) for day in (before, top, after)]
    assert counts[1] > 2 * counts[0]
    assert counts[2] < counts[1] / 2
    rise = f"Weekly flu admissions in Ohio more than {{}} between {before} and {top}."
    fall = "Weekly flu admissions in Ohio fell by {} between February 15, 2025 and March 22, 2025."
    assert word(rise.format("doubled"), registry) == "supported"
    assert word(fall.format("more than half"), registry) == "supported"
    assert word(fall.format("less than a quarter"), registry) == "refuted"


def test_a_month_is_a_window_with_a_highest_week(registry: Registry) -> None:
    days, counts = season_weeks("Ohio", "2024-25")
    highest = max(c for d, c in zip(days, counts, strict=True) if (d.year, d.month) == (2025, 2))
    text = "In February 2025, weekly flu admissions in Ohio climbed above {:,.0f}."
    assert word(text.format(highest - 200), registry) == "supported"
    assert word(text.format(highest + 200), registry) == "refuted"


def test_a_trend_holds_where_every_season_goes_on_with_it(registry: Registry) -> None:
    totals = [season_total("New York", s) for s in ("2022-23", "2023-24", "2024-25")]
    assert all(a < b for a, b in itertools.pairwise(totals))
    text = "New York's flu season total {} with each season from 2022-23 to 2024-25."
    assert word(text.format("grew"), registry) == "supported"
    assert word(text.format("shrank"), registry) == "refuted"


def test_a_relative_season_is_counted_from_the_one_before_it(registry: Registry) -> None:
    first, second = (top_week("Ohio", s)[1] for s in ("2023-24", "2024-25"))
    text = (
        f"Ohio's flu season of 2023-24 peaked at {first:,} admissions a week. "
        "The following season peaked at {:,} admissions a week."
    )
    assert word(text.format(second), registry) == "supported"
    found = checked(text.format(second + 1000), registry)
    assert [v.verdict for v in found.verdicts] == ["supported", "refuted"]
    assert found.corrected == text.format(second)
    back = "Ohio's flu season of 2024-25 peaked in February. The season before peaked {}."
    assert first < second
    assert word(back.format("higher"), registry) == "refuted"
    assert word(back.format("lower"), registry) == "supported"


def test_what_a_sentence_takes_up_from_before_it_is_said(registry: Registry) -> None:
    text = "Ohio's flu season of 2024-25 peaked in February. The season before peaked lower."
    assert any("Ohio" in line for line in verdict(text, registry).assumed)


def test_a_season_before_all_that_are_held_is_not_decided(registry: Registry) -> None:
    text = "Ohio's flu season of 2022-23 peaked in December. The season before peaked higher."
    assert word(text, registry) in OPEN


def test_the_same_month_says_nothing_of_a_size(registry: Registry) -> None:
    months = {top_week("Ohio", s)[0].month for s in ("2023-24", "2024-25")}
    assert months == {2}
    text = "Ohio's flu season of 2024-25 peaked in February. The season before peaked in the same month."  # noqa: E501
    assert word(text, registry) in ("supported", *OPEN)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("In one week of December 2022 Nevada had 318 flu admissions.", "supported"),
        ("In one week of December 2022 Nevada had 678 flu admissions.", "refuted"),
        (
            "Utah's flu admission rate hit 11 per 100k in a January week of the 24/25 season.",
            "supported",
        ),
        (
            "Utah's flu admission rate hit 15 per 100k in a January week of the 24/25 season.",
            "refuted",
        ),
        (
            "Fewer than 200 Ohioans were admitted with flu in one week of December 2023.",
            "supported",
        ),
        ("Ohio did not exceed 3,000 flu admissions in a single week of February 2025.", "refuted"),
        (
            "Every week of February 2025 brought more than 39,000 flu admissions nationwide.",
            "supported",
        ),
        (
            "Every week of January 2025 brought more than 39,000 flu admissions nationwide.",
            "refuted",
        ),
        (
            "By mid-January 2023 US flu admissions had fallen to about a quarter of their December "
            "peak.",
            "supported",
        ),
    ],
)
def test_what_happened_in_some_week_of_a_month_may_be_in_any_of_them(
    text: str, expected: str, registry: Registry
) -> None:
    assert word(text, registry) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Ohio's season totals of flu admissions rose steadily from 2022-23 to 2024-25.",
            "supported",
        ),
        (
            "Oregon's season totals of flu admissions rose steadily between 2022-23 and 2024-25.",
            "refuted",
        ),
        (
            "Georgia's total of flu admissions shrank from season to season between 2022-23 and "
            "2024-25.",
            "refuted",
        ),
        (
            "Georgia's seasonal peaks of flu admissions kept rising from 2022-23 to 2025-26.",
            "supported",
        ),
        (
            "Utah's peak week of flu admissions did not grow steadily from 2022-23 to 2024-25.",
            "supported",
        ),
    ],
)
def test_each_season_is_compared_with_the_one_before_it(
    text: str, expected: str, registry: Registry
) -> None:
    assert word(text, registry) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Kansas had its worst flu week of 2022-23 in the week ending 3 December 2022. In "
            "2023-24 the worst week brought 139 admissions. That is less than half the earlier "
            "peak.",
            "supported",
        ),
        (
            "Kansas had its worst flu week of 2022-23 in the week ending 3 December 2022. In "
            "2023-24 the worst week brought 139 admissions. That makes the newer peak about three"
            " times the older one.",
            "refuted",
        ),
        (
            "The US flu peak of 2024-25 was 55,757 admissions a week. That of 2025-26 was 42,648."
            " The later one was lower.",
            "supported",
        ),
        (
            "The US flu peak of 2024-25 was 55,757 admissions a week. That of 2025-26 was 42,648."
            " The later one was lower. It also came earlier in the winter.",
            "supported",
        ),
        (
            "The US flu peak of 2024-25 was 55,757 admissions a week. That of 2025-26 was 42,648."
            " The later one was lower. It also came later in the winter.",
            "refuted",
        ),
        (
            "Nevada's 2022-23 flu season peaked at 478 admissions a week. The next season peaked "
            "at 185. The two peaks were about the same height.",
            "refuted",
        ),
        (
            "Nevada's 2022-23 flu season peaked at 478 admissions a week. The next season peaked "
            "at 185. The older one was more than twice as high.",
            "supported",
        ),
        (
            "Nevada's 2022-23 flu season peaked at 478 admissions a week. The next season peaked "
            "at 185. The newer one was the larger of the two.",
            "refuted",
        ),
    ],
)
def test_two_peaks_that_were_spoken_of_are_meant_by_their_time(
    text: str, expected: str, registry: Registry
) -> None:
    assert word(text, registry) == expected
