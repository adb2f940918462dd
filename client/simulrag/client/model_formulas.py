"""Formulas of drafted claims, written by the language model from the handbook.

One request holds every distinct claim by id and asks for its formula, or the reason why it has
none; with several drafts it asks as well which of them support which claims. The server says of
each formula whether it says what the claim says; what it sends back, and claims that were passed
over, go back once. A claim that no reply names is left to the rules; none is ever counted wrong.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import Field

from simulrag.client import handed, stages
from simulrag.client.errors import ModelError, OddReply, ReplyTruncated
from simulrag.client.items import FromModel, items
from simulrag.client.language_models.asking import Ask
from simulrag.client.language_models.protocol import Request
from simulrag.client.prompts import (
    DATA_NOTE,
    SUPPORT_RULES,
    array_of,
    block,
    handbook_block,
    object_of,
    support_schema,
    text_of,
)
from simulrag.client.session import Tools
from simulrag.client.steps import one_each
from simulrag.simulators.interface import Frozen
from simulrag.verifier.claims import Bound, Claim, Problem

#: How often the model is asked: once, and once more with what was sent back.
TRIES = 2
#: Reasons outside that may be a slip of who wrote the formula.
SLIPS = ("no_such_output", "unknown_name", "bad_value", "missing_condition")

SYSTEM = f"""You write what claims say as formulas over outputs of simulators. You never judge \
whether they are true. {DATA_NOTE}"""

RULES = """Write one formula for every claim of "to_read", by the handbook.
- "claim" is the claim's id; name each claim exactly once.
- The formula says all that the claim says, nothing that it does not, and just as it says it: its
  own numbers as printed, its own conditions; what it leaves open is as in the question, which is
  its context. Never write the number that you hold to be right.
- Any claim that names an output or an input of the handbook can have one, whatever it compares.
- "formula" is empty for opinions, causes, definitions, other subjects and conditions that no input
  has; "why" then gives the reason in a few words, else it is empty.
