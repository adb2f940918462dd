"""How transmission changes with the season.

Seasonality has the form used in GLEAM (Balcan et al. 2009, BMC Medicine 7:45,
doi 10.1186/1741-7015-7-45; Tizzoni et al. 2012, doi 10.1186/1741-7015-10-165): a cosine over the
year between 1 in winter and a minimum in summer.
"""

from datetime import date

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.presets import GLEAM as GLEAM
from simulrag.simulators.epidemiology.presets import PRESETS as PRESETS
from simulrag.simulators.epidemiology.presets import TEXTBOOK as TEXTBOOK
from simulrag.simulators.epidemiology.presets import Preset as Preset

Array = NDArray[np.float64]

#: Length of a step, days.
STEP = 0.5
YEAR = 365.0
#: A season runs from 1 July; its days are counted from 1 September of that year.
FIRST_MONTH, COUNT_FROM = 7, (9, 1)
#: Day of a season at which `scale` holds exactly: 28 September.
SCALE_DAY = 27.0


def season_day(start: date) -> int:
    """Return the day of its season on which `start` falls, counted from 1 September."""
    year = start.year if start.month >= FIRST_MONTH else start.year - 1
    return (start - date(year, *COUNT_FROM)).days


def transmission(preset: Preset, seasonality: str, start: date, days: int) -> Array:
    """Return (steps,) factor on R0 at the start of every step of `STEP` days from `start` on."""
    day = season_day(start) + STEP * np.arange(round(days / STEP))
    minimum = preset.summer_minimum[seasonality]
    wave = np.cos(2.0 * np.pi * (day - preset.winter_maximum) / YEAR)
    season = 0.5 * ((1.0 - minimum) * wave + 1.0 + minimum)
    return preset.scale * np.exp(-preset.decline * (day - SCALE_DAY)) * season
