"""The gallery: packages that people use, wrapped; each decides its claims as the page says."""

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from page_transcripts import ROOT
from simulrag.simulators.external.simulator import from_file
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import FormulaClaim
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.verification import Verifier

GALLERY = ROOT / "docs" / "gallery"
#: Folder -> the module without which it does not run.
NEEDS = {
    "pvlib": "pvlib",
    "pybamm": "pybamm",
    "epydemix": "epydemix",
    "fair2": "fair.energy_balance_model",
    "coolprop": "CoolProp",
}
#: Most lines of a wrapper and a declaration that are not blank, and of a handbook.
MOST_LINES, MOST_OF_HANDBOOK = 40, 60
#: Three claims that are true, three that are false, one of what it does not know.
LABELS = ["supported"] * 3 + ["refuted"] * 3 + ["outside"]


def found(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def lines(path: Path) -> int:
    return sum(bool(line.strip()) for line in path.read_text("utf-8").splitlines())


def test_every_folder_of_the_gallery_has_a_page_which_the_first_page_names() -> None:
    folders = {path.parent.name for path in GALLERY.glob("*/simulator.toml")}
    pages = {path.stem for path in GALLERY.glob("*.md")} - {"index"}
    overview = (GALLERY / "index.md").read_text("utf-8")
    assert folders == pages == set(NEEDS)
    assert [name for name in pages if f"({name}.md)" not in overview] == []


@pytest.mark.parametrize("name", NEEDS)
def test_a_wrapper_is_short(name: str) -> None:
    folder = GALLERY / name
    assert lines(folder / f"{name}_model.py") <= MOST_LINES
    assert lines(folder / "simulator.toml") <= MOST_LINES
    assert lines(folder / "handbook.md") <= MOST_OF_HANDBOOK


@pytest.mark.slow
@pytest.mark.parametrize("name", NEEDS)
def test_the_claims_of_a_page_are_decided_as_it_says_where_the_package_is_installed(
    name: str, tmp_path: Path
) -> None:
    if not found(NEEDS[name]):
        pytest.skip(f"{NEEDS[name]} is not installed")
    text = (GALLERY / name / "claims.jsonl").read_text("utf-8")
    claims = [FormulaClaim.model_validate(json.loads(line)) for line in text.splitlines()]
    registry = Registry([from_file(GALLERY / name / "simulator.toml")])
    with EvidenceStore(tmp_path / "evidence.sqlite") as store:
        verdicts = Verifier(registry, store).verify(claims)
    assert [one.verdict for one in verdicts] == LABELS
