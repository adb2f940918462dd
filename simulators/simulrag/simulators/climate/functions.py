"""What the climate simulator can be asked, and every word in which text may ask it."""

from simulrag.simulators.capabilities import Inverse
from simulrag.simulators.climate.periods import FIRST_YEAR, HISTORICAL, LAST_YEAR, SCENARIOS
from simulrag.simulators.climate.season_parameter import SEASON
from simulrag.simulators.climate.temperature_words import (
    DEGREES,
    GLOBAL_EFFECTS,
    LOCAL_WARMING_WORDS,
    PARTS_OF_THE_GLOBE,
    TEMPERATURE_WORDS,
    TOWNS,
    TURNS,
    spelled,
    told,
)
from simulrag.simulators.interface import (
    Band,
    Function,
    LeftOpen,
    Output,
    Parameter,
    Scale,
    Selection,
    Tolerance,
)

PLACE = Parameter(
    name="place", kind="place",
    description="place in any script, by name ('Suresnes', '札幌'), or coordinates "
    "'latitude, longitude' ('48.87 N, 2.22 E'); or a country, continent or region, as the mean "
    "over its area ('India', 'Arctic', 'Mediterranean', 'land', 'world')",
    words=(*TOWNS, *PARTS_OF_THE_GLOBE),
)  # fmt: skip
#: A place that may be left out, where the whole globe is then meant and no part of it.
ANYWHERE = PLACE.model_copy(update={"required": False, "default": "", "words": TOWNS})
YEAR = Parameter(
    name="year",
    kind="year",
    description="calendar year; up to 2014 is history, from 2015 on a scenario is needed",
    low=FIRST_YEAR,
    high=LAST_YEAR,
    words=("year", "by", "in"),
    left_open=LeftOpen(tried=(1950, 2005, 2040, 2100)),
)
#: History ends in 2014; a scenario or a change of emissions means nothing before.
FIRST_SCENARIO_YEAR = 2015
#: Those between which a verdict on an assumed scenario must not turn.
CORE_SCENARIOS = ("ssp126", "ssp245", "ssp370", "ssp585")
SCENARIO = Parameter(
    name="scenario",
    kind="choice",
    description="emission scenario, from 2015 on; years up to 2014 are 'historical', which is "
    "also taken when none is given for them",
    required=False,
    applies={"year": (FIRST_SCENARIO_YEAR, None)},
    words=("scenario", "pathway", "emission scenario", "emissions scenario", "ssp"),
    choices={
        HISTORICAL: (),
        "ssp119": spelled(1, "1.9"),
        "ssp126": (*spelled(1, "2.6"), *told("low-emission", "low emissions", "low-emissions",
                                             "sustainability", "strong-mitigation",
                                             "strong mitigation")),
        "ssp245": (*spelled(2, "4.5"), *told("intermediate-emission", "intermediate emissions",
                                             "intermediate", "medium-emission", "medium emissions",
                                             "moderate-emission", "moderate emissions",
                                             "middle-of-the-road", "middle of the road")),
        "ssp370": (*spelled(3, "7.0"), *told("high-emission", "high emissions", "high-emissions",
                                             "regional rivalry", "regional-rivalry")),
        "ssp434": spelled(4, "3.4"),
        "ssp460": spelled(4, "6.0"),
        "ssp534-over": tuple(
            f"{name}{over}" for name in spelled(5, "3.4")
            for over in ("-over", "-OS", "", " overshoot")
        ),
        "ssp585": (*spelled(5, "8.5"), *told("very-high-emission", "very high emissions",
                                             "very-high-emissions", "highest-emission",
                                             "highest emissions", "fossil-fueled development",
                                             "fossil-fuelled development", "fossil-fuelled",
                                             "fossil-fueled")),
    },
    selection=Selection(groups={
        **{word: SCENARIOS for word in (
            "projected", "projection", "projections", "forecast", "forecasted", "predicted",
            "prediction", "future", "expected",
        )},
        **{word: (HISTORICAL,) for word in (
            "historical", "historically", "history", "historic", "recorded", "past",
            "observed average", "actual", "historical average", "previous",
        )},
    }),
    left_open=LeftOpen(tried=CORE_SCENARIOS),
)  # fmt: skip


