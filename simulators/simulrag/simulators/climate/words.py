"""Words for temperatures, how they change and scenarios.

Loose words name something in text without a question; beside one they would say too little.
"""

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
    rises=(*(rise for rise, _ in _TURNS), "heated", "heating", "gained", "picks up", "picked up",
           "additional heating", "more warmth", "raise the temperature", "raises the temperature",
           "raises temperatures"),
    falls=tuple(fall for _, fall in _TURNS),
)  # fmt: skip
DEGREES = ("°C", "℃", "degrees Celsius", "degree Celsius", "degrees C", "deg C", "Celsius", "ºC")
LOOSE_TEMPERATURE = (
    "warm", "warms", "warmed", "warmer", "hotter", "heats", "heat up", "heats up", "heated", "cool",
    "cools",
    "averaging", "thermometer", "thermometers", "mercury",
    "year-round", "over a year", "over the course of a year",
    "cooled", "cooler", "colder", "chillier", "cold", "degrees", "degree", "averages",
    "averaged over a year",
    "over the year", "over a whole year", "on annual average", "annual average", "yearly average",
    "year-round average", "year-round", "year round", "all year round", "averaged over all months",
    "over all months", "over the twelve months", "over the whole year", "the year as a whole",
    "over the year as a whole", "mean over the year", "mean of the year", "a year on average",
    "averaged across the year", "across the year", "the whole year",
    "mean of all twelve months", "all twelve months", "twelve months", "twelve-month mean",
    "annual temperature", "yearly mean", "yearly temperature", "long-term mean",
    "long-term average",
    "average over the year", "warming", "below freezing", "freezing", "climate",
)  # fmt: skip
LOOSE_WORLD = (
    "globally", "worldwide",
    "global", "world", "world's", "globe", "planet", "Earth", "warming", "best estimate",
    "best estimates",
    "best-estimate", "central estimate", "central estimates", "warmer", "hotter", "cooler",
    "global temperature",
    "very likely range", "likely range", "very likely", "likely",
)  # fmt: skip
PREINDUSTRIAL = (
    "1850-1900", "1850 to 1900", "pre-industrial", "preindustrial", "pre-industrial times",
    "preindustrial times",
    "pre-industrial levels", "preindustrial levels", "pre-industrial era",
    "late nineteenth century", "before industrialisation", "before industrialization",
    "before the industrial revolution", "before the industrial age", "before industrial times",
    "the pre-industrial period", "preindustrial era", "pre-industrial age",
    "late 19th century", "later 1800s", "late 1800s", "1800s",
    "second half of the nineteenth century", "second half of the 19th century",
)  # fmt: skip
LOCAL_WARMING_WORDS = (
    "local warming", "warming since preindustrial", "warming since pre-industrial times",
    "local warming since preindustrial", "warming above pre-industrial",
    "warming relative to 1850-1900", "above pre-industrial levels", "above preindustrial levels",
    "local warming since 1850-1900", "warmer than pre-industrial", "warmer than preindustrial",
    "warmer than in 1850-1900",
)  # fmt: skip
#: How a doubling of the concentration is said; of emissions it would be another matter.
_GASES = ("CO2", "carbon dioxide", "atmospheric CO2", "atmospheric carbon dioxide",
          "the CO2 concentration", "the concentration of CO2", "CO2 concentrations",
          "the CO2 in the atmosphere", "CO2 in the atmosphere", "CO2 levels",
          "the carbon dioxide in the atmosphere", "the atmosphere's CO2",
          "the amount of CO2 in the air", "the carbon dioxide concentration")  # fmt: skip
LOOSE_ECS = (
    *(f"{word} {gas}" for gas in _GASES
      for word in ("doubling of", "Doubling of", "doubling", "Doubling", "doubled", "Doubled",
                   "doubles", "twice")),
    "CO2 doubling", "CO2 doubles", "CO2 is doubled", "equilibrium sensitivity",
    "sensitivity of the climate",
)  # fmt: skip
LOOSE_TCR = ("transient response", "transient climate sensitivity")


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


#: What is said to have an effect on the world.
_WORLDWIDE = ("global aerosol", "global geoengineering", "global modification", "global climate",
              "global temperature", "worldwide aerosol", "worldwide temperature", "global cooling",
              "global warming")  # fmt: skip
_AVERAGES = ("global average temperature", "global mean temperature", "average global temperature",
             "global temperature", "global mean", "global average")  # fmt: skip
GLOBAL_EFFECTS = (
    *(
        f"{lead} {noun}"
        for lead in (*_WORLDWIDE, "global aerosol modification")
        for noun in ("impact", "effect", "response", "influence")
    ),
    *(f"{lead} change" for lead in _AVERAGES),
    *(f"{noun} in {the}{lead}" for noun in ("change", "difference") for the in ("", "the ")
      for lead in _AVERAGES),
    "average global temperature difference", "global change",
)  # fmt: skip
