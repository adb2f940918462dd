"""Servers over HTTP as processes of their own, and as applications in this one."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

SERVE = (sys.executable, "-c", "from simulrag.client.cli import main; main()", "serve", "--http")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def hosted(store: Path, *options: str) -> Generator[tuple[str, "subprocess.Popen[str]"]]:
    """Serve with these options; give the address and the process, whose errors are kept."""
    port = free_port()
    log = store.with_suffix(".log")
    with log.open("w") as errors:
        process = subprocess.Popen(
            [*SERVE, "--port", str(port), *options],
            env={**os.environ, "SIMULRAG_EVIDENCE": str(store)},
            stderr=errors,
            text=True,
        )
        try:
            while True:
                assert process.poll() is None, log.read_text()
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.05)
            yield f"http://127.0.0.1:{port}", process
        finally:
            process.terminate()
            process.wait(timeout=30)
