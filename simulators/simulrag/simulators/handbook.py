"""Renders a simulator's handbook and its model card.

The handbook is prose with tables made from the simulator itself; the card says what a simulator was
made from, how far it errs, and where it may be asked.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from simulrag.simulators.arguments import shown
from simulrag.simulators.capabilities import Carded, missing
from simulrag.simulators.errors import RunFailed
from simulrag.simulators.interface import (
    Band,
    Function,
    Output,
    Parameter,
    Scale,
    Simulator,
    listed,
)
from simulrag.simulators.safe_text import escaped_lines

_log = logging.getLogger(__name__)
#: What a handbook's Markdown holds where the rendered tables belong.
PLACE_OF_TABLES = "{{tables}}"
#: Longest prose of a handbook, characters.
LONGEST_PROSE = 1_000_000


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
    return listed(tuple(parameter.choices)) if parameter.choices else parameter.allowed()


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


def card(simulator: Simulator) -> str:
    """Return the model card of a simulator as Markdown, with the ranges that it accepts.

    One that brings no card of its own has a card that says so.
    """
    own = simulator.card() if isinstance(simulator, Carded) else _without_own(simulator)
    return "\n\n".join(
        [own.rstrip(), "## Version and range", _facts(simulator), _ranges(simulator)]
    )


def sections(handbook: str, *titles: str) -> str:
    """Return the sections of a handbook with these titles (`## Title`), in its order.

    Raises KeyError where it lacks one, so that a card cannot lose a part unseen.
    """
    parts = {part.partition("\n")[0].strip(): part for part in handbook.split("\n## ")[1:]}
    if lacking := [title for title in titles if title not in parts]:
        raise KeyError(f"the handbook has no section {', '.join(lacking)}")
    return "\n\n".join(f"## {part.strip()}" for title, part in parts.items() if title in titles)


def _without_own(simulator: Simulator) -> str:
    return (
        f"# Model card: {simulator.title}\n\n{simulator.description}\n\n"
        "This simulator brings no card: what it was made from and how far it errs is not stated."
    )


def _facts(simulator: Simulator) -> str:
    told = f"Version {simulator.version}."
    return f"{told} Not installed here: {why}" if (why := missing(simulator)) else told


def _ranges(simulator: Simulator) -> str:
    return "\n".join(f"- `{one.name}`: {_inputs(one)}" for one in simulator.functions)


def _inputs(function: Function) -> str:
    found = "; ".join(_input(one) for one in function.parameters)
    return f"{found}{' (measured, not modelled)' if function.observed else ''}"


def _input(parameter: Parameter) -> str:
    return f"{parameter.name} {allowed(parameter)}"
