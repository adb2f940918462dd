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
    r"|\b(?:would|needs?|requires?|lacks?|takes?) (?:\w+ ){0,2}"
    r"(?:another|an? (?:further|extra|additional))\b"
    r"|\b(?:must|should|(?:has|have|needs?|ought) to) (?!be (?:called|rated|considered|class\w+|"
    r"counted|described|termed|regarded|labell?ed|graded|deemed|filed|seen|put|placed)\b|"
    r"(?:count|rank|pass|go down|reckon|speak|call|say|expect|conclude|concede)\b)",
    re.IGNORECASE,
)
#: Most words of a phrase that speaks of something else.
_LONGEST = 5
_PLAIN = re.compile(r"[^\W_]+")


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
    return unaccounted(only.group(), simulator.name) if only is not None else None


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
