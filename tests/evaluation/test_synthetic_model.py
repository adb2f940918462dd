"""The synthetic answerer: seeded, wrong at the rates it states, and labelled as no model."""

import json
import re
import statistics
from typing import Any

import anyio
import pytest
from typer.testing import CliRunner

from coffee import Coffee
from simulrag.client import prompts
from simulrag.client.cli import app
from simulrag.client.composing import given_numbers
from simulrag.client.errors import BadInput
from simulrag.client.language_models.protocol import LanguageModel, find
from simulrag.evaluation import synthetic_model
from simulrag.evaluation.synthetic_errors import KNOWN, Fact, drafted, wrong
from simulrag.evaluation.synthetic_model import Synthetic
from simulrag.server import app as server_app
from simulrag.simulators.registry import Registry

QUESTION = (
    "What is the temperature of the coffee in a ceramic mug after 10 minutes, poured at 90 °C?"
)
FACTS = [
    Fact(f"Mug {chr(65 + n % 26)} is at {40 + n / 10:.1f} °C.", f"mug({n}) == {40 + n / 10:.1f}")
    for n in range(400)
]


@pytest.fixture
def _coffee(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = Registry([Coffee()])
    monkeypatch.setattr(server_app, "installed", lambda: registry)
    monkeypatch.setattr(synthetic_model, "installed", lambda: registry)


def ask(*options: str) -> dict[str, Any]:
    done = CliRunner().invoke(app, ["ask", QUESTION, "--json", "--model", *options])
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    for stage in found["stages"]:
        stage["seconds"] = 0
    return found


@pytest.mark.usefixtures("_coffee")
def test_the_whole_loop_runs_without_a_key_and_says_that_it_is_synthetic() -> None:
    result = ask("synthetic:1")
    assert re.search(r"is 71\.9 °C [^.]*\[coffee-[0-9a-f]{12}\]", result["answer"])
    assert result["notes"][0].startswith("Synthetic: no language model took part")
    assert result["model"]["name"] == "synthetic"
    assert "synthetic" in result["model"]["model"]
    assert result["model"]["usage"]["calls"] == 8
    shown = CliRunner().invoke(app, ["ask", QUESTION, "--model", "synthetic:1"]).stdout
    assert "synthetic (synthetic answerer, seed 1)" in shown
    assert "no language model took part" in shown


@pytest.mark.usefixtures("_coffee")
def test_a_seed_gives_one_answer_and_others_give_other_drafts() -> None:
    assert ask("synthetic:1") == ask("synthetic:1")
    drafts = {json.dumps([c["text"] for c in ask(f"synthetic:{n}")["claims"]]) for n in range(6)}
    assert len(drafts) > 1


@pytest.mark.usefixtures("_coffee")
def test_its_errors_are_found_and_corrected_over_many_seeds() -> None:
    refuted = 0
    for seed in range(12):
        result = ask(f"synthetic:{seed}", "-m", "3")
        assert "71.9" in result["answer"]
        refuted += sum(claim["verdict"] == "refuted" for claim in result["claims"])
    assert refuted > 3


def test_the_share_of_true_claims_is_that_of_the_stated_distribution() -> None:
    a, b = KNOWN
    said = [s for seed in range(5) for s in drafted("How warm are they?", FACTS, seed, 0)]
    share = statistics.fmean(s.true for s in said if "Mug" in s.text)
    assert share == pytest.approx(a / (a + b), abs=0.04)


def test_wrong_drafts_of_a_systematic_error_agree_and_of_others_differ() -> None:
    drafts = [drafted("How warm are they?", FACTS, 0, number) for number in range(8)]
    by_mug: dict[str, set[str]] = {}
    for said in (s for draft in drafts for s in draft if "Mug" in s.text and not s.true):
        by_mug.setdefault(said.text.split(" is ")[0], set()).add(said.text)
    sizes = {len(texts) for texts in by_mug.values()}
    assert max(sizes) > 1


@pytest.mark.parametrize("seed", range(40))
def test_a_wrong_statement_differs_in_a_result_or_its_unit_and_in_no_condition(seed: int) -> None:
    import random

    question = "What is the level after 30 minutes?"
    fact = Fact("The level after 30 minutes is 1,250.5 °C.", "tank.run(minutes=30).level == 1250.5")
    changed = wrong(fact, given_numbers(question), random.Random(seed))
    assert changed.text.startswith("The level after 30 minutes is ")
    if "1,250.5" in changed.text:
        assert changed.text.endswith("°F.")
        assert changed.formula == 'tank.run(minutes=30).level == quantity(1250.5, "degF")'
    else:
        printed = changed.text.removesuffix(" °C.").rsplit(" ", 1)[1].replace(",", "")
        assert abs(float(printed) - 1250.5) > 0.1 * 1250.5
        assert changed.formula == f"tank.run(minutes=30).level == {printed}"


def test_a_statement_without_a_number_stays_as_it_is() -> None:
    import random

    fact = Fact("The coffee stays warm.")
    assert wrong(fact, frozenset(), random.Random(0)) == fact


def test_it_is_found_by_name_and_takes_nothing_but_a_seed() -> None:
    assert isinstance(find("synthetic"), LanguageModel)
    with pytest.raises(BadInput, match="synthetic:SEED"):
        find("synthetic:gpt")


def test_a_step_that_it_does_not_know_is_refused() -> None:
    from simulrag.client.errors import OddReply

    request = prompts.draft_request(QUESTION, 0).model_copy(update={"stage": "judge"})
    with pytest.raises(OddReply, match="does not know the step 'judge'"):
        anyio.run(Synthetic().complete, request)
