"""Numbers that are said of one end of an assessed range: "the range reaches up to 5.7 °C"."""

import re
from collections.abc import Sequence
from typing import Literal

from simulrag.simulators.interface import Frozen
from simulrag.verifier.claims import Reading
from simulrag.verifier.plain.readings import counted
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.figures import figure_of
from simulrag.verifier.reading.text import Span

#: The calibrated words of IPCC for the probability of a range (AR6 WG1 SPM, footnote 4).
LEVELS = ((re.compile(r"\bvery likely\b", re.I), 0.9), (re.compile(r"\blikely\b", re.I), 0.66))
_RANGE = r"(?:range|interval|spread|band)"
_NAMED_END = re.compile(
    r"\b(?:(?P<high>top|upper (?:end|bound|limit)|high end|maximum|ceiling)|(?P<low>bottom|"
    r"lower (?:end|bound|limit)|low end|"
    r"minimum|floor))\s+(?:of|for|in)\s+(?:the|its|that|this)?\s*(?:assessed\s+)?(?:very\s+)?(?:likely\s+)?"
    rf"(?:[a-z]+\s+)?{_RANGE}\b",
    re.I,
)
_TO = (
    r"(?:reach(?:es|ed|ing)?|extend(?:s|ed|ing)?|go(?:es|ing)?|runs?|stretch(?:es|ed|ing)?|"
    r"ris(?:es|ing))"
)
_REACHES: tuple[tuple[Literal["low", "high"], re.Pattern[str]], ...] = (
    (
        "low",
        re.compile(
            rf"\b{_RANGE}\b[^;:]*?\b(?:starts?|begins?|{_TO}\s+(?:as\s+far\s+)?down|bottoms\s+out|as\s+low)"
            r"\s+(?:only\s+|just\s+|already\s+)?(?:at|from|as|to|with)\s+(?:about\s+|around\s+|only\s+|already\s+)?$",
            re.I,
        ),
    ),
    (
        "low",
        re.compile(
            rf"\b{_RANGE}\b[^;:]*?\b(?:lies|is|stays|remains|sits)\s+(?:entirely\s+|wholly\s+|completely\s+|all\s+)?"
            r"(?:above|over)\s+$",
            re.I,
        ),
    ),
    (
        "high",
        re.compile(
            rf"\b{_RANGE}\b[^;:]*?\b(?:lies|is|stays|remains|sits)\s+(?:entirely\s+|wholly\s+|completely\s+|all\s+)?"
            r"(?:below|under)\s+$",
            re.I,
        ),
    ),
    (
        "high",
        re.compile(
            rf"\b{_RANGE}\b[^;:]*?\b(?:{_TO}(?:\s+as)?(?:\s+(?:all\s+the\s+way\s+)?(?:up\s+to|to|as\s+high\s+as|"
            r"high\s+as|beyond|past|above|over))?|(?:ends|tops\s+out|finishes)\s+at|as\s+high\s+as|up\s+to)"
            r"\s+(?:about\s+|around\s+|almost\s+|nearly\s+|even\s+|more\s+than\s+)?$",
            re.I,
        ),
    ),
)
_SUBJECT = re.compile(
    rf"\b(?P<range>{_RANGE})\b|\b(?P<value>best[\s-]estimates?|central[\s-](?:estimates?|values?|figures?)|median|mean)\b",
    re.I,
)


def with_interval(scene: Scene, made: Sequence[Reading]) -> list[Reading]:
    """Add the ends of the interval behind a value; nothing is read where they belong to none."""
    if scene.interval is None:
        return [*made]
    values = [
        r
        for r in made
        if r.comparator == "equal" and r.expression.operation == "value" and r.quantile == "median"
        if r.figures and r.figures[0].end <= scene.interval.span.start
    ]
    if len(values) != 1:
        return []
    ends = (("low", scene.interval.low), ("high", scene.interval.high))
    told = {"level": scene.interval.level}
    return [
        *made,
        *(
            values[0].model_copy(update={"quantile": end, "figures": (figure_of(printed),), **told})
            for end, printed in ends
        ),
    ]


class RangeEnd(Frozen):
    """The end that a number is said of, and the words that say so."""

    which: Literal["low", "high"]
    span: Span


