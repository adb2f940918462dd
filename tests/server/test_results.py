"""What every result keeps to, over every tool on real input, and what never leaves the server."""

import json
import logging
import math
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coffee import Coffee
from server.conversation import call, data, refusal, said, tools
from server.real_calls import BAD_CALLS, CALLS, ON_RUNS, WITH_RUNS, answered
from simulrag.server.app import build_server
from simulrag.server.replies import MOST_POINTS, Reply, RunData, brief_run, thinned, whole_run
from simulrag.server.tools.fitting import MOST_BYTES, page_of, pages, shortened, size
from simulrag.server.wording import (
    checked_text,
    quoted,
)
from simulrag.simulators.errors import RunFailed
from simulrag.simulators.interface import Call, Check, Quantity, Run, Series
from simulrag.simulators.registry import Registry
from simulrag.verifier.check import Checked
from simulrag.verifier.claims import Plan, Verdict, VerdictWord
from simulrag.verifier.evidence import EvidenceStore

RUN_ID = re.compile(r"(?:climate|epidemiology|urban|coffee)-[0-9a-f]{12}")
NAMES = [*CALLS, *ON_RUNS]
SIMULATED = ("simulate_climate", "simulate_epidemiology", "get_run")


@pytest.fixture(scope="module")
def results(registry: Registry) -> dict[str, Any]:
    """The result of each tool."""
    return answered(registry)


def floats(value: Any) -> Iterator[float]:
    if isinstance(value, float):
        yield value
    for part in (
        value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    ):
        yield from floats(part)


def test_every_tool_that_is_listed_is_called_here(registry: Registry) -> None:
    assert set(tools(build_server(registry))) == set(NAMES) == set(BAD_CALLS)


@pytest.mark.parametrize("tool", NAMES)
def test_a_result_takes_no_more_than_two_thousand_tokens(
    results: dict[str, Any], tool: str
) -> None:
    assert 0 < len(said(results[tool]).encode()) <= 8_000
    assert len(json.dumps(data(results[tool]), ensure_ascii=False).encode()) <= 8_400
    assert size(data(results[tool])) <= 8_000


@pytest.mark.parametrize("tool", WITH_RUNS)
def test_text_and_data_name_the_runs(results: dict[str, Any], tool: str) -> None:
    named = set(RUN_ID.findall(said(results[tool])))
    assert named
    assert named <= set(RUN_ID.findall(json.dumps(data(results[tool]))))


@pytest.mark.parametrize("tool", SIMULATED)
def test_at_least_half_of_a_runs_bytes_are_values_and_the_check(
    results: dict[str, Any], tool: str
) -> None:
    run = data(results[tool])["run"]
    assert size({"outputs": run["outputs"], "check": run["check"]}) >= 0.5 * size(run)
    lines = said(results[tool]).splitlines()
    telling = [line for line in lines if line.startswith(("Run ", "Check: "))]
    assert len("\n".join(telling).encode()) >= 0.5 * len(said(results[tool]).encode())


@pytest.mark.parametrize("tool", ["check_answer", "verify_claims", "answer_question"])
def test_at_least_half_of_an_answers_bytes_are_verdicts_values_and_checks(
    results: dict[str, Any], tool: str
) -> None:
    content = data(results[tool])
    values = [{"outputs": run["outputs"], "check": run["check"]} for run in content["runs"]]
    assert size([content["claims"], values]) >= 0.5 * size(content)


def test_a_check_block_is_at_most_300_bytes(results: dict[str, Any]) -> None:
    for tool in SIMULATED:
        assert size(data(results[tool])["run"]["check"]) <= 300


@pytest.mark.parametrize("tool", NAMES)
def test_no_number_is_infinite_and_nothing_is_null(results: dict[str, Any], tool: str) -> None:
    text = json.dumps(data(results[tool]), allow_nan=False)
    assert "null" not in re.sub(r'"(?:[^"\\]|\\.)*"', '""', text)
    assert all(abs(number) < 1e12 for number in floats(data(results[tool])))
    assert not re.search(r"\b(?:nan|inf|None)\b", said(results[tool]))


def test_a_refusal_is_an_error_with_a_reason_code_and_nothing_else(registry: Registry) -> None:
    server = build_server(registry)
    for tool, (arguments, reason) in BAD_CALLS.items():
        text = refusal(call(server, tool, **arguments))
        assert text.startswith(f"{reason}: "), tool
        assert len(text.encode()) < 1_000


def test_an_unknown_argument_is_refused_by_name(registry: Registry) -> None:
    server = build_server(registry)
    for tool in NAMES:
        given = CALLS.get(tool, BAD_CALLS[tool][0])
        text = refusal(call(server, tool, **given, colour="red"))
        assert text.startswith("unknown_name: "), tool
        assert "'colour'" in text


def test_a_choice_is_named_in_brief_and_explained_in_full(registry: Registry) -> None:
    server = build_server(registry, time_limit=300)
    season = CALLS["simulate_epidemiology"]
    made = call(server, "simulate_epidemiology", **season)
    run = data(made)["run"]
    assert run["resolved"]["aggregation"] == "sum"
    assert run["resolved"]["r0"] == 2.2
    assert "aggregation = sum;" in said(made)
    full = call(server, "get_run", run_id=run["id"], detail="full")
    assert "aggregation = sum: states added up" in said(full)
    assert "Made by version" in said(full)


