"""The synthetic answerer behind the loopback server: it sees what a real model would see."""

from collections.abc import Callable
from typing import Any

import anyio

from client.messages_api import PRINTED, stage_of
from simulrag.client.language_models.protocol import Request
from simulrag.client.prompts import PERSPECTIVES
from simulrag.evaluation.synthetic_model import Synthetic

#: What the loop asks for in the steps that the paper's prompts have as well.
ASKED = {"draft": {"answer": {}, "claims": {}}, "compose": {"sentences": {}}}


def synthetic(seed: int = 0) -> Callable[[str, dict[str, Any]], dict[str, Any]]:
    """Return a model for `MessagesApi`: a function from the prompt to the tool's input."""
    answerer = Synthetic(str(seed))

    def reply(prompt: str, _data: dict[str, Any]) -> dict[str, Any]:
        sample = next((n for n, said in enumerate(PERSPECTIVES) if said in prompt), 0)
        printed = any(prompt.startswith(opening) for opening in PRINTED)
        asked = {"answer": {}} if printed else ASKED.get(stage_of(prompt), {})
        request = Request(
            stage=stage_of(prompt), sample=sample, system="", prompt=prompt, tool="submit",
            description="", reply_schema={"properties": asked},
        )  # fmt: skip
        return dict(anyio.run(answerer.complete, request).content)

    return reply
