"""Numbers as they are printed: value, precision, unit, and what is said around them."""

import itertools
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from simulrag.simulators import unit_words
from simulrag.simulators.interface import Frozen
from simulrag.simulators.operations import Interval
from simulrag.verifier.number_words import (
    AND_PARTS,
    ONES,
    PARTS,
    SCALES,
    TENS,
    digits_value,
    words_value,
)
from simulrag.verifier.unit_names import FAMILIES, UNITS

Qualifier = Literal[
    "exact", "about", "above", "just_above", "at_least", "below", "just_below", "at_most"
]

#: Words whose capitals count, in small letters.
_MORE_UNITS = frozenset(word.lower() for word in unit_words.WORDS)

_CARDINAL = "|".join(sorted((*ONES, *TENS), key=len, reverse=True))
_SCALE = "|".join(SCALES)
_PART = "|".join(sorted(PARTS, key=len, reverse=True))
_UNIT = "|".join(
    re.escape(unit).replace(r"\ ", r"\s+") for unit in sorted(UNITS, key=len, reverse=True)
)
#: "And" goes on with a number behind a scale only: "a hundred and twenty", not "two and three".
#: Nor before one of the same scale: "between four hundred and five hundred".
_ANDS = "|".join(rf"(?<={scale} )and\s+(?!(?:(?:{_CARDINAL})[\s-]+)+{scale}\b)" for scale in SCALES)
_AND = rf"(?:{_ANDS})?".replace(" ", r"\s")
_MORE_WORDS = rf"(?:[\s-]+{_AND}(?:{_CARDINAL}|{_SCALE}))*"
_NUMBER_WORDS = (
    rf"(?:zero\b(?!\s+point\b)|(?:{_CARDINAL}){_MORE_WORDS}"
    rf"(?:\s+point(?:\s+(?:{'|'.join(ONES)}))+)?"
    rf"(?:\s+and\s+a\s+half(?:\s+(?:{_SCALE}))?|\s+and\s+{AND_PARTS})?"
    rf"|(?:a|an|one|half[\s-]+a|half)[\s-]+(?:{_SCALE})(?:\s+and\s+a\s+half|{_MORE_WORDS}))"
)
_LED = "|".join(
    rf"(?<=\b{w}\s)" for w in "by than least most about over under nearly within".split()
)
_WHOLE = rf"an?\s+(?:full|whole|single)(?=\s+(?:{_UNIT}|one)\b)|(?:{_LED})an?(?=\s+degree\b)"
#: "A week earlier than": one week, where it says how far two times are apart.
_LAG = (
    r"(?<!\d\s)(?<!hundred\s)(?<!thousand\s)\ban?(?=\s+(?:day|week|month)\s+"
    r"(?:(?:earlier|later|sooner)\s+than|before|after|ahead\s+of|behind)\b"
    r"(?!\s+(?:the\s+)?(?:\d|new\s+year|christmas|thanksgiving|easter|early|late|mid|end|start|"
    r"beginning|middle|first|last|jan|feb|mar|apr|may\b|june?\b|july?\b|aug|sept?|oct|nov|dec)))"
)
#: "A minute and a half", "in less than a minute": one of them.
_A_UNIT = (
    r"(?:(?:(?<=than\s)|(?<=under\s)|(?<=over\s)|(?<=about\s)|(?<=below\s)|(?<=above\s)|"
    r"(?<=nearly\s)|(?<=almost\s)|(?<=roughly\s)|(?<=exactly\s)|(?<=within\s))"
    r"an?(?=\s+(?:minute|second|hour|kilo(?:gram)?)\b)"
    r"|an?(?=\s+(?:good\s+)?(?:minute|hour|second|kilogram|degree|week|month)\s+and\s+(?!a\s+(?:bit|little)\b)"
    r"(?:an?|[a-z-]+|\d+)\s+(?:half|quarter|third|seconds?|minutes?)\b))"
)
#: A number in words as a part of a larger pattern.
NUMBER_WORDS = rf"(?:{_NUMBER_WORDS})"
_FRACTION_WORDS = (
    rf"(?:{_WHOLE}|{_LAG}|{_A_UNIT}|(?:(?:(?:{_CARDINAL})-)?(?:{_CARDINAL})|an?|one)[\s-]+(?:{_PART})(?=\s+of\b|[\s-]+(?:{_UNIT})\b)"
    rf"|the\s+(?:{_PART})(?=\s+of\s+an?\s+(?:{_UNIT})\b)"
    rf"|half(?=\s+an?\b(?!\s+(?:{_SCALE})\b))|half(?=[\s-]degrees?\b))"
)
#: "Two thirds" of something unnamed is no two.
_MANY_PARTS = "|".join(part for part in PARTS if part.endswith("s"))
_PATTERN = re.compile(
    rf"""
    (?P<digits>(?<![\w.,])[-+]?(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?)(?![\d]|\.\d|,\d{{3}})
        (?P<scale>[\s-]+(?:{_SCALE})|k(?!\w))?
    | (?i:(?P<fraction>\b{_FRACTION_WORDS}))
    | (?i:(?P<words>\b{_NUMBER_WORDS}\b(?![\s-]+(?:{_MANY_PARTS})\b)))
    """,
    re.VERBOSE,
)
_UNIT_AFTER = re.compile(rf"\s*[-'\"]?\s*(?:full\s+|whole\s+)?(?i:(?P<unit>{_UNIT}))(?![\w])")
_UNIT_AFTER_PART = re.compile(
    rf"\s*(?:of\s+)?(?:an?\s+)?(?:good\s+|full\s+)?(?i:(?P<unit>{_UNIT}))(?![\w])"
)
#: Letters glued to digits that make them no quantity ("CO2", "R0", "ssp245", "2nd", "H3N2").
_GLUED_AFTER = re.compile(r"(?:st|nd|rd|th)\b|[A-Za-z]*\d")

