"""Drafts of a model taken through the method: read, merged, supported, bounded and verified.

All claims are assessed and verified once, by the functions of the product; each way of selecting
then uses what it would have selected. Claims are read without a model, by the reader of English,
unless somebody hands in what a model made of them. Every claim is verified against runs.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from pydantic import Field, JsonValue, ValidationError

from simulrag.client import stages
from simulrag.evaluation.drafts import Bench, DraftClaim, emulated, read_drafts
from simulrag.evaluation.experiment.methods import Prepared, PreparedClaim
from simulrag.evaluation.experiment.truth import label, label_after
from simulrag.simulators.errors import BadValue, SimulRAGError
from simulrag.simulators.executors import pool
from simulrag.simulators.interface import Frozen
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.boundary import assess
from simulrag.verifier.check import check_claims
from simulrag.verifier.claims import Bound, BoundWord, Claim, FormulaClaim, Verdict
from simulrag.verifier.english.reader import formula_claim
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.merging import merge

RUNS = "runs.sqlite"
#: Told how many of how many questions are done.
Tell = Callable[[int, int], None]
_Row = TypeVar("_Row", bound=Frozen)


class Judgement(Frozen):
    """What a model judged of a pair: whether a draft of a question says a claim.

    draft: counted from 1. entails: None where nobody has judged yet.
    """

    question: str
    draft: int
    claim: str
    entails: bool | None = None


class Written(Frozen):
    """What a model wrote of a claim as a formula; empty where it wrote none."""

    question: str
    text: str
    formula: str = ""
    let: Mapping[str, str] = Field(default_factory=dict)
    assume: Mapping[str, JsonValue] = Field(default_factory=dict)


@dataclass(frozen=True)
class Given:
    """What models made of the drafts beforehand; where nothing is there, only code works."""

    judged: Mapping[tuple[str, str], frozenset[int]] = field(
        default_factory=dict[tuple[str, str], frozenset[int]]
    )
    written: Mapping[tuple[str, str], Written] | None = None

    @classmethod
    def of(cls, judgements: Path | None, formulas: Path | None) -> "Given":
        """Read files of judgements and of formulas, one JSON object a line. Raises BadValue."""
        judged: dict[tuple[str, str], set[int]] = {}
        for one in _rows(judgements, Judgement):
            drafts = judged.setdefault((one.question, one.claim), set())
            drafts |= {one.draft - 1} if one.entails else set()
        written = {(one.question, one.text): one for one in _rows(formulas, Written)}
        return cls(
            {pair: frozenset(drafts) for pair, drafts in judged.items()},
            written if formulas else None,
        )


def _rows(path: Path | None, kind: type[_Row]) -> list[_Row]:
    if path is None:
        return []
    try:
        lines = path.read_text("utf-8").splitlines()
        return [kind.model_validate_json(line) for line in lines if line.strip()]
    except (OSError, UnicodeDecodeError, ValidationError) as error:
        raise BadValue(f"{path} cannot be read: {str(error).partition(chr(10))[0]}") from error


@dataclass(frozen=True)
class Asked:
    """A question with the claims of its drafts."""

    id: str
    text: str
    drafts: tuple[tuple[DraftClaim, ...], ...]


class Made(Frozen):
    """A prepared question, and the pairs that only a model can judge."""

    question: Prepared
    pairs: tuple[Judgement, ...]
    #: Mentions that were read as a formula, and verdicts that contradict the label.
    read: int
    wrong: int


def asked(claims: Iterable[DraftClaim]) -> list[Asked]:
    """Return the questions of drafts, in their order."""
    found: dict[str, dict[str, list[DraftClaim]]] = {}
    for one in claims:
        question, draft, _ = one.id.rsplit("/", 2)
        found.setdefault(question, {}).setdefault(draft, []).append(one)
    return [
        Asked(key, next(iter(held.values()))[0].question, tuple(map(tuple, held.values())))
        for key, held in found.items()
    ]


def prepare_all(
    drafts: Path, folder: Path, given: Given, processes: int = 1, limit: int | None = None,
    tell: Tell | None = None,
) -> list[Made]:  # fmt: skip
    """Prepare the questions of drafts; runs are kept in the folder.

    limit: of each simulator, questions at most. Raises SimulRAGError where there is no draft.
    """
    questions = _first(asked(read_drafts(drafts)), limit)
    if not questions:
        raise SimulRAGError(f"{drafts} holds no drafts")
    folder.mkdir(parents=True, exist_ok=True)
    made: list[Made] = []
    with pool(f"processes:{processes}" if processes > 1 else "") as workers:
        tasks = [(one, folder / RUNS, given) for one in questions]
        for number, one in enumerate(workers.executor.map(_made, tasks), start=1):
            made.append(one)
            if tell is not None:
                tell(number, len(questions))
    return made


def _first(questions: Sequence[Asked], limit: int | None) -> list[Asked]:
    if limit is None:
        return list(questions)
    by_simulator: dict[str, list[Asked]] = {}
    for one in questions:
        by_simulator.setdefault(_simulator(one), []).append(one)
    return [one for held in by_simulator.values() for one in held[:limit]]


def _simulator(one: Asked) -> str:
    return one.id.partition("-")[0]


def _made(task: tuple[Asked, Path, Given]) -> Made:
    one, path, given = task
    with EvidenceStore(path) as store:
        return prepare(one, emulated(installed()), store, given)


def prepare(one: Asked, registry: Registry, store: EvidenceStore, given: Given) -> Made:
    """Take the drafts of a question through the method, and label what came of them."""
    said = {claim.text: claim for draft in one.drafts for claim in draft}
    read = {text: _read(text, one.text, registry, given) for text in said}
    drafted = [[_as_drafted(claim.text, read) for claim in draft] for draft in one.drafts]
    merged = _stated(merge(drafted, "", registry), one.drafts)
    supported = [_supported(claim, one.text, given) for claim in merged]
    formal = [found for found in read.values() if isinstance(found, FormulaClaim)]
    bounds = _bounds(read, formal, one.text, registry, store)
    checked = check_claims(formal, one.text, registry, store, against="run").verdicts
    verdicts = {found.text: verdict for found, verdict in zip(formal, checked, strict=True)}
    bench = Bench.of(registry, store)
    claims = [_prepared(c, said[c.text], bounds, verdicts, bench) for c in supported]
    wrong = [c for c in claims if c.decided and c.before not in (None, c.verdict == "supported")]
    prepared = Prepared(
        item=one.id,
        simulator=_simulator(one),
        group=one.id,
        drafts=len(one.drafts),
        claims=tuple(claims),
        mentions=sum(map(len, one.drafts)),
    )
    mentions = [claim.text for draft in one.drafts for claim in draft]
    return Made(
        question=prepared,
        pairs=tuple(_pairs(one, merged, read)),
        read=sum(isinstance(read[text], FormulaClaim) for text in mentions),
        wrong=len(wrong),
    )


def _read(text: str, question: str, registry: Registry, given: Given) -> FormulaClaim | Bound:
    if given.written is None:
        return formula_claim(text, (question,), registry)
    found = given.written.get((question, text))
    if found is None or not found.formula:
        return Bound(claim=text, bound="outside")
    kept = found.model_dump(include={"text", "formula", "let", "assume"})
    return FormulaClaim(**kept, context=(question,))


def _as_drafted(text: str, read: Mapping[str, FormulaClaim | Bound]) -> FormulaClaim | str:
    found = read[text]
    return found if isinstance(found, FormulaClaim) else text


def _stated(claims: Sequence[Claim], drafts: Sequence[Sequence[DraftClaim]]) -> list[Claim]:
    """Return claims with the mean of the confidences that drafts state in just their words."""
    parsed = [
        stages.Draft(
            answer="",
            claims=tuple(
                stages.DraftClaim(text=claim.text, confidence=claim.confidence) for claim in draft
            ),
        )
        for draft in drafts
    ]
    return [one.model_copy(update={"verbalized": stages.stated(one, parsed)}) for one in claims]


def _supported(claim: Claim, question: str, given: Given) -> Claim:
    judged = given.judged.get((question, claim.text), frozenset())
    return claim.model_copy(update={"support": tuple(sorted(judged | set(claim.support)))})


def _bounds(
    read: Mapping[str, FormulaClaim | Bound], formal: Sequence[FormulaClaim], question: str,
    registry: Registry, store: EvidenceStore,
) -> dict[str, BoundWord]:  # fmt: skip
    assessed = assess(formal, question, registry, store)
    found: dict[str, BoundWord] = {one.claim: one.bound for one in assessed}
    found.update({text: one.bound for text, one in read.items() if isinstance(one, Bound)})
    return found


def _prepared(
    claim: Claim, said: DraftClaim, bounds: Mapping[str, BoundWord],
    verdicts: Mapping[str, Verdict], bench: Bench,
) -> PreparedClaim:  # fmt: skip
    verdict = verdicts.get(claim.text)
    bound = bounds[claim.text]
    before = label(said, bench)
    if verdict is None:
        word = "outside" if bound == "outside" else "unread"
        return PreparedClaim(
            claim=claim, bound=bound, verdict=word, updated=claim.text, before=before, after=before
        )
    return PreparedClaim(
        claim=claim,
        bound=bound,
        verdict=verdict.verdict,
        updated=verdict.updated,
        before=before,
        after=label_after(said, verdict.updated, bench),
    )


def _pairs(
    one: Asked, merged: Sequence[Claim], read: Mapping[str, FormulaClaim | Bound]
) -> Iterable[Judgement]:
    """Yield the pairs that no formula compares: a claim without one, and a draft without it."""
    for claim in merged:
        if isinstance(read[claim.text], FormulaClaim):
            continue
        for number in range(len(one.drafts)):
            if number not in claim.support:
                yield Judgement(question=one.text, draft=number + 1, claim=claim.text)


def write_pairs(path: Path, made: Sequence[Made]) -> None:
    """Write the pairs that a model has to judge, one JSON object a line."""
    lines = [json.dumps(pair.model_dump()) for one in made for pair in one.pairs]
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
