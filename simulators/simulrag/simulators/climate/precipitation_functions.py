"""Precipitation: what can be asked of it, and every word in which text may ask it."""

from simulrag.simulators.climate.parameters import (
    CHANGES,
    PLACE,
    POINTS,
    SCENARIO,
    SEASON,
    SINCE,
    YEAR,
)
from simulrag.simulators.interface import Directions, Function, Output, Tolerance

#: Years that changes are counted from, as in IPCC AR6.
RECENT = (1995, 2014)
#: Names of the quantity, whose change may be told by them too: "annual rainfall falls by 8 %".
_NAMES = ("annual precipitation", "annual rainfall", "yearly rainfall", "total precipitation",
          "precipitation total", "rainfall total", "mean precipitation", "average precipitation",
          "mean rainfall", "average rainfall")  # fmt: skip
_WORDS = ("precipitation", "rainfall", "rain", "rains", *_NAMES, "annual total", "rainy", "wet",
          "dry")  # fmt: skip
_TURNS = Directions(
    rises=("wetter", "increase", "increases", "increased", "rise", "rises", "rising", "higher",
           "more", "gain", "wetting", "moister", "positive"),
    falls=("drier", "decrease", "decreases", "decreased", "fall", "falls", "falling", "lower",
           "less", "loss", "drying", "dryer", "negative"),
)  # fmt: skip
_MILLIMETRES = ("mm", "millimetres", "millimeters", "millimetre", "millimeter")
_PERCENT = ("%", "percent", "per cent")
_SINCE = ("1995-2014", "1995–2014", "1995 to 2014", "recent past", "present day", "present",
          "recent decades", "the early 21st century")  # fmt: skip
PRECIPITATION = Output(
    name="precipitation",
    forced=True,
    kind="number",
    description="mean total precipitation, rain and snow, at the place in the year or its season",
    unit="mm",
    unit_words=_MILLIMETRES,
    words=_WORDS,
    directions=_TURNS,
    decimals=0,
    tolerance=Tolerance(relative=0.1, difference=10.0),
    template="Precipitation in {place} in {year}{conditions} is {value}.",
)
CHANGE = Output(
    name="precipitation_change",
    forced=True,
    kind="number",
    description="change of precipitation from the mean of 1995-2014, percent",
    unit="percent",
    is_change=True,
    unit_words=_PERCENT,
    words=("precipitation change", "change in precipitation", "rainfall change",
           "change in rainfall", "change of precipitation", "relative change", *_NAMES),
    baseline_words=_SINCE,
    directions=_TURNS,
    decimals=1,
    tolerance=Tolerance(absolute=2.0, difference=2.0),
    template="Precipitation in {place} in {year}{conditions} is {size} "
    "{turn:higher/lower} than in 1995-2014.",
)  # fmt: skip
CHANGE_MM = Output(
    name="precipitation_change_mm",
    forced=True,
    kind="number",
    description="precipitation less the mean of 1995-2014, mm",
    unit="mm",
    unit_words=_MILLIMETRES,
    words=("precipitation change in mm", "change of precipitation in mm", "precipitation deficit",
           "rainfall deficit"),
    baseline_words=_SINCE,
    directions=_TURNS,
    decimals=0,
    tolerance=Tolerance(absolute=10.0, difference=10.0),
    template="{place} has {size} {turn:more/less} precipitation in {year}{conditions} than in "
    "1995-2014.",
)  # fmt: skip
CHANGE_FROM_BASELINE = Output(
    name="change_from_baseline",
    kind="number",
    description="precipitation against that of the same place, year and scenario without emission "
    "changes, percent",
    unit="percent",
    is_change=True,
    unit_words=_PERCENT,
    words=("change from baseline", "change from the baseline", "effect of the emission changes",
           "effect on precipitation", "effect on rainfall", "response", "effect", "impact"),
    directions=_TURNS,
    changes_of="precipitation",
    decimals=1,
    tolerance=Tolerance(absolute=1.0, difference=1.0),
    template="In {year}{conditions}, the emission changes make precipitation in {place} {size} "
    "{turn:higher/lower}.",
)  # fmt: skip
RAIN = Function(
    name="precipitation",
    title="Local precipitation",
    description="Mean total of rain and snow at a place, 1850 to 2100, in the year or in its "
    "season or month, with its forced change: no weather of single years, of which some are twice "
    "as wet as others. Arguments mean the same as for `temperature`.",
    parameters=(PLACE, YEAR, SCENARIO, SEASON, *CHANGES, POINTS, SINCE),
    outputs=(PRECIPITATION, CHANGE, CHANGE_MM, CHANGE_FROM_BASELINE),
    context="{changes}, precipitation for {place} in {part}{period} is {total.value:.0f} mm "
    "(90% interval {total.low:.0f} to {total.high:.0f} mm), {change.value:+.1f}% against 1995-2014 "
    "({change.low:+.1f} to {change.high:+.1f}%).{effect}",
    example={"place": "Madrid", "year": 2090, "scenario": "ssp585", "season": "JJA"},
)
