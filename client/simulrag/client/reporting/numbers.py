"""Says of a number in an answer where in its runs it stands."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal, InvalidOperation

from pydantic import JsonValue

from simulrag.client.result import AnsweredClaim
from simulrag.simulators.interface import Day, Label, Quantity, Run, Value
from simulrag.simulators.registry import installed
from simulrag.simulators.unit_notation import symbol

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_NUMBER = re.compile(r"[-−]?\d[\d,]*(?:\.\d+)?|[-−]?\.\d+")


def settings_in_words(arguments: Mapping[str, JsonValue]) -> str:
    """Return the arguments of a call for a person: "place Suresnes; year 2050"."""
    listed = ((words(name), v if isinstance(v, list) else [v]) for name, v in arguments.items())
    return "; ".join(f"{name} {', '.join(map(_setting, values))}" for name, values in listed)


def _setting(value: JsonValue) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def words(name: str) -> str:
    """Return the name of an output or input in words, spelt as simulators at hand declare it."""
    return installed().in_words(name)


def shown(value: Value) -> str:
    """Return an output with its unit."""
    if isinstance(value, Quantity):
        number = plain(value.value)
        return f"{number} {symbol(value.unit, number)}".rstrip()
    return value.value


def plain(number: float) -> str:
    """Return a number with about five digits, large ones whole and grouped."""
    if not 1 <= abs(number) < 1e12:
        return f"{number:.4g}"
    digits = f"{number:,.{max(1, 5 - len(str(int(abs(number)))))}f}"
    return digits.rstrip("0").rstrip(".")


def interval(value: Value) -> str:
    """Return the ends between which an output lies, "" where it is exact."""
    if isinstance(value, Label) or value.low is None or value.high is None:
        return ""
    if isinstance(value, Day):
        return f"{value.low} to {value.high}"
    share = "" if value.level is None else f"{value.level:.0%} interval ".replace("%", " %")
    return f"{share}{plain(value.low)} to {plain(value.high)}"


def explained(number: str, runs: Sequence[Run], claims: Iterable[AnsweredClaim]) -> tuple[str, ...]:
    """Say where a number comes from, best first.

    That is a claim's derivation, outputs, settings, differences of outputs.
    """
    saying = (claim for claim in claims if number in claim.updated)
    derived = [claim for claim in saying if claim.derivation or claim.simulated]
    own = _found(number if not derived else _telling(number), runs)
    if derived:
        return tuple(_derived(derived[0], own, runs))
    own = own or [line for one in _singles(number) for line in _of_settings(one, runs)]
    if own:
        return tuple(dict.fromkeys(own))
    pairs = dict.fromkeys(line for one in _singles(number) for line in _of_pairs(one, runs))
    if not pairs and number.replace(" ", "") in _levels(runs):
        return ("probability that the interval holds the value",)
    return tuple(pairs)


def _found(text: str, runs: Sequence[Run]) -> list[str]:
    """Return the outputs in which the numbers of a text stand."""
    return list(dict.fromkeys(line for one in _singles(text) for line in _of_outputs(one, runs)))


def _telling(number: str) -> str:
    """Leave out numbers so short that they are found by chance, such as the day of a date."""
    return " ".join(one for one in _singles(number) if len(one) > 2)


def _derived(claim: AnsweredClaim, own: Sequence[str], runs: Sequence[Run]) -> Iterator[str]:
    """Tell of a claim's derivation, and of its simulated value where the number is about that."""
    decisive = _found(claim.simulated, runs)
    if not own or set(own) & set(decisive):
        yield from _of_claim(claim)
        yield from decisive
    else:
        yield claim.derivation
        yield from own


def _of_claim(claim: AnsweredClaim) -> Iterator[str]:
    if claim.simulated:
        unit = f" {symbol(claim.unit)}".rstrip()
        ends = claim_interval(claim)
        yield f"simulated {claim.simulated}{unit if claim.simulated[-1:].isdigit() else ''}" + (
            f", interval {ends}" if ends else ""
        )
    if claim.derivation:
        yield claim.derivation


