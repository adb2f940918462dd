"""What a bare text speaks of in vain is told of the simulator that the claims beside it are of."""

from pathlib import Path

import pytest

from simulrag.server.formula_tools import Given, verify
from simulrag.simulators.registry import installed
from simulrag.verifier.check import check_claims
from simulrag.verifier.claims import FormulaClaim, Problem, Verdict
from simulrag.verifier.evidence import EvidenceStore

REAL = installed()
OLDER = "Most of the patients were older than sixty-five."
RECORD = FormulaClaim(
    text="In the 2024-25 season Texas had more flu admissions than Ohio.",
    formula='epidemiology.admissions(states=["Texas"], reported_season="2024-25").reported_total > '
    'epidemiology.admissions(states=["Ohio"], reported_season="2024-25").reported_total',
)
BROKEN = FormulaClaim(text="On the road trips take longer.", formula="urban.corridor().travel_tim")


def problem_of(made: Verdict) -> Problem:
    assert made.verdict == "outside"
    assert made.problem is not None
    return made.problem


def last(tmp_path: Path, *claims: Given) -> Problem:
    store = EvidenceStore(tmp_path / "store")
    return problem_of(verify(claims, "", REAL, store, "world").verdicts[-1])


@pytest.mark.parametrize(("beside", "simulator"), [(RECORD, "epidemiology"), (BROKEN, "urban")])
def test_a_reason_names_the_simulator_of_the_formulas_beside_it(
    tmp_path: Path, beside: FormulaClaim, simulator: str
) -> None:
    problem = last(tmp_path, beside, OLDER)
    assert problem.simulator == simulator
    assert simulator in problem.message
    assert "climate" not in problem.message


def test_a_reason_names_the_simulator_of_the_sentences_before_it(tmp_path: Path) -> None:
    before = "In the 2024-25 season Texas had 1,000 flu admissions."
    checked = check_claims([before, OLDER], "", REAL, EvidenceStore(tmp_path / "store"))
    problem = problem_of(checked.verdicts[1])
    assert problem.simulator == "epidemiology"
    assert "climate" not in problem.message


@pytest.mark.parametrize("said", ["{}, I believe.", "I think that {}.", "In my view, {}."])
def test_what_someone_believes_is_outside_for_what_it_speaks_of(tmp_path: Path, said: str) -> None:
    problem = last(tmp_path, said.format("accidents would fall by a third"))
    assert problem.reason == "no_such_output"
    assert problem.simulator == "urban"


@pytest.mark.parametrize(
    "said", ["Accidents should be avoided, I believe.", "I think that cities ought to adapt now."]
)
def test_what_someone_believes_ought_to_be_remains_an_opinion(tmp_path: Path, said: str) -> None:
    assert last(tmp_path, said).reason == "opinion"
