"""Words for temperatures, how they change and scenarios."""

from simulrag.simulators.interface import Directions

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


def told(*kinds: str) -> tuple[str, ...]:
    """Return what kind of future a scenario is, as said of it ("high-emission pathway")."""
    return tuple(f"{kind} {one}" for kind in kinds for one in ("scenario", "pathway", "future"))


def spelled(family: int, forcing: str) -> tuple[str, ...]:
    """Return the spellings of a scenario name: SSP2-4.5, SSP2-45, SSP 245, ..."""
    digits = forcing.replace(".", "")
    return (
        f"SSP{family}-{forcing}",
        f"SSP{family}-{digits}",
        f"SSP {family}-{forcing}",
        f"SSP {family}{digits}",
        f"SSP-{family}{digits}",
        f"SSP{family} {forcing}",
        f"SSP{family}{forcing}",
        f"ssp{family}-{forcing}",
        f"ssp {family}-{forcing}",
    )


TOWNS = ("city", "town", "place", "location", "city of", "town of")
PARTS_OF_THE_GLOBE = (
    "land areas", "land warming", "ocean warming", "the oceans", "ocean areas",
    "northern hemisphere", "southern hemisphere", "the continents", "the arctic", "the antarctic",
    "the tropics", "oceans",
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
