"""The command `simulrag ask`: its options, what it costs, the answer."""

import functools
from typing import Annotated, Any

import typer

from simulrag.client.commands import (
    EventLines,
    Json,
    Report,
    Server,
    after_the_answer,
    print_result,
)

Question = Annotated[str, typer.Argument(help="The question, as one argument.")]
Model = Annotated[
    str,
    typer.Option(
        envvar="SIMULRAG_MODEL",
        help="NAME or NAME:MODEL-ID; default: claude if ANTHROPIC_API_KEY is set, else none.",
    ),
]
MethodName = Annotated[
    str,
    typer.Option(
        help="computed: claims are decided from runs; paper: the model judges them with the "
        "prompts of the SimulRAG paper as printed, to compare."
    ),
]
Drafts = Annotated[int, typer.Option("--drafts", "-m", min=1, max=50, help="Drafts.")]
Budget = Annotated[
    float,
    typer.Option(min=0, max=100, help="Verify at most this share of the claims, in percent."),
]
BaseUrl = Annotated[
    str, typer.Option(help="Address of the model, for openai-compatible endpoints.")
]
DryRun = Annotated[
    bool, typer.Option("--dry-run", help="Show calls, tokens and cost at most; ask nothing.")
]
MaxCalls = Annotated[int | None, typer.Option(min=0, help="Never call the model more often.")]
MaxCost = Annotated[float | None, typer.Option(min=0, help="Never spend more; needs --prices.")]
PerMinute = Annotated[float | None, typer.Option(help="Begin at most so many calls a minute.")]
Prices = Annotated[
    str, typer.Option(envvar="SIMULRAG_PRICES", help="JSON file with the prices of tokens.")
]
JournalFolder = Annotated[
    str, typer.Option(help="Folder in which replies and stages are kept as they come.")
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the run that --journal holds.")]
Cache = Annotated[
    str, typer.Option(envvar="SIMULRAG_CACHE", help="File with replies, shared by all runs.")
]


def ask(
    question: Question,
    model: Model = "",
    method: MethodName = "computed",
    drafts: Drafts = 5,
    budget: Budget = 0,
    report: Report = "",
    base_url: BaseUrl = "",
    dry_run: DryRun = False,
    max_calls: MaxCalls = None,
    max_cost: MaxCost = None,
    per_minute: PerMinute = None,
    prices: Prices = "",
    journal: JournalFolder = "",
    resume: Resume = False,
    cache: Cache = "",
    as_json: Json = False,
    events: EventLines = False,
    server: Server = "",
) -> None:
    """Answer a question from simulations; every number names the run behind it."""
    from simulrag.client.asking import ask as answer
    from simulrag.client.asking import estimate
    from simulrag.client.progress import telling
    from simulrag.client.rendering import result_lines
    from simulrag.client.reporting.page import refusals_reported, target, write_answer
    from simulrag.client.session import run
    from simulrag.client.terms import Terms

    where = target(report) if report else None
    terms = Terms.of(
        max_calls=max_calls,
        max_cost=max_cost,
        per_minute=per_minute,
        prices=prices,
        journal=journal,
        resume=resume,
        cache=cache,
        base_url=base_url,
    )
    if dry_run:
        expected = run(estimate, question, model, drafts, server, terms, method)
        print_result(expected.model_dump(), expected.lines(), as_json=as_json)
        return
    options: dict[str, Any] = {"method": method, "drafts": drafts, "budget": budget}
    given = options | {"model": model, "server": server, "terms": terms}
    with telling(events=events) as tell, refusals_reported(question, where):
        work = functools.partial(answer, question, tell=tell, with_series=bool(where), **given)
        result = run(work)
    print_result(result.as_json(), result_lines(result), as_json=as_json)
    if where is not None:
        after_the_answer(write_answer, result, options, where, events=events)
