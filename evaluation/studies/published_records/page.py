"""The figures of the page "Why our numbers differ from the published ones", as tables."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from pydantic import JsonValue

from simulrag.evaluation.experiment.results import markdown
from simulrag.simulators.unit_notation import symbol
from studies.marked_pages import placed

Figures = Mapping[str, JsonValue]


def written(page: str, figures: Figures) -> str:
    """Return the page with other figures, those of `measure_official`, between its marks."""
    counted = (_map(figures["records"]), _map(figures["records whose evidence was not read"]))
    rows = [[name, n, counted[1].get(name, 0)] for name, n in counted[0].items()]
    parts = {
        "records": _table(["domain", "records", "of these not read"], rows),
        "agreement": _agreement(_map(figures["agreement"])),
        **{name: _reason(_map(one)) for name, one in _map(figures["reasons"]).items()},
    }
    for name, text in parts.items():
        page = placed(page, name, text)
    return page


def _agreement(found: Figures) -> str:
    rows: list[list[JsonValue]] = []
    for domain, by_variant in found.items():
        variants = _map(by_variant)
        names = list(dict.fromkeys(n for one in variants.values() for n in _map(one)))
        for name in names:
            for variant, row in variants.items():
                one = _map(_map(row).get(name))
                if one:
                    rows.append(
                        [
                            domain, _titled(name, str(one.get("unit") or "")), variant,
                            one["n"], one.get("median absolute difference"),
                            one.get("within our interval"), one.get("correlation"), one.get("same"),
                        ]
                    )  # fmt: skip
    head = ["domain", "output", "our run", "n", "median off", "in our 90 %", "correlation", "same"]
    return _table(head, rows)


def _titled(name: str, unit: str) -> str:
    words = name.replace("_", " ")
    return f"{words}, {symbol(unit)}" if unit else words


def _reason(found: Figures) -> str:
    if "not shown" in found:
        return f"Not shown here: {found['not shown']}."
    if all(isinstance(value, dict) for value in found.values()):
        return _nested(found)
    return _table(["measured", ""], [[name, value] for name, value in found.items()])


def _nested(found: Figures) -> str:
    """Return figures by group, variant and output as a table of a row for each three."""
    rows = [
        ([group, variant, output.replace("_", " ")], _map(figures))
        for group, by_variant in found.items()
        for variant, by_output in _map(by_variant).items()
        for output, figures in _map(by_output).items()
    ]
    names = list(dict.fromkeys(name for _, figures in rows for name in figures))
    counts = "; ".join(f"{g}: {_map(v).get('interventions')}" for g, v in found.items())
    head = ["", "our run", "output", *names]
    cells = [[*where, *(figures.get(name) for name in names)] for where, figures in rows]
    return f"Distinct interventions: {counts}.\n\n{_table(head, cells)}"


def _table(head: Sequence[str], rows: Iterable[Sequence[JsonValue]]) -> str:
    return markdown(head, [[_cell(cell) for cell in row] for row in rows])


def _cell(value: JsonValue) -> str:
    if value is None:
        return ""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _map(value: Any) -> Figures:
    return cast("Figures", value) if isinstance(value, dict) else {}
