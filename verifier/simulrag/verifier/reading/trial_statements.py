"""Statements about a trial that are read as a whole, every word accounted for."""

from collections.abc import Callable, Sequence

from simulrag.verifier.claims import Reading
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.figures import figure_of
from simulrag.verifier.reading.scene_frames import counted, either
from simulrag.verifier.reading.scene_parts import TurnedInputError
from simulrag.verifier.reading.scene_relations import relation_at
from simulrag.verifier.reading.scene_sign import Sign
from simulrag.verifier.reading.subjects import Context
from simulrag.verifier.reading.text import small_letters
from simulrag.verifier.reading.trial import Trial, compared
from simulrag.verifier.reading.trial_classes import label
from simulrag.verifier.reading.trial_frames import (
    Part,
    Told,
    baseline_is_reference,
    denied_left,
    direction_of,
    part_of,
    rest_known,
)
from simulrag.verifier.reading.trial_limits import without_limits
from simulrag.verifier.reading.trial_margins import margin
from simulrag.verifier.reading.trial_numbers import number
from simulrag.verifier.reading.trial_pairs import two_numbers
from simulrag.verifier.reading.trial_parts import merged, partings
from simulrag.verifier.reading.trial_rivals import rivals, rivals_in_numbers
from simulrag.verifier.reading.trial_signs import signs
from simulrag.verifier.reading.trial_wholes import beside_baseline, part_of_whole

_SILENT = "rVDabATBF&"


def trial_readings(context: Context, trial: Trial) -> list[Reading]:
    """Return the readings of a statement about a trial; none where a word of it is unknown."""
    row = signs(context.text, context.mentions, trial)
    if not row:
        return []
    text = small_letters(context.text)
    try:
        whole = without_limits(merged(row, trial, text), trial)
    except TurnedInputError:
        return []
    if not whole or any(s.sign == "?" for s in whole):
        return []
    made = _of_part(whole, trial, Told(), text)
    if made is not None:
        return made[0]
    for parts in partings(whole):
        joined = _of_parts(parts, trial, text)
        if joined:
            return joined
    return []


def _of_parts(parts: Sequence[list[Sign]], trial: Trial, text: str) -> list[Reading]:
    told = _ahead(parts)
    made: list[Reading] = []
    for row in parts:
        found = _of_part(row, trial, told, text)
        if found is None:
            return []
        readings, told = found
        made += readings
    return [] if _contradictory(made) else made


def _contradictory(made: Sequence[Reading]) -> bool:
    """Tell whether two numbers or classes are said of one value, so that one is of another."""
    said: dict[str, tuple[float | None, str]] = {}
    for reading in made:
        labelled = reading.comparator == "is" and not reading.negated
        if not labelled and (reading.comparator != "equal" or not reading.figures):
            continue
        key = reading.expression.model_dump_json() + ("" if labelled else "=")
        own = (reading.figures[0].value, reading.label or reading.figures[0].text)
        if said.setdefault(key, own) != own:
            return True
    return False


def _ahead(parts: Sequence[list[Sign]]) -> Told:
    """Return the result of the second part where the first, which leads it in, names none."""
    if any(s.sign == "r" for s in parts[0]):
        return Told()
    named = list(dict.fromkeys(n for s in parts[1] if s.sign == "r" for n in s.inputs))
    ways = {s.sign for s in parts[1] if s.sign in "+-"}
    way = (1 if ways == {"+"} else -1) if len(ways) == 1 else 0
    return Told(tuple(named), way) if len(named) == 1 else Told()


def _of_part(
    row: list[Sign], trial: Trial, told: Told, text: str
) -> tuple[list[Reading], Told] | None:
    """Return what a part says and of what; None where it is not read."""
    plain = part_of(row, trial, told, text)
    for frame in _frames(plain.row) if plain is not None else ():
        part = part_of(row, trial, told, text)
        if part is None:
            return None
        ways = {s.sign for s in part.row if s.sign in "+-"}
        made = frame(part)
        if made:
            way = (1 if ways == {"+"} else -1) if len(ways) == 1 else 0
            numbers = [p.unit for n in part.numbers if (p := part.printed(n))]
            bounded = any(s.sign in "><glijXYMHeEx!n" for s in part.row)
            labels = [s for s in part.row if s.sign == "K" and not bounded]
            unit = (numbers or [told.unit])[-1]
            return made, Told(part.names, way or told.way, unit, (labels or [told.label])[-1])
    return None


