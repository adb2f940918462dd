"""The table of claims with what decided them, and the graph of the drafts that say them.

The graph has drafts on the left, claims on the right, a line where a draft says a claim; claims are
ordered by the mean place of their drafts, which keeps lines that run side by side from crossing.
"""

import textwrap
from collections.abc import Callable, Sequence

from simulrag.client.reporting.answer import Sources
from simulrag.client.reporting.histogram import histogram
from simulrag.client.reporting.html import Child, Markup, join, table, tag
from simulrag.client.reporting.numbers import claim_interval
from simulrag.client.result import AnsweredClaim
from simulrag.simulators.unit_notation import symbol
from simulrag.verifier.claims import Witness

#: A sign beside each verdict, so that colour is not all that tells them apart.
SIGNS = {
    "supported": "✓",
    "refuted": "✗",
    "undecided": "≈",
    "outside": "○",
    "unread": "?",
    "not_measured": "–",
}

#: Longest value that stands on one line, characters.
_SHORT = 14
#: Longest claimed value that the graph shows beside a claim, characters.
_SHORT_IN_GRAPH = 24
#: Size of the graph, its columns, and the height of a row and of the first.
WIDTH = 760
LEFT, RIGHT = 92, 340
ROW = 34
TOP = 20


def badge(verdict: str) -> Markup:
    """Return a verdict as a coloured word."""
    sign = tag("span", SIGNS.get(verdict, "?"), aria_hidden="true")
    return tag("span", sign, " ", verdict.replace("_", " "), class_=f"badge {verdict}")


def claim_table(claims: Sequence[AnsweredClaim], sources: Sources) -> Markup:
    """Return the table; columns in which nothing stands are left out."""
    columns: list[tuple[str, Callable[[AnsweredClaim], Child]]] = [
        ("Claim", _text),
        ("Verdict", lambda claim: badge(claim.verdict)),
        ("Claimed", lambda claim: _whole(claim.claimed)),
        ("Simulated", _simulated),
        ("Said by", _said_by),
        ("Runs", lambda claim: sources.links(claim.run_ids)),
        ("Assumed", lambda claim: _lines(claim.assumed)),
        ("Why", why),
        ("Witness", lambda claim: _witness(claim.witness, sources)),
    ]
    cells = [[make(claim) for claim in claims] for _, make in columns]
    used = [n for n, column in enumerate(cells) if any(join(cell) for cell in column)]
    rows = [[cells[n][row] or "–" for n in used] for row in range(len(claims))]
    return table("Claims and what decided them", [columns[n][0] for n in used], rows, "claims")


def _text(claim: AnsweredClaim) -> Child:
    corrected = claim.updated != claim.text
    return join(
        tag("span", claim.id, class_="id", id=f"claim-{claim.id}"),
        " ",
        tag("del", claim.text) if corrected and claim.kept else claim.text,
        tag("span", "corrected: ", tag("ins", claim.updated), class_="to") if corrected else None,
        None if claim.kept else tag("span", "left out of the answer", class_="to"),
    )


def _simulated(claim: AnsweredClaim) -> Child:
    """Return the simulated value with its interval and chance; a bare number gets its unit."""
    bare = claim.simulated[-1:].isdigit() and claim.simulated.count("-") < 2
    unit = symbol(claim.unit, claim.simulated)
    value = f"{claim.simulated} {unit}".rstrip() if bare else claim.simulated
    beside = [claim_interval(claim), claim.told_chance]
    return join(
        _whole(value),
        *(tag("span", one, class_="to said") for one in beside if value and one),
        claim.distribution and histogram(claim.distribution, unit),
    )


def _whole(value: str) -> Child:
    """Return a value that no line end divides, where it is short."""
    return tag("span", value, class_="whole") if 0 < len(value) <= _SHORT else value


def _said_by(claim: AnsweredClaim) -> Child:
    if claim.support is None:
        return None
    drafts = ", ".join(map(str, claim.said_by)) or str(claim.support)
    said = f"draft {drafts}" if claim.support == 1 else f"drafts {drafts}"
    beside = {"agreement": claim.agreement, "stated": claim.verbalized}
    shown = (f"{name} {value:.2f}" for name, value in beside.items() if value is not None)
    return join(said, *(tag("span", one, class_="to said") for one in shown))


