"""A statement as a row of signs: what is read here accounts for every word of it.

A word that is in no table keeps a statement from being read, so that none is left that could turn
what it says, whatever the order of its parts.
"""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from weakref import WeakKeyDictionary

from pydantic import JsonValue

from simulrag.simulators.interface import Frozen, Parameter
from simulrag.verifier.harmless import is_narrowing, is_weightless
from simulrag.verifier.plain.items import as_value
from simulrag.verifier.plain.marks import Comparative
from simulrag.verifier.plain.row_table import NUMERIC, Meaning, Table, is_chance, table_of
from simulrag.verifier.plain.row_words import Kind
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.worded_shares import WordedShare, worded_shares
from simulrag.verifier.quantities import Printed, quantities
from simulrag.verifier.reading.text import Span, find_phrases

#: Longest statement that is read as a row, characters.
_LONGEST = 320
_WORD = re.compile(r"'s\b|n't\b|[a-z0-9₀₂][a-z0-9₀₂_.'-]*[a-z0-9₀₂]|[a-z0-9]|[^\s]", re.I)
_SILENT_MARKS = frozenset(",.:;()\"'-–—→>=*•|!")


class Sign(Frozen):
    """A part of a statement that says something, at text[start:end]."""

    kind: Kind
    start: int
    end: int
    #: The input that it names or gives a value to.
    parameter: str = ""
    value: JsonValue = None
    way: Comparative | None = None
    number: Printed | None = None


class Row(Frozen):
    """The signs of a statement in order; words that say nothing by themselves are left out."""

    signs: tuple[Sign, ...]

    def values(self, parameter: str) -> list[Sign]:
        """Return the signs that give an input a value."""
        return [s for s in self.signs if s.kind == "value" and s.parameter == parameter]

    def of_kind(self, *kinds: Kind) -> list[Sign]:
        """Return the signs of some kinds."""
        return [s for s in self.signs if s.kind in kinds]


def account_for_all(scene: Scene) -> None:
    """Note that every single word of a statement, and so every turn of phrase, is followed."""
    scene.use(Span(text="", start=0, end=len(scene.text)))
    scene.all_known = True


#: Several ways of reading ask for the row of one scene.
_ROWS: WeakKeyDictionary[Scene, Row | None] = WeakKeyDictionary()


def row_of(scene: Scene) -> Row | None:
    """Return the signs of a statement; None where a word of it is in no table."""
    if scene not in _ROWS:
        _ROWS[scene] = _row_of(scene)
    return _ROWS[scene]


def _row_of(scene: Scene) -> Row | None:
    text = scene.text.rstrip(" .!")
    if len(text) > _LONGEST or "?" in text:
        return None
    pieces = _without_overlaps(
        [
            *_named_values(scene),
            *_all_values(scene),
            *_numbers(scene),
            *_lengths(scene),
            *_dates(scene),
        ]
    )
    table = table_of(scene.function)
    made: list[Sign] = []
    at = 0
    for sign in (*pieces, None):
        words = _signed(text, at, len(text) if sign is None else sign.start, table)
        if words is None:
            return None
        made += words
        if sign is not None:
            made.append(sign)
            at = sign.end
    signs = _by_how_much(text, made)
    if signs is None or _untimed(scene, signs):
        return None
    known = _are_named(scene, signs) and not _less_cold(scene, signs)
    return Row(signs=tuple(signs)) if known else None


def _untimed(scene: Scene, signs: Sequence[Sign]) -> bool:
    """Tell whether a time is no value of an input: a mean of 1990 is none of a whole climate."""
    amounts = [s for s in signs if s.kind == "number" and not (s.number and s.number.unit)]
    return any(a.start <= t.start < a.end for a in amounts for t in scene.times)


_RISES_ABOVE = re.compile(r"above|ahead of|on", re.I)
#: "Takes 1.7 °C off it", "puts 1.7 °C on top": by how much, but not than what.
_MOVED_BY = re.compile(r"off|on\b", re.I)


