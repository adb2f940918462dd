"""Members of ensembles are kept with the evidence, so that whoever comes later draws none."""

import math
import multiprocessing
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.simulators.errors import EvidenceError, OutOfRange, RunFailed
from simulrag.simulators.interface import Call, Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import FormulaClaim, Verdict
from simulrag.verifier.evidence import EvidenceStore, StoredRun
from simulrag.verifier.evidence_tables import narrowed, packed, unpacked
from simulrag.verifier.formulas.runs import Runs
from simulrag.verifier.formulas.verification import Verifier
from simulrag.verifier.recomputing import recompute
from verifier.formulas.gauge import MEMBERS, Gauge

CLAIM = FormulaClaim(
    text="The river level of Ann is higher after 180 mm of rain than after 10 mm.",
    formula='gauge.gauge(river="Ann", rain=180).level > gauge.gauge(river="Ann", rain=10).level',
)
ANN = {"river": "Ann", "rain": 20.0}


class Silent(Gauge):
    """A gauge that can neither run nor draw: what is asked of it must be stored."""

    def run(self, call: Call) -> Run:  # noqa: ARG002
        raise AssertionError("simulated again")

    def samples(self, call: Call) -> Mapping[str, Sequence[float]]:  # noqa: ARG002
        raise AssertionError("drawn again")


def verified(path: Path, gauge: Gauge) -> Verdict:
    with EvidenceStore(path) as store:
        return Verifier(Registry([gauge]), store).verdict(CLAIM)


def _verified_into(path: Path, results: "multiprocessing.Queue[Verdict]") -> None:
    results.put(verified(path, Gauge()))


def test_another_process_decides_a_formula_with_the_members_that_the_first_one_kept(tmp_path):
    path = tmp_path / "evidence.sqlite"
    context = multiprocessing.get_context("spawn")
    results: multiprocessing.Queue[Verdict] = context.Queue()
    writer = context.Process(target=_verified_into, args=(path, results))
    writer.start()
    first = results.get(timeout=60)
    writer.join()
    again = verified(path, Silent())
    assert first.verdict == "supported"
    assert again == first


def test_a_verdict_is_decided_again_from_the_members_that_are_stored_with_it(tmp_path):
    class Later(Silent):
        version = "2"

    path = tmp_path / "evidence.sqlite"
    registry = Registry([Gauge()])
    with EvidenceStore(path) as store:
        made = Verifier(registry, store).verdict(CLAIM)
        store.save_verdicts([made], "")
    for gauge in (Silent(), Later()):
        with EvidenceStore(path) as store:
            (verdict_id,) = store.verdict_ids()
            stored = store.verdict(verdict_id)
            again = recompute(stored, store, Registry([gauge]))
        assert (again.before, again.now) == ("supported", "supported")
        assert "no members" not in again.derivation


def forgotten(path: Path) -> None:
    """Make a store one whose members were never kept, as those of earlier versions."""
    with sqlite3.connect(path) as database:
        for table in ("members", "run_owners", "verdict_owners"):
            database.execute(f"DROP TABLE {table}")
        for table in ("runs", "verdicts", "jobs"):
            database.execute(f"ALTER TABLE {table} DROP COLUMN digest")
        database.execute("ALTER TABLE jobs DROP COLUMN owner")
        database.execute("PRAGMA user_version = 3")
    database.close()


def altered(path: Path) -> None:
    """Alter the members that a store has kept."""
    with sqlite3.connect(path) as database:
        low = packed([0.0] * 100)
        database.execute("UPDATE members SET body = ? WHERE body != x''", (low,))
    database.close()


@pytest.mark.parametrize(("spoil", "told"), [(forgotten, "has no members here"),
                                             (altered, "altered")])  # fmt: skip
@pytest.mark.parametrize(("version", "now", "notes"), [("1", "supported", 0), ("2", "unread", 1)])
def test_members_that_were_never_kept_or_altered_are_drawn_by_the_same_simulator_only(
    spoil, told, version, now, notes, tmp_path
):
    path = tmp_path / "evidence.sqlite"
    with EvidenceStore(path) as store:
        store.save_verdicts([Verifier(Registry([Gauge()]), store).verdict(CLAIM)], "")
    spoil(path)
    today = Gauge()
    today.version = version
    with EvidenceStore(path) as store:
        stored = store.verdict(store.verdict_ids()[0])
        again = recompute(stored, store, Registry([today]))
        kept, _ = store.members.size()
    assert (again.before, again.now) == ("supported", now)
    assert again.derivation.count(told) == notes
    assert kept == (0 if notes and spoil is forgotten else 2)


def test_an_exported_run_holds_the_members_behind_its_outputs():
    registry = Registry([Gauge()])
    with EvidenceStore() as store:
        runs = Runs(registry, store)
        call = runs.call("gauge", "gauge", ANN)
        drawn = runs.members(call, "level")
        records = [one for one in store.records() if isinstance(one, StoredRun)]
    (record,) = records
    read = StoredRun.model_validate_json(record.model_dump_json()).members["level"]
    assert len(read) == MEMBERS
    assert np.array_equal(np.asarray(read, dtype=np.float32), drawn.astype(np.float32))


