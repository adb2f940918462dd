"""Exports an evidence store: JSON Lines, and an RO-Crate that says what they are.

RO-Crate 1.1 (w3id.org/ro/crate/1.1): a folder with `ro-crate-metadata.json`, which describes the
files beside it and the simulators that made the runs in them.
"""

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from pydantic import JsonValue

from simulrag.simulators.errors import EvidenceError
from simulrag.simulators.interface import Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore, Refused, StoredRun, StoredVerdict
from simulrag.verifier.provenance import provenance
from simulrag.verifier.run_script import script
from simulrag.verifier.verdict_script import can_be_decided_again, verdict_script

RUNS, VERDICTS, METADATA = "runs.jsonl", "verdicts.jsonl", "ro-crate-metadata.json"
SCRIPT, VERDICT_SCRIPT, PROVENANCE = "run.py", "verdict.py", "provenance.jsonld"
_CONTEXT = "https://w3id.org/ro/crate/1.1/context"
_PROFILE = "https://w3id.org/ro/crate/1.1"
_FORMS = {".jsonl": "application/jsonl", ".jsonld": "application/ld+json"}
_Entity = dict[str, JsonValue]


def export(store: EvidenceStore, folder: Path) -> tuple[Path, ...]:
    """Write runs, verdicts and metadata into an empty or new folder; return the files.

    A line of `runs.jsonl` is {"made", "run", "members"}, one of `verdicts.jsonl` {"made",
    "question", "verdict"}; the fields are those of `StoredRun` and `StoredVerdict`. A record that
    the store refuses is left out. Raises EvidenceError where the folder holds something or cannot
    be written.
    """
    sound = [one for one in store.records() if not isinstance(one, Refused)]
    return _written(sound, {}, folder)


def export_run(
    store: EvidenceStore, run: Run, registry: Registry, folder: Path
) -> tuple[Path, ...]:
    """Write one run as `export` writes all: with the verdicts that used it and their other runs.

    A run that can be made again has a script beside it that does so. Raises EvidenceError, also for
    one of them that was altered.
    """
    records = list(store.records())
    verdicts = [
        r for r in records if isinstance(r, StoredVerdict) and run.id in r.verdict.all_run_ids
    ]
    wanted = {run.id, *(run_id for r in verdicts for run_id in r.verdict.all_run_ids)}
    runs = _runs(records, wanted)
    again = run.source != "recorded" and run.call.simulator in registry.names()
    scripts = {SCRIPT: script(run, registry.function(run.call))} if again else {}
    return _written([*runs, *verdicts], scripts, folder)


def export_verdict(
    store: EvidenceStore, verdict_id: str, registry: Registry, folder: Path
) -> tuple[Path, ...]:
    """Write one verdict with the runs that it rests on, and how it came about (W3C PROV).

    A verdict on a formula has a script beside it that decides it again. Raises EvidenceError.
    """
    stored = store.verdict(verdict_id)
    if stored is None:
        raise EvidenceError(f"verdict {verdict_id!r} is not in the evidence store")
    runs = _runs(store.records(), set(stored.verdict.all_run_ids))
    files = {PROVENANCE: provenance(verdict_id, stored, runs)}
    own = [one.run for one in runs if one.run.id in stored.verdict.run_ids]
    if can_be_decided_again(stored, own, registry):
        files[VERDICT_SCRIPT] = verdict_script(verdict_id, stored, own)
    return _written([*runs, stored], files, folder)


def _runs(
    records: Iterable[StoredRun | StoredVerdict | Refused], wanted: Collection[str]
) -> list[StoredRun]:
    """Return the runs of some ids. Raises EvidenceError where one of them is refused."""
    found: list[StoredRun] = []
    for one in records:
        if isinstance(one, Refused) and one.name in wanted:
            raise EvidenceError(one.why)
        if isinstance(one, StoredRun) and one.run.id in wanted:
            found.append(one)
    return found


def _written(
    records: Sequence[StoredRun | StoredVerdict], scripts: Mapping[str, str], folder: Path
) -> tuple[Path, ...]:
    runs = [record for record in records if isinstance(record, StoredRun)]
    verdicts = [record for record in records if isinstance(record, StoredVerdict)]
    texts = {RUNS: _lines(runs), VERDICTS: _lines(verdicts), **scripts}
    texts[METADATA] = json.dumps(_metadata(runs, texts), ensure_ascii=False, indent=2) + "\n"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise EvidenceError(f"{folder} holds files already; give a new or an empty folder")
        for name, text in texts.items():
            (folder / name).write_text(text, "utf-8")
    except OSError as error:
        raise EvidenceError(f"{folder} cannot be written: {error}") from error
    return tuple(folder / name for name in texts)


def _lines(records: Iterable[StoredRun | StoredVerdict]) -> str:
    return "".join(f"{record.model_dump_json()}\n" for record in records)


def _metadata(runs: Iterable[StoredRun], texts: Mapping[str, str]) -> _Entity:
    now = datetime.now(UTC).isoformat(timespec="seconds")
    made_by = sorted({(r.run.call.simulator, r.run.version) for r in runs})
    applications: list[JsonValue] = [_application(name, version) for name, version in made_by]
    files: list[JsonValue] = [_file(name, text) for name, text in texts.items()]
    descriptor: _Entity = {
        "@id": METADATA,
        "@type": "CreativeWork",
        "conformsTo": {"@id": _PROFILE},
        "about": {"@id": "./"},
    }
    root: _Entity = {
        "@id": "./",
        "@type": "Dataset",
        "name": "SimulRAG evidence",
        "description": "Simulation runs, and the verdicts on claims that they decided.",
        "datePublished": now,
        "license": {"@id": "#licence"},
        "hasPart": [{"@id": name} for name in texts],
        "mentions": [{"@id": _application_id(name, version)} for name, version in made_by],
    }
    licence: _Entity = {
        "@id": "#licence",
        "@type": "CreativeWork",
        "name": "Licences of the simulators' data",
        "description": "Outputs rest on the data named in each simulator's SOURCES.md.",
    }
    return {"@context": _CONTEXT, "@graph": [descriptor, root, licence, *files, *applications]}


def _file(name: str, text: str) -> _Entity:
    body = text.encode()
    code = name.endswith(".py")
    form = "text/x-python" if code else _FORMS[Path(name).suffix]
    return {
        "@id": name,
        "@type": ["File", "SoftwareSourceCode"] if code else "File",
        "name": name,
        "encodingFormat": form,
        "contentSize": str(len(body)),
        "sha256": hashlib.sha256(body).hexdigest(),
    }


def _application_id(name: str, version: str) -> str:
    return f"#{name}-{version}"


def _application(name: str, version: str) -> _Entity:
    return {
        "@id": _application_id(name, version),
        "@type": "SoftwareApplication",
        "name": f"SimulRAG simulator {name}",
        "softwareVersion": version,
    }
