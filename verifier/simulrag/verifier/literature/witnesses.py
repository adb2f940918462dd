"""One verdict from many witnesses: simulation runs beside the literature.

A run, or a verdict that rests on runs, votes like a source, with the simulator's measured skill
as its reputation. Where simulator and literature contradict each other, or one of them is at odds
with itself, there is no combined label: an average would hide what a reader must know.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from simulrag.simulators.errors import UnknownName
from simulrag.simulators.interface import Frozen
from simulrag.simulators.registry import Registry
from simulrag.simulators.validation import skill_of
from simulrag.verifier.check import check_claims
from simulrag.verifier.claims import Verdict
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.literature.global_labels import Average, Vote, weighted
from simulrag.verifier.literature.grades import LEANING, Grade
from simulrag.verifier.literature.reputation import UNKNOWN
from simulrag.verifier.literature.weighing import LiteratureVerdict

#: Witnesses of one claim at most.
MOST_WITNESSES = 50
Agreement = Literal["agree", "disagree", "divided", "literature_only", "simulation_only", "neither"]
_GRADES = {"supported": Grade.TRUE, "refuted": Grade.FALSE}


class SimulationWitness(Frozen):
    """What a run or verdict says of the claim; a grade of "No Evidence" does not count.

    `weight` is the simulator's skill, 1/2 where none was measured; `skill` says which it is.
    """

    id: str
    grade: Grade
    weight: Fraction
    skill: str
    said: str
    run_ids: tuple[str, ...] = ()


class CombinedVerdict(Frozen):
    """The literature's verdict, the simulations', and both as one where they do not conflict."""

    literature: LiteratureVerdict
    simulations: tuple[SimulationWitness, ...]
    agreement: Agreement
    #: None where the witnesses disagree or are divided.
    combined: Average | None


def witness(given: str, claim: str, registry: Registry, store: EvidenceStore) -> SimulationWitness:
    """Return what a stored verdict ("verdict-...") or run says of a claim.

    A verdict on another statement, or a run that does not decide the claim, is no evidence.
    Raises UnknownName for an id that is not stored.
    """
    if found := store.verdict(given):
        verdict, same = found.verdict, _same(found.verdict.text, claim)
        if not same:
            return _silent(given, f"it decides another statement: {verdict.text}", verdict.run_ids)
        return _witness(given, verdict, registry, store)
    run = store.get(given)
    if run is None:
        raise UnknownName(
            f"neither a run nor a verdict has the id {given[:80]!r}; give ids that tools returned",
            parameter="runs",
            given=given,
        )
    (verdict,) = check_claims([claim], "", registry, store).verdicts
    if verdict.run_ids and given not in verdict.run_ids:
        decided = ", ".join(verdict.run_ids)
        return _silent(given, f"the claim is {verdict.verdict} by {decided}, not by this run")
    return _witness(given, verdict, registry, store)


def combine(
    literature: LiteratureVerdict, simulations: Sequence[SimulationWitness]
) -> CombinedVerdict:
    """Return both kinds of witness as one verdict, or the disagreement between them.

    A verdict counts once, however many of its runs were named.
    """
    telling = list(
        {one.run_ids: one for one in simulations if one.grade is not Grade.NO_EVIDENCE}.values()
    )
    counted = [one for one in literature.assessments if one.use == "counted"]
    agreement = _agreement(
        literature.verdict.weighted,
        [one.label.grade for one in counted],
        [one.grade for one in telling],
    )
    votes = [Vote(grade=one.label.grade, weight=one.reputation.weight) for one in counted]
    votes += [Vote(grade=one.grade, weight=one.weight) for one in telling]
    return CombinedVerdict(
        literature=literature,
        simulations=tuple(simulations),
        agreement=agreement,
        combined=None if agreement in ("disagree", "divided") else weighted(votes),
    )


def _agreement(found: Average, printed: Sequence[Grade], simulated: Sequence[Grade]) -> Agreement:
    """Return how literature and simulations stand to each other.

    The literature has a side where none of its sources contradicts another, however weakly, and
    else from "leaning" on; within the leaning bounds it is divided.
    """
    sides = {grade > 0 for grade in simulated}
    if found.average is None:
        return "divided" if len(sides) > 1 else "simulation_only" if sides else "neither"
    if not sides:
        return "literature_only"
    one_way = len({grade > 0 for grade in printed}) == 1
    if len(sides) > 1 or not (one_way or abs(found.average) > LEANING):
        return "divided"
    return "agree" if sides == {found.average > 0} else "disagree"


def _witness(
    given: str, verdict: Verdict, registry: Registry, store: EvidenceStore
) -> SimulationWitness:
    runs = [run for one in verdict.run_ids if (run := store.get(one))]
    grade = _GRADES.get(verdict.verdict)
    why = verdict.derivation or (verdict.problem.message if verdict.problem else "")
    said = f"{verdict.verdict}: {why}" if why else verdict.verdict
    if grade is None or not runs:
        return _silent(given, said, verdict.run_ids)
    if failed := [run.id for run in runs if run.check.verdict == "failed"]:
        return _silent(given, f"{failed[0]} failed its own check; {said}", verdict.run_ids)
    skills = [skill_of(registry.simulator(run.call.simulator), run.call) for run in runs]
    known = [one for one in skills if one is not None]
    weights = [Fraction(str(one.share)) if one else UNKNOWN for one in skills]
    least = min(weights)
    told = next((one.measured for one in known if Fraction(str(one.share)) == least), "")
    return SimulationWitness(
        id=given,
        grade=grade,
        weight=least,
        skill=f"{float(least):.0%} of {told}" if told else "skill not measured: the middle, 0.5",
        said=said,
        run_ids=verdict.run_ids,
    )


def _silent(given: str, said: str, run_ids: Sequence[str] = ()) -> SimulationWitness:
    return SimulationWitness(
        id=given,
        grade=Grade.NO_EVIDENCE,
        weight=Fraction(0),
        skill="",
        said=said,
        run_ids=tuple(run_ids),
    )


def _same(one: str, other: str) -> bool:
    return " ".join(one.lower().split()).strip(" .") == " ".join(other.lower().split()).strip(" .")
