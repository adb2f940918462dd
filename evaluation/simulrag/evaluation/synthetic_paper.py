"""The synthetic answerer's replies to the prompts of the paper, with known rates of error.

The data of a printed prompt is found by its template read backwards. Facts are the true
statements of the question at hand; a claim that says a fact with other numbers or another unit is
updated to it.
"""

import random
import re
from collections.abc import Sequence
from string import Formatter

from pydantic import JsonValue

from simulrag.client.errors import OddReply
from simulrag.evaluation.synthetic_errors import IRRELEVANT
from simulrag.handbooks import paper_prompts
from simulrag.simulators.registry import Registry

#: Rates at which a boundary is judged wrongly, and a wrong claim is found right.
MISJUDGED, PASSED = 0.05, 0.05
TEMPLATES = {
    "decompose": paper_prompts.DECOMPOSE,
    "merge": paper_prompts.MERGE,
    "boundary": paper_prompts.BOUNDARY,
    "update": paper_prompts.UPDATE,
    "compose": paper_prompts.ANSWER,
}
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z])")
_NUMBERED = re.compile(r"^\[(\d+)\] (.*)$", re.MULTILINE)
_LISTED = re.compile(r"^- (.*)$", re.MULTILINE)
_WORD = re.compile(r"[^\W\d_]+")


def values(template: str, text: str) -> dict[str, str]:
    """Return the values that a template was filled in with. Raises OddReply where it was not."""
    seen: set[str] = set()
    pattern = ""
    for literal, name, _, _ in Formatter().parse(template):
        pattern += re.escape(literal)
        if name is not None:
            pattern += f"(?P={name})" if name in seen else f"(?P<{name}>.*?)"
            seen.add(name)
    found = re.fullmatch(pattern, text, re.DOTALL)
    if found is None:
        raise OddReply("the prompt is not made from the template of its step")
    return found.groupdict()


def reply(stage: str, text: str, facts: Sequence[str], seed: int) -> dict[str, JsonValue]:
    """Return the reply to a printed prompt."""
    given = values(TEMPLATES[stage], text)
    chance = random.Random(f"{seed}|{stage}|{given}")
    match stage:
        case "decompose":
            return {"claims": [{"claim": said} for said in _split(given["original_text"])]}
        case "merge":
            return {"pairs": _pairs(given["existing_claim_set"], given["new_claim_set"])}
        case "boundary":
            right = given["claim"] not in IRRELEVANT
            return {"tool_confidence": int(right == (chance.random() >= MISJUDGED))}
        case "update":
            return _update(given["claim"], facts, chance)
        case _:
            return {"answer": " ".join(_LISTED.findall(given["claims_text"]))}


def _split(text: str) -> list[str]:
    return list(dict.fromkeys(_SENTENCE.split(text.strip())))


def numbered(claims: str) -> list[tuple[int, str]]:
    """Return the claims of a numbered list with their numbers."""
    return [(int(number), said) for number, said in _NUMBERED.findall(claims)]


def _pairs(existing: str, new: str) -> list[JsonValue]:
    places = {said.casefold(): number for number, said in numbered(existing)}
    return [
        [places[said.casefold()], number]
        for number, said in numbered(new)
        if said.casefold() in places
    ]


def _update(claim: str, facts: Sequence[str], chance: random.Random) -> dict[str, JsonValue]:
    near = max(facts, key=lambda fact: _likeness(fact, claim), default=None)
    if claim in IRRELEVANT or near is None:
        return {"is_included": False, "should_update": False}
    if claim in facts or chance.random() < PASSED:
        return {"is_included": True, "should_update": False}
    return {"is_included": True, "should_update": True, "updated_claim": near}


def _likeness(one: str, other: str) -> float:
    """Return the share of words that two statements have in common, 0 to 1; numbers are none."""
    first, second = (set(_WORD.findall(text.casefold())) for text in (one, other))
    return len(first & second) / max(1, len(first | second))


def calls(question: str, registry: Registry) -> dict[str, JsonValue]:
    """Return the calls that the rules read in a question."""
    from simulrag.verifier.english.questions import plan

    planned = plan(question, registry).calls
    return {
        "calls": [
            call.model_dump(mode="json", include={"simulator", "function", "arguments"})
            for call in planned
        ]
    }
