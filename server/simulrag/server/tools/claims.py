"""Merging and checking of claims that come as texts or with their formulas."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from simulrag.server.tools.claim_arguments import read_claims, split_claims, text_of
from simulrag.simulators.errors import BadValue
from simulrag.simulators.registry import Registry
from simulrag.verifier.check import Checked, check_claims, check_text
from simulrag.verifier.claims import Claim, Drafted, FormulaClaim, Given, Verdict
from simulrag.verifier.english.sentences import sentences
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.merging import merge


def merged(answers: Sequence[object], question: str, registry: Registry) -> Sequence[Claim]:
    """Return the distinct claims of drafts: each a list of claims, JSON text of one, or lines.

    Claims without a formula fold by their words; beside a question, by the formula that is read in
    them. Raises BadValue for what is no claim.
    """
    return merge([list(_drafted(one)) for one in answers], question, registry)


def _drafted(answer: object) -> Iterator[Drafted]:
    listed = split_claims(answer) if isinstance(answer, str) else answer
    if not isinstance(listed, list):
        raise BadValue("answers holds what is no list of claims", parameter="answers")
    for one in read_claims(cast("list[object]", listed)):
        if isinstance(one, Verdict):
            raise BadValue(f"answers: {one.derivation}", parameter="answers")
        yield one


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
    """Check a text: pieces of it by formulas that are handed in, else by those that are read.

    The question is context of every formula.
    """
    if not claims:
        return check_text(text, question, registry, store, evidence)
    pieces = _pieces(text, read_claims(claims), question)
    made = check_claims([one.claim for one in pieces], question, registry, store, evidence)
    corrected = _corrected(text, pieces, made.verdicts)
    return made.model_copy(update={"corrected": corrected})


def _pieces(text: str, claims: Sequence[Given], question: str) -> list[_Piece]:
    written = [_placed(text, one, question) for one in claims]
    read = [one for one in written if one.start >= 0]
    bare = [
        _Piece(one.start, one.end, one.text)
        for one in sentences(text)
        if not any(piece.start < one.end and one.start < piece.end for piece in read)
    ]
    elsewhere = [one for one in written if one.start < 0]
    return [*sorted((*read, *bare), key=lambda one: (one.start, one.end)), *elsewhere]


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
