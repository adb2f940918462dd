"""The paper's tables 3 to 7: by domain, beside a model on the loopback interface, and by people."""

import json
import re
from collections.abc import Generator
from math import exp, log
from pathlib import Path
from typing import Any, NamedTuple

import anyio
import pytest
from typer.testing import CliRunner

from client.messages_api import KEY, MessagesApi
from server.small_corpus import CLAIM, PAPERS
from simulrag.client.errors import OddReply
from simulrag.client.language_models.metered import Limits, Metered
from simulrag.client.language_models.protocol import LanguageModel, Reply, Request
from simulrag.client.language_models.usage import Usage
from simulrag.verifier.literature.labelled import LabelledClaim
from studies.literature.__main__ import app
from studies.literature.bleu import bleu
from studies.literature.model import Asked, ask_all
from studies.literature.paper import NOT_MEASURED, told
from studies.literature.people import people_tables
from studies.literature.sheets import QUESTIONS, read_sheet

AGAINST = "Vitamin K supplements increase hip fractures."
KNOWN = [one for one in PAPERS if not one.retracted]
SAID = "Vitamin K supplements reduced hip fractures in women."


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two claims of two domains: the evidence supports the one and refutes the other."""
    path = tmp_path_factory.mktemp("claims")
    documents = [
        {"doc_id": one.id, "title": one.title, "abstract": [one.abstract]} for one in KNOWN
    ]
    claims = [
        {"id": 1, "claim": CLAIM, "evidence": evidence("SUPPORT"), "domain": "Nutrition"},
        {"id": 2, "claim": AGAINST, "evidence": evidence("REFUTE"), "domain": "Myths"},
    ]
    for name, rows in (("corpus", documents), ("claims", claims)):
        (path / f"{name}.jsonl").write_text("\n".join(json.dumps(row) for row in rows))
    return path


def evidence(label: str) -> dict[str, list[dict[str, Any]]]:
    return {"trial-women": [{"sentences": [0], "label": label}]}


def scripted(_: str, data: dict[str, Any]) -> dict[str, Any]:
    """Reply to each step: readings by the word of direction, verdicts by the claim's."""
    if "abstract" in data:
        same = ("reduce" in data["claim"]) == ("increased" not in data["abstract"][1]["text"])
        grade = "True" if same else "False"
        return {"sentences": [1], "grade": grade, "qualifies": False, "explanation": "So."}
    if "sources" in data:
        pair = {"source": "trial-women", "sentence": 1}
        return {"sentences": [{"text": SAID, "support": [pair]}]}
    if "verdicts" in data:
        over = "abstracts" in data
        text = SAID if over else "Vitamin K is good for bones."
        return {"label": "Generally supported" if over else "Generally refuted",
                "explanation": text}  # fmt: skip
    return {"opposing": AGAINST if "reduce" in data["claim"] else CLAIM}


def measured(folder: Path, *more: str) -> dict[str, Any]:
    done = CliRunner().invoke(app, [str(folder), "--json", *more])
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


class Run(NamedTuple):
    """What the command found with a model and a sheet, and what the model was sent."""

    found: dict[str, Any]
    sheet: Path
    prompts: list[str]


@pytest.fixture(scope="module")
def run(folder: Path) -> Generator[Run]:
    with MessagesApi(scripted) as api, pytest.MonkeyPatch.context() as patch:
        patch.setenv("ANTHROPIC_BASE_URL", api.url)
        patch.setenv("ANTHROPIC_API_KEY", KEY)
        sheet = folder / "sheet.csv"
        found = measured(folder, "--model", "claude", "--sheet", str(sheet))
        assert api.refused == []
        yield Run(found, sheet, [json.dumps(sent["messages"]) for _, sent in api.accepted])


class Scripted:
    """The same replies without HTTP; the first `failing` requests get prose."""

    name, model, spent = "scripted", "scripted", Usage()

    def __init__(self, failing: int = 0) -> None:
        self.failing = failing

    async def complete(self, request: Request) -> Reply:
        self.failing -= 1
        if self.failing >= 0:
            raise OddReply("prose")
        found = re.search(r"```json\n(.*?)\n```", request.prompt, re.DOTALL)
        assert found
        return Reply(content=scripted("", json.loads(found.group(1))), usage=Usage(calls=1))

    async def close(self) -> None:
        pass


def asked(model: LanguageModel) -> list[Asked]:
    claims = [
        LabelledClaim(id=n, claim=text, evidence={}, sentences={})
        for n, text in enumerate((CLAIM, AGAINST))
    ]
    return anyio.run(ask_all, claims, KNOWN, model)


def test_people_and_components_that_were_not_measured_are_said_so(run: Run) -> None:
    tables = run.found["paper"]
    assert list(tables) == ["table 3", "table 4", "model", "table 5", "table 6", "table 7"]
    for name in ("table 3", "table 4", "table 6"):
        assert list(tables[name]["rows"]) == [
            "Nutrition", "Myths", "Average", "the paper's average"
        ]  # fmt: skip
    preferred = tables["table 3"]["rows"]["Average"]
    assert preferred["explanation: ours"] == preferred["attribution: ours"] == NOT_MEASURED
    assert preferred["traced by code"] == 1.0
    weighted = {name: row["Weighted"] for name, row in tables["table 4"]["rows"].items()}
    assert weighted == {
        "Nutrition": 1.0, "Myths": 1.0, "Average": 1.0, "the paper's average": 0.84
    }  # fmt: skip
    found = tables["table 5"]["rows"]
    assert found["Takeaway"]["Accuracy"] == found["Local label"]["Accuracy"] == 1.0
    assert found["Local label"]["measured on"].endswith("that were given one, 1.0")
    assert found["Local explanation"]["Accuracy"] == NOT_MEASURED
    assert found["Verdict label"]["the paper's"] == 0.84
    shares = tables["table 7"]["rows"]["share"]
    # Of four abstracts none is dropped: the one on rain is not found at all.
    assert set(shares.values()) == {"-NA-"}


