"""What a season returns, and every word in which text may speak of it."""

from simulrag.simulators.epidemiology.output_words import (
    FADING,
    GROWTH_WORDS,
    LEVEL,
    PEAK_WORDS,
    PEOPLE,
    WEEKS,
    WHEN,
    paced,
)
from simulrag.simulators.epidemiology.scales import TAKE_OFF, UNTIL_PEAK, severity, wave_length
from simulrag.simulators.interface import Band, Directions, Output, Scale
from simulrag.simulators.tolerances import Tolerance

#: A third of the 244 days, weeks.
THIRD = 11.6
PEAK = Output(
    name="peak",
    kind="number",
    description="highest daily value of a season: median over members, 5 and 95 percentiles as "
    "low and high",
    unit_words=PEOPLE,
    words=PEAK_WORDS,
    decimals=1,
    tolerance=Tolerance(relative=0.05),
    directions=Directions(
        rises=("higher", "larger", "bigger", "greater", "raises", "increases", "worse"),
        falls=("lower", "smaller", "smaller", "lower", "lowers", "decreases", "lower", "reduced",
               "flatter", "flattens"),
    ),
    template="The median {metric} in {states} peaks at {value}{conditions}.",
)  # fmt: skip
PEAK_DATE = Output(
    name="peak_date",
    kind="date",
    description="day on which a season is highest: median over the members in which a wave rises; "
    "left out where it does in less than half of them",
    words=WHEN,
    tolerance=Tolerance(absolute=7.0),
    directions=Directions(
        rises=("later", "delayed", "postponed", "delays"),
        falls=("earlier", "sooner", "brought forward"),
    ),
    since="start_date",
    template="The median {metric} in {states} peaks on {value}.",
)  # fmt: skip
WEEKS_TO_PEAK = Output(
    name="weeks_to_peak",
    kind="number",
    description="time from the first day of the season to its highest day: median over the members "
    "in which a wave rises; left out where it does in less than half of them",
    unit="week",
    unit_words=("weeks", "week", "wk", "wks"),
    words=WEEKS,
    decimals=1,
    tolerance=Tolerance(absolute=1.0, difference=1.0),
    directions=Directions(
        rises=("later", "slower", "delayed"), falls=("earlier", "faster", "sooner", "quicker")
    ),
    since="start_date",
    scales=(UNTIL_PEAK,),
    template="The peak in {states} is reached {value} after the start of the season.",
)  # fmt: skip
GROWTH = Output(
    name="growth",
    kind="number",
    description="growth over the first four weeks, from day 0 to day 27: median over the members "
    "that do not start at 0; left out where more than half do",
    unit="percent",
    is_change=True,
    unit_words=("%", "percent", "per cent"),
    words=GROWTH_WORDS,
    decimals=1,
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
CUMULATIVE = Output(
    name="cumulative",
    kind="number",
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
    tolerance=Tolerance(relative=0.05),
    directions=Directions(
        rises=("higher", "larger", "greater", "increases"), falls=("lower", "smaller", "decreases")
    ),
    template="Summed over the season, the median {metric} in {states} comes to {value}.",
)  # fmt: skip
ATTACK_RATE = Output(
    name="attack_rate",
    kind="number",
    description="share of the residents who are infected during the 244 days of the season",
    unit="percent",
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
    decimals=1,
    tolerance=Tolerance(absolute=2.0, difference=2.0),
    directions=Directions(rises=("higher", "larger"), falls=("lower", "smaller")),
    template="The attack rate over the season in {states} is {value}.",
)  # fmt: skip
HALF_BURDEN = Output(
    name="half_burden",
    kind="number",
    description="weeks from the first day until half of a season's sum is reached, median over "
    "members",
    unit="week",
    unit_words=("weeks", "week"),
    words=(
        "half of the burden", "half the burden", "half of all admissions",
        "half of the season's admissions", "course of the burden", "shape of the season",
        "halfway", "half-way", "midpoint", "first half", "second half",
    ),
    decimals=1,
    tolerance=Tolerance(absolute=1.0, difference=1.0),
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
HALF_BURDEN_DATE = Output(
    name="half_burden_date",
    kind="date",
    description="day on which half of a season's sum is reached, median over members",
    words=(
        "half of the burden by", "half the burden by", "half of all admissions",
        "half of the season's admissions", "half-way date", "half-way day", "halfway", "half-way",
        "midpoint", "first half", "second half",
    ),
    tolerance=Tolerance(absolute=7.0),
    since="start_date",
    template="The half-way day of the burden in {states} is {value}.",
)  # fmt: skip
DURATION = Output(
    name="duration",
    kind="number",
    description="weeks in which daily values reach at least half of a season's peak, from the "
    "first to the last, median over members",
    unit="week",
    unit_words=("weeks", "week"),
    words=(
        "duration of the wave", "width of the peak", "above half of", "length of the wave",
        "wave lasts", "long", "longer", "longest", "short", "shorter", "shortest", "lasts",
        "last", "lasting",
        "drawn out", "drags on", "flatter", "flat", "broad", "broader", "wide", "wider", "narrow",
        "narrower", "sharp", "sharper", "stretched", "stretches", "concentrates", "concentrated",
        "compressed", "compresses",
    ),
    decimals=1,
    tolerance=Tolerance(absolute=1.0, difference=1.0),
    directions=Directions(rises=("longer",), falls=("shorter",)),
    scales=(wave_length(),),
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
PEAK_WEEKLY_RATE = Output(
    name="peak_weekly_rate",
    kind="number",
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
    tolerance=Tolerance(relative=0.05),
    directions=Directions(rises=("more severe", "worse"), falls=("less severe", "milder")),
    scales=(severity(),),
    template="The median peak weekly admission rate in {states} is {value} residents.",
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
