"""A verdict from the literature as one HTML page: no script, and nothing from outside.

Every text is escaped on its way in: what stands in a paper cannot become markup.
"""

import html
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Literal

from simulrag.simulators.whole_files import write_whole
from simulrag.verifier.literature.assessments import Assessment
from simulrag.verifier.literature.attribution import Attribution
from simulrag.verifier.literature.errors import LiteratureError
from simulrag.verifier.literature.global_labels import Average
from simulrag.verifier.literature.grades import Grade
from simulrag.verifier.literature.rendering import (
    BY_RULES,
    DROPPED,
    average,
    headline,
    remarks,
    setting_of,
)
from simulrag.verifier.literature.weighing import LiteratureVerdict

SUFFIXES = (".html", ".htm")
#: Browsers load nothing for this page, whatever a text in it says.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
#: Characters that HTML cannot hold, lone surrogates among them.
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
#: Overrides of the direction of writing, which could turn round what stands beside them.
_TURNING = re.compile(r"[\u202a-\u202e\u2066-\u2069\u200e\u200f]")
_MARKS = {
    "quoted": "quoted",
    "attributed": "attributed",
    "composed": "composed of several sources",
    "interpretation": "interpretation",
}
_HEADS = ("", "Source", "What it says", "Grade", "Reputation", "Found by")
Side = Literal["for", "against", "none"]


def checked_target(path: Path) -> Path:
    """Return where a report goes; LiteratureError where it cannot be written there.

    Asked before any work is done, so that no verdict is lost for want of a folder.
    """
    if path.suffix.lower() not in SUFFIXES:
        raise LiteratureError(f"the report {path} must end in {' or '.join(SUFFIXES)}")
    if path.is_dir() or not path.parent.is_dir():
        raise LiteratureError(f"the report {path} cannot be written: its folder is missing")
    return path


def write(verdict: LiteratureVerdict, path: Path) -> None:
    """Write a report; whoever reads the file meanwhile sees the old one or the new one.

    Raises LiteratureError where it cannot be written.
    """
    try:
        write_whole(path, page(verdict))
    except OSError as error:
        raise LiteratureError(
            f"the report {path} cannot be written: {error.strerror or error}"
        ) from error


def page(verdict: LiteratureVerdict, made: str = "") -> str:
    """Return the page. `made` is when the verdict was made, by default now."""
    made = made or datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    style = (files("simulrag.verifier.literature") / "data" / "report.css").read_text("utf-8")
    body = [*_head(verdict), *_explained(verdict), *_table(verdict), *_foot(verdict, made)]
    return "\n".join(
        [
            '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{escaped(_short(verdict.claim))} – SimulRAG</title>",
            f"<style>{style}</style></head><body><main>",
            *body,
            "</main></body></html>\n",
        ]
    )


def escaped(text: str) -> str:
    """Return a text as HTML that shows it and nothing else."""
    return html.escape(_TURNING.sub("", _FORBIDDEN.sub("\ufffd", text)), quote=True)


def _head(verdict: LiteratureVerdict) -> Iterator[str]:
    found, averages = verdict.retrieved, verdict.verdict
    yield f"<p class='what'>Verdict from the literature</p><h1>{escaped(verdict.claim)}</h1>"
    yield f'<p class="verdict {_side_of(averages.weighted)}">{escaped(headline(verdict))}</p>'
    yield _scale(averages.weighted, averages.unweighted)
    rows = [
        ("weighted by reputation", averages.weighted, averages.weighted_with_no_evidence),
        ("unweighted", averages.unweighted, averages.unweighted_with_no_evidence),
    ]
    yield '<table class="averages"><caption>Mean grade, -1 (False) to +1 (True)</caption>'
    yield "<thead><tr><th></th><th>sources with evidence</th><th>with “No Evidence” as 0</th></tr>"
    yield "</thead><tbody>"
    for name, without, with_none in rows:
        cells = "".join(f"<td>{escaped(average(one))}</td>" for one in (without, with_none))
        yield f'<tr><th scope="row">{name}</th>{cells}</tr>'
    yield "</tbody></table>"
    yield from (f"<p>{escaped(one[0].upper() + one[1:])}.</p>" for one in remarks(verdict))
    by = "a model" if verdict.opposition.rule == "model" else "rules"
    yield (
        f"<p>{len(found.hits)} of {verdict.searched} abstracts were found, "
        f"{found.only_by_opposition} of them ({100 * found.added:.0f} %) only by the opposing "
        f"claim <q>{escaped(verdict.opposition.opposing)}</q> (made by {by}).</p>"
    )


def _scale(weighted: Average, unweighted: Average) -> str:
    """Return both means on the scale of the paper's Table 1, its bounds at 0.33 and 0.66."""
    if weighted.average is None or unweighted.average is None:
        return ""
    x = [300 + 290 * float(one.average or 0) / 100 for one in (weighted, unweighted)]
    bounds = "".join(
        f'<line class="bound" x1="{300 + 2.9 * at:.0f}" x2="{300 + 2.9 * at:.0f}" y1="14" y2="34"/>'
        for at in (-66, -33, 33, 66)
    )
    said = f"weighted {float(weighted.average) / 100:+.2f}, unweighted "
    said += f"{float(unweighted.average) / 100:+.2f}"
    return (
        f'<svg class="scale" viewBox="0 0 600 58" role="img" aria-label="{said}">'
        f'<line class="axis" x1="10" x2="590" y1="24" y2="24"/>{bounds}'
        f'<circle class="weighted" cx="{x[0]:.1f}" cy="24" r="8"/>'
        f'<circle class="plain" cx="{x[1]:.1f}" cy="24" r="6"/>'
        '<text x="10" y="52">refuted</text><text x="300" y="52" text-anchor="middle">'
        "controversial</text>"
        '<text x="590" y="52" text-anchor="end">supported</text></svg>'
        '<p class="key"><span class="dot weighted"></span>weighted '
        '<span class="dot plain"></span>unweighted</p>'
    )


