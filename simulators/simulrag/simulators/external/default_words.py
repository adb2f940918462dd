"""Completes the words of a declared function: what its author leaves out is said by its names."""

from collections.abc import Mapping

from pydantic import JsonValue

from simulrag.simulators.interface import Day, Function, Label, Output, Parameter, Quantity, Value
from simulrag.simulators.unit_notation import WORDS

#: Units as pint writes them -> as people write them, where the author gives no words.
UNIT_WORDS = {
    "degC": ("°C", "degrees Celsius"),
    "delta_degC": ("°C", "degrees Celsius"),
    "percent": ("%", "percent"),
    "m": ("m", "metres", "meters", "metre", "meter"),
    "km": ("km", "kilometres", "kilometers"),
    "s": ("s", "seconds", "second"),
    "second": ("seconds", "second", "s"),
    "minute": ("minutes", "minute", "min"),
    "hour": ("hours", "hour", "h"),
    "day": ("days", "day"),
    "year": ("years", "year"),
    "kg": ("kg", "kilograms"),
}

#: Units of time as formulas write them -> as figures in text are read.
_TIMES = {"s": "second", "min": "minute", "h": "hour", "d": "day"}


def worded(function: Function) -> Function:
    """Return a function whose parameters, outputs, sentences and context have words."""
    parameters = tuple(_parameter(p) for p in function.parameters)
    made = function.model_copy(update={"parameters": parameters})
    outputs = tuple(_output(o, made) for o in function.outputs)
    context = function.context or _context(made)
    return made.model_copy(update={"outputs": outputs, "context": context})


def _parameter(parameter: Parameter) -> Parameter:
    words = parameter.words or (_spaced(parameter.name),)
    unit = WORDS.get(parameter.unit, _TIMES.get(parameter.unit, parameter.unit))
    return parameter.model_copy(update={"words": words, "unit": unit})


def _output(output: Output, function: Function) -> Output:
    words = output.words or (_spaced(output.name),)
    unit = WORDS.get(output.unit, output.unit)
    units = output.unit_words or words_of(unit)
    template = output.template or f"The {words[0]}{_conditions(function)} is {{value}}."
    said = {"words": words, "template": template}
    return output.model_copy(update={**said, "unit": unit, "unit_words": units})


def _conditions(function: Function) -> str:
    """Return the arguments of a function as a phrase with places for their values."""
    shown = [f"{p.words[0]} {{{p.name}}}{unit_of(p)}" for p in function.parameters]
    if not shown:
        return ""
    listed = shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
    return f" with {listed}"


def unit_of(parameter: Parameter) -> str:
    """Return a parameter's unit as people write it, led by a space."""
    unit = "percent" if parameter.kind in ("share", "change") else parameter.unit
    return f" {words_of(unit)[0]}" if unit else ""


def words_of(unit: str) -> tuple[str, ...]:
    """Return the words for a unit in text, the one to print first; none for no unit."""
    if unit in WORDS:
        return (unit, *(word for word, meant in WORDS.items() if meant == unit and word != unit))
    return UNIT_WORDS.get(unit, (unit,) if unit else ())


def _context(function: Function) -> str:
    results = "; ".join(f"{_spaced(o.name)} {{{o.name}}}" for o in function.outputs)
    return f"{function.title}{_conditions(function)}: {results}."


def context(
    function: Function, arguments: Mapping[str, JsonValue], outputs: Mapping[str, Value]
) -> str:
    """Return a function's context (paper, A.2.6) filled with arguments and results."""
    said = {o.name: _said(outputs[o.name], o) for o in function.outputs if o.name in outputs}
    given = {name: _plain(value) for name, value in arguments.items()}
    return function.context.format_map({**given, **said})


def _said(value: Value, output: Output) -> str:
    match value:
        case Quantity():
            unit = f" {output.unit_words[0]}" if output.unit_words else ""
            return f"{value.value:,.{output.decimals}f}{unit}"
        case Label() | Day():
            return value.value


def _plain(value: JsonValue) -> str:
    if isinstance(value, list):
        return ", ".join(str(item) for item in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def _spaced(name: str) -> str:
    return name.replace("_", " ")
