"""What a simulator may offer beside what every `Simulator` must: optional protocols, their data.

    to be had here        Installable, Emulating, Escalating, BatchEmulating
    what it refuses       Refusing, Limited, Equating
    what lies behind      Sampled, Swept
    records and trust     Recording, InRecords, ReadsFiles, Ageing, Validated, Carded
    questions about it    Inverting, BringsQuestions, DrawsValues, Completing
    pictures              Mapped, DrawsParts

A simulator declares none of them: it has a capability by having its methods or attributes.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from pydantic import Field, JsonValue

from simulrag.simulators.immutable_data import Frozen
from simulrag.simulators.interface import Call, Run, Series, Simulator
from simulrag.simulators.measurement_tables import Published

if TYPE_CHECKING:  # read at the start of the server, where numpy is not needed
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Held", "Installable", "Inverse", "Inverting", "Limited", "Recording"]


class Installable(Protocol):
    """A simulator whose runs need a part that may not be installed."""

    def missing(self) -> str:
        """Return what is not installed and the command that installs it; "" if all is there."""
        ...


def missing(simulator: Simulator) -> str:
    """Return why a simulator cannot run here, with what to install; "" where it can."""
    asked = getattr(simulator, "missing", None)  # far cheaper than isinstance of a protocol
    return asked() if asked else ""


class Emulating(Protocol):
    """A simulator that answers from an emulator where its engine is not installed."""

    def emulated(self) -> str:
        """Return that runs are emulated and what brings the engine; "" where that runs."""
        ...


def emulated(simulator: Simulator) -> str:
    """Return that a simulator's runs are emulated here, with what brings its engine, or ""."""
    asked = getattr(simulator, "emulated", None)
    return asked() if asked else ""


class Escalating(Protocol):
    """A simulator that answers from an emulator although its engine is installed.

    Numbers of its runs must bound the emulator's error (`Quantity.value_low`, `value_high`).
    """

    def finer(self) -> Simulator | None:
        """Return the same simulator run by its engine; None where runs are the engine's already."""
        ...


def finer(simulator: Simulator) -> Simulator | None:
    """Return the engine behind a simulator that emulates although it is installed, or None."""
    asked = getattr(simulator, "finer", None)
    return asked() if asked else None


@dataclass(frozen=True)
class EmulatedRun:
    """A run by an emulator, and its outputs by member, as `Sampled.samples` gives them."""

    run: Run
    members: "Mapping[str, NDArray[np.float64]]"


class BatchEmulator(Simulator, Protocol):
    """A simulator that makes many runs in little more time than one.

    Numbers of its runs bound its error against the simulator that it stands for, and its members
    share that one's draws as far as there are any in common.
    """

    def together(
        self, calls: Sequence[Call], outputs: Collection[str]
    ) -> Sequence[EmulatedRun | None]:
        """Return runs of calls with checked arguments, from which some outputs are read.

        None for one that it does not know.
        """
        ...


class BatchEmulating(Protocol):
    """A simulator with an emulator beside it, for formulas that name many runs of a function."""

    def emulator(self) -> BatchEmulator:
        """Return the emulator; its functions and their outputs are those that it knows."""
        ...

    def prepare(self, calls: Sequence[Call]) -> None:
        """Simulate in one go what `run` and `samples` of each call then find done."""
        ...


def emulator(simulator: Simulator) -> BatchEmulator | None:
    """Return the emulator beside a simulator that simulates single runs, or None."""
    asked = getattr(simulator, "emulator", None)
    return asked() if asked else None


def maker(simulator: Simulator, version: str) -> Simulator | None:
    """Return what makes runs of a version: a simulator, its engine or its emulator, or None."""
    known = (simulator, finer(simulator), emulator(simulator))
    return next((one for one in known if one is not None and one.version == version), None)


@runtime_checkable
class Refusing(Protocol):
    """A simulator that knows limits beyond those its parameters declare one by one."""

    def refuse(self, call: Call) -> None:
        """Raise the SimulatorError that `run` would raise for a validated call; quick.

        What is not found here may still be found by running.
        """
        ...


