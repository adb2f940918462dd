"""Which outputs of which functions a text speaks of."""

import re
from collections.abc import Iterable

from simulrag.simulators.interface import Frozen, Function, Output, Simulator
from simulrag.verifier.reading.text import Span, find_phrases

_ASIDE = re.compile(r",\s*which (?:is|are|was|lies) (?:\w+ )?$", re.IGNORECASE)


class Topic(Frozen):
    """An output named at text[start:end]."""

    function: str
    output: str
    start: int
    end: int
    words: str


def topics(text: str, simulator: Simulator) -> list[Topic]:
    """Return the outputs that a normalised text names, longest phrases first, in order.

    A phrase that several outputs share gives a topic for each of them.
    """
    by_phrase: dict[str, list[tuple[Function, Output]]] = {}
    for function in simulator.functions:
        for output in function.outputs:
            for phrase in _phrases(output):
                by_phrase.setdefault(phrase.casefold(), []).append((function, output))
    spans = [s for s in find_phrases(text, _all_phrases(simulator)) if not _aside(text, s)]
    return [topic for span in spans for topic in _topics(span, by_phrase)]


def _aside(text: str, span: Span) -> bool:
    """Tell whether a phrase only describes in passing ("Tari, which is located on land, ...")."""
    return bool(_ASIDE.search(text[: span.start]))


def _all_phrases(simulator: Simulator) -> Iterable[str]:
    return {
        phrase
        for function in simulator.functions
        for output in function.outputs
        for phrase in _phrases(output)
    }


def _phrases(output: Output) -> Iterable[str]:
    yield from output.words
    if output.kind == "category":
        for value, phrases in output.choices.items():
            yield value
            yield from phrases


def _topics(span: Span, by_phrase: dict[str, list[tuple[Function, Output]]]) -> Iterable[Topic]:
    plain = " ".join(span.text.split()).casefold()
    for ending in ("", "s", "es"):
        key = plain.removesuffix(ending) if ending else plain
        for form in (key, key.replace(" ", "-"), key.replace("-", " ")):
            if form in by_phrase:
                for function, output in by_phrase[form]:
                    yield Topic(
                        function=function.name,
                        output=output.name,
                        start=span.start,
                        end=span.end,
                        words=span.text,
                    )
                return
