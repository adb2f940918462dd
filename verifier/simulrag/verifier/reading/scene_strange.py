"""Words by which a statement speaks of something else than the values of runs."""

import re

from simulrag.simulators.interface import Simulator
from simulrag.verifier.claims import Problem
from simulrag.verifier.reading.overlooked import unaccounted
from simulrag.verifier.reading.scene import Scene
from simulrag.verifier.reading.scene_words import signs_of_phrases
from simulrag.verifier.reading.text import small_letters

#: What is supposed and not said: "had they been another 0.1 °C apart".
_SUPPOSED = re.compile(
    r"^\W*(?:had|were|suppose|imagine|add|multiply)\b.*\b(?:another|further|more|less|extra|by)\b"
    r"|\bif (?:only |just )by (?!(?:an? )?(?:hair|whisker|little|bit|fraction|"
    r"touch|shade|sliver|narrow|small|nose|tad|very|the)\b)"
    r"|\bnot by (?:much|far|a lot)\b"
    # Parts of nothing that is named: "misses it, but by less than a tenth".
    r"|\bby (?:less|more|under|over) than (?:an?|one|two|three) (?:tenth|hundredth)s?\b(?! of)"
    # What does not come to pass goes the other way than its words: "keeps 0.5 °C of heat away".
    r"|\b(?:sav|spar|avoid|avert|prevent|forestall|stav|ward|keep|remov|block|reliev)\w*\b"
    r"[^.;,]{0,40}\bof (?:extra |additional |the )?(?:heat|warm|cool|cold|chill)"
    r"|\bof (?:extra |additional |the )?(?:heat|warmth|warming|cooling|cold)"
    r"\s+(?:out|off|away|from)\b"
    r"|\b(?:would|needs?|requires?|lacks?|takes?) (?:\w+ ){0,2}"
    r"(?:another|an? (?:further|extra|additional))\b"
    r"|\b(?:must|should|(?:has|have|needs?|ought) to) (?!be (?:called|rated|considered|class\w+|"
    r"counted|described|termed|regarded|labell?ed|graded|deemed|filed|seen|put|placed)\b|"
    r"(?:count|rank|pass|go down|reckon|speak|call|say|expect|conclude|concede)\b)",
    re.IGNORECASE,
)
#: What a number is of, and not of: "1.2 °C is its average of 2012 and not its warming".
_NOT_OF = re.compile(
    r"(?:\d|°\s?[CF]|degrees?)\s+(?:is|was|are|were)\s+[^.;]{1,80}?"
    r"(?:\band not|\brather than|\binstead of|,\s*not)\s+(?:the|its|their|any|that of|\w+'s)\s+"
    r"(?:[\w-]+\s+){0,3}?(?:mean|average|temperature|warming|cooling|change|rise|fall|difference|"
    r"effect|increase|decrease|drop|gap|baseline|margin)\b",
    re.IGNORECASE,
)
#: Most words of a phrase that speaks of something else.
_LONGEST = 5
_PLAIN = re.compile(r"[^\W_]+")


def tells_of_what(text: str) -> str:
    """Return words that say of what a number is and of what it is not; "" where none do."""
    found = _NOT_OF.search(text) if " not " in text or " than " in text else None
    return found.group() if found is not None else ""


def beside_runs(text: str, scene: Scene, simulator: Simulator) -> Problem | None:
    """Report words by which a normalised statement says something else than what runs tell."""
    found = _first_of("@" if scene.two_years else "@3", text)
    if found:
        return Problem(
            reason="other_subject",
            message=f"{found!r} speaks of something else than the runs at hand",
            simulator=simulator.name,
            given=found,
        )
    only = _SUPPOSED.search(text)
    left = only.group() if only is not None else tells_of_what(text)
    return unaccounted(left, simulator.name) if left else None


def _first_of(signs: str, text: str) -> str:
    """Return the first phrase with one of some signs in a normalised text."""
    known = signs_of_phrases()
    words = _PLAIN.findall(small_letters(text).replace("-", " ").replace("'s", ""))
    for at in range(len(words)):
        for many in range(min(_LONGEST, len(words) - at), 0, -1):
            phrase = " ".join(words[at : at + many])
            sign = known.get(phrase)
            if sign and sign in signs:
                return phrase
    return ""
