"""Questions: the plan and the answer, by formulas that a model reads in them or else by rules."""

from collections.abc import Mapping, Sequence
from itertools import chain, repeat
from typing import Literal

from pydantic import JsonValue

from simulrag.server.replies import AnswerData, Detail, PlanData, Reply, runs_of
from simulrag.server.tools.claim_arguments import MOST_CLAIMS
from simulrag.server.wording import (
    SCOPE,
    call_text,
    checks_text,
    problems_text,
    quoted,
    unused_text,
)
from simulrag.simulators.capabilities import emulated, missing
from simulrag.simulators.errors import BadValue
from simulrag.simulators.interface import Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.check import FAULT, each
from simulrag.verifier.claims import Computed, Problem
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.asking import asked, problems, statements
from simulrag.verifier.formulas.runs import Runs
from simulrag.verifier.formulas.verification import Verifier

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
    told = [
        _runs_to_make(made),
        *made[:MOST_LISTED],
        *([f"and {more} more"] if more > 0 else []),
        *problems_text(found.problems),
        *unused_text(found.unused),
    ]
    return Reply("\n".join(told), PlanData.model_validate(found))


def planned_by_rules(question: str, simulator: str, registry: Registry) -> Reply[PlanData]:
    """Return the runs that rules read in a question, each with its words, or why there is none."""
    from simulrag.verifier.english.questions import plan

    found = plan(question, registry, simulator)
    names = dict.fromkeys(call.simulator for call in found.calls)
    absent = [
        Problem(reason="not_installed", message=why, simulator=name)
        for name in names
        if (why := missing(registry.simulator(name)))
    ]
    wrong = [*found.problems, *absent]
    each_words = zip(found.calls, chain(found.words, repeat(())), strict=False)
    made = [
        f"{i}. {call_text(call)}" + (f" - from {quoted(', '.join(words))}" if words else "")
        for i, (call, words) in enumerate(each_words, 1)
    ]
    head = _runs_to_make(made) if made else f"No run follows. {SCOPE}"
    engines = [f"{why}." for name in names if (why := emulated(registry.simulator(name)))]
    data = PlanData.model_validate(found).model_copy(update={"problems": wrong})
    return Reply("\n".join([head, *made, *engines, *problems_text(wrong)]), data)


def _runs_to_make(made: Sequence[str]) -> str:
    return f"{len(made)} {'run' if len(made) == 1 else 'runs'} to make:"


def answered(
    question: str,
    formulas: Sequence[str],
    let: Mapping[str, str],
    assume: Mapping[str, JsonValue],
    registry: Registry,
    store: EvidenceStore,
    detail: Detail,
    against: Literal["world", "run"],
) -> Reply[AnswerData]:
    """Return what formulas are worth in sentences, and what of the question none of them uses."""
    values, runs = computed(formulas, let, assume, registry, store, against, question)
    unused = asked(question, formulas, let, assume, Runs(registry, store)).unused
    said = statements(values)
    data = AnswerData(
        answer=" ".join(one.text for one in said),
        claims=list(said),
        runs=runs_of(runs, full=detail == "full"),
        problems=list(problems(values)),
        unused=list(unused) or None,
    )
    return _answer(data, runs, unused_text(unused), detail)


def answered_by_rules(
    question: str, registry: Registry, store: EvidenceStore, detail: Detail
) -> Reply[AnswerData]:
    """Return the sentences that the runs of a question give, as rules read it."""
    from simulrag.verifier.answering import answer

    made = answer(question, registry, store)
    data = AnswerData(
        answer=made.text,
        claims=list(made.statements),
        runs=runs_of(made.runs, full=detail == "full"),
        problems=list(made.problems),
    )
    return _answer(data, made.runs, [], detail, nothing=f"No answer from runs. {SCOPE}")


def _answer(
    data: AnswerData, runs: Sequence[Run], more: Sequence[str], detail: Detail, nothing: str = ""
) -> Reply[AnswerData]:
    """Return an answer as a line on each sentence; `nothing` stands in place of none."""
    said = [f"- {one.text} (run {', '.join(one.run_ids)})" for one in data.claims]
    head = [nothing] if nothing and not said else said
    text = [*head, *problems_text(data.problems), *more, *checks_text(runs)]
    return Reply("\n".join(text), data, whole=detail == "full")


def computed(
    formulas: Sequence[str],
    let: Mapping[str, str],
    assume: Mapping[str, JsonValue],
    registry: Registry,
    store: EvidenceStore,
    against: Literal["world", "run"],
    question: str = "",
) -> tuple[tuple[Computed, ...], tuple[Run, ...]]:
    """Return what formulas of a question are worth, and the runs behind it."""
    if not formulas or len(formulas) > MOST_CLAIMS:
        raise BadValue(
            f"{len(formulas)} formulas were given; 1 to {MOST_CLAIMS} are computed at a time",
            parameter="formulas",
        )
    verifier = Verifier(registry, store)
    made = each(
        list(zip(formulas, verifier.assumed(formulas, let, assume), strict=True)),
        lambda one: verifier.computed(one[0], let, one[1], question, against),
        lambda one: Computed(formula=one[0], problem=FAULT),
    )
    return made, verifier.used()
