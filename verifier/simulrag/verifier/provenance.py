"""How a verdict came about, in the words of W3C PROV (PROV-O as JSON-LD).

The claim with its formula and the runs are what it was made from; the simulations and the
verification are what was done; simulators and simulrag are who did it.
"""

import json
from collections.abc import Sequence
from importlib.metadata import version

from pydantic import JsonValue

from simulrag.verifier.evidence import StoredRun, StoredVerdict

_CONTEXT: JsonValue = {
    "prov": "http://www.w3.org/ns/prov#",
    "schema": "https://schema.org/",
    "simulrag": "urn:simulrag:",
}
_Node = dict[str, JsonValue]
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
    document: _Node = {"@context": _CONTEXT, "@graph": graph}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _links(ids: Sequence[str]) -> JsonValue:
    return [{"@id": one} for one in ids]


def _verdict(verdict_id: str, stored: StoredVerdict) -> _Node:
    verdict = stored.verdict
    node: _Node = {
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
    told: _Node = {
        "@type": "prov:Entity",
        "prov:value": verdict.witness.verdict,
        "simulrag:formula": verdict.witness.formula,
        "simulrag:agreement": verdict.witness.agreement,
        "simulrag:derivation": verdict.witness.derivation,
        "prov:wasDerivedFrom": _links([f"#{one}" for one in verdict.witness.run_ids]),
    }
    return {**node, "simulrag:witness": told}


def _claim(stored: StoredVerdict) -> _Node:
    verdict = stored.verdict
    node: _Node = {"@id": _CLAIM, "@type": "prov:Entity", "prov:value": verdict.text}
    said: _Node = {
        "formula": verdict.formula,
        "let": dict(verdict.let),
        "assume": dict(verdict.assume),
        "context": list(verdict.context),
        "language": verdict.language,
        "question": stored.question,
    }
    return {**node, **{f"simulrag:{name}": value for name, value in said.items() if value}}


def _verification(stored: StoredVerdict) -> _Node:
    used = _links([_CLAIM, *(f"#{one}" for one in stored.verdict.all_run_ids)])
    node: _Node = {
        "@id": _VERIFICATION,
        "@type": "prov:Activity",
        "prov:used": used,
        "prov:wasAssociatedWith": {"@id": _VERIFIER},
    }
    return {**node, "prov:endedAtTime": stored.made} if stored.made else node


def _of_run(stored: StoredRun) -> Sequence[_Node]:
    """Return a run, the simulation that made it and the simulator that ran it."""
    run = stored.run
    simulator, simulation = f"#{run.call.simulator}-{run.version}", f"#{run.id}-call"
    activity: _Node = {
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
