"""What a simulator tells the rest of the product about itself, and what it returns.

`Parameter` and `Output` are the only home of domain words: the grammar, the boundary, the
typed tools and the handbook tables are generic and read everything from here.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, Protocol, runtime_checkable

from pydantic import BeforeValidator, ConfigDict, Field, JsonValue

from simulrag.simulators.immutable_data import Frozen as Frozen
from simulrag.simulators.immutable_data import once_for_each
from simulrag.simulators.unit_notation import unit_name

__all__ = [
    "Band", "Call", "Candidate", "Check", "Day", "Directions", "Floor", "Function", "Label",
    "LeftOpen", "Output", "Parameter", "Quantity", "Range", "Run", "Scale", "Selection", "Series",
    "Simulator", "Tolerance",
]  # fmt: skip

#: A unit by its name here, whichever of its names is written.
UnitName = Annotated[str, BeforeValidator(unit_name)]

ParameterKind = Literal["number", "integer", "share", "change", "year", "date", "choice",
                        "choices", "place", "points", "objects"]  # fmt: skip
OutputKind = Literal["number", "category", "date"]
Statistic = Literal["median", "mean"]

#: Most choices that a message lists one by one.
MOST_LISTED = 12


class Selection(Frozen):
    """What the values of an input mean beyond their own words."""

    #: Phrase -> the choices that it means ("projected" -> all future scenarios).
    groups: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    #: Choice -> its first and last ISO day. Where text names no choice, its dates do.
    periods: Mapping[str, tuple[str, str]] = Field(default_factory=dict)
    #: True where the words of choices count only beside one of the input ("moderate").
    need_words: bool = False
    #: Value -> what it means and where it comes from, for the handbook.
    explained: Mapping[str, str] = Field(default_factory=dict)
    #: Parameter -> the value of it with which a run holds each choice by itself (`Run.parts`).
    parts_with: Mapping[str, JsonValue] = Field(default_factory=dict)
    #: Of an input that takes objects: what each of them holds, in the order in which it is told.
    fields: "tuple[Parameter, ...]" = ()


class LeftOpen(Frozen):
    """What stands for an input where a text leaves it open."""

    #: What a question is asked with that says nothing of it.
    taken: JsonValue = None
    #: Values at which a verdict is tried again; else its choices.
    tried: tuple[JsonValue, ...] = ()
    #: The choice that a run without it has, where calls are kept without it (no `default`).
    meant: str = ""
    #: The outputs that it plays a part in, where not all of its function's depend on it.
    outputs: tuple[str, ...] = ()


class Parameter(Frozen):
    """One input of a function.

    Kinds: `number` and `integer` carry `unit`; `share` is a percentage from 0 to 100 of a
    whole; `change` is a relative change in percent of an input (0 leaves it as it is), whose own
    `unit` it may carry; `year` a calendar year; `date` an ISO date; `choice` one of `choices`;
    `choices` a list of them; `place` a name that the simulator's `find` resolves; `points` a list
    of [longitude, latitude] pairs in degrees; `objects` a list of JSON objects with the fields
    that `selection` declares, each an input itself.
    """

    name: str
    kind: ParameterKind
    description: str
    unit: UnitName = ""
    low: float | None = None
    high: float | None = None
    required: bool = True
    #: Taken when the parameter is not given. Only for parameters that are not required.
    default: JsonValue = None
    #: Phrases in text that name it, the first the one to print ("CO2", "carbon dioxide").
    #: One that another change has too names their family ("greenhouse gas").
    words: tuple[str, ...] = ()
    #: Value -> the phrases that mean it in text; for choices, and integers in digits. A choice
    #: without phrases is none of those that text counts ("every scenario" counts no history).
    choices: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    selection: Selection = Field(default_factory=Selection)
    #: True where any value but the default alters the state compared with, as a `change` does.
    alters: bool = False
    #: Other parameter -> range outside which this one has no meaning and is left out
    #: (an emission change applies from 2015 on).
    applies: Mapping[str, tuple[float | None, float | None]] = Field(default_factory=dict)
    left_open: LeftOpen = LeftOpen()
    #: The value that a change is of: another input -> its choice -> the value, the default first
    #: ({"network": {"single road": 800, "grid": 1200}}).
    bases: Mapping[str, Mapping[str, float]] = Field(default_factory=dict)

    @property
    def members(self) -> tuple[str, ...]:
        """Return the choices that text counts: those with phrases, all where none has any."""
        spoken = tuple(value for value, words in self.choices.items() if words)
        return spoken or tuple(self.choices)

    @property
    def usual(self) -> JsonValue:
        """Return what a call without it has: its default, or else what is meant; None if open."""
        return (self.left_open.meant or None) if self.default is None else self.default

    @property
    def changed_unit(self) -> str:
        """Return the unit of what a change changes, of which text may give two values."""
        return self.unit if self.kind == "change" else ""

    def family(self, others: Iterable["Parameter"]) -> frozenset[str]:
        """Return its words that another change has too ("greenhouse gas")."""
        if self.kind != "change":
            return frozenset()
        changes = (one for one in others if one.kind == "change" and one.name != self.name)
        return frozenset(self.words) & frozenset(word for one in changes for word in one.words)

    def altered(self, value: JsonValue) -> bool:
        """Tell whether a value alters the state that results are compared with."""
        if self.kind == "change":
            return bool(value)
        return self.alters and value is not None and value != self.default

    def allowed(self) -> str:
        """Say in words which values are valid."""
        if self.choices:
            return f"one of {listed(tuple(self.choices))}"
        if self.selection.fields:
            return f"objects with {', '.join(one.name for one in self.selection.fields)}"
        if self.low is None and self.high is None:
            return _ANY.get(self.kind, f"any {self.kind}")
        unit = {"share": " %", "change": " %"}.get(self.kind, f" {self.unit}".rstrip())
        return f"{_plain(self.low)} to {_plain(self.high)}{unit}"


#: What an input may be that has neither choices nor a range.
_ANY: Mapping[ParameterKind, str] = {
    "place": "name of a place",
    "points": "[longitude, latitude] pairs in degrees",
    "date": "ISO date (YYYY-MM-DD)",
}


def listed(names: tuple[str, ...]) -> str:
    """Return the names, or how many there are where they would fill a screen."""
    if len(names) <= MOST_LISTED:
        return ", ".join(names)
    return f"{len(names)} names, {names[0]} to {names[-1]}"


def _plain(number: float | None) -> str:
    return "unbounded" if number is None else f"{number:g}"


class Directions(Frozen):
    """Words for a higher and a lower value: the n-th of one list is the opposite of the other's.

    Words without an opposite stand behind those that have one.
    """

    rises: tuple[str, ...] = ()
    falls: tuple[str, ...] = ()

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Return the words that have an opposite, each with it."""
        return tuple(zip(self.rises, self.falls, strict=False))


