"""Changes by a part, or to a part, in words: "by a fifth", "to a tenth of what it was"."""

import re
from collections.abc import Sequence
from decimal import Decimal

from simulrag.verifier.quantities import NUMBER_WORDS, Printed, printed_number, qualifier_at
from simulrag.verifier.reading.clauses import outside
from simulrag.verifier.reading.factors import TURNED
from simulrag.verifier.reading.lone_numbers import number_of
from simulrag.verifier.reading.text import AnyCase, Span

PARTS_OF_ONE = (
    "half", "third", "quarter", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "twentieth",
)  # fmt: skip
#: A part of one in words.
PART = rf"(?:an?|one|two|three|four|five|six|seven|eight|nine)[\s-]+(?:{'|'.join(PARTS_OF_ONE)})s?"
_PERCENT = r"(?<![\w.,+-])\d+(?:\.\d+)?\s?(?:%|per ?cent)"
_FORMER = (
    r"(?:what|(?:the|its|their|that of the) (?:baseline|former|original|earlier|initial|previous|"
    r"starting|old))\b"
)
#: What says that a part is all there is left of something.
_LEFT = r"(?:remains?|survives?|(?:is|are|was|were) (?:still )?left|is still there)\b"
#: Nouns and verbs after which a part is that of a change.
_GAIN = r"(?:gain|increase|rise|growth|jump|surge|uptick)s?"
_LOSS = r"(?:loss|loses?|drop|decrease|decline|reduction)s?"
_NOT_START = r"(?!\s+(?:its|their|the)\s+(?:initial|starting|original|first|opening)\b)"
_HEDGE = r"(?:(?!(?:an?|one|two|three)\b)[\w]+\s+){0,3}?"
_SHARE = AnyCase(
    rf"\bby\s+{_HEDGE}(?P<by>{PART}|half)(?=\s*(?:[.,;:!?)]|$)|\s+(?!of\b)(?:[a-z]+\b))"
    rf"|\b(?:{_GAIN}|{_LOSS})(?:\s+of)?\s+(?!by\b|to\b|from\b){_HEDGE}(?P<move>{PART}|half)(?!\s+of\b{_NOT_START})(?!-)\b"
    rf"|\b(?P<what>{PART}|half)(?=\s+(?:is|are)\s+(?:what|how much|the amount)\b)"
    rf"|(?P<more>{PART})(?=\s+(?:\w+er|more|less)\b)"
    rf"|\b(?:to|is|are|at)\s+{_HEDGE}(?P<left>{PART}|half)"
    r"(?=\s+(?:of\s+)?(?:what|its|their|that|those|"
    r"the (?:baseline|former|original|earlier|present|latter|other))\b)"
    rf"|\b(?:cut|reduced|down|falls?|fallen|fell|shrinks?|shrunk|drops?|slashed)\s+to\s+{_HEDGE}"
    rf"(?P<down>{PART}|half)(?=\s*(?:[.,;:!?]|$|or (?:so|thereabouts)\b))"
    rf"|\bwhat\s+(?:is\s+left|remains)\s+of\s+[^.;:]{{1,40}}?\b(?:is|are)\s+{_HEDGE}(?P<remnant>{_PERCENT}|{PART}|half)"
    rf"|(?<!by )(?P<of>{_PERCENT})(?=\s+of\s+{_FORMER})"
    rf"|(?P<rest>{_PERCENT})"
    rf"(?=(?:\s+of\s+(?:[\w-]+\s+){{1,4}}?|\s+){_LEFT})"
    rf"|(?P<plus>{PART}|half)(?=\s+(?:is|are|gets?)\s+(?:added|put on|tacked))"
    rf"|(?P<minus>{PART}|half)(?=\s+(?:is|are|gets?)\s+(?:taken off|cut off|shaved off|"
    rf"knocked off))"
    rf"|\b(?:takes? away|taking away|remov(?:es?|ing)|sav(?:es?|ing)|avoid(?:s|ing)?|"
    rf"eliminat(?:es?|ing)|spar(?:es?|ing)|does away with|gets? rid of|cuts? away|cuts? out|"
    rf"strips? away|shaves? off|knocks? off)\s+{_HEDGE}(?P<away>{PART}|half)(?=\s+(?:of|off)\b)"
    rf"|(?P<time>{PART}|half)(?=\s+(?:of\s+)?the\s+(?:time|amount|length|fuel|level)\s+(?:that\s+)?"
    r"(?:they|it|of|before|used|was|were|did)\b)"
    rf"|(?P<as>{PART}|half)(?=\s+as\s+(?:long|much|high|large)\b)",
    holding=(
        *PARTS_OF_ONE, "what", "baseline", "former", "original", "earlier", "initial", "previous",
        "starting", "old", "remain", "survive", "left", "still there",
    ),
)  # fmt: skip
#: What is left or gone of all there was: "half of them are gone", "one in eight is left".
_SOME = (
    r"(?P<some>(?!(?:than|over|under|about|around|roughly|nearly|almost|some|only|just|well)\b)"
    r"[a-z]+(?:-[a-z]+)?|\d+(?:\.\d+)?)"
)
_REST_OR_GONE = (
    r"(?:(?P<rest>(?:is|are|was|"
    r"were)\s+(?:still\s+)?left\b|(?:is|are)\s+still\s+(?:emitted|there|released|burnt)\b|remain(?:s|ed)?"
    r"(?=\s*(?:[.,;]|$|after|at|by|when|once)))"
    r"|(?:is|are|have|has|was|were)\s+(?:\w+\s+)?"
    r"(?:gone(?! by\s*(?:[.,;]|$))|lost|disappeared|vanished|shed|"
    r"no longer (?:there|in hospital|present|emitted|released|burnt)|"
    r"saved|avoided|eliminated|removed|spared|"
    r"cut|not emitted)\b|gone\b(?! by\s*(?:[.,;]|$))|"
    r"(?:stays?|is kept|are kept) out of the (?:air|sky|atmosphere)\b|"
    r"(?:disappear|vanish)(?:s|es)?\b)"
)
_OF_ALL = re.compile(
    rf"\b(?P<part>{PART}|half|{_SOME}(?: \w+)? (?:out of|in|of)"
    rf"(?: every| each)? (?P<all>[a-z]+|\d+))\s+(?:[\w'-]+\s+){{0,7}}?{_REST_OR_GONE}",
    re.IGNORECASE,
)
#: The same with the whole first: "of every 100 kg, about 67 are still emitted".
_OF_EVERY = re.compile(
    r"\bof (?:every|each) (?P<all>hundred|[a-z]+|\d+(?:,\d{3})*)\b[^.;]{0,50}?"
    rf"\b(?P<part>(?P<some>{NUMBER_WORDS}|\d+(?:\.\d+)?))\s+(?:[\w'-]+\s+){{0,2}}?{_REST_OR_GONE}",
    re.IGNORECASE,
)
#: "Every other kilogram is saved": one of two.
_EVERY_NTH = re.compile(
    rf"\b(?P<part>every (?P<nth>other|second|third|fourth|fifth|sixth|eighth|tenth))\s+"
    rf"(?:[\w'-]+\s+){{1,7}}?{_REST_OR_GONE}",
    re.IGNORECASE,
)
_NTH = {"other": 2, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "eighth": 8,
        "tenth": 10}  # fmt: skip
