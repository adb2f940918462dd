"""A kept verdict against its sources as they are now."""

from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from server.small_corpus import CLAIM, FILLER, PAPERS, paper, written
from simulrag.verifier.literature.command import app
from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.weighing import weigh

WOMEN, MEN = PAPERS[0], PAPERS[1]


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    with Corpus(written(tmp_path), create=False) as corpus:
        verdict = weigh(CLAIM, corpus)
    (tmp_path / "verdict.json").write_text(verdict.model_dump_json())
    return tmp_path


def compared(folder: Path, *more: str, file: str = "verdict.json") -> Result:
    given = ["--compare", str(folder / file), "--corpus", str(folder / "abstracts.db"), *more]
    return CliRunner().invoke(app, given)


def test_excerpts_of_sources_that_did_not_change_stand(kept: Path) -> None:
    done = compared(kept)
    assert done.exit_code == 0
    assert "same" in done.output
    assert "changed" not in done.output


def test_what_was_moved_changed_or_withdrawn_since_is_told(kept: Path) -> None:
    other = paper("trial-men", "A trial of vitamin K in men", "Nothing was found \x1b[31m.")
    moved = WOMEN.model_copy(
        update={"abstract": f"{FILLER} {FILLER} {WOMEN.abstract}", "retracted": True}
    )
    with Corpus(kept / "abstracts.db", create=False) as corpus:
        corpus.add([other, moved])
    done = compared(kept)
    assert done.exit_code == 1
    assert "[1] stands elsewhere in the abstract: “Vitamin K supplements reduced" in done.output
    assert "stands in the abstract no more: “In men, vitamin K supplements" in done.output
    assert "has been retracted since" in done.output
    assert "\x1b" not in done.output


def test_a_source_that_is_no_longer_there_is_gone(kept: Path, tmp_path: Path) -> None:
    (tmp_path / "abstracts.db").unlink()
    written(tmp_path, (MEN,))
    done = compared(kept)
    assert done.exit_code == 1
    assert "the corpus has its source no more" in done.output


def test_what_is_no_verdict_is_refused(kept: Path) -> None:
    (kept / "other.json").write_text('{"claim": "x"}')
    for more, file, said in (
        ([], "other.json", "no verdict"),
        ([], "absent.json", "cannot be read"),
        ([CLAIM], "verdict.json", "no claim"),
    ):
        done = compared(kept, *more, file=file)
        assert done.exit_code == 2
        assert said in done.output
