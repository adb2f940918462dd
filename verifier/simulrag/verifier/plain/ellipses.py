"""Sentences with what they leave out put back: "from the last week of 2025 to the first of 2026".

Patterns with their templates, as `transformations` tries them: each form is true under the same
conditions as the one it is made from.
"""

_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
)
_WHICH = r"(?:first|second|third|fourth|last|final|opening|closing)"
_OF_WHEN = rf"\s+(?:of|in)\s+(?=\d{{4}}|{_MONTH}\b)"
_NAME = r"(?-i:[A-Z][\w.'-]*(?:\s+(?:of\s+)?[A-Z][\w.'-]*){0,3})"
_NUMBER = r"\d[\d,]*(?:\.\d+)?"
_WORD_NUMBER = (
    r"two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|a\s+dozen"
)
_HEDGE = (
    r"(?:(?:about|around|roughly|nearly|almost|some|only|just|more\s+than|over|at\s+least|fewer"
    r"\s+than|"
    r"less\s+than|close\s+to|well\s+over|an\s+estimated)\s+)*"
)
_ADMITTED = (
    r"(?:admitted|reported|recorded|logged|registered|counted|had|saw|took\s+in|hospitali[sz]ed)"
)

ELLIPSES: tuple[tuple[str, str], ...] = (
    # "From the last week of 2025 to the first of 2026".
    (rf"(?i)(?P<one>\bthe\s+{_WHICH}\s+(?:full\s+)?week{_OF_WHEN}[^,;:.]{{3,40}}?\s+(?:to|and|"
     rf"until|than|as)\s+(?:in\s+)?the\s+{_WHICH})(?=\s+of\s+)",
     "{one} week"),
    # "Between the first and the second week of January 2025".
    (rf"(?i)\b(?P<one>the\s+{_WHICH})\s+(?P<and>and|to|until|than)\s+(?P<in>in\s+)?(?P<two>the"
     rf"\s+{_WHICH}\s+week(?P<when>\s+(?:of|in)\s+{_MONTH}(?:\s+\d{{4}})?))",
     "{one} week{when} {and} {in}{two}"),
    # "The busiest week so far was the last full one of 2025".
    (rf"(?i)(?P<lead>\bweek\b[^;:]{{3,60}}?\bthe\s+{_WHICH}(?:\s+full)?)\s+one(?=\s+(?:of|in)"
     rf"\s+)", "{lead} week"),
    # "In a fortnight, from 13 to 27 December": two weeks told twice.
    (r"(?i)^\W*(?:in|within|over)\s+(?:just\s+|only\s+|barely\s+)?(?:the\s+space\s+of\s+)?a"
     r"\s+fortnight,\s+(?=(?:from|between)\s)",
     "Within two weeks, "),
    # "Not a single week above 45,000", "had no single week".
    (r"(?i)\b(?:did|does)\s+not\s+(?P<had>have|see|record|report|log|bring)\s+(?:a\s+single|one"
     r"\s+single|even\s+one|any)\s+(?=weeks?\b)",
     "had no "),
    (r"(?i)\bin\s+not\s+(?:a\s+single|one(?:\s+single)?)\s+(?=week|season|winter|state)", "in no "),
    # "Reached triple digits".
    (r"(?i)\b(?:reach|hit|enter|get\s+into)(?:ed|es|s)?\s+(?:the\s+)?(?P<n>double|triple|three|"
     r"two)[\s-](?:digits|figures)\b", "reached {n} digits"),
    (r"(?i)\b(?:reached\s+(?:triple|three)\s+digits)\s+in\s+no\s+week\s+(?:of|in|"
     r"during)\b", "never reached 100 flu admissions a week in"),
    (r"(?i)\breached\s+(?:triple|three)\s+digits\b", "reached 100"),
    (r"(?i)\breached\s+(?:double|two)\s+digits\b", "reached 10"),
    # "In only one week".
    (r"(?i)\b(?P<only>only|just|exactly|precisely|for)\s+(?:one|a\s+single|one\s+single)"
     r"\s+(?=week\b)", "{only} 1 "),
    # "Pennsylvania, not California, had the larger number of admissions".
    (rf"(?i)^(?P<lead>(?:[^,;:]{{0,60}},\s+)?)(?:it\s+was\s+)?(?P<one>{_NAME}),?\s+(?:and"
     rf"\s+)?(?:not|rather\s+than)\s+(?P<two>{_NAME}),?\s+(?:that\s+)?"
     r"(?P<had>had|has|recorded|reported|saw|counted|logged)\s+the\s+(?P<size>larger|higher|"
     r"greater|bigger|lower|smaller)\s+(?P<what>[^,;:]+?)(?=[.]?\s*$)",
     "{lead}{one} {had} a {size} {what} than {two}"),
    # "For every patient in Ohio, Texas admitted three".
    (rf"(?i)^\W*for\s+(?:every|each)\s+(?:single\s+|one\s+)?(?:(?:flu|influenza)"
     rf"\s+)?(?P<who>patient|admission|person|case)\s+(?:that\s+was\s+)?(?:{_ADMITTED}\s+)?"
     rf"(?:in|by|from)\s+(?P<two>{_NAME})(?P<when>\s[^,;:]+)?,\s+(?:there\s+were"
     rf"\s+(?P<hedge2>{_HEDGE})(?P<n2>{_NUMBER}|{_WORD_NUMBER})\s+in\s+(?P<one2>{_NAME})|"
     rf"(?P<one>{_NAME})\s+{_ADMITTED}\s+(?P<hedge>{_HEDGE})(?P<n>{_NUMBER}|"
     rf"{_WORD_NUMBER}))(?=[.]?\s*$)",
     "{one}{one2} admitted {hedge}{hedge2}{n}{n2} times as many flu patients as {two}{when}"),
    # "Nobody admitted more patients than California".
    (r"(?i)^\W*(?:nobody|no\s+one|no\s+other\s+state)(?:\s+else)?\s+(?=[a-z]+\s+(?:more|fewer|as"
     r"\s+many)\b)", "No state "),
    (rf"(?i)\b(?P<more>(?:more|fewer)\s+(?:[a-z]+\s+){{1,3}}?)(?P<when>(?:in|during)\s+(?:the"
     rf"\s+)?(?:week|season|winter)\b[^,;:]*?)\s+than\s+(?P<two>{_NAME})(?=[.]?\s*$)",
     "{more}than {two} {when}"),
    # "Shed 135 weekly admissions": fell by so many.
    (rf"(?i)\b(?P<who>{_NAME})\s+shed\s+(?P<n>{_HEDGE}{_NUMBER})\s+(?P<what>(?:weekly\s+)?(?:flu"
     rf"\s+|influenza\s+)?(?:hospital\s+)?(?:admissions|hospitali[sz]ations|patients))\b",
     "{who}'s weekly flu admissions fell by {n}"),
    # "Kept within a band of 10,000 to 12,000".
    (rf"(?i)\b(?:stayed|kept|remained|held|moved|was|were)\s+(?:with)?in\s+(?:a|the)\s+(?:narrow"
     rf"\s+)?(?:band|range|corridor)\s+(?:of|from|between)\s+(?P<a>{_NUMBER})\s+(?:to|and)"
     rf"\s+(?P<b>{_NUMBER})",
     "stayed between {a} and {b}"),
    (rf"(?i)\b(?:stayed|kept|remained|held)\s+within\s+(?P<a>{_NUMBER})\s+(?:to|and)"
     rf"\s+(?P<b>{_NUMBER})", "stayed between {a} and {b}"),
    (rf"(?i)^\W*(?:all\s+)?(?:through|throughout)\s+(?P<month>{_MONTH}\s+\d{{4}}),?"
     rf"\s+(?P<rest>.+\b(?:stayed|kept|remained|held)\b)", "In {month} {rest}"),
    # "Not until late December did any week of the season exceed 20,000".
    (r"(?i)^\W*not\s+until\s+(?P<when>[^,;:]+?)\s+did\s+(?:any|a|one|a\s+single)\s+week\s+(?:of|"
     r"in)\s+(?P<season>(?:the\s+)?\d{4}[-/]\d\d(?:\s+(?:flu\s+|influenza\s+)?(?:season|"
     r"winter))?)\s+"
     rf"(?:exceed|top|pass|surpass|bring\s+more\s+than|see\s+more\s+than|have\s+more\s+than)"
     rf"\s+(?P<n>{_NUMBER})\s+(?P<what>(?:flu\s+|influenza\s+|hospital\s+)*(?:admissions|"
     rf"hospitali[sz]ations))(?P<where>[^,;:]*?)(?=[.]?\s*$)",
     "In {season} {what}{where} first exceeded {n} in {when}"),
    # "Coincided with that in California".
    (r"(?i)\bcoincid(?:ed|es)\s+with\s+(?=(?:that|those|the\s+(?:national|peak|one))\b|"
     r"[A-Z])", "came in the same week as "),
    # "Did not match its 2023-24 peak in 2022-23".
    (r"(?i)\b(?:did\s+not|didn't|could\s+not|failed\s+to|never)\s+(?:quite\s+)?(?:match|equal|"
     r"reach|repeat)\s+(?P<what>its|the)\s+(?P<when>\d{4}[-/]\d\d)\s+(?P<top>peak|maximum|high)"
     r"\s+(?P<in>in|during)\s+(?P<two>\d{4}[-/]\d\d)",
     "had a lower {top} in {two} than in {when}"),
    (rf"(?i)^(?P<who>\W*{_NAME})\s+(?:beat|exceeded|topped|surpassed|outdid)\s+its\s+(?:own"
     rf"\s+)?(?P<when>\d{{4}}[-/]\d\d)\s+(?:flu\s+|influenza\s+)?(?P<top>peak|maximum|high)\s+in"
     rf"\s+(?P<two>\d{{4}}[-/]\d\d)",
     "{who} had a higher {top} in {two} than in {when}"),
    # "Of New York and Pennsylvania, New York was the first to peak".
    (rf"(?i)^\W*of\s+(?P<a>{_NAME})\s+and\s+(?P<b>{_NAME}),\s+(?P=a)\s+(?:was\s+the\s+first(?:"
     rf"\s+one)?\s+to\s+(?:peak|crest)|(?:peaked|crested)\s+(?:first|earlier))",
     "{a} peaked earlier than {b}"),
    (rf"(?i)^\W*of\s+(?P<a>{_NAME})\s+and\s+(?P<b>{_NAME}),\s+(?P=b)\s+(?:was\s+the\s+first(?:"
     rf"\s+one)?\s+to\s+(?:peak|crest)|(?:peaked|crested)\s+(?:first|earlier))",
     "{b} peaked earlier than {a}"),
    # "Six weeks passed between the peak in Georgia and that in Oregon".
    (rf"(?i)^\W*(?P<n>{_HEDGE}(?:\w+)\s+weeks)\s+(?:passed|elapsed|lay|went\s+by)\s+between"
     rf"\s+(?P<one>the\s+(?:\d{{4}}[-/]\d\d\s+)?(?:peak|maximum|crest)[^,;:]*?)\s+and\s+"
     r"(?P<two>(?:that|the\s+one)\s+(?:in|of)\s+[^,;:]+?)(?=[.]?"
     r"\s*$)", "{one} came {n} earlier than {two}"),
    # "According to the federal data, ...".
    (r"(?i)^\W*(?:according\s+to|in|by|going\s+by)\s+(?:the\s+)?(?:federal|official|weekly|"
     r"hospital|cdc|government|available|latest)\s+(?:data|figures|numbers|statistics|counts|"
     r"reports),\s+", ""),
    (r"(?i)\b(?:went|had\s+to\s+go|were\s+taken|were\s+sent|ended\s+up|came)\s+(?:to|in)\s+(?:the"
     r"\s+)?hospitals?\s+(?:with|for|because\s+of)\s+(?:the\s+)?(?P<flu>flu|influenza)\b",
     "were admitted with {flu}"),
    # "Came down from 55,757 to 24,757": fell.
    (r"(?i)\b(?:came|went|dropped\s+off|was|were)\s+(?:back\s+)?down\s+(?=from\s)", "fell "),
    (r"(?i)\b(?:went|was|were)\s+up\s+(?=from\s)", "rose "),
    # "Drifted downwards", "was on the wane".
    (r"(?i)\b(?:drifted|edged|crept|trended|headed|moved)\s+(?:steadily\s+)?down(?:wards?)?(?="
     r"\s+(?:in|through|throughout|during|from|between|over)\b)", "fell"),
    (r"(?i)\b(?:drifted|edged|crept|trended|headed|moved)\s+(?:steadily\s+)?up(?:wards?)?(?="
     r"\s+(?:in|through|throughout|during|from|between|over)\b)", "rose"),
    (rf"(?i)\b(?P<moved>fell|rose)\s+(?:all\s+)?through(?:out)?\s+(?=(?:the\s+month\s+of"
     rf"\s+)?{_MONTH}\s+\d{{4}})", "{moved} steadily in "),
    # "South Dakota was the last state to peak".
    (rf"(?i)^(?P<who>\W*{_NAME})\s+was\s+the\s+last\s+state\s+to\s+(?:peak|crest|reach\s+(?:its|"
     rf"the)\s+(?:(?P<when>\d{{4}}[-/]\d\d)\s+)?(?:peak|maximum|high\s+point))(?P<in>\s+(?:in|of)"
     rf"\s+)?",
     "{who} peaked later than any other state in {when}"),
    (rf"(?i)^(?P<who>\W*{_NAME})\s+was\s+the\s+first\s+state\s+to\s+(?:peak|crest|reach\s+(?:its|"
     rf"the)\s+(?:(?P<when>\d{{4}}[-/]\d\d)\s+)?(?:peak|maximum|high\s+point))(?P<in>\s+(?:in|of)"
     rf"\s+)?",
     "{who} peaked earlier than any other state in {when}"),
    # "The week ending 8 February remains the worst on record for Delaware".
    (rf"(?i)^\W*(?P<week>the\s+(?:week|seven\s+days)\s+[^,;:]+?)\s+(?:remains|is|was|is\s+still|"
     rf"still\s+is)\s+the\s+(?:worst|busiest|heaviest)(?:\s+week)?\s+"
     rf"(?P<ever>on\s+record|on\s+file|so\s+far|ever)\s+(?:for|in)\s+(?P<who>{_NAME})(?=[.]?"
     rf"\s*$)", "{who}'s worst flu week {ever} was {week}"),
    # "Dropped off by", "was running at".
    (r"(?i)\bwas\s+running\s+at\b", "stood at"),
)  # fmt: skip
