"""Wordings that a plain text may choose for what is read already, true and false of each."""

from datetime import date

import pytest

from plain_text import OPEN, of_week, top_week, word
from simulrag.simulators.registry import Registry

RANGES = [
    ("The very likely range for SSP2-4.5 in 2081-2100 does not include 1.5 °C.", True),
    ("The very likely range for SSP2-4.5 in 2081-2100 includes 1.5 °C.", False),
    ("The likely range of equilibrium climate sensitivity excludes 5 °C.", True),
    ("The upper end of the very likely warming range under SSP5-8.5 in 2081-2100 is lower than "
     "5 °C.", False),
    ("Under SSP1-1.9, not even the upper limit of the very likely range touches 2 °C in "
     "2081-2100.", True),
    ("Under SSP1-2.6, not even the upper limit of the very likely range hits 2 °C in 2081-2100.",
     False),
    ("Every single one of the five scenarios stays below 5 °C in 2081-2100, as far as the best "
     "estimate is concerned.", True),
    ("The two decades 2001-2020 were about one degree Celsius warmer than 1850-1900.", True),
    ("Emit two thousand billion tonnes of CO2 and the planet warms by roughly 0.9 °C.", True),
    ("Emit two thousand billion tonnes of CO2 and the planet warms by roughly 2 °C.", False),
]  # fmt: skip
YEARS = [
    ("Perth's annual mean in 2085 will have risen by no more than a quarter of a degree Celsius "
     "since 2000 if ssp585 comes to pass.", False),
    ("Helsinki's annual mean has warmed by more than one degree since 1950 in 2060.", True),
    ("Cairo ends up at least one and a half degrees Celsius cooler in 2090 on the ssp126 path "
     "than on the ssp585 path.", True),
    ("Cutting the world's methane emissions to half of what ssp245 assumes would warm Hanoi in "
     "2070.", False),
    ("Halving methane emissions compared with ssp245 would leave Hanoi a little cooler in 2070, "
     "though by less than one degree.", True),
    ("With co2 raised by 50 %, Hanoi is warmer in 2070 under ssp245.", True),
    ("Lima stays cooler in the 2070s if the world keeps to SSP1-2.6 rather than sliding into "
     "SSP5-8.5.", True),
    ("Take a third of the methane out of ssp245 and Lima ends up warmer in 2070.", False),
    ("Doubling CO2 emissions on top of ssp245 would do nothing whatsoever to Lima's annual mean "
     "in 2095.", False),
    ("oslo is colder than cairo if you average over the whole year", True),
    ("quito is colder than yakutsk when you average over the whole year", False),
]  # fmt: skip
COUNTS = [
    ("Over the four weeks ending 7 to 28 December 2024, more than 500 flu patients were admitted "
     "in Utah.", True),
    ("Each week from 24 January to 14 February 2026 brought the country more than 16,000 flu "
     "admissions.", False),
    ("Texas never saw a worse week than the one that ended on 1 February 2025, when 4,729 flu "
     "patients were admitted.", True),
    ("Texas never saw a worse week than the one that ended on 25 January 2025.", False),
    ("US flu admissions fell by a fifth in the week ending 11 January 2025.", True),
    ("By the week ending 8 March 2025, US flu admissions had sunk to about 24,800.", True),
    ("By the week ending 8 March 2025, US flu admissions had sunk to about 14,800.", False),
]  # fmt: skip
CORRIDOR = [
    ("On the simulated urban corridor, lowering the speed limit by 30 % lengthens the mean travel "
     "time.", True),
    ("If traffic demand on the corridor fell by 50 %, its total CO2 emissions would drop by around "
     "half.", True),
    ("A speed limit lowered by a fifth raises the mean speed of vehicles on the corridor by about "
     "12 %.", False),
    ("Replacing the corridor's fixed-time light by a vehicle-actuated signal reduces idling.",
     True),
]  # fmt: skip


