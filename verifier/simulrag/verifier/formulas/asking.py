"""A question by the formulas that somebody read in it: their runs, their values, what is left."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import JsonValue

from simulrag.simulators import interface
from simulrag.simulators.errors import SimulatorError
from simulrag.verifier.claims import Computed, Problem, Statement
from simulrag.verifier.formulas.assumptions import filled
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.names import check_names
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.runs import Runs
from simulrag.verifier.formulas.syntax import Formula, FormulaError
from simulrag.verifier.formulas.unrepresented import check_timing
from simulrag.verifier.formulas.unused import compared
from simulrag.verifier.problems import problem_of


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
    for number, text in enumerate(formulas, 1):
        try:
            formula = parse(text, let)
            check_names(formula.root, runs.registry)
            formula = filled(formula, assume, runs.registry)
            for call in Evaluator(runs).calls(formula.root):
                found.calls[call.canonical()] = _without_defaults(call, runs)
                found.words.setdefault(call.canonical(), []).append(f"formula {number}")
            check_timing((question,), formula.root, runs.registry)
            found.formulas.append(formula)
        except FormulaError as error:
            found.problems.append(
                _problem(number, Problem(reason=error.reason, message=str(error)))
            )
        except SimulatorError as error:
            found.problems.append(_problem(number, problem_of(error)))
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
    return tuple(
        _problem(number, one.problem) for number, one in enumerate(values, 1) if one.problem
    )


def _sentence(value: Computed) -> str:
    said = value.words or value.formula
    if value.text.startswith(("true: ", "false: ", "undecided: ")):
        word, _, why = value.text.partition(": ")
        chance = f", probability {value.chance}" if value.chance else ""
        return f"It is {word} that {said} ({why}{chance})."
    return f"{said[:1].upper()}{said[1:]} is {value.text}."
