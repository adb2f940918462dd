"""Sentences on reported admissions, by class of wording; the weekly figures say which are true."""

import pytest

from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.check import check_text
from simulrag.verifier.evidence import EvidenceStore


@pytest.fixture(scope="module")
def registry() -> Registry:
    return installed()


def _word(text: str, registry: Registry) -> str:
    """Return the verdict on the last sentence of a text."""
    with EvidenceStore() as store:
        return check_text(text, "", registry, store).verdicts[-1].verdict


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Two peaks in one week are compared by week, not by size.
        ("New Jersey and Maryland peaked in the same week in 2024-25.", "supported"),
        ("New Jersey and New York peaked in the same week in 2024-25.", "refuted"),
        ("The 2025-26 peak in Oklahoma coincided with that in California.", "supported"),
        ("The 2025-26 peak in Oklahoma coincided with that in Ohio.", "refuted"),
        # How far apart they are is a number, whatever the verb.
        ("In 2024-25 Ohio trailed the country's peak by a week.", "supported"),
        ("In 2024-25 Ohio trailed the country's peak by two weeks.", "refuted"),
        ("Michigan peaked a fortnight after the nation in 2024-25.", "supported"),
        ("Six weeks passed between the peak of 2025-26 in Georgia and that in Oregon.",
         "supported"),
        ("Ten weeks passed between the peak of 2025-26 in Georgia and that in Oregon.",
         "refuted"),
        ("South Dakota was the last state to reach its 2023-24 peak.", "supported"),
        ("Iowa peaked later than any other state in 2023-24.", "refuted"),
    ],
)  # fmt: skip
def test_peaks_are_compared_by_when_they_came(text: str, expected: str, registry: Registry) -> None:
    assert _word(text, registry) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("In only two weeks of the 2025-26 season did Florida record more than 2,400 flu "
         "admissions.", "refuted"),
        ("In only three weeks of the 2025-26 season did Florida record more than 2,400 flu "
         "admissions.", "supported"),
        ("In only one week of the 2022-23 season did the nation record upwards of 25,000 flu "
         "admissions.", "supported"),
        ("For nine weeks running, the nation had more than 30,000 flu admissions a week in early "
         "2025.", "supported"),
        ("For seven weeks running, the nation had more than 30,000 flu admissions a week in "
         "early 2025.", "refuted"),
        ("In October 2022 national admissions rose each week.", "supported"),
        ("In February 2023 national admissions rose each week.", "refuted"),
        ("The count for the country rose throughout January 2025.", "refuted"),
        ("Vermont never reached triple digits in 2025-26.", "supported"),
        ("Vermont never reached triple digits in 2024-25.", "refuted"),
        ("In January 2026 Florida's weekly flu admissions lay between 1,500 and 2,700.",
         "supported"),
        ("In January 2026 Florida's weekly flu admissions lay between 2,000 and 2,700.",
         "refuted"),
        ("Weekly flu admissions in Florida ranged from 1,000 to 2,604 in January 2026.",
         "refuted"),
    ],
)  # fmt: skip
def test_what_holds_of_weeks_is_counted_over_all_of_them(
    text: str, expected: str, registry: Registry
) -> None:
    assert _word(text, registry) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Wisconsin's flu admissions rose by about two fifths from the last week of 2025 to the "
         "first of 2026.", "supported"),
        ("Flu admissions in Wisconsin were higher in the first week of 2026 than in the last "
         "week of 2025.", "supported"),
        ("The nationwide count slipped by about 8,000 between the first and the second week of "
         "January 2025.", "supported"),
        ("Pennsylvania, not California, had the larger number of flu admissions in the week "
         "ending 15 February 2025.", "supported"),
        ("For every flu patient admitted in Washington State in the week ending 3 January 2026, "
         "Pennsylvania admitted more than a dozen.", "supported"),
        ("Nobody admitted more flu patients in the week to 28 December 2024 than Arizona.",
         "refuted"),
        ("The US did not have a single week above 45,000 in 2024-25.", "refuted"),
        ("Massachusetts beat its 2024-25 flu peak in 2025-26.", "refuted"),
        ("Ohio saw the second highest number of admissions in the week ending 15 February "
         "2025.", "supported"),
        ("Over the four weeks following 8 February 2025 the US count came down from 55,757 to "
         "24,757.", "supported"),
    ],
)  # fmt: skip
def test_what_a_sentence_leaves_out_is_put_back(
    text: str, expected: str, registry: Registry
) -> None:
    assert _word(text, registry) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Before 2024-25 Texas never reached 3,000 a week.",
        "Outside of 2024-25 Ohio never exceeded 2,000 flu admissions a week.",
        "West Virginia had one of the highest rates in the country in 2024-25.",
        "Four weeks after its 2024-25 peak, Ohio's count was below 1,500.",
        "Between 2022-23 and 2025-26, seasonal peaks in Texas ranged from about 2,100 to about "
        "4,700 admissions a week.",
        "In 2024-25 only Texas and Florida had higher peaks than others. The state topped out "
        "at 3,787.",
    ],
)
def test_what_only_seems_to_be_a_value_decides_nothing(text: str, registry: Registry) -> None:
    assert _word(text, registry) not in ("supported", "refuted")


def test_a_week_and_a_season_are_counted_from_those_named_before(registry: Registry) -> None:
    weeks = "Weekly flu admissions in Ohio stood at 3,705 in the week ending 15 February 2025. "
    assert _word(weeks + "A week earlier there had been 3,269.", registry) == "supported"
    assert _word(weeks + "A week earlier there had been 2,000.", registry) == "refuted"
