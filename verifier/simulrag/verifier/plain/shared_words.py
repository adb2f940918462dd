"""Two facts that share words, as a sentence for each: "neither A nor B drops below 20 °C".

Tried only where a sentence is not read as it stands; it says no more and no less than both do.
"""

import re
from collections.abc import Iterator

from simulrag.verifier.plain.alignment import Aligned
from simulrag.verifier.plain.rewordings import Template
from simulrag.verifier.plain.wording_parts import AMOUNT, DEGREES, END, HEDGE, THING
from simulrag.verifier.reading.text import LONGEST_STATEMENT

_BE = r"(?:is|was|will|would|does|did|has|had|can|could)"
_COUNT = r"(?:an?|one|two|three|four|five|six|seven|eight|nine)"
_TENTHS = rf"(?:{HEDGE}{_COUNT}\s+(?:tenth|fifth|quarter|third)s?)"
_OF_DEGREE = rf"(?:{DEGREES}|\s+of\s+an?{DEGREES})"
_DISTANCE = rf"(?i:{_TENTHS}(?:{_OF_DEGREE})?|{AMOUNT}|{HEDGE}(?:half\s+)?an?{DEGREES})"
_APART = r"(?:apart|warmer|cooler|hotter|colder|higher|lower|more|less|above|below)"
_WHEN = r"\d{4}(?:-\d{4})?"
_MEASURED = re.compile(rf"{_OF_DEGREE}\s*$", re.I)


def _denied(who: str) -> Template:
    """Return "A is not ..." or "A never drops ..." for "neither A nor B is" and "... drops"."""

    def said(match: re.Match[str]) -> str:
        return f"{{{who}}} {{verb}} not" if match["verb"] else f"{{{who}}} never"

    return said


def _second(match: re.Match[str]) -> str:
    """Return the second amount with the unit of the first, where it has none of its own."""
    unit = _MEASURED.search(match["n"])
    told = unit.group().rstrip() if unit and not _MEASURED.search(match["m"]) else ""
    return f"{{m}}{told}{{how}} in {{q}}"


_PAIRS: tuple[tuple[str, Template, Template], ...] = (
    (rf"\b(?:[Nn]either)\s+(?:(?:in|for)\s+)?(?P<a>{THING})\s+nor\s+(?:(?:in|for)\s+)?(?P<b>{THING})"
     rf"(?:\s+(?P<verb>{_BE})\b)?", _denied("a"), _denied("b")),
    (rf"(?P<a>{THING})\s+(?P<verb>[a-z]+(?:\s+[a-z]+)?)\s+the\s+(?P<top>[a-z]+est)(?P<what>(?:\s+[^,;:]*?)?),?\s+"
     rf"(?:and|while|with|but)\s+(?P<b>{THING})\s+(?:[a-z]+\s+)?the\s+(?P<least>[a-z]+est)(?:\s+one)?{END}",
     "{a} {verb} the {top}{what}", "{b} {verb} the {least}{what}"),
    (rf"^\W*(?:[Aa]t|[Ww]ith)\s+(?P<n>{AMOUNT}),\s+(?P<who>{THING})(?P<rest>\s+[^;:]*?)\s+(?P<when>in\s+{_WHEN}){END}",
     "{who} stands at {n} {when}", "{who}{rest} {when}"),
    (rf"\b(?P<what>[Tt]he\s+(?:gap|difference|distance|lead|margin)\s+[^,;:]*?)\s+(?P<verb>[a-z]+s|[a-z]+ed)\s+from\s+(?P<n>{AMOUNT})"
     rf"\s+in\s+(?P<p>{_WHEN})\s+to\s+(?P<m>{AMOUNT})\s+in\s+(?P<q>{_WHEN}){END}",
     "{what} is {n} in {p}", "{what} is {m} in {q}"),
    (rf"(?P<n>{_DISTANCE})(?P<how>\s+{_APART}\b[^,;:]*?)\s+(?:in|by|for|at)\s+(?P<p>{_WHEN}),?\s+(?:and|but|yet|while)\s+"
     rf"(?:(?:by|already|only|just|even|fully|still|as\s+much\s+as)\s+)*(?P<m>{_DISTANCE})(?:\s+apart)?\s+(?:in|by|for|at)\s+"
     rf"(?P<q>{_WHEN}){END}",
     "{n}{how} in {p}", _second),
)  # fmt: skip
_COMPILED = tuple((re.compile(pattern), one, other) for pattern, one, other in _PAIRS)


def told_apart(whole: Aligned) -> Iterator[tuple[Aligned, Aligned]]:
    """Yield a normalised sentence of two facts as one sentence for each of them."""
    if len(whole.text) > LONGEST_STATEMENT:
        return
    for pattern, one, other in _COMPILED:
        match = pattern.search(whole.text)
        if match is not None:
            first, second = (t if isinstance(t, str) else t(match) for t in (one, other))
            yield whole.replaced(match, first), whole.replaced(match, second)
