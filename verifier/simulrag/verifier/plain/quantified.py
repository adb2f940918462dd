"""Statements of how many values of an input something holds for, read value by value.

The words for how many are replaced by one value, and what the sentence then says is said of
each value in turn.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from pydantic import JsonValue

from simulrag.simulators.interface import Call, Frozen, Parameter
from simulrag.verifier.claims import Counted, Reading
from simulrag.verifier.plain.items import Item, as_value
from simulrag.verifier.plain.marks import SUPERLATIVE
from simulrag.verifier.plain.places import further_places
from simulrag.verifier.plain.quantifiers import Quantifier, fits
from simulrag.verifier.plain.readings import counted
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.reading.mentions import mentions

Readings = list[Reading]
Interpret = Callable[[Scene], Readings]


def quantified(scene: Scene, interpret: Interpret) -> Readings:
    """Read "in two of the four seasons it exceeded ..." and "in every state but Ohio"."""
    for quantifier in scene.quantifiers:
        if _RANKED.search(scene.text[: quantifier.start]):
            continue
        parameter = scene.parameter(quantifier.parameter)
        field = _field(scene, parameter, quantifier)
        if field is None:
            continue
        groups = _groups(scene, parameter, field, interpret)
        if not groups:
            continue
        apart = [groups[i] for i, name in enumerate(field.names) if name in field.excepted]
        rest = [groups[i] for i, name in enumerate(field.names) if name not in field.excepted]
        share = quantifier.within(len(rest))
        if share.at_most == 0:
            rest = [tuple(_reached(r, scene.text) for r in group) for group in rest]
        made: Readings = [counted(rest, share.at_least, share.at_most, share.open_above)]
        if apart:
            holds = len(apart) if share.at_most == 0 else 0
            made.append(counted(apart, holds, holds))
        return made
    return []


#: "The worst week of all four winters" ranks one among them and says nothing of each.
_RANKED = re.compile(
    rf"(?:{SUPERLATIVE.pattern}|\b(?:earliest|latest|longest|shortest|\w+iest)\b)"
    r"[^.,;:]{0,60}?\b(?:of|in|among|amongst|across|over|out\s+of|from)\s+$",
    re.I,
)
_REACHES = re.compile(r"\b(?:reach|attain|hit|get\s+to|got\s+to|come\s+to|came\s+to)\w*\b", re.I)


def _reached(reading: Reading, text: str) -> Reading:
    """Let what none reaches be a limit: none is as high as that."""
    if reading.comparator != "equal" or not reading.figures or not _REACHES.search(text):
        return reading
    return reading.model_copy(update={"comparator": "at_least"})


class _Field(Frozen):
    """The values that are counted, those set apart, and the text around the words for them."""

    names: tuple[str, ...]
    excepted: tuple[str, ...]
    before: str
    after: str


def _field(scene: Scene, parameter: Parameter, quantifier: Quantifier) -> _Field | None:
    own = [i for i in scene.items if i.parameter == parameter.name and i.start >= quantifier.end]
    names, end = _ranged(scene, parameter, own, _since_all(scene, parameter, quantifier.end))
    excepted, end = _excepted(scene, own, end)
    if quantifier.total is not None and not fits(quantifier.total, len(names)):
        return None
    if excepted and quantifier.at_most not in (0, quantifier.size):
        return None
    compared = {
        name
        for i in scene.items
        if i.parameter == parameter.name and not quantifier.start <= i.start < end
        for name in _names(i)
        if len(_names(i)) == 1
    }
    left = tuple(n for n in names if n not in compared)
    return _Field(
        names=left,
        excepted=tuple(n for n in excepted if n in left),
        before=scene.text[: quantifier.start],
        after=scene.text[end:],
    )


def _names(item: Item) -> list[str]:
    return [str(v) for v in item.value] if isinstance(item.value, list) else [str(item.value)]


_SINCE_YEAR = re.compile(
    r",?\s+(?:since|from)\s+(?:at\s+least\s+|early\s+|late\s+|the\s+)?(?P<year>(?:19|20)\d\d)(?:\s+on(?:wards?)?)?"
    r"(?![\d-]|/\d)",
    re.I,
)


def _since_all(scene: Scene, parameter: Parameter, at: int) -> int:
    """Return where "since 2022" ends that says no more than from the first period on."""
    match = _SINCE_YEAR.match(scene.text, at)
    first = min((ends[0] for ends in parameter.periods.values()), default="")
    return match.end() if match and first and match["year"] <= first[:4] else at


_RANGED = re.compile(r"\s*[,(]?\s*(?:from|between|since|held)?\s*", re.I)
_SINCE = re.compile(r"\s*,?\s*(?:since|from)\s+$", re.I)
_TO = re.compile(r"\s*(?:to|and|through|until|up to|-)\s*", re.I)


def _ranged(
    scene: Scene, parameter: Parameter, own: Sequence[Item], at: int
) -> tuple[tuple[str, ...], int]:
    """Return the values of "the seasons from 2022-23 to 2025-26" and where the words end."""
    names = parameter.members
    if not parameter.periods or not own or not _RANGED.fullmatch(scene.text, at, own[0].start):
        return names, at
    first = names.index(_names(own[0])[0])
    if len(own) > 1 and _TO.fullmatch(scene.text, own[0].end, own[1].start):
        closing = re.match(r"\s*\)", scene.text[own[1].end :])
        last = names.index(_names(own[1])[0])
        return names[first : last + 1], own[1].end + (closing.end() if closing else 0)
    if _SINCE.fullmatch(scene.text, at, own[0].start):
        return names[first:], own[0].end
    return names, at


_EXCEPT = re.compile(
    r"\s*,?\s+(?:except|but|other\s+than|apart\s+from|bar|besides|save|with\s+the\s+exception\s+of)"
    r"\s+(?:for\s+|in\s+|under\s+)?(?:the\s+)?",
    re.I,
)
_LIST = re.compile(r"\s*,?\s*(?:and|or)?\s*", re.I)


def _excepted(scene: Scene, own: Sequence[Item], at: int) -> tuple[tuple[str, ...], int]:
    """Return the values of "every state but Ohio" that are set apart, and where the words end."""
    lead = _EXCEPT.match(scene.text, at)
    found: list[str] = []
    end = lead.end() if lead else at
    for item in own:
        joins = item.start == end if not found else _LIST.fullmatch(scene.text, end, item.start)
        if lead is not None and item.start >= end and joins:
            found += _names(item)
            end = item.end
    return (tuple(found), end) if found else ((), at)


def _groups(
    scene: Scene, parameter: Parameter, field: _Field, interpret: Interpret
) -> list[tuple[Reading, ...]]:
    """Return what the sentence says of each value; none where one of them cannot be read.

    Dates without a year depend on the period, so that periods are read one by one.
    """
    if not field.names:
        return []
    own = field.names if parameter.periods else field.names[:1]
    made = [said(scene, _with(field, name), interpret) for name in own]
    spread_out = [spread(m, parameter, n, (n,)) for m, n in zip(made, own, strict=True)]
    if not all(spread_out):
        return []
    if parameter.periods:
        return [groups[0] for groups in spread_out]
    return spread(made[0], parameter, own[0], field.names)


_CLEFT = re.compile(r"\b(?:there|it)\s+(?:is|are|was|were|has been|have been)\s+$", re.I)
#: A link to a relative clause.
LINK = re.compile(
    r"\s*,?\s+(?:(?P<within>in which|in whose|where|when|during which|under which)"
    r"|(?P<whose>whose)|(?P<to>to)|(?P<that>that|which|who)|(?P<having>with))\b",
    re.I,
)


def _with(field: _Field, value: str) -> str:
    """Return the sentence with one value in place of the words for how many."""
    before, after = field.before, field.after
    cleft = _CLEFT.search(before)
    link = LINK.match(after)
    if cleft is not None and link is not None:
        return before[: cleft.start()] + joined(value, link, after[link.end() :])
    if after.startswith("'") and not after.startswith("'s"):
        after = "'s" + after[1:]
    return before + value + after


def joined(value: str, link: re.Match[str], rest: str) -> str:
    """Return a relative clause as a sentence of one value: "in which it rose", "whose peak"."""
    if link["within"]:
        return f"in {value}{rest}"
    if link["whose"]:
        return f"{value}'s{rest}"
    if link["having"]:
        return f"{value} had{rest}"
    return f"{value}{rest}"


def said(scene: Scene, text: str, interpret: Interpret) -> Readings:
    """Return what another sentence says where this one stands."""
    heard = mentions(text, scene.simulator)
    heard = [*heard, *further_places(text, scene.simulator, heard)]
    single = Scene(text, scene.simulator, scene.function, scene.discourse, heard)
    made = interpret(single)
    if made:
        scene.assumed += single.assumed
    else:
        scene.unread = scene.unread or single.unread
    return made


def spread(
    made: Sequence[Reading], parameter: Parameter, stood_for: str, values: Iterable[str]
) -> list[tuple[Reading, ...]]:
    """Return readings for each value in place of the one that stood for all, if each has it."""
    own = as_value(parameter, stood_for)
    if not made or not all(
        any(t.call.arguments.get(parameter.name) == own for t in r.expression.terms) for r in made
    ):
        return []
    return [
        tuple(_with_value(r, parameter.name, own, as_value(parameter, value)) for r in made)
        for value in values
    ]


def _with_value(reading: Reading, name: str, old: JsonValue, new: JsonValue) -> Reading:
    terms = tuple(
        t.model_copy(update={"call": _call(t.call, name, old, new)})
        for t in reading.expression.terms
    )
    made = reading.model_copy(
        update={"expression": reading.expression.model_copy(update={"terms": terms})}
    )
    if isinstance(made, Counted):
        parts = tuple(tuple(_with_value(r, name, old, new) for r in group) for group in made.of)
        return made.model_copy(update={"of": parts})
    return made


def _call(call: Call, name: str, old: JsonValue, new: JsonValue) -> Call:
    if call.arguments.get(name) != old:
        return call
    arguments: Mapping[str, JsonValue] = {**call.arguments, name: new}
    return call.model_copy(update={"arguments": arguments})
