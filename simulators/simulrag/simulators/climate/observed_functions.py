"""Functions that return what was measured or assessed, and their words."""

from simulrag.simulators.climate.ar6_assessments import FUTURE, LATEST, PAST
from simulrag.simulators.climate.functions import (
    GLOBAL_WARMING,
    PLACE,
    SCENARIO,
    TEMPERATURE,
    YEAR,
)
from simulrag.simulators.climate.period_functions import (
    BASELINE,
    period_trend,
    period_warming,
    year_end,
)
from simulrag.simulators.climate.periods import FIRST_RECORDED, LAST_RECORDED
from simulrag.simulators.climate.temperature_words import DEGREES, ECS_WORDS, PREINDUSTRIAL, TURNS
from simulrag.simulators.interface import (
    Directions,
    Function,
    LeftOpen,
    Output,
    Parameter,
    Selection,
    Tolerance,
)


def _spelled(period: str) -> tuple[str, ...]:
    first, last = period.split("-")
    return (f"{first}–{last}", f"{first} to {last}", f"between {first} and {last}")


PERIOD = Parameter(
    name="period",
    kind="choice",
    description="2011-2020 (the default, or another period of IPCC AR6; those after 2020 need a "
    "scenario)",
    required=False,
    words=("period", "decade", "over"),
    choices={name: _spelled(name) for name in (*PAST, *FUTURE)},
    selection=Selection(
        periods={name: (f"{name[:4]}-01-01", f"{name[5:]}-12-31") for name in (*PAST, *FUTURE)}
    ),
    left_open=LeftOpen(meant=LATEST, outputs=("assessed_warming",)),
)
_SCENARIO = SCENARIO.model_copy(
    update={
        "applies": {},
        "choices": {name: SCENARIO.choices[name] for name in FUTURE["2081-2100"]},
        "selection": Selection(),
    }
)


def _sensitivity(
    name: str, description: str, words: tuple[str, ...], decimals: int, per: str = ""
) -> Output:
    return Output(
        name=name,
        kind="number",
        description=description,
        unit="delta_degC",
        unit_words=DEGREES,
        words=words,
        decimals=decimals,
        tolerance=Tolerance(absolute=0.1, difference=0.1),
        directions=Directions(
            rises=("warms", "warm", "warmed", "heats"),
            falls=("cools", "cool", "cooled", "cooling"),
        ),
        template=f"The {words[0]} is {{value}}{per}.",
    )  # fmt: skip


