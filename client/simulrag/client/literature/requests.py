"""What a model is asked for the steps over the literature: opposing claim, readings, explanation.

Each abstract is read in a request of its own, so that what one paper says cannot reach the
reading of another. All of it stands in fenced JSON blocks, as data.
"""

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from simulrag.client.language_models.protocol import Request
from simulrag.client.literature.words import GradeName
from simulrag.client.prompts import DATA_NOTE, array_of, block, object_of, text_of

OPPOSE_RULES = """Write the opposing claim: if the one is true, the other must be false.
- turn one thing round (direction, relation, or whether there is an effect); keep the subject, \
population, dose, period and place
- word it as a paper would state its own finding, so that a search finds such papers
- one sentence"""

READ_RULES = """Read the abstract for the claim, by its sentences alone and not by what you know:
- "sentences": the numbers of at most 3 sentences that speak of the claim, the deciding one first, \
findings before aims; [] if the abstract is beside the point
- "grade": what they say of the claim. True: the source states it. Mostly: with a limit of \
strength or certainty. Somewhat: indirectly, weakly or for a part. False likewise for the \
contrary; no effect found contradicts a claim of one. No Evidence: it decides another claim or none
- "qualifies": true if it holds the claim only under a condition, which is no contradiction
- "explanation": one sentence
- fame and journal do not matter: they are weighed by code"""

EXPLAIN_RULES = """Explain in 3 to 8 sentences what the sources say of the claim:
- use only the sentences given; first those for the claim, then those against, grouped by what \
they assume: population, dose, period, place, design; say what the claim leaves open
- "support": for each sentence at most 3 pairs of a source's id and the number of its sentence; \
[] for your own interpretation. Every pair is checked
- copy numbers as printed; average nothing, decide nothing"""

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
                "grade": {"type": "string", "enum": list(get_args(GradeName))},
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
