"""Benchmarks made of a cup of coffee: drawn, composed, checked, kept and computed again."""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coffee import Coffee, temperature
from coffee_benchmark import COUNT, order, template
from simulrag.evaluation.benchmark.benchmark_file import make
from simulrag.evaluation.benchmark.checking import Bench, faults, recompute
from simulrag.evaluation.benchmark.filled_templates import band_of, bands
from simulrag.evaluation.benchmark.generating import Generator, generate
from simulrag.evaluation.benchmark.items import BadItems, Item, ReferenceClaim, read, write
from simulrag.evaluation.benchmark.statistics import overview
from simulrag.evaluation.benchmark.templates import templates_of
from simulrag.simulators.arguments import validate
from simulrag.simulators.errors import BadValue
from simulrag.simulators.interface import Call, Run
from simulrag.simulators.question_templates import Grading
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore


@pytest.fixture
def cups(tmp_path: Path) -> Path:
    """A file with one template."""
    path = tmp_path / "cups.json"
    path.write_text(json.dumps([template()]))
    return path


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, coffee_registry: Registry) -> Path:
    """A benchmark of coffee."""
    asked = order(tmp_path_factory.mktemp("benchmark"))
    make(asked, coffee_registry, asked.out.with_suffix(".sqlite"))
    return asked.out


@pytest.fixture(scope="module")
def items(made: Path) -> tuple[Item, ...]:
    return read(made)


def test_a_simulator_without_templates_gets_varied_questions_from_its_declaration(
    items: tuple[Item, ...],
) -> None:
    assert len(items) == COUNT
    assert len({item.template for item in items}) >= 6
    assert len({item.question for item in items}) == COUNT
    for item in items:
        assert item.question.count("?") >= 1
        assert any(claim.kind == "quantitative" for claim in item.claims)
        assert item.runs == tuple(_complete(call).run_id("1") for call in item.calls)


def _complete(call: Call) -> Call:
    function = Registry([Coffee()]).function(call)
    return call.model_copy(update={"arguments": validate(function, call.arguments)})


def test_reference_temperatures_are_those_of_newtons_law(items: tuple[Item, ...]) -> None:
    compared = 0
    for item in items:
        for claim in item.claims:
            of_run = re.fullmatch(r"([A-C])\.temperature == ([-\d.]+)", claim.formula)
            if of_run and claim.kind == "quantitative":
                held: Any = _complete(item.calls["ABC".index(of_run[1])]).arguments
                truth = temperature(*held.values())
                assert abs(float(of_run[2]) - truth) <= 0.05 + 1e-9
                assert claim.value == f"{of_run[2]} °C"
                assert of_run[2] in claim.text
                assert of_run[2] in item.answer
                compared += 1
    assert compared >= COUNT


def test_the_same_seed_gives_the_same_bytes_and_another_seed_other_questions(
    made: Path, coffee_registry: Registry, cups: Path, tmp_path: Path
) -> None:
    again = order(tmp_path)
    make(again, coffee_registry, tmp_path / "own.sqlite")
    assert again.out.read_bytes() == made.read_bytes()
    asked = order(tmp_path, templates=cups, items=3)
    other = order(tmp_path, templates=cups, items=3, seed=4, out=tmp_path / "other.jsonl")
    for one in (asked, other):
        make(one, coffee_registry, tmp_path / "own.sqlite")
    questions = {item.question for item in read(asked.out)}
    assert not questions & {item.question for item in read(other.out)}


def test_a_killed_generation_begins_again_and_makes_no_run_twice(
    coffee_registry: Registry, cups: Path, tmp_path: Path
) -> None:
    whole = order(tmp_path, templates=cups, out=tmp_path / "whole.jsonl")
    make(whole, coffee_registry, tmp_path / "own.sqlite")
    asked, seen = order(tmp_path, templates=cups), list[int]()

    def killed(numbers: Iterable[int]) -> Iterator[int]:
        for number in numbers:
            if len(seen) == 3:
                raise KeyboardInterrupt
            seen.append(number)
            yield number

    with pytest.raises(KeyboardInterrupt):
        make(asked, coffee_registry, tmp_path / "second.sqlite", killed)
    assert not asked.out.exists()
    make(asked, coffee_registry, tmp_path / "second.sqlite")
    assert asked.out.read_bytes() == whole.out.read_bytes()


def test_a_simulator_that_says_nothing_of_itself_is_refused_with_the_reasons(
    store: EvidenceStore,
) -> None:
    class Mute(Coffee):
        name = "mute"
        functions = ()

    registry = Registry([Mute()])
    simulator = registry.simulator("mute")
    generator = Generator(simulator, templates_of(simulator, registry, store), 1, registry, store)
    with pytest.raises(BadItems, match="no template of mute gives item 1; it has no templates"):
        generate(generator, 1)


