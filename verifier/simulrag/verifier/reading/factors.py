"""Factors of change in words: "doubled", "three times as many", "multiplied by twenty"."""

import re
from collections.abc import Sequence
from decimal import Decimal

from simulrag.verifier.quantities import NUMBER_WORDS, Printed, Qualifier
from simulrag.verifier.reading.clauses import outside
from simulrag.verifier.reading.lone_numbers import number_of
from simulrag.verifier.reading.text import Pieces, Span

_VERBS = {
    "doub": Decimal(2), "trip": Decimal(3), "treb": Decimal(3), "quad": Decimal(4),
    "quin": Decimal(5), "sext": Decimal(6), "halv": Decimal("0.5"),
}  # fmt: skip
_N = rf"(?:{NUMBER_WORDS}|\d+(?:,\d{{3}})*(?:\.\d+)?)"
_MORE = r"(?:(?:more|less) than |over |about |around |roughly |nearly |almost |some )?"
#: "The number rises by 12" adds twelve; "grows by a factor of 12" multiplies.
_FACTOR_OF = r"(?:(?<=multiplied by )|(?<=multiplies by )|(?<=multiply by )|a factor of )"
_FACTOR = re.compile(
    r"\b(?P<verb>(?:doubl|tripl|trebl|quadrupl|quintupl|sextupl|halv)(?:es?|ed|ing))\b"
    r"(?! of| digits?| figures?| that\b)"
    rf"|\b(?:multipl(?:y|ies|ied)|increas\w*|ris\w*|gr[eo]w\w*) by {_FACTOR_OF}{_MORE}"
    rf"(?P<by>{_N})(?=\s+(?:in|over|within|by|after)\b|[.,;](?!\d)|\s*$)"
    rf"|\b(?P<times>{_N}) times as (?:many|large|high|much|numerous|great|big)\b"
    r"(?! as (?:the|demand|traffic|that of|those)\b)"
    rf"|\b(?P<of>twice|{_N} times)\s+(?:(?:its|the|their)\s+(?:starting|initial|opening|"
    rf"original|first)\s+"
    r"\w+|(?:what|that which)\s+(?:it|they)\s+(?:was|were|had been))"
    r"|\b(?P<twice>twice|half) as (?:many|large|high|much|numerous|great|big)\b"
    r"(?= (?:\w+ )?as (?:on|at) (?:day|the (?:start|"
    r"beginning|outset|first|opening))| (?:\w+ )?(?:in|after|by|when|once|within|over|four|4)\b)"
    rf"|\b(?P<again>twice|{_N} times) as (?:long|many|much|high|large)"
    r"(?= as (?:before|otherwise|usual|today|now|previously|at present|in the baseline|"
    r"(?:it|they) (?:does|do|did|was|were|used to)|without)\b)"
    r"|\b(?P<fold>(?:a |one )?[a-z]+(?:-[a-z]+?)?|\d+(?:\.\d+)?)[\s-]?fold\b(?= *(?:[.,;:!?)]|"
    r"$| (?:in|over|"
    r"within|by|after|during|across|from|on|above|until|inside|increase|rise|growth|gain|jump)\b))"
    r"|\b(?:dropped|fallen|fell|drop|down|shrunk) to (?P<nil>nil|zero|nothing)\b"
    r"|\b(?P<none>(?:nothing|nobody|no one|none|not a single \w+|"
    r"no \w+) (?:of (?:them|these|those) )?"
    r"(?:is|are|was|were|will be|would be) left|no (?:\w+ ){1,2}any (?:more|longer)|"
    r"(?:nobody|no one) is (?:being )?\w+ any (?:more|longer)|"
    r"no (?:\w+ ){1,2}anymore|(?:come|comes|came) to (?:a (?:complete |full )?(?:stop|halt|end)|"
    r"nothing|zero))\b",
    re.IGNORECASE,
)
#: Without one of these a text holds no factor.
_PIECES = Pieces(
    (
        *_VERBS, " by ", "times as", "fold", "to nil", "to zero", "to nothing", "half as", " left",
        "twice", " times", " any", " to a",
    )
)  # fmt: skip
Qualifiers = tuple[tuple[Qualifier, re.Pattern[str]], ...]
_BEFORE: Qualifiers = (
    ("just_above", re.compile(r"\b(?:just|a little|a bit|slightly) (?:more than|over)\s+$", re.I)),
    ("just_below", re.compile(r"\b(?:just less than|not quite|almost|nearly)\s+$", re.I)),
    ("above", re.compile(r"\b(?:more than|over)\s+$", re.I)),
    ("below", re.compile(r"\bless than\s+$", re.I)),
)
TURNED: dict[Qualifier, Qualifier] = {
    "above": "below",
    "below": "above",
    "at_least": "at_most",
    "at_most": "at_least",
    "just_above": "just_below",
    "just_below": "just_above",
}
#: A factor in words is meant to about a twentieth of itself.
_LOOSENESS = Decimal("0.05")


def factors(text: str, taken: Sequence[Span]) -> list[Printed]:
    """Return the factors of a normalised sentence as changes in percent, in order.

    "Doubled" is +100 %, "halved" is -50 %; a factor stands for itself within 5 %.
    """
    found: list[Printed] = []
    if not _PIECES.held_by(text):
        return found
    for match in _FACTOR.finditer(text):
        factor = _value(match)
        if factor is not None and outside(match.start(), match.end(), taken):
            found.append(_printed(text, match, factor))
    return found


def _value(match: re.Match[str]) -> Decimal | None:
    if match["verb"]:
        return _VERBS[match["verb"][:4].lower()]
    if match["nil"] or match["none"]:
        return Decimal(0)
    if (match["twice"] or "").lower() == "half":
        return Decimal("0.5")
    twice = ((match[name] or "").lower() == "twice" for name in ("twice", "of", "again"))
    if any(twice):
        return Decimal(2)
    if match["of"]:
        return number_of(match["of"].rsplit(maxsplit=1)[0])
    if match["again"]:
        return number_of(match["again"].rsplit(maxsplit=1)[0])
    return number_of(match["by"] or match["times"] or match["fold"])


def qualifier_before(before: str, qualifiers: Qualifiers) -> Qualifier:
    """Return the first qualifier whose words end a text, else "exact"."""
    for name, words in qualifiers:
        if words.search(before):
            return name
    return "exact"


def _printed(text: str, match: re.Match[str], factor: Decimal) -> Printed:
    before = text[: match.start()]
    start = match.start()
    if match["by"]:
        before = text[: match.start("by")]
    qualifier = qualifier_before(before, _BEFORE)
    if factor < 1:  # more than halved is a larger fall, a change below -50 %
        qualifier = TURNED.get(qualifier, qualifier)
    return Printed(
        text=match.group(),
        start=start,
        end=match.end(),
        unit_end=match.end(),
        value=100 * (factor - 1),
        half_unit=100 * factor * _LOOSENESS,
        unit="percent",
        qualifier=qualifier,
        qualified_from=start,
    )
