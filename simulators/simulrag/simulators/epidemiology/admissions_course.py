"""The function `admissions_course`: how reported admissions went from one week to another."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.admissions import Seen, observed_run, states_of
from simulrag.simulators.epidemiology.admissions_between import weeks_between
from simulrag.simulators.epidemiology.reported import weekly_admissions
from simulrag.simulators.epidemiology.reported_course import ADMISSIONS_COURSE
from simulrag.simulators.epidemiology.waves import LENIENT, STRICT, USUAL, Array, crests
from simulrag.simulators.interface import Call, Day, Quantity, Run, Value

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


def run_admissions_course(call: Call, version: str, build: str) -> Run:
    """Look up the weeks between two days and say how they follow each other.

    Raises BadValue where the second day lies before the first, OutOfRange where nothing is held.
    """
    whole = weekly_admissions(states_of(call), vintage=str(call.arguments["vintage"]))
    chosen = weeks_between(whole, call)
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
    period = f"the weeks ending {chosen.days[0]} to {chosen.days[-1]}"
    context = ADMISSIONS_COURSE.context.format(
        place=chosen.place, period=period, result=_shown(outputs)
    )
    return observed_run(call, version, build, outputs, Seen(whole, chosen, period, context))


def _shown(outputs: Mapping[str, Value]) -> str:
    return ", ".join(
        f"{name.replace('_', ' ')} "
        + (f"{value.value:,.6g}" if isinstance(value, Quantity) else value.value)
        for name, value in outputs.items()
    )


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
