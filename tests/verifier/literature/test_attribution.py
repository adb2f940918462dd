"""Attribution: sentences of explanations against the characters of abstracts."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.verifier.literature.attribution import (
    MOST_ATTRIBUTIONS,
    HandedId,
    attribute,
    check_ids,
    resolves,
    spans,
)
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.errors import LiteratureError
from simulrag.verifier.literature.excerpts import drift, freeze
from simulrag.verifier.literature.sentences import label, sentences

TEA = Document(
    id="tea",
    abstract="Green tea raised fat oxidation by 17% in healthy men. Body weight did not change.",
)
COFFEE = Document(
    id="coffee",
    abstract="Coffee kept 12 nurses awake during night shifts. It did not raise blood pressure.",
)
BOTH = [TEA, COFFEE]


def test_a_repeated_sentence_is_a_quotation_with_its_characters() -> None:
    found = attribute("“Body weight did not change.”", BOTH)
    assert found.mark == "quoted"
    (span,) = found.spans
    assert (span.document, span.sentence) == ("tea", 1)
    assert TEA.abstract[span.start : span.end] == "Body weight did not change."


def test_a_reworded_sentence_is_attributed_to_the_sentence_that_holds_it() -> None:
    found = attribute("In healthy men, fat oxidation rose by 17% with green tea.", BOTH)
    assert found.mark == "attributed"
    assert (found.spans[0].document, found.spans[0].sentence) == ("tea", 0)


def test_a_sentence_of_two_sources_is_composed() -> None:
    found = attribute(
        "Green tea raised fat oxidation in men, and coffee kept nurses awake in night shifts.", BOTH
    )
    assert found.mark == "composed"
    assert {span.document for span in found.spans} == {"tea", "coffee"}


@pytest.mark.parametrize(
    "text",
    [
        "However, there is no evidence to support this claim.",
        "Green tea raised fat oxidation by 71% in healthy men.",
        "Green tea did not raise fat oxidation by 17% in healthy men.",
        "Therefore more research is needed.",
        "",
        "Yes.",
    ],
)
def test_what_no_source_holds_is_interpretation(text: str) -> None:
    found = attribute(text, BOTH)
    assert (found.mark, found.spans) == ("interpretation", ())


def test_attributions_are_capped() -> None:
    many = [TEA.model_copy(update={"id": f"tea{n}"}) for n in range(20)]
    assert len(attribute("“Body weight did not change.”", many).spans) == MOST_ATTRIBUTIONS
    reworded = attribute("Fat oxidation in healthy men was raised 17% by green tea.", many)
    assert len(reworded.spans) == MOST_ATTRIBUTIONS


@pytest.mark.parametrize(
    ("handed", "why"),
    [
        (HandedId(document="cocoa", sentence=0), "no such document"),
        (HandedId(document="tea", sentence=7), "0 to 1"),
        (HandedId(document="tea", sentence=-1), "0 to 1"),
        (HandedId(document="coffee", sentence=0), "does not say this"),
    ],
)
def test_wrong_ids_from_a_model_are_caught(handed: HandedId, why: str) -> None:
    text = "Green tea raised fat oxidation by 17% in healthy men."
    found = check_ids(text, [handed], BOTH)
    assert found.mark == "interpretation"
    assert len(found.refused) == 1
    assert why in found.refused[0]
    right = check_ids(text, [handed, HandedId(document="tea", sentence=0)], BOTH)
    assert (right.mark, right.spans[0].sentence, len(right.refused)) == ("quoted", 0, 1)


def test_sentences_of_composed_explanations_resolve_or_are_marked() -> None:
    chance = random.Random(5)
    subjects = ["Zinc", "Copper", "Iron", "Cobalt", "Nickel", "Barium", "Radium", "Silver"]
    documents = [
        Document(
            id=f"d{n}",
            abstract=" ".join(
                f"{subject} supplements number {n} shortened colds by {n}{place} hours in "
                f"{['children', 'adults', 'pilots'][place % 3]}."
                for place, subject in enumerate(subjects)
            ),
        )
        for n in range(1, 7)
    ]
    for _ in range(30):
        source = chance.choice(documents)
        place = chance.randrange(len(subjects))
        span = spans(source)[place]
        who = ["children", "adults", "pilots"][place % 3]
        n = source.id[1:]
        reworded = (
            f"In {who}, colds were shortened by {n}{place} hours by {subjects[place]} "
            f"supplements number {n}."
        )
        for text, mark in (
            (f"“{span.text}”", "quoted"),
            (reworded, "attributed"),
            (reworded.replace(f"{n}{place} hours", "999 hours"), "interpretation"),
        ):
            found = attribute(text, documents)
            assert found.mark == mark
            assert all(resolves(one, documents) for one in found.spans)
            assert mark == "interpretation" or found.spans[0] == span


@given(st.text(max_size=400))
def test_sentences_cover_all_but_white_space_in_order(text: str) -> None:
    cut = sentences(text)
    assert [s.index for s in cut] == list(range(len(cut)))
    assert all(text[s.start : s.end] == s.text for s in cut)
    edges = [0, *(edge for s in cut for edge in (s.start, s.end)), len(text)]
    assert edges == sorted(edges)
    gaps = [text[edges[n] : edges[n + 1]] for n in range(0, len(edges), 2)]
    assert "".join(gaps).strip() == ""


def test_sentences_end_neither_at_abbreviations_nor_at_decimal_points() -> None:
    text = (
        "E. coli (e.g. O157) grew 1.5 times faster vs. controls, i.e. more (Fig. 2). ResultsOf 9 "
        "mice, 3 died (P = .03)! CONCLUSIONS: It grows."
    )
    assert [s.text for s in sentences(text)] == [
        "E. coli (e.g. O157) grew 1.5 times faster vs. controls, i.e. more (Fig. 2).",
        "ResultsOf 9 mice, 3 died (P = .03)!",
        "CONCLUSIONS: It grows.",
    ]
    assert label(sentences(text)[2].text) == "CONCLUSIONS"


def test_a_frozen_excerpt_tells_whether_its_source_has_changed() -> None:
    sentence = sentences(TEA.abstract)[1]
    excerpt = freeze(TEA, sentence, "2026-01-02T03:04:05Z")
    assert (excerpt.start, excerpt.text) == (54, "Body weight did not change.")
    assert drift(excerpt, TEA) == "same"
    moved = TEA.model_copy(update={"abstract": "New. " + TEA.abstract})
    assert drift(excerpt, moved) == "moved"
    changed = TEA.model_copy(update={"abstract": "Body weight did change."})
    assert drift(excerpt, changed) == "changed"
    assert drift(excerpt, None) == "gone"
    with pytest.raises(LiteratureError, match="cut its abstract again"):
        freeze(changed, sentence, "2026-01-02T03:04:05Z")
