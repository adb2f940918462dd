"""The table of places: a read-only SQLite file of compressed, sorted blocks.

170,000 places would take 12 MB as plain rows. Sorted by name, cut into blocks and compressed
they take a fifth of it; a look-up reads one block. Table `places` holds (first key, number of
its first place, block), `aliases` (first key, block) with other names and the numbers of the
places that bear them, `regions` the countries and states.
"""

import math
import re
import sqlite3
import unicodedata
import zlib
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import local
from typing import Any

import numpy as np

#: Letters that Unicode does not take apart into a base letter and an accent.
_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "ı": "i", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th", "ə": "a"}
)
_ACCENTS = re.compile("[\u0300-\u036f]")
_DROPPED = re.compile("['’‘`´ʻʼʿʾ.]")
_GAP = re.compile(r"[\s\-‐‑–—_/,;]+")
_SHORT = {"st": "saint", "ste": "sainte"}


def key(name: str) -> str:
    """Return the form in which names are compared: no case, accents, marks or hyphens."""
    text = unicodedata.normalize("NFKD", name).casefold().translate(_PLAIN)
    text = _GAP.sub(" ", _DROPPED.sub("", _ACCENTS.sub("", text))).strip()
    return " ".join(_SHORT.get(word, word) for word in text.split(" "))


PLACES_FILE = "places.sqlite"
#: Steps of stored latitude and longitude, degrees, and of the logarithm of population.
LATITUDE_STEP, LONGITUDE_STEP, POPULATION_STEP = 90 / 32767, 180 / 32767, 0.01
ELEVATION_STEP = 25.0
#: What is stored of a place beside its name, as whole numbers.
_COLUMNS: tuple[Callable[["Entry"], int], ...] = (
    lambda place: round(place.latitude / LATITUDE_STEP),
    lambda place: round(place.longitude / LONGITUDE_STEP),
    lambda place: round(math.log(max(place.population, 1)) / POPULATION_STEP),
    lambda place: place.region,
    lambda place: round(place.elevation / ELEVATION_STEP),
)
#: Places of a block.
BLOCK = 1024
#: Blocks of each kind that stay in memory, about 0.2 MB each.
BLOCKS_KEPT = 12
#: Blocks that one beginning of a name may span.
MOST_BLOCKS = 8
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
    #: Metres above sea level.
    elevation: float


def write(
    path: Path,
    places: Sequence[Entry],
    aliases: Iterable[tuple[str, int]],
    regions: Sequence[tuple[str, str]],
) -> None:
    """Write the table. `places` are sorted by key; aliases are (key, number of the place)."""
    path.unlink(missing_ok=True)
    with sqlite3.connect(path) as table:
        table.executescript(_SCHEMA)
        keys = [key(place.name) for place in places]
        for start, stop in _cuts(keys, BLOCK):
            packed = _pack_places(places[start:stop], keys[start:stop])
            table.execute("insert into places values (?, ?, ?)", (keys[start], start, packed))
        pairs = sorted(set(aliases))
        names = [name for name, _ in pairs]
        for start, stop in _cuts(names, 2 * BLOCK):
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
    columns = [np.array([column(p) for p in places], dtype="<i2") for column in _COLUMNS]
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


class Block:
    """A block of places, taken apart only as far as a look-up needs it."""

    def __init__(self, packed: bytes) -> None:
        count, numbers, lines = _unpacked(packed, 2 * len(_COLUMNS))
        split = np.frombuffer(numbers, dtype=np.uint8).reshape(len(_COLUMNS), 2, count)
        self._values = np.ascontiguousarray(split.transpose(0, 2, 1)).view("<i2")[..., 0]
        self._lines = lines

    def names(self) -> list[str]:
        """Return the names of all places."""
        return [line.partition("\t")[0] for line in self._lines]

    def named(self, name: str) -> list[Entry]:
        """Return the places whose own name has that key."""
        return list(self._from(name, name.__eq__))

    def beginning(self, name: str) -> list[Entry]:
        """Return the places whose own name has a key that begins so."""
        return list(self._from(name, lambda key: key.startswith(name)))

    def _from(self, name: str, fits: Callable[[str], bool]) -> Iterator[Entry]:
        """Yield the places, sorted by their keys, from that of a name on, as long as one fits."""
        for number in range(bisect_left(self._lines, name, key=_key_of), len(self._lines)):
            if not fits(_key_of(self._lines[number])):
                return
            yield self[number]

    def entries(self) -> Iterator[Entry]:
        """Yield all places."""
        return (self[number] for number in range(len(self._lines)))

    def __getitem__(self, number: int) -> Entry:
        lat, lon, people, region, elevation = self._values[:, number].tolist()
        return Entry(
            name=self._lines[number].partition("\t")[0],
            latitude=round(lat * LATITUDE_STEP, 3),
            longitude=round(lon * LONGITUDE_STEP, 3),
            population=round(math.exp(people * POPULATION_STEP)),
            region=region,
            elevation=elevation * ELEVATION_STEP,
        )


