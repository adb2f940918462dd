"""The executor seam: where many runs are made, said in one word.

    ""                     here, one after the other
    processes:N            N processes of this machine (N left out: one a core)
    local[:N]              a Dask cluster of N processes of this machine, which replaces what dies
    tcp://HOST:PORT        a Dask scheduler that runs already; tls:// where it is not this machine

Dask needs the extra `cluster` (distributed), loaded when used. What speaks to a Dask scheduler may
run any code on it and its workers, as its messages are pickles: a cluster started here listens on
the loopback interface only, and an address elsewhere must be encrypted (certificates as Dask's own
configuration names them, `distributed.comm.tls`) unless the caller trusts the network.
"""

import ipaddress
import multiprocessing
import os
from collections.abc import Generator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Any
from urllib.parse import urlsplit

from simulrag.simulators.arguments import shown
from simulrag.simulators.errors import BadValue, NotInstalled, RunFailed

#: Schemes of a scheduler's address; the second is encrypted.
PLAIN, ENCRYPTED = "tcp", "tls"
#: Workers of one machine, at most.
MOST_WORKERS = 1024
LOOPBACK = "127.0.0.1"
#: How long a scheduler may take to answer, s.
CONNECT_SECONDS = 20
_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True)
class Pool:
    """An executor and how many tasks it works on at a time."""

    executor: Executor
    workers: int
    #: Address of the scheduler; "" where there is none.
    address: str = ""


@contextmanager
def pool(scheduler: str = "", *, trusted_network: bool = False) -> Generator[Pool]:
    """Yield the executor that a word names, and end what was started for it.

    trusted_network: allow an address elsewhere without encryption. Raises BadValue for another
    word, NotInstalled without `distributed`, RunFailed where no scheduler answers.
    """
    kind, _, rest = scheduler.partition(":")
    if not scheduler:
        with ThreadPoolExecutor(1, thread_name_prefix="simulrag") as one:
            yield Pool(one, 1)
    elif kind == "processes":
        with _processes(_count(scheduler, rest)) as found:
            yield found
    elif kind == "local":
        with _local_cluster(_count(scheduler, rest)) as found:
            yield found
    elif kind in (PLAIN, ENCRYPTED):
        _check_address(scheduler, trusted=trusted_network)
        with _running_cluster(scheduler) as found:
            yield found
    else:
        raise BadValue(
            f"scheduler {shown(scheduler)} is unknown; give processes:N, local:N, or the address "
            "of a Dask scheduler as tcp://HOST:PORT or tls://HOST:PORT",
            parameter="scheduler",
            given=scheduler,
        )


def _count(scheduler: str, text: str) -> int:
    if not text and ":" not in scheduler:
        return os.cpu_count() or 1
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= MOST_WORKERS):
        raise BadValue(
            f"scheduler {shown(scheduler)} has no number of workers from 1 to {MOST_WORKERS}",
            parameter="scheduler",
            given=scheduler,
        )
    return int(text)


def _check_address(address: str, *, trusted: bool) -> None:
    parts = urlsplit(address)
    try:
        host, port = parts.hostname, parts.port
    except ValueError:  # a port that is no number
        host, port = None, None
    if not host or not port:
        raise BadValue(
            f"scheduler {shown(address)} is no address; give tcp://HOST:PORT or tls://HOST:PORT",
            parameter="scheduler",
            given=address,
        )
    if parts.scheme == PLAIN and not trusted and not _is_loopback(host):
        raise BadValue(
            f"scheduler {shown(address)} is another machine, reached without encryption: whoever "
            "listens in between may run code here and there; use tls://, or say that the network "
            "is trusted",
            parameter="scheduler",
            given=address,
        )


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:  # a name
        return host == "localhost"


@contextmanager
def _processes(count: int) -> Generator[Pool]:
    # Arrays are small and processes share the cores: one thread each, as Dask's workers have.
    added = {name: "1" for name in _THREADS if name not in os.environ}
    os.environ.update(added)
    try:
        with ProcessPoolExecutor(count, multiprocessing.get_context("spawn")) as executor:
            yield Pool(executor, count)
    finally:
        for name in added:
            del os.environ[name]


@contextmanager
def _local_cluster(count: int) -> Generator[Pool]:
    distributed = _distributed()
    cluster = distributed.LocalCluster(
        n_workers=count,
        threads_per_worker=1,
        host=LOOPBACK,
        protocol=f"{PLAIN}://",
        dashboard_address=f"{LOOPBACK}:0",
        silence_logs=50,  # a worker that dies is replaced, and told of by what it ran
    )
    with cluster, distributed.Client(cluster) as client:
        yield _dask_pool(client, count)


@contextmanager
def _running_cluster(address: str) -> Generator[Pool]:
    distributed = _distributed()
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, RuntimeError) as error:  # OSError has the time-out among it
        told = str(error).partition("\n")[0]
        raise RunFailed(f"no Dask scheduler answers at {address}: {told}") from error
    with client:
        workers = sum(client.nthreads().values())
        if not workers:
            raise RunFailed(f"the Dask scheduler at {address} has no worker; start some first")
        yield _dask_pool(client, workers)


def _dask_pool(client: Any, workers: int) -> Pool:
    return Pool(client.get_executor(), workers, client.scheduler.address)


def _distributed() -> ModuleType:
    try:
        return import_module("distributed")
    except ModuleNotFoundError as error:
        raise NotInstalled("a cluster needs Dask: pip install 'simulrag[cluster]'") from error
