"""Labels that a question defines by thresholds: "modest (0.2 to 1.0 °C)"."""

import re

from simulrag.simulators.interface import Band, Frozen
from simulrag.verifier.quantities import Printed, quantities
from simulrag.verifier.reading.text import Span

_PARENTHESIS = re.compile(r"\(([^()]{1,80})\)")
#: Words before a label that are no part of it.
_NO_LABEL = frozenset(
    (
        "considered characterized characterised classified categorized categorised "
        "described deemed rated called labelled labeled termed seen viewed regarded as or "
        "and either be been being is are was were an a the of in into by with would could "
        "should this that these those it its change changes difference differences "
        "magnitude impact effect shift trend represent represents representing indicate "
        "indicates indicating signify signifies constitute constitutes cause causes show "
        "shows have has remain remains experience experiences suggest suggests suggesting "
        "imply implies overall resulting net local total outcome temperature if falls "
        "fall within on for to threshold thresholds result results in cross crosses lie lies than "
        "such more merely only just truly"
    ).split()
)
_RANGE_START = (
    r"less than|below|under|between|from|greater than|more than|over|above|at least|"
    r"at most|up to|>|<|\d"
)
_RANGE = re.compile(r"^\s*(?:to|and|-|through|up to|until)\s*$", re.IGNORECASE)
_CHANGE_WORDS = re.compile(
    r"\b(?:chang\w+|differen\w+|warming|cooling|shift\w*|increase\w*|decrease\w*|rise|magnitude|"
    r"impact|trend|deviation|divergence|disparity|effect\w*|reduction|distinction)\b",
    re.IGNORECASE,
)
#: "..., how would this change be categorised": what the scale before it grades.
_CHANGE_GRADED = re.compile(
    r"[^.?!]*?\b(?:this|the|that|its|such an?)\s+(?:[\w-]+\s+){0,3}?(?:chang|differen|shift|"
    r"increase|decrease|rise|deviation|disparity|effect|impact)\w*\s+(?:is\s+|be\s+)?(?:categor|classif|"
    r"consider|rated|describ|called|labell?ed|falls?\b|qualif|counts?\b|ranks?\b|ranked)",
    re.IGNORECASE,
)
#: "a negligible difference is less than 0.05 °C, a modest difference is between 0.05 and 0.2"
_IS_RANGE = re.compile(
    r"(?<![\w-])(?P<label>(?!(?:an?|and|or|where|with|while|thresholds?)\b)[A-Za-z][\w-]{0,40})['\"]?\s+(?:\w+\s+){0,2}?(?:is|means|being|if|as|:)\s+"
    r"(?:it is\s+|a\s+)?"
    rf"(?P<range>(?:{_RANGE_START})[^,;?()]{{1,60}})",
    re.IGNORECASE,
)
#: "a change less than 0.2 °C as negligible, between 0.2 °C and 0.6 °C as modest"
_RANGE_IS = re.compile(
    rf"(?<![\w.,-])(?P<range>(?:{_RANGE_START})[^,;?()]{{1,40}}?)\s+"
    r"(?:as|is|being|suggests?|indicates?|means|counts? as|(?:is |are )?considered)\s+(?:an?\s+)?"
    r"['\"]?(?P<label>[A-Za-z][\w-]*)",
    re.IGNORECASE,
)


#: "Within +/- 1 %" limits a size.
_EITHER_WAY = re.compile(r"\+\s?/\s?-\s?|\u00b1\s?")


class Scaled(Frozen):
    """The bands of one scale, the unit of their ends, and where they stand in the text."""

    bands: tuple[Band, ...]
    unit: str
    of_difference: bool
    spans: tuple[Span, ...]


def scales(text: str) -> list[Scaled]:
    """Return the scales that a normalised text defines, in order."""
    found: list[tuple[Band, str, Span]] = []
    for match in _PARENTHESIS.finditer(text):
        entry = _entry(text, match)
        if entry is not None:
            found.append(entry)
    if not found:
        stated = [_IS_RANGE, _RANGE_IS]
        entries = ([e for m in p.finditer(text) if (e := _stated(m)) is not None] for p in stated)
        found = max(entries, key=len)
    return [_scaled(text, group) for group in _groups(text, found)]


def _entry(text: str, match: re.Match[str]) -> tuple[Band, str, Span] | None:
    ends = _ends(match.group(1))
    if ends is None:
        return None
    label = _label(text[max(0, match.start() - 60) : match.start()])
    if not label:
        return None
    low, high, unit = ends
    span = Span(text=match.group(), start=match.start(), end=match.end())
    return Band(label=label, low=low, high=high, words=_adjective(label)), unit, span


