"""By how much the members of runs let an evidence store grow, over 200 formulas of all simulators.

    python benchmarks/store_growth.py [--most 4000]

The formulas read values, differences, orders and parts of the built-in simulators: temperatures,
seasons of one state and of several by state, measures, inputs that are sought, and corridors by the
engine (where it is installed) and by its emulator. Printed for each function are its runs, the
members of a run, and the bytes that these and the run itself take; then the growth of the file by
its members, a run. Ends with 1 where that is more than `--most` bytes, or where a second store over
the same file decides a formula otherwise or draws members again.
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import argparse
import itertools
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from simulrag.simulators.interface import Call
from simulrag.simulators.registry import Registry, installed
from simulrag.simulators.urban.simulator import UrbanSimulator, engine_version
from simulrag.verifier.claims import Computed
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.verification import Verifier

PLACES = ("Nairobi", "London", "Lima", "Tokyo", "Oslo", "Delhi", "Cairo", "Quito", "Perth", "Paris")
SCENARIOS = ("ssp126", "ssp245", "ssp370", "ssp585")
STATES = ("Ohio", "Texas", "Utah", "Maine", "Iowa")
SEASON = (
    'epidemiology.season(states={states}, r0={r0}, immunity={immunity}, seasonality="moderate", '
    'start_date="2022-10-04", metric="{metric}"{more})'
)
SOUGHT = 'start_date="2022-10-01", seasonality="moderate", metric="hospital incidence", peak={peak}'
SIGNALS = ("fixed-time", "actuated", "green wave", "unsignalled")


def of_climate() -> Iterator[str]:
    """Yield 80 formulas about temperatures."""
    for place, scenario in itertools.product(PLACES, SCENARIOS):
        then = f'climate.temperature(place="{place}", year=1990).temperature'
        now = f'climate.temperature(place="{place}", year=2070, scenario="{scenario}").temperature'
        yield f"{now} - {then}"
    for year, scenario in itertools.product(range(2030, 2080, 5), SCENARIOS):
        world = f'climate.global_temperature(year={year}, scenario="{scenario}")'
        yield f"{world}.global_warming > 2"


def of_influenza() -> Iterator[str]:
    """Yield 60 formulas about seasons, measures against them and inputs that are sought."""
    for state, r0, metric in itertools.product(
        STATES, (2.2, 2.6), ("hospital incidence", "hospital prevalence")
    ):
        season = SEASON.format(states=f'["{state}"]', r0=r0, immunity=20, metric=metric, more="")
        yield f"{season}.peak_date"
        yield f"{season}.peak > {r0 * 100}"
    for r0 in (2.2, 2.6):
        listed = '["Ohio", "Texas", "Utah", "Maine"]'
        many = SEASON.format(
            states=listed, r0=r0, immunity=30, metric="hospital incidence",
            more=', aggregation="per state"',
        )  # fmt: skip
        yield f"argmax({many}.part(s).peak for s in {listed})"
        yield f'{many}.part("Ohio").peak_date'
    for state, peak in itertools.product(STATES[:2], (600, 700, 800, 900)):
        asked = f'states=["{state}"], {SOUGHT.format(peak=peak)}'
        yield f"epidemiology.needed_r0({asked}, immunity=30).needed_r0"
        yield f"epidemiology.needed_immunity({asked}, r0=2.4).needed_immunity"


def of_traffic() -> Iterator[str]:
    """Yield 30 formulas about the corridor."""
    for signal, change in itertools.product(SIGNALS, (-40, -35, -30, -25, -20, -15, -10)):
        road = f'urban.corridor(speed_limit={change}, signal="{signal}")'
        yield f"{road}.travel_time_change > {-change}"
    yield from (f"urban.corridor(demand={change}).co2" for change in (-30, -15))


def formulas() -> Iterator[tuple[bool, str]]:
    """Yield whether traffic is emulated, and a formula."""
    for text in (*of_climate(), *of_influenza()):
        yield False, text
    for emulated in (True, False):
        if emulated or engine_version():
            yield from ((emulated, text) for text in of_traffic())


def registries() -> Mapping[bool, Registry]:
    """Return the built-in simulators, with traffic by the engine and by its emulator."""
    others = [one for one in installed() if one.name != "urban"]
    return {
        emulated: Registry([*others, UrbanSimulator(emulate=emulated)])
        for emulated in (False, True)
    }


def computed(path: Path, asked: Sequence[tuple[bool, str]]) -> tuple[list[Computed], float]:
    """Return what formulas are worth by a store of this file, and how long it took, s."""
    with EvidenceStore(path) as store:
        verifiers = {key: Verifier(one, store) for key, one in registries().items()}
        began = time.perf_counter()
        found = [verifiers[emulated].compute([text])[0] for emulated, text in asked]
        return found, time.perf_counter() - began


def without_drawing(made: Callable[[], tuple[list[Computed], float]]) -> tuple[list[Computed], int]:
    """Return what is made while members drawn are counted, and their count."""
    drawn: list[str] = []
    kinds = {type(one) for registry in registries().values() for one in registry}
    held = {kind: kind.samples for kind in kinds if hasattr(kind, "samples")}  # type: ignore[attr-defined]

    def counting(kind: type) -> Callable[[object, Call], object]:
        def samples(self: object, call: Call) -> object:
            found = held[kind](self, call)
            drawn.extend([call.function] if found else [])
            return found

        return samples

    for kind in held:
        kind.samples = counting(kind)  # type: ignore[attr-defined]
    try:
        found, _ = made()
    finally:
        for kind, own in held.items():
            kind.samples = own  # type: ignore[attr-defined]
    return found, len(drawn)


def sizes(path: Path) -> tuple[int, int]:
    """Return the bytes of a store's file with members, and of the same without."""
    found: list[int] = []
    with sqlite3.connect(path) as database:
        for statement in ("SELECT 1", "DELETE FROM members"):
            database.execute(statement)
            database.commit()
            database.execute("VACUUM")
            (pages,) = database.execute("PRAGMA page_count").fetchone()
            (size,) = database.execute("PRAGMA page_size").fetchone()
            found.append(pages * size)
    database.close()
    return found[0], found[1]