def _key_of(line: str) -> str:
    name, _, stored = line.partition("\t")
    return stored or name.casefold()


class Gazetteer:
    """The table, opened when first asked; one connection a thread."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._thread = local()
        self._block = lru_cache(maxsize=BLOCKS_KEPT)(self._read_block)
        self._aliases = lru_cache(maxsize=BLOCKS_KEPT)(_unpack_aliases)
        self.regions = lru_cache(maxsize=1)(self._read_regions)

    def _rows(self, query: str, *values: str | int) -> list[tuple[Any, ...]]:
        table = getattr(self._thread, "table", None)
        if table is None:
            address = f"{self._path.absolute().as_uri()}?mode=ro&immutable=1"
            table = self._thread.table = sqlite3.connect(address, uri=True)
        return table.execute(query, values).fetchall()

    def named(self, name: str) -> list[Entry]:
        """Return the places whose own name has that key."""
        query = "select start from places where first <= ? order by first desc limit 1"
        return [
            entry
            for (start,) in self._rows(query, name)
            for entry in self._block(start).named(name)
        ]

    def beginning(self, name: str) -> list[Entry]:
        """Return the places whose own name has a key that begins so.

        Of one or two letters there are thousands: those of the first MOST_BLOCKS blocks.
        """
        before = "select start from places where first <= ? order by first desc limit 1"
        within = "select start from places where first > ? and first < ? order by first limit ?"
        rows = self._rows(before, name)
        rows += self._rows(within, name, f"{name}\U0010ffff", MOST_BLOCKS)
        return [entry for (start,) in rows for entry in self._block(start).beginning(name)]

    def also_named(self, name: str) -> list[Entry]:
        """Return the places of which that key is another name."""
        query = "select block from aliases where first <= ? order by first desc limit 1"
        return [
            self._numbered(number)
            for (packed,) in self._rows(query, name)
            for number in self._aliases(packed).get(name, ())
        ]

    def neighbours(self, name: str) -> list[str]:
        """Return names that sort near a key, for suggestions."""
        before = "select start from places where first <= ? order by first desc limit 2"
        after = "select start from places where first > ? order by first limit 1"
        rows = self._rows(before, name) + self._rows(after, name)
        return [found for (start,) in rows for found in self._block(start).names()]

    def all(self) -> Iterator[Entry]:
        """Yield every place, by the key of its name; a tenth of a second for 10,000."""
        for (packed,) in self._rows("select block from places order by first"):
            yield from Block(packed).entries()

    def _numbered(self, number: int) -> Entry:
        query = "select max(start) from places where start <= ?"
        start = int(self._rows(query, number)[0][0])
        return self._block(start)[number - start]

    def _read_block(self, start: int) -> Block:
        return Block(self._rows("select block from places where start = ?", start)[0][0])

    def _read_regions(self) -> list[tuple[str, str]]:
        """Return title and short names of all regions."""
        return [
            (title, short)
            for title, short in self._rows("select title, short from regions order by id")
        ]


def _unpack_aliases(packed: bytes) -> dict[str, list[int]]:
    count, numbers, lines = _unpacked(packed, 3)
    split = np.frombuffer(numbers, dtype=np.uint8).reshape(3, count).astype(np.int64)
    places = (split[0] + (split[1] << 8) + (split[2] << 16)).tolist()
    found: dict[str, list[int]] = {}
    for name, place in zip(lines, places, strict=True):
        found.setdefault(name, []).append(place)
    return found
