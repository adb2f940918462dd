"""Whether composed sentences say what the facts say that they rest on; no model takes part.

A sentence is held against the statements of what it refers to and rests on, joined with the
formula that its writer gives for what it says beyond: its numbers, places, dates, conditions and
directions must be theirs. The formula must be true besides.
"""

import re
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from simulrag.client import handed
from simulrag.client.composing import Composed, Masked, plain
from simulrag.client.computed_facts import Fact, expanded
from simulrag.client.model_formulas import bounds_of
from simulrag.client.session import Tools
from simulrag.client.steps import one_each
from simulrag.simulators.interface import Frozen
from simulrag.verifier.claims import Bound, Claim, Computed
from simulrag.verifier.formulas.syntax import FormulaError

#: Connectives of a cause, which a value does not prove.
_CAUSE = re.compile(
    r"\b(?:because|due to|owing to|thanks to|as a (?:result|consequence) of|"
    r"(?:caused|driven|explained) by|attributable to)\b",
    re.IGNORECASE,
)


class _Held(Frozen):
    """A sentence as a claim, and what its writer's formula is in full."""

    claim: Claim
    own: str


class SentenceChecks:
    """Holds the sentences of an answer against what they rest on.

    question: the context of all. known: facts and claims. Formulas of sentences call facts, and
    claims that were decided, by their ids.
    """

    def __init__(
        self, question: str, known: Sequence[Masked], facts: Sequence[Fact], tools: Tools
    ) -> None:
        self._question = question
        self._known = {one.id: one for one in known}
        values = {one.id: one.formula for one in facts}
        self._names = {one.id: one.statement for one in known if one.statement} | values
        self._tools = tools

    async def failures(self, sentences: Sequence[Composed | str]) -> dict[int, str]:
        """Return why sentences cannot stand, by their place; those that can are not in it.

        A text in place of a sentence is why it failed before. Raises ServerFailed.
        """
        why: dict[int, str] = {}
        held: dict[int, _Held] = {}
        for place, one in enumerate(sentences):
            try:
                found = self._as_claim(place, one)
            except FormulaError as error:
                why[place] = f"its formula cannot be read: {error}"
                continue
            if isinstance(found, str):
                why[place] = found
            elif found is not None:
                held[place] = found
        why |= await self._unanchored(held)
        return why | await self._untrue({n: one for n, one in held.items() if n not in why})

    def _as_claim(self, place: int, sentence: Composed | str) -> _Held | str | None:
        """Return a sentence as a claim, why it fails, or None where it says nothing of a run."""
        if isinstance(sentence, str):
            return sentence
        if sentence.said and (cause := _CAUSE.search(sentence.unranged)):
            return (
                f"no run shows what is behind {cause[0]!r}: say it in a sentence of its own, "
                "without references"
            )
        if sentence.own:
            return f"it has numbers that are no references: {', '.join(sentence.own)[:200]}"
        names = handed.used_of(self._names, sentence.formula)
        own = expanded(sentence.formula, names) if sentence.formula else ""
        said = tuple(dict.fromkeys((*sentence.says, *([own] if own else []))))
        if not said:
            return None
        rests_on = [plain(self._known[key].pieces) for key in sentence.claims]
        claim = Claim(
            id=f"t{place}",
            text=sentence.unranged,
            formula=" and ".join(f"({one})" for one in said),
            context=(self._question, *rests_on),
        )
        return _Held(claim=claim, own=own)

    async def _unanchored(self, held: Mapping[int, _Held]) -> dict[int, str]:
        """Return which sentences do not say what they rest on, and what differs."""
        bounds = await bounds_of([one.claim for one in held.values()], self._tools)
        return {
            place: _told(bound)
            for place, bound in zip(held, bounds, strict=True)
            if bound.bound != "inside"
        }

    async def _untrue(self, held: Mapping[int, _Held]) -> dict[int, str]:
        """Return which formulas of sentences are not true, and what they are."""
        asked = {place: one.own for place, one in held.items() if one.own}
        values = await computed(tuple(asked.values()), self._tools)
        why: dict[int, str] = {}
        for place, value in zip(asked, values, strict=True):
            if not value.text.startswith("true: "):
                told = value.problem.message if value.problem else value.text
                chance = f", probability {value.chance}" if value.chance else ""
                why[place] = f"its formula is not true: {told}{chance}"
        return why


def _told(bound: Bound) -> str:
    """Return why a sentence does not stand."""
    if bound.problem is None:
        return bound.bound
    if bound.problem.reason == "too_many_runs":
        return "it says too much at once; say it in several sentences, with fewer references each"
    return bound.problem.message


async def computed(
    formulas: Sequence[str], tools: Tools, assume: Mapping[str, JsonValue] | None = None
) -> tuple[Computed, ...]:
    """Return what formulas are worth, in order. Raises ServerFailed."""
    if not formulas:
        return ()
    reply = await tools.call(
        "compute", formulas=list(formulas), assume=dict(assume or {}), detail="full"
    )
    values = tuple(Computed.model_validate(one, extra="ignore") for one in reply["values"])
    return one_each(values, formulas, "compute")
