"""Formulas that a language model wrote of sentences without seeing their labels.

It wrote each once from the handbook, and mended once what the server sent back. The labels, made
by hand from other sources than the simulators, lie in the project's shared data.
"""

import json
from collections import Counter
from pathlib import Path

import pytest

from data_at_hand import DATA, needs
from simulrag.verifier.claims import FormulaClaim
from simulrag.verifier.formulas.verification import Verifier

WRITTEN = Path(__file__).with_name("sentences.jsonl")
LABELS = DATA / "benchmark"
pytestmark = needs(LABELS)


def labels() -> dict[str, str]:
    """Return the label of each sentence by its id."""
    lines = (LABELS / "sentences.jsonl").read_text("utf-8").splitlines()
    found = {held["id"]: held["label"] for held in map(json.loads, lines)}
    for path in sorted(LABELS.glob("report_*.labels.json")):
        report = path.name.removesuffix(".labels.json")
        for number, held in enumerate(json.loads(path.read_text("utf-8"))):
            found[f"{report}:{number}"] = held["label"]
    return found


@pytest.mark.slow
def test_no_sentence_is_decided_the_wrong_way_round_and_most_are_decided(registry, store):
    known = labels()
    verifier = Verifier(registry, store)
    found: Counter[tuple[str, str]] = Counter()
    for held in map(json.loads, WRITTEN.read_text("utf-8").splitlines()):
        if held["formula"] is None:
            found[known[held["id"]], "left out"] += 1
            continue
        fields = {name: held[name] for name in FormulaClaim.model_fields if name in held}
        found[known[held["id"]], verifier.verdict(FormulaClaim(**fields)).verdict] += 1
    assert found["supported", "refuted"] == found["refuted", "supported"] == 0
    assert found["outside", "left out"] == sum(
        n for (label, _), n in found.items() if label == "outside"
    )
    decidable = sum(n for (label, _), n in found.items() if label != "outside")
    right = found["supported", "supported"] + found["refuted", "refuted"]
    assert right >= 0.87 * decidable
