"""What the questions and the synthetic answerer's claims are like, before any method."""

from collections.abc import Mapping, Sequence

from simulrag.evaluation.experiment.measuring import Benchmark
from simulrag.evaluation.experiment.preparing import Prepared, PreparedClaim
from simulrag.evaluation.experiment.tables import NOTHING, Table

_HEADS = (
    "benchmark", "questions", "groups", "claims per question", "claims per draft",
    "true before verification", "decided by a run", "inside by code, of those decided",
    "outside by code, of the others", "runs agree with the label", "without a label after updating",
    "drafts that support a true / false / outside claim",
)  # fmt: skip


def table(benchmarks: Mapping[str, Benchmark]) -> Table:
    """Return a row for each benchmark."""
    return Table(
        name="claims",
        title="Questions and claims of the synthetic answerer",
        heads=_HEADS,
        rows=tuple(_row(name, one) for name, one in benchmarks.items()),
        note="Labels are known from how the claims were made. Where runs and labels disagree, "
        "either the verifier errs or the text has a second reading.",
    )


def _row(name: str, benchmark: Benchmark) -> tuple[str, ...]:
    questions = benchmark.questions
    claims = [one for question in questions for one in question.claims]
    decided = [one for one in claims if _decided(one)]
    others = [one for one in claims if not _decided(one)]
    drafts = sum(question.drafts for question in questions)
    return (
        name,
        str(len(questions)),
        str(benchmark.count),
        f"{len(claims) / len(questions):.1f}",
        f"{sum(q.mentions for q in questions) / drafts:.1f}",
        _share([bool(one.before.true) for one in claims]),
        _share([_decided(one) for one in claims]),
        _share([one.bound == "inside" for one in decided]),
        _share([one.bound != "inside" for one in others]),
        _share([(one.verdict == "supported") == one.before.true for one in decided]),
        str(sum(one.after.true is None for one in claims)),
        " / ".join(_supporters(part) for part in _parts(claims)),
    )


def _parts(claims: Sequence[PreparedClaim]) -> tuple[list[PreparedClaim], ...]:
    decided = [one for one in claims if _decided(one)]
    return (
        [one for one in decided if one.before.true],
        [one for one in decided if not one.before.true],
        [one for one in claims if not _decided(one)],
    )


def _supporters(claims: Sequence[PreparedClaim]) -> str:
    if not claims:
        return NOTHING
    return f"{sum(len(one.claim.support) for one in claims) / len(claims):.2f}"


def _decided(one: PreparedClaim) -> bool:
    return one.verdict in ("supported", "refuted", "undecided")


def _share(flags: Sequence[bool]) -> str:
    return f"{sum(flags) / len(flags):.3f}" if flags else NOTHING


def stale(questions: Sequence[Prepared]) -> list[str]:
    """Return the items whose runs are not those that they were made from."""
    return [question.item for question in questions if not question.same_runs]
