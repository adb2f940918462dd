"""Makes question templates from what a simulator declares of its parameters and outputs.

Kinds of question: a value and its grade, a comparison of two settings, a course over three values
of a number, and a change against the unchanged state. Their words are those of the declaration.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil, floor

from pydantic import JsonValue

from simulrag.evaluation.benchmark.drawn_values import listed, round_step
from simulrag.simulators.capabilities import DrawsValues
from simulrag.simulators.external.default_words import unit_of
from simulrag.simulators.interface import Function, Output, Parameter, Simulator
from simulrag.simulators.question_templates import Claimed, Draw, Grading, QuestionTemplate, Setting

#: Most parameters of a function over which settings are compared, in their order.
MOST_COMPARED = 4
#: Room between the parts of a range from which compared numbers come, as a share of a part.
APART = 0.3
#: Labels to choose from; none that is also a category of the function is taken.
LABELS = (
    ("low", "medium", "high"), ("small", "medium", "large"), ("modest", "middling", "great"),
)  # fmt: skip
#: Words of a parameter that lead its value in by themselves ("after 30 minutes").
_LEADING = frozenset(
    "after at before by during for from in on over per since starting under until within".split()
)
_NUMBERS = ("number", "integer", "share", "year")


def declared(simulator: Simulator) -> tuple[QuestionTemplate, ...]:
    """Return templates for every function of a simulator that has numbers to ask for.

    Observed functions are left out, as their parameters name records that may not be there.
    """
    made: list[QuestionTemplate] = []
    for function in simulator.functions:
        if not function.observed:
            made += _of_function(function, simulator)
    return tuple(made)


def _of_function(function: Function, simulator: Simulator) -> Iterator[QuestionTemplate]:
    asked = [p for p in function.parameters if _is_asked(p, function, simulator)]
    lacking = [p.name for p in function.parameters if p.required and p not in asked]
    numbers = [o for o in function.outputs if o.kind == "number" and not o.changes_of]
    if lacking or not numbers:
        return
    grades = _labels(function)
    for output in numbers:
        if not set(output.needs) - {p.name for p in asked}:
            yield _value(function, output, asked, grades)
    main = numbers[0]
    for parameter in [p for p in asked if _is_compared(p)][:MOST_COMPARED]:
        yield _comparison(function, main, asked, parameter, grades)
        if parameter.kind in _NUMBERS and parameter.kind != "share":
            yield _course(function, main, asked, parameter)
    for parameter in [p for p in function.parameters if p.kind == "change"]:
        yield _effect(function, main, asked, parameter, grades)


def _is_asked(parameter: Parameter, function: Function, simulator: Simulator) -> bool:
    """Tell whether questions give a value of a parameter."""
    if parameter.kind in ("change", "points") or parameter.applies:
        return False
    if not parameter.required and parameter.alters:
        return False
    if parameter.kind in _NUMBERS:
        ranged = parameter.low is not None and parameter.high is not None
        return ranged or parameter.kind == "share"
    if parameter.kind in ("choice", "choices"):
        return bool(parameter.choices)
    drawn = parameter.kind == "place" and isinstance(simulator, DrawsValues)
    return parameter.kind == "date" or drawn or parameter.name in function.example


def _is_compared(parameter: Parameter) -> bool:
    return parameter.kind in _NUMBERS or (parameter.kind == "choice" and len(parameter.choices) > 1)


def _labels(function: Function) -> tuple[str, ...]:
    taken = {word for o in function.outputs for word in o.choices}
    return next((labels for labels in LABELS if not taken & set(labels)), LABELS[-1])


def _noun(output: Output) -> str:
    return output.words[0] if output.words else output.name.replace("_", " ")


def _phrase(parameter: Parameter, placeholder: str) -> str:
    """Return how a question gives a value: "inflow {inflow} l/min", "in {place}"."""
    word = parameter.words[0] if parameter.words else parameter.name.replace("_", " ")
    match parameter.kind:
        case "change":
            return f"{{{placeholder}:rise}} in {word}"
        case "date":
            return f"{word} {{{placeholder}:long}}"
        case "year" | "place" | "choices":
            return f"in {{{placeholder}}}"
        case "choice" if parameter.selection.need_words:
            return f"{{{placeholder}:noun}}"
        case _:
            return f"{word} {{{placeholder}}}{unit_of(parameter)}"


def _conditions(parameters: Sequence[Parameter]) -> str:
    """Return the phrases of all these parameters, led by "with"; empty without any."""
    placed = [p for p in parameters if _leads(p)]
    others = [p for p in parameters if p not in placed]
    where = "".join(f" {_phrase(p, p.name)}" for p in placed)
    return where + (f" with {listed([_phrase(p, p.name) for p in others])}" if others else "")


def _comma(parameters: Sequence[Parameter]) -> str:
    """Return the phrases of all these parameters, led by a comma; empty without any."""
    return f",{_conditions(parameters)}" if parameters else ""


def _draws(parameters: Sequence[Parameter], function: Function) -> dict[str, Draw]:
    return {p.name: _draw(p, function) for p in parameters}


def _draw(parameter: Parameter, function: Function) -> Draw:
    ranged = parameter.kind in (*_NUMBERS, "choice", "choices", "date", "place", "change")
    return Draw(parameter=parameter.name, of=() if ranged else (function.example[parameter.name],))


def _arguments(parameters: Sequence[Parameter], **others: str) -> Mapping[str, JsonValue]:
    return {p.name: f"{{{others.get(p.name, p.name)}}}" for p in parameters}


def _grading(labels: tuple[str, ...], output: Output) -> Grading:
    unit = output.unit_words[0] if output.unit_words else ""
    return Grading(labels=labels, unit=unit if unit == "%" else f" {unit}".rstrip())


def _claimed(formula: str, text: str, said: str = "") -> Claimed:
    return Claimed(formula=formula, texts={"": text}, said={"": said} if said else {})


def _graded(formula: str, noun: str, it: str, grading: str) -> Claimed:
    """Return the claim that a value has the label of a scale of the question."""
    said = f"By the thresholds of the question, {it} is considered {{label}}."
    claim = _claimed(formula, f"The {noun} is considered {{label}}.", said)
    return claim.model_copy(update={"grading": grading})


def _value(
    function: Function, output: Output, asked: Sequence[Parameter], labels: tuple[str, ...]
) -> QuestionTemplate:
    noun = _noun(output)
    categories = [o for o in function.outputs if o.kind == "category" and not o.needs]
    asks = f"What is the {noun}{_conditions(asked)}? Would it be considered {{level}}?"
    also = "".join(f" What is the {_noun(o)}?" for o in categories)
    return QuestionTemplate(
        name=f"{function.name}_{output.name}",
        function=function.name,
        draws=_draws(asked, function),
        settings=(Setting(arguments=_arguments(asked)),),
        questions=tuple(dict.fromkeys((asks + also, asks))),
        gradings={"level": _grading(labels, output)},
        claims=(
            _claimed(
                f"A.{output.name}",
                f"The {noun} is {{value}}.",
                f"The {noun}{_conditions(asked)} is {{value}}.",
            ),
            _graded(f"A.{output.name}", noun, "it", "level"),
            *(_claimed(f"A.{o.name}", f"The {_noun(o)} is {{value}}.") for o in categories),
        ),
    )


def _levels(output: Output, varied: Parameter, phrases: Sequence[str]) -> tuple[Claimed, ...]:
    """Return the claim of each run's own value, the run named by what is varied."""
    return tuple(
        _claimed(
            f"{run}.{output.name}",
            f"{_with(varied, phrase)}, the {_noun(output)} is {{value}}.",
        )
        for run, phrase in zip("ABC", phrases, strict=False)
    )