OBSERVED_WARMING = Output(
    name="assessed_warming",
    kind="number",
    description="global surface temperature above 1850-1900: best estimate and very likely range",
    unit="delta_degC",
    unit_words=DEGREES,
    words=(
        "observed global warming", "observed warming", "assessed warming",
        "assessed global warming", "observed global surface temperature",
        "observed global mean temperature", "measured global warming", *GLOBAL_WARMING.words,
        "best estimate", "central estimate", "very likely range", "likely range", "globally",
        "worldwide", "global", "world", "world's", "globe", "planet", "earth", "warming",
        "warmer", "hotter", "cooler", "heating", "estimate", "estimated", "very likely", "likely",
    ),
    directions=TURNS,
    baseline_words=PREINDUSTRIAL,
    needs=("period",),
    decimals=2,
    tolerance=Tolerance(absolute=0.1, difference=0.1),
    template="Global surface temperature in {period}{conditions} is {value} above 1850-1900.",
)  # fmt: skip
OBSERVED_TEMPERATURE = Output(
    name="observed_temperature",
    kind="number",
    description="mean temperature of 1981-2010 at the place by reanalysis",
    unit="degC",
    unit_words=DEGREES,
    words=(
        "observed temperature", "measured temperature", "observed average temperature",
        "observed annual mean temperature", "climate normal", *TEMPERATURE.words, "climate", "mild",
        "milder", "chilly",
    ),
    directions=TURNS,
    decimals=1,
    estimated=True,
    tolerance=Tolerance(absolute=0.5, difference=0.1),
    template="The mean temperature of 1981-2010 in {place} is {value}.",
)  # fmt: skip
_SENSITIVITIES = (
    _sensitivity(
        "equilibrium_climate_sensitivity",
        "warming in equilibrium with doubled CO2, very likely range",
        ECS_WORDS,
        1,
    ),
    _sensitivity(
        "transient_climate_response",
        "warming when CO2 has doubled after rising by 1 % a year, very likely range",
        ("transient climate response", "transient response", "TCR",
         "transient climate sensitivity"),
        1,
    ),
    _sensitivity(
        "warming_per_1000_gt_co2",
        "transient response to cumulative emissions, per 1000 Gt of CO2, likely range",
        (
            "transient climate response to cumulative emissions", "TCRE", "per 1000 Gt",
            "per 1,000 Gt", "for each 1000 Gt", "for every 1000 Gt", "each 1000 Gt",
        ),
        2,
        " per 1000 Gt of CO2",
    ),
)  # fmt: skip
ASSESSMENT = Function(
    name="assessment",
    title="Assessed global warming and sensitivity",
    description="Global surface temperature above 1850-1900 as assessed by IPCC AR6: past periods "
    "from observations, later ones by scenario from table SPM.1. With it come equilibrium climate "
    "sensitivity, transient climate response and warming per 1000 Gt of CO2.",
    parameters=(PERIOD, _SCENARIO),
    outputs=(OBSERVED_WARMING, *_SENSITIVITIES),
    context="IPCC AR6 assesses global surface temperature in {period}{scenario} to be {value}°C "
    "above 1850-1900 (very likely {low} to {high}°C).",
    example={"period": "2011-2020"},
    observed=True,
)
CLIMATE_NORMAL = Function(
    name="observed",
    title="Observed temperature of a place",
    description="Annual mean 2 m temperature of 1981-2010 by NCEP/NCAR reanalysis, corrected to "
    "the elevation of the place.",
    parameters=(PLACE,),
    outputs=(OBSERVED_TEMPERATURE,),
    context="By reanalysis, the average temperature for {place} over 1981-2010 is {value}°C "
    "(90% interval {low} to {high}°C).",
    example={"place": "Suresnes"},
    observed=True,
)
SENSITIVITY = Function(
    name="sensitivity",
    title="Assessed climate sensitivity",
    description="Equilibrium climate sensitivity, transient climate response and warming per 1000 "
    "Gt of CO2 as assessed by IPCC AR6.",
    parameters=(),
    outputs=_SENSITIVITIES,
    context="IPCC AR6 assesses an equilibrium climate sensitivity of {equilibrium}°C, a transient "
    "climate response of {transient}°C and a warming of {cumulative}°C per 1000 Gt of CO2.",
    observed=True,
)
GLOBAL_RECORD = Function(
    name="global_record",
    title="Recorded global temperature",
    description="Global mean surface temperature of a year that has been, or of a period, as "
    "HadCRUT5 records it, above 1850-1900 or another period.",
    parameters=(
        YEAR.model_copy(
            update={
                "description": "year on record, or the first of a period",
                "low": FIRST_RECORDED,
                "high": LAST_RECORDED,
            }
        ),
        year_end("last_year", "last year of the period, which begins in `year`").model_copy(
            update={"high": LAST_RECORDED, "required": False}
        ),
        *(one.model_copy(update={"high": LAST_RECORDED}) for one in BASELINE),
    ),
    outputs=(
        period_warming(
            "recorded_warming",
            "recorded global mean surface temperature",
            ("recorded warming", "on record", "record", "measured", "observed", "HadCRUT5",
             *GLOBAL_WARMING.words, "warming", "warmer", "hottest", "warmest"),
            "The world was {size} {turn:warmer/cooler} in {year} than in {baseline_first}-"
            "{baseline_last}.",
        ),
        period_trend(
            "recorded_trend_per_decade",
            "the recorded global mean",
            "From {year} to {last_year} the world warmed by {value} per decade.",
        ).model_copy(update={"needs": ("last_year",)}),
    ),
    context="By HadCRUT5, the global mean temperature of {period} was {warming}°C above {baseline}."
    "{trend}",
    example={"year": 1991, "last_year": 2020},
    observed=True,
)  # fmt: skip
OBSERVED = (ASSESSMENT, CLIMATE_NORMAL, SENSITIVITY, GLOBAL_RECORD)
