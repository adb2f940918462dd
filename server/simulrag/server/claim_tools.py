"""Merging, bounding and checking of claims that come as texts or with their formulas."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from simulrag.server.claim_arguments import LONGEST_CLAIM, numbered_claims, split_claims
from simulrag.server.formula_tools import Given, read_claims, verify
from simulrag.simulators.errors import BadValue
from simulrag.simulators.registry import Registry
from simulrag.verifier.boundary import assess
from simulrag.verifier.check import Checked, check_text
from simulrag.verifier.claims import Bound, Claim, FormulaClaim, Problem, Verdict
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.bounding import bound
from simulrag.verifier.formulas.folding import Drafted, fold
from simulrag.verifier.formulas.runs import Runs
from simulrag.verifier.formulas.skeletons import skeleton
from simulrag.verifier.merging import merge
from simulrag.verifier.reading.text import sentences


def merged(answers: Sequence[object], question: str, registry: Registry) -> Sequence[Claim]:
    """Return the distinct claims of drafts: each a list of claims, JSON text of one, or lines.

    Where no draft has a formula, rules read what they can. Raises BadValue for what is no claim.
    """
    drafts = [list(_drafted(one)) for one in answers]
    bare = [[one for one in draft if isinstance(one, str)] for draft in drafts]
    if question.strip() and sum(map(len, bare)) == sum(map(len, drafts)):
        found = merge(bare, question, registry)
        return numbered_claims([one.text for one in found], [one.support for one in found])
    return fold(drafts, registry)


def _drafted(answer: object) -> Iterator[Drafted]:
    listed = split_claims(answer) if isinstance(answer, str) else answer
    if not isinstance(listed, list):
        raise BadValue("answers holds what is no list of claims", parameter="answers")
    for one in read_claims(cast("list[object]", listed)):
        if isinstance(one, Verdict):
            raise BadValue(f"answers: {one.derivation}", parameter="answers")
        yield one


def text_of(claim: Given) -> str:
    """Return the text of a claim, however it was handed in."""
    return claim if isinstance(claim, str) else claim.text


def bounds(
    claims: Sequence[Given],
    question: str,
    registry: Registry,
    store: EvidenceStore,
) -> tuple[Bound, ...]:
    """Return the bound of each claim: by its formula, a bare text by rules. Runs nothing."""
    bare = [one for one in claims if isinstance(one, str)]
    by_rules = iter(assess(bare, question, registry) if bare else ())
    runs = Runs(registry, store)
    return tuple(_bound(one, by_rules, runs) for one in claims)


def _bound(claim: Given, by_rules: Iterator[Bound], runs: Runs) -> Bound:
    match claim:
        case str():
            found = next(by_rules)
            begun = _begun(claim, found.bound, found.problem, runs.registry)
            return found.model_copy(update={"skeleton": begun})
        case FormulaClaim():
            return bound(claim, runs)
        case Verdict():
            return Bound(claim=claim.text, bound="unread", problem=claim.problem)


#: Why rules leave out what a formula might say.
_NOT_READ = ("unread", "no_simulator", "missing_condition")


def _begun(text: str, word: str, problem: Problem | None, registry: Registry) -> str:
    """Return the beginning of a formula for a text that rules did not read; empty for others."""
    reason = problem.reason if problem else ""
    if word == "unread" or (word == "outside" and reason in _NOT_READ):
        return skeleton(text, registry)
    return ""


def with_skeletons(checked: Checked, registry: Registry) -> Checked:
    """Return verdicts with the beginning of a formula where nobody read the text."""

    def begun(verdict: Verdict) -> Verdict:
        if verdict.formula:
            return verdict
        started = _begun(verdict.text, verdict.verdict, verdict.problem, registry)
        return verdict.model_copy(update={"skeleton": started}) if started else verdict

    return checked.model_copy(update={"verdicts": tuple(map(begun, checked.verdicts))})


@dataclass(frozen=True)
class _Piece:
    """A piece of a text with what it claims; at -1 where the text does not hold it."""

    start: int
    end: int
    claim: Given


def check(
    text: str,
    claims: Sequence[object],
    question: str,
    registry: Registry,
    store: EvidenceStore,
    evidence: str = "",
) -> Checked:
    """Check a text: pieces of it by the formulas that are handed in, all other sentences by rules.

    The question is context of every formula.
    """
    if not claims:
        return with_skeletons(check_text(text, question, registry, store, evidence), registry)
    pieces = _pieces(text, read_claims(claims), question)
    made = verify([one.claim for one in pieces], question, registry, store, "world", evidence)
    corrected = _corrected(text, pieces, made.verdicts)
    return with_skeletons(made.model_copy(update={"corrected": corrected}), registry)


def _pieces(text: str, claims: Sequence[Given], question: str) -> list[_Piece]:
    written = [_placed(text, one, question) for one in claims]
    read = [one for one in written if one.start >= 0]
    bare = [
        _Piece(one.start, one.end, _single(one.text))
        for one in sentences(text)
        if not any(piece.start < one.end and one.start < piece.end for piece in read)
    ]
    elsewhere = [one for one in written if one.start < 0]
    return [*sorted((*read, *bare), key=lambda one: (one.start, one.end)), *elsewhere]


def _single(sentence: str) -> Given:
    """Return a sentence to be read by rules; unread where it is too long to be one."""
    if len(sentence) <= LONGEST_CLAIM:
        return sentence
    why = f"the sentence has {len(sentence)} characters; at most {LONGEST_CLAIM} are read"
    return Verdict(
        text=sentence,
        verdict="unread",
        updated=sentence,
        derivation=why,
        problem=Problem(reason="too_long", message=why),
    )


def _placed(text: str, claim: Given, question: str) -> _Piece:
    said = text_of(claim).strip()
    start = text.find(said) if said else -1
    if isinstance(claim, FormulaClaim) and question.strip() and question not in claim.context:
        claim = claim.model_copy(update={"context": (*claim.context, question)})
    return _Piece(start, start + len(said), claim)


def _corrected(text: str, pieces: Sequence[_Piece], verdicts: Sequence[Verdict]) -> str:
    """Return a text with its refuted pieces rewritten; of two that overlap, the later one."""
    free = len(text)
    for piece, verdict in reversed(list(zip(pieces, verdicts, strict=True))):
        if piece.start >= 0 and piece.end <= free and verdict.updated != verdict.text:
            text = text[: piece.start] + verdict.updated.strip() + text[piece.end :]
            free = piece.start
    return text