class Floor(Frozen):
    """The least that a model can give, in the output's unit, and why it gives nothing below."""

    value: float
    why: str = ""


class Band(Frozen):
    """One label of a scale, for values from `low` up to `high`, in the output's unit."""

    label: str
    low: float | None = None
    high: float | None = None
    #: Other words for the label.
    words: tuple[str, ...] = ()

    @property
    def ends(self) -> tuple[float, ...]:
        """The limits that the band has, the lower first."""
        return tuple(end for end in (self.low, self.high) if end is not None)


class Scale(Frozen):
    """A named scale that turns a number into a word, with where it comes from."""

    name: str
    source: str
    bands: tuple[Band, ...]
    #: True where the scale grades the size of a difference and not the value itself.
    of_difference: bool = False


@dataclass(frozen=True, slots=True)
class Tolerance:
    """What "about" means for a value: in its unit, as a share of what is claimed, and of
    differences. same: what it is where the two values that it is made of are alike, which is
    no print: 0 of a difference."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    absolute: float = 0.0
    relative: float = 0.0
    difference: float = 0.0
    same: float | None = None

    def of(self, claimed: float) -> float:
        """Return the half-width around a claimed number."""
        return max(self.absolute, self.relative * abs(claimed))

    def between(self, claimed: float) -> float:
        """Return how far apart two values of runs may lie that are about the same."""
        return max(self.difference, self.relative * abs(claimed))


NO_TOLERANCE = Tolerance()


class Output(Frozen):
    """One result of a function, and the words in which text may speak of it.

    A number without a unit whose name ends in `_year` is a year of the calendar, and exact where a
    text prints it; `losses_per_year` is none.
    """

    name: str
    kind: OutputKind
    description: str
    #: A pint unit, "percent", or "" for a count. Differences of "degC" are "delta_degC". A date
    #: in the unit "week" is the last day of a week, whose other days belong to it too.
    unit: UnitName = ""
    #: Words for the unit in sentences ("°C", "patients", "weeks").
    unit_words: tuple[str, ...] = ()
    #: Phrases that name it, the first the one to print. The first and those of several words mean
    #: it alone; another single word may mean other things as well, and hints at it.
    words: tuple[str, ...] = ()
    #: Parameters that must be given for it to mean anything.
    needs: tuple[str, ...] = ()
    #: Phrases for the state that its values are counted from ("1850-1900", "pre-industrial").
    baseline_words: tuple[str, ...] = ()
    decimals: int = 2
    #: The least that the model can give, where it stands for all that is less.
    floor: Floor | None = None
    #: What "about" means for it.
    tolerance: Tolerance = NO_TOLERANCE
    directions: Directions = Directions()
    #: For categories: value -> phrases that mean it.
    choices: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    scales: tuple[Scale, ...] = ()
    #: What a value is of the members behind it (see `Sampled`), whose quantiles are its range.
    statistic: Statistic = "median"
    #: True where it is what is forced: a single year that has been differs from it by natural
    #: variability, which `capabilities.of_single_year` samples hold.
    forced: bool = False
    #: True of what was observed where its interval says how far off that may be, as of an analysis;
    #: other records are what they say: counts, and figures as they were published.
    estimated: bool = False
    #: For the year of what may not come: the last that a run looks at, by the input that must be
    #: given for it ("" for none), the furthest first. A run or a member without a value then says
    #: that it comes later, or never; of other outputs that means nothing.
    horizon: Mapping[str, int] = Field(default_factory=dict)
    #: "function.output" that has it on record, and its inputs that have another name there.
    recorded: str = ""
    recorded_as: Mapping[str, str] = Field(default_factory=dict)
    #: The output that holds this one's change against the call without changes.
    changes_of: str = ""
    #: True for a percentage that is itself a change: its sign says whether something rises.
    is_change: bool = False
    #: For `date` and duration outputs: the date parameter that they are counted from.
    since: str = ""
    #: Sentence for an answer made from runs: {value}, {conditions} and the call's arguments.
    template: str = ""

    def looked_until(self, arguments: Mapping[str, JsonValue]) -> int | None:
        """Return the last year in which a run of these inputs looks for it (`horizon`)."""
        ends = (last for name, last in self.horizon.items() if not name or arguments.get(name))
        return next(ends, None)

    @property
    def is_year(self) -> bool:
        """Tell whether it is a year of the calendar."""
        named = self.name.endswith("_year") and not self.name.endswith("per_year")
        return named and self.kind == "number" and not self.unit

    @property
    def day_span(self) -> int:
        """Return how many days before a date belong to it too: those of its week."""
        return 6 if self.kind == "date" and self.unit == "week" else 0


class Function(Frozen):
    """One thing a simulator can be asked."""

    name: str
    title: str
    description: str
    parameters: tuple[Parameter, ...]
    outputs: tuple[Output, ...]
    #: The paper's textual context template (A.2.6), filled with arguments and outputs.
    context: str
    #: Arguments that work, for the handbook and for tests.
    example: Mapping[str, JsonValue] = Field(default_factory=dict)
    #: True where outputs come from measurements and not from a model.
    observed: bool = False
    #: Phrases for what it is about, which change nothing beside its outputs ("influenza").
    words: tuple[str, ...] = ()

    @property
    def on_record(self) -> bool:
        """Tell whether it was observed or published, and nothing of it is estimated."""
        return self.observed and not any(one.estimated for one in self.outputs)

    @property
    def inputs(self) -> tuple[Parameter, ...]:
        """Return the parameters, each with its fields behind it."""
        return tuple(one for p in self.parameters for one in (p, *p.selection.fields))

    def parameter(self, name: str) -> Parameter:
        """Return the parameter of that name; KeyError if there is none."""
        return _by_name(self)[0][name]

    def output(self, name: str) -> Output:
        """Return the output of that name; KeyError if there is none."""
        return _by_name(self)[1][name]

    def alters(self, call: "Call") -> bool:
        """Tell whether a call alters the state that results are compared with."""
        held = call.arguments
        return any(p.altered(held.get(p.name)) for p in self.parameters)

    def unaltered(self, call: "Call") -> "Call":
        """Return a call without its changes, and without where those are made."""
        known = {p.name: p for p in self.parameters}
        kept = {
            name: value for name, value in call.arguments.items()
            if not known[name].altered(value) and known[name].kind != "points"
        }  # fmt: skip
        return call.model_copy(update={"arguments": kept})

    def spans(self, output: Output) -> frozenset[str]:
        """Return the dates that single out one value of what an output is over all dates.

        Other outputs need them: the top week of a season stands beside the week that is asked for.
        """
        needed = {name for one in self.outputs for name in one.needs} - set(output.needs)
        return frozenset(p.name for p in self.parameters if p.kind == "date" and p.name in needed)


@once_for_each
def _by_name(function: Function) -> tuple[Mapping[str, Parameter], Mapping[str, Output]]:
    return {p.name: p for p in function.parameters}, {o.name: o for o in function.outputs}


class Call(Frozen):
    """A request to a simulator. Two equal calls are the same run."""

    simulator: str
    function: str
    arguments: Mapping[str, JsonValue]
    seed: int = 0

    def __hash__(self) -> int:
        """Return the same for equal calls, whose numbers may be written otherwise."""
        return hash((self.simulator, self.function, self.seed, frozenset(self.arguments)))

    def canonical(self) -> str:
        """Return canonical JSON: keys sorted, no spaces."""
        return _canonical(self)

    def run_id(self, version: str) -> str:
        """Return the id of the run that this call makes on that version of the simulator."""
        text = f"{version}\n{self.canonical()}"
        return f"{self.simulator}-{hashlib.sha256(text.encode()).hexdigest()[:12]}"


@once_for_each
def _canonical(call: Call) -> str:
    fields = call.model_dump(mode="json")
    return json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class Range(Frozen):
    """The ends between which a number lies with probability `level`."""

    low: float
    high: float
    level: float


class Quantity(Frozen):
    """A number with its spread.

    `low` and `high` bound the spread of the ensemble at probability `level`; `value_low` and
    `value_high` bound `value` itself: the Monte-Carlo error of a median, or the rounding of a
    recorded figure. Both None where the value is exact. `ranges` are those of other levels.
    """

    kind: Literal["number"] = "number"
    value: float
    unit: UnitName = ""
    low: float | None = None
    high: float | None = None
    level: float | None = None
    value_low: float | None = None
    value_high: float | None = None
    ranges: tuple[Range, ...] = ()


class Label(Frozen):
    """A category ("land", "rapid growth")."""

    kind: Literal["category"] = "category"
    value: str


class Day(Frozen):
    """An ISO date, with the ends of its interval where there is one."""

    kind: Literal["date"] = "date"
    value: str
    low: str | None = None
    high: str | None = None


Value = Annotated[Quantity | Label | Day, Field(discriminator="kind")]


class Series(Frozen):
    """Values over dates, years or another number; all lists have the same length."""

    unit: str
    times: tuple[str, ...]
    #: What `times` are where they are neither dates nor years, and their unit.
    axis: str = ""
    axis_unit: str = ""
    values: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()
    #: Ends of the middle half of an ensemble, where `low` and `high` are those of 90 %.
    lower: tuple[float, ...] = ()
    upper: tuple[float, ...] = ()

    @property
    def by_day(self) -> bool:
        """True where the times are dates, not years or other numbers."""
        return all("-" in time[1:] for time in self.times)


class Check(Frozen):
    """Which invariant or reference was tested in a run; at most 300 bytes as JSON."""

    tested: str
    verdict: Literal["passed", "failed", "not_evaluated"]
    residual: float | None = None
    tolerance: float | None = None


class Run(Frozen):
    """What a call returned."""

    id: str
    call: Call
    version: str
    #: Library versions and processor that made it ("numpy 2.4.6, x86_64").
    build: str
    outputs: Mapping[str, Value]
    #: Outputs of each thing that was asked for by itself, by its name (see `run_parts`).
    parts: Mapping[str, Mapping[str, Value]] = Field(default_factory=dict)
    series: Mapping[str, Series] = Field(default_factory=dict)
    #: The textual context (paper, A.2.6).
    context: str
    #: The question as it was resolved: place with coordinates, period, unit.
    resolved: Mapping[str, str] = Field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    check: Check
    source: Literal["simulated", "recorded", "observed"] = "simulated"


class Candidate(Frozen):
    """A meaning of a name: `value` selects it; `sure`, where nobody need be asked for another."""

    name: str
    title: str
    value: JsonValue
    sure: bool = False


@runtime_checkable
class Simulator(Protocol):
    """A registered simulator. See `simulrag.simulators.registry` for how one is found."""

    name: str
    title: str
    version: str
    #: One or two sentences: what it decides and what it does not.
    description: str
    functions: tuple[Function, ...]

    def run(self, call: Call) -> Run:
        """Run a call; its arguments have passed `arguments.validate`.

        Raises SimulatorError for what only the simulator can find out, such as an unknown place.
        """
        ...

    def find(self, parameter: str, text: str) -> tuple[Candidate, ...]:
        """Return what `text` may mean as a value of a `place` parameter, best first."""
        ...

    def handbook(self) -> str:
        """Return the handbook's Markdown, with `{{tables}}` where rendered tables belong."""
        ...
