"""One page that carries an answer and its proof: no script, and nothing from outside."""

import json
import os
import platform
import shlex
import textwrap
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

from simulrag.client.checking import CheckResult
from simulrag.client.errors import BadInput, NothingHelps
from simulrag.client.language_models.usage import Usage
from simulrag.client.marks import given_numbers, mark_statement
from simulrag.client.progress import Stage
from simulrag.client.reporting.answer import Sources, answer, run_cards
from simulrag.client.reporting.charts import charts
from simulrag.client.reporting.claims import badge, claim_table, support_graph
from simulrag.client.reporting.html import Child, Markup, join, table, tag, without_secrets
from simulrag.client.reporting.numbers import readable
from simulrag.client.result import MADE_FROM_RUNS, AnsweredClaim, Result
from simulrag.client.simulating import listing, run_command
from simulrag.simulators.data_integrity import write_whole

SUFFIXES = (".html", ".htm")
#: Browsers load nothing for this page, whatever a text in it says.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
#: From the number of characters on, a question is folded.
LONG = 1200


def target(path: str) -> Path:
    """Return where a report goes. Raises BadInput where it cannot be written.

    Called before any work is done, so that no answer is lost for want of a folder.
    """
    where = Path(path)
    if where.suffix.lower() not in SUFFIXES:
        raise BadInput(f"--report {path} must end in {' or '.join(SUFFIXES)}")
    if where.is_dir() or not where.parent.is_dir():
        raise BadInput(f"--report {path} cannot be written: {where.parent} must be a folder")
    if not os.access(where if where.exists() else where.parent, os.W_OK):
        raise BadInput(f"--report {path} cannot be written: permission denied")
    return where


def write_answer(result: Result, options: Mapping[str, str | float], where: Path) -> None:
    """Write a report on an answer; `options` by name as on the command line. Raises BadInput."""
    model = result.model
    named = {"model": f"{model.name}:{model.model}"} if model is not None else {}
    command = _command(["ask", result.question], named | {**options})
    _write(result.question, _body(result, command), where)


def write_check(checked: CheckResult, evidence: str, where: Path) -> None:
    """Write a report on a check, its answer marked with the runs of its claims. Raises BadInput."""
    claims = tuple(AnsweredClaim.of(one, id=f"s{n}") for n, one in enumerate(checked.claims, 1))
    result = Result(
        question=checked.question,
        answer=_marked(checked.answer, claims, given_numbers(checked.question)),
        claims=claims,
        runs=checked.runs,
        problems=checked.problems,
        series=checked.series,
        stages=checked.stages,
    )
    options = {"question": checked.question, "evidence": evidence}
    command = _command(["check", "text.txt"], {k: v for k, v in options.items() if v})
    _write(result.question or checked.text, _body(result, command, checked.text), where)


@contextmanager
def refusals_reported(question: str, where: Path | None) -> Generator[None]:
    """Write a page for a question that is refused inside the context, and pass the refusal on."""
    try:
        yield
    except NothingHelps as error:
        if where is not None:
            problems = error.problems or ({"reason": error.reason, "message": str(error)},)
            _write(question, _refused(question, problems), where)
        raise


def _write(title: str, body: Child, where: Path) -> None:
    """Write a page; whoever reads the file meanwhile sees the old one or the new one."""
    content = document(textwrap.shorten(title, 80, placeholder=" …") or "Report", body)
    try:
        write_whole(where, content)
    except OSError as error:
        raise BadInput(f"--report {where} cannot be written: {error.strerror or error}") from error


