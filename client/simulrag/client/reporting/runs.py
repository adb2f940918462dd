"""The runs of a page: what was asked, what came out, and what they warn of."""

from collections.abc import Iterator, Sequence

from simulrag.client.reporting.answer import Sources
from simulrag.client.reporting.html import Child, Markup, join, table, tag
from simulrag.client.reporting.numbers import interval, shown, words
from simulrag.client.simulating import run_command
from simulrag.simulators.interface import Run


def run_cards(runs: Sequence[Run], sources: Sources) -> Markup:
    """Return one card a run, with the id that links lead to."""
    return join([_card(run, sources.labels[run.id]) for run in runs])


def _card(run: Run, label: str) -> Markup:
    call = run.call
    command = run_command(call.simulator, call.function, call.arguments, call.seed)
    return tag(
        "article",
        tag("h3", f"{label} ", tag("code", run.id), " ", tag("span", run.source, class_="source")),
        tag("p", run.context, class_="context"),
        _outputs(run),
        tag("dl", _facts(run)),
        tag("p", tag("code", command), class_="command") if run.source != "recorded" else None,
        id=f"run-{run.id}",
        class_="run",
    )


def _outputs(run: Run) -> Markup | None:
    rows = [(words(name), shown(value), interval(value) or "–") for name, value in
            run.outputs.items()]  # fmt: skip
    return table(f"Outputs of {run.id}", ("Output", "Value", "Interval"), rows) if rows else None


def _facts(run: Run) -> Iterator[Child]:
    for name, value in run.resolved.items():
        yield from (tag("dt", words(name)), tag("dd", value))
    yield from (tag("dt", "check"), tag("dd", f"{run.check.tested}: {_verdict(run)}"))
    for warning in run.warnings:
        yield from (tag("dt", "note"), tag("dd", warning, class_="warning"))


def _verdict(run: Run) -> str:
    check = run.check
    said = check.verdict.replace("_", " ")
    if check.residual is None or check.tolerance is None:
        return said
    return f"{said} (residual {check.residual:.3g}, tolerance {check.tolerance:.3g})"
