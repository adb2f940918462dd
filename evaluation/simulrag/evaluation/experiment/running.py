"""Prepares many items in several worlds: spread over processes, kept as they come, resumed.

Each world has a file of JSON Lines; a line is keyed by all that it depends on (the item, the
world, the version of the program), so that a line which would come out otherwise is made anew. Runs
are shared by all processes through an evidence store in the folder.
"""

import hashlib
import json
import multiprocessing
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    Executor,
    Future,
    ProcessPoolExecutor,
    as_completed,
    wait,
)
from contextlib import ExitStack, contextmanager
from importlib.metadata import version
from pathlib import Path

from pydantic import ValidationError

from simulrag.evaluation.benchmark.items import Item, line
from simulrag.evaluation.experiment.preparing import Bench, Prepared
from simulrag.evaluation.experiment.world import World
from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.interface import Frozen
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.evidence import EvidenceStore

#: Told how many of how many items are done.
Tell = Callable[[int, int], None]
RUNS, PREPARED = "runs.sqlite", "prepared"
#: Items handed out at a time beyond one a process, so that none waits and few are lost.
_AHEAD = 2


class Made(Frozen):
    """What came of an item: prepared questions by world, or why there are none."""

    item: str
    prepared: dict[str, Prepared]
    error: str = ""


class Work(Frozen):
    """The place of an item among all, and the worlds in which it is wanted."""

    place: int
    worlds: dict[str, World]


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
            prepared = {name: bench.prepare(world) for name, world in work.worlds.items()}
        except SimulRAGError as error:
            return Made(item=item.id, prepared={}, error=f"{type(error).__name__}: {error}")
        return Made(item=item.id, prepared=prepared)


def prepare_all(
    items: Sequence[Item],
    worlds: Mapping[str, World],
    folder: Path,
    *,
    processes: int = 1,
    registry: Registry | None = None,
    tell: Tell | None = None,
) -> tuple[dict[str, list[Prepared]], dict[str, str]]:
    """Return the prepared questions of each world in the order of items, and what failed and why.

    processes: 1 works in this process, and only there with a `registry` other than the installed.
    """
    (folder / PREPARED).mkdir(parents=True, exist_ok=True)
    found = {name: _kept(folder, name) for name in worlds}
    corpora = {name: _digest([line(i) for i in items if i.simulator == name])
               for name in {i.simulator for i in items}}  # fmt: skip
    keys = {
        (one.id, name): key(one, world, corpora[one.simulator])
        for one in items
        for name, world in worlds.items()
    }
    missing = [
        {name: world for name, world in worlds.items() if keys[one.id, name] not in found[name]}
        for one in items
    ]
    wanted = [Work(place=place, worlds=left) for place, left in enumerate(missing) if left]
    failed: dict[str, str] = {}
    done = len(items) - len(wanted)
    with _results(wanted, items, folder, processes, registry) as results:
        for made in results:
            done += 1
            if made.error:
                failed[made.item] = made.error
            for name, prepared in made.prepared.items():
                found[name][keys[made.item, name]] = prepared
                _keep(folder, name, keys[made.item, name], prepared)
            if tell is not None:
                tell(done, len(items))
    return {
        name: [found[name][keys[one.id, name]] for one in items if one.id not in failed]
        for name in worlds
    }, failed


def key(item: Item, world: World, corpus: str) -> str:
    """Return the SHA-256 of all that a prepared question depends on.

    corpus: the digest of all items of its simulator, whose words and facts enter its drafts.
    """
    settings = world.model_dump(mode="json", exclude={"boundary_error"})
    return _digest([item.id, settings, corpus, version("simulrag")])


def _digest(given: object) -> str:
    return hashlib.sha256(json.dumps(given, sort_keys=True).encode()).hexdigest()


def _kept(folder: Path, name: str) -> dict[str, Prepared]:
    """Return what a file holds by key; a line that was cut off by a kill is left out."""
    path = folder / PREPARED / f"{name}.jsonl"
    held: dict[str, Prepared] = {}
    for text in path.read_text("utf-8").splitlines() if path.exists() else ():
        known, _, body = text.partition(" ")
        try:
            held[known] = Prepared.model_validate_json(body)
        except ValidationError:
            continue
    return held


def _keep(folder: Path, name: str, known: str, prepared: Prepared) -> None:
    path = folder / PREPARED / f"{name}.jsonl"
    with path.open("a", encoding="utf-8") as stream:
        stream.write(f"{known} {prepared.model_dump_json()}\n")


@contextmanager
def _results(
    wanted: Sequence[Work],
    items: Sequence[Item],
    folder: Path,
    processes: int,
    registry: Registry | None,
) -> Iterator[Iterator[Made]]:
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
    for work in wanted:
        waiting.add(executor.submit(_at_desk, work))
        if len(waiting) < at_once:
            continue
        done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
        yield from (one.result() for one in done)
    yield from (one.result() for one in as_completed(waiting))


#: The desk of this process.
_desks: list[Desk] = []


def _sit(items: tuple[Item, ...], path: Path) -> None:
    _desks.append(Desk(items, installed(), EvidenceStore(path)))


def _at_desk(work: Work) -> Made:
    return _desks[0].made(work)
