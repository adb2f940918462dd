"""The command that trains the climate simulator, and the figures that its handbook shows."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from simulrag.simulators.climate.simulator import ClimateSimulator
from simulrag.simulators.training import app as training


def test_training_refuses_an_unknown_part_and_an_empty_folder(tmp_path: Path) -> None:
    made = CliRunner().invoke(training, ["climate", str(tmp_path), "--only", "weather"])
    assert made.exit_code == 2
    assert "choose some of response" in made.output
    empty = CliRunner().invoke(
        training, ["climate", str(tmp_path), "--only", "card", "--out", str(tmp_path / "o")]
    )
    assert empty.exit_code == 2
    assert "holds no PATTERN" in empty.output


@pytest.mark.parametrize("simulator", ["climate", "epidemiology"])
def test_training_names_a_folder_or_a_file_that_is_not_there(
    tmp_path: Path, simulator: str
) -> None:
    lacking = str(tmp_path / "nofolder")
    made = CliRunner().invoke(training, [simulator, lacking], terminal_width=500)
    assert made.exit_code == 2
    assert "does not exist" in made.output
    assert "Errno" not in made.output
    out = ["--out", str(tmp_path / "o")] if simulator == "climate" else []
    empty = CliRunner().invoke(training, [simulator, str(tmp_path), *out])
    assert empty.exit_code == 2
    assert "Errno" not in empty.output


def test_the_handbook_shows_the_figures_in_their_places() -> None:
    prose = ClimateSimulator().handbook()
    assert "{{global" not in prose
    assert "| transient climate response | AR6 1.8 (1.2 to 2.4) °C | 1.7" in prose
