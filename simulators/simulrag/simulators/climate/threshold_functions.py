"""Thresholds: what can be asked of them, and every word in which text may ask it."""

from simulrag.simulators.capabilities import Inverse
from simulrag.simulators.climate.conditions import LAST_HISTORICAL, LAST_YEAR
from simulrag.simulators.climate.parameters import (
    ANYWHERE,
    CHANGES,
    CORE_SCENARIOS,
    GAS,
    POINTS,
    SCENARIO,
    SINCE,
    THRESHOLD,
    YEAR,
)
from simulrag.simulators.climate.temperature_functions import TEMPERATURE
from simulrag.simulators.interface import Function, LeftOpen, Output, Tolerance

_SOME_SCENARIO = SCENARIO.model_copy(
    update={"left_open": LeftOpen(taken="ssp245", tried=CORE_SCENARIOS)}
)
EXCEEDANCE_YEAR = Output(
    name="exceedance_year",
    kind="number",
    description="first year from which on the threshold stays passed until 2100; low and high "
    "are those of the ends of the interval, and each member has a year of its own",
    unit="",
    words=(
        "exceedance year", "year of exceedance", "crossing year", "year", "when", "cross",
        "crosses", "crossed", "crossing", "reach", "reaches", "reached", "pass", "passes", "passed",
        "exceed", "exceeds", "exceeded", "breach", "breaches", "breached", "hit", "hits",
        "threshold", "mark", "limit", "line",
    ),
    decimals=0,
    horizon={"": LAST_YEAR},
    tolerance=Tolerance(absolute=5.0, difference=5.0),
    template="{subject}{conditions} stays at or above {threshold} °C from {digits} on.",
)  # fmt: skip
NEEDED_CHANGE = Output(
    name="needed_change",
    kind="number",
    description="change of the gas's emissions at which the threshold is met; less of a "
    "warming gas keeps below it",
    unit="percent",
    is_change=True,
    words=("needed change", "required change of emissions", "needed emission change"),
    decimals=1,
    tolerance=Tolerance(absolute=5.0, difference=5.0),
    template="With {gas} changed by {signed} %, {subject} in {year}{conditions} is {threshold} °C.",
)
THRESHOLD_YEAR = Function(
    name="threshold_year",
    title="Year in which a threshold is passed",
    description="First year from which on local temperature, or global warming where no place is "
    "given, stays at or above a threshold until 2100.",
    parameters=(THRESHOLD, ANYWHERE, _SOME_SCENARIO, *CHANGES, POINTS, SINCE),
    outputs=(EXCEEDANCE_YEAR,),
    context="{changes}, {subject} passes {found.threshold:g}°C for good in {found.time} under the "
    "{scenario} scenario (90% interval {found.earliest} to {latest}).",
    example={"threshold": 2.0, "scenario": "ssp370"},
)
#: The context of a threshold that is not passed for good.
NOT_PASSED = (
    "{changes}, {subject} does not pass {found.threshold:g}°C for good by 2100 under the "
    "{scenario} scenario: later, or never; {highest}{early}."
)
NEEDED = Function(
    name="needed_change",
    title="Emission change that meets a threshold",
    description="By how much the emissions of one gas must change so that local temperature, or "
    "global warming where no place is given, is at a threshold in a year; other changes stay as "
    "given.",
    parameters=(THRESHOLD, GAS, ANYWHERE, YEAR, SCENARIO, *CHANGES, POINTS, SINCE),
    outputs=(NEEDED_CHANGE,),
    context="A {value.value:+.1f}% change in {gas} emissions meets {threshold:g}°C of {subject} in "
    "{year} under the {scenario} scenario (90% interval {value.low:+.1f} to {value.high:+.1f}%).",
    example={"place": "Suresnes", "year": 2050, "scenario": "ssp245", "gas": "co2",
             "threshold": 13.0},
)  # fmt: skip
_PASSED = (
    "probability", "chance", "likelihood", "odds", "risk", "likely", "unlikely", "probable",
    "exceeding", "exceed", "exceeds", "exceeded", "passing", "passed", "above",
)  # fmt: skip


def _probability(name: str, description: str, template: str) -> Output:
    return Output(
        name=name,
        kind="number",
        description=description,
        unit="percent",
        unit_words=("%", "percent", "per cent"),
        words=_PASSED,
        decimals=0,
        tolerance=Tolerance(absolute=5.0, difference=5.0),
        template=template,
    )


EXCEEDANCE = Function(
    name="exceedance",
    title="Probability that a threshold is passed",
    description="How probable it is that local temperature, or global warming where no place is "
    "given, has reached a threshold by a year: what is forced, and a single year with its natural "
    "variability.",
    parameters=(
        THRESHOLD,
        YEAR,
        ANYWHERE,
        SCENARIO,
        *CHANGES,
    ),
    outputs=(
        _probability(
            "probability_of_passing",
            "share of members whose forced value has been at or above the threshold by the year",
            "By {year}{conditions} {threshold} °C is passed with a probability of {value}.",
        ),
        _probability(
            "probability_in_the_year",
            "probability that the year itself is at or above it, with natural variability",
            "{year}{conditions} is at or above {threshold} °C with a probability of {value}.",
        ),
        Output(
            name="first_year",
            kind="number",
            description="first year from 1850 on whose forced value is at or above the threshold, "
            "up to 2100; members that never come to it have none",
            unit="",
            words=("first year", "first", "year", "when", "reach", "reaches", "reached", "pass",
                   "passes", "passed", "crosses", "crossed", "exceeds", "exceeded"),
            decimals=0,
            horizon={"scenario": LAST_YEAR, "": LAST_HISTORICAL},
            tolerance=Tolerance(absolute=5.0, difference=5.0),
            template="{threshold} °C is first passed in {digits}{conditions}.",
        ),
    ),
    context="{changes}, {subject} has passed {threshold:g}°C by {year}{scenario} with a "
    "probability of {passed:.0f}%; the year itself, with its natural variability, lies at or above "
    "it with {single:.0f}%.",
    example={"threshold": 2.0, "year": 2050, "scenario": "ssp370"},
)  # fmt: skip
INVERSES = {THRESHOLD_YEAR.name: Inverse(seeks="year", level=THRESHOLD.name, of=TEMPERATURE.name)}
