"""Values set beside another one: a number above, below or between others is a difference."""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.text import AnyCase

_YEAR = r"(?:1[5-9]|20|21)\d\d"
#: What something may be above or below: another value, told by an article, an owner or a year.
_OTHER = rf"\s+(?:(?:the|that|its|their|those|what|a|an|it)\b|[^\W\d][\w'’-]*'s?\b|{_YEAR}\b)"
_OVER = r"(?P<high>above|on top of|in excess of|ahead of)"
_UNDER = r"(?P<low>below|beneath|short of)"
#: A number of degrees "above the 1995 mean", "on top of its past average".
_NUMBER_BESIDE = AnyCase(rf"\s*(?:(?:or so|more|less)\s+)?(?:{_OVER}|{_UNDER})(?={_OTHER})")
#: A limit of a scale, beside which a number is a margin and no difference between two values.
_LIMIT = AnyCase(
    r"[^.;,]{0,60}?(?:\b(?:threshold|limit|mark|cut-?offs?|bar|boundary|bound|range|bracket)\b"
    r"|\d\s*(?:°|degrees?\b))"
)
#: A value "below the aerosol one", "above its historical average".
_VALUE_BESIDE = AnyCase(
    r"\b(?:(?P<high>above|ahead of)|(?P<low>below|beneath|short of))"
    r"(?!\s+(?:an?\s+)?(?:full|whole|single|half|quarter)\b)(?=\s+(?:\w+\s+){0,3}?"
    r"(?:[\w'’-]+\s+){0,2}?(?:historical|historic|baseline|original|unmodified|unchanged|unaltered|"
    r"other|first|second|former|latter|one|past|previous|earlier|greenhouse|aerosols?|"
    rf"that of|what it (?:was|had been|is|would)|{_YEAR}|year {_YEAR})\b(?!\s*°))",
    holding=("above", "ahead", "below", "beneath", "short"),
)
_TAKEN = AnyCase(
    r"\s*(?:(?:is|are|was|were|gets?|can be|would be|will be)\s+"
    r"(?:taken|shaved|knocked|trimmed|cut|struck)\s+)?off\b"
)
_ALOFT = AnyCase(
    r"\s*(?:apart|(?:(?:is|are)\s+(?:all\s+)?(?:that|what)\s+)?separates?|of (?:difference|"
    r"distance|separation)|between(?!\s+[12]\d{3}\b)"
    r"|(?:lies?|lay|opens?|stands?|is|are|comes?|falls?)\s+(?:up\s+)?between)\b"
)
#: "within 0.7 °C of what the other would give"
_OF_OTHER = AnyCase(r"\s*of\s+(?:what|that|those|the other|each other|one another)\b")
_EXTRA = AnyCase(r"\b(?:extra|additional|further|another)\s+(?:\w+\s+)?$")
_ENOUGH = AnyCase(
    r"\s*(?:is|are|was|were|would be|will be|proves?|makes?)\s+(?:\w+\s+)?(?:enough|sufficient|too "
    r"(?:little|small|much|large))\b[^.;]*\b(?:difference|change|shift|rise|warming|cooling|gap|"
    r"effect|increase|decrease|deviation)\b"
)
#: "by a fifth of a degree" is never a value; "followed by 9 °C" is one.
_BY = AnyCase(
    r"(?<!followed )(?<!given )(?<!replaced )(?<!preceded )(?<!represented )\bby\s+"
    r"(?:(?:only|just|merely|a|an|some|no|another|further|mere|exactly|precisely|barely|even|"
    r"all of|full|whole|good|roughly|about)\s+){0,3}$"
)
#: What stands between the label of a class and the distance from the end of that class.
_MARGIN = AnyCase(
    r"['\"’]?[\s,]*(?:(?:but|though|albeit|if|and|class|category|label|band|range|threshold|limit|"
    r"only|just|barely|merely|mark|line)\s+){0,5}by\s+(?:a\s+margin\s+of\s+)?"
    r"(?:(?:only|just|merely|a mere)\s+)?"
)


class Beside(NamedTuple):
    """A word at text[start:end] that sets a value above or below another one."""

    start: int
    end: int
    direction: Literal["rise", "fall"]


def number_beside(text: str, end: int) -> Beside | None:
    """Return the word behind a number that makes it a difference, if any ("above the mean")."""
    taken = _TAKEN.match(text, end)
    if taken is not None:
        return Beside(start=taken.start(), end=taken.end(), direction="fall")
    found = _NUMBER_BESIDE.match(text, end)
    if found is None or _LIMIT.match(text, found.end()):
        return None
    return _word(found)


def values_beside(text: str) -> Iterator[Beside]:
    """Yield the words that set a value above or below another one, without saying how far."""
    for found in _VALUE_BESIDE.finditer(text):
        if not _LIMIT.match(text, found.end()):
            yield _word(found)


#: What follows a verb that compares with another value, and not with the end of a class.
NO_LIMIT = (
    r"(?=\s+(?:1[5-9]|20|21)\d\d\b(?!\s*[°%])|\s+(?:the|that|those|its|what)\s+(?![^.;]{0,30}\b(?:threshold|limit|mark|cut-?off|bar|"
    r"bound|class|category|band|level)\b)(?!\d))"
)
#: Verbs that set one value above or below another one ("tops the other figure by 0.3 °C").
_COMPARING = AnyCase(
    r"\b(?:(?P<ahead>leads?|(?:is|comes out|ends up) ahead)|(?P<behind>lags?|trails?|(?:is|comes "
    r"out|ends up) behind))(?=\s+by\b)|\b(?:(?P<high>exceed(?:s|ed|ing)?|tops?|topped|"
    r"surpass(?:es|ed|ing)?|outstrips?|beats?|outdoes)"
    r"|(?P<low>trail(?:s|ed|ing)?(?: behind)?|undercut(?:s|ting)?|lag(?:s|ged|ging)?(?: behind)?))"
    + NO_LIMIT,
    holding=(
        "exceed", "top", "surpass", "outstrip", "beat", "outdo", "trail", "undercut", "lag", "lead",
        "ahead", "behind",
    ),
)  # fmt: skip


def compared_by_verb(text: str) -> Iterator[Beside]:
    """Yield the verbs that set a value above or below another one."""
    for found in _COMPARING.finditer(text):
        yield _word(found)


def _word(found: re.Match[str]) -> Beside:
    group = next(name for name, words in found.groupdict().items() if words)
    direction: Literal["rise", "fall"] = "rise" if group in ("high", "ahead") else "fall"
    return Beside(start=found.start(group), end=found.end(group), direction=direction)


def set_beside(text: str, figure: Printed) -> bool:
    """Tell whether a number with a unit is set above, below or between other values."""
    if figure.unit in ("", "percent"):
        return False
    end = figure.unit_end
    return number_beside(text, end) is not None or bool(_ALOFT.match(text, end))


def lies_between(after: str) -> bool:
    """Tell whether the words behind a number make it the distance between two values."""
    return bool(_ALOFT.match(after))


def of_difference(before: str, after: str) -> bool:
    """Tell whether the words right before or behind a number make it a difference."""
    words = (
        _OF_OTHER.match(after)
        or _BY.search(before)
        or _EXTRA.search(before)
        or _ENOUGH.match(after)
    )
    return bool(words) or lies_between(after)


def is_margin(text: str, label_end: int, start: int) -> bool:
    """Tell whether a number is how far a value is inside its class: "moderate, but only by 0.1"."""
    return bool(_MARGIN.fullmatch(text, label_end, start))
