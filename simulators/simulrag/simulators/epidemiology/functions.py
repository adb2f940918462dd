"""The functions of simulated seasons as they are published; nothing here runs them."""

from pydantic import JsonValue

from simulrag.simulators.capabilities import Inverse
from simulrag.simulators.epidemiology.outputs import (
    ATTACK_RATE,
    LAYOUT,
    MEDIAN_CURVE,
    NUMBERS,
    OF_RECORDS,
    OUTPUTS,
    PEAK_CHANCE,
    START_R,
    counted,
    in_percent,
)
from simulrag.simulators.epidemiology.parameters import (
    IMMUNITY,
    MEASURES,
    MEMBERS,
    METRIC,
    PARAMETERS,
    PRESET,
    R0,
    SEASONALITY,
    SIMULATED_WORDS,
    START_DATE,
    STATES,
    VACCINATED_AGES,
    usually,
)
from simulrag.simulators.interface import Directions, Function, Output, Parameter, Tolerance

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
AVERTED = counted(
    name="averted",
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
    directions=Directions(rises=("more",), falls=("fewer",)),
    template="In {states}, the measures ({measures}) avert {value}{conditions}.",
)  # fmt: skip
AVERTED_SHARE = in_percent(
    name="averted_share",
    description="averted admissions as a share of those without the measures",
    is_change=True,
    words=(
        "share averted", "share of admissions averted", "percent of admissions averted", "averts",
        "averted", "avert", "prevents", "prevented", "prevent", "avoids", "avoid", "avoided",
        "spare", "spares", "spared", "sparing", "save", "saves", "saving", "saved", "share",
        "proportion", "percentage", "stop", "stops", "stopped", "fewer", "less", "reduce",
        "reduces", "reduced", "cut", "cuts",
        "lower", "lowers", "avoiding", "averting", "preventing",
    ),
    tolerance=Tolerance(absolute=2.0),
    template="In {states}, the measures ({measures}) avert {value} of the admissions{conditions}.",
)  # fmt: skip
INFECTIONS_AVERTED = counted(
    name="infections_averted",
    description="infections over the 244 days that the measures avert",
    unit_words=("infections", "cases", "people"),
    words=(
        "infections averted", "averted infections", "infections prevented", "fewer infections",
        "averts", "averted", "avert", "prevents", "prevented", "prevent", "infections", "infected",
        "infection", "spare", "spares", "spared", "save", "saves", "avoid", "avoids", "avoided",
    ),
    template="In {states}, the measures ({measures}) avert {value}{conditions}.",
)  # fmt: skip
ADMISSIONS_CHANGE = in_percent(
    name="admissions_change",
    description="change of the admissions over the 244 days, percent of those without the "
    "measures; below 0 where the measures avert any",
    is_change=True,
    words=(
        "change of admissions", "change in admissions", "total admissions", *_FEWER, "admissions",
        "hospitalizations", "hospitalisations", "admitted", "hospital stays", "patients",
        "hospitalised", "hospitalized", "hospital burden", "in hospital", "toll",
    ),
    directions=Directions(rises=("higher", "increases"), falls=("lower", "decreases")),
)  # fmt: skip
PEAK_CHANGE = in_percent(
    name="peak_change",
    description="change that the measures make to the highest daily admissions of a season, "
    "percent: median over pairs, 5 and 95 percentiles as low and high",
    is_change=True,
    words=(
        "peak", "peaks", "peak in", "peaks in", "peak of daily admissions", "height of the peak",
        "highest daily admissions", "highest daily value",
        "peak height", "peak admissions", "top of the curve", "height of the wave", "epidemic peak",
        "curve", "worst day", "busiest day", "high point", "height", "top", "flatten", "flattened",
        "flattening", "load",
    ),
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
    parameters=PARAMETERS,
    outputs=(*OUTPUTS, PEAK_CHANCE, START_R.model_copy(update={"needs": ()}), *MEDIAN_CURVE),
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

#: A season in Ohio, of which examples ask more.
_OHIO: dict[str, JsonValue] = {
    "states": ["Ohio"], "start_date": "2022-10-01", "r0": 2.2, "seasonality": "moderate",
    "immunity": 30.0,
}  # fmt: skip


def _winter(immunity: float) -> tuple[Parameter, ...]:
    """Return the inputs of a season, with what is taken where nothing is said of one."""
    return (
        usually(START_DATE, "2022-10-01"),
        usually(R0, 2.0),
        usually(SEASONALITY, "moderate"),
        usually(IMMUNITY, immunity),
    )


_INCIDENCE = "hospital incidence"
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
        *_winter(40.0),
        # Published records are not nature: the world is compared with this one.
        usually(PRESET, "textbook"),
        MEASURES,
        METRIC.model_copy(update={"choices": {_INCIDENCE: METRIC.choices[_INCIDENCE]}}),
    ),
    outputs=(AVERTED, AVERTED_SHARE, INFECTIONS_AVERTED, PEAK_CHANGE, ADMISSIONS_CHANGE),
    context=(
        "Query: What do the measures {measures} change in an influenza season in {states} from "
        "{start_date} on, with an R0 of {r0}, {seasonality} seasonality and {immunity}% prior "
        "immunity? (preset {preset}, {members} pairs of seasons, states added up)\n"
        "Result: {result}"
    ),
    example={
        **_OHIO,
        "measures": [
            {"kind": "vaccinated", "share": 50},
            {"kind": "schools closed", "from_week": 4, "weeks": 6},
        ],
    },
)