#: Such words before a unit are a number of it ("by a quarter degree").
_UNIT = re.compile(
    r"\s+(?:an?\s+)?(?:degree|percent|per cent|kelvin|week|day|month|year|minute|second|hour|kilo|"
    r"gram|litre|liter|met(?:er|re))",
    re.IGNORECASE,
)
#: A part in words is meant to about a twentieth of itself.
_LOOSENESS = Decimal("0.05")


#: Tried in turn; the first that is found counts.
_ALL_OF_IT = (_OF_EVERY, _EVERY_NTH, _OF_ALL)


def shares(text: str, taken: Sequence[Span]) -> list[Printed]:
    """Return the parts of a normalised sentence as changes in percent, in order.

    "By a fifth" is 20 %, and the words beside it say which way; "to a tenth of what it was" is
    -90 %, and so is "a tenth as long".
    """
    patterns = _ALL_OF_IT if _GONE.search(text) else ()
    none: list[Printed | None] = []
    each = ([_of_all(text, match) for match in p.finditer(text)] for p in patterns)
    whole = next((own for own in each if any(own)), none)
    found = whole + [_printed(text, match) for match in _SHARE.finditer(text)]
    found += _second_of_two(text, found)
    return [p for p in found if p is not None and outside(p.start, p.end, taken)]


