"""Wordings of news and notes on two places, or on one place among all, in plainer words.

As in `news`: each form is true under the same conditions as the one it is made from.
"""

import re
from collections.abc import Callable

from simulrag.verifier.plain.news_words import (
    COUNT,
    HEDGE,
    LESS,
    NAME,
    NUMBER,
    SEASON,
    THINGS,
    WEEK,
)

Template = str | Callable[[re.Match[str]], str]


def _in_time(match: re.Match[str]) -> str:
    word = "earlier" if match["how"].lower().startswith("ahead") else "later"
    return "{a} reached its {peak} " + word + " than {b}"


def _by_residents(match: re.Match[str]) -> str:
    word = "fewer" if match["how"].lower() in ("less", *LESS) else "more"
    return "per head, " + word + " people were {what} in {a} than in {b}"


def _at_risk(match: re.Match[str]) -> str:
    word = "fewer" if match["how"].lower() in ("less", *LESS) else "more"
    return "per head, {a} had " + word + " {what}s than {b}"


def _top_place(match: re.Match[str]) -> str:
    top = "most" if match["top"].lower() == "highest" else "fewest"
    return "{p} had the " + top + " {what} of all states"


PLACES: tuple[tuple[re.Pattern[str], Template], ...] = tuple(
    (re.compile(pattern), template)
    for pattern, template in (
        # Two places or two seasons.
        (rf"(?i)(?P<a>{NAME})\s+>\s+(?P<b>{NAME})\s+(?:in|for|by)\s+(?P<what>{THINGS})",
         "{a} had more {what} than {b}"),
        (rf"(?i)\b(?P<q>{NAME})\s+(?:could\s+not|couldn't)\s+(?:quite\s+)?(?:match|equal|reach"
         rf")\s+(?P<p>{NAME})'s\s+(?:(?:number|count|total)\s+of\s+)?(?P<what>{THINGS})",
         "{q} had fewer {what} than {p}"),
        (rf"(?i)^(?P<lead>\W*|.*,\s+)(?P<a>{NAME}),\s+(?:just\s+)?like\s+(?P<b>{NAME}),\s+(?=["
         rf"a-z]+ed\b|had\b|saw\b)",
         "{lead}both {a} and {b} "),
        (rf"(?i)\b(?P<p>{NAME})\s+was\s+(?P<n>{NUMBER})\s+(?P<what>{THINGS})\s+ahead\s+of\s+(?"
         rf"P<q>{NAME})",
         "{p} had {n} more {what} than {q}"),
        (rf"(?i)\b(?:someone|somebody|a\s+person|an?\s+(?:average\s+)?(?:inhabitant|resident))"
         rf"\s+(?:living\s+)?(?:in|of|from)\s+(?P<a>{NAME})\s+was\s+(?P<how>more|less)\s+likel"
         rf"y\s+than\s+(?:someone|one|somebody|a\s+person)\s+"
         rf"(?:living\s+)?(?:in|of|from)\s+(?P<b>{NAME})\s+to\s+be\s+(?P<what>[a-z]+ed\s+(?:wi"
         rf"th|for)\s+(?:flu|influenza))",
         _by_residents),
        (rf"(?i)\b(?:someone|somebody|a\s+person|an?\s+(?:average\s+)?(?:inhabitant|resident)|"
         rf"people)\s+(?:living\s+)?(?:in|of|from)\s+(?P<a>{NAME})\s+(?:ran|faced|had)\s+an?\s"
         rf"+(?P<how>greater|higher|bigger|larger|lower|smaller)\s+"
         rf"(?:risk|chance|likelihood)\s+of\s+an?\s+(?P<what>(?:[a-z]+\s+){{0,2}}(?:hospitali["
         rf"sz]ation|admission))\s+than\s+(?:someone|one|somebody|a\s+person|people|those)\s+("
         rf"?:living\s+)?(?:in|of|from)\s+(?P<b>{NAME})",
         _at_risk),
        (r"(?i)\bthe\s+(?:chance|risk|likelihood|odds)\s+of\s+(?:ending\s+up|landing|being\s+a"
         r"dmitted|going)\s+(?:in|to|into)\s+(?:the\s+)?hospital\s+(?:with|for)\s+(?:the\s+)?("
         r"?P<f>flu|influenza)",
         "the {f} admission rate"),
        (r"(?i)(?<=\bpeak )preceded\s+", "came earlier than "),
        (rf"(?i)\b(?P<a>{NAME})\s+was\s+(?P<how>ahead\s+of|behind)\s+(?P<b>{NAME})\s+(?:in|wit"
         rf"h|on)\s+(?:reaching|hitting|getting\s+to|the\s+timing\s+of)\s+its\s+(?P<peak>[^,;."
         rf"]*?peak)",
         _in_time),
        (rf"(?i)^\W*when\s+(?P<a>{NAME})\s+reached\s+its\s+(?P<peak>(?:[a-z]+\s+)?peak)(?P<whe"
         rf"n>\s+[^,;]+)?,\s+(?P<b>{NAME})\s+already\s+had\s+its\s+own\s+behind\s+it",
         "{b} reached its {peak} earlier than {a}{when}"),
        (rf"(?i)^\W*(?P<a>{SEASON})\s+never\s+got\s+(?:quite\s+)?as\s+bad\s+as\s+(?P<b>"
         rf"{SEASON})\s+in\s+(?P<p>{NAME}),\s+(?:going|judging)\s+by\s+the\s+(?:top|highest|wo"
         rf"rst|peak)\s+week[^.;]*",
         "{p}'s flu peak was lower in {a} than in {b}"),
        (rf"(?i)\bthan\s+it\s+was\s+(?:twelve\s+months|a\s+year|one\s+year)\s+(?:later|earlier"
         rf")\s+in\s+(?={SEASON})",
         "than in "),
        (rf"(?i)^\W*(?P<a>{NAME})\s+got\s+off\s+(?:more\s+lightly|easier)\s+than\s+(?P<b>"
         rf"{NAME})\s+(?P<w>in\s+{WEEK}),\s+with\s+(?P<m>fewer|less)\s+(?P<x>{THINGS})",
         "{a} had {m} {x} than {b} {w}"),
        (rf"(?i)\b(?P<a>{NAME})\s+was\s+past\s+its\s+(?P<peak>[^,;.]*?peak)\s+(?P<how>earlier|"
         rf"sooner|later)\s+than\b",
         "{a} reached its {peak} {how} than"),
        # States and all of them.
        (rf"(?i)^(?P<what>{THINGS})\s+were\s+(?P<top>highest|lowest)\s+in\s+(?P<p>{NAME})\s+(?"
         rf":among|of)\s+all\s+(?:the\s+)?states",
         _top_place),
        (rf"(?i)^(?P<w>\W*in\s+{WEEK},?\s+)?(?:nobody|no\s+one|no\s+state|no\s+other\s+state)"
         rf"\s+(?:admitted|had|saw|took\s+in|recorded|reported)\s+more\s+(?P<what>{THINGS})\s+"
         rf"than\s+(?P<p>{NAME})",
         "{w}{p} had the most {what} of all states"),
        (rf"(?i)\b(?P<p>{NAME})\s+(?:led|topped)\s+(?:the\s+(?:nation|country|list\s+of\s+(?:a"
         rf"ll\s+)?(?:the\s+)?states|states|ranking)|all\s+(?:other\s+)?states)\s+(?:in|by|for"
         rf"|on)\s+(?P<what>{THINGS})",
         "{p} had the most {what} of all states"),
        (rf"(?i)\b(?P<p>{NAME})\s+(?:came\s+(?:in\s+)?first\s+among\s+(?:all\s+)?(?:the\s+)?st"
         rf"ates|was\s+number\s+one(?:\s+in\s+the\s+(?:country|nation))?|ranked\s+(?:first|num"
         rf"ber\s+one)(?:\s+among\s+(?:the\s+)?states)?)\s+(?:in|by|for|on)\s+(?P<what>"
         rf"{THINGS})",
         "{p} had the most {what} of all states"),
        (rf"(?i)^\W*(?P<p>{NAME}),\s+(?:and\s+)?not\s+{NAME},\s+had\s+the\s+(?P<top>most|highe"
         rf"st|fewest|lowest|largest)\s+(?P<what>{THINGS})(?!\s+of\s+all)",
         "{p} had the {top} {what} of all states"),
        (r"(?i)\bthe\s+(?:nation|country)'s\s+(?P<top>highest|lowest|largest)\s+(?P<rest>[a-z "
         r"]+?)(?=\s+in\s+the\s+week\b|[.,]|$)",
         "the {top} {rest} of all states"),
        (rf"(?i)^\W*(?:measured|judged|going)\s+by\s+(?P<what>{THINGS}),\s+(?P<p>{NAME})\s+was"
         rf"\s+the\s+(?:worst|hardest)[-\s]hit\s+state",
         "{p} had the most {what} of all states"),
        (rf"(?i)\bno\s+(?:place|(?:other\s+)?state)\s+(?:in\s+the\s+(?:country|nation)\s+)?was"
         rf"\s+hit\s+harder\s+(?:by\s+(?:the\s+)?(?:flu|influenza)\s+)?than\s+(?P<p>{NAME})",
         "{p} was hit harder than any other state"),
        (rf"(?i)^\W*(?P<what>{THINGS})\s+(?:exceeded|topped|surpassed|were\s+(?:above|over))\s"
         rf"+(?P<n>{NUMBER})\s+in\s+(?P<k>{COUNT})\s+states\b",
         "{k} states had more than {n} {what}"),
        (rf"(?i)^\W*the\s+number\s+of\s+states\s+with\s+(?P<n>(?:over|more\s+than|at\s+least|f"
         rf"ewer\s+than|under)\s+{NUMBER})\s+(?P<what>{THINGS})\s+was\s+(?P<k>{COUNT})\b",
         "{k} states had {n} {what}"),
        (r"(?i)^\W*there\s+(?:is|was)\s+no\s+(?P<n>state|scenario|season|pathway)\s+(?:whose|w"
         r"here\s+the|in\s+which\s+the)\s+(?P<rest>[^,;]+?)\s+(?:was|were|is)\s+not\s+",
         "in every {n} the {rest} was "),
        (r"(?i)^\W*(?P<n>state|season)\s+by\s+(?P=n),?\s*(?:without\s+(?:any\s+)?exception)?,"
         r"\s+",
         "in every {n}, "),
        (rf"(?i)^\W*(?P<n>{HEDGE}{NUMBER})\s+in\s+a\s+million\s+(?:people|residents|inhabitant"
         rf"s)\s+(?:in|of)\s+(?P<p>{NAME})\s+were\s+(?:hospitali[sz]ed|admitted)\s+with\s+(?P<"
         rf"f>flu|influenza)",
         "{p} had {n} {f} admissions per million people"),
        (rf"(?i)^\W*(?:out\s+)?of\s+every\s+million\s+(?:people|residents|inhabitants)\s+(?:in"
         rf"|of)\s+(?P<p>{NAME}),\s+(?P<n>{HEDGE}{NUMBER})\s+were\s+(?:hospitali[sz]ed|admitte"
         rf"d)\s+with\s+(?P<f>flu|influenza)",
         "{p} had {n} {f} admissions per million people"),
        (rf"(?i)\b(?P<p>{NAME})'s\s+share\s+of\s+(?P<of>(?:us|national|american)\s+{THINGS})\s"
         rf"+(?P<w>in\s+{WEEK})\s+was\s+(?P<f>{HEDGE}an?\s+[a-z]+)",
         "{p} accounted for {f} of {of} {w}"),
        (rf"(?i)^\W*of\s+(?P<of>(?:the\s+(?:country|nation)'s|all\s+us|us)\s+{THINGS})\s+(?P<w"
         rf">in\s+{WEEK}),\s+(?P<p>{NAME})\s+had\s+(?P<f>{HEDGE}an?\s+[a-z]+)",
         "{p} accounted for {f} of {of} {w}"),
    )
)  # fmt: skip
