"""One page that carries an answer and its proof: no script, and nothing from outside."""

import os
import shlex
import textwrap
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

from simulrag.client.checking import CheckResult
from simulrag.client.errors import BadInput, NothingHelps
from simulrag.client.marks import given_numbers, mark_statement
from simulrag.client.reporting.answer import Sources, answer, run_cards
from simulrag.client.reporting.charts import charts
from simulrag.client.reporting.claims import badge, claim_table, support_graph
from simulrag.client.reporting.html import Child, Markup, join, tag, without_secrets
from simulrag.client.reporting.numbers import readable
from simulrag.client.reporting.reproduce import cost, reproduce
from simulrag.client.reporting.scope import offers, refusal, scope
from simulrag.client.result import AnsweredClaim, Result
from simulrag.client.simulating import listing
from simulrag.simulators.interface import Frozen
from simulrag.simulators.whole_files import write_whole

SUFFIXES = (".html", ".htm")
#: Browsers load nothing for this page, whatever a text in it says.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
#: From the number of characters on, a question is folded.
LONG = 1200


class Subject(Frozen):
    """What a report is about: a result, and a command that makes it again.

    text: what was checked; None where a question was answered.
    """

    result: Result
    command: str
    text: str | None = None


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
    _write(result.question, _body(Subject(result=result, command=command)), where)


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
    subject = Subject(result=result, command=command, text=checked.text)
    _write(result.question or checked.text, _body(subject), where)


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


def _body(subject: Subject) -> Child:
    result, made = subject.result, _now()
    runs = readable(result.runs)
    sources = Sources(runs, result.claims)
    corrected = any(claim.updated != claim.text for claim in result.claims)
    text = "Corrected text" if corrected else "Text"
    head = "Answer" if subject.text is None else text
    return tag(
        "main",
        _header(subject),
        _section(head, "answer", answer(result, sources)),
        _section("Claims", "claims", claim_table(result.claims, sources)),
        _section("Support among the drafts", "support", _graph(result)),
        _section("Courses of the runs", "charts", charts(result.series, runs, sources.labels)),
        _section("Runs", "runs", run_cards(runs, sources)),
        _section("Out of scope, assumed, noted", "scope", scope(result)),
        _section("Cost and time", "cost", cost(result)),
        _section(
            "Make it again",
            "reproduce",
            reproduce(result, subject.command, subject.text or "", made),
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
        _section("Why", "why", refusal(problems)),
        _section(
            "What can be asked",
            "offers",
            offers(sorted(offered, key=lambda one: one["name"] not in near)),
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


def _header(subject: Subject) -> Markup:
    result = subject.result
    title = "Answer from simulations" if subject.text is None else "Check of a text"
    counts = Counter(claim.verdict for claim in result.claims)
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


def _graph(result: Result) -> Markup | None:
    drafts = len(result.drafts)
    return support_graph(result.claims, drafts) if drafts > 1 and result.claims else None


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
