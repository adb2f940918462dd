"""Preparing many items: kept as they come, resumed, and what fails is said."""

from pathlib import Path

import pytest

from evaluation.experiment.coffee_items import ITEMS, REGISTRY
from simulrag.evaluation.experiment import running
from simulrag.evaluation.experiment.running import Order, prepare_all
from simulrag.evaluation.experiment.world import World

WORLDS = {"main": World(), "wrong": World(systematic=0.6)}
ORDER = Order(worlds=WORLDS, clients=1, through="main", budgets=(25.0,))


def prepared(folder: Path, order: Order = ORDER, count: int = 3) -> tuple[running.Done, int]:
    """Prepare some items; return what came of it and how many were worked on."""
    told: list[int] = []
    done = prepare_all(
        ITEMS[:count], order, folder, registry=REGISTRY, tell=lambda d, _of: told.append(d)
    )
    return done, len(told)


def test_what_is_there_is_not_made_again(tmp_path: Path) -> None:
    first, worked = prepared(tmp_path)
    assert worked == 3
    assert [q.item for q in first.prepared["main"]] == [one.id for one in ITEMS[:3]]
    assert list(first.answered) == [ITEMS[0].id]
    again, worked = prepared(tmp_path)
    assert worked == 0
    assert again == first


def test_a_kill_in_the_middle_of_a_line_costs_that_line_alone(tmp_path: Path) -> None:
    first, _ = prepared(tmp_path)
    path = tmp_path / running.PREPARED / "wrong.jsonl"
    path.write_bytes(path.read_bytes()[:-40])
    again, worked = prepared(tmp_path)
    assert worked == 1
    assert [q.claims for q in again.prepared["wrong"]] == [
        q.claims for q in first.prepared["wrong"]
    ]
    assert prepared(tmp_path)[1] == 0


def test_other_settings_or_other_items_are_made_anew_and_the_boundarys_error_is_not(
    tmp_path: Path,
) -> None:
    prepared(tmp_path)
    judged = Order(worlds={"main": World(boundary_error=0.4)})
    assert prepared(tmp_path, judged)[1] == 0
    assert prepared(tmp_path, Order(worlds={"main": World(seed=1)}))[1] == 3
    assert prepared(tmp_path, count=2)[1] == 2  # facts of other items enter the drafts


def test_an_item_that_fails_is_named_and_counted_nowhere(tmp_path: Path) -> None:
    calls = tuple(call.model_copy(update={"simulator": "teapot"}) for call in ITEMS[1].calls)
    broken = ITEMS[1].model_copy(update={"simulator": "teapot", "calls": calls})
    done = prepare_all((ITEMS[0], broken), ORDER, tmp_path, registry=REGISTRY)
    assert list(done.failed) == [broken.id]
    assert "teapot" in done.failed[broken.id]
    assert [q.item for q in done.prepared["main"]] == [ITEMS[0].id]


def test_a_question_that_the_client_refuses_is_named(tmp_path: Path) -> None:
    vague = ITEMS[0].model_copy(update={"question": "What is the meaning of it all?"})
    done = prepare_all((vague,), ORDER, tmp_path, registry=REGISTRY)
    assert "NothingHelps" in done.refused[vague.id]
    assert done.answered == {}
    assert done.prepared["main"][0].claims


@pytest.mark.slow
def test_two_processes_prepare_what_one_does(tmp_path: Path) -> None:
    import json

    from simulrag.evaluation.benchmark.items import Item, ReferenceClaim
    from simulrag.simulators.interface import Call
    from simulrag.simulators.registry import installed
    from simulrag.verifier.evidence import EvidenceStore

    def item(year: int) -> Item:
        arguments = {"place": "Nairobi", "year": year}
        call = Call(simulator="climate", function="temperature", arguments=arguments)
        with EvidenceStore() as store:
            run = store.run(call, installed())
        value = f"{json.loads(run.model_dump_json())['outputs']['temperature']['value']:.2f}"
        text = f"The average temperature in Nairobi in {year} was {value} °C."
        claim = ReferenceClaim(
            text=text, run_ids=(run.id,), output="temperature", kind="quantitative", value=value
        )
        return Item(
            id=f"n{year}", simulator="climate", template="t", group=str(year), calls=(call,),
            question=f"What was the average temperature in Nairobi in {year}?", runs=(run.id,),
            answer=text, claims=(claim,), seed=0,
        )  # fmt: skip

    items = [item(year) for year in range(1990, 1996)]
    order = Order(worlds={"main": World()})
    one = prepare_all(items, order, tmp_path / "one")
    two = prepare_all(items, order.model_copy(update={"processes": 2}), tmp_path / "two")
    assert [q.claims for q in one.prepared["main"]] == [q.claims for q in two.prepared["main"]]