AGES_ASKED = VACCINATED_AGES.model_copy(
    update={
        "description": "age groups, added up",
        "required": True,
        "words": ("age groups", "age group", "ages", "aged"),
    }
)
_MORE = Directions(rises=("higher", "larger", "more"), falls=("lower", "smaller", "fewer"))
_ADMITTED = (
    "hospital admissions", "admissions", "hospitalizations", "hospitalisations", "admitted",
    "hospitalised", "hospitalized", "patients", "hospital patients",
)  # fmt: skip
_PARTS = ("share", "percent", "percentage", "proportion", "fraction")


def _shares_of(nouns: tuple[str, ...]) -> tuple[str, ...]:
    """Return phrases for a part of what nouns name."""
    of_all = [f"of {all_}{noun}" for all_ in ("", "all ", "the ", "all the ") for noun in nouns]
    return tuple(f"{part} {of}" for part in (*_PARTS, "%") for of in of_all)


AGE_ATTACK_RATE = ATTACK_RATE.model_copy(
    update={
        "name": "age_attack_rate",
        "description": "share of the residents of these ages who are infected during the 244 days",
        "template": "The attack rate over the season among those aged {ages} in {states} is "
        "{value}.",
    }
)
AGE_INFECTIONS = counted(
    name="age_infections",
    description="people of these ages who are infected during the 244 days, median over members",
    unit_words=("infections", "people", "cases"),
    words=("number of infections", "infections", "people infected", "cases", "infected"),
    directions=_MORE,
    template="Those aged {ages} in {states} have {value} during the season.",
)
AGE_ADMISSIONS = counted(
    name="age_admissions",
    description="people of these ages who are admitted to hospital, of those infected during the "
    "season or ill on its first day; those who still wait for it on the last day among them",
    unit_words=("admissions", "hospitalizations", "hospitalisations", "patients", "people"),
    words=_ADMITTED,
    directions=_MORE,
    template="Of those aged {ages} in {states}, {value} are admitted during the season.",
)
AGE_SHARE = in_percent(
    name="age_share",
    description="share of all patients of the season who are of these ages",
    words=(*_shares_of(_ADMITTED), "share", "make up", "account for", "accounts for", "accounted"),
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
    parameters=(STATES, START_DATE, R0, SEASONALITY, IMMUNITY, AGES_ASKED, PRESET, MEMBERS),
    outputs=(AGE_ATTACK_RATE, AGE_INFECTIONS, AGE_ADMISSIONS, AGE_SHARE, AGE_INFECTIONS_SHARE),
    context=(
        "Query: How many people aged {ages} are infected and admitted in an influenza season in "
        "{states} from {start_date} on, with an R0 of {r0}, {seasonality} seasonality and "
        "{immunity}% prior immunity? (preset {preset}, {members} members, states added up)\n"
        "Result: {result}"
    ),
    example={**_OHIO, "ages": ["65+"]},
)