@runtime_checkable
class Limited(Protocol):
    """A simulator that says what people may ask of it in vain."""

    #: Subject -> the words that speak of it ("precipitation": "rainfall", "monsoon", ...).
    not_represented: Mapping[str, tuple[str, ...]]
    #: Parameter -> phrases for values that it cannot take ("covid-19"): with one, text is of
    #: something else.
    other_values: Mapping[str, tuple[str, ...]]


@runtime_checkable
class Equating(Protocol):
    """A simulator in which choices mean the same for some values of the other inputs."""

    def equal_choices(self, arguments: Mapping[str, JsonValue]) -> Mapping[str, tuple[str, ...]]:
        """Return by parameter what a choice of a call may be called as well.

        "summer" of JJA in Spain, JJA of its "summer"; nothing where the place is not known.
        """
        ...


@runtime_checkable
class Sampled(Protocol):
    """A simulator that can give the equally likely values behind an interval."""

    def samples(self, call: Call) -> Mapping[str, Sequence[float]]:
        """Return values by output, those of parts under `run_parts.part_name`.

        The n-th values of two calls share all that is random; where one has fewer, its are the
        first. A date is its proleptic Gregorian ordinal (`date.toordinal`), days. NaN is not
        defined: the day of the peak of a season in which no wave rises; of a year (`..._year`), one
        that does not come within what was looked at. An output that is left out is a point. The
        value of a run's output is their median, or the `Output.statistic` that is declared.
        `simulrag validate-simulator` tries all of this.
        """
        ...


#: What to do about members that are not paired.
PAIRING = (
    "draw member n of every call from a generator that is seeded by n and the call's seed alone, "
    "and as many numbers in the same order whatever the arguments"
)


def of_single_year(output: str) -> str:
    """Return the name of the samples of a year that has been, natural variability included.

    They stand beside those of what is forced, for outputs that declare `forced`, in the same order;
    of calls that name no single year that has been they are left out.
    """
    return f"{output} of the single year"


def of_other_records(output: str) -> str:
    """Return the name of the samples of what other records may say of an observed output.

    A claim that contradicts the run's record, but none of these, is not refuted by it.
    """
    return f"{output} in other records"


@runtime_checkable
class Swept(Protocol):
    """A simulator that can run many values of a parameter faster than one by one."""

    def sweep(
        self, call: Call, parameter: str, values: Sequence[JsonValue], output: str
    ) -> Series | None:
        """Return the output for each value, or None for what it has no faster way to do."""
        ...


class Held(Frozen):
    """Where recorded evidence in JSON holds an output: dotted paths ("peak.median_value")."""

    path: str
    #: A list of both ends of its interval.
    interval: str = ""
    #: The same figure for the state without any change, where evidence holds both.
    baseline: str = ""
    #: The unit of recorded figures, where it is another than the output's.
    unit: str = ""


@runtime_checkable
class Recording(Protocol):
    """A simulator whose outputs published records hold in JSON."""

    #: Function -> output -> where records hold it.
    record_layout: Mapping[str, Mapping[str, Held]]


def record_layout(simulator: Simulator, function: str) -> Mapping[str, Held]:
    """Return where records hold the outputs of a function; empty where they hold none."""
    return simulator.record_layout.get(function, {}) if isinstance(simulator, Recording) else {}


@runtime_checkable
class InRecords(Protocol):
    """A simulator whose published records hold other statistics than its runs, by the same words.

    Where a claim is held against a record, a word means the output that the record holds (such as
    the peak of a median curve), not the one of a run (the median of the members' peaks).
    """

    def of_records(self) -> Simulator:
        """Return the same simulator, its outputs those that records hold."""
        ...


@runtime_checkable
class ReadsFiles(Protocol):
    """A simulator that reads a format of its field, such as forecasts in the columns of a hub."""

    def of_file(self, text: str) -> tuple[Simulator, tuple[Run, ...]] | None:
        """Return the simulator with what the file adds to its functions, and the file's runs.

        None for a text in another format. Raises BadValue for one that is broken.
        """
        ...


