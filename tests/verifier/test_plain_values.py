"""Numbers, thresholds, ranges and units in sentences that come without a question."""

import pytest

from plain_text import of_week, season_total, top_week, verdict, word
from simulrag.simulators.registry import Registry

#: IPCC AR6 WG1 table SPM.1, 2081-2100: best estimate and very likely range, °C above 1850-1900.
SPM1 = {"SSP1-2.6": (1.8, 1.3, 2.4), "SSP2-4.5": (2.7, 2.1, 3.5), "SSP5-8.5": (4.4, 3.3, 5.7)}
SEASONS = ("2022-23", "2023-24", "2024-25")


@pytest.mark.parametrize("state", ["Ohio", "Montana", "New York"])
@pytest.mark.parametrize("season", SEASONS)
def test_a_reported_week_is_decided_by_the_number_that_was_reported(
    state: str, season: str, registry: Registry
) -> None:
    day, count = top_week(state, season)
    printed = f"{day:%B} {day.day}, {day.year}"
    text = f"{state} hospitals admitted {{:,}} people with influenza in the week ending {printed}."
    assert count == of_week(state, day)
    assert word(text.format(count), registry) == "supported"
    found = verdict(text.format(2 * count), registry)
    assert found.verdict == "refuted"
    assert found.updated == text.format(count)
    assert found.run_ids
    assert word(found.updated, registry) == "supported"


@pytest.mark.parametrize("scenario", SPM1)
def test_warming_at_the_end_of_the_century_is_that_of_table_spm_1(
    scenario: str, registry: Registry
) -> None:
    best, low, high = SPM1[scenario]
    text = "By 2081-2100, the world is {:.1f} °C warmer than in 1850-1900 under " + scenario + "."
    assert word(text.format(best), registry) == "supported"
    found = verdict(text.format(best + 1), registry)
    assert found.verdict == "refuted"
    assert found.updated == text.format(best)
    ends = "The very likely range of warming for 2081-2100 under {} is {:.1f} °C to {:.1f} °C."
    assert word(ends.format(scenario, low, high), registry) == "supported"
    found = verdict(ends.format(scenario, low - 1, high - 1), registry)
    assert found.verdict == "refuted"
    assert found.updated == ends.format(scenario, low, high)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [  # AR6 WG1 SPM A.4.4: best estimate 3 °C, likely 2.5 to 4, very likely 2 to 5 °C.
        ("The best estimate of equilibrium climate sensitivity is 3 °C.", "supported"),
        ("The best estimate of equilibrium climate sensitivity is 4 °C.", "refuted"),
        ("The likely range of equilibrium climate sensitivity is 2.5 °C to 4.0 °C.", "supported"),
        ("The likely range of equilibrium climate sensitivity is 2 °C to 5 °C.", "refuted"),
        ("The very likely range of equilibrium climate sensitivity is 2 °C to 5 °C.", "supported"),
        ("The very likely range of equilibrium climate sensitivity is 2.5 °C to 4.0 °C.",
         "refuted"),
        ("The upper end of the very likely range of the equilibrium climate sensitivity is 5 °C.",
         "supported"),
        ("The upper end of the very likely range of the equilibrium climate sensitivity is 6 °C.",
         "refuted"),
        ("The lower end of the likely range of the equilibrium climate sensitivity is 2.5 °C.",
         "supported"),
        # D.1.1: 0.45 °C per 1000 GtCO2.
        ("Each 1000 Gt of CO2 warms the world by 0.45 °C.", "supported"),
        ("Each 1000 Gt of CO2 warms the world by 0.9 °C.", "refuted"),
        # A.1.2: 1.09 °C in 2011-2020.
        ("Global warming had reached 1.09 °C in 2011-2020.", "supported"),
        ("Global warming had reached 1.59 °C in 2011-2020.", "refuted"),
        ("Less than 1.3 °C of global warming had been observed in 2011-2020.", "supported"),
    ],
)  # fmt: skip
def test_assessed_figures_are_those_of_ar6(
    sentence: str, expected: str, registry: Registry
) -> None:
    assert word(sentence, registry) == expected


@pytest.mark.parametrize("season", SEASONS)
@pytest.mark.parametrize(
    ("words", "within"), [("never exceeded", True), ("did not rise above", True)]
)
def test_a_limit_that_was_kept_is_supported_and_one_that_was_passed_refuted(
    season: str, words: str, within: bool, registry: Registry
) -> None:
    _, count = top_week("Texas", season)
    text = "Weekly flu admissions in Texas {} {:,} during the {} season."
    assert (word(text.format(words, count + 500, season), registry) == "supported") is within
    assert (word(text.format(words, count - 500, season), registry) == "refuted") is within


