"""Numbers beside the ends of classes, and beside the comparatives that part them from units."""

import itertools
import re

from simulrag.verifier.quantities import NUMBER_WORDS, Printed, quantities
from simulrag.verifier.reading.directions import compared_behind
from simulrag.verifier.reading.fact import Vocabulary
from simulrag.verifier.reading.text import Span

#: A number set beside an end of a class: "26.99 % exceeds 25 %".
_OVER = re.compile(
    r"\s*(?:(?P<not>(?:does|do|did|is|are) not|doesn't|isn't|stays?|remains?|is still|"
    r"fails to)\s+)?"
    r"(?P<way>exceeds?|surpass\w*|reach(?:es)?|pass(?:es)?|tops?|(?:is |lies |stays |remains )?"
    r"(?:clearly |well |just |slightly )?(?:above|over|below|under|short of|more than|"
    r"less than))\s+"
    r"(?:the\s+)?(?:(?:limit|threshold|mark|line) of\s+)?$",
    re.IGNORECASE,
)


_MORE = re.compile(r"\s+(?:more|fewer|less|extra|additional)\s+(?P<unit>[a-z]+)\b", re.IGNORECASE)


def with_unit_behind(text: str, figure: Printed) -> Printed:
    """Return a number with the unit that stands behind a comparative: "two more seconds"."""
    found = None if figure.unit else _MORE.match(text, figure.end)
    unit = next((q.unit for q in quantities(f"2 {found['unit']}")), "") if found else ""
    return figure.model_copy(update={"unit": unit}) if unit else figure


def without_limits(text: str, figures: list[Printed], words: Vocabulary) -> list[Printed]:
    """Drop the end of a class that a number is rightly compared with in words."""
    dropped: set[int] = set()
    for first, second in itertools.pairwise(figures):
        found = _OVER.fullmatch(text, first.unit_end, second.qualified_from) or _OVER.fullmatch(
            text, first.unit_end, second.start
        )
        if found is None or float(second.value) not in words.band_ends:
            continue
        under = re.search(r"below|under|short|less", found["way"]) is not None
        denied = (found["not"] or "").split()[-1:] in (["not"], ["to"]) or "n't" in (
            found["not"] or ""
        )
        if (abs(first.value) < second.value) == (under != denied):
            dropped.add(second.start)
    return [q for q in figures if q.start not in dropped]


_COUNT = re.compile(rf"(?:^|\s)(?:\d[\d,.]*|{NUMBER_WORDS})\s+$", re.IGNORECASE)


def more_of_result(text: str, span: Span) -> bool:
    """Tell whether the words for an input only count a result: "16 more vehicles"."""
    return bool(compared_behind(text, span.start) and _COUNT.search(text, 0, span.start))
