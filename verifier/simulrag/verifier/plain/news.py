"""Wordings of news and notes on counts, in the plainer words that readings are made for.

Patterns with their templates, tried as `transformations` are: where a sentence is not read as it
stands. Each form is true under the same conditions as the one it is made from.
"""

import re
from collections.abc import Callable

from simulrag.verifier.plain.news_words import (
    END,
    HEDGE,
    MONTH,
    NAME,
    NUMBER,
    THINGS,
    WEEK,
)

Template = str | Callable[[re.Match[str]], str]
_FALLS = frozenset("fall recede drop decline shrink sink ease decrease dwindle subside ebb".split())
_PERCENT = rf"(?:{HEDGE}{NUMBER}\s*(?:%|percent|per\s+cent))"
_MOVE = (
    r"(?:recede|fall|drop|decline|shrink|sink|ease|decrease|dwindle|subside|ebb|rise|climb|grow|"
    r"increase|jump|soar|swell)"
)


def _moved(match: re.Match[str]) -> str:
    return "fell" if match["v"].lower() in _FALLS else "rose"


def _saw_move(match: re.Match[str]) -> str:
    return "{p}'s {what} " + _moved(match)


def _every_week(match: re.Match[str]) -> str:
    return "{x} " + _moved(match) + " every week"


def _from_to(match: re.Match[str]) -> str:
    a, b = (float(match[g].replace(",", "")) for g in ("a", "b"))
    verb = "rose" if b > a else "fell" if b < a else "went"
    return verb + " from {a}{mid} to {b}"


def _let_up(match: re.Match[str]) -> str:
    """Return "weekly flu admissions fell in Ohio ..." where both halves say the same."""
    down = re.match(r"(?:fell|fall|drop|shrink)", match["how"], re.I) is not None
    eases = re.match(r"(?:let|eased|loosened)", match["v"], re.I) is not None
    verb = ("fell " if down else "rose ") if down == eases else "went "
    return "weekly flu admissions " + verb + "{rest}"


def _up_on(match: re.Match[str]) -> str:
    word = "higher" if match["way"].lower().endswith("up") else "lower"
    return "were " + word + " in {w} than in {v}"


