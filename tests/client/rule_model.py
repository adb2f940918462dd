"""A model made of rules, for the loopback server: it reads the prompt and answers its step.

What it knows is a function from the question and the number of the draft to the claims of that
draft; support and composition follow from the prompt alone.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from client.messages_api import stage_of
from simulrag.client.prompts import PERSPECTIVES

Knowledge = Callable[[str, int], Sequence[str]]


class RuleModel:
    """Answers drafts from its knowledge, and the other steps from the data in the prompt."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge

    def __call__(self, prompt: str, data: dict[str, Any]) -> dict[str, Any]:
        """Return the input of the tool that the step forces."""
        match stage_of(prompt):
            case "draft":
                return self._draft(prompt, data["question"])
            case "support":
                return support(data)
            case "compose":
                return compose(data)
            case stage:
                raise AssertionError(f"no rule for the step {stage}: {prompt[:200]}")

    def _draft(self, prompt: str, question: str) -> dict[str, Any]:
        number = next(i for i, perspective in enumerate(PERSPECTIVES) if perspective in prompt)
        claims = list(self.knowledge(question, number))
        return {
            "answer": " ".join(claims),
            "claims": [{"text": claim, "confidence": 0.8} for claim in claims],
        }


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
