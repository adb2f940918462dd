"""A number said of a result of a trial: a change in percent, a share of what was, an amount."""

import re
from dataclasses import replace
from decimal import Decimal

from simulrag.simulators.operations import Operation
from simulrag.verifier.claims import Expression, Figure, Reading
from simulrag.verifier.quantities import Printed, family
from simulrag.verifier.reading.figures import figure_of
from simulrag.verifier.reading.scene_frames import either
from simulrag.verifier.reading.scene_relations import reached, relation_at
from simulrag.verifier.reading.trial import compared
from simulrag.verifier.reading.trial_frames import (
    Part,
    baseline_is_reference,
    denied_left,
    direction_of,
    rest_known,
)

_SILENT = "rVDabATBFt0ce&"
#: Signs between a number and what governs it.
_RELATIONS = "><gljiPQ~=kB"


#: What a limit is, and no result: "the bar is 15%".
_OF_LIMIT = re.compile("e[,&VcA]+N")


def number(part: Part) -> list[Reading] | None:
    """Return the readings of the only number of a part."""
    if len(part.names) > 1 and part.at("An") and "&" in part.signs:
        return _of_each(part)
    if "U" in part.signs:
        return _not_quite(part)
    at = part.numbers[0]
    printed = part.printed(at)
    if printed is None or len(part.names) != 1:
        return None
    if _OF_LIMIT.search(part.signs):
        return None
    printed = _exact(part, at, printed)
    if printed.unit == "percent":
        return _percent(part, at, printed)
    if printed.unit == "percentage_point":
        return None
    output = part.trial.results[part.names[0]]
    if not printed.unit and output.unit:
        return None
    if printed.unit and family(printed.unit) != family(output.unit):
        return None
    return _difference(part, at, printed) if is_difference(part, at) else level(part, at, printed)


def _not_quite(part: Part) -> list[Reading] | None:
    """Return the readings of a number that is nearly got to: near it and below it."""
    kept = [s for s in part.row if s.sign not in "U~"]
    at = next(n for n, s in enumerate(kept) if s.sign == "N")
    made: list[Reading] = []
    for relation in "~<":
        row = [*kept[:at], kept[at]._replace(sign=relation, held=None, word=""), *kept[at:]]
        found = number(replace(part, row=row, used=set[int]()))
        if not found:
            return None
        made += found
    return made


def _of_each(part: Part) -> list[Reading] | None:
    """Return the readings of a change in percent that is said of several results."""
    made: list[Reading] = []
    for name in part.names:
        one = replace(part, names=(name,), used=set[int](), row=list(part.row))
        printed = one.printed(one.numbers[0])
        found = number(one) if printed is not None and printed.unit == "percent" else None
        if found is None or "x" in part.signs:
            return None
        made += found
    return made


def _exact(part: Part, at: int, printed: Printed) -> Printed:
    """Return a number with the unit told before, as exact as it is said to be."""
    output = part.trial.results[part.names[0]]
    if not printed.unit and output.unit and part.told.unit:
        printed = printed.model_copy(update={"unit": part.told.unit})
    if any(s.sign == "q" for s in part.whole) and printed.unit == "minute":
        printed = printed.model_copy(update={"half_unit": Decimal("0.008")})
    part.row[at] = part.row[at]._replace(held=printed)
    return printed


def _relation(part: Part, at: int) -> tuple[str, bool] | None:
    """Return how something stands to a number, and whether it is denied there."""
    led = part.row[at - 1].sign if at else ""
    ahead = part.row[at - 2].sign if at > 1 else ""
    if led == "T" and ahead in ("+", "-"):
        part.used |= {at - 1, at - 2}
        return (">" if ahead == "+" else "<"), False
    found = relation_at(part, at)
    if found is None:
        return None
    how, denied = found
    kept = part.at("k")
    if kept:
        part.used |= set(kept)
        return ("g", denied) if how == "" else None
    return how, denied


def _percent(part: Part, at: int, printed: Printed) -> list[Reading] | None:
    left = _is_left(part, at)
    behind = _behind(part, at)
    found = _relation(part, at)
    if found is None:
        return None
    how, denied = found
    if any(s.word == "within" for s in part.row):
        return _within(part, at, printed)
    part.used.add(at)
    if left and behind == "0":
        part.used |= set(part.at("0"))
    if baseline_is_reference(part) is None and not left and not _of_former(part, at):
        return None
    part.used |= set(part.at("0"))
    way = direction_of(part)
    if way is None or not rest_known(part, _SILENT + ("9" if left else "")):
        return None
    denied = denied != denied_left(part)
    how, denied = reached(how, denied=denied)
    if left:
        return _left(part, how, printed, denied=denied, way=way)
    return _changed(part, how, printed, denied=denied, way=way)


