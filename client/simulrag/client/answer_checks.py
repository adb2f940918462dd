"""The composed answer against the runs: nothing turned round, nothing left out."""

from collections.abc import Mapping, Sequence

from simulrag.client import composing
from simulrag.client.result import AnsweredClaim
from simulrag.verifier.claims import Verdict


def without_contradictions(
    composed: Sequence[composing.Composed],
    known: Sequence[composing.Masked],
    found: Mapping[str, Verdict],
) -> tuple[list[composing.Composed], list[str]]:
    """Put what a sentence rests on in place of one that turned it round; add notes.

    `found` holds verdicts on sentences by their text.
    """
    checked: list[composing.Composed] = []
    notes: list[str] = []
    for sentence in composed:
        verdict = found.get(sentence.plain)
        if verdict is None or verdict.verdict != "refuted":
            checked.append(sentence)
            continue
        checked += composing.plainly([one for one in known if one.id in sentence.claims])
        notes.append(f"a composed sentence was refuted and replaced: {sentence.plain!r}")
    return list(dict.fromkeys(checked)), notes


def said_by_runs_only(
    said: Sequence[AnsweredClaim],
    composed: Sequence[composing.Composed],
    given: frozenset[str],
) -> str:
    """Return what the runs say and no composed sentence does, "" where there is none.

    A sentence with a number of its own does not say what its claims do.
    """
    own = composing.NO_RUN
    used = {key for one in composed if own not in one.marked for key in one.claims}
    lines = [
        composing.mark_statement(one.text, one.run_ids, given)
        for one in said
        if one.id not in used and not composing.is_said(one.text, one.run_ids, composed, given)
    ]
    return f"Also from the simulations: {' '.join(lines)}" if lines else ""