def _with_claim(item: Item, index: int, **changes: Any) -> Item:
    claims = list(item.claims)
    claims[index] = claims[index].model_copy(update=changes)
    return item.model_copy(update={"claims": tuple(claims)})


def _of(items: tuple[Item, ...], kind: str) -> tuple[Item, int]:
    """Return an item and the number of a claim: "value" printed, "label" of a scale."""
    return next(
        (item, index)
        for item in items
        for index, claim in enumerate(item.claims)
        if (kind == "value" and _NUMBER.search(claim.formula) and claim.kind == "quantitative")
        or (kind == "label" and " considered " in claim.text and " >= " in claim.formula)
    )


_NUMBER = re.compile(r"== (-?[\d.]+)$")


def _printed(claim: ReferenceClaim) -> tuple[str, str]:
    """Return the number that a claim prints, and another one."""
    found = _NUMBER.search(claim.formula)
    assert found
    return found[1], f"{float(found[1]) + 1:.1f}"


def _another_number(items: tuple[Item, ...]) -> Item:
    item, index = _of(items, "value")
    claim = item.claims[index]
    changed = {f: getattr(claim, f).replace(*_printed(claim)) for f in ("text", "formula", "value")}
    return _with_claim(item, index, **changed)


def _another_text(items: tuple[Item, ...]) -> Item:
    item, index = _of(items, "value")
    claim = item.claims[index]
    return _with_claim(item, index, text=claim.text.replace(*_printed(claim)))


def _another_answer(items: tuple[Item, ...]) -> Item:
    item, index = _of(items, "value")
    wrong = item.answer.replace(*_printed(item.claims[index]))
    return item.model_copy(update={"answer": wrong})


def _another_label(items: tuple[Item, ...]) -> Item:
    item, index = _of(items, "label")
    claim = item.claims[index]
    return _with_claim(item, index, formula=claim.formula.replace(">=", "<"))


def _another_question(items: tuple[Item, ...]) -> Item:
    item = next(item for item in items if "cup ceramic mug" in item.question)
    question = item.question.replace("cup ceramic mug", "cup vacuum flask", 1)
    return item.model_copy(update={"question": question})


def _another_run(items: tuple[Item, ...]) -> Item:
    return items[0].model_copy(update={"runs": (*items[0].runs[:-1], "coffee-000000000000")})


@pytest.mark.parametrize(
    ("tampered", "reason"),
    [
        (_another_number, "wrong_reference"),
        (_another_text, "other_words"),
        (_another_answer, "foreign_number"),
        (_another_label, "wrong_reference"),
        (_another_question, "other_plan"),
        (_another_run, "other_runs"),
        (lambda items: items[0].model_copy(update={"claims": ()}), "no_claims"),
    ],
)
def test_a_tampered_item_is_refused_with_the_reason(
    items: tuple[Item, ...],
    coffee_registry: Registry,
    store: EvidenceStore,
    tampered: Callable[[tuple[Item, ...]], Item],
    reason: str,
) -> None:
    wrong, bench = tampered(items), Bench(coffee_registry, store)
    assert "other_id" in {fault.reason for fault in faults(wrong, bench)}
    sealed = wrong.model_copy(update={"id": wrong.content_id()})
    assert reason in {fault.reason for fault in faults(sealed, bench)}


def test_what_was_generated_passes_its_own_check(
    items: tuple[Item, ...], coffee_registry: Registry, store: EvidenceStore
) -> None:
    bench = Bench(coffee_registry, store)
    assert [faults(item, bench) for item in items] == [[]] * COUNT


class Hotter(Coffee):
    """Coffee of a later version, which is a tenth of a degree hotter."""

    version = "2"

    def run(self, call: Call) -> Run:
        made = super().run(call)
        cup = made.outputs["temperature"]
        warmer = cup.model_copy(update={"value": cup.value + 0.1})
        outputs = {**made.outputs, "temperature": warmer}
        return made.model_copy(update={"outputs": outputs, "version": self.version})


def test_recomputing_holds_today_and_finds_what_a_later_version_changes(
    items: tuple[Item, ...], coffee_registry: Registry, store: EvidenceStore
) -> None:
    cooling = [item for item in items if item.claims[0].formula.startswith("A.temperature == ")]
    assert cooling
    today = [recompute(item, Bench(coffee_registry, store)) for item in cooling]
    assert all(one.same and not one.version for one in today)
    later = [recompute(item, Bench(Registry([Hotter()]), store)) for item in cooling]
    for one, item in zip(later, cooling, strict=True):
        now = f"{float(item.claims[0].value.removesuffix(' °C')) + 0.1:.1f} °C"
        assert one.version == "1 -> 2"
        assert f"{item.claims[0].value} is now {now}" in one.changed[0]


