"""A session over stdio byte by byte, which sees all of standard output."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any


class Session:
    """A server that has been greeted; its errors go into a file."""

    def __init__(self, errors: Path, environment: dict[str, str] | None = None) -> None:
        with errors.open("w") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "simulrag.server"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                encoding="utf-8",
                env=environment or dict(os.environ),
            )
        client = {"name": "t", "version": "1"}
        self.hello = self.ask(
            0, "initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo=client
        )
        self.tell(method="notifications/initialized")

    def send(self, line: str) -> None:
        """Send a line, whatever it is."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def tell(self, **message: Any) -> None:
        """Send a message."""
        self.send(json.dumps({"jsonrpc": "2.0", **message}))

    def ask(self, number: int, method: str, **params: Any) -> Any:
        """Send a request and return the reply, which must be the next line."""
        self.tell(id=number, method=method, params=params)
        reply = json.loads(self.process.stdout.readline())
        assert reply["id"] == number
        return reply["result"]
