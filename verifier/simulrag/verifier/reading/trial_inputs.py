"""The inputs in a row of signs, and what is said to be done to them."""

import re
from collections.abc import Sequence
from decimal import Decimal

from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.scene_parts import TurnedInputError
from simulrag.verifier.reading.scene_sign import Sign
from simulrag.verifier.reading.trial import Trial

_WAYS = {"+": 1, "-": -1, "7": -1, "8": 1}
#: What stands between an input and the word for what is done to it.
_BEFORE = re.compile(r"[\s-]*(?:(?:the|a|an|of|in|to|its|posted|legal|for|vehicle|traffic)\s+)*")
_BEHIND = re.compile(r"[\s-]*(?:(?:is|are|was|were|gets|being|by|goes|has|been|go|of|in)\s+)*")
_DIRECTED = re.compile(
    r"lower|less|fewer|more|extra|additional|reduc|slow|cut|increas|grow|ris|drop|decreas|surge|fall|shr[iu]nk|climb"
)


def without_inputs(row: Sequence[Sign], trial: Trial, text: str) -> list[Sign]:
    """Return a row without its inputs and what is said to be done to them.

    Raises TurnedInputError where an input is said to be less and is more, or the other way round.
    """
    made = _limits(_beside_inputs(_counted(_parts_of_inputs(row, trial, text), trial, text), trial))
    made = _going_along(made, trial, text)
    at = 0
    while at < len(made):
        if made[at].sign == "I":
            at = _absorb(made, at, trial, text)
        at += 1
    return [s for s in made if s.sign != "I"]


#: An input that goes some way, and a result by so much with no verb of its own.
_WITHOUT_VERB = re.compile(r"I[,&]+[^-+78,&fhtKI]*r(?P<by>B)[><gljiPQ~=k]*N[,&a]*$")


def _going_along(row: Sequence[Sign], trial: Trial, text: str) -> list[Sign]:
    """Return a row in which a result goes as an input does: "demand falls by 18%, CO2 by 40%"."""
    found = _WITHOUT_VERB.search("".join(s.sign for s in row))
    said = row[found.start()] if found else None
    if found is None or said is None or not _DIRECTED.search(text, said.start, said.end):
        return list(row)
    value = trial.changed.arguments.get(said.inputs[0])
    at = found.start("by")
    way = "+" if isinstance(value, int | float) and value > 0 else "-"
    return [*row[:at], row[at]._replace(sign=way, word=""), *row[at:]]


_OF_INPUT = re.compile(r"\s+(?:of\s+)?(?:the|its)\s+(?:former\s+|old\s+|previous\s+|usual\s+)?")


def _parts_of_inputs(row: Sequence[Sign], trial: Trial, text: str) -> list[Sign]:
    """Return a row without parts that are left of inputs: "at half the permitted speed"."""
    made: list[Sign] = []
    for sign in row:
        led = made[-1] if made else sign
        value = trial.changed.arguments.get(sign.inputs[0]) if sign.inputs else None
        part = led.held if sign.sign == "I" and led.sign == "N" and led.word == "part" else None
        beside = _OF_INPUT.fullmatch(text, led.end, sign.start) is not None
        if isinstance(part, Printed) and isinstance(value, int | float) and beside:
            if abs(100 + value - float(part.value)) > float(part.half_unit):
                raise TurnedInputError(sign.inputs[0])
            made.pop()
        made.append(sign)
    return made


_EXTRA = re.compile("more|extra|additional|few|less")


def _counted(row: Sequence[Sign], trial: Trial, text: str) -> list[Sign]:
    """Return a row in which what is counted is a result: "16 more vehicles", "30 extra cars"."""
    made: list[Sign] = []
    counted = _counted_results(trial)
    for sign in row:
        number = bool(made) and made[-1].sign == "N" and _counts(made[-1], sign, text)
        noun = sign.word.split()[-1:]
        name = counted.get(noun[0], "") if noun and number else ""
        if sign.sign == "I" and name and _EXTRA.match(sign.word):
            less = sign.word.startswith(("few", "less"))
            made.append(sign._replace(sign="-" if less else "+", inputs=()))
            made.append(sign._replace(sign="r", inputs=(name,)))
        elif sign.sign in "ab" and name:
            made.append(sign._replace(sign="r", inputs=(name,)))
        else:
            made.append(sign)
    return made


