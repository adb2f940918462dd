"""Numbers, parts and multiples in a statement about a trial, and the inputs that it restates."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from simulrag.verifier.number_words import words_value
from simulrag.verifier.quantities import Printed, as_exact, quantities
from simulrag.verifier.reading.mention import Mention
from simulrag.verifier.reading.roles import same_value
from simulrag.verifier.reading.scene_sign import Sign
from simulrag.verifier.reading.text import small_letters
from simulrag.verifier.reading.trial import Trial

Piece = tuple[int, int, Sign | None]
_PARTS = (
    "half halve third quarter fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth twentieth hundredth"
).split()
_COUNTS = "an?|one|two|three|four|five|six|seven|eight|nine|ten"
#: Parts of one, in words.
_PART = re.compile(
    rf"(?<![\w-])(?:(?P<many>{_COUNTS})[ -]|(?<=good )|(?<=full )|(?<=solid )|(?<=mere )|"
    rf"(?=half\b))(?P<part>{'|'.join(_PARTS)})s?\b(?! an?\b| (?:minute|"
    r"second|dozen|kilo|gram|lane|class|category|band|place|one|option|label|way|hour)\w*)"
)
_OF = re.compile(
    r"\b(?P<some>one|two|three|four|five|six|seven|eight|nine|\d+) "
    r"(?:in|out of)(?: every)? (?P<all>two|three|four|five|six|seven|eight|nine|ten|twenty|hundred|"
    r"\d+)\b(?! (?:seconds|minutes))"
)
_TIMES = re.compile(
    r"\b(?:(?P<double>twice|two times|double)|(?P<triple>three times|thrice|triple)|"
    r"(?P<many>\d+(?:\.\d+)?|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|"
    r"fifteen|twenty)(?P<more> and a half)?(?:-fold| times))\b(?! (?:that|this|"
    r"those)(?! (?:in|of|for|by|at)))"
)
#: Verbs of multiples, with the change in percent that they name.
_MULTIPLY = re.compile(
    r"\b(?P<down>halv(?:e[sd]?|ing))\b|\b(?P<up>doubl(?:e[sd]|ing)|double(?=s?$))\b|"
    r"\b(?P<thrice>tripl(?:e[sd]|ing))\b"
)
_PERCENT = "percent"
_NUMBERS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15,
    "twenty": 20, "hundred": 100, "one": 1,
}  # fmt: skip
#: Nouns behind a number in percent by which what is tried is named: "the 43% cut".
_NAMING = re.compile(
    r"-? ?(?:(?:lower|reduced|higher|extra|limit|speed|demand|slower|additional|lowered) )?"
    r"(?:reduction|cut|decrease|drop|lowering|increase|rise|growth|surge|hike|"
    r"package|plan|scheme|case|strategy|scenario|toll|tolling|charge|diet|zone|limit|proposal|"
    r"variant|version|setting|policy|measure|project|demand|crowd|concert|run|rush|event|"
    r"congestion charge|road diet|low-speed zone|low-emission zone|slowdown|speed cut|programme)"
    r"\b(?! (?:in|of|to|for) )"
)


#: Whom a part is one of, where it is none of a result: "35 % of drivers".
OF_THOSE = re.compile(
    r" of (?:(?:all|the|those|our|its) )*(?:(?:average|simulated) )?(?:trips|journeys|drives|"
    r"drivers|motorists|commuters|road users|people|travellers|travelers|cases|runs|streets|"
    r"residents)\b"
)


def pieces(text: str, small: str, mentions: Sequence[Mention], trial: Trial) -> Iterator[Piece]:
    """Yield numbers, parts and values of inputs, where they stand."""
    inside: list[tuple[int, int]] = []
    for m in mentions:
        known = same_value(trial.changed.arguments.get(m.parameter), m.value)
        sign = Sign("I" if known else "?", m.start, m.end, None, "=", (m.parameter,))
        inside.append((m.start, m.end))
        yield m.start, m.end, sign
    for match in _MULTIPLY.finditer(small):
        value, half = ("50", "2.5") if match["down"] else ("100", "10")
        value, half = ("200", "20") if match["thrice"] else (value, half)
        way = "-" if match["down"] else "+"
        yield match.start(), match.end(), Sign("h", *match.span(), _made(match, value, half), way)
        inside.append(match.span())
    for start, end, sign in (*_factors(small), *parts_in_words(small)):
        loosely = _HOW_EXACT.search(small, 0, start)
        if not loosely and _free((start, end, sign), inside):
            inside.append((start, end))
            yield start, end, sign._replace(sign="?") if OF_THOSE.match(small, end) else sign
    yield from _arrows(small)
    for match in _A_SECOND.finditer(small):
        made = _made(match, "1", "0.5" if match[1] == "second" else "0.05", match[1])
        piece = (match.start(), match.end(), Sign("N", *match.span(), made))
        if _free(piece, inside):
            inside.append(piece[:2])
            yield piece
    for q in quantities(text):
        sign = _number(q, small, trial)
        piece = (q.start, sign.end, sign)
        if q.unit == "times" or (not q.unit and q.text.lower() in ("a", "an")):
            continue
        if not q.unit and _ALL.search(small, 0, q.start) and q.value < _MANY:
            continue  # "all three"
        if (not q.unit and _COUNTED.match(small, q.end)) or _HOW_EXACT.search(small, 0, q.start):
            continue
        if _free(piece, inside):
            yield piece


#: What leads from one number to the next: "14.49 s -> 1.00 s".
_ARROW = re.compile(r"\s*(?:-{1,2}>|=>|\u2192|\u27f6|\u21d2)\s*")
_BEFORE_ARROW = re.compile(r"\d ?[a-z%0-9]*$")
_NUMBER = re.compile(r"[+-]?\d")


def restated(text: str, mentions: Sequence[Mention], trial: Trial) -> tuple[Mention, ...]:
    """Return mentions with the inputs that are told by a number alone: "the 36% case"."""
    made = list(mentions)
    known = {m.start for m in mentions}
    for start, end, sign in pieces(text, small_letters(text), mentions, trial):
        if sign is not None and sign.sign == "I" and start not in known:
            (name,) = sign.inputs
            value = trial.changed.arguments[name]
            made.append(Mention(name, value, start, end, text[start:end]))
    return tuple(made)


#: "A second" and "a minute" where nothing but words for more, less and when stand behind them.
_A_SECOND = re.compile(
    r"\ban? (second|minute|kilogram)(?! and an?\b)(?=$|[,.;:]| (?:on average|per|a|each|now|"
    r"longer|shorter|less|"
    r"more|sooner|later|faster|slower|quicker|with|under|at|after|once|apiece|of idling|instead|"
    r"off|is|are|and|or)\b)"
)
#: What leads in how exactly a number is told.
_HOW_EXACT = re.compile(r"\b(?:rounded (?:up |down )?to|to the nearest|give or take) $")
#: What leads in how many results or classes there are, and more than there are.
_ALL = re.compile(r"\b(?:all|the|all the|both|these|those|of) $")
_MANY = 4
_COUNTED = re.compile(
    r" (?:class|categor|band|label|grade|bracket|group|option|word|result|figure|quantit|outcome|"
    r"measures|changes|reductions|effects|indicators|thresholds)"
)


def _arrows(small: str) -> Iterator[Piece]:
    """Yield arrows, which lead from one number to the next and say nothing elsewhere."""
    for match in _ARROW.finditer(small):
        start, end = match.span()
        numbers = _BEFORE_ARROW.search(small, 0, start) and _NUMBER.match(small, end)
        yield start, end, Sign("t", start, end, None, "->") if numbers else None


def _free(piece: Piece, taken: Sequence[tuple[int, int]]) -> bool:
    return all(piece[1] <= s or e <= piece[0] for s, e in taken)


#: Times of which no trip is told.
_CALENDAR = ("day", "week", "month", "year", "decade")
_POINTS = re.compile(r" (?:more |full |further )?(?:percentage )?points?\b")


def _number(printed: Printed, small: str, trial: Trial) -> Sign:
    """Return a number; one that only names what is tried as that input."""
    plain = as_exact(printed)
    if printed.unit == _PERCENT and OF_THOSE.match(small, printed.unit_end):
        return Sign("?", printed.start, printed.unit_end)
    points = None if printed.unit else _POINTS.match(small, printed.end)
    if points:
        plain = plain.model_copy(update={"unit": "percentage_point"})
        return Sign("N", printed.start, points.end(), plain)
    if printed.unit in _CALENDAR:
        return Sign("?", printed.start, printed.unit_end)
    if printed.unit == "minute" and printed.text[-1:].isalpha():
        half = min(plain.half_unit, Decimal("0.05"))
        plain = plain.model_copy(update={"half_unit": half})
    if printed.unit == _PERCENT and not printed.signed:
        for parameter in trial.parameters:
            value = trial.changed.arguments.get(parameter.name)
            same = isinstance(value, int | float) and abs(value) == float(printed.value)
            if same and parameter.kind == "change" and _NAMING.match(small, printed.unit_end):
                return Sign("I", printed.start, printed.unit_end, None, "=", (parameter.name,))
    return Sign("N", printed.start, printed.unit_end, plain)


def _factors(small: str) -> Iterator[tuple[int, int, Sign]]:
    for match in _TIMES.finditer(small):
        many = match["many"]
        value = (
            "2" if match["double"] else "3" if match["triple"] else str(_NUMBERS.get(many, many))
        )
        value = str(Decimal(value) + (Decimal("0.5") if match["more"] else 0))
        half = str(Decimal(value) / 20) if not many or many.isalpha() else "0.5"
        sign = Sign("f", *match.span(), _made(match, value, half, "times"))
        yield match.start(), match.end(), sign


def parts_in_words(small: str) -> Iterator[tuple[int, int, Sign]]:
    """Yield parts of one as numbers in percent: "a third", "nine tenths", "one in four"."""
    for match in _OF.finditer(small):
        some, whole = (
            Decimal(_NUMBERS.get(match[k], match[k]))
            for k in ("some", "all")  # pyright: ignore
        )
        if 0 < some < whole:
            part = 100 * some / whole
            yield (
                match.start(),
                match.end(),
                Sign("N", *match.span(), _made(match, str(part), str(part / 20))),
            )
    for match in _PART.finditer(small):
        if _AND_PART.search(small, 0, match.start()):
            continue  # "a minute and a half"
        word = match["part"].replace("halve", "half").replace("fourth", "quarter")
        value, half = words_value(f"{match['many'] or 'one'} {word}")
        whole = _OF_A_UNIT.match(small, match.end())
        if whole:
            unit = "percentage_point" if whole["points"] else whole["unit"]
            made = _made(match, str(value), str(half), unit)
            yield match.start(), whole.end(), Sign("N", match.start(), whole.end(), made)
        elif 0 < value < _MOST_PARTS:
            made = _made(match, str(100 * value), str(100 * half))
            yield match.start(), match.end(), Sign("N", *match.span(), made, "part")


_AND_PART = re.compile(
    r"\b(?:minutes?|seconds?|hours?|kilograms?|kilos?|one|two|three|four|five|six|seven|eight|"
    r"nine|ten|"
    r"eleven|twelve|\w+teen|\w+ty|\d) and $"
)
_OF_A_UNIT = re.compile(
    r" of an? (?:full )?(?P<unit>minute|second|kilogram|(?P<points>(?:percentage )?point))\b"
)
#: "Six fifths" are more than one; parts of more are none of a result.
_MOST_PARTS = 3


def _made(match: re.Match[str], value: str, half: str, unit: str = _PERCENT) -> Printed:
    return Printed(
        text=match.group(), start=match.start(), end=match.end(), unit_end=match.end(),
        value=Decimal(value), half_unit=Decimal(half), unit=unit, qualified_from=match.start(),
    )  # fmt: skip
