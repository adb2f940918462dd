"""What the page on one's own simulator says of files, messages and keys is so."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from simulrag.simulators.external.command import Kind, write
from simulrag.simulators.external.declaration import Execution
from simulrag.simulators.external.replies import parsed, results
from simulrag.simulators.external.simulator import from_file

PAGE = (Path(__file__).resolve().parents[1] / "docs" / "own-simulator.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    """Return the page's blocks in a language, without files that the reader saves."""
    return re.findall(rf"(?<!-->\n)^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def skeleton(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `simulrag new-simulator my_tank` writes."""
    return write("my_tank", Kind.FUNCTIONS, tmp_path_factory.mktemp("simulators"))


def test_the_files_of_the_page_are_those_that_are_written(skeleton):
    listed = set(re.findall(r"^\| `([\w.]+\.(?:py|toml|md))` \|", PAGE, re.MULTILINE))
    written = {path.name for path in skeleton.iterdir() if path.is_file()}
    assert listed == written


def test_the_messages_of_the_page_are_those_of_the_skeleton(skeleton):
    asked, answered = (json.loads(block) for block in blocks("json"))
    simulator = from_file(skeleton / "simulator.toml")
    (function,) = simulator.functions
    assert asked["function"] == function.name
    assert set(asked["arguments"]) == {parameter.name for parameter in function.parameters}
    read = results(parsed(json.dumps(answered).encode(), "page"), function, "page")
    assert set(read.outputs) == {"level", "state"}


def test_the_page_names_every_key_of_run_with_its_default():
    row = PAGE.split("## All keys")[1].split("`[functions.NAME]`")[0]
    for name in Execution.model_fields:
        assert f"`{name}`" in row, name
    run = Execution(kind="program", command=("x",))
    assert f"{run.seconds:g} s, {run.megabytes:,} MB of address" in row
    assert f"{run.output_megabytes:g} MB of output" in row


def test_the_entry_point_of_the_page_is_in_the_group_that_is_searched():
    from simulrag.simulators.registry import GROUP

    (block,) = blocks("toml")
    assert list(tomllib.loads(block)["project"]["entry-points"]) == [GROUP]