def _lines(lines: Sequence[str]) -> Child:
    return join([tag("span", line, class_="line") for line in lines])


def why(claim: AnsweredClaim) -> Child:
    """Return how it was decided, and why it is kept or not."""
    reason = "" if claim.problem is None else claim.problem.message
    reader = "read by the language model, checked by the server" if claim.read_by == "model" else ""
    return _lines(
        [line for line in dict.fromkeys([claim.derivation, reason, reader, claim.why]) if line]
    )


def _witness(witness: Witness | None, sources: Sources) -> Child:
    """Return what another simulator says of a claim, with its runs."""
    if witness is None:
        return None
    reason = "" if witness.problem is None else witness.problem.message
    lines = dict.fromkeys([f"{witness.told}: {witness.formula}", witness.derivation, reason])
    return join(_lines([line for line in lines if line]), sources.links(witness.run_ids))


def support_graph(claims: Sequence[AnsweredClaim], drafts: int) -> Markup:
    """Return the graph as a figure with its caption."""
    ordered = sorted(claims, key=_mean_draft)
    height = TOP * 2 + ROW * max(len(ordered), drafts) - ROW // 2
    rows = {claim.id: _row(n, len(ordered), height) for n, claim in enumerate(ordered)}
    drafted = {n + 1: _row(n, drafts, height) for n in range(drafts)}
    lines = [
        _edge(drafted[number], rows[claim.id], claim.verdict)
        for claim in ordered
        for number in claim.said_by
        if number in drafted
    ]
    said = ". ".join(_in_words(claim) for claim in ordered)
    drawing = tag(
        "svg",
        tag("title", "Support graph", id="graph-title"),
        tag("desc", said, id="graph-desc"),
        lines,
        [_draft(number, y) for number, y in drafted.items()],
        [_claim(claim, rows[claim.id]) for claim in ordered],
        viewBox=f"0 0 {WIDTH} {height}",
        role="img",
        aria_labelledby="graph-title graph-desc",
    )
    caption = (
        "Which draft says which claim. Agreement is the closeness of a claim in this graph: claims "
        "that many drafts share lie close to all others. The verdict is that of the simulations."
    )
    return tag("figure", tag("div", drawing, class_="wide"), tag("figcaption", caption))


def _mean_draft(claim: AnsweredClaim) -> float:
    return sum(claim.said_by) / len(claim.said_by) if claim.said_by else float("inf")


def _row(number: int, count: int, height: int) -> float:
    """Return the height of the middle of a node; a column's nodes are spread evenly."""
    return height / 2 if count == 1 else TOP + number * (height - 2 * TOP) / (count - 1)


def _edge(start: float, end: float, verdict: str) -> Markup:
    middle = (LEFT + RIGHT) / 2
    path = f"M{LEFT} {start:.1f} C{middle} {start:.1f} {middle} {end:.1f} {RIGHT} {end:.1f}"
    return tag("path", d=path, class_=f"edge {verdict}")


def _draft(number: int, y: float) -> Markup:
    return join(
        tag("circle", cx=LEFT, cy=y, r=6, class_="draft"),
        tag("text", f"Draft {number}", x=LEFT - 14, y=y + 4, text_anchor="end"),
    )


def _claim(claim: AnsweredClaim, y: float) -> Markup:
    agreed = "" if claim.agreement is None else f" {claim.agreement:.2f}"
    claimed = f", claims {claim.claimed}" if 0 < len(claim.claimed) <= _SHORT_IN_GRAPH else ""
    text = textwrap.shorten(claim.text, 70, placeholder=" …") or claim.text[:68]
    return tag(
        "a",
        tag("title", claim.text),
        tag("circle", cx=RIGHT, cy=y, r=7, class_=f"node {claim.verdict}"),
        tag("text", f"{SIGNS[claim.verdict]} {claim.id}{agreed}{claimed}", x=RIGHT + 14, y=y - 3,
            class_="strong"),
        tag("text", text, x=RIGHT + 14, y=y + 11, class_="small"),
        href=f"#claim-{claim.id}",
    )  # fmt: skip


def _in_words(claim: AnsweredClaim) -> str:
    drafts = ", ".join(map(str, claim.said_by)) or "none"
    return f"{claim.id}, {claim.verdict.replace('_', ' ')}: said by drafts {drafts}"
