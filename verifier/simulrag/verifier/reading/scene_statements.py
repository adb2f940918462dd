"""Statements about values of one or two runs that are read as a whole, every word accounted for."""

import re
from collections.abc import Callable, Sequence
from functools import partial

from simulrag.verifier.claims import Comparator, Expression, Reading, Term
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.scene import Scene
from simulrag.verifier.reading.scene_classes import label
from simulrag.verifier.reading.scene_differences import comparison, difference, figure_at, sameness
from simulrag.verifier.reading.scene_frames import (
    EITHER_WAY,
    Part,
    compared,
    is_temperature,
    runs_of_part,
)
from simulrag.verifier.reading.scene_margins import margin, share
from simulrag.verifier.reading.scene_named_values import with_named_value
from simulrag.verifier.reading.scene_numbers_of_classes import (
    limit_and_label,
    number_and_label,
    sized_and_bound,
)
from simulrag.verifier.reading.scene_pairs import (
    between,
    of_both,
    start_change_end,
    steps,
    with_value,
)
from simulrag.verifier.reading.scene_parts import (
    TurnedInputError,
    merged,
    partings,
    with_mark,
    without_pauses,
)
from simulrag.verifier.reading.scene_plain_rows import runs_named
from simulrag.verifier.reading.scene_relations import LEAST_LEVEL, is_difference
from simulrag.verifier.reading.scene_repeated import with_numbers_again
from simulrag.verifier.reading.scene_sign import Sign
from simulrag.verifier.reading.scene_signs import signs
from simulrag.verifier.reading.scene_strange import tells_of_what
from simulrag.verifier.reading.scene_values import crossing, level
from simulrag.verifier.reading.scene_verbs import with_motions, with_passives
from simulrag.verifier.reading.subjects import Context
from simulrag.verifier.reading.text import small_letters

#: A number and one beside it.
TWO, THREE = 2, 3


def scene_readings(context: Context, scene: Scene) -> list[Reading]:
    """Return the readings of a statement about values of runs; none where a word is unknown."""
    small = small_letters(context.text)
    row = signs(context.text, context.mentions, scene) or ()
    row = with_motions(small, with_passives(small, row))
    if not row or any(s.sign in "?@" for s in row) or tells_of_what(context.text):
        return []
    try:
        row = with_numbers_again(context.text, row)
        whole = merged(row, scene.runs)
        named = with_named_value(context.text, whole, scene, partial(_of_row, scene=scene))
        if named is not None:
            return named
        made = _of_row(whole, scene)
        return made or _of_row(merged(row, scene.runs, apart=True), scene)
    except TurnedInputError:
        return []


def _of_row(whole: list[Sign], scene: Scene) -> list[Reading]:
    if sum(s.sign == "N" for s in whole) == THREE:
        told = start_change_end(Part(scene, list(whole)))
        if told:
            return told
    made = _of_part(without_pauses(whole), scene, frozenset())
    if made is not None:
        return made[0]
    for parts in partings(whole):
        joined = _of_parts(parts, scene)
        if joined:
            return joined
    return []


def _of_parts(parts: Sequence[list[Sign]], scene: Scene) -> list[Reading]:
    parts = with_mark(parts)
    made: list[Reading] = []
    spoken = frozenset[int]()
    for row in parts:
        again = _not_there(row, made, scene)
        if again:
            made += again
            continue
        found = _of_part(row, scene, spoken)
        if found is None:
            return []
        readings, subject = found
        open_ = not subject and any(r.aspect == EITHER_WAY for r in readings)
        rest = _single_of(parts, row) if open_ and not spoken else None
        if rest is not None:  # "gets beyond 7 °C, having been less than 5.5 °C in 1981"
            of_other = frozenset({0, 1}) - rest
            readings, subject = _of_part(row, scene, of_other) or (readings, subject)
        made += readings
        spoken = subject or spoken
    return made


def _single_of(parts: Sequence[list[Sign]], row: list[Sign]) -> frozenset[int] | None:
    """Return the only run that the other parts of a statement name; None where there is none."""
    named = {runs_named(s) for p in parts if p is not row for s in p if s.sign == "S"}
    one = next(iter(named)) if len(named) == 1 else frozenset[int]()
    return one if len(one) == 1 else None


