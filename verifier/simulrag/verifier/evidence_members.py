"""The members of stored runs, kept compactly beside them, so that no later process draws again.

One row for each output. Values are float32: relative error at most 6e-8, whole numbers and dates
(proleptic Gregorian ordinals, days) up to 2^24 exact. Outputs that float32 cannot hold, as they are
larger than 3e38 or hold whole numbers that it would round, are float64. NaN, which is not defined,
stays NaN. The bytes of a value are kept apart (all first bytes, then all second ones ...), as
those of neighbours are alike, and are then deflated.
"""

import math
import sys
import zlib
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from simulrag.simulators.digests import checksum, is_altered
from simulrag.simulators.errors import Altered, EvidenceError, RunFailed
from simulrag.verifier.evidence_database import EvidenceDatabase
from simulrag.verifier.stored_text import MOST_BYTES

#: The row of a run of whose own outputs all members are kept.
_WHOLE = "", b""


def narrowed(values: Sequence[float]) -> "array[float]":
    """Return values as they are kept: in float32, or in float64 where that cannot hold them."""
    exact = array("d", values)
    near = array("f", exact)
    return near if all(map(_holds, near, exact)) else exact


def _holds(near: float, value: float) -> bool:
    if near == value or math.isnan(value):
        return True
    return math.isfinite(near) and near != 0.0 and not value.is_integer()


def packed(values: Sequence[float]) -> bytes:
    """Return values as bytes, a tenth to nine tenths of float32's."""
    made = narrowed(values)
    if sys.byteorder == "big":
        made.byteswap()
    body, width = made.tobytes(), made.itemsize
    planes = b"".join(body[first::width] for first in range(width))
    return zlib.compress(made.typecode.encode() + planes, 9)


def unpacked(body: bytes) -> "array[float]":
    """Return the values that `packed` made bytes of. Raises Altered for other bytes."""
    try:
        stream = zlib.decompressobj()
        held = stream.decompress(body, MOST_BYTES + 1)
        if not stream.eof:
            raise ValueError(f"they are cut, or more than {MOST_BYTES / 1e6:.0f} MB")
        found = array("f" if held[:1] == b"f" else "d")
        count = (len(held) - 1) // found.itemsize
        planes = bytearray(count * found.itemsize)
        for first in range(found.itemsize):
            planes[first :: found.itemsize] = held[1 + first * count : 1 + (first + 1) * count]
    except (zlib.error, ValueError) as error:
        raise Altered(f"members of a run cannot be read: {error}") from error
    found.frombytes(bytes(planes))
    if sys.byteorder == "big":
        found.byteswap()
    return found


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of a run's members; None are those of an output that is known to be a point.

    whole: all members of the run's own outputs are here; what is missing is a point. altered:
    outputs whose members are not what was kept, and so are not here ("" for what says `whole`).
    """

    members: "Mapping[str, array[float] | None]"
    whole: bool = False
    altered: tuple[str, ...] = ()


class MemberTable:
    """The members of the runs of an evidence store, by run and output.

    An output of a part has its name and the part's ("peak in Ohio").
    """

    def __init__(self, database: EvidenceDatabase) -> None:
        self._database = database

    def put(
        self, run_id: str, members: Mapping[str, Sequence[float] | None], *, whole: bool = False
    ) -> None:
        """Keep members of a stored run beside those that are there already.

        These stay unless they were altered. Raises RunFailed for more than MOST_BYTES,
        EvidenceError where the run is not stored.
        """
        longest = max((len(one) for one in members.values() if one is not None), default=0)
        rows = [(name, b"" if one is None else packed(one)) for name, one in members.items()]
        size = max(sum(len(body) for _, body in rows), longest * array("d").itemsize)
        if size > MOST_BYTES:
            raise RunFailed(
                f"the members of run {run_id!r} have {size / 1e6:.0f} MB; allowed are "
                f"{MOST_BYTES / 1e6:.0f} MB, nothing was stored"
            )
        with self._database.writing() as connection:
            found = connection.execute("SELECT number FROM runs WHERE id = ?", (run_id,)).fetchone()
            if found is None:
                raise EvidenceError(
                    f"run {run_id!r} is not in the evidence store {self._database.name}; store it "
                    "before its members"
                )
            for name, body in [*rows, *([_WHOLE] if whole else [])]:
                held = connection.execute(
                    "SELECT digest, body FROM members WHERE run = ? AND output = ?",
                    (found[0], name),
                ).fetchone()
                if held is None or is_altered(held[0], run_id, name, held[1]):
                    connection.execute(
                        "INSERT OR REPLACE INTO members (run, output, body, digest) "
                        "VALUES (?, ?, ?, ?)",
                        (found[0], name, body, checksum(run_id, name, body)),
                    )

    def get(self, run_id: str) -> Kept:
        """Return what is kept of a run's members; nothing where they were never asked for."""
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT output, members.body, members.digest FROM members "
                "JOIN runs ON run = number WHERE id = ?",
                (run_id,),
            ).fetchall()
        sound = {n: body for n, body, digest in rows if not is_altered(digest, run_id, n, body)}
        altered = tuple(name for name, _, _ in rows if name not in sound)
        whole = sound.pop(_WHOLE[0], None) is not None and not altered
        members = {n: unpacked(body) if body else None for n, body in sound.items()}
        return Kept(members, whole, altered)

    def size(self) -> tuple[int, int]:
        """Return how many runs have members, and the bytes that these take."""
        with self._database.reading() as connection:
            return connection.execute(
                "SELECT count(DISTINCT run), coalesce(sum(length(body)), 0) FROM members "
                "WHERE length(body) > 0"
            ).fetchone()