def claim_interval(claim: AnsweredClaim) -> str:
    """Return the interval of the simulated value that decided a claim, "" where it is a point.

    Its ends have two significant digits of its width.
    """
    low, high = claim.low, claim.high
    if low is None or high is None or low == high:
        return ""
    digits = max(0, 1 - math.floor(math.log10(abs(high - low))))
    return f"{low:,.{digits}f} to {high:,.{digits}f}"


def _singles(number: str) -> list[str]:
    """Return the dates and numbers in a piece, such as the two ends of a range."""
    dates = _DATE.findall(number)
    return dates + _NUMBER.findall(_DATE.sub(" ", number))


def _of_outputs(number: str, runs: Sequence[Run]) -> Iterator[str]:
    for run in runs:
        for name, value in run.outputs.items():
            place = _place(number, value)
            if place is not None:
                ends = interval(value)
                tail = f", {ends}" if ends else ""
                yield f"{place}{words(name)} {shown(value)}{tail} in {run.id}"


def _of_settings(number: str, runs: Sequence[Run]) -> Iterator[str]:
    for run in runs:
        for name, value in run.call.arguments.items():
            if number == _setting(value):
                yield f"{words(name)} {number}, as {run.id} was asked"


def _place(number: str, value: Value) -> str | None:
    """Return which part of an output a number is, in words before its name; None for no part."""
    if isinstance(value, Label):
        return None
    if isinstance(value, Day):
        return "" if number in (value.value, value.low, value.high) else None
    if _rounds(value.value, number):
        return "value of "
    if value.low is not None and _rounds(value.low, number):
        return "lower end of "
    if value.high is not None and _rounds(value.high, number):
        return "upper end of "
    return None


def _levels(runs: Sequence[Run]) -> set[str]:
    return {f"{v.level:.0%}" for run in runs for _, v in _quantities(run) if v.level is not None}


def _of_pairs(number: str, runs: Sequence[Run]) -> Iterator[str]:
    """Tell of outputs of two runs whose difference or relative change the number is."""
    for first in runs:
        for second in runs:
            if first.id < second.id:
                yield from _between(number, first, second)


def _between(number: str, first: Run, second: Run) -> Iterator[str]:
    for name, one in _quantities(first):
        other = second.outputs.get(name)
        if not isinstance(other, Quantity) or one.unit != other.unit:
            continue
        gap = abs(one.value - other.value)
        low, high = sorted((one.value, other.value))
        if _rounds(gap, number):
            yield f"difference of {words(name)}: {plain(high)} − {plain(low)} = {plain(gap)}"
        for base in (one.value, other.value):
            if base and _rounds(100 * gap / abs(base), number):
                change = 100 * gap / abs(base)
                yield f"change of {words(name)} relative to {plain(base)}: {plain(change)} %"


def _quantities(run: Run) -> list[tuple[str, Quantity]]:
    return [(name, v) for name, v in run.outputs.items() if isinstance(v, Quantity)]


def _rounds(value: float, number: str) -> bool:
    """Tell whether a printed number may be the rounding of a value, its sign aside."""
    try:
        printed = Decimal(number.replace(",", "").replace("−", "-"))
    except InvalidOperation:
        return False
    half = 0.5 * 10.0 ** int(printed.as_tuple().exponent)
    return abs(abs(value) - abs(float(printed))) <= half * (1 + 1e-9)


def readable(runs: Iterable[Mapping[str, object]]) -> list[Run]:
    """Return the runs that this version can read; those of a newer server may not be."""
    from pydantic import ValidationError

    found: list[Run] = []
    for run in runs:
        try:
            found.append(Run.model_validate(run, extra="ignore"))
        except ValidationError:
            continue
    return found