#: Without words: a reader would else take every number of people in a text for it.
PEAK = Parameter(
    name="peak",
    kind="number",
    description="people: the highest daily median that the season is to have, in one state",
    low=0.5,
    high=1e6,
)
NEEDED_R0 = Output(
    name="needed_r0",
    kind="number",
    description="R0 at which the emulated peak is the one asked for; low and high are those at "
    "which the 95 and 5 percentiles of that day are",
    words=("needed R0", "required R0"),
    decimals=2,
    tolerance=Tolerance(absolute=0.1),
    template="With an R0 of {value}, the median {metric} in {states} peaks at about {peak} "
    "people{conditions}.",
)
NEEDED_IMMUNITY = in_percent(
    name="needed_immunity",
    description="prior immunity at which the emulated peak is the one asked for; low and high "
    "are those at which the 5 and 95 percentiles of that day are",
    words=("needed immunity", "required immunity"),
    tolerance=Tolerance(absolute=2.0),
    template="With a prior immunity of {value} %, the median {metric} in {states} peaks at about "
    "{peak} people{conditions}.",
    unit_words=(),
)
NEEDED_CONTACTS = in_percent(
    name="needed_contacts",
    description="how much fewer all contacts must be from the first day on for the emulated peak "
    "asked for; low and high are those for the 5 and 95 percentiles of that day",
    unit_words=("%", "percent"),
    words=("needed reduction of contacts", "required reduction of contacts"),
    tolerance=Tolerance(absolute=2.0),
    template="With {value} fewer contacts from the first day on, the median {metric} in {states} "
    "peaks at about {peak} people{conditions}.",
)
_CONTEXT = (
    "Query: Which {unknown} gives an influenza season in {states} from {start_date} on, with "
    "{given} and {seasonality} seasonality, a peak of {peak} in {metric}? (emulator of the preset "
    "gleam)\nResult: {result}"
)


def _needed(title: str, found: Output, description: str, **example: JsonValue) -> Function:
    """Return a function that looks for the value with which a season has a peak.

    It has the inputs of an ordinary winter that its example names, with what is usual for each.
    """
    given = {n: _OHIO[n] for n in ("states", "start_date", "seasonality")} | example
    return Function(
        name=found.name,
        words=SIMULATED_WORDS,
        title=title,
        description=f"{description} The peak is that of the daily median, which is lower than the "
        "median of the members' own peaks that `season` gives and `solve` meets.",
        parameters=(PEAK, STATES, *(one for one in _winter(20.0) if one.name in given), METRIC),
        outputs=(found,),
        context=_CONTEXT,
        example=given,
    )


_ASKED = "highest daily median of a season in one state"
NEEDED_R0_FUNCTION = _needed(
    "R0 that gives a peak", NEEDED_R0,
    f"The R0 at which the {_ASKED} is the one asked for, found with the emulator.",
    peak=2000, immunity=20.0,
)  # fmt: skip
NEEDED_IMMUNITY_FUNCTION = _needed(
    "Prior immunity that gives a peak", NEEDED_IMMUNITY,
    f"The prior immunity at which the {_ASKED} is the one asked for, found with the emulator.",
    peak=1000, r0=2.6,
)  # fmt: skip
NEEDED_CONTACTS_FUNCTION = _needed(
    "Reduction of contacts that gives a peak", NEEDED_CONTACTS,
    "By how much contacts in all settings must be fewer, from the first day on, for the "
    f"{_ASKED} to be the one asked for: R0 falls as contacts do. Found with the emulator.",
    peak=500, r0=2.6, immunity=20.0,
)  # fmt: skip
INVERSES = {
    name: Inverse(seeks=seeks, level=PEAK.name, of="peak")
    for name, seeks in (
        (NEEDED_R0.name, R0.name),
        (NEEDED_IMMUNITY.name, IMMUNITY.name),
        (NEEDED_CONTACTS.name, "contacts"),
    )
}