def _by_how_much(text: str, signs: Sequence[Sign]) -> list[Sign] | None:
    """Return "0.9 °C below that of" as less by so much than; None where no number stands before."""
    made: list[Sign] = []
    for at, sign in enumerate(signs):
        if sign.kind != "over":
            made.append(sign)
            continue
        if not at or signs[at - 1].kind != "number":
            return None
        words = text[sign.start : sign.end]
        word = Comparative(
            sign=1 if _RISES_ABOVE.match(words) else -1, start=sign.start, end=sign.end, words=words
        )
        made.append(sign.model_copy(update={"kind": "way", "way": word}))
        if not _MOVED_BY.match(words):
            made.append(sign.model_copy(update={"kind": "than", "start": sign.end}))
    return made


def _less_cold(scene: Scene, signs: Sequence[Sign]) -> bool:
    """Tell whether "less" or "more" grades a word that may lie on either side: "less cold"."""
    adjectives = {
        word.casefold()
        for o in scene.function.outputs
        if o.unit == "degC"
        for word in o.loose_words
    }
    return any(
        a.way is not None
        and a.way.words in ("less", "more")
        and b.kind == "output"
        and scene.text[b.start : b.end].casefold() in adjectives
        for a, b in itertools.pairwise(signs)
    )


def _without_overlaps(found: Iterable[Sign]) -> list[Sign]:
    """Return signs in order; of those that overlap the longest, of equal ones the first.

    "Of the two" goes before what the words "the two" may stand for.
    """
    kept: list[Sign] = []
    for sign in sorted(found, key=lambda s: (s.kind not in ("pair", "pick"), s.start - s.end)):
        if all(sign.end <= k.start or k.end <= sign.start for k in kept):
            kept.append(sign)
    return sorted(kept, key=lambda s: s.start)


#: What a condition stands behind is none of it: "lower if 60 % are vaccinated".
_LED_IN = re.compile(r"(?:[a-z]+\s+){1,2}(?:if|when|once)\s+", re.I)


def _named_values(scene: Scene) -> Iterator[Sign]:
    """Yield values in words: places, scenarios, years, changes, shares of a population."""
    for item in scene.items:
        parameter = scene.parameter(item.parameter)
        if parameter.kind in NUMERIC or parameter.kind == "date":
            continue
        led = _LED_IN.match(scene.text, item.start, item.end)
        yield Sign(
            kind="value", start=led.end() if led else item.start, end=item.end,
            parameter=parameter.name, value=as_value(parameter, item.value),
        )  # fmt: skip
    for parameter in scene.function.parameters:
        for share in worded_shares(scene.text, parameter) if parameter.kind == "share" else ():
            inside = [i.start for i in scene.items if share.start < i.start < share.end]
            share = share.model_copy(update={"end": min([share.end, *inside])})
            bound = _BOUND.search(scene.text[: share.start])
            if bound is not None:
                yield _bounded(scene, share, bound)
                continue
            yield Sign(
                kind="value", start=share.start, end=share.end, parameter=parameter.name,
                value=share.value,
            )  # fmt: skip


_BOUND = re.compile(
    r"\b(?:(?P<most>no more than|not more than|at most|less than|fewer than|under|up to)|"
    r"at least|more than|no less than|no fewer than|not less than|over)\s+$",
    re.I,
)


def _bounded(scene: Scene, share: WordedShare, bound: re.Match[str]) -> Sign:
    """Return "no more than a tenth" as a bound."""
    figure = Printed(
        text=scene.text[share.start : share.end], start=share.start, end=share.end,
        unit_end=share.end, value=Decimal(str(share.value)), half_unit=Decimal(0), unit="percent",
        qualifier="at_most" if bound["most"] else "at_least", qualified_from=bound.start(),
    )  # fmt: skip
    return Sign(kind="number", start=bound.start(), end=share.end, number=figure)


#: Those that are compared, and no number: "the warmer of the two".
_THE_TWO = re.compile(r"\bof (?:the|these) (?:two|pair)\b(?! [a-z]+s\b)", re.I)


