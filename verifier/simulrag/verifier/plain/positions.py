"""Statements of a place in an order: "the second-highest peak", "ranked third"."""

import itertools
import re
from collections.abc import Iterable, Sequence

from simulrag.simulators.interface import Call, Frozen, Output, Parameter
from simulrag.verifier.claims import Comparator, Figure, Reading
from simulrag.verifier.plain import choosing
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.items import Item, as_value
from simulrag.verifier.plain.marks import Comparative
from simulrag.verifier.plain.quantifiers import COUNT, count_of, fits, known_words, nouns
from simulrag.verifier.plain.readings import expression
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete, settings_of
from simulrag.verifier.reading.text import Span

Readings = list[Reading]
_ORDINALS = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth".split(), start=1
    )
} | {"next": 2}
_ORDINAL = rf"(?:{'|'.join(_ORDINALS)}|\d+(?:st|nd|rd|th))"
_ADVERB = r"(?:[\w-]+\s+){0,2}?"


class Position(Frozen):
    """A place from the top (sign 1) or the bottom (-1) of an order, said at text[start:end]."""

    place: int
    sign: int
    comparator: Comparator
    start: int
    end: int
    words: str


def positions(scene: Scene) -> Readings:
    """Read "California had the second-highest peak", among the values of the same input."""
    for position in sorted(_found(scene.text), key=lambda p: p.start - p.end):
        found = _subject(scene, position)
        if found is None:
            continue
        subject, ahead, used = found
        made = _ranked(scene, position, subject, ahead)
        if made:
            span = Span(text="", start=position.start, end=position.end)
            scene.use(span, *used, *scene.items)
            return made
    return []


_HIGH = (
    r"most|highest|largest|biggest|greatest|worst|heaviest|hardest|warmest|hottest|strongest|severest|"
    r"busiest|top"
)
_LOW = r"fewest|lowest|smallest|least|mildest|lightest|weakest|coldest|coolest|quietest|gentlest"
_DEGREE = rf"(?:(?P<high>{_HIGH})|(?P<low>{_LOW}))"
_OF_ORDER = re.compile(rf"\b(?P<ord>{_ORDINAL})[\s-]+{_DEGREE}\b", re.I)
#: The first place, where nothing says among what: "Texas had the highest peak".
_FIRST = re.compile(
    rf"(?<!\bof )(?<!\bamong )(?<!\bamongst )\bthe\s+{_DEGREE}\b(?!\s+(?:of|in|week|and|or)\b)",
    re.I,
)
#: "The last week of December was worst in North Carolina".
_WORST_IN = re.compile(
    rf"\b(?:was|were|is|hit|struck)\s+(?:the\s+)?{_DEGREE}\s+in\s+(?=[A-Z])", re.I
)
_SINCE = re.compile(
    r"\b(?:since|until|before|after|on record|ever|yet|so far|history|again)\b", re.I
)
_BUT_ONE = re.compile(
    rf"\b{_DEGREE}(?:\s+[\w-]+){{0,3}}?\s+(?:but|bar)\s+(?P<n>one|two|three)\b", re.I
)
_RANKED = re.compile(
    r"\b(?:rank(?:s|ed|ing)?|plac(?:es|ed|ing)|finish(?:es|ed|ing)?|c[ao]me(?:s)?\s+in|stood|stands)\s+"
    r"(?:(?:in|at|as)\s+)?(?:number\s+|no\.\s*|#\s*)?"
    rf"(?:(?P<ord>{_ORDINAL}|\d{{1,2}}(?![\d,]|\.\d)|one|two|three|four|five)|(?P<last>last|bottom))\b(?:\s+place\b)?"
    rf"(?![\s-]+(?:{_HIGH}|{_LOW}|earliest|latest)\b)"
    r"(?!\s*(?:%|percent|per|°|degrees|week|day|month|waves|humps|peaks|parts|stages|phases|january|february|march|april|may|june|july|august|september|"
    r"october|november|december))",
    re.I,
)
_TOP = re.compile(
    rf"\b(?:in|among|amongst|within|into|one\s+of|part\s+of|made|makes)\s+the\s+(?:nation's\s+|country's\s+)?"
    rf"(?:(?P<top>top)|(?P<bottom>bottom))[\s-]+(?P<n>{COUNT})\b",
    re.I,
)
_AMONG = re.compile(
    rf"\b(?:among|amongst|one\s+of|in|part\s+of)\s+the\s+(?P<n>{COUNT})\s+{_ADVERB}{_DEGREE}\b"
    rf"|\b(?:among|amongst|one\s+of)\s+the\s+(?P<n2>{COUNT})\s+(?P<what>{_ADVERB}[\w-]+)\s+(?:with|that|which|where)"
    rf"\s+(?:had\s+|saw\s+|recorded\s+|reported\s+)?(?:the\s+)?(?:(?P<high2>{_HIGH})|(?P<low2>{_LOW}))\b",
    re.I,
)


