"""Claims as `verify_claims` takes them, and how formulas are computed."""

import json
from collections.abc import Mapping, Sequence
from typing import cast

from pydantic import JsonValue, ValidationError

from simulrag.server.claim_arguments import LONGEST_CLAIM, check_claim_lengths
from simulrag.server.shared_reasons import Shared, by_lead
from simulrag.server.wording import formula_text, runs_named
from simulrag.simulators.arguments import shown
from simulrag.simulators.errors import BadValue
from simulrag.simulators.interface import Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.check import FAULT, each
from simulrag.verifier.claims import Computed, FormulaClaim, Given, Problem, Verdict
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.verification import Verifier

#: Most claims and formulas of one call.
MOST_CLAIMS = 500


def read_claims(claims: Sequence[object], question: str = "") -> list[Given]:
    """Return claims as texts or with their formulas; one that is neither as an unread verdict.

    question: context of each formula; what a claim leaves open is as in it.

    Raises BadValue for too many claims, and for a bare text that is no single statement.
    """
    if len(claims) > MOST_CLAIMS:
        raise BadValue(
            f"{len(claims)} claims were given; at most {MOST_CLAIMS} are taken at a time",
            parameter="claims",
        )
    read = [_claim(given) for given in claims]
    check_claim_lengths([one if isinstance(one, str) else "" for one in read])
    return [_asked(one, question) if isinstance(one, FormulaClaim) else one for one in read]


def text_of(claim: Given) -> str:
    """Return the text of a claim, however it was handed in."""
    return claim if isinstance(claim, str) else claim.text


def _asked(claim: FormulaClaim, question: str) -> FormulaClaim:
    if not question.strip() or question in claim.context:
        return claim
    return claim.model_copy(update={"context": (question, *claim.context)})


def _claim(given: object) -> Given:
    """Return one claim; some hosts send it, or parts of it, as JSON texts."""
    given = _from_json(given)
    if isinstance(given, str):
        return given
    if not isinstance(given, Mapping):
        return _unread("", "", f"{shown(given)} is no claim; {_SHAPE}")
    held = cast("Mapping[str, object]", given)
    fields = {name: _part(name, value) for name, value in held.items() if value is not None}
    text, formula = fields.get("text", ""), fields.get("formula", "")
    if isinstance(text, str) and text and not formula and set(fields) <= _FIELDS:
        return text
    try:
        made = FormulaClaim.model_validate(fields, extra="forbid")
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = shown(".".join(map(str, first["loc"])))
        return _unread(text, formula, f"{where}: {first['msg']}; {_SHAPE}")
    why = _too_long(made)
    return _unread(made.text, "", why) if why else made


def _too_long(claim: FormulaClaim) -> str:
    """Return why a claim is too long to be repeated in a reply; empty where it is not."""
    from simulrag.verifier.formulas.notation import LONGEST

    sentence = max(map(len, (claim.text, *claim.context)))
    if sentence > LONGEST_CLAIM:
        return f"text or context has {sentence} characters; a sentence has at most {LONGEST_CLAIM}"
    parts = sum(map(len, (claim.formula, *claim.let, *claim.let.values())))
    if parts > LONGEST:
        return f"formula and let have {parts} characters together; at most {LONGEST} are read"
    return ""


_FIELDS = frozenset(FormulaClaim.model_fields)
_SHAPE = (
    'a claim is {"text": "...", "formula": "...", "let": {"A": "..."}, "assume": {"input": value}, '
    '"context": ["..."]}'
)


def _part(name: str, value: object) -> object:
    """Return a part of a claim; a single sentence of context stands for a list of it."""
    if name in ("let", "assume", "context"):
        value = _from_json(value)
    return [value] if name == "context" and isinstance(value, str) else value


def _from_json(given: object) -> object:
    """Return the object or list that a text holds as JSON; else what was given."""
    if not isinstance(given, str) or not given.lstrip().startswith(("{", "[")):
        return given
    try:
        return cast("object", json.loads(given))
    except (ValueError, RecursionError):
        return given


def _unread(text: object, formula: object, why: str) -> Verdict:
    said = text[:LONGEST_CLAIM] if isinstance(text, str) else ""
    return Verdict(
        text=said,
        verdict="unread",
        updated=said,
        derivation=why,
        problem=Problem(reason="bad_value", message=why),
        read_by="formula",
        formula=formula if isinstance(formula, str) else "",
    )


def compute(
    formulas: Sequence[str],
    let: Mapping[str, str],
    assume: Mapping[str, JsonValue],
    registry: Registry,
    store: EvidenceStore,
) -> tuple[Computed, ...]:
    """Return what formulas are worth."""
    return compute_runs(formulas, let, assume, registry, store)[0]


def compute_runs(
    formulas: Sequence[str],
    let: Mapping[str, str],
    assume: Mapping[str, JsonValue],
    registry: Registry,
    store: EvidenceStore,
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
        lambda one: verifier.computed(one[0], let, one[1], question),
        lambda one: Computed(formula=one[0], problem=FAULT),
    )
    return made, verifier.used()


def computed_text(values: Sequence[Computed]) -> str:
    """Return a line on each formula: what it says and is worth, by which runs, or why nothing.

    What several have in common stands once.
    """
    why = Shared("Why", [_why(one) for one in values])
    taken = Shared("Taken", ["; ".join(one.assumed) for one in values])
    told: list[str] = []
    for index, one in enumerate(values):
        head = f"{index + 1}. {formula_text(one.words, one.formula)}"
        if one.problem is not None:
            told.append(f"{head} - {why.inline(index)}")
            continue
        said = f"{head} = {one.text}"
        said += f", probability {one.chance}" if one.chance else ""
        said += runs_named(one.run_ids)
        said += f". Would decide: {one.would_decide}" if one.would_decide else ""
        told.append(f"{said}. Taken: {taken.own(index)}" if taken.own(index) else said)
    return "\n".join([*told, *why.lines(), *taken.lines(), *notes_text(values)])


def _why(computed: Computed) -> str:
    problem = computed.problem
    return f"{problem.reason}: {problem.message}" if problem else ""


def notes_text(values: Sequence[Computed]) -> list[str]:
    """Return a line for each note on runs, with the numbers of the formulas that it is about."""
    about: dict[str, list[str]] = {}
    for number, one in enumerate(values, 1):
        for note in one.remarks:
            about.setdefault(note, []).append(str(number))
    return [f"Note ({', '.join(numbers)}): {note}" for note, numbers in by_lead(about)]
