"""The way to a foreign simulator that is a service: one object by POST, one back, in its time."""

import asyncio
import json
import threading
import time
from collections.abc import Mapping
from concurrent.futures import Future, wait
from typing import cast

from pydantic import JsonValue

from simulrag.simulators import progress
from simulrag.simulators.errors import RunFailed
from simulrag.simulators.external.replies import parsed
from simulrag.simulators.processes import LOOK, Limits
from simulrag.simulators.safe_text import escaped


class Service:
    """A service that answers requests by POST."""

    def __init__(self, url: str, limits: Limits, subject: str) -> None:
        self._url, self._limits, self._subject = url, limits, subject

    def ask(self, request: Mapping[str, JsonValue]) -> Mapping[str, JsonValue]:
        """Return what the service answers. Raises RunFailed."""
        import httpx

        try:
            body = self._in_time(request)
        except (httpx.TimeoutException, TimeoutError) as error:
            raise self._failed(f"took longer than {self._limits.seconds:g} s") from error
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            why = escaped(f"{type(error).__name__}: {error}"[:200])
            raise self._failed(f"cannot be reached by HTTP ({why})") from error
        return parsed(body, self._subject)

    def _in_time(self, request: Mapping[str, JsonValue]) -> bytes:
        """Return a body. Raises TimeoutError, and what httpx raises.

        A client holds each single read to its time, and a service may send byte by byte, its
        headers among them: the whole is held to its time by a loop in a thread of its own, which
        ends by itself where nobody waits for it any more.
        """
        seconds = self._limits.seconds
        answer: Future[bytes] = Future()

        def fetch() -> None:
            try:
                answer.set_result(asyncio.run(asyncio.wait_for(self._answered(request), seconds)))
            except BaseException as error:  # noqa: BLE001 - raised where the answer is waited for
                answer.set_exception(error)

        threading.Thread(target=fetch, daemon=True).start()
        end = time.monotonic() + seconds + LOOK
        while not wait({answer}, LOOK).done:
            progress.step()
            if time.monotonic() > end:  # a name that is looked up cannot be left
                raise TimeoutError
        return answer.result()

    async def _answered(self, request: Mapping[str, JsonValue]) -> bytes:
        import httpx

        # Compressed, a small answer could unfold to a huge one.
        headers = {"Accept": "application/json", "Accept-Encoding": "identity"}
        async with (
            httpx.AsyncClient(timeout=self._limits.seconds, trust_env=False) as client,
            client.stream("POST", self._url, json=request, headers=headers) as response,
        ):
            body = bytearray()
            async for chunk in response.aiter_raw():
                body += chunk
                if len(body) > self._limits.longest:
                    raise self._failed(f"answered more than {self._limits.longest:,} bytes")
        if response.status_code >= 300:
            raise self._failed(
                f"answered with HTTP status {response.status_code}{_why(bytes(body))}"
            )
        return bytes(body)

    def _failed(self, what: str) -> RunFailed:
        return RunFailed(f"{self._subject} {what}; nothing can be concluded from this run")


def _why(body: bytes) -> str:
    """Return what the body of a refusal says, where it is an object with an error."""
    try:
        said = cast(object, json.loads(body))
    except (ValueError, RecursionError):
        return ""
    told = cast(Mapping[str, object], said).get("error") if isinstance(said, dict) else None
    return f": {escaped(str(told)[:200])}" if told else ""
