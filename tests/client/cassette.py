"""Replies of a language model as they were recorded, served again step by step."""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from client.messages_api import stage_of
from simulrag.client.prompts import PERSPECTIVES

FOLDER = Path(__file__).with_name("cassettes")


class Cassette:
    """The recorded replies to one question: each step's in their order, drafts by perspective."""

    def __init__(self, name: str) -> None:
        held = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
        self.question: str = held["question"]
        self._replies: dict[str, list[dict[str, Any]]] = held
        self._served: defaultdict[str, int] = defaultdict(int)

    def __call__(self, prompt: str, _data: dict[str, Any]) -> dict[str, Any]:
        """Return the input of the tool that the step forces."""
        stage = stage_of(prompt)
        if stage == "draft":
            return self._replies[stage][[p in prompt for p in PERSPECTIVES].index(True)]
        self._served[stage] += 1
        return self._replies[stage][self._served[stage] - 1]

    def planned(self) -> list[tuple[str, dict[str, str]]]:
        """The formulas of the last plan, each with the names that it uses."""
        plan = self._replies["plan"][-1]
        let = {one["name"]: one["part"] for one in plan["let"]}
        return [(one["formula"], let) for one in plan["formulas"] if one["formula"]]