#: What a label may name besides the grade: "warm climate" is said as "warm", too.
_GRADED = frozenset(
    "climate climates condition conditions environment warming cooling divergence distinction "
    "warmth concern deviation disparity gap contrast heat variation response".split()
) | {"impact", "shift", "change", "difference", "effect"}
#: What a label may begin with that is no part of the grade.
_HEDGES = frozenset("relatively generally predominantly overall comparatively".split())


def _adjective(label: str) -> tuple[str, ...]:
    """Return a label without the noun that it grades and without a hedge, where it has one."""
    words = label.split()
    while len(words) > 1 and words[-1] in _GRADED:
        words.pop()
    bare = words[1:] if len(words) > 1 and words[0] in _HEDGES else words
    made = dict.fromkeys((" ".join(words), " ".join(bare)))
    return tuple(word for word in made if word != label)


#: Nouns that a label may stand before; alone they are none.
_NOUNS = frozenset("impact effect change difference shift influence".split())


def _label(before: str) -> str:
    """Return the label that ends here: a quoted phrase, or up to three words."""
    quoted = re.search(r"[\"']([^\"']{2,40})[\"']\s*$", before)
    if quoted:
        return quoted[1].strip().lower()
    phrase = re.search(r"[^,;:.()?]*$", before)
    words: list[str] = []
    told = phrase[0].split() if phrase else []
    if told and told[-1] in _NOUNS:
        told.pop()  # "a minor impact"
    for word in reversed(told):
        plain = word.strip("'\"").lower()
        if plain in _NO_LABEL or not re.fullmatch(r"[a-z][a-z-]*", plain) or len(words) == 3:
            break
        words.insert(0, plain)
    return "" if words[-1:] in (["warming"], ["cooling"]) and len(words) == 1 else " ".join(words)


def _stated(match: re.Match[str]) -> tuple[Band, str, Span] | None:
    ends = _ends(match["range"])
    if ends is None:
        return None
    low, high, unit = ends
    span = Span(text=match.group(), start=match.start(), end=match.end())
    return Band(label=match["label"].lower(), low=low, high=high), unit, span


def _ends(inside: str) -> tuple[float | None, float | None, str] | None:
    """Return low end, high end and unit of "less than 1.0 °C", "0.2 to 1.0 °C", "> 30 %"."""
    figures = quantities(_EITHER_WAY.sub("", inside))
    if not 1 <= len(figures) <= 2:
        return None
    unit = figures[-1].unit or figures[0].unit
    if len(figures) == 2:
        if not _RANGE.match(inside[figures[0].unit_end : figures[1].start]):
            return None
        low, high = sorted(
            float(abs(q.value)) if _joined(inside, q) else float(q.value) for q in figures
        )
        return low, high, unit
    return _one_end(figures[0], unit)


def _joined(inside: str, figure: Printed) -> bool:
    return figure.signed and bool(re.search(r"\d\s*$", inside[: figure.start]))


def _one_end(figure: Printed, unit: str) -> tuple[float | None, float | None, str] | None:
    value = float(figure.value)
    if figure.qualifier in ("above", "at_least"):
        return value, None, unit
    if figure.qualifier in ("below", "at_most"):
        return None, value, unit
    return None


def _groups(text: str, found: list[tuple[Band, str, Span]]) -> list[list[tuple[Band, str, Span]]]:
    """Split bands into scales where a sentence ends or a label or range comes twice."""
    groups: list[list[tuple[Band, str, Span]]] = []
    for band, unit, span in found:
        if groups:
            last = groups[-1][-1]
            between = text[last[2].end : span.start]
            same = len(between) < 60 and not re.search(r"[?.!]\s", between)
            fresh = all(band.label != b.label for b, _, _ in groups[-1])
            if same and fresh:
                groups[-1].append((band, unit, span))
                continue
        groups.append([(band, unit, span)])
    return groups


def _scaled(text: str, group: list[tuple[Band, str, Span]]) -> Scaled:
    start = group[0][2].start
    sentence = max(text.rfind(mark, 0, start) for mark in ("?", ". ", "\n")) + 1
    units = [unit for _, unit, _ in group if unit]
    lead, end = text[sentence:start], group[-1][2].end
    return Scaled(
        bands=tuple(band for band, _, _ in group),
        unit=units[0] if units else "",
        of_difference=bool(_CHANGE_WORDS.search(lead) or _CHANGE_GRADED.match(text, end)),
        spans=tuple(span for _, _, span in group),
    )