- "let" names parts of the formula. "assume" gives inputs that claim and question leave open.
- "context" lists sentences of the answers, word for word, that the claim rests on; mostly none."""


class Handed(FromModel):
    """What a model hands in for one claim."""

    claim: str
    formula: str | None = None
    let: Any = None
    assume: Any = None
    context: list[str] = Field(default_factory=list[str])
    why: str = ""


class Written(Frozen):
    """Claims with what a model wrote of them."""

    #: Those that say what their text says have their formula.
    claims: tuple[Claim, ...]
    #: By its text, the bound of a claim that has no formula or one that stayed wrong.
    bounds: Mapping[str, Bound] = Field(default_factory=dict)
    notes: tuple[str, ...] = ()


class Writing:
    """The formulas of the distinct claims of some drafts."""

    def __init__(
        self,
        question: str,
        handbook: str,
        claims: Sequence[Claim],
        drafts: Sequence[stages.Draft],
        ask: Ask,
        tools: Tools,
    ) -> None:
        self._question, self._handbook = question, handbook
        self._claims = {claim.id: claim for claim in claims}
        self._drafts = drafts
        self._ask, self._tools = ask, tools
        self._none: dict[str, str] = {}
        self._unread: dict[str, Bound] = {}
        self._notes: list[str] = []

    async def written(self, tries: int = TRIES) -> Written:
        """Have formulas written and mended. Raises ModelError where there is no first reply."""
        answers = [draft.answer for draft in self._drafts] if len(self._drafts) > 1 else []
        first = request(self._question, self._claims, self._handbook, answers)
        content = await self._ask(first)
        self._take(content, self._claims)
        if answers:
            self._support(content)
        back = await self._sent_back()
        if back and tries > 1:
            await self._mend(back)
            await self._sent_back()
        return Written(
            claims=tuple(map(self._told, self._claims.values())),
            bounds=self._bounds(),
            notes=tuple(self._notes),
        )

    def _told(self, claim: Claim) -> Claim:
        """Return a claim without a formula that does not say it: it must fold with no other."""
        if claim.id not in self._unread:
            return claim
        return claim.model_copy(update={"formula": "", "let": {}, "assume": {}})

    def _bounds(self) -> dict[str, Bound]:
        texts = {key: claim.text for key, claim in self._claims.items()}
        none = {texts[key]: not_decidable(texts[key], why) for key, why in self._none.items()}
        return none | {texts[key]: bound for key, bound in self._unread.items()}

    async def _mend(self, back: Mapping[str, str]) -> None:
        """Ask once more for what was sent back; a reply that cannot be used leaves it as it is."""
        waiting = {key: self._claims[key] for key in back}
        said = {key: why for key, why in back.items() if why}
        try:
            content = await self._ask(
                request(self._question, waiting, self._handbook, wrong=said, number=1)
            )
            self._take(content, waiting)
        except (OddReply, ReplyTruncated, ModelError) as error:
            self._notes.append(f"formulas that were sent back stay as they are: {error}")

    def _take(self, content: Mapping[str, Any], asked: Mapping[str, Claim]) -> None:
        found, notes = by_id(content, asked)
        self._notes += notes
        for key, one in found.items():
            if (one.formula or "").strip():
                self._none.pop(key, None)
                self._claims[key] = self._with_formula(asked[key], one)
            else:
                self._none[key] = one.why.strip()[:300] or "it gave no reason"
                self._claims[key] = asked[key].model_copy(update={"formula": "", "let": {}})

    def _with_formula(self, claim: Claim, one: Handed) -> Claim:
        said = [self._question, *(draft.answer for draft in self._drafts)]
        said += [other.text for draft in self._drafts for other in draft.claims]
        quoted = [text.strip() for text in one.context if text.strip()]
        rests_on = [text for text in quoted if any(text in whole for whole in said)]
        return claim.model_copy(
            update={
                "formula": (one.formula or "").strip(),
                "let": handed.let_of(one.let),
                "assume": handed.assume_of(one.assume),
                "context": tuple(dict.fromkeys((self._question, *rests_on))),
            }
        )

    def _support(self, content: Mapping[str, Any]) -> None:
        try:
            joined, notes = stages.with_support(
                tuple(self._claims.values()), content, len(self._drafts)
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
        if len(found) == len(self._claims):
            return {}  # a model that writes none leaves all to the rules
        bounds = await bounds_of(tuple(formal.values()), self._tools)
        found_of = dict(zip(formal, bounds, strict=True))
        self._unread = {key: bound for key, bound in found_of.items() if bound.bound == "unread"}
        for key, bound in found_of.items():
            problem = bound.problem
            if problem and (bound.bound == "unread" or problem.reason in SLIPS):
                found[key] = f"{formal[key].formula} - {problem.message}"
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


def by_id(
    content: Mapping[str, Any], claims: Mapping[str, Claim]
) -> tuple[dict[str, Handed], list[str]]:
    """Return what was handed in by claim id, and notes on what was left out. Raises OddReply.

    Ids that do not exist are left out; of a claim that is read twice in different ways none
    counts, as nothing says which is meant.
    """
    listed, odd = items(content, "formulas", Handed)
    notes = [f"{odd} malformed formulas were left out"] if odd else []
    found: dict[str, Handed] = {}
    twice: set[str] = set()
    for one in listed:
        if one.claim not in claims:
            notes.append(f"a formula of the unknown claim {one.claim!r} was left out")
        elif one.claim in found and found[one.claim] != one:
            twice.add(one.claim)
        else:
            found[one.claim] = one
    notes += [f"claim {key} was read in two ways, so neither counts" for key in sorted(twice)]
    return {key: one for key, one in found.items() if key not in twice}, notes


def request(
    question: str,
    claims: Mapping[str, Claim],
    handbook: str,
    answers: Sequence[str] = (),
    wrong: Mapping[str, str] | None = None,
    number: int = 0,
) -> Request:
    """Ask for the formulas of claims by id, and with `answers` for their support.

    `wrong` says what was wrong with formulas before.
    """
    data: dict[str, Any] = {"question": question}
    if answers:
        data["answers"] = [
            {"id": f"a{place}", "text": text} for place, text in enumerate(answers, start=1)
        ]
    data["to_read"] = [{"id": key, "text": claim.text} for key, claim in claims.items()]
    if wrong:
        data["refused"] = dict(wrong)
    again = '\n- "refused" says why formulas before were sent back; mend them, or hand in none.'
    rules = f"{RULES}{again if wrong else ''}{SUPPORT_RULES if answers else ''}"
    asked = {"formulas": array_of(_schema())}
    return Request(
        stage="formulas",
        sample=number,
        system=SYSTEM,
        shared=(handbook_block(handbook),),
        prompt=f"{block(data)}\n\n{rules}",
        tool="submit_formulas",
        description="Hand in the formula of every claim.",
        reply_schema=object_of(asked | {"support": support_schema()} if answers else asked),
        max_tokens=LONGEST,
    )


#: Tokens that the formulas of all claims may take.
LONGEST = 8192


def _schema() -> dict[str, Any]:
    return object_of(
        {
            "claim": text_of("Id of the claim."),
            "formula": text_of("Its formula, empty for none."),
            "let": handed.let_schema(),
            "assume": handed.assume_schema(),
            "context": array_of(text_of("A sentence of an answer.")),
            "why": text_of("Why there is no formula, else empty."),
        }
    )
