"""Benchmarks as a user makes and meets them: commands, shipped files, resources."""

import json
import re
from collections.abc import Generator as Yields
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import external_tank
import tank_unit
from external_tank import level, write
from simulrag.evaluation.benchmark import shipped
from simulrag.evaluation.benchmark.checking import Bench, bad_claims, recompute
from simulrag.evaluation.benchmark.generating import Generator, generate
from simulrag.evaluation.benchmark.items import BadItems, Item, parsed, read
from simulrag.evaluation.benchmark.templates import templates_of
from simulrag.evaluation.commands import app
from simulrag.server.plugin_resources import Shelf, installed_shelf
from simulrag.simulators.errors import UnknownName
from simulrag.simulators.external.simulator import ExternalSimulator, from_file
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.check import check_claims
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.notation import parse
from tank_kinds import KINDS
from tank_service import Tank, serving

#: An item of a run that is quick to make.
ITEM = next(one for one in parsed(shipped.text("climate"), "climate") if len(one.calls) == 1)


def run(*words: object) -> Any:
    """Run a command of `simulrag evaluate`."""
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.mark.slow
def test_a_declared_simulator_gets_a_benchmark_by_the_one_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    external_tank.program(tmp_path)
    monkeypatch.setenv("SIMULRAG_SIMULATORS", str(tmp_path / "tank"))
    installed.cache_clear()
    out = tmp_path / "tank.jsonl"
    try:
        made = run("generate", "tank", "--items", 6, "--seed", 2, "--out", out, "--json")
        assert made.exit_code == 0, made.output
        assert json.loads(made.stdout)["items"] == 6
        assert run("recompute", out).exit_code == 0
        items = read(out)
        assert len({item.template for item in items}) >= 4
        for item in items:
            for claim in item.claims:
                if of_run := re.fullmatch(r"([A-C])\.level == ([\d.]+)", claim.formula):
                    held: Any = item.calls["ABC".index(of_run[1])].arguments
                    assert abs(float(of_run[2]) - external_tank.level(**held)) < 0.006
    finally:
        installed.cache_clear()


def test_an_unknown_simulator_is_told_with_those_there_are(tmp_path: Path) -> None:
    found = run("generate", "weather", "--out", tmp_path / "a.jsonl")
    assert found.exit_code == 2
    assert "error: simulator 'weather' is unknown; choose one of climate" in found.stderr
    assert list(tmp_path.glob("a.jsonl*")) == []


@pytest.mark.parametrize("text", ["", "no JSON"])
def test_a_file_without_items_is_told(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(text)
    found = run("recompute", path)
    assert found.exit_code == 2
    assert found.stderr.startswith("error: ")


def test_recompute_ends_with_1_where_a_reference_does_not_hold(tmp_path: Path) -> None:
    claim = ITEM.claims[0]
    line = json.dumps(ITEM.model_dump(mode="json"), ensure_ascii=False)
    path = tmp_path / "a.jsonl"
    path.write_text(line)
    held = run("recompute", path)
    assert (held.exit_code, held.stdout) == (0, "1 of 1 items hold, digit for digit\n")
    path.write_text(line.replace(f'"value": "{claim.value}"', '"value": "99.99"'))
    changed = run("recompute", path)
    assert changed.exit_code == 1
    assert f"99.99 is now {claim.value}" in changed.stdout


@pytest.mark.parametrize("name", shipped.NAMES)
def test_what_ships_is_whole_varied_and_small(name: str) -> None:
    text = shipped.text(name)
    items = parsed(text, name)
    assert len(text.encode()) < 1_000_000
    assert len(items) == len({item.question for item in items}) == 200
    assert len({item.template for item in items}) >= 6
    assert all(item.id == item.content_id() for item in items)
    assert all(item.claims and item.versions[name] for item in items)
    for item in items:
        assert all(claim.value for claim in item.claims)
        assert all(parse(claim.formula, item.let).is_truth for claim in item.claims)


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped.NAMES)
def test_what_ships_is_what_the_simulators_say_today(
    registry: Registry, store: EvidenceStore, name: str
) -> None:
    items = parsed(shipped.text(name), name)
    if items[0].versions[name] != registry.simulator(name).version:
        assert name == "urban", "a new version of a simulator needs a new benchmark"
        pytest.skip("made with the engine, which is not installed here")
    found = [recompute(item, Bench(registry, store)) for item in items[::40]]
    assert [one for one in found if not one.same] == []


def test_the_server_shows_the_benchmarks_as_resources() -> None:
    shelf = Shelf(shipped.resources())
    page = shelf.read("benchmark://climate")
    assert "| questions | 200 |" in page
    assert "CC BY 4.0" in page
    first = json.loads(shelf.read("benchmark://climate/1"))
    assert shelf.read(f"benchmark://climate/{first['id']}") == shelf.read("benchmark://climate/1")
    assert len(shelf.read("benchmark://urban/items.jsonl").splitlines()) == 200
    assert "benchmark://climate" in installed_shelf().resources
    for uri in ("benchmark://climate/0", "benchmark://climate/201", "benchmark://tea/1"):
        with pytest.raises(UnknownName):
            shelf.read(uri)


@pytest.mark.parametrize("name", shipped.NAMES)
def test_the_templates_that_simulators_bring_name_what_there_is(
    registry: Registry, store: EvidenceStore, name: str
) -> None:
    found = templates_of(registry.simulator(name), registry, store)
    assert len(found) >= 6
    assert len({one.name for one in found}) == len(found)


def test_climate_questions_are_about_towns_that_their_name_alone_tells(
    registry: Registry,
) -> None:
    climate: Any = registry.simulator("climate")
    for share in (0.0, 0.123, 0.5, 0.77, 0.9999):
        name = climate.draw("place", share)
        found = climate.find("place", name)
        assert found[0].title.split(",")[0] == name


@pytest.mark.parametrize(
    "name",
    ["climate", *(pytest.param(n, marks=pytest.mark.slow) for n in ("epidemiology", "urban"))],
)
def test_claims_of_every_template_hold_and_say_their_formulas(
    registry: Registry, store: EvidenceStore, name: str
) -> None:
    bench = Bench(registry, store)
    every = {item.template: item for item in parsed(shipped.text(name), name)}.values()
    bad = [i.claims[n].text for i in every for n in sorted(bad_claims(i, bench))]
    assert bad == []


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
