"""The words in which people speak of measures: what is done, to whom, how strongly, and when."""

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from simulrag.simulators.epidemiology.states import REGIONS, STATE_WORDS

_COUNTS = {
    word: number
    for number, word in enumerate(
        "one two three four five six seven eight nine ten eleven twelve".split(), 1
    )
} | {"a": 1, "an": 1}
_COUNT = rf"(?:\d+(?:\.\d+)?|{'|'.join(sorted(_COUNTS, key=len, reverse=True))})"
_PARTS = {
    "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10,
}  # fmt: skip
_TENS = {
    word: 10.0 * number
    for number, word in enumerate(
        "ten twenty thirty forty fifty sixty seventy eighty ninety".split(), 1
    )
}
_WHOLE = "|".join(("a", *sorted((w for w in _COUNTS if len(w) > 2), key=len, reverse=True)))
_SHARE = (
    rf"half|(?:{_WHOLE})[\s-](?:{'|'.join(_PARTS)})s?"
    rf"|(?:{_WHOLE}|\d{{1,2}})\s+(?:[a-z]+\s+)?(?:in|out\s+of)\s+(?:every\s+)?(?:{_WHOLE}|\d{{1,3}})"
)
_UNITS = {"day": 1.0, "week": 7.0, "fortnight": 14.0, "month": 30.0}
_MONTHS = {
    name.casefold(): number
    for number in range(1, 13)
    for name in (calendar.month_name[number], calendar.month_abbr[number])
} | {"sept": 9}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_HOLIDAYS = {"christmas": (12, 25), "new year": (1, 1), "new year's day": (1, 1)}
_YEAR = r"(?:,?\s+(?P<year>(?:19|20)\d\d)\b)?"
_DAY = re.compile(
    r"(?P<iso>\d{4}-\d\d-\d\d)"
    rf"|(?:(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?(?P<m1>{_MONTH})\b"
    rf"|(?P<m2>{_MONTH})\.?\s+(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?!\d)"
    rf"|(?:(?P<part>mid)[- ])?(?P<m3>{_MONTH})\b"
    rf"|(?P<holiday>{'|'.join(sorted(_HOLIDAYS, key=len, reverse=True))})\b){_YEAR}",
    re.I,
)
#: The same without names of groups, to stand inside other patterns.
_ANY_DAY = re.sub(r"\?P<\w+>", "?:", _DAY.pattern)
_OF = r"(?:(?:the\s+)?(?P<edge>start|beginning|end)\s+of\s+)?"
PERCENT = rf"(?:\d+(?:\.\d+)?|(?:{'|'.join(_TENS)})(?:-five)?)\s*(?:%|percent\b|per cent\b)"

