"""Steps that a language model did, handed in as data and checked by code.

Whoever hands them in names sources by the ids of the search, and sentences by their numbers in
the abstract from 0. What names a source that was not found, or a sentence that does not support
what is said, is refused or marked: wrong ids are a class of errors of their own in the paper.
Steps that are not handed in are done by rules.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from simulrag.verifier.literature.assessments import Assessment
from simulrag.verifier.literature.attribution import HandedId, check_ids
from simulrag.verifier.literature.errors import LiteratureError
from simulrag.verifier.literature.explanation import Explanation
from simulrag.verifier.literature.grades import grade_named
from simulrag.verifier.literature.local_labels import LocalLabel, local_label
from simulrag.verifier.literature.opposition import Opposition, oppose, opposition_of_model
from simulrag.verifier.literature.retrieval import Hit, Ranking
from simulrag.verifier.literature.sentences import Sentence, sentences
from simulrag.verifier.literature.takeaways import Takeaway, setting_of, takeaway
from simulrag.verifier.literature.weighing import Steps

#: Entries of one list at most: as many as both queries can find; and characters of one text.
MOST_ENTRIES, LONGEST_TEXT = 200, 2_000
_Entry = TypeVar("_Entry", bound=BaseModel)


class _Handed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class HandedTakeaway(_Handed):
    """Which sentences of a source speak of the claim, the weightiest first; () for none."""

    source: str
    sentences: tuple[int, ...] = Field(default=(), max_length=20)


class HandedLabel(_Handed):
    """A grade by its name in the paper, such as "Mostly True", and why."""

    source: str
    grade: str
    explanation: str = Field(default="", max_length=LONGEST_TEXT)
    qualifies: bool = False


class HandedSentence(_Handed):
    """A sentence of the explanation and what it rests on, each as (source, sentence)."""

    text: str = Field(min_length=1, max_length=LONGEST_TEXT)
    support: tuple[tuple[str, int], ...] = Field(default=(), max_length=20)


class Handed(_Handed):
    """All that a model did; what is empty is done by rules."""

    opposing: str = ""
    takeaways: tuple[HandedTakeaway, ...] = ()
    labels: tuple[HandedLabel, ...] = ()
    explanation: tuple[HandedSentence, ...] = ()

    @property
    def by(self) -> str:
        """Who did the steps: "rules", "model", or which of them the model did."""
        done = {
            "opposing claim": bool(self.opposing),
            "takeaways": bool(self.takeaways),
            "labels": bool(self.labels),
            "explanation": bool(self.explanation),
        }
        steps = [name for name, there in done.items() if there]
        if not steps:
            return "rules"
        return "model" if len(steps) == len(done) else f"model ({', '.join(steps)}) and rules"


def entries(kind: type[_Entry], name: str, given: Sequence[object]) -> tuple[_Entry, ...]:
    """Return entries of a list that was handed in. LiteratureError names the first wrong one."""
    if len(given) > MOST_ENTRIES:
        raise LiteratureError(f"{name} has {len(given)} entries; at most {MOST_ENTRIES} are read")
    return tuple(_entry(kind, f"{name}[{place}]", one) for place, one in enumerate(given))


def _entry(kind: type[_Entry], where: str, given: object) -> _Entry:
    try:
        return kind.model_validate(given)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        path = ".".join([where, *map(str, first["loc"])])
        raise LiteratureError(
            f"{path}: {first['msg']}; an entry has {', '.join(kind.model_fields)}"
        ) from None


def handed_steps(handed: Handed) -> Steps:
    """Return the steps of `weigh` with what was handed in, by rules where nothing was."""
    taken = _by_source("takeaways", handed.takeaways, lambda one: one.source)
    labels = _by_source("labels", handed.labels, lambda one: one.source)

    def opposed(claim: str) -> Opposition:
        return opposition_of_model(claim, handed.opposing) if handed.opposing else oppose(claim)

    def taken_away(hit: Hit, ranking: Ranking) -> Takeaway:
        one = taken.get(hit.document.id)
        return takeaway(hit, ranking) if one is None else takeaway_of_model(hit, one.sentences)

    def labelled(claim: str, one: Takeaway) -> LocalLabel:
        given = labels.get(one.document.id)
        return local_label(claim, one) if given is None else label_of_model(given)

    made = Steps(oppose=opposed, takeaway=taken_away, label=labelled, by=handed.by)
    if not handed.explanation:
        return made

    def explained(_: str, assessed: Sequence[Assessment]) -> Explanation:
        return explanation_of_model(handed.explanation, assessed)

    return made._replace(explain=explained)


def check_sources(handed: Handed, found: Iterable[str]) -> None:
    """Raise LiteratureError where takeaways or labels name a source that was not found."""
    there = set(found)
    for name, given in (("takeaways", handed.takeaways), ("labels", handed.labels)):
        for place, one in enumerate(given):
            if one.source not in there:
                raise LiteratureError(
                    f"{name}[{place}] names the source {one.source[:80]!r}, which was not found; "
                    f"there are {', '.join(sorted(there)) or 'none'}"
                )


def takeaway_of_model(hit: Hit, chosen: Sequence[int]) -> Takeaway:
    """Return the takeaway of the sentences that a model chose; none: it is irrelevant.

    Raises LiteratureError for a sentence that the abstract does not have.
    """
    document = hit.document
    cut = sentences(document.abstract)
    if wrong := [place for place in chosen if not 0 <= place < len(cut)]:
        raise LiteratureError(
            f"{document.id} has sentences 0 to {len(cut) - 1}, not {wrong[0]}; give their numbers"
        )
    kept: tuple[Sentence, ...] = tuple(cut[place] for place in dict.fromkeys(chosen))
    return Takeaway(
        document=document,
        rank=hit.rank,
        sentences=kept,
        coverage=1.0 if kept else 0.0,
        settings=setting_of(document, kept) if kept else (),
        dropped="" if kept else "irrelevant",
        by="model",
    )


def label_of_model(given: HandedLabel) -> LocalLabel:
    """Return the label that a model gave; LiteratureError for a grade that there is not."""
    try:
        grade = grade_named(given.grade)
    except ValueError as error:
        raise LiteratureError(f"the label of {given.source}: {error}") from None
    said = f": {' '.join(given.explanation.split())}" if given.explanation.strip() else ""
    return LocalLabel(
        grade=grade,
        explanation=f"{grade.title} by a model{said}",
        by="model",
        qualifies=given.qualifies,
    )


def explanation_of_model(
    given: Sequence[HandedSentence], assessed: Sequence[Assessment]
) -> Explanation:
    """Return a model's sentences, each with those of its sources that do support it.

    Only sources that count may support; the others are refused as unknown.
    """
    documents = [one.takeaway.document for one in assessed if one.use == "counted"]
    return Explanation(
        sentences=tuple(
            check_ids(
                " ".join(one.text.split()),
                [HandedId(document=source, sentence=place) for source, place in one.support],
                documents,
            )
            for one in given
        )
    )


def _by_source(
    name: str, given: Sequence[_Entry], source: Callable[[_Entry], str]
) -> Mapping[str, _Entry]:
    found: dict[str, _Entry] = {}
    for one in given:
        if source(one) in found:
            raise LiteratureError(f"{name} names the source {source(one)!r} twice; name it once")
        found[source(one)] = one
    return found