_ABOUT = (
    r"about|around|approximately|approx\.?|roughly|some|nearly|almost|circa|ca\.?|close to|"
    r"in the (?:neighbou?rhood|region) of|or so|near|~|an estimated|(?:at|had) like|on the order of"
)
_ABOVE = (
    r"more than|over|above|greater than|larger than|bigger than|exceeds?|exceeding|exceeded|"
    r"beyond|well over|tops|topped|topping|beats|breach(?:es|ed)|upwards? of|higher than|"
    r"longer than|warmer than|hotter than|wider than|clear(?:s|ed|ing)|cross(?:es|ed)|>|past|"
    r"(?:breaks?|broken?|go(?:es|ne)|went) through|in excess of|surpass(?:es|ing)?|passe[sd]"
    r"|north of|overtak(?:es?|en|ing)|overtook|overshoots?|overshot|outgrow(?:s|n)?|outgrew"
)
_AT_LEAST = r"at least|no (?:less|fewer) than|not (?:less|fewer) than|a minimum of|>=|\u2265"
_BELOW = (
    r"(?:less|fewer|smaller|narrower|lower|shorter|co(?:ld|ol)er) than|below|under|clear of|<|"
    r"(?:shy|south) of|short of|fall(?:s|ing)? short of|(?:stay|fall|drop|dip|sink|slip)s? below|"
    r"not (?:quite|yet|even|fully)|miss(?:es|ed|ing)?(?:\s+the\s+mark\s+of)?|"
    r"(?:fails? to|(?:does|do|will|would) not (?:even |quite )?)\s*(?:reach|get to|attain)"
)
_AT_MOST = (
    r"at most|no more than|not more than|(?<!reached )(?<!hit )a maximum of|does not exceed|"
    r"not exceed(?:ing)?|(?<!add )(?<!adds )(?<!added )(?<!adding )(?<!get )(?<!gets )(?<!got )"
    r"(?<!climb )(?<!climbs )(?<!sum )(?<!sums )up to|no higher than|within|<=|\u2264"
)
_LITTLE = (
    r"(?:just|a little|a bit|slightly|marginally|barely|somewhat|narrowly|a touch|a shade|a trifle|"
    r"a fraction|a tad)"
)
_WORDS: tuple[tuple[Qualifier, str], ...] = (
    ("at_least", _AT_LEAST),
    ("at_most", _AT_MOST),
    ("just_above", rf"{_LITTLE} (?:more than|over|above|beyond)|a good"),
    ("just_below", rf"{_LITTLE} (?:less than|fewer than|under|below|short of)"),
    ("above", _ABOVE),
    ("below", _BELOW),
    ("about", _ABOUT),
)
_BEFORE: tuple[tuple[Qualifier, re.Pattern[str]], ...] = tuple(
    (name, re.compile(rf"(?:^|[\s(])(?:{words})\s*(?:(?:the|an?|only|just)\s+)*$", re.IGNORECASE))
    for name, words in _WORDS
)
#: Whether any of them is there, in small letters.
_ANY_BEFORE = re.compile(
    rf"(?:^|[\s(])(?:{'|'.join(words for _, words in _WORDS)})\s*(?:(?:the|an?|only|just)\s+)*$"
)
#: What is done to the mark that a number sets: "fifteen hundred patients are exceeded".
_BECOMES = (
    r"^\s*(?:[a-z]+\s+){0,2}?(?:is|are|was|were|gets?|will be|would be|has been|have been)\s+"
    r"(?:(?!not|never)\w+\s+)?"
)
_MARKED: tuple[tuple[Qualifier, str], ...] = (
    ("above", "exceeded|surpassed|topped|passed|crossed|breached"),
    ("below", r"missed|(?:not|never) (?:\w+ )?(?:reached|attained)"),
    ("at_most", "(?:not|never) (?:exceeded|surpassed|topped|passed)"),
)
_AFTER: tuple[tuple[Qualifier, re.Pattern[str]], ...] = (
    ("at_least", re.compile(r"^\s*(?:or|and)\s+(?:more|greater|above|higher|over|longer)\b", re.I)),
    ("at_most", re.compile(r"^\s*(?:or|and)\s+(?:less|fewer|below|lower|under|shorter)\b", re.I)),
    ("just_above", re.compile(r"^\s*and (?:a (?:bit|little)|some)\b(?!\s+of\b)", re.I)),
    (
        "about",
        re.compile(r"^\s*(?:or so\b|(?:is)?,?\s*(?:give or take|more or less|roughly)\b)", re.I),
    ),
    *((name, re.compile(rf"{_BECOMES}(?:{words})\b", re.I)) for name, words in _MARKED),
)


