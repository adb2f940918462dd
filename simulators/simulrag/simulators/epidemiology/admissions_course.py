"""The functions `admissions_between` and `admissions_course`: reports from one week to another."""

from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.admission_functions import (
    ADMISSIONS_BETWEEN,
    ADMISSIONS_COURSE,
    BETWEEN_CHANGE,
)
from simulrag.simulators.epidemiology.admissions import Seen, observed_run, states_of
from simulrag.simulators.epidemiology.reported import Weekly, week_end, weekly_admissions
from simulrag.simulators.epidemiology.run_values import told
from simulrag.simulators.errors import BadValue, OutOfRange
from simulrag.simulators.interface import Call, Day, Function, Quantity, Run, Value

Array = NDArray[np.float64]

#: A season is taken for whole where no more than its last weeks are missing.
MOST_MISSING = timedelta(weeks=6)
#: A step smaller than this share of the week before interrupts no steady rise or fall for sure.
MARKED = 0.05


@dataclass(frozen=True)
class _Held:
    """The weeks that were reported: their last days and admissions, persons."""

    days: tuple[date, ...]
    counts: Array

    def day(self, at: int, low: int | None = None, high: int | None = None) -> Day:
        """Return a week by its last day, with the ends of an interval of weeks."""
        ends = [None if i is None else self.days[i].isoformat() for i in (low, high)]
        return Day(value=self.days[at].isoformat(), low=ends[0], high=ends[1])


def run_admissions_between(call: Call, version: str, build: str) -> Run:
    """Look up the weeks between two days, both of their weeks among them.

    Raises BadValue where the second day lies before the first, OutOfRange where nothing is held.
    """
    whole, chosen = _weeks(call)
    outputs = _between(chosen)
    made = _run(call, version, build, ADMISSIONS_BETWEEN, outputs, whole, chosen)
    if week_end(date.fromisoformat(str(call.arguments["until"]))) <= chosen.days[-1]:
        return made
    late = f"No week after {chosen.days[-1]} is held."
    return made.model_copy(update={"warnings": (*made.warnings, late)})


def run_admissions_course(call: Call, version: str, build: str) -> Run:
    """Say how the same weeks follow each other. Raises as `run_admissions_between`."""
    whole, chosen = _weeks(call)
    kept = ~np.isnan(chosen.admissions)
    held = _Held(
        tuple(d for d, k in zip(chosen.days, kept, strict=True) if k), chosen.admissions[kept]
    )
    limit, part = call.arguments["limit"], call.arguments["part"]
    outputs = _levels(held.counts) | _steps(held.counts) | _waves(held)
    if isinstance(limit, int | float):
        outputs |= _limits(held, float(limit))
    if isinstance(part, int | float):
        outputs |= _parts(held.counts, float(part))
    return _run(call, version, build, ADMISSIONS_COURSE, outputs, whole, chosen)


def _run(
    call: Call,
    version: str,
    build: str,
    function: Function,
    outputs: dict[str, Value],
    whole: Weekly,
    chosen: Weekly,
) -> Run:
    period = f"the weeks ending {chosen.days[0]} to {chosen.days[-1]}"
    context = function.context.format(place=chosen.place, period=period, result=told(outputs))
    return observed_run(call, version, build, outputs, Seen(whole, chosen, period, context))


def _weeks(call: Call) -> tuple[Weekly, Weekly]:
    """Return all weeks of a call's states, and those from `since` to `until`."""
    whole = weekly_admissions(states_of(call), vintage=str(call.arguments["vintage"]))
    first, last = (date.fromisoformat(str(call.arguments[name])) for name in ("since", "until"))
    if last < first:
        raise BadValue(
            f"until {last} lies before since {first}", parameter="until", given=last.isoformat()
        )
    chosen = whole.between(week_end(first), week_end(last))
    if not chosen.days or week_end(first) < whole.days[0] or np.isnan(chosen.admissions).all():
        held = f"{whole.days[0]} to {whole.days[-1]}"
        raise OutOfRange(
            f"since {first} to until {last}: no admissions are held; allowed are "
            f"weeks ending {held}",
            parameter="since",
            given=first.isoformat(),
        )
    if week_end(last) > whole.days[-1] + MOST_MISSING:
        raise OutOfRange(
            f"until {last} is out of range; the last week that is held ends {whole.days[-1]}",
            parameter="until",
            given=last.isoformat(),
            nearest=whole.days[-1].isoformat(),
        )
    return whole, chosen


def _between(chosen: Weekly) -> dict[str, Value]:
    held = chosen.admissions[~np.isnan(chosen.admissions)]
    rates = chosen.rate[~np.isnan(chosen.admissions)]
    outputs: dict[str, Value] = {
        "highest_week": Quantity(value=float(held.max())),
        "lowest_week": Quantity(value=float(held.min())),
        "highest_rate": Quantity(value=float(rates.max())),
        "lowest_rate": Quantity(value=float(rates.min())),
        "total_between": Quantity(value=float(held.sum())),
    }
    if held[0] > 0:
        change = 100.0 * (held[-1] - held[0]) / held[0]
        outputs[BETWEEN_CHANGE.name] = Quantity(value=float(change), unit="percent")
    return outputs


