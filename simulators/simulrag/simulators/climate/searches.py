"""Questions that take a search: when a threshold is passed, and which change keeps below it."""

from collections.abc import Mapping

from pydantic import JsonValue

from simulrag.simulators.climate.scenarios import LAST_YEAR
from simulrag.simulators.errors import OutOfRange
from simulrag.simulators.interface import Call, Quantity, Simulator
from simulrag.simulators.operations import Crossing, crossing, inverse, series

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


def passed(simulator: Simulator, call: Call) -> Crossing:
    """Return from which year on the threshold stays passed. Raises OutOfRange where it does not."""
    threshold = float(str(call.arguments["threshold"]))
    output = subject(call.arguments)[1]
    years: list[JsonValue] = list(YEARS)
    course = series(simulator, base_call(call, year=LAST_YEAR), "year", years, output)
    found = crossing(course, threshold)
    if found.time is None:
        top = max(range(len(years)), key=lambda i: course.values[i])
        raise OutOfRange(
            f"threshold {threshold:g} °C is not passed for good by {LAST_YEAR}: the highest value "
            f"is {course.values[top]:.2f} °C in {course.times[top]}, that of {LAST_YEAR} "
            f"{course.values[-1]:.2f} °C",
            parameter="threshold",
            given=threshold,
            nearest=round(course.values[-1], 2),
        )
    return found


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
