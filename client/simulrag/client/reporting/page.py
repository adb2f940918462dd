"""One page that carries an answer and its proof: no script, and nothing from outside."""

import os
import textwrap
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

from simulrag.client.errors import BadInput, NothingHelps
from simulrag.client.reporting.answer import Sources, answer, run_cards
from simulrag.client.reporting.charts import charts
from simulrag.client.reporting.claims import badge, claim_table, support_graph
from simulrag.client.reporting.html import Child, Markup, join, tag, without_secrets
from simulrag.client.reporting.numbers import readable
from simulrag.client.reporting.reproduce import cost, reproduce
from simulrag.client.reporting.scope import offers, refusal, scope
from simulrag.client.reporting.subject import Subject, of_refusal
from simulrag.client.result import Result
from simulrag.client.simulating import listing
from simulrag.simulators.whole_files import write_whole

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


def write(subject: Subject, where: Path) -> None:
    """Write a report; whoever reads the file meanwhile sees the old one or the new one.

    Raises BadInput where it cannot be written.
    """
    content = page(subject)
    try:
        write_whole(where, content)
    except OSError as error:
        raise BadInput(f"--report {where} cannot be written: {error.strerror or error}") from error


@contextmanager
def refusals_reported(question: str, where: Path | None) -> Generator[None]:
    """Write a page for a question that is refused inside the context, and pass the refusal on."""
    try:
        yield
    except NothingHelps as error:
        if where is not None:
            problems = error.problems or ({"reason": error.reason, "message": str(error)},)
            simulators = cast("list[dict[str, Any]]", listing()["simulators"])
            write(of_refusal(question, problems, simulators), where)
        raise


def page(subject: Subject, made: str = "") -> str:
    """Return the page as HTML. `made` is when the result was made, by default now."""
    made = made or datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    title = textwrap.shorten(subject.result.question or subject.text, 80, placeholder=" …")
    return document(title or "Report", _body(subject, made))


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


def _body(subject: Subject, made: str) -> Child:
    if subject.kind == "refusal":
        return _refused(subject, made)
    result = subject.result
    runs = readable(result.runs)
    sources = Sources(runs, result.claims)
    corrected = any(claim.updated != claim.text for claim in result.claims)
    text = "Corrected text" if corrected else "Text"
    head = text if subject.kind == "check" else "Answer"
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
        _section("Make it again", "reproduce", reproduce(subject, made)),
        tag("footer", tag("p", f"Made by SimulRAG on {made}.")),
    )


def _refused(subject: Subject, made: str) -> Child:
    """Return the body of a page on a question that was refused."""
    return tag(
        "main",
        tag("header", tag("h1", "No answer"), _asked(subject.result.question)),
        _section("Why", "why", refusal(subject.result.problems)),
        _section("What can be asked", "offers", offers(subject.offers)),
        _section("Make it again", "reproduce", tag("pre", tag("code", subject.command))),
        tag("footer", tag("p", f"Made by SimulRAG on {made}.")),
    )


def _section(title: str, name: str, content: Child) -> Markup | None:
    shown = join(content)
    if not shown:
        return None
    return tag("section", tag("h2", title), shown, id=name, aria_label=title)


def _header(subject: Subject) -> Markup:
    result = subject.result
    title = "Check of a text" if subject.kind == "check" else "Answer from simulations"
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
