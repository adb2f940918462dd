"""Fills wordings of claims about a season from a run, once true and once false."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from simulrag.verifier.records import Record

Slots = dict[str, str] | None
Pair = tuple[Slots, Slots]
NOUNS = {
    "declining": "a decline", "stable": "stable numbers", "slow growth": "slow growth",
    "rapid growth": "rapid growth",
}  # fmt: skip
IMMUNE = {10: "a tenth", 20: "a fifth", 40: "two fifths", 50: "half", 60: "three fifths"}
PARTS = {25: "a quarter", 50: "half", 80: "four fifths"}
EVENTS = {
    date(2022, 10, 31): "Halloween",
    date(2022, 12, 25): "Christmas",
    date(2023, 2, 14): "Valentine's Day",
}


@dataclass(frozen=True)
class Season:
    """One run: what it was asked with, and what it returned."""

    states: tuple[str, ...]
    start: date
    r0: float
    seasonality: str
    immune: int
    metric: str
    median: float
    low: float
    high: float
    peak: date
    trend: str
    growth: float
    total: float

    @property
    def days(self) -> int:
        return (self.peak - self.start).days

    @property
    def weeks(self) -> float:
        return round(self.days / 7, 1)

    @property
    def places(self) -> str:
        return " and ".join(self.states)

    def record(self) -> Record:
        question = (
            f"For an influenza season that starts on {self.start} in {self.places}, with an R0 of "
            f"{self.r0}, {self.seasonality} seasonality and {self.immune}% prior immunity, what is "
            f"the forecast for {self.metric}?"
        )
        data = {
            "peak_magnitude": {"median_value": self.median, "90_percent_ci": [self.low, self.high]},
            "peak_timing": {"peak_date": str(self.peak), "weeks_from_start": self.weeks},
            "initial_trend": {
                "qualitative_trend": self.trend, "four_week_growth_percentage": self.growth,
            },
            "total_burden": {"cumulative_median_value": self.total},
        }  # fmt: skip
        answer = json.dumps(data)
        return Record(question=question, evidence_question=question, evidence_answer=answer)


def shown(number: float) -> str:
    return f"{number:,.1f}" if number % 1 else f"{number:,.0f}"


def spelled(day: date) -> str:
    return f"{day.day} {day:%B}"


def wordings(path: Path) -> Iterator[tuple[str, str, bool]]:
    """Yield kind, wording and whether it is read, of the data file."""
    kind = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            kind = line[2:]
        elif line and kind:
            yield kind, line.removeprefix("? "), not line.startswith("? ")


def filled(kind: str, wording: str, season: Season) -> tuple[str | None, str | None]:
    """Return a wording made true and made false of a season; None where it cannot be either."""
    true, false = FILLS[kind](season)
    return _text(wording, true, season), _text(wording, false, season)


def _text(wording: str, slots: Slots, season: Season) -> str | None:
    if slots is None:
        return None
    new = "incidence" in season.metric
    words = {
        "count": "admissions a day" if new else "patients in hospital",
        "things": "admissions" if new else "patients in hospital",
        "number": "the daily number of admissions" if new else "the number of patients in hospital",
        "number0": "number of new admissions" if new else "number of patients in hospital",
        "hospital": season.metric,
        "places": season.places,
        **slots,
    }
    words |= {_capital(name): _capital(value) for name, value in words.items()}
    return _capital(wording.format_map(words))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


Fill = Callable[[Season], Pair]


def one(name: str, true: Callable[[Season], object], false: Callable[[Season], object]) -> Fill:
    def fill(season: Season) -> Pair:
        made = [_slot(name, make(season)) for make in (true, false)]
        return made[0], made[1]

    return fill


def _slot(name: str, value: object) -> Slots:
    if value is None:
        return None
    return {name: shown(value) if isinstance(value, int | float) else str(value)}


def turned(fill: Fill) -> Fill:
    def fill_denied(season: Season) -> Pair:
        true, false = fill(season)
        return false, true

    return fill_denied


def whether(holds: Callable[[Season], bool | None]) -> Fill:
    def fill(season: Season) -> Pair:
        found = holds(season)
        return ({} if found is True else None), ({} if found is False else None)

    return fill


def under(value: Callable[[Season], float], name: str = "bound") -> Fill:
    """Return a bound that a value stays below, and one that it does not."""
    return one(
        name,
        lambda s: round(value(s) * 1.3) + 3,
        lambda s: round(value(s) * 0.7) if value(s) >= 5 else None,
    )


def _event(season: Season, *, before: bool) -> str | None:
    way = 1 if before else -1
    return next((n for day, n in EVENTS.items() if (day - season.peak).days * way > 15), None)


def _month(season: Season, way: int) -> str | None:
    """Return a whole month before (-1) or after (1) that of the peak, within the season."""
    month = season.peak.replace(day=15) + timedelta(days=40 * way)
    return f"{month:%B}" if month.replace(day=28) > season.start else None


def _growth(season: Season) -> float | None:
    return season.growth if season.growth > 10 else None


def _over_growth(season: Season, factor: float) -> int | None:
    return round(season.growth * factor) if season.growth > 30 else None


def _ratio(value: Callable[[Season], float], share: float, more: int) -> Callable[[Season], object]:
    def made(season: Season) -> int | None:
        found = int(value(season) * share) + more
        return found if found >= 2 else None

    return made


def _other(season: Season) -> str:
    return next(label for label in ("slow growth", "declining") if label != season.trend)


def _digits(season: Season, more: int) -> str:
    return ("two", "three", "four", "five")[len(str(int(season.median))) - 2 + more]


def _part(growth: float) -> str | None:
    return PARTS.get(int(growth))


def _tenth(growth: float) -> str | None:
    return "a tenth" if growth in PARTS else None


def _trend(season: Season) -> Pair:
    own, other = season.trend, _other(season)
    return (
        {"noun": NOUNS[own], "label": own, "other": NOUNS[other]},
        {"noun": NOUNS[other], "label": other, "other": NOUNS[own]},
    )


def _interval(season: Season) -> Pair:
    true = {"low": shown(season.low), "high": shown(season.high)}
    wide = season.high - season.median > 12
    high = shown(round((season.median + season.high) / 2))
    return true, ({**true, "high": high} if wide else None)


def _metric(season: Season) -> Pair:
    names = ("new hospital admissions per day", "the number of patients in hospital")
    own = names if "incidence" in season.metric else names[::-1]
    return (
        {"metric": own[0], "other_metric": own[1]},
        {"metric": own[1], "other_metric": own[0]},
    )


def joint(first: str, second: str) -> Fill:
    """Return two facts at once, the second of them wrong in what is false."""
    values: dict[str, Callable[[Season], str | None]] = {
        "value": lambda s: shown(s.median),
        "date": lambda s: spelled(s.peak),
        "noun": lambda s: NOUNS[s.trend],
        "weeks": lambda s: shown(s.weeks) if s.weeks > 1.5 else None,
        "total": lambda s: shown(s.total),
        "change": lambda s: f"{s.growth:g}",
    }
    wrong: dict[str, Callable[[Season], str]] = {
        "value": lambda s: shown(round(s.median * 2 + 5)),
        "date": lambda s: spelled(s.peak + timedelta(days=12)),
        "total": lambda s: shown(round(s.total * 2 + 5)),
    }

    def fill(season: Season) -> Pair:
        own = {name: values[name](season) for name in (first, second)}
        true = {name: value for name, value in own.items() if value is not None}
        if len(true) < len(own):
            return None, None
        return true, {**true, second: wrong[second](season)}

    return fill


def contrast(name: str, true: Callable[[Season], str], false: Callable[[Season], str]) -> Fill:
    def fill(season: Season) -> Pair:
        own, other = true(season), false(season)
        return {name: own, "wrong": other}, {name: other, "wrong": own}

    return fill


def _wrong_value(season: Season) -> float:
    return round(season.median * 2 + 5)


def _wrong_day(season: Season) -> str:
    return spelled(season.peak + timedelta(days=12))


PEAK_DATE = one("date", lambda s: spelled(s.peak), _wrong_day)
IN_MONTH = one("month", lambda s: f"{s.peak:%B}", lambda s: _month(s, 1))
BEFORE_MONTH = one("month", lambda s: _month(s, 1), lambda s: _month(s, -1))
BEFORE_EVENT = one("event", lambda s: _event(s, before=True), lambda s: _event(s, before=False))
PEAK_UNDER = under(lambda s: s.median)
TOTAL_UNDER = under(lambda s: s.total)
HIGH_UNDER = under(lambda s: s.high)
LOW_UNDER = under(lambda s: s.low)
WEEKS_UNDER = one(
    "weeks", lambda s: int(s.weeks) + 3, lambda s: int(s.weeks) - 1 if s.weeks > 3 else None
)
GROWTH_UNDER = one("growth", lambda s: _over_growth(s, 1.3), lambda s: _over_growth(s, 0.7))
INSIDE = one(
    "x",
    lambda s: round(s.low + 0.7 * (s.high - s.low)) if s.high - s.low > 10 else None,
    lambda s: round(s.high * 1.4) + 2,
)
UPPER_RATIO_UNDER = one(
    "factor",
    _ratio(lambda s: s.high / s.median, 1.3, 1),
    _ratio(lambda s: s.high / s.median, 0.8, 0),
)
RISES = whether(lambda s: s.growth > 6 if abs(s.growth) > 6 else None)
DOUBLES = whether(lambda s: s.growth > 120)
FIRST_DAY = whether(lambda s: True if s.days == 0 else False if s.growth > 6 else None)
FIRST_YEAR = whether(lambda s: s.peak < date(2022, 12, 25) if abs(s.days) < 300 else None)
FILLS: dict[str, Fill] = {
    "peak_value": one("value", lambda s: s.median, _wrong_value),
    "peak_about": one(
        "value", lambda s: round(s.median, -1) if s.median > 150 else None, _wrong_value
    ),
    "peak_above": turned(PEAK_UNDER),
    "peak_below": PEAK_UNDER,
    "peak_between": lambda s: (
        {"low": shown(round(s.median * 0.8)), "high": shown(round(s.median * 1.2) + 1)},
        {"low": shown(round(s.median * 1.3) + 2), "high": shown(round(s.median * 1.6) + 4)},
    ),
    "peak_digits": one("digits", lambda s: _digits(s, 0), lambda s: _digits(s, 1)),
    "date": PEAK_DATE,
    "date_not": turned(PEAK_DATE),
    "month_in": IN_MONTH,
    "month_not": turned(IN_MONTH),
    "before_month": BEFORE_MONTH,
    "after_month": turned(BEFORE_MONTH),
    "before_event": BEFORE_EVENT,
    "after_event": turned(BEFORE_EVENT),
    "weeks": one(
        "weeks", lambda s: s.weeks if s.weeks > 1.5 else None, lambda s: round(s.weeks) + 3
    ),
    "days": one("days", lambda s: s.days if s.days > 2 else None, lambda s: s.days + 9),
    "weeks_under": WEEKS_UNDER,
    "weeks_over": turned(WEEKS_UNDER),
    "growth_up": one("growth", _growth, lambda s: _over_growth(s, 2)),
    "growth_down": one(
        "growth",
        lambda s: -s.growth if s.growth < -10 else None,
        lambda s: round(-s.growth / 2) if s.growth < -10 else None,
    ),
    "growth_over": turned(GROWTH_UNDER),
    "growth_under": GROWTH_UNDER,
    "factor": one(
        "factor",
        lambda s: round(1 + s.growth / 100, 1) if s.growth > 100 else None,
        lambda s: round(2 * s.growth / 100) + 3 if s.growth > 100 else None,
    ),
    "sign_up": RISES,
    "sign_down": turned(RISES),
    "trend": _trend,
    "trend_not": turned(_trend),
    "trend_contrast": _trend,
    "total": one("total", lambda s: s.total, lambda s: round(s.total * 1.6) + 4),
    "total_over": turned(TOTAL_UNDER),
    "total_under": TOTAL_UNDER,
    "interval": _interval,
    "lower": one("low", lambda s: s.low, lambda s: round(s.low * 1.5) + 3),
    "upper": one("high", lambda s: s.high, lambda s: round(s.high * 1.5) + 3),
    "inside": INSIDE,
    "outside_interval": turned(INSIDE),
    "upper_under": HIGH_UNDER,
    "upper_over": turned(HIGH_UNDER),
    "lower_over": turned(LOW_UNDER),
    "lower_under": LOW_UNDER,
    "upper_ratio_over": turned(UPPER_RATIO_UNDER),
    "upper_ratio_under": UPPER_RATIO_UNDER,
    "ends_ratio": one(
        "factor",
        lambda s: round(s.high / s.low) if s.low > 5 and s.high % s.low == 0 else None,
        lambda s: round(2 * s.high / s.low) if s.low > 5 else None,
    ),
    "total_ratio": one(
        "factor",
        lambda s: round(s.total / s.median) if s.total / s.median > 20 else None,
        lambda s: round(2 * s.total / s.median),
    ),
    "total_ratio_over": one(
        "factor",
        lambda s: int(0.8 * s.total / s.median),
        lambda s: int(1.3 * s.total / s.median) + 1,
    ),
    "r0": one("r0", lambda s: s.r0, lambda s: s.r0 + 0.4),
    "immunity": one("imm", lambda s: s.immune, lambda s: s.immune + 10),
    "immunity_words": one(
        "fraction", lambda s: IMMUNE[s.immune], lambda s: IMMUNE[10 if s.immune > 10 else 20]
    ),
    "seasonality": one(
        "seas", lambda s: s.seasonality, lambda s: "moderate" if s.seasonality == "high" else "high"
    ),
    "start": one(
        "start", lambda s: spelled(s.start), lambda s: spelled(s.start + timedelta(days=9))
    ),
    "places": one("places_or_other", lambda s: s.places, lambda _: None),
    "metric": _metric,
    "and_value_date": joint("value", "date"),
    "and_trend_value": joint("noun", "value"),
    "and_weeks_value": joint("weeks", "value"),
    "and_value_total": joint("value", "total"),
    "and_growth_date": joint("change", "date"),
    "not_but_value": contrast("value", lambda s: shown(s.median), lambda s: shown(_wrong_value(s))),
    "not_but_date": contrast("date", lambda s: spelled(s.peak), _wrong_day),
    "first_day": FIRST_DAY,
    "not_first_day": turned(FIRST_DAY),
    "year_before": FIRST_YEAR,
    "year_after": turned(FIRST_YEAR),
    "growth_fraction": one("fraction", lambda s: _part(s.growth), lambda s: _tenth(s.growth)),
    "fall_fraction": one("fraction", lambda s: _part(-s.growth), lambda s: _tenth(-s.growth)),
    "double": DOUBLES,
    "not_double": turned(DOUBLES),
    "outside": lambda _: ({}, None),
}
