"""Simulations as witnesses beside the literature.

A run, or a verdict that rests on runs, votes with the probability that the claim holds, and with
the simulator's measured skill as its reputation. It can be cited like a source.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal

from simulrag.simulators.capabilities import skill_of
from simulrag.simulators.errors import BadValue, UnknownName
from simulrag.simulators.interface import Frozen, Quantity, Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_claims
from simulrag.verifier.claims import Verdict
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.literature.labels import LEANING, UNKNOWN, Vote
from simulrag.verifier.literature.words import normalise

#: Witnesses of one claim at most.
MOST_WITNESSES = 50
Agreement = Literal["agree", "disagree", "divided", "literature_only", "simulation_only", "neither"]
_SURE = {"supported": 1.0, "refuted": 0.0}


class SimulationWitness(Frozen):
    """What a run or verdict says of the claim.

    score: -1 to 1, from `probability` where members tell one, else from the verdict; None where it
    decides another statement, or nothing. reputation: the simulator's skill, 1/2 where none was
    measured; `skill` says which. values: all numbers of its runs.
    """

    id: str
    verdict: str = ""
    score: float | None = None
    probability: float | None = None
    reputation: float = 0.0
    skill: str = ""
    said: str
    run_ids: tuple[str, ...] = ()
    values: tuple[float, ...] = ()

    def vote(self) -> Vote:
        """Return its vote, in hundredths."""
        return Vote(Fraction(str(self.score or 0)) * 100, Fraction(str(self.reputation)))


def witnesses(
    ids: Sequence[str], claim: str, registry: Registry, store: EvidenceStore
) -> tuple[SimulationWitness, ...]:
    """Return what stored verdicts ("verdict-...") or runs say of a claim.

    Raises UnknownName for an id that is not stored, BadValue for more than are weighed.
    """
    if len(ids) > MOST_WITNESSES:
        raise BadValue(
            f"runs has {len(ids)} ids; at most {MOST_WITNESSES} are weighed", parameter="runs"
        )
    return tuple(_witness(one, claim, registry, store) for one in dict.fromkeys(ids))


def distinct(given: Sequence[SimulationWitness]) -> list[SimulationWitness]:
    """Return those that vote; a verdict counts once, however many of its runs were named."""
    return list({one.run_ids: one for one in given if one.score is not None}.values())


def agreement(
    score: float | None, printed: Sequence[Fraction | int], simulated: Sequence[SimulationWitness]
) -> Agreement:
    """Return how literature (its average, and the scores of its sources) and simulations stand.

    The literature has a side where none of its sources contradicts another, however weakly, and
    else from "leaning" on; within the leaning bounds it is divided.
    """
    sides = {_SURE[one.verdict] > 0.5 for one in simulated if one.verdict in _SURE}
    if score is None:
        return "divided" if len(sides) > 1 else "simulation_only" if sides else "neither"
    if not sides:
        return "literature_only"
    one_way = len({one > 0 for one in printed}) == 1
    if len(sides) > 1 or not (one_way or abs(score) * 100 > LEANING):
        return "divided"
    return "agree" if sides == {score > 0} else "disagree"


def _witness(given: str, claim: str, registry: Registry, store: EvidenceStore) -> SimulationWitness:
    if found := store.verdict(given):
        verdict = found.verdict
        if normalise(verdict.text) != normalise(claim):
            told = f"it decides another statement: {verdict.text}"
            return SimulationWitness(id=given, said=told, run_ids=verdict.run_ids)
        return _of_verdict(given, verdict, registry, store)
    if store.get(given) is None:
        raise UnknownName(
            f"neither a run nor a verdict has the id {given[:80]!r}; give ids that tools returned",
            parameter="runs",
            given=given,
        )
    (verdict,) = check_claims([claim], "", registry, store).verdicts
    if verdict.run_ids and given not in verdict.run_ids:
        told = f"the claim is {verdict.verdict} by {', '.join(verdict.run_ids)}, not by this run"
        return SimulationWitness(id=given, said=told)
    return _of_verdict(given, verdict, registry, store)


def _of_verdict(
    given: str, verdict: Verdict, registry: Registry, store: EvidenceStore
) -> SimulationWitness:
    runs = [run for one in verdict.run_ids if (run := store.get(one))]
    why = verdict.derivation or (verdict.problem.message if verdict.problem else "")
    chance = f", probability {verdict.chance}" if verdict.chance else ""
    said = f"{verdict.verdict}{chance}: {why}" if why else f"{verdict.verdict}{chance}"
    failed = next((run.id for run in runs if run.check.verdict == "failed"), "")
    sure = verdict.probability
    if sure is None:
        sure = _SURE.get(verdict.verdict)
    if not runs or failed or sure is None:
        told = f"{failed} failed its own check; {said}" if failed else said
        return SimulationWitness(id=given, said=told, run_ids=verdict.run_ids)
    skills = [skill_of(registry.simulator(run.call.simulator), run.call) for run in runs]
    least = min(skills, key=lambda one: one.share if one else float(UNKNOWN))
    return SimulationWitness(
        id=given,
        verdict=verdict.verdict,
        score=round(2 * sure - 1, 4),
        probability=verdict.probability,
        reputation=least.share if least else float(UNKNOWN),
        skill=f"{least.share:.0%} of {least.measured}"
        if least
        else "not measured: the middle, 0.5",
        said=said,
        run_ids=verdict.run_ids,
        values=tuple(dict.fromkeys(_values(runs))),
    )


def _values(runs: Sequence[Run]) -> Iterator[float]:
    for run in runs:
        for value in run.outputs.values():
            if isinstance(value, Quantity):
                yield from (x for x in (value.value, value.low, value.high) if x is not None)
        for given in run.call.arguments.values():
            if isinstance(given, int | float) and not isinstance(given, bool):
                yield float(given)
