"""Numbers of a statement about values of runs as signs: values, factors and numbers of runs."""

import re
from collections.abc import Iterator
from decimal import Decimal

from simulrag.verifier.quantities import Printed, as_exact
from simulrag.verifier.reading.roles import Runs
from simulrag.verifier.reading.scene_sign import Piece, Sign

#: What whole numbers count that are no value: "of the three classes".
COUNTED = re.compile(
    r" (?:[a-z]+ )?(?:class|categor|band|label|grade|bracket|tier|group|option|word|pollutant|gas|"
    r"aerosol|emission|substance|compound|input|adjustment|alteration|tweak|lever|possibilit|side)"
)
_DEGREE = re.compile(
    r"(?<!half )\b(?:an?|one) (?:(?P<full>full|whole|entire) )?degree"
    r"(?: celsius| centigrade)?\b(?P<half> and an? (?P<part>half|third|quarter|fifth))?"
    r"(?! and (?:an?|one|two|three|four|five|six|seven|eight|nine) "
    r"(?:half|quarter|third|fifth|tenth|hundredth))"
)
_FACTOR = re.compile(
    r"\b(?:(?P<double>twice|double|two times)|(?P<triple>three times|thrice|triple)|"
    r"(?P<half>half)(?= (?:of|the|as|what|that|its)\b))(?: of)?"
)


#: "A degree and a third"
_AND_PART = {"half": "1.5", "third": "1.333", "quarter": "1.25", "fifth": "1.2"}
#: What every factor holds one of.
_OF_FACTORS = ("twice", "double", "times", "thrice", "triple", "half")
#: What is told as a part of a degree.
_PART_OF = re.compile(r"(?:\d|hal(?:f|ves)|(?:third|quarter|fourth|fifth|tenth|hundredth)s?) of $")


def degrees(small: str) -> Iterator[Piece]:
    """Yield "a degree", which is no number elsewhere."""
    for match in _DEGREE.finditer(small) if "degree" in small else ():
        if _PART_OF.search(small, max(0, match.start() - 20), match.start()):
            continue
        value, half = (_AND_PART[match["part"]], "0.05") if match["half"] else ("1", "0.5")
        half = "0.05" if match["full"] else half
        yield match.start(), match.end(), Sign("N", *match.span(), _printed(match, value, half))


_SIGNED = re.compile(
    r"\b(?:an? )?(?:(?P<above>positive)|negative|sub[ -]?zero|minus(?= (?:sign|figure|reading)))"
    r"(?! by\b| \d)"
    r"(?: (?:sign|number|figure|reading|range|territory))?\b"
)


def signed_levels(small: str) -> Iterator[Piece]:
    """Yield "negative", said of a level, as below zero."""
    for match in _SIGNED.finditer(small):
        start, end = match.span()
        way = (">", "above") if match["above"] else ("<", "below")
        yield start, start + 1, Sign(way[0], start, start + 1, word=way[1])
        zero = _printed(match, "0", "0", unit="degC")
        yield start + 1, end, Sign("N", start + 1, end, zero)


_COUNTS = ("a", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TENTHS = re.compile(
    rf"(?<!to )(?<!less )(?<!plus )\b(?P<many>an?|one|{'|'.join(_COUNTS[1:])})[ -]"
    r"(?P<bare>(?:mere|single|bare|scant|full|tiny|paltry) )?(?:(?P<tenth>tenth)|hundredth)s?\b"
    r"(?: of (?:an?|one) (?:single )?degree(?: celsius| centigrade)?\b)?(?! of\b)"
)


def tenths(small: str) -> Iterator[Piece]:
    """Yield "two hundredths" as degrees where nothing says what they are of."""
    for found in _TENTHS.finditer(small) if "tenth" in small or "hundredth" in small else ():
        if " of " in found.group() and not found["bare"]:
            continue
        many = _COUNTS.index(found["many"]) + 1 if found["many"] in _COUNTS else 1
        value = Decimal(many).scaleb(-1 if found["tenth"] else -2)
        made = _printed(found, str(value), str(value / 20))
        yield found.start(), found.end(), Sign("N", *found.span(), made)


def factors(small: str) -> Iterator[Piece]:
    """Yield "twice" and "half of"."""
    for match in _FACTOR.finditer(small) if any(map(small.__contains__, _OF_FACTORS)) else ():
        value = "2" if match["double"] else "3" if match["triple"] else "0.5"
        half = str(Decimal(value) / 20)
        made = _printed(match, value, half, unit="times")
        yield match.start(), match.end(), Sign("f", *match.span(), made)


def _printed(match: re.Match[str], value: str, half: str, unit: str = "degree") -> Printed:
    return Printed(
        text=match.group(), start=match.start(), end=match.end(), unit_end=match.end(),
        value=Decimal(value), half_unit=Decimal(half), unit=unit, qualified_from=match.start(),
    )  # fmt: skip


def other_number(printed: Printed) -> Sign:
    """Return a number of something else as what keeps a statement from being read."""
    return Sign("?", printed.start, printed.unit_end)


def years_apart(runs: Runs) -> int | None:
    """Return how many years lie between two runs."""
    names = [p.name for p in runs.parameters if p.kind == "year"]
    years = [c.arguments.get(n) for n in names for c in runs.calls]
    held = [y for y in years if isinstance(y, int)]
    return max(held) - min(held) if held else None


_NUMBERED = re.compile(
    r"\b(?:[Ss]cenario|[Ss]ituation|[Ss]trategy|[Cc]ase|[Oo]ption|[Pp]athway|[Pp]lan|[Pp]rofile|"
    r"[Mm]odification|[Aa]pproach|[Aa]lternative|[Rr]un|[Nn]umber|[Nn]o\.?) "
    r"(?:(?P<first>1|I|A|[Oo]ne)|(?P<second>2|II|B|[Tt]wo))(?![\w.,]*\w)(?! ?(?:°|%|degree|K\b))"
)


#: What stands behind the noun of each of them.
_NUMBER = re.compile(" [12IAB]")


def numbered_runs(text: str, runs: Runs) -> Iterator[Piece]:
    """Yield "scenario 1" and "strategy B" as the runs that are first and second in the question."""
    if len(runs.calls) != 2:
        return
    for found in _NUMBERED.finditer(text) if _NUMBER.search(text) else ():
        own = frozenset({0 if found["first"] else 1})
        yield *found.span(), Sign("S", *found.span(), own)


def number(printed: Printed, small: str) -> Sign:
    """Return a number of a statement in small letters, or the factor that it is."""
    number = as_exact(printed)
    factor = printed.unit == "times" or (
        not printed.unit
        and 0 < printed.value < 1
        and printed.text[-1:].isalpha()
        and small.startswith(" of ", printed.end)
    )
    end = printed.end + 4 if factor and printed.unit != "times" else printed.unit_end
    if printed.text.lower() in ("a full", "a whole", "a single") or small.startswith(
        ("one full ", "one whole "), printed.start
    ):
        number = number.model_copy(update={"half_unit": Decimal("0.05")})
    return Sign("f" if factor else "N", printed.start, end, number)
