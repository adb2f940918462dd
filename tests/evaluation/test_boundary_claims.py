"""The claims with a hand-made boundary, and how they are measured."""

import json
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coffee import Coffee
from simulrag.evaluation.boundary import PARTS, REASONS, bounded_claims, measure_boundary
from simulrag.evaluation.commands import app
from simulrag.simulators.registry import Registry, installed


def test_at_least_300_claims_are_labelled_and_every_reason_is_among_them() -> None:
    claims = [claim for part in PARTS for claim in bounded_claims(part)]
    assert len(claims) >= 300
    assert {c.reason for c in claims if c.label == "outside"} == set(REASONS)
    assert {c.reason for c in claims if c.label == "inside"} == {None}
    assert max(Counter((c.text, c.question) for c in claims).values()) == 1


def test_the_two_parts_have_no_claim_in_common() -> None:
    first, second = ({c.text for c in bounded_claims(part)} for part in PARTS)
    assert first & second == set()


@pytest.mark.parametrize("part", PARTS)
def test_the_boundary_is_as_good_as_it_is_said_to_be(part: str) -> None:
    figures = measure_boundary(installed(), [p for p in PARTS if p == part]).figures[part]
    assert figures["balanced_accuracy"] >= 0.95
    assert figures["reasons_right"] >= 0.9


def test_a_simulator_of_another_domain_gets_the_balance_of_chance() -> None:
    figures = measure_boundary(Registry([Coffee()])).figures["development"]
    assert figures["inside_right"] == 0.0
    assert figures["balanced_accuracy"] <= 0.5
    assert figures["reasons_right"] < 0.5


def test_the_command_prints_figures_and_writes_misses(tmp_path: Path) -> None:
    path = tmp_path / "misses.jsonl"
    done = CliRunner().invoke(app, ["boundary", "--json", "--misses", str(path)])
    assert done.exit_code == 0, done.output
    figures = json.loads(done.stdout)
    assert set(figures) == set(PARTS)
    misses = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert all(m["expected"] != m["got"] and m["text"] for m in misses)
    wrong = sum(round((1 - f["reasons_right"]) * n) for f, n in _outside(figures))
    assert sum(m["expected"].startswith("outside") for m in misses) == wrong


def _outside(figures: dict[str, dict[str, float]]) -> list[tuple[dict[str, float], int]]:
    return [
        (figures[part], sum(c.label == "outside" for c in bounded_claims(part))) for part in PARTS
    ]
