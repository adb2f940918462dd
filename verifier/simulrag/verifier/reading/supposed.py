"""Cases that are only supposed, of which no run is: "had it not been, trips would have ..."."""

from collections.abc import Sequence

from simulrag.simulators.interface import Call, Parameter
from simulrag.verifier.reading.roles import changes_anything, speaks_of_unchanged
from simulrag.verifier.reading.text import AnyCase

#: What would have been so, in a case that did not come about.
_WOULD_HAVE = AnyCase(
    r"\b(?:would|could|might)(?:\s+(?:also|even|still|only|then|well|not|never)|n['’]t)*\s+have\s+"
    r"(?:(?:also|even|still|only|then|well|not|never)\s+)*"
    r"(?:been|become|kept|cut|saved|taken|made|left|fallen|risen|gone|done|got|gotten|come|brought|"
    r"had|seen|shown|led|lost|[a-z]{3,}ed)\b",
    holding=("have",),
)
#: A case that is made up: "were the limit kept", "if drivers were to switch".
_MADE_UP = AnyCase(
    r"(?:^|[.;?!,]\s*|\b(?:and|but)\s+)(?:had|were)\s+(?!it not\b)(?:the|a|an|there|these|those|"
    r"this|they|it|its|one|more|fewer|all|only|both|drivers|people|nobody|everyone)\b",
    holding=("had", "were"),
)


def supposed(text: str, calls: Sequence[Call], parameters: Sequence[Parameter]) -> str:
    """Return the words by which a statement is of a made-up case, or nothing.

    Only beside one run with changes and at most one without: what would have been so without
    the changes is known, and of alternatives to each other one is as made up as the other.
    """
    found = _WOULD_HAVE.search(text)
    if found is None:
        return ""
    changed = [c for c in calls if changes_anything(c, parameters)]
    if len(changed) != 1 or len(calls) > 2 or speaks_of_unchanged(text):
        return ""
    made_up = _MADE_UP.search(text)
    return (made_up or found).group().strip(" ,.;?!")