def _found(text: str) -> Iterable[Position]:
    for match in _OF_ORDER.finditer(text):
        yield _position(match, _ordinal(match["ord"]), 1 if match["high"] else -1, "equal")
    for match in _BUT_ONE.finditer(text):
        yield _position(match, count_of(match["n"]) + 1, 1 if match["high"] else -1, "equal")
    for match in _FIRST.finditer(text):
        yield _position(match, 1, 1 if match["high"] else -1, "equal")
    for match in _WORST_IN.finditer(text):
        yield _position(match, 1, 1 if match["high"] else -1, "equal")
    for match in _RANKED.finditer(text):
        place = 1 if match["last"] else _ordinal(match["ord"])
        yield _position(match, place, -1 if match["last"] else 1, "equal")
    for match in _TOP.finditer(text):
        yield _position(match, count_of(match["n"]), 1 if match["top"] else -1, "at_most")
    for match in _AMONG.finditer(text):
        count = count_of(match["n"] or match["n2"])
        yield _position(match, count, 1 if match["high"] or match["high2"] else -1, "at_most")


def _ordinal(words: str) -> int:
    plain = words.casefold()
    if plain in _ORDINALS:
        return _ORDINALS[plain]
    digits = re.match(r"\d+", plain)
    return int(digits[0]) if digits else count_of(plain)


def _position(match: re.Match[str], place: int, sign: int, comparator: Comparator) -> Position:
    return Position(
        place=place,
        sign=sign,
        comparator=comparator,
        start=match.start(),
        end=match.end(),
        words=match.group(),
    )


def _single(scene: Scene, item: Item) -> bool:
    parameter = scene.parameter(item.parameter)
    choices = parameter.kind in ("choice", "choices") and len(parameter.choices) > 2
    return choices and not (isinstance(item.value, list) and len(item.value) > 1)


_ADVERBIAL = re.compile(
    r"\b(?:in|during|for|of|by|over|within|throughout|since|from|at|under|across|behind|after|to|than)"
    r"\s+(?:the\s+)?(?:whole\s+of\s+|(?:winter|season)\s+of\s+)?$",
    re.I,
)
_AHEAD = re.compile(
    r"\b(?:after|behind|only\s+to|following|next\s+to|trailing)\s+(?:only\s+)?$", re.I
)
_POSSESSED = re.compile(r"(?:'s?|\bits|\btheir|\bhis|\bher)\s+$", re.I)


def _subject(scene: Scene, position: Position) -> tuple[Item, list[Item], list[Span]] | None:
    """Return whose place it is, who is said to be ahead of it, and words accounted for."""
    single = [i for i in scene.items if _single(scene, i)]
    ahead = [i for i in single if _AHEAD.search(scene.text[: i.start]) and i.start > position.end]
    ahead += _joined_on(scene, single, ahead)
    among, used = _among(scene, position)
    own = [i for i in single if i not in ahead and (among is None or i.parameter == among.name)]
    if _WORST_IN.match(scene.text, position.start):
        behind = [i for i in single if i.start == position.end]
        return (behind[0], [], []) if behind and among is None else None
    if _POSSESSED.search(scene.text[: position.start]):
        return None
    if among is None:
        own = [
            i
            for i in own
            if i.end <= position.start and not _ADVERBIAL.search(scene.text[: i.start])
        ]
    if len({(i.parameter, str(i.value)) for i in own}) != 1:
        return None
    if among is None and position.place == 1 and not _is_plain_first(scene, position):
        return None
    ahead = [i for i in ahead if i.parameter == own[0].parameter]
    if ahead:
        used = [*used, *(Span(text="", start=i.start - len(" behind "), end=i.end) for i in ahead)]
    return own[0], ahead, used


def _is_plain_first(scene: Scene, position: Position) -> bool:
    """Tell whether "the highest" can only mean the first of all values: no week, no past."""
    named = any(s.start <= position.end <= s.end for _, s in scene.topics if s.start < position.end)
    return scene.weekly is None and not scene.times and not named and not _SINCE.search(scene.text)


