"""Values at the least that a model can give: what a reader must know of them."""

from collections.abc import Mapping, Sequence

from simulrag.simulators.interface import Output, Quantity, Value


def floor_warnings(declared: Sequence[Output], outputs: Mapping[str, Value]) -> tuple[str, ...]:
    """Return a warning for each output of a run that is the least its model can give."""
    return tuple(_warning(one, outputs[one.name]) for one in declared if _at_least(one, outputs))


def _at_least(output: Output, outputs: Mapping[str, Value]) -> bool:
    held = outputs.get(output.name)
    floor = output.floor
    return floor is not None and isinstance(held, Quantity) and held.value <= floor.value


def _warning(output: Output, value: Value) -> str:
    number = value.value if isinstance(value, Quantity) else 0.0
    why = f": {output.floor.why}" if output.floor and output.floor.why else ""
    return (
        f"{output.name} {number:.{output.decimals}f} {output.unit}".rstrip()
        + f" is the least that the model can give{why}; settings that reach it do not differ in it."
    )
