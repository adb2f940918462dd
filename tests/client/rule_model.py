"""A model made of rules, for the loopback server: it reads the prompt and answers its step.

What it knows is a function from the question and the number of the draft to the claims of that
draft; support and composition follow from the prompt alone.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from client.messages_api import stage_of
from simulrag.client.prompts import PERSPECTIVES

Knowledge = Callable[[str, int], Sequence[str]]
#: From the question, and what was wrong with the calls before, to the calls.
Planner = Callable[[str, list[str]], Sequence[Mapping[str, Any]]]
#: From the claims by id, and what was wrong before, to the readings.
Reader = Callable[[dict[str, str], dict[str, str]], Sequence[Mapping[str, Any]]]
#: A reading of a claim that no simulator decides.
NOT_DECIDABLE = {
    "decidable": False, "calls": [], "output": "", "operation": "", "comparator": "",
    "figures": [], "unit": "", "label": "",
}  # fmt: skip


class RuleModel:
    """Answers drafts from its knowledge, and the other steps from the data in the prompt."""

    def __init__(
        self, knowledge: Knowledge, plan: Planner | None = None, read: Reader | None = None
    ) -> None:
        self.knowledge = knowledge
        self.plan, self.read = plan, read

    def __call__(self, prompt: str, data: dict[str, Any]) -> dict[str, Any]:
        """Return the input of the tool that the step forces."""
        match stage_of(prompt):
            case "draft":
                return self._draft(prompt, data["question"])
            case "support":
                return support(data)
            case "compose":
                return compose(data)
            case "plan" if self.plan:
                return plan(self.plan(data["to_plan"], data.get("refused", [])))
            case "read":
                claims = {claim["id"]: claim["text"] for claim in data["to_read"]}
                return {"readings": self._readings(claims, data.get("refused", {}))}
            case stage:
                raise AssertionError(f"no rule for the step {stage}: {prompt[:200]}")

    def _readings(self, claims: dict[str, str], refused: dict[str, str]) -> list[dict[str, Any]]:
        if self.read is None:
            return [{"id": key, **NOT_DECIDABLE} for key in claims]
        return [NOT_DECIDABLE | dict(reading) for reading in self.read(claims, refused)]

    def _draft(self, prompt: str, question: str) -> dict[str, Any]:
        number = next(i for i, perspective in enumerate(PERSPECTIVES) if perspective in prompt)
        claims = list(self.knowledge(question, number))
        return {
            "answer": " ".join(claims),
            "claims": [{"text": claim, "confidence": 0.8} for claim in claims],
        }


def plan(calls: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The calls as a model hands them in, or that there is none."""
    handed = [{**call, "arguments": json.dumps(call["arguments"]), "words": []} for call in calls]
    return {"calls": handed, "missing": [] if handed else ["no output is asked for"]}


def support(data: dict[str, Any]) -> dict[str, Any]:
    """An answer supports a claim when it holds all the claim's words and numbers."""
    return {
        "support": [
            {
                "claim": claim["id"],
                "answers": [a["id"] for a in data["answers"] if _holds(a["text"], claim["text"])],
            }
            for claim in data["claims"]
        ]
    }


def _holds(answer: str, claim: str) -> bool:
    return words(claim) <= words(answer)


def words(text: str) -> set[str]:
    """The words and numbers of a text."""
    return set(re.findall(r"[\w.]*\w", text.casefold()))


def compose(data: dict[str, Any]) -> dict[str, Any]:
    """One sentence a claim, in the order given."""
    return {"sentences": [{"text": c["text"], "claims": [c["id"]]} for c in data["claims"]]}
