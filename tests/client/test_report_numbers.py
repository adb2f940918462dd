"""Every number of an answer resolves to a run of its page, or is marked as one that does not."""

import random
import re
from pathlib import Path
from typing import Any

import pytest

from appendix_questions import SURESNES, TWO_STATES
from client.coffee_loop import QUESTION, SAYS
from client.messages_api import stage_of
from client.read_page import Element, read
from client.rule_model import RuleModel
from client.test_report import numbers
from simulrag.client import ask

ASIDES = (
    " That is 17 % more than in 1999.",
    " Some 2,500 people say 71.9 °C.",
    " It was -4.2 degrees outside, or between 3 and 5.",
    " See {c99.1} for the rest.",
    " Rose.5 and model X7 agree.",
    " It is {c1.1}, not 44.4.",
)


def answered(question: str, file: Path, **options: Any) -> Element:
    ask(question, report=file, **options)
    return read(file.read_text("utf-8"))


def resolves(page: Element, number: Element) -> bool:
    run_ids = number.attrs["data-runs"].split()
    return bool(run_ids) and all(page.all("article", id=f"run-{run_id}") for run_id in run_ids)


def unmarked(page: Element) -> str:
    """The text of the answer without its numbers and the marks of its runs."""
    kept: list[str] = []

    def walk(element: Element) -> None:
        for child in element.children:
            if isinstance(child, str):
                kept.append(child)
            elif child.tag != "sup" and "n" not in child.attrs.get("class", "").split():
                walk(child)

    walk(page.one("section", id="answer"))
    return " ".join(kept)


@pytest.mark.parametrize("question", [SURESNES, TWO_STATES], ids=["Suresnes", "two states"])
def test_each_number_made_from_runs_says_which_output_it_is(question, tmp_path):
    page = answered(question, tmp_path / "answer.html")
    assert numbers(page)
    for number in numbers(page):
        assert resolves(page, number)
        assert "unsure" not in number.attrs["class"]
        evidence = page.one(id=number.attrs["aria-describedby"]).text
        # "per 100,000 residents" is a part of a unit.
        assert "Made from the outputs of" not in evidence or number.text.startswith("100,000")


class Rambling(RuleModel):
    """A model that drafts and composes with numbers of its own, at random."""

    def __init__(self, seed: int) -> None:
        drawn = random.Random(seed)
        super().__init__(lambda _question, _number: self._claims(drawn))
        self.drawn = drawn

    def _claims(self, drawn: random.Random) -> list[str]:
        own = (
            f"Brazil grew {drawn.uniform(1, 9):.1f} million tonnes in {drawn.randint(1990, 2020)}."
        )
        return [SAYS.format(drawn.choice(["71.9 °C", "72 °C", "65.0 °C", "80 °C"])), own]

    def __call__(self, prompt: str, data: dict[str, Any]) -> dict[str, Any]:
        reply = super().__call__(prompt, data)
        if stage_of(prompt) == "compose":
            for sentence in reply["sentences"]:
                sentence["text"] += self.drawn.choice(["", *ASIDES])
        return reply


@pytest.mark.usefixtures("only_coffee")
@pytest.mark.parametrize(
    "seeds",
    [range(10), pytest.param(range(10, 200), marks=[pytest.mark.slow, pytest.mark.long])],
    ids=["ten", "one hundred and ninety more"],
)
def test_no_number_of_a_composed_answer_stands_there_without_run_or_mark(
    messages_api, tmp_path, seeds
):
    seen = {True: 0, False: 0}
    for seed in seeds:
        messages_api(Rambling(seed))
        page = answered(QUESTION, tmp_path / "answer.html", drafts=2)
        for number in numbers(page):
            seen[resolves(page, number)] += 1
            assert resolves(page, number) != ("unsure" in number.attrs["class"])
        # What the question itself gives needs no run.
        assert set(re.findall(r"\d+(?:[.,]\d+)*", unmarked(page))) <= {"10", "90"}
    assert min(seen.values()) >= len(seeds) / 2