def _within(part: Part, at: int, printed: Printed) -> list[Reading] | None:
    """Return the reading that a result stays so near what it was: "within a tenth of it"."""
    part.used |= {at} | set(part.at("0k"))
    part.used |= set(part.at("9"))
    if part.at("+-!n") or not rest_known(part, _SILENT):
        return None
    size = part.trial.between("percent_change", part.names[0], absolute=True)
    return [compared(part.trial, size, "l", printed, unit="percent")]


def _behind(part: Part, at: int) -> str:
    """Return the sign behind a number, those that say nothing there left out."""
    return next(
        (s.sign for s in part.row[at + 1 :] if s.sign not in "aAV" and s.word != "time"), ""
    )


def _of_former(part: Part, at: int) -> bool:
    """Tell whether a number is a part of what was: "a third of the former CO2"."""
    return _behind(part, at) == "0"


def _is_left(part: Part, at: int) -> bool:
    """Tell whether a number is the part that is left of a result and not the part that goes."""
    n = at - 1
    while n >= 0 and part.row[n].sign in "><gljiPQ~=k!MRXY":
        n -= 1
    led = part.row[n].sign if n >= 0 else ""
    same = part.row[at + 1] if at + 1 < len(part.row) else None
    if same is not None and same.sign in "sk" and same.word.startswith(("as ", "what ")):
        part.used.add(at + 1)  # "half as long as before"
        return True
    if led == "t" or "9" in part.signs:
        return True
    return _of_former(part, at) and not part.at("+-D")


def _left(
    part: Part, how: str, printed: Printed, *, denied: bool, way: int
) -> list[Reading] | None:
    if printed.signed or (denied and how == ""):
        return None
    name = part.names[0]
    share = Figure(
        text=printed.text, start=printed.start, end=printed.end,
        value=float(printed.value) / 100, half_unit=float(printed.half_unit) / 100,
    )  # fmt: skip
    expression = part.trial.between("ratio", name)
    if how == "~":
        share = share.model_copy(update={"half_unit": max(share.half_unit, 0.02)})
        how = ""
    made = compared(part.trial, expression, how, share, unit="", negated=denied)
    return [made, part.trial.turned(name, way)] if way and not denied else [made]


def _changed(
    part: Part, how: str, printed: Printed, *, denied: bool, way: int
) -> list[Reading] | None:
    name, trial = part.names[0], part.trial
    if printed.signed and way:
        return None
    if printed.signed or part.row[part.numbers[0]].word != "part":
        figure, middle = figure_of(printed), 0.0
    else:
        half = float(printed.half_unit)
        loose = max(half, trial.loose.get(name, 0.0)) if how == "~" else half
        figure = figure_of(printed).model_copy(
            update={"value": float(printed.value), "half_unit": loose}
        )
        middle = max(loose, float(printed.value) / 10) if how == "~" else 0.0
        how = "" if how == "~" else how
    plain = trial.between("percent_change", name, negative=way < 0)
    made = compared(trial, plain, how, figure, unit="percent", negated=denied)
    made = made.model_copy(update={"middle": middle})
    if way == 0 and not printed.signed:
        size = trial.between("percent_change", name, absolute=True)
        sized = made.model_copy(update={"expression": size})
        return [sized] if _of_size(part, how) else either([sized, made])
    if denied and how == "":
        below = compared(trial, plain, "<", figure, unit="percent")
        return either([_exactly(made, figure, printed), below])
    if way and how in ("<", "l", "i") and how and not denied:
        return [made, trial.turned(name, way)]
    return [made]


def _exactly(reading: Reading, figure: Figure, printed: Printed) -> Reading:
    """Return the denial of a number, of a round one as it stands: "not by ten percent"."""
    if "." in printed.text:
        return reading
    exact = figure.model_copy(update={"value": float(printed.value), "half_unit": 0.0})
    return reading.model_copy(update={"figures": (exact,)})


_EFFECTS = ("impact", "effect", "influence", "response", "consequence")


def _of_size(part: Part, how: str) -> bool:
    """Tell whether a number is the size of a change, whichever way that goes."""
    signs = part.signs
    effect = any(s.word.startswith(_EFFECTS) for s in part.row)
    alone = not set(signs) - set("N~,&") and bool(part.told.names)
    return ("D" in signs and "B" in signs) or (effect and how not in ("", "~")) or alone


_NOUNS = re.compile(
    r"reductions?|cuts?|drops?|falls?|decreases?|declines?|savings?|increases?|rises?|growth|"
    r"gains?|"
    r"loss(?:es)?|improvements?|lengthening|shortening|delays?|slowdown|differences?|changes?|"
    r"addition|time savings?|benefit|relief|deterioration"
)
_OF = re.compile(r"\s+(?:in|of|on|for|to)\s+(?:(?:the|its|total|overall|average|mean|all)\s+)*")
_UNIT_LIKE = re.compile(r"\s*(?:of\s+(?:(?:the|its|all)\s+)?)?")


def is_difference(part: Part, at: int) -> bool:
    """Tell whether an amount is by how much a result changes, and no value of it."""
    return _before(part, at) or _then(part, at)


