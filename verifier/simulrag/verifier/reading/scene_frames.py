"""What a part of a statement about values of runs says, by its signs and not by their order.

Order counts only where it has to: what stands behind "than", and which number a relation is of.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from simulrag.simulators.interface import Band
from simulrag.verifier.claims import Comparator, Counted, Expression, Figure, Reading
from simulrag.verifier.quantities import Printed, family
from simulrag.verifier.reading.figures import figure_of
from simulrag.verifier.reading.scene import Scene
from simulrag.verifier.reading.scene_sign import Sign

RELATIONS: dict[str, Comparator] = {
    ">": "above", "<": "below", "g": "at_least", "l": "at_most", "~": "about", "": "equal",
    "=": "equal", "j": "just_above", "i": "just_below", "R": "at_least", "X": "above",
    "Y": "below", "M": "below", "z": "above",
}  # fmt: skip
#: An aspect of readings of which only those that agree decide.
EITHER_WAY = "either way of reading it"


@dataclass
class Part:
    """A part of a statement, taken apart: its runs, number, label and which way it says."""

    scene: Scene
    row: list[Sign]
    #: Runs that a part before this one spoke of.
    inherited: frozenset[int] = frozenset()
    subject: frozenset[int] = frozenset()
    reference: frozenset[int] = frozenset()
    used: set[int] = field(default_factory=set[int])

    @property
    def signs(self) -> str:
        """The signs as text, one letter each."""
        return "".join([s.sign for s in self.row])

    def bands(self) -> list[tuple[Band, Sign]]:
        """Return the labels in order."""
        return [(s.held, s) for s in self.row if s.sign == "K" and isinstance(s.held, Band)]

    def at(self, sign: str) -> list[int]:
        """Return where signs stand."""
        return [n for n, s in enumerate(self.row) if s.sign in sign]


def runs_of_part(part: Part) -> bool:
    """Find which runs a part speaks of and which it compares them with; False where it is open."""
    scene, row = part.scene, part.row
    every = frozenset(range(len(scene.runs.calls)))
    named: list[tuple[str, frozenset[int]]] = []
    for n, sign in enumerate(row):
        if sign.sign == "S" and isinstance(sign.held, frozenset):
            named.append((_source_or(_role(row, n), row, n, scene), sign.held))
        elif sign.sign == "O":
            known = [held for _, held in named if len(held) == 1]
            others = every - (known[-1] if known else part.inherited or _ahead(row, n))
            if len(others) != 1:
                return False
            named.append((_role(row, n), others))
    both = any(s.word.startswith("both") and s.sign == "S" for s in row)
    references = {held for role, held in named if role == "reference" and len(held) == 1}
    subjects = {held for role, held in named if role == "subject"}
    single = {held for held in subjects if len(held) == 1}
    if (
        (both and single)
        or len(references) > 1
        or len(single) > 1
        or any(r == "reference" and len(h) != 1 for r, h in named)
    ):
        return False
    part.reference = next(iter(references), frozenset[int]())
    # "Of both, the first": the one that is meant.
    part.subject = next(iter(single), next(iter(subjects), frozenset[int]()))
    return not (part.reference and part.subject == part.reference)


def _ahead(row: Sequence[Sign], at: int) -> frozenset[int]:
    """Return the only run that is named behind "the other"."""
    behind = [s.held for s in row[at:] if s.sign == "S" and isinstance(s.held, frozenset)]
    return behind[0] if len(behind) == 1 and len(behind[0]) == 1 else frozenset()


def _source_or(role: str, row: Sequence[Sign], at: int, scene: Scene) -> str:
    """Return the role of a run; of two alternatives a warmer one "from" it is its own."""
    ranked = any(s.sign in "wq" for s in row[:at])
    led = row[at - 1].sign if at else ""
    if led == "F" and scene.alike and ranked:
        return "subject"
    if len(scene.runs.calls) != _TWO or scene.alike:
        return role
    first, last = scene.order
    alone = sum(s.sign in "SO" for s in row) == 1
    if led == "F" and row[at].held == frozenset({last}) and alone and not scene.two_years:
        return "subject"  # "a slight cooling from the aerosol changes": what makes it
    to = "".join(s.sign for s in row[:at]).rstrip("VDB").endswith("t")
    if to and row[at].held == frozenset({last}):
        return "subject"  # "gains 0.3 °C in the years up to 2060"
    if row[at].held == frozenset({first}) and _changed_itself(row, at):
        return "reference"
    return role


def _changed_itself(row: Sequence[Sign], at: int) -> bool:
    """Tell whether a run is what a change is added to: "0.2 °C is taken off its baseline"."""
    before, behind = ({s.sign for s in part} for part in (row[:at], row[at + 1 :]))
    if "z" in behind and "B" in behind:
        return True
    named = row[at].word.startswith(_BASES) or (row[at + 1 : at + 2] and row[at + 1].sign == "V")
    if row[at].word.startswith(_BASES) and not any(s.sign == "S" for s in row[:at]):
        return bool(behind & set("+-") and not behind & set("S"))
    return bool(named and before & set("+-") and "N" in before)


#: What runs without changes are called as things that change.
_BASES = ("baseline", "original", "unmodified", "initial", "starting", "base ")
_TWO = 2


def _role(row: Sequence[Sign], at: int) -> str:
    """Return whether a run is what is compared with, by what stands before it."""
    before = [s.sign for s in row[:at]]
    while before and before[-1] in "VD":
        before.pop()
    last = before[-1] if before else ""
    if last in tuple("TFXYMR><ijgl=E"):
        return "reference"
    if last == "t" and "F" not in before and any(s in "+-" for s in before) and "N" in before:
        return "reference"  # "adds 0.7 °C to the baseline"
    behind = row[at + 1].sign if at + 1 < len(row) else ""
    passive = behind == "z" and not any(s.sign == "N" for s in row)  # "the baseline is topped"
    return "reference" if behind == "x" or passive else "subject"


def figure(printed: Printed, value: float | None = None, half: float = 0.0) -> Figure:
    """Return a number as a figure, or another value that it stands for."""
    made = figure_of(printed)
    if value is None:
        if not printed.text.lstrip("+-−").replace("minus ", "")[:1].isdigit():
            return made.model_copy(
                update={"value": float(printed.value), "half_unit": float(printed.half_unit)}
            )
        return made
    return made.model_copy(update={"value": value, "half_unit": half})


def compared(
    scene: Scene, expression: Expression, relation: str, printed: Printed, *, negated: bool = False
) -> Reading:
    """Return the reading that compares an expression with a number."""
    of_difference = expression.operation == "difference" or expression.terms[0].output != (
        scene.level.name
    )
    return Reading(
        expression=expression,
        comparator=RELATIONS[relation],
        figures=(figure(printed),),
        unit=printed.unit or scene.level.unit.removeprefix("delta_"),
        negated=negated,
        about_absolute=scene.level.about_difference if of_difference
        else scene.level.about_absolute,
    )  # fmt: skip


def either(readings: Sequence[Reading]) -> list[Reading]:
    """Return readings of which all or none hold, where the words leave open which is meant."""
    if len(readings) < 2:
        return list(readings)
    return [r.model_copy(update={"aspect": EITHER_WAY}) for r in readings]


def counted(
    alternatives: Sequence[Sequence[Reading]],
    *,
    least: int,
    most: int,
    printed: Printed | None = None,
) -> Reading:
    """Return the reading that so many of some others hold."""
    named = [t for one in alternatives for r in one for t in r.expression.terms]
    terms = tuple({(t.call.canonical(), t.output): t for t in named}.values())
    return Counted(
        expression=Expression(operation="value", terms=terms),
        comparator="equal",
        figures=(figure_of(printed),) if printed is not None else (),
        of=tuple(tuple(one) for one in alternatives),
        at_least=least,
        at_most=most,
    )


def is_temperature(scene: Scene, printed: Printed) -> bool:
    """Tell whether a number may be one of the scene's quantity."""
    if not printed.unit:
        return printed.half_unit < 0.5  # "(1)", "the two" are numbers of something else
    return family(printed.unit) == family(scene.level.unit)
