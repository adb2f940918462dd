"""Wordings of news and notes on seasons: their peaks, totals and what never happened in them.

As in `news`: each form is true under the same conditions as the one it is made from.
"""

import re
from collections.abc import Callable

from simulrag.verifier.plain.news_words import (
    END,
    MONTH,
    NAME,
    NUMBER,
    SEASON,
    THINGS,
    WEEK,
)
from simulrag.verifier.plain.quantifiers import count_of

Template = str | Callable[[re.Match[str]], str]
_OF_SEASON = rf"(?:the\s+)?(?P<s>{SEASON})(?:\s+(?:flu\s+|influenza\s+)?season)?"
_STRETCH = r"(?P<t>(?:between|from)\s+\S+(?:\s+\d{4})?\s+(?:and|to)\s+\S+(?:\s+\d{4})?)"


def _counted(match: re.Match[str]) -> str:
    """Leave out how many seasons a stretch has where that is the right number."""
    first, last = int(match["a"][:4]), int(match["b"][:4])
    kept = count_of(match["n"]) == last - first + 1
    return "between {a} and {b}" if kept else "{all}"


def _no_week(match: re.Match[str]) -> str:
    more = (match["q"] or "").lower().startswith("more")
    return "weekly{x} in {p} have never " + ("exceeded" if more else "reached") + " {n}"


def _since_season(match: re.Match[str]) -> str:
    """Return the first season that lies wholly behind the beginning of a year."""
    return f"{{lead}} since {{y}}-{(int(match['y']) + 1) % 100:02d}"


def _twice(match: re.Match[str]) -> str:
    how = ", {how} crest " if match["how"] else " "
    return "had two crests, the first {a} and a second" + how