def _joined_on(scene: Scene, single: Sequence[Item], ahead: Sequence[Item]) -> list[Item]:
    found: list[Item] = []
    end = ahead[0].end if ahead else 0
    for item in single:
        if (
            ahead
            and item.start >= end
            and re.fullmatch(r"\s*(?:,|,?\s+and)\s+", scene.text[end : item.start])
        ):
            found.append(item)
            end = item.end
    return found


def _among(scene: Scene, position: Position) -> tuple[Parameter | None, list[Span]]:
    """Return the input whose values are ordered, where a noun says so, and those words."""
    for parameter in scene.function.parameters:
        noun = nouns(parameter)
        if parameter.kind not in ("choice", "choices") or not noun or len(parameter.choices) < 3:
            continue
        known = known_words(parameter, scene.function.outputs)
        total = rf"(?:(?P<total>{COUNT})\s+)?"
        inside = r"(?P<inside>(?:[\w'.-]+\s+){0,2}?)"
        patterns = (
            rf"\b(?:of|among|amongst|out\s+of|in)\s+(?:(?:all|any)\s+(?:of\s+)?)?(?:the\s+)?{total}{inside}"
            rf"(?:{noun})\b",
            rf"(?<=.)(?P<right>\s+){inside}(?P<total>(?!))?(?:{noun})\b",
        )
        for match in itertools.chain(*(re.finditer(p, scene.text, re.I) for p in patterns)):
            right = match.groupdict().get("right")
            if right and match.start() != position.end:
                continue
            group = _group(scene, parameter)
            of = len(group.names) if group else len(parameter.members)
            if match["total"] and not fits(count_of(match["total"]), of):
                continue
            if not right and not re.search(r"\b(?:all|any|the)\b|s$", match.group(), re.I):
                continue
            words = match["inside"].casefold().split()
            grouped = group is not None and match.start() <= group.start < match.end()
            plain = all(w in known or w in ("hit", "affected") for w in words)
            if (plain or grouped) and not _of_one(scene, match):
                return parameter, [Span(text="", start=match.start(), end=match.end())]
    return None, []


class _Group(Frozen):
    """Several values, not all, among which one is ranked ("in New England"), and where."""

    names: tuple[str, ...]
    start: int


def _group(scene: Scene, parameter: Parameter) -> _Group | None:
    for item in scene.items:
        names = item.value if isinstance(item.value, list) else []
        if item.parameter == parameter.name and 1 < len(names) < len(parameter.choices):
            return _Group(names=tuple(map(str, names)), start=item.start)
    return None


def _of_one(scene: Scene, match: re.Match[str]) -> bool:
    """Tell whether a noun only names one value: "in the 2024-25 season"."""
    return any(match.start() <= i.start < match.end() and _single(scene, i) for i in scene.items)


def _ranked(scene: Scene, position: Position, subject: Item, ahead: Sequence[Item]) -> Readings:
    parameter = scene.parameter(subject.parameter)
    rest = [i for i in scene.items if i.parameter != parameter.name]
    settings = settings_of(scene, rest)
    if len(settings) != 1 or (ahead and len(ahead) >= position.place):
        return []
    group = _group(scene, parameter)
    names = group.names if group else parameter.members
    if _name(subject) not in names:
        return []
    calls = {
        name: complete(
            scene, {**settings[0], parameter.name: as_value(parameter, name)}, comparing=False
        )
        for name in names
    }
    output = _output(scene, next(iter(calls.values())), position)
    if output is None or output.unit == "percent":
        return []
    negated = denied(scene, position.start)
    made = [
        _place(
            position,
            calls,
            _name(subject),
            output,
            position.comparator,
            position.place,
            negated=negated,
        )
    ]
    made += [
        _place(position, calls, _name(i), output, "at_most", position.place - 1, negated=False)
        for i in ahead
    ]
    return made


def _name(item: Item) -> str:
    return str(item.value[0] if isinstance(item.value, list) else item.value)


def _place(
    position: Position,
    calls: dict[str, Call],
    name: str,
    output: Output,
    comparator: Comparator,
    place: int,
    *,
    negated: bool,
) -> Reading:
    ordered = (calls[name], *(call for other, call in calls.items() if other != name))
    figure = Figure(text=position.words, start=position.start, end=position.end, value=float(place))
    return Reading(
        expression=expression("rank" if position.sign > 0 else "rank_from_below", ordered, output),
        comparator=comparator,
        figures=(figure,),
        negated=negated,
    )


def _output(scene: Scene, call: Call, position: Position) -> Output | None:
    held = choosing.named(scene, list(call.arguments))
    comparative = Comparative(
        sign=position.sign, start=position.start, end=position.end, words=position.words
    )
    return choosing.for_comparison(scene, comparative, held)
