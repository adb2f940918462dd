"""Numbers of a statement that state nothing: years, parts of the text, ends of classes, windows."""

import itertools
import re

from simulrag.verifier.quantities import Printed, family
from simulrag.verifier.reading.fact import Vocabulary
from simulrag.verifier.reading.text import AnyCase, Pieces, Span

_PERIOD = re.compile(r"(?<![\w.-])(?:1[5-9]|20|21)\d\d-(?:1[5-9]|20|21)\d\d(?![\w%-]|\.\d|\s?[%°])")
#: Things that a text counts to speak about its own parts ("the two scenarios").
_STRUCTURE = AnyCase(
    r"\s+(?:\w+\s+){0,2}?(?:scenarios?|strateg(?:y|ies)|dates|years|settings?|periods?|options?|"
    r"interventions?|cases? (?:are|is|differ|compared)|states|pathways?|approach(?:es)?|"
    r"situations?|"
    r"conditions|outcomes?|places|cities|jurisdictions|projections?|points in time|categories|"
    r"gases|profiles|distinct|modifications?|temperatures|sets?|things|quantities|indicators|"
    r"aspects|"
    r"totals|numbers|changes|classes|labels|effects|results|means|averages|figures|plans|paths|values|readings|runs|simulations|models|ways|"
    r"bands|brackets|grades|tiers|steps|words|terms|names|headings|possibilities|candidates|sites|"
    r"locations|pollutants|aerosols|emissions|species|substances|compounds|agents|inputs|levers|"
    r"factors|ingredients|components|adjustments|tweaks|alterations|forcings|calculations|"
    r"computations|snapshots|moments|sides|halves|"
    r"courses|futures|projects|measures|variants|versions|alternatives|choices|estimates)\b"
)
#: The same of a place: "the two Qal'eh Chan'an projections".
_OF_NAMED = re.compile(
    r"\s+(?:[^\W\d_a-z][^\s,.;:]*\s+(?:(?:de|del|of|la|do|da|al)\s+)?){1,4}(?:[a-z]+\s+)?"
    r"(?:scenarios|projections|outcomes|strategies|situations|years|means|options|runs|cases|"
    r"interventions|modifications|temperatures|forecasts|settings|results|values)\b"
)
#: Settings, where no output counts cases.
_CASES = AnyCase(r"\s+(?:\w+\s+){0,2}?cases?\b")
#: "the two", with nothing after it that it counts.
_THE = re.compile(r"(?:\b(?:the|these|those|both|all|between)|['’]s?)\s+$", re.IGNORECASE)
_ALONE_OR_CASES = re.compile(
    r"\s*(?:$|(?:for|in|at|with|that|which|who|by|under|to)\b|(?:[\w'-]+\s+){0,2}cases(?=\s*(?:[.,;]|$))|[.,;:)]|(?:is|are|was|were|would|will|has|have|do|does|did|amounts?|comes)\b)",
    re.IGNORECASE,
)
#: A number that names a class of the question's scale ("the 1 °C to 2 °C category").
_NAMES_BAND = AnyCase(
    r"\s{0,2}['\"]?\s{0,2}(?:(?:to|-|and)\s*\d[\d.]*\s*\S{0,3})?\s{0,2}['\"]?\s{0,2}"
    r"(?:(?:reduction|increase|improvement|change)\s+)?(?:category|categories|class|band|bracket|bin|"
    r"thresholds?|limit|cut-?offs?)\b"
)
#: "the top class starts above 40 %"
_BOUNDS_BAND = AnyCase(
    r"\b(?:thresholds?|cut-?offs?|limit|mark)['\"]?\s+of\s+(?:\w+\s+){0,2}$"
    r"|\b(?:side|end) of\s+(?:the|that)\s+$"
    r"|\b(?:class|category|band|bracket|label|scale|grade)\s+(?:\w+\s+)?(?:starts?|begins?|ends?|applies|"
    r"reaches|runs|covers|means)\s+(?:\w+\s+){0,2}$"
)
_NAMES_RANGE = re.compile(
    r"\s{0,2}['\"]?\s{0,2}(?:(?:to|-|and)\s*\d[\d.]*\s{0,2}(?:%|percent|per cent)?)?\s{0,2}['\"]?"
    r"\s{0,2}range\b",
    re.IGNORECASE,
)
_YEAR_BEFORE = re.compile(
    r"\b(?:early|late|mid|in|year|by|since|until|from|to|between|and|of|for|the|season)\s+$", re.I
)
_WINDOW = re.compile(
    r"\b(?:in|within|over|after|by|during|(?<!value )(?<!median )(?<!magnitude )of|"
    r"first|initial|opening)\s+(?:the\s+)?"
    r"(?:(?:first|initial|opening|next)\s+)?$",
    re.IGNORECASE,
)


