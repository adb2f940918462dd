"""Recorded conversations, and what a model is asked of them besides."""

import gzip
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simulrag.client.errors import ModelUnavailable
from simulrag.client.language_models.protocol import Request
from simulrag.client.prompts import DATA_NOTE, array_of, block, object_of, text_of
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.assumptions import filled
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.runs import Runs
from simulrag.verifier.formulas.syntax import Formula

#: What stands behind a sentence of the loop and would tell whose it is.
_MARK = re.compile(r"\s*\[(?:no run|(?:\w+-[0-9a-f]{12}(?:, )?)+)\]")
_SYSTEM = f"You are a scientist who answers a question about a simulated system. {DATA_NOTE}"
_INPUT = """"contexts" are what simulations gave for the question. Answer from them."""
_OUTPUT = """"draft" is an answer that was written without simulations, "contexts" are what they
gave for the question. Edit the draft: mend what the contexts contradict, add what they answer, keep
the rest."""
_PROSE = """Write the answer alone, 150 to 300 words of prose: first all that the question asks for,
then what drives it, what it means, and how sure it is. No lists, no names of files or runs."""
_DECOMPOSE = """Break each of "answers" into its claims: all values, directions, classes, dates,
comparisons and explanations that it states, one fact and at most one result each, in the answer's
own numbers. Each claim stands alone: it names the place, period and conditions that it depends on.
Leave nothing out and add nothing. Name each answer exactly once."""


@dataclass(frozen=True)
class Conversation:
    """A question, what the model drafted of it alone, what the loop answered, and the plan."""

    name: str
    question: str
    draft: str
    answer: str
    plan: tuple[Formula, ...]
    store: bytes

    def contexts(self, registry: Registry, store: EvidenceStore) -> list[str]:
        """Return what the runs of the plan say, as a retrieval would hand it to a model."""
        evaluator = Evaluator(Runs(registry, store))
        calls = {c.canonical(): c for one in self.plan for c in evaluator.calls(one.root)}
        return [store.run(call, registry).context for call in calls.values()]


def read(folder: Path, registry: Registry) -> Iterator[Conversation]:
    """Yield the conversations of a folder, by name."""
    for path in sorted(folder.glob("*.json")):
        held = json.loads(path.read_text("utf-8"))
        plan = held["plan"][-1]
        let = {one["name"]: one["part"] for one in plan["let"]}
        yield Conversation(
            name=path.stem,
            question=held["question"],
            draft=held["draft"][0]["answer"],
            answer=_MARK.sub("", held["answer"]),
            plan=tuple(
                filled(parse(one["formula"], let), _assumed(one["assume"]), registry)
                for one in plan["formulas"]
                if one["formula"]
            ),
            store=gzip.decompress(path.with_suffix(".sqlite.gz").read_bytes()),
        )


def _assumed(given: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {one["input"]: one["value"] for one in given}


class Correspondence:
    """The replies to the requests of one conversation; what is missing is written down."""

    def __init__(self, name: str, replies: Path, asked: Path | None) -> None:
        self._name, self._replies, self._asked = name, replies, asked
        self._formulas = 0

    async def ask(self, request: Request) -> Mapping[str, Any]:
        """Return the reply to a request. Raises ModelUnavailable where there is none yet."""
        stage = request.stage
        if stage == "formulas":
            self._formulas += 1
            stage = f"formulas{self._formulas}"
        path = self._replies / f"{self._name}.{stage}.json"
        answered = self._asked and self._asked / "replies" / path.name
        if not path.exists() and answered and answered.exists():
            reply = json.loads(answered.read_text("utf-8"))
            self._replies.mkdir(exist_ok=True)
            path.write_text(json.dumps(reply, ensure_ascii=False, indent=1) + "\n", "utf-8")
        if path.exists():
            return json.loads(path.read_text("utf-8"))
        if self._asked:
            (self._asked / "requests").mkdir(parents=True, exist_ok=True)
            (self._asked / "replies").mkdir(exist_ok=True)
            body = {"system": request.system, "prompt": request.text, "tool": request.tool,
                    "schema": request.reply_schema}  # fmt: skip
            text = json.dumps(body, ensure_ascii=False, indent=1)
            (self._asked / "requests" / path.name).write_text(text, "utf-8")
        raise ModelUnavailable(f"nobody has answered {path.stem}")


def written(question: str, contexts: Sequence[str], draft: str = "") -> Request:
    """Ask for an answer from the contexts of runs, or for a draft edited by them."""
    data = {"question": question, "contexts": list(contexts)} | ({"draft": draft} if draft else {})
    return Request(
        stage="output" if draft else "input",
        system=_SYSTEM,
        prompt=f"{block(data)}\n\n{_OUTPUT if draft else _INPUT}\n{_PROSE}",
        tool="submit_answer",
        description="Hand in the answer.",
        reply_schema=object_of({"answer": text_of("The answer, in prose.")}),
    )


def decomposed(question: str, answers: Mapping[str, str]) -> Request:
    """Ask for the claims of answers, by id."""
    data = {"question": question, "answers": [{"id": k, "text": v} for k, v in answers.items()]}
    claims = array_of(text_of("A claim, one sentence."))
    return Request(
        stage="claims",
        system=f"You break answers into their claims. {DATA_NOTE}",
        prompt=f"{block(data)}\n\n{_DECOMPOSE}",
        tool="submit_claims",
        description="Hand in the claims of every answer.",
        reply_schema=object_of(
            {"answers": array_of(object_of({"id": text_of("Of an answer."), "claims": claims}))}
        ),
        max_tokens=8192,
    )
