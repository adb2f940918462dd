"""Renders a simulator's handbook: its prose, with tables made from the simulator itself."""

import logging
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from simulrag.simulators.arguments import shown
from simulrag.simulators.errors import RunFailed
from simulrag.simulators.interface import Band, Function, Output, Parameter, Scale, Simulator
from simulrag.simulators.printing import escaped_lines

_log = logging.getLogger(__name__)
#: What a handbook's Markdown holds where the rendered tables belong.
PLACE_OF_TABLES = "{{tables}}"
#: Longest prose of a handbook, characters.
LONGEST_PROSE = 1_000_000
#: Choices listed one by one in a table; longer lists show their ends and their number.
LISTED_CHOICES = 12


def prose_of(simulator: Simulator) -> str:
    """Return a handbook's Markdown as its simulator has it; RunFailed where it breaks down."""
    try:
        prose = cast(object, simulator.handbook())
    except Exception as error:
        _log.exception("the handbook of %s broke down", simulator.name)
        told = type(error).__name__
        raise RunFailed(f"the handbook of {simulator.name} broke down: {told}") from error
    if not isinstance(prose, str) or len(prose) > LONGEST_PROSE:
        raise RunFailed(
            f"the handbook of {simulator.name} is {shown(prose)}; it must be a text of at most "
            f"{LONGEST_PROSE:,} characters"
        )
    return escaped_lines(prose)


def render(simulator: Simulator) -> str:
    """Return the handbook as Markdown, its tables rendered from the simulator's functions.

    A handbook without a place for them gets its tables at the end.
    """
    prose = prose_of(simulator)
    rendered = tables(simulator)
    if PLACE_OF_TABLES in prose:
        return prose.replace(PLACE_OF_TABLES, rendered)
    return f"{prose.rstrip()}\n\n{rendered}\n"


def tables(simulator: Simulator) -> str:
    """Return the tables of all functions, one section a function, then the named scales."""
    sections = [_function(function) for function in simulator.functions]
    return "\n\n".join([*sections, *_scales(simulator.functions)])


def function_tables(function: Function) -> str:
    """Return the tables of one function: its inputs, outputs and the scales that grade them."""
    return "\n\n".join([_function(function), *_scales([function])])


def _scales(functions: Iterable[Function]) -> list[str]:
    scales = {
        scale.name: (scale, output)
        for function in functions
        for output in function.outputs
        for scale in output.scales
    }
    return [_scale(scale, output) for scale, output in scales.values()]


def _function(function: Function) -> str:
    source = "Measured, not modelled." if function.observed else ""
    head = f"### `{function.name}`: {function.title}\n\n{function.description} {source}".rstrip()
    inputs = _table(
        ("parameter", "allowed", "default", "meaning"),
        [_parameter_row(parameter) for parameter in function.parameters],
    )
    results = _table(
        ("output", "unit or values", "meaning"),
        [_output_row(output) for output in function.outputs],
    )
    listed = [part for one in function.parameters for part in _explained(one)]
    return "\n\n".join([head, inputs, *listed, results])


def _explained(parameter: Parameter) -> Iterator[str]:
    """Yield the fields of an input that takes objects, and what values mean."""
    fields = parameter.selection.fields
    if fields:
        head = (f"field of `{parameter.name}`", "allowed", "default", "meaning")
        yield _table(head, [_parameter_row(one) for one in fields])
    for one in (parameter, *fields):
        if one.selection.explained:
            yield explanation(one)


def explanation(parameter: Parameter) -> str:
    """Return what the values of an input mean and where they come from."""
    lines = (f"- {value}: {meaning}" for value, meaning in parameter.selection.explained.items())
    return "\n".join([f"What `{parameter.name}` may be:", *lines])


def input_text(parameter: Parameter) -> str:
    """Return all that is said of one input."""
    table = _table(("parameter", "allowed", "default", "meaning"), [_parameter_row(parameter)])
    return "\n\n".join([table, *_explained(parameter)])


def output_text(output: Output) -> str:
    """Return all that is said of one output, with the scales that grade it."""
    table = _table(("output", "unit or values", "meaning"), [_output_row(output)])
    return "\n\n".join([table, *(_scale(scale, output) for scale in output.scales)])


def _parameter_row(parameter: Parameter) -> tuple[str, ...]:
    default = "required" if parameter.required else _default(parameter)
    return f"`{parameter.name}`", allowed(parameter), default, parameter.description


def _default(parameter: Parameter) -> str:
    value = parameter.default
    if value is None or value == "" or value == []:
        return "none"
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def allowed(parameter: Parameter) -> str:
    """Say in a few words which values are valid; long lists of choices are shortened."""
    names = list(parameter.choices)
    if len(names) > LISTED_CHOICES:
        return f"{len(names)} names, {names[0]} to {names[-1]}"
    if names:
        return ", ".join(names)
    return parameter.allowed()


def _output_row(output: Output) -> tuple[str, ...]:
    if output.kind == "category":
        unit = ", ".join(output.choices) or "a category"
    elif output.kind == "date":
        unit = "ISO date"
    else:
        unit = output.unit or "count"
    return f"`{output.name}`", unit, output.description


def _scale(scale: Scale, output: Output) -> str:
    subject = "differences of " if scale.of_difference else ""
    head = f"### Scale: {scale.name}\n\nGrades {subject}`{output.name}`. Source: {scale.source}."
    rows = [(band.label, _range(band, output.unit)) for band in scale.bands]
    return f"{head}\n\n{_table(('label', 'from, to'), rows)}"


def _range(band: Band, unit: str) -> str:
    if band.low is None and band.high is None:
        return "any value"
    if band.low is None:
        return f"below {band.high:g} {unit}".rstrip()
    if band.high is None:
        return f"{band.low:g} {unit}".rstrip() + " and above"
    return f"{band.low:g} to below {band.high:g} {unit}".rstrip()


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [_row(head), _row(["---"] * len(head)), *map(_row, rows)]
    return "\n".join(lines)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(_cell(cell) for cell in cells) + " |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