EFFECTIVE = Output(
    name="effective_r",
    kind="number",
    description="R0 times the share that is not immune: secondary infections of one case at the "
    "height of the season, whatever the date",
    words=(
        *NUMBERS, "reproduction rate", "secondary infections", "secondary cases", "others",
        "each case", "every case",
    ),
    decimals=2,
    tolerance=Tolerance(absolute=0.05),
    directions=Directions(rises=("higher",), falls=("lower",)),
    template="The effective reproduction number is {value}{conditions}.",
)  # fmt: skip
SPREAD = Output(
    name="spread",
    kind="category",
    description="whether R_t is above 1, so that influenza can spread: on the start date with "
    "seasonality and preset where these are given, else at the height of the season; "
    "dies out: it is never; no value where it is so only later",
    choices={
        "can spread": (
            "take off", "takes off", "took off", "taking off", "spread", "spreads", "spreading",
            "get going", "take hold", "takes hold", "took hold", "get off the ground",
            "gets off the ground", "cause an outbreak", "start an outbreak", "spark an epidemic",
            "gain ground", "catch on", "break out", "get a foothold", "find a foothold", "persist",
            "invade", "gets going", "gather pace", "grow", "sweep through", "sweeps through",
            "cause an epidemic", "epidemic gets going", "start an epidemic", "major outbreak",
            "sustain itself", "sustained transmission", "epidemic can start", "establish itself",
            "gain a foothold", "circulate widely", "flu wave", "set off", "trigger", "builds up",
            "build up", "gets started", "big outbreak", "large outbreak", "explosive growth",
            "explode", "explodes", "growing epidemic", "growing flu epidemic",
            "cause a flu epidemic", "start a flu epidemic", "lead to an epidemic",
            "leads to an epidemic", "set off an epidemic", "sets off an epidemic",
            "causes an epidemic", "starts an epidemic", "trigger an epidemic",
            "triggers an epidemic", "lead to a flu epidemic", "leads to a flu epidemic",
            "lead to an outbreak", "grow exponentially", "infect most of the population",
            "infect much of the population", "infect most of", "go through the population",
            "spread widely", "snowball",
        ),
        "dies out": (
            "die out", "dies out", "died out", "dying out", "fizzle out", "fizzles out",
            "peter out", "peters out", "fade out", "fades out", "no epidemic", "cannot spread",
            "goes extinct", "burns out before it starts", "too few susceptible people",
            "too few susceptible", "not enough susceptible people", "comes to nothing",
            "come to nothing", "goes nowhere", "go nowhere", "gets nowhere", "get nowhere",
            "disappears", "nipped in the bud", "unable to spread", "stopped in its tracks",
            "leads to nothing", "lead to nothing", "stop influenza", "stop the flu",
            "stop a flu strain", "stop a strain", "stop an epidemic", "stop an outbreak",
        ),
    },
    words=(
        "the infection", "an infection", "the virus", "infection", "spread", "spreads", "spreading",
        "epidemic", "outbreak", "wave", "dies out", "takes off", "take hold", "takes hold",
        "fizzle", "fizzles", "herd immunity",
    ),
    template="Influenza {value}{conditions}.",
)  # fmt: skip
INVASION = Function(
    name="invasion",
    words=SIMULATED_WORDS,
    title="Whether influenza can spread",
    description="The effective reproduction number, R0 times the share of the population that is "
    "not immune: above 1 influenza can spread, else it dies out (Diekmann et al. 1990, doi "
    "10.1007/BF00178324). With a seasonality and a start date, that of this day as `season` has "
    "it (`start_r`); without them that of the height of the season.",
    parameters=(
        R0,
        IMMUNITY.model_copy(update={"required": False, "default": 0.0}),
        STATES.model_copy(update={"required": False}),
        SEASONALITY.model_copy(update={"required": False}),
        START_DATE.model_copy(update={"required": False}),
        PRESET,
    ),
    outputs=(EFFECTIVE, START_R, SPREAD),
    context=(
        "Query: Can influenza with an R0 of {r0} spread where {immunity}% are immune{when}?\n"
        "Result: effective reproduction number {effective}; influenza {spread}."
    ),
    example={
        "r0": 1.4, "immunity": 60.0, "seasonality": "moderate", "start_date": "2022-10-04",
    },
)  # fmt: skip