@pytest.mark.parametrize(
    "sentence",
    [
        "Flu admissions in Ohio did not exceed {} in the top week of the 2024-25 season.",
        "Flu admissions in Ohio did not exceed {} in any week of the 2024-25 season.",
        "In Ohio no week of the 2024-25 flu season saw more than {} admissions.",
    ],
)
def test_a_limit_within_a_denial_is_denied_once(sentence: str, registry: Registry) -> None:
    _, count = top_week("Ohio", "2024-25")
    assert word(sentence.format(f"{count + 300:,}"), registry) == "supported"
    assert word(sentence.format(f"{count - 300:,}"), registry) == "refuted"


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [  # Annual means, °C: Cairo 22, Helsinki 5, Yakutsk -8, Singapore 27, Nairobi 19.
        ("The annual mean temperature of Cairo in 1990 was above 60 °F.", "supported"),
        ("The annual mean temperature of Cairo in 1990 was below 60 °F.", "refuted"),
        ("The annual mean temperature of Cairo in 1990 did not exceed 15 °C.", "refuted"),
        ("The annual mean temperature of Helsinki in 1990 did not exceed 15 °C.", "supported"),
        ("The annual mean temperature of Helsinki in 1990 is not above 15 °C.", "supported"),
        ("The average temperature of Yakutsk in 1990 was below freezing.", "supported"),
        ("The average temperature of Singapore in 1990 was below freezing.", "refuted"),
        ("Nairobi's annual mean temperature in 1990 was between 18 °C and 21 °C.", "supported"),
        ("Nairobi's annual mean temperature in 1990 was between 22 °C and 25 °C.", "refuted"),
        ("Global warming in 2081-2100 under SSP1-2.6 does not reach 3 °C.", "supported"),
        ("Global warming in 2081-2100 under SSP5-8.5 does not reach 3 °C.", "refuted"),
        ("Global warming in 2081-2100 under SSP1-2.6 is no more than 2 °C.", "supported"),
        ("Global warming in 2081-2100 under SSP5-8.5 is no more than 2 °C.", "refuted"),
    ],
)  # fmt: skip
def test_thresholds_hold_in_the_unit_and_the_sense_in_which_they_are_said(
    sentence: str, expected: str, registry: Registry
) -> None:
    assert word(sentence, registry) == expected


def test_a_number_of_digits_is_a_range(registry: Registry) -> None:
    _, count = top_week("Montana", "2024-25")
    assert 100 <= count <= 999
    text = "Montana's flu admissions reached {} digits in the peak week of the 2024-25 season."
    assert word(text.format("three"), registry) == "supported"
    assert word(text.format("four"), registry) == "refuted"


def test_a_range_without_a_level_holds_the_value(registry: Registry) -> None:
    total = season_total("California", "2023-24")
    text = "Between {:,} and {:,} people were admitted with flu in California over 2023-24."
    assert word(text.format(total - 1000, total + 1000), registry) == "supported"
    assert word(text.format(total - 5000, total - 3000), registry) == "refuted"


def test_two_numbers_for_one_quantity_are_not_both_of_it(registry: Registry) -> None:
    day, count = top_week("Ohio", "2024-25")
    text = f"Ohio hospitals admitted {count:,} people with influenza in the week ending {day}"
    assert word(f"{text}.", registry) == "supported"
    assert word(f"{text}, 12 of them twice.", registry) in ("outside", "unread")


def test_a_corrected_number_keeps_the_direction_and_the_words_around_it(registry: Registry) -> None:
    found = verdict("In 2090, Nairobi is warmer under SSP5-8.5 than under SSP2-4.5 by 5.8 °C.",
                    registry)  # fmt: skip
    assert found.verdict == "refuted"
    assert found.updated.startswith("In 2090, Nairobi is warmer under SSP5-8.5 than under SSP2-4.5")
    assert word(found.updated, registry) == "supported"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Hobart, in the south of Australia, has an annual mean temperature above 5 °C.",
            "supported",
        ),
        (
            "Tromsø, in the far north of Norway, has an annual mean temperature above 20 °C.",
            "refuted",
        ),
        ("Toronto, Canada's largest city, has an annual mean below 15 °C.", "supported"),
        (
            "Bordeaux, in south-western France, will be colder in 2090 than in 1990 under ssp585.",
            "refuted",
        ),
        ("Fairbanks, Alaska, has an annual mean above 5 °C.", "refuted"),
        (
            "Recife, in the north-east of Brazil, is warmer over the year than Curitiba, in the "
            "south of Brazil.",
            "supported",
        ),
        ("Vancouver is cooler on annual average than Mexico City.", "supported"),
        ("us flu admissions peaked at 26,856 in 2022-23", "supported"),
        ("us hospitals took in 20,000 flu patients in the week ending 8 february 2025", "refuted"),
    ],
)
def test_a_place_may_be_told_with_where_it_lies(
    text: str, expected: str, registry: Registry
) -> None:
    assert word(text, registry) == expected


# CDC NHSN: 640 admissions in the week, of some 1.77 million residents; Alaska 86 of 740,000.
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One West Virginian in 2,800 was admitted with flu in the week ending 22 February 2025.",
         "supported"),
        ("One West Virginian in 9,800 was admitted with flu in the week ending 22 February 2025.",
         "refuted"),
        ("In the week ending 27 December 2025, 86 flu admissions were reported in Alaska. That "
         "comes to only 11.6 for every 100,000 Alaskans.", "supported"),
        ("In the week ending 27 December 2025, 86 flu admissions were reported in Alaska. That "
         "comes to only 1.2 for every 100,000 Alaskans.", "refuted"),
    ],
)  # fmt: skip
def test_a_rate_is_decided_whichever_way_it_is_told(
    text: str, expected: str, registry: Registry
) -> None:
    assert word(text, registry) == expected
