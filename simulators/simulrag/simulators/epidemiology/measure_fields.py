"""What a measure against a season is asked with, and every word in which text may say so."""

from simulrag.simulators.epidemiology.parameters import AGES, TREATED
from simulrag.simulators.epidemiology.request import DAYS
from simulrag.simulators.interface import Parameter, Selection

VACCINATED, TREATMENT, LESS_TRAVEL = "vaccinated", "treated with antivirals", "less travel"
_SCHOOL = ("school", "schools")
_WORK = ("work", "workplace", "workplaces", "office", "offices")
#: Kind -> what it means, and the words of what it acts on.
KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    VACCINATED: ("share of people, or of `ages`, vaccinated on the first day of the measure", (
        "vaccinate", "vaccinates", "vaccinating", "vaccination", "vaccinations", "vaccine",
        "vaccines", "vaccination coverage", "immunized", "immunised", "immunizing", "immunising",
        "immunization", "immunisation", "flu shot", "flu shots", "flu vaccine", "inoculated",
        "inoculating", "inoculation",
    )),
    TREATMENT: ("share of cases who are treated (all without it), infectious for a shorter time", (
        "antiviral", "antivirals", "antiviral treatment", "antiviral treatments", "oseltamivir",
        "antiviral drugs", "treating with antivirals", "treated with oseltamivir", "tamiflu",
        "treated",
    )),
    LESS_TRAVEL: ("share of trips between the states asked for that are not made", (
        "travel", "travelling", "traveling", "commuting", "mobility",
    )),
    "fewer contacts": ("share of all contacts that are avoided", (
        "contacts", "social contacts", "all contacts", "physical contacts",
    )),
    "fewer school contacts": ("share of contacts at school that are avoided", (
        *_SCHOOL, "school contacts", "contacts at school",
    )),
    "fewer work contacts": ("share of contacts at work that are avoided", (
        *_WORK, "work contacts", "contacts at work", "workplace contacts",
    )),
    "fewer household contacts": ("share of contacts in households that are avoided", (
        "household", "households", "homes", "household contacts", "contacts at home",
    )),
    "fewer community contacts": ("share of contacts elsewhere that are avoided", (
        "community", "community contacts",
    )),
    "schools closed": ("no contacts at school, which are not made up for elsewhere; no share", (
        *_SCHOOL, "closing schools", "school closure", "school closures", "closed schools",
    )),
    "workplaces closed": ("no contacts at work; no share", (
        *_WORK, "closing workplaces", "workplace closure", "workplace closures",
    )),
}  # fmt: skip
_CHILDREN = ("children", "kids", "minors", "under-18s", "under 18")
_OVER_50 = ("50+", "over-50s", "over 50", "50 and over", "50 and older")
_SHORTENED = (
    "shortening the infectious period by", "infectious period", "infectiousness",
    "time for which they are infectious", "time for which people are infectious",
)  # fmt: skip

KIND = Parameter(
    name="kind",
    kind="choice",
    description="what is done",
    choices={name: words for name, (_, words) in KINDS.items()},
    selection=Selection(explained={name: meaning for name, (meaning, _) in KINDS.items()}),
)
VACCINATED_AGES = Parameter(
    name="ages",
    kind="choices",
    description="who is vaccinated; everybody without it",
    required=False,
    choices={
        "0-4": ("0 to 4", "under-5s", "under fives", "toddlers", "infants"),
        "5-17": (
            "5 to 17", "school-age children", "school children", "schoolchildren", "pupils",
            "students",
        ),
        "18-49": ("18 to 49",),
        "50-64": ("50 to 64",),
        "65+": (
            "65 and over", "65 and older", "65 or over", "65 or older", "over 65", "over 65s",
            "over-65s", "the elderly", "elderly", "seniors", "pensioners", "older people",
            "older adults",
        ),
    },
    selection=Selection(
        groups=dict.fromkeys(_CHILDREN, AGES[:2])
        | {"adults": AGES[2:]}
        | dict.fromkeys(_OVER_50, AGES[3:])
    ),
)  # fmt: skip


def _share(
    name: str, description: str, words: tuple[str, ...] = (), default: float | None = None
) -> Parameter:
    return Parameter(
        name=name, kind="share", description=description, low=0.0, high=100.0, required=False,
        words=words, default=default,
    )  # fmt: skip


def _time(
    name: str, description: str, unit: str, ends: tuple[float, float], words: tuple[str, ...] = ()
) -> Parameter:
    return Parameter(
        name=name, kind="number", description=description, unit=unit, low=ends[0], high=ends[1],
        required=False, words=words,
    )  # fmt: skip


def _day(name: str, description: str) -> Parameter:
    return Parameter(name=name, kind="date", description=description, required=False)


# CDC's estimates for seasonal vaccines lie around it in most seasons (CDC, Past Seasons' Vaccine
# Effectiveness Estimates).
EFFICACY = _share(
    "efficacy", "share of the vaccinated who are protected",
    ("efficacy", "vaccine efficacy", "effectiveness", "vaccine effectiveness", "effective"), 40.0,
)  # fmt: skip
SHORTER = _share(
    "shorter", "by which treated people are infectious for a shorter time", _SHORTENED,
    round(100.0 * (1.0 - TREATED), 6),
)  # fmt: skip
MEASURES = Parameter(
    name="measures",
    kind="objects",
    description='what is done, such as {"kind": "schools closed", "from_week": 4, "weeks": 6}; '
    "measures that overlap multiply",
    selection=Selection(fields=(
        KIND,
        _share("share", "of those whom the kind speaks of"),
        VACCINATED_AGES,
        EFFICACY,
        SHORTER,
        _time("shorter_days", "the same in days, instead of shorter", "day", (0, 10), _SHORTENED),
        _day("from", "first day of the measure; that of the season without it"),
        _time("from_week", "the same as weeks after the first day of the season, instead of from",
              "week", (0, DAYS // 7), ("from week", "since week")),
        _day("until", "first day without it; to the end of the season without until and weeks"),
        _time("weeks", "how long it lasts, instead of until", "week", (0.5, DAYS // 7)),
    )),
    words=(
        "closing schools", "close schools", "schools close", "schools closed", "schools are closed",
        "schools were closed", "school closure", "school closures", "vaccinated", "vaccinating",
        "antivirals", "antiviral treatment", "oseltamivir", "travel restriction",
        "travel restrictions", "less travel", "fewer contacts", "social distancing", "lockdown",
        "masks", "face masks", "wear a mask", "quarantine", "curfew",
    ),
)  # fmt: skip
