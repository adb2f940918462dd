"""Sentences of an explanation against what they cite: quotes, numbers and judgements."""

from typing import Any

import pytest

from simulrag.verifier.literature.attribution import Citable, Explained, attributed
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.readings import Source, Use
from simulrag.verifier.literature.witnesses import SimulationWitness

TRIAL = Document(
    id="trial", year=2006,
    abstract="Of 1,204 women, 12.5% had fractures on 45 mg, three times fewer (P=0·02). "
    "IL-6 was lower.",
)  # fmt: skip
OTHER = Document(id="other", abstract="Vitamin K halved fractures in 25 871 men.")
RUN = SimulationWitness(
    id="verdict-1", verdict="supported", score=0.9, said="supported: 4.55 is above 2",
    run_ids=("run-1",), values=(4.5512, 2050.0),
)  # fmt: skip
QUOTE = "12.5% had fractures on 45 mg, three times fewer (P=0·02)"


def explained(*given: object, uses: Use = "counted") -> tuple[list[Explained], list[str]]:
    documents = {one.id: one for one in (TRIAL, OTHER)}
    sources = {
        name: Source(number=n, id=name, citation=name, use=uses)
        for n, name in enumerate(documents, start=1)
    }
    simulations = {name: RUN for name in (RUN.id, *RUN.run_ids)}
    faults: list[str] = []
    citable = Citable(sources=sources, documents=documents, simulations=simulations)
    return list(attributed(given, citable, faults)), faults


def one(text: str, *cites: dict[str, Any], uses: Use = "counted") -> Explained:
    return explained({"text": text, "cites": list(cites)}, uses=uses)[0][0]


def cite(judgement: str = "entails", quote: str = QUOTE, source: str = "trial") -> dict[str, Any]:
    return {"source": source, "quote": quote, "judgement": judgement}


def test_a_sentence_whose_source_is_judged_to_entail_it_is_attributed_with_its_place():
    found = one("In 2006, 12.5% on 45 mg broke a bone.", cite())
    (cited,) = found.cites
    assert (found.mark, found.faults, cited.number) == ("attributed", (), 1)
    assert TRIAL.abstract[cited.start : cited.end] == QUOTE


@pytest.mark.parametrize(
    ("judgements", "mark"),
    [
        (["not judged"], "not_judged"),
        (["neither"], "doubtful"),
        (["entails", "contradicts"], "doubtful"),
        (["entails", "neither"], "attributed"),
        (["entails", "entails"], "composed"),
        (["neither", "not judged"], "not_judged"),
        ([], "interpretation"),
    ],
)
def test_the_mark_is_that_of_the_judgements(judgements, mark):
    pairs = [(QUOTE, "trial"), (OTHER.abstract, "other")]
    cites = [cite(word, *pair) for word, pair in zip(judgements, pairs, strict=False)]
    assert one("Fewer women broke a bone.", *cites).mark == mark


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("It was 3 times fewer, P = 0.02, IL-6 aside.", ()),
        ("It was 13% on 45 mg.", ("13",)),
        ("Of 1204 women 4 fell.", ("1204", "4")),
    ],
)
def test_each_number_stands_in_a_quote_or_the_sentence_is_doubtful(text, missing):
    found = one(text, cite())
    assert (found.mark == "doubtful") == bool(missing)
    assert found.faults == (
        (f"{', '.join(missing)} stands in no quote and in no run that it cites",) if missing else ()
    )


def test_thousands_may_be_parted_by_spaces_in_a_source():
    quote = {"source": "other", "quote": OTHER.abstract, "judgement": "entails"}
    assert one("Of 25,871 men half broke a bone.", quote).mark == "attributed"
    assert one("Of 25,817 men half broke a bone.", quote).mark == "doubtful"


@pytest.mark.parametrize("name", ["verdict-1", "run-1"])
def test_a_simulation_is_cited_like_a_source_and_its_values_may_be_rounded(name):
    found = one("By 2050 it is 4.6 °C.", {"source": name, "judgement": "entails"})
    assert (found.mark, found.cites[0].text) == ("attributed", RUN.said)
    assert one("By 2050 it is 4.7 °C.", {"source": name, "judgement": "entails"}).mark == "doubtful"


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (cite(quote="no woman broke any bone"), "stands nowhere"),
        (cite(quote="5% had fractures"), "stands nowhere"),
        (cite(quote="had fractures on 4"), "stands nowhere"),
        (cite(source="absent"), "no such source; there are trial, other"),
        ({"source": "run-1", "quote": "refuted: 1"}, "does not say this"),
    ],
)
def test_a_cite_that_fails_is_kept_with_the_reason_and_the_good_one_stands(given, told):
    found = one("Fewer women broke a bone.", given, cite())
    assert found.mark == "attributed"
    assert told in found.cites[0].fault
    assert one("Fewer women broke a bone.", given).mark == "doubtful"


@pytest.mark.parametrize("use", ["no_evidence", "retracted", "irrelevant", "unread"])
def test_sources_that_give_no_evidence_support_nothing(use):
    found = one("Fewer women broke a bone.", cite(), uses=use)
    assert found.mark == "doubtful"
    assert use.replace("_", " ") in found.cites[0].fault


def test_bad_entries_are_named_and_what_holds_of_them_is_kept():
    found, faults = explained(
        7,
        {"text": ""},
        {"text": "Fewer.", "cites": ["trial", {**cite(), "judgement": "yes"}], "mood": "glad"},
    )
    (kept,) = found
    assert (kept.mark, kept.cites[0].judgement) == ("not_judged", "not judged")
    assert len(faults) == 3
    assert len(kept.faults) == 2