def family(unit: str) -> str:
    """Return the kind of quantity that a unit measures; the unit itself where it stands alone."""
    return FAMILIES.get(unit, unit)


class Printed(Frozen):
    """A number as printed at text[start:end]; `unit_end` is the end of its unit."""

    text: str
    start: int
    end: int
    unit_end: int
    value: Decimal
    half_unit: Decimal  #: Half a unit of the last printed digit; 0 for numbers in words.
    unit: str = ""
    qualifier: Qualifier = "exact"
    qualified_from: int  #: Where the qualifier begins; `start` where none stands before the number.
    signed: bool = False  #: True where the printed text carries its own sign.

    def interval(self, relative: float = 0.0, absolute: float = 0.0) -> Interval:
        """Return the numbers that the print stands for, widened where it is hedged."""
        half = float(self.half_unit)
        value = float(self.value)
        if self.qualifier == "about":
            half = max(half, absolute, relative * abs(value))
        return Interval(low=value - half, high=value + half)


def quantities(text: str) -> list[Printed]:
    """Return the numbers of a normalised text with their units and qualifiers, in order."""
    return list(_quantities(text))


@lru_cache(maxsize=256)
def _quantities(text: str) -> tuple[Printed, ...]:
    """Return the same; the steps of a reading ask for the numbers of one text several times."""
    found = [_printed(text, match) for match in _PATTERN.finditer(text)]
    printed = [one for one in found if one is not None]
    for at, (first, second) in enumerate(itertools.pairwise(printed)):
        printed[at] = _scaled_alike(text, first, second)
    return tuple(_together(text, printed))