def _explained(verdict: LiteratureVerdict) -> Iterator[str]:
    numbers = {one.takeaway.document.id: one.number for one in verdict.assessments}
    yield "<h2>Explanation</h2>"
    for sentence in verdict.explanation.sentences:
        cited = " ".join(_citations(sentence, numbers))
        yield (
            f'<p class="said {sentence.mark}">{escaped(sentence.text)} {cited}'
            f'<span class="mark">{_MARKS[sentence.mark]}</span></p>'
        )
        for refused in sentence.refused:
            yield f'<p class="refused">source refused: {escaped(refused)}</p>'


def _citations(sentence: Attribution, numbers: dict[str, int]) -> Iterator[str]:
    for span in sentence.spans:
        number = numbers[span.document]
        title = f"characters {span.start} to {span.end}: {span.text}"
        yield f'<a href="#source-{number}" title="{escaped(title)}">[{number}]</a>'


def _table(verdict: LiteratureVerdict) -> Iterator[str]:
    yield '<h2>Sources</h2><table class="sources"><thead><tr>'
    yield "".join(f"<th>{head}</th>" for head in _HEADS) + "</tr></thead><tbody>"
    for one in verdict.assessments:
        cells = [_cited(one), _says(one), _grade(one), _reputation(one), _found(one)]
        joined = "".join(
            f'<td data-head="{head}">{cell}</td>'
            for head, cell in zip(_HEADS[1:], cells, strict=True)
        )
        yield (
            f'<tr id="source-{one.number}" class="{one.use}"><th scope="row">{one.number}</th>'
            f"{joined}</tr>"
        )
    yield "</tbody></table>"


def _cited(one: Assessment) -> str:
    document = one.takeaway.document
    cited = escaped(document.citation())
    if not document.doi:
        return cited
    link = escaped(f"https://doi.org/{document.doi}")
    return f'{cited} <a href="{link}" rel="noreferrer">open</a>'


def _says(one: Assessment) -> str:
    if one.use == "dropped":
        return f"dropped: {DROPPED.get(one.takeaway.dropped, one.takeaway.dropped)}"
    said = _lines(
        f"<q>{escaped(excerpt.text)}</q> <small>{excerpt.start}–{excerpt.end}</small>"
        for excerpt in one.excerpts
    )
    stated = setting_of(one)
    return f"{said}<br><small>{escaped(stated)}</small>" if stated else said


def _grade(one: Assessment) -> str:
    if one.use == "retracted":
        return '<strong class="against">retracted</strong>: does not count'
    if one.use == "dropped":
        return ""
    limit = "; qualifies the claim" if one.label.qualifies else ""
    side, why = _side(one.label.grade), one.label.explanation.partition(": ")[2]
    return (
        f'<strong class="{side}">{one.label.grade.title}</strong> by {one.label.by}{limit}'
        f"<br><small>{escaped(why)}</small>"
    )


def _reputation(one: Assessment) -> str:
    if one.use in ("dropped", "retracted"):
        return ""
    if one.reputation.unknown:
        return "unknown (counts 0.50)"
    known = ", ".join(one.reputation.known).replace("_", " ")
    return f"{float(one.reputation.weight):.2f}<br><small>{known}</small>"


def _found(one: Assessment) -> str:
    queries = ["claim"] * one.by_claim + ["opposing claim"] * one.by_opposition
    return " and ".join(queries)


def _foot(verdict: LiteratureVerdict, made: str) -> Iterator[str]:
    if verdict.open_conditions:
        yield "<h2>What the claim leaves open</h2><ul>"
        for problem in verdict.open_conditions:
            values = ", ".join(problem.candidates)
            yield f"<li>{escaped(problem.parameter)}: {escaped(values)}</li>"
        yield "</ul>"
    if verdict.unreachable:
        yield "<h2>Not reached</h2><ul>"
        yield from (
            f"<li>{escaped(one.source)}: {escaped(one.why)}</li>" for one in verdict.unreachable
        )
        yield "</ul><p>What they hold is not known; it is not “none found”.</p>"
    by = BY_RULES if verdict.by == "rules" else f"Language steps by {verdict.by}."
    yield f"<footer>Made {escaped(made)} by SimulRAG. {escaped(by)}</footer>"


def _side_of(found: Average) -> Side:
    if found.average is None or abs(found.average) <= 33:
        return "none"
    return "for" if found.average > 0 else "against"


def _side(grade: Grade) -> Side:
    return "for" if grade > 0 else "against" if grade < 0 else "none"


def _lines(parts: Iterable[str]) -> str:
    return "<br>".join(parts)


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:79]}…"
