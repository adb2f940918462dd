"""A sheet as one HTML page: answered in a browser, saved as the CSV that `sheets` reads.

Texts of claims are escaped and never pass through the script; the page may load nothing, and run
nothing but that script (by its hash).
"""

import hashlib
from base64 import b64encode
from collections.abc import Sequence
from importlib.resources import files

from simulrag.client.reporting.html import Child, Markup, tag
from simulrag.client.reporting.page import document
from simulrag.evaluation.annotation.cases import Case
from simulrag.evaluation.annotation.sheets import ANSWERS, QUESTIONS

TITLE = "Claims to judge"
_INTRODUCTION = (
    "Judge each claim by the evidence above it, which is what simulations gave. A claim is correct "
    "where the evidence says so, within rounding; it is relevant where it helps to answer the "
    "question. Choose unsure where you cannot tell. Work alone; do not look up what others, or the "
    "program, found. Your answers stay in this browser until you save them."
)
_STYLE = """
main { max-width: 46rem; }
header { position: sticky; top: 0; background: var(--paper); display: flex; flex-wrap: wrap;
  gap: .5rem 1rem; align-items: baseline; border-bottom: 1px solid var(--line); }
h1 { flex: 1 0 auto; font-size: 1.2rem; margin: 0; }
section { border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem;
  margin: 1rem 0; }
section h2 { font-size: .95rem; margin: 0 0 .25rem; border: 0; color: var(--soft); }
pre { font: inherit; max-height: 16rem; }
blockquote { font-size: 1.1rem; margin: .5rem 0; border-color: var(--link); }
fieldset { border: 0; padding: 0; margin: .5rem 0; }
legend { font-weight: 600; padding: 0; }
label { margin-right: 1rem; display: inline-flex; gap: .3rem; min-height: 1.8rem; }
textarea { width: 100%; font: inherit; }
button { font: inherit; padding: .3rem 1rem; }
@media print { header { position: static; } button { display: none; } pre { max-height: none; } }
"""


def page(cases: Sequence[Case]) -> str:
    """Return the sheet as HTML."""
    script = (files("simulrag.evaluation") / "annotation" / "sheet.js").read_text("utf-8")
    digest = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    sheet = hashlib.sha256("\n".join(case.id for case in cases).encode()).hexdigest()[:12]
    body = tag(
        "main",
        tag(
            "header",
            tag("h1", TITLE),
            tag("span", f"{len(cases)} claims", id="done", role="status"),
            tag("button", "Save as CSV", id="save", type="button"),
        ),
        tag("p", _INTRODUCTION),
        [_case(number, case) for number, case in enumerate(cases, start=1)],
        tag("script", Markup(script)),
        data_sheet=sheet,
        data_questions=" ".join(QUESTIONS),
    )
    return document(TITLE, body, Markup(_STYLE), policy=policy)


def _case(number: int, case: Case) -> Markup:
    evidence = case.evidence or "None: judge by what you know."
    return tag(
        "section",
        tag("h2", f"{number}. Question"),
        tag("p", case.question or "None: the claim stands alone."),
        tag("h2", "Evidence"),
        tag("pre", evidence, tabindex="0"),
        tag("h2", "Claim"),
        tag("blockquote", case.claim),
        [_question(case, name, text) for name, text in QUESTIONS.items()],
        tag("label", "Note", for_=f"{case.id}-note"),
        tag("textarea", id=f"{case.id}-note", rows="1"),
        data_case=case.id,
    )


def _question(case: Case, name: str, text: str) -> Markup:
    options: list[Child] = [
        tag(
            "label",
            tag("input", type="radio", name=f"{case.id}-{name}", value=answer, data_name=name),
            answer,
        )
        for answer in ANSWERS
    ]
    return tag("fieldset", tag("legend", text), options)