@runtime_checkable
class Ageing(Protocol):
    """A simulator with a table of measurements that ages."""

    published: Published


class Skill(Frozen):
    """`share` of independent cases that the simulator got right, 0 to 1, and what was measured.

    Its handbook states the same figure.
    """

    share: float = Field(ge=0, le=1)
    measured: str


@runtime_checkable
class Validated(Protocol):
    """A simulator that was compared with cases that it was not made from."""

    def skill(self, call: Call) -> Skill | None:
        """Return the skill for a call's function; None where nothing was measured."""
        ...


def skill_of(simulator: Simulator, call: Call) -> Skill | None:
    """Return a simulator's measured skill for a call; None where none is known."""
    return simulator.skill(call) if isinstance(simulator, Validated) else None


@runtime_checkable
class Carded(Protocol):
    """A simulator with a model card of its own."""

    def card(self) -> str:
        """Return Markdown: what it was trained on, its error, its limits, its data's licences."""
        ...


class Inverse(Frozen):
    """What a function looks for, and at which level of which result."""

    #: The input of other functions that it looks for, or the word for it ("year", "contacts").
    seeks: str
    #: The parameter of its own that is the level, and the output of another function that meets it.
    level: str
    of: str


@runtime_checkable
class Inverting(Protocol):
    """A simulator with functions that look for what gives a result."""

    #: Function -> what it looks for.
    inverses: Mapping[str, Inverse]


def inverse(simulator: Simulator, function: str) -> Inverse | None:
    """Return what a function of a simulator looks for; None for one that looks for nothing."""
    held: Mapping[str, Inverse] = getattr(simulator, "inverses", {})
    return held.get(function)


@runtime_checkable
class BringsQuestions(Protocol):
    """A simulator that brings templates of benchmark questions (see `question_templates`)."""

    def question_templates(self) -> str:
        """Return a JSON list of them, "" where there is none."""
        ...


@runtime_checkable
class DrawsValues(Protocol):
    """A simulator that draws plausible values of parameters that have no range, such as places."""

    def draw(self, parameter: str, share: float) -> JsonValue:
        """Return the value at a share (0 to 1, less than 1) of all that are plausible."""
        ...


@runtime_checkable
class Completing(Protocol):
    """A simulator that completes the values of a `place` parameter."""

    def complete(self, parameter: str, begun: str, count: int) -> tuple[str, ...]:
        """Return at most `count` values that begin so, the likeliest first."""
        ...


@dataclass(frozen=True)
class GlobeField:
    """One quantity on a regular grid: arrays (latitudes, longitudes), ends of its interval too."""

    name: str
    title: str
    #: A pint unit, as in `Output.unit`.
    unit: str
    latitudes: "NDArray[np.float64]"
    longitudes: "NDArray[np.float64]"
    values: "NDArray[np.float64]"
    low: "NDArray[np.float64]"
    high: "NDArray[np.float64]"
    #: Probability of the interval.
    level: float
    #: CF standard name, where there is one.
    standard_name: str = ""
    cell_methods: str = ""
    #: What the call asked for, in words: period, scenario, changes, reference.
    conditions: str = ""
    #: Whether values are differences, with zero in their middle.
    difference: bool = False
    #: 1 on land, 0 at sea, for outlines; None where a map needs none.
    land: "NDArray[np.float64] | None" = None


@runtime_checkable
class Mapped(Protocol):
    """A simulator that can give fields on the globe beside its runs, for files and maps."""

    def globe_fields(self, call: Call) -> Sequence[GlobeField]:
        """Return the fields that belong to a call; none for most functions."""
        ...


@runtime_checkable
class DrawsParts(Protocol):
    """A simulator that can draw the parts of a run in one picture, such as a map of states."""

    def draw_parts(self, run: Run, axes: Any) -> None:
        """Draw `Run.parts` on empty matplotlib axes."""
        ...
