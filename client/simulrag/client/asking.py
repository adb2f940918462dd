"""Answers a question, with a language model where there is one."""

from typing import Any

from simulrag.client import unaided
from simulrag.client.courses import courses
from simulrag.client.language_models.claude import has_key
from simulrag.client.language_models.protocol import find
from simulrag.client.progress import Stopwatch, Tell, silent
from simulrag.client.result import Result
from simulrag.client.session import Tools, connect


async def ask(
    question: str,
    *,
    model: str = "",
    drafts: int = 5,
    budget: float = 0,
    server: str = "",
    tell: Tell = silent,
    with_series: bool = False,
) -> Result:
    """Return the answer to a question, with the series of its runs where they are asked for.

    `model` is NAME or NAME:MODEL-ID, "" for Claude where there is a key and none elsewhere;
    `budget` the share of the claims to verify at most, percent, 0 for all.
    Raises NothingHelps, BadInput, ServerFailed or ModelUnavailable.
    """
    chosen = model or ("claude" if has_key() else "")
    watch = Stopwatch(tell)
    if not chosen:
        async with connect(server) as tools:
            watch("simulating what the question asks for")
            result = await unaided.answer(question, tools)
            return await _finished(result, tools, watch, with_series=with_series)
    from simulrag.client.loop import simulrag

    language_model = find(chosen)
    try:
        async with connect(server) as tools:
            result = await simulrag(
                question, language_model, tools, drafts=drafts, budget=budget, tell=watch
            )
            return await _finished(result, tools, watch, with_series=with_series)
    finally:
        await language_model.close()


async def _finished(result: Result, tools: Tools, watch: Stopwatch, *, with_series: bool) -> Result:
    series = await courses(result.runs, tools, watch) if with_series else {}
    return result.model_copy(update={"series": series, "stages": watch.stages()})


async def plan(question: str, server: str = "") -> dict[str, Any]:
    """Return the plan of a question. Raises NothingHelps where it has no call."""
    async with connect(server) as tools:
        reply = await tools.call("plan_runs", question=question)
    unaided.refuse_if_empty(reply, reply.get("calls"))
    return reply