def _comparison(
    function: Function,
    output: Output,
    asked: Sequence[Parameter],
    varied: Parameter,
    labels: tuple[str, ...],
) -> QuestionTemplate:
    noun, rest = _noun(output), [p for p in asked if p != varied]
    first, second = _phrase(varied, "first"), _phrase(varied, "second")
    size = f"abs(B.{output.name} - A.{output.name})"
    return QuestionTemplate(
        name=f"{function.name}_by_{varied.name}",
        function=function.name,
        draws={**_draws(rest, function), **_apart(varied, ("first", "second"))},
        settings=tuple(
            Setting(
                arguments=_arguments(asked, **{varied.name: name}),
                name=_with(varied, _phrase(varied, name)),
            )
            for name in ("first", "second")
        ),
        questions=(
            f"How does the {noun} differ between {first} and {second}"
            f"{_comma(rest)}? How large is the difference, and is it "
            "{size}?",
        ),
        gradings={"size": _grading(labels, output)},
        claims=(
            *_levels(output, varied, (first, second)),
            _claimed(size, f"The {noun} difference between the two settings is {{value}}."),
            _graded(size, f"{noun} difference", "the difference", "size"),
            *_ranked(output, noun),
        ),
    )


def _ranked(output: Output, noun: str) -> Iterator[Claimed]:
    """Yield which of two settings has more, in each of the ways that text may say it."""
    for word in dict.fromkeys((*output.directions.rises[:1], "higher")):
        formula = f"{{winner}}.{output.name} > {{loser}}.{output.name}"
        yield _claimed(formula, f"The {noun} is {word} {{winner}} than {{loser}}.")


