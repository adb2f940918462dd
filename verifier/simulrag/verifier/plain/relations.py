"""Words that relate one described value to another: so many times, more than, down to."""

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from simulrag.simulators.interface import Frozen
from simulrag.verifier.reading.ratios import Ratio, Way
from simulrag.verifier.reading.text import Span

RelationKind = Literal["multiple", "more", "moves", "multiplies", "same"]


class Relation(Frozen):
    """A relation at text[start:end]: what stands before it compared with what stands behind.

    sign: 1 for more or a rise, -1 for less or a fall. `ratio` holds a multiple; `turned` that the
    value before is the one that is compared with ("was exceeded by").
    """

    kind: RelationKind
    start: int
    end: int
    sign: int = 0
    ratio: Ratio | None = None
    turned: bool = False
    #: Points back at the value before ("a fifth of that").
    back: bool = False


_NUMBERS = {
    w: float(n)
    for n, w in enumerate(
        (
            "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
        ).split(),
        start=2,
    )
} | {"twenty": 20.0, "thirty": 30.0, "forty": 40.0, "fifty": 50.0, "a hundred": 100.0}
_ORDINALS = {
    "half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "twelfth": 12, "twentieth": 20, "hundredth": 100,
}  # fmt: skip
_N = "|".join(_NUMBERS)
_ORDINAL = "|".join(_ORDINALS)
_Q = (
    r"(?:(?P<q>(?:well\s+|far\s+|slightly\s+|a\s+little\s+|little\s+|just\s+|not\s+much"
    r"\s+)?(?:more|less|fewer)\s+than|(?:well\s+|just\s+)?(?:over|above|under|below)|"
    r"at\s+least|at\s+most|upwards\s+of|in\s+excess\s+of|no\s+more\s+than|no\s+less\s+than|not"
    r"\s+even|about|around|roughly|approximately|"
    r"some|nearly|almost|close\s+to|practically|virtually|barely|a\s+good|a\s+mere|a\s+bare|only|"
    r"just|exactly|fully)\s+)?"
)
_PART = (
    rf"(?:(?:(?P<num>a|one|{_N})[\s-])?(?P<den>{_ORDINAL})s?)(?![\s-]+(?:of\s+)?(?:january|"
    rf"february|march|april|may|june|july|"
    r"august|september|october|november|december|week|quarter)\b)"
)
_TIMES = rf"(?:(?P<x>{_N}|one|\d+(?:\.\d+)?)(?P<half>\s+and\s+a\s+half)?(?:\s+times|[\s-]?fold))"
_TWICE = r"(?P<twice>twice|double|triple|treble|quadruple|thrice)"
_PERCENT = (
    r"(?:(?P<pct>\d+(?:\.\d+)?)\s*(?:%|percent|per\s+cent)(?=\s+of\s+(?:that|the|its|"
    r"what|their|this|[A-Z])))"
)
_MULTIPLE = re.compile(rf"\b{_Q}(?:{_TIMES}|{_TWICE}|{_PERCENT}|{_PART})(?!\w)", re.I)
_FACTORS = {
    "twice": 2.0,
    "double": 2.0,
    "triple": 3.0,
    "treble": 3.0,
    "thrice": 3.0,
    "quadruple": 4.0,
}
#: A multiple is one of a value only where something that it is a multiple of follows.
_OF_VALUE = re.compile(
    r"\s*(?:as\s+(?:many|much|high|large|big|great|bad|busy|heavy|severe|strong|intense|hard|"
    r"tall)\b|of\b|that\b|those\b|what\b|the\b|"
    r"its\b|their\b|(?:19|20)\d\d[-/]\d\d\b|"
    r"(?:higher|larger|more|greater|bigger)\b|(?-i:[A-Z][\w ]{2,20}(?:'s|s')))",
    re.I,
)
_AS = re.compile(r"\s*as\s", re.I)
_BACK = re.compile(
    r"\s+of\s+(?:that|this|it|(?:its|their|the|that)\s+(?:former|earlier|previous|original|"
    r"initial|starting)\s+(?:level|value|size|number|count|figure))"
    r"(?=\s*[,.;(]|\s+(?:by|in|at|on|only|just|as|when|within|a|one|two|three|four|five|six|seven|"
    r"eight|nine|ten)\b|\s*$)",
    re.I,
)
_VERB = re.compile(rf"\b{_Q}(?P<verb>doubl|tripl|trebl|quadrupl|halv)(?:es?|ed|ing)\b", re.I)
_VERBS = {"doubl": 2.0, "tripl": 3.0, "trebl": 3.0, "quadrupl": 4.0, "halv": 0.5}
_MORE = (
    r"(?:fared|did)\s+worse|more|higher|larger|bigger|greater|heavier|worse|busier|taller|"
    r"stronger|harder|"
    r"more\s+severe|more\s+intense"
)
_LESS = (
    r"(?:fared|did)\s+better|better|fewer|less|lower|smaller|lighter|milder|weaker|"
    r"quieter|calmer|gentler"
)
_GRADED = re.compile(
    rf"\b(?:(?:even|still|far|much|clearly|slightly|a\s+little|somewhat|marginally|well|"
    rf"considerably)\s+)?(?:(?P<more>{_MORE})|(?P<less>{_LESS}))\b"
    r"(?=[^.;:]*?\bthan\b)",
    re.I,
)
_VERBS_MORE = (
    r"exceed(?:s|ed|ing)?|surpass(?:es|ed|ing)?|topped|tops|topping|beats?|beating|outstripp(?:ed|"
    r"s|ing)|outnumber(?:s|ed|ing)|"
    r"over(?:takes?|took|taken|taking)|outd(?:id|oes|one)|eclips(?:es?|ed|ing)|dwarf(?:s|ed|ing)|"
    r"outpac(?:es?|ed|ing)|"
    r"(?:went|goes|go|going)\s+beyond|(?:was|were|is|stood|lay|ran|came(?:\s+out|\s+in)?|ended"
    r"\s+up|ranked|ranks|finished|placed)\s+"
    r"(?:(?:well|far|slightly|narrowly|just|only\s+just|a\s+little)\s+)?(?:above|ahead\s+of|in"
    r"\s+front\s+of)"
)
_VERBS_LESS = (
    r"trail(?:s|ed|ing)?|undercuts?|undercutting|(?:lags?|lagged|fell|falls|stayed|stays|"
    r"remain(?:s|ed)|was|were|is|came|comes|ended|ranked|ranks|"
    r"finished|placed|lay|stood)\s+(?:in\s+)?"
    r"(?:well\s+|far\s+|just\s+|a\s+little\s+)?(?:below|behind|short\s+of|shy\s+of|under)"
)
_BEATEN = (
    "exceeded|surpassed|topped|beaten|outstripped|outnumbered|overtaken|eclipsed|"
    "dwarfed|outdone|outpaced"
)
_BEATS = re.compile(
    rf"\b(?:(?P<passive>(?:was|were|been|being|is|are)\s+(?:\w+ly\s+)?(?:{_BEATEN})"
    rf"(?:\s+by|(?=\s+in\b)))|"
    rf"(?P<more>{_VERBS_MORE})|(?P<less>{_VERBS_LESS}))(?!\w)",
    re.I,
)
_RISE = (
    r"ris(?:es|en|ing|e)|rose|increas(?:es|ed|ing|e)|gr(?:ew|ow|ows|own|owing)|climb(?:s|ed|ing)?|"
    r"jump(?:s|ed|ing)?|surg(?:es|ed|ing)|"
    r"soar(?:s|ed|ing)?|swell(?:s|ed|ing)?|swollen|shot\s+up|leap(?:s|t|ed|ing)?|rocket(?:s|ed|"
    r"ing)|balloon(?:s|ed|ing)|rebound(?:ed|s|ing)|"
    r"(?:went|gone|goes|going|moved|crept|edged|picked)\s+up|mounted|up(?=\s+(?:from|to|on)\b)|"
    r"expanded|escalated"
)
_FALL = (
    r"f(?:ell|all|alls|allen|alling)(?!\s+(?:on|in|within|between|behind|short)\b)|dropp?(?:s|ed|"
    r"ing)?|declin(?:es?|ed|ing)|decreas(?:es?|ed|ing)|"
    r"shr[aiu]nk(?:s|en|ing)?|slump(?:s|ed|ing)?|slipp?(?:s|ed|ing)?|plung(?:es?|ed|ing)|"
    r"plummet(?:s|ed|ing)?|dipp?(?:s|ed|ing)?|"
    r"tumbl(?:es?|ed|ing)|s[aiu]nk(?:s|ing)?|reced(?:es?|ed|ing)|subsid(?:es?|ed|ing)|wan(?:es|ed|"
    r"ing)|dwindl(?:es?|ed|ing)|abated?|"
    r"ebb(?:s|ed|ing)|eas(?:es|ed|ing)|cool(?:s|ed|ing)|slid(?:es?|ing)?|crash(?:es|ed|ing)?|"
    r"collaps(?:es?|ed|ing)|retreat(?:s|ed|ing)|"
    r"(?:went|gone|come|came|goes|going|was|were|been|is|are|had|moved|cut)\s+down|down(?="
    r"\s+(?:from|to|by|on)\b)|deflated|halved\s+to"
)
_MOVES = re.compile(rf"\b(?:(?P<more>{_RISE})|(?P<less>{_FALL}))(?!\w)", re.I)
_SAME = re.compile(
    r"\b(?:(?:exactly|just|precisely|practically|almost|nearly|virtually|about|roughly)\s+)?"
    r"(?:(?<!times )(?<!fold )(?<!twice )(?<!half )(?<!third )(?<!quarter )"
    r"(?<!tenth )(?<!fifth )as\s+(?:many|much|high|bad)"
    r"(?=\s[^.;,]*\bas\b)|match(?:es|ed|ing)|equall?(?:s|ed|ing)|level\s+with|on\s+a\s+par\s+with|"
    r"identical\s+to|"
    r"the\s+same\s+(?:number|count|figure)\b[^.;,]{0,30}?\bas)\b",
    re.I,
)


