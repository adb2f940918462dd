"""A weighed claim as text for a terminal."""

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from simulrag.client.literature.weighing import Weighed
from simulrag.simulators.printing import unsteered

_WIDTH = 100
_NOT_READ = {"dropped": "dropped: beside the point", "retracted": "retracted, does not count"}


def lines(found: Weighed) -> list[str]:
    """Return the label, the averages, the explanation with citations, and the sources.

    Characters that steer a terminal are left out: texts of papers are data.
    """
    return [unsteered(line) for line in _lines(found)]


def _lines(found: Weighed) -> Iterator[str]:
    evidence = found.evidence
    yield f"{evidence.get('label', 'No label')}: {found.claim}"
    if "agreement" in evidence:
        yield f"  literature and simulation: {evidence['agreement'].replace('_', ' ')}"
    for name in ("weighted", "unweighted"):
        yield f"  {name:<11} {_average(evidence['literature'][name])}"
    yield f"  opposing claim: {evidence['opposing']}"
    yield from ("", "Explanation")
    for one in evidence["explanation"]:
        yield from _wrapped(f"{one['text']} {_cited(one)}")
        yield from (f"      refused: {why}" for why in one.get("refused", ()))
    yield from ("", "Sources")
    for one in evidence["sources"]:
        yield from _wrapped(f"[{one['number']}] {one['citation']}")
        yield f"      {_standing(one)}"
    for one in evidence["simulations"]:
        yield from _wrapped(f"Simulation {one['id']}: {one['grade']} | {one['said']}")
    for one in evidence["unreachable"]:
        yield f"Not reached: {one['source']} ({one['why']})"
    yield from ("", f"Steps by {evidence['by']}.", *found.notes)


def _standing(one: Mapping[str, Any]) -> str:
    if one["use"] not in ("counted", "no_evidence"):
        return _NOT_READ.get(one["use"], str(one["use"]))
    weight = "unknown" if one.get("reputation_unknown") else f"{one['reputation']:.2f}"
    return f"{one['why']} | reputation {weight}"


def _average(one: Mapping[str, Any]) -> str:
    if "score" not in one:
        return str(one.get("note", "no source gives evidence"))
    return f"{one['score']:+.2f}  {one['label']} ({one['sources']} sources)"


def _cited(one: Mapping[str, Any]) -> str:
    cites = " ".join(f"[{c['number']}: {c['start']}-{c['end']}]" for c in one.get("cites", ()))
    return f"{cites} (composed)" if one["mark"] == "composed" else cites or "(interpretation)"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="      ")
