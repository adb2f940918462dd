"""What can be done with an evidence store years later: opened, exported, decided again."""

import hashlib
import json
import sqlite3
from pathlib import Path

import pytest

from coffee import Coffee
from simulrag.simulators.errors import EvidenceError
from simulrag.simulators.interface import Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_claims
from simulrag.verifier.claims import Verdict
from simulrag.verifier.evidence import EvidenceStore, StoredRun, StoredVerdict
from simulrag.verifier.evidence_database import SCHEMA_VERSION
from simulrag.verifier.exporting import METADATA, RUNS, VERDICTS, export
from simulrag.verifier.recomputing import recompute
from stone import fall, made, verdict

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
