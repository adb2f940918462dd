"""Benchmark items of simulators of one's own, of each kind, from their declarations alone."""

from collections.abc import Generator as Yields
from pathlib import Path

import pytest

import tank_unit
from external_tank import level, write
from simulrag.evaluation.benchmark.generating import Generator, generate
from simulrag.evaluation.benchmark.items import BadItems, Item
from simulrag.evaluation.benchmark.templates import templates_of
from simulrag.simulators.external.simulator import ExternalSimulator, from_file
from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_claims
from simulrag.verifier.evidence import EvidenceStore
from tank_kinds import KINDS
from tank_service import Tank, serving

ITEMS = 2


@pytest.fixture(scope="module")
def tank() -> Yields[Tank]:
    with serving() as server:
        yield server


def generator(simulator: ExternalSimulator, store: EvidenceStore) -> Generator:
    registry = Registry([simulator])
    return Generator(simulator, templates_of(simulator, registry, store), 7, registry, store)


def _read_bare(item: Item, simulator: ExternalSimulator, store: EvidenceStore) -> None:
    """Hold that claims without their formulas are supported, or not read."""
    texts = [claim.text for claim in item.claims]
    found = check_claims(texts, item.question, Registry([simulator]), store).verdicts
    assert {"supported"} <= {one.verdict for one in found} <= {"supported", "unread"}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_items_of_any_kind_are_drawn_and_their_claims_hold(
    kind: str, tank: Tank, tmp_path: Path, store: EvidenceStore
) -> None:
    simulator = from_file(KINDS[kind](tmp_path, "seconds = 20\n", tank.url))
    items = generate(generator(simulator, store), ITEMS)
    assert len(items) == ITEMS
    for item in items:
        _read_bare(item, simulator, store)
        for call, run_id in zip(item.calls, item.runs, strict=True):
            run = store.get(run_id)
            truth = level(call.arguments["inflow"], call.arguments["minutes"])
            assert run.outputs["level"].value == pytest.approx(truth)


@pytest.mark.parametrize("kind", ["program"])
def test_a_simulator_that_fails_gives_no_items_and_says_why(
    kind: str, tmp_path: Path, store: EvidenceStore
) -> None:
    path = KINDS[kind](tmp_path, "seconds = 20\n", "")
    model = path.parent / "model.py"
    model.write_text(
        model.read_text().replace("official=False)", 'official=False) | {"error": "no water"}')
    )
    simulator = from_file(path)
    with pytest.raises(BadItems, match="no template of tank"):
        generate(generator(simulator, store), 1)


@pytest.mark.slow
def test_items_of_a_unit_are_drawn_and_their_claims_hold(
    tmp_path: Path, store: EvidenceStore
) -> None:
    tank_unit.skip_unless_possible()
    path = write(tmp_path, 'kind = "fmu"\nfmu = "tank2.fmu"')
    tank_unit.build(path.parent)
    path.write_text(path.read_text().partition("[functions.level]")[0])
    simulator = from_file(path)
    items = generate(generator(simulator, store), ITEMS)
    for item in items:
        _read_bare(item, simulator, store)
