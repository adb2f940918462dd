"""Two simulators on one claim: each decides by itself, and the verdict says whether both agree."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from client.read_page import read
from coffee import Coffee
from server.conversation import call, data, said, tools
from simulrag.client import simulating
from simulrag.client.cli import app
from simulrag.server import app as server_app
from simulrag.server.app import build_server
from simulrag.simulators.interface import Call, Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import FormulaClaim, Verdict
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.exporting import export_verdict
from simulrag.verifier.formulas.verification import Verifier
from simulrag.verifier.recomputing import recompute
from verifier.formulas.gauge import Gauge

TEXT = "The temperature of the coffee in a ceramic mug after 10 minutes, poured at 90 °C, is {}."
MUG = '{}.cooling(cup="ceramic mug", initial_temperature=90, minutes=10).temperature'
NEAR, FAR = MUG.format("thermos"), MUG.format("iced")


class Beside(Coffee):
    """A coffee of another simulator, by so much warmer than the first."""

    warmer: float

    def run(self, call: Call) -> Run:
        made = super().run(call)
        found = made.outputs["temperature"]
        warmed = found.model_copy(update={"value": found.value + self.warmer})
        return made.model_copy(update={"outputs": {**made.outputs, "temperature": warmed}})


class Thermos(Beside):
    name, warmer = "thermos", 0.2


class Iced(Beside):
    name, warmer = "iced", -20.0


TOYS = Registry([Coffee(), Thermos(), Iced(), Gauge()])


def claim(limit: str, formula: str, witness: str, **more: Any) -> FormulaClaim:
    """A claim that the coffee of a formula, and that of its witness, keep to a limit in words."""
    return FormulaClaim(
        text=TEXT.format(limit.replace(">", "above").replace("== ", "") + " °C"),
        formula=f"{MUG.format(formula)} {limit}",
        witness=f"{MUG.format(witness)} {limit}",
        **more,
    )


def decided(one: FormulaClaim, store: EvidenceStore) -> Verdict:
    return Verifier(TOYS, store).verdict(one)


@pytest.mark.parametrize(
    ("limit", "witness", "verdict", "agreement"),
    [
        ("> 60", "thermos", "supported", "agrees"),
        ("> 60", "iced", "supported", "disagrees"),
        ("> 80", "iced", "refuted", "agrees"),
    ],
)
def test_the_verdict_is_that_of_the_formula_and_the_witness_stands_beside_it(
    limit: str, witness: str, verdict: str, agreement: str, store: EvidenceStore
) -> None:
    found = decided(claim(limit, "coffee", witness), store)
    assert (found.verdict, found.witness.agreement) == (verdict, agreement)
    assert found.witness.formula == f"{MUG.format(witness)} {limit}"
    assert [one.partition("-")[0] for one in found.all_run_ids] == ["coffee", witness]
    alone = decided(claim(limit, "coffee", "coffee").model_copy(update={"witness": ""}), store)
    assert found.model_copy(update={"witness": None}) == alone


def test_a_witness_that_cannot_decide_says_so_by_its_own_reason(store: EvidenceStore) -> None:
    silent = claim("> 60", "coffee", "thermos").model_copy(update={"witness": f"{NEAR} > 50"})
    found = decided(silent, store)
    assert found.verdict == "supported"
    assert (found.witness.verdict, found.witness.agreement) == ("unread", "cannot tell")
    assert "50" in found.witness.derivation


def test_a_formula_that_is_sent_back_costs_its_witness_nothing(store: EvidenceStore) -> None:
    slipped = claim("> 60", "coffee", "thermos").model_copy(update={"formula": "coffee.cooling("})
    found = decided(slipped, store)
    assert found.verdict == "unread"
    assert (found.witness.verdict, found.witness.agreement) == ("supported", "cannot tell")


def test_a_simulator_is_no_second_witness_of_itself_and_is_refused_by_name(
    store: EvidenceStore,
) -> None:
    found = decided(claim("> 60", "coffee", "coffee"), store)
    assert found.verdict == "supported"
    assert found.witness.problem.reason == "same_witness"
    assert "both run coffee" in found.witness.problem.message
    assert found.all_run_ids == found.run_ids


def test_names_of_let_serve_either_formula(store: EvidenceStore) -> None:
    one = FormulaClaim(
        text=TEXT.format("above 60 °C"),
        formula="A > 60",
        witness="B > 60",
        let={"A": MUG.format("coffee"), "B": FAR},
    )
    found = decided(one, store)
    assert (found.verdict, found.witness.verdict) == ("supported", "refuted")


def test_an_assumption_that_only_one_of_both_takes_is_left_to_it(store: EvidenceStore) -> None:
    one = FormulaClaim(
        text="The level of the river Ann is above 0 m.",
        formula='gauge.gauge(river="Ann").level > 0',
        witness=f"{MUG.format('coffee')} > 0",
        assume={"rain": 100, "cup": "ceramic mug", "initial_temperature": 90, "minutes": 10},
    )
    found = decided(one, store)
    assert found.assume == {"rain": 100}
    assert set(found.witness.assume) == {"cup", "initial_temperature", "minutes"}


def test_a_reply_names_both_in_text_and_data(store: EvidenceStore) -> None:
    server = build_server(TOYS, store)
    given = claim("== 65.0", "coffee", "iced").model_dump()
    result = call(server, "verify_claims", claims=[given])
    (found,) = data(result)["claims"]
    assert found["witness"]["agreement"] == "agrees"
    assert found["witness"]["verdict"] == found["verdict"] == "refuted"
    assert {"text", "let", "updated"} & set(found["witness"]) == set()
    assert {run["id"].partition("-")[0] for run in data(result)["runs"]} == {"coffee", "iced"}
    assert "Beside it, the witness iced agrees (refuted)" in said(result)
    assert f"(run {found['witness']['run_ids'][0]})" in said(result)
    schema = tools(server)["verify_claims"].input_schema["properties"]["claims"]["items"]
    assert "witness" in schema["properties"]


def test_a_witness_without_a_formula_is_no_claim(store: EvidenceStore) -> None:
    server = build_server(TOYS, store)
    given = {"text": TEXT.format("above 60 °C"), "witness": f"{NEAR} > 60"}
    (found,) = data(call(server, "verify_claims", claims=[given]))["claims"]
    assert found["verdict"] == "unread"


def test_merged_claims_keep_their_witness(store: EvidenceStore) -> None:
    server = build_server(TOYS, store)
    given = claim("> 60", "coffee", "thermos").model_dump()
    merged = call(server, "merge_claims", answers=[[given], [given]])
    assert [one["witness"] for one in data(merged)["claims"]] == [f"{NEAR} > 60"]


def test_a_witness_is_stored_exported_and_found_by_its_run(
    store: EvidenceStore, tmp_path: Path
) -> None:
    verifier = Verifier(TOYS, store)
    verifier.save(verifier.verify([claim("> 60", "coffee", "iced")]))
    (key,) = store.verdict_ids()
    stored = store.verdict(key)
    (of_witness,) = stored.verdict.witness.run_ids
    assert list(store.verdicts_by_id(of_witness)) == [key]
    assert store.unlinked() == []
    assert recompute(stored, store, TOYS).same
    export_verdict(store, key, TOYS, tmp_path / "crate")
    runs = (tmp_path / "crate" / "runs.jsonl").read_text("utf-8")
    assert of_witness in runs
    graph = json.loads((tmp_path / "crate" / "provenance.jsonld").read_text("utf-8"))["@graph"]
    assert graph[0]["simulrag:witness"]["simulrag:agreement"] == "disagrees"


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """What the command line prints, and its page, of a claim with a witness."""
    monkeypatch.setattr(simulating, "installed", lambda: TOYS)
    monkeypatch.setattr(server_app, "installed", lambda: TOYS)
    file, page = tmp_path / "claims.jsonl", tmp_path / "page.html"
    file.write_text(claim("> 60", "coffee", "iced").model_dump_json() + "\n", "utf-8")
    done = CliRunner().invoke(app, ["check", "--claims", str(file), "--report", str(page)])
    assert done.exit_code == 0, done.output
    return done.stdout, read(page.read_text("utf-8"))


def test_the_command_line_and_its_page_show_both(told: Any) -> None:
    printed, page = told
    assert f"the witness iced disagrees (refuted): {FAR} > 60" in printed
    assert "simulated 51.9" in printed
    assert "the witness iced disagrees (refuted)" in page.text
