"""Tables 3, 4, 5 and 7 of the paper from two sheets that people filled in.

"X% means two annotators agreed on" an answer "for x out of 10 claims": what one of them left open
or answered otherwise does not count for it.
"""

from collections.abc import Callable, Sequence

from pydantic import JsonValue

from studies.literature.paper import AVERAGE, NOT_APPLICABLE, PaperTable, share
from studies.literature.sheets import Sheet, attributable

Rows = Sequence[tuple[dict[str, str], dict[str, str]]]
#: Components of table 5, and the questions of a sheet that judge them.
COMPONENTS = {
    "Takeaway": "takeaways",
    "Local explanation": "local_explanations",
    "Local label": "local_labels",
    "Global explanation": "global_explanation",
}
CLASSES = ("retrieval", "inference", "parsing")


def people_tables(first: Sheet, second: Sheet) -> dict[str, PaperTable]:
    """Return the tables of two sheets on the same claims."""
    rows = list(zip(first, second, strict=True))
    return {
        "table 3": PaperTable(
            title="Table 3: explanations preferred and attributed, by two people",
            columns=("claims", "explanation: ours", "explanation: other", "attribution: ours",
                     "attribution: other"),
            rows=_by_domain(rows, _preferred),
        ),
        "table 4": PaperTable(
            title="Table 4: global label, by two people",
            columns=("claims", "Weighted", "Unweighted"),
            rows=_by_domain(rows, _labels),
        ),
        "table 5": _components(rows),
        "table 7": _errors(rows),
    }  # fmt: skip


def _by_domain(
    rows: Rows, row: Callable[[Rows], dict[str, JsonValue]]
) -> dict[str, dict[str, JsonValue]]:
    names = dict.fromkeys(one["domain"] for one, _ in rows if one["domain"])
    found = {name: row([pair for pair in rows if pair[0]["domain"] == name]) for name in names}
    return found | {AVERAGE: row(rows)}


def _both(rows: Rows, question: str, *answers: str) -> JsonValue:
    """Return the share of claims for which both gave one of these answers."""
    if not any(a[question] and b[question] for a, b in rows):
        return share([])
    return share([a[question] in answers and b[question] in answers for a, b in rows])


def _preferred(rows: Rows) -> dict[str, JsonValue]:
    judged = any(a["supported"] and b["supported"] for a, b in rows)
    return {
        "claims": len(rows),
        "explanation: ours": _both(rows, "richer", "ours"),
        "explanation: other": _both(rows, "richer", "other"),
        "attribution: ours": share(
            [attributable(a) and attributable(b) for a, b in rows] if judged else []
        ),
        "attribution: other": NOT_APPLICABLE,
    }


def _labels(rows: Rows) -> dict[str, JsonValue]:
    return {
        "claims": len(rows),
        "Weighted": _both(rows, "label", "weighted", "either"),
        "Unweighted": _both(rows, "label", "unweighted", "either"),
    }


def _components(rows: Rows) -> PaperTable:
    found = {name: _both(rows, question, "yes") for name, question in COMPONENTS.items()}
    found["Verdict label"] = _labels(rows)["Weighted"]
    found["Attribution"] = _preferred(rows)["attribution: ours"]
    return PaperTable(
        title="Table 5: accuracy of each component, by two people",
        columns=("Accuracy",),
        rows={name: {"Accuracy": value} for name, value in found.items()},
    )


def _errors(rows: Rows) -> PaperTable:
    agreed = [a["error"] for a, b in rows if a["error"] and a["error"] == b["error"]]
    counts: dict[str, JsonValue] = {name.title(): agreed.count(name) for name in CLASSES}
    shares: dict[str, JsonValue] = {
        name.title(): share([one == name for one in agreed]) for name in CLASSES
    }
    return PaperTable(
        title="Table 7: error analysis, by two people",
        columns=tuple(counts),
        rows={"agreed by both": counts, "share": shares},
    )
