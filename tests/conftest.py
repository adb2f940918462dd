"""Fixtures for all tests: simulators, an evidence store, and a user's data folder of their own."""

from collections.abc import Generator
from pathlib import Path

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


@pytest.fixture(autouse=True)
def _own_user_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep every test away from the evidence store of whoever runs it."""
    monkeypatch.setenv("SIMULRAG_EVIDENCE", str(tmp_path / "evidence.sqlite"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
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
