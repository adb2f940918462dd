"""Formulas of claims, written by the language model from the handbook.

One request holds every distinct claim by id and asks for its formula, or the reason why it has
none; with several drafts it asks as well which of them support which claims. The server says of
each formula whether it says what the claim says; what it sends back, and claims that were passed
over, go back once, with the reasons. Sent back twice is unread, with the formula that was tried;
none is ever counted wrong. Only where a model writes nothing at all are the claims left to rules.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import Field

from simulrag.client import stages
from simulrag.client.errors import ModelError, OddReply, ReplyTruncated
from simulrag.client.language_models.protocol import Ask
from simulrag.client.prompts import formulas_request
from simulrag.client.session import Tools
from simulrag.client.stages import Handed
from simulrag.client.steps import one_each
from simulrag.simulators.interface import Frozen
from simulrag.verifier.claims import Bound, Claim, Problem

#: How often the model is asked: once, and once more with what was sent back.
TRIES = 2


def tries_within(calls: int | None) -> int:
    """Return how often formulas may be asked for, where an answer comes first, then its review."""
    if calls is None or calls >= 4:
        return TRIES
    return 1 if calls >= 2 else 0


#: Reasons outside that may be a slip of who wrote the formula.
SLIPS = ("no_such_output", "unknown_name", "bad_value", "missing_condition")


class Written(Frozen):
    """Claims with what a model wrote of them."""

    #: Those that say what their text says have their formula.
    claims: tuple[Claim, ...]
    #: By its text, the bound of a claim that has no formula or one that stayed wrong.
    bounds: Mapping[str, Bound] = Field(default_factory=dict)
    notes: tuple[str, ...] = ()
    #: By its text, why the first formula of a claim was sent back; "" for one passed over.
    refused: Mapping[str, str] = Field(default_factory=dict)
    #: The model wrote nothing, so that rules may read the claims.
    by_rules: bool = False


class Writing:
    """The formulas of some claims of a question.

    answers: the prose of the drafts, where the model is to say which of them support which claims.
    said: what a claim's context may be quoted from.
    """

    def __init__(
        self,
        question: str,
        handbook: str,
        claims: Sequence[Claim],
        ask: Ask,
        tools: Tools,
        *,
        answers: Sequence[str] = (),
        said: Sequence[str] = (),
    ) -> None:
        self._question, self._handbook = question, handbook
        self._claims = {claim.id: claim for claim in claims}
        self._answers = answers
        self._said = (question, *answers, *said)
        self._ask, self._tools = ask, tools
        self._let: dict[str, str] = {}
        self._none: dict[str, str] = {}
        #: Why formulas were sent back, by claim; "" for a claim that was passed over.
        self._refused: dict[str, str] = {}
        self._unread: dict[str, Bound] = {}
        self._notes: list[str] = []

    async def written(self, tries: int = TRIES) -> Written:
        """Have formulas written and mended. Raises ModelError where there is no first reply."""
        content = await self._ask(
            formulas_request(self._question, self._claims, self._handbook, self._answers)
        )
        self._take(content, self._claims)
        if self._answers:
            self._support(content)
        if not self._none and not any(claim.formula for claim in self._claims.values()):
            return Written(
                claims=tuple(self._claims.values()), notes=tuple(self._notes), by_rules=True
            )
        self._refused = await self._sent_back()
        if self._refused and tries > 1:
            await self._mend()
            await self._sent_back()
        return Written(
            claims=tuple(map(self._told, self._claims.values())),
            bounds=self._bounds(),
            notes=tuple(self._notes),
            refused={self._claims[key].text: why for key, why in self._refused.items()},
        )

    def _told(self, claim: Claim) -> Claim:
        """Return a claim without a formula that does not say it: it must fold with no other."""
        if claim.id not in self._unread:
            return claim
        return claim.model_copy(update={"formula": "", "let": {}, "assume": {}})

    def _bounds(self) -> dict[str, Bound]:
        found = dict(self._unread)
        for key, why in self._none.items():
            refused = self._refused.get(key, "")
            told = f"{refused}; then no formula was written of it: {why}"
            text = self._claims[key].text
            found[key] = unread(text, told) if refused else not_decidable(text, why)
        for key, claim in self._claims.items():
            if not claim.formula and key not in found:
                found[key] = unread(claim.text, "no formula was written of it")
        return {self._claims[key].text: bound for key, bound in found.items()}

    async def _mend(self) -> None:
        """Ask once more for what was sent back; a reply that cannot be used leaves it as it is."""
        waiting = {key: self._claims[key] for key in self._refused}
        said = {key: f"{waiting[key].formula} - {why}" for key, why in self._refused.items() if why}
        names = stages.used_of(self._let, " ".join(claim.formula for claim in waiting.values()))
        asked = formulas_request(self._question, waiting, self._handbook, wrong=said, let=names)
        try:
            self._take(await self._ask(asked), waiting)
        except (OddReply, ReplyTruncated, ModelError) as error:
            self._notes.append(f"formulas that were sent back stay as they are: {error}")

    def _take(self, content: Mapping[str, Any], asked: Mapping[str, Claim]) -> None:
        found, notes = stages.by_id(content, list(asked))
        self._notes += notes
        self._let |= stages.let_of(content.get("let"))
        for key, one in found.items():
            if one.written:
                self._none.pop(key, None)
                self._claims[key] = self._with_formula(asked[key], one)
            else:
                self._none[key] = one.reason
                self._claims[key] = asked[key].model_copy(update={"formula": "", "let": {}})

    def _with_formula(self, claim: Claim, one: Handed) -> Claim:
        quoted = [text.strip() for text in one.context if text.strip()]
        rests_on = [text for text in quoted if any(text in whole for whole in self._said)]
        return claim.model_copy(
            update={
                "formula": one.written,
                "let": stages.used_of(self._let, one.written),
                "assume": stages.assume_of(one.assume),
                "context": tuple(dict.fromkeys((self._question, *rests_on))),
            }
        )

    def _support(self, content: Mapping[str, Any]) -> None:
        try:
            joined, notes = stages.with_support(
                tuple(self._claims.values()), content, len(self._answers)
            )
        except OddReply as error:
            self._notes.append(f"support was judged only by comparing statements: {error}")
            return
        self._notes += notes
        self._claims = {claim.id: claim for claim in joined}

    async def _sent_back(self) -> dict[str, str]:
        """Return why formulas are sent back, by id; "" for a claim that was passed over."""
        formal = {key: claim for key, claim in self._claims.items() if claim.formula}
        found = {key: "" for key in self._claims if key not in formal and key not in self._none}
        bounds = await bounds_of(tuple(formal.values()), self._tools)
        found_of = dict(zip(formal, bounds, strict=True))
        self._unread = {key: bound for key, bound in found_of.items() if bound.bound == "unread"}
        for key, bound in found_of.items():
            problem = bound.problem
            if problem and (bound.bound == "unread" or problem.reason in SLIPS):
                found[key] = problem.message
        return found


async def bounds_of(claims: Sequence[Claim], tools: Tools, **about: Any) -> tuple[Bound, ...]:
    """Return the bounds of claims as they are handed in. Raises ServerFailed."""
    given = [stages.as_given(claim) for claim in claims]
    if not given:
        return ()
    reply = await tools.call("assess_boundary", claims=given, **about)
    bounds = tuple(Bound.model_validate(item, extra="ignore") for item in reply["bounds"])
    return one_each(bounds, given, "assess_boundary")


def not_decidable(text: str, why: str) -> Bound:
    """Return the bound of a claim for which a model says that no formula can be written."""
    message = f"a language model holds that no output of a simulator can hold it: {why}"
    return Bound(
        claim=text, bound="outside", problem=Problem(reason="no_such_output", message=message)
    )


def unread(text: str, why: str) -> Bound:
    """Return the bound of a claim that the model did not write as a formula that says it."""
    return Bound(claim=text, bound="unread", problem=Problem(reason="unread", message=why))
