"""What changes do, compared with each other; limits, orders and times in other wordings."""

import pytest

from plain_text import OPEN, word
from simulrag.simulators.registry import Registry
from simulrag.verifier.plain.alignment import Aligned
from simulrag.verifier.plain.bounds import bounded
from simulrag.verifier.plain.transformations import transformed


@pytest.mark.parametrize(
    "said",
    [
        "For Hamburg in 2075, {} cools more than {}, both relative to ssp585.",
        "{} cools Hamburg by more in 2075 under ssp585 than {} does.",
        "{} does more to cool Hamburg in 2075 under ssp585 than {}.",
        "{} has a bigger effect on Hamburg's annual mean in 2075 under ssp585 than {}.",
        "Under ssp585 in 2075, Hamburg would be cooler after {} than after {}.",
    ],
)
def test_changes_that_are_compared_are_made_one_by_one(said: str, registry: Registry) -> None:
    large, small = "halving CO2 emissions", "halving methane emissions"
    assert word(said.format(large, small), registry) == "supported"
    assert word(said.format(small, large), registry) == "refuted"


@pytest.mark.parametrize(
    "said",
    [
        "Halving CO2 and halving CH4 cool Hamburg equally in 2075 under ssp585.",
        "Halving SO2 warms Athens in 2060 under ssp370, halving black carbon cools it.",
        "Halving methane cools Athens in 2060 under ssp370, but doubling SO2 cools it more.",
        "Cutting SO2 by half warms Athens as much in 2060 under ssp370 as raising CO2 by 50 %.",
    ],
)
def test_changes_of_which_each_is_spoken_of_are_not_made_together(
    said: str, registry: Registry
) -> None:
    assert word(said, registry) in OPEN


def test_an_effect_has_a_size(registry: Registry) -> None:
    said = "Halving CO2 emissions would cool Hamburg by {} in 2075 under ssp585."
    assert word(said.format("about 1 °C"), registry) == "supported"
    assert word(said.format("0.5 to 1.5 °C"), registry) == "supported"
    assert word(said.format("more than 4 °C"), registry) == "refuted"


@pytest.mark.parametrize(
    "said",
    [
        "Athens warms by {} from 2000 to 2090 under ssp245.",
        "Athens is {} warmer in 2090 than in 2000 under ssp245.",
        "From 2000 to 2090 Athens gains {} under ssp245.",
    ],
)
def test_a_difference_lies_between_two_limits(said: str, registry: Registry) -> None:
    assert word(said.format("1 to 4.5 °C"), registry) == "supported"
    assert word(said.format("between one and four and a half degrees"), registry) == "supported"
    assert word(said.format("between 6 and 9 °C"), registry) == "refuted"


def test_both_limits_stand_where_they_stood() -> None:
    text = "Athens warms by between 1 and 4.5 °C from 2000 to 2090."
    low, high = next(bounded(Aligned.of(text)))
    assert low.text == "Athens warms by at least 1 °C from 2000 to 2090."
    assert high.text == "Athens warms by at most 4.5 °C from 2000 to 2090."
    at = high.text.index("4.5")
    assert text[high.origin[at] : high.origin[at] + 3] == "4.5"


@pytest.mark.parametrize(
    "lead", ["In every scenario,", "In all four scenarios", "Whichever scenario comes true,"]
)
def test_scenarios_are_counted_without_the_past(lead: str, registry: Registry) -> None:
    assert word(f"{lead} Delhi is warmer in 2090 than in 2000.", registry) == "supported"
    assert word(f"{lead} Delhi is cooler in 2090 than in 2000.", registry) == "refuted"


def test_a_part_without_a_subject_keeps_its_place(registry: Registry) -> None:
    said = "Ottawa in 2090: warmer with ssp370 than with ssp245, and {} with ssp585 than with {}."
    assert word(said.format("warmer", "ssp370"), registry) == "supported"
    assert word(said.format("cooler", "ssp126"), registry) == "refuted"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Ranked from cold to warm by annual mean, the order is Oslo, Rome, Lagos.", ""),
        ("Ordered by annual mean temperature, warmest first: Lagos, Rome, Oslo.", ""),
        ("", "From coldest to warmest on annual average: Lagos, Rome, Oslo."),
        ("", "Oslo, Lagos and Rome are in ascending order of annual mean temperature."),
    ],
)
def test_lists_are_in_order(first: str, second: str, registry: Registry) -> None:
    if first:
        assert word(first, registry) == "supported"
    if second:
        assert word(second, registry) == "refuted"


