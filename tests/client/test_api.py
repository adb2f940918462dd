"""Answers and checks from Python, as docs/start.md shows them."""

import asyncio
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import simulrag.client
from client.coffee_loop import QUESTION, WRONG
from client.read_page import read
from simulrag.client import ask, ask_async, check, check_async
from simulrag.client.checking import CheckResult
from simulrag.client.errors import BadInput, NothingHelps
from simulrag.client.result import Result

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "start.md").read_text("utf-8")


def test_the_lines_of_the_first_page_run_and_print_what_stands_beside_them(
    tmp_path: Path,
) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    lines = [line for line in program.splitlines() if line and not line.startswith("#")]
    assert len(lines) == 3
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True, text=True, check=True, cwd=tmp_path,
    )  # fmt: skip
    beside = [line.removeprefix("# ") for line in program.splitlines() if line.startswith("#")]
    assert done.stdout.splitlines() == beside
    assert read((tmp_path / "answer.html").read_text("utf-8")).one("h1")


def test_all_that_is_offered_is_there_and_sorted() -> None:
    assert simulrag.client.__all__ == sorted(simulrag.client.__all__)
    assert all(callable(getattr(simulrag.client, name)) for name in simulrag.client.__all__)


@pytest.mark.usefixtures("only_coffee")
def test_waiting_and_awaiting_give_the_same() -> None:
    async def awaited() -> tuple[Result, CheckResult]:
        return await ask_async(QUESTION), await check_async(WRONG, question=QUESTION)

    answered, checked = asyncio.run(awaited())
    assert ask(QUESTION).as_json() == answered.as_json()
    assert check(WRONG, question=QUESTION).as_json() == checked.as_json()
    assert "71.9" in answered.answer
    assert [claim.verdict for claim in checked.claims] == ["refuted"]


@pytest.mark.usefixtures("only_coffee")
def test_a_notebook_where_a_loop_runs_already_may_wait_too() -> None:
    async def cell() -> Result:
        return ask(QUESTION)

    assert "71.9" in asyncio.run(cell()).answer


@pytest.mark.usefixtures("only_coffee")
def test_errors_arrive_as_themselves_also_inside_a_running_loop() -> None:
    question = "Who painted the Mona Lisa?"

    async def cell() -> Result:
        return ask(question)

    for asked in (cell, partial(ask_async, question), partial(check_async, " ")):
        with pytest.raises(NothingHelps):
            asyncio.run(asked())
    with pytest.raises(NothingHelps):
        ask(question)


@pytest.mark.usefixtures("only_coffee")
@pytest.mark.parametrize(
    ("options", "said"),
    [({"drafts": 0}, "1 to 50"), ({"budget": 101.0}, "0 to 100"), ({"report": "x.pdf"}, ".html")],
)
def test_options_out_of_range_are_refused(options: dict[str, int], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        ask(QUESTION, **options)  # pyright: ignore[reportArgumentType]


@pytest.mark.usefixtures("only_coffee")
def test_a_result_shows_itself_in_a_notebook() -> None:
    shown = read(ask(QUESTION)._repr_html_())
    assert "71.9 °C" in shown.all("p")[1].text
    assert re.fullmatch(r"coffee-[0-9a-f]{12}", shown.all("code")[0].text)
    shown = read(check(f"{WRONG} <script>x</script> is <b>bold</b>.")._repr_html_())
    assert shown.all("script") + shown.all("b") == []
    assert "<b>bold</b>" in shown.text
