"""Numbers that plain text puts in words of their own: freezing, one in every 6,000."""

import re
from collections.abc import Iterable
from decimal import Decimal

from simulrag.simulators.interface import Function
from simulrag.verifier.plain.worded_shares import PARTS, WORDED, share_value
from simulrag.verifier.quantities import Printed, qualifier_at, quantities
from simulrag.verifier.reading.text import find_phrases

_ONE_IN = re.compile(
    r"(?<!\bthe )(?<!\bthat )\b(?:one|1)\s+(?:[a-z]+\s+|(?-i:[A-Z][a-z]+\s+){2,3})?"
    r"(?:(?:in|out\s+of)\s+(?:every\s+)?|"
    r"(?<=admission\s)(?:per|for\s+every)\s+|(?<=patient\s)(?:per|for\s+every)\s+)(?=\d|"
    r"(?P<bare>(?:a\s+)?(?:hundred|thousand|million))\b|ten\s)",
    re.I,
)
_BASE = Decimal(100_000)
#: "One in 6,000" leaves about a twentieth open.
_LOOSENESS = Decimal("0.05")


def outermost(figures: Iterable[Printed]) -> list[Printed]:
    """Leave out numbers that stand inside others: 6,000 in "one in every 6,000".

    Of two at one place the one with a unit is kept: "below zero" of temperatures.
    """
    known: dict[tuple[int, int], Printed] = {}
    for figure in figures:
        place = figure.start, figure.end
        if place not in known or not known[place].unit:
            known[place] = figure
    found = list(known.values())
    return [
        q
        for q in found
        if not any(
            o.start <= q.start and q.end <= o.end and o.end - o.start > q.end - q.start
            for o in found
        )
    ]


_DEGREES = re.compile(
    r"\b(?P<words>several|many|a\s+good\s+many|a\s+few|a\s+couple\s+of)\s+degrees\b"
    r"(?!\s*(?:Fahrenheit|F\b))",
    re.I,
)


def some_degrees(text: str) -> Iterable[Printed]:
    """Return "several degrees" as more than two, "a few" as about three."""
    for match in _DEGREES.finditer(text):
        few = match["words"].lower() in ("a few", "a couple of")
        value = Decimal(3 if "few" in match["words"].lower() else 2)
        yield Printed(
            text=match["words"],
            start=match.start(),
            end=match.end("words"),
            unit_end=match.end(),
            value=value,
            half_unit=value / 2 if few else Decimal(0),
            unit="degC",
            qualifier="exact" if few else "above",
            qualified_from=match.start(),
        )


_YEAR = re.compile(r"(?:19|20)\d\d")


def one_in(text: str, function: Function) -> Iterable[Printed]:
    """Return "one in every 6,000 residents" as a rate per 100,000, where a function has one."""
    words = [w for o in function.outputs for w in o.unit_words if re.search(r"100[, ]?000", w)]
    if not words:
        return
    yield from _per_power(text)
    for match in _ONE_IN.finditer(text):
        figure = _base_of(text, match)
        if figure is None or figure.value <= 0 or find_phrases(text[figure.end :], words):
            continue
        if _YEAR.fullmatch(figure.text):
            continue  # "the worst one in 2024-25"
        rate = _BASE / figure.value
        qualifier, start = qualifier_at(text, match.start(), figure.unit_end)
        yield figure.model_copy(
            update={
                "text": text[match.start() : figure.end],
                "start": match.start(),
                "value": rate,
                "half_unit": rate * _LOOSENESS if qualifier in ("about", "exact") else Decimal(0),
                "qualified_from": min(start, match.start()),
                "qualifier": "exact" if qualifier == "about" else qualifier,
            }
        )


_POWERS = {"hundred": 100, "thousand": 1_000, "million": 1_000_000}


def _base_of(text: str, match: re.Match[str]) -> Printed | None:
    """Return the number that one is counted in: 6,000 of "one in 6,000", or a bare "thousand"."""
    known = next((q for q in quantities(text) if q.start == match.end()), None)
    if known is not None or not match["bare"]:
        return known
    word = match["bare"].split()[-1].lower()
    return Printed(
        text=match["bare"],
        start=match.end(),
        end=match.end("bare"),
        unit_end=match.end("bare"),
        value=Decimal(_POWERS[word]),
        half_unit=Decimal(0),
        qualified_from=match.start(),
    )


