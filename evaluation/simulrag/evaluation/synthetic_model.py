"""A synthetic answerer in place of a language model: the loop can be seen without a key.

It is no language model. It knows what the installed simulators say of a question, and drafts
statements with known, seeded errors (`synthetic_errors`); it judges support with known rates of
error and composes one sentence a claim. `--model synthetic:SEED` chooses the seed, 0 if left out.
"""

import json
import random
import re
from collections.abc import Mapping
from typing import Any, cast

from pydantic import JsonValue

from simulrag.client.errors import BadInput, OddReply
from simulrag.client.language_models.protocol import Reply, Request
from simulrag.client.language_models.usage import Usage
from simulrag.evaluation import synthetic_paper
from simulrag.evaluation.synthetic_errors import Fact, drafted
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.answering import answer
from simulrag.verifier.evidence import EvidenceStore

#: Rates at which support is overlooked, and seen where there is none.
OVERLOOKED, IMAGINED = 0.05, 0.02
NOTICE = (
    "Synthetic: no language model took part. The drafts were made from simulations with known, "
    "seeded errors, to show the loop and to measure it."
)
_NO_FORMULA: dict[str, JsonValue] = {"let": [], "formulas": [], "support": []}
_BLOCK = re.compile(r"^```json\n(.*?)\n```$", re.DOTALL | re.MULTILINE)


class Synthetic:
    """A stochastic answerer with known errors. `model` is the seed, "" for 0."""

    name = "synthetic"
    notice = NOTICE

    def __init__(self, model: str = "", registry: Registry | None = None) -> None:
        if model and not re.fullmatch(r"\d{1,9}", model):
            raise BadInput(f"synthetic:{model} is no seed; give synthetic:SEED with a whole number")
        self.seed = int(model or 0)
        self.model = f"synthetic answerer, seed {self.seed}"
        self._registry = registry
        self._facts: dict[str, tuple[Fact, ...]] = {}
        #: The formulas of what drafts said, by text.
        self._formulas: dict[str, str] = {}
        self._spent = Usage()

    @property
    def spent(self) -> Usage:
        """The calls so far. There are no tokens, and nothing is paid."""
        return self._spent

    async def complete(self, request: Request) -> Reply:
        """Reply to a step of the loop. Raises OddReply for one that it does not know."""
        content = self._printed(request) if _is_printed(request) else self._ours(request)
        usage = Usage(calls=1)
        self._spent += usage
        return Reply(content=content, usage=usage)

    def _ours(self, request: Request) -> dict[str, JsonValue]:
        data = data_of(request)
        match request.stage:
            case "draft":
                made = self._draft(str(data["question"]), request.sample)
                return {name: made[name] for name in wanted_of(request) if name in made}
            case "compose":
                return _composed(data)
            case "retrieve":
                return synthetic_paper.calls(data["question"], self._registry or installed())
            case "entail":
                return self._entailed(data)
            case "plan":
                return _NO_FORMULA
            case "formulas":
                return self._written(data)
            case stage:
                raise OddReply(f"the synthetic answerer does not know the step {stage!r}")

    def _printed(self, request: Request) -> dict[str, JsonValue]:
        known = [fact.text for facts in self._facts.values() for fact in facts]
        return synthetic_paper.reply(request.stage, request.text, known, self.seed)

    async def close(self) -> None:
        """There is nothing to release."""

    def facts(self, question: str) -> tuple[Fact, ...]:
        """Return the true statements about a question: what the simulators say."""
        if question not in self._facts:
            with EvidenceStore() as store:
                made = answer(question, self._registry or installed(), store)
            self._facts[question] = tuple(Fact(s.text, s.formula) for s in made.statements)
        return self._facts[question]

    def _draft(self, question: str, number: int) -> dict[str, JsonValue]:
        said = drafted(question, self.facts(question), self.seed, number)
        self._formulas |= {claim.text: claim.formula for claim in said}
        return {
            "answer": " ".join(claim.text for claim in said),
            "claims": [{"text": claim.text, "confidence": claim.confidence} for claim in said],
        }

    def _written(self, data: Mapping[str, Any]) -> dict[str, JsonValue]:
        """Write the formulas of claims, and judge their support where it is asked for."""
        claims = data["to_read"]
        formulas: list[JsonValue] = [
            formula_of(one["id"], self._formulas.get(one["text"], "")) for one in claims
        ]
        support: list[JsonValue] = [
            {"claim": claim["id"], "answers": [a["id"] for a in answers if self._sees(claim, a)]}
            for answers in [data.get("answers", ())]
            if answers
            for claim in claims
        ]
        return {"let": [], "formulas": formulas, "support": support}

    def _entailed(self, data: Mapping[str, Any]) -> dict[str, JsonValue]:
        said = {"id": "", "text": data["answer"]}
        return {
            "judged": [
                {"claim": claim["id"], "entailed": self._sees(claim, said)}
                for claim in data["claims"]
            ]
        }

    def _sees(self, claim: Mapping[str, str], said: Mapping[str, str]) -> bool:
        drawn = random.Random(f"{self.seed}|{claim['text']}|{said['id']}|{said['text']}").random()
        there = claim["text"].casefold() in said["text"].casefold()
        return drawn >= OVERLOOKED if there else drawn < IMAGINED


def formula_of(claim: str, formula: str) -> dict[str, JsonValue]:
    """Return the formula of a claim as it is handed in, or that no run decides it."""
    why = "" if formula else "no run decides it"
    return {"claim": claim, "formula": formula, "assume": [], "context": [], "why": why}


def wanted_of(request: Request) -> Mapping[str, Any]:
    """Return the properties of the reply that is asked for."""
    return cast("Mapping[str, Any]", request.reply_schema["properties"])


def _is_printed(request: Request) -> bool:
    """Tell whether a request is one of the paper's; both methods compose, with other replies."""
    if request.stage == "compose":
        return "answer" in wanted_of(request)
    return request.stage in synthetic_paper.TEMPLATES


def data_of(request: Request) -> Mapping[str, Any]:
    """Return the data between the fences of a prompt. Raises OddReply where there is none."""
    found = _BLOCK.search(request.prompt) or _BLOCK.search(request.text)
    if found is None:
        raise OddReply(f"the step {request.stage!r} holds no data for the synthetic answerer")
    return json.loads(found[1])


def _composed(data: Mapping[str, Any]) -> dict[str, JsonValue]:
    return {"sentences": [{"text": c["text"], "claims": [c["id"]]} for c in data["claims"]]}
