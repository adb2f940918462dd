"""What a model hands in, and the steps of the loop that are neither a model's nor the server's.

Replies are checked item by item. An item that is not what was asked for is left out and named in
the notes; it never counts as a judgement. Objects with names of their own fit no strict schema, so
that pairs are asked for; an object is taken as well.
"""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeVar, cast

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints, ValidationError

from simulrag.client.errors import OddReply
from simulrag.client.result import AnsweredClaim
from simulrag.simulators.interface import Frozen
from simulrag.verifier.claims import Bound, Claim, Score, Verdict

Item = TypeVar("Item", bound=BaseModel)
Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=1000)]


class FromModel(BaseModel):
    """Something that a model wrote; what was not asked for is ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")


def items(content: Mapping[str, Any], key: str, kind: type[Item]) -> tuple[list[Item], int]:
    """Return the items of a list that are as asked, and how many are not. Raises OddReply."""
    found: list[Item] = []
    listed = items_of(content, key)
    for item in listed:
        try:
            found.append(kind.model_validate(item))
        except ValidationError:
            continue
    return found, len(listed) - len(found)


def items_of(content: Mapping[str, Any], key: str) -> list[Any]:
    """Return a list of a reply. Raises OddReply where there is none."""
    given = json_value(content.get(key))
    if not isinstance(given, list):
        raise OddReply(f"the reply holds no list {key!r}, but {type(given).__name__}")
    return cast("list[Any]", given)


def json_value(given: Any) -> Any:
    """Return what a JSON text holds, None for a text that is no JSON, anything else as it is.

    Models sometimes hand in a list or an object as its JSON text.
    """
    if not isinstance(given, str):
        return given
    try:
        return json.loads(given)
    except (ValueError, RecursionError):
        return None


_NAME = re.compile(r"[^\W\d]\w*")


class Handed(FromModel):
    """What a model hands in for one claim, or for one part of a question."""

    #: Id of the claim; of a question, its words.
    claim: str
    formula: str | None = None
    assume: Any = None
    #: Sentences that the claim rests on.
    context: list[str] = Field(default_factory=list[str])
    why: str = ""

    @property
    def written(self) -> str:
        """The formula, empty where there is none."""
        return (self.formula or "").strip()

    @property
    def reason(self) -> str:
        """Why there is no formula."""
        return self.why.strip()[:300] or "it gave no reason"


def formulas_of(content: Mapping[str, Any]) -> tuple[list[Handed], list[str]]:
    """Return what was handed in, and notes on what was left out. Raises OddReply."""
    listed, odd = items(content, "formulas", Handed)
    return listed, [f"{odd} malformed formulas were left out"] if odd else []


def by_id(content: Mapping[str, Any], ids: Sequence[str]) -> tuple[dict[str, Handed], list[str]]:
    """Return what was handed in by claim id, and notes on what was left out. Raises OddReply.

    Ids that do not exist are left out; of a claim that is read twice in different ways none
    counts, as nothing says which is meant.
    """
    listed, notes = formulas_of(content)
    found: dict[str, Handed] = {}
    twice: set[str] = set()
    for one in listed:
        if one.claim not in ids:
            notes.append(f"a formula of the unknown claim {one.claim!r} was left out")
        elif one.claim in found and found[one.claim] != one:
            twice.add(one.claim)
        else:
            found[one.claim] = one
    notes += [f"claim {key} was read in two ways, so neither counts" for key in sorted(twice)]
    return {key: one for key, one in found.items() if key not in twice}, notes


def let_of(given: Any) -> dict[str, str]:
    """Return names with the parts of formulas that they stand for; what is neither is left out."""
    return {
        name: part
        for name, part in _pairs(given, "name", "part")
        if name and isinstance(part, str) and part.strip()
    }


def used_of(let: Mapping[str, str], formula: str) -> dict[str, str]:
    """Return the names that a formula uses, those of their parts too."""
    used: dict[str, str] = {}
    waiting = [formula]
    while waiting:
        for name in _NAME.findall(waiting.pop()):
            if name in let and name not in used:
                used[name] = let[name]
                waiting.append(let[name])
    return {name: part for name, part in let.items() if name in used}


def assume_of(given: Any) -> dict[str, JsonValue]:
    """Return inputs with the values taken for them; a number may come as its text."""
    return {name: _value(value) for name, value in _pairs(given, "input", "value") if name}


def _value(value: Any) -> JsonValue:
    if not isinstance(value, str):
        return cast("JsonValue", value)
    read = json_value(value)
    return value if read is None else read


def _pairs(given: Any, key: str, other: str) -> list[tuple[str, Any]]:
    given = json_value(given)
    if isinstance(given, Mapping):
        held = cast("Mapping[str, Any]", given)
        return [(str(name), value) for name, value in held.items()]
    listed = cast("list[Any]", given) if isinstance(given, list) else []
    pairs = [cast("Mapping[str, Any]", one) for one in listed if isinstance(one, Mapping)]
    return [(str(one[key]), one[other]) for one in pairs if key in one and other in one]


#: Most claims taken from one draft.
MOST_CLAIMS = 15
#: Share of the drafts that must say an unverified claim for the answer to keep it.
KEPT_SHARE = 0.5


class DraftClaim(FromModel):
    """A claim as a model drafted it."""

    text: Line
    confidence: float | None = Field(default=None, ge=0, le=1, allow_inf_nan=False)


class Draft(Frozen):
    """One drafted answer and its claims."""

    answer: str
    claims: tuple[DraftClaim, ...]


class SupportEdge(FromModel):
    """The answers that a model says support a claim, by id."""

    claim: str
    answers: list[str]


class Sentence(FromModel):
    """One sentence of a composed answer, with references for numbers.

    formula: what it says of what it rests on, beyond the numbers that it refers to. replaces: the
    number of the sentence that was sent back and that it stands for.
    """

    text: Line
    rests_on: list[str] = Field(default_factory=list[str])
    formula: str = ""
    replaces: int | None = None


class Judgement(FromModel):
    """Whether a sentence, by its number, says only what follows from what it rests on."""

    number: int
    follows: bool
    why: str = Field(default="", max_length=1000)


def parse_draft(content: Mapping[str, Any]) -> tuple[Draft, list[str]]:
    """Return a draft and notes on what was left out of it. Raises OddReply without any claim."""
    claims, odd = items(content, "claims", DraftClaim)
    if not claims:
        raise OddReply("the draft holds no claim")
    notes = [f"{odd} malformed claims of a draft were left out"] if odd else []
    if len(claims) > MOST_CLAIMS:
        notes.append(f"{len(claims) - MOST_CLAIMS} claims of a draft beyond {MOST_CLAIMS} left out")
    answer = content.get("answer")
    if not isinstance(answer, str) or not answer.strip():
        answer = " ".join(claim.text for claim in claims)
    return Draft(answer=answer, claims=tuple(claims[:MOST_CLAIMS])), notes


def claim_lists(drafts: Sequence[Draft]) -> list[str]:
    """Return each draft's claims as JSON text, as the tool `merge_claims` takes them."""
    return [
        json.dumps([claim.text for claim in draft.claims], ensure_ascii=False) for draft in drafts
    ]


