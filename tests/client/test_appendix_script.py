"""The script that answers the questions of the paper's appendix."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "appendix"


@pytest.mark.slow
def test_a_question_goes_through_the_loopback_server_and_its_page_names_the_answerer(
    tmp_path: Path,
) -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(tmp_path), "--model", "loopback", "--only", "suresnes"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    answered = json.loads((tmp_path / "02-suresnes.json").read_text("utf-8"))
    assert answered["model"]["model"] == "synthetic-answerer-on-loopback"
    assert "supported" in {claim["verdict"] for claim in answered["claims"]}
    assert not any("cannot be reached" in note for note in answered["notes"])
    assert "synthetic-answerer-on-loopback" in (tmp_path / "02-suresnes.html").read_text("utf-8")
