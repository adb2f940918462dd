"""Words of nearness and distance on a relation: "just before Christmas", "well above 300".

They bound how far beyond its limit a result lies. They are read in one place, at the readings that
were made of a statement, so that it makes no difference which reader made them.
"""

from collections.abc import Iterable
from typing import Literal

from simulrag.verifier.claims import Comparator, Reading
from simulrag.verifier.reading.text import AnyCase, normalise

_A_FEW = r"(?:an? (?:few|couple of|handful of|matter of)|some|several|many|mere|only|just)"
#: "A touch above", "shortly after", "not far short of", "a few days before".
_NEAR = (
    r"(?:only |but |if |very |just |ever so )*(?:just|barely|narrowly|marginally|slightly|"
    r"fractionally|minimally|shortly|immediately|directly|right|soon|little|"
    r"an? (?:little|little bit|bit|touch|shade|trifle|fraction|tad|whisker|hair|hair's breadth|"
    r"smidgen|notch|day or two)|"
    r"(?:not|never|n't) (?:very |too |so |all that |that )?(?:far|long|much)|"
    rf"{_A_FEW} days)"
)
#: "Well before", "a long way above", "far short of", "several weeks after".
_FAR = (
    r"(?:very |so )*(?:well|far|(?<!under )(?<!by )(?<!the )way|long|comfortably|considerably|"
    r"much|vastly|hugely|massively|markedly|greatly|by far|easily|"
    r"an? (?:long|good|great) (?:way|while|time|deal)|a lot|"
    rf"some (?:way|distance)|some (?:considerable )?time|{_A_FEW} (?:weeks|months))"
)
_BEYOND = (
    r"(?P<above>above|over|beyond|after|past|following|in excess of|north of|upwards? of|on top of|"
    r"exceed(?:s|ed|ing)?|tops|topped|topping|surpass(?:es|ed|ing)?|pass(?:es|ed|ing)?|"
    r"clear(?:s|ed|ing)?|cross(?:es|ed|ing)?|beats?|overshoots?|"
    r"(?:more|greater|higher|larger|bigger|warmer|hotter|longer|later|wider|further) than)"
    r"|(?P<below>below|under|beneath|underneath|before|ahead of|prior to|preceding|short of|shy of|"
    r"south of|this side of|miss(?:es|ed|ing)?|undercuts?|undershoots?|"
    r"(?:less|fewer|lower|smaller|cooler|colder|shorter|earlier|narrower) than)"
)
#: What may stand between a relation and what it is to: "the limit of", "the threshold for".
_TO = (
    r"(?:\s+(?:the|an?|its|their|this|that|such|question's|own|official|lower|upper|mark|limit|"
    r"threshold|cut-off|cutoff|level|line|figure|bar|boundary|bound|point|value|number|date|start|"
    r"end|beginning|edge|of|for|at|to|be|being|called|count|counting|as|class|category|['\"]))*"
    r"\s+['\"]?$"
)
_DEGREE = AnyCase(
    rf"(?P<denied>\b(?:not|never|nor|neither|cannot|without)\s+(?:\w+\s+){{0,3}}|n't\s+(?:\w+\s+)"
    rf"{{0,3}})??(?<!than )\b(?:(?P<near>{_NEAR})|(?P<far>{_FAR}))\s+(?:{_BEYOND}){_TO}"
)
#: Degrees behind a figure: "above 300, but only just", "exceeds 300 by far".
_BEHIND = AnyCase(
    r",?(?:\s+[a-z°%]+){0,2}?,?\s+(?:(?:but|if|though|although|albeit|even if|and)\s+)?"
    r"(?:(?P<near>(?:only )?(?:just|barely|narrowly|marginally|slightly)|"
    r"by (?:(?:only|just) )?an? (?:(?:narrow|slim|thin|small|tiny|bare|mere) margin|whisker|hair|"
    r"hair's breadth|touch|little|bit|fraction))|"
    r"(?P<far>by far|easily|comfortably|by (?:quite )?an? (?:(?:wide|large|clear|big|huge|"
    r"comfortable|considerable) margin|(?:long|good) way|lot|mile)))\s*(?:[.,;!)]|$)"
)
#: A date from which the peak is told: "Christmas comes shortly after the peak".
_OF_DATE = AnyCase(
    r"\s+(?:is|was|will be|comes?|came|falls?|fell|follows|followed|arrives?|lies|begins?|starts?)"
    rf"\s+(?:(?P<near>{_NEAR})|(?P<far>{_FAR}))\s+(?:after|behind|past|later than|before|ahead of)"
    r"\s+(?:the|its|their|it|this|that)\b"
)
_RELATION = AnyCase(rf"\b(?:{_BEYOND}){_TO}".replace("?P<above>", "?:").replace("?P<below>", "?:"))
#: How far before a figure such a word may stand.
_WITHIN = 90
#: Half of what "a little over three weeks" leaves open, weeks.
_LITTLE_WEEKS = 0.25
_TIMES = ("day", "week", "month")
_Degree = Literal["just", "well"]