def relations(text: str, taken: Sequence[Span]) -> list[Relation]:
    """Return the relations of a normalised text in order; nothing inside `taken` is one."""
    found = [r for r in _all(text) if not any(r.start < s.end and s.start < r.end for s in taken)]
    kept: list[Relation] = []
    for one in found:  # the ways are in order: a multiple holds its "more than"
        if not any(one.start < k.end and k.start < one.end for k in kept):
            kept.append(one)
    return sorted(kept, key=lambda r: r.start)


_PARTLY = rf"(?:(?P<pct>\d+(?:\.\d+)?)\s*(?:%|percent|per\s+cent)|{_PART})"
#: "A third fewer ... than", "20 % above that of": a part more or less than what follows.
_GRADED_PART = re.compile(
    rf"\b{_Q}{_PARTLY}\s+(?:of\s+\w+\s+)?(?:(?P<more>(?:{_MORE})(?=[^.;:]*?\bthan\b)|above|over|"
    rf"up\s+on)|"
    rf"(?P<less>(?:{_LESS})(?=[^.;:]*?\bthan\b)|below|under|short\s+of|down\s+(?:on|from)|"
    rf"off))(?!\w)",
    re.I,
)
#: "Had lost two thirds of its peak".
_LOST = re.compile(
    rf"\b(?:los[te]|loses|losing|shed|sheds|shedding|given\s+up|gave\s+up|given\s+back)"
    rf"\s+{_Q}{_PARTLY}(?=\s+of\b)",
    re.I,
)


