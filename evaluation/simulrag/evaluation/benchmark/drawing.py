"""Draws plausible values for the placeholders of a template (paper, section 3.4, stage 2)."""

import random
from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal

from pydantic import JsonValue

from simulrag.simulators.arguments import check_value
from simulrag.simulators.errors import BadValue
from simulrag.simulators.interface import Function, Parameter, Simulator
from simulrag.simulators.question_templates import Draw, Drawing, QuestionTemplate

#: How often a value is drawn again that is too near another one, or nearly no change.
REDRAWS = 50
#: Parts into which a range without a step is cut.
_STEPS = 100
#: Days of a date without a range: some season's first, and the days around it.
_FIRST_DAY, _LAST_DAY = date(2022, 9, 1), date(2022, 11, 30)

Values = dict[str, JsonValue]


def drawn(
    template: QuestionTemplate, function: Function, simulator: Simulator, chance: random.Random
) -> Values | None:
    """Return a value for each placeholder, None where they could not be told apart.

    Raises BadValue for a parameter that nothing can be drawn for.
    """
    values: Values = {}
    for name, draw in template.draws.items():
        parameter = function.parameter(draw.parameter)
        value = _fitting(draw, parameter, simulator, values, chance)
        if value is None:
            return None
        values[name] = value
    return values


def _fitting(
    draw: Draw,
    parameter: Parameter,
    simulator: Simulator,
    values: Mapping[str, JsonValue],
    chance: random.Random,
) -> JsonValue:
    for _ in range(REDRAWS):
        value = check_value(parameter, _value(draw, parameter, simulator, chance))
        if _is_apart(draw, value, values) and _is_large(draw, value):
            return value
    return None


def _is_apart(draw: Draw, value: JsonValue, values: Mapping[str, JsonValue]) -> bool:
    other = values.get(draw.unlike)
    if not draw.unlike or other is None:
        return True
    if draw.apart and isinstance(value, int | float) and isinstance(other, int | float):
        return value - other >= draw.apart
    if isinstance(value, list) and isinstance(other, list):
        return not {str(v) for v in value} & {str(v) for v in other}
    return value != other


def _is_large(draw: Draw, value: JsonValue) -> bool:
    return not draw.least or (isinstance(value, int | float) and abs(value) >= draw.least)


def _value(
    draw: Draw, parameter: Parameter, simulator: Simulator, chance: random.Random
) -> JsonValue:
    if draw.of:
        return chance.choice(draw.of)
    match parameter.kind:
        case "choice":
            return chance.choice(list(parameter.choices))
        case "choices":
            count = chance.randint(*draw.count)
            return list(chance.sample(list(parameter.choices), count))
        case "date":
            days = (_LAST_DAY - _FIRST_DAY).days
            return (_FIRST_DAY + timedelta(days=chance.randint(0, days))).isoformat()
        case "number" | "share" | "change" | "integer" | "year":
            return _number(draw, parameter, chance)
        case _:
            if isinstance(simulator, Drawing):
                return simulator.draw(parameter.name, chance.random())
            raise BadValue(
                f"nothing can be drawn for {parameter.name} ({parameter.kind}); the simulator has "
                "no draw()",
                parameter=parameter.name,
            )


def _number(draw: Draw, parameter: Parameter, chance: random.Random) -> float | int:
    low, high = _ends(draw, parameter)
    whole = parameter.kind in ("integer", "year")
    step = Decimal(str(draw.step)) if draw.step else Decimal(str(1.0 if whole else round_step(low, high)))
    first, last = Decimal(str(low)), Decimal(str(high))
    value = first + step * chance.randint(0, int((last - first) / step))
    return int(value) if whole else float(value)


def _ends(draw: Draw, parameter: Parameter) -> tuple[float, float]:
    """Return the range to draw from. Raises BadValue where neither says it."""
    share = parameter.kind == "share"
    low = parameter.low if draw.low is None else draw.low
    high = parameter.high if draw.high is None else draw.high
    low, high = (0.0 if share and low is None else low), (100.0 if share and high is None else high)
    if low is None or high is None:
        raise BadValue(
            f"{parameter.name} has no range to draw from; declare `range = [low, high]`",
            parameter=parameter.name,
        )
    return low, high


def round_step(low: float, high: float) -> float:
    """Return a round step that cuts a range into a hundred parts or some more."""
    rough = Decimal(str((high - low) / _STEPS or 1.0))
    return float(Decimal(1).scaleb(rough.adjusted()))