def document(title: str, body: Child, *more_style: Markup, policy: str = POLICY) -> str:
    """Return a page in the style of reports as HTML, without the secrets of this environment."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", f"{title} – SimulRAG"),
        tag("style", style(), *more_style),
    )
    whole = tag("html", head, tag("body", body), lang="en")
    return without_secrets(f"<!DOCTYPE html>\n{whole}\n")


def style() -> Markup:
    """Return the style sheet of pages."""
    return Markup(files("simulrag.client.reporting").joinpath("style.css").read_text("utf-8"))


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")


def _body(result: Result, command: str, text: str | None = None) -> Child:
    """Return the body of a page on an answer, or on a check of a text."""
    made = _now()
    runs = readable(result.runs)
    sources = Sources(runs, result.claims)
    held, drafts = _held(result), len(result.drafts)
    corrected = any(claim.updated != claim.text for claim in result.claims)
    head = "Answer" if text is None else "Corrected text" if corrected else "Text"
    return tag(
        "main",
        _header(result, checked=text is not None),
        _section(head, "answer", answer(result, sources)),
        _section("Claims", "claims", claim_table(held, sources) if held else None),
        _section(
            "Support among the drafts",
            "support",
            support_graph(result.claims, drafts) if drafts > 1 and result.claims else None,
        ),
        _section("Courses of the runs", "charts", charts(result.series, runs, sources.labels)),
        _section("Runs", "runs", run_cards(runs, sources)),
        _section("Out of scope, assumed, noted", "scope", _scope(result)),
        _section("Cost and time", "cost", _cost(result)),
        _section(
            "Make it again",
            "reproduce",
            _reproduce(result, command, text or "", made),
        ),
        tag("footer", tag("p", f"Made by SimulRAG on {made}.")),
    )


def _refused(question: str, problems: Sequence[Mapping[str, Any]]) -> Child:
    """Return the body of a page on a question that was refused; what is near is offered first."""
    near = [str(p["simulator"]) for p in problems if p.get("simulator")]
    listed = cast("list[dict[str, Any]]", listing()["simulators"])
    offered = [one for one in listed if not one["missing"]]
    return tag(
        "main",
        tag("header", tag("h1", "No answer"), _asked(question)),
        _section("Why", "why", tag("ul", [tag("li", _problem(p)) for p in problems])),
        _section(
            "What can be asked",
            "offers",
            _offers(sorted(offered, key=lambda one: one["name"] not in near)),
        ),
        _section(
            "Make it again", "reproduce", tag("pre", tag("code", _command(["ask", question], {})))
        ),
        tag("footer", tag("p", f"Made by SimulRAG on {_now()}.")),
    )


def _section(title: str, name: str, content: Child) -> Markup | None:
    shown = join(content)
    if not shown:
        return None
    return tag("section", tag("h2", title), shown, id=name, aria_label=title)


def _held(result: Result) -> list[AnsweredClaim]:
    """Return the claims that were held against runs: sentences made from runs are the answer."""
    return [one for one in result.claims if one.why != MADE_FROM_RUNS]


def _header(result: Result, *, checked: bool) -> Markup:
    title = "Check of a text" if checked else "Answer from simulations"
    counts = Counter(claim.verdict for claim in _held(result))
    return tag(
        "header",
        tag("h1", title),
        _asked(result.question) if result.question else None,
        tag(
            "p",
            "Claims of the drafts:" if result.drafts else "Claims:",
            [[badge(word), f" {count} "] for word, count in counts.items()],
            class_="counts",
        )
        if counts
        else None,
        tag("p", "Partial: steps were left undone; the notes say which.", class_="warning")
        if result.partial
        else None,
        tag("p", _who(result), class_="who"),
    )


def _asked(question: str) -> Markup:
    if len(question) <= LONG:
        return tag("blockquote", tag("p", question))
    short = textwrap.shorten(question[:LONG], 200, placeholder=" …") or question[:200]
    return tag("blockquote", tag("details", tag("summary", short), tag("p", question)))


def _who(result: Result) -> str:
    use = result.model
    runs = f"{len(result.runs)} run{'' if len(result.runs) == 1 else 's'}"
    if use is None:
        return f"{runs}, no language model."
    planned = "" if result.planned_by == "rules" else " The question was read by the model as well."
    return f"{runs}. Drafted {use.drafts} times by {use.name} ({use.model}).{planned}"


def _marked(answer: str, claims: Sequence[AnsweredClaim], given: frozenset[str]) -> str:
    """Put a mark behind each claim where it stands in the text."""
    parts: list[str] = []
    end = 0
    for claim in claims:
        start = answer.find(claim.updated, end)
        if start < 0:
            continue
        runs = claim.run_ids if claim.verdict in ("supported", "refuted") else ()
        parts += [answer[end:start], mark_statement(claim.updated, runs, given)]
        end = start + len(claim.updated)
    return "".join([*parts, answer[end:]])


def _command(words: Sequence[str], options: Mapping[str, str | float]) -> str:
    """Return a command that makes a result again."""
    written = {name: v if isinstance(v, str) else f"{v:g}" for name, v in options.items()}
    named = [word for name, value in written.items() for word in (f"--{name}", value)]
    return shlex.join(["simulrag", *words, *named])


#: Verdicts of claims that no run decided.
_OPEN = ("outside", "unread", "not_measured", "undecided")


def _scope(result: Result) -> Markup:
    """Return three lists, without those that are empty; "" where there is none."""
    assumed = [p for p in result.problems if p.get("reason") == "assumed"]
    refused = [p for p in result.problems if p.get("reason") != "assumed"]
    undecided = [claim for claim in result.claims if claim.verdict in _OPEN]
    return join(
        _titled("Not answered", [*map(_problem, refused), *map(_claim, undecided)]),
        _titled("Assumed", _once(assumed)),
        _titled("Notes", list(result.notes)),
    )


def _titled(title: str, items: Sequence[Child]) -> Markup | None:
    if not items:
        return None
    return join(tag("h3", title), tag("ul", [tag("li", item) for item in items]))


def _once(problems: Sequence[Mapping[str, Any]]) -> list[Child]:
    return list(dict.fromkeys(str(problem.get("message", "")) for problem in problems))


def _problem(problem: Mapping[str, Any]) -> Child:
    reason = str(problem.get("reason", "")).replace("_", " ")
    near = problem.get("nearest")
    # What is in scope stands on the page already where nothing helps.
    known = problem.get("reason") == "no_simulator"
    offered = "" if known else ", ".join(map(str, problem.get("candidates") or ()))
    return join(
        tag("strong", f"{reason}: ") if reason else None,
        str(problem.get("message", "")),
        f" Nearest valid value: {near}." if near is not None else None,
        f" Perhaps: {offered}." if offered else None,
    )


def _claim(claim: AnsweredClaim) -> Child:
    reason = claim.why if claim.problem is None else claim.problem.message
    return join(badge(claim.verdict), f" {claim.text} ", tag("span", reason, class_="to"))


def _offers(simulators: Sequence[Mapping[str, Any]]) -> Markup:
    """Return a list for each simulator: what it can be asked, with a command that works."""
    return join(
        [
            join(
                tag("h3", one["title"]),
                tag("ul", [_offer(one["name"], f) for f in one["functions"]]),
            )
            for one in simulators
        ]
    )


def _offer(simulator: str, function: Mapping[str, Any]) -> Markup:
    command = run_command(simulator, function["name"], function["example"])
    return tag(
        "li",
        tag("strong", f"{function['title']}: "),
        function["description"].replace("`", ""),
        tag("span", tag("code", command), class_="line command"),
    )


#: Distributions whose versions may show in printed digits.
PACKAGES = ("simulrag", "numpy", "torch", "mcp", "anthropic", "pydantic")
#: Columns of the stages and the fields of a usage.
_KINDS = (
    ("Calls", "calls"),
    ("Tokens in", "input_tokens"),
    ("Tokens out", "output_tokens"),
    ("Read from cache", "cache_read_tokens"),
    ("Put in cache", "cache_write_tokens"),
    ("Replies from disk", "stored"),
)


def _cost(result: Result) -> Markup:
    """Return what the model cost and how long each stage took."""
    parts: list[Child] = []
    if result.model is None:
        parts.append(tag("p", "No language model took part: no tokens, no cost."))
    else:
        rows = _flat(result.model.model_dump(mode="json"))
        parts.append(table("Language model", ("What", "How much"), rows))
    if result.stages:
        parts.append(_by_stage(result))
    return join(parts)


def _by_stage(result: Result) -> Markup:
    """Return time and, of those that asked a model, calls, tokens and cost of the stages."""
    sums = sum((stage.usage for stage in result.stages), Usage())
    costs = [stage.cost for stage in result.stages if stage.cost is not None]
    whole = Stage(
        message="all",
        seconds=sum(stage.seconds for stage in result.stages),
        usage=sums,
        cost=sum(costs) if costs else None,
    )
    currency = result.model.currency if result.model else ""
    heads = ["Stage", "Time", *(words for words, _ in _KINDS), f"Cost {currency}".rstrip()]
    rows = [_stage_row(stage) for stage in (*result.stages, whole)]
    used = [n for n in range(len(heads)) if n < 2 or any(row[n] for row in rows)]
    shown = [[row[n] or "–" for n in used] for row in rows]
    return table("Time and use by stage", [heads[n] for n in used], shown)


def _stage_row(stage: Stage) -> list[str]:
    counts: list[int] = [getattr(stage.usage, name) for _, name in _KINDS]
    return [
        stage.message,
        f"{stage.seconds:.2f} s",
        *(f"{count:,}" if count else "" for count in counts),
        f"{stage.cost:.4g}" if stage.cost else "",
    ]


def _flat(fields: Mapping[str, Any], within: str = "") -> Iterator[tuple[str, str]]:
    """List all that is known of the use of a model, whatever its fields are."""
    for name, value in fields.items():
        words = f"{within} {name.replace('_', ' ')}".strip()
        if isinstance(value, dict):
            yield from _flat(cast("dict[str, Any]", value), "" if name == "usage" else words)
        elif value is not None:
            yield words, f"{value:,}" if isinstance(value, int) else str(value)


def _reproduce(result: Result, command: str, text: str, made: str) -> Markup:
    """Return command, text as given, versions, calls with seeds, and the whole result as JSON."""
    calls = [
        {"run": run["id"], "version": run.get("version"), "build": run.get("build"),
         "source": run.get("source"), **run["call"]}
        for run in result.runs
    ]  # fmt: skip
    return join(
        tag("h3", "Command"),
        tag("pre", tag("code", command)),
        _folded("Text as it was given, text.txt", text) if text else None,
        tag("h3", "Versions"),
        table("Versions", ("What", "Version"), [*_versions(), ("made", made)]),
        tag("h3", "Calls"),
        tag("p", "Each call with its arguments and its seed. Equal calls on equal versions give "
            "equal runs, and equal ids."),
        tag("pre", tag("code", _json(calls))),
        [_folded(f"Draft {n}", draft) for n, draft in enumerate(result.drafts, start=1)],
        _folded("The whole result as JSON", _json(result.as_json())),
    )  # fmt: skip


def _folded(title: str, text: str) -> Markup:
    return tag("details", tag("summary", title), tag("pre", tag("code", text)))


def _json(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, indent=2)


def _versions() -> Iterator[tuple[str, str]]:
    yield "python", platform.python_version()
    yield "machine", f"{platform.system()} {platform.machine()}"
    for name in PACKAGES:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            continue