def _counted_results(trial: Trial) -> dict[str, str]:
    """Return the results that are counts by the words for what is counted."""
    made: dict[str, str] = {}
    for name, output in trial.results.items():
        for word in () if output.unit else output.unit_words:
            made.setdefault(word, name)
    return made


def _beside_inputs(row: Sequence[Sign], trial: Trial) -> list[Sign]:
    """Return a row in which the change of an input is a number that a change is set beside.

    "By more than demand", "as much as demand", "twice as much as demand".
    """
    made: list[Sign] = []
    for n, sign in enumerate(row):
        value = trial.changed.arguments.get(sign.inputs[0]) if sign.inputs else None
        last = not [s for s in row[n + 1 :] if s.sign not in ",&aV"]
        named = sign.sign == "I" and sign.word != "=" and last and isinstance(value, int | float)
        led = made[-1] if made else sign
        if named and led.sign in "><" and led.word.endswith("than"):
            made.append(_as_number(sign, abs(float(str(value))), 0.0))
        elif named and led.sign == "k":
            made.pop()
            times = made.pop().held if made and made[-1].sign == "f" else None
            many = float(times.value) if isinstance(times, Printed) else 1.0
            size = many * abs(float(str(value)))
            made.append(_as_number(sign, size, size / 20 if many > 1 else 0.5))
        else:
            made.append(sign)
    return made


def _as_number(sign: Sign, value: float, half: float) -> Sign:
    """Return an input as a number in percent."""
    printed = Printed(
        text=sign.word, start=sign.start, end=sign.end, unit_end=sign.end,
        value=Decimal(str(value)), half_unit=Decimal(str(half)), unit="percent",
        qualified_from=sign.start,
    )  # fmt: skip
    return sign._replace(sign="N", held=printed, word="part", inputs=())


def _limits(row: Sequence[Sign]) -> list[Sign]:
    """Return a row in which the limit of a class is none of speed."""
    pairs = zip(row, [*row[1:], None], strict=True)
    return [
        s._replace(sign="e", inputs=())
        if s.sign in "I?"
        and s.word.endswith(("limit", "limits"))
        and b is not None
        and b.sign == "K"
        else s
        for s, b in pairs
    ]


_OF_ALL = re.compile(r"\s+of\s+(?:(?:all|the|its|these)\s+)*")


def _counts(number: Sign, behind: Sign, text: str) -> bool:
    """Tell whether a number counts what stands behind it, or is a part of all of it."""
    unit = getattr(number.held, "unit", "?")
    if unit == "percent":
        return _OF_ALL.fullmatch(text, number.end, behind.start) is not None
    return unit in ("", "vehicle")


_NOUN_BEHIND = re.compile("cut|reduction|decrease|increase|growth|rise|drop|surge|hike|decline")


def _absorb(row: list[Sign], at: int, trial: Trial, text: str) -> int:
    """Take what is done to an input into it; return where the input is then."""
    sign = row[at]
    if sign.word != "=" and _DIRECTED.search(sign.word):
        _check(sign, 0, trial)
        return at
    if sign.word == "=" and _DIRECTED.search(text[sign.start : sign.end].lower()):
        return at
    if at and row[at - 1].sign == "h":
        _check(sign, -1 if row[at - 1].word == "-" else 1, trial)
        del row[at - 1]
        return at - 1
    if at and row[at - 1].sign in _WAYS and _BEFORE.fullmatch(text, row[at - 1].end, sign.start):
        _check(sign, _WAYS[row[at - 1].sign], trial)
        del row[at - 1]
        return at - 1
    behind = row[at + 1] if at + 1 < len(row) else None
    if behind is None or behind.sign not in _WAYS:
        return at
    beyond = row[at + 2].sign if at + 2 < len(row) else ""
    if _NOUN_BEHIND.fullmatch(behind.word) and behind.start - sign.end == 1:
        beyond = ""  # "the limit cut makes the trip longer"
    if beyond in ("r", "N") or not _BEHIND.fullmatch(text, sign.end, behind.start):
        return at
    _check(sign, _WAYS[behind.sign], trial)
    del row[at + 1]
    return at


def _check(sign: Sign, way: int, trial: Trial) -> None:
    if not way:
        less = re.search("lower|less|fewer|reduc|slow|cut|drop|decreas", sign.word)
        way = -1 if less else 1
    for name in sign.inputs:
        value = trial.changed.arguments.get(name)
        if isinstance(value, int | float) and value * way < 0:
            raise TurnedInputError(name)
