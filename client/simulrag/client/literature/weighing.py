"""A claim weighed by the server's tools, with a model's steps where there is one.

What the model hands in is checked twice: here, so that one wrong reply costs one source its
reading and not the whole verdict, and by the server, which checks every id and quotation.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import anyio

from simulrag.client.errors import ModelError, ServerFailed
from simulrag.client.language_models.protocol import LanguageModel, Request
from simulrag.client.language_models.schema import fits
from simulrag.client.literature.requests import explain_request, oppose_request, read_request
from simulrag.client.session import Tools
from simulrag.simulators.interface import Frozen

#: Requests under way at once.
AT_ONCE = 4


class Weighed(Frozen):
    """What `weigh_evidence` returned, and what of the model's steps could not be used, and why."""

    claim: str
    evidence: Mapping[str, Any]
    notes: tuple[str, ...] = ()


async def weigh(
    claim: str,
    tools: Tools,
    model: LanguageModel | None = None,
    *,
    online: Sequence[str] = (),
    runs: Sequence[str] = (),
    abstracts: int = 6,
) -> Weighed:
    """Weigh a claim; without a model all steps are done by rules.

    Raises ServerFailed where the server refuses, such as one without a corpus.
    """
    asked: dict[str, Any] = {"online": list(online), "abstracts": abstracts}
    given: dict[str, Any] = {"claim": claim, "runs": list(runs), **asked}
    if model is None:
        return Weighed(claim=claim, evidence=await tools.call("weigh_evidence", **given))
    steps = _Steps(claim, tools, model)
    found = await steps.searched(asked)
    readings = await steps.readings(
        [source for source in found["sources"] if not source.get("retracted")]
    )
    given["opposing"] = steps.opposing
    given["takeaways"] = [
        {"source": name, "sentences": one["sentences"]} for name, one in readings.items()
    ]
    given["labels"] = [
        {key: one[key] for key in ("grade", "explanation", "qualifies")} | {"source": name}
        for name, one in readings.items()
    ]
    evidence = await tools.call("weigh_evidence", **given)
    sentences = await steps.explained(evidence, found["sources"])
    if sentences:
        evidence = await tools.call("weigh_evidence", **given, explanation=sentences)
    return Weighed(claim=claim, evidence=evidence, notes=tuple(steps.notes))


def _handed(sentence: Mapping[str, Any]) -> dict[str, Any]:
    pairs: list[dict[str, Any]] = sentence["support"]
    return {
        "text": sentence["text"],
        "support": [[pair["source"], pair["sentence"]] for pair in pairs],
    }


class _Steps:
    """The steps of one claim, and notes of what went wrong with them."""

    def __init__(self, claim: str, tools: Tools, model: LanguageModel) -> None:
        self.claim, self.tools, self.model = claim, tools, model
        self.opposing = ""
        self.notes: list[str] = []

    async def searched(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Search with the model's opposing claim, or with that of the rules if it is refused."""
        reply = await self._asked(oppose_request(self.claim), "opposing claim")
        self.opposing = str(reply["opposing"]).strip() if reply else ""
        given = {"query": self.claim, **asked}
        if self.opposing:
            try:
                return await self.tools.call("search_literature", **given, opposing=self.opposing)
            except ServerFailed as error:
                if "opposing claim" not in str(error):
                    raise
                self.notes.append(f"opposing claim by rules: {error}")
                self.opposing = ""
        return await self.tools.call("search_literature", **given)

    async def readings(self, sources: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Return by source id what the model read; a source without a usable reply is left out."""
        made: dict[str, Any] = {}
        limiter = anyio.CapacityLimiter(AT_ONCE)

        async def read(source: Mapping[str, Any]) -> None:
            async with limiter:
                one = await self._asked(read_request(self.claim, source), source["id"])
            if one is None:
                return
            there = {excerpt["sentence"] for excerpt in source["excerpts"]}
            if wrong := [number for number in one["sentences"] if number not in there]:
                self.notes.append(
                    f"{source['id']} by rules: it has no sentence {wrong[0]}, which the model named"
                )
                return
            made[source["id"]] = one

        async with anyio.create_task_group() as group:
            for source in sources:
                group.start_soon(read, source)
        return {source["id"]: made[source["id"]] for source in sources if source["id"] in made}

    async def explained(
        self, evidence: Mapping[str, Any], sources: Sequence[Mapping[str, Any]]
    ) -> list[dict[str, Any]]:
        """Return the model's explanation of the sources that count, [] where there are none."""
        grades = {one["id"]: one["grade"] for one in evidence["sources"] if one["use"] == "counted"}
        counted = [
            {"id": one["id"], "grade": grades[one["id"]], "sentences": one["excerpts"]}
            for one in sources
            if one["id"] in grades
        ]
        if not counted:
            return []
        reply = await self._asked(explain_request(self.claim, counted), "explanation")
        said: list[dict[str, Any]] = reply["sentences"] if reply else []
        return [_handed(one) for one in said if one["text"].strip()]

    async def _asked(self, request: Request, about: str) -> Any:
        """Return the content of a reply that fits its schema, None with a note where none does."""
        try:
            content = (await self.model.complete(request)).content
        except ModelError as error:
            self.notes.append(f"{about} by rules: {error}")
            return None
        if not fits(content, request.reply_schema):
            self.notes.append(f"{about} by rules: the reply does not fit what was asked for")
            return None
        return content