def _not_there(row: Sequence[Sign], made: Sequence[Reading], scene: Scene) -> list[Reading]:
    """Return what was said of one run denied of the other: "with the changes it is not"."""
    named = [s.held for s in row if s.sign in "SO"]
    plain = "".join(s.sign for s in row if s.sign not in "VRXWecBFt")
    if plain not in ("S!", "!S", "O!", "!O") or len(made) != 1 or len(scene.runs.calls) != TWO:
        return []
    own = named[0]
    if _other_way(own, made[0], scene):
        return [made[0]]
    values = [scene.value(r) for r in (0, 1)]
    if made[0].expression not in values:
        return []
    if "O" in plain:
        own = frozenset({1 - values.index(made[0].expression)})
    if not isinstance(own, frozenset) or len(own) != 1:
        return []
    other = values[next(iter(own))]
    if other == made[0].expression:
        return []
    return [made[0].model_copy(update={"expression": other, "negated": not made[0].negated})]


def _other_way(own: object, made: Reading, scene: Scene) -> bool:
    """Tell whether what is denied of a run was said of the other: "the first, not the second"."""
    if made.comparator not in ("rises", "falls") or made.negated or not scene.alike:
        return False
    reference = made.expression.terms[0].call
    return any(own == frozenset({n}) and c == reference for n, c in enumerate(scene.runs.calls))


def _of_part(
    row: list[Sign], scene: Scene, spoken: frozenset[int]
) -> tuple[list[Reading], frozenset[int]] | None:
    """Return what a part says and of which runs; None where it is not read."""
    found = "".join([s.sign for s in row])
    if found.count("!") > 1:
        return None
    if found.count("N") == TWO:
        part = Part(scene=scene, row=list(row), inherited=spoken)
        told = of_both(part) or steps(part) or with_value(part)
        if told:
            return told, part.subject
    for frame in _frames(row, found):
        part = Part(scene=scene, row=list(row), inherited=spoken)
        if not runs_of_part(part):
            return None
        made = frame(part)
        if made:
            return made, part.subject
    return None


_Frame = Callable[[Part], list[Reading] | None]


def _frames(row: Sequence[Sign], found: str) -> list[_Frame]:
    if "Z" in found:
        return [_surface]
    if "G" in found or "n" in found:
        return [_world]
    if any(s.sign in "N" and isinstance(s.held, Printed) and s.held.unit == "percent" for s in row):
        return []
    if "f" in found:
        return [share]
    numbers = found.count("N")
    if numbers == 0:
        if "K" in found:
            return [label]
        return [sameness, comparison]
    if numbers == 1:
        with_label = [sized_and_bound, number_and_label, margin, limit_and_label]
        return with_label if "K" in found else [_number]
    if numbers == 2:
        return [margin, between]
    return []


def _number(part: Part) -> list[Reading] | None:
    at = part.at("N")[0]
    printed = part.row[at].held
    if not isinstance(printed, Printed) or not is_temperature(part.scene, printed):
        return None
    turned = _turned(part, at) or crossing(part, at)
    if turned is not None:
        return turned
    if set(part.signs) <= set("BN~") and "B" in part.signs and len(part.scene.runs.calls) > 1:
        return None  # "significant, by 1.27 °C": the value, or how far from its end
    if _alone(part):
        small = abs(printed.value) < LEAST_LEVEL
        return difference(part, at) if small else None
    if is_difference(part, at) or _too_small(part, printed):
        return difference(part, at)
    return level(part, at)


def _too_small(part: Part, printed: Printed) -> bool:
    """Tell whether a number is no level where differences are graded: "short of a full degree"."""
    graded = part.scene.grades_changes and len(part.scene.runs.calls) > 1
    return graded and 0 < abs(printed.value) < LEAST_LEVEL and not set(part.signs) & set("VS")


def _alone(part: Part) -> bool:
    """Tell whether a number of two runs stands by itself, so that nothing says what it is of."""
    said = set(part.signs) - set("N~tTF,")
    return len(part.scene.runs.calls) > 1 and not said and not part.inherited


_FIRST = re.compile("!?~?N(?P<way>[><gl])(?=[SO]?[DV+-]|[SO]?R$)")
_LAST = re.compile("~?N[eVDct]*(?P<own>y?[SO]y?)V?(?P<denied>!?)(?P<verb>[RXY])$")
_FLIPPED = {">": "<", "<": ">", "g": "l", "l": "g"}


def _turned(part: Part, at: int) -> list[Reading] | None:
    """Return the readings of a number that stands before what it is compared with.

    "A whole degree is more than the warming amounts to": the warming is less than a degree.
    """
    last = _LAST.match(part.signs)
    if last is not None:
        return _with_verb_last(part, last, at)
    found = _FIRST.match(part.signs)
    if found is None or part.row[found.start("way")].word not in _COMPARATIVES:
        return None
    way = found.start("way")
    flipped = part.row[way]._replace(sign=_FLIPPED[found["way"]])
    rest = [*part.row[: at - at], *[s for s in part.row[:at] if s.sign == "!"]]
    behind = [s for s in part.row[way + 1 :] if s.sign != "R"]
    row = [*behind, *rest, flipped, part.row[at]]
    turned = Part(part.scene, row, part.inherited)
    if not runs_of_part(turned):
        return None
    number = len(row) - 1
    part.subject = turned.subject
    if is_difference(turned, number):
        return difference(turned, number)
    return level(turned, number)


