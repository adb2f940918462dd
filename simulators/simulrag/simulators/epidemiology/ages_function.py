"""The function `season_by_age`: infections and patients of some of the five age groups."""

from simulrag.simulators.epidemiology.measure_fields import VACCINATED_AGES
from simulrag.simulators.epidemiology.outputs import ATTACK_RATE
from simulrag.simulators.epidemiology.parameters import (
    IMMUNITY,
    MEMBERS,
    PRESET,
    R0,
    SEASONALITY,
    SIMULATED_WORDS,
    START_DATE,
    STATES,
)
from simulrag.simulators.interface import Directions, Function, Output
from simulrag.simulators.tolerances import Tolerance

AGES_ASKED = VACCINATED_AGES.model_copy(
    update={
        "description": "age groups, added up",
        "required": True,
        "words": ("age groups", "age group", "ages", "aged"),
    }
)
_PERCENT = ("%", "percent", "per cent")
_MORE = Directions(rises=("higher", "larger", "more"), falls=("lower", "smaller", "fewer"))
_ADMITTED = (
    "hospital admissions", "admissions", "hospitalizations", "hospitalisations", "admitted",
    "hospitalised", "hospitalized", "patients", "hospital patients",
)  # fmt: skip
_PARTS = ("share", "percent", "percentage", "proportion", "fraction")


def _shares_of(nouns: tuple[str, ...]) -> tuple[str, ...]:
    """Return phrases for a part of what nouns name."""
    counted = [f"of {all_}{noun}" for all_ in ("", "all ", "the ", "all the ") for noun in nouns]
    return tuple(f"{part} {of}" for part in (*_PARTS, "%") for of in counted)


AGE_ATTACK_RATE = ATTACK_RATE.model_copy(
    update={
        "name": "age_attack_rate",
        "description": "share of the residents of these ages who are infected during the 244 days",
        "template": "The attack rate over the season among those aged {ages} in {states} is "
        "{value}.",
    }
)
AGE_INFECTIONS = Output(
    name="age_infections",
    kind="number",
    description="people of these ages who are infected during the 244 days, median over members",
    unit_words=("infections", "people", "cases"),
    words=("number of infections", "infections", "people infected", "cases", "infected"),
    decimals=0,
    tolerance=Tolerance(relative=0.05),
    directions=_MORE,
    template="Of those aged {ages} in {states}, {value} are infected during the season.",
)
AGE_ADMISSIONS = Output(
    name="age_admissions",
    kind="number",
    description="people of these ages who are admitted to hospital, of those infected during the "
    "season or ill on its first day; those who still wait for it on the last day among them",
    unit_words=("admissions", "hospitalizations", "hospitalisations", "patients", "people"),
    words=_ADMITTED,
    decimals=0,
    tolerance=Tolerance(relative=0.05),
    directions=_MORE,
    template="Of those aged {ages} in {states}, {value} are admitted during the season.",
)
AGE_SHARE = Output(
    name="age_share",
    kind="number",
    description="share of all patients of the season who are of these ages",
    unit="percent",
    unit_words=_PERCENT,
    words=(
        *_shares_of(_ADMITTED),
        "share",
        "make up",
        "account for",
        "accounts for",
        "accounted",
    ),
    decimals=1,
    tolerance=Tolerance(absolute=2.0, difference=2.0),
    directions=_MORE,
    template="In {states}, {value} of the season's patients are aged {ages}.",
)
AGE_INFECTIONS_SHARE = AGE_SHARE.model_copy(
    update={
        "name": "age_infections_share",
        "description": "share of all infections of the season that are in these ages",
        "words": _shares_of(("infections", "cases", "infected people")),
        "template": "In {states}, {value} of the season's infections are in those aged {ages}.",
    }
)
SEASON_BY_AGE = Function(
    name="season_by_age",
    words=SIMULATED_WORDS,
    title="Infections and patients of an influenza season by age",
    description="Who is infected and who is admitted in the season that `season` simulates, of "
    "some of the five age groups; states added up.",
    parameters=(
        STATES,
        START_DATE,
        R0,
        SEASONALITY,
        IMMUNITY,
        AGES_ASKED,
        PRESET,
        MEMBERS,
    ),
    outputs=(AGE_ATTACK_RATE, AGE_INFECTIONS, AGE_ADMISSIONS, AGE_SHARE, AGE_INFECTIONS_SHARE),
    context=(
        "Query: How many people aged {ages} are infected and admitted in an influenza season in "
        "{states} from {start_date} on, with an R0 of {r0}, {seasonality} seasonality and "
        "{immunity}% prior immunity? (preset {preset}, {members} members, states added up)\n"
        "Result: {result}"
    ),
    example={
        "states": ["Ohio"],
        "start_date": "2022-10-01",
        "r0": 2.2,
        "seasonality": "moderate",
        "immunity": 30.0,
        "ages": ["65+"],
    },
)
