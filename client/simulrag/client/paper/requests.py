"""What the printed method asks a model: the prompts of A.2, and three that the paper leaves out.

The paper prints no prompt for reading a question into settings, for answering it and for
entailment; those here keep the text of others in one fenced JSON block. Where the printed prompts
say how to write JSON, the model does so as the input of a tool. They hold the text of others
unfenced, as printed, so that orders inside a draft can reach the model.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from simulrag.client.language_models.protocol import Request
from simulrag.client.paper.replies import Refused
from simulrag.client.prompts import DATA_NOTE, PERSPECTIVES, array_of, block, object_of
from simulrag.handbooks import paper_prompts

#: Most tokens of a reply, by stage.
TOKENS = {"draft": 2048, "decompose": 2048, "merge": 2048, "boundary": 256, "update": 1024}
#: Most characters of what the runs say that a prompt holds.
MOST_CONTEXT = 8_000

SYSTEM = "Hand in what the prompt asks for as the input of the tool that is offered."

RETRIEVE_SYSTEM = f"""You turn a question into calls of simulators. Use only functions, \
parameters, choices and ranges of the handbook. Make one call for each setting that the question \
compares. Copy every number and its sign from the question; never invent, round or clamp a value. \
Leave out what the question does not give. {DATA_NOTE}"""

ANSWER_SYSTEM = f"""You answer a question from your own knowledge, in 3 to 8 sentences of prose, \
with every number and class that it asks for. {DATA_NOTE}"""

ENTAIL_SYSTEM = f"""You judge for each claim whether an answer entails it: says the same in other \
words or units, or implies it. Another value, direction or class is no entailment. {DATA_NOTE}"""

_TEXT = {"type": "string"}
_FLAG = {"type": "boolean"}


def _object(**properties: Any) -> dict[str, Any]:
    return object_of(properties)


def retrieve(
    question: str, simulators: Sequence[str], handbook: str, refused: Sequence[Refused] = ()
) -> Request:
    """Ask for the calls of line 3; `refused` are calls of an earlier reply, with the errors."""
    data: dict[str, Any] = {"question": question, "simulators": list(simulators)}
    if refused:
        data["refused"] = [one.model_dump(mode="json") for one in refused]
    again = " Give those that were refused again, corrected; leave out what no call can give."
    call = _object(simulator=_TEXT, function=_TEXT, arguments={"type": "object"})
    return Request(
        stage="retrieve",
        system=RETRIEVE_SYSTEM,
        shared=(f"Handbook:\n{handbook}\n\n",),
        prompt=f"{block(data)}\n\nList the calls.{again if refused else ''}",
        tool="submit_calls",
        description="Hand in the calls.",
        reply_schema=_object(calls=array_of(call)),
    )


def answer(question: str, number: int) -> Request:
    """Ask for answer `number` (from 0), LLM(q). Perspectives stand in for the temperature of 1."""
    return Request(
        stage="draft",
        sample=number,
        system=ANSWER_SYSTEM,
        shared=(f"{block({'question': question})}\n\n",),
        prompt=PERSPECTIVES[number % len(PERSPECTIVES)],
        tool="submit_answer",
        description="Hand in the answer.",
        reply_schema=_object(answer=_TEXT),
        max_tokens=TOKENS["draft"],
    )


def decompose(text: str) -> Request:
    """Ask for the claims of an answer, A.2.1."""
    return _printed(
        "decompose", paper_prompts.decompose(text), _object(claims=array_of(_object(claim=_TEXT)))
    )


def merge(existing: Sequence[str], new: Sequence[str]) -> Request:
    """Ask which new claims existing ones cover, A.2.2."""
    pair = array_of({"type": "integer"})
    prompt = paper_prompts.merge(numbered(existing), numbered(new))
    return _printed("merge", prompt, _object(pairs=array_of(pair)))


def entail(question: str, answer: str, claims: Mapping[str, str]) -> Request:
    """Ask which claims an answer entails: the edges of the graph of UE."""
    data = {
        "question": question,
        "answer": answer,
        "claims": [{"id": key, "text": text} for key, text in claims.items()],
    }
    judged = _object(claim={"type": "string", "description": "Id of a claim."}, entailed=_FLAG)
    return Request(
        stage="entail",
        system=ENTAIL_SYSTEM,
        prompt=f"{block(data)}\n\nJudge every claim exactly once.",
        tool="submit_entailment",
        description="Hand in the judgement of each claim.",
        reply_schema=_object(judged=array_of(judged)),
    )


def boundary(question: str, claim: str, handbook: str, dataset: str) -> Request:
    """Ask whether the simulators can verify a claim, A.2.3; handbook and question are shared."""
    values = {
        "question": question,
        "claim": claim,
        "tools_handbook": handbook,
        "dataset": dataset,
        "DATASET": dataset.upper(),
    }
    shared = ("tools_handbook", "question")
    *blocks, rest = paper_prompts.blocks(paper_prompts.BOUNDARY, values, shared)
    schema = _object(tool_confidence={"type": "integer", "enum": [0, 1]})
    return _printed("boundary", rest, schema, tuple(blocks))


def update(claim: str, context: str) -> Request:
    """Ask to verify a claim against the runs and to update it, A.2.4."""
    schema = _object(is_included=_FLAG, should_update=_FLAG, updated_claim=_TEXT)
    schema["required"] = ["is_included", "should_update"]
    return _printed("update", paper_prompts.update(claim, context), schema)


def final(question: str, claims: Sequence[str]) -> Request:
    """Ask for the final answer, A.2.5."""
    listed = "\n".join(f"- {claim}" for claim in claims)
    return _printed("compose", paper_prompts.answer(question, listed), _object(answer=_TEXT))


def numbered(claims: Sequence[str]) -> str:
    """Return claims one a line, each behind its index from 0."""
    return "\n" + "\n".join(f"[{number}] {claim}" for number, claim in enumerate(claims))


def _printed(
    stage: str, prompt: str, schema: Mapping[str, Any], shared: tuple[str, ...] = ()
) -> Request:
    return Request(
        stage=stage,
        system=SYSTEM,
        shared=shared,
        prompt=prompt,
        tool=f"submit_{stage}",
        description="Hand in the reply.",
        reply_schema=schema,
        max_tokens=TOKENS.get(stage, 4096),
    )
