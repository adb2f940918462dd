"""Prepares many items in several worlds: spread over processes, kept as they come, resumed.

Each world has a file of JSON Lines; a line is keyed by all that it depends on (the item, the
world, the version of the program), so that a line which would come out otherwise is made anew. Runs
are shared by all processes through an evidence store in the folder.
"""

import hashlib
import json
import multiprocessing
import os
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    as_completed,
    wait,
)
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from typing import BinaryIO, TypeVar

from pydantic import BaseModel, Field, ValidationError

from simulrag.evaluation.benchmark.items import Item, line
from simulrag.evaluation.experiment.preparing import Bench, Prepared
from simulrag.evaluation.experiment.through_client import Answered, attempted
from simulrag.evaluation.experiment.world import World
from simulrag.simulators.errors import RunFailed, SimulRAGError
from simulrag.simulators.interface import Frozen
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.evidence import EvidenceStore

_Line = TypeVar("_Line", bound=BaseModel)
#: Told how many of how many items are done.
Tell = Callable[[int, int], None]
RUNS, PREPARED = "runs.sqlite", "prepared"
_CLIENT = "through-client"
#: Items handed out at a time beyond one a process, so that none waits and few are lost.
_AHEAD = 2


class Loops(Frozen):
    """What the client's loops made of one item."""

    answered: tuple[Answered, ...]


class Made(Frozen):
    """What came of an item: prepared questions by world, or why there are none."""

    item: str
    prepared: dict[str, Prepared] = Field(default_factory=dict[str, Prepared])
    #: By the client's own loops, where that was wanted, or why not.
    answered: tuple[Answered, ...] = ()
    refused: str = ""
    error: str = ""


class Work(Frozen):
    """The place of an item among all, and the worlds in which it is wanted."""

    place: int
    worlds: dict[str, World]
    #: The world in which the client's own loops answer it too, and at which budgets.
    through: World | None = None
    budgets: tuple[float, ...] = ()


class Desk:
    """What every item is worked on with: the others, the simulators and the runs."""

    def __init__(self, items: Sequence[Item], registry: Registry, store: EvidenceStore) -> None:
        self._items, self._registry, self._store = items, registry, store

    def made(self, work: Work) -> Made:
        """Return the prepared questions of an item."""
        item = self._items[work.place]
        others = [o for o in self._items if o.simulator == item.simulator and o.id != item.id]
        try:
            bench = Bench(item, others, self._registry, self._store)
            prepared = bench.prepare_in(work.worlds) if work.worlds else {}
        except SimulRAGError as error:
            return Made(item=item.id, error=f"{type(error).__name__}: {error}")
        if work.through is None:
            return Made(item=item.id, prepared=prepared)
        answered, why = attempted(bench, work.through, work.budgets, self._store)
        return Made(item=item.id, prepared=prepared, answered=tuple(answered), refused=why)


class Order(Frozen):
    """What is wanted: every item in each world, and some through the client as well."""

    worlds: dict[str, World]
    #: How many items of each simulator the client's loops answer, in which world, at which budgets.
    clients: int = 0
    through: str = ""
    budgets: tuple[float, ...] = ()
    processes: int = 1


class Done(Frozen):
    """Prepared questions of each world in the order of items, and what failed and why."""

    prepared: dict[str, list[Prepared]]
    answered: dict[str, list[Answered]]
    failed: dict[str, str]
    refused: dict[str, str]


def prepare_all(
    items: Sequence[Item],
    order: Order,
    folder: Path,
    *,
    registry: Registry | None = None,
    tell: Tell | None = None,
) -> Done:
    """Prepare items; what the folder holds of an earlier run is not made again.

    order.processes: 1 works in this process, and only there with a `registry` other than the
    installed one. Raises RunFailed where a process was ended from outside.
    """
    kept = _Kept(items, order, folder)
    wanted = kept.wanted()
    failed: dict[str, str] = {}
    refused: dict[str, str] = {}
    with _results(wanted, items, folder, order.processes, registry) as results:
        for number, made in enumerate(results, start=len(items) - len(wanted) + 1):
            if made.error:
                failed[made.item] = made.error
            if made.refused:
                refused[made.item] = made.refused
            kept.add(made)
            if tell is not None:
                tell(number, len(items))
    left = [one for one in items if one.id not in failed]
    return Done(
        prepared={name: [kept.prepared(one, name) for one in left] for name in order.worlds},
        answered={one.id: found for one in left if (found := kept.answered(one))},
        failed=failed,
        refused=refused,
    )