def as_lists(claims: Sequence[Claim], drafts: int) -> list[str]:
    """Return for each draft the claims that it supports, as `merge_claims` takes them."""
    given = [(claim, as_given(claim)) for claim in claims]
    return [
        json.dumps([one for claim, one in given if number in claim.support], ensure_ascii=False)
        for number in range(drafts)
    ]


def as_given(claim: Claim) -> dict[str, Any] | str:
    """Return a claim as the server's tools take it: a bare text where it has no formula."""
    if not claim.formula:
        return claim.text
    kept = {"text", "formula", "let", "assume", "context"}
    return claim.model_dump(mode="json", include=kept)


def numbered(reply: Mapping[str, Any], drafts: Sequence[Draft]) -> tuple[Claim, ...]:
    """Return the claims of a `merge_claims` reply, with ids that sort as they count."""
    merged = [Claim.model_validate(item, extra="ignore") for item in reply["claims"]]
    width = len(str(len(merged)))
    return tuple(
        claim.model_copy(update={"id": f"c{number:0{width}d}", "verbalized": stated(claim, drafts)})
        for number, claim in enumerate(merged, start=1)
    )


def stated(claim: Claim, drafts: Sequence[Draft]) -> float | None:
    """Return the mean of the confidences that drafts state for a claim in just these words."""
    said = [
        other.confidence
        for draft in drafts
        for other in draft.claims
        if other.text == claim.text and other.confidence is not None
    ]
    return round(sum(said) / len(said), 3) if said else None


def with_support(
    claims: Sequence[Claim], content: Mapping[str, Any], drafts: int
) -> tuple[tuple[Claim, ...], list[str]]:
    """Join a model's judgement of support with what merging found.

    A draft that states a claim supports it whatever the model says. Ids that do not exist are
    left out; a claim that the model did not answer, or answered twice, keeps what merging found.
    """
    edges, odd = items(content, "support", SupportEdge)
    known_answers = {f"a{number}": number - 1 for number in range(1, drafts + 1)}
    by_claim: dict[str, list[SupportEdge]] = {}
    for edge in edges:
        by_claim.setdefault(edge.claim, []).append(edge)
    ids = {claim.id for claim in claims}
    unmeasured = [claim.id for claim in claims if len(by_claim.get(claim.id, ())) != 1]
    notes = [f"{odd} malformed judgements of support were left out"] if odd else []
    strange = sorted({key for key in by_claim if key not in ids}) + sorted(
        {a for edge in edges for a in edge.answers if a not in known_answers}
    )
    if strange:
        notes.append(f"judgements of support named unknown ids: {', '.join(strange)[:200]}")
    if unmeasured:
        notes.append(
            "support was not judged by the model, only by comparing statements, for "
            + ", ".join(unmeasured)
        )
    return tuple(
        claim if claim.id in unmeasured else _joined(claim, by_claim[claim.id][0], known_answers)
        for claim in claims
    ), notes


