"""Questions by the formulas that a model reads in them: the plan, and the answer."""

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from simulrag.server.briefly import runs_of
from simulrag.server.formula_tools import compute_runs
from simulrag.server.replies import AnswerData, Detail, PlanData, Reply
from simulrag.server.wording import call_text, checks_text, problems_text, quoted
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.asking import asked, problems, statements
from simulrag.verifier.formulas.runs import Runs

#: Most runs of a plan that are listed; a formula over all states names 51.
MOST_LISTED = 60


def planned(
    question: str,
    formulas: Sequence[str],
    let: Mapping[str, str],
    assume: Mapping[str, JsonValue],
    registry: Registry,
    store: EvidenceStore,
) -> Reply[PlanData]:
    """Return the runs that formulas name, and what of the question none of them uses."""
    found = asked(question, formulas, let, assume, Runs(registry, store))
    made = [
        f"{i}. {call_text(call)} - of {', '.join(words)}"
        for i, (call, words) in enumerate(zip(found.calls, found.words, strict=True), 1)
    ]
    more = len(made) - MOST_LISTED
    head = f"{len(made)} {'run' if len(made) == 1 else 'runs'} to make:"
    told = [
        head,
        *made[:MOST_LISTED],
        *([f"and {more} more"] if more > 0 else []),
        *problems_text(found.problems),
        *unused_text(found.unused),
    ]
    data = PlanData(
        calls=list(found.calls),
        words=[list(words) for words in found.words],
        bands=[],
        problems=list(found.problems),
        unused=list(found.unused) or None,
        supplied=list(found.supplied) or None,
    )
    return Reply("\n".join(told), data)


def answered(
    question: str,
    formulas: Sequence[str],
    let: Mapping[str, str],
    assume: Mapping[str, JsonValue],
    registry: Registry,
    store: EvidenceStore,
    detail: Detail,
) -> Reply[AnswerData]:
    """Return what formulas are worth in sentences, and what of the question none of them uses."""
    values, runs = compute_runs(formulas, let, assume, registry, store, question)
    unused = asked(question, formulas, let, assume, Runs(registry, store)).unused
    said = statements(values)
    told = [f"- {one.text} (run {', '.join(one.run_ids)})" for one in said]
    wrong = problems(values)
    text = [*told, *problems_text(wrong), *unused_text(unused), *checks_text(runs)]
    data = AnswerData(
        answer=" ".join(one.text for one in said),
        claims=list(said),
        runs=runs_of(runs, full=detail == "full"),
        problems=list(wrong),
        unused=list(unused) or None,
    )
    return Reply("\n".join(text), data, whole=detail == "full")


def unused_text(unused: Sequence[str]) -> list[str]:
    """Return a line on what of a question no formula uses."""
    return [f"Of the question no formula uses: {', '.join(map(quoted, unused))}"] if unused else []
