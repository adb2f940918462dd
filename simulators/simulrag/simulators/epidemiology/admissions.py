"""The function `admissions`: what hospitals reported, week by week. Nothing is simulated."""

from dataclasses import dataclass
from datetime import date

import numpy as np

from simulrag.simulators.epidemiology.parameters import STATES
from simulrag.simulators.epidemiology.reported import (
    FIRST_MONTH,
    SEASONS,
    VOLUNTARY,
    Weekly,
    season_of,
    week_end,
    weekly_admissions,
)
from simulrag.simulators.errors import OutOfRange
from simulrag.simulators.interface import (
    Call,
    Check,
    Day,
    Function,
    Output,
    Parameter,
    Quantity,
    Run,
    Series,
    Value,
)

SOURCE = "CDC NHSN hospital admissions, as collected by the FluSight forecast hub"
_PEOPLE = (
    "admissions",
    "hospital admissions",
    "influenza admissions",
    "flu admissions",
    "patients",
    "influenza patients",
    "flu patients",
    "people",
    "hospitalizations",
    "hospitalisations",
)


def _season_words(name: str) -> tuple[str, ...]:
    first, second = name.split("-")
    return (
        f"{first}/{second}",
        f"{first}-20{second}",
        f"{first}/20{second}",
        f"winter of {first}-{second}",
        f"{first} to 20{second}",
    )


REPORTED_SEASON = Parameter(
    name="reported_season",
    kind="choice",
    description="2022-23, ...: season from August to July",
    required=False,
    words=("season", "influenza season", "flu season", "winter", "flu winter"),
    choices={name: _season_words(name) for name in SEASONS},
    periods={
        name: (f"{year}-{FIRST_MONTH:02d}-01", f"{year + 1}-{FIRST_MONTH - 1:02d}-31")
        for name, year in SEASONS.items()
    },
)
WEEK = Parameter(
    name="week",
    kind="date",
    description="day: the week, Sunday to Saturday, that is asked for",
    required=False,
    words=("week ending", "week ending on", "week that ended on", "week to", "week of"),
    about=7.0,
)

PEAK_ADMISSIONS = Output(
    name="top_week_admissions",
    kind="number",
    description="most admissions that were reported for one week",
    unit_words=_PEOPLE,
    words=(
        "top week",
        "worst week",
        "weekly maximum",
        "weekly peak",
        "peak week of admissions",
        "highest week",
        "highest number of weekly admissions",
        "highest weekly admissions",
        "maximum of weekly admissions",
        "most admissions in a week",
        "peaked at",
        "topped out at",
        "admissions a week",
        "weekly influenza admissions",
        "weekly flu admissions",
    ),
    decimals=0,
    about_relative=0.05,
    rise_words=("higher", "more", "worse", "more severe"),
    fall_words=("lower", "fewer", "milder", "less severe"),
    template="The most influenza admissions reported in {states} in one week were {value}.",
)
PEAK_WEEK = Output(
    name="top_week",
    kind="date",
    description="last day, a Saturday, of the week with most reported admissions",
    words=(
        "peaked",
        "peaked in",
        "peaked on",
        "peaked around",
        "admissions peaked",
        "topped out",
        "crested",
        "reached its peak",
        "reached their peak",
        "had its peak",
        "influenza peak",
        "flu peak",
        "national peak",
    ),
    about_absolute=7.0,
    rise_words=("later", "after"),
    fall_words=("earlier", "sooner"),
    template="Reported influenza admissions in {states} peaked in the week ending {value}.",
)
TOP_RATE = Output(
    name="top_week_rate",
    kind="number",
    description="admissions per 100,000 residents in the week with most of them",
    unit_words=("per 100,000", "per 100 000", "per 100k", "admissions per 100,000"),
    words=("highest admission rate", "maximum admission rate", "top weekly rate"),
    decimals=2,
    about_relative=0.05,
    rise_words=("higher",),
    fall_words=("lower",),
    template="The highest rate reported in {states} was {value} residents in one week.",
)
SEASON_TOTAL = Output(
    name="reported_total",
    kind="number",
    description="sum of the weekly admissions that were reported for the season",
    unit_words=_PEOPLE,
    words=(
        "reported total",
        "seasonal total",
        "seasonal totals",
        "season's total",
        "total admissions",
        "admissions over the season",
        "summed over the season",
    ),
    decimals=0,
    about_relative=0.05,
    rise_words=("higher", "more", "larger"),
    fall_words=("lower", "fewer", "smaller"),
    template="Reported influenza admissions in {states} added up to {value}.",
)
WEEK_ADMISSIONS = Output(
    name="week_admissions",
    kind="number",
    description="admissions that were reported for the week asked for",
    unit_words=_PEOPLE,
    words=(
        "admissions in the week",
        "influenza admissions in the week",
        "flu admissions in the week",
        "admitted with flu",
        "admitted with influenza",
        "were admitted",
        "admitted",
        "influenza admissions",
        "flu admissions",
        "influenza hospitalizations",
        "flu hospitalizations",
        "flu hospitalisations",
        "influenza patients",
        "flu patients",
    ),
    decimals=0,
    about_relative=0.05,
    rise_words=("higher", "more"),
    fall_words=("lower", "fewer"),
    template="In the week asked for, {value} were reported in {states}.",
)
WEEK_RATE = Output(
    name="week_rate",
    kind="number",
    description="admissions per 100,000 residents in the week asked for",
    unit_words=("per 100,000", "per 100 000", "per 100k", "admissions per 100,000"),
    words=("admission rate", "influenza admission rate", "rate of admissions"),
    decimals=2,
    about_relative=0.05,
    rise_words=("higher",),
    fall_words=("lower",),
    template="In the week asked for, the rate in {states} was {value} residents.",
)
#: Outputs of the season asked for, or of the one that holds the week; and of the week, if one is.
OF_SEASON = (PEAK_ADMISSIONS, PEAK_WEEK, TOP_RATE, SEASON_TOTAL)
OF_WEEK = (WEEK_ADMISSIONS, WEEK_RATE)

