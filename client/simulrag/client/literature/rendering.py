"""A weighed claim as text for a terminal."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from simulrag.client.literature.weighing import Weighed
from simulrag.simulators.printing import unsteered

_WIDTH = 100
_NOT_READ = {"dropped": "dropped: beside the point", "retracted": "retracted, does not count"}
_WITH_AND_WITHOUT = ("", "_with_no_evidence")
#: How simulation and literature stand to each other, for people.
_AGREEMENT = {
    "agree": "literature and simulation agree",
    "disagree": "literature and simulation contradict each other: both stand, unaveraged",
    "divided": "the witnesses are divided among themselves: both stand, unaveraged",
    "literature_only": "no simulation decides the claim: the literature stands alone",
    "simulation_only": "no abstract gives evidence: the simulation stands alone",
    "neither": "neither literature nor simulation decides the claim",
}


def lines(found: Weighed) -> list[str]:
    """Return the label, the averages, the explanation with citations, and the sources.

    Characters that steer a terminal are left out: texts of papers are data.
    """
    return [unsteered(line) for line in _lines(found)]


def _lines(found: Weighed) -> Iterator[str]:
    evidence = found.evidence
    yield f"{_head(evidence)}: {found.claim}"
    if "agreement" in evidence:
        yield f"  {_AGREEMENT.get(evidence['agreement'], evidence['agreement'])}"
    if "score" in evidence.get("combined", {}):
        yield f"  together    {_average(evidence['combined'])}"
    for name in ("weighted", "unweighted"):
        without, with_none = (evidence["literature"][name + more] for more in _WITH_AND_WITHOUT)
        yield f"  {name:<11} {_average(without)}{_with_none(with_none)}"
    yield f"  opposing claim: {evidence['opposing']}"
    yield from (f"  {remark}" for remark in _remarks(evidence["sources"]))
    yield from ("", "Explanation")
    for one in evidence["explanation"]:
        yield from _wrapped(f"{one['text']} {_cited(one)}")
        yield from (f"      refused: {why}" for why in one.get("refused", ()))
    yield from ("", "Sources")
    for one in evidence["sources"]:
        yield from _wrapped(f"[{one['number']}] {one['citation']}")
        yield f"      {_standing(one)}"
    for one in evidence["simulations"]:
        weight = f"reputation {one['reputation']:.2f} ({one['skill']})" if one["skill"] else ""
        told = [f"Simulation {one['id']}: {one['grade']}", weight or "does not count", one["said"]]
        yield from _wrapped(" | ".join(told))
    if open_ := evidence.get("open"):
        yield from ("", "The claim leaves open")
        yield from (f"  {one['condition']}: {', '.join(one['values'])}" for one in open_)
    for one in evidence["unreachable"]:
        yield f"Not reached: {one['source']} ({one['why']})"
    yield from ("", f"Steps by {evidence['by']}.", *found.notes)


def _head(evidence: Mapping[str, Any]) -> str:
    """Return the label; where witnesses contradict each other there is none."""
    if evidence.get("agreement") in ("disagree", "divided"):
        return "No one label, for the witnesses disagree"
    return str(evidence.get("label") or "No evidence found")


def _with_none(one: Mapping[str, Any]) -> str:
    return f"; with No Evidence {one['score']:+.2f}" if "score" in one else ""


def _remarks(sources: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield what a reader of the averages must know."""
    counted = [one for one in sources if one["use"] == "counted"]
    if counted and all(one.get("reputation_unknown") for one in counted):
        yield "the reputation of no source is known, so all weigh the same"
    only = sum(bool(one.get("only_by_opposing")) for one in sources)
    yield f"{len(sources)} abstracts found, {only} only by the opposing claim"


def _standing(one: Mapping[str, Any]) -> str:
    if one["use"] not in ("counted", "no_evidence"):
        return _NOT_READ.get(one["use"], str(one["use"]))
    weight = "unknown" if one.get("reputation_unknown") else f"{one['reputation']:.2f}"
    limit = " | qualifies the claim" if one.get("qualifies") and one["by"] == "model" else ""
    return f"{one['why']} | reputation {weight}{limit}"


def _average(one: Mapping[str, Any]) -> str:
    if "score" not in one:
        return str(one.get("note", "no source gives evidence"))
    count = f"{one['sources']} source{'' if one['sources'] == 1 else 's'}"
    return f"{one['score']:+.2f}  {one['label']} ({count})"


def _cited(one: Mapping[str, Any]) -> str:
    cites = " ".join(f"[{c['number']}: {c['start']}-{c['end']}]" for c in one.get("cites", ()))
    return f"{cites} (composed)" if one["mark"] == "composed" else cites or "(interpretation)"


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, initial_indent="  ", subsequent_indent="      ")
