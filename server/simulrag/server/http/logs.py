"""Logs as JSON lines on standard error: one for each request, one for each event."""

import json
import logging
import sys
import time
from datetime import UTC, datetime

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from simulrag.server.http.limits import caller

_log = logging.getLogger("simulrag.http")
#: What a log record carries of a request, under these names.
FIELDS = ("method", "path", "status", "ms", "caller")


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON. Headers and bodies, so tokens too, are never in it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        line |= {
            name: value for name in FIELDS if (value := getattr(record, name, None)) is not None
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def log_to_stderr() -> None:
    """Send all logs of this process to standard error as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    logging.getLogger("simulrag").setLevel(logging.INFO)
    logging.getLogger("uvicorn.error").setLevel(logging.INFO)


class RequestLog:
    """ASGI middleware that logs each request when it ends."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and log it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status, started = 0, time.perf_counter()

        async def noticed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noticed)
        finally:
            ms = round((time.perf_counter() - started) * 1000, 1)
            values = (scope["method"], scope["path"], status, ms, caller(scope))
            _log.info("request", extra=dict(zip(FIELDS, values, strict=True)))
