"""Drafts of a model taken through the method: read, merged, supported, bounded and verified.

All claims are assessed and verified once, by the functions of the product; each way of selecting
then uses what it would have selected. Claims are read without a model, by the reader of English,
unless somebody hands in what a model made of them. Every claim is verified against runs. Whether
it is true is told by the formula that a second reader wrote of it, which the method never sees.
"""

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from pydantic import Field, JsonValue, ValidationError

from simulrag.client import stages
from simulrag.evaluation.drafts import Bench, DraftClaim, emulated, read_drafts
from simulrag.evaluation.experiment.methods import Prepared, PreparedClaim
from simulrag.simulators.errors import BadValue, SimulRAGError
from simulrag.simulators.executors import pool
from simulrag.simulators.interface import Frozen
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.boundary import assess
from simulrag.verifier.check import check_claims
from simulrag.verifier.claims import Bound, BoundWord, Claim, FormulaClaim, Verdict
from simulrag.verifier.english.sentence_claims import formula_claim
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.assumptions import filled
from simulrag.verifier.formulas.correction import NoCorrection, corrected
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.merging import merge

RUNS = "runs.sqlite"
#: Shows progress over so many questions.
Watched = Callable[[Iterable["Made"], int], Iterable["Made"]]
_TRUE = {"supported": True, "refuted": False}
_PARTS = re.compile(r"\d[\d,]*(?:\.\d+)?|[\w%°'/-]+|\S")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_Row = TypeVar("_Row", bound=Frozen)


class Judgement(Frozen):
    """What a model judged of a claim: which drafts of its question say it.

    drafts: those to judge, counted from 1. entailed_by: None where nobody has judged yet.
    """

    question: str
    claim: str
    drafts: tuple[int, ...]
    entailed_by: tuple[int, ...] | None = None


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
        judged = {
            (one.question, one.claim): frozenset(draft - 1 for draft in one.entailed_by or ())
            for one in _rows(judgements, Judgement)
        }
        written = {(one.question, one.text): one for one in _rows(formulas, Written)}
        return cls(judged, written if formulas else None)


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
    """A prepared question, and which drafts say a claim as far as only a model can judge it."""

    question: Prepared
    to_judge: tuple[Judgement, ...]
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
    watched: Watched = lambda made, _of: made,
) -> list[Made]:  # fmt: skip
    """Prepare the questions of drafts; runs are kept in the folder.

    limit: of each simulator, questions at most. Raises SimulRAGError where there is no draft.
    """
    questions = _first(asked(read_drafts(drafts)), limit)
    if not questions:
        raise SimulRAGError(f"{drafts} holds no drafts")
    folder.mkdir(parents=True, exist_ok=True)
    with pool(f"processes:{processes}" if processes > 1 else "") as workers:
        tasks = [(one, folder / RUNS, given) for one in questions]
        return list(watched(workers.executor.map(_made, tasks), len(tasks)))


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
        to_judge=tuple(_to_judge(one, merged)),
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


def label(claim: DraftClaim, bench: Bench) -> bool | None:
    """Return whether a claim holds in today's runs; None where no formula tells."""
    if not claim.decidable:
        return None
    return _decided(claim, claim.formula, bench)


def label_after(claim: DraftClaim, updated: str, bench: Bench) -> bool | None:
    """Return whether a claim holds in other words; None where that is not known.

    It does where the second reader's formula is corrected to the same words, or holds with the
    new result in the place of the old one.
    """
    if not claim.decidable or updated == claim.text:
        return label(claim, bench)
    if _mended(claim, bench) == updated:
        return True
    changes = list(_changes(claim.text, updated))
    if not changes:
        return None
    formula = claim.formula
    for old, new in changes:
        formula, count = re.subn(rf"(?<![\w.]){re.escape(old)}(?![\w.])", new, formula)
        if count != 1:
            return None
    return _decided(claim, formula, bench)


def _decided(claim: DraftClaim, formula: str, bench: Bench) -> bool | None:
    try:
        return _TRUE.get(bench.decided(claim, parse(formula, claim.let))[0])
    except SimulRAGError:
        return None


def _mended(claim: DraftClaim, bench: Bench) -> str:
    """Return the text of a claim, corrected by its own formula; "" where that is not possible."""
    try:
        formula = filled(parse(claim.formula, claim.let), claim.assume, bench.registry)
        anchored = bench.anchored(claim, claim.text, formula)
        return corrected(claim.text, formula, anchored, Evaluator(bench.runs), "run").text
    except (NoCorrection, SimulRAGError):
        return ""


def _changes(old: str, new: str) -> Iterator[tuple[str, str]]:
    """Yield the words and numbers that are others, as a formula prints them."""
    first, second = _PARTS.findall(old), _PARTS.findall(new)
    for kind, a, b, c, d in difflib.SequenceMatcher(None, first, second, False).get_opcodes():
        if kind != "equal":
            yield _printed(" ".join(first[a:b])), _printed(" ".join(second[c:d]))


def _printed(words: str) -> str:
    return words.replace(",", "") if _NUMBER.fullmatch(words) else words


def _to_judge(one: Asked, merged: Sequence[Claim]) -> Iterable[Judgement]:
    """Yield the claims that some drafts say neither in these words nor by an equal formula."""
    for claim in merged:
        drafts = tuple(n + 1 for n in range(len(one.drafts)) if n not in claim.support)
        if drafts:
            yield Judgement(question=one.text, claim=claim.text, drafts=drafts)


def write_to_judge(path: Path, made: Sequence[Made]) -> None:
    """Write the claims that a model has to judge, one JSON object a line."""
    lines = [judgement.model_dump_json() for one in made for judgement in one.to_judge]
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
