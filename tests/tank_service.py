"""A tank on this machine that answers by POST, and does what an inflow above 90 asks for."""

import json
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tank_faults import DRIP, DRIP_HEADERS, FAULTS, REDIRECT, TWICE, reply


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        official = "tool" in asked
        assert set(asked) == (
            {"tool", "arguments"} if official else {"function", "arguments", "seed"}
        )
        inflow = asked["arguments"]["inflow"]
        if inflow == FAULTS["crash"]:
            return self.close_connection_now()
        if inflow == FAULTS["hang"]:
            return self.server.let_go.wait(30.0)  # pyright: ignore[reportAttributeAccessIssue]
        if inflow in (FAULTS["gigabyte"], DRIP):
            return self.endless(inflow == DRIP)
        if inflow == DRIP_HEADERS:
            return self.endless_headers()
        if inflow == TWICE:
            return self.answer(200, b'{"outputs": {"level": 1, "level": 2, "state": "low"}}')
        if inflow == REDIRECT:
            return self.answer(307, b"", Location="http://127.0.0.1:9/elsewhere")
        body = json.dumps(reply(inflow, asked["arguments"]["minutes"], official=official)).encode()
        return self.answer(200, b"<html>Sign in</html>" if inflow == FAULTS["garbage"] else body)

    def answer(self, status: int, body: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def endless_headers(self) -> None:
        """Send a header whose value does not end."""
        self.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        with suppress(OSError):
            while not self.server.let_go.wait(0.1):  # pyright: ignore[reportAttributeAccessIssue]
                self.wfile.write(b"x")

    def close_connection_now(self) -> None:
        self.connection.close()

    def endless(self, drip: bool) -> None:
        """Send a gigabyte, or a byte now and then."""
        self.send_response(200)
        self.end_headers()
        block = b" " if drip else b"x" * 2**20
        with suppress(OSError):
            for _ in range(1024):
                self.wfile.write(block)
                self.server.sent += len(block)  # pyright: ignore[reportAttributeAccessIssue]
                if drip and self.server.let_go.wait(0.1):  # pyright: ignore[reportAttributeAccessIssue]
                    return

    def log_message(self, format: str, *args: Any) -> None: ...


class Tank(ThreadingHTTPServer):
    """The service; `sent` counts the bytes of answers that do not end."""

    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.sent = 0
        self.let_go = threading.Event()

    @property
    def url(self) -> str:
        """Return its address."""
        return f"http://127.0.0.1:{self.server_port}/run"

    def handle_error(self, *_: object) -> None:
        """Say nothing of connections that the other side has left."""


@contextmanager
def serving() -> Generator[Tank]:
    """Serve until the end of the block."""
    server = Tank()
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.let_go.set()
        server.shutdown()
        server.server_close()
        thread.join()
