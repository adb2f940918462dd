"""What may never leave the server, and what its texts must tell."""

import logging
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coffee import Coffee
from server.conversation import call, data, refusal
from simulrag.server.app import build_server
from simulrag.server.replies import MOST_POINTS, Reply, RunData, brief_run, thinned, whole_run
from simulrag.server.wording import (
    checked_text,
    quoted,
)
from simulrag.simulators.errors import RunFailed
from simulrag.simulators.interface import Call, Check, Quantity, Run, Series
from simulrag.simulators.registry import Registry
from simulrag.verifier.check import Checked
from simulrag.verifier.claims import Plan, Verdict, VerdictWord

CALL = Call(simulator="coffee", function="cooling", arguments={})


def run(value: float) -> Run:
    """A run with one output."""
    return Run(
        id="coffee-1",
        call=CALL,
        version="1",
        build="b",
        outputs={"temperature": Quantity(value=value, unit="degC")},
        context="c",
        check=Check(tested="nothing", verdict="not_evaluated"),
    )


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("shown", [whole_run, brief_run])
def test_a_number_that_is_not_finite_never_leaves(value: float, shown: Any) -> None:
    reply = Reply("text", RunData(run=shown(run(value)), series=[]))
    with pytest.raises(RunFailed, match=r"run\.outputs\.temperature\.value"):
        reply.structured()


def test_structured_content_has_no_nulls_of_ours() -> None:
    content = Reply("text", RunData(run=whole_run(run(1.0)), series=[])).structured()
    assert "null" not in str(content).replace("None", "null")


class Faulty(Coffee):
    """A plug-in whose handbook has a fault that nobody expected."""

    def handbook(self) -> str:
        raise ZeroDivisionError("secret detail")


def fail(*_: object) -> str:
    raise ZeroDivisionError("secret detail")


@pytest.mark.parametrize("own", [True, False])
def test_an_unexpected_failure_is_logged_and_told_without_its_details(
    own: bool, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = build_server(Registry([Coffee() if own else Faulty()]))
    with caplog.at_level(logging.ERROR), monkeypatch.context() as patch:
        if own:
            patch.setattr("simulrag.server.resources.handbook_topics.prose_of", fail)
        text = refusal(call(server, "read_handbook", simulator="coffee"))
    expected = (
        "internal_error: read_handbook failed" if own else "run_failed: the handbook of coffee"
    )
    assert text.startswith(expected)
    assert "secret" not in text
    assert "Traceback" not in text
    assert "secret detail" in caplog.text
    assert data(call(server, "read_handbook"))["simulators"]


def test_building_a_server_leaves_the_applications_logging_alone() -> None:
    root = logging.getLogger()
    before = (list(root.handlers), root.level)
    build_server(Registry([Coffee()]))
    assert (list(root.handlers), root.level) == before


@given(st.integers(0, 500), st.booleans())
def test_a_thinned_series_keeps_its_ends_and_order(count: int, band: bool) -> None:
    values = tuple(map(float, range(count)))
    series = Series(
        unit="degC",
        times=tuple(map(str, range(count))),
        values=values,
        low=values if band else (),
        high=values if band else (),
    )
    thin = thinned({"t": series})["t"]
    assert len(thin.values) == len(thin.times) == min(count, MOST_POINTS)
    assert list(thin.values) == sorted(set(thin.values))
    assert thin.values[:1] == values[:1]
    assert thin.values[-1:] == values[-1:]
    assert [float(time) for time in thin.times] == list(thin.values)
    assert thin.low == thin.high == (thin.values if band else ())


@given(st.text())
def test_a_callers_text_stays_on_one_line(text: str) -> None:
    assert "\n" not in quoted(text)
    assert len(quoted(text)) < 2_500


@pytest.mark.parametrize(("word", "told"), [("unread", False), ("outside", True)])
def test_what_can_be_asked_is_told_only_where_no_other_wording_would_do(
    word: VerdictWord, told: bool
) -> None:
    verdict = Verdict(text="It rains.", verdict=word, updated="It rains.")
    checked = Checked(
        question="", plan=Plan(question=""), verdicts=(verdict,), runs=(), corrected=""
    )
    assert ("read_handbook" in checked_text(checked)) == told