def test_items_survive_writing_and_reading(items: tuple[Item, ...], tmp_path: Path) -> None:
    odd = items[0].model_copy(update={"question": "How hot?\u2028\u2029 <b>\u200b"})
    write(tmp_path / "odd.jsonl", [odd, *items[1:]])
    assert read(tmp_path / "odd.jsonl") == (odd, *items[1:])


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{}", "line 1, is no benchmark item: id: Field required"),
        ("\n\n[1]", "line 3"),
        ("{" * 5000, "line 1"),
    ],
)
def test_a_file_that_holds_no_items_is_refused_with_its_line(
    tmp_path: Path, text: str, told: str
) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(text)
    with pytest.raises(BadItems) as error:
        read(path)
    assert told in str(error.value)


def test_statistics_are_those_counted_by_hand(items: tuple[Item, ...]) -> None:
    first, second = items[:2]
    found = overview([first, second])
    claims = [*first.claims, *second.claims]
    assert found["questions"] == 2
    assert found["claims"] == len(claims) / 2
    for kind in ("quantitative", "qualitative"):
        assert found[f"{kind} claims"] == sum(claim.kind == kind for claim in claims) / 2
    assert found["answer words"] == (len(first.answer.split()) + len(second.answer.split())) / 2
    assert found["distinct runs"] == len({*first.runs, *second.runs})
    assert first.template in str(found["templates"])


def test_items_that_share_a_run_are_one_group(items: tuple[Item, ...]) -> None:
    groups: dict[str, set[str]] = {}
    for item in items:
        for run in item.runs:
            groups.setdefault(run, set()).add(item.group)
    assert all(len(found) == 1 for found in groups.values())
    assert {item.group for item in items} <= {item.id for item in items}


@given(number=st.floats(0.2, 1e6), labels=st.integers(2, 5), seed=st.integers(0, 1000))
def test_limits_put_near_a_result_are_round_rising_and_hold_it_in_one_band(
    number: float, labels: int, seed: int
) -> None:
    grading = Grading(labels=tuple(f"label {n}" for n in range(labels)))
    found = bands(grading, number, 2, Random(seed))
    ends = [band.high for band in found[:-1]]
    assert all(isinstance(end, float) and len(f"{end:g}") <= 8 for end in ends)
    assert [band.low for band in found[1:]] == ends
    held = [b for b in found if b.high is None or number < b.high]
    assert held[0] == band_of(number, found)
    assert held[0].low is None or held[0].low <= number


def test_a_missing_folder_is_told(coffee_registry: Registry, tmp_path: Path) -> None:
    with pytest.raises(BadItems, match="does not exist; give another --out"):
        make(order(tmp_path, out=tmp_path / "none" / "a.jsonl"), coffee_registry)


def test_templates_of_ones_own_are_taken_from_a_file(
    coffee_registry: Registry, cups: Path, tmp_path: Path
) -> None:
    asked = order(tmp_path, items=3, templates=cups)
    make(asked, coffee_registry, tmp_path / "own.sqlite")
    assert {item.template for item in read(asked.out)} == {"cup"}
    assert all(item.question.startswith("How hot is the coffee") for item in read(asked.out))


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"claims": [{"formula": "A.temperature"}]}, "claims.0.texts: Field required"),
        ({"function": "brewing"}, "names no function 'brewing' of coffee"),
        ({"questions": ["How hot after {hours} hours?"]}, "cannot be filled: 'hours'"),
        ({"questions": ["How hot after {minutes:loudly}?"]}, "form 'loudly' is unknown"),
        ({"draws": {}}, "{minutes} of minutes is drawn nowhere"),
        ({"settings": [{"arguments": {"hours": 1}}]}, "cooling has no parameter 'hours'"),
        ({"claims": [{"formula": "A.taste", "texts": {}}]}, "cooling has no output 'taste'"),
        (
            {"claims": [{"formula": "D.temperature", "texts": {}}]},
            "reads setting D; there are A",
        ),
        ({"questions": []}, "at least one setting, question and claim"),
        ({"gradings": {"heat": {"labels": ["cold", "hot"]}}}, "uses the scale 'heat'"),
    ],
)
def test_a_faulty_template_is_told_with_its_place(
    coffee_registry: Registry, tmp_path: Path, changes: dict[str, Any], told: str
) -> None:
    path = tmp_path / "templates.json"
    path.write_text(json.dumps([template(**changes)]))
    with pytest.raises((BadItems, BadValue)) as error:
        make(order(tmp_path, templates=path), coffee_registry, tmp_path / "own.sqlite")
    assert told in str(error.value)
