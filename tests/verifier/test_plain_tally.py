"""Sentences on observed counts that are read word by word, their truth by the table itself."""

import pytest

from plain_text import OPEN, checked, word
from simulrag.simulators.registry import Registry
from simulrag.verifier.plain.tally_words import forms, sections, signs

_TRUE = (
    "Relative to population, Rhode Island's worst week of 2025-26 was harsher than Texas's.",
    "With flu, Iowa was at its height in 2024-25 in the week ending 8 February 2025.",
    "Virginia's worst week of 2022-23 saw fewer than half as many admissions as that of 2024-25.",
    "In the 2025-26 season Arkansas never once had 300 flu admissions in a week.",
    "Missouri, Iowa and Nebraska each had a higher peak in 2024-25 than in 2025-26.",
    "Delaware counted 231 admissions in the week ending 8 February 2025, the most on record.",
    "Nationwide the flu season of 2025-26 peaked earlier than that of 2024-25.",
    "California's 2025-26 flu peak was surpassed in 2024-25.",
    "No week of 2024-25 brought Louisiana more flu admissions than the one ending 4 January 2025.",
    "Oklahoma's 2025-26 crest was a third of what it had been in 2024-25.",
    "Weekly flu admissions in Massachusetts more than doubled between 14 and 28 December 2024.",
    "Of all states, Pennsylvania had the most flu patients in the week ending 15 February 2025.",
    "The US flu curve of 2024-25 had two humps, one at New Year and a taller one in February.",
    "Oregon's 2025-26 flu season did not peak around New Year but in February.",
    "For Ohio, no flu season since 2022-23 has been as heavy as 2024-25.",
)
_FALSE = (
    "In the week ending 8 February 2025 Iowa had fewer flu admissions than Nebraska.",
    "Measured by its peak rate, Alaska's 2023-24 season was worse than North Carolina's.",
    "Vermont's flu admissions stayed above 60 a week all through January 2026.",
    "Minnesota's total of flu admissions for 2025-26 exceeded 10,000.",
    "Weekly flu admissions in Michigan did not go below 250 between 13 December 2025 and 28 "
    "February 2026.",
    "Illinois's 2025-26 flu peak was exceeded in 2022-23.",
    "Ohio's flu peaks have risen from one season to the next since 2022-23.",
    "Weekly flu admissions in Tennessee never reached four digits in 2024-25.",
)
_NOT_SO_TOLD = (
    "Georgia's flu peak was exceeded by 300 admissions in 2024-25.",
    "For most of the season, flu admissions in Ohio were above 100 a week in 2024-25.",
    "In Ohio the 2022-23 flu season peaked at 972 paediatric admissions a week.",
    "Texas had its second-highest flu peak in 2024-25.",
    "At times, Iowa had more flu admissions than Ohio in 2024-25.",
    "Half of Ohio's hospitals were full in the week ending 15 February 2025.",
)


@pytest.mark.parametrize("text", _TRUE)
def test_a_true_sentence_whose_words_are_all_known_is_supported(
    text: str, registry: Registry
) -> None:
    assert word(text, registry) == "supported"


@pytest.mark.parametrize("text", _FALSE)
def test_a_false_sentence_whose_words_are_all_known_is_refuted(
    text: str, registry: Registry
) -> None:
    assert word(text, registry) == "refuted"


@pytest.mark.parametrize("text", _NOT_SO_TOLD)
def test_a_word_that_could_turn_a_sentence_leaves_it_open(text: str, registry: Registry) -> None:
    assert word(text, registry) in OPEN


def test_a_sentence_is_compared_with_the_one_before_it(registry: Registry) -> None:
    text = (
        "Pennsylvania's flu admissions peaked at 4,569 in the week ending 15 February 2025. The "
        "following season brought a lower peak. It also came earlier. Ohio's worst week of 2025-26 "
        "was worse."
    )
    assert [v.verdict for v in checked(text, registry).verdicts] == [
        "supported", "supported", "supported", "refuted",
    ]  # fmt: skip


def test_no_word_for_counts_stands_for_two_things():
    told: dict[str, set[str]] = {}
    for section, phrases in sections():
        sign = section.removesuffix(" verbs")
        for phrase in phrases:
            for form in forms(phrase) if section.endswith(" verbs") else {phrase}:
                told.setdefault(form, set()).add(sign)
    assert {word: found for word, found in told.items() if len(found) > 1} == {}
    assert len(signs()) > 3000


@pytest.mark.parametrize(
    ("verb", "form"),
    [
        ("fall short of", "fell short of"),
        ("overtake", "overtaken"),
        ("top out at", "topped out at"),
    ],
)
def test_a_verb_stands_for_its_forms_with_what_is_behind_it(verb: str, form: str) -> None:
    assert form in forms(verb)