_PER = re.compile(
    r"(?:\s+(?:flu|influenza|hospital|weekly)?\s*(?:admissions?|patients?|people|"
    r"hospitali[sz]ations?))?\s+per\s+"
    r"(?P<base>million|1[, ]000[, ]000|ten\s+thousand|10[, ]000|thousand|1[, ]?000)(?![\d,])\b",
    re.I,
)
_BASES = {"million": 1_000_000, "ten thousand": 10_000, "thousand": 1_000}


def _per_power(text: str) -> Iterable[Printed]:
    """Yield "312 per million" as a rate per 100,000."""
    for figure in quantities(text) if " per " in text else ():
        match = _PER.match(text, figure.unit_end)
        if match is None or figure.unit:
            continue
        base = " ".join(match["base"].lower().split())
        size = _BASES.get(base) or int(re.sub(r"\D", "", base))
        factor = _BASE / Decimal(size)
        near = figure.value * factor * _NEAR if figure.qualifier == "about" else Decimal(0)
        yield figure.model_copy(
            update={
                "text": text[figure.start : match.end()],
                "end": match.end(),
                "unit_end": match.end(),
                "value": figure.value * factor,
                "half_unit": max(figure.half_unit * factor, near),
            }
        )


#: What "about" leaves open of a rate, as of any ratio scale.
_NEAR = Decimal("0.05")

_PART = "|".join(p.replace(" ", r"[\s-]+") for p in sorted(PARTS, key=len, reverse=True))
_SHARED = re.compile(
    rf"\b(?:(?P<part>{_PART})|(?P<n>{WORDED})\s+(?:[A-Za-z]+\s+)?(?:in|out\s+of)\s+(?P<m>{WORDED}))"
    r"(?=\s+(?:of\s+(?:(?:the|all|its|their|these|those|every)\s+)?(?!that\b|those\b|what\b|"
    r"this\b|its\b|the\b|their\b)[a-zA-Z]{3,}|[A-Za-z]{3,})|\s*[,.;)]|\s*$)",
    re.I,
)
#: Shares by how much something moves need no word for what they are of.
_BY = re.compile(r"\bby\s+(?:[a-z]+\s+){0,3}$", re.I)


#: What "about" leaves open of a share, percentage points.
_ABOUT = Decimal(2)


def shares_in(text: str, function: Function) -> Iterable[Printed]:
    """Return "a third of Texans" and "nine in ten" in percent, for functions of shares."""
    if function.observed or not any(o.unit == "percent" for o in function.outputs):
        return
    for match in _SHARED.finditer(text):
        value = share_value(match)
        of = text[match.end() :].lstrip().lower().startswith("of ")
        if value is None or not (match["n"] or of or _BY.search(text[: match.start()])):
            continue
        qualifier, start = qualifier_at(text, match.start(), match.end())
        exact = qualifier in ("exact", "about")
        percent = Decimal(str(round(value, 6)))
        loose = max(percent * _LOOSENESS, _ABOUT if qualifier == "about" else Decimal(0))
        yield Printed(
            text=match.group(),
            start=match.start(),
            end=match.end(),
            unit_end=match.end(),
            value=percent,
            half_unit=loose if exact else Decimal(0),
            unit="percent",
            qualifier=qualifier,
            qualified_from=min(start, match.start()),
        )


#: How far two times are apart: "one week before the nation".
_APART = re.compile(
    r"\s+(?:(?:earlier|later|sooner)\s+than|before|after|ahead\s+of|behind)\b", re.I
)


def is_structure(text: str, figure: Printed) -> bool:
    """Tell whether a number only counts parts of the text ("the two cities")."""
    if figure.unit == "week" and figure.text.lower() in ("a single", "one", "a full", "a whole"):
        return not _APART.match(text, figure.unit_end)
    if figure.unit == "year" and figure.text.lower() in ("a full", "a whole", "the whole"):
        return True
    if figure.unit == "degC" and figure.text == "zero":
        return False
    if figure.unit == "year" and re.match(
        r"\s+(?:mean|average)s?\b", text[figure.unit_end :], re.I
    ):
        return True  # "the ten-year mean": of a decade that is named
    counted = re.match(
        r"\s*(?:(?:flu|influenza)\s+(?=seasons|winters|waves|peaks))?(?:of them|cities|places|"
        r"states|scenarios|pathways|seasons|winters|decades|years|"
        r"runs|simulations|humps|waves|peaks|others|together|ones)\b",
        text[figure.end :],
        re.I,
    )
    small = figure.text.lower() in ("one", "two", "three", "four", "five", "both")
    if figure.unit == "year" and re.match(r"\s+(?:from\s+)?\d{4}", text[figure.unit_end :]):
        return True  # "the ten years 2011 to 2020"
    return bool(counted and small)
