"""Turns of phrase that say what plainer words say, and get the same verdict."""

import pytest

from plain_text import OPEN, of_week, season_weeks, top_week, word
from simulrag.simulators.registry import Registry
from simulrag.verifier.plain.clauses import clauses
from simulrag.verifier.plain.rephrasing import rephrased


@pytest.mark.parametrize(
    "said",
    [
        "In 2081-2100 SSP2-4.5 {} 2.7 °C of warming.",
        "SSP2-4.5 {} a best estimate of 2.7 °C in 2081-2100.",
    ],
)
@pytest.mark.parametrize("verb", ["is worth", "gives", "takes the globe to", "lifts warming to"])
def test_an_amount_of_warming_is_read_behind_any_verb(said: str, verb: str) -> None:
    assert "worth" not in rephrased(said.format(verb))
    assert "globe" not in rephrased(said.format(verb))


def test_words_for_a_period_yield_to_its_years(registry: Registry) -> None:
    said = "SSP2-4.5 leads to {} °C of global warming in the middle of the century (2041-2060)."
    assert word(said.format("2.0"), registry) == "supported"
    assert word(said.format("2.7"), registry) == "refuted"


def test_a_condition_put_as_an_inversion_is_no_opinion(registry: Registry) -> None:
    said = "Global warming would be {} °C in 2081-2100 should emissions follow SSP2-4.5."
    assert word(said.format("2.7"), registry) == "supported"
    assert word(said.format("4.4"), registry) == "refuted"
    assert word("Emissions should follow SSP2-4.5.", registry) == "outside"


def test_what_is_denied_of_any_season_is_denied_of_each(registry: Registry) -> None:
    most = max(top_week("Ohio", s)[1] for s in ("2022-23", "2023-24", "2024-25"))
    said = "Ohio did not exceed {:,} weekly flu admissions in any season."
    assert word(said.format(most // 2), registry) == "refuted"
    assert word(said.format(most * 3), registry) == "supported"


def test_since_the_first_of_the_years_held_is_the_whole_series(registry: Registry) -> None:
    most = max(top_week("Ohio", s)[1] for s in ("2022-23", "2023-24", "2024-25"))
    said = "Ohio's hospitals have not admitted more than {:,} flu patients in any week since 2022."
    assert word(said.format(most // 2), registry) == "refuted"
    assert word(said.format(most * 3), registry) == "supported"
    assert word(said.replace("2022", "2024").format(most * 3), registry) in (*OPEN, "supported")


@pytest.mark.parametrize(("shift", "expected"), [(0, "supported"), (400, "refuted")])
def test_a_change_is_read_by_both_its_ends(registry: Registry, shift: int, expected: str) -> None:
    days, _ = season_weeks("Ohio", "2024-25")
    first, last = days[18], days[21]
    before, after = of_week("Ohio", first), of_week("Ohio", last)
    assert before < after
    said = (
        f"Between {first:%-d %B} and {last:%-d %B %Y}, weekly flu admissions in Ohio rose from "
        f"{before:,} to {after + shift:,}."
    )
    assert word(said, registry) == expected


def test_every_single_state_is_every_state(registry: Registry) -> None:
    said = "Every single state had already peaked by mid-January in the 2023-24 flu season."
    assert word(said, registry) == "refuted"


def test_the_worst_of_all_seasons_says_nothing_of_each(registry: Registry) -> None:
    day, _ = top_week("North Dakota", "2024-25")
    said = f"North Dakota's worst flu week of all four winters ended on {day:%-d %B %Y}."
    assert word(said, registry) == "refuted"  # it is one of 2025-26
    assert word(said.replace("four", "seven"), registry) in OPEN


def test_a_second_comparison_is_read_by_itself() -> None:
    text = "Fewer people fell ill in 2025-26 than in 2024-25, though more than in 2022-23."
    parted = [tuple(" ".join(part.split()) for part in parts) for parts in clauses(text)]
    assert (
        "Fewer people fell ill in 2025-26 than in 2024-25",
        "more people fell ill in 2025-26 than in 2022-23.",
    ) in parted


def test_an_owner_keeps_what_a_relative_clause_says_of_it() -> None:
    text = "Ohio, whose flu peak came in February, had more admissions than Iowa."
    parted = [tuple(" ".join(part.split()) for part in parts) for parts in clauses(text)]
    assert (
        "Ohio's flu peak came in February",
        "Ohio had more admissions than Iowa.",
    ) in parted


def test_a_lead_in_that_says_nothing_is_passed_over_and_one_that_narrows_is_not(
    registry: Registry,
) -> None:
    day, most = top_week("Ohio", "2024-25")
    said = f"Ohio reported {most:,} flu admissions in the week ending {day:%-d %B %Y}."
    assert word(said, registry) == "supported"
    assert word(f"The figures tell a different story: {said}", registry) == "supported"
    assert word(f"Coastal wards tell a different story: {said}", registry) in OPEN
