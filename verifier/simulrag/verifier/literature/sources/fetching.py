"""How every online source is asked: one at a time, not too often, patiently but not for ever.

Replies are kept by hishel in one SQLite file for a day. Beneath that cache stands what is polite:
the rate, the budget, the attempts; and what names the caller, so that no key is ever kept. 429 and
5xx are tried again after growing waits, or after what `Retry-After` says; a wait longer than
`LONGEST_WAIT` means that the source's limit is spent for now.
"""

import re
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

import httpx

from simulrag.simulators.errors import NotInstalled
from simulrag.simulators.retry_after import retry_after
from simulrag.verifier.literature.errors import LiteratureError, SourceError

#: Seconds: until a connection stands and until a reply comes; first wait; longest wait.
TIMEOUT, FIRST_WAIT, LONGEST_WAIT = 20.0, 1.0, 60.0
#: Requests for one answer at most, and for how long a kept reply is fresh, s.
ATTEMPTS, FRESH = 4, 86_400.0
_TOO_MANY = 429
_OF_THE_WIRE = ("content-encoding", "content-length", "transfer-encoding")
_INTERVAL = re.compile(r"(\d+(?:\.\d+)?)s?$")


class Fetcher(httpx.BaseTransport):
    """Asks one source.

    interval: seconds between the starts of two requests, at least; `caller` and `headers`:
    parameters and headers that name who asks; `budget`: requests in all, None without limit;
    `cache`: folder of kept replies, None for none. `sleep` and `clock` are those of `time`.
    """

    def __init__(
        self,
        source: str,
        *,
        interval: float,
        caller: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        budget: int | None = None,
        cache: Path | None = None,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.source, self.interval, self.requests = source, interval, 0
        self._caller, self._headers = dict(caller or {}), dict(headers or {})
        self._budget, self._sleep, self._clock = budget, sleep, clock
        self._last = float("-inf")
        self._wire = httpx.Client(timeout=TIMEOUT, follow_redirects=True)
        self._client = httpx.Client(transport=_kept(self, cache) if cache else self)

    def close(self) -> None:
        """Close the connections."""
        self._wire.close()

    def get(self, url: str, parameters: Mapping[str, str]) -> str:
        """Return the text of a reply; raises SourceError where there is none."""
        return self._client.get(url, params=dict(parameters)).text

    def json(self, url: str, parameters: Mapping[str, str]) -> dict[str, Any]:
        """Return the object that a reply holds; SourceError too where it holds none."""
        try:
            found: Any = self._client.get(url, params=dict(parameters)).json()
        except ValueError as error:
            raise self.fault("malformed", f"the reply is no JSON: {error}") from error
        if not isinstance(found, dict):
            raise self.fault("malformed", "the reply is no JSON object")
        return cast("dict[str, Any]", found)

    def fault(self, kind: str, message: str) -> SourceError:
        """Return an error of this source."""
        return SourceError(self.source, kind, message)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Return the first reply that is neither a limit nor a breakdown."""
        why, asked = "", None
        for attempt in range(ATTEMPTS):
            if attempt:
                self._sleep(FIRST_WAIT * 2 ** (attempt - 1) if asked is None else asked)
            try:
                reply = self._sent(request)
            except httpx.HTTPError as error:
                why, asked = f"{type(error).__name__}: {error}", None
                continue
            why = f"status {reply.status_code}"
            if reply.is_client_error and reply.status_code != _TOO_MANY:
                raise self.fault("refused", f"{why}: {' '.join(reply.text.split())[:200]}")
            if not reply.is_error:
                return reply
            asked = retry_after(reply.headers.get("retry-after", ""), self._clock())
            if asked is not None and asked > LONGEST_WAIT:
                told = f"{why}, to be asked again in {asked:.0f} s; give a key, or try later"
                raise self.fault("spent", told)
        kind = "spent" if why == f"status {_TOO_MANY}" else "unreachable"
        raise self.fault(kind, f"no answer after {ATTEMPTS} attempts; last: {why}")

    def _sent(self, request: httpx.Request) -> httpx.Response:
        if self._budget is not None and self.requests >= self._budget:
            raise self.fault("spent", f"the budget of {self._budget} requests is used up")
        pause = self._last + self.interval - self._clock()
        if pause > 0:
            self._sleep(pause)
        self._last = self._clock()
        self.requests += 1
        url = request.url.copy_merge_params(self._caller)
        reply = self._wire.get(url, headers=self._headers)
        # The rate that a source states itself (Crossref's x-rate-limit headers).
        limit = reply.headers.get("x-rate-limit-limit", "")
        span = _INTERVAL.match(reply.headers.get("x-rate-limit-interval", ""))
        if limit.isdigit() and int(limit) and span:
            self.interval = max(self.interval, float(span.group(1)) / int(limit))
        kept = [one for one in reply.headers.items() if one[0] not in _OF_THE_WIRE]
        return httpx.Response(reply.status_code, headers=kept, content=reply.content)


def _kept(polite: httpx.BaseTransport, folder: Path) -> httpx.BaseTransport:
    """Return a transport that keeps successful replies in a folder, whatever their headers say."""
    try:
        from hishel import SqliteStorage
        from hishel.httpx import CacheTransport
    except ModuleNotFoundError as error:
        raise NotInstalled(
            "keeping replies of online sources needs hishel: pip install 'simulrag[literature]'"
        ) from error
    try:
        folder.mkdir(parents=True, exist_ok=True)
        storage = SqliteStorage(database_path=folder / "replies.db", default_ttl=FRESH)
    except OSError as error:
        said = error.strerror or error
        raise LiteratureError(f"the cache {folder} cannot be used: {said}") from error
    return CacheTransport(polite, storage=storage)
