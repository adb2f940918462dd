"""Answers a question, with a language model where there is one."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from pathlib import Path
from typing import Any, get_args

from simulrag.client.errors import BadInput
from simulrag.client.estimating import Estimate, estimated, estimated_paper
from simulrag.client.journal import Journal, JournaledTools, discard, settings
from simulrag.client.language_models.claude import has_key
from simulrag.client.language_models.protocol import LanguageModel, find
from simulrag.client.marks import given_numbers
from simulrag.client.progress import Spent, Stopwatch, Tell, silent
from simulrag.client.result import Method, Result
from simulrag.client.session import Tools, connect, courses, refuse_if_empty
from simulrag.client.steps import said_text, statements
from simulrag.client.table import Table
from simulrag.client.terms import Terms

NO_MODEL = (
    "No language model drafted this: the question was read by rules, and every sentence was made "
    "from a simulation. Set ANTHROPIC_API_KEY or give --model for drafted answers."
)


async def ask(
    question: str,
    *,
    model: str = "",
    method: Method = "computed",
    drafts: int = 5,
    budget: float = 0,
    server: str = "",
    tell: Tell = silent,
    with_series: bool = False,
    terms: Terms | None = None,
) -> Result:
    """Return the answer to a question, with the series of its runs where they are asked for.

    `model` is NAME or NAME:MODEL-ID, "" for Claude where there is a key and none elsewhere;
    `method` how claims are decided: computed from runs, or judged by the model with the prompts of
    the paper, as printed; `budget` the share of the claims to verify at most, percent, 0 for all;
    `terms` say what it may cost and what is kept.
    Raises NothingHelps, BadInput, ServerFailed or ModelUnavailable.
    """
    terms = terms or Terms()
    terms.check()
    chosen = _chosen(model, method)
    watch = Stopwatch(tell)
    if not chosen:
        return await _unaided(question, server, terms, watch, with_series=with_series)
    async with _model(chosen, terms) as (language_model, cache):
        name = f"{language_model.name}:{language_model.model}"
        with _journal(terms, settings(question, name, drafts, budget, method)) as journal:
            metered = terms.metered(language_model, journal and journal.replies, cache)
            watch.spent = lambda: Spent(usage=metered.spent, cost=metered.cost)
            async with connect(server) as tools:
                result = await _loop(method)(
                    question,
                    metered,
                    _kept(tools, journal),
                    drafts=drafts,
                    budget=budget,
                    tell=watch,
                    keep=journal.keep if journal else discard,
                )
                return await _finished(result, tools, watch, with_series=with_series)


@asynccontextmanager
async def _model(chosen: str, terms: Terms) -> AsyncGenerator[tuple[LanguageModel, Table | None]]:
    """Give a model and the cache of its replies, if there is one. Raises as `find`, BadInput."""
    language_model = find(chosen, terms.base_url)
    try:
        with terms.open_cache() or nullcontext() as cache:
            yield language_model, cache
    finally:
        await language_model.close()


def _loop(method: Method) -> Callable[..., Awaitable[Result]]:
    """Return the function that answers by a method."""
    if method == "paper":
        from simulrag.client.paper.algorithm import paper

        return paper
    from simulrag.client.loop import simulrag

    return simulrag


def _chosen(model: str, method: Method) -> str:
    """Return the model to ask, "" for none. Raises BadInput where the method needs one."""
    if method not in get_args(Method):
        raise BadInput(f"method {method!r} is unknown; choose one of {', '.join(get_args(Method))}")
    chosen = model or ("claude" if has_key() else "")
    if method == "paper" and not chosen:
        raise BadInput(
            "--method paper needs a language model; set ANTHROPIC_API_KEY or give --model"
        )
    return chosen


def _journal(terms: Terms, given: dict[str, Any]) -> AbstractContextManager[Journal | None]:
    if not terms.journal:
        return nullcontext()
    return Journal(Path(terms.journal), given, resume=terms.resume)


def _kept(tools: Tools, journal: Journal | None) -> Tools:
    return JournaledTools(tools, journal) if journal else tools


async def _unaided(
    question: str, server: str, terms: Terms, watch: Stopwatch, *, with_series: bool
) -> Result:
    """Return the answer that runs alone give. Raises NothingHelps, ServerFailed."""
    with _journal(terms, settings(question, "", 0, 0)) as journal:
        async with connect(server) as tools:
            watch("simulating what the question asks for")
            asked = _kept(tools, journal)
            reply = await asked.call("answer_question", question=question)
            refuse_if_empty(reply, reply.get("claims"))
            said = statements(reply)
            result = Result(
                question=question,
                answer=said_text(said, given_numbers(question)),
                claims=said,
                runs=tuple(reply.get("runs", ())),
                problems=tuple(reply.get("problems", ())),
                notes=(NO_MODEL,),
            )
            if journal:
                journal.keep("result", result.as_json())
            return await _finished(result, tools, watch, with_series=with_series)


async def _finished(result: Result, tools: Tools, watch: Stopwatch, *, with_series: bool) -> Result:
    """Add what only a report shows. It is asked of the server itself and kept in no journal."""
    series = await courses(result.runs, tools, watch) if with_series else {}
    return result.model_copy(update={"series": series, "stages": watch.stages()})


async def plan(question: str, server: str = "") -> dict[str, Any]:
    """Return the plan of a question. Raises NothingHelps where it has no call."""
    async with connect(server) as tools:
        reply = await tools.call("plan_runs", question=question)
    refuse_if_empty(reply, reply.get("calls"))
    return reply


async def estimate(
    question: str,
    model: str,
    drafts: int,
    server: str = "",
    terms: Terms | None = None,
    method: Method = "computed",
) -> Estimate:
    """Return what an answer takes at most, without asking the model.

    Raises NothingHelps where no model is there to plan what rules cannot; BadInput, ServerFailed
    or ModelUnavailable.
    """
    terms = terms or Terms()
    terms.check()
    chosen = _chosen(model, method)
    async with connect(server) as tools:
        reply = await tools.call("plan_runs", question=question)
        calls = reply.get("calls", ())
        if not chosen or method == "paper":
            refuse_if_empty(reply, calls)
        if not chosen:
            return Estimate(runs=len(calls))
        used = tuple(dict.fromkeys(call["simulator"] for call in calls))
        asked = used if method == "paper" else ("",)
        books = [(await tools.call("read_handbook", simulator=name))["text"] for name in asked]
    handbook = "\n\n".join(books)
    async with _model(chosen, terms) as (language_model, cache):
        metered = terms.metered(language_model, cache=cache)
        if method == "paper":
            return estimated_paper(question, metered, drafts, len(calls), used, handbook)
        return estimated(question, metered, drafts, len(calls), handbook)
