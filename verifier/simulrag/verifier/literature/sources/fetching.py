"""How every online source is asked: one at a time, not too often, patiently but not for ever.

A reply is kept on disk with its ETag: a fresh one is taken from there, an older one is asked for
with `If-None-Match`. 429 and 5xx are tried again after growing waits, or after what `Retry-After`
says; a wait longer than `LONGEST_WAIT` means that the source's limit is spent for now.
"""

import re
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import httpx

from simulrag.simulators.retry_after import retry_after
from simulrag.verifier.literature.errors import SourceError
from simulrag.verifier.literature.sources.cache import Kept, ReplyCache

#: Seconds: until a connection stands and until a reply comes; first wait; longest wait.
TIMEOUT, FIRST_WAIT, LONGEST_WAIT = 20.0, 1.0, 60.0
#: Requests for one answer at most, and for how long a kept reply is fresh, s.
ATTEMPTS, FRESH = 4, 86_400.0
#: The largest reply that is read, in bytes.
LARGEST_REPLY = 20_000_000
_NOT_MODIFIED, _TOO_MANY = 304, 429
#: Who asks, where whoever runs this did not say: the program alone.
AGENT = "simulrag"
_INTERVAL = re.compile(r"(\d+(?:\.\d+)?)s?$")


class Fetcher:
    """Asks one source.

    interval: seconds between the starts of two requests, at least; `budget`: requests in all, None
    without limit; `cache`: folder of kept replies, None for none. `sleep` and `clock` are those of
    `time`, replaced in tests.
    """

    def __init__(
        self,
        source: str,
        *,
        interval: float,
        headers: Mapping[str, str] | None = None,
        budget: int | None = None,
        cache: Path | None = None,
        timeout: float = TIMEOUT,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.source = source
        self.interval = interval
        self.requests = 0
        self._budget = budget
        self._cache = ReplyCache(cache) if cache is not None else None
        self._sleep, self._clock = sleep, clock
        self._last = float("-inf")
        self._client = httpx.Client(
            headers={"User-Agent": AGENT, **(headers or {})},
            timeout=timeout,
            follow_redirects=True,
        )

    def close(self) -> None:
        """Close the connections."""
        self._client.close()

    def get(self, url: str, parameters: Mapping[str, str]) -> str:
        """Return the text of a reply; raises SourceError where there is none."""
        kept = self._cache.get(url, parameters) if self._cache else None
        now = self._clock()
        if kept is not None and 0 <= now - kept.at < FRESH:
            return kept.body
        reply = self._answered(url, parameters, kept.etag if kept else "")
        if reply.status_code == _NOT_MODIFIED and kept is not None:
            body, etag = kept.body, kept.etag
        else:
            body, etag = reply.text, reply.headers.get("etag", "")
        if self._cache:
            self._cache.put(url, parameters, Kept(url=url, body=body, etag=etag, at=now))
        return body

    def fault(self, kind: str, message: str) -> SourceError:
        """Return an error of this source."""
        return SourceError(self.source, kind, message)

    def _answered(self, url: str, parameters: Mapping[str, str], etag: str) -> httpx.Response:
        """Return the first reply that is neither a limit nor a breakdown."""
        wait, why = FIRST_WAIT, ""
        for attempt in range(ATTEMPTS):
            if attempt:
                self._sleep(wait)
            try:
                reply = self._request(url, parameters, etag)
            except httpx.HTTPError as error:
                why, wait = f"{type(error).__name__}: {error}", wait * (2 if attempt else 1)
                continue
            if reply.status_code != _TOO_MANY and not reply.is_server_error:
                return self._checked(reply)
            why = f"status {reply.status_code}"
            wait = self._wait(reply, attempt)
        kind = "spent" if why == f"status {_TOO_MANY}" else "unreachable"
        raise self.fault(kind, f"no answer after {ATTEMPTS} attempts; last: {why}")

    def _wait(self, reply: httpx.Response, attempt: int) -> float:
        """Return how long to wait, s; SourceError where the source asks for too long."""
        asked = retry_after(reply.headers.get("retry-after", ""), self._clock())
        if asked is not None and asked > LONGEST_WAIT:
            raise self.fault(
                "spent",
                f"status {reply.status_code}, to be asked again in {asked:.0f} s; give a key, or "
                "try later",
            )
        return asked if asked is not None else FIRST_WAIT * 2**attempt

    def _request(self, url: str, parameters: Mapping[str, str], etag: str) -> httpx.Response:
        if self._budget is not None and self.requests >= self._budget:
            raise self.fault("spent", f"the budget of {self._budget} requests is used up")
        pause = self._last + self.interval - self._clock()
        if pause > 0:
            self._sleep(pause)
        self._last = self._clock()
        self.requests += 1
        headers = {"If-None-Match": etag} if etag else {}
        with self._client.stream("GET", url, params=dict(parameters), headers=headers) as reply:
            size = 0
            parts: list[bytes] = []
            for part in reply.iter_bytes():
                size += len(part)
                if size > LARGEST_REPLY:
                    raise self.fault("malformed", f"the reply exceeds {LARGEST_REPLY} bytes")
                parts.append(part)
        self._pace(reply)
        headers_kept = [
            (name, value)
            for name, value in reply.headers.items()
            if name not in ("content-encoding", "content-length", "transfer-encoding")
        ]
        return httpx.Response(
            reply.status_code, headers=headers_kept, content=b"".join(parts), request=reply.request
        )

    def _pace(self, reply: httpx.Response) -> None:
        """Follow the rate that a source states (Crossref's x-rate-limit headers)."""
        limit = reply.headers.get("x-rate-limit-limit", "")
        span = _INTERVAL.match(reply.headers.get("x-rate-limit-interval", ""))
        if limit.isdigit() and int(limit) and span:
            self.interval = max(self.interval, float(span.group(1)) / int(limit))

    def _checked(self, reply: httpx.Response) -> httpx.Response:
        if reply.is_client_error:
            raise self.fault(
                "refused", f"status {reply.status_code}: {' '.join(reply.text.split())[:200]}"
            )
        return reply
