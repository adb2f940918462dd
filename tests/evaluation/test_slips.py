"""Slips of language models: each can be read, means something else, and is the same every time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.evaluation.formulas.slip_meaning import Meanings
from simulrag.evaluation.formulas.slips import KINDS, MOST, Slip, slips
from simulrag.simulators.registry import installed
from simulrag.verifier.formulas.notation import parse

WARMER = (
    "Under ssp585 Nairobi is 4.2 °C warmer in 2090 than in 1990, and more than half of that under "
    "ssp245.",
    "A - B == about(4.2) and C - B > 0.5 * (A - B)",
    {
        "A": 'climate.temperature(place="Nairobi", year=2090, scenario="ssp585").temperature',
        "B": 'climate.temperature(place="Nairobi", year=1990).temperature',
        "C": 'climate.temperature(place="Nairobi", year=2090, scenario="ssp245").temperature',
    },
)
TOP_WEEK = (
    "Influenza admissions in Virginia peaked at 1,315 in the week ending 8 February 2025 (season "
    "2024-25), not in Ohio's week.",
    'V.top_week_admissions == 1315 and V.top_week == "2025-02-08" and not V.top_week == O.top_week',
    {
        "V": 'epidemiology.admissions(states=["Virginia"], reported_season="2024-25")',
        "O": 'epidemiology.admissions(states=["Ohio"], reported_season="2024-25")',
        "unused": 'epidemiology.admissions(states=["Iowa"], reported_season="2024-25")',
    },
)
CASES = (WARMER, TOP_WEEK)


def made(text: str, formula: str, let: dict[str, str] | None = None) -> list[Slip]:
    return list(slips(text, formula, let or {}, installed()))


def changed(kind: str, case: tuple[str, str, dict[str, str]]) -> set[str]:
    """Return what slips of a kind write instead, in the formula and in let."""
    found = [s for s in made(*case) if s.kind == kind]
    parts = {*case[2].values(), case[1]}
    return {part for s in found for part in (s.formula, *s.let.values()) if part not in parts}


def meaning(formula: str) -> object:
    return Meanings(installed()).of(parse(formula).root)


@pytest.mark.parametrize("case", CASES)
def test_each_slip_can_be_read_and_means_something_else(case: tuple[str, str, dict[str, str]]):
    own = Meanings(installed()).of(parse(*case[1:]).root)
    keys = [(s.kind, Meanings(installed()).of(parse(s.formula, s.let).root)) for s in made(*case)]
    assert own not in [key for _, key in keys]
    assert len(keys) == len(set(keys))
    assert all(sum(kind == one for one, _ in keys) <= MOST for kind in KINDS)


@pytest.mark.parametrize("case", CASES)
def test_slips_are_the_same_every_time(case: tuple[str, str, dict[str, str]]):
    assert made(*case) == made(*case)


def test_a_model_takes_what_stands_nearby():
    assert any("ssp245" in s.let["A"] for s in made(*WARMER) if s.kind == "scenario")
    assert any("year=2090" in part for part in changed("date", WARMER))
    assert any("West Virginia" in p or "Pennsylvania" in p for p in changed("place", TOP_WEEK))
    assert any("2023-24" in p or "2025-26" in p for p in changed("season", TOP_WEEK))
    assert any('quantity(4.2, "degF")' in part for part in changed("unit", WARMER))
    assert any("13150" in p or "1314" in p or "1351" in p for p in changed("number", TOP_WEEK))
    assert any("(V.top_week == O.top_week)" in part for part in changed("negation", TOP_WEEK))
    assert "(V.top_week_admissions == 1315)" not in changed("conjunct", TOP_WEEK)


def test_days_of_the_same_reported_week_are_no_slip():
    assert not any("2025-02-07" in part for part in changed("date", TOP_WEEK))
    assert any("2025-02-15" in part for part in changed("date", TOP_WEEK))


def test_what_the_text_offers_beside_it_is_no_slip():
    case = (
        "Warming in 2050 under ssp245 or ssp370 is 1.9 or 2.1 °C.",
        'climate.global_temperature(year=2050, scenario="ssp245").global_warming == 1.9',
        dict[str, str](),
    )
    assert not any("ssp370" in part for part in changed("scenario", case))
    assert not any("2.1" in part for part in changed("number", case))


def test_what_the_text_does_not_print_is_not_misread():
    formula = 'climate.temperature(place="Oslo", year=2050, scenario="ssp245").temperature < 9'
    kinds = {s.kind for s in made("It will be cool there.", formula)}
    assert not kinds & {"number", "place", "scenario", "date"}


def test_foreign_names_stand_where_their_bytes_do():
    formula = 'climate.observed(place="São Paulo").observed_temperature > 19.5'
    found = {s.formula for s in made("São Paulo is warmer than 19.5 °C.", formula)}
    assert 'climate.observed(place="São Paulo").observed_temperature < 19.5' in found


RUN = 'climate.temperature(place="{}", year={}, scenario="ssp245").temperature'
runs = st.builds(RUN.format, st.sampled_from(["Oslo", "Lima"]), st.integers(2015, 2100))
numbers = st.integers(1, 90).map(lambda n: str(n / 10))


@given(runs, runs, numbers)
def test_the_same_in_other_words_has_one_meaning(a: str, b: str, n: str):
    for one, other in (
        (f"{a} > {b}", f"{b} < {a}"),
        (f"abs({a} - {b}) < {n}", f"abs({b} - {a}) < {n}"),
        (f"{a} - {b} == about({n})", f"{b} - {a} == about(-{n})"),
        (f"{a} - {b} > {n}", f"{a} > {b} + {n}"),
        (f"-{n} <= {a} - {b} <= {n}", f"-{n} <= {b} - {a} <= {n}"),
        (f"{a} == {b}", f"not {b} != {a}"),
        (f"{a} < 5 and {b} < {n}", f"{b} < {n} and {a} < 5"),
        (f"max({a}, {b}) < {n}", f"max({b}, {a}) < {n}"),
        (f"abs(percent_change({a}, {b})) < {n}", f"abs(percent_change({b}, {a})) < {n}"),
    ):
        assert meaning(one) == meaning(other)


@given(runs, runs, numbers)
def test_what_differs_has_another_meaning(a: str, b: str, n: str):
    assert meaning(f"{a} < {n}") != meaning(f"{a} > {n}")
    if a != b:
        assert meaning(f"{a} - {b} == about({n})") != meaning(f"{b} - {a} == about({n})")
        assert meaning(f"{a} < {b}") != meaning(f"{b} < {a}")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("urban.corridor(demand=10, lanes=2).speed > 1", "urban.corridor(demand=10).speed > 1"),
        (
            'climate.temperature(place="Oslo", year=1990, scenario="ssp585").temperature > 1',
            'climate.temperature(place="Oslo", year=1990).temperature > 1',
        ),
        (
            'band(urban.corridor().speed, {"low": (None, 5), "high": (5, None)}) == "high"',
            'band(urban.corridor().speed, {"low": (None, 4), "high": (5, None)}) == "high"',
        ),
        (
            'epidemiology.admissions(states=["Ohio"], week="2025-02-08").week_admissions > 9',
            'epidemiology.admissions(states=["Ohio"], week="2025-02-02").week_admissions > 9',
        ),
    ],
)
def test_what_changes_nothing_is_left_out_of_the_meaning(one: str, other: str):
    assert meaning(one) == meaning(other)
