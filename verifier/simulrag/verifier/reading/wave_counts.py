"""Counts that are no numbers elsewhere: "a week", "nobody", "twice", "in the hundreds"."""

import re
from collections.abc import Iterator
from decimal import Decimal

from simulrag.verifier.number_words import ONES, SCALES, TENS
from simulrag.verifier.quantities import NUMBER_WORDS, Printed
from simulrag.verifier.reading.lone_numbers import number_of
from simulrag.verifier.reading.text import AnyCase

_SINGLE = "single|lone|lonely|sole|solitary|mere|isolated|one and only"
_ONE = AnyCase(
    r"\b(?:an?|one)(?= (?:week|month|fortnight)\b(?! other))|\bone(?= day\b)|"
    rf"\b(?:an?|one) (?:{_SINGLE})(?= (?:new )?(?:patient|admission|person|case|individual)\b)|"
    r"\b(?<!every )(?<!each )(?<!than )one"
    r"(?= (?:person|case|inpatient|newcomer)\b(?! (?:in|out) ))|"
    r"(?<=\bfrom )one\b|(?<=\bto )one\b|(?<=\bof )one\b|(?<=\bbetween )one\b|"
    r"(?<=\bis )one\b(?! of\b)|"
    r"\bone(?= (?:single |new )?(?:patient|admission)\b)",
    holding=(
        " day",
        "single",
        "lone",
        "sole",
        "solitary",
        "mere",
        "isolated",
        "between ",
        "fortnight",
        "from ",
        "month",
        "one",
        "week",
    ),
)
_NOBODY = AnyCase(
    r"\b(?:no (?:new |single )?(?:patients?|admissions?|one|people|cases?) (?:at all|whatsoever)\b|"
    r"(?:nobody|no one|no patients?|no admissions?|"
    r"(?:not|without|not even) (?:an?|any|one|a single|one single) (?:single )?(?:new )?"
    r"(?:patients?|admissions?|person))"
    r"(?= (?:(?:at all|a day|per day) )?"
    r"(?:is|are|being|would be|in|to be|at|on|remains?|comes?|occurs?|any ?more|any longer|"
    r"after|when|by|once|within|left|else)\b))",
    holding=(" admission", " case", " one", " patient", " people", " person", "body"),
)
#: "The day after it begins": one day from the start.
_NEXT_DAY = AnyCase(
    r"(?<!to )(?<!the day after )\bthe day after "
    r"(?=(?:it|the season|the (?:start|beginning|opening|first))\b)",
    holding=("the day after ",),
)
_TIME = AnyCase(r" (week|month|day|fortnight)\b")
#: How many times, in one word.
_TWICE = AnyCase(
    r"\b(?P<two>twice|double(?= (?:the|that|its|what|as)\b))|\b(?P<three>thrice|"
    r"(?:triple|treble)(?= (?:the|that|its|what)\b))",
    holding=("twice", "double ", "thrice", "triple ", "treble "),
)
_FOLD = AnyCase(
    rf"\b(?:(?:an?|one)\s+)?(?P<many>{NUMBER_WORDS}|hundred|thousand|million|\d+(?:\.\d+)?)[\s-]?fold\b",
    holding=("fold",),
)
#: Numbers of which only the scale is told.
_SCALES = AnyCase(
    r"\b(?:(?:run|runs|running|go|goes|get|gets|in|into|well into|high into)\s+)*"
    r"(?:(?:in|into)\s+the\s+(?:(?:low|lower|mid|middle|high|upper)\s+)?"
    r"(?P<into>tens of thousands|hundreds of thousands|hundreds|thousands|tens|millions)\b"
    r"|(?P<of>tens of thousands|hundreds of thousands|hundreds|thousands|dozens|scores|millions)"
    r"(?=\s+of\b))",
    holding=("hundreds", "thousands", "tens", "dozens", "scores", "millions"),
)
_BOUNDS = {
    "tens": (10, 100), "dozens": (24, 200), "scores": (40, 200), "hundreds": (100, 1000),
    "thousands": (1000, 10_000), "tens of thousands": (10_000, 100_000),
    "hundreds of thousands": (100_000, 1_000_000), "millions": (1_000_000, 10_000_000),
}  # fmt: skip
#: "A good thousand".
_ONE_SCALE = AnyCase(
    r"(?:(?<=\ba )(?:round|full|cool|mere|bare|whole|clean) |(?<=\ba good )|(?<=\ba solid )|"
    r"(?<=\bevery )|"
    r"(?<=\bthe )(?=\w+ (?:mark|line|threshold|barrier)\b))"
    r"(?P<scale>hundred|thousand|million|dozen)\b",
    holding=("hundred", "thousand", "million", "dozen"),
)
_FIGURES = AnyCase(
    r"\b(?:runs?|goes|go|reach(?:es)?|in|into|has|have|with|to|of)\s+"
    r"(?P<many>two|three|four|five|six) figures\b",
    holding=("figures",),
)
_COUPLE = AnyCase(r"\ba (?P<word>couple|pair)(?= of\b)(?: of)?", holding=("a couple", "a pair"))


