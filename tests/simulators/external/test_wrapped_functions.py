"""A function that somebody has becomes a simulator; what nobody said of it is named."""

import json
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from python_process import python
from simulrag.simulators.external import command as new_simulator
from simulrag.simulators.external.simulator import from_file
from simulrag.simulators.interface import Call, Function
from simulrag.verifier.conformance import command as validate_simulator

#: A module of a user: annotations tell of one function, a docstring of numpydoc of the other.
MODULE = '''
from typing import Annotated, Literal, NamedTuple

from pydantic import Field


class Fall(NamedTuple):
    speed: Annotated[float, Field(ge=0, le=1000, description="speed at the end"), "m/s"]
    kind: Literal["slow", "fast"]


def fall(
    height: Annotated[float, Field(ge=0, le=100, description="height of the fall"), "m"],
    body: Literal["earth", "moon"] = "earth",
    deltaG: Annotated[float, Field(ge=0, le=1, description="what gravity lacks"), "m/s"] = 0.0,
    trace: bool = False,
    until: float = float("inf"),
    steps: list[float] | None = None,
) -> Fall:
    """How fast a body is that has fallen from a height."""
    gravity = {"earth": 9.81, "moon": 1.62}[body] - deltaG
    speed = (2 * gravity * height) ** 0.5
    return Fall(speed, "fast" if speed > 10 else "slow")


def lift(area, speed, shape="flat", *, density=1.2, seed):
    """Lift of a wing
    in a wind [1]_.

    Nothing is said of drag.

    Parameters
    ----------
    area : float
        Area of the wing(s) [m^2].
    speed : array_like
        Speed of the wind (m/s).
    shape : {'flat', 'round'}
        Form of the wing.
    density : float
        Density of the air, see :term:`density`.

    Returns
    -------
    lift : float
        Lift of the wing [kN].
    moment : float
        Its moment (N).
    """
    return area * speed**2 * density / 2000 + seed * 1e-9, area
'''


def wrapped(folder: Path, reference: str, code: int = 0) -> Path:
    arguments = ["thing", "--from-function", reference, "--folder", str(folder)]
    done = CliRunner().invoke(new_simulator.app, arguments)
    assert done.exit_code == code, done.output
    return folder / "thing" if code == 0 else Path(done.output)


def function_of(home: Path) -> Function:
    (found,) = from_file(home / "simulator.toml").functions
    return found


