"""Dates without a year, against what hospitals reported for a season."""

import pytest

from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_text
from simulrag.verifier.claims import Verdict, VerdictWord
from simulrag.verifier.evidence import EvidenceStore


def decided(text: str, registry: Registry, store: EvidenceStore) -> Verdict:
    """Return the one verdict on a text."""
    (verdict,) = check_text(text, "", registry, store).verdicts
    return verdict


@pytest.mark.parametrize(
    ("season", "day", "expected"),
    [
        # Top weeks by CDC: ending 2022-12-03, 2023-12-30, 2025-02-08 and 2026-01-03.
        ("2022/23", "early December", "supported"),
        ("2022-23", "late January", "refuted"),
        ("2023-24", "late December", "supported"),
        ("2024-25", "early February", "supported"),
        ("2024-25", "February 8, 2025", "supported"),
        ("2024-25", "around Christmas", "refuted"),
        ("2025-26", "early January", "supported"),
    ],
)
def test_a_date_without_a_year_lies_in_the_season_that_is_named(
    season: str, day: str, expected: VerdictWord, registry: Registry, store: EvidenceStore
) -> None:
    join = "" if day.startswith("around") else "on " if "," in day else "in "
    text = f"In the {season} season US hospital admissions for influenza peaked {join}{day}."
    assert decided(text, registry, store).verdict == expected


def test_a_date_without_a_year_is_not_decided_where_no_season_is_named(
    registry: Registry, store: EvidenceStore
) -> None:
    verdict = decided("US hospital admissions for influenza peaked in March.", registry, store)
    assert verdict.verdict == "outside"
    assert "names no year" in verdict.derivation
