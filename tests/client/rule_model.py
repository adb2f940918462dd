"""A model made of rules, for the loopback server: it reads the prompt and answers its step.

What it knows is a function from the question and the number of the draft to the claims of that
draft; support, composition and review follow from the prompt alone.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from client.messages_api import stage_of
from simulrag.client.prompts import PERSPECTIVES

Knowledge = Callable[[str, int], Sequence[str]]
#: From the question, and what was wrong with the formulas before, to its formulas.
Planner = Callable[[str, list[str]], Sequence[str]]
#: From the claims by id, and what was sent back, to what is handed in of each.
Writer = Callable[[dict[str, str], dict[str, str]], Sequence[Mapping[str, Any]]]
#: What is handed in of a claim that no simulator decides.
NONE: dict[str, Any] = {
    "formula": "", "assume": [], "context": [], "why": "no output is meant",
}  # fmt: skip
#: The cup that the tests ask for, as a formula.
CUP = 'coffee.cooling(cup="ceramic mug", initial_temperature=90, minutes=10)'
_IS = re.compile(r"temperature of the coffee .*\bis (-?[\d.]+) °C\.$")


class RuleModel:
    """Answers drafts from its knowledge, and the other steps from the data in the prompt."""

    def __init__(
        self, knowledge: Knowledge, plan: Planner | None = None, write: Writer | None = None
    ) -> None:
        self.knowledge = knowledge
        self.plan, self.write = plan, write or coffee_formulas

    def __call__(self, prompt: str, data: dict[str, Any]) -> dict[str, Any]:
        """Return the input of the tool that the step forces."""
        match stage_of(prompt):
            case "draft":
                return self._draft(prompt, data["question"])
            case "compose":
                return compose(data)
            case "review":
                return review(data)
            case "plan":
                if self.plan is None:
                    return plan(())
                planned = self.plan(data["to_plan"], data.get("refused", []))
                return plan(planned, () if planned else ("no output is asked for",))
            case "formulas":
                return self._formulas(data)
            case stage:
                raise AssertionError(f"no rule for the step {stage}: {prompt[:200]}")

    def _formulas(self, data: dict[str, Any]) -> dict[str, Any]:
        claims = {claim["id"]: claim["text"] for claim in data["to_read"]}
        written = self.write(claims, data.get("refused", {}))
        made = handed([formula(**one) for one in written])
        return made | support(data) if "answers" in data else made

    def _draft(self, prompt: str, question: str) -> dict[str, Any]:
        number = next(i for i, perspective in enumerate(PERSPECTIVES) if perspective in prompt)
        claims = list(self.knowledge(question, number))
        return {
            "answer": " ".join(claims),
            "claims": [{"text": claim, "confidence": 0.8} for claim in claims],
        }


def drafting(*drafts: Sequence[str], **more: Any) -> RuleModel:
    """A model that drafts these in turn; `more` as for RuleModel."""
    return RuleModel(lambda _question, number: drafts[number % len(drafts)], **more)


def handed(formulas: list[dict[str, Any]]) -> dict[str, Any]:
    """Formulas as a model hands them in."""
    return {"let": [], "formulas": formulas, "support": []}


def plan(formulas: Sequence[str], missing: Sequence[str] = ()) -> dict[str, Any]:
    """The formulas of a question as a model hands them in, and what there is none for."""
    parts = [formula(claim="how hot", formula=one) for one in formulas]
    return handed([*parts, *(formula(claim=part) for part in missing)])


def formula(**changed: Any) -> dict[str, Any]:
    """What a model hands in of one claim: a formula, or the reason for none."""
    return NONE | ({"why": ""} if changed.get("formula") else {}) | changed


def coffee_formulas(
    claims: dict[str, str], _refused: dict[str, str]
) -> Sequence[Mapping[str, Any]]:
    """Formulas of claims on how hot the cup is; nothing at all where no claim says it."""
    found = {key: m[1] for key, text in claims.items() if (m := _IS.search(text))}
    if not found:
        return ()
    return [
        {"claim": key} | ({"formula": f"{CUP}.temperature == {found[key]}"} if key in found else {})
        for key in claims
    ]


def support(data: dict[str, Any]) -> dict[str, Any]:
    """An answer supports a claim when it holds all the claim's words and numbers."""
    return {
        "support": [
            {
                "claim": claim["id"],
                "answers": [a["id"] for a in data["answers"] if _holds(a["text"], claim["text"])],
            }
            for claim in data["to_read"]
        ]
    }


def _holds(answer: str, claim: str) -> bool:
    return words(claim) <= words(answer)


def words(text: str) -> set[str]:
    return set(re.findall(r"[\w.]*\w", text.casefold()))


def compose(data: dict[str, Any]) -> dict[str, Any]:
    """One sentence a value, and one a claim, in the order given."""
    claims = [_sentence(c["text"], c["id"]) for c in data["claims"]]
    values = [*data["values"], *data["further"]]
    return {"sentences": [*map(_value, values), *claims]}


def review(data: dict[str, Any]) -> dict[str, Any]:
    """Everything follows; of each value that is unsaid, a sentence."""
    judged = [{"number": s["number"], "follows": True, "why": ""} for s in data["sentences"]]
    unsaid = [one for one in data["known"] if one["id"] in data["unsaid"]]
    added = [_value(one) | {"replaces": -1} for one in unsaid]
    return {"judged": judged, "sentences": added}


def _value(value: dict[str, Any]) -> dict[str, Any]:
    said, key = value["text"].rpartition(": ")[0], value["id"]
    return _sentence(f"{said} is {{{key}}}." if said else value["text"], key)


def _sentence(text: str, key: str) -> dict[str, Any]:
    return {"text": text, "rests_on": [key], "formula": ""}
