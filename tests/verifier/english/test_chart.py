"""The chart against brute force, and the splitter against the text that it splits."""

from collections.abc import Sequence
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from simulrag.verifier.english.chart import Edge, Grammar, tilings
from simulrag.verifier.english.sentences import sentences

LETTERS = st.text("ab(", min_size=1, max_size=9)


def balanced(text: str) -> bool:
    """Tell whether a text is a's, then as many b's."""
    half = len(text) // 2
    return bool(text) and text == "a" * half + "b" * half


def toy() -> Grammar:
    grammar = Grammar()

    @grammar.rule("s", "a b", "a s b")
    def nested(*parts: str) -> str:
        return "".join(parts)

    @grammar.rule("list", "s", "s list")
    def listed(*parts: str) -> str:
        return "".join(parts)

    return grammar


def letters(text: str) -> list[Edge]:
    return [Edge(one, at, at + 1, one) for at, one in enumerate(text)]


@given(text=LETTERS)
def test_the_chart_finds_every_phrase_and_no_other(text):
    found = {(e.start, e.end) for e in toy().parse(letters(text)) if e.category == "s"}
    spans = product(range(len(text) + 1), repeat=2)
    assert found == {(i, j) for i, j in spans if i < j and balanced(text[i:j])}


@given(text=LETTERS)
def test_the_meaning_of_a_phrase_is_made_of_its_parts(text):
    for edge in toy().parse(letters(text)):
        assert edge.meaning == text[edge.start : edge.end]


@given(parts=st.permutations(["one", "two", 1]))
def test_parts_of_the_kinds_of_named_parameters_are_handed_over_in_any_order(parts):
    grammar = Grammar()

    @grammar.rule("whole", "a b c")
    def whole(*rest: str, number: int, first: str, last: str = "") -> object:
        return number, first, last, rest

    edges = [Edge(name, at, at + 1, parts[at]) for at, name in enumerate("abc")]
    words = [one for one in parts if isinstance(one, str)]
    (made,) = [one for one in grammar.parse(edges) if one.category == "whole"]
    assert made.meaning == (1, *words, ())


SPANS = st.lists(
    st.tuples(st.integers(0, 5), st.integers(1, 3)).map(lambda s: (s[0], min(6, s[0] + s[1]))),
    max_size=8, unique=True,
)  # fmt: skip


def ways(spans: Sequence[tuple[int, int]], at: int) -> list[tuple[tuple[int, int], ...]]:
    if at == 6:
        return [()]
    return [(s, *rest) for s in spans if s[0] == at for rest in ways(spans, s[1])]


@given(spans=SPANS)
def test_tilings_are_the_phrases_of_the_ways_with_the_fewest(spans):
    held = [Edge("x", start, end, start) for start, end in spans]
    found = {(e.start, e.end) for e in tilings(held, 6)}
    all_ways = ways(spans, 0)
    fewest = min((len(way) for way in all_ways), default=0)
    assert found == {span for way in all_ways if len(way) == fewest for span in way}


@given(text=st.text(st.sampled_from("Ab c.!?\n-1"), max_size=60))
def test_sentences_are_parts_of_their_text_in_its_order(text):
    at = 0
    for one in sentences(text):
        assert text[one.start : one.start + len(one.text)] == one.text
        assert one.start >= at
        at = one.start + len(one.text)


@given(parts=st.lists(st.sampled_from(("It is 3.5 °C.", "See Fig. 2 of it.", "Is it 4 %?",
                                       "The U.S. total rose!")), max_size=5))  # fmt: skip
def test_sentences_that_are_put_together_come_apart_again(parts):
    assert [one.text for one in sentences(" ".join(parts))] == parts


def test_bullets_are_no_part_of_a_sentence():
    found = list(sentences("- One thing.\n- Is it so?\n\n2. Two things"))
    assert [one.text for one in found] == ["One thing.", "Is it so?", "Two things"]


def test_the_full_stop_of_a_unit_ends_a_sentence_and_that_of_an_initial_does_not():
    found = list(sentences("The motor gives 20 W. J. Smith measured it."))
    assert [one.text for one in found] == ["The motor gives 20 W.", "J. Smith measured it."]