def test_without_a_model_nothing_is_filled_in(folder: Path) -> None:
    done = CliRunner().invoke(app, [str(folder)], env={"COLUMNS": "200"})
    told_of = " ".join(done.output.split())
    for part in ("Table 3: explanations preferred", "Table 6: documents that only", "Myths",
                 NOT_MEASURED, "needs --model"):  # fmt: skip
        assert part in told_of


def test_a_model_is_compared_by_label_and_bleu_and_does_the_steps(run: Run) -> None:
    assert run.found["model"] == {
        "claims asked": 2, "pipeline measured": 2, "over abstracts measured": 2,
        "alone measured": 2, "not measured": {},
    }  # fmt: skip
    rows = run.found["paper, steps by the model"]["model"]["rows"]
    # Trials for, mice against: a mean of +0.33, which lies on the labelled side.
    assert rows["Nutrition"]["claims"] == rows["Myths"]["claims"] == 1
    assert rows["Nutrition"]["over abstracts: BLEU"] == 1.0
    assert 0 < rows["Nutrition"]["alone: BLEU"] < 0.2
    assert rows["Average"]["over abstracts: same label"] == 0.0
    assert rows["Nutrition"]["over abstracts: labelled side"] == 1.0
    assert rows["Average"]["over abstracts: labelled side"] == 0.5
    assert rows["Myths"]["alone: labelled side"] == 1.0
    steps = run.found["paper, steps by the model"]["table 3"]["rows"]["Average"]
    assert steps["traced by code"] == 1.0


def test_the_model_over_abstracts_is_given_them_all_and_the_model_alone_none(run: Run) -> None:
    judging = [text for text in run.prompts if "verdicts" in text]
    over = [text for text in judging if "abstracts" in text and "in women" in text]
    assert (len(judging), len(over)) == (4, 2)
    assert all("in mice" in text and "In men" in text for text in over)


def test_a_limit_leaves_claims_unmeasured_and_says_so() -> None:
    first, second = asked(Metered(Scripted(), limits=Limits(calls=6)))
    assert first.pipeline
    assert first.raw
    assert first.alone is None
    assert "--max-calls 6 is reached" in first.why[0]
    assert (second.pipeline, second.raw, second.alone) == (None, None, None)
    assert "limit" in second.why[0]


def test_a_step_that_fails_leaves_its_claim_unmeasured() -> None:
    first, second = asked(Scripted(failing=1))
    assert first.pipeline is None
    assert "opposing claim by rules" in first.why[0]
    assert second.pipeline
    told_of = told([first, second])
    assert (told_of["claims asked"], told_of["pipeline measured"]) == (2, 1)


def test_a_cost_limit_without_prices_and_an_unknown_model_are_refused(folder: Path) -> None:
    for more, said in (
        (["--model", "claude", "--max-cost", "1"], "prices"),
        (["--model", "nobody"], "unknown"),
    ):
        done = CliRunner().invoke(app, [str(folder), *more])
        assert done.exit_code == 2
        assert said in done.output


def test_bleu_equals_a_calculation_by_hand() -> None:
    text, reference = "the cat sat on the mat", "the cat sat on a mat today"
    # Of 6, 5, 4 and 3 n-grams the reference has 5, 3, 2 and 1; it is one word longer.
    by_hand = exp(1 - 7 / 6) * exp((log(5 / 6) + log(3 / 5) + log(2 / 4) + log(1 / 3)) / 4)
    assert bleu(text, reference) == pytest.approx(by_hand, abs=1e-6)
    assert bleu(reference, reference) == pytest.approx(1.0)
    assert bleu("", reference) == 0.0


def test_what_two_people_agree_on_becomes_the_papers_tables() -> None:
    first = [answers("Myths", "yes", "weighted", "ours"), answers("Covid", "no", "either", "ours")]
    second = [
        answers("Myths", "yes", "either", "ours"),
        answers("Covid", "yes", "neither", "other"),
    ]
    first[1]["error"] = second[1]["error"] = "parsing"
    tables = people_tables(first, second)
    assert tables["table 3"].rows["Myths"]["attribution: ours"] == 1.0
    assert tables["table 3"].rows["Average"]["attribution: ours"] == 0.5
    assert tables["table 3"].rows["Covid"]["explanation: ours"] == 0.0
    assert tables["table 4"].rows["Average"]["Weighted"] == 0.5
    assert tables["table 4"].rows["Myths"]["Unweighted"] == 0.0
    assert tables["table 5"].rows["Takeaway"]["Accuracy"] == 0.5
    assert tables["table 5"].rows["Local label"]["Accuracy"] == NOT_MEASURED
    assert tables["table 7"].rows["share"] == {"Retrieval": 0.0, "Inference": 0.0, "Parsing": 1.0}


def answers(domain: str, yes: str, label: str, richer: str) -> dict[str, str]:
    given = {"supported": yes, "interpretable": "yes", "label": label, "richer": richer}
    return {"number": "1", "domain": domain, **dict.fromkeys(QUESTIONS, ""), **given,
            "takeaways": yes}  # fmt: skip


def test_a_sheet_carries_domain_readings_and_the_other_explanation(run: Run) -> None:
    text = run.sheet.read_text("utf-8")
    assert "Vitamin K is good for bones." in text
    assert "by rules: the takeaway" in text
    assert [row["domain"] for row in read_sheet(run.sheet)] == ["Nutrition", "Myths"]
