"""Many runs from a file: each once, whatever is asked twice, refused, killed or begun again."""

import json
import sqlite3
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from simulrag.evaluation.commands import app
from simulrag.simulators.errors import BadValue, EvidenceError, NotInstalled, RunFailed
from simulrag.simulators.executors import Pool, pool
from simulrag.simulators.external.simulator import from_file
from simulrag.simulators.interface import Call
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.verification import Verifier
from simulrag.verifier.scenarios import running
from simulrag.verifier.scenarios.asked import Asked, Refused, asked_in
from simulrag.verifier.scenarios.running import Progress, run_chunk, run_scenarios


def call(year: int = 1990, place: str = "Nairobi", **more: object) -> dict[str, object]:
    arguments = {"place": place, "year": year, **more}
    return {"simulator": "climate", "function": "temperature", "arguments": arguments}


def lines(*rows: object) -> list[str]:
    return [row if isinstance(row, str) else json.dumps(row) for row in rows]


def spread(
    rows: Iterable[str],
    store: EvidenceStore,
    registry: Registry,
    executor: Executor | None = None,
    chunk: int = 2,
) -> tuple[Progress, list[Refused]]:
    refused: list[Refused] = []
    with executor or ThreadPoolExecutor(1) as used:
        found = run_scenarios(
            asked_in(rows, registry), store, Pool(used, 2), chunk=chunk, refused=refused.append
        )
    return found, refused


def test_each_run_is_made_once_and_a_second_start_makes_none(
    store: EvidenceStore, registry: Registry
) -> None:
    rows = lines(*(call(1990 + n % 5) for n in range(12)))
    found, refused = spread(rows, store, registry)
    assert (found.made, found.there, found.read, refused) == (5, 7, 12, [])
    assert sum(found.workers.values()) == 5
    again, _ = spread(rows, store, registry)
    assert (again.made, again.there) == (0, 12)
    assert len(store.run_ids()) == 5


def test_runs_that_were_spread_are_those_that_the_store_makes_itself(
    store: EvidenceStore, registry: Registry
) -> None:
    spread(lines(call(2050, scenario="ssp245", co2=20.0)), store, registry)
    arguments = {"place": "Nairobi", "year": 2050, "scenario": "ssp245", "co2": 20.0}
    asked = Call(simulator="climate", function="temperature", arguments=arguments)
    with EvidenceStore() as other:
        own = other.run(asked, registry)
    assert store.get(own.id) == own


def test_a_question_stands_for_the_runs_that_it_asks_for(
    store: EvidenceStore, registry: Registry
) -> None:
    question = "How much warmer is Nairobi in 2090 under SSP5-8.5 than in 1990?"
    found, _ = spread(lines({"question": question}, call(1990)), store, registry)
    assert (found.made, found.there) == (2, 1)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("no json", "is not JSON"),
        ("[1, 2]", "is no JSON object"),
        ('{"simulator": "climate", "arguments": {"year": NaN}}', "NaN is no number"),
        ("[" * 100_000, "is not JSON"),
        (" " * 99_999 + "{}" + " ", "allowed are 100000"),
        ({"simulator": "climate"}, "is no call"),
        ({"question": "Should I buy a dog?"}, "asks for no run"),
        ({"question": 7}, "question must be a text"),
        ({"question": "What?", "seed": 1}, "stand alone"),
        ({**call(), "simulator": "weather"}, "simulator 'weather' is unknown"),
        ({**call(), "function": "rain"}, "function 'rain' of climate is unknown"),
        (call(3000), "nearest valid value 2100"),
        (call(place="Xyzzyplugh"), "is not in the table of places"),
        (call(place="\ud800"), ""),
    ],
)
def test_a_line_that_cannot_be_run_is_told_with_its_number_and_loses_no_other(
    row: object, told: str, store: EvidenceStore, registry: Registry
) -> None:
    found, refused = spread(lines(call(1990), "", row, call(1991)), store, registry)
    assert (found.made, found.refused + found.failed) == (2, 1)
    assert (refused[0].line, told in refused[0].message) == (3, True), refused


class Dying(Executor):
    """Breaks for good after some chunks, as a pool of processes does of which one is killed."""

    def __init__(self, lives: int) -> None:
        self.lives = lives

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_kwargs: Any) -> Future[Any]:
        made: Future[Any] = Future()
        if self.lives:
            self.lives -= 1
            made.set_result(fn(*args))
        else:
            made.set_exception(BrokenExecutor("a process was terminated abruptly"))
        return made


def test_what_was_made_before_the_workers_broke_is_stored_and_the_rest_made_later(
    store: EvidenceStore, registry: Registry
) -> None:
    rows = lines(*(call(1950 + n) for n in range(10)))
    with pytest.raises(RunFailed, match="the same command goes on from there"):
        spread(rows, store, registry, Dying(lives=2))
    assert len(store.run_ids()) == 4
    again, _ = spread(rows, store, registry)
    assert (again.made, again.there) == (6, 4)


class Deadly(Executor):
    """Kills every worker that runs one call, as Dask tells of it."""

    def __init__(self, call: str, killed: type[Exception]) -> None:
        self.call, self.killed, self.sizes = call, killed, list[int]()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **_kwargs: Any) -> Future[Any]:
        made: Future[Any] = Future()
        chunk: Sequence[Asked] = args[0]
        self.sizes.append(len(chunk))
        if any(self.call in one.call.canonical() for one in chunk):
            made.set_exception(self.killed())
        else:
            made.set_result(fn(*args))
        return made


