"""Measured tables that age: the one that ships, or a newer one that the user has brought.

`measurement_refresh` brings a table in its source's own format and keeps it as it is in the user's
data folder, with the day and its SHA-256; the last entry of `history.json` is the one in use. What
is in use is settled once a process and is a part of the simulator's version, so that no run made
from other data passes for one of today's.
"""

import csv
import hashlib
import io
import json
import logging
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from simulrag.simulators.errors import BadValue
from simulrag.simulators.immutable_data import Frozen
from simulrag.simulators.safe_text import escaped

#: Number of each place and period; periods, ISO dates or years, sort as text.
Table = Mapping[tuple[str, str], float]
HISTORY, ENCODING = "history.json", "utf-8-sig"
#: Digits of a SHA-256 that a version and a run show.
SHOWN = 12
_log = logging.getLogger(__name__)


class Brought(Frozen):
    """What is known of a table that was brought."""

    #: Its last period.
    through: str
    #: ISO day on which it was read, and the URL, or the name of the file, that it came from.
    read_on: str
    source: str
    sha256: str
    #: How many numbers of the table in use before it changed.
    revised: int

    @property
    def file(self) -> str:
        """The name under which it is kept."""
        return f"{self.sha256}.csv"

    def told(self) -> str:
        """Say as of when it is, and where it is from."""
        digest = self.sha256[:SHOWN]
        return f"to {self.through}, read on {self.read_on} from {self.source} (SHA-256 {digest})"


_History = TypeAdapter(tuple[Brought, ...])


@dataclass(frozen=True)
class Published:
    """A table that a simulator ships and its source goes on publishing.

    shipped : last period of the table that ships
    read : numbers in a text of the source's format, as of a day; raises BadValue for what is none
    read_shipped : numbers of the table that ships
    revision : by how much a number may change, in its unit and as a share of the smaller one
    """

    simulator: str
    title: str
    url: str
    shipped: str
    read: Callable[[str, date], Table]
    read_shipped: Callable[[], Table]
    revision: tuple[float, float]

    #: The table brought last and its text, as they were when this was made; None where what ships
    #: is in use, as it is where the one brought is gone or altered, which is logged.
    in_use: tuple[Brought, str] | None = field(init=False, repr=False, default=None)

    def __post_init__(self) -> None:
        """Settle what is in use, once for all."""
        try:
            object.__setattr__(self, "in_use", self.kept())
        except BadValue as error:
            _log.warning("%s; what ships is used; %s", error, undoing(self.simulator))

    def kept(self) -> tuple[Brought, str] | None:
        """Return the table brought last and its text; None where none is newer than what ships.

        Raises BadValue for one that is gone or altered.
        """
        known = history(self)
        if not known or known[-1].through <= self.shipped:
            return None
        path = folder(self) / known[-1].file
        try:
            data = path.read_bytes()
        except OSError as error:
            raise BadValue(f"{path} cannot be read: {error.strerror}") from error
        if hashlib.sha256(data).hexdigest() != known[-1].sha256:
            raise BadValue(f"{path} was altered since it was brought")
        return known[-1], data.decode(ENCODING)

    @property
    def through(self) -> str:
        """The last period of the table in use."""
        return self.in_use[0].through if self.in_use else self.shipped

    def as_of(self) -> str:
        """Say as of when the table in use is."""
        return self.in_use[0].told() if self.in_use else f"to {self.shipped}, as shipped"

    def version(self, code: str) -> str:
        """Return the version of a simulator whose code has a version of its own."""
        if self.in_use is None:
            return code
        made, _ = self.in_use
        return f"{code}+data.{made.through}.{made.sha256[:SHOWN]}"

    def numbers(self) -> Table:
        """Return the numbers of the table in use."""
        if self.in_use is None:
            return self.read_shipped()
        made, text = self.in_use
        return self.read(text, date.fromisoformat(made.read_on))


def data_folder() -> Path:
    """Return the folder of this user's data."""
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA", "")
        return Path(local) if local else Path.home() / "AppData" / "Local"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    # The XDG base directory specification tells to ignore relative paths.
    given = Path(os.environ.get("XDG_DATA_HOME", ""))
    return given if given.is_absolute() else Path.home() / ".local" / "share"


def folder(published: Published) -> Path:
    """Return the folder of the tables that were brought for a simulator."""
    return data_folder() / "simulrag" / "refreshed" / published.simulator


def history(published: Published) -> tuple[Brought, ...]:
    """Return what was brought, the last one last. Raises BadValue for a file that is none."""
    try:
        path = folder(published) / HISTORY
    except RuntimeError:  # who has no home has brought nothing
        return ()
    try:
        return _History.validate_python(json.loads(path.read_bytes()))
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise BadValue(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError, ValidationError) as error:
        raise BadValue(f"{path} does not say what was brought") from error


def undoing(simulator: str) -> str:
    """Return what to do about a table that was brought and cannot be used."""
    return f"simulrag refresh {simulator} --undo goes back to the table before it"


def rows(text: str, columns: Sequence[str]) -> Iterator[dict[str, str]]:
    """Yield the rows of a table with these columns, and others. Raises BadValue for one that lacks
    any, is cut off or is none.
    """
    if not text.endswith("\n"):
        raise BadValue("its last line has no end: it was cut off, or is no table")
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        found = reader.fieldnames or ()
        if lacking := [name for name in columns if name not in found]:
            shown_columns = escaped(", ".join(map(str, found))[:200])
            raise BadValue(f"it lacks the column {lacking[0]!r}; its columns are: {shown_columns}")
        for row in reader:
            if None in row or None in row.values():
                raise BadValue(f"line {reader.line_num} has other columns than the first")
            yield row
    except csv.Error as error:
        raise BadValue(f"line {reader.line_num} is no row of a table: {error}") from error


def number(row: dict[str, str], column: str, line: str) -> float:
    """Return a finite number of a row that `line` names. Raises BadValue for another text."""
    try:
        found = float(row[column])
    except ValueError:
        found = float("nan")
    if abs(found) < float("inf"):
        return found
    raise BadValue(f"{column} of {line} is no number: {escaped(row[column][:40])!r}")
