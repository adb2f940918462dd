"""Phrases in text: found as a plain search for their pattern finds them, only faster."""

from hypothesis import given, settings
from hypothesis import strategies as st

from coffee import Coffee
from simulrag.simulators.registry import installed
from simulrag.verifier.reading.mentions import unique_parameters
from simulrag.verifier.reading.text import Span, find_phrases, phrase_pattern


def phrase_lists() -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = [("rise", "rises above", "°C", "%")]
    for simulator in (*installed(), Coffee()):
        for parameter in unique_parameters(simulator):
            words = [p for v, ps in parameter.choices.items() for p in (v, *ps)]
            found += [parameter.words, parameter.foreign, tuple(words), tuple(parameter.groups)]
        outputs = [o for f in simulator.functions for o in f.outputs]
        found.append(tuple(w for o in outputs for w in o.words))
        found.append(tuple(w for o in outputs for w in (*o.rise_words, *o.fall_words)))
    return [phrases for phrases in found if phrases]


LISTS = phrase_lists()
_WORDS = sorted({word for phrases in LISTS for phrase in phrases for word in phrase.split()})
_PIECES = st.one_of(
    st.sampled_from([p for phrases in LISTS for p in phrases]),
    st.sampled_from(_WORDS),
    st.sampled_from(["s", "es", "-", " ", ".", ",", "12.9", "\u0131", "\u017f", "\u212a", "the"]),
    st.text(max_size=5),
)
_TEXTS = st.lists(_PIECES, max_size=12).flatmap(
    lambda pieces: st.sampled_from([" ", "-", ""]).map(lambda joint: joint.join(pieces))
)


def searched(text: str, phrases: tuple[str, ...]) -> list[Span]:
    """Return what a search from every place finds; of overlaps the longest."""
    pattern = phrase_pattern(phrases)
    found: list[Span] = []
    for start in range(len(text)):
        match = pattern.match(text, start)
        if match is None:
            continue
        span = Span(text=match.group(), start=match.start(), end=match.end())
        if not found or span.start >= found[-1].end:
            found.append(span)
        elif span.end - span.start > found[-1].end - found[-1].start:
            found[-1] = span
    return found


@settings(max_examples=300)
@given(_TEXTS, st.sampled_from(LISTS))
def test_phrases_are_found_where_a_plain_search_finds_them(text: str, phrases: tuple[str, ...]):
    assert find_phrases(text, phrases) == searched(text, phrases)


def test_plurals_and_hyphens_are_found():
    assert [s.text for s in find_phrases("Two heat-waves, one heat wave", ("heat wave",))] == [
        "heat-waves",
        "heat wave",
    ]


def test_the_longest_of_overlapping_phrases_is_kept():
    found = find_phrases("the rises above it", ("rise", "rises above", "above it all"))
    assert [s.text for s in found] == ["rises above"]