def validated(home: Path) -> dict[str, str]:
    """What is wrong with a simulator, by what was looked at."""
    done = CliRunner().invoke(validate_simulator.app, [str(home), "--json"])
    found = json.loads(done.stdout)["findings"]
    return {one["check"]: one["said"] for one in found if one["state"] == "failed"}


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which a user has a module `physics`."""
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.delitem(sys.modules, "physics", raising=False)
    (tmp_path / "work" / "physics.py").write_text(MODULE, "utf-8")
    return tmp_path


def test_a_function_whose_annotations_say_all_lacks_its_handbook_alone(user: Path) -> None:
    home = wrapped(user, "physics:fall")
    assert validated(home) == {"handbook": "is not finished (TODO)"}
    function = function_of(home)
    told = {one.name: (one.kind, one.unit, one.low, one.high) for one in function.parameters}
    assert told == {
        "height": ("number", "m", 0, 100),
        "body": ("choice", "", None, None),
        "delta_g": ("number", "m/s", 0, 1),
    }
    assert [(one.name, one.unit, one.kind) for one in function.outputs] == [
        ("speed", "m/s", "number"),
        ("kind", "", "category"),
    ]


def test_its_runs_are_those_of_the_function(user: Path) -> None:
    simulator = from_file(wrapped(user, "physics:fall") / "simulator.toml")
    arguments = {"height": 20.0, "body": "moon", "delta_g": 0.02}
    made = simulator.run(Call(simulator="thing", function="fall", arguments=arguments))
    speed, kind = made.outputs["speed"], made.outputs["kind"]
    assert (speed.value, kind.value) == (pytest.approx(8.0), "slow")


def test_what_a_docstring_does_not_say_is_named_in_words(user: Path) -> None:
    home = wrapped(user, "physics:lift")
    wrong = validated(home)
    assert wrong.pop("handbook") == "is not finished (TODO)"
    assert wrong == {
        "lift.area": "is not finished (TODO: its range, its value in the example)",
        "lift.speed": "is not finished (TODO: its range, its value in the example)",
        "lift.density": "is not finished (TODO: its unit, its range)",
        "lift.moment": "is not finished (TODO: its unit)",
    }
    function = function_of(home)
    assert {one.name: one.unit for one in (*function.parameters, *function.outputs)} == {
        "area": "m2", "speed": "m/s", "shape": "", "density": "", "lift": "kN", "moment": "",
    }  # fmt: skip
    assert set(function.parameters[2].choices) == {"flat", "round"}
    assert function.description == "Lift of a wing in a wind."
    assert "Nothing is said of drag." in (home / "handbook.md").read_text("utf-8")


def test_completed_it_is_sound_and_its_own_tests_pass(user: Path) -> None:
    home = wrapped(user, "physics:fall")
    book = home / "handbook.md"
    limits = "It knows no air, no rotation and no other bodies than earth and moon. " * 3
    book.write_text(re.sub(r"TODO[^$]*", limits, book.read_text("utf-8")), "utf-8")
    assert validated(home) == {}
    done = python("-m", "pytest", "-q", "-p", "no:cacheprovider", home, check=False, cwd=home)
    assert "1 passed" in done.stdout, done.stdout


@pytest.mark.parametrize(
    ("reference", "said"),
    [
        ("physics", "write module:function"),
        ("physics:gravity", "has no function 'gravity'"),
        ("no_such_module:f", "cannot be imported"),
        ("math:hypot", "write a function around it"),
        ("sys:exit", "could set"),
    ],
)
def test_what_cannot_be_wrapped_is_refused_and_nothing_is_written(
    reference: str, said: str, user: Path
) -> None:
    told = str(wrapped(user, reference, code=2))
    assert said in " ".join(told.split())
    assert not (user / "thing").exists()


def marked(home: Path) -> dict[str, Any]:
    """Parts of the only function that are marked -> what is wanted there."""
    function = function_of(home)
    parts = {one.name: one.description for one in (*function.parameters, *function.outputs)}
    return {name: text.partition("TODO: ")[2] for name, text in parts.items() if "TODO" in text}


def test_a_function_of_scipy_with_two_results_is_declared_from_its_docstring(
    tmp_path: Path,
) -> None:
    pytest.importorskip("scipy.signal")
    home = wrapped(tmp_path, "scipy.signal:kaiserord")
    assert set(marked(home)) == {"ripple", "width", "numtaps", "beta"}
    simulator = from_file(home / "simulator.toml")
    arguments = {"ripple": 65.0, "width": 0.1}
    made = simulator.run(Call(simulator="thing", function="kaiserord", arguments=arguments))
    # A/2.285/(width pi) taps, and beta of an attenuation above 50 dB (Kaiser 1974).
    assert [v.value for v in made.outputs.values()] == [81, pytest.approx(0.1102 * (65 - 8.7))]


@pytest.mark.skipif(find_spec("pvlib") is None, reason="pvlib is not installed")
def test_a_function_of_pvlib_keeps_the_units_that_its_docstring_puts_in_brackets(
    tmp_path: Path,
) -> None:
    home = wrapped(tmp_path, "pvlib.temperature:faiman")
    units = {one.name: one.unit for one in function_of(home).parameters}
    assert (units["poa_global"], units["wind_speed"]) == ("W/m2", "m/s")
    assert "its unit" in marked(home)["temp_air"]  # "[C]" is coulomb as well
