"""`simulrag export` writes a stored run as a script that gives the same digits, and as a crate."""

import ast
import json
import subprocess
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from coffee import Coffee
from python_process import python
from simulrag.simulators.arguments import validate
from simulrag.simulators.interface import Call, Label, Quantity, Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Verdict
from simulrag.verifier.evidence import EvidenceStore, default_path
from simulrag.verifier.export_command import app
from simulrag.verifier.exporting import export_run
from simulrag.verifier.replay_scripts import script

CALLS = {
    "climate": ("temperature", {"place": "Nairobi", "year": 2090, "scenario": "ssp245"}),
    "epidemiology": ("admissions", {"states": ["Ohio"], "reported_season": "2023-24"}),
}


def stored(simulator: str, registry: Registry, seed: int = 0) -> Run:
    """Return a run that is kept in the user's own store."""
    function, arguments = CALLS[simulator]
    call = Call(simulator=simulator, function=function, arguments=arguments, seed=seed)
    with EvidenceStore(default_path()) as store:
        return store.run(call, registry)


def export(*words: str | Path) -> Result:
    return CliRunner().invoke(app, [str(word) for word in words])


def execute(text: str) -> subprocess.CompletedProcess[str]:
    """Run a script as somebody would who was handed it, and nothing else."""
    return python("-", input=text, check=False)


@pytest.mark.parametrize("simulator", CALLS)
def test_the_script_of_a_run_makes_it_again_to_the_last_bit(registry, simulator):
    run = stored(simulator, registry)
    done = execute(export(run.id).output)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{run.id}: every bit is the same as stored" in done.stdout
    printed = dict(line.split(": ", 1) for line in done.stdout.splitlines())
    for name, value in run.outputs.items():
        if isinstance(value, Quantity):
            assert float(printed[name].split()[0]) == pytest.approx(value.value, abs=0.5)
        else:
            assert printed[name] == value.value


@pytest.mark.slow
def test_the_script_repeats_random_draws_by_their_seed(registry):
    arguments = dict(registry.simulator("epidemiology").functions[0].example)
    call = Call(simulator="epidemiology", function="season", arguments=arguments, seed=7)
    with EvidenceStore(default_path()) as store:
        run = store.run(call, registry)
    text = export(run.id).output
    assert "every bit is the same" in execute(text).stdout
    other = execute(text.replace("seed=7", "seed=8"))
    assert other.returncode == 1
    assert "not the same as the stored run" in other.stderr


def test_the_script_ends_with_1_and_names_the_output_that_differs(registry):
    run = stored("climate", registry)
    value = run.outputs["temperature"]
    done = execute(export(run.id).output.replace(repr(value.value), repr(value.value + 0.01)))
    assert done.returncode == 1
    assert f"temperature is {value.value:.2f}" in done.stderr
    assert f"stored is {value.value + 0.01:.2f}" in done.stderr


def test_nothing_in_a_run_becomes_code_of_the_script():
    hostile = "\"\"\"\nimport os\n{BUILD}\n'''\\"
    function = Coffee().functions[0]
    arguments = validate(function, dict(function.example))
    plain = Coffee().run(Call(simulator="coffee", function=function.name, arguments=arguments))
    run = plain.model_copy(
        update={
            "call": plain.call.model_copy(update={"arguments": {"cup": hostile}}),
            "build": hostile,
            "outputs": {hostile: Label(value=hostile)},
        }
    )
    tree, harmless = (ast.parse(script(one, function)) for one in (run, plain))
    assert imports(tree) == imports(harmless)
    assert [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant)].count(hostile) == 4


def imports(tree: ast.AST) -> list[str]:
    found = (n for n in ast.walk(tree) if isinstance(n, ast.Import | ast.ImportFrom))
    return [ast.unparse(node) for node in found]


def test_a_recorded_run_has_no_script_and_says_so(registry):
    run = stored("climate", registry)
    recorded = run.model_copy(update={"version": "recorded-1", "source": "recorded"})
    recorded = recorded.model_copy(update={"id": recorded.call.run_id(recorded.version)})
    with EvidenceStore(default_path()) as store:
        store.add(recorded)
    done = export(recorded.id)
    assert done.exit_code == 2
    assert "was recorded elsewhere" in done.output
    assert json.loads(export(recorded.id, "--format", "json").output)["id"] == recorded.id


def test_a_crate_of_one_run_is_closed_and_its_script_runs(tmp_path, registry):
    run = stored("climate", registry)
    unrelated = stored("epidemiology", registry)
    folder = tmp_path / "crate"
    done = export(run.id, "--format", "ro-crate", "--out", folder)
    assert done.exit_code == 0
    metadata = json.loads((folder / "ro-crate-metadata.json").read_text("utf-8"))
    (program,) = [entity for entity in metadata["@graph"] if entity["@id"] == "run.py"]
    assert "SoftwareSourceCode" in program["@type"]
    runs = (folder / "runs.jsonl").read_text("utf-8")
    assert run.id in runs
    assert unrelated.id not in runs
    assert execute((folder / "run.py").read_text("utf-8")).returncode == 0


def test_a_crate_holds_the_verdicts_of_its_run_and_their_other_runs(tmp_path, registry):
    first, second = stored("climate", registry), stored("climate", registry, seed=1)
    apart = stored("climate", registry, seed=2)
    verdict = Verdict(
        text="It is warm.",
        verdict="supported",
        derivation="",
        updated="It is warm.",
        run_ids=(first.id, second.id),
    )
    with EvidenceStore(default_path()) as store:
        store.save_verdicts([verdict], "Is it warm?")
        export_run(store, first, registry, tmp_path / "crate")
    lines = (tmp_path / "crate" / "runs.jsonl").read_text("utf-8").splitlines()
    assert {json.loads(line)["run"]["id"] for line in lines} == {first.id, second.id}
    assert apart.id not in {first.id, second.id}
    verdicts = (tmp_path / "crate" / "verdicts.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["question"] for line in verdicts] == ["Is it warm?"]


def test_bad_input_is_refused_with_what_would_do(tmp_path, registry):
    nothing = export("climate-000000000000")
    assert (nothing.exit_code, "there is no evidence store" in nothing.output) == (2, True)
    run = stored("climate", registry)
    unknown = export("climate-000000000000")
    assert unknown.exit_code == 2
    assert run.id in unknown.output
    there = tmp_path / "there.py"
    there.write_text("mine")
    assert "is there already" in export(run.id, "--out", there).output
    assert there.read_text() == "mine"
    assert "give a new one with --out" in export(run.id, "--format", "ro-crate").output
    assert export(run.id, "--out", tmp_path / "no" / "x.py").exit_code == 2
