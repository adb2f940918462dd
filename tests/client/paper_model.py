"""A model made of rules for the paper's method: it knows one right sentence about a cup of coffee.

The printed prompts are read back by their own templates.
"""

import re
from collections.abc import Sequence
from string import Formatter
from typing import Any

from client.coffee_loop import RIGHT, TASTE
from client.messages_api import stage_of
from simulrag.client.prompts import PERSPECTIVES
from simulrag.handbooks import paper_prompts

TEMPLATES = {
    "decompose": paper_prompts.DECOMPOSE,
    "merge": paper_prompts.MERGE,
    "boundary": paper_prompts.BOUNDARY,
    "update": paper_prompts.UPDATE,
    "compose": paper_prompts.ANSWER,
}
CALL = {
    "simulator": "coffee",
    "function": "cooling",
    "arguments": {"cup": "ceramic mug", "initial_temperature": 90, "minutes": 10},
}


class PaperModel:
    """Answers with `drafts`, each a list of claims; makes `calls`, one list a reply."""

    def __init__(
        self, drafts: Sequence[Sequence[str]], calls: Sequence[Sequence[Any]] = ((CALL,),)
    ) -> None:
        self.drafts = drafts
        self.calls = list(calls)

    def __call__(self, prompt: str, data: dict[str, Any]) -> dict[str, Any]:
        """Return the input of the tool that the step forces."""
        match stage_of(prompt):
            case "retrieve":
                return {"calls": list(self.calls.pop(0))}
            case "draft":
                number = next(n for n, words in enumerate(PERSPECTIVES) if words in prompt)
                return {"answer": " ".join(self.drafts[number])}
            case "entail":
                said = data["answer"]
                judged = [{"claim": c["id"], "entailed": c["text"] in said} for c in data["claims"]]
                return {"judged": judged}
            case stage:
                return printed(stage, values(TEMPLATES[stage], prompt))


def printed(stage: str, given: dict[str, str]) -> dict[str, Any]:
    """Reply to a prompt of the paper."""
    match stage:
        case "decompose":
            said = re.split(r"(?<=\.) ", given["original_text"])
            return {"claims": [{"claim": claim} for claim in said]}
        case "merge":
            old, new = (re.findall(r"\[\d+\] (.*)", given[k]) for k in
                        ("existing_claim_set", "new_claim_set"))  # fmt: skip
            return {"pairs": [[old.index(c), n] for n, c in enumerate(new) if c in old]}
        case "boundary":
            return {"tool_confidence": int(given["claim"] != TASTE)}
        case "update":
            claim = given["claim"]
            return {
                "is_included": "temperature" in claim,
                "should_update": claim != RIGHT,
                "updated_claim": RIGHT,
            }
        case "compose":
            return {"answer": " ".join(re.findall(r"^- (.*)$", given["claims_text"], re.MULTILINE))}
        case _:
            raise AssertionError(f"no rule for the step {stage}")


def values(template: str, text: str) -> dict[str, str]:
    """Return the values that a template was filled in with."""
    seen: set[str] = set()
    pattern = ""
    for literal, name, _, _ in Formatter().parse(template):
        pattern += re.escape(literal)
        if name is not None:
            pattern += f"(?P={name})" if name in seen else f"(?P<{name}>.*?)"
            seen.add(name)
    found = re.fullmatch(pattern, text, re.DOTALL)
    assert found is not None, "the prompt is not made from the template of its step"
    return found.groupdict()