_ODDS = re.compile(r"\s+(?:(?:in|out of)\s+(?:every\s+)?|of\s+(?:the\s+)?)", re.IGNORECASE)


def without_odds(text: str, figures: list[Printed]) -> list[Printed]:
    """Drop "one in five" and "42 of 134", which give no value of either number."""
    dropped: set[int] = set()
    for first, second in itertools.pairwise(figures):
        plain = not first.unit and not second.unit
        if plain and _ODDS.fullmatch(text, first.end, second.start):
            dropped |= {first.start, second.start}
    return [q for q in figures if q.start not in dropped]


#: Without one of these in a text no number of it bounds a class.
_BAND_WORDS = Pieces(
    (
        "threshold", "cut", "limit", "mark", "side", "end", "class", "categor", "band", "bracket",
        "label", "scale", "grade",
    )
)  # fmt: skip


def _bounds_band(text: str, figure: Printed) -> bool:
    if _BAND_WORDS.missing(text):
        return False
    return bool(_BOUNDS_BAND.search(text[max(0, figure.start - 60) : figure.start]))


def states(text: str, figure: Printed, words: Vocabulary) -> bool:
    """Tell whether a number states something: it is no year, and counts no part of the text."""
    if _NAMES_BAND.match(text, figure.unit_end) or _bounds_band(text, figure):
        return False
    structure = not figure.text[-1:].isdigit() and (
        _STRUCTURE.match(text, figure.end)
        or _OF_NAMED.match(text, figure.end)
        or (_CASES.match(text, figure.end) and not words.counted.fullmatch("cases"))
        or (_THE.search(text[: figure.start]) and _ALONE_OR_CASES.match(text, figure.end))
    )
    return not structure and (not _a_year(text, figure) or _counts(text, figure, words))


def periods(text: str, words: Vocabulary) -> list[Span]:
    """Return spans of years ("1850-1900"), which state nothing unless they count something."""
    if "-" not in text:
        return []
    found = (Span(text=m.group(), start=m.start(), end=m.end()) for m in _PERIOD.finditer(text))
    return [span for span in found if not _counted(text, span.end, words)]


def _counts(text: str, figure: Printed, words: Vocabulary) -> bool:
    """Tell whether a number counts what an output does: "a median of 1966 cases"."""
    return _counted(text, figure.end, words)


def _counted(text: str, end: int, words: Vocabulary) -> bool:
    counted = words.counted.search(text, end)
    return counted is not None and not text[end : counted.start()].strip()


def without_band_ends(text: str, figures: list[Printed], words: Vocabulary) -> list[Printed]:
    """Drop the ends of a band that names it: "falls within the 10-30 % range"."""
    return [
        q
        for q in figures
        if not (
            abs(float(q.value)) in words.band_ends
            and (_NAMES_RANGE.match(text, q.unit_end) or _EITHER_WAY.search(text, 0, q.start))
        )
    ]


#: An end of a class that lies around zero: "within the plus-or-minus one percent".
_EITHER_WAY = re.compile(r"(?:\bplus[\s-](?:or[\s-])?minus|±|\+\s?/\s?-)\s*$", re.IGNORECASE)


def without_windows(text: str, figures: list[Printed]) -> list[Printed]:
    """Drop the time in which a change is said to happen: "in four weeks, it rises by 30 %"."""
    if all(q.unit != "percent" and family(q.unit) != "temperature" for q in figures):
        return figures
    return [q for q in figures if not (family(q.unit) == "time" and _in_window(text, q))]


def _in_window(text: str, figure: Printed) -> bool:
    return bool(
        _WINDOW.search(text[: figure.start])
        or re.match(r"\s+in\b", text[figure.unit_end :])
        or (_SHARE_BEFORE.search(text[: figure.start]) and _LATER.match(text, figure.unit_end))
    )


_SHARE_BEFORE = re.compile(
    r"(?:%|per ?cent)\s+(?:lower|higher|fewer|more|less|down|up|smaller|larger|greater)\s+$|"
    r"\bdown to (?:zero|nothing|nil)\s+$",
    re.I,
)
_LATER = re.compile(r"\s+(?:later|after|on)\b", re.I)


def _a_year(text: str, figure: Printed) -> bool:
    return (
        not figure.unit
        and bool(_YEAR_BEFORE.search(text[: figure.start]))
        and figure.text.isdigit()
        and len(figure.text) == 4
        and 1500 <= int(figure.text) < 2300
    )
