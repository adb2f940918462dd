"""Words that tell of a series' course over time: no statement is read that passes over them."""

import re

_PASSED = (
    r"(?:ever\s+)?(?:pass|exceed|cross|top|surpass|reach|rose|rise|climb|went|go|hit|broke|break|record|"
    r"saw|see|had|report|count|fell|fall|drop|dip|admitted|above|below|over|more|fewer)"
)
_VALUE = (
    r"(?:\d|an?\b|about|around|roughly|nearly|almost|just|only|some|under|below|less|fewer|over|more|at\b|"
    r"half|one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|its\b|the\b)"
)
COURSE = re.compile(
    rf"\b(?:in\s+a\s+row|on\s+end|on\s+the\s+trot|consecutive|successive|in\s+succession|"
    rf"(?:weeks?|months?|years?)\s+(?:running|straight|(?:after|by|upon)\s+(?:week|month|year))|"
    rf"straight\s+(?:weeks?|months?|years?)|(?:every|each)\s+(?:single\s+)?(?:week|month)|"
    rf"without\s+(?:a\s+|any\s+|one\s+|so\s+much\s+as\s+a\s+)?(?:break|interruption|pause|let-?up|setback)|"
    rf"from\s+(?:one|a|each|any)\s+(?:week|month|year)\s+to\s+(?:the\s+)?(?:next|another)|"
    rf"(?:week|month|year)(?:-|\s+)(?:to|on|over)(?:-|\s+)(?:week|month|year)|"
    rf"uninterrupted(?:ly)?|unbroken|steadily|continuous(?:ly)?|monotonically|relentlessly|"
    rf"again|once\s+more|back(?=\s+(?:above|below|under|over|down|to|at|up)\b)|no\s+longer|"
    rf"(?:first|last)(?=\s+{_PASSED})|for\s+the\s+(?:first|last|second)\s+time|"
    rf"hover(?:s|ed|ing)?|plateau\w*|levell?(?:s|ed|ing)?\s+(?:off|out)|stagnat\w*|"
    rf"(?:double|twin|two|single|triple)-(?:peaked|humped|crested)|bimodal|twice\s+peaked|"
    rf"(?:per|a|each|every)\s+(?:decade|year|century)(?=[\s,.;]|$)|annually|yearly\s+rate|"
    rf"(?:it\s+)?took|takes|needed|lasted|lasts|(?<=on\s)average|"
    # "Down to schools reopening" names a cause, "down to fewer than 500" a value.
    rf"(?<=\bdown\s)to(?=\s+(?!{_VALUE}))|"
    rf"for\s+(?:longer|more\s+weeks)|longer\s+than)(?!\w)",
    re.I,
)