def _with_verb_last(part: Part, found: re.Match[str], at: int) -> list[Reading] | None:
    """Return the readings of "30 °C is a mark that only the first scenario reaches"."""
    own, denied = (part.row[slice(*found.span(name))] for name in ("own", "denied"))
    verb = part.row[found.start("verb")]
    turned = Part(part.scene, [*own, *denied, verb, part.row[at]], part.inherited)
    if is_small(part.row[at].held) or not runs_of_part(turned):
        return None
    part.subject = turned.subject
    return level(turned, len(turned.row) - 1)


def is_small(held: object) -> bool:
    """Tell whether a number may be a difference as well as a level."""
    return isinstance(held, Printed) and abs(held.value) < LEAST_LEVEL


_COMPARATIVES = frozenset(("more than", "less than", "no more than", "no less than", "at least",
                           "at most", "more", "less"))  # fmt: skip


def _surface(part: Part) -> list[Reading] | None:
    """Return the reading of one of several words that a result is: "on land, not at sea"."""
    scene = part.scene
    if scene.category is None or scene.placed is None:
        return None
    said = [(n, s) for n, s in enumerate(part.row) if s.sign == "Z"]
    signs_of = part.signs
    if "N" in signs_of and len(said) == 1:
        rest = _of_part([s for s in part.row if s.sign != "Z"], scene, part.inherited)
        own = _surface(Part(scene, [said[0][1]]))
        return [*own, *rest[0]] if own and rest and "!" not in signs_of else None
    if any(s not in "Z!SDVtTFc" for s in signs_of):
        return None
    plain = "".join(s for s in signs_of if s in "Z!")
    values = [s.held for _, s in said]
    denied = {"Z": False, "!Z": True, "Z!Z": False, "!ZZ": True, "ZZ": False}.get(plain)
    if denied is None or (plain in ("Z!Z", "!ZZ") and values[0] == values[1]):
        return None
    if plain == "ZZ" and values[0] != values[1]:
        return None
    term = Term(call=scene.placed, output=scene.category.name)
    return [
        Reading(
            expression=Expression(operation="value", terms=(term,)),
            comparator="is",
            label=str(values[0]),
            negated=denied,
        )
    ]


#: How sizes of what only counts differences are told.
_SIZES = frozenset("N ~N =N >N <N gN lN RN !RN XN !XN !>N YN !YN jN iN !gN NP NQ".split())


def _world(part: Part) -> list[Reading] | None:
    """Return the reading of what only counts differences: of the whole world."""
    scene = part.scene
    value = scene.of_world()
    local = any(s.sign == "S" or s.word.startswith("local") for s in part.row)
    if value is None or local:
        return None
    signs_of = "".join(s for s in part.signs if s not in "GVDBTtc")
    ways = [s for s in signs_of if s in "+-wq"]
    falls = bool(ways) and all(s in "-q" for s in ways)
    if len({s in "+w" for s in ways}) > 1:
        return None
    plain = "".join(s for s in signs_of if s not in "+-wq")
    if plain in _SIZES:
        at = part.at("N")[0]
        expression = scene.of_world(absolute=not ways, negative=falls)
        printed = part.row[at].held
        if expression is None or not isinstance(printed, Printed):
            return None
        sign = plain.strip("!N").replace("R", "" if "!" not in plain else "g")
        sign = {"P": "g", "Q": "l"}.get(sign, sign)
        return [compared(scene, expression, sign, printed, negated="!" in plain)]
    if plain in ("K", "!K", "RK", ">K", "<K", "!RK", "lK", "gK") and not ways:
        return label(Part(scene, list(part.row), part.inherited))
    if plain in ("", "!") and ways:
        comparator: Comparator = "falls" if falls else "rises"
        return [Reading(expression=value, comparator=comparator, negated=plain == "!")]
    if plain in ("s", "!s", "n", "!") and not ways and (plain != "!" or "D" in part.signs):
        return [
            Reading(
                expression=value,
                comparator="about",
                figures=(figure_at(part.row[0].start, part.row[0].end),),
                unit=scene.level.unit,
                negated=plain == "!s",
                about_absolute=0.05,
            )
        ]
    return None
