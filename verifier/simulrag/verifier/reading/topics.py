"""Which outputs of which functions a text speaks of."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from simulrag.simulators.interface import Function, Output, Simulator
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.quantities import family, quantities
from simulrag.verifier.reading.mentions import FALL, RISE
from simulrag.verifier.reading.text import AnyCase, Phrases, Span, find_phrases

#: Words of direction that any quantity may have.
_GENERAL = re.compile(rf"{RISE}|{FALL}|later|earlier|faster|slower|greater|larger|smaller", re.I)

_ASIDE = AnyCase(
    r",\s*which (?:is|are|was|lies) (?:\w+ ){0,2}$"
    r"|\b(?:knowing|given|assuming|noting)(?: that)?\s+(?:[\w'-]+\s+){1,4}(?:is|"
    r"lies)\s+(?:an?\s+)?$"
    r"|\b(?:considering|since|as)(?: that)?\s+(?:[\w'-]+\s+){1,4}(?:is|lies)\s+an?\s+$",
    holding=("as", "assuming", "considering", "given", "knowing", "noting", "since", "which"),
)
#: What is described by a word and not asked for: "the local marine environment".
_DESCRIBES = AnyCase(
    r"\s+(?:environments?|ecosystems?|life|habitats?|communit(?:y|ies)|species|biodiversity|projections?|"
    r"predictions?|forecasts?)\b"
)


#: What something is told for each of, and not what it is: "one second of idling per trip".
_RATE = re.compile(r"(?:\bper|/)\s+$", re.IGNORECASE)


class Topic(NamedTuple):
    """An output named at text[start:end]."""

    function: str
    output: str
    start: int
    end: int
    words: str


def topics(text: str, simulator: Simulator) -> list[Topic]:
    """Return the outputs that a normalised text names, longest phrases first, in order.

    A phrase that several outputs share gives a topic for each of them. Where none is named, a
    number beside a word of direction tells it by its unit ("warmer than 11 °C"). A time beside no
    name of a time may have a loose one ("vehicles spend 78 seconds in the corridor").
    """
    index = _index(simulator.functions)
    spans = [s for s in index.phrases.find(text) if not _aside(text, s)]
    if len(spans) > 1:
        spans = [s for s in spans if not _RATE.search(text, 0, s.start)] or spans
    found = [topic for span in spans for topic in _topics(span, index.by_phrase)]
    units = {family(figure.unit) for figure in quantities(text) if figure.unit}
    output = simulator.functions[0].outputs[0]
    if "time" in units and not found:
        found = [
            topic for span in index.loose.find(text) for topic in _topics(span, index.by_loose)
        ]
    return found or (compared(text, simulator) if family(output.unit) in units else [])


def compared(text: str, simulator: Simulator) -> list[Topic]:
    """Return the first output by a word for more or less of it alone ("warmer"), if it has one."""
    function = simulator.functions[0]
    output = function.outputs[0]
    words = [w for w in (*output.rise_words, *output.fall_words) if not _GENERAL.fullmatch(w)]
    return [
        Topic(
            function=function.name,
            output=output.name,
            start=span.start,
            end=span.end,
            words=span.text,
        )
        for span in (find_phrases(text, words)[:1] if output.unit else ())
    ]


_ByPhrase = dict[str, list[tuple[Function, Output]]]


class _Index:
    """The phrases of a simulator's outputs, gathered once for all texts."""

    def __init__(self, functions: tuple[Function, ...]) -> None:
        self.by_phrase: _ByPhrase = {}
        phrases: dict[str, None] = {}
        for function in functions:
            for output in function.outputs:
                for phrase in _phrases(output):
                    phrases[phrase] = None
                    self.by_phrase.setdefault(phrase.casefold(), []).append((function, output))
        self.phrases = Phrases(tuple(phrases))
        times = [(f, o) for f in functions for o in f.outputs if family(o.unit) == "time"]
        self.by_loose: _ByPhrase = {}
        for function, output in times:
            for phrase in (*output.loose_words, *output.spent_by):
                self.by_loose.setdefault(phrase.casefold(), []).append((function, output))
        self.loose = Phrases(tuple(self.by_loose))


_index = once_for_each(_Index)


_DESCRIBING = frozenset(
    ("marine", "terrestrial", "oceanic", "maritime", "continental", "coastal", "observed")
)


def _aside(text: str, span: Span) -> bool:
    """Tell whether a phrase only describes in passing ("Tari, which is located on land, ...")."""
    describing = span.text.casefold().split()[0] in _DESCRIBING
    described = describing and _DESCRIBES.match(text, span.end)
    return bool(described or _ASIDE.search(text, 0, span.start))


def _phrases(output: Output) -> Iterable[str]:
    yield from output.words
    if output.kind == "category":
        for value, phrases in output.choices.items():
            yield value
            yield from phrases


def _topics(span: Span, by_phrase: _ByPhrase) -> Iterable[Topic]:
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