def _points(row: Sequence[Sign]) -> bool:
    held = (s.held for s in row if s.sign == "N")
    return any(isinstance(h, Printed) and h.unit == "percentage_point" for h in held)


_Frame = Callable[[Part], list[Reading] | None]


def _frames(row: Sequence[Sign]) -> list[_Frame]:
    found = "".join(s.sign for s in row)
    numbers = found.count("N")
    if _points(row):
        return [margin]
    if "f" in found:
        return [rivals, _times] if numbers == 0 and "K" not in found else []
    if "h" in found:
        return [_multiplied] if numbers == 0 and "K" not in found else []
    if "K" in found:
        return [_number_and_label] if numbers else [label]
    if numbers == 0:
        return [_together, _same, _direction, _likewise, rivals]
    if numbers == 1:
        return [number, rivals]
    return (
        [part_of_whole, beside_baseline, two_numbers, _same_in_numbers, rivals_in_numbers]
        if numbers == 2
        else []
    )


def _direction(part: Part) -> list[Reading] | None:
    """Return the readings of which way results go, without a number."""
    flipped = _of_baseline(part)
    named = set(part.signs) & {"r"} or any(s.sign in "78" for s in part.said) or "T" in part.signs
    if not part.names or flipped is None or not named:
        return None
    first = min(part.at("+-"), default=-1)
    late = [n for n in part.at("!n") if n > first]
    no_time = len(late) == 1 and part.signs[late[0] + 1 : late[0] + 2] == "r"
    if (late and not no_time) or _joined_denial(part):
        return None
    way = direction_of(part)
    if not way or not rest_known(part, _SILENT):
        return None
    denied = denied_left(part)
    made = [part.trial.turned(n, -way if flipped else way) for n in part.names]
    return [r.model_copy(update={"negated": denied}) for r in made]


def _joined_denial(part: Part) -> bool:
    several = len(part.names) > 1
    return several and ("&!" in part.signs or ("A" in part.signs and "!" in part.signs))


def _of_baseline(part: Part) -> bool | None:
    """Tell whether a part speaks of the run without changes against that with them."""
    if baseline_is_reference(part):
        return False
    before = part.signs.find("0") < min(part.at("+-"), default=99)
    told = "T1" in part.signs and before
    part.used |= set(part.at("01"))
    return True if told else None


def _together(part: Part) -> list[Reading] | None:
    """Return the reading that two results go the same way, or opposite ways."""
    same, apart = part.at("%"), part.at("@")
    if len(same) + len(apart) != 1 or len(part.names) != 2 or set(part.signs) - set("raVDA&%@!"):
        return None
    ways = ((1, 1), (-1, -1)) if same else ((1, -1), (-1, 1))
    both = [
        [part.trial.turned(n, w) for n, w in zip(part.names, pair, strict=True)] for pair in ways
    ]
    if part.signs.count("!") > 1:
        return None
    none = "!" in part.signs
    return [counted(both, least=0 if none else 1, most=0 if none else 1)]


def _likewise(part: Part) -> list[Reading] | None:
    """Return the reading that a result goes the same way as the one before, or does not."""
    if set(part.signs) - set("rVabD!A&") or len(part.names) != 1:
        return None
    if part.names == part.told.names or part.signs.count("!") > 1:
        return None
    if part.told.label is not None and "!" not in part.signs:
        return None
    if part.told.label is not None:
        row = [*part.row, part.told.label]
        again = part_of(row, part.trial, Told(), part.text)
        return label(again) if again else None
    if not part.told.way or "D" in part.signs:
        return None
    turned = part.trial.turned(part.names[0], part.told.way)
    return [turned.model_copy(update={"negated": "!" in part.signs})]


