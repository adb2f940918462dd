"""Exports an evidence store: JSON Lines, and an RO-Crate that says what they are.

RO-Crate 1.1 (w3id.org/ro/crate/1.1): a folder with `ro-crate-metadata.json`, which describes the
files beside it and the simulators that made the runs in them. How a verdict came about is told in
the words of W3C PROV (PROV-O as JSON-LD): the claim with its formula and the runs are what it was
made from, the simulations and the verification what was done, simulators and simulrag who did it.
"""

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from pydantic import JsonValue

from simulrag.simulators.errors import EvidenceError
from simulrag.simulators.interface import Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore, Refused, StoredRun, StoredVerdict
from simulrag.verifier.replay_scripts import can_be_decided_again, script, verdict_script

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


_PROV: JsonValue = {
    "prov": "http://www.w3.org/ns/prov#",
    "schema": "https://schema.org/",
    "simulrag": "urn:simulrag:",
}
_CLAIM, _VERIFICATION, _VERIFIER = "#claim", "#verification", "#simulrag"


def provenance(verdict_id: str, stored: StoredVerdict, runs: Sequence[StoredRun]) -> str:
    """Return the provenance of a stored verdict as a JSON-LD document."""
    made = [node for one in runs for node in _of_run(one)]
    graph: list[JsonValue] = [
        _verdict(verdict_id, stored),
        _claim(stored),
        _verification(stored),
        {"@id": _VERIFIER, "@type": "prov:SoftwareAgent", "schema:name": "simulrag",
         "schema:softwareVersion": version("simulrag")},
        *{str(node["@id"]): node for node in made}.values(),
    ]  # fmt: skip
    document: _Entity = {"@context": _PROV, "@graph": graph}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _links(ids: Sequence[str]) -> JsonValue:
    return [{"@id": one} for one in ids]


def _verdict(verdict_id: str, stored: StoredVerdict) -> _Entity:
    verdict = stored.verdict
    node: _Entity = {
        "@id": f"#{verdict_id}",
        "@type": "prov:Entity",
        "prov:value": verdict.verdict,
        "simulrag:derivation": verdict.derivation,
        "simulrag:against": verdict.against,
        "prov:wasGeneratedBy": {"@id": _VERIFICATION},
        "prov:wasDerivedFrom": _links([_CLAIM, *(f"#{one}" for one in verdict.run_ids)]),
    }
    if verdict.witness is None:
        return node
    told: _Entity = {
        "@type": "prov:Entity",
        "prov:value": verdict.witness.verdict,
        "simulrag:formula": verdict.witness.formula,
        "simulrag:agreement": verdict.witness.agreement,
        "simulrag:derivation": verdict.witness.derivation,
        "prov:wasDerivedFrom": _links([f"#{one}" for one in verdict.witness.run_ids]),
    }
    return {**node, "simulrag:witness": told}


def _claim(stored: StoredVerdict) -> _Entity:
    verdict = stored.verdict
    node: _Entity = {"@id": _CLAIM, "@type": "prov:Entity", "prov:value": verdict.text}
    said: _Entity = {
        "formula": verdict.formula,
        "let": dict(verdict.let),
        "assume": dict(verdict.assume),
        "context": list(verdict.context),
        "language": verdict.language,
        "question": stored.question,
    }
    return {**node, **{f"simulrag:{name}": value for name, value in said.items() if value}}


def _verification(stored: StoredVerdict) -> _Entity:
    used = _links([_CLAIM, *(f"#{one}" for one in stored.verdict.all_run_ids)])
    node: _Entity = {
        "@id": _VERIFICATION,
        "@type": "prov:Activity",
        "prov:used": used,
        "prov:wasAssociatedWith": {"@id": _VERIFIER},
    }
    return {**node, "prov:endedAtTime": stored.made} if stored.made else node


def _of_run(stored: StoredRun) -> Sequence[_Entity]:
    """Return a run, the simulation that made it and the simulator that ran it."""
    run = stored.run
    simulator, simulation = f"#{run.call.simulator}-{run.version}", f"#{run.id}-call"
    activity: _Entity = {
        "@id": simulation,
        "@type": "prov:Activity",
        "simulrag:function": run.call.function,
        "simulrag:arguments": dict(run.call.arguments),
        "simulrag:seed": run.call.seed,
        "prov:wasAssociatedWith": {"@id": simulator},
    }
    if stored.made:
        activity["prov:endedAtTime"] = stored.made
    return (
        {"@id": f"#{run.id}", "@type": "prov:Entity", "prov:wasGeneratedBy": {"@id": simulation}},
        activity,
        {"@id": simulator, "@type": "prov:SoftwareAgent", "schema:name": run.call.simulator,
         "schema:softwareVersion": run.version},
    )  # fmt: skip
