"""Sends a request again where that may help: 408, 409, 429, 5xx, lost connections, time-outs."""

import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from tenacity import (
    AsyncRetrying,
    RetryCallState,
    retry_if_exception_type,
    stop_after_attempt,
    wait_exponential,
    wait_random,
)

from simulrag.simulators.retry_after import retry_after

Sent = TypeVar("Sent")
#: Attempts after the first.
RETRIES = 4
#: Longest wait that an endpoint may ask for, seconds; it is not waited for longer ones.
LONGEST_WAIT = 60.0
_BACK_OFF = wait_exponential(multiplier=0.5, max=8.0) + wait_random(0, 0.5)


class Passing(Exception):
    """A failure that may pass. `retry_after` is the header of that name, "" where there is none."""

    def __init__(self, retry_after: str = "") -> None:
        super().__init__(retry_after)
        self.retry_after = retry_after


async def attempts(send: Callable[[], Awaitable[Sent]], retries: int = RETRIES) -> Sent:
    """Return what `send` returns; it is tried again while it raises Passing.

    Raises the last Passing, whose `__cause__` tells more.
    """
    retrying = AsyncRetrying(
        retry=retry_if_exception_type(Passing),
        stop=stop_after_attempt(retries + 1),
        wait=_wait,
        reraise=True,
    )

    async def once() -> Sent:  # only an async function is awaited
        return await send()

    return await retrying(once)


def may_pass(status: int) -> bool:
    """Tell whether a request that was answered with this status may be answered later."""
    return status in (408, 409, 429) or (status >= 500 and status != 501)  # 501 will not change


def _wait(state: RetryCallState) -> float:
    """Return the seconds that the endpoint asks to wait, else those of an exponential back-off."""
    error = None if state.outcome is None else state.outcome.exception()
    asked = retry_after(error.retry_after, time.time()) if isinstance(error, Passing) else None
    return _BACK_OFF(state) if asked is None or asked > LONGEST_WAIT else asked
