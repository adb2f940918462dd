"""A verdict as text for a terminal."""

from pathlib import Path

from typer.testing import CliRunner

from server.small_corpus import CLAIM, PAPERS, paper, written
from simulrag.verifier.literature.command import app
from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.rendering import lines, remarks
from simulrag.verifier.literature.weighing import LiteratureVerdict, weigh

STEERING = "\x1b]0;owned\x07\x9b31m\u202e"


def weighed(*documents: Document) -> LiteratureVerdict:
    with Corpus(None) as corpus:
        corpus.add(documents)
        return weigh(CLAIM, corpus)


def test_nothing_of_an_abstract_steers_the_terminal(tmp_path: Path) -> None:
    hostile = paper(
        "hostile", f"Title {STEERING}", f"Vitamin K supplements {STEERING}reduced hip fractures.",
        authors=(f"A. {STEERING}",),
    )  # fmt: skip
    path = written(tmp_path, (*PAPERS, hostile))
    done = CliRunner().invoke(app, [f"{CLAIM} {STEERING}", "--corpus", str(path)])
    assert done.exit_code == 0, done.output
    assert "hostile" in done.output
    assert not set(done.output) & set("\x1b\x07\x9b\u202e")
    refused = CliRunner().invoke(app, ["12 \x9b\x1b %", "--corpus", str(path)])
    assert refused.exit_code == 2
    assert "\x1b" not in refused.output


def test_weak_agreement_that_table_1_calls_controversial_is_told_from_dispute() -> None:
    weak = paper("weak", "Vitamin K", "Vitamin K supplements may matter to hip fractures.")
    found = weighed(weak)
    one = found.assessments[0].model_copy(
        update={
            "use": "counted",
            "label": found.assessments[0].label.model_copy(update={"grade": 33}),
        }
    )
    label = found.verdict.weighted.model_copy(update={"label": "Generally controversial"})
    verdict = found.model_copy(
        update={
            "assessments": (one,),
            "verdict": found.verdict.model_copy(update={"weighted": label}),
        }
    )
    assert any("lean for the claim" in remark for remark in remarks(verdict))
    told = lines(verdict)
    assert any("lean for the claim" in line for line in told)
    assert told[0].startswith("Generally controversial (weakly supported by all that counts): ")
    assert "weakly" not in lines(weighed(*PAPERS))[0]


def test_a_source_that_limits_the_claim_is_neither_for_nor_against_it() -> None:
    limit = paper("limit", "Vitamin K", "Vitamin K supplements reduced hip fractures only in men.")
    told = "\n".join(lines(weighed(limit, PAPERS[0])))
    assert "Limiting the claim to some condition, in men: 1 source." in told
    assert "For the claim, in women: 1 source." in told
    assert "Against the claim" not in told
