"""What changes of inputs do, with and without numbers, and whether an epidemic takes off."""

import pytest

from plain_text import verdict, word
from simulrag.simulators.registry import Registry


@pytest.mark.parametrize("place", ["Nairobi", "Lima", "Helsinki"])
@pytest.mark.parametrize(
    ("change", "effect"),
    [
        ("Raising CO2 emissions by 40 %", "warmer"),
        ("Halving CO2 emissions", "cooler"),
        ("More CO2", "warmer"),
        ("Less methane", "cooler"),
        ("Cutting SO2 emissions by 50 %", "warmer"),
    ],
)
def test_greenhouse_gases_warm_and_sulphate_cools(
    place: str, change: str, effect: str, registry: Registry
) -> None:
    text = f"{change} would make {place} {{}} in 2090 under SSP2-4.5."
    other = "cooler" if effect == "warmer" else "warmer"
    assert word(text.format(effect), registry) == "supported"
    found = verdict(text.format(other), registry)
    assert found.verdict == "refuted"
    assert found.updated == text.format(effect)


def test_a_change_without_a_number_says_what_was_assumed(registry: Registry) -> None:
    assumed = verdict("More CO2 would make Lima warmer in 2090 under SSP2-4.5.", registry).assumed
    assert any(line.startswith("co2:") for line in assumed)


@pytest.mark.parametrize(
    ("r0", "immune"), [(1.2, 30), (1.4, 40), (2.0, 30), (2.5, 65), (3.0, 50), (1.6, 20)]
)
def test_an_epidemic_takes_off_where_r0_times_the_susceptible_share_is_above_one(
    r0: float, immune: int, registry: Registry
) -> None:
    spreads = r0 * (1 - immune / 100) > 1
    can = f"Flu with an R0 of {r0} can take off where {immune}% of people are already immune."
    cannot = can.replace("can take", "cannot take")
    dies = f"Influenza with an R0 of {r0} dies out where {immune} % are immune."
    assert word(can, registry) == ("supported" if spreads else "refuted")
    assert word(cannot, registry) == ("refuted" if spreads else "supported")
    assert word(dies, registry) == ("refuted" if spreads else "supported")


def test_a_corrected_take_off_reads_as_english(registry: Registry) -> None:
    text = "Flu with an R0 of 1.4 can {} where 40% of people are already immune."
    assert verdict(text.format("take off"), registry).updated == text.format("die out")


@pytest.mark.parametrize(
    ("sentence", "right", "wrong"),
    [
        ("With 10% prior immunity an influenza season in Ohio peaks {} than with 40%.",
         "higher", "lower"),
        pytest.param(
            "With an R0 of 2.4 an influenza season in Ohio peaks {} than with an R0 of 1.6.",
            "earlier", "later", marks=pytest.mark.slow),
        ("Raising R0 from 1.6 to 2.4 makes an influenza season in Ohio peak {}.",
         "earlier", "later"),
    ],
)  # fmt: skip
def test_more_spread_peaks_earlier_and_less_immunity_higher(
    sentence: str, right: str, wrong: str, registry: Registry
) -> None:
    assert word(sentence.format(right), registry) == "supported"
    found = verdict(sentence.format(wrong), registry)
    assert found.verdict == "refuted"
    assert found.updated == sentence.format(right)


SEASON = "a season from 1 October 2022 with R0 2.2, moderate seasonality and 20 % immune"


@pytest.mark.parametrize(
    ("text", "true"),
    [
        (f"In {SEASON}, halving school contacts would lower flu admissions in Kentucky.", True),
        (f"In {SEASON}, halving school contacts has next to no effect on flu admissions in "
         "Kentucky.", False),
        (f"Closing schools for four weeks from week 20 averts half of the flu admissions of "
         f"Kentucky in {SEASON}.", False),
        (f"Thirty percent fewer work contacts would leave flu admissions in Colorado unchanged in "
         f"{SEASON}.", False),
        (f"Somewhat more than a fifth of Coloradans get infected over {SEASON}.", True),
        (f"Fewer than one in ten Coloradans get infected over {SEASON}.", False),
    ],
)  # fmt: skip
def test_shares_in_words_are_read_of_measures_and_of_results(
    text: str, true: bool, registry: Registry
) -> None:
    assert word(text, registry) == ("supported" if true else "refuted")


@pytest.mark.parametrize(("times", "true"), [("doubles", True), ("grows a hundredfold", False)])
def test_growth_told_as_a_multiple_is_a_growth_in_percent(
    times: str, true: bool, registry: Registry
) -> None:
    text = (
        "With R0 2.6, moderate seasonality and 20 % immunity, hospital incidence in Colorado more "
        f"than {times} in the first four weeks of a season that starts on 1 October 2022."
    )
    found = word(text, registry)
    assert found == "supported" if true else found in ("refuted", "outside", "unread")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "More than nine in ten Ohioans are infected in a season with an R0 of 1.6 and 40 % "
            "prior immunity.", "refuted", marks=pytest.mark.slow),
        ("More than a tenth of Ohioans are infected in a season with an R0 of 3 and 10 % prior "
         "immunity.", "supported"),
        ("More than a third of Ohioans are infected in a season with an R0 of 2 and 10 % prior "
         "immunity.", "outside"),
    ],
)  # fmt: skip
def test_a_condition_left_open_is_named_only_where_it_decides(
    text: str, expected: str, registry: Registry
) -> None:
    found = verdict(text, registry)
    assert found.verdict == expected
    if expected == "outside":
        assert found.problem is not None
        assert found.problem.reason == "missing_condition"
