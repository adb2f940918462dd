"""What a claim names or measures and a source does not: such a source decides nothing.

An abstract on warming in general shares most words with a claim on the temperature of one city in
one year, and says nothing of it.
"""

import re

from simulrag.verifier.literature.polarity import points
from simulrag.verifier.literature.takeaways import LEAST_OF_SIDE, Takeaway

#: A proper name within a sentence: "in Nairobi", but neither "TP53" nor the first word.
_NAME = re.compile(r"(?<=[a-z,] )[A-Z][a-zà-ÿ]{3,}(?![\w-])")
#: A figure with its unit, which names of proteins do not have.
_FIGURE = re.compile(
    r"(?<![\w.-])(?<!\d,)\d+(?:[.,]\d+)*(?:\s?(?:%|°\s?[CF]\b)|"
    r"(?:\s|-)(?:percent|per cent|percentage points|degrees|million|billion|thousand|times|fold|"
    r"mg|kg|µg|cm|mm|km|m|days|weeks|months|years|hours|minutes|ppm|ppb)\b)",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
#: Letters by which a name is known again in its other forms: "China", "Chinese".
_KNOWN_BY = 4
#: A claim of which more words than this share begin with a capital is a headline.
_HEADLINE = 0.5


def unmet(claim: str, takeaway: Takeaway) -> str:
    """Return what a source lacks to decide a claim, for people; "" where it lacks nothing."""
    document, found = takeaway.document, [one.text for one in takeaway.deciding]
    if not found:
        return "the takeaway says what was asked or known before, not what was found"
    if takeaway.of_side < LEAST_OF_SIDE:
        return "what was found speaks of one side of the claim alone"
    whole = f"{document.title} {document.abstract}".lower()
    for name in names(claim):
        if name.lower()[:_KNOWN_BY] not in whole:
            return f"the abstract does not speak of {name}"
    if _FIGURE.search(claim) and not any(map(_DIGIT.search, found)):
        return "the takeaway gives no figure, as the claim does"
    if points(claim) and not points(found[0]):
        return "the takeaway does not say which way it goes, as the claim does"
    return ""


def names(claim: str) -> list[str]:
    """Return the proper names within a claim; none of a headline."""
    words = [word for word in claim.split()[1:] if word[0].isalpha()]
    if sum(word[0].isupper() for word in words) > _HEADLINE * len(words):
        return []
    return _NAME.findall(claim)
