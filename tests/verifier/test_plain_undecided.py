"""Sentences that no run decides: each differs by a few words from one that is decided."""

import pytest

from plain_text import OPEN, verdict, word
from simulrag.simulators.registry import Registry

DECIDED = (
    "Ohio hospitals admitted 3,705 people with influenza in the week ending February 15, 2025.",
    "Flu admissions in Ohio peaked in February 2025 during the 2024-25 season.",
    "Cairo is hotter than Helsinki.",
    "Halving CO2 emissions would leave Lima cooler in 2090 under SSP2-4.5.",
    "Global warming in 2081-2100 under SSP5-8.5 is 4.4 °C.",
)


@pytest.mark.parametrize("sentence", DECIDED)
def test_the_sentences_that_the_others_are_made_from_are_decided(
    sentence: str, registry: Registry
) -> None:
    assert word(sentence, registry) == "supported"


@pytest.mark.parametrize(
    "sentence",
    [
        # Of something or somebody else.
        "RSV admissions in Ohio peaked in February 2025 during the 2024-25 season.",
        "Covid admissions in Ohio reached 3,705 in the week ending February 15, 2025.",
        "Ohio hospitals admitted 3,705 children with influenza in the week ending February 15, "
        "2025.",
        "Flu deaths in Ohio peaked at 3,705 in the 2024-25 season.",
        "Rain in Cairo is heavier than in Helsinki.",
        "Sea level rises more under SSP5-8.5 than under SSP1-2.6.",
        "The climate of Helsinki is more humid than that of Cairo.",
        "Ohio had 17 % more flu vaccinations in 2024-25 than in 2023-24.",
        # Of no place, season or scenario that is held.
        "Mount Zarquon is colder than Cairo.",
        "It is colder on Mars than in Cairo.",
        "On Mars it is colder than in Cairo.",
        "The Siberian city is colder than Cairo.",
        "The capital of Finland is colder than Cairo.",
        "The 2024-25 flu season in Bavaria peaked in February.",
        "Flu admissions in Ohio and Ontario peaked in February 2025.",
        "Flu admissions in Ohio peaked in February 2025 and in Quebec in March.",
        "The 2012-13 flu season in Ohio peaked at 3,705 admissions a week.",
        "The flu season in Ohio peaked in February.",
        "Under SSP9-9.9 Cairo is hotter in 2090 than in 1990.",
        "Under RCP8.5 Helsinki is warmer in 2090 than under RCP2.6.",
        "In 2150 Cairo is hotter under SSP5-8.5 than under SSP1-2.6.",
        "The average temperature in Helsinki in 2090 will be above 5 °C.",
        # Of a part of the year or the day.
        "Cairo in July is hotter than Helsinki.",
        "Cairo is hotter than Helsinki in winter.",
        "Cairo is hotter at night than Helsinki.",
        "The highest temperature ever measured in Cairo is above 20 °C.",
        # Of a week that nothing before it names.
        "In that week Ohio hospitals admitted 3,705 people with influenza.",
        "Flu admissions in Ohio peaked at 3,705 in that week.",
        "A second wave of flu in Ohio peaked in March 2025 during the 2024-25 season.",
        # Except, outside.
        "Halving CO2 emissions would leave Lima cooler in 2090 under SSP2-4.5 except in the hills.",
        "Global warming in 2081-2100 under SSP5-8.5 lies outside the very likely range of 3.3 °C "
        "to 5.7 °C.",
        # Causes, opinions, questions.
        "Flu admissions in Ohio peaked in February 2025 because schools reopened.",
        "Ohio's flu season was caused by cold weather in 2024-25.",
        "I think the 2024-25 season in Ohio should have been declared an emergency.",
        "Cairo and Helsinki should cool down.",
        "Is Cairo hotter than Helsinki?",
        # Denied twice, or denied from outside.
        "Flu admissions in Ohio did not never peak in February 2025 during the 2024-25 season.",
        "It is not the case that Cairo is not hotter than Helsinki.",
        "Nobody believes that Helsinki is hotter than Cairo.",
        "Hardly anyone knows that Cairo is hotter than Helsinki.",
    ],
)
def test_what_is_not_read_in_full_is_not_decided(sentence: str, registry: Registry) -> None:
    found = verdict(sentence, registry)
    assert found.verdict in OPEN
    assert found.updated == sentence
    assert found.run_ids == () or found.verdict == "undecided"


@pytest.mark.parametrize(
    ("sentence", "named"),
    [
        ("RSV admissions in Ohio peaked in February 2025 during the 2024-25 season.", "RSV"),
        ("Flu deaths in Ohio peaked at 3,705 in the 2024-25 season.", "deaths"),
    ],
)
def test_what_is_not_represented_is_named_with_the_simulator_that_lacks_it(
    sentence: str, named: str, registry: Registry
) -> None:
    problem = verdict(sentence, registry).problem
    assert problem is not None
    assert named.casefold() in f"{problem.given} {problem.message}".casefold()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Flu admissions in Ohio will top 3,000 a week in the winter of 2029-30.", "outside"),
        ("Nothing has been as tiresome as the quarrel about climate sensitivity.", "outside"),
    ],
)
def test_forecasts_and_judgements_are_outside(text: str, expected: str, registry: Registry) -> None:
    assert word(text, registry) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Georgia's flu peak in 2025-26 was higher than that of 2024-25 by several hundred.",
        "Ohio's flu peak was dozens of admissions lower in 2025-26 than in 2024-25.",
        "Ohio's 2025-26 flu peak was lower.",
    ],
)
def test_amounts_and_references_that_are_left_vague_are_not_passed_over(
    text: str, registry: Registry
) -> None:
    assert word(text, registry) in OPEN
