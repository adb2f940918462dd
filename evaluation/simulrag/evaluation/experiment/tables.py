"""Tables of estimates, as Markdown and as comma-separated values."""

import csv
import io
from collections.abc import Sequence

from simulrag.evaluation.experiment.resampling import Estimate
from simulrag.simulators.interface import Frozen
from simulrag.simulators.spreadsheet import plain

#: What stands where nothing was measured.
NOTHING = "–"


class Table(Frozen):
    """A table whose cells are text. `name` is that of its files; `note` says how to read it."""

    name: str
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""

    def markdown(self) -> str:
        """Return the table as Markdown, with its title and its note."""
        lines = [f"## {self.title}", "", _row(self.heads), _row(["---"] * len(self.heads))]
        lines += map(_row, self.rows)
        return "\n".join([*lines, *(["", self.note] if self.note else []), ""])

    def comma_separated(self) -> str:
        """Return the table as comma-separated values under a line of heads."""
        held = io.StringIO()
        rows = ([plain(cell) for cell in row] for row in (self.heads, *self.rows))
        csv.writer(held, lineterminator="\n").writerows(rows)
        return held.getvalue()


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def cell(found: Estimate, decimals: int = 3, *, signed: bool = False) -> str:
    """Return an estimate with its interval: "0.779 [0.720, 0.860]"."""
    if found.value is None:
        return NOTHING
    form = f"{'+' if signed else ''}.{decimals}f"
    if found.low is None or found.high is None:
        return format(found.value, form)
    return f"{found.value:{form}} [{found.low:{form}}, {found.high:{form}}]"
