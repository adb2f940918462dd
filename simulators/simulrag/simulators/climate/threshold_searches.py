"""Questions that take a search: when a threshold is passed, and which change keeps below it."""

from collections.abc import Mapping

from pydantic import JsonValue

from simulrag.simulators.climate.ensemble import LEVEL
from simulrag.simulators.climate.scenarios import LAST_YEAR
from simulrag.simulators.interface import Call, Quantity, Simulator
from simulrag.simulators.output_operations import Crossing, crossing, inverse, series

#: The years of the course that is searched.
YEARS = range(1950, LAST_YEAR + 1)


def subject(arguments: Mapping[str, JsonValue]) -> tuple[str, str]:
    """Return the function and the output that a threshold is of: local, or global without place."""
    if arguments.get("place"):
        return "temperature", "temperature"
    return "global_temperature", "global_warming"


def base_call(call: Call, **more: JsonValue) -> Call:
    """Return the call of `temperature` or `global_temperature` that a search runs."""
    function, _ = subject(call.arguments)
    kept = {name: value for name, value in call.arguments.items()
            if name not in ("threshold", "gas") and (name != "place" or value)}  # fmt: skip
    return call.model_copy(update={"function": function, "arguments": {**kept, **more}})


def passed(simulator: Simulator, call: Call) -> tuple[Crossing, str]:
    """Return from which year on the threshold stays passed, and how high its course goes."""
    threshold = float(str(call.arguments["threshold"]))
    output = subject(call.arguments)[1]
    years: list[JsonValue] = list(YEARS)
    course = series(simulator, base_call(call, year=LAST_YEAR), "year", years, output)
    top = max(range(len(years)), key=lambda i: course.values[i])
    return crossing(course, threshold), (
        f"the highest value is {course.values[top]:.2f} °C in {course.times[top]}, that of "
        f"{LAST_YEAR} {course.values[-1]:.2f} °C"
    )


def year_of(found: Crossing) -> dict[str, Quantity]:
    """Return the year in which a threshold is passed; no value where that is later, or never."""
    if found.time is None:
        return {}
    low, high = (None if end is None else float(end) for end in (found.earliest, found.latest))
    return {"exceedance_year": Quantity(value=float(found.time), low=low, high=high, level=LEVEL)}


def needed(simulator: Simulator, call: Call) -> Quantity:
    """Return the change of one gas at which the threshold is met. Raises OutOfRange."""
    gas = str(call.arguments["gas"])
    output = subject(call.arguments)[1]
    threshold = float(str(call.arguments["threshold"]))
    return inverse(simulator, base_call(call), gas, output, threshold)


def sentence(place: str) -> str:
    """Name what a threshold is of."""
    if place:
        return f"the annual mean temperature in {place}"
    return "global warming"