def told(path: Path) -> int:
    """Print what each function's runs take; return how many runs there are."""
    with sqlite3.connect(path) as database:
        rows = database.execute(
            "SELECT json_extract(runs.body, '$.call.simulator') || '.' || "
            "json_extract(runs.body, '$.call.function') || CASE WHEN runs.body LIKE '%emulator%' "
            "THEN ' (emulated)' ELSE '' END AS name, count(*), avg(length(runs.body)), "
            "avg((SELECT sum(length(members.body)) FROM members WHERE run = number)), "
            "avg((SELECT count(*) FROM members WHERE run = number)), "
            "max((SELECT sum(length(members.body)) FROM members WHERE run = number)) "
            "FROM runs GROUP BY name"
        ).fetchall()
        for name, count, body, members, outputs, most in rows:
            print(
                f"{name:<38} {count:4} runs of {body:6.0f} bytes, members {members or 0:5.0f} "
                f"(at most {most or 0}) in {outputs:.1f} outputs"
            )
        (runs,) = database.execute("SELECT count(*) FROM runs").fetchone()
    database.close()
    return runs


def main() -> None:
    """Print the table and the growth a run."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--most", type=float, default=4_000.0, help="bytes a run")
    given = parser.parse_args()
    asked = list(formulas())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "evidence.sqlite"
        first, seconds = computed(path, asked)
        problems = [one.problem.message for one in first if one.problem is not None]
        again, drawn = without_drawing(lambda: computed(path, asked))
        other = sum(a != b for a, b in zip(first, again, strict=True))
        runs = told(path)
        whole, bare = sizes(path)
    print(f"{len(asked)} formulas, {len(problems)} of them without a value, in {seconds:.0f} s")
    for message in dict.fromkeys(problems):
        print(f"  {message}")
    grown = (whole - bare) / runs
    print(f"again from the store: {other} formulas differ, members of {drawn} calls drawn")
    print(f"{runs} runs; the file has {whole:,} bytes, {bare:,} without members: {grown:.0f} a run")
    raise SystemExit(grown > given.most or other > 0 or drawn > 0)


if __name__ == "__main__":
    main()
