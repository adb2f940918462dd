"""Answers a question from runs alone, by template: every sentence names its runs."""

import re

from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.interface import (
    Call,
    Day,
    Frozen,
    Function,
    Label,
    Output,
    Quantity,
    Run,
    Value,
)
from simulrag.simulators.operations import known
from simulrag.simulators.parts import part_runs
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Plan, Problem, Statement
from simulrag.verifier.comparing import compared
from simulrag.verifier.conditions import argument_text, conditions
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.problems import problem_of
from simulrag.verifier.reading.questions import planned
from simulrag.verifier.reading.text import normalise
from simulrag.verifier.reading.topics import topics

#: A question for everything that a run returns.
_EVERYTHING = re.compile(
    r"\b(?:comprehensive|forecast|outlook|landscape|progression|overview|everything|full|happens?)\b",
    re.I,
)


#: A question for a time.
_WHEN = re.compile(r"\b(?:when|what (?:date|day)|timing|how (?:long|soon|early|late))\b", re.I)


#: A question for what a change brings.
_EFFECT = re.compile(
    r"\b(?:affect\w*|effects?|impacts?|influenc\w+|saves?|saved|savings?|do(?:es)? to)\b",
    re.I,
)


class Answer(Frozen):
    """An answer made from runs: sentences, the runs behind them, and what could not be done."""

    question: str
    plan: Plan
    statements: tuple[Statement, ...]
    runs: tuple[Run, ...]
    text: str
    problems: tuple[Problem, ...] = ()


def answer(question: str, registry: Registry, store: EvidenceStore) -> Answer:
    """Plan, run and say what the runs say; nothing is invented and no model is asked."""
    asked = planned(question, registry)
    runs: dict[str, Run] = {}
    problems = [*asked.problems, *(Problem(reason="assumed", message=a) for a in asked.assumed)]
    for call in asked.calls:
        try:
            runs[call.canonical()] = store.run(call, registry)
        except SimulatorError as error:
            problem = problem_of(error, call)
            if all(
                (p.reason, p.parameter) != (problem.reason, problem.parameter) for p in problems
            ):
                problems.append(problem)
    statements = [s for run in runs.values() for s in _statements(question, run, registry)]
    statements += compared(asked, runs, registry)
    return Answer(
        question=question,
        plan=asked,
        statements=tuple(statements),
        runs=tuple(runs.values()),
        text=" ".join(s.text for s in statements),
        problems=tuple(problems),
    )


def _statements(question: str, run: Run, registry: Registry) -> list[Statement]:
    function = registry.function(run.call)
    asked = _asked_outputs(question, run, function, registry)
    told = [run, *part_runs(run, function).values()]
    texts = [sentence(one, function, output) for one in told for output in asked]
    texts += [_highest_part(run, output) for output in asked]
    return [Statement(text=text, run_ids=(run.id,)) for text in texts if text]


def _highest_part(run: Run, output: Output) -> str:
    """Say which part of a run has the highest value; empty where that is not sure."""
    values = {name: held.get(output.name) for name, held in run.parts.items()}
    intervals = {n: known(v) for n, v in values.items() if isinstance(v, Quantity)}
    if len(intervals) < 2:
        return ""
    first = max(intervals, key=lambda name: intervals[name].low)
    if max(i.high for n, i in intervals.items() if n != first) >= intervals[first].low:
        return ""
    noun = output.words[0] if output.words else output.name
    return f"The {noun} is highest in {first}."


