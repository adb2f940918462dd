"""Plain text on what changed inputs do: parts in words, moves, correlations, moved starts."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plain_text import OPEN, word
from simulrag.simulators.registry import Registry

FEW = settings(max_examples=10)
PARTS = ("a third", "a quarter", "half", "a fifth", "two thirds")
#: Inputs that grow the wave, and those that shrink it.
GROWS, SHRINKS = "more contagious the strain", "more people are immune at the start"
#: What narrows a statement to a part that no setting has.
NARROWED = (
    " over land",
    " in the tropics",
    " every second year",
    " per person",
    " at night",
    " in winter",
    ", except in one region",
    ", if the sun dims",
    " among children",
)


@given(part=st.sampled_from(PARTS), way=st.sampled_from(("lower", "higher")))
@FEW
def test_a_part_less_of_a_warming_gas_leaves_a_place_cooler(
    part: str, way: str, registry: Registry
) -> None:
    text = f"If methane emissions were {part} {way} than in ssp370, Accra would be {{}} in 2080."
    cooler = "supported" if way == "lower" else "refuted"
    warmer = "refuted" if way == "lower" else "supported"
    assert word(text.format("cooler"), registry) == cooler
    assert word(text.format("warmer"), registry) == warmer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Cutting CO2 emissions to half of those in ssp370 leaves Cairo cooler in 2090.", True),
        ("Cutting CO2 emissions by half relative to ssp370 leaves Cairo warmer in 2090.", False),
        ("With a third less methane than in ssp245, Lima is cooler in 2080.", True),
        ("If CO2 emissions are doubled relative to ssp245, Lima is cooler in 2080.", False),
        (
            "Doubling CO2 emissions relative to ssp245 would leave Sydney's annual mean in 2095 "
            "exactly where it was going to be.",
            False,
        ),
        ("The gap between ssp126 and ssp585 in Chicago's annual mean is wider in 2095 than in "
         "2035.", True),
        ("Tokyo's year-round average temperature is several degrees above Moscow's.", True),
        ("Moscow's year-round average temperature is several degrees above Tokyo's.", False),
        ("Over the year as a whole, Fairbanks averages a comfortable 60 °F.", False),
        ("Norilsk has an annual mean far below zero.", True),
    ],
)  # fmt: skip
def test_places_and_emissions_are_read_in_many_wordings(
    text: str, expected: bool, registry: Registry
) -> None:
    assert word(text, registry) == ("supported" if expected else "refuted")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"The {SHRINKS} in Oregon, the smaller the simulated flu peak.", True),
        (f"The {SHRINKS} in Oregon, the larger the simulated flu peak.", False),
        (f"The {GROWS}, the earlier the flu peak in Nevada.", True),
        (f"The {GROWS}, the later the flu peak in Nevada.", False),
        ("The simulated flu peak in Ohio shrinks with more immunity.", True),
        ("The simulated flu peak in Ohio shrinks as R0 rises.", False),
        ("In Maine with R0 of 2.8, going from 35 to 5 percent immunity brings the peak forward.",
         True),
        ("Without seasonality, a season that starts a month later peaks later in Iowa too.", True),
        ("Without seasonality, if the season starts a month later the peak in Iowa comes earlier.",
         False),
        ("An R0 of 2.6 and 10 percent immunity are not enough for influenza to spread in Indiana.",
         False),
        ("With two thirds of Texans immune, an R0 of 2 is too low for flu to spread.", True),
        ("With one in ten Texans immune, an R0 of 2 is too low for flu to spread.", False),
    ],
)  # fmt: skip
def test_what_moves_a_simulated_season_is_read_in_many_wordings(
    text: str, expected: bool, registry: Registry
) -> None:
    assert word(text, registry) == ("supported" if expected else "refuted")


@pytest.mark.parametrize("tail", NARROWED)
@pytest.mark.parametrize(
    "text",
    [
        "With two thirds of Texans immune, an R0 of 2 is too low for flu to spread",
        "SSP2-4.5 and SSP3-7.0 differ by 0.9 °C in 2081-2100",
        "Warming continues in SSP3-7.0 after mid-century",
        "Tokyo's year-round average temperature is several degrees above Moscow's",
    ],
)
def test_what_narrows_a_statement_leaves_it_undecided(
    text: str, tail: str, registry: Registry
) -> None:
    assert word(f"{text}{tail}.", registry) in OPEN


@pytest.mark.parametrize("place", ["Northern Ohio", "Rural Georgia", "Upstate New York"])
def test_a_part_of_a_state_is_not_the_state(place: str, registry: Registry) -> None:
    text = f"{place} had 500 flu admissions in the week ending 8 February 2025."
    assert word(text, registry) in OPEN
