"""The measurement of proofs finds numbers that nothing stands behind, and only those."""

from typing import Any

import pytest
from typer.testing import CliRunner

from coffee import Coffee
from simulrag.client.language_models.metered import Metered
from simulrag.client.loop import simulrag
from simulrag.client.result import AnsweredClaim, Result
from simulrag.client.session import McpTools, run
from simulrag.evaluation.commands import app
from simulrag.evaluation.proofs import Proved, figures, proved
from simulrag.evaluation.stray_numbers import KINDS, Straying
from simulrag.evaluation.synthetic_model import Synthetic
from simulrag.server.app import build_server
from simulrag.simulators.registry import Registry

RUN = "coffee-0123456789ab"
QUESTION = "How hot is it after 10 minutes?"
CLAIM = AnsweredClaim(
    id="c1", text="It is 71.9 °C.", verdict="supported", updated="It is 71.9 °C.", run_ids=(RUN,)
)


def looked_at(answer: str, *strewn: str) -> Proved:
    result = Result(question=QUESTION, answer=answer, claims=(CLAIM,), runs=({"id": RUN},))
    return proved("coffee", 0, result, [], [("digits", stray) for stray in strewn])


@pytest.mark.parametrize(
    ("answer", "counts"),
    [
        (f"It is 71.9 °C [{RUN}].", {"run": 1}),
        (f"After 10 minutes it is 71.9 °C [{RUN}].", {"run": 1, "given": 1}),
        ("It is 65 °C [no run].", {"marked": 1}),
        (f"It is 71.9 °C [{RUN}] or 65 [no run].", {"run": 1, "marked": 1}),
    ],
)
def test_numbers_are_counted_by_what_stands_behind_them(
    answer: str, counts: dict[str, int]
) -> None:
    found = looked_at(answer)
    assert found.counts == counts
    assert found.faults == ()


@pytest.mark.parametrize(
    "answer",
    [
        "It is 71.9 °C.",
        f"It is 65 °C [{RUN}].",
        "It is 71.9 °C [coffee-ffffffffffff].",
        f"It is 65 °C. It is 71.9 °C [{RUN}].",
        f"It is ６５ °C [{RUN}].",
    ],
)
def test_a_number_that_nothing_stands_behind_is_a_fault(answer: str) -> None:
    assert looked_at(answer).faults


@pytest.mark.parametrize(
    ("answer", "fate"),
    [
        (f"It is 71.9 °C [{RUN}], or twelve [no run].", "marked"),
        (f"It is 71.9 °C [{RUN}].", "gone"),
        (f"It is 71.9 °C, or twelve [{RUN}].", "fault"),
        ("It is twelve, as they say, or 3 [no run].", "fault"),
    ],
)
def test_a_stray_number_must_carry_its_own_mark(answer: str, fate: str) -> None:
    found = looked_at(answer, "twelve")
    assert found.strays == {fate: 1}
    assert bool(found.faults) == (fate == "fault")


@pytest.mark.parametrize("seed", range(12))
def test_no_stray_number_of_any_kind_passes_for_proved(seed: int) -> None:
    question = (
        "What is the temperature of the coffee in a ceramic mug after 10 minutes, poured at 90 °C?"
    )
    registry = Registry([Coffee()])
    model = Straying(Synthetic(str(seed), registry))

    async def asked() -> Result:
        from mcp import Client

        async with Client(build_server(registry)) as client:
            return await simulrag(question, Metered(model), McpTools(client), drafts=3)

    result = run(asked)
    found = proved("coffee", seed, result, [], model.strewn)
    strays_only = [
        f for f in found.faults if any(f.startswith(f"{k}:") for k in (*KINDS, "orders"))
    ]
    assert strays_only == []
    assert "98,765" not in result.answer.replace("98,765 [no run]", "")


def test_the_figures_add_up() -> None:
    found = [looked_at(f"It is 71.9 °C [{RUN}]."), looked_at("It is 65 °C.", "twelve")]
    made = figures(found)
    assert made["answers"] == 2
    assert (made["resolved to a run"], made["numbers with nothing behind them"]) == (1, 1)
    assert made["strays gone with their sentence"] == 1


def test_a_folder_without_records_is_refused(tmp_path: Any) -> None:
    done = CliRunner().invoke(app, ["proofs", str(tmp_path)])
    assert done.exit_code == 2
