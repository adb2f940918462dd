"""A language model beside the rules: doing the pipeline's steps, over raw abstracts, and alone.

The paper compares its pipeline with the same model "with and without grounding retrieval
component": given all retrieved abstracts at once, and given none. Each is asked for one of the five
global labels and an explanation. A claim of which a step failed, or that a limit did not allow, is
not measured; nothing is filled in.
"""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

from simulrag.client.errors import LimitReached, ModelError
from simulrag.client.language_models.protocol import LanguageModel, Request
from simulrag.client.language_models.schema import fits
from simulrag.client.literature.weighing import weigh
from simulrag.client.prompts import DATA_NOTE, block, object_of, text_of
from simulrag.client.session import McpTools, Tools
from simulrag.simulators.interface import Frozen
from simulrag.simulators.registry import Registry
from simulrag.verifier.literature.corpus import Corpus
from simulrag.verifier.literature.documents import Document
from simulrag.verifier.literature.grades import GlobalLabel
from simulrag.verifier.literature.labelled import LabelledClaim
from simulrag.verifier.literature.library import Library
from simulrag.verifier.literature.weighing import LiteratureVerdict

#: What stands for a verdict without evidence.
NO_EVIDENCE = "No evidence found"
LABELS = (*get_args(GlobalLabel), NO_EVIDENCE)
SYSTEM = f"You judge a scientific claim. {DATA_NOTE}"
RULES = """Give one of the verdicts on the claim, and explain it in 3 to 8 sentences: what speaks \
for it, what against it, and on which conditions it depends."""
RAW_RULES = "Judge by the abstracts given, and not by what you know."
#: Characters of all abstracts of one request, at most; what is longer is not asked.
MOST_TEXT = 200_000


class Judgement(Frozen):
    """A model's verdict on a claim in one reply: a global label and an explanation."""

    label: str
    explanation: str


class Asked(Frozen):
    """What a model made of one claim; None where it was not measured, with the reason in `why`."""

    pipeline: LiteratureVerdict | None = None
    raw: Judgement | None = None
    alone: Judgement | None = None
    why: tuple[str, ...] = ()


def judge_request(claim: str, documents: Sequence[Document] | None = None) -> Request:
    """Ask for a verdict over documents, or, with None, by what a model knows."""
    data: dict[str, Any] = {"claim": claim, "verdicts": LABELS}
    if documents is not None:
        data["abstracts"] = [f"{one.title}\n{one.abstract}".strip() for one in documents]
    rules = RULES if documents is None else f"{RULES}\n{RAW_RULES}"
    label = {"type": "string", "enum": list(LABELS)}
    return Request(
        stage="judge_alone" if documents is None else "judge_abstracts",
        system=SYSTEM,
        prompt=f"{block(data)}\n\n{rules}",
        tool="submit_verdict",
        description="Hand in the verdict on the claim.",
        reply_schema=object_of({"label": label, "explanation": text_of("3 to 8 sentences.")}),
        max_tokens=1024,
    )


async def ask_all(
    claims: Sequence[LabelledClaim], documents: Sequence[Document], model: LanguageModel
) -> list[Asked]:
    """Return what a model makes of each claim; after a limit, of none that follows."""
    from mcp import Client

    from simulrag.server.app import build_server

    made: list[Asked] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "abstracts.db"
        with Corpus(path) as corpus:
            corpus.add(documents)
        server = build_server(Registry([]), library=Library(path))
        async with Client(server) as client:
            for claim in claims:
                made.append(await _asked(claim.claim, McpTools(client), model))
                if any("was not asked" in why for why in made[-1].why):
                    break
    reason = ("a limit on calls or cost was reached before this claim",)
    return made + [Asked(why=reason)] * (len(claims) - len(made))


async def _asked(claim: str, tools: Tools, model: LanguageModel) -> Asked:
    weighed = await weigh(claim, tools, model)
    if weighed.notes:
        return Asked(why=weighed.notes)
    verdict = LiteratureVerdict.model_validate(weighed.evidence["verdict"])
    given = [h.document for h in verdict.retrieved.hits if not h.document.retracted]
    raw, why_raw = await _judged(judge_request(claim, given), model)
    alone, why_alone = await _judged(judge_request(claim), model)
    return Asked(pipeline=verdict, raw=raw, alone=alone, why=(*why_raw, *why_alone))


async def _judged(
    request: Request, model: LanguageModel
) -> tuple[Judgement | None, tuple[str, ...]]:
    if len(request.prompt) > MOST_TEXT:
        return None, (f"{request.stage}: the abstracts exceed {MOST_TEXT} characters",)
    try:
        reply = await model.complete(request)
    except LimitReached as error:
        return None, (str(error),)
    except ModelError as error:
        return None, (f"{request.stage}: {error}",)
    if not fits(reply.content, request.reply_schema):
        return None, (f"{request.stage}: the reply does not fit what was asked for",)
    return Judgement.model_validate(reply.content), ()
