"""What a simulator declares is asked of it once, and again when one of its files is another."""

import json
from pathlib import Path

import pytest

from external_tank import write
from simulrag.simulators.errors import BadValue
from simulrag.simulators.external import self_description
from simulrag.simulators.external.declaration import read
from simulrag.simulators.external.simulator import ExternalSimulator, from_file

MODEL = """
from pathlib import Path
from typing import Annotated
from pydantic import Field
from simulrag.simulators.external.functions import Unit, simulator_function
from other import MOST

with Path("asked").open("a") as file: file.write("x")

@simulator_function(title="Water level", example={"inflow": 10})
def level(
    inflow: Annotated[float, Field(ge=0, le=MOST), Unit("l/min")],
) -> Annotated[float, Unit("m")]:
    # How high the water stands.
    return inflow / 20
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = write(tmp_path, 'kind = "functions"\nmodule = "model"')
    made.write_text(made.read_text().partition("[functions.level]")[0])
    (made.parent / "model.py").write_text(MODEL)
    (made.parent / "other.py").write_text("MOST = 100")
    (made.parent / "asked").write_text("")
    return made


def highest(simulator: ExternalSimulator) -> float | None:
    return simulator.functions[0].parameter("inflow").high


def times_asked(path: Path) -> int:
    return len((path.parent / "asked").read_text())


def kept() -> list[Path]:
    return list(self_description.cache_folder().glob("*.json"))


def test_a_module_that_is_as_it_was_is_not_run_to_be_listed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The module's own file of notes must not count as a change of it.
    monkeypatch.setattr(
        self_description, "_counts", lambda file, _: file.suffix in (".py", ".toml")
    )
    first, second = from_file(path), from_file(path)
    assert first.functions == second.functions
    assert times_asked(path) == 1
    assert len(kept()) == 1


@pytest.mark.parametrize("changed", ["model.py", "other.py"])
def test_any_file_of_the_folder_that_changes_is_asked_for_again(changed, path):
    assert highest(from_file(path)) == 100
    (path.parent / "other.py").write_text("MOST = 50")
    if changed == "model.py":
        (path.parent / "other.py").write_text("MOST = 100")
        (path.parent / "model.py").write_text(MODEL.replace("le=MOST", "le=50"))
    assert highest(from_file(path)) == 50


def test_a_kept_description_that_is_broken_is_asked_for_again(path: Path) -> None:
    # The first time a module is asked, it may leave files of its own behind.
    from_file(path)
    before = highest(from_file(path))
    for file in kept():
        file.write_text("{")
    assert highest(from_file(path)) == before


def test_what_is_kept_is_checked_like_what_is_declared(path):
    declared = read(path)
    file = self_description.cache_file(declared)
    self_description.keep(file, {"level": {"outputs": {"level": {"unit": "m"}}, "nonsense": 1}})
    with pytest.raises(BadValue, match="nonsense"):
        from_file(path)


def test_a_folder_that_cannot_be_written_leaves_the_simulator_working(path, tmp_path, monkeypatch):
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where a folder should be")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert highest(from_file(path)) == 100
    assert highest(from_file(path)) == 100


def test_an_installed_module_is_always_asked(tmp_path):
    path = write(tmp_path, 'kind = "functions"\nmodule = "installed_elsewhere"')
    assert self_description.cache_file(read(path)) is None


def test_the_kept_description_is_what_the_module_says(path):
    from_file(path)
    (file,) = kept()
    assert list(json.loads(file.read_text())) == ["level"]
