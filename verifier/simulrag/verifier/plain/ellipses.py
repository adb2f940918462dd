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
    # "Kept within a band of 10,000 to 12,000".
    (rf"(?i)\b(?:stayed|kept|remained|held)\s+within\s+(?P<a>{_NUMBER})\s+(?:to|and)"
     rf"\s+(?P<b>{_NUMBER})", "stayed between {a} and {b}"),
    # "Coincided with that in California".
    (r"(?i)\bcoincid(?:ed|es)\s+with\s+(?=(?:that|those|the\s+(?:national|peak|one))\b|"
     r"[A-Z])", "came in the same week as "),
    # "Six weeks passed between the peak in Georgia and that in Oregon".
    (rf"(?i)^\W*(?P<n>{_HEDGE}(?:\w+)\s+weeks)\s+(?:passed|elapsed|lay|went\s+by)\s+between"
     rf"\s+(?P<one>the\s+(?:\d{{4}}[-/]\d\d\s+)?(?:peak|maximum|crest)[^,;:]*?)\s+and\s+"
     r"(?P<two>(?:that|the\s+one)\s+(?:in|of)\s+[^,;:]+?)(?=[.]?"
     r"\s*$)", "{one} came {n} earlier than {two}"),
    # "South Dakota was the last state to peak".
    (rf"(?i)^(?P<who>\W*{_NAME})\s+was\s+the\s+last\s+state\s+to\s+(?:peak|crest|reach\s+(?:its|"
     rf"the)\s+(?:(?P<when>\d{{4}}[-/]\d\d)\s+)?(?:peak|maximum|high\s+point))(?P<in>\s+(?:in|of)"
     rf"\s+)?",
     "{who} peaked later than any other state in {when}"),
)  # fmt: skip
