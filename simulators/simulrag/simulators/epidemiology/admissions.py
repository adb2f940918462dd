"""What hospitals reported, week by week: a season or week, and one week to another.

The functions are `admissions`, `admissions_between` and `admissions_course`. Nothing is simulated.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from itertools import groupby, pairwise

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.admission_functions import (
    ADMISSIONS,
    ADMISSIONS_BETWEEN,
    ADMISSIONS_COURSE,
    BETWEEN_CHANGE,
    CALENDAR,
    FIRST,
    FIRST_MONTH,
    PEAK_ADMISSIONS,
    PEAK_WEEK,
    REVISED,
    SEASON_TOTAL,
    SEASONS,
    SOURCE,
    TOP_RATE,
    WEEK_ADMISSIONS,
    WEEK_RATE,
    WEEKS_TO_TOP,
)
from simulrag.simulators.epidemiology.reported import (
    VOLUNTARY,
    Weekly,
    season_of,
    week_end,
    weekly_admissions,
)
from simulrag.simulators.epidemiology.reported_source import REPORTS
from simulrag.simulators.epidemiology.summary import told
from simulrag.simulators.errors import BadValue, OutOfRange
from simulrag.simulators.interface import Call, Check, Day, Function, Quantity, Run, Series, Value

Array = NDArray[np.float64]

#: A season is taken for whole where no more than its last weeks are missing.
MOST_MISSING = timedelta(weeks=6)
#: A step smaller than this share of the week before interrupts no steady rise or fall for sure.
MARKED = 0.05


@dataclass(frozen=True)
class _Asked:
    states: tuple[str, ...]
    season: str
    week: date | None
    #: Which weeks a season has, and which reports are meant.
    weeks: str
    vintage: str

    @classmethod
    def of(cls, call: Call) -> "_Asked":
        given = call.arguments
        week, weeks = given["week"], str(given["season_weeks"])
        day = date.fromisoformat(str(week)) if week else None
        season = str(given["reported_season"] or "")
        if day is not None and season and season_of(week_end(day), weeks) != season:
            raise OutOfRange(
                f"week {day} does not lie in the season {season}; leave one of them out",
                parameter="week",
                given=str(day),
            )
        return cls(_states_of(call), season, day, weeks, str(given["vintage"]))

    def period(self, weekly: Weekly) -> str:
        """Name what was asked for."""
        if self.week is not None:
            return f"the week ending {weekly.days[0]}"
        if self.season:
            return f"the season {self.season} (weeks ending {weekly.days[0]} to {weekly.days[-1]})"
        return f"the weeks ending {weekly.days[0]} to {weekly.days[-1]}"


def _states_of(call: Call) -> tuple[str, ...]:
    """Return the states that a call asks for."""
    listed = call.arguments["states"]
    return tuple(map(str, listed if isinstance(listed, list) else [listed]))


def run_admissions(call: Call, run: "partial[Run]") -> Run:
    """Look up what was reported. Raises OutOfRange for a week outside of what is held."""
    asked = _Asked.of(call)
    whole = weekly_admissions(asked.states, vintage=asked.vintage)
    chosen = _chosen(whole, asked)
    outputs = _of_weeks(chosen, asked)
    if asked.week is not None:
        season = season_of(chosen.days[0], asked.weeks)
        around = whole.season(season, asked.weeks) if season in SEASONS else whole
        outputs = _of_week(chosen) | _of_weeks(around, asked)
    reported = _Reported(ADMISSIONS, whole, chosen, asked.period(chosen), _season(asked, chosen))
    return reported.run(call, run, outputs)


def _season(asked: _Asked, chosen: Weekly) -> str:
    """Name the season that the highest week and the total are of."""
    name = asked.season or (season_of(chosen.days[0], asked.weeks) if asked.week else "")
    weeks = "" if asked.weeks == CALENDAR else f" ({asked.weeks})"
    return f"the {name} season{weeks}" if name in SEASONS else "all weeks on record"


@dataclass(frozen=True)
class _Reported:
    """All weeks of the states of a call, those that its function looks at, and their name."""

    function: Function
    whole: Weekly
    chosen: Weekly
    period: str
    #: The season that outputs of a season are of, in words; none where they are of no season.
    season: str = ""

    def run(self, call: Call, run: "partial[Run]", outputs: Mapping[str, Value]) -> Run:
        """Return what was reported as a run."""
        place, period = self.chosen.place, self.period
        revised = call.arguments["vintage"] == REVISED
        return run(
            outputs=outputs,
            series={"weekly admissions": _series(self.chosen)},
            context=self.function.context.format(place=place, period=period, result=told(outputs)),
            resolved={
                "disease": "influenza",
                "states": place,
                "period": period,
                **({"season": self.season} if self.season else {}),
                "source": SOURCE,
                "reports": f"revised, {REPORTS.as_of()}" if revised else FIRST,
            },
            warnings=_warnings(call, self.chosen),
            check=_check(self.whole),
            source="observed",
        )


def _chosen(whole: Weekly, asked: _Asked) -> Weekly:
    if asked.week is None:
        chosen = whole.season(asked.season, asked.weeks) if asked.season else whole
        if np.isnan(chosen.admissions).all():
            raise _not_first(whole, "reported_season", asked.season)
        return chosen
    chosen = whole.week(asked.week)
    if chosen.days and asked.vintage == FIRST and np.isnan(chosen.admissions).any():
        raise _not_first(whole, "week", asked.week.isoformat())
    if not chosen.days or np.isnan(chosen.admissions).any():
        first, last = whole.days[0], whole.days[-1]
        nearest = min(max(week_end(asked.week), first), last).isoformat()
        raise OutOfRange(
            f"week {asked.week}: no admissions are held for {whole.place}; allowed are weeks "
            f"ending {first} to {last}, nearest {nearest}",
            parameter="week",
            given=asked.week.isoformat(),
            nearest=nearest,
        )
    return chosen


def _not_first(whole: Weekly, parameter: str, given: str) -> OutOfRange:
    held = [day for day, kept in zip(whole.days, ~np.isnan(whole.admissions), strict=True) if kept]
    return OutOfRange(
        f"{parameter} {given}: no report first archived in time is held for {whole.place}; some "
        f"are for weeks ending {held[0]} to {held[-1]}, revised ones for all",
        parameter=parameter,
        given=given,
    )


def _of_week(chosen: Weekly) -> dict[str, Value]:
    return {
        WEEK_ADMISSIONS.name: Quantity(value=float(chosen.admissions[0])),
        WEEK_RATE.name: Quantity(value=float(chosen.rate[0])),
    }


def _of_weeks(chosen: Weekly, asked: _Asked) -> dict[str, Value]:
    """Return what weeks come to; first reports of which some are missing come to no total."""
    top = int(np.nanargmax(chosen.admissions))
    lacking = asked.vintage == FIRST and bool(np.isnan(chosen.admissions).any())
    total: dict[str, Value] = {
        SEASON_TOTAL.name: Quantity(value=float(np.nansum(chosen.admissions)))
    }
    return {
        PEAK_ADMISSIONS.name: Quantity(value=float(chosen.admissions[top])),
        PEAK_WEEK.name: Day(value=chosen.days[top].isoformat()),
        TOP_RATE.name: Quantity(value=float(chosen.rate[top])),
        WEEKS_TO_TOP.name: Quantity(value=_weeks_into_season(chosen.days[top]), unit="week"),
        **({} if lacking else total),
    }


def _weeks_into_season(day: date) -> float:
    year = day.year if day.month >= FIRST_MONTH else day.year - 1
    return (day - date(year, FIRST_MONTH, 1)).days / 7.0


def _series(chosen: Weekly) -> Series:
    """Return the weeks that were reported, as a series over their last days."""
    held = _Held.of(chosen)
    days = tuple(day.isoformat() for day in held.days)
    return Series(unit="", times=days, values=tuple(held.counts.tolist()))


def _warnings(call: Call, chosen: Weekly) -> tuple[str, ...]:
    """Say what must be known of these weeks."""
    first, last = VOLUNTARY
    found: list[str] = []
    if any(first <= day <= last for day in chosen.days):
        found.append(
            "From May to October 2024 hospitals did not have to report; those weeks are low."
        )
    if missing := int(np.isnan(chosen.admissions).sum()):
        found.append(f"{missing} weeks without a report are left out.")
    if call.function == ADMISSIONS_BETWEEN.name and _end(call, "until") > chosen.days[-1]:
        found.append(f"No week after {chosen.days[-1]} is held.")
    return tuple(found)


def _check(whole: Weekly) -> Check:
    """Test that weeks follow each other without a gap."""
    gaps = sum((later - earlier).days != 7 for earlier, later in pairwise(whole.days))
    return Check(
        tested="weeks of the table follow each other without a gap",
        verdict="failed" if gaps else "passed",
        residual=float(gaps),
        tolerance=0.0,
    )


@dataclass(frozen=True)
class _Held:
    """The weeks that were reported: their last days and admissions, persons."""

    days: tuple[date, ...]
    counts: Array

    @classmethod
    def of(cls, weekly: Weekly) -> "_Held":
        """Leave out weeks without a report."""
        kept = ~np.isnan(weekly.admissions)
        days = tuple(day for day, held in zip(weekly.days, kept, strict=True) if held)
        return cls(days, weekly.admissions[kept])

    def day(self, at: int, low: int | None = None, high: int | None = None) -> Day:
        """Return a week by its last day, with the ends of an interval of weeks."""
        ends = [None if i is None else self.days[i].isoformat() for i in (low, high)]
        return Day(value=self.days[at].isoformat(), low=ends[0], high=ends[1])


def run_admissions_between(call: Call, run: "partial[Run]") -> Run:
    """Look up the weeks between two days, both of their weeks among them.

    Raises BadValue where the second day lies before the first, OutOfRange where nothing is held.
    """
    reported = _between_days(call, ADMISSIONS_BETWEEN)
    return reported.run(call, run, _between(reported.chosen))


def run_admissions_course(call: Call, run: "partial[Run]") -> Run:
    """Say how the same weeks follow each other. Raises as `run_admissions_between`."""
    reported = _between_days(call, ADMISSIONS_COURSE)
    held = _Held.of(reported.chosen)
    limit, part = call.arguments["limit"], call.arguments["part"]
    outputs = _levels(held.counts) | _steps(held.counts) | _waves(held)
    if isinstance(limit, int | float):
        outputs |= _limits(held, float(limit))
    if isinstance(part, int | float):
        outputs |= _parts(held.counts, float(part))
    return reported.run(call, run, outputs)


def _end(call: Call, name: str) -> date:
    """Return the last day of the week that an argument names a day of."""
    return week_end(date.fromisoformat(str(call.arguments[name])))


def _between_days(call: Call, function: Function) -> _Reported:
    """Return the weeks from `since` to `until`."""
    whole = weekly_admissions(_states_of(call), vintage=str(call.arguments["vintage"]))
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
    period = f"the weeks ending {chosen.days[0]} to {chosen.days[-1]}"
    return _Reported(function, whole, chosen, period)


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
    return outputs | _percent(BETWEEN_CHANGE.name, held)


def _percent(name: str, counts: Array) -> dict[str, Value]:
    """Return by how many percent the last week is above the first; nothing from 0."""
    if counts[0] <= 0:
        return {}
    change = 100.0 * float(counts[-1] - counts[0]) / float(counts[0])
    return {name: Quantity(value=change, unit="percent")}


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
    return {
        "gain": Quantity(value=gain),
        **_percent("relative_gain", counts),
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
