"""Formulas that take long: handles, progress run by run, and stopping, through a real client."""

from typing import Any

import anyio
import anyio.to_thread
import pytest
from mcp import Client

from rope import Rope
from server.conversation import talk
from server.test_long_work import STOPPED_WITHIN
from simulrag.server.app import build_server
from simulrag.simulators.registry import Registry

#: Statements of several runs, one after the other.
SWINGS = [f"rope.swing(length={length}).swings" for length in (1, 2, 3, 4)]
SUM = " + ".join(SWINGS)
CLAIM = {
    "text": "Ropes of 1 m, 2 m, 3 m and 4 m make 120 swings in all.",
    "formula": f"{SUM} == 120",
}
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("compute", {"formulas": [SUM]}),
    ("compute", {"formulas": SWINGS}),
    ("compute", {"formulas": [f"sum(rope.swing(length=x).swings for x in [{'1, 2, 3, 4'}])"]}),
    ("compute", {"formulas": ['solve(rope.swing(length=1).swings, 3, "length", 1, 4)']}),
    ("verify_claims", {"claims": [CLAIM]}),
]


@pytest.mark.parametrize(("tool", "arguments"), CALLS)
def test_formulas_that_a_client_gives_up_stop_computing_and_make_no_further_run(tool, arguments):
    rope = Rope()
    server = build_server(Registry([rope]))

    async def give_up(client: Client) -> None:
        async with anyio.create_task_group() as group:
            group.start_soon(client.call_tool, tool, arguments)
            await anyio.to_thread.run_sync(rope.begun.wait)
            group.cancel_scope.cancel()
        assert await anyio.to_thread.run_sync(rope.stopped.wait, STOPPED_WITHIN)

    talk(server, give_up)
    assert rope.runs == 1


class Slow(Rope):
    """A rope of which each run ends once its progress was told."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[float] = []

    def heard(self, done: float) -> None:
        """Note what a client was told; the runs go on once a quarter of the first is done."""
        self.told.append(done)
        if done > 0.05:
            self.release.set()


@pytest.mark.parametrize("formulas", [[SUM], SWINGS])
def test_progress_of_formulas_is_told_as_the_share_of_all_their_runs(formulas):
    rope = Slow()

    async def listen(client: Client) -> Any:
        async def told(progress: float, total: float | None, message: str | None) -> None:  # noqa: ARG001
            rope.heard(progress)

        return await client.call_tool("compute", {"formulas": formulas}, progress_callback=told)

    made = talk(build_server(Registry([rope])), listen)
    assert not made.is_error
    assert rope.told == sorted(rope.told)
    # The first of four runs swings until it was heard of: it is at most a quarter of the whole.
    assert 0.05 < next(one for one in rope.told if one > 0.05) <= 0.25
