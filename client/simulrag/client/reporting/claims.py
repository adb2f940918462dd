"""The table of claims: verdict, claimed and simulated value, interval, probability, runs, why."""

from collections.abc import Callable, Sequence

from simulrag.client.reporting.answer import Sources
from simulrag.client.reporting.html import Child, Markup, join, table, tag
from simulrag.client.reporting.numbers import claim_interval
from simulrag.client.result import AnsweredClaim
from simulrag.simulators.unit_symbols import symbol

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
    beside = [claim_interval(claim), (said := _probability(claim)) and f"probability {said}"]
    return join(
        _whole(value), *(tag("span", one, class_="to said") for one in beside if value and one)
    )


def _whole(value: str) -> Child:
    """Return a value that no line end divides, where it is short."""
    return tag("span", value, class_="whole") if 0 < len(value) <= _SHORT else value


def _probability(claim: AnsweredClaim) -> str:
    if claim.chance or claim.probability is None:
        return claim.chance
    return f"{claim.probability:.2f}"


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
