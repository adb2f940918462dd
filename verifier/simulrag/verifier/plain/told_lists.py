"""Lists of names, whole years and what holds with or without a change, in plainer words.

Tried only where a sentence is not read as it stands. Each says the same whatever it is said of.
"""

import re

from simulrag.verifier.plain.rewordings import Template
from simulrag.verifier.plain.wording_parts import AMOUNT, DEGREES, END, MORE, NUMBER, PATHWAY

_NAME = r"(?:[A-Z][\w'-]*(?:\.\w[\w'-]*)?(?:\s+(?:de\s+|of\s+)?[A-Z][\w'-]*){0,2})"
_LIST = rf"{_NAME}(?:,\s+{_NAME})*,?\s+and\s+{_NAME}"
_VERB = (
    r"(?=(?i:is|are|was|were|has|have|had|will|would|does|do|did|lies?|stays?|remains?|warms?|cools?|"
    r"gets?|averages?|gains?|sees?|exceeds?|heats?)\b)"
)
_COUNT = {"both": 2, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_COUNTS = "two|three|four|five|six"
_EMISSIONS = r"(?:the\s+)?(?:[\w]+(?:\s+dioxide)?\s+)?emissions"
_GERUNDS = {
    "double": "doubling", "triple": "tripling", "halve": "halving", "quadruple": "quadrupling",
}  # fmt: skip
_MONTHS = r"(?:all\s+)?(?:the\s+)?(?:twelve\s+|12\s+)?months(?:\s+of\s+the\s+year)?"
_SAME = (
    r"(?:stays?|remains?|is|are|will\s+be|would\s+be|would\s+stay)\s+(?:exactly\s+|just\s+|much\s+)?"
    r"(?:the\s+same|unchanged|where\s+it\s+was|what\s+it\s+was)"
)


def _unchanged(match: re.Match[str]) -> str:
    return match.group().replace("{", "{{").replace("}", "}}")


def _names(listed: str) -> list[str]:
    return [n.strip() for n in re.split(r",\s*(?:and\s+)?|\s+and\s+", listed) if n.strip()]


def _agrees(match: re.Match[str], group: str = "n") -> bool:
    told = match[group]
    return not told or _COUNT[told.casefold()] == len(_names(match["list"]))


def _neither(match: re.Match[str]) -> str:
    """Return "Neither A nor B nor C" for "None of the cities A, B and C"."""
    if not _agrees(match):
        return _unchanged(match)
    named = " nor ".join(_names(match["list"])).replace("{", "").replace("}", "")
    return f"Neither {named} "


def _counted(match: re.Match[str]) -> str:
    """Leave the count behind a list out that it agrees with: "A, B and C are all three"."""
    return "{list} {verb} all " if _agrees(match) else _unchanged(match)


def _either_way(match: re.Match[str]) -> str:
    """Return that a change has no effect for "whether it doubles or not, ... stays the same"."""
    return f"{_GERUNDS[match['verb'].casefold()]} {{what}}{{than}} has no effect on {{out}}"


_DIRECTION = {
    "grow": "raising", "rise": "raising", "climb": "raising", "increase": "raising",
    "fall": "cutting", "drop": "cutting", "sink": "cutting", "shrink": "cutting",
}  # fmt: skip
_TIMES = {"half": "halved", "twice": "doubled", "double": "doubled", "three times": "tripled"}
_OF_PATHWAY = (
    rf"(?:what\s+(?P<s1>{PATHWAY})\s+(?:has|foresees|assumes|prescribes|says)|(?:those|that|the\s+level|the\s+emissions)\s+"
    rf"(?:of|in|under)\s+(?P<s2>{PATHWAY})|(?P<s3>{PATHWAY})(?:'s)?)"
)
_PATHWAYS = rf"{PATHWAY}(?:,\s+{PATHWAY})*,?\s+(?:and|or)\s+{PATHWAY}"


def _let(match: re.Match[str]) -> str:
    """Return "raising emissions by 25 % relative to A" for "letting them grow 25 % beyond A"."""
    return f"{_DIRECTION[match['verb'].casefold()]} {{what}} by {{n}} relative to {{s}}"


def _multiplied(match: re.Match[str]) -> str:
    """Return "are halved relative to A" for "are half of what A has"."""
    times = _TIMES[" ".join(match["times"].casefold().split())]
    return f"{{what}} are {times} relative to {{s1}}{{s2}}{{s3}}"


def _inverted(match: re.Match[str]) -> str:
    """Return "A brings less than half a degree" for "half a degree is more than A brings"."""
    way = "less" if match["way"].casefold() == "more" else "more"
    return f"{{what}} {way} than {{n}}"


_PLAIN: tuple[tuple[str, Template], ...] = (
    # Limits of ranges and of amounts.
    (r"(?i)(?P<what>\bthe\s+(?:very\s+)?likely\s+range[^,;:]*?)\s+has\s+(?:its|an?)\s+(?P<end>upper|lower)\s+"
     r"(?:end|bound|limit)\s+(?:at|of)\s+", "the {end} end of {what} is "),
    (rf"^\W*(?P<n>(?i:{AMOUNT}|half\s+a\s+degree(?:\s+celsius)?))\s+(?i:is)\s+(?P<way>(?i:more|less))\s+(?i:than)\s+(?:what\s+)?"
     rf"(?P<what>[^,;:]+?\s(?:brings?|gives?|adds?|causes?|means?|costs?|reaches|averages|gets|has))(?=\s+(?:in|on|by)\s+|[,.]|\s*$)",
     _inverted),
    (rf"(?i)\b(?:does|do|did|will|would)(?:\s+not|n't)\s+(?:even\s+)?(?:come|amount|add\s+up)\s+to\s+(?:even\s+)?"
     rf"(?={AMOUNT}|half\s+a\s+degree)", "is less than "),
    (rf"(?i)\bthe\s+(?P<what>warm|cool)ing\s+(?:of|in|for|at)\s+(?P<who>(?-i:[A-Z])[\w'-]*(?:\s+(?-i:[A-Z])[\w'-]*){{0,2}})\s+"
     rf"(?P<when>(?:between|from)\s+\d{{4}}\s+(?:and|to)\s+\d{{4}}(?:\s+[a-z]+\s+{PATHWAY})?)\s+"
     rf"(?:is|comes\s+to|amounts\s+to|works\s+out\s+at|will\s+be|would\s+be|reaches|exceeds(?P<more>))\s+"
     rf"(?=(?:[a-z]+\s+){{0,3}}(?:{AMOUNT}|half\s+a\s+degree))",
     lambda m: "{who} {what}s {when} by " + ("more than " if m["more"] is not None else "")),
    (rf"(?i)^\W*(?:in|for|at)\s+(?P<who>(?-i:[A-Z])[\w'-]*(?:\s+(?-i:[A-Z])[\w'-]*){{0,2}}),?\s+the\s+(?P<what>warm|cool)ing\s+"
     rf"(?P<when>(?:between|from)\s+\d{{4}}\s+(?:and|to)\s+\d{{4}}(?:\s+[a-z]+\s+{PATHWAY})?)\s+"
     rf"(?:is|comes\s+to|amounts\s+to|works\s+out\s+at|will\s+be|would\s+be|reaches|exceeds(?P<more>))\s+"
     rf"(?=(?:[a-z]+\s+){{0,3}}(?:{AMOUNT}|half\s+a\s+degree))",
     lambda m: "{who} {what}s {when} by " + ("more than " if m["more"] is not None else "")),
    # Changes of several inputs, and told by what they come to.
    (rf"(?i)\b(?:letting|having|seeing)\s+(?P<what>{_EMISSIONS})\s+(?P<verb>grow|rise|climb|increase|fall|drop|sink|shrink)\s+"
     rf"(?:by\s+|to\s+)?(?P<n>[\d.]+\s?(?:%|percent))\s+(?:beyond|above|over|below|under)\s+(?:those\s+(?:of|in)\s+)?(?P<s>{PATHWAY})",
     _let),
    (rf"(?i)\b(?P<what>{_EMISSIONS})\s+(?:are|were|came\s+to|come\s+to|is)\s+(?:only\s+|just\s+)?(?P<times>half|twice|double|three\s+times)\s+"
     rf"(?:of\s+)?{_OF_PATHWAY}", _multiplied),
    (r"(?i)\b(?P<would>would\s+)?take(?P<s>s?)\s+(?:some\s+)?(?:warmth|heat)\s+(?:away\s+)?from\s+(?=(?-i:[A-Z]))",
     "{would}cool{s} "),
    # Nothing that depends on which it is.
    (rf"(?i)^\W*(?:none|not\s+(?:a\s+single\s+)?one)\s+of\s+(?:the\s+[a-z]+\s+)?(?P<list>{_PATHWAYS})\s+(?:leaves|makes)\s+"
     rf"(?P<who>(?-i:[A-Z])[\w'-]*(?:\s+(?-i:[A-Z])[\w'-]*)*)(?P<when>(?:\s+in\s+\d{{4}})?)\s+(?P<how>{MORE})(?P<late>(?:\s+in\s+\d{{4}})?)\s+(?=than\b)",
     "in each of {list}, {who} is not {how}{when}{late} "),
    (r"(?i)\b(?:will\s+be|is|would\s+be|gets|comes)\s+back\s+(?:at|to)\s+(?:the\s+(?:annual\s+)?(?:mean|average|temperature|level|value)\s+"
     r"(?:it\s+had|of)|where\s+it\s+(?:was|stood)|what\s+it\s+was)\s+(?:in\s+)?(?=\d{4})",
     "has the same annual mean as in "),
    # Lists of names with their count.
    (rf"^\W*(?:None|Neither|Not\s+one)\s+of(?:\s+the)?(?:\s+(?P<n>{_COUNTS}))?(?:\s+[a-z]+)?(?:,|:)?\s+"
     rf"(?P<list>{_LIST}),?\s+{_VERB}", _neither),
    (rf"(?P<list>{_LIST})\s+(?P<verb>(?i:are|were|have|had|will|would|do))\s+all\s+(?P<n>{_COUNTS})\s+",
     _counted),
    # The whole year.
    (rf"(?i),?\s*\b(?:when|if|with|once)\s+{_MONTHS}\s+(?:are\s+)?(?:averaged|taken\s+together|combined|"
     r"considered|included|counted)\b,?", " over the whole year "),
    (r"(?i)\b(?:an?|the)\s+(?:(?:typical|average|normal|usual|whole)\s+)?year\s+(?:in|of|for)\s+(?P<who>(?-i:[A-Z])[\w'-]*"
     r"(?:\s+(?-i:[A-Z])[\w'-]*)*)\s+(?:has|averages|comes\s+(?:in\s+at|to)|works\s+out\s+at|is)\s+(?:a(?:n\s+average|\s+mean)"
     r"\s+(?:temperature\s+)?(?:of\s+)?)?(?=(?:[a-z]+\s+){0,3}[-\d])",
     "over the whole year {who} averages "),
    (r"(?i),?\s*\b(?:averaged|averaging|taken)\s+over\s+(?:the\s+)?(?:ten|10)\s+years\b,?",
     lambda m: " " if re.search(r"\b\d\d\d0s\b", m.string) else _unchanged(m)),
    # How closely a number is meant.
    (rf"(?i)(?<![\d,.-])\b(?:(?:about|around|roughly|some)\s+)?(?P<n>{NUMBER}{DEGREES})\s+or\s+(?:thereabouts|so)\b",
     "about {n}"),
    # What something does.
    (rf"(?i)\b(?P<cost>costs?)\s+(?:us|(?:the\s+)?(?:planet|globe|world|earth)|humanity|mankind)\s+"
     rf"(?=(?:an?\s+(?:extra|further)\s+)?{AMOUNT})",
     lambda m: "brings " if m["cost"].casefold() == "costs" else "bring "),
    (r"(?i)\b(?:spare|save)(?P<s>s?)\s+(?P<who>(?-i:[A-Z])[\w'-]*(?:\s+(?-i:[A-Z])[\w'-]*)*)\s+(?:some|a\s+(?:bit|little)\s+of|"
     r"(?:a\s+)?(?:good\s+)?part\s+of|much\s+of)\s+(?:the\s+|its\s+)?(?:warming|heat)\b(?:\s+(?:that\s+|which\s+|of\s+)"
     rf"(?P<than>{PATHWAY})(?:\s+(?:would|will|has))?(?:\s+(?:brings?|means?|causes?|in\s+store|deals?\s+out))?)?",
     lambda m: "make{s} {who} cooler" + (" than {than}" if m["than"] else "")),
    (rf"(?i)^\W*whether(?:\s+or\s+not)?\s+(?P<what>{_EMISSIONS})\s+(?P<verb>double|triple|halve|quadruple)(?P<than>(?:\s+(?:relative\s+to|"
     rf"compared\s+(?:to|with)|against|over)\s+{PATHWAY})?)(?:\s+or\s+not)?,\s+(?P<out>[^,;:]+?)\s+{_SAME}{END}",
     _either_way),
    (r"(?i)\b(?:falls?|drops?|goes|comes?|returns?|sinks?)(?:\s+back)?\s+to\s+(?:what\s+it\s+was|its\s+(?:level|value)|"
     r"the\s+(?:level|value))\s+(?P<in>in|of)\s+(?=\d{4})", "is the same as in "),
    # Two periods named in words and in figures at once.
    (r"(?i)\b(?:the\s+)?(?:beginning|start|middle|end)\s*\((?P<a>\d{4}-\d{4})\)\s+(?P<and>and|to)\s+(?:the\s+)?"
     r"(?:middle|end)\s*\((?P<b>\d{4}-\d{4})\)\s+of\s+(?:the|this)\s+century", "{a} {and} {b}"),
)  # fmt: skip
TOLD_LISTS: tuple[tuple[re.Pattern[str], Template], ...] = tuple(
    (re.compile(pattern), template) for pattern, template in _PLAIN
)