#: "By between a quarter and a third."
_SECOND = re.compile(rf"\s+(?:and|to)\s+(?P<by>{PART}|half)(?!\s+of\b)", re.IGNORECASE)


def _second_of_two(text: str, found: Sequence[Printed | None]) -> list[Printed | None]:
    """Return the second of two parts between which a change is."""
    made: list[Printed | None] = []
    for first in found:
        if first is None or first.signed or not text[: first.start].rstrip().endswith("between"):
            continue
        second = _SECOND.match(text, first.end)
        if second is not None and all(q is None or q.start != second.start("by") for q in found):
            made.append(_printed(text, second))
    return made


_LOST = re.compile(rf"\b{_LOSS}\b", re.IGNORECASE)
_MOVES = re.compile(rf"\b(?:{_GAIN}|{_LOSS})\b", re.IGNORECASE)
_GONE = AnyCase(
    r"\b(?:saved|avoid|eliminated|removed|spared|cut|disappear|vanish|still|not|left|remain|"
    r"gone|lost|disappeared|vanished|shed|no longer|out of the)",
    holding=(
        "saved", "avoid", "eliminated", "removed", "spared", "cut", "disappear", "vanish", "still",
        "not", "left", "remain", "gone", "lost", "shed", "longer", "out of",
    ),
)  # fmt: skip


def _count(word: str | None) -> Decimal | None:
    return Decimal(1) if word and word.lower() == "one" else number_of(word) if word else None


def _of_all(text: str, match: re.Match[str]) -> Printed | None:
    """Return the change of which a part of all that there was is left or gone."""
    named = match.groupdict()
    some, every = (_count(named.get(name)) for name in ("some", "all"))
    if named.get("some") and (some is None or every is None):
        return None
    if named.get("nth"):
        part = 1 / Decimal(_NTH[match["nth"].lower()])
    elif some is not None and every:
        part = some / every
    else:
        printed = _part(match["part"])
        part = printed.value if printed is not None else Decimal(0)
    counted = named.get("nth") or named.get("all")
    if not 0 < part < 1 or (not counted and _UNIT.match(text, match.end("part"))):
        return None
    start, end = match.start(), match.end("part")  # with the 100 kg of "of every 100 kg"
    left = part if match["rest"] else 1 - part
    qualifier, qualified_from = qualifier_at(text, start, end)
    if not match["rest"]:
        qualifier = TURNED.get(qualifier, qualifier)
    return Printed(
        text=text[start:end],
        start=start,
        end=end,
        unit_end=end,
        value=100 * (left - 1),
        half_unit=100 * _LOOSENESS * (part if qualifier == "about" else min(left, 1 - left)),
        unit="percent",
        qualifier=qualifier,
        qualified_from=qualified_from,
        signed=True,
    )


def _printed(text: str, match: re.Match[str]) -> Printed | None:
    kind = next(name for name, words in match.groupdict().items() if words)
    start, end = match.span(kind)
    words = match[kind]
    part = _part(words)
    if part is None or _UNIT.match(text, end):
        return None
    remains = kind in ("left", "as", "of", "rest", "remnant", "down", "time")
    if kind == "what" and not _MOVES.search(text, end):
        return None
    lost = _LOST.search(text[match.start() :] if kind == "what" else match.group()) is not None
    falls = (kind in ("move", "what") and lost) or kind in ("minus", "away")
    qualifier, qualified_from = qualifier_at(text, start, end)
    if falls:
        qualifier = TURNED.get(qualifier, qualifier)
    loose = 2 * _LOOSENESS if qualifier == "about" else _LOOSENESS
    return Printed(
        text=text[start:end],
        start=start,
        end=end,
        unit_end=end,
        value=100 * (part.value - 1) if remains else (-100 if falls else 100) * part.value,
        half_unit=100 * (part.half_unit if words[0].isdigit() else part.value * loose),
        unit="percent",
        qualifier=qualifier,
        qualified_from=qualified_from,
        signed=remains or falls,
    )


def _part(words: str) -> Printed | None:
    """Return a part as a number of which the whole is one; percentages are such, too."""
    part = printed_number("half" if words.lower().endswith("half") else words)
    if part is None or not words[0].isdigit():
        return part
    return part.model_copy(update={"value": part.value / 100, "half_unit": part.half_unit / 100})
