"""The support graph: drafts on the left, claims on the right, a line where a draft says a claim.

Drawn in two columns, claims ordered by the mean place of their drafts, which keeps lines that
run side by side from crossing.
"""

import textwrap
from collections.abc import Sequence

from simulrag.client.reporting.claims import SIGNS
from simulrag.client.reporting.html import Markup, join, tag
from simulrag.client.result import AnsweredClaim

WIDTH = 760
LEFT, RIGHT = 92, 340
ROW = 34
TOP = 20
#: Longest claimed value that is shown beside a claim, characters.
_SHORT = 24


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
    claimed = f", claims {claim.claimed}" if 0 < len(claim.claimed) <= _SHORT else ""
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
