"""The functions `needed_r0`, `needed_immunity` and `needed_contacts`, as they are declared."""

from pydantic import JsonValue

from simulrag.simulators.epidemiology.parameters import (
    IMMUNITY,
    METRIC,
    R0,
    SEASONALITY,
    SIMULATED_WORDS,
    START_DATE,
    STATES,
    usually,
)
from simulrag.simulators.interface import Function, Output, Parameter
from simulrag.simulators.inverses import Inverse
from simulrag.simulators.tolerances import Tolerance

#: An ordinary winter, where a question leaves it open.
_START_DATE = usually(START_DATE, "2022-10-01")
_R0 = usually(R0, 2.0)
_SEASONALITY = usually(SEASONALITY, "moderate")
_IMMUNITY = usually(IMMUNITY, 20.0)
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
NEEDED_IMMUNITY = Output(
    name="needed_immunity",
    kind="number",
    description="prior immunity at which the emulated peak is the one asked for; low and high "
    "are those at which the 5 and 95 percentiles of that day are",
    unit="percent",
    words=("needed immunity", "required immunity"),
    decimals=1,
    tolerance=Tolerance(absolute=2.0),
    template="With a prior immunity of {value} %, the median {metric} in {states} peaks at about "
    "{peak} people{conditions}.",
)
NEEDED_CONTACTS = Output(
    name="needed_contacts",
    kind="number",
    description="how much fewer all contacts must be from the first day on for the emulated peak "
    "asked for; low and high are those for the 5 and 95 percentiles of that day",
    unit="percent",
    unit_words=("%", "percent"),
    words=("needed reduction of contacts", "required reduction of contacts"),
    decimals=1,
    tolerance=Tolerance(absolute=2.0),
    template="With {value} fewer contacts from the first day on, the median {metric} in {states} "
    "peaks at about {peak} people{conditions}.",
)
_CONTEXT = (
    "Query: Which {unknown} gives an influenza season in {states} from {start_date} on, with "
    "{given} and {seasonality} seasonality, a peak of {peak} in {metric}? (emulator of the preset "
    "gleam)\nResult: {result}"
)
_EXAMPLE: dict[str, JsonValue] = {
    "states": ["Ohio"],
    "start_date": "2022-10-01",
    "seasonality": "moderate",
}

NEEDED_R0_FUNCTION = Function(
    name="needed_r0",
    words=SIMULATED_WORDS,
    title="R0 that gives a peak",
    description="The R0 at which the highest daily median of a season in one state is the one "
    "asked for, found with the emulator. "
    "The peak is that of the daily median, which is lower than the median "
    "of the members' own peaks that `season` gives and `solve` meets.",
    parameters=(PEAK, STATES, _START_DATE, _SEASONALITY, _IMMUNITY, METRIC),
    outputs=(NEEDED_R0,),
    context=_CONTEXT,
    example={**_EXAMPLE, "peak": 2000, "immunity": 20.0},
)
NEEDED_IMMUNITY_FUNCTION = Function(
    name="needed_immunity",
    words=SIMULATED_WORDS,
    title="Prior immunity that gives a peak",
    description="The prior immunity at which the highest daily median of a season in one state "
    "is the one asked for, found with the emulator. "
    "The peak is that of the daily median, which is lower than the median "
    "of the members' own peaks that `season` gives and `solve` meets.",
    parameters=(PEAK, STATES, _START_DATE, _R0, _SEASONALITY, METRIC),
    outputs=(NEEDED_IMMUNITY,),
    context=_CONTEXT,
    example={**_EXAMPLE, "peak": 1000, "r0": 2.6},
)
NEEDED_CONTACTS_FUNCTION = Function(
    name="needed_contacts",
    words=SIMULATED_WORDS,
    title="Reduction of contacts that gives a peak",
    description="By how much contacts in all settings must be fewer, from the first day on, for "
    "the highest daily median of a season in one state to be the one asked for: R0 falls as "
    "contacts do. Found with the emulator. "
    "The peak is that of the daily median, which is lower than the median "
    "of the members' own peaks that `season` gives and `solve` meets.",
    parameters=(PEAK, STATES, _START_DATE, _R0, _SEASONALITY, _IMMUNITY, METRIC),
    outputs=(NEEDED_CONTACTS,),
    context=_CONTEXT,
    example={**_EXAMPLE, "peak": 500, "r0": 2.6, "immunity": 20.0},
)

INVERSES = {
    NEEDED_R0_FUNCTION.name: Inverse(seeks=R0.name, level=PEAK.name, of="peak"),
    NEEDED_IMMUNITY_FUNCTION.name: Inverse(seeks=IMMUNITY.name, level=PEAK.name, of="peak"),
    NEEDED_CONTACTS_FUNCTION.name: Inverse(seeks="contacts", level=PEAK.name, of="peak"),
}
