"""Lays out results for a person: plain lines, with colour where the terminal has it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from simulrag.client.language_models.usage import Usage
from simulrag.client.progress import Stage
from simulrag.client.result import Result
from simulrag.client.simulating import run_command
from simulrag.simulators.interface import Day, Label, Run, Value
from simulrag.simulators.run_parts import chief
from simulrag.simulators.safe_text import escaped_lines
from simulrag.verifier.claims import Computed, Verdict

#: Colour of each verdict, and of what a claim was changed to.
COLOURS = {
    "supported": "green",
    "refuted": "red",
    "undecided": "yellow",
    "outside": "cyan",
    "unread": "magenta",
    "not_measured": "magenta",
}
WIDTH = max(map(len, COLOURS)) + 2


def show(lines: Iterable[str]) -> None:
    """Print lines; markup in them is coloured on a terminal and left out elsewhere."""
    from rich.console import Console

    class Piped(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # rich would end the process with 1

    console = Piped(highlight=False, soft_wrap=True)
    for line in lines:
        console.print(escaped_lines(line))


def escape(text: str) -> str:
    """Return text as it is, with nothing in it taken for markup."""
    from rich.markup import escape as escaped

    return escaped(text)


def _indented(text: str) -> str:
    return " " * WIDTH + escape(text)


def result_lines(result: Result) -> Iterator[str]:
    """Lay out the answer to a question."""
    yield escape(result.answer)
    kept = [claim for claim in result.claims if claim.kept]
    left_out = [claim for claim in result.claims if not claim.kept]
    if result.model is not None:
        yield ""
        yield "[bold]Claims behind the answer[/bold]"
        told: set[str] = set()
        for claim in kept:
            yield from verdict_lines(claim, told)
    if left_out:
        yield ""
        yield "[bold]Left out[/bold]"
        for claim in left_out:
            yield _headline(claim)
            yield _indented(f"{claim.why}  {compared(claim)}".rstrip())
    yield from run_lines(result.runs)
    yield from _notes(result)


def _notes(result: Result) -> Iterator[str]:
    for title, assumed in (("Assumed", True), ("Not answered", False)):
        messages = [
            str(problem["message"])
            for problem in result.problems
            if problem.get("message") and (problem.get("reason") == "assumed") == assumed
        ]
        if messages:
            yield ""
            yield f"[bold]{title}[/bold]"
            yield from (f"  {escape(message)}" for message in dict.fromkeys(messages))
    if result.model is not None:
        yield ""
        yield escape(result.model.told())
        yield from (escape(line) for line in _stage_lines(result.stages, result.model.currency))
    if result.notes:
        yield ""
        yield from (escape(note) for note in result.notes)


def _stage_lines(stages: Iterable[Stage], currency: str) -> Iterator[str]:
    """List what each stage took: its time and, where it asked a model, tokens and cost."""
    for stage in stages:
        asked = f", {stage.usage.told()}" if stage.usage != Usage() else ""
        paid = f", {stage.cost:.4g} {currency}" if stage.cost else ""
        yield f"  {stage.name}: {stage.seconds:.1f} s{asked}{paid}"


def check_lines(
    verdicts: Iterable[Verdict], corrected: str, original: str, runs: Iterable[Mapping[str, Any]]
) -> Iterator[str]:
    """Lay out what `check` found."""
    told: set[str] = set()
    for verdict in verdicts:
        yield from verdict_lines(verdict, told)
    if corrected != original:
        yield ""
        yield "[bold]Corrected[/bold]"
        yield escape(corrected)
    yield from run_lines(runs)


def _headline(claim: Verdict) -> str:
    colour = COLOURS[claim.verdict]
    return f"[{colour}]{claim.verdict.ljust(WIDTH)}[/{colour}]{escape(_on_one_line(claim.text))}"


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def verdict_lines(claim: Verdict, told: set[str]) -> Iterator[str]:
    """Lay out one claim: verdict and text, then what decided it.

    `told` holds the reasons given so far; one that was given before is not repeated.
    """
    yield _headline(claim)
    for line in decided_by(claim):
        yield _indented("for the same reason" if line in told else line)
    told.add("" if claim.problem is None else claim.problem.message)
    if claim.would_decide:
        yield _indented(f"would decide: {claim.would_decide}")
    if claim.uncorrected:
        yield _indented(f"not corrected: {claim.uncorrected}")
    if claim.uncorrected and claim.true:
        yield _indented(f"true: {claim.true}")
    if claim.assumed:
        yield _indented(f"taken for granted: {'; '.join(claim.assumed)}")
    if claim.witness is not None:
        yield _indented(f"{claim.witness.told}: {_on_one_line(claim.witness.formula)}")
        yield from (_indented(f"  {line}") for line in decided_by(claim.witness))
    if claim.updated != claim.text:
        yield " " * WIDTH + f"[bold]->[/bold] {escape(_on_one_line(claim.updated))}"


def decided_by(claim: Verdict) -> list[str]:
    """Return the lines that say what decided a claim, or why nothing did."""
    reason = "" if claim.problem is None else claim.problem.message
    derived = ", ".join(filter(None, [claim.derivation, claim.open_chance]))
    lines = dict.fromkeys([compared(claim), derived, reason])
    return [line for line in lines if line]


def compared(claim: Verdict) -> str:
    """Say in one line what was claimed, what was simulated, with its interval and runs."""
    parts: list[str] = []
    if claim.claimed:
        parts.append(f"claimed {claim.claimed}")
    if claim.simulated:
        parts.append(f"simulated {claim.simulated}{_interval(claim)}")
    line = ", ".join(parts)
    if claim.run_ids:
        line = f"{line}  " if line else ""
        line += _marks(claim.run_ids)
    return line


def _interval(claim: Verdict) -> str:
    if claim.low is None or claim.high is None or claim.low == claim.high:
        return ""
    return f" in [{claim.low:.6g}, {claim.high:.6g}]"


def run_lines(runs: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """List runs: id, how to repeat it, where it is from, and what it warns of.

    What many of them warn of stands once, below the first of them.
    """
    listed = {run["id"]: run for run in runs}.values()
    warned = Counter(warning for run in listed for warning in run.get("warnings", ()))
    told: set[str] = set()
    if not listed:
        return
    yield ""
    yield "[bold]Runs[/bold]"
    for run in listed:
        call = run["call"]
        made = run_command(
            call["simulator"], call["function"], call["arguments"], call.get("seed", 0)
        ).removeprefix("simulrag run ")
        yield escape(f"  {run['id']}  {run.get('source', 'simulated')}: {made}")
        for warning in run.get("warnings", ()):
            many = warned[warning] > MOST_NAMED
            if not (many and warning in told):
                shared = f" (so in {warned[warning]} of these runs)" if many else ""
                yield escape(f"      note: {warning}{shared}")
            told.add(warning)


def computed_lines(values: Iterable[Computed]) -> Iterator[str]:
    """Lay out what formulas are worth: each with its value, chance and runs, or why nothing."""
    for one in values:
        yield f"[bold]{escape(_on_one_line(one.formula))}[/bold]"
        if one.problem is not None:
            yield escape(f"  {one.problem.reason}: {one.problem.message}")
            continue
        chance = f"  probability {one.chance}" if one.chance else ""
        yield escape(f"  {one.text}{chance}")
        if one.would_decide:
            yield escape(f"  would decide: {one.would_decide}")
        if one.run_ids:
            yield escape(f"  {_marks(one.run_ids)}")
        yield from (escape(f"  note: {note}") for note in one.remarks)


#: Most runs that are named beside a value.
MOST_NAMED = 4


def _marks(run_ids: Sequence[str]) -> str:
    """Return the marks of runs; of many the first, and how many more there are."""
    more = len(run_ids) - MOST_NAMED
    named = " ".join(f"[{run_id}]" for run_id in run_ids[:MOST_NAMED])
    return f"{named} and {more} more" if more > 0 else named


def single_run_lines(run: Run) -> Iterator[str]:
    """Lay out one run made directly."""
    yield escape(run.context)
    yield ""
    for name, value in run.outputs.items():
        yield escape(f"  {name} = {_value(value)}")
    for part, outputs in run.parts.items():
        told = "; ".join(f"{name} = {_value(value)}" for name, value in chief(outputs).items())
        yield escape(f"  {part}: {told}")
    yield ""
    for name, text in run.resolved.items():
        yield escape(f"  {name}: {text}")
    yield escape(f"  check: {run.check.tested}: {run.check.verdict}")
    for warning in run.warnings:
        yield escape(f"  note: {warning}")
    yield escape(f"  run {run.id} (version {run.version}, {run.build})")


def _value(value: Value) -> str:
    """Show an output with its unit and its interval."""
    if isinstance(value, Label):
        return value.value
    if isinstance(value, Day):
        return value.value + (
            "" if value.low is None else f"  interval [{value.low}, {value.high}]"
        )
    text = f"{value.value:.6g} {value.unit}".rstrip()
    if value.low is None or value.high is None:
        return text
    share = "" if value.level is None else f"{value.level:.0%} "
    return f"{text}  {share}interval [{value.low:.6g}, {value.high:.6g}]"


def listing_lines(listing: Mapping[str, Any], *, with_outputs: bool = False) -> Iterator[str]:
    """List simulators with their functions, inputs and one example each; with their outputs."""
    for simulator in listing["simulators"]:
        yield f"[bold]{escape(simulator['name'])}[/bold] {escape(simulator['version'])}"
        yield escape(f"  {simulator['description']}")
        for why in filter(None, (simulator["missing"], simulator["emulated"])):
            yield escape(f"  {why}")
        for function in simulator["functions"]:
            yield escape(f"  {function['name']}: {function['title']}")
            for parameter in function["parameters"]:
                yield escape(f"      {parameter['name']}: {parameter['allowed']}{_need(parameter)}")
            for output in function["outputs"] if with_outputs else ():
                unit = f" ({output['unit']})" if output["unit"] else ""
                yield escape(f"      -> {output['name']}{unit}: {output['description']}")
            command = run_command(simulator["name"], function["name"], function["example"])
            yield escape(f"      {command}")


def _need(parameter: Mapping[str, Any]) -> str:
    if parameter["required"]:
        return ""
    default = parameter["default"]
    return ", optional" if default in (None, "", []) else f", default {default}"


def plan_lines(plan: Mapping[str, Any]) -> Iterator[str]:
    """List the calls of a plan as commands."""
    for call in plan["calls"]:
        yield escape(run_command(call["simulator"], call["function"], call["arguments"]))
