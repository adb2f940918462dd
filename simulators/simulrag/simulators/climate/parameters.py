"""Parameters of climate calls, with every word that names them; no numpy, for a quick start."""

from simulrag.simulators.climate.conditions import FIRST_YEAR, HISTORICAL, LAST_YEAR, SCENARIOS
from simulrag.simulators.interface import LeftOpen, Parameter, Selection


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
ANNUAL = "annual"
SEASONS = ("DJF", "MAM", "JJA", "SON")
MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
#: Seasons by their names: what they are north of the equator, and south of it.
NAMED = {
    "winter": ("DJF", "JJA"), "spring": ("MAM", "SON"),
    "summer": ("JJA", "DJF"), "autumn": ("SON", "MAM"),
}  # fmt: skip
_FULL = ("January", "February", "March", "April", "May", "June", "July", "August", "September",
         "October", "November", "December")  # fmt: skip
#: Names of months that are other words as well count behind these alone.
_ALSO_WORDS = ("March", "May")
_BEFORE = ("in", "of", "during", "for", "by", "each", "every", "mean", "average", "a typical")
_BEHIND = ("temperature", "temperatures", "precipitation", "rainfall", "rain", "mean", "means",
           "average", "averages", "total", "totals")  # fmt: skip
_SPANS = {
    "DJF": ("December", "February", "boreal winter", "austral summer"),
    "MAM": ("March", "May", "boreal spring", "austral autumn"),
    "JJA": ("June", "August", "boreal summer", "austral winter"),
    "SON": ("September", "November", "boreal autumn", "austral spring"),
}
_FALL = ("in fall", "in the fall", "fall season", "fall temperature", "fall temperatures",
         "fall rainfall", "fall precipitation", "autumns", "autumnal")  # fmt: skip


def _season(name: str) -> tuple[str, ...]:
    first, last, *others = _SPANS[name]
    return (f"{first} to {last}", f"{first}-{last}", f"{first}–{last}", f"{first} through {last}",
            f"{first[:3]}-{last[:3]}", *others)  # fmt: skip


def _month(name: str) -> tuple[str, ...]:
    if name not in _ALSO_WORDS:
        return (name,)
    return (*(f"{before} {name}" for before in _BEFORE), *(f"{name} {one}" for one in _BEHIND))


SEASON = Parameter(
    name="season",
    kind="choice",
    description="part of the year that the value is of: DJF, MAM, JJA, SON (three months), JAN to "
    "DEC, winter, spring, summer or autumn as the place's hemisphere has them, or annual, the "
    "default",
    required=False,
    left_open=LeftOpen(meant=ANNUAL),
    words=("season", "time of year"),
    selection=Selection(groups={"month": MONTHS, "months": MONTHS}),
    choices={
        ANNUAL: ("yearly", "whole year", "year-round", "year round", "over the year",
                 "over a year"),
        **{name: _season(name) for name in SEASONS},
        **{name: _month(full) for name, full in zip(MONTHS, _FULL, strict=True)},
        "winter": ("winters", "wintertime", "wintry", "in winter", "winter months"),
        "spring": ("springtime", "in spring", "spring months"),
        "summer": ("summers", "summertime", "in summer", "summer months"),
        "autumn": _FALL,
    },
)  # fmt: skip
if set(NAMED) - set(SEASON.choices):
    raise AssertionError("a season has no words")
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
