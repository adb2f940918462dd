"""The functions `season` and `intervention` as they are published; nothing here runs them."""

from simulrag.simulators.epidemiology.exceedance import PEAK_CHANCE, THRESHOLD
from simulrag.simulators.epidemiology.measure_fields import MEASURES
from simulrag.simulators.epidemiology.outputs import OUTPUTS
from simulrag.simulators.epidemiology.parameters import (
    IMMUNITY,
    METRIC,
    PARAMETERS,
    PRESET,
    R0,
    SEASONALITY,
    SIMULATED_WORDS,
    START_DATE,
    STATES,
    usually,
)
from simulrag.simulators.epidemiology.record_outputs import LAYOUT, MEDIAN_CURVE, OF_RECORDS
from simulrag.simulators.epidemiology.reproduction import START_R
from simulrag.simulators.interface import Directions, Function, Output
from simulrag.simulators.tolerances import Tolerance

#: The paper's template for epidemiology (A.2.6), with the choices that it leaves out.
CONTEXT = (
    "Query: What is the projected epidemiological landscape for {metric} in {states} for an "
    "influenza season initiating around {start_date}, assuming a basic reproduction number "
    "(R0) of {r0}, a {seasonality} seasonality influence, and an initial population immunity "
    "level of {immunity}%? (preset {preset}, {members} members, states {aggregation})\n"
    "Result: Projected Epidemiological Landscape for {metric}: {outlook}"
)
_ADMISSIONS = (
    "admissions", "hospital admissions", "people", "hospitalizations", "hospitalisations",
    "patients",
)  # fmt: skip
#: What is said of averted admissions, in people or in percent.
_FEWER = tuple(
    phrase
    for noun in ("admissions", "hospital admissions", "hospitalizations", "hospitalisations")
    for phrase in (f"fewer {noun}", f"{noun} fewer", f"reduction in {noun}", f"reduction of {noun}")
)
_PERCENT = ("%", "percent", "per cent")


AVERTED = Output(
    name="averted",
    kind="number",
    description="hospital admissions over the 244 days that the measures avert: median of the "
    "differences of paired members, 5 and 95 percentiles as low and high",
    unit_words=_ADMISSIONS,
    words=(
        "admissions averted", "averted admissions", "hospitalizations averted",
        "hospitalisations averted", "admissions prevented", "hospitalizations prevented", "averts",
        "averted", "prevents", "prevented", "admissions avoided", "avert", "prevent", "avoids",
        "avoid", "avoided", "saves", "spared", *_FEWER, "spare", "spares", "sparing", "save",
        "saving", "saved", "keep out of hospital", "keeps out of hospital", "fewer", "less",
        "reduce", "reduces", "reduced", "cut", "cuts", "lower", "lowers",
    ),
    decimals=0,
    tolerance=Tolerance(relative=0.05),
    directions=Directions(rises=("more",), falls=("fewer",)),
    template="In {states}, the measures ({measures}) avert {value}{conditions}.",
)  # fmt: skip
AVERTED_SHARE = Output(
    name="averted_share",
    kind="number",
    description="averted admissions as a share of those without the measures",
    unit="percent",
    is_change=True,
    unit_words=_PERCENT,
    words=(
        "share averted", "share of admissions averted", "percent of admissions averted", "averts",
        "averted", "avert", "prevents", "prevented", "prevent", "avoids", "avoid", "avoided",
        "spare", "spares", "spared", "sparing", "save", "saves", "saving", "saved", "share",
        "proportion", "percentage", "stop", "stops", "stopped", "fewer", "less", "reduce",
        "reduces", "reduced", "cut", "cuts",
        "lower", "lowers", "avoiding", "averting", "preventing",
    ),
    decimals=1,
    tolerance=Tolerance(absolute=2.0),
    template="In {states}, the measures ({measures}) avert {value} of the admissions{conditions}.",
)  # fmt: skip
INFECTIONS_AVERTED = Output(
    name="infections_averted",
    kind="number",
    description="infections over the 244 days that the measures avert",
    unit_words=("infections", "cases", "people"),
    words=(
        "infections averted", "averted infections", "infections prevented", "fewer infections",
        "averts", "averted", "avert", "prevents", "prevented", "prevent", "infections", "infected",
        "infection", "spare", "spares", "spared", "save", "saves", "avoid", "avoids", "avoided",
    ),
    decimals=0,
    tolerance=Tolerance(relative=0.05),
    template="In {states}, the measures ({measures}) avert {value}{conditions}.",
)  # fmt: skip
ADMISSIONS_CHANGE = Output(
    name="admissions_change",
    kind="number",
    description="change of the admissions over the 244 days, percent of those without the "
    "measures; below 0 where the measures avert any",
    unit="percent",
    is_change=True,
    unit_words=_PERCENT,
    words=(
        "change of admissions", "change in admissions", "total admissions", *_FEWER, "admissions",
        "hospitalizations", "hospitalisations", "admitted", "hospital stays", "patients",
        "hospitalised", "hospitalized", "hospital burden", "in hospital", "toll",
    ),
    decimals=1,
    tolerance=Tolerance(absolute=2.0, difference=2.0),
    directions=Directions(rises=("higher", "increases"), falls=("lower", "decreases")),
)  # fmt: skip
PEAK_CHANGE = Output(
    name="peak_change",
    kind="number",
    description="change that the measures make to the highest daily admissions of a season, "
    "percent: median over pairs, 5 and 95 percentiles as low and high",
    unit="percent",
    is_change=True,
    unit_words=_PERCENT,
    words=(
        "peak", "peaks", "peak in", "peaks in", "peak of daily admissions", "height of the peak",
        "highest daily admissions", "highest daily value",
        "peak height", "peak admissions", "top of the curve", "height of the wave", "epidemic peak",
        "curve", "worst day", "busiest day", "high point", "height", "top", "flatten", "flattened",
        "flattening", "load",
    ),
    decimals=1,
    tolerance=Tolerance(absolute=2.0, difference=2.0),
    directions=Directions(
        rises=("higher", "increases"), falls=("lower", "decreases", "flattens", "flatten")
    ),
    template="They make the peak of daily admissions in {states} {size} {turn:higher/lower}.",
)  # fmt: skip