def _count(
    match: re.Match[str], number: int, unit: str = "", unit_end: int | None = None
) -> Printed:
    return Printed(
        text=match.group(), start=match.start(), end=match.end(),
        unit_end=match.end() if unit_end is None else unit_end,
        value=Decimal(number), half_unit=Decimal("0.5"), unit=unit, qualified_from=match.start(),
    )  # fmt: skip


#: "A week and a half".
_AND_A_HALF = AnyCase(
    r"\b(?:an?|one) (week|month) and a half\b",
    holding=(" and a half",),
)


def _and_a_half(match: re.Match[str]) -> Printed:
    half = {"value": Decimal("1.5"), "half_unit": Decimal("0.25"), "unit": match[1]}
    return _count(match, 1).model_copy(update=half)


def counts(text: str) -> list[Printed]:
    """Return "a week", "one patient" and "nobody", which are no numbers elsewhere."""
    made = [*_scaled(text), *_multiplied(text)]
    made += [_count(m, 0) for m in _NOBODY.finditer(text)]
    made += [_and_a_half(m) for m in _AND_A_HALF.finditer(text)]
    made += [_count(m, 1, "day") for m in _NEXT_DAY.finditer(text)]
    for match in _ONE.finditer(text):
        time = _TIME.match(text, match.end())
        many, unit = (
            (14, "day") if time and time[1] == "fortnight" else (1, time[1] if time else "")
        )
        made.append(_count(match, many, unit, time.end() if time else None))
    return made


def _multiplied(text: str) -> Iterator[Printed]:
    for match in _TWICE.finditer(text):
        yield _count(match, 2 if match["two"] else 3, "times").model_copy(
            update={"half_unit": Decimal("0.1")}
        )
    for match in _FOLD.finditer(text):
        many = number_of(match["many"]) or SCALES.get(match["many"])
        if many is not None:
            yield _count(match, 1, "times").model_copy(
                update={"value": many, "half_unit": many / 20}
            )


#: "In the low four hundreds".
_FEW_HUNDREDS = AnyCase(
    r"\b(?:in(?:to)? )?the (?:(?P<part>low|lower|mid|middle|high|upper)[ -])?"
    rf"(?P<many>{'|'.join(w for w, n in ONES.items() if 1 <= n <= 9)}) "
    r"(?P<scale>hundred|thousand)s\b",
    holding=("hundreds", "thousands"),
)
#: Which part of a scale is meant, and how much of it that takes in.
_LOW, _MID, _HIGH = ("0", "0.4"), ("0.3", "0.7"), ("0.6", "1")
_PART_OF_SCALE = {
    "low": _LOW, "lower": _LOW, "mid": _MID, "middle": _MID, "high": _HIGH, "upper": _HIGH,
}  # fmt: skip


def _of_hundreds(match: re.Match[str]) -> Printed:
    """Return all the numbers that the low four hundreds may stand for."""
    scale = SCALES[match["scale"]]
    low, high = map(Decimal, _PART_OF_SCALE.get((match["part"] or "").lower(), ("0", "1")))
    first, half = scale * (ONES[match["many"]] + low), scale * (high - low) / 2 - Decimal("0.25")
    return _count(match, 0).model_copy(update={"value": first + half, "half_unit": half})


def _scaled(text: str) -> Iterator[Printed]:
    """Yield "in the hundreds" and "hundreds of" as all the numbers that they may stand for."""
    for match in _SCALES.finditer(text):
        low, high = _BOUNDS[(match["into"] or match["of"]).lower()]
        half = Decimal(high - low) / 2 - Decimal("0.25")
        yield _count(match, 0).model_copy(update={"value": low + half, "half_unit": half})
    for match in _ONE_SCALE.finditer(text):
        yield _count(match, SCALES[match["scale"].lower()])
    for match in _COUPLE.finditer(text):
        yield _count(match, 2)


#: "In the sixties", "sixty-odd".
_DECADE = AnyCase(
    rf"\bin the (?P<many>{'|'.join(w[:-1] + 'ie' for w in TENS)})s\b"
    rf"|\b(?P<odd>{'|'.join(TENS)})[ -](?:odd|something)\b",
    holding=("ies", "odd", "something"),
)


def of_figures(text: str) -> Iterator[Printed]:
    """Yield "runs to two figures" as all the numbers from 10 to 99."""
    for match in _DECADE.finditer(text):
        tens = TENS[match["odd"] or f"{match['many'][:-2]}y"]
        yield _count(match, 0).model_copy(
            update={"value": tens + Decimal("4.5"), "half_unit": Decimal("4.75")}
        )
    for match in _FEW_HUNDREDS.finditer(text):
        yield _of_hundreds(match)
    for match in _FIGURES.finditer(text):
        low = 10 ** (ONES[match["many"].lower()] - 1)
        half = Decimal(9 * low) / 2 - Decimal("0.25")
        yield _count(match, 0).model_copy(update={"value": low + half, "half_unit": half})
