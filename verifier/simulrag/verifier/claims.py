"""The words of verification, used everywhere for the same thing."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from pydantic import Field, JsonValue

from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.interface import Band, Call, Frozen

VerdictWord = Literal["supported", "refuted", "undecided", "outside", "unread", "not_measured"]
BoundWord = Literal["inside", "outside", "unread"]
#: From which probability on, or down to its opposite, a verdict may be told without it.
SURE = 0.9
#: What a second simulator says of a verdict: it cannot tell where either of both is not decided.
Agreement = Literal["agrees", "disagrees", "cannot tell"]


class Problem(Frozen):
    """Why something cannot be decided, as data.

    Reasons: no_such_output, missing_condition, value_out_of_range, unknown_name, opinion,
    cause, other_place, other_period, other_subject, other_condition, no_simulator, bad_value,
    run_failed, not_installed, unread, not_used, empty, too_long, altered, on_record.
    """

    reason: str
    message: str
    simulator: str = ""
    parameter: str = ""
    given: JsonValue = None
    nearest: JsonValue = None
    candidates: tuple[str, ...] = ()


def problem_of(error: SimulatorError, call: Call | None = None) -> Problem:
    """Return why a call could not be run, or a formula's could not, as data."""
    return Problem(
        reason=error.reason,
        message=str(error),
        simulator=call.simulator if call else "",
        parameter=error.parameter,
        given=_plain(error.given),
        nearest=_plain(error.nearest),
        candidates=error.candidates,
    )


def _plain(value: object) -> JsonValue:
    return value if isinstance(value, str | int | float | bool) else None


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
    witness: str = ""


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


class Distribution(Frozen):
    """A histogram of the members of a simulated value, and what a claim allows, in its unit.

    low, high: the outer ends of equally wide bins; counts: the members in each. claimed_low,
    claimed_high: None where the claim sets no limit on that side.
    """

    low: float
    high: float
    counts: tuple[int, ...]
    claimed_low: float | None = None
    claimed_high: float | None = None


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
    #: The members of the simulated value, where it is a number that has any.
    distribution: Distribution | None = Field(default=None, exclude_if=lambda one: one is None)
    run_ids: tuple[str, ...] = ()
    problem: Problem | None = None
    #: Conditions that the text left open and what was taken for them.
    assumed: tuple[str, ...] = ()
    #: Who read the text: the reader of English, or whoever handed in the formula.
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
    #: Against runs, whether its members are what is forced, without natural variability.
    forced: bool = Field(default=False, exclude_if=lambda one: not one)
    #: Of an undecided claim: what would decide it. Of a refuted one: what is true, and why the
    #: text was not corrected, where it was not.
    would_decide: str = ""
    true: str = ""
    uncorrected: str = ""
    #: Of a sentence that nobody read: the formula that its words begin, with places to fill in.
    skeleton: str = ""
    #: What a second formula over another simulator came to by itself. It changes nothing above.
    witness: "Witness | None" = Field(default=None, exclude_if=lambda one: one is None)

    @property
    def all_run_ids(self) -> tuple[str, ...]:
        """The runs that decided it, then those of its witness."""
        return (*self.run_ids, *(self.witness.run_ids if self.witness else ()))

    @property
    def told_chance(self) -> str:
        """Its chance in words: "probability 0.64"; empty where no members tell."""
        of = " of what is forced" if self.forced else ""
        return f"probability {self.chance}{of}" if self.chance else ""

    @property
    def open_chance(self) -> str:
        """The same of what a run decided by its centre alone, as its members differ on it."""
        odds = 0.5 if self.probability is None else self.probability
        return self.told_chance if self.against == "run" and 1 - SURE < odds < SURE else ""


class Witness(Verdict):
    """What another simulator says of a claim that has its verdict, and whether it agrees."""

    agreement: Agreement

    @property
    def told(self) -> str:
        """Return it in a line for a person: "the witness fair2 agrees (supported)"."""
        name = f"the witness {' and '.join(self.versions)}".rstrip()
        return f"{name} {self.agreement} ({self.verdict.replace('_', ' ')})"


class FormulaClaim(Frozen):
    """A claim as it is handed in: its text, and what somebody read in it.

    let: names for parts of the formula. assume: inputs that the text leaves open -> the value
    taken. context: sentences that the text rests on, such as the question. witness: a second
    formula of the same text over another simulator, decided by itself and shown beside the verdict.
    """

    text: str
    formula: str
    let: Mapping[str, str] = Field(default_factory=dict)
    assume: Mapping[str, JsonValue] = Field(default_factory=dict)
    context: tuple[str, ...] = ()
    witness: str = ""


#: A claim as a draft makes it: a bare text, or one with its formula.
Drafted: TypeAlias = str | FormulaClaim
#: What became of a claim that was handed in: a bare text, one with a formula, or why neither.
Given: TypeAlias = Drafted | Verdict


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
    #: Against runs, whether its members are what is forced, without natural variability.
    forced: bool = Field(default=False, exclude_if=lambda one: not one)
    #: Of a statement that is undecided: what would decide it.
    would_decide: str = ""
    run_ids: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    problem: Problem | None = None
    #: What the formula says in words, and the defaults that its runs have taken.
    words: str = ""
    assumed: tuple[str, ...] = ()
    #: The formula with its names written out and what was assumed for its runs put in.
    full: str = ""
    #: Runs in which what it asks for was looked for; `run_ids` has those at what was found.
    tried: int = 0

    @property
    def remarks(self) -> tuple[str, ...]:
        """What its runs tell, and in how many something was looked for."""
        return (*self.notes, *([f"found in {self.tried} runs"] if self.tried else []))


class Statement(Frozen):
    """A sentence made from runs, the runs that its numbers come from, and what it says.

    formula: empty for a label by a scale that the question defines.
    """

    text: str
    run_ids: tuple[str, ...]
    formula: str = ""


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