SEASONAL: tuple[tuple[re.Pattern[str], Template], ...] = tuple(
    (re.compile(pattern), template)
    for pattern, template in (
        # An opening that says nothing.
        (r"(?i)^\W*(?:tbh|imo|imho|so|fwiw|fun\s+fact|lol|note|fyi|btw|guys|folks|"
         r"psa|omg|ugh|wow|hey)\b[,:]?\s+", ""),
        (rf"(?i)\ball\s+through\s+(?={MONTH}\b)", "in "),
        (r"(?i)\bthe\s+number\s+of\s+(?:americans|us\s+residents)\s+(?:newly\s+)?(?:hospitali["
         r"sz]ed|admitted)\s+(?:to\s+hospital\s+)?with\s+(?:the\s+)?(?P<f>flu|influenza)\b",
         "national {f} admissions"),
        (r"(?i)=\s+(?=week\s+ending\b)", "= the "),
        (rf"(?i),\s+(?P<n>{NUMBER})\s+(?:patients|people)\s+(?:were\s+)?admitted{END}",
         ", with {n} admissions"),
        # Totals.
        (r"(?i)^\W*(?:put\s+together|adding\s+up\s+all\s+(?:the\s+|its\s+)?weeks|from\s+start"
         r"\s+to\s+finish|from\s+beginning\s+to\s+end|cumulatively|taken\s+as\s+a\s+whole|"
         r"summed\s+over\s+(?:all\s+)?(?:its\s+|the\s+)?weeks|counted\s+over\s+the\s+(?:entire"
         r"|whole)\s+season),\s+",
         "in total, "),
        (r"(?i)\b(?:racked|piled|notched|chalked)\s+up\b", "had in total"),
        (rf"(?i)(?P<lead>^\W*|,\s+)(?:the\s+)?(?:weeks\s+of\s+)?(?P<a>{SEASON})(?:\s+(?:flu\s+"
         rf")?season)?\s+(?:brought|gave|handed)\s+(?P<p>{NAME})\s+(?P<more>(?:more|fewer)\s+"
         rf"{THINGS})\s+than\s+(?:(?:that|those)\s+of\s+|the\s+|in\s+)?(?P<b>{SEASON})"
         r"(?:\s+(?:season|one))?", "{lead}{p} had {more} in {a} than in {b}"),
        (rf"(?i)(?P<lead>^\W*|,\s+)(?:the\s+)?(?P<a>{SEASON})(?:\s+(?:flu\s+)?season)?\s+(?:ca"
         rf"used|led\s+to|produced|brought|meant)\s+(?P<more>(?:more|fewer)\s+{THINGS})\s+in\s"
         rf"+(?P<p>{NAME})\s+than\s+(?:that\s+of\s+|the\s+|in\s+)?"
         rf"(?P<b>{SEASON})(?:\s+(?:season|one))?", "{lead}{p} had {more} in {a} than in {b}"),
        (r"(?i)\bthe\s+one\s+(?:preceding|before)\s+it\b", "the previous season"),
        (r"(?i)\bthe\s+(?:full|entire|complete)\s+(?=(?:19|20)\d\d[-/]\d\d\s+season)",
         "the whole "),
        # When a season was at its height.
        (rf"(?i)^\W*no\s+(?:other\s+)?week\s+(?:of|in)\s+{_OF_SEASON}\s+(?:brought|gave|saw)\s"
         rf"+(?P<p>{NAME})\s+more\s+{THINGS}\s+than\s+the\s+(?:one|week)\s+(?=ending|that\s+en"
         rf"ded)",
         "in {p} the worst flu week of {s} was the one "),
        (rf"(?i)^\W*(?P<w>week\s+ending\s+[^:]{{6,20}}):\s+that\s+(?:is|was)\s+when\s+(?P<rest"
         rf">[^;]+?)(?:,\s+by\s+(?:weekly\s+)?admissions)?{END}",
         "{rest} in the {w}"),
        (r"(?i)\bwas\s+at\s+its\s+(?:most\s+intense|fiercest|strongest|hardest|height|busiest)"
         r"\b",
         "peaked"),
        (rf"(?i)^(?P<what>(?:[a-z]+\s+)?{THINGS}(?:\s+in\s+{NAME})?)\s+were\s+(?:at\s+their\s+"
         rf")?highest\s+in\s+(?P<w>{WEEK})\s+in\s+(?:the\s+)?(?P<s>{SEASON})(?:\s+season)?",
         "{what} in {s} peaked in {w}"),
        (rf"(?i)^\W*(?P<n>{NUMBER}\s+{THINGS})(?:\s+in\s+(?:one|a|a\s+single)\s+week)?\s+was\s"
         rf"+the\s+most\s+(?P<p>{NAME})\s+(?:saw|had|recorded|reported|got)\s+in\s+(?:the\s+)?"
         rf"(?P<s>{SEASON})(?:\s+season)?",
         "{p}'s {s} flu peak was {n}"),
        (rf"(?i)^(?P<p>[a-z]+(?:\s[a-z]+)?)\s+(?:got\s+off\s+(?:lightly|easy|easily)|had\s+(?:"
         rf"it\s+)?(?:easy|an\s+easy\s+(?:time|ride))|fared\s+(?:well|badly)|was\s+(?:lucky|sp"
         rf"ared))\s+in\s+(?P<s>{SEASON}),\s+its\s+(?P<rest>[^;]+){END}",
         "in {s} {p}'s {rest}"),
        (r"(?i)^\W*it\s+was(?:\s+not|n't)\s+until\s+(?P<when>[^,;]+?)\s+that\s+(?P<rest>[^;]+?"
         r")(?=[\s.]*$)",
         "{rest} in {when}"),
        (rf"(?i)^\W*(?P<w>{WEEK})\s+was\s+the\s+first\s+(?:week\s+)?(?:of|in)\s+(?:the\s+)?(?P"
         rf"<s>{SEASON})(?:\s+season)?\s+with\s+(?:more\s+than|over)\s+(?P<n>{NUMBER})\s+(?P<x"
         rf">{THINGS})\s+in\s+(?P<p>{NAME})",
         "{p} first passed {n} weekly {x} of the {s} season in {w}"),
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
        (rf"(?i)^(?P<p>\W*{NAME})\s+had\s+its\s+(?P<top>lowest|highest|mildest|worst)\s+(?:flu"
         rf"\s+)?peak(?P<since>\s+since\s+\S+)?\s+in\s+(?:the\s+)?(?P<s>{SEASON})(?:\s+season)"
         rf"?",
         "{p}'s {s} flu peak was the {top} of all seasons{since}"),
        (rf"(?i)^\W*by\s+(?:its\s+)?peak\s+(?:admissions|week),\s+(?P<p>{NAME})\s+never\s+had"
         rf"\s+an?\s+(?:easier|milder|quieter)\s+(?:flu\s+)?season(?P<t>\s+(?:between|from)\s+"
         rf"\S+\s+(?:and|to)\s+\S+)?\s+than\s+in\s+(?P<s>{SEASON})",
         "{p}'s {s} flu peak was the lowest of all seasons{t}"),
        (r"(?i)\bwas\s+the\s+(?P<top>highest|lowest)\s+(?:it|the\s+state)\s+(?:had|has)\s+(?:e"
         r"ver\s+)?(?:seen|had|recorded)(?=\s+since)",
         "was the {top} of all seasons"),
        (rf"(?i)(?P<lead>{SEASON}\s.*\bof\s+all\s+seasons)\s+since\s+(?P<y>20\d\d)(?![-/\d])",
         _since_season),
        (r"(?i)^\W*(?:measured|judged|going)\s+by\s+its\s+(?:highest|worst|top|peak)\s+week,\s"
         r"+it\s+stayed\s+(?:behind|below)\s+(?P<a>[^,;]+?),?\s+but\s+(?:well\s+)?(?:ahead\s+o"
         r"f|above)\s+(?P<b>[^,;]+?)(?=[\s.]*$)",
         "its peak was lower than in {a}, but higher than in {b}"),
        (rf"(?i)(?P<what>{THINGS})\s+were\s+at\s+their\s+(?P<s>{SEASON})\s+(?:high|peak|maximu"
         rf"m|top)\s+(?=in\b)",
         "{what} in {s} peaked "),
        (rf"(?i)\bhad\s+to\s+wait\s+until\s+(?P<when>[^,;]+?)\s+for\s+the\s+peak\s+of\s+the\s+"
         rf"(?P<s>{SEASON})\s+(?:flu\s+)?season",
         "reached its {s} flu peak in {when}"),
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
        (rf"(?i)\bno\s+(?:single\s+)?week\s+(?:has\s+|had\s+)?(?:brought|given|seen)\s+(?P<p>"
         rf"{NAME})\s+(?P<q>as\s+many\s+as\s+|at\s+least\s+|more\s+than\s+)(?P<n>{NUMBER})(?P<"
         rf"x>\s+{THINGS})",
         _no_week),
        (rf"(?i)^\W*not\s+in\s+(?:any|a\s+single|one)\s+week\s+{_STRETCH}\s+did\s+(?P<p>{NAME}"
         rf")\s+(?:have|see|record|report|reach)\s+(?P<n>{NUMBER})(?P<x>\s+{THINGS})(?:\s+in\s"
         rf"+a\s+week|\s+a\s+week)?{END}",
         "weekly{x} in {p} never reached {n} {t}"),
        (rf"(?i)^\W*in\s+all\s+(?:the\s+)?weeks\s+{_STRETCH},\s+(?P<p>{NAME})\s+(?:always\s+)?"
         rf"had\s+(?:fewer|less)\s+than\s+(?P<n>{NUMBER})(?P<x>\s+{THINGS})(?:\s+in\s+a\s+week"
         rf"|\s+a\s+week)?{END}",
         "weekly{x} in {p} never reached {n} {t}"),
        (rf"(?i)^\W*(?:even\s+)?in\s+(?P<t>the\s+(?:summer|winter|spring|autumn|fall)\s+of\s+"
         rf"\d{{4}}|{MONTH}\s+\d{{4}}),?\s+(?P<p>{NAME})\s+never\s+(?:fell|dropped|dipped|sank"
         rf"|went)\s+(?:below|under)\s+(?P<n>{NUMBER})(?P<x>\s+{THINGS})",
         "weekly{x} in {p} always stayed above {n} in {t}"),
        (r"(?i)\bnever\s+once\s+(?:got\s+to|reached|hit)\b", "never reached"),
        (rf"(?i)\b(?P<all>in\s+the\s+(?P<n>two|three|four|five|six)\s+(?:flu\s+)?seasons\s+fro"
         rf"m\s+(?P<a>{SEASON})\s+to\s+(?P<b>{SEASON}))",
         _counted),
        (rf"(?i)^\W*(?:nowhere|at\s+no\s+(?:point|time)|never|not\s+once)\s+in\s+{_OF_SEASON}"
         rf"\s+did\s+(?P<what>[^,;]+?)\s+(?:go\s+(?:beyond|above|over)|exceed(?:ed)?|pass|top)"
         rf"\s+(?P<n>{NUMBER})",
         "{what} never exceeded {n} in {s}"),
        (rf"(?i)^\W*{_OF_SEASON}\s+gave\s+(?P<p>{NAME})\s+(?P<k>[a-z]+)\s+(?:straight|consecut"
         rf"ive|successive)\s+weeks\s+of\s+(?P<rest>(?:more|fewer)\s+than\s+{NUMBER}\s+"
         rf"{THINGS})",
         "{p} had {rest} for {k} weeks in a row in {s}"),
        (rf"(?i)(?P<m>{MONTH})\s+(?P<y>\d{{4}}),\s+from\s+the\s+(?P<a>\d{{1,2}})(?:st|nd|rd|th"
         rf")\s+to\s+the\s+(?P<b>\d{{1,2}})(?:st|nd|rd|th)",
         "{m} {y}, from {a} {m} {y} to {b} {m} {y}"),
    )
)  # fmt: skip
