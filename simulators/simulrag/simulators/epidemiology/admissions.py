"""The function `admissions`: what hospitals reported, week by week. Nothing is simulated."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

import numpy as np

from simulrag.simulators.epidemiology.admission_functions import (
    ADMISSIONS,
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
from simulrag.simulators.epidemiology.run_values import told
from simulrag.simulators.errors import OutOfRange
from simulrag.simulators.interface import Call, Check, Day, Quantity, Run, Series, Value


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
        return cls(states_of(call), season, day, weeks, str(given["vintage"]))

    def period(self, weekly: Weekly) -> str:
        """Name what was asked for."""
        if self.week is not None:
            return f"the week ending {weekly.days[0]}"
        if self.season:
            return f"the season {self.season} (weeks ending {weekly.days[0]} to {weekly.days[-1]})"
        return f"the weeks ending {weekly.days[0]} to {weekly.days[-1]}"


def states_of(call: Call) -> tuple[str, ...]:
    """Return the states that a call asks for."""
    listed = call.arguments["states"]
    return tuple(map(str, listed if isinstance(listed, list) else [listed]))


def run_admissions(call: Call, version: str, build: str) -> Run:
    """Look up what was reported. Raises OutOfRange for a week outside of what is held."""
    asked = _Asked.of(call)
    whole = weekly_admissions(asked.states, vintage=asked.vintage)
    chosen = _chosen(whole, asked)
    outputs = _of_weeks(chosen, asked)
    if asked.week is not None:
        season = season_of(chosen.days[0], asked.weeks)
        around = whole.season(season, asked.weeks) if season in SEASONS else whole
        outputs = _of_week(chosen) | _of_weeks(around, asked)
    context = ADMISSIONS.context.format(
        place=chosen.place, period=asked.period(chosen), result=told(outputs)
    )
    seen = Seen(whole, chosen, asked.period(chosen), context, _season(asked, chosen))
    return observed_run(call, version, build, outputs, seen)


def _season(asked: _Asked, chosen: Weekly) -> str:
    """Name the season that the highest week and the total are of."""
    name = asked.season or (season_of(chosen.days[0], asked.weeks) if asked.week else "")
    weeks = "" if asked.weeks == CALENDAR else f" ({asked.weeks})"
    return f"the {name} season{weeks}" if name in SEASONS else "all weeks on record"


@dataclass(frozen=True)
class Seen:
    """All weeks of the states of a call, those it looks at, their name, and what is said."""

    whole: Weekly
    chosen: Weekly
    period: str
    context: str
    #: The season that outputs of a season are of, in words; none where they are of no season.
    season: str = ""


def observed_run(
    call: Call, version: str, build: str, outputs: Mapping[str, Value], seen: Seen
) -> Run:
    """Return what was reported as a run."""
    return Run(
        id=call.run_id(version),
        call=call,
        version=version,
        build=build,
        outputs=outputs,
        series={"weekly admissions": series_of(seen.chosen)},
        context=seen.context,
        resolved={
            "disease": "influenza",
            "states": seen.chosen.place,
            "period": seen.period,
            **({"season": seen.season} if seen.season else {}),
            "source": SOURCE,
            "reports": f"revised, {REPORTS.as_of()}"
            if call.arguments["vintage"] == REVISED
            else FIRST,
        },
        warnings=warnings_of(seen.chosen),
        check=check_of_weeks(seen.whole),
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


def series_of(chosen: Weekly) -> Series:
    """Return the weeks that were reported, as a series over their last days."""
    held = ~np.isnan(chosen.admissions)
    return Series(
        unit="",
        times=tuple(day.isoformat() for day, kept in zip(chosen.days, held, strict=True) if kept),
        values=tuple(chosen.admissions[held].tolist()),
    )


def warnings_of(chosen: Weekly) -> tuple[str, ...]:
    """Say what must be known of these weeks."""
    first, last = VOLUNTARY
    found: list[str] = []
    if any(first <= day <= last for day in chosen.days):
        found.append(
            "From May to October 2024 hospitals did not have to report; those weeks are low."
        )
    if missing := int(np.isnan(chosen.admissions).sum()):
        found.append(f"{missing} weeks without a report are left out.")
    return tuple(found)


def check_of_weeks(whole: Weekly) -> Check:
    """Test that weeks follow each other without a gap."""
    gaps = sum(
        (later - earlier).days != 7
        for earlier, later in zip(whole.days, whole.days[1:], strict=False)
    )
    return Check(
        tested="weeks of the table follow each other without a gap",
        verdict="failed" if gaps else "passed",
        residual=float(gaps),
        tolerance=0.0,
    )
