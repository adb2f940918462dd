"""A stored verdict on a formula years later: decided again, exported as script and as crate."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from coffee import Coffee
from simulrag.simulators.interface import Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import FormulaClaim
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.export_command import app as export_app
from simulrag.verifier.exporting import export_verdict
from simulrag.verifier.formulas.verification import Verifier
from simulrag.verifier.recompute_command import app as recompute_app
from simulrag.verifier.recomputing import recompute
from verifier.formulas.gauge import Gauge

CLAIM = FormulaClaim(
    text="In 1990 Nairobi had 18.0 °C on average.",
    formula="A.temperature == about(18.0)",
    let={"A": 'climate.temperature(place="Nairobi", year=1990)'},
    context=("How warm was Nairobi?",),
)
MUG = 'coffee.cooling(cup="ceramic mug", initial_temperature=90, minutes=10).temperature'
HOT = FormulaClaim(
    text="The temperature of the coffee in a ceramic mug, poured at 90 °C, is 71.9 °C after 10 "
    "minutes.",
    formula=f"{MUG} == 71.9",
)
SOUGHT = FormulaClaim(
    text="The temperature of the coffee in a ceramic mug, poured at 90 °C, is 60 °C after about 17 "
    "minutes.",
    formula=f'solve({MUG}, 60, "minutes", 1, 60) == about(17)',
)
LEVEL = 'gauge.gauge(river="Ann", rain=10).level'
HIGH = FormulaClaim(
    text="With 10 mm of rain the level of the river Ann is above 1.1 m.", formula=f"{LEVEL} > 1.1"
)


class LaterCoffee(Coffee):
    version = "2099"


@pytest.fixture
def toys() -> Registry:
    return Registry([Coffee(), Gauge()])


def kept(store: EvidenceStore, registry: Registry, claim: FormulaClaim) -> tuple[str, Any]:
    """Verify and store a claim; return the id of its verdict and the verdict as it is stored."""
    verifier = Verifier(registry, store)
    verifier.save(verifier.verify([claim]), "Is it so?")
    (key,) = store.verdict_ids()
    stored = store.verdict(key)
    return key, stored


@pytest.mark.parametrize(
    ("claim", "word"), [(HOT, "supported"), (HIGH, "undecided"), (SOUGHT, "refuted")]
)
def test_a_formula_is_decided_again_on_its_stored_runs_and_no_other_is_made(
    store, toys, claim, word
):
    _, stored = kept(store, toys, claim)
    runs = store.run_ids()
    again = recompute(stored, store, toys)
    assert (again.before, again.now, again.same) == (word, word, True)
    assert (again.formula, again.changed) == (claim.formula, ())
    assert store.run_ids() == runs


def test_another_version_of_the_simulator_is_named_and_the_stored_run_decides(store, toys):
    _, stored = kept(store, toys, HOT)
    again = recompute(stored, store, Registry([LaterCoffee()]))
    assert again.same
    assert again.changed == (f"coffee {Coffee.version} -> 2099",)


def test_a_run_that_says_another_thing_today_no_longer_holds_the_verdict(store, toys):
    _, stored = kept(store, toys, HOT)
    (run_id,) = stored.verdict.run_ids
    run = store.get(run_id)
    other = EvidenceStore()
    other.add(_with_temperature(run, 60.0))
    again = recompute(stored, other, toys)
    assert (again.now, again.same) == ("refuted", False)


def _with_temperature(run: Run, value: float) -> Run:
    held = run.outputs["temperature"]
    changed = held.model_copy(update={"value": value})
    return run.model_copy(update={"outputs": {**run.outputs, "temperature": changed}})


def test_a_verdict_whose_simulator_or_run_is_gone_is_unread(store, toys):
    _, stored = kept(store, toys, HOT)
    assert recompute(stored, store, Registry([])).now == "unread"
    assert recompute(stored, EvidenceStore(), toys).now == "unread"


def test_a_verdict_of_another_version_of_the_language_says_so(store, toys):
    _, stored = kept(store, toys, HOT)
    older = stored.verdict.model_copy(update={"language": 99})
    again = recompute(stored.model_copy(update={"verdict": older}), store, toys)
    assert "language 99 -> 1" in again.changed


@pytest.fixture
def filed(tmp_path: Path, registry: Registry) -> tuple[Path, str]:
    """A store file with one verdict on a real simulator, and the verdict's id."""
    path = tmp_path / "evidence.sqlite"
    with EvidenceStore(path) as store:
        key, _ = kept(store, registry, CLAIM)
    return path, key