#: "The lower of two R0 values": one of the values that follow.
_PICK = re.compile(
    r"\bthe (?:(?P<more>higher|larger|greater|bigger)|lower|smaller|lesser) (?:one )?"
    r"of (?:the |these )?two(?: (?:values|settings|levels))?(?: (?:of|for))?\b",
    re.I,
)


def _all_values(scene: Scene) -> Iterator[Sign]:
    """Yield words for all values of an input: "the five scenarios"."""
    for match in _PICK.finditer(scene.text):
        sign = 1 if match["more"] else -1
        word = Comparative(sign=sign, start=match.start(), end=match.end(), words=match.group())
        yield Sign(kind="pick", start=match.start(), end=match.end(), way=word)
    for match in _THE_TWO.finditer(scene.text):
        yield Sign(kind="pair", start=match.start(), end=match.end())
    for domain in scene.domains:
        if domain.sense in ("all", "rest"):
            yield Sign(kind="all", start=domain.start, end=domain.end, parameter=domain.parameter)


#: "10 or 50 percent": the unit is printed once.
_SAME_UNIT = re.compile(
    r"\s*(?:,\s*)?(?:or|and|to|not|instead of|in place of|rather than|as opposed to|against|versus|"
    r"vs\.?|than)\s+(?:to\s+|only\s+|from\s+|with\s+|at\s+)?$",
    re.I,
)
_AMOUNT = re.compile(r"\bby\s+(?:\w+\s+){0,2}$", re.I)
_HIGHER = re.compile(r"\s*(?:higher|lower|more|less|fewer|smaller|larger|bigger|later|earlier)\b")


def _numbers(scene: Scene) -> Iterator[Sign]:
    """Yield numbers: values of the inputs that are named, and amounts."""
    printed = quantities(scene.text)
    printed += [
        q
        for q in scene.numbers
        if q.unit and all(q.unit_end <= p.start or p.unit_end <= q.start for p in printed)
    ]
    printed.sort(key=lambda q: q.start)
    share = next((p for p in scene.function.parameters if _is_named(scene, p, "share")), None)
    plain = next((p for p in scene.function.parameters if _is_named(scene, p, "number")), None)
    for at, figure in enumerate(printed):
        after = printed[at + 1] if at + 1 < len(printed) else None
        unit = figure.unit
        named = plain is not None and _names_it(scene.text[: figure.start], plain)
        if not unit and not named and after is not None and after.unit == "percent":
            shared = _SAME_UNIT.fullmatch(scene.text, figure.unit_end, after.start)
            unit = "percent" if shared else unit
        amount = _AMOUNT.search(scene.text[: figure.start]) or _HIGHER.match(
            scene.text, figure.unit_end
        )
        if unit == "degree":
            figure = figure.model_copy(update={"unit": "degC"})
        owner = share if unit == "percent" else plain if not unit else None
        if not unit and figure.text.casefold() == "two" and after is not None:
            yield Sign(kind="of", start=figure.start, end=figure.end)
            continue
        if owner is None or amount or figure.qualifier != "exact" or not _fits(owner, figure):
            yield Sign(
                kind="number", start=figure.qualified_from, end=figure.unit_end, number=figure
            )
            continue
        yield Sign(
            kind="value", start=figure.start, end=figure.unit_end, parameter=owner.name,
            value=float(figure.value),
        )  # fmt: skip


def _names_it(before: str, parameter: Parameter) -> bool:
    """Tell whether the name of an input stands right before a number: "R0 is 1.3 and 60 % ..."."""
    spans = find_phrases(before, parameter.words)
    return bool(spans) and _IS.fullmatch(before, spans[-1].end) is not None


_IS = re.compile(r"\s*(?:(?:is|was|of|at|equals|being|set\s+to)\b|=)?\s*", re.I)


