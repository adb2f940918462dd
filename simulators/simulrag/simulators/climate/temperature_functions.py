"""Temperature of single years: what can be asked, and every word in which text may ask it."""

from simulrag.simulators.climate.parameters import (
    CHANGES,
    PLACE,
    POINTS,
    SCENARIO,
    SEASON,
    SINCE,
    YEAR,
)
from simulrag.simulators.interface import Band, Directions, Function, Output, Scale, Tolerance

#: A higher and a lower temperature; of several opposites of one word the last is said.
_TURNS = (
    ("warming", "cooling"), ("warmer", "chillier"), ("warmer", "cooler"), ("hotter", "colder"),
    ("increase", "reduction"), ("increase", "decrease"), ("increases", "decreases"),
    ("increased", "decreased"), ("increasing", "decreasing"), ("rise", "fall"), ("rises", "falls"),
    ("rising", "falling"), ("rose", "fell"), ("higher", "lower"), ("warms", "cools"),
    ("warmed", "cooled"), ("upward", "downward"), ("gain", "drop"), ("gains", "drops"),
    ("positive", "negative"), ("warm", "cool"), ("heat up", "cool down"),
    ("heats up", "cools down"), ("heat", "chill"), ("heats", "chills"),
    ("additional warming", "less warming"), ("more heat", "less heat"),
)  # fmt: skip
TURNS = Directions(
    rises=(
        *(rise for rise, _ in _TURNS), "heated", "heating", "gained", "picks up", "picked up",
        "additional heating", "more warmth", "raise the temperature", "raises the temperature",
        "raises temperatures",
    ),
    falls=tuple(fall for _, fall in _TURNS),
)  # fmt: skip
DEGREES = ("°C", "℃", "degrees Celsius", "degree Celsius", "degrees C", "deg C", "Celsius", "ºC")
TEMPERATURE_WORDS = (
    "temperature", "average temperature", "mean temperature", "annual mean temperature",
    "annual average temperature", "average annual temperature", "mean annual temperature",
    "surface temperature", "air temperature", "near-surface temperature", "2 m temperature",
    "local temperature", "local average temperature", "local climate", "historical average",
    "historical average temperature", "historical temperature", "projected temperature",
    "predicted temperature", "future temperature", "average yearly temperature",
    "annual temperature", "yearly temperature", "annual mean", "yearly mean", "annual average",
    "yearly average", "long-term mean", "long-term average", "average over the year",
    "averaged over a year", "over the year", "over a year", "over the whole year",
    "over the course of a year", "on annual average", "year-round", "year round",
    "how hot", "how warm", "how cold", "heat up", "heats up", "below freezing", "freezing",
    "temperatures", "climate", "average", "averages", "averaged", "averaging", "mean", "degree",
    "degrees", "thermometer", "mercury", "hot", "warm", "cold", "cool", "warms", "warmed",
    "warmer", "warming", "hotter", "heats", "heated", "cools", "cooled", "cooler", "colder",
    "chillier", "hottest", "warmest", "coldest", "coolest", "mildest",
)  # fmt: skip
PREINDUSTRIAL = (
    "1850-1900", "1850 to 1900", "second half of the nineteenth century",
    "second half of the 19th century", "pre-industrial", "preindustrial", "pre-industrial times",
    "preindustrial times", "pre-industrial levels", "preindustrial levels", "pre-industrial era",
    "the pre-industrial period", "late nineteenth century", "late 19th century",
    "before industrialisation", "before industrialization", "before the industrial revolution",
)  # fmt: skip
LOCAL_WARMING_WORDS = (
    "local warming", "warming since preindustrial", "warming since pre-industrial times",
    "local warming since preindustrial", "warming above pre-industrial",
    "warming relative to 1850-1900", "above pre-industrial levels", "above preindustrial levels",
    "local warming since 1850-1900", "warmer than pre-industrial", "warmer than preindustrial",
    "warmer than in 1850-1900", "1850-1900", "pre-industrial", "preindustrial",
    "industrialisation", "industrialization", "industrial revolution",
)  # fmt: skip
#: A doubling of the concentration; of emissions it would be another matter.
ECS_WORDS = (
    "equilibrium climate sensitivity", "climate sensitivity", "equilibrium sensitivity", "ECS",
    "sensitivity of the climate", "CO2 doubling", "CO2 is doubled",
    *(f"{word} {gas}" for word in ("doubling of", "doubling", "doubled", "twice")
      for gas in ("CO2", "carbon dioxide", "atmospheric CO2", "atmospheric carbon dioxide",
                  "the CO2 concentration", "the concentration of CO2", "CO2 in the atmosphere",
                  "CO2 levels")),
    "CO2 doubles", "carbon dioxide doubles",
)  # fmt: skip
#: Means of the world, and what is said to have an effect on them.
_AVERAGES = ("global average temperature", "global mean temperature", "average global temperature",
             "global temperature", "global mean", "global average")  # fmt: skip
_EFFECTS = ("impact", "effect", "response", "influence", "difference", "change")
GLOBAL_EFFECTS = (
    *(f"{lead} {noun}" for lead in (*_AVERAGES, "global", "worldwide", "global aerosol",
                                    "global aerosol temperature", "global climate",
                                    "global cooling", "global warming") for noun in _EFFECTS),
    *(f"{noun} {on} {the}{lead}" for noun, on in (
        ("change", "in"), ("difference", "in"), ("impact", "on"), ("effect", "on"),
    ) for the in ("", "the ") for lead in _AVERAGES),
    "global mean aerosol difference", "mean global temperature difference",
    "global aerosol mean difference",
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
    context="{changes}, the average temperature for {place} in {part}{period} is "
    "{value.value:.2f}°C (90% interval {value.low:.2f} to {value.high:.2f}°C).{effect}{single}",
    example={"place": "Suresnes", "year": 2050, "scenario": "ssp245", "co2": 23.83, "ch4": 39.2},
)
GLOBAL = Function(
    name="global_temperature",
    title="Global mean temperature",
    description="Global mean surface air temperature above 1850-1900, and its difference from "
    "the scenario without emission changes. Changes mean the same as for `temperature`.",
    parameters=(YEAR, SCENARIO, *CHANGES, POINTS, SINCE),
    outputs=(GLOBAL_WARMING, GLOBAL_CHANGE),
    context="{changes}, the global mean temperature in {period} is {value.value:.2f}°C above "
    "1850-1900 (90% interval {value.low:.2f} to {value.high:.2f}°C).{effect}{single}",
    example={"year": 2090, "scenario": "ssp370", "so2": -20.0},
)
LAND_OR_SEA = Function(
    name="land_or_sea",
    title="Land or sea",
    description="Whether a place lies on land or sea, at 0.1 degree; listed places lie on land.",
    parameters=(PLACE,),
    outputs=(SURFACE,),
    context="{place} is located on {surface}.",
    example={"place": "Suresnes"},
)