def run_command(app: Any, *arguments: object) -> Any:
    return CliRunner().invoke(app, [str(one) for one in arguments])


def test_the_command_decides_a_verdict_again(filed):
    path, key = filed
    done = run_command(recompute_app, key, "--evidence", path)
    assert done.exit_code == 0, done.output
    for words in (CLAIM.text, CLAIM.formula, "now: supported", "it still holds"):
        assert words in done.output
    unknown = run_command(recompute_app, "verdict-000000000000", "--evidence", path)
    assert unknown.exit_code == 2
    assert key in unknown.output
    assert run_command(recompute_app, key, "--evidence", path.parent / "no").exit_code == 2


def test_a_verdict_is_exported_as_a_script_that_decides_it_again(filed, tmp_path):
    path, key = filed
    script = tmp_path / "verdict.py"
    done = run_command(export_app, key, "--evidence", path, "--out", script)
    assert done.exit_code == 0, done.output
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=300)
    assert ran.returncode == 0, ran.stderr
    assert "the verdict is the same as stored" in ran.stdout
    script.write_text(script.read_text("utf-8").replace("'supported'", "'refuted'"), "utf-8")
    other = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=300)
    assert other.returncode == 1
    assert "was refuted when it was stored" in other.stderr


def test_a_crate_of_a_verdict_tells_where_it_came_from(filed, tmp_path, registry):
    path, key = filed
    folder = tmp_path / "crate"
    with EvidenceStore(path) as store:
        export_verdict(store, key, registry, folder)
        (run_id,) = store.run_ids()
    graph = json.loads((folder / "provenance.jsonld").read_text("utf-8"))["@graph"]
    nodes = {node["@id"]: node for node in graph}
    assert nodes["#claim"]["simulrag:formula"] == CLAIM.formula
    assert nodes["#claim"]["simulrag:let"] == dict(CLAIM.let)
    verdict = nodes[f"#{key}"]
    assert verdict["prov:value"] == "supported"
    assert {"@id": f"#{run_id}"} in verdict["prov:wasDerivedFrom"]
    simulation = nodes[nodes[f"#{run_id}"]["prov:wasGeneratedBy"]["@id"]]
    assert simulation["simulrag:arguments"]["place"] == "Nairobi"
    simulator = nodes[simulation["prov:wasAssociatedWith"]["@id"]]
    assert simulator["schema:softwareVersion"] == registry.simulator("climate").version
    named = {one["@id"] for node in graph for one in _links(node)}
    assert named <= set(nodes)
    metadata = json.loads((folder / "ro-crate-metadata.json").read_text("utf-8"))["@graph"]
    files = {one["@id"] for one in metadata if "File" in one["@type"]}
    assert files == {"runs.jsonl", "verdicts.jsonl", "verdict.py", "provenance.jsonld"}


def _links(node: dict[str, Any]) -> list[dict[str, str]]:
    held = [value for name, value in node.items() if name.startswith("prov:")]
    return [one for value in held for one in (value if isinstance(value, list) else [value])
            if isinstance(one, dict)]  # fmt: skip


def test_a_verdict_without_a_formula_has_no_script_and_says_so(store, toys, tmp_path):
    _, stored = kept(store, toys, HOT)
    path = tmp_path / "older.sqlite"
    with EvidenceStore(path) as opened:
        for run in filter(None, map(store.get, stored.verdict.run_ids)):
            opened.add(run)
        opened.save_verdicts([stored.verdict.model_copy(update={"formula": ""})], "")
        (key,) = opened.verdict_ids()
    done = run_command(export_app, key, "--evidence", path)
    assert done.exit_code == 2
    assert "has no formula" in done.output


def test_hostile_words_stay_text_in_a_script(store, toys):
    import ast

    from simulrag.verifier.replay_scripts import verdict_script

    hostile = "\"\"\"\nimport os\n{VERSION}\n'''\\"
    key, stored = kept(store, toys, HOT)
    changed = stored.verdict.model_copy(update={"text": hostile, "context": (hostile,)})
    runs = [run for one in stored.verdict.run_ids if (run := store.get(one))]
    text = verdict_script(key, stored.model_copy(update={"verdict": changed}), runs)
    tree = ast.parse(text)
    assert [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant)].count(hostile) == 2
    imported = [n for n in ast.walk(tree) if isinstance(n, ast.Import)]
    assert [alias.name for node in imported for alias in node.names] == ["sys"]
