"""The synthetic answerer as a language model: the client's own loops drive it, by both methods.

It replies to the loop's requests with the drafts and judgements that the direct path uses, so that
both can be compared, and to the paper's printed prompts. Composition is left to the plain one.
"""

from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue

from simulrag.client.language_models.protocol import Reply, Request
from simulrag.client.language_models.usage import Usage
from simulrag.evaluation import synthetic_paper
from simulrag.evaluation.benchmark.reference_formulas import values_of
from simulrag.evaluation.experiment.drafting import Answerer, Said
from simulrag.evaluation.experiment.judging import Judge
from simulrag.evaluation.experiment.preparing import Bench
from simulrag.evaluation.experiment.wording import plain
from simulrag.evaluation.experiment.world import World
from simulrag.evaluation.synthetic_model import (
    NOTICE,
    Synthetic,
    data_of,
    formula_of,
    wanted_of,
)
from simulrag.verifier.formulas.printing import written


class KnownTruth:
    """The answerer of one item as a `LanguageModel`."""

    name = "synthetic"
    notice = NOTICE

    def __init__(self, bench: Bench, world: World) -> None:
        self.model = f"synthetic answerer with known truth, seed {world.seed}"
        self._world = world
        self._bench = bench
        answerer: Answerer = bench.answerer(world)
        self.drafts = answerer.drafts()
        self.said = {one.text: one for draft in self.drafts for one in draft}
        self._judge = Judge(bench.item.id, self.drafts, world)
        self._plain = Synthetic(str(world.seed), bench.registry)
        self._spent = Usage()

    @property
    def spent(self) -> Usage:
        """The calls so far. There are no tokens, and nothing is paid."""
        return self._spent

    async def complete(self, request: Request) -> Reply:
        """Reply to a step of either loop. Raises OddReply for one that it does not know."""
        content = self._content(request)
        usage = Usage(calls=1)
        self._spent += usage
        if content is None:
            content = (await self._plain.complete(request)).content
        return Reply(content=content, usage=usage)

    async def close(self) -> None:
        """There is nothing to release."""

    def _content(self, request: Request) -> Mapping[str, JsonValue] | None:
        """Return what this answerer itself says; None where the plain one is asked."""
        match request.stage:
            case "draft":
                return _drafted(self.drafts[request.sample % len(self.drafts)], request)
            case "plan":
                return {"let": [], "formulas": self._planned(), "support": []}
            case "formulas":
                return self._written(data_of(request))
            case "entail":
                return self._entailed(data_of(request))
            case "boundary":
                return self._bounded(request.text)
            case "update":
                return self._updated(_given("update", request.text)["claim"])
            case "merge":
                given = _given("merge", request.text)
                return self._merged(given["existing_claim_set"], given["new_claim_set"])
            case _:
                return None

    def _planned(self) -> list[JsonValue]:
        """Return the values that the question asks for, as formulas."""
        item = self._bench.item
        values = [value for claim in item.claims for value in values_of(claim, item)]
        formulas = dict.fromkeys(written(value) for value in values)
        return [formula_of(item.question, formula) for formula in formulas]

    def _written(self, data: Mapping[str, Any]) -> dict[str, JsonValue]:
        """Write the formulas of claims, and judge their support where it is asked for."""
        texts = {c["id"]: c["text"] for c in data["to_read"]}
        said = {key: self.known(text) for key, text in texts.items()}
        formulas: list[JsonValue] = [
            formula_of(key, one.formula if one is not None else "") for key, one in said.items()
        ]
        judged = self._judge.support(texts) if "answers" in data else {}
        return {"let": [], "formulas": formulas, "support": [], **judged}

    def _entailed(self, data: Mapping[str, Any]) -> dict[str, JsonValue]:
        texts = [" ".join(one.text for one in draft) for draft in self.drafts]
        number = texts.index(data["answer"])
        return {
            "judged": [
                {"claim": one["id"], "entailed": self._judge.entails(number, one["text"])}
                for one in data["claims"]
            ]
        }

    def _bounded(self, prompt: str) -> dict[str, JsonValue]:
        """Judge whether a run can decide a claim: it speaks of a fact of the question."""
        claim = _given("boundary", prompt)["claim"]
        said = self.known(claim)
        inside = said is not None and said.fact is not None
        errs = self._judge.drawn(claim) < self._world.boundary_error
        return {"tool_confidence": int(inside != errs)}

    def _updated(self, claim: str) -> dict[str, JsonValue]:
        """Verify a claim against the facts; now and then a wrong one passes."""
        said = self.known(claim)
        if said is None or said.fact is None:
            return {"is_included": False, "should_update": False}
        passes = self._judge.chance("passes", claim) < synthetic_paper.PASSED
        if said.true or passes:
            return {"is_included": True, "should_update": False}
        fact = self._bench.facts[said.fact].text
        return {"is_included": True, "should_update": True, "updated_claim": fact}

    def _merged(self, existing: str, new: str) -> dict[str, JsonValue]:
        """Pair claims that mean the same, at the rates of error of the judge of entailment."""
        old = [(number, self._meaning(text)) for number, text in synthetic_paper.numbered(existing)]
        pairs: list[JsonValue] = []
        for number, text in synthetic_paper.numbered(new):
            same = [place for place, meaning in old if meaning == self._meaning(text)]
            drawn = self._judge.chance("merges", text)
            if same and drawn >= self._world.overlooked:
                pairs.append([same[0], number])
            elif not same and old and drawn < self._world.imagined:
                pairs.append([old[0][0], number])
        return {"pairs": pairs}

    def _meaning(self, text: str) -> str:
        said = self.known(text)
        return text if said is None else said.meaning

    def known(self, text: str) -> Said | None:
        """Return what a draft said in these words, its opening and its end aside."""
        if text in self.said:
            return self.said[text]
        wanted = plain(text)
        return next((one for said, one in self.said.items() if plain(said) == wanted), None)


def _drafted(draft: list[Said], request: Request) -> dict[str, JsonValue]:
    made: dict[str, JsonValue] = {
        "answer": " ".join(one.text for one in draft),
        "claims": [{"text": one.text, "confidence": one.confidence} for one in draft],
    }
    return {name: made[name] for name in wanted_of(request) if name in made}


def _given(stage: str, prompt: str) -> dict[str, str]:
    """Return what a printed prompt was filled in with."""
    return synthetic_paper.values(synthetic_paper.TEMPLATES[stage], prompt)