def test_a_call_that_kills_its_workers_is_found_and_loses_no_other_of_its_chunk(
    store: EvidenceStore, registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(Exception):
        pass

    monkeypatch.setattr(running, "_died", lambda: (Killed,))
    deadly = Deadly('"year":1953', Killed)
    rows = lines(*(call(1950 + n) for n in range(8)))
    found, refused = spread(rows, store, registry, deadly, chunk=4)
    assert (found.made, found.failed, found.given_again) == (7, 1, 1)
    assert "every worker that ran it died" in refused[0].message
    assert refused[0].call.arguments["year"] == 1953
    assert sorted(deadly.sizes) == [1, 1, 1, 1, 4, 4]


def test_a_worker_with_another_version_is_told_of_and_returns_nothing(
    registry: Registry,
) -> None:
    (asked,) = (one for one in asked_in(lines(call()), registry) if isinstance(one, Asked))
    made = run_chunk([asked.model_copy(update={"id": "climate-000000000000"})])
    assert made.texts == {}
    assert "install the same simulrag on every worker" in made.failed[0].message


def test_a_text_that_belongs_to_another_call_is_not_stored(
    store: EvidenceStore, registry: Registry
) -> None:
    one, other = (
        run_chunk([asked]).texts
        for asked in asked_in(lines(call(1990), call(1991)), registry)
        if isinstance(asked, Asked)
    )
    (wrong,), (text,) = one.keys(), other.values()
    with pytest.raises(EvidenceError, match="is another call's"):
        store.add_texts({wrong: text})
    with pytest.raises(EvidenceError, match="cannot be read"):
        store.add_texts({wrong: "{}"})
    assert store.run_ids() == []


def test_members_of_an_own_simulator_come_with_its_runs_and_none_is_made_again_for_them(
    store: EvidenceStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "dice_model.py").write_text(
        "import random\n"
        "from simulrag.simulators.external.functions import simulator_function\n"
        "@simulator_function(example={'sides': 6.0})\n"
        "def roll(sides: float, *, seed: int) -> float:\n"
        "    return 1 + sides * random.Random(seed).random()\n"
    )
    (tmp_path / "simulator.toml").write_text(
        'name = "dice"\ntitle = "Dice"\ndescription = "Rolls dice."\nversion = "1"\n'
        '[run]\nkind = "functions"\nmodule = "dice_model"\n'
    )
    dice = Registry([from_file(tmp_path / "simulator.toml")])
    monkeypatch.setattr(running, "installed", lambda: dice)
    asked = {"simulator": "dice", "function": "roll", "arguments": {"sides": 6.0}}
    found, refused = spread(lines(asked), store, dice)
    assert (found.made, refused) == (1, [])
    (run_id,) = store.run_ids()
    kept = store.members.get(run_id)
    assert kept.whole
    assert len(kept.members["roll"] or ()) == 20
    here = Registry([from_file(tmp_path / "simulator.toml")])
    (tmp_path / "dice_model.py").unlink()  # what would be run for them is gone
    (value,) = Verifier(here, store).compute(["probability(dice.roll(sides=6.0).roll > 0)"])
    assert (value.text, value.run_ids) == ("100 % (all 20 members)", (run_id,))


def test_a_chunk_says_who_made_it_and_for_how_long_a_processor_worked(registry: Registry) -> None:
    (asked,) = (one for one in asked_in(lines(call()), registry) if isinstance(one, Asked))
    made = run_chunk([asked])
    assert made.processor_seconds > 0
    assert ":" in made.worker


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("threads:2", "is unknown"),
        ("local:0", "no number of workers"),
        ("local:", "no number of workers"),
        ("local:²", "no number of workers"),
        ("processes:-1", "no number of workers"),
        ("processes:99999999999999999999", "no number of workers"),
        ("tcp://", "is no address"),
        ("tls://host:x", "is no address"),
        ("tcp://192.0.2.1:8786", "without encryption"),
        ("tcp://cluster.example:8786", "without encryption"),
        ("tcp://127.0.0.1.evil.example:8786", "without encryption"),
    ],
)
def test_a_scheduler_that_is_none_or_not_safe_is_refused(word: str, told: str) -> None:
    with pytest.raises(BadValue, match=told), pool(word):
        pass


def test_without_dask_a_cluster_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NotInstalled, match=r"simulrag\[cluster\]"), pool("local:1"):
        pass


def test_the_command_lists_what_it_could_not_run_and_goes_on_later(tmp_path: Path) -> None:
    calls, out = tmp_path / "calls.jsonl", tmp_path / "runs.sqlite"
    calls.write_text("\n".join(lines(call(1990), call(3000), call(1991))), "utf-8")
    command = ["scenarios", str(calls), "--out", str(out), "--json"]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 1, done.output
    assert (json.loads(done.stdout)["made"], json.loads(done.stdout)["refused"]) == (2, 1)
    told = json.loads((tmp_path / "runs.sqlite.refused.jsonl").read_text("utf-8"))
    assert (told["line"], told["reason"]) == (2, "value_out_of_range")
    calls.write_text("\n".join(lines(call(1990), call(1992))), "utf-8")
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0, done.output
    assert not (tmp_path / "runs.sqlite.refused.jsonl").exists()
    with sqlite3.connect(out) as connection:
        assert connection.execute("SELECT count(*) FROM runs").fetchone() == (3,)
    connection.close()


def test_a_file_that_is_not_there_or_no_text_ends_with_code_2(tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path / "missing.jsonl", bad):
        done = CliRunner().invoke(
            app, ["scenarios", str(path), "--out", str(tmp_path / "runs.sqlite")]
        )
        assert (done.exit_code, "cannot be read" in done.output) == (2, True)
