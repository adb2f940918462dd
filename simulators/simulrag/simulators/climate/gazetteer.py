"""The table of places: a read-only SQLite file of compressed, sorted blocks.

170,000 places would take 12 MB as plain rows. Sorted by name, cut into blocks and compressed
they take a fifth of it; a look-up reads one block. Table `places` holds (first key, number of
its first place, block), `aliases` (first key, block) with other names and the numbers of the
places that bear them, `regions` the countries and states.
"""

import sqlite3
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import local

import numpy as np

from simulrag.simulators.climate.place_names import key

FILE = "places.sqlite"
#: Steps of stored latitude and longitude, degrees, and of the logarithm of population.
LATITUDE_STEP, LONGITUDE_STEP, POPULATION_STEP = 90 / 32767, 180 / 32767, 0.01
_SCHEMA = """
pragma page_size = 1024;
create table places (first text primary key, start integer, block blob) without rowid;
create table aliases (first text primary key, block blob) without rowid;
create table regions (id integer primary key, title text, short text);
create index place_starts on places (start);
"""


@dataclass(frozen=True)
class Entry:
    """One place of the table."""

    name: str
    latitude: float
    longitude: float
    #: Inhabitants, to about 1 %.
    population: int
    region: int


def write(
    path: Path,
    places: Sequence[Entry],
    aliases: Iterable[tuple[str, int]],
    regions: Sequence[tuple[str, str]],
    block: int = 1024,
) -> None:
    """Write the table. `places` are sorted by key; aliases are (key, number of the place)."""
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as table:
        table.executescript(_SCHEMA)
        keys = [key(place.name) for place in places]
        for start, stop in _cuts(keys, block):
            packed = _pack_places(places[start:stop], keys[start:stop])
            table.execute("insert into places values (?, ?, ?)", (keys[start], start, packed))
        pairs = sorted(set(aliases))
        names = [name for name, _ in pairs]
        for start, stop in _cuts(names, 2 * block):
            packed = _pack_aliases(pairs[start:stop])
            table.execute("insert into aliases values (?, ?)", (names[start], packed))
        table.executemany(
            "insert into regions values (?, ?, ?)",
            [(number, *region) for number, region in enumerate(regions)],
        )
    table.execute("vacuum")
    table.close()


def _cuts(keys: Sequence[str], block: int) -> Iterable[tuple[int, int]]:
    """Yield blocks of about that size; equal keys are never parted."""
    start = 0
    while start < len(keys):
        stop = min(start + block, len(keys))
        while stop < len(keys) and keys[stop] == keys[stop - 1]:
            stop += 1
        yield start, stop
        start = stop


def _pack_places(places: Sequence[Entry], keys: Sequence[str]) -> bytes:
    names = "\n".join(
        place.name if place.name.casefold() == name else f"{place.name}\t{name}"
        for place, name in zip(places, keys, strict=True)
    )
    columns = [
        np.array([round(p.latitude / LATITUDE_STEP) for p in places], dtype="<i2"),
        np.array([round(p.longitude / LONGITUDE_STEP) for p in places], dtype="<i2"),
        np.array([round(np.log(max(p.population, 1)) / POPULATION_STEP) for p in places], "<i2"),
        np.array([p.region for p in places], dtype="<i2"),
    ]
    # low and high bytes apart: the high bytes compress well
    numbers = b"".join(c.view(np.uint8).reshape(-1, 2).T.tobytes() for c in columns)
    return _packed(len(places), numbers, names)


def _pack_aliases(pairs: Sequence[tuple[str, int]]) -> bytes:
    numbers = np.array([number for _, number in pairs], dtype="<u4")
    split = numbers.view(np.uint8).reshape(-1, 4).T[:3].tobytes()
    return _packed(len(pairs), split, "\n".join(name for name, _ in pairs))


def _packed(count: int, numbers: bytes, names: str) -> bytes:
    return zlib.compress(count.to_bytes(4, "little") + numbers + names.encode(), 9)