SEASON = Function(
    name="season",
    words=SIMULATED_WORDS,
    title="Influenza season in US states",
    description=(
        "An ensemble of stochastic, age-structured influenza seasons of 244 days. "
        "R0, seasonality, prior immunity and the first day are given; nothing is forecast."
    ),
    parameters=(*PARAMETERS, THRESHOLD),
    outputs=(
        *OUTPUTS,
        PEAK_CHANCE,
        START_R.model_copy(update={"needs": ()}),
        *MEDIAN_CURVE,
    ),
    context=CONTEXT,
    example={
        "states": ["North Carolina", "Massachusetts"],
        "start_date": "2022-10-04",
        "r0": 2.6,
        "seasonality": "moderate",
        "immunity": 10.0,
        "metric": "hospital prevalence",
    },
)

#: What the emulator gives of a season: numbers and dates of its members.
EMULATED_SEASON = SEASON.model_copy(
    update={"outputs": tuple(one for one in OUTPUTS if one.kind != "category")}
)

#: The same as published records speak of it, and where they hold its outputs.
RECORDED_SEASON = SEASON.model_copy(update={"outputs": (*OF_RECORDS, PEAK_CHANCE)})
RECORD_LAYOUT = {SEASON.name: LAYOUT}

INTERVENTION = Function(
    name="intervention",
    words=SIMULATED_WORDS,
    title="Measures against an influenza season",
    description=(
        "The same season with and without vaccination, fewer contacts, less travel or antiviral "
        "treatment, member by member on the same random numbers: what the measures avert."
    ),
    # Where nothing is said of the season, one that is much like 2022-23: with these values Ohio
    # has 7 admissions per 100,000 residents in the worst week, 8 were reported.
    parameters=(
        STATES,
        usually(START_DATE, "2022-10-01"),
        usually(R0, 2.0),
        usually(SEASONALITY, "moderate"),
        usually(IMMUNITY, 40.0),
        # Published records are not nature: the world is compared with this one.
        usually(PRESET, "textbook"),
        MEASURES,
        METRIC.model_copy(
            update={
                "choices": {
                    str(METRIC.default): METRIC.choices[str(METRIC.default)],
                }
            }
        ),
    ),
    outputs=(AVERTED, AVERTED_SHARE, INFECTIONS_AVERTED, PEAK_CHANGE, ADMISSIONS_CHANGE),
    context=(
        "Query: What do the measures {measures} change in an influenza season in {states} from "
        "{start_date} on, with an R0 of {r0}, {seasonality} seasonality and {immunity}% prior "
        "immunity? (preset {preset}, {members} pairs of seasons, states added up)\n"
        "Result: {result}"
    ),
    example={
        "states": ["Ohio"],
        "start_date": "2022-10-01",
        "r0": 2.2,
        "seasonality": "moderate",
        "immunity": 30.0,
        "measures": [
            {"kind": "vaccinated", "share": 50},
            {"kind": "schools closed", "from_week": 4, "weeks": 6},
        ],
    },
)
