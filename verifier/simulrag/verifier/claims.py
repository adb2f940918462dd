"""The words of verification, used everywhere for the same thing."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field, JsonValue, model_validator

from simulrag.simulators.interface import Band, Call, Frozen, Run, Value
from simulrag.simulators.operations import Operation

VerdictWord = Literal["supported", "refuted", "undecided", "outside", "unread", "not_measured"]
BoundWord = Literal["inside", "outside", "unread"]
Comparator = Literal[
    "equal",
    "about",
    "above",
    "just_above",
    "well_above",
    "at_least",
    "below",
    "just_below",
    "well_below",
    "at_most",
    "between",
    "is",
    "rises",
    "falls",
    "unchanged",
]


class Problem(Frozen):
    """Why something cannot be decided, as data.

    Reasons: no_such_output, missing_condition, value_out_of_range, unknown_name, opinion,
    cause, other_place, other_period, other_subject, other_condition, no_simulator, bad_value,
    run_failed, not_installed, unread, not_used, empty, too_long.
    """

    reason: str
    message: str
    simulator: str = ""
    parameter: str = ""
    given: JsonValue = None
    nearest: JsonValue = None
    candidates: tuple[str, ...] = ()


class Claim(Frozen):
    """One atomic statement, and the indices of the answers that support it."""

    id: str
    text: str
    support: tuple[int, ...] = ()
    #: The model's own statement of its confidence, 0 to 1 (baseline "verbalized").
    verbalized: float | None = None
    #: What it says as a formula, where somebody wrote one (see `FormulaClaim`).
    formula: str = ""
    let: Mapping[str, str] = Field(default_factory=dict)
    assume: Mapping[str, JsonValue] = Field(default_factory=dict)
    context: tuple[str, ...] = ()


class Term(Frozen):
    """One output of one call."""

    call: Call
    output: str
    #: The end of its interval that is meant instead of the value.
    end: Literal["", "low", "high"] = ""
    #: The part of the run that is meant (`Run.parts`); the whole where it is empty.
    part: str = ""

    def value_in(self, run: Run | None) -> Value | None:
        """Return the value in the call's run; None where it has none."""
        if run is None:
            return None
        return (run.parts.get(self.part, {}) if self.part else run.outputs).get(self.output)


class Expression(Frozen):
    """An operation on outputs: what a statement speaks of."""

    operation: Operation
    terms: tuple[Term, ...]
    #: The size of the result, without its sign ("the temperature difference is 0.26 °C").
    absolute: bool = False
    #: The result with its sign turned ("0.3 °C cooler").
    negative: bool = False


class Figure(Frozen):
    """A number as it was printed, and where: text[start:end].

    Handed in by a model it may be its print alone; `start` and `end` are then -1.
    """

    text: str
    start: int = -1
    end: int = -1
    #: What the words stand for where they are no number themselves ("doubled" is +100 %), and
    #: half the width of what they leave open.
    value: float | None = None
    half_unit: float = 0.0

    @model_validator(mode="before")
    @classmethod
    def _from_print(cls, given: Any) -> Any:
        return {"text": given} if isinstance(given, str) else given


class Reading(Frozen):
    """What a statement says, formally: `expression` `comparator` `figures` `unit`, or a label.

    `figures` holds the printed numbers or dates (two for `between`). `label` is a category or
    the word for `band`. `negated` turns the whole statement round. `quantile` selects the low
    or high end of the ensemble instead of its median.
    """

    expression: Expression
    comparator: Comparator
    figures: tuple[Figure, ...] = ()
    unit: str = ""
    label: str = ""
    band: Band | None = None
    #: All bands of the scale that `band` belongs to, for rewriting.
    bands: tuple[Band, ...] = ()
    negated: bool = False
    #: The word that gives a number its direction ("cooler"), for rewriting.
    direction: Figure | None = None
    quantile: Literal["median", "low", "high"] = "median"
    #: Probability of the range whose end is meant; None for the one that the output comes with.
    level: float | None = None
    #: Half-width of what a hedge allows, relative and absolute, when comparator is "about".
    about_relative: float = 0.0
    about_absolute: float = 0.0
    #: How far beyond that a claim is neither held nor denied ("about as high as"), in its unit.
    middle: float = 0.0
    #: Conditions that were not stated and were taken from context or defaults.
    assumed: tuple[str, ...] = ()
    #: What several readings measure between them ("traffic flow"): they decide it where they agree.
    aspect: str = ""

    @property
    def single(self) -> "tuple[Reading, ...]":
        """The reading itself, or those that it counts."""
        return (self,)


class Counted(Reading):
    """A statement that some number of others hold: "in three of the five scenarios".

    `of` holds those others, each a conjunction; `expression` names all their terms.
    """

    of: tuple[tuple[Reading, ...], ...]
    at_least: int
    at_most: int
    #: More than `at_most` neither fulfil it nor contradict it ("two seasons exceeded ...").
    open_above: bool = False

    @property
    def single(self) -> tuple[Reading, ...]:
        return tuple(reading for conjunction in self.of for reading in conjunction)