#: What joins the parts of one quantity: "a minute and ten seconds", "3 s and nine tenths".
_AND_MORE = re.compile(r",?\s+and\s+|\s+", re.I)
_AND_PART = re.compile(
    rf"\s+and\s+(?P<part>(?:{_CARDINAL}|an?)\s+(?:{_PART}))\b(?!\s+(?:of\b|[a-z]+s\s+of\b))", re.I
)
#: Seconds in a unit that is told together with smaller ones.
_SECONDS = {"hour": 3600, "minute": 60, "second": 1}


def _together(text: str, printed: Sequence[Printed]) -> Iterator[Printed]:
    """Yield the numbers with those of one quantity as one: "1 min 10 s" is 70 s."""
    last: Printed | None = None
    for one in printed:
        joined = _joined(text, last, one) if last is not None else None
        if last is not None and joined is None:
            yield _with_part(text, last)
        last = joined or one
    if last is not None:
        yield _with_part(text, last)


def _joined(text: str, first: Printed, second: Printed) -> Printed | None:
    size, small = _SECONDS.get(first.unit), _SECONDS.get(second.unit)
    if size is None or small is None or size <= small or second.value * small >= size:
        return None
    if not _AND_MORE.fullmatch(text, first.unit_end, second.start) or first.half_unit > 1:
        return None
    return first.model_copy(
        update={
            "text": text[first.start : second.end],
            "end": second.end,
            "unit_end": second.unit_end,
            "value": first.value * size / small + second.value,
            "half_unit": second.half_unit,
            "unit": second.unit,
            "qualifier": "just_above"
            if " good " in text[first.start : second.start]
            else first.qualifier,
        }
    )


def _with_part(text: str, figure: Printed) -> Printed:
    """Return a number with the part of its unit that is told behind it."""
    found = _AND_PART.match(text, figure.unit_end) if figure.unit in _WITH_PARTS else None
    if found is None:
        return figure
    value, half = words_value(found["part"].replace("half", "halves"))
    update = {
        "text": text[figure.start : found.end()],
        "end": found.end(),
        "unit_end": found.end(),
        "value": figure.value + value,
        "half_unit": half,
    }
    return figure.model_copy(update=update)


_WITH_PARTS = ("second", "minute", "hour", "degC", "kg", "week", "month", "day")


_RANGE_JOIN = re.compile(r"\s*(?:to|and|or|-)\s*")
_ENDS_IN_SCALE = re.compile(rf"[\s-](?P<scale>{_SCALE})$", re.I)
#: How many times one end of a range is the other, at most, where digits share a scale.
_ALIKE = 20


def _scaled_alike(text: str, first: Printed, second: Printed) -> Printed:
    """Return the first of two numbers with the scale it shares: "fifteen to twenty thousand"."""
    shared = _ENDS_IN_SCALE.search(second.text)
    joined = _RANGE_JOIN.fullmatch(text, first.end, second.start)
    if shared is None or joined is None or _ENDS_IN_SCALE.search(first.text) or "," in first.text:
        return first
    if joined.group().strip() == "and" and not _BETWEEN.search(text[: first.qualified_from]):
        return first
    factor = SCALES[shared["scale"].lower()]
    value = first.value * factor
    in_words = first.text.isalpha() and not second.text[0].isdigit()
    near = second.value / _ALIKE < value < second.value * _ALIKE
    if first.value >= SCALES["thousand"] or not (in_words or near):
        return first
    half = first.half_unit if in_words else first.half_unit * factor
    return first.model_copy(update={"value": value, "half_unit": half})


_BETWEEN = re.compile(r"\bbetween\s+$", re.I)


def printed_number(text: str) -> Printed | None:
    """Return the number of a piece cut out of a sentence ("half" of "half a degree")."""
    tries = (quantities(text + tail) for tail in (" of", " a", " degree"))
    return next((found[0] for found in tries if found), None)


_MINUS = re.compile(r"(?<!\d )(?<!%)\bminus\s+$", re.IGNORECASE)
#: How far before a number its "minus" may begin: long texts must not be searched for every one.
_MINUS_WITHIN = 16