def test_a_list_with_a_name_that_is_not_known_is_in_no_order(registry: Registry) -> None:
    said = "Ranked from cold to warm by annual mean, the order is Oslo, Xqzzt, Rome, Lagos."
    assert word(said, registry) in OPEN


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("peaks in October", "supported"),
        ("peaks at the end of October", "supported"),
        ("peaks before December", "supported"),
        ("peaks in January", "refuted"),
    ],
)
def test_dates_without_a_year_follow_the_first_day(
    said: str, verdict: str, registry: Registry
) -> None:
    start = "A season that starts on 1 October 2023 in Vermont with R0 2.5, 15 % immune and no"
    assert word(f"{start} seasonality {said}.", registry) == verdict


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("SSP1-2.6 does not even reach 2 °C by 2081-2100.", "supported"),
        ("Oslo does not even warm by two degrees from 2000 to 2095 under ssp585.", "refuted"),
        ("Nairobi warms by less than a degree between 2000 and 2090 on SSP3-7.0.", "refuted"),
        ("Helsinki averages in the low forties Fahrenheit over the year.", "supported"),
        ("Helsinki's annual mean is in the low sixties Fahrenheit.", "refuted"),
        ("Ottawa's annual mean is 15 °C, give or take a degree.", "refuted"),
        ("2011-2020 was 0.24 °C warmer than 1995-2014.", "supported"),
        ("SSP1-2.6 comes, with 90 % probability, to 1.3 to 2.4 °C in 2081-2100.", "supported"),
        ("Reducing CO2 emissions to zero leaves Oslo warmer in 2095 than plain ssp245.", "refuted"),
        ("60 % less SO2 than in SSP2-4.5 would warm the planet in 2090.", "supported"),
        ("Delhi gains less than Hamburg over those years.", "outside"),
    ],
)
def test_other_wordings_get_the_verdict_of_plain_ones(
    said: str, verdict: str, registry: Registry
) -> None:
    assert word(said, registry) == verdict


def test_less_by_so_much_is_less(registry: Registry) -> None:
    said = "Cairo warms by {} under {} than under {} between 2000 and 2095."
    low, high = "SSP1-2.6", "SSP3-7.0"
    assert word(said.format("2.4 °C less", low, high), registry) == "supported"
    assert word(said.format("2.4 °C more", low, high), registry) == "refuted"
    assert word(said.format("2.4 °C less", high, low), registry) == "refuted"
    cools = "Cairo cools less than Manila between 2000 and 2095 under ssp126."
    assert word(cools, registry) in OPEN


def test_how_much_a_change_does_depends_on_the_year(registry: Registry) -> None:
    assert word("Halving CO2 emissions cools the globe by 1 °C.", registry) in OPEN


def test_people_are_counted_over_a_season(registry: Registry) -> None:
    said = "{} people in Utah are admitted over the season with R0 1.7 than with R0 2.7."
    assert word(said.format("Fewer"), registry) == "supported"
    assert word(said.format("More"), registry) == "refuted"


def test_a_wording_is_put_more_plainly_for_each_of_two_things() -> None:
    text = "ssp126 takes the edge off warming in Oslo, ssp119 takes the edge off that in Lima."
    assert [t.text for t in transformed(text)][-1] == (
        "ssp126 lowers warming in Oslo, ssp119 lowers that in Lima."
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Leaving out seasonality and keeping R0 at 2.6, the simulated peak in Ohio falls "
            "earlier with 10 % of the people immune than with 40 %.",
            "supported",
        ),
        (
            "Leaving out seasonality and keeping R0 at 2.6, the simulated peak in Ohio falls "
            "later with 10 % of the people immune than with 40 %.",
            "refuted",
        ),
        (
            "Setting R0 to 2 and switching seasonality off, Iowa's simulated hospital peak is "
            "lower with 10 % immune at the start than with 40 %.",
            "refuted",
        ),
        (
            "In the four weeks following 14 December 2024 Ohio's weekly flu admissions rose by a "
            "factor of six or more.",
            "supported",
        ),
        (
            "In the four weeks following 14 December 2024 Ohio's weekly flu admissions rose by a "
            "factor of eight or more.",
            "refuted",
        ),
    ],
)
def test_conditions_may_be_set_before_what_follows_from_them(
    text: str, expected: str, registry: Registry
) -> None:
    assert word(text, registry) == expected


def test_changes_counted_from_an_unread_time_are_not_compared_as_values(
    registry: Registry,
) -> None:
    whole = "Under ssp585, Yellowknife warms by more degrees than Manila between 2000 and 2085."
    assert word(whole, registry) == "supported"
    said = "Yellowknife's yearly mean will have risen by more degrees than Manila's by 2085"
    assert word(f"Counting from 2000, {said} under ssp585.", registry) != "refuted"
