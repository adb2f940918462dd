"""A claim weighed against a corpus, through the call and through the command."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from simulrag.verifier.literature.attribution import resolves
from simulrag.verifier.literature.command import app
from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.errors import LiteratureError
from simulrag.verifier.literature.grades import Grade
from simulrag.verifier.literature.local_labels import LocalLabel
from simulrag.verifier.literature.rendering import lines
from simulrag.verifier.literature.weighing import LiteratureVerdict, Steps, weigh

CLAIM = "Vitamin K supplements reduce hip fractures."
FILLER = "The study was approved by a committee and everyone gave consent in writing before it."


def paper(name: str, finding: str, **fields: object) -> Document:
    return Document(id=name, abstract=f"{FILLER} {finding} {FILLER}", **fields)  # type: ignore[arg-type]


PAPERS = [
    paper("for", "Vitamin K supplements reduced hip fractures in women.", citations=900),
    paper("also", "In men, vitamin K supplements reduced hip fractures.", citations=50),
    paper("against", "Vitamin K supplements increased hip fractures in mice.", citations=3),
    paper(
        "withdrawn",
        "Vitamin K supplements abolished hip fractures.",
        retracted=True,
        citations=5000,
    ),
    paper("rain", "Rain fell on the hills."),
    Document(id="title only", abstract="Vitamin K supplements and hip fractures."),
]


GRADES = {
    "for": Grade.TRUE, "also": Grade.SOMEWHAT_TRUE, "against": Grade.MOSTLY_FALSE,
    "withdrawn": Grade.FALSE, "rain": Grade.NO_EVIDENCE, "title only": Grade.NO_EVIDENCE,
}  # fmt: skip


@pytest.fixture
def corpus() -> Corpus:
    made = Corpus(None)
    made.add(PAPERS)
    return made


def test_each_step_is_shown_and_every_quotation_stands_in_its_abstract(corpus: Corpus) -> None:
    found = weigh(CLAIM, corpus)
    assert found.opposition.opposing == "Vitamin K supplements increase hip fractures."
    uses = {one.takeaway.document.id: one.use for one in found.assessments}
    assert uses["for"] == uses["also"] == uses["against"] == "counted"
    assert uses["withdrawn"] == "retracted"
    assert uses["title only"] == "dropped"
    quoted = [s for s in found.explanation.sentences if s.mark == "quoted"]
    assert len(quoted) == 3
    assert all(resolves(span, PAPERS) for sentence in quoted for span in sentence.spans)
    for one in found.assessments:
        for excerpt in one.excerpts:
            abstract = one.takeaway.document.abstract
            assert abstract[excerpt.start : excerpt.end] == excerpt.text


def test_a_retracted_paper_counts_for_nothing_however_often_it_is_cited(corpus: Corpus) -> None:
    without = Corpus(None)
    without.add(p for p in PAPERS if p.id != "withdrawn")
    # Labels are set, since how rare words are differs between the two corpora.
    steps = Steps(label=lambda _, one: LocalLabel(grade=GRADES[one.document.id], explanation=""))
    there = weigh(CLAIM, corpus, steps=steps).verdict
    assert there.weighted.sources == 3
    assert there == weigh(CLAIM, without, steps=steps).verdict
    assert any("retracted" in line for line in lines(weigh(CLAIM, corpus)))


def test_weighted_and_unweighted_averages_equal_a_hand_calculation(corpus: Corpus) -> None:
    steps = Steps(
        label=lambda _, one: LocalLabel(
            grade=GRADES[one.document.id], explanation="set", by="model"
        ),
        by="a scripted model",
    )
    found = weigh(CLAIM, corpus, steps=steps).verdict
    # (100 + 33 - 66) / 3; percentiles of 900, 50, 3: 5/6, 1/2, 1/6:
    # (5/6 * 100 + 1/2 * 33 - 1/6 * 66) / (3/2) = 533/9.
    assert (str(found.unweighted.average), found.unweighted.label) == (
        "67/3", "Generally controversial",
    )  # fmt: skip
    assert (str(found.weighted.average), found.weighted.label) == (
        "533/9", "Disputed but leaning towards supported",
    )  # fmt: skip


def test_what_the_claim_leaves_open_comes_back_as_a_missing_condition(corpus: Corpus) -> None:
    (problem,) = weigh(CLAIM, corpus).open_conditions
    assert (problem.reason, problem.parameter) == ("missing_condition", "population")
    assert set(problem.candidates) == {"women", "men", "mice"}
    stated = weigh("Vitamin K supplements reduce hip fractures in women.", corpus)
    assert stated.open_conditions == ()


def test_the_share_that_only_the_opposing_claim_found_is_counted() -> None:
    with Corpus(None) as corpus:
        corpus.add(
            [
                paper("up", "Warmth increases yield greatly and again increases it."),
                paper("down", "Warmth decreases yield greatly and again decreases it."),
            ]
        )
        found = weigh("Warmth increases yield.", corpus, abstracts=1).retrieved
        assert [hit.document.id for hit in found.hits] == ["up", "down"]
        assert [hit.by_claim for hit in found.hits] == [True, False]
        assert (found.only_by_opposition, found.added) == (1, 0.5)


def test_an_empty_corpus_gives_no_evidence_and_no_label() -> None:
    with Corpus(None) as corpus:
        found = weigh(CLAIM, corpus)
    assert (found.assessments, found.verdict.weighted.label) == ((), None)
    assert found.explanation.sentences[0].mark == "interpretation"
    assert lines(found)[0].startswith("No evidence found")


def test_a_verdict_comes_back_from_json_as_it_was(corpus: Corpus) -> None:
    found = weigh(CLAIM, corpus)
    assert LiteratureVerdict.model_validate_json(found.model_dump_json()) == found


@pytest.mark.parametrize("abstracts", [0, -1, 101])
def test_a_number_of_abstracts_out_of_range_is_refused(corpus: Corpus, abstracts: int) -> None:
    with pytest.raises(LiteratureError, match="1 to 100"):
        weigh(CLAIM, corpus, abstracts=abstracts)


def write(tmp_path: Path) -> Path:
    path = tmp_path / "papers.jsonl"
    path.write_text(
        "".join(
            json.dumps({"doc_id": p.id, "abstract": p.abstract, "retracted": p.retracted,
                        "citations": p.citations}) + "\n"
            for p in PAPERS
        )
    )  # fmt: skip
    return path


def test_the_command_imports_and_prints_a_verdict_with_numbered_citations(tmp_path: Path) -> None:
    path, corpus = write(tmp_path), tmp_path / "c.db"
    done = CliRunner().invoke(app, [CLAIM, "--corpus", str(corpus), "--add", str(path)])
    assert done.exit_code == 0
    assert "6 added, 0 updated" in done.output
    assert "“Vitamin K supplements reduced hip fractures in women.” [1: 86-139]" in done.output
    assert "By rules" in done.output
    again = CliRunner().invoke(app, [CLAIM, "--corpus", str(corpus), "--json"])
    found = json.loads(again.output)
    assert found["claim"] == CLAIM
    assert found["verdict"]["weighted"]["label"]
    assert -1 <= found["verdict"]["weighted"]["score"] <= 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([CLAIM], "--corpus"),
        ([CLAIM, "--corpus", "absent.db"], "no corpus"),
        (["--corpus", "absent.db"], "nothing to do"),
        ([CLAIM, "--corpus", "new.db", "--add", "absent.jsonl"], "cannot be read"),
    ],
)
def test_the_command_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 2
    assert said in done.output