def test_outputs_without_members_stay_points_and_their_simulator_is_asked_once(tmp_path):
    asked: list[str] = []

    class Bare(Gauge):
        def samples(self, call: Call) -> Mapping[str, Sequence[float]]:
            asked.append(call.function)
            return {}

    path = tmp_path / "evidence.sqlite"
    for _ in range(2):
        with EvidenceStore(path) as store:
            runs = Runs(Registry([Bare()]), store)
            call = runs.call("gauge", "gauge", ANN)
            assert runs.members(call, "level") is None
            assert runs.members(call, "flow") is None
    assert asked == ["gauge"]


def test_of_parts_only_those_that_are_read_are_kept(tmp_path):
    class Parted(Gauge):
        def samples(self, call: Call) -> Mapping[str, Sequence[float]]:
            level = super().samples(call)["level"]
            return {"level": level, "level in Ann": level, "level in Bea": [1.0] * MEMBERS}

    with EvidenceStore(tmp_path / "evidence.sqlite") as store:
        runs = Runs(Registry([Parted()]), store)
        call = runs.call("gauge", "gauge", ANN)
        runs.members(call, "level")
        bea = runs.members(call, "level in Bea")
        kept = store.members.get(runs.run(call).id).members
    assert bea.tolist() == [1.0] * MEMBERS
    assert set(kept) == {"level", "level in Bea"}


def test_of_large_ensembles_only_the_outputs_that_are_read_are_kept(tmp_path):
    class Large(Gauge):
        def samples(self, call: Call) -> Mapping[str, Sequence[float]]:  # noqa: ARG002
            return {name: np.linspace(0, 1, 700).tolist() for name in ("level", "flow")}

    with EvidenceStore(tmp_path / "evidence.sqlite") as store:
        runs = Runs(Registry([Large()]), store)
        call = runs.call("gauge", "gauge", ANN)
        for read, kept in (("level", {"level"}), ("flow", {"level", "flow"})):
            members = runs.members(call, read)
            assert len(members) == 700
            assert set(store.members.get(runs.run(call).id).members) == kept


@given(st.lists(st.floats(allow_infinity=False, width=64), max_size=300))
def test_numbers_are_kept_within_the_precision_of_float32(values):
    back = unpacked(packed(values))
    assert back.tolist() == pytest.approx(values, rel=6.1e-8, abs=1e-45, nan_ok=True)
    assert all(a == b or math.isnan(b) for a, b in zip(back, narrowed(values), strict=True)) or any(
        math.isnan(value) for value in values
    )


@given(st.lists(st.integers(-(2**53), 2**53) | st.just(math.nan), max_size=100))
def test_whole_numbers_and_what_is_not_defined_are_kept_exactly(values):
    assert np.array_equal(unpacked(packed(values)), values, equal_nan=True)


@given(st.lists(st.dates(), min_size=1, max_size=100))
def test_every_date_is_kept_exactly_in_four_bytes(days):
    ordinals = [float(day.toordinal()) for day in days]
    assert narrowed(ordinals).typecode == "f"
    assert unpacked(packed(ordinals)).tolist() == ordinals


def test_members_of_a_run_that_is_not_stored_are_refused():
    with EvidenceStore() as store, pytest.raises(EvidenceError, match="gauge-none"):
        store.members.put("gauge-none", {"level": [1.0]})


def test_more_members_than_a_run_may_have_are_refused_and_leave_nothing():
    with EvidenceStore() as store:
        run = store.run(
            Call(simulator="gauge", function="gauge", arguments=ANN), Registry([Gauge()])
        )
        many = np.random.default_rng(0).normal(size=3_000_000).tolist()
        with pytest.raises(RunFailed, match="nothing was stored"):
            store.members.put(run.id, {"level": many})
        assert store.members.get(run.id).members == {}


def test_a_run_that_the_engine_behind_an_emulator_made_has_the_members_of_the_engine():
    class Engine(Gauge):
        version = "engine"

    class Emulator(Gauge):
        def run(self, call: Call) -> Run:
            raise OutOfRange("not trained there", parameter="rain", given=call.arguments["rain"])

        def samples(self, call: Call) -> Mapping[str, Sequence[float]]:  # noqa: ARG002
            raise AssertionError("these are not the members of the engine's run")

        def finer(self) -> Gauge:
            return Engine()

    with EvidenceStore() as store:
        runs = Runs(Registry([Emulator()]), store)
        call = runs.call("gauge", "gauge", ANN)
        members = runs.members(call, "level")
        assert runs.run(call).version == "engine"
    assert members == pytest.approx(Engine().samples(call)["level"], rel=1e-6)