def _asked_outputs(question: str, run: Run, function: Function, registry: Registry) -> list[Output]:
    """Return the outputs that a question asks of a run: the first, those named, or all."""
    if _EVERYTHING.search(question):
        return list(function.outputs)
    simulator = registry.simulator(run.call.simulator)
    named = {
        t.output for t in topics(normalise(question), simulator) if t.function == function.name
    }
    changed = changes_of(run.call, function)
    if _EFFECT.search(question) and altered(run, function):
        first = function.outputs[0].name
        named |= {o.name for o in function.outputs if o.changes_of in (named or {first})}
    if _WHEN.search(question):
        named |= {o.name for o in function.outputs if o.kind == "date" or o.since}
    return [
        output
        for index, output in enumerate(function.outputs)
        if (index == 0 or output.name in named)
        and (not output.changes_of or changed or output.name in named)
        and all(run.call.arguments.get(need) is not None for need in output.needs)
    ]


def changes_of(call: Call, function: Function) -> dict[str, float]:
    """Return the inputs that a call changes, in percent."""
    held = {p.name: call.arguments.get(p.name) for p in function.parameters if p.kind == "change"}
    return {name: float(v) for name, v in held.items() if isinstance(v, int | float) and v}


def sentence(run: Run, function: Function, output: Output) -> str:
    """Return what a run says of one output; empty where it has no value or no template."""
    value = run.outputs.get(output.name)
    if value is None or not output.template or (output.changes_of and not altered(run, function)):
        return ""
    words: dict[str, str] = {
        p.name: argument_text(p, run.call.arguments.get(p.name)) for p in function.parameters
    }
    words["conditions"] = conditions(run.call, function, output.template)
    words["value"] = value_text(value, output)
    more = {
        "size": value_text(_size(value), output),
        "signed": _signed(value, output),
        "digits": value_text(value, output).replace(",", ""),
        "turn": _Turn(not isinstance(value, Quantity) or value.value >= 0),
    }
    text = output.template.format_map({**run.resolved, **more, **words}).lstrip(" ,")
    return text[:1].upper() + text[1:]


def number_text(value: float, output: Output) -> str:
    """Return a number in the output's decimals, thousands grouped, no negative zero."""
    return _printed(value, 0 if _whole(value, output) else output.decimals)


def _whole(value: float, output: Output) -> bool:
    return not output.unit and value == round(value)


def _printed(value: float, decimals: int) -> str:
    text = f"{value:,.{decimals}f}"
    return text.lstrip("-") if not text.strip("-0.,") else text


def _signed(value: Value, output: Output) -> str:
    sign = "+" if isinstance(value, Quantity) and value.value > 0 else ""
    return f"{sign}{value_text(value, output)}"


def altered(run: Run, function: Function) -> bool:
    """Tell whether a run is one with changes, which changes are counted from."""
    held = run.call.arguments
    return any(p.altered(held.get(p.name)) for p in function.parameters)


class _Turn:
    """The direction of a value in a template: `{turn:rises/falls}` prints one of the two."""

    def __init__(self, rises: bool) -> None:
        self._rises = rises

    def __format__(self, words: str) -> str:
        up, _, down = words.partition("/")
        return up if self._rises else down


def _size(value: Value) -> Value:
    """Return a value without its sign, which `_Turn` tells, and its interval turned with it."""
    if not isinstance(value, Quantity) or value.value >= 0:
        return value
    low, high = (None if end is None else -end for end in (value.high, value.low))
    return value.model_copy(update={"value": -value.value, "low": low, "high": high})


def value_text(value: Value, output: Output) -> str:
    """Return a value with its unit and, where there is one, the spread of the ensemble."""
    if isinstance(value, Label | Day):
        return value.value
    unit = f" {output.unit_words[0]}" if output.unit_words else ""
    text = f"{number_text(value.value, output)}{unit}"
    return text + spread_text(value, output)


def spread_text(value: Quantity, output: Output) -> str:
    """Return the ensemble's interval in brackets, led by a space; empty where there is none."""
    if value.low is None or value.high is None or value.level is None:
        return ""
    both = (value.low, value.high)
    decimals = 0 if all(_whole(end, output) for end in both) else output.decimals
    ends = " to ".join(_printed(end, decimals) for end in both)
    return f" ({100 * value.level:g} % interval {ends})"
