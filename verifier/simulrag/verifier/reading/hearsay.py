"""Speech that is only reported: that something is said or believed, by nobody in particular.

What a source of evidence states ("the IPCC says", "according to AR6") is stated as a fact. That
some believe it is a fact about them, which no simulator decides.
"""

import re

from simulrag.verifier.reading.text import LONGEST_STATEMENT, Pieces

_SAYING = (
    r"sa(?:y|ys|id|ying)|claim(?:s|ed|ing)?|believ(?:e|es|ed|ing)|think(?:s|ing)?|thought|"
    r"argu(?:e|es|ed|ing)|alleg(?:e|es|ed|ing)|insist(?:s|ed|ing)?|assert(?:s|ed|ing)?|"
    r"suspect(?:s|ed)?|reckon(?:s|ed)?(?! with)|swears?|swore|suppos(?:e|es|ed)|imagin(?:e|es|ed)|"
    r"maintain(?:s|ed)?|suggest(?:s|ed)?|fear(?:s|ed)?|told|whisper(?:s|ed)?|rumou?red|"
    r"contend(?:s|ed)?"
)
_PEOPLE = (
    r"(?:some|many|most|a few|few|several|certain|other|critics?|s[ck]eptics?|people|locals|folks|"
    r"everyone|everybody|somebody|someone|nobody|one|they|we|you|he|she|friends?|neighbou?rs?|"
    r"colleagues?|uncle|aunt|bloggers?|pundits?|commentators?|politicians?|activists?|opponents?|"
    r"supporters?|den(?:iers|ialists)|residents?|readers?|observers?|headlines?|tabloids?|"
    r"posts?|tweets?)"
)
_ACCORDING = (
    r"according to (?:hearsay|(?:\w+ )?rumou?rs?|gossip|legend|some\b|many\b|people|critics|"
    r"s[ck]eptics|popular belief|(?:the )?conventional wisdom|folklore|locals|word of mouth|"
    r"my \w+|a (?:friend|neighbou?r|colleague|blog\w*|post|tweet|myth)|an urban legend|"
    r"social media|the internet|unconfirmed \w+)"
)
_HEARSAY = re.compile(
    rf"\b(?:{_ACCORDING}|rumou?rs? (?:has|have) it|(?:word|legend|gossip) has it|"
    r"the (?:story|rumou?r|tale) (?:goes|is)|hearsay|word (?:on the street )?is|"
    r"rumou?rs? (?:say|says|claim|claims|suggest|suggests|that)|"
    r"(?:an? |the )?(?:popular |common |widespread )?(?:myth|misconception|belief) "
    r"(?:that|is that|has it)|"
    r"(?:it|there) (?:is|was|has been) (?:\w+ly |sometimes |often |being )?"
    r"(?:said|claimed|believed|alleged|rumou?red|thought|supposed|feared|argued|asserted|"
    r"whispered|suspected|contended) (?:that|by)|"
    r"i (?:have |'ve )?(?:heard|read somewhere|was told|am told)|we (?:are|were) told|"
    rf"{_PEOPLE}(?: (?:of (?:us|them|the \w+)|\w+)){{0,3}}? "
    r"(?:might |may |would |will |could |still |often |also |even )*"
    rf"(?:{_SAYING})(?= that\b| the\b| it\b| this\b| [A-Z\d])|"
    r"allegedly|reportedly|supposedly|purportedly|reputedly|so-called experts)\b",
    re.IGNORECASE,
)
#: Without one of these nothing is hearsay.
_PIECES = Pieces((
    "according to", "rumo", "hearsay", "legend", "gossip", "word ", "story goes", "myth",
    "misconception", "belie", "said", "say", "claim", "alleg", "thought", "think", "suppos", "fear",
    "argu", "assert", "whisper", "suspect", "conten", "heard", "told", "read somewhere", "insist",
    "reckon", "swear", "swore", "imagin", "maintain", "suggest", "reported", "purported", "reputed",
    "so-called",
))  # fmt: skip


def is_hearsay(text: str) -> bool:
    """Tell whether a normalised statement only tells what is said or believed."""
    head = text[:LONGEST_STATEMENT]
    return _PIECES.held_by(head) and bool(_HEARSAY.search(head))
