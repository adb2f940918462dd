"""The input that `solve` looks for: in which runs it varies, and what is said of it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.verifier.claims import Computed, FormulaClaim
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.verification import Verifier
from verifier.formulas.gauge import level
from verifier.formulas.rivers import worth

OPEN = 'gauge.gauge(river="Ann")'


def solved(value: str, target: float, high: float = 200) -> Computed:
    return worth(f'solve({value}, {target:g}, "rain", 0, {high:g})')


def run(rain: float) -> str:
    return f'gauge.gauge(river="Ann", rain={rain:g})'


@given(st.floats(0, 50), st.floats(60, 150))
def test_a_run_that_states_the_input_keeps_its_value(stated, meant):
    stated, meant = float(f"{stated:g}"), float(f"{meant:g}")
    ratio = level("Ann", meant) / level("Ann", stated)
    made = solved(f"{OPEN}.level / {run(stated)}.level", float(f"{ratio:.9g}"))
    assert made.value == pytest.approx(meant, abs=0.01)


def test_runs_that_all_state_one_value_vary_together():
    made = solved(f"{run(7)}.level + {run(7)}.flow * quantity(0.1, 's/m^2')", 3.0)
    assert made.value == pytest.approx(50.0)


def test_runs_that_all_state_other_values_are_sent_back():
    made = solved(f"{run(0)}.level - {run(10)}.level", 0.1)
    assert "leave rain out of the runs" in made.problem.message


def test_the_words_leave_out_what_varies_and_keep_what_is_stated():
    words = solved(f"{OPEN}.level - {run(5)}.level", 0.1).words
    assert "level (Ann) minus level (Ann, rain 5 mm)" in words


def test_a_change_of_what_is_solved_for_is_computed_and_verified(registry):
    seeks = (
        'solve(urban.corridor(network="single road").travel_time_change, 15, "speed_limit", -60, 0)'
    )
    text = (
        "On the single road the speed limit must come down by about 20 % for the travel time "
        "to rise by 15 %."
    )
    with EvidenceStore() as store:
        verifier = Verifier(registry, store)
        made = verifier.compute([seeks])[0]
        claim = FormulaClaim(text=text, formula=f"{seeks} == about(-20)")
        verdict = verifier.verdict(claim)
    assert made.problem is None
    assert isinstance(made.value, float)
    assert "nothing is changed" not in verdict.derivation


@given(st.floats(30, 80), st.floats(0.25, 0.95))
def test_a_value_that_turns_is_sent_back_with_a_part_on_which_it_meets_the_target(turn, size):
    folded = f"abs({OPEN}.level - {level('Ann', turn):.4f})"
    made = solved(folded, float(f"{size:.3f}"))
    told = made.problem.message if made.problem else ""
    parts = re.findall(r"([\d.]+) to ([\d.]+)", told)[1:]
    assert "neither rises nor falls" in told
    for low, high in parts:
        ends = sorted(abs(float(end) - turn) / 100 for end in (low, high))
        assert ends[0] - 0.01 <= size <= ends[1] + 0.01
    assert parts
