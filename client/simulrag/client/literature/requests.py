"""What a model is asked for the steps over the literature: opposing claim, readings, explanation.

Each abstract is read in a request of its own, so that what one paper says cannot reach the
reading of another. All of it stands in fenced JSON blocks, as data.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from simulrag.client.language_models.protocol import Request
from simulrag.client.prompts import DATA_NOTE, array_of, block, object_of, text_of
from simulrag.handbooks.literature_rules import (
    CHOOSING,
    EXPLAINING,
    GRADES,
    GRADING,
    OPPOSING,
    numbered,
)

OPPOSE_RULES = f"Write the opposing claim.\n{numbered(OPPOSING)}"

READ_RULES = f"""Read the abstract for the claim, by its sentences alone and not by what you know.
"sentences", those that speak of the claim:
{numbered(CHOOSING)}
"grade", what they say of the claim:
{numbered(GRADING)}
"explanation": one sentence."""

EXPLAIN_RULES = f"""Explain in 3 to 8 sentences what the sources say of the claim.
{numbered(EXPLAINING)}
"support": pairs of a source's id and the number of its sentence."""

SYSTEM = f"You weigh a scientific claim against abstracts of papers. {DATA_NOTE}"


def oppose_request(claim: str) -> Request:
    """Ask for the opposing claim (step 1 of the paper)."""
    return Request(
        stage="oppose",
        system=SYSTEM,
        prompt=f"{block({'claim': claim})}\n\n{OPPOSE_RULES}",
        tool="submit_opposing_claim",
        description="Hand in the opposing claim.",
        reply_schema=object_of({"opposing": text_of("One sentence.")}),
        max_tokens=512,
    )


def read_request(claim: str, source: Mapping[str, Any]) -> Request:
    """Ask what one abstract says of a claim: its takeaway and local label (steps 3 and 4)."""
    data = {
        "claim": claim,
        "abstract": [{"number": s["sentence"], "text": s["text"]} for s in source["excerpts"]],
    }
    whole = {"type": "integer", "description": "Number of a sentence."}
    return Request(
        stage="read_source",
        system=SYSTEM,
        prompt=f"{block(data)}\n\n{READ_RULES}",
        tool="submit_reading",
        description="Hand in what the abstract says of the claim.",
        reply_schema=object_of(
            {
                "sentences": array_of(whole),
                "grade": {"type": "string", "enum": list(GRADES)},
                "qualifies": {"type": "boolean"},
                "explanation": text_of("One sentence."),
            }
        ),
        max_tokens=1024,
    )


def explain_request(claim: str, sources: Sequence[Mapping[str, Any]]) -> Request:
    """Ask for the global explanation with its attributions (steps 6 and 7)."""
    pair = object_of(
        {"source": text_of("Id of a source."), "sentence": {"type": "integer"}},
    )
    sentence = object_of({"text": text_of("One sentence."), "support": array_of(pair)})
    return Request(
        stage="explain",
        system=SYSTEM,
        prompt=f"{block({'claim': claim, 'sources': list(sources)})}\n\n{EXPLAIN_RULES}",
        tool="submit_explanation",
        description="Hand in the explanation, sentence by sentence.",
        reply_schema=object_of({"sentences": array_of(sentence)}),
        max_tokens=2048,
    )
