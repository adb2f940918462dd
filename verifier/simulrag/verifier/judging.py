"""Decides the readings of one statement together, and makes it true where they refute it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from simulrag.simulators.interface import Call
from simulrag.verifier.agreeing import agreeing, disagreement
from simulrag.verifier.bench import Bench
from simulrag.verifier.claims import Plan, Problem, Reading, Verdict, VerdictWord
from simulrag.verifier.mistaken import mistaken
from simulrag.verifier.reading.scene_frames import EITHER_WAY
from simulrag.verifier.reading.statements import Read
from simulrag.verifier.updating import rewritten
from simulrag.verifier.verdicts import Decided


def unreadable(claim: str, found: Read) -> Verdict:
    """Return the verdict on a claim without readings: why it has none."""
    return Verdict(
        text=claim,
        updated=claim,
        verdict="outside" if found.outside else "unread",
        derivation=found.problem.message if found.problem else "nothing could be read",
        problem=found.problem,
    )


class Judged(NamedTuple):
    """The verdict on a claim as it stands, and the readings that it rests on as decided."""

    verdict: Verdict
    decided: Sequence[tuple[Reading, Decided]] = ()


def judged(
    claim: str, readings: Sequence[Reading], bench: Bench, own: Plan | None = None
) -> Judged:
    """Decide the readings of a claim; of a plan of `own`, what was mistaken decides nothing."""
    problem = bench.need(t.call for r in readings for t in r.expression.terms)
    if problem is not None:
        outside = problem.reason not in ("run_failed", "not_installed")
        return Judged(
            Verdict(
                text=claim,
                updated=claim,
                verdict="outside" if outside else "not_measured",
                derivation=problem.message,
                problem=problem,
            )
        )
    decided = [(reading, bench.decide(reading)) for reading in readings]
    doubt = mistaken(decided, own, bench) if own is not None else None
    if doubt is not None:
        return Judged(unreadable(claim, Read(problem=doubt)))
    agreed = agreeing(decided)
    whole = len(agreed) == len(decided)
    if not whole and all(one.decision != "refuted" for _, one in agreed):
        unclear = any(reading.aspect == EITHER_WAY for reading in readings)
        found = Read(problem=disagreement(decided), outside=not unclear)
        return Judged(unreadable(claim, found))
    return Judged(_together(claim, [one for _, one in agreed]), agreed)


def mended(found: Judged, bench: Bench, is_true: Callable[[str], bool]) -> Verdict:
    """Return the verdict with the claim made true, where it is refuted.

    is_true: tells whether a rewriting is; the claim stays as it was where it is not.
    """
    verdict = found.verdict
    if verdict.verdict != "refuted":
        return verdict
    updated = _updated(verdict.text, found.decided, bench, is_true)
    return verdict.model_copy(update={"updated": updated})


_ORDER: tuple[VerdictWord, ...] = ("refuted", "not_measured", "undecided", "supported")


def _together(claim: str, decisions: Sequence[Decided]) -> Verdict:
    """Join the facts of one statement: it is as true as the worst of them."""
    leading = min(decisions, key=lambda decided: _ORDER.index(decided.decision))
    missing = leading.decision == "not_measured"
    word: VerdictWord = "outside" if missing else leading.decision
    return Verdict(
        text=claim,
        updated=claim,
        verdict=word,
        derivation="; ".join(d.derivation for d in decisions),
        claimed=leading.claimed,
        simulated=leading.simulated,
        low=leading.low,
        high=leading.high,
        unit=leading.unit,
        probability=leading.probability,
        run_ids=tuple(dict.fromkeys(i for d in decisions for i in d.run_ids)),
        escalated=any(d.escalated for d in decisions),
        problem=Problem(reason="missing_condition", message=leading.derivation)
        if missing
        else None,
    )


def holds(read: Read, bench: Bench) -> bool:
    """Tell whether all that was read is supported, and no word beside it is strange."""
    supported = all(bench.decide(r).decision == "supported" for r in read.readings)
    return bool(read.readings) and supported and not read.doubt()


def _updated(
    claim: str,
    decided: Sequence[tuple[Reading, Decided]],
    bench: Bench,
    is_true: Callable[[str], bool],
) -> str:
    refuted = [
        (reading, one, bench.output(*_named(reading)))
        for reading, one in decided
        if one.decision == "refuted"
    ]
    new = rewritten(claim, refuted)
    if new is None or new == claim:
        return claim
    return new if is_true(new) else claim


def _named(reading: Reading) -> tuple[Call, str]:
    term = reading.expression.terms[0]
    return term.call, term.output
