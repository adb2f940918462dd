"""What each part shows to those who build on it: exported names, and errors as they are drawn."""

import importlib
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "scripts"))
from reference_pages.python_api import API  # noqa: E402

ERRORS = (
    "simulrag.simulators.errors",
    "simulrag.verifier.literature.errors",
    "simulrag.client.errors",
)


@pytest.mark.parametrize("name", API)
def test_a_module_exports_the_names_that_the_reference_describes(name: str) -> None:
    module = importlib.import_module(name)
    public = set(module.__all__)
    assert public >= set(API[name])
    # The blocking forms of the client are made from the asynchronous ones, which are described.
    assert {one.removesuffix("_async") for one in public} == {
        one.removesuffix("_async") for one in API[name]
    }
    assert all(hasattr(module, one) for one in public)


def drawn(module: ModuleType) -> Iterator[tuple[str, str]]:
    """Yield each error of the tree in a module's docstring with the one above it."""
    above: list[tuple[int, str]] = []
    for spaces, name in re.findall(r"^( *)([A-Z]\w+)(?=  |$)", inspect.getdoc(module) or "", re.M):
        while above and above[-1][0] >= len(spaces):
            above.pop()
        if above:
            yield name, above[-1][1]
        above.append((len(spaces), name))


@pytest.mark.parametrize("name", ERRORS)
def test_the_tree_of_errors_is_the_one_that_is_drawn(name: str) -> None:
    module = importlib.import_module(name)
    there = {
        (one.__name__, one.__bases__[0].__name__)
        for _, one in inspect.getmembers(module, inspect.isclass)
        if issubclass(one, Exception) and one.__module__ == name and one.__name__ != "SimulRAGError"
    }
    assert set(drawn(module)) == there
