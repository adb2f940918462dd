"""Drafts of a model through the method: read, merged, verified, labelled; and the command."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from simulrag.evaluation.commands import app
from simulrag.evaluation.drafts import Bench, read_drafts
from simulrag.evaluation.experiment.preparing import Given, Made, asked, label_after, prepare
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore

QUESTION = "What is the average temperature in Nairobi in 2050 under ssp585?"
RUN = 'climate.temperature(place="Nairobi", year=2050, scenario="ssp585")'
HOT = "The average temperature in Nairobi in 2050 under ssp585 is about 50.0 °C."
WARM = "The average temperature in Nairobi in 2050 under ssp585 is above 10 °C."
CAUSE = "Nairobi stays mild because it lies high."
GOLD = {HOT: "A.temperature == about(50.0)", WARM: "A.temperature > 10", CAUSE: ""}


def claim(text: str, confidence: float = 0.5) -> dict[str, Any]:
    formula = GOLD[text]
    label = "outside" if not formula else "false" if text == HOT else "true"
    held = {"formula": formula, "let": {"A": RUN}} if formula else {"why": "a cause"}
    return {"text": text, "confidence": confidence, "label": label, "strict": label, **held}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    said = [[HOT, WARM, CAUSE], [WARM], [WARM, CAUSE]]
    rows = [
        {
            "id": "climate-item-1",
            "question": QUESTION,
            "draft": n,
            "claims": list(map(claim, d)),
        }
        for n, d in enumerate(said, start=1)
    ]
    path = tmp_path / "drafts"
    path.mkdir()
    (path / "drafts.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    return path


def prepared(folder: Path, registry: Registry, given: Given | None = None) -> Made:
    with EvidenceStore() as store:
        (one,) = asked(read_drafts(folder))
        return prepare(one, registry, store, given or Given())


def test_claims_are_merged_verified_and_labelled_by_a_formula_that_the_method_does_not_see(
    folder: Path, registry: Registry
) -> None:
    made = prepared(folder, registry)
    by_text = {one.claim.text: one for one in made.question.claims}
    assert {text: one.claim.support for text, one in by_text.items()} == {
        HOT: (0,), WARM: (0, 1, 2), CAUSE: (0, 2),
    }  # fmt: skip
    hot = by_text[HOT]
    assert (hot.verdict, hot.before, hot.after) == ("refuted", False, True)
    assert hot.updated != HOT
    assert (by_text[WARM].verdict, by_text[WARM].before) == ("supported", True)
    assert (by_text[CAUSE].bound == "inside", by_text[CAUSE].before) == (False, None)
    assert (made.read, made.wrong) == (4, 0)


def test_a_wrong_label_is_seen_where_the_verdict_contradicts_it(
    folder: Path, registry: Registry
) -> None:
    path = folder / "drafts.jsonl"
    path.write_text(path.read_text("utf-8").replace("A.temperature > 10", "A.temperature < 10"))
    made = prepared(folder, registry)
    assert made.wrong == 1


@pytest.mark.parametrize(("entailed_by", "support"), [((2,), (0, 1, 2)), ((), (0, 2))])
def test_what_a_model_judges_of_a_draft_and_a_claim_is_listed_and_its_judgement_taken(
    folder: Path, registry: Registry, tmp_path: Path,
    entailed_by: tuple[int, ...], support: tuple[int, ...],
) -> None:  # fmt: skip
    listed = {one.claim: one for one in prepared(folder, registry).to_judge}[CAUSE]
    assert (listed.drafts, listed.entailed_by) == ((2,), None)
    file = tmp_path / "judged.jsonl"
    file.write_text(listed.model_copy(update={"entailed_by": entailed_by}).model_dump_json())
    made = prepared(folder, registry, Given.of(file, None))
    assert {c.claim.text: c.claim.support for c in made.question.claims}[CAUSE] == support


def test_formulas_that_a_model_wrote_take_the_place_of_the_reader(
    folder: Path, registry: Registry, tmp_path: Path
) -> None:
    row = {"question": QUESTION, "text": WARM, "formula": f"{RUN}.temperature > 10"}
    file = tmp_path / "formulas.jsonl"
    file.write_text(json.dumps(row), "utf-8")
    made = prepared(folder, registry, Given.of(None, file))
    verdicts = {one.claim.text: one.verdict for one in made.question.claims}
    assert verdicts == {HOT: "outside", WARM: "supported", CAUSE: "outside"}


def test_a_rewritten_claim_is_true_only_with_the_right_result(
    folder: Path, registry: Registry, store: EvidenceStore
) -> None:
    hot = next(one for one in read_drafts(folder) if one.text == HOT)
    bench = Bench.of(registry, store)
    assert label_after(hot, HOT, bench) is False
    assert label_after(hot, HOT.replace("50.0", "60.0"), bench) is False
    assert label_after(hot, "It is hot.", bench) is None


def test_the_command_writes_tables_and_figures_and_the_report_holds_them(
    folder: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    words = ["experiment", str(folder), "--out", str(out), "--draws", "10", "--processes", "1"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert "climate, 15 % verified" in done.output
    tables = {path.stem for path in (out / "tables").glob("*.csv")}
    assert {"gain", "table_1", "table_3", "estimators", "conformal", "boundary"} <= tables
    figures = {path.stem for path in (out / "figures").glob("*.svg")}
    assert figures == {"figure_4", "figure_5", "figure_6", "figure_7"}
    assert CAUSE in (out / "to_judge.jsonl").read_text("utf-8")
    done = CliRunner().invoke(app, ["report", str(out)])
    assert done.exit_code == 0, done.output
    page = (out / "report.html").read_text("utf-8")
    assert "Table 3" in page
    assert 'src="http' not in page


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ([], "drafts"),
        (["nowhere"], "nowhere"),
        (["drafts", "--judgements", "nothing.jsonl"], "nothing.jsonl"),
    ],
)
def test_what_cannot_be_measured_is_refused_by_name(
    words: list[str], named: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert folder.exists()
    done = CliRunner().invoke(app, ["experiment", *words])
    assert done.exit_code == 2
    assert named in done.output


def test_a_folder_without_results_has_no_report(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["report", str(tmp_path)])
    assert done.exit_code == 2
    assert "results.json" in done.output
