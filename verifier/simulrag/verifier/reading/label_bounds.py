"""Labels that only bound what is said: "no better than minor", "moderate is too weak a word"."""

from typing import Literal

from simulrag.verifier.reading.clauses import negated
from simulrag.verifier.reading.text import AnyCase

Bound = Literal["", "below", "at_most", "above", "at_least"]

_ARTICLE = r"(?:being\s+|a\s+|an\s+|the\s+|called\s+|just\s+|merely\s+|only\s+)*['\"]?$"
#: A comparison with a class before its label.
_THAN = AnyCase(
    rf"\b(?:(?P<more>more|greater|higher|bigger|stronger|larger|further)|"
    r"(?P<less>less|smaller|lower|weaker|milder|fewer)|(?P<good>better)|(?P<bad>worse))\s+than\s+"
    rf"{_ARTICLE}"
)
#: "Ranks below substantial".
_SIDE = AnyCase(rf"\b(?:(?P<under>below|beneath|under)|(?P<over>above|over))\s+{_ARTICLE}")
#: "Not even moderate", "nowhere near significant": less than that.
_NOT_EVEN = AnyCase(
    rf"(?:\b(?:not|never|hardly|n't)\s+(?:even|yet|so much as|quite|nearly|remotely)|"
    rf"\bnowhere near|\ba long way from|\bn't\s+even)\s+{_ARTICLE}"
)
_NOTHING = AnyCase(r"\bnothing\s+(?:[\w-]+\s+)?$")
#: What is neither more nor less than a class is of that class.
_NEITHER_NOR = AnyCase(r"\b(?:more|less) (?:nor|or|and (?:nothing|not|no)) (?:less|more) than\b")
#: "At least moderate", "nothing short of transformative".
_LIMIT = AnyCase(
    rf"\b(?:(?P<least>at (?:the very )?least|nothing short of|nothing less than|no less than|"
    rf"not less than)|"
    rf"(?P<most>at (?:the very )?(?:most|best)|no more than|nothing more than|up to))\s+{_ARTICLE}"
)
#: The same behind a label: "moderate at best", "minor or less".
_BEHIND = AnyCase(
    r"['\"]?(?:\s+(?:class|category|one|change|effect|impact|reduction|improvement))?,?\s+"
    r"(?:(?P<least>at (?:the very )?least|(?:or|and) (?:more|better|higher|above|greater))|"
    r"(?P<most>at (?:the very )?(?:most|best)|(?:or|and) (?:less|lower|below|smaller)))\b"
)
#: A label that does not do: "moderate is too weak a word", "'minor' understates it".
_TOO = AnyCase(
    r"['\"]?\s+(?:(?:is|was|would be|seems|sounds|looks)\s+(?:[\w-]+\s+){0,2}?too\s+"
    r"(?:(?P<weak>weak|mild|modest|small|little|low|timid|cautious|soft|tame)|"
    r"(?P<strong>strong|big|much|grand|large|high|great|generous|bold))\b"
    r"|(?P<under>(?:would\s+)?(?:understat|undersell|underrat|play(?:s)? down)\w*|does not (?:do "
    r"justice|go far))|"
    r"(?P<over>(?:would\s+)?(?:overstat|oversell|overrat|exaggerat|flatter)\w*|goes too far))"
)
#: A change for the worse, which is worse where there is more of it.
_BURDEN = AnyCase(
    r"\b(?:increases?|rises?|lengthen\w*|delays?|slow-?downs?|slower|longer|deteriorat\w+|"
    r"worsen\w*|growth|burden|loss(?:es)?)\b"
)


def bound_before(clause: str) -> Bound:
    """Return how a label is bounded by the words of its clause before it."""
    limit = _LIMIT.search(clause)
    if limit is not None:
        return "at_least" if limit["least"] else "at_most"
    if _NOT_EVEN.search(clause) is not None:
        return "below"
    side = _SIDE.search(clause)
    if side is not None:
        denied = negated(clause[: side.start()])
        if side["under"]:
            return "at_least" if denied else "below"
        return "at_most" if denied else "above"
    found = _THAN.search(clause)
    if found is None or _NEITHER_NOR.search(clause):
        return ""
    more = found["more"] is not None
    if found["good"] or found["bad"]:
        more = (found["bad"] is not None) == (_BURDEN.search(clause) is not None)
    if negated(clause[: found.start()]) or _NOTHING.search(clause, 0, found.start()):
        return "at_most" if more else "at_least"
    return "above" if more else "below"


def bound_behind(text: str, end: int) -> Bound:
    """Return how a label that ends at a place of the text is bounded by the words behind it."""
    limit = _BEHIND.match(text, end)
    if limit is not None:
        return "at_least" if limit["least"] else "at_most"
    if _NOT_REACHED.match(text, end):
        return "below"
    if _LEFT.match(text, end):
        return "above"
    found = _TOO.match(text, end)
    if found is None:
        return ""
    return "above" if found["weak"] or found["under"] else "below"


#: A class that a change is beyond: "the negligible class is left behind".
_LEFT = AnyCase(
    r"['\"]?\s+(?:class|category|band|bracket|range|tier|zone)\s+(?:is|are|was|has been|gets)\s+"
    r"(?:[\w-]+ly\s+)?(?:left(?:\s+behind)?|exceeded|surpassed|passed|outgrown|topped)\b"
)
_THING = r"['\"]?(?:\s+(?!that\b|which\b|who\b)[\w-]+){0,6}?\s+"
_IS_NOT = (
    r"(?:(?:is|are|was|were|has been|have been|can be|could be)\s*(?:not|n['’]t|never|nowhere)|"
    r"cannot be)\s+(?:yet\s+|quite\s+|even\s+|really\s+|to be\s+)?"
)
#: A class as what a change falls short of: "near-elimination of idling is not achieved".
_NOT_REACHED = AnyCase(
    rf"{_THING}(?:{_IS_NOT}(?:reached|attained|achieved|met|earned|secured|delivered)"
    r"|(?:is|are|stays?|remains?) (?:out of reach|a long way off|missed))\b"
    r"|['\"]?\s[^.;,]{0,60}?\b(?:does|do|did)\s*(?:not|n['’]t)\s+(?:live|measure) up to\b"
)
#: A class as what is not there: "a significant change is not seen".
_NOT_THERE = AnyCase(
    rf"{_THING}(?:{_IS_NOT}(?:seen|found|observed|obtained|produced|deserved|justified|warranted|"
    r"in sight|spoken of)"
    r"|(?:does|do|did)\s*(?:not|n['’]t)\s+(?:materiali[sz]e|occur|happen|appear|come about|result|"
    r"apply|fit|come off|take place|show|hold)"
    r"|fails? to (?:materiali[sz]e|occur|happen|appear|come about|apply)"
    r"|(?:is|are|stays?|remains?) (?:absent|missing|lacking)"
    r"|(?:is|are|was|would be|seems|sounds) (?:(?:simply|clearly|plainly) )?(?:(?:a|an|the) )?"
    r"(?:(?:wrong|incorrect|false|mistaken|inapt) (?:word|label|term|class|name|description|"
    r"category|verdict)|misnomer|out of place|inappropriate|unwarranted))\b"
)


def not_there(text: str, end: int, right: int) -> bool:
    """Tell whether what a label grades is said not to come about, behind it in its clause."""
    found = _NOT_THERE.match(text, end)
    return found is not None and found.end() <= right