def _unpacked(packed: bytes, width: int) -> tuple[int, bytes, list[str]]:
    """Return the count, the numbers (`width` bytes each) and the lines of a block."""
    raw = zlib.decompress(packed)
    count = int.from_bytes(raw[:4], "little")
    end = 4 + width * count
    return count, raw[4:end], raw[end:].decode().split("\n")


class Gazetteer:
    """The table, opened when first asked; one connection a thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread = local()
        self._block = lru_cache(maxsize=32)(self._read_block)

    def _table(self) -> sqlite3.Connection:
        table = getattr(self._thread, "table", None)
        if table is None:
            table = sqlite3.connect(f"file:{self._path}?mode=ro&immutable=1", uri=True)
            self._thread.table = table
        return table

    def named(self, name: str) -> list[Entry]:
        """Return the places whose own name has that key."""
        row = (
            self._table()
            .execute(
                "select start from places where first <= ? order by first desc limit 1", (name,)
            )
            .fetchone()
        )
        if row is None:
            return []
        return [entry for found, entry in self._block(row[0]) if found == name]

    def also_named(self, name: str) -> list[Entry]:
        """Return the places of which that key is another name."""
        row = (
            self._table()
            .execute(
                "select block from aliases where first <= ? order by first desc limit 1", (name,)
            )
            .fetchone()
        )
        if row is None:
            return []
        return [
            self._numbered(number) for found, number in _unpack_aliases(row[0]) if found == name
        ]

    def _numbered(self, number: int) -> Entry:
        (start,) = (
            self._table()
            .execute("select max(start) from places where start <= ?", (number,))
            .fetchone()
        )
        return self._block(start)[number - start][1]

    def _read_block(self, start: int) -> list[tuple[str, Entry]]:
        (packed,) = (
            self._table().execute("select block from places where start = ?", (start,)).fetchone()
        )
        return _unpack_places(packed)

    def neighbours(self, name: str) -> list[str]:
        """Return names that sort near a key, for suggestions."""
        rows = (
            self._table()
            .execute(
                "select start from places where first <= ? order by first desc limit 2", (name,)
            )
            .fetchall()
        )
        rows += (
            self._table()
            .execute("select start from places where first > ? order by first limit 1", (name,))
            .fetchall()
        )
        return [entry.name for (start,) in rows for _, entry in self._block(start)]

    def region(self, number: int) -> str:
        """Return the title of a region: a country, or a state and its country."""
        return self.regions()[number][0]

    @lru_cache(maxsize=1)  # noqa: B019 - one table a process, kept as long as it runs
    def regions(self) -> list[tuple[str, str]]:
        """Return title and short names of all regions."""
        rows = self._table().execute("select title, short from regions order by id")
        return [(title, short) for title, short in rows]


def _unpack_places(packed: bytes) -> list[tuple[str, Entry]]:
    count, numbers, lines = _unpacked(packed, 8)
    split = np.frombuffer(numbers, dtype=np.uint8).reshape(4, 2, count)
    values = np.ascontiguousarray(split.transpose(0, 2, 1)).view("<i2")[..., 0]
    lats = (values[0] * LATITUDE_STEP).round(3).tolist()
    lons = (values[1] * LONGITUDE_STEP).round(3).tolist()
    people = np.exp(values[2] * POPULATION_STEP).round().astype(int).tolist()
    found: list[tuple[str, Entry]] = []
    for line, *numbers_of_it in zip(lines, lats, lons, people, values[3].tolist(), strict=True):
        name, _, stored = line.partition("\t")
        found.append((stored or name.casefold(), Entry(name, *numbers_of_it)))
    return found


def _unpack_aliases(packed: bytes) -> list[tuple[str, int]]:
    count, numbers, lines = _unpacked(packed, 3)
    split = np.frombuffer(numbers, dtype=np.uint8).reshape(3, count).astype(np.int64)
    places = (split[0] + (split[1] << 8) + (split[2] << 16)).tolist()
    return list(zip(lines, places, strict=True))