def _printed(text: str, match: re.Match[str]) -> Printed | None:
    start, end = match.span()
    digits = match["digits"]
    if digits is not None and _GLUED_AFTER.match(text, end):
        return None
    value, half = (
        digits_value(digits, match["scale"]) if digits is not None else words_value(match.group())
    )
    unit, unit_end = _unit(text, end, part=match["fraction"] is not None)
    if digits is None and not unit and re.match(r"-[a-z]", text[end : end + 2], re.I):
        return None  # "the two-part strategy"
    if match.group().lower() == "one" and text.endswith("not ", 0, start):
        return None  # "there is not one patient": none
    if match.group().lower() == "one" and not unit:
        return None  # a pronoun: "the warmer one"
    signed = digits is not None and digits[0] in "+-"
    if signed and start and text[start - 1].isalnum():
        signed, start, value = False, start + 1, abs(value)  # a hyphen, as in "10-20"
    near = max(0, start - _MINUS_WITHIN)
    minus = _MINUS.search(text, near, start) if digits is not None and not signed else None
    if minus is not None:
        signed, start, value = True, minus.start(), -value
    qualifier, qualified_from = qualifier_at(text, start, unit_end)
    return Printed(
        text=text[start:end],
        start=start,
        end=end,
        unit_end=unit_end,
        value=value,
        half_unit=half,
        unit=unit,
        qualifier=qualifier,
        qualified_from=qualified_from,
        signed=signed,
    )


#: Units of one letter, which is a capital or not.
_AS_WRITTEN = {"k": "K", "c": "C", "f": "F", "m": "m", "g": "g", "s": "s"}


def _unit(text: str, end: int, *, part: bool) -> tuple[str, int]:
    match = (_UNIT_AFTER_PART if part else _UNIT_AFTER).match(text, end)
    if match is None:
        return "", end
    word = re.sub(r"\s+", " ", match["unit"].lower())
    if match["unit"] != _AS_WRITTEN.get(word, match["unit"]):
        return "", end
    if word in _MORE_UNITS:
        word = unit_words.word_as_written(match["unit"])
        return unit_words.WORDS.get(word, ""), match.end() if word else end
    return UNITS[word], match.end()


_OR_SO = re.compile(r"\s*(?:or so|give or take)\b", re.I)
_THAN_THE = re.compile(r"\bthan\s+the\s+$", re.I)
_OF_OTHER = re.compile(
    r"\s+(?:[a-z]+\s+)?(?:of|in|from|for|recorded|seen|reported|counted)\b", re.I
)


def qualifier_at(text: str, start: int, unit_end: int) -> tuple[Qualifier, int]:
    """Return what is said around a number at text[start:unit_end], and where that begins."""
    left = max(0, start - 60)
    before = text[left:start]
    if _THAN_THE.search(before) and _OF_OTHER.match(text, unit_end):
        return "exact", start  # "more than the 64 of the season before": a value of its own
    for name, pattern in _BEFORE if _ANY_BEFORE.search(before.lower()) else ():
        match = pattern.search(before)
        if match is not None:
            loose = name in ("at_most", "at_least") and _OR_SO.match(text, unit_end)
            return ("about" if loose else name), left + match.start()
    after = text[unit_end : unit_end + 60]
    for name, pattern in _AFTER:
        if pattern.match(after):
            return name, start
    return "exact", start


def as_exact(figure: Printed) -> Printed:
    """Return a number without what qualifies it."""
    if figure.qualifier == "exact":
        return figure
    return figure.model_copy(update={"qualifier": "exact"})


def as_share(text: str, figure: Printed) -> Printed:
    """Return a part of a whole that is spelled out as a share in percent; others as they are.

    "A third of the residents" is a share; "half of the 0.2 °C" and "half a degree" are numbers.
    """
    if figure.unit or not 0 < figure.value < 1 or not figure.text[-1:].isalpha():
        return figure
    if not _OF_A_WHOLE.match(text, figure.end):
        return figure
    changed = {"value": 100 * figure.value, "half_unit": 100 * figure.half_unit, "unit": "percent"}
    return figure.model_copy(update=changed)


_OF_A_WHOLE = re.compile(r"\s+of\s+(?:(?:the|all|its|their|these|those|every)\s+)?[^\W\d_]{3,}")
