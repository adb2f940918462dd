"""Answers of the loop and of its baselines: asked for once, and scored by formulas."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from simulrag.client.session import run
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.runs import Runs
from studies.whole_answers import __main__ as study
from studies.whole_answers.scoring import Score, table

LET = {"A": 'climate.temperature(place="Nairobi", year=1990)'}
SAYS = "The average temperature of Nairobi in 1990 was {} °C."
HOT, RIGHT, CAUSE = SAYS.format("30.0"), SAYS.format("18.0"), "Nairobi lies high."


@pytest.fixture
def cassettes(tmp_path: Path, registry: Registry) -> Path:
    folder = tmp_path / "cassettes"
    folder.mkdir()
    with EvidenceStore(folder / "one.sqlite") as store:
        runs = Runs(registry, store)
        runs.make(Evaluator(runs).calls(parse("A.temperature", LET).root))
    (folder / "one.sqlite.gz").write_bytes(gzip.compress((folder / "one.sqlite").read_bytes()))
    plan = {"let": [{"name": "A", "part": LET["A"]}],
            "formulas": [{"formula": "A.temperature", "assume": []}]}  # fmt: skip
    held = {"question": "How warm was Nairobi in 1990?", "draft": [{"answer": HOT}],
            "answer": f"{RIGHT} [climate-0123456789ab]", "plan": [plan]}  # fmt: skip
    (folder / "one.json").write_text(json.dumps(held), "utf-8")
    return folder


def test_what_is_missing_is_asked_for_and_replies_are_kept_and_scored(
    cassettes: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, asked = tmp_path / "kept", tmp_path / "asked"
    kept.mkdir()
    monkeypatch.setattr(study, "REPLIES", kept)

    def request(stage: str) -> Any:
        (told,) = run(lambda: study.measured(cassettes, asked))[1][-1:]
        assert "nobody has answered one." in told
        return json.loads((asked / "requests" / f"one.{stage}.json").read_text("utf-8"))

    def reply(stage: str, content: object) -> None:
        (asked / "replies" / f"one.{stage}.json").write_text(json.dumps(content), "utf-8")

    assert "18.01" in request("input")["prompt"]
    assert HOT in request("output")["prompt"]
    reply("input", {"answer": RIGHT})
    reply("output", {"answer": CAUSE})
    prompt = request("claims")["prompt"]
    assert "climate-0123456789ab" not in prompt
    answers = json.loads(prompt.split("```json\n")[1].split("\n```")[0])["answers"]
    listed = [{"id": one["id"], "claims": [one["text"]]} for one in answers]
    reply("claims", {"answers": listed})
    prompt = request("formulas1")["prompt"]
    data = json.loads(prompt.rpartition("```json\n")[2].split("\n```")[0])
    formulas = {HOT: "A.temperature == 30.0", RIGHT: "A.temperature == 18.0", CAUSE: ""}
    written = [{"claim": one["id"], "formula": formulas[one["text"]], "assume": [], "context": [],
                "why": "" if formulas[one["text"]] else "a cause"}
               for one in data["to_read"]]  # fmt: skip
    let = [{"name": "A", "part": LET["A"]}]
    reply("formulas1", {"let": let, "formulas": written, "support": []})
    total, missing = run(lambda: study.measured(cassettes, asked))
    assert missing == []
    assert total["model alone"] == Score(claims=1, false=1, asked=1, spoken=1)
    assert total["the loop"] == Score(claims=1, true=1, asked=1, spoken=1, right=1)
    assert total["draft edited by runs"] == Score(claims=1, asked=1)
    assert "| the loop | 1 | 1 | 0 | 0 | 100 % | 1 | 1 | 1 |" in table(total)
    assert run(lambda: study.measured(cassettes, None)) == (total, [])
