"""What can be done with an evidence store years later: opened, exported, decided again."""

import hashlib
import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from coffee import Coffee
from python_process import python
from simulrag.simulators.errors import EvidenceError
from simulrag.simulators.interface import Call, Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_claims
from simulrag.verifier.claims import FormulaClaim, Verdict
from simulrag.verifier.evidence import EvidenceStore, StoredRun, StoredVerdict
from simulrag.verifier.evidence_database import SCHEMA_VERSION
from simulrag.verifier.export_command import app as export_app
from simulrag.verifier.exporting import METADATA, RUNS, VERDICTS, export, export_verdict
from simulrag.verifier.formulas.verification import Verifier
from simulrag.verifier.older_arguments import todays_call
from simulrag.verifier.recompute_command import app as recompute_app
from simulrag.verifier.recomputing import recompute
from stone import fall, made, verdict
from verifier.formulas.gauge import Gauge

QUESTION = "How hot is the coffee in a ceramic mug poured at 90 °C after 10 minutes?"
CLAIMS = ["The coffee temperature is 71.9 °C.", "The coffee temperature is 60.0 °C."]
#: The tables as version 1 made them.
FIRST_FORMAT = """
CREATE TABLE runs (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, body TEXT NOT NULL);
CREATE TABLE verdicts (number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE,
    question TEXT NOT NULL, body TEXT NOT NULL);
CREATE TABLE verdict_runs (verdict INTEGER NOT NULL REFERENCES verdicts (number),
    run TEXT NOT NULL REFERENCES runs (id), PRIMARY KEY (run, verdict));
PRAGMA application_id = 0x53524147;
PRAGMA user_version = 1;
"""


@pytest.fixture
def filled(tmp_path: Path, coffee_registry: Registry) -> Path:
    """A store with a supported and a refuted verdict."""
    path = tmp_path / "coffee.sqlite"
    with EvidenceStore(path) as store:
        check_claims(CLAIMS, QUESTION, coffee_registry, store)
    return path


def verdicts_of(store: EvidenceStore) -> list[StoredVerdict]:
    return [record for record in store.records() if isinstance(record, StoredVerdict)]


def test_a_store_of_the_first_format_is_brought_up_to_date_with_all_it_holds(tmp_path):
    path = tmp_path / "old.sqlite"
    run = made(fall(20), "1", 2.0)
    with sqlite3.connect(path) as database:
        database.executescript(FIRST_FORMAT)
        database.execute(
            "INSERT INTO runs (id, body) VALUES (?, ?)", (run.id, run.model_dump_json())
        )
        database.execute(
            "INSERT INTO verdicts (key, question, body) VALUES ('k', 'How far?', ?)",
            (verdict(run.id).model_dump_json(),),
        )
        database.execute("INSERT INTO verdict_runs VALUES (1, ?)", (run.id,))
    database.close()
    for _ in range(2):
        with EvidenceStore(path) as store:
            assert store.get(run.id) == run
            assert [one.question for one in store.verdicts_by_id(run.id).values()] == ["How far?"]
            assert [record.made for record in store.records()] == ["", ""]
    with sqlite3.connect(path) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)
    database.close()


def test_a_run_that_was_tampered_with_is_found_out(filled, coffee_registry):
    with sqlite3.connect(filled) as database:
        (body,) = database.execute("SELECT body FROM runs").fetchone()
        run = Run.model_validate_json(body)
        temperature = run.outputs["temperature"].model_copy(update={"value": 60.0})
        other = run.model_copy(update={"outputs": {**run.outputs, "temperature": temperature}})
        database.execute("UPDATE runs SET body = ?", (other.model_dump_json(),))
    database.close()
    with EvidenceStore(filled) as store:
        again = [recompute(stored, store, coffee_registry) for stored in verdicts_of(store)]
    assert [(one.before, one.now) for one in again] == [
        ("supported", "unread"),
        ("refuted", "unread"),
    ]
    assert all(f"{run.id}' in the evidence store" in one.derivation for one in again)


