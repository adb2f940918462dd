"""Wordings of news and notes on seasons: their peaks, totals and what never happened in them.

As in `news`: each form is true under the same conditions as the one it is made from.
"""

import re
from collections.abc import Callable

from simulrag.verifier.plain.news_words import (
    END,
    NAME,
    NUMBER,
    SEASON,
    THINGS,
)

Template = str | Callable[[re.Match[str]], str]
_OF_SEASON = rf"(?:the\s+)?(?P<s>{SEASON})(?:\s+(?:flu\s+|influenza\s+)?season)?"


def _twice(match: re.Match[str]) -> str:
    how = ", {how} crest " if match["how"] else " "
    return "had two crests, the first {a} and a second" + how


SEASONAL: tuple[tuple[re.Pattern[str], Template], ...] = tuple(
    (re.compile(pattern), template)
    for pattern, template in (
        # An opening that says nothing.
        (r"(?i)^\W*(?:tbh|imo|imho|so|fwiw|fun\s+fact|lol|note|fyi|btw|guys|folks|"
         r"psa|omg|ugh|wow|hey)\b[,:]?\s+", ""),
        # Totals.
        (r"(?i)^\W*(?:put\s+together|adding\s+up\s+all\s+(?:the\s+|its\s+)?weeks|from\s+start"
         r"\s+to\s+finish|from\s+beginning\s+to\s+end|cumulatively|taken\s+as\s+a\s+whole|"
         r"summed\s+over\s+(?:all\s+)?(?:its\s+|the\s+)?weeks|counted\s+over\s+the\s+(?:entire"
         r"|whole)\s+season),\s+",
         "in total, "),
        (r"(?i)\b(?:racked|piled|notched|chalked)\s+up\b", "had in total"),
        # When a season was at its height.
        (rf"(?i)^(?P<p>[a-z]+(?:\s[a-z]+)?)\s+(?:got\s+off\s+(?:lightly|easy|easily)|had\s+(?:"
         rf"it\s+)?(?:easy|an\s+easy\s+(?:time|ride))|fared\s+(?:well|badly)|was\s+(?:lucky|sp"
         rf"ared))\s+in\s+(?P<s>{SEASON}),\s+its\s+(?P<rest>[^;]+){END}",
         "in {s} {p}'s {rest}"),
        (rf"(?i)^\W*(?P<n>(?:\w+)\s+weeks)\s+(?:passed|elapsed|lay|went\s+by)\s+between\s+the"
         rf"\s+(?P<s>{SEASON})\s+(?:flu\s+|influenza\s+)?peak\s+in\s+(?P<a>{NAME})\s+and\s+(?:"
         rf"that|the\s+one)\s+in\s+(?P<b>{NAME})",
         "{a}'s {s} flu peak came {n} earlier than {b}'s"),
        (r"(?i)\b(?:was|is)\s+(?P<how>higher|lower)\s+at\s+its\s+(?:crest|peak|height)\b",
         "peaked {how}"),
        (r"(?i)\b(?:crested|peaked|topped\s+out)\s+twice\s*[:,(-]\s*(?:a\s+first\s+time|once|f"
         r"irst(?:ly)?)\s+(?P<a>[^,;]+?),?\s+(?:and\s+)?then,?\s+(?:after\s+[^,;]+,\s+)?(?:an?"
         r"\s+)?(?:(?P<how>higher|lower|bigger|smaller)\s+)?"
         r"(?:second\s+time|again|second)\s+(?=in\b|at\b|around\b|on\b)", _twice),
        (r"(?i)(?P<lead>\bweek\b[^.;:]*?\bthe\s+(?:worst|highest|busiest|top|biggest|heaviest)"
         r")\s+one(?=\s+(?:in|of|from|during)\b)",
         "{lead} week"),
        # The highest and the lowest of all.
        (rf"(?i)^\W*(?:none\s+of\s+the|no)\s+other\s+(?:flu\s+)?(?:seasons?|winters?)(?P<since"
         rf">\s+since\s+\S+)?\s+(?:reached|matched|equalled|came\s+up\s+to)\s+the\s+(?:flu\s+)"
         rf"?peak\s+of\s+(?P<s>{SEASON})\s+in\s+(?P<p>{NAME})",
         "{p}'s {s} flu peak was the highest of all seasons{since}"),
        (rf"(?i)^\W*the\s+record\s+(?:flu\s+)?week\s+(?:of|for|in)\s+(?P<p>{NAME})(?P<since>\s"
         rf"+since\s+\S+)?\s+(?:fell|came|lies|was)\s+in\s+(?:the\s+)?(?P<s>{SEASON})(?:\s+sea"
         rf"son)?",
         "{p}'s {s} flu peak was the highest of all seasons{since}"),
        (rf"(?i)^\W*every\s+other\s+(?:flu\s+)?(?:season|winter)(?P<since>\s+since\s+\S+)?\s+p"
         rf"eaked\s+higher\s+in\s+(?P<p>{NAME})\s+than\s+(?:that\s+of\s+)?(?P<s>{SEASON})",
         "{p}'s {s} flu peak was the lowest of all seasons{since}"),
        (rf"(?i)^\W*by\s+(?:its\s+)?peak\s+(?:admissions|week),\s+(?P<p>{NAME})\s+never\s+had"
         rf"\s+an?\s+(?:easier|milder|quieter)\s+(?:flu\s+)?season(?P<t>\s+(?:between|from)\s+"
         rf"\S+\s+(?:and|to)\s+\S+)?\s+than\s+in\s+(?P<s>{SEASON})",
         "{p}'s {s} flu peak was the lowest of all seasons{t}"),
        (r"(?i)^\W*(?:measured|judged|going)\s+by\s+its\s+(?:highest|worst|top|peak)\s+week,\s"
         r"+it\s+stayed\s+(?:behind|below)\s+(?P<a>[^,;]+?),?\s+but\s+(?:well\s+)?(?:ahead\s+o"
         r"f|above)\s+(?P<b>[^,;]+?)(?=[\s.]*$)",
         "its peak was lower than in {a}, but higher than in {b}"),
        (rf"(?i)(?P<what>{THINGS})\s+were\s+at\s+their\s+(?P<s>{SEASON})\s+(?:high|peak|maximu"
         rf"m|top)\s+(?=in\b)",
         "{what} in {s} peaked "),
        (rf"(?i)\b(?P<p>{NAME})\s+spent\s+(?P<k>[a-z]+)\s+weeks\s+of\s+the\s+(?P<s>{SEASON})(?"
         rf":\s+season)?\s+(?P<a>above|over|below|under)\s+(?P<n>{NUMBER})\s+(?P<x>{THINGS})",
         "for {k} weeks of the {s} season, weekly {x} in {p} were {a} {n}"),
        # What never happened.
        (r"(?i)\bnever\s+(?:got|came)\s+(?:any|some)where\s+near\b", "never reached"),
        (rf"(?i)\b(?:got|came|made\s+it|went)\s+through\s+{_OF_SEASON}\s+without\s+(?:a\s+sing"
         rf"le|one|even\s+one|a)\s+week\s+(?:of|with)\s+(?P<n>{NUMBER}\s+or\s+more|more\s+than"
         rf"\s+{NUMBER}|over\s+{NUMBER})(?P<x>\s+{THINGS})",
         "never had {n}{x} a week in {s}"),
        (rf"(?i)^\W*{_OF_SEASON}\s+(?:passed|went\s+by|ended)\s+without\s+(?P<p>{NAME})\s+(?:e"
         rf"ver\s+|once\s+)?(?:seeing|having|recording|reaching|hitting)\s+(?P<n>{NUMBER})(?P<"
         rf"x>\s+{THINGS})(?:\s+in\s+a\s+week|\s+a\s+week)?{END}",
         "weekly{x} in {p} never reached {n} in {s}"),
        (rf"(?i)^\W*(?:nowhere|at\s+no\s+(?:point|time)|never|not\s+once)\s+in\s+{_OF_SEASON}"
         rf"\s+did\s+(?P<what>[^,;]+?)\s+(?:go\s+(?:beyond|above|over)|exceed(?:ed)?|pass|top)"
         rf"\s+(?P<n>{NUMBER})",
         "{what} never exceeded {n} in {s}"),
        (rf"(?i)^\W*{_OF_SEASON}\s+gave\s+(?P<p>{NAME})\s+(?P<k>[a-z]+)\s+(?:straight|consecut"
         rf"ive|successive)\s+weeks\s+of\s+(?P<rest>(?:more|fewer)\s+than\s+{NUMBER}\s+"
         rf"{THINGS})",
         "{p} had {rest} for {k} weeks in a row in {s}"),
    )
)  # fmt: skip