NEWS: tuple[tuple[re.Pattern[str], Template], ...] = tuple(
    (re.compile(pattern), template)
    for pattern, template in (
        (r"(?i)\bfor\s+every\s+million\s+(?P<who>people|residents|inhabitants)(?:\s+(?:living|"
         r"resident)\s+there)?",
         "per million {who}"),
        # Who counts by residents says so in many ways.
        (r"(?i)^\W*(?:once|when|if)\s+(?:you|one|we)\s+(?:account|correct|adjust|allow|control"
         r")s?\s+for\s+(?:the\s+|its\s+|their\s+)?population(?:\s+size)?,\s+",
         "relative to population, "),
        # How closely a number is meant, said apart from it.
        (rf"(?i)^\W*in\s+round\s+(?:numbers|figures|terms),?\s+(?P<rest>[^\d]*?)(?P<n>{NUMBER}"
         rf")(?!\s+(?:{MONTH})\b)",
         "{rest}about {n}"),
        (rf"(?i)^(?P<all>.*\b(?:about|around|roughly|some|approximately)\s+{NUMBER}.*?),?\s+gi"
         rf"ve\s+or\s+take{END}",
         "{all}"),
        (r"(?i)\ba\s+(?:grand\s+|combined\s+)?total\s+of\s+(?=[~\d]|about\b|around\b|some\b)", ""),
        (rf"(?i),\s+(?:hardly|scarcely|not\s+exactly)\s+(?:an?|the)\s+(?:[a-z]+\s+)?[a-z]+"
         rf"{END}",
         ""),
        (rf"(?i)\bwere\s+(?:through|past|beyond)\s+the\s+(?P<n>{NUMBER})\s+(?:barrier|mark|lin"
         rf"e)\b",
         "were above {n}"),
        (rf"(?i)\bon\s+the\s+(?:wrong|far)\s+side\s+of\s+(?={NUMBER})", "over "),
        (rf"(?i)\b(?:more\s+than|over|above)\s+(?P<a>{NUMBER}),?\s+(?:though|but|yet|and)\s+(?"
         rf":less|fewer|under|below)(?:\s+than)?\s+(?P<b>{NUMBER}),?",
         "between {a} and {b}"),
        (r"(?i)\s*/\s*(?=100[, ]?000\b|100k\b)", " per "),
        (r"(?i)\bhad\s+to\s+(?:find\s+(?:room|beds|space|places)\s+for|deal\s+with|cope\s+with"
         r"|care\s+for|take\s+in|admit)\b",
         "admitted"),
        (r"(?i)\b(?P<w>weekly\s+)?(?:hospital\s+)?admissions\s+(?:for|with)\s+(?:the\s+)?(?P<f"
         r">flu|influenza)\b",
         "{w}{f} admissions"),
        (rf"^\W*[A-Z][a-z]+(?:\s+[a-z]+)?\s+(?:in|for)\s+(?P<p>{NAME}):\s+(?=[a-z])", "In {p}, "),
        # Verbs for what a count does.
        (r"(?i)\b(?:the\s+)?(?P<f>flu|influenza)\s+(?:was\s+putting|put|sent|landed|had\s+put|"
         r"had\s+sent)\s+(?P<n>(?:[^.;,]|,(?=\d)){1,40}?(?:people|patients|residents|folks|per"
         r"sons))"
         r"\s+(?:in|into|to)\s+(?:the\s+)?hospitals?\b(?:\s+beds)?", "{n} were admitted with {f}"),
        (r"(?i)\b(?P<n>people|patients|residents)\s+with\s+(?P<f>flu|influenza)\s+(?:needed|re"
         r"quired)\s+(?:an?\s+|to\s+go\s+to\s+)?hospital(?:\s+care|\s+treatment)?\b",
         "{n} were admitted with {f}"),
        (r"(?i)^\W*(?:flu|influenza)\s+(?:pressure\s+on\s+hospitals\s+)?(?P<v>let\s+up|picked"
         r"\s+up|eased\s+off|loosened\s+its\s+grip|tightened\s+its\s+grip)\s+(?P<rest>(?:in|on"
         r")\s[^;:]+?)(?::|,\s+with|,)\s+(?P<w>weekly\s+)?admissions\s+(?P<how>fell|falling|ro"
         r"se|rising|on\s+the\s+rise|dropping|growing|shrinking)(?=[\s.]*$)",
         _let_up),
        (rf"(?i)\b(?P<p>{NAME})\s+saw\s+(?:its|their)\s+(?P<what>{THINGS})\s+(?P<v>{_MOVE})\b",
         _saw_move),
        (rf"(?i)\b(?P<p>{NAME})\s+(?:shed|lost|gave\s+up)\s+(?P<x>{_PERCENT})\s+of\s+(?:its|th"
         rf"eir)\s+(?P<what>{THINGS})",
         "{p}'s {what} fell by {x}"),
        (rf"(?i)\b(?P<p>{NAME})\s+added\s+(?P<x>{_PERCENT})\s+to\s+(?:its|their)\s+(?P<what>"
         rf"{THINGS})",
         "{p}'s {what} rose by {x}"),
        (rf"(?i)\b(?:lost|shed|gave\s+up)\s+(?P<x>{_PERCENT})(?!\s+of\b)", "fell by {x}"),
        (rf"(?i)\bwent\s+from\s+(?P<a>{NUMBER})(?P<mid>\s[^;]{{0,60}}?)?\s+to\s+(?P<b>{NUMBER}"
         rf")",
         _from_to),
        (r"(?i)^\W*(?P<f>flu|influenza)\s+was\s+on\s+the\s+(?:retreat|wane|decline|way\s+down)"
         r"\s+(?P<rest>[^;]+?),\s+(?:judging|going|to\s+judge)\s+by\s+(?P<w>weekly\s+)?(?:hosp"
         r"ital\s+)?admissions",
         "{w}{f} admissions fell {rest}"),
        (r"(?i)\bthere\s+was\s+(?:not\s+a|no)\s+(?:single\s+)?week\s+(?:in\s+which|when|where)"
         r"\s+(?P<x>[^,;]+?)\s+(?:did\s+not|didn't|failed\s+to)\s+(?P<v>rise|fall|increase|dec"
         r"line|drop|grow)\b",
         _every_week),
        # One week and the week before.
        (rf"(?i)\b(?:were|was|went)\s+(?P<way>up|down)(?:\s+again)?\s+in\s+(?P<w>{WEEK})\s+(?:"
         rf"from|on|vs\.?|versus|over|against|compared\s+with)\s+(?P<v>the\s+(?:week\s+before|"
         rf"previous\s+week|preceding\s+week))",
         _up_on),
        (rf"(?i)^\W*week\s+(?:over|on)\s+week,\s+(?P<x>[^,;]+?)\s+(?:rose|increased|grew|climb"
         rf"ed|were\s+up|went\s+up)\s+in\s+(?P<w>{WEEK})",
         "{x} were higher in {w} than in the week before"),
        (rf"(?i)^(?P<p>\W*{NAME})\s+(?:saw|had|reported)\s+an?\s+(?:uptick|increase|rise|uptur"
         rf"n)\s+in\s+(?P<what>{THINGS})\s+in\s+(?P<w>{WEEK}){END}",
         "{p}'s {what} were higher in {w} than in the week before"),
        # Every week of a month.
        (rf"(?i)\bhad\s+an?\s+(?:[a-z]+\s+)?(?:quiet|calm|busy|hard|easy|rough|bad|good)\s+(?P"
         rf"<m>{MONTH}\s+\d{{4}}),\s+with\s+(?P<rest>[^,;]+?)\s+(?:in\s+)?(?:each|every)\s+wee"
         rf"k",
         "had {rest} in every week of {m}"),
        (rf"(?i)^\W*(?P<m>{MONTH}\s+\d{{4}})\s+was\s+(?:an?\s+)?(?:quiet|calm|busy|hard|easy|r"
         rf"ough)(?:\s+month)?:\s+(?P<rest>.+?)\s+in\s+(?:each|every(?:\s+one)?|all)\s+of\s+it"
         rf"s\s+weeks",
         "{rest} in every week of {m}"),
        (rf"(?i)\b(?P<p>{NAME})\s+(?:did\s+not\s+once|never|did\s+not|didn't|not\s+once)\s+(?:"
         rf"drop|dropped|fall|fell|dip|dipped|sink|sank|slip|slipped|go|went)\s+(?:below|under"
         rf")\s+(?P<n>{NUMBER})(?P<x>[^,;]*?)\s+in\s+(?P<m>{MONTH}\s+\d{{4}})",
         "in every week of {m}, {p} had at least {n}{x}"),
        (rf"(?i)^\W*not\s+(?:a|one|a\s+single)\s+week\s+(?:of|in)\s+(?P<m>{MONTH}\s+\d{{4}})\s"
         rf"+(?:went\s+by|passed)\s+with\s+(?:fewer|less)\s+than\s+(?P<rest>{NUMBER}[^,;]*?)"
         rf"{END}",
         "in every week of {m} there were at least {rest}"),
    )
)  # fmt: skip
