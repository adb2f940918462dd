"""Sentences of several facts as one text for each, every word left in its place."""

import re
from collections.abc import Iterator

from simulrag.verifier.plain.alternatives import alternatives

#: Irregular and auxiliary verbs; regular ones are told by their ending.
_IRREGULAR = (
    "rose|fell|grew|was|were|is|are|had|has|have|went|came|stood|sank|shrank|saw|hit|lay|took|kept|held|"
    "ran|began|left|sent|got|gave|made|lost|led|reaches|stays|remains|passes|exceeds|falls|rises|drops|"
    "did|does|will|would|goes|lies|slid|shot|leapt|swung|broke"
)
_VERB = rf"(?:[a-z]{{3,}}ed|{_IRREGULAR})"
_ADVERB = (
    r"(?:(?:then|again|later|soon|still|only|also|had|has|already|finally|subsequently|"
    r"thereafter)\s+)*"
)
#: A finite verb, as far as its form tells one.
FINITE = re.compile(rf"(?<![\w-]){_VERB}\b")
#: A second predicate of the same subject: "... and fell below 400 by March".
_PREDICATE = re.compile(rf",?\s+(?P<join>and|but|then|and\s+then)\s+(?={_ADVERB}{_VERB}\b)")
#: A second sentence with a subject of its own.
_SENTENCE = re.compile(
    r"(?P<join>,\s+(?:and|but|while|whereas|yet)\s+|;\s+|:\s+|\s+-\s+|,\s+then\s+)(?=\S)", re.I
)
#: What a sentence adds of its subject: ", with a best estimate of 2.1 °C for 2041-2060".
_WITH = re.compile(
    r",\s+(?=with\s+(?:an?|its|the)\s+(?:[\w-]+\s+){1,4}?(?:of|at)\s+[^,;]*\d)", re.I
)
_RELATIVE = re.compile(r",\s+which\s+(?P<said>[^,;:]+)(?P<end>,|(?=[.;:]|$))", re.I)
_SHORTEST = 12


def clauses(text: str) -> Iterator[tuple[str, ...]]:
    """Yield the ways of parting a sentence in texts of its own length, blanks for the rest."""
    yield from alternatives(text)
    yield from _relative(text)
    yield from _whose(text)
    yield from _compared_twice(text)
    yield from _with_amount(text)
    yield from _with_lag(text)
    yield from _with_ratio(text)
    yield from _superlative(text)
    for match in _PREDICATE.finditer(text):
        subject = _subject(text[: match.start()])
        if subject and not _COUNTED.search(text, len(subject), match.start()):
            first = _kept(text, 0, match.start())
            second = subject + _kept(text, match.end(), len(text))[len(subject) :]
            yield first, second
    for match in _WITH.finditer(text):
        subject = _subject(text[: match.start()])
        if subject:
            second = subject + _kept(text, match.end(), len(text))[len(subject) :]
            yield _kept(text, 0, match.start()), second
    for match in _SENTENCE.finditer(text):
        left, right = text[: match.start()], text[match.end() :]
        if min(len(left.strip()), len(right.strip())) >= _SHORTEST:
            yield _kept(text, 0, match.start()), _kept(text, match.end(), len(text))


#: Whom a predicate is said of, behind its verb: "was gentler in all three states and crested".
_COUNTED = re.compile(r"\b(?:in|for|of|among)\s+(?:all|both|each|every|most|none|neither)\b", re.I)


def _relative(text: str) -> Iterator[tuple[str, str]]:
    """Part "The season, which peaked in December, was ..." where the clause follows the subject."""
    for match in _RELATIVE.finditer(text):
        subject = text[: match.start()]
        if FINITE.search(subject) or not match["end"]:
            continue
        rest = _kept(text, match.end(), len(text))
        yield (
            subject
            + " " * (match.start("said") - len(subject))
            + match["said"]
            + " " * (len(text) - match.end("said")),
            subject + rest[len(subject) :],
        )


_WHOSE = re.compile(r",\s+whose\s+(?P<said>[^,;:]+)(?P<end>,|(?=[.;:]|$))", re.I)


def _whose(text: str) -> Iterator[tuple[str, str]]:
    """Part "Ohio, whose peak came in December, was ..." in what is said of each."""
    for match in _WHOSE.finditer(text):
        subject = text[: match.start()]
        if FINITE.search(subject) or not match["end"]:
            continue
        owner = subject + "'s"
        gap = " " * (match.start("said") - len(owner))
        first = owner + gap + match["said"] + " " * (len(text) - match.end("said"))
        yield first, subject + _kept(text, match.end(), len(text))[len(subject) :]