def _levels(counts: Array) -> dict[str, Value]:
    low, high = float(counts.min()), float(counts.max())
    return {
        "most": Quantity(value=high),
        "fewest": Quantity(value=low),
        "mean": Quantity(value=float(counts.mean()), low=low, high=high),
        "first_week": Quantity(value=float(counts[0])),
        "last_week": Quantity(value=float(counts[-1])),
    }


def _steps(counts: Array) -> dict[str, Value]:
    """Return what steps say; nothing of a single week."""
    steps = np.diff(counts)
    if not steps.size:
        return {}
    marked = MARKED * counts[:-1]
    down, up = float((steps <= 0).sum()), float((steps >= 0).sum())
    gain = float(counts[-1] - counts[0])
    relative = 100.0 * gain / float(counts[0]) if counts[0] > 0 else None
    return {
        "gain": Quantity(value=gain),
        **(
            {"relative_gain": Quantity(value=relative, unit="percent")}
            if relative is not None
            else {}
        ),
        "weeks_not_higher": _in_weeks(down),
        "weeks_not_lower": _in_weeks(up),
        "setbacks": _in_weeks(down, float((steps < -marked).sum()), down),
        "rebounds": _in_weeks(up, float((steps > marked).sum()), up),
        "longest_rise": _in_weeks(_longest(steps > 0)),
        "longest_fall": _in_weeks(_longest(steps < 0)),
    }


def _in_weeks(value: float, low: float | None = None, high: float | None = None) -> Quantity:
    return Quantity(value=value, unit="week", low=low, high=high)


def _longest(flags: NDArray[np.bool_]) -> float:
    """Return the length of the longest run of True."""
    return float(max((len(list(run)) for held, run in groupby(flags.tolist()) if held), default=0))


def _waves(held: _Held) -> dict[str, Value]:
    usual, strict, lenient = (crests(held.counts, s) for s in (USUAL, STRICT, LENIENT))
    found: dict[str, Value] = {
        "wave_count": Quantity(
            value=float(len(usual)), low=float(len(strict)), high=float(len(lenient))
        )
    }
    highest = sorted(usual if len(usual) > 1 else lenient, key=lambda at: -held.counts[at])[:2]
    if len(highest) == 2:
        first, second = sorted(highest)
        found |= {
            "first_crest": held.day(first),
            "second_crest": held.day(second),
            "crest_gain": Quantity(value=float(held.counts[second] - held.counts[first])),
        }
    return found


def _limits(held: _Held, limit: float) -> dict[str, Value]:
    above = held.counts > limit
    found: dict[str, Value] = {
        "weeks_above": _run_of(above),
        "weeks_below": _run_of(held.counts < limit),
    }
    passed = np.flatnonzero(above)
    if not passed.size:
        return found
    first, last = int(passed[0]), int(passed[-1])
    found |= {
        "first_above": held.day(first),
        "above": held.day(first, first, last),
        "last_above": held.day(last),
    }
    top = int(held.counts.argmax())
    below = np.flatnonzero(held.counts < limit)
    after = below[below > top]
    if after.size:
        earliest = int(below[below > first][0])
        found["below_again"] = held.day(int(after[0]), earliest, len(held.days) - 1)
    return found


def _run_of(flags: NDArray[np.bool_]) -> Quantity:
    """Return the longest run; all weeks together, in a row or not, are its high end."""
    longest = _longest(flags)
    return _in_weeks(longest, longest, float(flags.sum()))


def _parts(counts: Array, part: float) -> dict[str, Value]:
    top = int(counts.argmax())
    low = np.flatnonzero(counts[top:] <= part / 100.0 * counts[top])
    return {"weeks_to_part": _in_weeks(float(low[0]))} if low.size else {}


@dataclass(frozen=True)
class Separation:
    """What makes a local maximum a wave of its own, as shares.

    height: of the series' highest value, at least; dip: how far, as a share of its own height,
    counts fall on both sides of it before they are higher again.
    """

    height: float
    dip: float


#: No convention says when two maxima are two waves. Most would call two maxima waves that a dip
#: of a sixth parts; some want more and some less, and verdicts stay open in between.
USUAL = Separation(height=0.25, dip=0.15)
STRICT = Separation(height=0.5, dip=0.30)
LENIENT = Separation(height=0.10, dip=0.03)


def crests(counts: Array, separation: Separation) -> list[int]:
    """Return the places of the waves' highest values in a series without gaps, in order."""
    highest = float(counts.max(initial=0.0))
    return [
        at
        for at in _maxima(counts)
        if counts[at] >= separation.height * highest
        and _dip(counts, at) >= separation.dip * counts[at]
    ]


def _maxima(counts: Array) -> list[int]:
    """Return where the series is higher than before and no lower than after."""
    found: list[int] = []
    for at in range(len(counts)):
        rises = at == 0 or counts[at] > counts[at - 1]
        falls = at + 1 == len(counts) or counts[at] >= counts[at + 1]
        if rises and falls and counts[at] > 0:
            found.append(at)
    return found


def _dip(counts: Array, at: int) -> float:
    """Return how far counts fall on the way to a higher value, whichever side falls less."""
    sides = (counts[:at][::-1], counts[at + 1 :])
    drops: list[float] = []
    for side in sides:
        higher = np.flatnonzero(side > counts[at])
        if higher.size:
            drops.append(float(counts[at] - side[: higher[0]].min(initial=counts[at])))
    # The highest of all is parted from none: it is a wave by itself.
    return min(drops, default=float(counts[at]))
