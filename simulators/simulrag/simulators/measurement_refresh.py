"""Brings newer tables of measurements, which are checked before they replace anything."""

import asyncio
import hashlib
import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from simulrag.simulators.arguments import shown
from simulrag.simulators.capabilities import Ageing
from simulrag.simulators.data_integrity import write_whole
from simulrag.simulators.errors import BadValue, UnknownName
from simulrag.simulators.measurement_tables import (
    ENCODING,
    HISTORY,
    Brought,
    Published,
    Table,
    folder,
    history,
)
from simulrag.simulators.registry import installed
from simulrag.simulators.safe_text import escaped

#: Most bytes of a file, addresses that a download may be sent on to, and seconds that it may take.
LONGEST, REDIRECTS, SECONDS = 16 * 2**20, 5, 120.0
#: Lost or changed numbers that a message names.
NAMED = 3


@dataclass(frozen=True)
class Change:
    """A number that is another than before."""

    place: str
    period: str
    before: float
    now: float

    def __str__(self) -> str:
        """Return it for a person."""
        return f"{self.place} {self.period}: {self.before:g} -> {self.now:g}"

    def is_within(self, revision: tuple[float, float]) -> bool:
        """Tell whether revisions change a number so (see `Published`)."""
        absolute, share = revision
        return abs(self.now - self.before) <= absolute + share * min(self.now, self.before)


@dataclass(frozen=True)
class Refreshed:
    """A table that was brought: how many numbers it has more, and which it changes, most first."""

    brought: Brought
    more: int
    changes: tuple[Change, ...]


def of_simulator(name: str) -> Published:
    """Return the table that ages of an installed simulator. Raises UnknownName for another."""
    known = {one.name: one.published for one in installed() if isinstance(one, Ageing)}
    if name in known:
        return known[name]
    raise UnknownName(
        f"{shown(name)} has no measurements that age; choose one of {', '.join(known)}",
        parameter="simulator",
        given=name,
        candidates=tuple(known),
    )


def refresh(
    published: Published, given: str, today: date, *, accept_revisions: bool = False
) -> Refreshed:
    """Bring the table at a path or a URL, by default the source's own.

    accept_revisions : take one that changes numbers by more than revisions do
    Raises BadValue, and leaves all as it was, where the table cannot be read, is no newer than the
    one in use, lacks one of its numbers or changes it too much.
    """
    asked = given or published.url
    data = fetched(asked)
    old = published.numbers()
    try:
        new = published.read(_text(data), today)
        _check_newer(new, old)
        changes = _changes(new, old)
        beyond = [str(one) for one in changes if not one.is_within(published.revision)]
        if beyond and not accept_revisions:
            raise BadValue(
                f"it changes {_named(beyond)} of {len(old):,} numbers by more than revisions do; "
                "--accept-revisions takes it all the same"
            )
    except BadValue as error:
        name = published.simulator
        raise BadValue(f"{source_of(asked)} was not taken for {name}: {error}") from error
    made = Brought(
        through=_last(new),
        read_on=today.isoformat(),
        source=source_of(asked),
        sha256=hashlib.sha256(data).hexdigest(),
        revised=len(changes),
    )
    _keep(published, (*history(published), made), data)
    return Refreshed(made, len(new) - len(old), changes)


def undo(published: Published) -> Brought:
    """Go back to the table before the last one, which is returned.

    Raises BadValue where none was brought, and where nobody can tell what was, which then goes.
    """
    try:
        known = history(published)
    except BadValue as error:
        _keep(published, ())
        raise BadValue(f"{error}; what ships is used again") from error
    if not known:
        raise BadValue(f"no table was brought for {published.simulator}, which uses what ships")
    *left, last = known
    _keep(published, left)
    if last.file not in [one.file for one in left]:
        with suppress(OSError):
            (folder(published) / last.file).unlink()
    return last


