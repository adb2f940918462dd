"""The page "Why our numbers differ from the published ones", written from the figures."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from pydantic import JsonValue

from simulrag.simulators.unit_notation import symbol

Figures = Mapping[str, JsonValue]
_HEADER = """# Why our numbers differ from the published ones

SimulRAG's benchmark ships, for each question, what a published simulator returned (the evidence)
and a reference answer written from it. Whoever compares our numbers with those finds that they
differ. This page says by how much and why, and shows each reason from the data. It is written,
with its figures, by `scripts/published-numbers FOLDER` from a folder of published records;
`--check` compares the numbers. `python -m studies.published_records FOLDER --out RESULTS`
measures the same on any such folder. What is compared is the evidence alone; how claims about these
records are decided is measured by `simulrag evaluate records`.
"""


def written(figures: Figures, pictures: str) -> str:
    """Return the page as Markdown.

    figures: of `measure_official`. pictures: the folder of the figures, seen from the page.
    """
    parts = [_HEADER, tables(figures), _REASONS]
    reasons = _map(figures["reasons"])
    for name, (title, text) in _SECTIONS.items():
        found = _map(reasons.get(name))
        if "not shown" in found or not found:
            parts.append(f"### {title}\n\nNot shown here: {found.get('not shown', 'no data')}.\n")
            continue
        shown = "\n".join(f"![{alt}]({pictures}/{file}.png)" for file, alt in _PICTURES[name])
        parts.append(f"### {title}\n\n{text.strip()}\n\n{shown}\n\n{_listed(found)}")
    return "\n".join([*parts, _END])


def tables(figures: Figures) -> str:
    """Return the tables of the page: the records, and the agreement with them."""
    counted = (_map(figures["records"]), _map(figures["records whose evidence was not read"]))
    rows = [[name, n, counted[1].get(name, 0)] for name, n in counted[0].items()]
    return "\n".join(
        [
            "## Agreement of our simulators with the records\n",
            _AGREE,
            _table(["domain", "records", "of these not read"], rows),
            _agreement(_map(figures["agreement"])),
        ]
    )


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


def _listed(found: Figures) -> str:
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
    lines = [head, ["---"] * len(head), *([_cell(cell) for cell in row] for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _cell(value: JsonValue) -> str:
    if value is None:
        return ""
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _map(value: Any) -> Figures:
    return cast("Figures", value) if isinstance(value, dict) else {}


_AGREE = """Distinct runs, each counted once however often it was asked for. "As asked" is our
simulator on the question as it stands; the other row is our simulator made to do what the
published one did, by the reasons below. "Median off" is the median of the absolute differences in
the output's unit, "in our 90 %" the share of published values within our interval, "same" that of
equal categories; rows of few runs say little. Seasons on which the preset `gleam` was calibrated
are left out.
"""
_REASONS = """## The reasons

What follows concerns the published simulators; each distinct run is used once.
"""
_SECTIONS = {
    "mirrored-longitude": (
        "Climate: read half a globe away",
        """The published emulator turns a longitude between -180 and 180 degrees into an index of a
grid that begins at longitude 0. The temperatures under a city's name are those of the point half a
globe east of it, often in an ocean. Our simulator, asked for that point, gives the published
number; at the city it does not. Shifting our field by any other angle fits worse. Both maps show
published minus ours at the cities: on the left ours is of the city, on the right of the point half
a globe east.""",
    ),
    "halved-sensitivity": (
        "Climate: half the response",
        """Between a year of history and a year of a scenario with changed emissions, the published
emulator warms about half as much as ours at the very point that it was read at. Ours is
calibrated to the assessed warming of AR6. The published emulator scales all emissions since 1850
by a change, ours those from 2015 on unless told otherwise; taken from 1850, ours responds more
and the two are further apart.""",
    ),
    "aerosol-offset": (
        "Climate: an aerosol effect that is none",
        """With SO2 or BC changed in one grid cell, the published temperature moves by several
tenths of a degree; but by how much does not depend on the change. It depends on the scenario and
the year, because the run with the change is projected onto other components than the run without.
Ours moves by less than a thousandth of a degree: one cell of aerosols is no climate.""",
    ),
    "shifted-states": (
        "Influenza: numbers under another state's name, and pooled",
        """From Florida on, the published numbers stand under the name of the next state of the
alphabet: the names were listed with the District of Columbia last, the numbers have it in its
place. In pairs of records with the same setting and other states, published peaks do not depend
on the residents of the states that are named, and are proportional to the residents of the states
whose numbers they are; no simulator takes part in that. Several states are pooled, not summed: the
published median is one over all states and members together. Our simulator for the states as
named and summed is far off; pooled for the states put right it agrees. Its preset `gleam` was
calibrated on part of these records, so only seasons that the calibration did not see are run.""",
    ),
    "missing-signal": (
        "Urban: a traffic light that was gone",
        """What the published corridor calls a green wave is the junction without its traffic
light. Its road diet, of which the questions say only that a lane is taken away, lost the light as
well. Where the light stays, as the question has it, our road diet makes vehicles wait longer and
leaves CO2 about as it is; where it is removed, both agree in sign and nearly in size.""",
    ),
}
_PICTURES = {
    "mirrored-longitude": (
        ("mirrored-longitude", "Scatter by shift of longitude, and published against our levels"),
        ("mirrored-map", "Maps of published minus our temperature, at the place and mirrored"),
    ),
    "halved-sensitivity": (("halved-sensitivity", "Published against our warming"),),
    "aerosol-offset": (("aerosol-offset", "Published aerosol effect by year and by SO2"),),
    "shifted-states": (("shifted-states", "Published peaks against residents and our peaks"),),
    "missing-signal": (("missing-signal", "Published against our changes on the corridor"),),
}
_END = """## What this means

- A verdict on a claim about a record is decided by that record (`--evidence`), never by our
  simulators: the two answer different questions.
- Our climate is not fitted to these numbers. The influenza preset `gleam` is, and says so by its
  name; of the corridor, three numbers of the driver and one of the signal were chosen with them.
"""
