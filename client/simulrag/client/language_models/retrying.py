"""Sends a request again where that may help: 408, 409, 429, 5xx, lost connections, time-outs."""

import contextlib
import email.utils
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from tenacity import (
    AsyncRetrying,
    RetryCallState,
    RetryError,
    retry_if_exception_type,
    retry_if_result,
    stop_after_attempt,
    wait_exponential,
    wait_random,
)

if TYPE_CHECKING:
    import httpx

#: Attempts after the first.
RETRIES = 4
#: Longest wait that an endpoint may ask for, seconds; it is not waited for longer ones.
LONGEST_WAIT = 60.0
_BACK_OFF = wait_exponential(multiplier=0.5, max=8.0) + wait_random(0, 0.5)


class Lost(Exception):
    """No reply could be had: the connection failed, broke, or took too long."""


async def attempts(send: Callable[[], Awaitable["httpx.Response"]]) -> "httpx.Response":
    """Return the first reply that need not be asked for again, or the last. Raises Lost."""
    import httpx

    retrying = AsyncRetrying(
        retry=retry_if_result(_passing) | retry_if_exception_type(httpx.TransportError),
        stop=stop_after_attempt(RETRIES + 1),
        wait=_wait,
    )

    async def once() -> httpx.Response:  # only an async function is awaited
        return await send()

    try:
        return await retrying(once)
    except RetryError as error:
        cause = error.last_attempt.exception()
        if cause is None:
            return error.last_attempt.result()
        raise Lost(str(cause) or type(cause).__name__) from cause


def _passing(reply: "httpx.Response") -> bool:
    code = reply.status_code
    return code in (408, 409, 429) or (code >= 500 and code != 501)  # 501 will not change


def _wait(state: RetryCallState) -> float:
    """Return the seconds that the endpoint asks to wait, else those of an exponential back-off."""
    outcome = state.outcome
    asked = None
    if outcome is not None and not outcome.failed:
        asked = seconds(outcome.result().headers.get("retry-after", ""))
    return _BACK_OFF(state) if asked is None or asked > LONGEST_WAIT else asked


def seconds(retry_after: str) -> float | None:
    """Return what a Retry-After header asks for, from seconds or a date; None if unreadable."""
    with contextlib.suppress(ValueError):
        return max(float(retry_after), 0.0)
    when = email.utils.parsedate_tz(retry_after)
    return None if when is None else max(email.utils.mktime_tz(when) - time.time(), 0.0)
