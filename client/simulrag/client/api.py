"""Answers and checks from Python: `ask`, `check` and `compute` wait for what `ask_async` and the
like give, whose arguments they take, also where an event loop already runs, as in a notebook.

    from simulrag.client import ask

    print(ask("What was the average temperature in Nairobi in 1990?").answer)

Nothing heavy is loaded before one of them is called.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial, wraps
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

__all__ = ["ask", "ask_async", "check", "check_async", "compute", "compute_async"]

if TYPE_CHECKING:
    from simulrag.client.checking import Against, CheckResult, ComputeResult, GivenClaim
    from simulrag.client.result import Method, Result

Given = ParamSpec("Given")
Made = TypeVar("Made")


async def ask_async(
    question: str,
    *,
    model: str = "",
    method: "Method" = "computed",
    drafts: int = 5,
    budget: float = 0,
    server: str = "",
    report: str | PathLike[str] = "",
) -> "Result":
    """Return the answer to a question; every number in it names the run behind it.

    model: NAME or NAME:MODEL-ID, "" for Claude where there is a key and no model elsewhere.
    method: "computed" decides claims from runs; "paper" has the model judge them with the prompts
    of the SimulRAG paper as printed, to compare. drafts: how many answers the model drafts, 1 to
    50. budget: the share of the claims to verify at most, 0 to 100 percent, 0 for all. server: URL
    of an MCP server or a command that starts one, "" for one in this process. report: an .html
    file to write the evidence to.
    Raises NothingHelps where no simulator can help, BadInput, ServerFailed or ModelUnavailable,
    all of `simulrag.client.errors`.
    """
    from simulrag.client.asking import ask as answer
    from simulrag.client.errors import BadInput
    from simulrag.client.reporting.page import target, write_answer

    if not 1 <= drafts <= 50:
        raise BadInput(f"drafts is {drafts}; allowed is 1 to 50")
    if not 0 <= budget <= 100:
        raise BadInput(f"budget is {budget}; allowed is 0 to 100 percent")
    where = target(fspath(report)) if report else None
    result = await _plainly(
        answer(
            question,
            model=model,
            method=method,
            drafts=drafts,
            budget=budget,
            server=server,
            with_series=where is not None,
        )
    )
    if where is not None:
        write_answer(result, {"method": method, "drafts": drafts, "budget": budget}, where)
    return result


async def check_async(
    text: str = "",
    *,
    claims: "Sequence[GivenClaim]" = (),
    against: "Against" = "world",
    question: str = "",
    evidence: str | PathLike[str] = "",
    server: str = "",
    report: str | PathLike[str] = "",
) -> "CheckResult":
    """Return a verdict on each claim of a text, and the text with refuted claims made true.

    claims: in place of a text, claims with their formulas, decided against the world, or against
    runs as such with `against="run"`. question: the question that a text answers. evidence: a file
    of recorded runs, JSON or CSV of the FluSight hub; no simulation is then made. server and
    report as for `ask`.
    Raises NothingHelps where the text holds no claim, BadInput or ServerFailed.
    """
    from simulrag.client.checking import check as checked
    from simulrag.client.checking import check_claims, for_check, records_text
    from simulrag.client.errors import BadInput
    from simulrag.client.reporting.page import target, write_check

    where = target(fspath(report)) if report else None
    if bool(text) == bool(claims):
        raise BadInput("give a text or claims, one of the two")
    series = where is not None
    if claims:
        made = check_claims(
            claims, against, records_text(fspath(evidence)), server, with_series=series
        )
    else:
        given = for_check("", text, question, fspath(evidence))
        made = checked(given, server, with_series=series)
    result = await _plainly(made)
    if where is not None:
        write_check(result, fspath(evidence), where)
    return result


async def compute_async(
    *formulas: str,
    let: "Mapping[str, str] | None" = None,
    assume: "Mapping[str, Any] | None" = None,
    server: str = "",
) -> "ComputeResult":
    """Return what formulas over simulator outputs are worth, each with interval and runs.

    let: names for parts of the formulas. assume: values of inputs that they leave open.
    Raises ServerFailed; a formula that is wrong gets its problem and costs no other.
    """
    from simulrag.client.checking import compute as computed

    return await _plainly(computed(formulas, let, assume, server))


async def _plainly(made: Awaitable[Made]) -> Made:
    """Wait; an error of ours arrives as itself, without the groups of the tasks it came through."""
    from simulrag.client.session import first_error
    from simulrag.simulators.errors import SimulRAGError

    try:
        return await made
    except BaseExceptionGroup as group:
        error = first_error(group)
        raise error from (None if isinstance(error, SimulRAGError) else group)


def _waiting(function: Callable[Given, Awaitable[Made]]) -> Callable[Given, Made]:
    """Return what waits for an async function, in a thread where an event loop runs already."""

    @wraps(function)
    def waited(*given: Given.args, **named: Given.kwargs) -> Made:
        from simulrag.client.session import run

        start = partial(function, *given, **named)
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return run(start)
        with ThreadPoolExecutor(1, "simulrag") as thread:
            return thread.submit(run, start).result()

    waited.__name__ = function.__name__.removesuffix("_async")
    return waited


ask = _waiting(ask_async)
check = _waiting(check_async)
compute = _waiting(compute_async)
