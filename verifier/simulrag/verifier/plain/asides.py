"""Asides of a sentence, which say nothing to be decided: "fwiw", "..., wow", "all else equal"."""

import re

from simulrag.verifier.reading.hearsay import is_hearsay

#: Clauses that say nothing to be decided: asides at the start, and what follows from a sentence.
_ASIDE = re.compile(
    r"^\W*(?:fwiw|(?:i(?:'d| would)? |my )(?:bet|wager|guess)(?: is)?(?: that)?|honestly|frankly|"
    r"i (?:think|believe|reckon|suppose|assume)(?: that)?(?!,)|"
    r"(?:(?:i'?m|i am)\s+)?(?:fairly|pretty|quite|almost|reasonably) "
    r"sure(?: that)?|iirc|afaik|as i recall|from memory|nah|nope|no(?=,)|yes(?=,)|yeah|"
    r"well|btw|by the way|reminder|(?:just |i )?saw (?:somewhere )?that|turns out(?: that)?|"
    r"i looked it up|as far as i know|in fact|by contrast|"
    r"on the other hand|on climate|"
    r"(?:as (?:to|for|regards)|on|turning to|now to) (?:the )?climate(?: side)?(?=,)|"
    r"whatever else [^,\d]{3,40}(?=,)|"
    r"(?:which(?:ever)?|any|either) way (?:you|we|one) (?:slice|look at|cut|turn)s? it(?=,)|"
    r"for the record|note that|it looks as though|it seems that|"
    r"it is (?:true|clear|well known) that|according to [^,]{3,60}(?=,)|"
    r"(?:going |judging )?by (?:the )?(?:federal|official|government|latest|available|published) "
    r"(?:counts?|data|figures?|numbers?|statistics|tally|records?|reports?)(?=,)|"
    r"despite [^,]{3,60}(?=,)|"
    r"contrary to what happened nationally)\b[\s,:]*",
    re.I,
)
#: A clause that only leads in what follows: "The far north warms faster: under ssp585 ...".
_GLOSS = re.compile(r"^\W*(?:the|what|it|there)\b[^:\d]{5,80}:\s+(?=\S)", re.I)
_TRAILING = re.compile(
    r",\s+(?:in\s+spite\s+of|despite|notwithstanding)\s+[^,\d]*(?=[,.]|$)|"
    r",\s+(?:so (?!many|much)|although the|which is why|but that|on the other hand\b|"
    r"by contrast\b)[^,]*(?=,|$)",
    re.I,
)

#: Calls behind a sentence: "..., wow".
_CALL = re.compile(
    r",?\s+(?:wow|lol|wild|insane|nuts|unreal|yikes|ouch|phew|oof|unbelievable|bonkers|"
    r"imagine that|crazy|btw|right|huh|so there|just saying|no joke|fyi)"
    r"\s*[.!?]*\s*$|"
    r",\s+(?:afaik|iirc|tbh|as\s+far\s+as\s+i\s+know|if\s+i\s+remember\s+(?:right(?:ly)?|correctly))\s*[.!?]*\s*$|"
    r",\s+(?:no idea|who knew|go figure|so calm down|calm down|relax|no need to panic)\b[^,\d]*$",
    re.I,
)

#: That nothing else differs between two settings, which comparing takes for granted.
_ELSE = re.compile(
    r"(?:,\s*)?\b(?:(?:and\s+)?(?:with\s+)?(?:(?:chang|alter)(?:e|ing)\s+nothing\s+else|(?:touch(?:ing)?|vary(?:ing)?)\s+nothing"
    r"\s+else|everything\s+else\s+as\s+(?:before|it\s+(?:is|was|stands))|nothing\s+else"
    r"\s+(?:is\s+|being\s+)?"
    r"(?:changed|different))|(?:all|everything)\s+else\s+(?:being\s+|left\s+|kept\s+|held\s+|remaining\s+)?(?:equal|"
    r"unchanged|the\s+same|"
    r"untouched|fixed|constant|as\s+it\s+(?:is|was|stands))|(?:and\s+)?(?:touch|alter|vary|"
    r"adjust)(?:ing)?\s+nothing\s+else|(?:holding|keeping|leaving|with)\s+(?:everything|all)\s+else\s+"
    r"(?:equal|unchanged|the\s+same|untouched|fixed|constant|as\s+(?:it\s+)?is)|(?:and\s+)?(?:with\s+)?the\s+rest\s+(?:is\s+|being\s+)?"
    r"(?:kept|unchanged|held|the\s+same|left\s+as\s+it\s+is)|(?:when|if|provided|as\s+long\s+as|where)\s+(?:[a-z]+[\s,]+){1,8}?(?:are|"
    r"is|were|was|stay|stays|stayed|remain|remains|remained)\s+"
    r"(?:kept\s+|held\s+|left\s+)?(?:the\s+same|equal|identical|unchanged|constant|fixed)|other"
    r"\s+things\s+(?:being\s+)?equal|ceteris\s+paribus|(?:and\s+)?leaving\s+everything\s+else\s+"
    r"(?:untouched|unchanged|alone|as\s+(?:it\s+)?is)|with\s+everything\s+else\s+(?:unchanged|"
    r"equal)|and\s+nothing\s+else)\b",
    re.I,
)
#: "up, not down", and conditions put as inversions: "Should it come to that, ...".
_CONTRAST = re.compile(
    r",\s*(?:and\s+)?not\s+(?:up|down|higher|lower|more|less|later|earlier|warmer|cooler|colder)\b"
    r"|(?:^\W*|,\s*)should(?=\s+[\w.-]+\s+[a-z]+)|\bmost (?=probable|likely)",
    re.I,
)


def without_asides(text: str) -> str:
    """Blank out asides, so that what is left keeps its place."""
    if is_hearsay(text):
        return text  # "according to hearsay" says of all that follows that it is no more
    gloss = _GLOSS.match(text)
    if gloss is not None and not re.search(r"\w.*[A-Z]|(?i:half|twice|figure)", gloss.group()):
        text = " " * gloss.end() + text[gloss.end() :]
    for pattern in (_ASIDE, _CALL, _TRAILING, _ELSE, _CONTRAST):
        for match in pattern.finditer(text):
            text = text[: match.start()] + " " * len(match.group()) + text[match.end() :]
    return text
