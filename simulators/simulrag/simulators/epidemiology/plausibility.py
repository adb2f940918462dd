"""Warns where a season is unlike any observed one, or outside of what the model was made for."""

from datetime import date

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.admission_functions import FIRST_SEASON, LAST_DAY
from simulrag.simulators.epidemiology.reported import highest_peak, highest_rate
from simulrag.simulators.epidemiology.request import Request

Array = NDArray[np.float64]

#: First days (month, day), R0 and immune shares of the records that the preset gleam was fitted to.
FITTED_DAYS = ((9, 18), (10, 8))
FITTED_R0 = (1.75, 3.0)
FITTED_IMMUNE = (0.1, 0.6)
#: Said of a season without a peak of its own.
NO_WAVE = (
    "The median declines from day 1 on: no wave rises, so that its peak is only how it starts, and "
    "a change of that peak says nothing of a wave."
)


def warnings(
    request: Request, strongest: float, median: Array, weekly_rate: float
) -> tuple[str, ...]:
    """Return a sentence for everything that a reader of the run should know.

    strongest : largest factor on R0 during the season
    median : (days,) daily medians of what was asked for, persons
    weekly_rate : admissions per 100,000 residents in the worst seven days
    """
    found = [
        _unobserved(weekly_rate) or _unlike_here(request, weekly_rate),
        _no_spread(request.r0 * (1.0 - request.immune) * strongest),
        _outside_fit(request.start, request.r0, request.immune)
        if request.preset == "gleam"
        else "",
        _edge(median),
    ]
    return tuple(sentence for sentence in found if sentence)


def _unobserved(weekly_rate: float) -> str:
    highest, state, season = highest_peak()
    if weekly_rate <= highest:
        return ""
    return (
        f"No observed season was like this: its worst week has {weekly_rate:.0f} admissions per "
        f"100,000 residents, {weekly_rate / highest:.1f} times the highest one reported for any "
        f"state from 2022 to 2026 ({highest:.1f}, {state} {season})."
    )


def _unlike_here(request: Request, weekly_rate: float) -> str:
    """Compare with the highest week that was reported for the same states together."""
    highest, day = highest_rate(request.states)
    if request.aggregation == "pooled" or weekly_rate <= highest:
        return ""
    return (
        f"No observed season was like this here: its worst week has {weekly_rate:.1f} admissions "
        f"per 100,000 residents, the highest one reported from {FIRST_SEASON} to {LAST_DAY.year} "
        f"{highest:.1f} (week "
        f"ending {day})."
    )


def _no_spread(effective: float) -> str:
    if effective >= 1.0:
        return ""
    return (
        f"One case infects at most {effective:.2f} others with this immunity and season, so that "
        "infections die out; what is counted comes from the cases present at the start and from "
        "importation."
    )


def _outside_fit(start: date, r0: float, immune: float) -> str:
    first, last = FITTED_DAYS
    outside: list[str] = []
    if not first <= (start.month, start.day) <= last:
        outside.append(f"start_date {start} (18 September to 8 October)")
    if not FITTED_R0[0] <= r0 <= FITTED_R0[1]:
        outside.append(f"r0 {r0:g} (1.75 to 3)")
    if not FITTED_IMMUNE[0] <= immune <= FITTED_IMMUNE[1]:
        outside.append(f"immunity {100 * immune:g} % (10 to 60 %)")
    if not outside:
        return ""
    return "Outside of what the preset gleam was calibrated on: " + ", ".join(outside) + "."


def _edge(median: Array) -> str:
    day = int(np.argmax(median))
    if median[day] == 0:
        return "The daily median is 0 on every day; peak and timing mean nothing."
    if median[0] == 0:
        return "The daily median is 0 on the first day; growth is reported as 0."
    if day == 0:
        return NO_WAVE
    if day == len(median) - 1:
        return "The median is still rising on the last day; the peak lies beyond the season."
    return ""
