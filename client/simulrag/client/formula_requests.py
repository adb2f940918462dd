"""How a model is asked for formulas: of a question, of the claims of drafts, of an answer.

All these requests begin alike - tool, system text, handbook - so that a provider which keeps the
beginning of requests is sent the handbook once.
"""

from collections.abc import Mapping
from typing import Any

from simulrag.client.language_models.protocol import Request
from simulrag.client.prompts import DATA_NOTE, array_of, block, object_of, text_of

SYSTEM = f"""You write what a text asks or claims as formulas over outputs of simulators. You \
never judge whether a claim is true, and never guess what a formula is worth. {DATA_NOTE}"""
#: Tokens that the formulas of all claims may take.
LONGEST = 8192


def request(
    stage: str, handbook: str, data: Mapping[str, Any], rules: str, sample: int = 0
) -> Request:
    """Ask for formulas by the handbook, with the names that they share."""
    return Request(
        stage=stage,
        sample=sample,
        system=SYSTEM,
        shared=(f"<handbook>\n{handbook}\n</handbook>\n\n",),
        prompt=f"{block(data)}\n\n{rules}",
        tool="submit_formulas",
        description="Hand in formulas.",
        reply_schema=object_of(
            {
                "let": array_of(_pair("name", "A name.", "part", "The run or part it stands for.")),
                "formulas": array_of(_formula()),
                "support": array_of(_support()),
            }
        ),
        max_tokens=LONGEST,
    )


def _formula() -> dict[str, Any]:
    return object_of(
        {
            "claim": text_of("Id of the claim; of a question, the part of it, in its words."),
            "formula": text_of("Its formula, empty for none."),
            "assume": array_of(_pair("input", "An input.", "value", "Its value.")),
            "context": array_of(text_of("A sentence.")),
            "why": text_of("Why there is no formula, else empty."),
        }
    )


def _pair(one: str, of_one: str, other: str, of_other: str) -> dict[str, Any]:
    return object_of({one: text_of(of_one), other: text_of(of_other)})


def _support() -> dict[str, Any]:
    """Return the schema of which answers support a claim: the edges of the paper's graph."""
    answers = array_of(text_of("Id of an answer that supports it."))
    return object_of({"claim": text_of("Id of a claim."), "answers": answers})
