"""Sentences told in another order, with two facts in one, or set against another place."""

import pytest

from plain_text import word
from simulrag.simulators.registry import Registry
from simulrag.verifier.plain.transformations import transformed
from simulrag.verifier.quantities import quantities


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # When it was, and how much later than something else.
        ("Michigan's 2022-23 flu wave crested at the very end of December, about four "
         "weeks after the national one.",
         "supported"),
        ("Colorado's 2024-25 flu season peaked in mid-February, a week after the national "
         "maximum.",
         "refuted"),
        ("Colorado's 2024-25 flu season peaked in early January, five weeks before the "
         "nation.",
         "supported"),
        ("In 2024-25 Colorado peaked a week earlier than the country.", "refuted"),
        ("In 2024-25 Colorado's flu peak came one week before the national one.", "refuted"),
        ("In 2024-25 Colorado's flu peak came more than a month before the national "
         "one.",
         "supported"),
        # Two crests told one by one.
        ("Arizona's 2025-26 flu curve has two bumps, a smaller one at New Year and a "
         "somewhat larger one in mid-February.",
         "supported"),
        ("Arizona's 2025-26 flu curve has two bumps, a larger one at New Year and a "
         "smaller one in mid-February.",
         "refuted"),
        ("Tennessee's 2024-25 flu season had two crests, one in early January and one in "
         "mid-February.",
         "supported"),
        # One thing said of a place and denied of another.
        ("For Nevada, unlike the country, the 2022-23 flu peak was higher than that of "
         "2024-25.",
         "supported"),
        ("Unlike Texas, Minnesota had a lower flu peak in 2025-26 than in 2024-25.", "refuted"),
        # Another subject, another order.
        ("It took New Jersey until the middle of March 2026 to reach its flu maximum.", "refuted"),
        ("California's busiest flu week of the 2025-26 season did not come around New "
         "Year but in the middle of February.",
         "supported"),
        ("New York's 2022-23 flu season went by without a single week of more than 1,000 "
         "hospital admissions.",
         "refuted"),
        ("It makes no difference to Melbourne's annual mean temperature in 2090 whether "
         "the world takes ssp126 or ssp585.",
         "refuted"),
        ("Alaska had the highest rate of influenza admissions in the nation in the week "
         "ending 8 February 2025.",
         "refuted"),
        ("Missouri's peak of flu admissions in 2024-25 was only slightly above the one of "
         "2023-24.",
         "refuted"),
        ("Indiana's influenza peak in 2024-25 was about three times as high as the one in "
         "2023-24.",
         "supported"),
        ("Iowa's 2023-24 flu season did not reach its top until about the beginning of "
         "March 2024.",
         "supported"),
        ("The annual mean in Norilsk is several degrees below zero Celsius.", "supported"),
        ("Calgary's annual mean is several degrees below zero.", "refuted"),
        # By population, in all the words for it.
        ("Measured against population, no state had more flu admissions than North "
         "Carolina in the week ending 27 December 2025.",
         "supported"),
        ("Adjusted for population, North Carolina had more flu admissions than Texas in "
         "the week ending 27 December 2025.",
         "supported"),
        # What stands before than is compared with what stands behind it.
        (
            "Alaska's worst flu week of 2025-26 brought 86 admissions, more than the 64 of the "
            "season before.",
            "supported",
        ),
        (
            "Alaska's worst flu week of 2025-26 brought 86 admissions, fewer than the 64 of the "
            "season before.",
            "refuted",
        ),
        ("Under SSP3-7.0 the best estimate for 2081-2100 is 3.6 °C, twice that of "
         "SSP1-2.6.",
         "supported"),
        ("Under SSP3-7.0 the best estimate for 2081-2100 is 3.6 °C, three times that of "
         "SSP1-2.6.",
         "refuted"),
        # Slightly is how much.
        ("Flu admissions in the US rose slightly from 5 November 2022 to 3 December "
         "2022.",
         "refuted"),
        ("Michigan peaked slightly later than the country in 2022-23.", "supported"),
        ("Under ssp585, Oslo is slightly warmer in 2090 than in 2000.", "refuted"),
        # What had its highest in a season.
        ("It was in 2025-26, not in 2024-25, that Connecticut recorded its highest weekly "
         "flu count so far.",
         "supported"),
        ("Connecticut recorded its highest weekly flu count so far in 2024-25.", "refuted"),
        ("Nowhere in the 2022-23 season is there a week with more than 20,000 flu "
         "admissions nationwide.",
         "refuted"),
        # Among some of the states.
        ("Massachusetts had the highest flu peak in New England in 2025-26.", "supported"),
        ("Vermont had the highest flu peak in New England in 2025-26.", "refuted"),
    ],
)  # fmt: skip
def test_another_form_of_a_sentence_is_decided_as_the_plain_one(
    text: str, expected: str, registry: Registry
) -> None:
    assert word(text, registry) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Of the southern states, Texas had the most flu admissions in 2025-26.",
        "Texas is heading for its worst flu week ever in the January of 2028.",
        "Flu admissions in Ohio peak in February 2027.",
        "Holiday travel is what pushed New York's flu admissions up at the end of 2025.",
        "dublin is milder than moscow if you average over the year",
        "Delhi gains less than Hamburg over those years.",
        "The national curve climbed to a higher crest in February 2025.",
    ],
)
def test_what_some_regions_later_years_and_causes_are_said_to_do_is_outside(
    text: str, registry: Registry
) -> None:
    assert word(text, registry) not in ("supported", "refuted")


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("between fifteen and twenty thousand", [15_000, 20_000]),
        ("5 to 10 thousand", [5_000, 10_000]),
        ("from 900 to 2 thousand", [900, 2_000]),
        ("one hundred and twenty thousand", [120_000]),
        ("a million and a half", [1_500_000]),
        ("forty and five", [40, 5]),
        ("a week before the nation", [1]),
        ("20,000 a week before the end", [20_000]),
        ("instead of four tenths", []),
    ],
)
def test_the_ends_of_a_range_share_a_scale(text: str, values: list[float]) -> None:
    assert [float(q.value) for q in quantities(text)] == values


def test_figures_of_a_transformed_sentence_stand_where_they_were_printed() -> None:
    text = "Passed 20,000 in December and fell below that mark in March."
    other = next(iter(transformed(text)))
    assert other.text.count("20,000") == 2
    at = other.text.rindex("20,000")
    assert text[other.origin[at] : other.origin[at + 5] + 1] == "20,000"


@pytest.mark.parametrize(
    ("before", "text", "expected"),
    [
        (
            "Minneapolis has an annual mean of 7 °C.",
            "Under ssp370 it warms by more degrees from 2000 to 2085 than Honolulu.",
            "supported",
        ),
        (
            "In the first week of December 2025, US hospitals admitted under 8,000 flu patients.",
            "In the week ending 3 January it was more than 42,000.",
            "supported",
        ),
        (
            "Under SSP3-7.0 the world warms.",
            "That scenario's best estimate for 2081-2100 is 3.6 °C above 1850-1900.",
            "supported",
        ),
    ],
)
def test_what_it_is_was_said_in_the_sentence_before(
    before: str, text: str, expected: str, registry: Registry
) -> None:
    assert word(f"{before} {text}", registry) == expected


def test_what_it_is_nobody_knows_after_a_sentence_that_was_not_read(registry: Registry) -> None:
    told = "Flu admissions in Ohio peaked at 3,705. Sales of tea brought in millions. It was 20."
    assert word(told, registry) not in ("supported", "refuted")
