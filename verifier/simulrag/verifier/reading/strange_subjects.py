"""What a statement is about, where that is nothing that runs hold: "Bakers would start earlier".

A word that no table knows leaves a statement unread. Where that word is what the statement is
about, no run tells of it, whatever numbers stand beside it.
"""

import re

from simulrag.simulators.interface import Simulator
from simulrag.verifier.claims import Problem
from simulrag.verifier.reading.judgements import judgement
from simulrag.verifier.reading.scope import unrepresented

#: What may stand before the noun that a sentence begins with: no preposition, verb or number.
_BEFORE = re.compile(
    r"\W*(?:(?:the|an?|its|their|some|many|most|more|fewer|all|few|local|no|new|higher|lower|"
    r"warmer|hotter|cooler|(?:spread|number|share|growth|rise|lack|loss|use|amount) of|"
    r"[a-z]+(?:al|ic|ous|ive|ful|y)) )*",
    re.IGNORECASE,
)
#: A verb of which a noun right before it, or before a place, is the subject.
_VERB_BEHIND = re.compile(
    r"(?:\s+(?:and|of|or)\s+[a-z]+|\s+(?:in|of|around|near|at|off|from)\s+(?:the\s+)?[^\W\d_]+"
    r"(?:\s[A-Z][^\W\d_]+)*){0,2}\s+(?:will|would|can|could|may|might|must|shall|is|are|was|were|"
    r"has|have|had|does|do|did|accounts?|explains?|needs?|gets?|becomes?)\b"
)


def of_no_result(text: str, simulator: Simulator, question: str) -> Problem | None:
    """Return what makes a normalised statement none about a result, or None."""
    return unrepresented(text, simulator) or judgement(
        text, simulator.name, question=question, also_feelings=True
    )


def beside_the_point(text: str, word: str, simulator: Simulator, question: str) -> Problem | None:
    """Return why a normalised statement with an unknown word is none about results, or None."""
    own = of_no_result(text, simulator, question)
    if own is not None or not _is_subject(text, word):
        return own
    return Problem(
        reason="other_subject",
        message=f"the statement is about {word!r}, which {simulator.name} does not represent",
        simulator=simulator.name,
        given=word,
    )


def _is_subject(text: str, word: str) -> bool:
    before = _BEFORE.match(text)
    at = before.end() if before else 0
    return text.startswith(word, at) and _VERB_BEHIND.match(text, at + len(word)) is not None