def test_an_export_holds_every_record_and_describes_its_files(filled, tmp_path):
    folder = tmp_path / "crate"
    with EvidenceStore(filled) as store:
        files = export(store, folder)
        records = list(store.records())
    assert {file.name for file in files} == {RUNS, VERDICTS, METADATA}
    runs = [json.loads(line) for line in (folder / RUNS).read_text("utf-8").splitlines()]
    verdicts = [json.loads(line) for line in (folder / VERDICTS).read_text("utf-8").splitlines()]
    assert [Run.model_validate(r["run"]) for r in runs] == [
        record.run for record in records if isinstance(record, StoredRun)
    ]
    assert [Verdict.model_validate(v["verdict"]).text for v in verdicts] == CLAIMS
    assert {v["question"] for v in verdicts} == {QUESTION}
    graph = json.loads((folder / METADATA).read_text("utf-8"))
    assert graph["@context"] == "https://w3id.org/ro/crate/1.1/context"
    entities = {entity["@id"]: entity for entity in graph["@graph"]}
    assert entities[METADATA]["conformsTo"] == {"@id": "https://w3id.org/ro/crate/1.1"}
    assert entities[METADATA]["about"] == {"@id": "./"}
    root = entities["./"]
    assert {"name", "description", "datePublished", "license"} <= set(root)
    for part in root["hasPart"]:
        described = entities[part["@id"]]
        assert described["@type"] == "File"
        body = (folder / part["@id"]).read_bytes()
        assert described["sha256"] == hashlib.sha256(body).hexdigest()
    (maker,) = [e for e in graph["@graph"] if e["@type"] == "SoftwareApplication"]
    assert maker["softwareVersion"] == Coffee.version


def test_an_export_overwrites_nothing(filled, tmp_path):
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("mine", "utf-8")
    with EvidenceStore(filled) as store, pytest.raises(EvidenceError, match="full"):
        export(store, tmp_path / "full")
    assert [p.name for p in (tmp_path / "full").iterdir()] == ["mine.txt"]


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
    ran = python(script, timeout=300, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "the verdict is the same as stored" in ran.stdout
    script.write_text(script.read_text("utf-8").replace("'supported'", "'refuted'"), "utf-8")
    other = python(script, timeout=300, check=False)
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


TEXT = "schools closed from 1 January for 28 days"
SEASON = {
    "states": ["Vermont"],
    "start_date": "2022-10-01",
    "r0": 2.0,
    "seasonality": "none",
    "immunity": 30,
}


def old_call(*measures: str) -> Call:
    arguments = {**SEASON, "measures": [*measures]}
    return Call(simulator="epidemiology", function="intervention", arguments=arguments)


def test_measures_in_words_are_objects_with_the_days_of_their_season(registry):
    read = todays_call(old_call(TEXT, "50 % of 65+ vaccinated, efficacy 45 %"), registry)
    assert read.arguments["measures"] == [
        {"kind": "schools closed", "from": "2023-01-01", "weeks": 4.0},
        {"kind": "vaccinated", "share": 50.0, "ages": ["65+"], "efficacy": 45.0},
    ]
    assert todays_call(read, registry) == read


def test_what_is_not_understood_stays_and_is_refused_later(registry):
    assert todays_call(old_call("masks for all"), registry).arguments["measures"] == [
        "masks for all"
    ]


def test_a_stored_verdict_is_decided_again_on_a_run_with_measures_in_words(store, registry):
    call = old_call(TEXT)
    run = store.run(todays_call(call, registry), registry)
    value = run.outputs["averted"]
    call = call.model_copy(update={"arguments": {**run.call.arguments, "measures": [TEXT]}})
    old = run.model_copy(update={"call": call, "id": call.run_id(run.version)})
    store.add(old)
    formula = (
        'epidemiology.intervention(states=["Vermont"], start_date="2022-10-01", r0=2.0, '
        f'seasonality="none", immunity=30, measures=["{TEXT}"]).averted > {value.value - 1}'
    )
    verdict = Verifier(registry, store).verdict(FormulaClaim(text="It is so.", formula=formula))
    stored = verdict.model_copy(
        update={"run_ids": (old.id,), "against": "run", "verdict": "supported", "problem": None}
    )
    store.save_verdicts([stored], "Is it so?")
    (held,) = store.verdicts_by_id(old.id).values()
    again = recompute(held, store, registry)
    assert again.same, again.derivation
