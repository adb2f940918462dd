"""Fixtures for all tests: simulators, an evidence store, and a user's data folder of their own."""

import os
import tempfile
from collections.abc import Generator
from pathlib import Path
from uuid import uuid4

import certifi
import pytest
from hypothesis import HealthCheck, settings

from coffee import Coffee
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.evidence import EvidenceStore

# Examples may take as long as a busy machine needs, and share what the function around them has.
settings.register_profile(
    "any machine",
    deadline=None,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("any machine")
# Read when simulators are imported: no test sees what whoever runs it has brought (`refresh`).
os.environ["XDG_DATA_HOME"] = str(Path(tempfile.gettempdir()) / uuid4().hex)


@pytest.fixture(autouse=True, scope="session")
def _one_authority(tmp_path_factory: pytest.TempPathFactory) -> Generator[None]:
    """Let clients of HTTP load one certificate: all of them take longer than most conversations."""
    end = "-----END CERTIFICATE-----\n"
    first = Path(certifi.where()).read_text("utf-8").partition(end)[0] + end
    file = tmp_path_factory.mktemp("authority") / "one.pem"
    file.write_text(first, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SSL_CERT_FILE", str(file))
        yield


@pytest.fixture(autouse=True)
def _own_user_folder(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Keep every test away from the evidence store of whoever runs it.

    The folder is the test's own where it has one, and else made by whoever first writes there:
    making one for each test takes longer than most of them.
    """
    folder = tmp_path_factory.getbasetemp() / uuid4().hex
    if "tmp_path" in request.fixturenames:
        folder = Path(request.getfixturevalue("tmp_path"))
    monkeypatch.setenv("SIMULRAG_EVIDENCE", str(folder / "evidence.sqlite"))
    for name in ("data", "config", "cache"):
        monkeypatch.setenv(f"XDG_{name.upper()}_HOME", str(folder / name))
    for name in ("SIMULRAG_SIMULATORS", "SIMULRAG_NETWORKS", "SIMULRAG_URBAN"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="session")
def registry() -> Registry:
    """The installed simulators, of which the built-in ones must be there."""
    found = installed()
    assert {"climate", "epidemiology", "urban"} <= set(found.names())
    return found


@pytest.fixture(scope="session")
def coffee_registry() -> Registry:
    """Nothing but a cup of coffee."""
    return Registry([Coffee()])


@pytest.fixture(scope="session")
def all_registry(registry: Registry) -> Registry:
    """The installed simulators and a cup of coffee."""
    return Registry([*registry, Coffee()])


@pytest.fixture
def store() -> Generator[EvidenceStore]:
    """An empty evidence store in memory."""
    with EvidenceStore() as opened:
        yield opened
