"""Classes as adverbs, where they are weighed: "CO2 falls only moderately", "not profoundly"."""

from collections.abc import Iterator
from typing import NamedTuple

from simulrag.simulators.interface import Band
from simulrag.verifier.reading.fact import Vocabulary
from simulrag.verifier.reading.text import AnyCase

_ADVERB = r"[a-z]+(?:-[a-z]+)?ly"
#: An adverb alone is used loosely ("cuts idling significantly, by 93 %") and grades nothing.
_WEIGHED = AnyCase(
    rf"\b(?P<how>only|merely|just|no more than|but not|not)\s+(?P<adverb>{_ADVERB})\b"
    rf"|\b(?P<by_scale>{_ADVERB})(?=,?\s+(?:in the sense of|"
    r"if (?:one|you|we) (?:goes?|appl\w+|takes?)|"
    r"by the (?:question|given|threshold|scale|limits|standard)|on the (?:question|given|scale)|"
    r"as the question|in the question|in terms of the|according to the (?:question|given|threshold|"
    r"scale)|judged|as defined|so defined)\b)",
    holding=(
        "according to the ", "as defined", "given", "if ", "in terms of the", "in the sense of",
        "judged", "just", "limits", "merely", "no more than", "not", "only", "question", "scale",
        "so defined", "standard", "threshold",
    ),
)  # fmt: skip


#: What says that an adverb is meant as the label that it is of.
_BY_SCALE = AnyCase(
    r"\b(?:by|under|on|in|according to|going by|measured (?:by|against)|given|per|judged by)\s+"
    r"(?:[\w'’-]+\s+){0,3}(?:definitions?|thresholds?|limits?|scale|cut-?offs?|criteri(?:a|on)|"
    r"standards?|yardstick|terms|classes|categories|grading)\b",
    holding=(
        "categories", "classes", "criteri", "definition", "grading", "limit", "off", "scale",
        "standard", "terms", "threshold", "yardstick",
    ),
)  # fmt: skip
_PLAIN = AnyCase(
    rf"(?:\b(?P<how>only|merely|just|no more than|but not|not)\s+)?\b(?P<adverb>{_ADVERB})\b"
    r"(?:\s+(?P<done>eliminated|reduced|improved|increased|removed|doubled|halved|balanced))?"
)
#: The nouns of such words in labels: "near-elimination" is what is nearly eliminated.
_NOUNS = {
    "eliminated": "elimination", "reduced": "reduction", "improved": "improvement",
    "increased": "increase", "removed": "removal", "doubled": "doubling", "halved": "halving",
    "balanced": "balance",
}  # fmt: skip


class Adverb(NamedTuple):
    """An adverb at text[start:end] that grades by a band."""

    start: int
    end: int
    band: Band
    denied: bool


def adverbs(text: str, words: Vocabulary) -> Iterator[Adverb]:
    """Yield the adverbs of labels that a sentence weighs."""
    pattern = _PLAIN if words.bands and _BY_SCALE.search(text) else _WEIGHED
    for found in pattern.finditer(text) if words.bands else ():
        group = "adverb" if found["adverb"] else "by_scale"
        adverb = found[group]
        stem = adverb.removesuffix("ly")
        forms = (stem, stem.removesuffix("al"), adverb.removesuffix("y") + "e")
        by_word = words.labels[0]
        noun = _NOUNS.get(found.groupdict().get("done") or "")
        if noun is not None:
            joined = next((f"{stem}{j}{noun}" for j in "- " if f"{stem}{j}{noun}" in by_word), "")
            if joined:
                yield Adverb(
                    found.start(group), found.end("done"), by_word[joined], _denies(found["how"])
                )
                continue
        band = next((by_word[form] for form in forms if form in by_word), None)
        if band is not None:
            yield Adverb(*found.span(group), band, _denies(found["how"]))


def _denies(how: str | None) -> bool:
    return (how or "").endswith("not")