def _change(name: str, title: str, words: tuple[str, ...], family: tuple[str, ...]) -> Parameter:
    return Parameter(
        name=name,
        kind="change",
        description=f"change of {title} emissions: the world's anthropogenic ones, in every year "
        "from 2015 to the year asked for (or as `since` says), relative to the scenario",
        low=-100.0,
        high=100.0,
        required=False,
        default=0.0,
        words=(*words, *family),
        applies={"year": (FIRST_SCENARIO_YEAR, None)},
    )


_GREENHOUSE = (
    "greenhouse gas", "greenhouse gases", "GHG", "GHGs", "greenhouse", "greenhouse gas emissions",
    "greenhouse emissions",
)  # fmt: skip
_AEROSOL = ("aerosol", "aerosols", "aerosol emissions", "aerosol precursors")
CHANGES = (
    _change("co2", "CO2", (
        "CO2", "co2", "CO₂", "carbon dioxide", "CO2 emissions", "carbon dioxide emissions",
    ), _GREENHOUSE),
    _change("ch4", "CH4", ("CH4", "ch4", "CH₄", "methane", "CH4 emissions", "methane emissions"),
            _GREENHOUSE),
    _change("so2", "SO2", (
        "SO2", "so2", "SO₂", "sulfur dioxide", "sulphur dioxide", "sulfur", "sulphur", "sulfate",
        "sulphate", "SO2 emissions", "sulfur dioxide emissions", "sulphur dioxide emissions",
    ), _AEROSOL),
    _change("bc", "BC", (
        "BC", "black carbon", "soot", "BC emissions", "black carbon emissions",
    ), _AEROSOL),
)  # fmt: skip
POINTS = Parameter(
    name="points",
    kind="points",
    description="[longitude, latitude] pairs: the 1 degree cells in which SO2 and BC emissions "
    "change; none means everywhere on Earth",
    required=False,
    applies={"so2": (None, None), "bc": (None, None)},
    words=(
        "points", "point", "coordinates", "grid point", "grid points", "grid cell", "grid cells",
        "modify points", "modified points", "location coordinates",
    ),
)  # fmt: skip

SINCE = Parameter(
    name="since",
    kind="choice",
    description="start: every year from 2015 on has changed emissions, the default; year: the year "
    "asked for alone; preindustrial: every year from 1850 on",
    required=False,
    words=("emissions changed", "changed emissions", "change acts", "changes act"),
    choices={
        "start": ("from 2015", "from the start of the scenario", "since 2015", "2015 onwards"),
        "year": (
            "in that year alone", "in that year only", "only in that year", "for one year",
            "for that year alone", "for a single year", "in a single year",
        ),
        "preindustrial": (
            "from 1850", "from pre-industrial times", "since 1850", "since pre-industrial times",
            "from the beginning of industry",
        ),
    },
    selection=Selection(need_words=True),
    applies={"year": (FIRST_SCENARIO_YEAR, None)},
    left_open=LeftOpen(meant="start"),
)  # fmt: skip

#: No convention grades annual means as cold, mild or warm; life zones come nearest.
LIFE_ZONES = Scale(
    name="life zone by annual mean temperature",
    source="Holdridge 1967, Life Zone Ecology: latitudinal regions by mean annual biotemperature, "
    "which equals the annual mean where no month is below 0 °C or above 30 °C",
    bands=(
        Band(label="polar", high=1.5),
        Band(label="subpolar", low=1.5, high=3.0, words=("sub-polar",)),
        Band(label="boreal", low=3.0, high=6.0),
        Band(label="cool temperate", low=6.0, high=12.0, words=("cool-temperate",)),
        Band(label="warm temperate", low=12.0, high=18.0, words=("warm-temperate",)),
        Band(label="subtropical", low=18.0, high=24.0, words=("sub-tropical",)),
        Band(label="tropical", low=24.0),
    ),
)

