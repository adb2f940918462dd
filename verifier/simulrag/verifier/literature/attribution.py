"""Attribution: each sentence of an explanation traced to sentences of abstracts (step 7).

Ids and character spans come from code. A model may hand in the ids that it believes in; they are
checked against the text, since wrong ids are a class of errors of their own in the paper.

A sentence is `quoted` where it repeats a source word for word, `attributed` where one source's
sentence holds what it says, `composed` where only sentences of several sources together do, and
`interpretation` where nothing does. What it says is held if its content words are there, every
number among them, and both deny or neither does.
"""

import re
from collections.abc import Sequence
from typing import Literal

from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.polarity import denials
from simulrag.verifier.literature.sentences import Sentence, sentences
from simulrag.verifier.literature.terms import stemmed

Mark = Literal["quoted", "attributed", "composed", "interpretation"]

#: Attributions of one sentence at most: a vague sentence fits many, which shows nothing.
MOST_ATTRIBUTIONS = 3
#: Share of a sentence's content words that its sources must hold.
LEAST_HELD = 0.6
#: The fewest content words that can be attributed at all.
LEAST_WORDS = 3
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_QUOTED = re.compile('[“"](.+)[”"]', re.DOTALL)


class Span(Frozen):
    """text == abstract[start:end] of a document; `sentence` counts from 0."""

    document: str
    sentence: int
    start: int
    end: int
    text: str


class Attribution(Frozen):
    """A sentence, how it is supported and by what; `refused` lists handed-in ids that do not."""

    text: str
    mark: Mark
    spans: tuple[Span, ...] = ()
    refused: tuple[str, ...] = ()


class HandedId(Frozen):
    """A source that a model names for a sentence."""

    document: str
    sentence: int


def attribute(text: str, documents: Sequence[Document]) -> Attribution:
    """Return the sentence of an explanation with what supports it among documents."""
    offered = [span for document in documents for span in spans(document)]
    return _supported(text, offered)


def check_ids(text: str, handed: Sequence[HandedId], documents: Sequence[Document]) -> Attribution:
    """Return a sentence with those of the ids handed in that do support it.

    An id of an unknown document, of a sentence that it does not have, or whose sentence supports
    nothing of the text is refused, with the reason; the rest must hold the text by themselves,
    else the sentence is an interpretation.
    """
    known = {document.id: spans(document) for document in documents}
    kept, refused = list[Span](), list[str]()
    for one in handed:
        there = known.get(one.document)
        if there is None:
            refused.append(f"{one.document}: no such document; there are {', '.join(known)}")
        elif not 0 <= one.sentence < len(there):
            refused.append(f"{one.document}:{one.sentence}: it has sentences 0 to {len(there) - 1}")
        elif not _speaks_of(text, there[one.sentence]):
            refused.append(f"{one.document}:{one.sentence}: it does not say this")
        else:
            kept.append(there[one.sentence])
    return _supported(text, kept).model_copy(update={"refused": tuple(refused)})


def spans(document: Document) -> tuple[Span, ...]:
    """Return the sentences of a document's abstract with their places."""
    return tuple(span_of(document.id, sentence) for sentence in sentences(document.abstract))


def span_of(document: str, sentence: Sentence) -> Span:
    """Return a sentence as a span of its document."""
    return Span(
        document=document,
        sentence=sentence.index,
        start=sentence.start,
        end=sentence.end,
        text=sentence.text,
    )


def resolves(span: Span, documents: Sequence[Document]) -> bool:
    """Tell whether a span's text stands where it says in one of the documents."""
    return any(
        document.id == span.document and document.abstract[span.start : span.end] == span.text
        for document in documents
    )


def _supported(text: str, offered: Sequence[Span]) -> Attribution:
    quote = _QUOTED.search(text)
    said = quote.group(1) if quote else text
    exact = [span for span in offered if _same(span.text, said)]
    if exact:
        return Attribution(text=text, mark="quoted", spans=tuple(exact[:MOST_ATTRIBUTIONS]))
    wanted = set(stemmed(said))
    if len(wanted) < LEAST_WORDS:
        return Attribution(text=text, mark="interpretation")
    able = [span for span in offered if denials(span.text) % 2 == denials(said) % 2]
    held = {span: wanted & set(stemmed(span.text)) for span in able}
    ranked = sorted(able, key=lambda span: -len(held[span]))
    alone = [span for span in ranked if _holds(held[span], wanted) and _has_numbers(said, [span])]
    if alone:
        return Attribution(text=text, mark="attributed", spans=tuple(alone[:MOST_ATTRIBUTIONS]))
    together = _together(ranked, held)
    if (
        together
        and _holds({stem for span in together for stem in held[span]}, wanted)
        and _has_numbers(said, together)
    ):
        several = len({span.document for span in together}) > 1
        return Attribution(
            text=text, mark="composed" if several else "attributed", spans=tuple(together)
        )
    return Attribution(text=text, mark="interpretation")


def _together(ranked: Sequence[Span], held: dict[Span, set[str]]) -> list[Span]:
    """Return few spans that together hold most, each adding the most words."""
    chosen, covered = list[Span](), set[str]()
    for _ in range(MOST_ATTRIBUTIONS):
        best = max(ranked, key=lambda span: len(held[span] - covered), default=None)
        if best is None or len(held[best] - covered) < 2:
            break
        chosen.append(best)
        covered |= held[best]
    return chosen


def _holds(held: set[str], wanted: set[str]) -> bool:
    return len(held) >= LEAST_HELD * len(wanted)


def _speaks_of(text: str, span: Span) -> bool:
    """Tell whether a span holds a third of what is needed of a text, or repeats it."""
    quote = _QUOTED.search(text)
    said = quote.group(1) if quote else text
    wanted = set(stemmed(said))
    shared = wanted & set(stemmed(span.text))
    return _same(span.text, said) or len(shared) * 3 >= LEAST_HELD * len(wanted) * 1.0 > 0


def _has_numbers(text: str, chosen: Sequence[Span]) -> bool:
    """Tell whether every number of a text stands in one of the spans."""
    there = {number for span in chosen for number in _NUMBER.findall(span.text)}
    return set(_NUMBER.findall(text)) <= there


def _same(one: str, other: str) -> bool:
    return " ".join(one.split()).strip(" .") == " ".join(other.split()).strip(" .")