def _graded_parts(text: str) -> Iterable[Relation]:
    for match in (*_GRADED_PART.finditer(text), *_LOST.finditer(text)):
        groups = match.groupdict()
        more = bool(groups.get("more"))
        part = _part_of(match)
        if part is None or (not more and part >= 1.0):
            continue
        ratio = _as_ratio(match, 1.0 + part if more else 1.0 - part)
        ratio = ratio if more else with_other_way(ratio)
        yield Relation(kind="multiple", start=match.start(), end=match.end(), ratio=ratio)


_OTHER_WAY: dict[Way, Way] = {"above": "below", "below": "above"}


def with_other_way(ratio: Ratio) -> Ratio:
    """Return a ratio of what is left: to lose more than a third is to keep less than the rest."""
    return ratio.model_copy(update={"qualifier": _OTHER_WAY.get(ratio.qualifier, ratio.qualifier)})


def _part_of(match: re.Match[str]) -> float | None:
    if match["pct"]:
        return float(match["pct"]) / 100.0
    if match["num"] is None and match["den"].lower() != "half":
        return None
    return _NUMBERS.get((match["num"] or "a").lower(), 1.0) / _ORDINALS[match["den"].lower()]


_BY = re.compile(
    r"\b(?:by|an?\s+(?:\w+\s+)?(?:decline|drop|fall|decrease|reduction|rise|increase|jump|gain|"
    r"growth|plunge|slump|surge)\s+of)\s+$",
    re.I,
)