TEMPERATURE = Output(
    name="temperature",
    forced=True,
    kind="number",
    description="mean air temperature 2 m above ground at the place, in the year or its season",
    unit="degC",
    unit_words=DEGREES,
    words=TEMPERATURE_WORDS,
    directions=TURNS,
    decimals=2,
    tolerance=Tolerance(absolute=0.5, difference=0.1),
    scales=(LIFE_ZONES,),
    template="The annual mean temperature in {place} in {year}{conditions} is {value}.",
)  # fmt: skip
CHANGE_FROM_BASELINE = Output(
    name="change_from_baseline",
    kind="number",
    description="local temperature minus that of the same place, year and scenario without "
    "emission changes",
    unit="delta_degC",
    unit_words=DEGREES,
    words=(
        "change from baseline", "difference from baseline", "change from the baseline",
        "difference from the baseline", "effect of the emission changes",
        "impact of the emission changes", "deviation from the baseline",
        "temperature change caused by the emission changes", "effect on the local temperature",
        "impact on the local temperature", "response", "effect", "impact", "influence",
        "local response", "local effect", "local impact", "on the spot",
    ),
    decimals=2,
    tolerance=Tolerance(absolute=0.1, difference=0.1),
    directions=TURNS,
    changes_of="temperature",
    template="In {year}{conditions}, the emission changes make {place} {turn:warmer/cooler} by "
    "{size}.",
)  # fmt: skip
LOCAL_WARMING = Output(
    name="warming_since_preindustrial",
    forced=True,
    kind="number",
    description="local temperature minus the local mean of 1850-1900",
    unit="delta_degC",
    unit_words=DEGREES,
    words=LOCAL_WARMING_WORDS,
    decimals=2,
    tolerance=Tolerance(absolute=0.1, difference=0.1),
    directions=TURNS,
    template="{place} is {size} {turn:warmer/cooler} in {year}{conditions} than in 1850-1900.",
)  # fmt: skip
GLOBAL_WARMING = Output(
    name="global_warming",
    forced=True,
    recorded="global_record.recorded_warming",
    kind="number",
    description="global mean surface air temperature above the mean of 1850-1900",
    unit="delta_degC",
    unit_words=DEGREES,
    words=(
        "global warming", "global mean temperature", "global temperature",
        "global mean surface temperature", "global average temperature",
        "global surface temperature", "global surface air temperature",
        "average global temperature", "mean global temperature", "world temperature",
        "planetary warming", "warming of the planet", "the world", "the planet", "the globe",
        "the world's", "globally", "worldwide", "GMST", "GSAT", "global mean warming", "earth",
        "planetary", "world", "globe", "global", "heating", "whole",
    ),
    directions=TURNS,
    decimals=2, tolerance=Tolerance(absolute=0.1, difference=0.1),
    scales=(
        Scale(
            name="Paris Agreement",
            source="Paris Agreement, article 2.1(a): well below 2 °C, pursuing 1.5 °C",
            bands=(
                Band(label="within 1.5 °C", high=1.5, words=("below 1.5 °C",)),
                Band(label="between 1.5 and 2 °C", low=1.5, high=2.0),
                Band(label="above 2 °C", low=2.0, words=("beyond the Paris limits",)),
            ),
        ),
    ),
    template="The world is {size} {turn:warmer/cooler} in {year}{conditions} than in 1850-1900.",
)  # fmt: skip
GLOBAL_CHANGE = Output(
    name="global_change_from_baseline",
    kind="number",
    description="global mean temperature minus that of the same year and scenario without "
    "emission changes",
    unit="delta_degC",
    unit_words=DEGREES,
    words=(
        *GLOBAL_EFFECTS, "global mean", "global average", "earth", "planet", "world", "globe",
        "global", "worldwide", "globally", "response", "effect", "impact", "influence",
    ),
    decimals=2,
    tolerance=Tolerance(absolute=0.05, difference=0.05),
    directions=TURNS,
    changes_of="global_warming",
    template="In {year}{conditions}, the emission changes make the world {turn:warmer/cooler} by "
    "{size}.",
)  # fmt: skip
SURFACE = Output(
    name="surface",
    kind="category",
    description="whether the place lies on land or sea",
    words=(
        "land or sea", "land or ocean", "on land or sea", "on land or at sea", "surface type",
        "terrestrial or marine", "land or water", "located on", "location type", "situated",
        "located", "lies on", "geographic classification", "geographical classification", "land",
        "sea", "ocean", "water", "inland", "shore", "coast", "mainland",
    ),
    choices={
        "land": (
            "on land", "terrestrial", "land-based", "land based", "onshore", "a land location",
            "located on land", "dry land", "inland", "continental",
        ),
        "sea": (
            "at sea", "ocean", "in the ocean", "in the sea", "marine", "on water", "on sea",
            "offshore", "maritime", "oceanic", "on the sea", "over the ocean", "over the sea",
            "on the ocean",
        ),
    },
    template="{place} lies on {value}.",
)  # fmt: skip

