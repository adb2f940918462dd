"""The answer with its evidence: what is behind each number, and the runs as cards.

A number shows its run, value, interval and derivation; a card what was asked and what came out.
"""

from collections.abc import Iterator, Mapping, Sequence

from simulrag.client.marks import Piece, given_numbers, read
from simulrag.client.reporting.html import Child, Markup, join, table, tag
from simulrag.client.reporting.numbers import explained, interval, shown, words
from simulrag.client.result import AnsweredClaim, Result
from simulrag.client.simulating import run_command
from simulrag.simulators.interface import Run

NO_RUN = "No run stands behind this."


class Sources:
    """The runs of a page, how they are called there, and the claims that rest on them."""

    def __init__(self, runs: Sequence[Run], claims: Sequence[AnsweredClaim]) -> None:
        self.runs: Mapping[str, Run] = {run.id: run for run in runs}
        self.labels = {run.id: f"R{number}" for number, run in enumerate(runs, start=1)}
        self.claims = claims
        self._tips = 0

    def known(self, run_ids: Sequence[str]) -> list[Run]:
        """Return the runs of these ids that the page shows."""
        return [self.runs[run_id] for run_id in run_ids if run_id in self.runs]

    def next_tip(self) -> str:
        """Return an id for one more piece of evidence."""
        self._tips += 1
        return f"evidence-{self._tips}"

    def link(self, run_id: str) -> Markup:
        """Return a link to where the page shows a run, or its id where it does not."""
        if run_id not in self.runs:
            return tag("code", run_id)
        return tag("a", self.labels[run_id], href=f"#run-{run_id}", title=run_id)

    def links(self, run_ids: Sequence[str]) -> Markup:
        """Return links to several runs."""
        if not run_ids:
            return Markup()
        return tag("span", [[" " if n else None, self.link(i)] for n, i in enumerate(run_ids)])


def answer(result: Result, sources: Sources) -> Markup:
    """Return the paragraphs of an answer."""
    given = given_numbers(result.question)
    lines = [line for line in result.answer.splitlines() if line.strip()]
    return join([tag("p", _line(read(line, given), sources)) for line in lines])


def _line(pieces: Sequence[Piece], sources: Sources) -> Iterator[Child]:
    for piece in pieces:
        if piece.run_ids is None:
            yield piece.text
        elif piece.text:
            yield _number(piece, sources)
        else:
            yield _mark(piece.run_ids, sources)


def _mark(run_ids: Sequence[str], sources: Sources) -> Markup:
    if not run_ids:
        return tag("span", "no run", class_="norun", title=NO_RUN)
    return tag("sup", sources.links(run_ids), class_="mark")


def _number(piece: Piece, sources: Sources) -> Markup:
    run_ids = piece.run_ids or ()
    runs = sources.known(run_ids)
    sure = bool(runs) and len(runs) == len(run_ids)
    tip = sources.next_tip()
    return tag(
        "span",
        piece.text,
        tag("span", _evidence(piece.text, runs, sources), class_="tip", role="tooltip", id=tip),
        class_="n" if sure else "n unsure",
        tabindex=0,
        aria_describedby=tip,
        data_runs=" ".join(run_ids),
    )


def _evidence(number: str, runs: Sequence[Run], sources: Sources) -> Iterator[Child]:
    behind = {run.id for run in runs}
    if not runs:
        yield tag("span", NO_RUN)
        yield from (tag("span", why) for why in _reasons(number, sources.claims))
        return
    claims = [claim for claim in sources.claims if behind & set(claim.run_ids)]
    for line in explained(number, runs, claims) or ("Made from the outputs of:",):
        yield tag("span", line)
    for run in runs:
        yield tag("span", f"{sources.labels[run.id]} {run.source}: {run.id}", class_="from")


def _reasons(number: str, claims: Sequence[AnsweredClaim]) -> Iterator[str]:
    for claim in claims:
        if number in claim.updated and not claim.run_ids:
            yield claim.verdict.replace("_", " ") + (
                f": {claim.problem.message}" if claim.problem else ""
            )
            return


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
