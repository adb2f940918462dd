"""Whether a claim can be decided at all, by its formula and without a run."""

from typing import Any

import pytest

from coffee import Coffee
from simulrag.simulators.errors import OutOfRange
from simulrag.simulators.interface import Call, Run
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.claims import Bound, FormulaClaim
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.bounding import bound
from simulrag.verifier.formulas.runs import Runs
from simulrag.verifier.formulas.verification import Verifier
from verifier.formulas.gauge import Gauge

TEXT = (
    "The coffee in a ceramic mug, poured at {} °C, has a temperature of 71.9 °C after 10 minutes."
)
MUG = 'coffee.cooling(cup="ceramic mug", initial_temperature=90, minutes=10)'


class Idle(Coffee):
    """Coffee that may be asked for and never run."""

    def refuse(self, call: Call) -> None:
        if call.arguments["minutes"] == 13:
            raise OutOfRange("minutes 13 brings bad luck", parameter="minutes", nearest=12)

    def run(self, call: Call) -> Run:
        raise AssertionError(f"{call} was run")


def bounded(formula: str, text: str = TEXT.format(90), **more: Any) -> Bound:
    runs = Runs(Registry([Idle(), Gauge()]), EvidenceStore())
    return bound(FormulaClaim(text=text, formula=formula, **more), runs)


def test_a_formula_whose_runs_can_be_made_is_inside_and_nothing_is_run():
    found = bounded(f"{MUG}.temperature == 71.9")
    assert (found.bound, found.problem) == ("inside", None)
    assert found.formula == f"{MUG}.temperature == 71.9"


def test_what_is_out_of_range_is_outside_with_the_nearest_valid_value():
    found = bounded(f"{MUG.replace('90', '190')}.temperature == 71.9", TEXT.format(190))
    assert found.bound == "outside"
    assert (found.problem.reason, found.problem.nearest) == ("value_out_of_range", 100)


def test_what_the_simulator_itself_refuses_is_outside():
    found = bounded(f"{MUG.replace('=10', '=13')}.temperature == 71.9")
    assert found.bound == "outside"
    assert (found.problem.parameter, found.problem.nearest) == ("minutes", 12)


@pytest.mark.parametrize(
    ("formula", "reason"),
    [
        (f"{MUG}.acidity == 71.9", "no_such_output"),
        (f"max({MUG}.temperature, {MUG}.taste) == 71.9", "no_such_output"),
        ("tea.cooling(minutes=10).temperature == 71.9", "unknown_name"),
        ("coffee.brewing(minutes=10).temperature == 71.9", "unknown_name"),
        ("coffee.cooling(minutes=10).temperature == 71.9", "missing_condition"),
    ],
)
def test_what_does_not_exist_or_is_missing_is_outside(formula, reason):
    found = bounded(formula)
    assert found.bound == "outside"
    assert found.problem.reason == reason


@pytest.mark.parametrize(
    ("formula", "meant"),
    [
        (f"{MUG}.temprature == 71.9", "temperature"),
        ("coffe.cooling(minutes=10).temperature == 71.9", "coffee"),
        ("coffee.coolng(minutes=10).temperature == 71.9", "cooling"),
        ("coffee.cooling(minuts=10).temperature == 71.9", "minutes"),
    ],
)
def test_a_slip_in_a_name_is_unread_with_the_name_that_was_meant(formula, meant):
    found = bounded(formula)
    assert found.bound == "unread"
    assert f"did you mean {meant}?" in found.problem.message


@pytest.mark.parametrize(
    "formula",
    [
        f"{MUG}.temprature == 71.9",
        f"{MUG}.acidity == 71.9",
        f"{MUG}.temperature == 70.25",
        "coffee.cooling(minutes=10).temperature == 71.9",
        "1 < 2",
        "tea.cooling(minutes=10).temperature == 71.9",
    ],
)
def test_bounding_and_verifying_refuse_a_claim_for_the_same_reason(formula):
    claim = FormulaClaim(text=TEXT.format(90), formula=formula)
    with EvidenceStore() as store:
        registry = Registry([Coffee()])
        first = bound(claim, Runs(registry, store))
        second = Verifier(registry, store).verdict(claim)
    assert (second.verdict, second.problem) == (first.bound, first.problem)


@pytest.mark.parametrize(
    "formula",
    [f"{MUG}.temperature", f"{MUG}.temperature ==", "71.9 == 71.9", "", f"{MUG}.temperature == 61"],
)
def test_what_is_no_statement_about_runs_or_says_another_thing_is_unread(formula):
    found = bounded(formula)
    assert found.bound == "unread"
    assert found.problem is not None


def test_a_series_may_stand_where_a_list_does_and_an_output_may_not_be_one():
    text = "With 10 mm of rain the level of the river Ann is above 1.0 m at most."
    run = 'gauge.gauge(river="Ann", rain=10)'
    assert bounded(f"max({run}.hourly) > 1.0", text).bound != "outside"
    assert bounded(f"{run}.hourly > 1.0", text).bound == "outside"


@pytest.mark.parametrize(
    ("text", "state", "bound_"),
    [
        ("{} admissions in Ohio peaked at 3,705 in the worst week of the 2024-25 season.", "Ohio",
         {"COVID-19": "outside", "RSV": "outside", "Flu": "inside"}),
        ("{} admissions in New Mexico peaked at 320 in the worst week of the 2024-25 season.",
         "New Mexico", {"Flu": "inside"}),
    ],
)  # fmt: skip
def test_a_text_about_another_disease_is_outside_whatever_its_formula_says(text, state, bound_):
    run = f'epidemiology.admissions(states=["{state}"], reported_season="2024-25")'
    number = 320 if state == "New Mexico" else 3705
    for disease, word in bound_.items():
        claim = FormulaClaim(
            text=text.format(disease), formula=f"{run}.top_week_admissions == {number}"
        )
        found = bound(claim, Runs(installed(), EvidenceStore()))
        assert found.bound == word
        assert word == "inside" or (found.problem and found.problem.reason == "other_subject")


def test_a_question_claims_nothing_whatever_its_formula_says():
    asked = (
        "Has coffee in a ceramic mug, poured at 90 °C, a temperature of 71.9 °C after 10 minutes?"
    )
    found = bounded(f"{MUG}.temperature == 71.9", asked)
    assert found.bound == "unread"
    assert "it is a question" in found.problem.message
