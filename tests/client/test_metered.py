"""Requests to a model: how many at once, how often, and what of them its prompt cache keeps."""

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import anyio
import pytest

from client.coffee_loop import QUESTION, RIGHT
from client.coffee_loop import ask as answered
from client.messages_api import Fault, MessagesApi, cache_prefixes, draft, prompt_of
from client.rule_model import drafting
from client.running import simulrag, told
from simulrag.client import prompts
from simulrag.client.errors import ModelRefused
from simulrag.client.language_models import metered
from simulrag.client.language_models.claude import Claude, parameters
from simulrag.client.language_models.metered import (
    LONG_PREFIX,
    Limits,
    Metered,
    is_long,
    request_key,
)
from simulrag.client.language_models.protocol import Reply, Request
from simulrag.client.language_models.usage import Usage


class Counting:
    """A model that counts the requests under way."""

    name, model = "counting", "m"

    def __init__(self) -> None:
        self.under_way = self.most = 0

    async def complete(self, request: Request) -> Reply:
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        await anyio.lowlevel.checkpoint()
        await anyio.sleep(0.01)
        self.under_way -= 1
        return Reply(content={"stage": request.stage}, usage=Usage(calls=1))

    async def close(self) -> None:
        """Nothing is open."""


def complete(count: int, **limits: Any) -> Counting:
    inner = Counting()

    async def all_at_once() -> None:
        model = Metered(inner, limits=Limits(**limits))
        async with anyio.create_task_group() as group:
            for number in range(count):
                group.start_soon(model.complete, prompts.draft_request(str(number), 0))

    anyio.run(all_at_once)
    return inner


def test_no_more_requests_are_under_way_than_allowed() -> None:
    assert complete(30).most == metered.AT_ONCE
    assert complete(3).most == 3


def test_requests_begin_evenly_spread_over_the_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(metered.anyio, "current_time", lambda: 100.0)
    monkeypatch.setattr(metered, "sleep", sleep)
    complete(4, per_minute=30)
    assert waits == pytest.approx([2.0, 4.0, 6.0])


@pytest.mark.usefixtures("only_coffee")
def test_a_rate_that_is_none_is_refused(messages_api: Callable[..., MessagesApi]) -> None:
    messages_api(drafting([RIGHT]))
    done = simulrag("ask", QUESTION, "--per-minute", "0")
    assert done.exit_code == 2
    assert "--per-minute" in done.stderr
    done = simulrag("ask", QUESTION, "-m", "1", "--per-minute", "60000")
    assert done.exit_code == 0, done.output


Start = Callable[..., MessagesApi]


def drafts(question: str, count: int = 5) -> list[dict[str, Any]]:
    return [parameters(prompts.draft_request(question, n), "claude") for n in range(count)]


def test_drafts_share_all_but_their_perspective() -> None:
    sent = drafts(QUESTION)
    prefixes = {cache_prefixes(request)[-1].encode() for request in sent}
    assert len(prefixes) == 1
    assert QUESTION in json.loads(prefixes.pop())[-1]["text"]
    assert len({request["messages"][0]["content"][-1]["text"] for request in sent}) == 5
    for request in sent:
        marked = [*request["system"], *request["messages"][0]["content"][:-1]]
        assert all(block["cache_control"] == {"type": "ephemeral"} for block in marked)
        assert "cache_control" not in request["messages"][0]["content"][-1]


def test_all_requests_for_formulas_share_tool_and_handbook(messages_api: Start) -> None:
    """What comes before the first block that differs is all but the data and the rules."""

    def once_wrong(claims: dict[str, str], refused: dict[str, str]) -> list[dict[str, Any]]:
        given = "coffee.cooling(minutes=10).temperature == 71.9" if refused else "2 +"
        return [{"claim": key, "formula": given} for key in claims]

    api = messages_api(drafting([RIGHT], write=once_wrong))
    answered(drafts=1)
    sent = [request for stage, request in api.accepted if stage in ("plan", "formulas")]
    assert len(sent) == 3
    assert {request["tool_choice"]["name"] for request in sent} == {"submit_formulas"}
    (prefix,) = {cache_prefixes(request)[-1] for request in sent}
    assert "coffee.cooling(" in prefix