_SIZES = r"more|fewer|less|higher|lower|larger|smaller|warmer|cooler|hotter|colder|later|earlier"
_THOUGH = re.compile(
    rf",\s+(?:though|although|but|yet|and|if)\s+(?:still\s+)?(?P<word>{_SIZES})\s+(?=than\b)", re.I
)
_SIZE = re.compile(rf"\b(?:{_SIZES})\b", re.I)


def _compared_twice(text: str) -> Iterator[tuple[str, str]]:
    """Part "fewer people than in 2024-25, though more than in 2022-23" in its comparisons."""
    for match in _THOUGH.finditer(text):
        pivot = re.search(r"\bthan\b", text[: match.start()])
        size = _SIZE.search(text[: match.start()])
        if pivot is None or size is None or size.end() > pivot.start():
            continue
        second = match["word"].ljust(size.end() - size.start())
        head = text[: size.start()] + second + text[size.end() : pivot.start()]
        tail = text[match.end() :]
        if len(head) + len(tail) > len(text):
            continue
        yield (
            _kept(text, 0, match.start()),
            head + " " * (len(text) - len(head) - len(tail)) + tail,
        )


_THAN = re.compile(r"\bthan\b", re.I)


def compares_again(first: str, second: str) -> bool:
    """Tell whether two texts say one thing of one subject but for what they compare it with."""
    pivots = _THAN.search(first), _THAN.search(second)
    if pivots[0] is None or pivots[1] is None:
        return False
    heads = (first[: pivots[0].start()], second[: pivots[1].start()])
    one, other = (" ".join(_SIZE.sub("", head).split()) for head in heads)
    return one == other


_TIME_LED = r"\s*(?:[a-z]+\s+){0,2}?(?:in|on|during|for|at)\s+(?=(?:the\s|\d|[A-Z]))"
#: A change told by both ends, each with its time: "from 1,315 in February to 153 in April".
_BOTH_ENDS = re.compile(
    rf"\bfrom\s+(?P<a>\d[\d,.]*{_TIME_LED})[^,;]*?\s+to\s+(?P<b>\d[\d,.]*{_TIME_LED})"
)
_AMOUNT = (
    r"(?:close\s+to\s+|about\s+|around\s+|roughly\s+|nearly\s+|almost\s+|more\s+than\s+|less\s+than\s+|"
    r"well\s+over\s+|over\s+|some\s+)?"
)
#: The same said once more by how much: ", a decline of close to nine tenths".
_APPOSED = re.compile(
    r",\s+(?P<noun>an?\s+(?:decline|drop|fall|decrease|reduction|rise|increase|jump|gain|growth|plunge|slump|surge)\s+"
    r"of)(?P<amount>\s+[^,;.]+)(?=[,;.]|$)",
    re.I,
)
#: The same before its ends: "went up about fourfold, from ...".
_BEFORE_ENDS = re.compile(
    rf"\s+(?P<amount>{_AMOUNT}(?:[a-z]+fold|by\s+{_AMOUNT}[^,;]+?)),?(?=\s+from\s+\d)", re.I
)


def _with_amount(text: str) -> Iterator[tuple[str, str]]:
    """Part "fell from 1,315 in T to 153 in U, a decline of nine tenths" in its ends and amount."""
    ends = _BOTH_ENDS.search(text)
    if ends is None:
        return
    told = list(text)
    for group in ("a", "b"):
        told[ends.start(group) : ends.end(group)] = " " * len(ends[group])
    by_amount = "".join(told)
    if match := _APPOSED.search(text, ends.end()):
        lead = " by".ljust(match.start("amount") - match.start())
        second = by_amount[: match.start()] + lead + text[match.start("amount") :]
        yield _kept(text, 0, match.start()), second
    if match := _BEFORE_ENDS.search(text[: ends.start() + len("from 0")]):
        blank = " " * (match.end() - match.start())
        yield text[: match.start()] + blank + text[match.end() :], by_amount


