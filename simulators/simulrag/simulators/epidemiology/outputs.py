"""What a season returns, and every word in which text may speak of it.

Published records hold figures of the daily median curve. Its peak lies below the median of the
members' peaks, which fall on different days; its sum is near that of the members. Records speak of
the former by the words of the latter.
"""

import json
from functools import partial
from importlib.resources import files

from simulrag.simulators.capabilities import Held
from simulrag.simulators.epidemiology.parameters import CHANCES, SHORT, SUBJECTS, THRESHOLD
from simulrag.simulators.interface import Band, Directions, Output, Scale, Tolerance

#: Constructors of outputs: whole people, percentages, weeks, and days.
counted = partial(Output, kind="number", decimals=0, tolerance=Tolerance(relative=0.05))
in_percent = partial(
    Output, kind="number", unit="percent", unit_words=("%", "percent", "per cent"), decimals=1,
    tolerance=Tolerance(absolute=2.0, difference=2.0),
)  # fmt: skip
in_weeks = partial(
    Output, kind="number", unit="week", unit_words=("weeks", "week"), decimals=1,
    tolerance=Tolerance(absolute=1.0, difference=1.0),
)  # fmt: skip
dated = partial(Output, kind="date", tolerance=Tolerance(absolute=7.0))

PEOPLE = (
    "people", "persons", "patients", "cases", "hospitalizations", "hospitalisations",
    "hospitalized", "hospitalised", "in hospital", "inpatients", "flu patients",
    "influenza patients", "admissions", "admissions a day", "admissions per day", "a day",
    "per day", "beds", "individuals", "concurrent cases", "concurrent hospitalizations",
)  # fmt: skip
#: What a date or a time is of, where it is told by them.
CRESTS = ("peak", "crest", "wave", "flu peak", "culminates", "high point", "maximum", "highest")
#: What stays as it is, and what comes to an end.
LEVEL = (
    "neither rise nor fall", "neither rises nor falls", "neither grow nor shrink",
    "neither grows nor shrinks", "hold steady", "holds steady", "stay level", "stays level",
    "remain level", "remains level", "remain constant", "remains constant", "stay constant",
    "stays constant", "stay flat", "stays flat", "no trend", "no clear trend", "no change",
    "little change", "hardly any change", "hardly change", "hardly changes", "barely change",
    "barely changes", "hardly move", "hardly moves", "barely move", "barely moves", "stand still",
    "stands still",
)  # fmt: skip
FADING = (
    "fizzle out", "fizzles out", "die out", "dies out", "peter out", "peters out", "dwindle",
    "dwindles", "fade away", "fades away", "recede", "recedes",
)  # fmt: skip
_GROW = ("grow", "grows", "growing", "rise", "rises", "climb", "climbs", "increase", "increases",
         "spread", "spreads")  # fmt: skip


def paced(*adverbs: str) -> tuple[str, ...]:
    """Return every verb of growth with each of the adverbs behind and before it."""
    pairs = [(verb, adverb) for verb in _GROW for adverb in adverbs]
    return tuple(p for v, a in pairs for p in (f"{v} {a}", f"{a} {v}"))


