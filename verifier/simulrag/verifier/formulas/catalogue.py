"""What formulas can name: each simulator's functions with their inputs, outputs and an example."""

import json
import re

from simulrag.simulators.handbook import allowed
from simulrag.simulators.interface import Function, Output, Parameter, Simulator

#: Most labels of an output that are listed, and characters of what it means.
_MOST_LABELS, _LONGEST_MEANING = 8, 60


def catalogue(simulator: Simulator) -> str:
    """Return what a simulator offers formulas: two lines a function and one for an example.

    Inputs in [ ] may be left out; one without a range has that of the function above. An output's
    unit stands behind it; a count has none.
    """
    lines = [f"## {simulator.name}: {simulator.description}"]
    told: set[str] = set()
    for function in simulator.functions:
        lines += _function(simulator, function, told)
    return "\n".join(lines)


def _function(simulator: Simulator, function: Function, told: set[str]) -> list[str]:
    inputs = ", ".join(_input(one, told) for one in function.parameters)
    observed = " (observed or published)" if function.observed else ""
    outputs = "; ".join(f"{one.name} ({_meaning(one)}){_labels(one)}" for one in function.outputs)
    shown = function.example and function.outputs
    return [
        f"- {simulator.name}.{function.name}({inputs}): {function.title}{observed}",
        f"  -> {outputs}",
        *([f"  e.g. {example(simulator, function)}"] if shown else []),
    ]


def _input(parameter: Parameter, told: set[str]) -> str:
    """Return an input with its range, and of a change what it changes; once told, its name."""
    said = f"{parameter.name}: {_range(parameter)}"
    if parameter.kind == "change":
        said += f" ({parameter.description.partition(';')[0]})"
    if parameter.alters and parameter.default not in (None, ""):
        said += f", default {parameter.default}"
    if said in told:
        said = parameter.name
    told.add(said)
    return said if parameter.required else f"[{said}]"


def _range(parameter: Parameter) -> str:
    match parameter.kind:
        case "choices":
            group = next(iter(parameter.selection.groups), "")
            return f"list of {allowed(parameter)}" + (f", or {group!r}" if group else "")
        case "choice":
            return allowed(parameter).replace(", ", " | ")
        case "change":
            return f"change, {parameter.low:g} to {parameter.high:g} %"
        case "place":
            return "place"
        case "objects":
            return f"list of objects: {', '.join(map(_field, parameter.selection.fields))}"
        case _:
            return allowed(parameter)


def _field(parameter: Parameter) -> str:
    said = f'"{parameter.name}": {_range(parameter)}'
    if parameter.default is not None:
        said += f", default {parameter.default}"
    return said if parameter.required else f"[{said}]"


def _meaning(output: Output) -> str:
    unit = "date" if output.kind == "date" else output.unit
    if output.changes_of:
        return f"{unit}, change of {output.changes_of}"
    said = re.split(r"[;:(]|, ", output.description, maxsplit=1)[0].strip()
    if len(said) > _LONGEST_MEANING:
        said = said[:_LONGEST_MEANING].rpartition(" ")[0] + " ..."
    return ", ".join(filter(None, (unit, said)))


def _labels(output: Output) -> str:
    labels = list(output.choices)
    for scale in output.scales:
        labels += [band.label for band in scale.bands]
    if not labels:
        return ""
    shown = ", ".join(labels[:_MOST_LABELS]) + (", ..." if len(labels) > _MOST_LABELS else "")
    return f" == {shown}"


def example(simulator: Simulator, function: Function) -> str:
    """Return a value that can be computed: the example call's first output."""
    given = {k: v for k, v in function.example.items() if v not in (None, "", [])}
    arguments = ", ".join(f"{k}={json.dumps(v, ensure_ascii=False)}" for k, v in given.items())
    return f"{simulator.name}.{function.name}({arguments}).{function.outputs[0].name}"
