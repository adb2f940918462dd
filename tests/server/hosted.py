"""Servers over HTTP as processes of their own, in a thread, and as applications in this one."""

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import anyio
import httpx
import uvicorn

SERVE = (sys.executable, "-c", "from simulrag.client.cli import main; main()", "serve", "--http")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def hosted(
    store: Path, *options: str, command: Sequence[str] = SERVE, folder: Path | None = None
) -> Generator[tuple[str, "subprocess.Popen[str]"]]:
    """Serve with these options; give the address and the process, whose errors are kept.

    command, folder: what serves, and where it is started.
    """
    port = free_port()
    log = store.with_suffix(".log")
    with log.open("w") as errors:
        process = subprocess.Popen(
            [*command, "--port", str(port), *options],
            cwd=folder,
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


@asynccontextmanager
async def client_of(
    app: Any, address: str = "127.0.0.1", *, runs: bool = True
) -> AsyncGenerator[httpx.AsyncClient]:
    """Give a client of an application in this process; `runs`: with its session manager."""
    running = app.router.lifespan_context(app) if runs else nullcontext()
    transport = httpx.ASGITransport(app=app, client=(address, 1))
    async with (
        running,
        httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8000") as client,
    ):
        yield client


def got(app: Any, path: str, **headers: str) -> httpx.Response:
    async def talk() -> httpx.Response:
        async with client_of(app, runs=False) as client:
            return await client.get(path, headers=headers)

    return anyio.run(talk)


@contextmanager
def in_thread(app: Any, **options: Any) -> Generator[int]:
    """Serve from a thread of this process; give the port."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()  # so that who calls before the server runs waits for it
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, **options))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield listening.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join(30)