def range_end(text: str, figure: Printed) -> RangeEnd | None:
    """Return the end of a range that a number is said of, None where it is said of none."""
    named = _NAMED_END.search(text)
    if named is not None:
        span = Span(text="", start=named.start(), end=named.end())
        return RangeEnd(which="high" if named["high"] else "low", span=span)
    for at in (figure.start, figure.qualified_from):
        for which, pattern in _REACHES:
            match = pattern.search(text[:at])
            if match is not None:
                return RangeEnd(which=which, span=Span(text="", start=match.start(), end=at))
    for which, pattern in _REACHES:  # "lies above 3": the limit's own word
        match = pattern.search(text[: figure.start])
        if match is not None:
            return RangeEnd(which=which, span=Span(text="", start=match.start(), end=figure.start))
    return None


def of_end(scene: Scene, made: Sequence[Reading], figure: Printed) -> list[Reading]:
    """Let a number that is said of an end of a range be compared with that end.

    A single number that is said of a range and of none of its ends is not read.
    """
    end = range_end(scene.text, figure)
    if end is None and (holding := _HOLDS.search(scene.text[: figure.start])):
        scene.use(Span(text="", start=holding.start(), end=figure.start))
        return _held(made, negated=bool(holding["not"]) != bool(holding["out"]), text=scene.text)
    if end is None:
        placed = _PLACED.match(scene.text, figure.unit_end)
        return [] if placed or _of_range(scene.text, figure) else [*made]
    scene.use(end.span)
    level = next((lv for pattern, lv in LEVELS if pattern.search(scene.text)), None)
    changed = {"quantile": end.which, "level": level}
    return [
        r.model_copy(
            update=changed
            | (
                {"comparator": "equal"}
                if r.comparator == "at_most" and _up_to(scene.text, figure)
                else {}
            )
        )
        if r.figures
        else r
        for r in made
    ]


#: "The very likely range does not include 1.5 °C".
_HOLDS = re.compile(
    rf"\b{_RANGE}\b[^;:]*?\s(?P<not>(?:does|do|did)\s+not\s+|doesn't\s+|excludes\s+)?"
    r"(?:includes?|contains?|covers?|encompass(?:es)?|takes?\s+in|comprises?|(?P<out>rules?\s+out|excludes?))"
    r"\s+(?:a\s+|even\s+|the\s+)?$",
    re.I,
)


def _held(made: Sequence[Reading], *, negated: bool, text: str) -> list[Reading]:
    """Return that a range holds a value, or that it does not: it lies above or below it."""
    level = next((lv for pattern, lv in LEVELS if pattern.search(text)), None)
    if len(made) != 1 or made[0].comparator != "equal":
        return []
    told = made[0].model_copy(update={"level": level, "negated": False})

    def end(which: str, comparator: str) -> Reading:
        return told.model_copy(update={"quantile": which, "comparator": comparator})

    if not negated:
        return [end("low", "at_most"), end("high", "at_least")]
    return [counted([(end("low", "above"),), (end("high", "below"),)], 1, 1)]


#: "4 °C is beyond the very likely range": no best estimate.
_PLACED = re.compile(
    r"(?:\s+[^\s,;:]+){0,9}?\s+(?:is|lies|falls|sits|stays|remains|lands|be)\s+(?:\w+\s+)?"
    r"(?:within|inside|in|outside|beyond|out\s+of|above|below|over|under|(?:a\s+)?part\s+of)\s+"
    rf"(?:\S+\s+){{0,3}}?(?:likely|assessed|uncertainty)\s+{_RANGE}\b",
    re.I,
)


def _up_to(text: str, figure: Printed) -> bool:
    return bool(re.search(r"\bup\s+to\s*$", text[: figure.start], re.I))


def _of_range(text: str, figure: Printed) -> bool:
    """Tell whether the last thing named before a number is a range and no single value."""
    named = list(_SUBJECT.finditer(text[: figure.start]))
    return bool(named) and bool(named[-1]["range"]) and _likely(text)


def _likely(text: str) -> bool:
    return bool(
        re.search(rf"\b(?:likely|uncertainty|confidence|assessed)\s+{_RANGE}\b", text, re.I)
    )
