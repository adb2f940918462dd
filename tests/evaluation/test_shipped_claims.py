"""Claims of the benchmarks that ship, made from runs, are checked about their questions."""

import pytest

from simulrag.evaluation.benchmark.deciding import Bench
from simulrag.evaluation.benchmark.items import Item, parsed
from simulrag.evaluation.benchmark.self_check import bad_claims
from simulrag.evaluation.benchmark.shipped import text
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore


def _items(simulator: str) -> tuple[Item, ...]:
    return tuple(parsed(text(simulator), simulator))


def _one_of_each_template(simulator: str) -> list[Item]:
    return list({item.template: item for item in _items(simulator)}.values())


def _not_supported(items: list[Item], registry: Registry, store: EvidenceStore) -> list[str]:
    return [
        item.claims[index].text
        for item in items
        for index in sorted(bad_claims(item, Bench(registry, store)))
    ]


def test_claims_of_every_template_are_supported(registry: Registry, store: EvidenceStore) -> None:
    assert _not_supported(_one_of_each_template("climate"), registry, store) == []


@pytest.mark.slow
@pytest.mark.parametrize("simulator", ["epidemiology", "urban"])
def test_claims_of_every_template_of_a_slower_simulator_are_supported(
    simulator: str, registry: Registry, store: EvidenceStore
) -> None:
    assert _not_supported(_one_of_each_template(simulator), registry, store) == []


@pytest.mark.slow
def test_claims_of_all_items_are_supported(registry: Registry, store: EvidenceStore) -> None:
    assert _not_supported([*_items("climate")], registry, store) == []
