"""Turns of phrase in which reports put comparisons, orders and times, in words that are read.

As in `news`: each form is true under the same conditions as the one it is made from.
"""

import re
from collections.abc import Callable

from simulrag.verifier.plain.news_words import END, NAME, SEASON

Template = str | Callable[[re.Match[str]], str]
_RISES = frozenset("climb rise grow increase mount swell".split())
_COURSE = r"(?:climb|rise|grow|increase|mount|swell|fall|drop|decline|shrink|recede|decrease|sink)"
_TOP = r"(?:peak|crest|maximum|height|high\s+point|worst|summit|top)"
_EST = r"(?:[a-z]+est|most\s+[a-z]+|least\s+[a-z]+|worst)"


def _kept(match: re.Match[str]) -> str:
    verb = (match["v"] or match["w"]).lower()
    return "kept " + ("rising" if verb in _RISES else "falling")


_PLAIN: tuple[tuple[str, Template], ...] = (
    # What is over had its height before.
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
    # When a peak is.
    (r"(?i)\b(?P<v>shift|move|push|put|postpone|delay|bring)(?P<s>s|ed|ing)?\s+(?P<what>(?:the|its|[A-Z]"
     r"[\w']+(?:\s[A-Z][\w']+)?'s)\s+(?:[a-z]+\s+){0,3}?(?:peak|crest|maximum))(?P<at>\s+in\s+[A-Z]\w+"
     r"(?:\s[A-Z]\w+)?)?\s+(?:forward|to\s+an\s+earlier\s+(?:date|day|week|time|point))\b",
     "makes {what}{at} earlier"),
    (r"(?i)\bleaves?\s+(?:[a-z]+\s+){0,3}?no\s+(?:chance|room|scope|way)\s+(?:of|for|to\s+cause)\s+an?\s+",
     "cannot cause an "),
    # What is counted by, said first.
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
    (rf"(?i)\b(?P<to>would\s+|will\s+|to\s+)?spares?\s+(?P<p>{NAME})\s+(?:some|part|much|a\s+good\s+part)"
     rf"\s+of\s+its\s+(?P<x>[a-z]+(?:\s+[a-z]+)?)",
     lambda m: (m["to"] or "") + ("lower" if m["to"] else "lowers") + " the {x} in {p}"),
    (rf"(?i)\breaches\s+its\s+{_TOP}\s+(?:only\s+|just\s+)?(?P<way>after|before)\s+(?P<o>(?:one|that)\s+"
     rf"[^,;:]+?)\s+(?:has\s+(?:reached|had)\s+its\s+own|(?:reaches|has)\s+its\s+own|does|has)"
     rf"(?=[,.;]|\s*$)",
     lambda m: "peaks " + ("later" if m["way"].lower() == "after" else "earlier")
     + " than {o}"),
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
)  # fmt: skip
TURNS: tuple[tuple[re.Pattern[str], Template], ...] = tuple(
    (re.compile(pattern), template) for pattern, template in _PLAIN
)
