"""Products, ratios and percentages of values, and what "about" means for them."""

from dataclasses import replace

import numpy as np

from simulrag.verifier.formulas.members import Array
from simulrag.verifier.formulas.syntax import FormulaError
from simulrag.verifier.formulas.values import (
    PERCENT_POINTS,
    PERCENTAGES,
    WITHOUT_ZERO,
    Amount,
    Tolerance,
    Undefined,
    combined,
    in_unit,
    scaled,
)

#: Longest unit that products make, characters.
_LONGEST_PRODUCT = 200
_HUNDREDTH = 0.01


def multiply(left: Amount, right: Amount) -> Amount:
    """Return left x right; a quantity x a percentage is that share of it."""
    _check_ratio(left, right)
    percent = next((one for one in (left, right) if one.unit in PERCENTAGES), None)
    if percent is not None and None not in (left.unit, right.unit):
        return _share_of(percent, right if percent is left else left)
    if right.written and right.unit is None and right.centre == _HUNDREDTH and not left.written:
        return _hundredth(left)
    if left.unit and right.unit:
        unit: str | None = f"({left.unit})*({right.unit})"
    else:
        unit = left.unit or right.unit
        unit = unit if unit or None in (left.unit, right.unit) else ""
    _check_unit(unit)
    made = combined(left, right, np.multiply, unit, _of_product(left, right))
    made = replace(made, hundredths=left.hundredths + right.hundredths)
    share = left if right.written and right.centre == 100 else right
    other = right if share is left else left
    in_percent = share.multiple and other.written and other.centre == 100
    return replace(made, counted="%") if in_percent else made


def _share_of(percent: Amount, other: Amount) -> Amount:
    """Return a share of a quantity, which may have been divided by 100 before."""
    factor = 1.0 if other.hundredths < 0 else _HUNDREDTH
    made = multiply(scaled(percent, 0.0, factor, None), replace(other, hundredths=0))
    decimals = other.decimals if other.counted else max(other.decimals, percent.decimals)
    hundredths = other.hundredths + 1
    return replace(made, hundredths=hundredths, counted=other.counted, decimals=decimals)


def _hundredth(value: Amount) -> Amount:
    """Return a number divided by the bare 100.

    Of a percentage that is a plain fraction. A quantity x a percentage is that share of it without
    it already: x * y / 100, x / 100 * y and x * (y / 100) are one.
    """
    if value.hundredths > 0:
        return replace(value, hundredths=value.hundredths - 1)
    if value.unit in PERCENTAGES and not value.written:
        return replace(scaled(value, 0.0, _HUNDREDTH, ""), decimals=value.decimals + 2)
    return replace(scaled(value, 0.0, _HUNDREDTH, value.unit), hundredths=value.hundredths - 1)


def divide(left: Amount, right: Amount) -> Amount | Undefined:
    """Return left / right; undefined where the divisor may be zero."""
    _check_ratio(left, right)
    if _may_be_zero(right):
        return Undefined("a divisor that may be zero")
    if right.written and right.unit is None and right.centre == 100 and not left.written:
        return _hundredth(left)
    if left.unit and right.unit:
        try:
            right, unit = in_unit(right, left.unit), ""
        except FormulaError:
            unit = f"({left.unit})/({right.unit})"
    else:
        unit = left.unit if not right.unit else f"1/({right.unit})"
    _check_unit(unit)
    made = combined(left, right, np.divide, unit, _of_ratio(left, right))
    return replace(made, hundredths=left.hundredths)


def _check_unit(unit: str | None) -> None:
    if unit and len(unit) > _LONGEST_PRODUCT:
        raise FormulaError("so many factors have no unit; multiply fewer outputs")


def _may_be_zero(divisor: Amount) -> bool:
    """Tell whether a divisor may be zero as far as it is known; each member has its own."""
    spread = divisor.spread or (divisor.low, divisor.high)
    return divisor.low <= 0.0 <= divisor.high or spread[0] <= 0.0 <= spread[1]


def percent_change(new: Amount, old: Amount) -> Amount | Undefined:
    """Return 100 (new - old) / |old|, percent."""
    _check_ratio(new, old)
    unit = new.unit or old.unit or ""
    new, old = in_unit(new, unit), in_unit(old, unit)
    if _may_be_zero(old):
        return Undefined("a change in percent of what may be zero")

    def changed(after: Array, before: Array) -> Array:
        return 100.0 * (after - before) / np.abs(before)

    tolerance = Tolerance(PERCENT_POINTS, 0.0, PERCENT_POINTS, same=0.0)
    return combined(new, old, changed, "percent", tolerance)


def _check_ratio(left: Amount, right: Amount) -> None:
    for one in (left, right):
        if one.unit in WITHOUT_ZERO:
            raise FormulaError(
                f"a ratio, product or percentage of values in {one.unit} means nothing, as their "
                "zero is arbitrary; take a difference"
            )


#: What "about" means for a ratio and a product: a twentieth, as for counts.
_RATIO = 0.05


def _of_product(left: Amount, right: Amount) -> Tolerance:
    if left.exact and left.written:
        return scaled(right, 0.0, left.centre, None).tolerance
    if right.exact and right.written:
        return scaled(left, 0.0, right.centre, None).tolerance
    return Tolerance(0.0, _RATIO, 0.0)


def _of_ratio(left: Amount, right: Amount) -> Tolerance:
    if right.exact and right.written:
        return scaled(left, 0.0, 1.0 / right.centre, None).tolerance
    return Tolerance(0.0, _RATIO, 0.0)
