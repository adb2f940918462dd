"""The words for the start of a wave and for its first four weeks, each with its sign."""

#: What may be first, and what of it: four weeks, a month or a part of the season told so.
_FIRST = "first opening initial early starting".split()
_OF_WEEKS = (
    "weeks | month | phase | phases | stage | stages | period | stretch | days | part | "
    "spell | leg | few weeks | four week | month of the season | weeks of the season | "
    "month of the wave | weeks of the wave | month of the outbreak | weeks of the "
    "outbreak | month of the epidemic | weeks of the epidemic"
).split(" | ")
_WEEKS = " | ".join(f"{first} {weeks}" for first in _FIRST for weeks in _OF_WEEKS)

#: Signs: the words for them, parted by bars.
START_SIGNS: dict[str, str] = {
    # The first four weeks, the start and its level, the first day.
    "V": _WEEKS
    + " | "
    + (
        "month into the season | early going | week 4 | week four | fourth week | at first | "
        "to begin with | early | initially | in the beginning | at the outset | early on | "
        "four week | month one | early growth period | growth window | month mark | early "
        "season | season's early weeks | season's first weeks | season's first month | "
        "season's opening weeks | season's opening month | wave's first month | outbreak's "
        "first month | in the early going | at an early stage | from early on | for starters "
        "| to start with | in the initial weeks | introductory phase | take off phase | start "
        "up phase | starting phase | launch phase | onset phase"
    ),
    "S": (
        "the point of departure | point of departure | starting point | starting value | "
        "starting figure | initial value | initial figure | initial number | initial count | "
        "original level | first level | level of day one | initial size | at the beginning | "
        "at the start | at the outset | start | beginning | outset | season's start | the "
        "start of the season | where it started | first of all | opening | starting level | "
        "start itself | what it was at the start | day one | the first day | first day | "
        "initial level | what it was at first | onset | season's beginning | season's onset | "
        "start date | the opening of the season | opening of the season | season opening | "
        "opening of the wave | initial figures | initial counts | initial numbers | initial "
        "values | initial load | initial incidence | initial prevalence | initial occupancy | "
        "initial admissions | initial patients | initial census | initial state | initial "
        "height | initial amount | initial daily figure | initial daily number | initial "
        "daily count | starting numbers | starting count | starting counts | starting figures "
        "| starting values | starting height | starting mark | starting size | starting "
        "position | starting line | starting date | starting day | opening level | opening "
        "figure | opening value | opening count | opening number | opening date | opening "
        "tally | day one level | day one figure | day one value | day one count | day one "
        "number | first day's level | first day's figure | first day's value | first day's "
        "count | first day's number | commencement | inception | kick off | launch | date of "
        "the start | season's opening | season's outset | season's launch | season's kick off "
        "| season's commencement | start of the season | beginning of the season | onset of "
        "the season | outset of the season | commencement of the season | kick off of the "
        "season | start of the wave | beginning of the wave | onset of the wave | start of "
        "the outbreak | beginning of the outbreak | onset of the outbreak | start of the "
        "epidemic | beginning of the epidemic | onset of the epidemic | start of the "
        "simulation | beginning of the simulation | start of the run | beginning of the run | "
        "start of the forecast | beginning of the forecast | start of the forecast period | "
        "start of it all | beginning of it all | where they started | where they began | "
        "where it began | where they stood at the start | where it stood at the start | where "
        "they were at the start | where it was at the start | what they were at the start | "
        "what it was on the first day | what they were on the first day | what it was on day "
        "one | what they were on day one | what it was initially | what they were initially | "
        "what they were at first | what it had been | what they had been | what it had been "
        "at the start | what there was at the start | baseline | base | original figure | "
        "original number | original value | original count | original size | original numbers "
        "| first reading | first value | first figure | first count | first number"
    ),
    "F": (
        "first day of the season | its very first day | the season's first day | first day | "
        "opening day | very first day | day the season starts | day the season begins | day "
        "on which the season starts | start itself | day one | day of the start | very start "
        "| the first | day on which it starts | season's first day | season's opening day | "
        "first day of all | season's very first day | very first day of the season | opening "
        "day of the season | first day of the wave | first day of the outbreak | first day of "
        "the epidemic | first day of the forecast | first day of the simulation | very "
        "beginning | very outset | very opening | very onset | day the season opens | day it "
        "starts | day it begins | day it opens | day on which it begins | day on which it "
        "opens | day on which the season begins | day on which the season opens | day of the "
        "opening | day of the beginning | beginning itself | opening day itself | first day "
        "itself | moment it starts | moment it begins | moment the season starts | moment the "
        "season begins | moment the season opens | word go"
    ),
    "=S": (
        "where it was | where they were | where it had been | where they had been | as it was | "
        "as they were | as it had been | as they had been | at what it was | at what they were "
        "| what it was before | what they were before | the same as at the start | same as at "
        "the start | same as on the first day | same as on day one | same as at the beginning | "
        "same as at the outset | as at the start | as on the first day | as on day one | as at "
        "the beginning"
    ),
    "1": ("first | opening | initial | in the first | the first | during the first"),
}