#: No rapid growth: what keeps a wave from coming, and what is left of one that does not.
SUPPRESSED = (
    *(f"{how} suppressed" for how in ("highly", "largely", "effectively", "significantly")),
    "suppressed from the start", "suppressed from the outset",
)  # fmt: skip
#: Rapid growth, of a season as a whole.
TAKING_OFF = (
    *(f"{fast} {growing}" for fast in ("rapidly", "swiftly", "quickly", "fast")
      for growing in ("escalating", "accelerating", "growing", "spreading", "expanding")),
    "fast-moving", "fast-developing", "fast-paced", "fast-unfolding",
)  # fmt: skip
#: Within a week of the first day.
AT_ONCE = tuple(
    f"{at} {start}"
    for at in ("immediately", "almost immediately", "right", "at once", "virtually immediately")
    for start in ("at the start", "at the outset", "at the onset", "at the beginning",
                  "on the start date", "on the first day", "after onset", "after the start")
)  # fmt: skip
#: Growth over four weeks, percent, above which (or below which, for -5) a label holds; as in the
#: published records.
DECLINING, STABLE, SLOW = -5.0, 5.0, 50.0
#: Where observed seasons are cut into grades; made by `train.make_tables`.
_GRADES: dict[str, list[float]] = json.loads(
    (files("simulrag.simulators.epidemiology") / "data" / "grades.json").read_text("utf-8")
)
_LOW, _MIDDLE, _HIGH = _GRADES["severity"]
_SHORT, _LONG = _GRADES["wave_length"]
#: Of the top week, admissions per 100,000 residents.
SEVERITY = Scale(
    name="severity of a season",
    source="50, 90 and 98 percentiles of the top weeks of 204 state seasons, 2022-23 to 2025-26, "
    "in CDC NHSN hospital admissions; percentiles as in CDC's severity assessment "
    "(Biggerstaff et al. 2018, doi 10.1093/aje/kwx334)",
    bands=(
        Band(label="mild", high=_LOW, words=("low severity",)),
        Band(label="moderate", low=_LOW, high=_MIDDLE,
             words=("moderately severe", "moderate severity")),
        Band(label="severe", low=_MIDDLE, words=("high severity",)),
        Band(label="extremely severe", low=_HIGH,
             words=("very severe", "exceptionally severe", "very high severity")),
    ),
)  # fmt: skip
#: Of the weeks above half of the height of a wave.
WAVE_LENGTH = Scale(
    name="length of a wave",
    source="quartiles of the weeks at or above half of the top week in 204 state seasons, "
    "2022-23 to 2025-26, in CDC NHSN hospital admissions",
    bands=(
        Band(label="brief", high=_SHORT, words=("short-lived", "sharp")),
        Band(label="of usual length", low=_SHORT, high=_LONG),
        Band(label="sustained", low=_LONG, words=("prolonged", "protracted", "drawn-out")),
    ),
)
#: Of the growth over the first four weeks, percent.
TAKE_OFF = Scale(
    name="take-off of a season",
    source="limit between slow and rapid growth in the published records",
    bands=(
        Band(label="suppressed", high=SLOW, words=SUPPRESSED),
        Band(label="taking off", low=SLOW, words=TAKING_OFF),
    ),
)
#: Of the weeks to the peak.
UNTIL_PEAK = Scale(
    name="time to the peak",
    source="one week, within which dates of a season count as the same",
    bands=(
        Band(label="immediately at the start", high=1.0, words=AT_ONCE),
        Band(label="after a build-up", low=1.0),
    ),
)
#: A third of the 244 days, weeks.
THIRD = 11.6
PEAK = counted(
    name="peak",
    description="highest daily value of a season: median over members, 5 and 95 percentiles as "
    "low and high",
    unit_words=PEOPLE,
    words=(
        "peak magnitude", "peak hospitalizations", "peak hospitalisations",
        "peak of hospitalizations", "peak of hospitalisations", "peak hospital incidence",
        "peak hospital prevalence", "peak incidence", "peak prevalence", "peak admissions",
        "peak occupancy", "peak load", "peak value", "peak size", "peak height", "median peak",
        "peak severity", "simulated peak", "hospital peak", "flu peak", "hospital load",
        "hospital burden", "hospital beds", "peak", "peaks in", "peaks at", "peaking at", "maximum",
        "highest number", "highest value", "high point", "tops out at", "crests at", "crest",
        "at its height", "at its worst", "at its highest", "worst day", "busiest day", "peak day",
        "the most admissions", "the most patients", "magnitude", "on the day", "a day", "per day",
        "in hospital", "wave", "outbreak", "epidemic", "hospitalisations", "hospitalizations",
        "admissions", "worst", "top", "spike", "high", "highest", "height", "hits", "busiest",
        "daily", "concentrated", "wave", "the wave",
    ),
    decimals=1,
    directions=Directions(
        rises=("higher", "larger", "bigger", "greater", "raises", "increases", "worse"),
        falls=("lower", "smaller", "smaller", "lower", "lowers", "decreases", "lower", "reduced",
               "flatter", "flattens"),
    ),
    template="The median {metric} in {states} peaks at {value}{conditions}.",
)  # fmt: skip
PEAK_DATE = dated(
    name="peak_date",
    description="day on which a season is highest: median over the members in which a wave rises; "
    "left out where it does in less than half of them",
    words=(
        "peak date", "date of the peak", "day of the peak", "peak day", "peaks on", "peak on",
        "peaking on", "peak is expected on", "peak is reached on", "peak falls on", "culminates on",
        "crests on", "tops out on", "peak around", "peaks around", "peaks in", "peak in",
        "peak occurs", "peak timing", "timing of the peak", "when the peak", "reaches its maximum",
        "peaking", "peaked", "tops out", "when", "timing", "time", "comes", "arrives", "strikes",
        "hits", "midwinter", "calendar", *CRESTS,
    ),
    directions=Directions(
        rises=("later", "delayed", "postponed", "delays"),
        falls=("earlier", "sooner", "brought forward"),
    ),
    since="start_date",
    template="The median {metric} in {states} peaks on {value}.",
)  # fmt: skip
WEEKS_TO_PEAK = in_weeks(
    name="weeks_to_peak",
    description="time from the first day of the season to its highest day: median over the members "
    "in which a wave rises; left out where it does in less than half of them",
    unit_words=("weeks", "week", "wk", "wks"),
    words=(
        "weeks to peak", "weeks to the peak", "weeks until the peak", "weeks from start",
        "weeks from the start", "weeks after the start", "weeks after the season's start",
        "weeks after the season's onset", "weeks after onset", "weeks into the season",
        "weeks until", "weeks before", "time to peak", "time to the peak", "peak arrives",
        "peak is reached after", "peaks after", "peak timing", "reach the peak", "reach its peak",
        "to top out", "to peak", "reaches its maximum", "until the wave", "how long until",
        "run-up", "build-up", "builds up", "materialize", "arrive", "shape", "curve", "course",
        "timing", *CRESTS,
    ),
    directions=Directions(
        rises=("later", "slower", "delayed"), falls=("earlier", "faster", "sooner", "quicker")
    ),
    since="start_date",
    scales=(UNTIL_PEAK,),
    template="The peak in {states} is reached {value} after the start of the season.",
)  # fmt: skip
GROWTH = in_percent(
    name="growth",
    description="growth over the first four weeks, from day 0 to day 27: median over the members "
    "that do not start at 0; left out where more than half do",
    is_change=True,
    words=(
        "four-week growth", "four week growth", "4-week growth", "growth over four weeks",
        "growth over the first four weeks", "growth in the first four weeks",
        "increase over the first four weeks", "increase in the first four weeks",
        "four-week increase", "first four weeks", "initial four weeks", "opening four weeks",
        "first 4 weeks", "over four weeks", "over the four weeks", "first month", "initial growth",
        "early growth", "growth rate", "growth", "at the outset", "at first", "early on",
        "in the beginning", "first weeks", "opening weeks", "early weeks", "take off", "takes off",
        "taking off", "pick up", "picks up", "doubles", "doubling", "rising", "rises", "increasing",
        "climbing", "momentum", "spreads", "spread",
    ),
    tolerance=Tolerance(relative=0.05, absolute=2.0, difference=2.0),
    directions=Directions(
        rises=(
            "grows", "rises", "increases", "increase", "faster", "grow", "growing", "rise", "climb",
            "climbs", "go up", "goes up", "pick up", "picks up",
        ),
        falls=(
            "declines", "falls", "decreases", "decrease", "slower", "drops", "decline", "fall",
            "drop", "shrink", "shrinks", "go down", "goes down",
        ),
    ),
    scales=(TAKE_OFF,),
    template="Over the first four weeks the median {metric} in {states} changes by {value}.",
)  # fmt: skip
TREND = Output(
    name="trend",
    kind="category",
    description="label of the growth over the first four weeks: declining below -5 %, stable to "
    "5 %, slow growth to 50 %, rapid growth above (thresholds of the published records)",
    words=(
        "initial trend", "qualitative trend", "early trend", "initial trajectory", "initial phase",
        "initially", "trend", "first weeks", "opening weeks", "early weeks", "tendency",
        "development", "at first", "at the start", "take-off",
    ),
    choices={
        "declining": (
            "declining", "decline", "declines", "declining phase", "go down", "goes down",
            "going down", "downward", "falling", "decreasing", "shrinking", *FADING,
        ),
        "stable": ("stable", "stable phase", "flat", "no growth", "steady", "unchanged", *LEVEL),
        "slow growth": (
            "slow growth", "slow growth phase", "slow initial growth", "gradual growth",
            "gradual increase", "modest growth", "creep up", "creeps up", "edge up", "edges up",
            *paced("slowly", "gradually", "gently"),
        ),
        "rapid growth": (
            "rapid growth", "rapid growth phase", "rapid initial growth", "initial rapid growth",
            "rapid early growth", "rapid increase", "rapid onset", "rapid spread",
            "rapid initial spread", "rapidly escalating", "rapidly developing",
            "extremely rapid growth", "unprecedentedly rapid growth", "explosive growth",
            "explosive growth phase", "shoot up", "shoots up", "explode", "explodes", "take off",
            "takes off", "taking off",
            *paced("rapidly", "quickly", "fast", "steeply", "sharply", "explosively"),
        ),
    },
    template="The initial trend of the median {metric} in {states} is {value}.",
)  # fmt: skip
CUMULATIVE = counted(
    name="cumulative",
    description="sum over the 244 days of the season, median over members: admissions, or "
    "person-days in hospital for hospital prevalence",
    unit_words=(
        "in total", "admissions", "hospitalizations", "hospitalisations", "bed-days", "person-days",
        "patient-days", "hospital days",
    ),
    words=(
        "cumulative", "cumulative burden", "cumulative total", "cumulative median", "total burden",
        "season total", "total over the season", "whole season", "running total",
        "summed over the season", "over the season", "added up", "adds up to", "add up to",
        "adding up to", "season's sum", "sum over the season", "sum of the daily", "sum of daily",
        "sum of all", "season as a whole", "entire season", "full season", "across the season",
        "season's admissions", "season comes to", "season amounts to", "season sums up to",
        "sums up to", "sum up to", "in the course of the season", "throughout the season",
        "season adds up to", "total", "burden", "in all", "altogether", "all told",
        "over the whole season", "admitted", "admissions", "hospital stays", "hospitalised",
        "hospitalized", "toll", "sum", "overall", "over the winter", "in hospital", "share",
        "accounts", "account", "contribute", "contributes", "split",
    ),
    decimals=1,
    directions=Directions(
        rises=("higher", "larger", "greater", "increases"), falls=("lower", "smaller", "decreases")
    ),
    template="Summed over the season, the median {metric} in {states} comes to {value}.",
)  # fmt: skip
ATTACK_RATE = in_percent(
    name="attack_rate",
    description="share of the residents who are infected during the 244 days of the season",
    unit_words=("%", "percent", "per cent", "percent of the population", "of residents"),
    words=(
        "attack rate", "infection attack rate", "share infected", "proportion infected",
        "population infected", "people infected", "residents infected", "are infected",
        "is infected", "catch the flu", "get infected", "infects", "infect", "infected",
        "infecting", "catch flu", "catch it", "catch influenza", "catches the flu",
        "caught the flu", "catching the flu", "get the flu", "contract the flu", "become infected",
        "end up infected", "infections", "infection", "falls ill", "fall ill", "fell ill", "ill",
        "sick", "catch", "catches", "caught", "contract", "contracts", "cases",
        "share of the population",
    ),
    directions=Directions(rises=("higher", "larger"), falls=("lower", "smaller")),
    template="The attack rate over the season in {states} is {value}.",
)  # fmt: skip
HALF_BURDEN = in_weeks(
    name="half_burden",
    description="weeks from the first day until half of a season's sum is reached, median over "
    "members",
    words=(
        "half of the burden", "half the burden", "half of all admissions",
        "half of the season's admissions", "course of the burden", "shape of the season",
        "halfway", "half-way", "midpoint", "first half", "second half",
    ),
    directions=Directions(rises=("later",), falls=("earlier",)),
    since="start_date",
    scales=(
        Scale(
            name="course of a season",
            source="thirds of the 244 days, within which half of the season's burden falls",
            bands=(
                Band(label="front-loaded", high=THIRD, words=("front loaded",)),
                Band(label="mid-loaded", low=THIRD, high=2 * THIRD, words=("evenly spread",)),
                Band(label="back-loaded", low=2 * THIRD, words=("back loaded",)),
            ),
        ),
    ),
    template="In {states} half of the burden has come after {value}.",
)  # fmt: skip
HALF_BURDEN_DATE = dated(
    name="half_burden_date",
    description="day on which half of a season's sum is reached, median over members",
    words=(
        "half of the burden by", "half the burden by", "half of all admissions",
        "half of the season's admissions", "half-way date", "half-way day", "halfway", "half-way",
        "midpoint", "first half", "second half",
    ),
    since="start_date",
    template="The half-way day of the burden in {states} is {value}.",
)  # fmt: skip
DURATION = in_weeks(
    name="duration",
    description="weeks in which daily values reach at least half of a season's peak, from the "
    "first to the last, median over members",
    words=(
        "duration of the wave", "width of the peak", "above half of", "length of the wave",
        "wave lasts", "long", "longer", "longest", "short", "shorter", "shortest", "lasts",
        "last", "lasting",
        "drawn out", "drags on", "flatter", "flat", "broad", "broader", "wide", "wider", "narrow",
        "narrower", "sharp", "sharper", "stretched", "stretches", "concentrates", "concentrated",
        "compressed", "compresses",
    ),
    directions=Directions(rises=("longer",), falls=("shorter",)),
    scales=(WAVE_LENGTH,),
    template="The duration of the wave in {states}, above half of its height, is {value}.",
)  # fmt: skip
PEAK_PHASE = Output(
    name="peak_phase",
    kind="category",
    description="whether the peak lies before January, early, or after February, late: January and "
    "February had the peak in most US seasons (CDC, Flu Season: peak months 1982-83 to 2021-22)",
    words=(
        "phase of the peak", "peak phase", "phase", "before january", "after february", "early",
        "late",
    ),
    choices={
        "early peak": ("peaks early", "early-season peak", "early season peak"),
        "midwinter peak": (
            "usual peak", "mid-winter peak", "peaks in midwinter", "midwinter", "mid-winter",
        ),
        "late peak": ("peaks late", "late-season peak", "late season peak"),
    },
    template="Timing of the wave in {states}: {value}.",
)  # fmt: skip
PEAK_WEEKLY_RATE = counted(
    name="peak_weekly_rate",
    description="hospital admissions per 100,000 residents in the seven days with most of them, "
    "median over members, whatever metric is asked for; graded against observed seasons",
    unit_words=(
        "per 100,000", "per 100 000", "per 100k", "admissions per 100,000", "per 100,000 people",
        "per 100,000 inhabitants",
    ),
    words=(
        "peak weekly rate", "peak weekly admission rate", "weekly admissions per 100,000",
        "weekly admission rate", "severity", "season severity", "severity of the season",
        "severity of the outbreak", "per 100,000", "weekly", "a week", "worst week", "rate",
        "per head", "per capita", "per person", "per resident", "per inhabitant", "severe",
        "severer", "mild", "bad",
    ),
    decimals=1,
    directions=Directions(rises=("more severe", "worse"), falls=("less severe", "milder")),
    scales=(SEVERITY,),
    template="The median peak weekly admission rate in {states} is {value} residents.",
)  # fmt: skip
#: What R_t is called, whatever the day.
NUMBERS = (
    "effective reproduction number", "effective reproductive number", "effective R", "R_t", "Rt",
    "R_eff", "Re", "reproduction number", "reproductive number",
)  # fmt: skip
_AT_START = (
    "at the start", "at the outset", "at the beginning", "on the first day", "on day one",
    "at start", "at onset",
)  # fmt: skip
START_R = Output(
    name="start_r",
    kind="number",
    description="R_t on the first day: R0 times the factor of seasonality, date and preset times "
    "the share that is not immune",
    words=(
        *(f"{number} {when}" for number in NUMBERS for when in _AT_START),
        *(f"{first} {number}" for number in NUMBERS for first in ("starting", "initial")),
        *(f"{when} the {number}" for number in NUMBERS for when in _AT_START),
        *(f"{when} , the {number}" for number in NUMBERS for when in _AT_START),
        *(f"starts with an {number}" for number in NUMBERS),
    ),
    needs=("seasonality",),
    decimals=2,
    tolerance=Tolerance(absolute=0.05),
    directions=Directions(rises=("higher",), falls=("lower",)),
    template="The effective reproduction number at the start is {value}{conditions}.",
)
PEAK_CHANCE = in_percent(
    name="peak_chance",
    description="share of the members whose own highest daily value is above the threshold; of "
    "those of each state where states are pooled",
    words=(
        *(f"{chance} {of}" for chance in CHANCES for of in (*SUBJECTS, *SHORT)),
        "exceedance probability", "probability of exceedance", "chance", "risk", "odds",
        "probability", "likelihood", "likely", "unlikely", "probable",
    ),
    needs=(THRESHOLD.name,),
    decimals=0,
    tolerance=Tolerance(absolute=5.0, difference=5.0),
    directions=Directions(
        rises=("higher", "larger", "greater"), falls=("lower", "smaller", "lower")
    ),
    template="The chance that the peak in {states} exceeds {threshold} is {value}{conditions}.",
)  # fmt: skip
OUTPUTS = (
    PEAK,
    PEAK_DATE,
    WEEKS_TO_PEAK,
    GROWTH,
    TREND,
    CUMULATIVE,
    ATTACK_RATE,
    PEAK_WEEKLY_RATE,
    HALF_BURDEN,
    HALF_BURDEN_DATE,
    DURATION,
    PEAK_PHASE,
)

