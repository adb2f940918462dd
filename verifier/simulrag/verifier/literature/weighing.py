"""A claim weighed against the literature: all steps of the paper in one call.

`Steps` holds what needs language: opposing claim, takeaway, label and explanation. The rules do
it without a model; another maker of them takes their place step by step.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from fractions import Fraction
from typing import NamedTuple

from pydantic import Field

from simulrag.simulators.interface import Frozen
from simulrag.verifier.claims import Problem
from simulrag.verifier.literature import opposition as opposing
from simulrag.verifier.literature.assessments import Assessment, Use
from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.errors import LiteratureError
from simulrag.verifier.literature.excerpts import freeze
from simulrag.verifier.literature.explanation import Explanation, explanation, open_conditions
from simulrag.verifier.literature.global_labels import GlobalVerdict, Vote, global_verdict
from simulrag.verifier.literature.grades import Grade
from simulrag.verifier.literature.local_labels import LocalLabel, local_label
from simulrag.verifier.literature.opposition import Opposition
from simulrag.verifier.literature.reputation import METRICS, Method, Metric, Reputation, reputations
from simulrag.verifier.literature.retrieval import Hit, Ranking, ranking_of_claim, search
from simulrag.verifier.literature.takeaways import Takeaway, takeaway

#: The paper retrieved 5.8 articles a claim on average.
ABSTRACTS, MOST_ABSTRACTS = 6, 100


class Steps(NamedTuple):
    """Who does the steps that need language; `by` names them."""

    oppose: Callable[[str], Opposition] = opposing.oppose
    takeaway: Callable[[Hit, Ranking], Takeaway] = takeaway
    label: Callable[[str, Takeaway], LocalLabel] = local_label
    explain: Callable[[str, Sequence[Assessment]], Explanation] = explanation
    by: str = "rules"


class Retrieved(Frozen):
    """What both queries found, merged; `added` is the share that only the opposing claim found."""

    hits: tuple[Hit, ...]
    by_claim: int
    by_opposition: int
    only_by_opposition: int

    @property
    def added(self) -> float:
        """Share of all documents found that only the opposing claim found, 0 to 1."""
        return self.only_by_opposition / len(self.hits) if self.hits else 0.0


class Unreachable(Frozen):
    """An online source that could not be asked, and why: not the same as none found."""

    source: str
    why: str


class LiteratureVerdict(Frozen):
    """What the literature says of a claim, step by step."""

    claim: str
    opposition: Opposition
    by: str
    searched: int = Field(description="Documents in the corpus.")
    retrieved: Retrieved
    assessments: tuple[Assessment, ...]
    verdict: GlobalVerdict
    explanation: Explanation
    open_conditions: tuple[Problem, ...] = ()
    unreachable: tuple[Unreachable, ...] = ()


def weigh(
    claim: str,
    corpus: Corpus,
    *,
    abstracts: int = ABSTRACTS,
    metrics: Sequence[Metric] = METRICS,
    method: Method = "percentile",
    steps: Steps | None = None,
    unreachable: Sequence[Unreachable] = (),
) -> LiteratureVerdict:
    """Weigh a claim against the abstracts of a corpus.

    `abstracts` counts those of the claim and as many of the opposing claim, 1 to 100. Raises
    LiteratureError for an empty or overlong claim and for a number out of range.
    """
    used = steps or Steps()
    text = opposing.checked_claim(claim)
    against = used.oppose(text)
    found = retrieve(corpus, against, abstracts)
    ranking = ranking_of_claim(corpus, text)
    assessed = assess(text, found.hits, ranking, used, metrics=metrics, method=method)
    voting = [one for one in assessed if one.use in ("counted", "no_evidence")]
    votes = [Vote(grade=one.label.grade, weight=one.reputation.weight) for one in voting]
    return LiteratureVerdict(
        claim=text,
        opposition=against,
        by=used.by,
        searched=corpus.totals()[0],
        retrieved=found,
        assessments=tuple(assessed),
        verdict=global_verdict(votes),
        explanation=used.explain(text, assessed),
        open_conditions=open_conditions(text, assessed),
        unreachable=tuple(unreachable),
    )


def retrieve(corpus: Corpus, against: Opposition, abstracts: int = ABSTRACTS) -> Retrieved:
    """Return the documents for a claim and for its opposing claim, each `abstracts` at most.

    Both lists are merged by the better rank, the claim's first where equal.
    """
    if not 1 <= abstracts <= MOST_ABSTRACTS:
        raise LiteratureError(
            f"the number of abstracts {abstracts} is out of range; give 1 to {MOST_ABSTRACTS}"
        )
    own = search(corpus, against.claim, abstracts)
    other = search(corpus, against.opposing, abstracts)
    by_own = {hit.document.id: hit for hit in own}
    by_other = {hit.document.id: hit for hit in other}
    merged = sorted(
        [(hit.rank, False, hit) for hit in own]
        + [(hit.rank, True, hit) for hit in other if hit.document.id not in by_own],
        key=lambda found: found[:2],
    )
    hits = [
        hit.model_copy(
            update={
                "rank": rank,
                "by_claim": hit.document.id in by_own,
                "by_opposition": hit.document.id in by_other,
            }
        )
        for rank, (_, _, hit) in enumerate(merged, start=1)
    ]
    return Retrieved(
        hits=tuple(hits),
        by_claim=len(own),
        by_opposition=len(other),
        only_by_opposition=len(by_other.keys() - by_own.keys()),
    )


def assess(
    claim: str,
    hits: Sequence[Hit],
    ranking: Ranking,
    steps: Steps,
    *,
    metrics: Sequence[Metric] = METRICS,
    method: Method = "percentile",
) -> list[Assessment]:
    """Return each document read, graded and weighed; those retracted or dropped do not count.

    Reputation is relative to the documents that are neither.
    """
    taken = [steps.takeaway(hit, ranking) for hit in hits]
    kept = [one.document for one in taken if _usable(one)]
    weights = dict(
        zip(
            (document.id for document in kept),
            reputations(kept, metrics=metrics, method=method),
            strict=True,
        )
    )
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    made: list[Assessment] = []
    for number, (hit, one) in enumerate(zip(hits, taken, strict=True), start=1):
        label = steps.label(claim, one)
        made.append(
            Assessment(
                number=number,
                takeaway=one,
                label=label,
                reputation=weights.get(one.document.id, _NO_WEIGHT),
                use=_use(one, label),
                by_claim=hit.by_claim,
                by_opposition=hit.by_opposition,
                excerpts=tuple(freeze(one.document, s, now) for s in one.sentences),
            )
        )
    return made


_NO_WEIGHT = Reputation(weight=Fraction(0))


def _usable(one: Takeaway) -> bool:
    return not one.dropped and not one.document.retracted


def _use(one: Takeaway, label: LocalLabel) -> Use:
    if one.document.retracted:
        return "retracted"
    if one.dropped:
        return "dropped"
    return "no_evidence" if label.grade is Grade.NO_EVIDENCE else "counted"