LOCAL = Function(
    name="temperature",
    title="Local annual mean temperature",
    description="Mean 2 m air temperature at a place, 1850 to 2100, over the year or a season or "
    "month of it, with its forced change: no weather of single years. Changes of CO2, CH4, SO2 and "
    "BC scale the world's anthropogenic emissions (SO2 and BC: those of `points`, if given) in "
    "every year from 2015 to the year asked for, unless `since` says otherwise.",
    parameters=(PLACE, YEAR, SCENARIO, SEASON, *CHANGES, POINTS, SINCE),
    outputs=(TEMPERATURE, CHANGE_FROM_BASELINE, LOCAL_WARMING),
    context="{changes}, the average temperature for {place} in {part}{period} is {temperature}°C "
    "(90% interval {low} to {high}°C).{effect}{single}",
    example={"place": "Suresnes", "year": 2050, "scenario": "ssp245", "co2": 23.83, "ch4": 39.2},
)
GLOBAL = Function(
    name="global_temperature",
    title="Global mean temperature",
    description="Global mean surface air temperature above 1850-1900, and its difference from "
    "the scenario without emission changes. Changes mean the same as for `temperature`.",
    parameters=(YEAR, SCENARIO, *CHANGES, POINTS, SINCE),
    outputs=(GLOBAL_WARMING, GLOBAL_CHANGE),
    context="{changes}, the global mean temperature in {period} is {global_warming}°C above "
    "1850-1900 (90% interval {low} to {high}°C).{effect}{single}",
    example={"year": 2090, "scenario": "ssp370", "so2": -20.0},
)
#: Without unit and words: a reader would else take every temperature of a text for it.
THRESHOLD = Parameter(
    name="threshold",
    kind="number",
    description="°C: annual mean temperature of the place, or without a place global warming "
    "above 1850-1900",
    low=-70.0,
    high=45.0,
)
GAS = Parameter(
    name="gas",
    kind="choice",
    description="whose emissions change",
    words=("gas to change",),
    choices={"co2": (), "ch4": (), "so2": (), "bc": ()},
    selection=Selection(need_words=True),
)
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
    context="{changes}, {subject} passes {threshold}°C for good in {year} under the {scenario} "
    "scenario (90% interval {low} to {high}).",
    example={"threshold": 2.0, "scenario": "ssp370"},
)
#: The context of a threshold that is not passed for good.
NOT_PASSED = (
    "{changes}, {subject} does not pass {threshold}°C for good by 2100 under the {scenario} "
    "scenario: later, or never; {highest}{early}."
)
NEEDED = Function(
    name="needed_change",
    title="Emission change that meets a threshold",
    description="By how much the emissions of one gas must change so that local temperature, or "
    "global warming where no place is given, is at a threshold in a year; other changes stay as "
    "given.",
    parameters=(THRESHOLD, GAS, ANYWHERE, YEAR, SCENARIO, *CHANGES, POINTS, SINCE),
    outputs=(NEEDED_CHANGE,),
    context="A {value}% change in {gas} emissions meets {threshold}°C of {subject} in {year} "
    "under the {scenario} scenario (90% interval {low} to {high}%).",
    example={"place": "Suresnes", "year": 2050, "scenario": "ssp245", "gas": "co2",
             "threshold": 13.0},
)  # fmt: skip
LAND_OR_SEA = Function(
    name="land_or_sea",
    title="Land or sea",
    description="Whether a place lies on land or sea, at 0.1 degree; listed places lie on land.",
    parameters=(PLACE,),
    outputs=(SURFACE,),
    context="{place} is located on {surface}.",
    example={"place": "Suresnes"},
)
INVERSES = {THRESHOLD_YEAR.name: Inverse(seeks="year", level=THRESHOLD.name, of=TEMPERATURE.name)}
FUNCTIONS = (LOCAL, GLOBAL, THRESHOLD_YEAR, NEEDED, LAND_OR_SEA)
