"""From texts and claims to verdicts: each by its formula, or by the one read in its words."""

import logging
from collections.abc import Callable, Sequence
from typing import TypeVar

from simulrag.simulators.errors import Altered, EvidenceError
from simulrag.simulators.interface import Frozen, Run
from simulrag.simulators.progress import part
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Bound, FormulaClaim, Given, Plan, Problem, Verdict
from simulrag.verifier.english.questions import planned
from simulrag.verifier.english.reader import formula_claim
from simulrag.verifier.english.sentences import Span, sentences
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.decision import Against
from simulrag.verifier.formulas.verification import Verifier
from simulrag.verifier.records import parse_records, record_for, recorded

__all__ = ["Checked", "check_claims", "check_text"]

_log = logging.getLogger(__name__)

Asked = TypeVar("Asked")
Made = TypeVar("Made")

#: Longest text that is checked, characters.
LONGEST_ANSWER = 200_000
FAULT = Problem(
    reason="internal_error",
    message="the server failed at this formula; its log has the details. Write it another way",
)


class Checked(Frozen):
    """What became of a text: a verdict for each statement, the runs used, the text corrected."""

    question: str
    plan: Plan
    verdicts: tuple[Verdict, ...]
    runs: tuple[Run, ...]
    corrected: str
    problems: tuple[Problem, ...] = ()


def check_text(
    text: str,
    question: str,
    registry: Registry,
    store: EvidenceStore,
    evidence: str = "",
    against: Against = "world",
) -> Checked:
    """Check every sentence of a text by itself; the question is its only context.

    evidence: recorded runs as JSON, one record or a list; with it nothing is simulated.
    Raises BadValue where the evidence is no such JSON.
    """
    if len(text) > LONGEST_ANSWER:
        return _too_long(text, question)
    found = sentences(text)
    said = [one.text for one in found]
    checked = check_claims(said, question, registry, store, evidence, against)
    return checked.model_copy(update={"corrected": _corrected(text, found, checked.verdicts)})


def check_claims(
    claims: Sequence[Given],
    question: str,
    registry: Registry,
    store: EvidenceStore,
    evidence: str = "",
    against: Against = "world",
) -> Checked:
    """Check claims in the order given: by their formulas, or by those that are read in bare texts.

    A formula is decided by the runs that it names, whatever else is in the call. evidence:
    recorded runs as JSON, or a file in a format that a simulator reads; nothing is then simulated.
    """
    asked = planned(question, registry) if question.strip() else Plan(question="")
    runs: Sequence[Run] | None = None
    handed = registry.with_file(evidence) if evidence else None
    if handed is not None:
        registry, runs = handed
    elif evidence:
        registry = registry.of_records
        record = record_for(question, parse_records(evidence))
        found = recorded(record, question, registry)
        asked, runs = found.plan, found.runs
        question = question or record.question or record.evidence_question
    verifier = Verifier(registry, store, runs)
    context = (question,) if question.strip() else ()

    def decided(claim: Given) -> Verdict:
        match claim:
            case str():
                return _read(claim, context, registry, verifier, against)
            case FormulaClaim():
                return verifier.verdict(claim, against)
            case Verdict():
                return claim

    made = each(claims, decided, _broken)
    verifier.save(made, question)
    verdicts = tuple(v.model_copy(update={"id": f"c{i}"}) for i, v in enumerate(made, 1))
    return Checked(
        question=question,
        plan=asked,
        verdicts=verdicts,
        runs=verifier.used() if runs is None or handed else tuple(runs),
        corrected="\n".join(v.updated for v in verdicts),
        problems=asked.problems if any(isinstance(one, str) for one in claims) else (),
    )


def _read(
    text: str, context: Sequence[str], registry: Registry, verifier: Verifier, against: Against
) -> Verdict:
    """Return the verdict on a sentence by the formula that is read in it."""
    read = formula_claim(text, context, registry)
    if isinstance(read, Bound):
        return _without_formula(read)
    return verifier.verdict(read, against).model_copy(update={"read_by": "rules"})


def _without_formula(bound: Bound) -> Verdict:
    return Verdict(
        text=bound.claim,
        verdict="outside" if bound.bound == "outside" else "unread",
        updated=bound.claim,
        derivation=bound.problem.message if bound.problem else "",
        problem=bound.problem,
        skeleton=bound.skeleton,
    )


def each(
    given: Sequence[Asked], decide: Callable[[Asked], Made], broken: Callable[[Asked], Made]
) -> tuple[Made, ...]:
    """Decide one by one; a fault of ours at one is logged and costs no other.

    Raises EvidenceError where the store cannot be used, which would not keep what is decided.
    """
    made: list[Made] = []
    for index, one in enumerate(given):
        try:
            with part(index, len(given)):
                made.append(decide(one))
        except Exception as error:
            if isinstance(error, EvidenceError) and not isinstance(error, Altered):
                raise
            _log.exception("a claim failed")
            made.append(broken(one))
    return tuple(made)


def _broken(claim: Given) -> Verdict:
    text = claim if isinstance(claim, str) else claim.text
    return Verdict(
        text=text,
        verdict="not_measured",
        updated=text,
        derivation=FAULT.message,
        problem=FAULT,
        read_by="rules" if isinstance(claim, str) else "formula",
        formula="" if isinstance(claim, str) else claim.formula,
        let={} if isinstance(claim, str) else claim.let,
    )


def _too_long(text: str, question: str) -> Checked:
    problem = Problem(
        reason="too_long",
        message=f"the text has {len(text)} characters; at most {LONGEST_ANSWER} are checked",
    )
    return Checked(
        question=question,
        plan=Plan(question=question),
        verdicts=(),
        runs=(),
        corrected=text,
        problems=(problem,),
    )


def _corrected(text: str, found: Sequence[Span], verdicts: Sequence[Verdict]) -> str:
    for one, verdict in reversed(list(zip(found, verdicts, strict=True))):
        if verdict.updated != verdict.text:
            text = text[: one.start] + verdict.updated + text[one.end :]
    return text