def test_a_request_that_shares_nothing_has_no_breakpoint() -> None:
    alone = prompts.draft_request(QUESTION, 0).model_copy(update={"shared": ()})
    sent = parameters(alone, "claude")
    assert "cache_control" not in json.dumps(sent)


def test_where_a_prompt_is_cut_changes_neither_its_text_nor_its_key(messages_api: Start) -> None:
    messages_api(drafting([RIGHT]))
    one = prompts.draft_request(QUESTION, 0)
    whole = one.model_copy(update={"shared": (), "prompt": one.text})
    assert whole.text == one.text == prompt_of(parameters(one, "claude"))
    assert request_key(Claude(), whole) == request_key(Claude(), one)


def ask(question: Request, api: MessagesApi, count: int = 5) -> tuple[Metered, int]:
    """Ask alike requests at once; return the model and how many came before the first reply."""
    asked: list[int] = []

    async def all_at_once() -> Metered:
        model = Metered(Claude())
        async with anyio.create_task_group() as group:
            for number in range(count):
                group.start_soon(
                    model.complete, question.model_copy(update={"prompt": f"{number}"})
                )
            while not api.accepted:
                await anyio.sleep(0.005)
            await anyio.sleep(0.1)
            asked.append(len(api.accepted))
        await model.close()
        return model

    return anyio.run(all_at_once), asked[0]


def test_a_long_prefix_is_written_once_and_read_by_all_others(messages_api: Start) -> None:
    api = messages_api(draft, keeps_prefixes_from=LONG_PREFIX, pause=0.3)
    request = prompts.draft_request("How hot? " * 1000, 0)
    assert is_long(request)
    model, first = ask(request, api)
    assert first == 1
    written = model.spent.cache_write_tokens
    assert written > 2000
    assert model.spent.cache_read_tokens == 4 * written


def test_requests_with_a_short_prefix_wait_for_no_other(messages_api: Start) -> None:
    api = messages_api(draft, keeps_prefixes_from=LONG_PREFIX, pause=0.3)
    request = prompts.draft_request(QUESTION, 0)
    assert not is_long(request)
    model, first = ask(request, api)
    assert first == 5
    assert model.spent.cache_write_tokens == model.spent.cache_read_tokens == 0


def test_a_first_request_that_fails_holds_no_other_back(messages_api: Start) -> None:
    api = messages_api(draft, faults={"draft": [Fault(stop="refusal")]})
    request = prompts.draft_request("How hot? " * 1000, 0)

    usable: list[int] = []

    async def all_at_once() -> None:
        model = Metered(Claude())

        async def one(number: int) -> None:
            with suppress(ModelRefused):
                await model.complete(request.model_copy(update={"prompt": f"{number}"}))
                usable.append(number)

        async with anyio.create_task_group() as group:
            for number in range(4):
                group.start_soon(one, number)
        await model.close()

    anyio.run(all_at_once)
    assert len(usable) == 3
    assert len(api.accepted) == 4


@pytest.mark.usefixtures("only_coffee")
def test_writes_and_reads_of_the_cache_are_counted_and_paid_at_their_prices(
    messages_api: Start, prices: str
) -> None:
    (price,) = json.loads(Path(prices).read_text())["models"].values()
    messages_api(drafting([RIGHT]), keeps_prefixes_from=1000)
    use = told("ask", QUESTION, "--prices", prices)["model"]
    usage = use["usage"]
    assert usage["cache_write_tokens"] > 0
    expected = sum(price[kind] * usage[f"{kind}_tokens"] for kind in price)
    assert use["cost"] == pytest.approx(expected / 1e6)
