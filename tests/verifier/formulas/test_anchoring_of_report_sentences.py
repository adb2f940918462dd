"""How reports say places, ranks and differences, and the formulas that say the same."""

import pytest

from simulrag.simulators.registry import installed
from simulrag.verifier.formulas.anchoring.anchor import anchor
from simulrag.verifier.formulas.notation import parse

REAL = installed()
RECORD = "climate.global_record"


def accepted(text: str, formula: str, **assume: str) -> bool:
    return not anchor(text, parse(formula), REAL, assume=assume).problems


def warmth(year: int | str) -> str:
    return f"{RECORD}(year={year}).recorded_warming"


def place(of: int) -> str:
    return f"rank(({warmth('y')} for y in years(1850, 2024)), of={of})"


def test_the_ten_warmest_are_places_of_ten_at_most() -> None:
    text = "1998 is among the ten warmest years from 1850 to 2024."
    assert accepted(text, f"{place(1998)} <= 10")
    assert not accepted(text, f"{place(1998)} >= 10")
    assert not accepted(text, f"{place(2016)} <= 10")
    denied = text.replace("among", "not among")
    assert accepted(denied, f"{place(1998)} > 10")
    assert not accepted(denied, f"{place(1998)} <= 10")


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("Globally, 2021 was not as warm as 2020.", "<"),
        ("Globally, 2021 was as warm as 2020.", ">="),
    ],
)
def test_what_is_as_warm_is_no_cooler(text: str, sign: str) -> None:
    other = ">" if sign == "<" else "<"
    assert accepted(text, f"{warmth(2021)} {sign} {warmth(2020)}")
    assert not accepted(text, f"{warmth(2021)} {other} {warmth(2020)}")


def test_no_year_as_warm_makes_every_year_cooler() -> None:
    text = "No year from 1880 to 1997 was as warm, globally, as 1998."
    formula = "all({} {} {} for y in years(1880, 1997))"
    assert accepted(text, formula.format(warmth("y"), "<", warmth(1998)))
    assert not accepted(text, formula.format(warmth("y"), ">", warmth(1998)))


def test_each_of_several_comparisons_has_its_own_than() -> None:
    text = "Globally 2000 was warmer than 1990, 2010 warmer than 2000, and 2020 warmer still."
    pairs = [(2000, 1990), (2010, 2000), (2020, 2010)]
    assert accepted(text, " and ".join(f"{warmth(a)} > {warmth(b)}" for a, b in pairs))


def test_a_baseline_is_not_what_twice_as_much_is_compared_with() -> None:
    text = (
        "In 2081-2100 warming above 1850-1900 is about twice as large under SSP3-7.0 as under "
        "SSP1-2.6."
    )
    high, low = (
        f'climate.global_period(first_year=2081, last_year=2100, scenario="{name}").mean_warming'
        for name in ("ssp370", "ssp126")
    )
    assert accepted(text, f"{high} / {low} == about(2)")
    assert not accepted(text, f"{low} / {high} == about(2)")


BRITAIN = (
    'climate.period_temperature(place="United Kingdom", first_year=2001, last_year=2010, '
    "baseline_first=1961, baseline_last=1990).mean_local_warming"
)


def test_how_much_cooler_a_period_is_has_a_minus() -> None:
    text = "The United Kingdom was 0.8 °C cooler in 2001-2010 than in 1961-1990."
    assert accepted(text, f"{BRITAIN} == -0.8")
    assert not accepted(text, f"{BRITAIN} == 0.8")
    assert accepted(text.replace("cooler", "warmer"), f"{BRITAIN} == 0.8")


@pytest.mark.parametrize("part", ["contiguous", "northern", "rural"])
def test_a_part_of_a_place_is_not_the_whole(part: str) -> None:
    formula = 'climate.temperature(place="United States", year=1990).temperature == 12.0'
    assert accepted("The United States averaged 12.0 °C in 1990.", formula)
    assert not accepted(f"The {part} United States averaged 12.0 °C in 1990.", formula)


def test_a_direction_in_a_name_is_part_of_it() -> None:
    formula = 'climate.temperature(place="Western Sahara", year=1990).temperature == 24.0'
    assert accepted("Western Sahara averaged 24.0 °C in 1990.", formula)


def test_a_limit_of_zero_degrees_is_no_change() -> None:
    formula = 'climate.temperature(place="Yakutsk", year=1990, season="JAN").temperature < 0'
    assert accepted("In January 1990 Yakutsk was colder than 0 °C.", formula)


def test_a_trend_is_meant_by_how_fast_it_warms() -> None:
    text = "From 1948 to 2013 Canada warmed more slowly than the globe."
    local, world = (
        f"climate.{call}, first_year=1948, last_year=2013).{output}"
        for call, output in (
            ('period_temperature(place="Canada"', "local_trend_per_decade"),
            ("global_period(baseline_first=1850", "trend_per_decade"),
        )
    )
    assert accepted(text, f"{local} < {world}")
    assert not accepted(text, f"{local} > {world}")


def test_the_wettest_month_is_one_of_twelve() -> None:
    months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
    rain = 'climate.precipitation(place="Mumbai", year=1990, season=m).precipitation'
    text = "July was the wettest month in Mumbai in 1990."
    listed = ", ".join(f'"{one}"' for one in months)
    assert accepted(text, f'argmax({rain} for m in [{listed}]) == "JUL"')
    assert not accepted(text, f'argmax({rain} for m in [{listed[:12]}, "JUL"]) == "JUL"')