def _all(text: str) -> Iterable[Relation]:
    yield from _graded_parts(text)
    for match in _MULTIPLE.finditer(text):
        back = _BACK.match(text, match.end())
        leads = _OF_VALUE.match(text, match.end())
        by = _BY.search(text[: match.start()])
        ratio = _ratio(match)
        if ratio is None or not (leads or back or by):
            continue
        end = (
            (back or leads or match).end()
            if back or (leads and _AS.match(leads.group()))
            else match.end()
        )
        kind: RelationKind = "multiplies" if by and not leads and not back else "multiple"
        yield Relation(kind=kind, start=match.start(), end=end, ratio=ratio, back=bool(back))
    for match in _VERB.finditer(text):
        value = _VERBS[match["verb"].lower()]
        yield Relation(
            kind="multiplies", start=match.start(), end=match.end(), sign=1 if value > 1 else -1,
            ratio=_as_ratio(match, value),
        )  # fmt: skip
    for match in _BEATS.finditer(text):
        yield Relation(
            kind="more", start=match.start(), end=match.end(), sign=-1 if match["less"] else 1,
            turned=bool(match["passive"]),
        )  # fmt: skip
    for match in _GRADED.finditer(text):
        yield Relation(
            kind="more", start=match.start(), end=match.end(), sign=1 if match["more"] else -1
        )
    for match in _SAME.finditer(text):
        yield Relation(kind="same", start=match.start(), end=match.end())
    for match in _MOVES.finditer(text):
        yield Relation(
            kind="moves", start=match.start(), end=match.end(), sign=1 if match["more"] else -1
        )


def _ratio(match: re.Match[str]) -> Ratio | None:
    if match["twice"]:
        value = _FACTORS[match["twice"].lower()]
    elif match["pct"]:
        value = float(match["pct"]) / 100.0
    elif match["x"]:
        told = match["x"].lower()
        value = 1.0 if told == "one" else _NUMBERS.get(told) or float(told)
        value += 0.5 if match["half"] else 0.0
    else:
        part = _part_of(match)
        return None if part is None else _as_ratio(match, part)
    return _as_ratio(match, value)


def _as_ratio(match: re.Match[str], value: float) -> Ratio:
    return Ratio(
        value=value, start=match.start(), end=match.end(), tail=match.end(),
        qualifier=_way((match["q"] or "").lower()), text=match.group(),
    )  # fmt: skip


def _way(words: str) -> Way:
    if re.search(r"\b(?:no|not\s+much|little|slightly)\b", words):
        return "about"
    if re.search(r"\b(?:more|over|above|least|upwards|excess|good)\b", words):
        return "above"
    return "below" if re.search(r"\b(?:less|fewer|under|below|most|even)\b", words) else "about"