def _joined(claim: Claim, edge: SupportEdge, known: Mapping[str, int]) -> Claim:
    judged = {known[answer] for answer in edge.answers if answer in known}
    return claim.model_copy(update={"support": tuple(sorted(judged | set(claim.support)))})


def settle(
    claims: Sequence[Claim],
    scores: Sequence[Score],
    bounds: Sequence[Bound],
    verdicts: Mapping[str, Verdict],
    drafts: int,
) -> tuple[AnsweredClaim, ...]:
    """Decide which claims the answer keeps (Algorithm 1, lines 16 to 20).

    `verdicts` holds those of the selected claims by id. Verified claims are kept with confidence
    1, contradicted ones as updated; the rest where at least half of the drafts say it.
    """
    settled: list[AnsweredClaim] = []
    said: dict[str, str] = {}
    for claim, score, bound in zip(claims, scores, bounds, strict=True):
        answered = _settled(claim, score, bound, verdicts.get(claim.id), drafts)
        earlier = said.get(answered.updated)
        if answered.kept and earlier is not None:
            answered = answered.model_copy(
                update={"kept": False, "why": f"says the same as {earlier} once corrected"}
            )
        elif answered.kept:
            said[answered.updated] = answered.id
        settled.append(answered)
    return tuple(settled)


def _settled(
    claim: Claim, score: Score, bound: Bound, verdict: Verdict | None, drafts: int
) -> AnsweredClaim:
    found = _unverified(claim, bound) if verdict is None else verdict
    kept, why = _kept(found, len(claim.support), drafts, selected=verdict is not None)
    verified = found.verdict in ("supported", "refuted") and kept
    confidence = 1.0 if verified else score.confidence
    return answered(claim, score, found, confidence, kept=kept, why=why)


def answered(
    claim: Claim, score: Score, found: Verdict, confidence: float, *, kept: bool, why: str
) -> AnsweredClaim:
    """Return a claim with what was found of it and whether the answer keeps it."""
    return AnsweredClaim.of(
        found,
        id=claim.id,
        confidence=confidence,
        support=len(claim.support),
        said_by=tuple(number + 1 for number in claim.support),
        agreement=score.confidence,
        verbalized=claim.verbalized,
        kept=kept,
        why=why,
    )


def _unverified(claim: Claim, bound: Bound) -> Verdict:
    word = "not_measured" if bound.bound == "inside" else bound.bound
    return Verdict(
        text=claim.text,
        updated=claim.text,
        verdict=word,
        problem=bound.problem,
        read_by="formula" if bound.formula else "rules",
        formula=bound.formula,
        let=bound.let,
    )


def not_measured(claim: Claim) -> Verdict:
    """Return the verdict of a claim that could not be verified though it was to be."""
    return Verdict(text=claim.text, updated=claim.text, verdict="not_measured")


def _kept(verdict: Verdict, support: int, drafts: int, *, selected: bool) -> tuple[bool, str]:
    if verdict.verdict == "supported":
        return True, "a simulation supports it"
    if verdict.verdict == "refuted":
        if verdict.updated != verdict.text:
            return True, "corrected by a simulation"
        return False, "a simulation refutes it, and no small change makes it true"
    failed = verdict.problem.message if verdict.problem else "a run failed"
    reason = {
        "undecided": "lies within what the simulator can tell apart",
        "outside": "outside what the simulators decide",
        "unread": "could not be read as a statement that a simulator decides",
    }.get(verdict.verdict, failed if selected else "not verified within the budget")
    return support >= KEPT_SHARE * drafts, f"{reason}; said by {support} of {drafts} drafts"


def sentences(content: Mapping[str, Any]) -> tuple[list[Sentence], list[str]]:
    """Return the sentences of a composed answer. Raises OddReply where there is none."""
    found, odd = items(content, "sentences", Sentence)
    if not found:
        raise OddReply("the composed answer holds no sentence")
    return found, _odd(odd, "sentences")


def review(
    content: Mapping[str, Any],
) -> tuple[dict[int, Judgement], list[Sentence], list[str]]:
    """Return judgements by the number of their sentence, mended sentences, and notes.

    Of two judgements of a sentence the one that finds fault counts. Raises OddReply.
    """
    judged, odd = items(content, "judged", Judgement)
    again, odd_again = items(content, "sentences", Sentence)
    ordered = sorted(judged, key=lambda one: not one.follows)
    by_number = {one.number: one for one in reversed(ordered)}
    return by_number, again, [*_odd(odd, "judgements"), *_odd(odd_again, "sentences")]


def _odd(count: int, of: str) -> list[str]:
    return [f"{count} malformed {of} were left out"] if count else []