def _with(parameter: Parameter, phrase: str) -> str:
    return phrase if _leads(parameter) else f"with {phrase}"


def _leads(parameter: Parameter) -> bool:
    """Tell whether the phrase of a parameter needs no "with" before it."""
    first = (parameter.words or ("",))[0].partition(" ")[0]
    return parameter.kind in ("year", "place", "choices") or first in _LEADING


def _apart(parameter: Parameter, names: Sequence[str]) -> dict[str, Draw]:
    """Return draws of different values of one parameter; numbers rise, each in a part of its own.

    Between the parts of the range there is room, so that two values are told apart.
    """
    if parameter.kind not in _NUMBERS:
        return {
            name: Draw(parameter=parameter.name, unlike=names[index - 1] if index else "")
            for index, name in enumerate(names)
        }
    low = 0.0 if parameter.low is None else parameter.low
    high = 100.0 if parameter.high is None else parameter.high
    step = round_step(low, high) if parameter.kind in ("number", "share") else 1.0
    parts = (high - low) / step / len(names)
    return {
        name: Draw(
            parameter=parameter.name,
            low=low + step * ceil(parts * index),
            high=low + step * floor(parts * (index + 1 - APART)),
            step=step,
        )
        for index, name in enumerate(names)
    }


def _course(
    function: Function, output: Output, asked: Sequence[Parameter], varied: Parameter
) -> QuestionTemplate:
    noun, rest = _noun(output), [p for p in asked if p != varied]
    names = ("first", "second", "third")
    phrases = [_phrase(varied, name) for name in names]
    return QuestionTemplate(
        name=f"{function.name}_over_{varied.name}",
        function=function.name,
        draws={**_draws(rest, function), **_apart(varied, names)},
        settings=tuple(
            Setting(arguments=_arguments(asked, **{varied.name: name})) for name in names
        ),
        questions=(
            *([f"How does the {noun} develop {listed(phrases)}{_comma(rest)}?"] * _leads(varied)),
            f"How does the {noun} develop from {phrases[0]} over {phrases[1]} to {phrases[2]}"
            f"{_comma(rest)}?",
            f"How does the {noun} develop{_conditions(rest)} with {listed(phrases)}?",
            f"What is the {noun}{_conditions(rest)}{' and' if rest else ''} with "
            f"{listed(phrases)}?",
        ),
        claims=_levels(output, varied, phrases),
    )


def _effect(
    function: Function,
    output: Output,
    asked: Sequence[Parameter],
    varied: Parameter,
    labels: tuple[str, ...],
) -> QuestionTemplate:
    noun, arguments = _noun(output), _arguments(asked)
    change = f"B.{output.name} - A.{output.name}"
    return QuestionTemplate(
        name=f"{function.name}_with_changed_{varied.name}",
        function=function.name,
        draws={
            **_draws(asked, function),
            "change": Draw(parameter=varied.name, step=1, least=5),
        },
        settings=(
            Setting(arguments=arguments),
            Setting(arguments={**arguments, varied.name: "{change}"}),
        ),
        questions=(
            f"How does the {noun}{_conditions(asked)} change from the baseline if there is "
            f"{_phrase(varied, 'change')}? Is that change {{size}}?",
        ),
        gradings={"size": _grading(labels, output)},
        claims=(
            Claimed(
                formula=change,
                texts={
                    "rises": f"The {noun} change from the baseline is an increase of {{value}}.",
                    "falls": f"The {noun} change from the baseline is a decrease of {{value}}.",
                },
            ),
            _graded(f"abs({change})", f"{noun} change", "the change", "size"),
        ),
    )