class _Kept:
    """The files of a folder: what is there, what is missing, and what is added."""

    def __init__(self, items: Sequence[Item], order: Order, folder: Path) -> None:
        self._items, self._order, self._folder = items, order, folder / PREPARED
        self._folder.mkdir(parents=True, exist_ok=True)
        simulators = dict.fromkeys(item.simulator for item in items)
        corpora = {
            name: _digest([line(item) for item in items if item.simulator == name])
            for name in simulators
        }
        self._keys = {
            (one.id, name): key(one, world, corpora[one.simulator])
            for one in items
            for name, world in order.worlds.items()
        }
        self._prepared = {name: self._held(name, Prepared) for name in order.worlds}
        self._answered = self._held(_CLIENT, Loops)
        self._chosen = {
            item.id
            for name in simulators
            for item in [one for one in items if one.simulator == name][: order.clients]
        }

    def wanted(self) -> list[Work]:
        """Return the work that is left."""
        made = [self._work(place, item) for place, item in enumerate(self._items)]
        return [work for work in made if work.worlds or work.through is not None]

    def _work(self, place: int, item: Item) -> Work:
        missing = {
            name: world
            for name, world in self._order.worlds.items()
            if self._keys[item.id, name] not in self._prepared[name]
        }
        through = item.id in self._chosen and self._client_key(item) not in self._answered
        world = self._order.worlds[self._order.through] if through else None
        return Work(place=place, worlds=missing, through=world, budgets=self._order.budgets)

    def _client_key(self, item: Item) -> str:
        world = self._order.worlds[self._order.through].boundary_error
        return _digest([self._keys[item.id, self._order.through], self._order.budgets, world])

    def add(self, made: Made) -> None:
        """Keep what came of an item."""
        for name, prepared in made.prepared.items():
            known = self._keys[made.item, name]
            self._prepared[name][known] = prepared
            self._write(name, known, prepared)
        if made.answered:
            item = next(one for one in self._items if one.id == made.item)
            loops = Loops(answered=made.answered)
            self._answered[self._client_key(item)] = loops
            self._write(_CLIENT, self._client_key(item), loops)

    def prepared(self, item: Item, world: str) -> Prepared:
        """Return a prepared question."""
        return self._prepared[world][self._keys[item.id, world]]

    def answered(self, item: Item) -> list[Answered]:
        """Return what the client's loops made of an item."""
        if item.id not in self._chosen:
            return []
        found = self._answered.get(self._client_key(item))
        return list(found.answered) if found else []

    def _held(self, name: str, kind: type[_Line]) -> dict[str, _Line]:
        """Return what a file holds by key; a line that a kill cut off is left out."""
        path = self._folder / f"{name}.jsonl"
        held: dict[str, _Line] = {}
        for text in path.read_text("utf-8").splitlines() if path.exists() else ():
            known, _, body = text.partition(" ")
            with suppress(ValidationError):
                held[known] = kind.model_validate_json(body)
        return held

    def _write(self, name: str, known: str, body: BaseModel) -> None:
        """Append a line, after a new line where a kill left half of one."""
        path = self._folder / f"{name}.jsonl"
        with path.open("a+b") as stream:
            torn = stream.tell() > 0 and not _ends_a_line(stream)
            start = "\n" if torn else ""
            stream.write(f"{start}{known} {body.model_dump_json()}\n".encode())


def _ends_a_line(stream: BinaryIO) -> bool:
    stream.seek(-1, os.SEEK_END)
    return stream.read(1) == b"\n"


def key(item: Item, world: World, corpus: str) -> str:
    """Return the SHA-256 of all that a prepared question depends on.

    corpus: the digest of all items of its simulator, whose words and facts enter its drafts.
    """
    settings = world.model_dump(mode="json", exclude={"boundary_error"})
    return _digest([item.id, settings, corpus, version("simulrag")])


def _digest(given: object) -> str:
    return hashlib.sha256(json.dumps(given, sort_keys=True).encode()).hexdigest()


@contextmanager
def _results(
    wanted: Sequence[Work],
    items: Sequence[Item],
    folder: Path,
    processes: int,
    registry: Registry | None,
) -> Generator[Iterator[Made]]:
    """Work on items here or in processes; yields results as they come."""
    path = folder / RUNS
    with ExitStack() as opened:
        if processes < 2 or len(wanted) < 2:
            store = opened.enter_context(EvidenceStore(path))
            desk = Desk(items, registry or installed(), store)
            yield map(desk.made, wanted)
            return
        executor = opened.enter_context(
            ProcessPoolExecutor(
                min(processes, len(wanted)),
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_sit,
                initargs=(tuple(items), path),
            )
        )
        yield _spread(executor, wanted, processes * _AHEAD)


def _spread(executor: Executor, wanted: Sequence[Work], at_once: int) -> Iterator[Made]:
    waiting: set[Future[Made]] = set()
    try:
        for work in wanted:
            waiting.add(executor.submit(_at_desk, work))
            if len(waiting) < at_once:
                continue
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            yield from (one.result() for one in done)
        yield from (one.result() for one in as_completed(waiting))
    except BrokenProcessPool as error:
        raise RunFailed(
            "a process that prepared items was ended from outside (for want of memory?); run the "
            "command again, which goes on from what is kept, with fewer --processes"
        ) from error


#: The desk of this process.
_desks: list[Desk] = []


def _sit(items: tuple[Item, ...], path: Path) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _desks.append(Desk(items, installed(), EvidenceStore(path)))


def _end_with_parent() -> None:
    """End this process when the one that started it is gone, killed or not."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _at_desk(work: Work) -> Made:
    return _desks[0].made(work)
