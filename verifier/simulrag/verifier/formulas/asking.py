"""A question by the formulas that somebody read in it: their runs, their values, what is left."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from simulrag.simulators import interface
from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.immutable_data import once_for_each
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Computed, Problem, Statement
from simulrag.verifier.formulas.anchoring.anchor import anchor
from simulrag.verifier.formulas.anchoring.vocabulary import Phrases, tokens
from simulrag.verifier.formulas.assumptions import shared
from simulrag.verifier.formulas.bounding import named, refused
from simulrag.verifier.formulas.folding import completed
from simulrag.verifier.formulas.runs import Runs
from simulrag.verifier.formulas.syntax import Formula, FormulaError, Node, Text, walk
from simulrag.verifier.formulas.unrepresented import check_timing


@dataclass(frozen=True)
class Asked:
    """What formulas ask for.

    calls: each run that they name, once. words: for each, the formulas that name it, "formula 1".
    unused: what the question prints and no formula holds. supplied: what runs are told that the
    question does not print.
    """

    calls: tuple[interface.Call, ...] = ()
    words: tuple[tuple[str, ...], ...] = ()
    problems: tuple[Problem, ...] = ()
    unused: tuple[str, ...] = ()
    supplied: tuple[str, ...] = ()


@dataclass
class _Found:
    calls: dict[str, interface.Call] = field(default_factory=dict[str, interface.Call])
    words: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    problems: list[Problem] = field(default_factory=list[Problem])
    formulas: list[Formula] = field(default_factory=list[Formula])


def asked(
    question: str,
    formulas: Sequence[str],
    let: Mapping[str, str],
    assume: Mapping[str, JsonValue],
    runs: Runs,
) -> Asked:
    """Return the runs that formulas name and what of the question they leave out. Runs nothing."""
    found = _Found()
    assumed = shared(assume, formulas, let, runs.registry)
    for number, (text, own) in enumerate(zip(formulas, assumed, strict=True), 1):
        try:
            formula, _, calls = named(text, let, own, runs)
            for call in calls:
                found.calls[call.canonical()] = _without_defaults(call, runs)
                found.words.setdefault(call.canonical(), []).append(f"formula {number}")
            check_timing((question,), formula.root, runs.registry)
            found.formulas.append(formula)
        except (FormulaError, SimulatorError) as error:
            found.problems.append(_problem(number, refused(error)))
    return Asked(
        tuple(found.calls.values()),
        tuple(tuple(found.words[key]) for key in found.calls),
        tuple(found.problems),
        *compared(question, found.formulas, runs.registry),
    )


def _without_defaults(call: interface.Call, runs: Runs) -> interface.Call:
    """Return a call without the inputs that are taken where they are not given."""
    defaults = {p.name: p.default for p in runs.function(call).parameters if not p.required}
    kept = {k: v for k, v in call.arguments.items() if k not in defaults or v != defaults[k]}
    return call.model_copy(update={"arguments": kept})


def _problem(number: int, problem: Problem) -> Problem:
    return problem.model_copy(update={"message": f"formula {number}: {problem.message}"})


def statements(values: Sequence[Computed]) -> tuple[Statement, ...]:
    """Return what formulas are worth as sentences, each with its runs."""
    return tuple(
        Statement(text=_sentence(one), run_ids=one.run_ids) for one in values if not one.problem
    )


def problems(values: Sequence[Computed]) -> tuple[Problem, ...]:
    """Return why formulas are worth nothing, by their number."""
    found: list[Problem] = []
    for number, one in enumerate(values, 1):
        if one.problem:
            # What its runs tell says why a value is undefined, such as that a wave dies out.
            told = one.remarks if one.problem.reason == "undefined" else ()
            message = "; ".join([one.problem.message, *told])
            found.append(_problem(number, one.problem.model_copy(update={"message": message})))
    return tuple(found)


def _sentence(value: Computed) -> str:
    said = value.words or value.formula
    if value.text.startswith(("true: ", "false: ", "undecided: ")):
        word, _, why = value.text.partition(": ")
        chance = f", probability {value.chance}" if value.chance else ""
        return f"It is {word} that {said} ({why}{chance})."
    return f"{said[:1].upper()}{said[1:]} is {value.text}."


#: Most values of one input that are named.
MOST_NAMED = 5


def compared(
    question: str, formulas: Sequence[Formula], registry: Registry
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what of a question no formula uses, and what runs are told that it does not print.

    The first are its numbers, dates, places and choices, as printed; the second the values of
    inputs, as "name = value, value". Without a formula both are empty: then nothing was used, and
    it is not known what was meant.
    """
    if not formulas or not question.strip():
        return (), ()
    problems = [anchor(question, one, registry).each for one in formulas]
    left = [
        [one.given for one in found
         if one.reason == "text_not_in_formula" and isinstance(one.given, str)]
        for found in problems
    ]  # fmt: skip
    by_all = [one for one in left[0] if all(one in other for other in left)]
    roots = [completed(one.root, registry) for one in formulas]
    unused = dict.fromkeys([*by_all, *_choices(question, roots, registry)])
    return tuple(unused), _supplied([one for found in problems for one in found])


def _supplied(problems: Sequence[Problem]) -> tuple[str, ...]:
    found: dict[str, dict[str, None]] = {}
    for one in problems:
        if one.reason == "literal_without_source" and one.simulator and one.parameter:
            given = f"{one.given:g}" if isinstance(one.given, float) else str(one.given)
            found.setdefault(one.parameter, {})[given] = None
    told: list[str] = []
    for name, values in sorted(found.items()):
        more = f" and {len(values) - MOST_NAMED} more" if len(values) > MOST_NAMED else ""
        told.append(f"{name} = {', '.join(list(values)[:MOST_NAMED])}{more}")
    return tuple(told)


def _choices(question: str, roots: Sequence[Node], registry: Registry) -> Iterator[str]:
    """Yield the names of choices that no formula holds, of whatever simulator."""
    held = {node.value for root in roots for node in walk(root) if isinstance(node, Text)}
    shown = tokens(question)
    for hit in _names(registry).find(shown):
        if hit.meaning not in held:
            yield question[shown[hit.first].start : shown[hit.end - 1].end]


@once_for_each
def _names(registry: Registry) -> Phrases[str]:
    """Return the choices of all inputs that have names of their own ("Ohio"), no common words."""
    return Phrases(
        (name, name)
        for simulator in registry
        for function in simulator.functions
        for parameter in function.parameters
        for name in parameter.choices
        if name[:1].isupper()
    )