def with_degrees(text: str, readings: Iterable[Reading]) -> tuple[Reading, ...]:
    """Return the readings of a normalised statement, bound by how far beyond something it is."""
    return tuple(_with_degree(text, reading) for reading in readings)


def with_date_degrees(statement: str, readings: Iterable[Reading]) -> tuple[Reading, ...]:
    """Return the readings of a plain sentence, those of dates bound by how far off they are.

    Its numbers are bound where they are read, by the spread of what is simulated.
    """
    text = normalise(statement)
    return tuple(_with_degree(text, r) if r.unit == "date" else r for r in readings)


#: "Shortly after the season begins": the first day, which no figure tells.
_SINCE_START = AnyCase(
    rf"(?P<denied>\b(?:not|never)\s+|n't\s+(?:\w+\s+)?)?\b(?:(?P<near>{_NEAR})|(?P<far>{_FAR}))\s+"
    r"(?:after|into|from|past)\s+(?:[\w']+\s+){0,4}?"
    r"(?:start|starts|started|begins?|began|beginning|onset|outset|opens?|opening|outbreak)\b"
)


def _since_start(text: str, reading: Reading) -> Reading:
    """Return that a peak is on another day than the first as how far from it that is said to be."""
    found = _SINCE_START.search(text)
    first = reading.unit == "date" and reading.comparator == "equal" and reading.negated
    if found is None or not first:
        return reading
    after = reading.model_copy(update={"comparator": "above", "negated": False})
    bound = _bound(after, "just" if found["near"] else "well")
    return bound.model_copy(update={"negated": found["denied"] is not None})


def _with_degree(text: str, reading: Reading) -> Reading:
    if not reading.figures and reading.label:
        return _since_start(text, reading)
    if len(reading.figures) != 1:
        return reading
    at = reading.figures[0].start
    before = text[max(0, at - _WITHIN) : max(0, at)]
    found = _DEGREE.search(before)
    if found is None:
        return _with_degree_behind(text, before, reading)
    degree: _Degree = "just" if found["near"] else "well"
    denied = found["denied"]
    if denied and ("until" in denied or "till" in denied):
        return reading  # "not until shortly before Christmas": not earlier than that
    if denied:
        return _denied(reading, degree, above=found["above"] is not None)
    other = "below" if found["above"] else "above"
    return reading if reading.comparator == other else _bound(reading, degree)


def _with_degree_behind(text: str, before: str, reading: Reading) -> Reading:
    end = reading.figures[0].end
    if end <= 0 or reading.negated:
        return reading
    found = _BEHIND.match(text, end)
    if found is None and reading.unit == "date" and not _RELATION.search(before):
        found = _OF_DATE.match(text, end)
    return _bound(reading, "just" if found["near"] else "well") if found is not None else reading


_BOUND: dict[tuple[str, _Degree], Comparator] = {
    ("above", "just"): "just_above",
    ("above", "well"): "well_above",
    ("below", "just"): "just_below",
    ("below", "well"): "well_below",
}


def _bound(reading: Reading, degree: _Degree) -> Reading:
    if reading.comparator == "is":
        return _of_class(reading, degree)
    comparator = _BOUND.get((reading.comparator, degree))
    if comparator is None:
        return reading
    update: dict[str, object] = {"comparator": comparator}
    if reading.unit in _TIMES:
        update["about_absolute"] = _LITTLE_WEEKS
    return reading.model_copy(update=update)


#: What a denied side was turned into.
_TURNED = {"at_least": "below", "at_most": "above"}


def _denied(reading: Reading, degree: _Degree, *, above: bool) -> Reading:
    """Deny the distance and not the side alone: far before it is not shortly before it either."""
    side = "above" if above else "below"
    if reading.negated and reading.comparator == side:
        return _bound(reading, degree)
    if _TURNED.get(reading.comparator) != side:
        return reading
    turned = reading.model_copy(update={"comparator": side, "negated": not reading.negated})
    return _bound(turned, degree)


def _of_class(reading: Reading, degree: _Degree) -> Reading:
    """Return the reading of "just above the threshold for significant": near a class's limit."""
    band = reading.band
    if band is None or (band.low is None) == (band.high is None):
        return reading
    side = "above" if band.low is not None else "below"
    return reading.model_copy(update={"comparator": _BOUND[side, degree]})