#: How long after or before something else: ", a week after the national maximum".
_HEDGES = (
    r"(?:about|around|roughly|nearly|almost|some|close\s+to|more\s+than|less\s+than|(?:well\s+)?over|"
    r"only|just|a\s+full|fully)\s+"
)
_HOLIDAY = r"(?:the\s+)?(?:new\s+year|christmas|thanksgiving|easter)\b"
_MONTH_PART = r"the\s+(?:end|start|beginning|middle)\s+of\b"
LAG = re.compile(
    rf"(?<!\d )(?<!hundred )(?<!thousand )(?:{_HEDGES})*"
    r"(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|\d+)\s+(?:full\s+|whole\s+)?"
    r"(?:day|week|fortnight|month)s?\s+"
    r"(?:after|before|later\s+than|earlier\s+than|sooner\s+than|ahead\s+of|behind)\s+"
    rf"(?=[^,;:.]*[A-Za-z])(?!{_HOLIDAY}|{_MONTH_PART})(?!\d)",
    re.I,
)
#: A number and how many times another it is: "is 3.6 °C, twice that of SSP1-2.6".
_RATIO = re.compile(
    rf",\s+(?P<said>(?:{_HEDGES})*(?:twice|double|half|three\s+times|four\s+times|five\s+times|\d+(?:\.\d+)?\s+times)\s+"
    r"(?:that|those|the\s+(?:one|figure|number|level|count|value))\s+(?:of|in|for|under)\s+[^,;:]+?)"
    r"(?=[,;]|[.]?\s*$)",
    re.I,
)
_IS_NUMBER = re.compile(
    r"\b(?:is|was|are|were|be|reached|stood\s+at|came\s+to|amounted\s+to)\s+"
    r"(?P<number>[^,;]*\d[^,;]*)$",
    re.I,
)


def _with_ratio(text: str) -> Iterator[tuple[str, str]]:
    """Part "is 3.6 °C, twice that of SSP1-2.6" in the value and how many times another it is."""
    for match in _RATIO.finditer(text):
        told = _IS_NUMBER.search(text[: match.start()])
        if told is not None:
            blank = " " * (match.start("said") - told.start("number"))
            second = text[: told.start("number")] + blank + match["said"]
            yield _kept(text, 0, match.start()), second.ljust(len(text))


_TIME_LEAD = re.compile(
    r"\s(?:in|on|at|around|about|during|by|towards?|just|shortly|right|only|before|after)\s", re.I
)


def _with_lag(text: str) -> Iterator[tuple[str, str]]:
    """Part "peaked in February, a week after the nation" in when it was and how much later."""
    for match in LAG.finditer(text):
        comma = re.search(r",\s+$", text[: match.start()])
        verb = FINITE.search(text[: match.start()])
        if comma is None or verb is None:
            continue
        told = _TIME_LEAD.search(text, verb.end(), comma.start())
        aside = text.find(",", verb.end(), comma.start())
        at = min(
            x for x in (told.start() if told else len(text), aside if aside >= 0 else len(text))
        )
        if at == len(text):
            continue
        second = text[:at] + " " * (comma.end() - at) + text[comma.end() :]
        yield _kept(text, 0, comma.start()), second


#: A number and what it is among those of all: "reached 25.6, the highest of any state".
_RANK = re.compile(
    r",\s+(?P<said>(?:the|its)\s+(?:highest|most|largest|biggest|worst|heaviest|lowest|fewest|smallest)\s+"
    r"(?:of|in|among)\s+(?:any|all)\s+[^,;:]*?)(?:\s+(?:that|in\s+that)\s+(?:week|season|winter|year))?(?=[,.;]|$)",
    re.I,
)
_TOLD = re.compile(
    r"\b(?:reached|hit|had|recorded|reported|saw|counted|logged|was|with|at|admitted)\s+"
    r"(?P<number>\d[\d,]*(?:\.\d+)?(?:\s+per\s+100[, ]?000)?)(?![\d,]|\s+(?:january|february|"
    r"march|april|may|june|july|"
    r"august|september|october|november|december))",
    re.I,
)


def _superlative(text: str) -> Iterator[tuple[str, str]]:
    """Part "reached 25.6 in the week ending ..., the highest of any state" in value and rank."""
    for match in _RANK.finditer(text):
        told = _TOLD.search(text[: match.start()])
        if told is None:
            continue
        head = text[: told.start("number")] + " " * len(told["number"])
        head += text[told.end("number") : match.start()]
        second = head + "  " + match["said"] + " " * (match.end() - match.end("said"))
        yield _kept(text, 0, match.start()), second + " " * (len(text) - len(second))


def _subject(text: str) -> str:
    verb = FINITE.search(text)
    return text[: verb.start()] if verb else ""


def _kept(text: str, start: int, end: int) -> str:
    return " " * start + text[start:end] + " " * (len(text) - end)
