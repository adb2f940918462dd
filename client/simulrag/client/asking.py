"""Answers a question, with a language model where there is one."""

from typing import Any

from simulrag.client import unaided
from simulrag.client.language_models.claude import has_key
from simulrag.client.language_models.protocol import find
from simulrag.client.progress import Tell, silent
from simulrag.client.result import Result
from simulrag.client.session import connect


async def ask(
    question: str,
    *,
    model: str = "",
    drafts: int = 5,
    budget: float = 0,
    server: str = "",
    tell: Tell = silent,
) -> Result:
    """Return the answer to a question.

    `model` is NAME or NAME:MODEL-ID, "" for Claude where there is a key and none elsewhere;
    `budget` the share of the claims to verify at most, percent, 0 for all.
    Raises NothingHelps, BadInput, ServerFailed or ModelUnavailable.
    """
    chosen = model or ("claude" if has_key() else "")
    if not chosen:
        async with connect(server) as tools:
            return await unaided.answer(question, tools)
    from simulrag.client.loop import simulrag

    language_model = find(chosen)
    try:
        async with connect(server) as tools:
            return await simulrag(
                question, language_model, tools, drafts=drafts, budget=budget, tell=tell
            )
    finally:
        await language_model.close()


async def plan(question: str, server: str = "") -> dict[str, Any]:
    """Return the plan of a question. Raises NothingHelps where it has no call."""
    async with connect(server) as tools:
        reply = await tools.call("plan_runs", question=question)
    unaided.refuse_if_empty(reply, reply.get("calls"))
    return reply