class Bound(Frozen):
    """Boundary assessment of a claim (paper, equation 4): inside is 1, the rest 0."""

    claim: str
    bound: BoundWord
    problem: Problem | None = None
    formula: str = ""
    let: Mapping[str, str] = Field(default_factory=dict)
    #: Of a claim that nobody read: the formula that its words begin, with places to fill in.
    skeleton: str = ""


class Graded(Frozen):
    """A scale of the question, in percent of change, for one output."""

    output: str
    bands: tuple[Band, ...]


class Plan(Frozen):
    """What a question asks for: calls, each with the words it came from, and label bands."""

    question: str
    calls: tuple[Call, ...] = ()
    #: For each call, the words of the question that it was read from.
    words: tuple[tuple[str, ...], ...] = ()
    #: Scales that the question itself defines.
    bands: tuple[Band, ...] = ()
    bands_of_difference: bool = False
    #: Scales for the relative change of single outputs; then `bands` is empty.
    graded: tuple[Graded, ...] = ()
    #: What the question left open and how it was filled, in words.
    assumed: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()

    def scale_of(self, output: str) -> Graded | None:
        """Return the scale by which the question grades changes of an output."""
        return next((g for g in self.graded if g.output == output), None)


class Verdict(Frozen):
    """The decision on one claim."""

    id: str = ""
    text: str
    verdict: VerdictWord
    #: The claim made true by the smallest change; equal to `text` where nothing changed.
    updated: str
    #: How it was decided, for a person: "5.95 - 4.55 = 1.40, claim 1.42 is outside [...]".
    derivation: str = ""
    claimed: str = ""
    simulated: str = ""
    #: Interval of the simulated value that decided, in `unit`.
    low: float | None = None
    high: float | None = None
    unit: str = ""
    #: Probability that the claim holds in the ensemble, where there is one.
    probability: float | None = None
    run_ids: tuple[str, ...] = ()
    problem: Problem | None = None
    #: Conditions that the text left open and what was taken for them.
    assumed: tuple[str, ...] = ()
    #: Who read the text; a model's reading was checked before it was decided.
    read_by: Literal["rules", "model", "formula"] = "rules"
    #: The error of a simulator's emulator would have turned it, so that its engine decided.
    escalated: bool = False
    #: What the claim says as a formula, the names that it uses, and what it was held against.
    formula: str = ""
    let: Mapping[str, str] = Field(default_factory=dict)
    against: Literal["", "record", "run", "world"] = ""
    #: What the formula assumed, the sentences that it rests on, the version of its language and
    #: those of the simulators: with them it can be decided again.
    assume: Mapping[str, JsonValue] = Field(default_factory=dict)
    context: tuple[str, ...] = ()
    language: int = 0
    versions: Mapping[str, str] = Field(default_factory=dict)
    #: The formula in words.
    words: str = ""
    #: The probability for a person: with no more digits than the members bear, and what is open.
    chance: str = ""
    #: Of an undecided claim: what would decide it. Of a refuted one: what is true, and why the
    #: text was not corrected, where it was not.
    would_decide: str = ""
    true: str = ""
    uncorrected: str = ""
    #: Of a sentence that nobody read: the formula that its words begin, with places to fill in.
    skeleton: str = ""


class FormulaClaim(Frozen):
    """A claim as it is handed in: its text, and what somebody read in it.

    let: names for parts of the formula. assume: inputs that the text leaves open -> the value
    taken. context: sentences that the text rests on, such as the question.
    """

    text: str
    formula: str
    let: Mapping[str, str] = Field(default_factory=dict)
    assume: Mapping[str, JsonValue] = Field(default_factory=dict)
    context: tuple[str, ...] = ()


class ComputedItem(Frozen):
    """What a formula is worth for one element of its list; value None where it is undefined.

    place: of a ranking, 1 for the highest. above_next: the chance, 0 to 1, that its value is above
    that of the next.
    """

    element: str
    value: float | str | None = None
    text: str = ""
    low: float | None = None
    high: float | None = None
    unit: str = ""
    place: int | None = None
    above_next: float | None = None


class Computed(Frozen):
    """What a formula is worth: a number, a label, a date, true or false; problem, why nothing.

    low and high are the ends of its 90 % interval, where it has one. items: of a list or a ranking,
    what each element is worth.
    """

    formula: str
    value: float | str | bool | None = None
    items: tuple[ComputedItem, ...] = ()
    text: str = ""
    low: float | None = None
    high: float | None = None
    unit: str = ""
    probability: float | None = None
    #: The probability for a person: with no more digits than the members bear, and what is open.
    chance: str = ""
    #: Of a statement that is undecided: what would decide it.
    would_decide: str = ""
    run_ids: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    problem: Problem | None = None
    #: What the formula says in words, and the defaults that its runs have taken.
    words: str = ""
    assumed: tuple[str, ...] = ()


class Statement(Frozen):
    """A sentence made from runs, and the runs that its numbers come from."""

    text: str
    run_ids: tuple[str, ...]


class Score(Frozen):
    """Confidence of one claim among the claims of a question (paper, equation 3)."""

    id: str
    confidence: float
    support: int
    #: 1 is the most confident; equal confidences share a rank.
    rank: int


class Selection(Frozen):
    """Which claims are verified, in order, and why the others are not."""

    selected: tuple[str, ...]
    scores: tuple[Score, ...]
    left_out: Mapping[str, str] = Field(default_factory=dict)