def _keep(published: Published, known: Sequence[Brought], data: bytes | None = None) -> None:
    """Keep what is known of tables, and the last one itself. Raises BadValue where it cannot be."""
    home = folder(published)
    listed = [one.model_dump(mode="json") for one in known]
    try:
        home.mkdir(parents=True, exist_ok=True)
        if data is not None:
            write_whole(home / known[-1].file, data)
        write_whole(home / HISTORY, json.dumps(listed, indent=2) + "\n")
    except OSError as error:
        raise BadValue(f"{home} cannot be written to: {error.strerror}") from error


def _check_newer(new: Table, old: Table) -> None:
    last, held = _last(new), _last(old)
    if last <= held:
        what = "is older" if last < held else "is no newer"
        raise BadValue(f"it ends with {last} and {what} than the one in use, to {held}")
    if lost := [f"{place} {period}" for place, period in old if (place, period) not in new]:
        raise BadValue(f"it lacks {_named(lost)} of {len(old):,} numbers of the one in use")


def _changes(new: Table, old: Table) -> tuple[Change, ...]:
    found = [Change(*key, number, new[key]) for key, number in old.items() if new[key] != number]
    return tuple(sorted(found, key=lambda one: -abs(one.now - one.before)))


def _last(table: Table) -> str:
    return max((period for _, period in table), default="")


def _named(found: Iterable[str]) -> str:
    """Return how many there are, with the first of them."""
    listed = list(found)
    return f"{len(listed):,} ({', '.join(listed[:NAMED])}{', ...' if listed[NAMED:] else ''})"


def _text(data: bytes) -> str:
    try:
        return data.decode(ENCODING)
    except UnicodeDecodeError as error:
        raise BadValue("it is no text in UTF-8") from error


def source_of(given: str) -> str:
    """Return what names a source: a URL without secrets, a file without its folder."""
    if not _is_url(given):
        return escaped(Path(given).name)
    import httpx

    with suppress(httpx.InvalidURL):
        url = httpx.URL(given)
        given = str(url.copy_with(username=None, password=None, query=None, fragment=None))
    return escaped(given)


def _is_url(given: str) -> bool:
    return "://" in given


def fetched(given: str) -> bytes:
    """Return the file at a path or an HTTP URL. Raises BadValue where there is none."""
    if _is_url(given):
        return _downloaded(given)
    path = Path(given).expanduser()
    if not path.is_file():
        raise BadValue(f"{given} is no file; give the path or the URL of a table")
    try:
        with path.open("rb") as file:
            data = file.read(LONGEST + 1)
    except OSError as error:
        raise BadValue(f"{given} cannot be read: {error.strerror}") from error
    if len(data) > LONGEST:
        raise _too_long(given)
    return data


def _too_long(given: str) -> BadValue:
    return BadValue(f"{given} has more than {LONGEST:,} bytes, which no such table has")


def _downloaded(url: str) -> bytes:
    import httpx

    try:
        return asyncio.run(asyncio.wait_for(_answered(url), SECONDS))
    except TimeoutError as error:
        raise BadValue(f"{source_of(url)} took longer than {SECONDS:g} s") from error
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        why = escaped(f"{type(error).__name__}: {error}"[:200])
        raise BadValue(f"{source_of(url)} could not be read ({why})") from error


async def _answered(url: str) -> bytes:
    """Return what a URL answers. Raises BadValue, and what httpx raises."""
    import httpx

    client = httpx.AsyncClient(timeout=SECONDS, follow_redirects=True, max_redirects=REDIRECTS)
    # Compressed, a small answer could unfold to a huge one.
    request = client.stream("GET", url, headers={"Accept-Encoding": "identity"})
    async with client, request as reply:
        if url.startswith("https:") and reply.url.scheme != "https":
            raise BadValue(f"{source_of(url)} was sent on to {source_of(str(reply.url))}")
        if reply.status_code != 200:
            raise BadValue(f"{source_of(url)} answered with HTTP status {reply.status_code}")
        body = bytearray()
        async for chunk in reply.aiter_raw():
            body += chunk
            if len(body) > LONGEST:
                raise _too_long(source_of(url))
    return bytes(body)
