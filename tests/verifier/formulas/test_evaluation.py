"""Values of formulas: intervals, members, units, dates, lists."""

import math
from collections.abc import Callable

import pytest

from coffee import Coffee, temperature
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Computed
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.verification import Verifier
from verifier.formulas.gauge import Gauge

LET = {
    "A": 'gauge.gauge(river="Ann", rain=10)',
    "B": 'gauge.gauge(river="Bea", rain=10)',
    "M": 'coffee.cooling(cup="ceramic mug", initial_temperature=90, minutes=10)',
    "F": 'coffee.cooling(cup="vacuum flask", initial_temperature=90, minutes=10)',
}
Worth = Callable[[str], Computed]


@pytest.fixture
def worth(store: EvidenceStore) -> Worth:
    verifier = Verifier(Registry([Gauge(), Coffee()]), store)
    return lambda text: verifier.compute([text], LET)[0]


def number(computed: Computed) -> float:
    assert computed.problem is None, computed.problem
    return computed.value


def test_members_of_two_seeds_are_independent(worth):
    other = 'gauge.gauge(river="Bea", rain=10, seed=1)'
    made = worth(f"{other}.level - A.level")
    # The spread of a difference of independent normals is wider by the root of two.
    assert made.high - made.low == pytest.approx(2 * 1.645 * math.sqrt(2), rel=0.2)


def test_a_change_that_changes_nothing_is_exactly_zero(worth):
    assert number(worth("A.level - A.level")) == 0.0
    assert worth("A.level - A.level").low is None


def test_units_are_converted_by_what_they_measure(worth):
    assert number(worth('A.level + quantity(50, "cm")')) == pytest.approx(1.6)
    celsius = temperature("ceramic mug", 90, 20, 10)
    assert number(worth('M.temperature - quantity(32, "degF")')) == pytest.approx(celsius)
    assert number(worth("weeks(2) - days(7)")) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("M.temperature / F.temperature", "zero is arbitrary"),
        ("M.temperature + F.temperature", "cannot be added"),
        ("percent_change(M.temperature, F.temperature)", "zero is arbitrary"),
        ("A.level + M.temperature", "do not measure the same"),
        ("A.level - weeks(1)", "do not measure the same"),
        ('A.level - quantity(1, "parsecs per fortnight of cheese")', "is unknown"),
        ("A.levle", "did you mean level?"),
        ('gauge.gauge(river="Anne", rain=10).level', "did you mean Ann?"),
        ('gauge.gauge(river="Ann").level', "rain is missing"),
        ('gauge.gauge(river="Ann", rain=999).level', "out of range"),
        ('gauge.gauges(river="Ann", rain=9).level', "did you mean gauge? Choose one of gauge"),
        (
            'gage.gauge(river="Ann", rain=9).level',
            "did you mean gauge? Choose one of gauge, coffee",
        ),
        ("1 / (A.level - A.level)", "may be zero"),
        ("first((A.level > 99 for y in [2010, 2000]))", "never happens"),
    ],
)
def test_what_means_nothing_says_why(worth, text, said):
    problem = worth(text).problem
    assert said in problem.message


@pytest.mark.parametrize(
    ("more", "value"),
    [("", None), (" < 2010", False), (" == 2005", False), (" > 2010", True), (" >= 2011", True),
     (" > 2011", None), (" < 2050", None), (" == 2050", None)],
)  # fmt: skip
def test_what_does_not_happen_in_a_list_of_years_is_later_than_its_last_or_never(
    worth, more, value
):
    made = worth("first((A.level > 99 for y in years(2000, 2010)))" + more)
    assert made.problem is None
    assert made.value is value
    assert "2011 or later, or never" in made.text


def test_series_are_lists_with_values_at_times(worth: Worth) -> None:
    # `level` is an output too, so that a bare A.level is the output.
    assert number(worth("at(A.level, 2021)")) == pytest.approx(2.1)
    assert number(worth("when_max(A.level)")) == 2021.0
    assert number(worth("max(x for x in A.level)")) == pytest.approx(2.1)
    problem = worth("at(A.level, 1066)").problem
    assert "2020 to 2022" in problem.message


def test_what_no_input_reaches_is_told_with_what_is_reached(worth):
    never = 'solve(gauge.gauge(river="Ann", rain=0).level, 9, "rain", 0, 200)'
    problem = worth(never).problem
    assert "lies outside of 1 to 3" in problem.message


def test_solving_agrees_with_newtons_law(worth):
    cooling = 'coffee.cooling(cup="ceramic mug", initial_temperature=90, minutes=1).temperature'
    made = number(worth(f'solve({cooling}, 60, "minutes", 0, 60)'))
    assert made == pytest.approx(math.log(70 / 40) / 0.03, abs=1e-3)
    waiting = 'coffee.waiting(cup="ceramic mug", initial_temperature=90, target_temperature=60)'
    assert number(worth(f"{waiting}.waiting_time")) == pytest.approx(made, abs=1e-3)


def test_more_runs_than_allowed_are_refused_before_one_is_made(store):
    registry = Registry([Gauge()])
    of = "gauge.gauge(river=r, rain=y).level"
    many = f"sum(mean({of} for y in years(0, 199)) for r in choices(gauge.gauge.river))"
    (made,) = Verifier(registry, store).compute([many])
    assert "more than 256 runs" in made.problem.message
    assert store.run_ids() == []
