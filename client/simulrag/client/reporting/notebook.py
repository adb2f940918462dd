"""A short view of a result, for notebooks: the answer and its claims."""

from collections.abc import Sequence

from simulrag.client.reporting.html import Markup, tag, without_secrets
from simulrag.verifier.claims import Verdict

#: Most claims that are listed.
MOST = 30


def short(question: str, answer: str, claims: Sequence[Verdict], notes: Sequence[str] = ()) -> str:
    """Return HTML that a notebook shows: no style sheet, no script, nothing from outside."""
    heads = ("Verdict", "Claim", "Simulated", "Runs")
    rows = [tag("tr", [tag("th", head, scope="col") for head in heads])]
    rows += [_row(claim) for claim in claims[:MOST]]
    more = len(claims) - MOST
    page = tag(
        "div",
        tag("p", tag("strong", question)) if question else None,
        [tag("p", line) for line in answer.splitlines() if line.strip()],
        tag(
            "details",
            tag("summary", f"{len(claims)} claim{'' if len(claims) == 1 else 's'}"),
            tag("table", rows),
        ),
        tag("p", f"and {more} more") if more > 0 else None,
        [tag("p", tag("small", note)) for note in notes],
    )
    return without_secrets(page)


def _row(claim: Verdict) -> Markup:
    said = claim.text if claim.updated == claim.text else f"{claim.text} → {claim.updated}"
    return tag(
        "tr",
        tag("th", claim.verdict.replace("_", " "), scope="row"),
        tag("td", said),
        tag("td", ", ".join(filter(None, [claim.simulated, claim.open_chance]))),
        tag("td", [tag("div", tag("code", run_id)) for run_id in claim.run_ids]),
    )
