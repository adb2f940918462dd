"""Labels in a sentence: those of a scale, and the values of category outputs."""

import re
from collections.abc import Sequence

from simulrag.verifier.reading.clauses import clause_at, negated, outside
from simulrag.verifier.reading.fact import Fact, Vocabulary
from simulrag.verifier.reading.text import Span, find_phrases


def labels(
    text: str,
    words: Vocabulary,
    clauses: Sequence[tuple[int, int]],
    taken: Sequence[Span],
) -> list[Fact]:
    by_word = {word.casefold(): b for b in words.bands for word in (b.label, *b.words)}
    found: list[Fact] = []
    for span in find_phrases(text, by_word):
        band = by_word.get(" ".join(span.text.split()).casefold())
        left, right = clause_at(clauses, span.start)
        if band is None or not outside(span.start, span.end, taken):
            continue
        found.append(
            Fact(
                kind="label",
                start=span.start,
                end=span.end,
                left=left,
                right=right,
                label=span.text,
                band=band,
                negated=negated(text[left : span.start]),
            )
        )
    return found + _categories(text, words, clauses, taken)


def _categories(
    text: str, words: Vocabulary, clauses: Sequence[tuple[int, int]], taken: Sequence[Span]
) -> list[Fact]:
    found: list[Fact] = []
    for output in words.outputs:
        phrases = {p.casefold(): v for v, ps in output.choices.items() for p in (v, *ps)}
        for span in find_phrases(text, phrases):
            value = phrases.get(" ".join(span.text.split()).casefold())
            left, right = clause_at(clauses, span.start)
            if value is None or not outside(span.start, span.end, taken):
                continue
            if re.search(r"\bbeing\s+(?:\w+\s+)?$", text[: span.start]):
                continue  # said in passing
            found.append(
                Fact(
                    kind="label",
                    start=span.start,
                    end=span.end,
                    left=left,
                    right=right,
                    label=value,
                    negated=negated(text[left : span.start]),
                )
            )
    return found
