"""Whether composed sentences say what the facts say that they rest on; no model takes part.

A sentence is held against the statements of what it refers to and rests on, joined with the
formula that its writer gives for what it says beyond: its numbers, places, dates, conditions and
directions must be theirs. The formula must be true besides, or open where a chance is told.
"""

import re
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from simulrag.client import stages
from simulrag.client.computed_facts import Masked, expanded
from simulrag.client.marks import plain
from simulrag.client.model_formulas import bounds_of
from simulrag.client.references import Composed
from simulrag.client.session import Tools
from simulrag.client.steps import one_each
from simulrag.simulators.interface import Frozen
from simulrag.verifier.claims import Bound, Claim, Computed
from simulrag.verifier.denials import denial, disbelief
from simulrag.verifier.formulas.syntax import FormulaError
from simulrag.verifier.stated_causes import unheld

#: Words of what no value with a range proves.
_CERTAIN = re.compile(
    r"\b(?:always|certainly|definitely|undoubtedly|guaranteed|without (?:any |a )?doubt)\b",
    re.IGNORECASE,
)


class _Held(Frozen):
    """A sentence as a claim, what its writer's formula is in full, and if it tells a chance."""

    claim: Claim
    own: str
    tells_chance: bool = False


class SentenceChecks:
    """Holds the sentences of an answer against what they rest on.

    question: the context of all. known: facts and claims. Formulas of sentences call facts, and
    claims that were decided, by their ids.
    """

    def __init__(
        self, question: str, known: Sequence[Masked], facts: Sequence[Masked], tools: Tools
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
        names = stages.used_of(self._names, sentence.formula)
        own = expanded(sentence.formula, names) if sentence.formula else ""
        said = tuple(dict.fromkeys(filter(None, (*sentence.says, own))))
        if (sentence.said or own) and (why := self._beyond(sentence, said)):
            return why
        if sentence.own:
            return f"it has numbers that are no references: {', '.join(sentence.own)[:200]}"
        if not said:
            return None
        known = [self._known[key] for key in sentence.claims]
        # What stands in a list would bear out any of its elements with any value.
        rests_on = [plain(one.pieces) for one in known if not one.elements]
        claim = Claim(
            id=f"t{place}",
            text=sentence.unranged,
            formula=" and ".join(f"({one})" for one in said),
            context=(self._question, *rests_on),
        )
        return _Held(claim=claim, own=own, tells_chance=sentence.tells_chance)

    def _beyond(self, sentence: Composed, said: Sequence[str]) -> str:
        """Return what a sentence says that no values say, by its words; empty where nothing."""
        if link := unheld(sentence.unranged, said, self._question):
            aside = "say it in a sentence of its own, without references"
            return f"no run shows what is behind {link!r}: {aside}"
        if found := _CERTAIN.search(sentence.unranged):
            return f"no run is as certain as {found[0]!r}: say the range or the chance"
        if found := disbelief(sentence.unranged):
            return f"{found!r} denies what the values say: say what is so"
        known = [self._known[key] for key in sentence.said if key in self._known]
        if sentence.formula or not all(one.is_value for one in known):
            return ""
        if found := denial(sentence.unranged):
            return f"{found!r} denies something: say what is so, or give the formula of it"
        if sentence.compares:
            return "it compares values: give the formula of it over their ids"
        return ""

    async def _unanchored(self, held: Mapping[int, _Held]) -> dict[int, str]:
        """Return which sentences do not say what they rest on, and what differs."""
        bounds = await bounds_of([one.claim for one in held.values()], self._tools)
        return {
            place: _told(bound)
            for place, bound in zip(held, bounds, strict=True)
            if bound.bound != "inside"
        }

    async def _untrue(self, held: Mapping[int, _Held]) -> dict[int, str]:
        """Return which formulas of sentences are not true, and what they are.

        One that is undecided may stand in a sentence that tells a chance.
        """
        asked = {place: one.own for place, one in held.items() if one.own}
        values = await computed(tuple(asked.values()), self._tools)
        why: dict[int, str] = {}
        for place, value in zip(asked, values, strict=True):
            open_ = value.text.startswith("undecided: ") and held[place].tells_chance
            if not (open_ or value.text.startswith("true: ")):
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
    """Return what formulas are worth in the runs, as claims are held against them, in order.

    Raises ServerFailed.
    """
    if not formulas:
        return ()
    given = {"formulas": list(formulas), "assume": dict(assume or {}), "against": "run"}
    reply = await tools.call("compute", **given, detail="full")
    values = tuple(Computed.model_validate(one, extra="ignore") for one in reply["values"])
    return one_each(values, formulas, "compute")