#: Before the name of the output of which it is the counterpart.
PREFIX = "median_curve_"
#: As records speak of them, each with all the words of its counterpart.
RECORDED = tuple(
    output.model_copy(update={"name": PREFIX + output.name, "description": description})
    for output, description in (
        (PEAK, "highest value of the daily median curve, as in published records; low and high are "
         "the 5 and 95 percentiles of the ensemble on that day"),
        (PEAK_DATE, "day on which the daily median curve is highest, as in published records"),
        (WEEKS_TO_PEAK, "time from the first day to the peak of the daily median curve, as in "
         "published records"),
        (GROWTH, "growth of the daily median curve from day 0 to day 27, as in published records; "
         "0 where it starts at 0"),
        (TREND, "label of the growth of the daily median curve, as in published records"),
        (CUMULATIVE, "sum of the daily medians over the 244 days of the season, as in published "
         "records"),
    )
)  # fmt: skip
#: Where their JSON holds each.
LAYOUT = {
    PREFIX + output.name: held
    for output, held in (
        (PEAK, Held(path="peak_magnitude.median_value", interval="peak_magnitude.90_percent_ci")),
        (PEAK_DATE, Held(path="peak_timing.peak_date")),
        (WEEKS_TO_PEAK, Held(path="peak_timing.weeks_from_start")),
        (GROWTH, Held(path="initial_trend.four_week_growth_percentage")),
        (TREND, Held(path="initial_trend.qualitative_trend")),
        (CUMULATIVE, Held(path="total_burden.cumulative_median_value")),
    )
}


def _beside(output: Output) -> Output:
    """Return a recorded output as it stands beside its counterpart: with words of its own."""
    said = output.name.removeprefix(PREFIX).replace("_", " ")
    return output.model_copy(
        update={
            "words": (f"median curve's {said}", f"{said} of the median curve"),
            "choices": {label: () for label in output.choices},
            "scales": (),
            "template": "",
        }
    )


MEDIAN_CURVE = tuple(_beside(output) for output in RECORDED)
_COUNTERPARTS = {output.name: output for output in RECORDED}
#: What claims about records are read against: no figure of members that has a counterpart.
OF_RECORDS = tuple(_COUNTERPARTS.get(PREFIX + output.name, output) for output in OUTPUTS)
