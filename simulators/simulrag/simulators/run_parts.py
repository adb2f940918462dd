"""The parts of a run: what it holds of each thing by itself that was asked for together.

A parameter declares with `Selection.parts_with` that a call for several of its values also gives
each of them by itself, such as the states of a season that is asked for per state.
"""

from collections.abc import Mapping

from simulrag.simulators.interface import Call, Function, Parameter, Run, Value


def parted_by(call: Call, function: Function) -> Parameter | None:
    """Return the parameter whose values a call gives each by itself; None where it does not."""
    held = call.arguments
    for parameter in function.parameters:
        values = held.get(parameter.name)
        parts_with = parameter.selection.parts_with
        asked = bool(parts_with) and all(held.get(n) == value for n, value in parts_with.items())
        if asked and isinstance(values, list) and len(values) > 1:
            return parameter
    return None


def part_calls(call: Call, function: Function) -> dict[str, Call]:
    """Return for each part the call with that value alone; empty where a call has no parts.

    Such a call only says of what the part is. It is not to be run: alone, a state has no travel
    from the others, and other random numbers.
    """
    parameter = parted_by(call, function)
    if parameter is None:
        return {}
    values = call.arguments[parameter.name]
    return {
        str(value): call.model_copy(
            update={"arguments": {**call.arguments, parameter.name: [value]}}
        )
        for value in (values if isinstance(values, list) else [])
    }


def part_runs(run: Run, function: Function) -> dict[str, Run]:
    """Return each part of a run as a run under the same id, without series."""
    return {
        name: run.model_copy(
            update={"call": call, "outputs": run.parts[name], "parts": {}, "series": {}}
        )
        for name, call in part_calls(run.call, function).items()
        if name in run.parts
    }


def part_name(output: str, part: str) -> str:
    """Return the name under which an output of a part stands beside those of the whole."""
    return f"{output} in {part}"


def named_values(run: Run) -> dict[str, Value]:
    """Return all outputs of a run, those of its parts by name and part ("peak in Ohio")."""
    parts = {
        part_name(name, part): value
        for part, outputs in run.parts.items()
        for name, value in outputs.items()
    }
    return {**run.outputs, **parts}


def chief(outputs: Mapping[str, Value]) -> dict[str, Value]:
    """Return what tells most of a part in one line: its first output, its dates and words."""
    first = next(iter(outputs), "")
    return {n: v for n, v in outputs.items() if n == first or v.kind != "number"}
