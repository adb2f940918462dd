"""What a reader hands in: what holds is kept, what fails is named, and no entry costs another."""

from typing import Any

import pytest

from server.small_corpus import CLAIM, PAPERS
from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.readings import BATCH, Source, batches
from simulrag.verifier.literature.retrieval import Queries, retrieve
from simulrag.verifier.literature.weighing import Handover, Weighed, found_and_named, weigh

FINDING = {"sentence": 1, "quote": "Vitamin K supplements reduced hip fractures in women."}
WOMEN = {"source": "trial-women", "grade": "Mostly True", "quotes": [FINDING]}
MICE = {
    "source": "mice", "grade": "False",
    "quotes": [{"sentence": 1, "quote": "increased hip fractures in mice"}],
}  # fmt: skip


def weighed(*readings: object, explanation: tuple[object, ...] = (), **more: Any) -> Weighed:
    asked = Queries(claim=CLAIM)
    handed = Handover(readings=readings, explanation=explanation, **more)
    with Corpus(None) as corpus:
        corpus.add(PAPERS)
        return weigh(asked, found_and_named(corpus, asked, handed), handed)


def source(found: Weighed, name: str) -> Source:
    return next(one for one in found.sources if one.id == name)


def test_without_a_reader_there_is_no_verdict_but_the_best_sentences_with_their_places():
    found = weighed()
    assert found.headline.startswith("No verdict without a reader: 4 abstracts found")
    assert (found.label, found.literature.weighted.score) == (None, None)
    texts = {one.id: one.abstract for one in PAPERS}
    for one in found.sources:
        assert one.sentences
        for sentence in one.sentences:
            assert texts[one.id][sentence.start : sentence.end] == sentence.text


def test_grades_with_quotes_that_stand_make_the_averages():
    found = weighed(WOMEN, MICE, {"source": "trial-men", "grade": "No Evidence"})
    assert found.literature.unweighted.score == -0.17  # (66 - 100) / 2
    assert found.literature.unweighted_with_no_evidence.score == -0.1133  # over three
    assert found.label == found.literature.weighted.label
    assert weighed(WOMEN, {"source": "mice", "grade": "No Evidence"}, no_evidence=True).label == (
        "Disputed but leaning towards supported"  # citations 900 over 3: .66 * .75
    )
    (quote,) = source(found, "trial-women").quotes
    assert (quote.sentence, quote.start, quote.end, quote.fault) == (1, 86, 139, "")
    assert found.faults == ()


@pytest.mark.parametrize(
    ("quote", "told"),
    [
        ({"quote": "Vitamin  K\nsupplements reduced"}, ""),
        ({"sentence": 0, "quote": "supplements reduced hip"}, "stands in sentence 1, not in 0"),
        ({"sentence": 1, "quote": "supplements raised hip"}, "whole sentence stands for it"),
        ({"sentence": 1}, "no quote was given"),
        ({"sentence": 1, "quote": "Vitamin K", "page": 7}, "page"),
        ({"sentence": "two", "quote": "supplements reduced hip"}, "sentence"),
    ],
)
def test_a_quote_that_slips_is_named_and_the_grade_still_stands_on_a_sentence(quote, told):
    one = source(weighed({**WOMEN, "quotes": [quote]}), "trial-women")
    assert one.use == "counted"
    assert one.quotes[0].start is not None
    assert told in " ".join(one.faults)


@pytest.mark.parametrize(
    ("reading", "told"),
    [
        ({"quotes": [{"quote": "supplements doubled fractures"}]}, "nowhere in the abstract"),
        ({"quotes": [{"sentence": 9, "quote": "none of it"}]}, "sentences 0 to 2"),
        ({"quotes": [{"quote": "men. The study was"}]}, "nowhere"),
        ({"quotes": [{"quote": "in"}]}, "at least 2 words"),
        ({"quotes": []}, "lacks a quote"),
        ({"grade": "Perhaps"}, "Somewhat False"),
        ({"grade": None}, "lacks a grade"),
    ],
)
def test_a_grade_that_rests_on_nothing_does_not_count_and_is_kept_with_the_reason(reading, told):
    found = weighed({**WOMEN, "takeaway": "It helps.", **reading}, MICE)
    one = source(found, "trial-women")
    assert (one.use, one.takeaway) == ("unusable", "It helps.")
    assert told in " ".join((*one.faults, *found.faults))
    assert found.literature.weighted.score == -1


def test_bad_entries_are_named_and_cost_no_other():
    bad: list[object] = [
        "mice: True", {"grade": "True"}, {"source": "nice", "grade": "True"},
        {**WOMEN, "grade": "False"}, {"source": "trial-men", "colour": "red", "quotes": 7},
    ]  # fmt: skip
    found = weighed(WOMEN, *bad, MICE)
    assert found.literature.unweighted.score == -0.17
    told = "\n".join(found.faults)
    for part in ("[1]: it is no object", "[2].source: Field required", "'nice' was found", "kept"):
        assert part in told
    assert "colour" in told
    assert source(found, "trial-men").use == "unusable"


def test_a_retracted_an_irrelevant_and_a_qualifying_source_do_not_vote():
    men = {"quote": "vitamin K supplements reduced hip fractures"}
    found = weighed(
        WOMEN,
        {"source": "withdrawn", "grade": "True", "quotes": [{"sentence": 1}]},
        {"source": "mice", "grade": "False", "relevant": False},
        {"source": "trial-men", "grade": "False", "qualifies": True, "quotes": [men]},
    )
    uses = {one.id: one.use for one in found.sources}
    assert uses == {
        "trial-women": "counted", "withdrawn": "retracted", "mice": "irrelevant",
        "trial-men": "qualifies",
    }  # fmt: skip
    assert found.literature.weighted.score == 0.66
    assert any("do not vote" in remark for remark in found.remarks)


def test_a_source_that_only_a_reading_names_is_weighed_and_unread_ones_are_told():
    rain = {"source": "rain", "grade": "False", "quotes": [{"quote": "Rain fell on the hills."}]}
    found = weighed(WOMEN, rain)
    assert source(found, "rain").use == "counted"
    assert source(found, "rain").found_by == ()
    assert any(remark.startswith("not read: ") for remark in found.remarks)


def test_what_sources_state_differently_and_weak_agreement_are_told():
    weak = {**WOMEN, "grade": "Somewhat True", "population": "women"}
    other = {**MICE, "grade": "Somewhat True", "population": "mice"}
    found = weighed(weak, other)
    assert found.differ == {"population": ("women", "mice")}
    assert found.headline == "Generally controversial (weakly supported by all that counts)"
    assert any("Table 1" in remark for remark in found.remarks)


def test_sources_are_read_in_batches_of_bounded_length_without_retracted_ones():
    long = [
        PAPERS[0].model_copy(update={"id": f"p{n}", "title": "", "abstract": "Zinc helps. " * 300})
        for n in range(4)
    ]
    huge = PAPERS[0].model_copy(update={"id": "huge", "abstract": "Zinc helped rats. " * 900})
    with Corpus(None) as corpus:
        corpus.add([*long, huge, PAPERS[3]])
        found = retrieve(corpus, Queries(claim="zinc helps, vitamin abolished fractures"), 9)
    parts = batches(found)
    sizes = [sum(len(s.text) for one in part for s in one.sentences) for part in parts]
    assert max(sizes) <= BATCH
    assert {one.id for part in parts for one in part} == {"p0", "huge", "p1", "p2", "p3"}