#: Kinds of measure, in the order in which they are tried at one place.
KINDS = {
    "vaccination": r"vaccinat(?:ed|es?|ing|ions?)(?:\s+coverage)?|immuni[sz](?:ed|ing|ation)"
    r"|flu\s+shots?|(?:flu\s+)?vaccines?|inoculat(?:ed|es?|ing|ions?)"
    r"|protect(?:ed|s|ing)?(?=[^.;:]{1,60}\bvaccin)",
    "antivirals": r"(?:treated\s+with\s+|treating\s+with\s+)?(?:antivirals?|oseltamivir|tamiflu)"
    r"(?:\s+(?:treatments?|drugs?))?|treated",
    "travel": r"travel(?:l?ing|l?ed)?|commut(?:ing|ers?|e)|mobility",
    "school": r"schools?(?:\s+contacts)?",
    "work": r"(?:work|workplaces?|offices?)(?:\s+contacts)?",
    "household": r"(?:households?|homes?)(?:\s+contacts)?",
    "community": r"community(?:\s+contacts)?",
    "all": r"(?:all\s+|social\s+|physical\s+)?contacts(?:\s+(?:everywhere|of\s+(?:all|"
    r"every)\s+kinds?|of\s+any\s+kind))?",
}
_AGES = {
    "0-4": r"0-4\b|0-?\s+to\s+4(?:[- ]year[- ]olds?)?\b|under[- ]?(?:5s?|fives?)\b|"
    "toddlers\b|infants\b|preschool(?:ers|\\s+children)\b",
    "5-17": r"5-17(?:[- ]year[- ]olds?)?\b|5-?\s+to\s+17(?:[- ]year[- ]olds?)?\b|"
    "school[- ]?(?:age[d]?\\s+)?children\b|schoolchildren\b|pupils\b|students\b",
    "18-49": r"18-49(?:[- ]year[- ]olds?)?\b|18-?\s+to\s+49(?:[- ]year[- ]olds?)?\b",
    "50-64": r"50-64(?:[- ]year[- ]olds?)?\b|50-?\s+to\s+64(?:[- ]year[- ]olds?)?\b",
    "65+": r"65\+|65\s+(?:and|or|years\s+and)\s+(?:over|older)\b|(?:people\s+)?over[- ]?65s?\b"
    r"|(?:the\s+)?elderly\b|seniors\b|pensioners\b|older\s+(?:people|adults)\b",
    "0-4 5-17": r"children\b|kids\b|minors\b|under[- ]?18s?\b",
    "18-49 50-64 65+": r"adults\b",
    "50-64 65+": r"over[- ]?50s?\b|50\+|50\s+(?:and|or)\s+(?:over|older)\b",
}
_PATTERNS: dict[str, str] = {
    "efficacy": rf"(?:an?\s+)?(?:vaccine\s+)?(?:efficacy|effectiveness)(?:\s+(?:of|is|was))?\s*"
    rf"(?P<e1>{PERCENT})|(?P<e2>{PERCENT})\s*(?:vaccine\s+)?(?:efficacy|effectiveness|effective)\b",
    "shorter": r"(?:shorten\w*|reduc\w+|cut(?:s|ting)?)\s+(?:the\s+|their\s+)?"
    r"(?:infectious\s+period|infectiousness|time\s+for\s+which\s+\w+\s+\w+\s+infectious)\s+by\s+"
    rf"(?:(?P<shorter>{PERCENT})"
    rf"|(?P<shorter_days>{_COUNT})\s+days?\b)",
    "between": rf"between\s+(?P<b1>{_ANY_DAY})\s+and\s+(?P<b2>{_ANY_DAY})",
    "first": r"(?:from|starting|beginning|as\s+of|as\s+from|since|on)\s+(?:on\s+|in\s+|from\s+)?"
    rf"{_OF}(?:(?P<first>{_ANY_DAY})|week\s+(?P<week>\d+(?:\.\d+)?)\b)(?:\s+on(?:wards?)?\b)?",
    "by": rf"(?:by|before)\s+{_OF}(?P<first>{_ANY_DAY})",
    "end": rf"(?:until|till|through|to)\s+{_OF}(?P<end>{_ANY_DAY})",
    "month": r"(?:in|during|throughout|for)\s+(?:the\s+(?:whole\s+)?month\s+of\s+)?"
    rf"(?P<month>{_MONTH})\b(?!\s+\d{{1,2}}\b){_YEAR}",
    "length": rf"(?:for|over|lasting)\s+(?:the\s+first\s+)?(?P<count>{_COUNT})\s+(?P<unit>day|week|"
    rf"fortnight|month)s?\b|(?P<count2>{_COUNT})[- ](?P<unit2>day|week|month)s?(?:[- ]long)?\b",
    "ages": "|".join(f"(?P<age{i}>{words})" for i, words in enumerate(_AGES.values())),
    "share": rf"(?P<percent>{PERCENT})|(?P<fraction>{_SHARE})\b"
    r"|(?P<halved>halv(?:ed|es?|ing))\b",
    "closed": r"(?:clos(?:ed|e|es|ing|ures?)|shut(?:s|ting)?(?:\s+down)?)\b",
    "fewer": r"(?:fewer|less|fell|falls?|falling|dropped|drops?|dropping|decline[sd]?|declining|"
    r"cuts?|cutting|reduc(?:ed?|es|ing|tions?)|decreas(?:ed?|es|ing)|lower(?:ed|ing|s)?|limited|"
    r"restrict(?:ed|ing|ions?)?|went\s+down|go(?:es)?\s+down)\b",
    "not less": r"(?:rose|rises?|rising|increas\w+|doubl\w+|reopen\w*|opened|stay(?:ed|s)?\s+open|"
    r"(?:did|do|does|were|are|is|was)\s+not|(?:did|do|does|were|are|is|was)n't)\b",
    **{f"kind {kind}": rf"(?:{words})\b" for kind, words in KINDS.items()},
}
_WORD = re.compile(r"(?<![\w-])\w")


@cache
def _token_patterns() -> dict[str, re.Pattern[str]]:
    """Return the pattern of each kind of token; compiled late, as a server's start has no texts."""
    return {name: re.compile(rf"(?<![\w-])(?:{p})", re.I) for name, p in _PATTERNS.items()}


def _states() -> str:
    names = {n for words in STATE_WORDS.values() for n in words if len(n) > 2} | {
        name.casefold() for name in REGIONS
    }
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


