"""The composed answer against the runs: nothing turned round, nothing left out."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from simulrag.client import composing, stages
from simulrag.client.checking import verdicts
from simulrag.client.errors import ServerFailed
from simulrag.client.result import AnsweredClaim

#: Calls a tool of the server about the question at hand.
AboutQuestion = Callable[..., Awaitable[dict[str, Any]]]


async def without_contradictions(
    composed: Sequence[composing.Composed],
    kept: Sequence[composing.Masked],
    about_question: AboutQuestion,
) -> tuple[list[composing.Composed], list[str]]:
    """Put the claims themselves in place of a sentence that turned them round; add notes."""
    try:
        reply = await about_question("verify_claims", claims=[s.plain for s in composed])
        found = verdicts(reply)
    except ServerFailed as error:
        return composing.plainly(kept), [f"the claims are listed as they are: {error}"]
    if len(found) != len(composed):
        said = f"{len(found)} verdicts for {len(composed)} sentences"
        return composing.plainly(kept), [f"the claims are listed as they are: {said}"]
    checked: list[composing.Composed] = []
    notes: list[str] = []
    for sentence, verdict in zip(composed, found, strict=True):
        if verdict.verdict != "refuted":
            checked.append(sentence)
            continue
        checked += composing.plainly([c for c in kept if c.id in sentence.claims])
        notes.append(f"a composed sentence was refuted and replaced: {sentence.plain!r}")
    return list(dict.fromkeys(checked)), notes


async def said_by_runs_only(
    said: Sequence[AnsweredClaim],
    composed: Sequence[composing.Composed],
    given: frozenset[str],
    about_question: AboutQuestion,
) -> tuple[str, list[str]]:
    """Return what the runs say and no composed sentence does, "" where there is none, and notes."""
    if not said:
        return "", []
    both = [[s.plain for s in composed], [s.text for s in said]]
    notes: list[str] = []
    try:
        merged = await about_question(
            "merge_claims", answers=[stages.as_json_list(lines) for lines in both]
        )
        new = {claim["text"] for claim in merged["claims"] if claim["support"] == [1]}
    except ServerFailed as error:
        notes.append(f"what the runs say may stand twice in the answer: {error}")
        new = {statement.text for statement in said}
    lines = [
        composing.mark_statement(s.text, s.run_ids, given)
        for s in said
        if s.text in new and not composing.is_said(s.text, s.run_ids, composed, given)
    ]
    told = "From the simulations, beyond the drafts: " + " ".join(lines) if lines else ""
    return told, notes