#: "A month later": one, where it says how far two times are apart.
_A_WHILE = re.compile(
    r"\b(?:(?:almost|nearly|about|around|roughly)\s+)?(?P<n>an?|one)\s+(?:full\s+|whole\s+)?"
    r"(?:(?P<unit>day|week|month)(?=\s+(?:later|earlier|sooner)\b)|degree(?:\s+celsius)?"
    r"(?=\s+(?:more|less|warmer|hotter|cooler|colder|higher|lower)\b))",
    re.I,
)


def _lengths(scene: Scene) -> Iterator[Sign]:
    for match in _A_WHILE.finditer(scene.text):
        figure = Printed(
            text=match["n"], start=match.start("n"), end=match.end("n"), unit_end=match.end(),
            value=Decimal(1), half_unit=Decimal("0.25" if match["unit"] else "0.5"),
            unit=match["unit"].lower() if match["unit"] else "degC",
            qualified_from=match.start(),
        )  # fmt: skip
        yield Sign(kind="number", start=match.start(), end=match.end(), number=figure)


def _is_named(scene: Scene, parameter: Parameter, kind: str) -> bool:
    told = parameter.kind == kind and not is_chance(parameter)
    return told and bool(find_phrases(scene.text, parameter.words))


def _fits(parameter: Parameter, figure: Printed) -> bool:
    low, high = parameter.low, parameter.high
    return (low is None or figure.value >= low) and (high is None or figure.value <= high)


def _dates(scene: Scene) -> Iterator[Sign]:
    """Yield days as values of the one input that is a day; whether they are is told by its name."""
    named = [
        p for p in scene.function.parameters if p.kind == "date" and p.default_year is not None
    ]
    for time in scene.times:
        if len(named) == 1 and time.grain == "day":
            yield Sign(
                kind="value", start=time.start, end=time.end, parameter=named[0].name,
                value=time.first.isoformat(),
            )  # fmt: skip


def _are_named(scene: Scene, signs: Sequence[Sign]) -> bool:
    """Tell whether each day stands behind the name of the input it is a value of."""
    for at, sign in enumerate(signs):
        if sign.kind != "value" or scene.parameter(sign.parameter).kind != "date":
            continue
        before = (s for s in reversed(signs[:at]) if s.kind in ("name", "value", "output", "way"))
        near = next((s for s in before if s.kind != "value" or s.parameter == sign.parameter), None)
        if near is None or near.parameter != sign.parameter:
            return False
    return True


def _signed(text: str, start: int, end: int, table: Table) -> list[Sign] | None:
    """Return the signs of text[start:end], longest phrases first; None at an unknown word."""
    found, longest = table
    spans = [m.span() for m in _WORD.finditer(text, start, end) if m[0] not in _SILENT_MARKS]
    words = [_bare(text[low:high]) for low, high in spans]
    made: list[Sign] = []
    at = 0
    while at < len(words):
        for many in range(min(longest.get(words[at], 0), len(words) - at), 0, -1):
            phrase = " ".join(words[at : at + many])
            if phrase in found:
                if not found[phrase].kind and is_narrowing(phrase):
                    return None
                made += _sign(found[phrase], phrase, spans[at][0], spans[at + many - 1][1])
                break
        else:
            if not is_weightless(words[at]):
                return None
            many = 1
        at += many
    return made


def _bare(word: str) -> str:
    small = word.casefold()
    return small if small == "'s" else small.removesuffix("'s")


def _sign(meaning: Meaning, words: str, start: int, end: int) -> Sequence[Sign]:
    if meaning.kind == "":
        return ()
    if meaning.kind == "nth":
        which = 0 if words.startswith(("the first", "the former")) else 1
        return (Sign(kind="nth", start=start, end=end, value=which),)
    if meaning.kind not in ("way", "moved", "label"):
        return (Sign(kind=meaning.kind, start=start, end=end, parameter=meaning.parameter),)
    word = Comparative(
        sign=meaning.sign, start=start, end=end, words=words, aspect=meaning.aspect,
        outputs=meaning.outputs,
    )  # fmt: skip
    return (Sign(kind=meaning.kind, start=start, end=end, parameter=meaning.parameter, way=word),)