@cache
def fillers() -> re.Pattern[str]:
    """Return what may stand within a measure and says nothing of it, the place asked for too."""
    return re.compile(
        rf"(?:[\s,:.()]|(?:the|of|all|is|are|was|were|be|been|being|had|have|has|got|gets?|would|"
        rf"could|with|and|plus|at|in|on|by|to|its|their|were\s+to|a|an|that|rates?|levels?|number|"
        rf"people|everybody|everyone|residents|population|public|persons?|aged|ages|cases|patients|"
        rf"infected|those|anyone|citizens|inhabitants|if|protecting|covering|giving|reaching|another|only|just|about|"
        rf"before\s+the\s+(?:(?:flu\s+)?season|start|outbreak|wave)(?:\s+(?:starts|begins|opens))?|"
        rf"from\s+the\s+(?:first\s+day|start|beginning|outset)(?:\s+of\s+the\s+(?:flu\s+)?season)?(?:\s+on(?:wards?)?)?|"
        rf"ahead\s+of\s+the\s+(?:flu\s+)?season|across|statewide|nationwide|down|contacts?|every|the\s+states?|"
        rf"(?:against|of)\s+(?:seasonal\s+)?(?:influenza|flu)|throughout\s+the\s+(?:whole\s+)?season|"
        rf"(?:{_states()})(?:'s)?)\b)*",
        re.I,
    )


@dataclass(frozen=True)
class Token:
    """One word or phrase of a measure at text[start:end]; `groups` are its parts by name."""

    kind: str
    start: int
    end: int
    groups: dict[str, str]


def tokens(text: str) -> Iterator[Token]:
    """Yield the words of measures in order; of those that begin at one place the longest."""
    end = 0
    for word in _WORD.finditer(text):
        at = word.start()
        found = [
            (n, m) for n, pattern in _token_patterns().items() if (m := pattern.match(text, at))
        ]
        if at < end or not found:
            continue
        name, match = max(found, key=lambda pair: pair[1].end())
        groups = {k: v for k, v in match.groupdict().items() if v is not None}
        yield Token(name, match.start(), match.end(), groups)
        end = match.end()


def share_of(token: Token) -> float:
    """Return the percent that a token of the kind `share` says."""
    if "halved" in token.groups:
        return 50.0
    if "fraction" in token.groups:
        return _share_in_words(token.groups["fraction"].casefold())
    return number(token.groups["percent"])


def _share_in_words(words: str) -> float:
    """Return the percent that "three quarters" or "one resident in five" says."""
    told = re.split(r"[\s-]+", words)
    if told == ["half"]:
        return 50.0
    last = told[-1].removesuffix("s")
    if last in _PARTS:
        return 100.0 * number(told[0]) / _PARTS[last]
    whole = number(told[-1])
    return min(100.0, 100.0 * number(told[0]) / whole)


def ages_of(token: Token) -> tuple[str, ...]:
    """Return the ages that a token of the kind `ages` names."""
    names = list(_AGES)
    index = next(int(k.removeprefix("age")) for k in token.groups if k.startswith("age"))
    return tuple(names[index].split())


def number(words: str) -> float:
    """Return a number in digits, with or without a percent sign, or in words up to twelve."""
    digits = re.match(r"\d+(?:\.\d+)?", words)
    if digits:
        return float(digits.group())
    first, _, five = re.split(r"\s", words.casefold())[0].partition("-")
    return _TENS[first] + (5.0 if five else 0.0) if first in _TENS else float(_COUNTS[first])


def days_in(groups: dict[str, str]) -> int:
    """Return the length, days, that a token of the kind `length` says."""
    count = groups.get("count") or groups["count2"]
    unit = groups.get("unit") or groups["unit2"]
    return round(number(count) * _UNITS[unit.casefold()])


def month_and_day(words: str) -> tuple[int, int, int | None] | str:
    """Return month, day and year, where one is given; the text itself for an ISO date."""
    match = _DAY.fullmatch(words)
    if match is None or match["iso"]:
        return words
    year = int(match["year"]) if match["year"] else None
    if match["holiday"]:
        return *_HOLIDAYS[match["holiday"].casefold()], year
    month = _MONTHS[(match["m1"] or match["m2"] or match["m3"]).casefold()]
    return month, int(match["d1"] or match["d2"] or (15 if match["part"] else 1)), year


def plain_day(words: str) -> str:
    """Return a date in one form, however it is written: "1 January", with its year if it has one.

    An ISO date stays as it is.
    """
    day = month_and_day(words)
    if isinstance(day, str):
        return day
    month, number_of, year = day
    return f"{number_of} {calendar.month_name[month]}" + (f" {year}" if year else "")
