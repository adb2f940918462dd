"""The worked example: a published climate model by others, wrapped, asked and checked."""

import math
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from page_transcripts import ROOT, transcripts
from simulrag.simulators.external.simulator import ExternalSimulator, from_file
from simulrag.simulators.interface import Call

PAGE = ROOT / "docs" / "worked-example.md"
EXAMPLE = ROOT / "docs" / "examples" / "fair"
#: A wrapper of a published model takes at most this many lines.
MOST = 40

needs_fair = pytest.mark.skipif(
    find_spec("fair") is None, reason="fair is not installed: pip install 'simulrag[examples]'"
)


def warming(co2: float, years: int, tcr: float, ecs: float) -> float:
    """Return the warming by equations 2, 4 and 5 of Millar et al. 2017, in closed form.

    https://doi.org/10.5194/acp-17-7213-2017: two boxes with time scales of 239 and 4.1 years,
    3.71 W/m2 for a doubling of 278 ppm, which the transient response reaches in 69.661 years.
    """
    scales = (239.0, 4.1)
    slow, fast = (1 - d / 69.661 * (1 - math.exp(-69.661 / d)) for d in scales)
    shares = ((tcr - ecs * fast) / (slow - fast), (ecs * slow - tcr) / (slow - fast))
    doublings = math.log2(co2 / 278.0)
    return doublings * sum(
        share * (1 - math.exp(-years / d)) for share, d in zip(shares, scales, strict=True)
    )


@pytest.fixture(scope="module")
def fair() -> ExternalSimulator:
    return from_file(EXAMPLE / "simulator.toml")


def quantity(fair: ExternalSimulator, output: str, **arguments: float) -> float:
    given = {"tcr": 1.6, "ecs": 2.75, **arguments}
    made = fair.run(Call(simulator="fair", function="held_co2", arguments=given))
    value = made.outputs[output]
    return value.value


def test_the_files_that_the_page_shows_are_those_of_the_folder():
    shown = {
        Path(path).name: content
        for path, content in transcripts().FILE.findall(PAGE.read_text("utf-8"))
        if not path.endswith(".jsonl")  # claims about the simulator are no part of it
    }
    there = {path.name: path.read_text("utf-8") for path in EXAMPLE.iterdir() if path.is_file()}
    assert shown == there


def test_the_wrapper_is_as_long_as_every_page_says():
    lines = len((EXAMPLE / "fair_model.py").read_text("utf-8").splitlines())
    assert lines <= MOST
    assert re.search(rf"wrapper of {lines} lines", PAGE.read_text("utf-8"))
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    said = re.compile(r"published climate model\W.{0,40}?(\d+) lines")
    figures = [figure for page in pages for figure in said.findall(page.read_text("utf-8"))]
    assert len(figures) == 4
    assert set(figures) == {str(lines)}


@needs_fair
@pytest.mark.slow
def test_the_wrapped_model_follows_the_published_equations_where_fair_is_installed(fair):
    for co2, years, tcr, ecs in [
        (556, 100, 1.6, 2.75),
        (417, 30, 1.6, 2.75),
        (1112, 1000, 2.2, 3.5),
        (278, 10, 1.6, 2.75),
    ]:
        expected = warming(co2, years, tcr, ecs)
        # FaIR steps by years and has half a step of the first year's forcing less.
        found = quantity(fair, "warming", co2=co2, years=years, tcr=tcr, ecs=ecs)
        assert found == pytest.approx(expected, rel=0.02, abs=1e-9)
        forcing = quantity(fair, "forcing", co2=co2, years=years, tcr=tcr, ecs=ecs)
        assert forcing == pytest.approx(3.71 * math.log2(co2 / 278), abs=1e-9)


@needs_fair
@pytest.mark.slow
@pytest.mark.long
def test_the_commands_of_the_example_print_what_stands_there_where_fair_is_installed():
    script = transcripts()
    assert [script.difference(*one) for one in script.stale([PAGE])] == []
