"""How many requests are under way at once, and how many begin in a minute."""

from collections.abc import Callable
from typing import Any

import anyio
import pytest

from client.coffee_loop import QUESTION, RIGHT
from client.messages_api import MessagesApi
from client.rule_model import RuleModel
from client.running import simulrag
from simulrag.client import prompts
from simulrag.client.language_models import metered
from simulrag.client.language_models.metered import Limits, Metered
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
    messages_api(RuleModel(lambda _question, _number: [RIGHT]))
    done = simulrag("ask", QUESTION, "--per-minute", "0")
    assert done.exit_code == 2
    assert "--per-minute" in done.stderr
    done = simulrag("ask", QUESTION, "-m", "1", "--per-minute", "60000")
    assert done.exit_code == 0, done.output
