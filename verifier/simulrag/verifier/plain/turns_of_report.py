"""Turns of phrase in which reports put comparisons, orders and times, in words that are read.

As in `news`: each form is true under the same conditions as the one it is made from.
"""

import re
from collections.abc import Callable

from simulrag.verifier.plain.news_words import END, MONTH, NAME, NUMBER, SEASON, THINGS

Template = str | Callable[[re.Match[str]], str]
_RISES = frozenset("climb rise grow increase mount swell".split())
_COURSE = r"(?:climb|rise|grow|increase|mount|swell|fall|drop|decline|shrink|recede|decrease|sink)"
_TOP = r"(?:peak|crest|maximum|height|high\s+point|worst|summit|top)"
_EST = r"(?:[a-z]+est|most\s+[a-z]+|least\s+[a-z]+|worst)"


def _kept(match: re.Match[str]) -> str:
    verb = (match["v"] or match["w"]).lower()
    return "kept " + ("rising" if verb in _RISES else "falling")


_PLAIN: tuple[tuple[str, Template], ...] = (
    # One before another.
    (r"(?i)\b(?P<noun>season|winter|week|wave|year)\s+(?:preceding\s+it|that\s+(?:had\s+)?(?:preceded|"
     r"came\s+before)(?:\s+it)?|which\s+(?:had\s+)?preceded\s+it)\b",
     "{noun} before"),
    (r"(?i)\bless\s+(?:severe|intense|violent|strong|fierce|serious)(?=\s+at\s+(?:its|the)\b)",
     "milder"),
    (r"(?i)\bmore\s+(?:severe|intense|violent|fierce|serious)(?=\s+at\s+(?:its|the)\b)",
     "worse"),
    # Limits that are broken.
    (rf"(?i)\b(?:broke|burst|went|smashed|crashed|shot|got)\s+through\s+(?:the\s+)?(?P<n>{NUMBER})"
     rf"(?P<x>(?:\s+[a-z]+){{0,3}}?)\s*-?\s*(?:barrier|mark|line|ceiling|threshold|level)\b",
     "passed {n}{x}"),
    # What is over had its height before.
    (rf"(?i)\b(?:was|were)\s+(?:already\s+)?(?:past|over|beyond)\s+(?:its|their|the)\s+(?:own\s+)?"
     rf"(?P<top>(?:[\w/-]+\s+){{0,3}}?{_TOP})\s+(?:when|before|by\s+the\s+time)\s+(?P<m>{MONTH}"
     rf"(?:\s+\d{{4}})?)\s+(?:ended|was\s+over|was\s+out|drew\s+to\s+a\s+close|closed)",
     "peaked before the end of {m}"),
    (rf"(?i)\b(?:was|were)\s+(?:already\s+)?(?:past|over|beyond)\s+(?:its|their|the)\s+(?:own\s+)?"
     rf"(?:[\w/-]+\s+){{0,3}}?{_TOP}\s+(?:by|before)\s+(?=(?:the\s+end|the\s+middle|early|mid|late|"
     rf"new\s+year|christmas|{MONTH}))",
     "peaked before "),
    (rf"(?i)\b(?:continue[ds]?|went\s+on|carried\s+on)\s+(?:to\s+(?P<v>{_COURSE})\b|"
     rf"(?:its|their)\s+(?P<w>rise|climb|fall|decline|drop|growth)\b)",
     _kept),
    # Of several, one.
    (rf"(?i)^\W*of\s+(?:all\s+)?(?P<p>{NAME})'s\s+(?P<n>two|three|four|five)\s+(?:last\s+)?(?P<what>"
     rf"(?:[a-z]+\s+)*?peak)s(?P<t>\s+(?:since|from|between)\s+[^,;]+)?,\s+(?:that|the\s+one)\s+(?:of|"
     rf"in|from)\s+(?:the\s+)?(?P<s>{SEASON})(?:\s+(?:season|winter))?\s+(?:is|was)\s+the\s+(?P<top>{_EST}){END}",
     "{p}'s {what} of {s} was the {top} of all {n} seasons{t}"),
    (rf"(?i)(?P<lead>{SEASON}(?:\s+(?:flu\s+)?(?:season|winter))?\s+(?:was|is)\s+the\s+{_EST}\s+of\s+"
     rf"(?:the|all)\s+(?:two|three|four|five))\b(?!\s+(?:[a-z]+\s+)?(?:seasons|winters|years|states))",
     "{lead} seasons"),
    (r"(?i),?\s+(?:if|when)\s+(?:you|one|we)\s+(?:look|go|judge|compare|measure|rank|count)s?\s+(?:them\s+|"
     r"it\s+)?(?:at|by|only\s+by|only\s+at)\s+(?:the\s+|its\s+|their\s+)?(?:peak|worst|top|highest)\s+weeks?"
     r"(?:\s+(?:only|alone))?",
     " by peak week"),
    (rf"(?i)^(?P<lead>\W*(?:[^,;:]{{3,40}},\s+)?)the\s+(?:season|winter)\s+with\s+the\s+(?P<top>most|fewest)"
     rf"\s+(?P<x>{THINGS})(?:\s+overall|\s+in\s+(?:total|all))?(?P<at>\s+in\s+{NAME}|\s+nationwide|"
     rf"\s+nationally)?(?:\s+overall|\s+in\s+(?:total|all))?\s+(?:was|is)\s+(?:that\s+of\s+)?(?:the\s+)?"
     rf"(?P<s>{SEASON})(?:\s+(?:season|one))?",
     "{lead}{s} had the {top} {x} of all seasons{at}"),
    # When a peak is.
    (r"(?i)\b(?P<v>shift|move|push|put|postpone|delay|bring)(?P<s>s|ed|ing)?\s+(?P<what>(?:the|its|[A-Z]"
     r"[\w']+(?:\s[A-Z][\w']+)?'s)\s+(?:[a-z]+\s+){0,3}?(?:peak|crest|maximum))(?P<at>\s+in\s+[A-Z]\w+"
     r"(?:\s[A-Z]\w+)?)?\s+(?:forward|to\s+an\s+earlier\s+(?:date|day|week|time|point))\b",
     "makes {what}{at} earlier"),
    (r"(?i)\b(?P<v>shift|move|push|put|bring)(?P<s>s|ed|ing)?\s+(?P<what>(?:the|its|[A-Z]"
     r"[\w']+(?:\s[A-Z][\w']+)?'s)\s+(?:[a-z]+\s+){0,3}?(?:peak|crest|maximum))(?P<at>\s+in\s+[A-Z]\w+"
     r"(?:\s[A-Z]\w+)?)?\s+(?:back(?:wards?)?|to\s+a\s+later\s+(?:date|day|week|time|point))\b",
     "makes {what}{at} later"),
    (r"(?i)\btakes?\s+(?:longer|more\s+time)\s+to\s+(?:peak|crest|reach\s+(?:its|the)\s+(?:peak|crest))",
     "peaks later"),
    (r"(?i)\btakes?\s+(?:less\s+long|less\s+time|not\s+as\s+long)\s+to\s+(?:peak|crest|reach\s+(?:its|the)"
     r"\s+(?:peak|crest))",
     "peaks earlier"),
    (r"(?i)\bleaves?\s+(?:[a-z]+\s+){0,3}?no\s+(?:chance|room|scope|way)\s+(?:of|for|to\s+cause)\s+an?\s+",
     "cannot cause an "),
    (r"(?i)\b(?:first\s+day|beginning|opening)\s+of\s+(?:the|a)\s+(?:simulated\s+|modelled\s+)?(?="
     r"season\s+from\b)",
     "start of the "),
    (r"(?i)\bin\s+both\s+simulations\b", "in both cases"),
    # What is counted by, said first.
    (rf"(?i)^\W*(?P<per>per\s+(?:million|thousand|hundred\s+thousand|100,000|head)(?:\s+[a-z]+)?|"
     rf"for\s+(?:every|each)\s+(?:million|100,000)\s+[a-z]+),\s+(?P<rest>[^;:]*?\d[^;:,]*?{THINGS})"
     rf"(?P<at>\s+in\s+the\s+(?:week|season)[^;]*?)?{END}",
     "{rest} {per}{at}"),
    (rf"(?i)^\W*(?P<q>each|every\s+one|all|none|not\s+one)\s+of\s+(?:the\s+|(?P<p>{NAME})'s\s+)"
     rf"(?P<n>two|three|four|five)\s+(?P<what>(?:[a-z]+\s+)*?peak)s(?P<t>\s+(?:since|from|between)\s+"
     rf"{SEASON}(?:\s+(?:to|and|until)\s+{SEASON})?)\s+(?:was|were)\s+(?P<rest>[^;:]+?){END}",
     lambda m: ("in none" if m["q"].lower().startswith("no") else "in each")
     + " of the {n} seasons{t}, " + ("{p}'s " if m["p"] else "the ") + "{what} was {rest}"),
    (rf"(?i)^\W*(?:whereas|while)\s+(?P<p>{NAME})'s\s+(?P<what>(?:[a-z]+\s+){{1,4}}?)(?P<v>rose|fell|grew|"
     rf"dropped|climbed|shrank|increased|declined|was\s+(?:higher|lower))(?P<t>\s+[^,;:]+),\s+(?P<q>"
     rf"{NAME})'s\s+(?P<w>rose|fell|grew|dropped|climbed|shrank|increased|declined|was\s+(?:higher|"
     rf"lower)){END}",
     "{p}'s {what}{v}{t}; {q}'s {what}{w}{t}"),
    (r"(?i)\bwas\s+a\s+(?:season|winter)\s+(?:with|of)\s+(?=(?:two|three)\b)", "had "),
    (rf"(?i)\b(?P<to>would\s+|will\s+|to\s+)?spares?\s+(?P<p>{NAME})\s+(?:some|part|much|a\s+good\s+part)"
     rf"\s+of\s+its\s+(?P<x>[a-z]+(?:\s+[a-z]+)?)",
     lambda m: (m["to"] or "") + ("lower" if m["to"] else "lowers") + " the {x} in {p}"),
    (rf"(?i)\breaches\s+its\s+{_TOP}\s+(?:only\s+|just\s+)?(?P<way>after|before)\s+(?P<o>(?:one|that)\s+"
     rf"[^,;:]+?)\s+(?:has\s+(?:reached|had)\s+its\s+own|(?:reaches|has)\s+its\s+own|does|has)"
     rf"(?=[,.;]|\s*$)",
     lambda m: "peaks " + ("later" if m["way"].lower() == "after" else "earlier")
     + " than {o}"),
    (rf"(?i)\b(?P<v>gives?|brings?|means?)\s+(?P<p>{NAME})\s+(?:flu\s+)?peaks\s+of\s+(?:exactly\s+)?the\s+same"
     rf"\s+(?:height|size)",
     "{v} the same peak in {p}"),
    (r"(?i)\bany\s+of\s+the\s+other\s+(?:two|three|four)\s+(?P<noun>seasons|winters|states)\b",
     lambda m: "any other " + m["noun"].lower().removesuffix("s")),
    (rf"(?i)\bhad\s+to\s+wait\s+until\s+(?P<when>[^,;]+?)\s+for\s+(?:the|its)\s+(?P<what>(?:flu\s+|"
     rf"influenza\s+)?{_TOP})\s+of\s+(?:the|its)\s+(?P<s>{SEASON})(?:\s+(?:flu\s+)?season)?",
     "reached its {s} {what} in {when}"),
    (rf"(?i)(?P<p>{NAME})'s\s+(?P<what>(?:[a-z]+\s+){{0,2}}?peak)s\s+(?:have|has)\s+(?P<v>gone\s+down|come\s+"
     rf"down|fallen|dropped|shrunk|declined|gone\s+up|risen|grown|climbed|increased)\s+(?:from\s+season\s+to"
     rf"\s+season|season\s+(?:by|after)\s+season|(?:with\s+)?(?:every|each)\s+season)\s+(?=since\b|from\b)",
     lambda m: "{p}'s {what} has "
     + ("risen" if re.match(r"(?i)gone\s+up|ris|gro|cl|inc", m["v"])
     else "fallen") + " with each season "),
    (r"(?i)\b(?:speeds?\s+up|hastens?|brings?\s+on)\s+(?:the\s+arrival\s+of\s+)?(?P<what>(?:the|its|[A-Z]"
     r"[\w']+(?:\s[A-Z][\w']+)?'s)\s+(?:[a-z]+\s+){0,3}?(?:peak|crest|maximum))",
     "makes {what} earlier"),
    (r"(?i)\bis\s+at\s+its\s+peak\s+(?:(?:some|several|many|a\s+few)\s+)?(?:weeks|days)\s+(?P<way>earlier|"
     r"later|sooner)\b",
     "peaks {way}"),
    (r"(?i)\bin\s+either\s+(?:case|of\s+the\s+cases)\b", "in both cases"),
)  # fmt: skip
TURNS: tuple[tuple[re.Pattern[str], Template], ...] = tuple(
    (re.compile(pattern), template) for pattern, template in _PLAIN
)