def test_an_unknown_verdict_names_known_verdicts(registry: Registry) -> None:
    server = build_server(registry, store := EvidenceStore())
    begin = "unknown_name: verdict 'verdict-0' is unknown; "
    assert refusal(call(server, "get_run", run_id="verdict-0")) == f"{begin}no verdict was made yet"
    call(server, "verify_claims", claims=CALLS["verify_claims"]["claims"][1:])
    known = refusal(call(server, "get_run", run_id="verdict-0")).removeprefix(begin)
    assert known.startswith("known verdicts: verdict-")
    (shown,) = {part.strip() for part in known.split(":")[1].split(",")} & set(store.verdict_ids())
    told = said(call(server, "get_run", run_id=shown))
    assert told.startswith(f'Verdict {shown} supported: "Nairobi had 18.0 °C')
    assert "Run climate-" in told


def test_full_detail_has_all_of_the_runs_and_verdicts(registry: Registry) -> None:
    server = build_server(registry)
    brief = data(call(server, "check_answer", **CALLS["check_answer"]))
    full = data(call(server, "check_answer", **CALLS["check_answer"], detail="full"))
    assert [one["id"] for one in brief["runs"]] == [one["id"] for one in full["runs"]]
    for few, all_ in zip(brief["claims"], full["claims"], strict=True):
        assert few.items() <= {**all_, **few}.items()
        assert few.get("updated", few["text"]) == all_["updated"]
    assert all({"call", "context", "version", "build"} <= set(run) for run in full["runs"])
    assert size(full) > 1.4 * size(brief)


def test_a_long_reply_comes_in_pages_and_in_full(registry: Registry, store: EvidenceStore) -> None:
    server = build_server(registry, store, time_limit=300)
    claims = [f"Nairobi had {number / 10:.1f} °C on average in 1990." for number in range(150, 230)]
    text = " ".join(claims)
    first = call(server, "check_answer", text=text)
    assert len(said(first).encode()) <= MOST_BYTES
    more = data(first)["more"]
    assert more["left_out"]["claims"] > 0
    assert size(data(first)) <= MOST_BYTES
    last = said(first).splitlines()[-1]
    found = re.fullmatch(r'Page 1 of (\d+)\. Next: get_run\("(reply-\w+)", page=2\)', last)
    assert found, last
    assert found[2] == more["get_run"]
    # Another process over the same store gives the other pages.
    other = build_server(registry, store, time_limit=300)
    seen = said(first).splitlines()[:-1]
    for page in range(2, int(found[1]) + 1):
        reply = call(other, "get_run", run_id=found[2], page=page)
        assert len(said(reply).encode()) <= MOST_BYTES
        assert data(reply)["pages"] == int(found[1])
        assert data(reply)["text"] == said(reply)
        seen += said(reply).splitlines()[:-1]
    told = [line for line in seen if re.match(r"\d+\. \w+: ", line)]
    assert [int(line.split(".")[0]) for line in told] == list(range(1, len(claims) + 1))
    whole = data(call(other, "get_run", run_id=found[2], detail="full"))["result"]
    assert len(whole["claims"]) == len(claims)
    beyond = refusal(call(other, "get_run", run_id=found[2], page=99))
    assert beyond.startswith(
        f"value_out_of_range: page 99 does not exist; {found[2]} has pages 1 to"
    )


def test_a_reply_that_cannot_be_kept_is_still_given(registry: Registry) -> None:
    store = EvidenceStore()
    server = build_server(registry, store)

    def full(_job: Any) -> None:
        from simulrag.simulators.errors import EvidenceError

        raise EvidenceError("the disk is full")

    store.jobs.put = full  # type: ignore[method-assign]
    text = said(call(server, "read_handbook", simulator="climate"))
    assert text.startswith("# Mean temperature and precipitation")
    assert text.endswith("The rest could not be kept, as the evidence store takes nothing more.")


@given(st.lists(st.text(max_size=3_000), max_size=30))
def test_pages_are_short_and_lose_nothing(lines: list[str]) -> None:
    text = "\n".join(lines)
    made = pages(text)
    assert "".join(made).replace("\n", "") == text.replace("\n", "")
    for number in range(1, len(made) + 1):
        assert len(page_of(text, number, "reply-0123456789ab").encode()) <= MOST_BYTES


@given(
    st.dictionaries(
        st.text(max_size=8),
        st.tuples(st.text(max_size=20), st.integers(0, 600)),
        max_size=6,
    ),
    st.text(max_size=50),
)
def test_what_is_cut_keeps_its_names_and_beginnings_and_is_counted(
    parts: dict[str, tuple[str, int]], long: str
) -> None:
    content: dict[str, Any] = {name: [text] * count for name, (text, count) in parts.items()}
    content |= {"answer": long * 400, "count": 7}
    kept, left_out = shortened(content, MOST_BYTES)
    assert size(kept) <= MOST_BYTES
    assert list(kept) == list(content)
    for name, value in content.items():
        if isinstance(value, list):
            assert kept[name] == value[: len(kept[name])]
            assert left_out.get(name, 0) == len(value) - len(kept[name])
        elif isinstance(value, int):
            assert kept[name] == value


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
