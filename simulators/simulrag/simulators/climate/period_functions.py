"""Periods of years: what can be asked of them, and every word in which text may ask it."""

from simulrag.simulators.climate.conditions import FIRST_YEAR, LAST_YEAR
from simulrag.simulators.climate.parameters import CHANGES, FIRST_SCENARIO_YEAR, PLACE, SCENARIO
from simulrag.simulators.climate.temperature_functions import (
    DEGREES,
    GLOBAL_WARMING,
    LOCAL_WARMING,
    PREINDUSTRIAL,
    TEMPERATURE,
    TURNS,
)
from simulrag.simulators.interface import (
    Function,
    LeftOpen,
    Output,
    Parameter,
    Selection,
    Tolerance,
)


def year_end(
    name: str, description: str, default: int | None = None, of: tuple[str, ...] = ()
) -> Parameter:
    """Return a parameter for the first or the last year of a period."""
    return Parameter(
        name=name,
        kind="year",
        description=description,
        low=FIRST_YEAR,
        high=LAST_YEAR,
        required=default is None,
        default=default,
        words=(name.replace("_", " "),),
        selection=Selection(need_words=True),
        left_open=LeftOpen(outputs=of),
    )


_FIRST = year_end("first_year", "first year of the period")
_LAST = year_end("last_year", "last year of the period, the same for a single year")
_WARMINGS = ("mean_warming", "mean_local_warming", "recorded_warming")
BASELINE = (
    year_end("baseline_first", "first year of the baseline, compared with", 1850, _WARMINGS),
    year_end("baseline_last", "last year of the baseline", 1900, _WARMINGS),
)
_LENGTH = Parameter(
    name="length",
    kind="integer",
    description="number of years of the period, where it is stated ('20-year mean'); it must agree",
    low=1,
    high=LAST_YEAR - FIRST_YEAR + 1,
    required=False,
    words=("year mean", "year average", "year period"),
    selection=Selection(need_words=True),
)
_SCENARIO = SCENARIO.model_copy(update={"applies": {"last_year": (FIRST_SCENARIO_YEAR, None)}})
_CHANGES = tuple(
    one.model_copy(update={"applies": {"last_year": (FIRST_SCENARIO_YEAR, None)}})
    for one in CHANGES
)
#: Of two amounts of warming in the same years the one is as much faster as it is larger.
_SPEEDS = (
    "as fast as", "as quickly as", "as rapidly as", "faster than", "more quickly than",
    "more rapidly than", "more slowly than", "slower than",
)  # fmt: skip
_TREND_WORDS = (
    "warming trend", "trend", "rate of warming", "warming rate", "pace of warming", "per decade",
    "a decade", "each decade", "every decade", "faster", "slower", "pace", "rate",
    *_SPEEDS,
)  # fmt: skip


def period_warming(name: str, whose: str, words: tuple[str, ...], template: str) -> Output:
    """Return the output that is how much warmer a period is than another."""
    return Output(
        name=name,
        forced=True,
        kind="number",
        description=f"{whose} over the period minus that over the baseline, 1850-1900 by default",
        unit="delta_degC",
        unit_words=DEGREES,
        words=(*words, *_SPEEDS),
        baseline_words=PREINDUSTRIAL,
        directions=TURNS,
        decimals=2,
        tolerance=Tolerance(absolute=0.1, difference=0.1),
        template=template,
    )


def period_trend(name: str, whose: str, template: str) -> Output:
    """Return the output that is how fast it warms over a period."""
    return Output(
        name=name,
        forced=True,
        kind="number",
        description=f"least-squares slope of {whose} over the years of the period, per decade",
        unit="delta_degC",
        unit_words=DEGREES,
        words=_TREND_WORDS,
        directions=TURNS,
        decimals=2,
        tolerance=Tolerance(absolute=0.05, difference=0.05),
        template=template,
    )


def _on_record(output: str) -> dict[str, object]:
    return {"recorded": f"global_record.{output}", "recorded_as": {"first_year": "year"}}


GLOBAL_PERIOD = Function(
    name="global_period",
    title="Global warming of a period",
    description="Mean and trend of forced global warming over years such as 2081-2100 or a decade, "
    "above 1850-1900 or any other baseline; the interval is that of what is forced.",
    parameters=(_FIRST, _LAST, _SCENARIO, *BASELINE, _LENGTH, *_CHANGES),
    outputs=(
        period_warming(
            "mean_warming",
            "global mean surface air temperature",
            ("mean global warming", *GLOBAL_WARMING.words, "warming", "warmer", "mean", "average"),
            "The world is {size} {turn:warmer/cooler} in {first_year}-{last_year}{conditions} than "
            "in {baseline_first}-{baseline_last}.",
        ).model_copy(update=_on_record("recorded_warming")),
        period_trend(
            "trend_per_decade",
            "forced global warming",
            "In {first_year}-{last_year}{conditions} the world warms by {value} per decade.",
        ).model_copy(update=_on_record("recorded_trend_per_decade")),
    ),
    context="{changes}, the global mean temperature of {first} to {last}{scenario} is "
    "{warming.value:.2f}°C above {baseline} (90% interval {warming.low:.2f} to "
    "{warming.high:.2f}°C).{trend}",
    example={"first_year": 2081, "last_year": 2100, "scenario": "ssp245"},
)
LOCAL_PERIOD = Function(
    name="period_temperature",
    title="Local temperature of a period",
    description="Mean and trend of the forced annual mean temperature at a place over years such "
    "as 1991-2020 or a decade, and how much warmer than in 1850-1900 or any other baseline.",
    parameters=(PLACE, _FIRST, _LAST, _SCENARIO, *BASELINE, _LENGTH, *_CHANGES),
    outputs=(
        TEMPERATURE.model_copy(
            update={
                "name": "mean_temperature",
                "description": "mean over the period of the annual mean temperature at the place",
                "template": "The mean temperature in {place} in {first_year}-{last_year}"
                "{conditions} is {value}.",
            }
        ),
        period_warming(
            "mean_local_warming",
            "temperature of the place",
            ("local warming over the period", *LOCAL_WARMING.words, "warming", "warmer", "cooler"),
            "{place} is {size} {turn:warmer/cooler} in {first_year}-{last_year}{conditions} than "
            "in {baseline_first}-{baseline_last}.",
        ),
        period_trend(
            "local_trend_per_decade",
            "the forced temperature",
            "In {first_year}-{last_year}{conditions} {place} warms by {value} per decade.",
        ),
    ),
    context="{changes}, the average temperature for {place} over {first} to {last}{scenario} is "
    "{value.value:.2f}°C (90% interval {value.low:.2f} to {value.high:.2f}°C), "
    "{warming.value:.2f}°C above {baseline}.{trend}",
    example={"place": "Suresnes", "first_year": 2041, "last_year": 2060, "scenario": "ssp245"},
)
PERIODS = (GLOBAL_PERIOD, LOCAL_PERIOD)
