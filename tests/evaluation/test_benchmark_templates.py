"""Question templates that a user writes: what is taken of them, and how faults are told."""

import json
from pathlib import Path
from typing import Any

import pytest

from coffee_benchmark import order, template
from simulrag.evaluation.benchmark.benchmark_file import make
from simulrag.evaluation.benchmark.items import BadItems, read
from simulrag.simulators.errors import BadValue
from simulrag.simulators.registry import Registry


def test_templates_of_ones_own_are_taken_from_a_file(
    coffee_registry: Registry, tmp_path: Path
) -> None:
    path = tmp_path / "cups.json"
    path.write_text(json.dumps([template()]))
    asked = order(tmp_path, items=3, templates=path)
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