def _then(part: Part, at: int) -> bool:
    """Tell whether the word behind an amount says which way it goes: "8 s shorter"."""
    n, end = at + 1, part.row[at].end
    while n < len(part.row):
        sign = part.row[n]
        if sign.sign in "PQ" or (
            sign.sign in "ab" and sign.word.startswith(("per", "a ", "ea", "ev"))
        ):
            pass
        elif sign.sign not in "rab" or not _UNIT_LIKE.fullmatch(part.text, end, sign.start):
            break
        end = sign.end
        n += 1
    return n < len(part.row) and part.row[n].sign in "+-"


def _before(part: Part, at: int) -> bool:
    n = at - 1
    levels = {"below", "above", "past", "beyond", "beneath"}
    while n >= 0 and (part.row[n].sign in _RELATIONS + "abX" or part.row[n].sign in "!"):
        if part.row[n].sign == "B":
            return True
        if part.row[n].word.split()[-1:] and part.row[n].word.split()[-1] in levels:
            return False
        if part.row[n].sign == "X":
            break
        n -= 1
    while n > 0 and part.row[n].sign in "VXRr" and _noun_of(part, n):
        n -= 1
    return n >= 0 and part.row[n].sign in "+-D"


def _noun_of(part: Part, at: int) -> bool:
    """Tell whether what stands before is the noun of a change: "the reduction in CO2 is 13 kg"."""
    before = [s for s in part.row[:at] if s.sign in "+-D"]
    if not before or not _NOUNS.fullmatch(before[-1].word):
        return False
    if part.row[at].sign != "r":
        return True
    previous = part.row[at - 1]
    return previous.sign in "+-D" and bool(
        _OF.fullmatch(part.text, previous.end, part.row[at].start)
        or part.row[at].start < previous.start
    )


_APART = ("differ", "gap", "apart", "separat", "distance", "margin", "contrast", "discrep")


def _difference(part: Part, at: int, printed: Printed) -> list[Reading] | None:
    found = _relation(part, at)
    if found is None or baseline_is_reference(part) is None or printed.signed:
        return None
    how, denied = found
    part.used.add(at)
    way = direction_of(part)
    if way is None or not rest_known(part, _SILENT):
        return None
    denied = denied != denied_left(part)
    how, denied = reached(how, denied=denied)
    name, trial = part.names[0], part.trial
    operation: Operation = "difference"
    unit = printed.unit or trial.results[name].unit
    plain = trial.between(operation, name, negative=way < 0)
    made = compared(trial, plain, how, printed, unit=unit, negated=denied)
    if way == 0:
        size = made.model_copy(update={"expression": trial.between(operation, name, absolute=True)})
        named = any(s.word.startswith(_APART) for s in part.row)
        return [size] if named else either([size, made])
    if denied and how == "":
        return either([made, compared(trial, plain, "<", printed, unit=unit)])
    if how in ("<", "l", "i") and how and not denied:
        return [made, trial.turned(name, way)]
    return [made]


#: What leads in the whole of which something is a part.
_OF_THE = re.compile(r"\bof (?:the|those|these|its|their) $")


def level(part: Part, at: int, printed: Printed) -> list[Reading] | None:
    """Return the reading of a number that is a value of one of the runs."""
    found = _relation(part, at)
    if found is None or printed.signed or _OF_THE.search(part.text, 0, part.row[at].start):
        return None
    how, denied = found
    part.used.add(at)
    own = how in tuple("><gl") and _of_former(part, at)
    reference = own or baseline_is_reference(part)
    if reference is None:
        part.used |= set(part.at("0"))
    part.used |= set(part.at("0")) if own else set()
    way = direction_of(part)
    if way is None or not rest_known(part, _SILENT + "9") or (own and way):
        return None
    denied = denied != denied_left(part)
    how, denied = reached(how, denied=denied)
    if reference is None and (way or "T" in part.signs):
        return None
    if denied and how == "":
        return None
    name = part.names[0]
    value = part.trial.value(name, changed=reference is not None)
    made = amount(part, value, how, printed, negated=denied)
    if own:  # "stays under the 40 kg of the baseline"
        before = part.trial.value(name, changed=False)
        return [made, amount(part, before, "", printed)]
    return [made, part.trial.turned(name, way)] if way and not denied else [made]


def amount(
    part: Part, expression: Expression, how: str, printed: Printed, *, negated: bool = False
) -> Reading:
    """Return the reading that compares a value with an amount, in the result's unit by default."""
    unit = printed.unit or part.trial.results[part.names[0]].unit
    if how == "~" and printed.text[-1:].isalpha():  # "nearly a minute and a half"
        loose = max(printed.half_unit, printed.value * Decimal("0.03"))
        printed = printed.model_copy(update={"half_unit": loose})
    return compared(part.trial, expression, how, printed, unit=unit, negated=negated)
