"""Cases that are only supposed, of which no run is: "had it not been, trips would have ..."."""

import re
from collections.abc import Iterator, Sequence

from simulrag.simulators.interface import Call, Parameter
from simulrag.verifier.reading.roles import changes_anything, speaks_of_unchanged
from simulrag.verifier.reading.text import AnyCase, Pieces, find_phrases

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
    if _SUPPOSING.missing(text):
        return ""
    changed = [c for c in calls if changes_anything(c, parameters)]
    lacking = _lacking(text, changed[0], parameters) if len(changed) == 1 else ""
    if lacking:
        return lacking
    found = _WOULD_HAVE.search(text) or _unnamed_case(text, changed, parameters)
    if found is None:
        return ""
    if len(changed) != 1 or len(calls) > 2 or speaks_of_unchanged(text):
        return ""
    made_up = _MADE_UP.search(text)
    return (made_up or found).group().strip(" ,.;?!")


#: "If the toll were doubled, CO2 would fall further."
_IF = AnyCase(
    r"\bif\s+(?P<case>[^,;.]{3,60}?\b(?:were|was|is|are)\b[^,;.]{0,40}),?[^.;]*\bwould\b",
    holding=("if",),
)
_OWN_CASE = AnyCase(
    r"\b(?:plan|scheme|measures?|strateg(?:y|ies)|package|project|interventions?|zone|diet|both|these|"
    r"this|it|they|one|you|we|nothing|scenario|changes?|modifications?|compared|judged|counted)\b"
)


def _unnamed_case(
    text: str, changed: Sequence[Call], parameters: Sequence[Parameter]
) -> re.Match[str] | None:
    """Return where a case is supposed that names no change of the only run with changes."""
    found = _IF.search(text)
    if found is None or len(changed) != 1 or _OWN_CASE.search(found["case"]):
        return None
    words = [w for p in parameters for w in (*p.words, *p.family, *p.choices, *_all_words(p))]
    return None if find_phrases(found["case"], words) else found


def _all_words(parameter: Parameter) -> Iterator[str]:
    for phrases in parameter.choices.values():
        yield from phrases


#: A run with some of its changes only: "without the extra traffic", "the green wave alone".
_WITHOUT = AnyCase(
    r"\b(?:without|absent|but for|minus)\s+(?:(?:the|any|an?|its|such)\s+)?",
    holding=("absent", "but for", "minus", "without"),
)
_ALONE = AnyCase(
    r"\s+(?:alone|by itself|by themselves|on its own|on their own|only)\b",
    holding=("alone", "itself", "themselves", "own", "only"),
)
#: Without one of these nothing is supposed.
_SUPPOSING = Pieces(
    piece for pattern in (_WOULD_HAVE, _IF, _WITHOUT, _ALONE) for piece in pattern.holding
)
#: "Without concert and green wave" is without either.
_AND = AnyCase(r"[\w-]+(?:\s[\w-]+)? (?:and|or|nor) ")
#: How far behind "without" the name of a change begins, characters.
_REACH = 25


def _lacking(text: str, call: Call, parameters: Sequence[Parameter]) -> str:
    """Return the words for a run with only some of the changes of the one at hand, or nothing."""
    changed = [p for p in parameters if p.altered(call.arguments.get(p.name))]
    if len(changed) < 2:
        return ""
    named = {p.name: find_phrases(text, _words(p, call)) for p in changed}
    spans = [(s, name) for name, found in named.items() for s in found]
    for without in _WITHOUT.finditer(text):
        near = {n for s, n in spans if 0 <= s.start - without.end() <= _REACH}
        both = _AND.match(text, without.end())
        if len(near) == 1 and not both:
            return text[without.start() : min(s.end for s, _ in spans if s.start >= without.end())]
    alone = len([found for found in named.values() if found]) == 1
    for span, _ in spans if alone else ():
        if _ALONE.match(text, span.end):
            return f"{span.text} alone"
    return ""


def _words(parameter: Parameter, call: Call) -> tuple[str, ...]:
    """Return the words that name the change of an input in a call."""
    value = str(call.arguments.get(parameter.name))
    return (*parameter.words, *parameter.family, *(value, *parameter.choices.get(value, ())))