def _same(part: Part) -> list[Reading] | None:
    """Return the readings that results stay what they were."""
    places = part.at("s=")
    if not places and not set(part.signs) - set("raV0~!&9"):
        places = [n for n in part.at("0") if part.row[n].word.startswith("what")]
    if len(places) != 1 or not part.names:
        return None
    part.used |= set(places) | set(part.at("~0"))
    hedged = "~" in part.signs
    if not rest_known(part, _SILENT + "t9"):
        return None
    denied = denied_left(part)
    made: list[Reading] = []
    for name in part.names:
        at = part.row[places[0]]
        loose = part.trial.loose.get(name, 1.0)
        zero = figure_of(_zero(at, 0.0)).model_copy(update={"value": 0.0, "half_unit": loose})
        change = part.trial.between("percent_change", name)
        about = compared(part.trial, change, "", zero, unit="percent", negated=denied)
        exact = Reading(
            expression=part.trial.between("difference", name),
            comparator="unchanged",
            negated=denied,
        )
        made += [about] if hedged else either([exact, about])
    return made


def _same_in_numbers(part: Part) -> list[Reading] | None:
    """Return the readings of a result that stays about what it was, with both values."""
    if "s" not in part.signs:
        return None
    same = _same(part_again(part, "NTxt"))
    values = two_numbers(part_again(part, "s~9"))
    return [*same, *values] if same and values else None


def _zero(sign: Sign, value: float) -> Printed:
    from decimal import Decimal

    return Printed(
        text="0", start=sign.start, end=sign.end, unit_end=sign.end, value=Decimal(str(value)),
        half_unit=Decimal(0), qualified_from=sign.start,
    )  # fmt: skip


def _times(part: Part) -> list[Reading] | None:
    """Return the reading of a multiple of what was: "twice as long as before"."""
    at = part.at("f")
    printed = part.printed(at[0]) if len(at) == 1 else None
    if printed is None or len(part.names) != 1:
        return None
    found = relation_at(part, at[0])
    if found is None:
        return None
    how, denied = found
    flipped = _of_baseline_first(part)
    part.used |= set(at) | set(part.at("01"))
    if not rest_known(part, _SILENT + "ks+") or part.at("-"):
        return None
    denied = denied != denied_left(part)
    if denied and how == "":
        return None
    expression = part.trial.between("ratio", part.names[0])
    if flipped:
        first, second = expression.terms
        expression = expression.model_copy(update={"terms": (second, first)})
    return [compared(part.trial, expression, how, printed, unit="", negated=denied)]


def _of_baseline_first(part: Part) -> bool:
    places = part.at("0")
    first = bool(places) and places[0] < part.at("f")[0]
    bare = bool(places) and part.row[places[0] - 1].sign not in "ksTF"
    return first or bare  # "idling was ten times as long before"


def _multiplied(part: Part) -> list[Reading] | None:
    """Return the reading of what is halved, doubled or tripled."""
    at = part.at("h")
    printed = part.printed(at[0]) if len(at) == 1 else None
    if printed is None or len(part.names) != 1:
        return None
    found = relation_at(part, at[0])
    if found is None or baseline_is_reference(part) is None:
        return None
    how, denied = found
    part.used |= set(at)
    if not rest_known(part, _SILENT):
        return None
    denied = denied != denied_left(part)
    negative = part.row[at[0]].word == "-"
    if denied and how == "":
        how, denied = "<", False
    expression = part.trial.between("percent_change", part.names[0], negative=negative)
    figure = figure_of(printed).model_copy(
        update={"value": float(printed.value), "half_unit": float(printed.half_unit)}
    )
    return [compared(part.trial, expression, how, figure, unit="percent", negated=denied)]


def _number_and_label(part: Part) -> list[Reading] | None:
    """Return the readings of a number and the class that it is in: "a moderate rise of 8%"."""
    if part.at("eWEHMupmv!nXYRFC"):
        return None
    at = part.at("K")
    if len(at) != 1 or len(part.numbers) != 1 or (at[0] and part.row[at[0] - 1].sign in "><gljiPQ"):
        return None
    said = label(part_again(part, "N~><gljiPQB"))
    rest = part_again(part, "Kc")
    told = number(rest) if len(rest.names) == 1 else None
    return [*said, *told] if said and told else None


def part_again(part: Part, without: str) -> Part:
    """Return a part without some signs."""
    row = [s for s in part.row if s.sign not in without]
    return Part(part.trial, row, part.told, part.text, part.said, part.names)
