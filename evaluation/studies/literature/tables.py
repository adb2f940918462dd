"""Figures of a trial: sides, costs, and the paper's tables 3 to 7 as far as no person is needed.

Where the paper asked people which global label fits, the labels SUPPORT and REFUTE of the claims
stand in: a label is right where its average lies on their side, and silence is a miss.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from studies.literature.retrieval import mean

Results = Sequence[Mapping[str, Any]]
PEOPLE = "not measured: needs people"
KEPT = ("attributed", "composed")
_COSTS = ("calls", "characters_sent", "characters_received")


def measure_claims(results: Results) -> dict[str, Any]:
    """Return the sides by the sign of the weighted average, macro-F1 and costs of a trial."""
    each: list[float] = []
    for side in (True, False):
        given = [(score > 0) is side if (score := _score(one)) else False for one in results]
        truth = [one["supported"] is side for one in results]
        both = sum(a and b for a, b in zip(given, truth, strict=True))
        each.append(2 * both / (sum(given) + sum(truth)) if both else 0.0)
    sides = [one["result"] for one in results]
    return {
        "claims": len(results),
        **{name: mean([one == name for one in sides]) for name in ("right", "wrong", "undecided")},
        "macro_f1": mean(each),
        **{f"{name}, mean": mean([one[name] for one in results]) for name in _COSTS},
        **{f"{name}, most": max((one[name] for one in results), default=None) for name in _COSTS},
    }


def attribution_figures(results: Results) -> dict[str, Any]:
    """Return the share of true sentences kept, and of false ones unmarked, by kind of error."""
    false = [one for one in results if not one["true"]]
    kinds: dict[str, list[bool]] = {"false unmarked": [one["mark"] in KEPT for one in false]}
    for one in false:
        kinds.setdefault(f"false unmarked, {one.get('kind', '')}", []).append(one["mark"] in KEPT)
    true = [one["mark"] in KEPT for one in results if one["true"]]
    return {"true kept": mean(true), **{kind: mean(found) for kind, found in kinds.items()}}


def paper_tables(results: Results, added: Mapping[str, float]) -> dict[str, Any]:
    """Return tables 3 to 7; added: share of documents only the opposing claim found, by claim."""

    def by_domain(row: Callable[[Results], dict[str, Any]], paper: Any) -> dict[str, Any]:
        domains = dict.fromkeys(one["domain"] for one in results if one["domain"])
        rows = {name: row([one for one in results if one["domain"] == name]) for name in domains}
        return {**rows, "all": row(results), "the paper's average": paper}

    def explained(some: Results) -> dict[str, Any]:
        return {"claims": len(some), "preferred": PEOPLE, "attributed": _attributed(some)}

    def opposed(some: Results) -> dict[str, Any]:
        return {"share": mean([added[one["id"]] for one in some if one["id"] in added])}

    three, four = {"preferred": 0.78, "attributed": 0.8}, {"weighted": 0.84, "unweighted": 0.64}
    return {
        "table 3: explanations": by_domain(explained, three),
        "table 4: global label on the labelled side": by_domain(_labels, four),
        "table 5: components": _components(results),
        "table 6: found only by the opposing claim": by_domain(opposed, {"share": 0.517}),
        "table 7: errors that code can see": _errors(results),
    }


def _labels(some: Results) -> dict[str, Any]:
    fields = {"weighted": "result", "unweighted": "unweighted_result"}
    shares = {name: mean([o[field] == "right" for o in some]) for name, field in fields.items()}
    return {"claims": len(some), **shares}


def _components(results: Results) -> dict[str, Any]:
    pairs = [(s, one["truth"].get(s["id"])) for one in results for s in one["evidence"]["sources"]]
    known = [(source, "True" if truth else "False") for source, truth in pairs if truth is not None]
    labels = _labels(results)
    return {
        "takeaway (labelled abstracts kept)": mean([s["use"] != "irrelevant" for s, _ in known]),
        "local label": mean([s.get("grade", "").endswith(truth) for s, truth in known]),
        "local and global explanation": PEOPLE,
        "verdict label": labels["weighted"],
        "verdict label without reputation": labels["unweighted"],
        "attribution": _attributed(results),
        "the paper's, in this order": [0.87, 0.81, [0.85, 0.78], 0.84, 0.64, 0.8],
    }


def _errors(results: Results) -> dict[str, Any]:
    sources = [source for one in results for source in one["evidence"]["sources"]]
    marks = [one["mark"] for one in _sentences(results)]
    found = [{source["id"] for source in one["evidence"]["sources"]} for one in results]
    missed = [one["truth"].keys() - there for one, there in zip(results, found, strict=True)]
    failing = [len(one.get("faults", ())) for one in (*sources, *(o["evidence"] for o in results))]
    return {
        "retrieval: labelled abstracts not found": sum(map(len, missed)),
        "retrieval: sources beside the point": sum(s["use"] == "irrelevant" for s in sources),
        "inference: sentences doubtful": marks.count("doubtful"),
        "inference: interpretation": marks.count("interpretation"),
        "parsing: entries or quotes that fail": sum(failing),
    }


def _attributed(results: Results) -> float | None:
    return mean([one["mark"] in KEPT for one in _sentences(results)])


def _sentences(results: Results) -> list[Mapping[str, Any]]:
    return [sentence for one in results for sentence in one["evidence"].get("explanation", ())]


def _score(one: Mapping[str, Any]) -> float | None:
    return one["scores"]["weighted"]