ADMISSIONS = Function(
    name="admissions",
    title="Reported influenza admissions",
    description=(
        "Weekly hospital admissions for influenza as reported to CDC from February 2022 to June "
        "2026, of a season, of one week or of the whole period. Nothing is simulated or forecast."
    ),
    parameters=(STATES, REPORTED_SEASON, WEEK),
    outputs=(*OF_SEASON, *OF_WEEK),
    context=(
        "Query: How many people were admitted to hospital for influenza in {place} in {period}?\n"
        "Result: {result} (" + SOURCE + ")"
    ),
    example={"states": ["all states"], "reported_season": "2022-23"},
    observed=True,
)


@dataclass(frozen=True)
class _Asked:
    states: tuple[str, ...]
    season: str
    week: date | None

    @classmethod
    def of(cls, call: Call) -> "_Asked":
        given = call.arguments
        listed, week = given["states"], given["week"]
        names = tuple(map(str, listed if isinstance(listed, list) else [listed]))
        day = date.fromisoformat(str(week)) if week else None
        season = str(given["reported_season"] or "")
        if day is not None and season and season_of(week_end(day)) != season:
            raise OutOfRange(
                f"week {day} does not lie in the season {season}; leave one of them out",
                parameter="week",
                given=str(day),
            )
        return cls(names, season, day)

    def period(self, weekly: Weekly) -> str:
        """Name what was asked for."""
        if self.week is not None:
            return f"the week ending {weekly.days[0]}"
        if self.season:
            return f"the season {self.season} (weeks ending {weekly.days[0]} to {weekly.days[-1]})"
        return f"the weeks ending {weekly.days[0]} to {weekly.days[-1]}"


def run_admissions(call: Call, version: str, build: str) -> Run:
    """Look up what was reported. Raises OutOfRange for a week outside of what is held."""
    asked = _Asked.of(call)
    whole = weekly_admissions(asked.states)
    chosen = _chosen(whole, asked)
    outputs = _of_weeks(chosen)
    if asked.week is not None:
        season = season_of(chosen.days[0])
        outputs = _of_week(chosen) | _of_weeks(whole.season(season) if season in SEASONS else whole)
    period = asked.period(chosen)
    return Run(
        id=call.run_id(version),
        call=call,
        version=version,
        build=build,
        outputs=outputs,
        series={"weekly admissions": _series(chosen)},
        context=ADMISSIONS.context.format(
            place=chosen.place, period=period, result=_result(outputs)
        ),
        resolved={
            "disease": "influenza",
            "states": chosen.place,
            "period": period,
            "source": SOURCE,
        },
        warnings=_warnings(chosen),
        check=_check(whole),
        source="observed",
    )


def _chosen(whole: Weekly, asked: _Asked) -> Weekly:
    if asked.week is None:
        return whole.season(asked.season) if asked.season else whole
    chosen = whole.week(asked.week)
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


def _of_week(chosen: Weekly) -> dict[str, Value]:
    return {
        WEEK_ADMISSIONS.name: Quantity(value=float(chosen.admissions[0])),
        WEEK_RATE.name: Quantity(value=float(chosen.rate[0])),
    }


def _of_weeks(chosen: Weekly) -> dict[str, Value]:
    top = int(np.nanargmax(chosen.admissions))
    return {
        PEAK_ADMISSIONS.name: Quantity(value=float(chosen.admissions[top])),
        PEAK_WEEK.name: Day(value=chosen.days[top].isoformat()),
        TOP_RATE.name: Quantity(value=float(chosen.rate[top])),
        SEASON_TOTAL.name: Quantity(value=float(np.nansum(chosen.admissions))),
    }


def _result(outputs: dict[str, Value]) -> str:
    shown = [
        f"{name.replace('_', ' ')} {value.value:,.6g}"
        if isinstance(value, Quantity)
        else f"{name.replace('_', ' ')} {value.value}"
        for name, value in outputs.items()
    ]
    return ", ".join(shown)


def _series(chosen: Weekly) -> Series:
    held = ~np.isnan(chosen.admissions)
    return Series(
        unit="",
        times=tuple(day.isoformat() for day, kept in zip(chosen.days, held, strict=True) if kept),
        values=tuple(chosen.admissions[held].tolist()),
    )


def _warnings(chosen: Weekly) -> tuple[str, ...]:
    first, last = VOLUNTARY
    found: list[str] = []
    if any(first <= day <= last for day in chosen.days):
        found.append(
            "From May to October 2024 hospitals did not have to report; those weeks are low."
        )
    if missing := int(np.isnan(chosen.admissions).sum()):
        found.append(f"{missing} weeks without a report are left out.")
    return tuple(found)


def _check(whole: Weekly) -> Check:
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