@pytest.mark.parametrize(("text", "true"), [*RANGES, *YEARS])
def test_wider_wordings_of_temperatures_are_decided(
    text: str, true: bool, registry: Registry
) -> None:
    assert word(text, registry) == ("supported" if true else "refuted")


@pytest.mark.parametrize(("text", "true"), COUNTS)
def test_counts_of_weeks_are_decided(text: str, true: bool, registry: Registry) -> None:
    assert word(text, registry) == ("supported" if true else "refuted")


@pytest.mark.parametrize(("text", "true"), CORRIDOR)
def test_effects_on_the_corridor_are_read_with_their_size(
    text: str, true: bool, registry: Registry
) -> None:
    assert word(text, registry) == ("supported" if true else "refuted")


@pytest.mark.parametrize(("amount", "true"), [("nine tenths", True), ("a third", False)])
def test_ends_and_amount_of_a_change_are_both_decided(
    amount: str, true: bool, registry: Registry
) -> None:
    first, last = (of_week("Virginia", day) for day in (date(2025, 2, 8), date(2025, 4, 5)))
    text = (
        f"Virginia's weekly influenza admissions fell from {first:,} in the week ending 8 February "
        f"2025 to {last:,} in the week ending 5 April, a decline of close to {amount}."
    )
    assert word(text, registry) == ("supported" if true else "refuted")


def test_a_factor_beside_both_its_ends_is_decided_with_them(registry: Registry) -> None:
    low, high = (top_week("Kentucky", s)[1] for s in ("2023-24", "2024-25"))
    text = "In Kentucky the highest weekly count of flu admissions went up {}, from {} in 2023-24 "
    text += f"to {high:,} in 2024-25."
    assert word(text.format("about fourfold", low), registry) == "supported"
    assert word(text.format("about sevenfold", low), registry) == "refuted"
    assert word(text.format("about fourfold", 2 * low), registry) == "refuted"


def test_each_number_belongs_to_the_setting_beside_it(registry: Registry) -> None:
    now, before = (top_week("Ohio", s)[1] for s in ("2024-25", "2023-24"))
    text = "Ohio's flu peak of 2024-25, {} hospital admissions in one week, stayed {} the {} "
    text += "recorded the winter before."
    assert word(text.format(now, "well short of", before), registry) == "refuted"
    assert word(text.format(now, "ahead of", before), registry) == "supported"


@pytest.mark.parametrize(
    "text",
    [
        # Two figures that cannot both be of one quantity.
        "Ohio had fewer than 300 flu admissions a week in 2024-25 after more than 9,000.",
        "From 2025-08-01 to 2026-06-27, weekly influenza admissions in Florida changed by -48.",
        "The gain in Florida was 48 admissions.",
        "The first week in Florida was 151 admissions.",
        # What only a model has is said of no observation.
        "The median hospital prevalence in Massachusetts peaks at 16,024 people.",
        "The peak needs a prior immunity of 22.0 in Ohio.",
        # By how much, and not how much.
        "With CO2 changed by +20 %, Suresnes warms by 0.31 °C in 2050 under ssp245.",
        "The transient climate response to cumulative emissions is 0.45 °C.",
        "The temperature difference between the two settings is 0.31 °C.",
        "michigan's 2023-24 flu season topped out at some time rather than over the holidays",
    ],
)
def test_what_is_not_the_value_itself_is_not_decided_as_one(text: str, registry: Registry) -> None:
    assert word(text, registry) in OPEN


def test_what_added_up_to_a_number_is_that_number(registry: Registry) -> None:
    text = "Reported influenza admissions in Ohio in the 2024-25 season added up to {:,}."
    assert word(text.format(1_000_000), registry) == "refuted"


@pytest.mark.parametrize("time", ["Next winter", "Next season", "In next season", "next year"])
def test_a_season_yet_to_come_is_not_the_one_after_a_season_that_is_named(
    time: str, registry: Registry
) -> None:
    text = f"{time}'s flu peak in Illinois will come earlier than the one of 2024-25 did."
    assert word(text, registry) in OPEN
