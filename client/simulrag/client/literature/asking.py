"""Opens the model and the server for one claim, and finds the simulation that decides it too."""

from collections.abc import Sequence
from typing import Any

from simulrag.client.errors import ServerFailed
from simulrag.client.language_models.claude import has_key
from simulrag.client.language_models.protocol import find
from simulrag.client.literature.weighing import Weighed, weigh
from simulrag.client.session import Tools, connect

#: Verdicts that simulations stand behind, for or against, or which they leave open.
_SIMULATED = ("supported", "refuted", "undecided")


async def weighed(
    claim: str,
    model: str = "",
    server: str = "",
    *,
    online: Sequence[str] = (),
    runs: Sequence[str] = (),
    abstracts: int = 6,
    simulate: bool = False,
) -> Weighed:
    """Weigh a claim; `model` as for `ask`: "" for Claude where there is a key, rules elsewhere.

    simulate: where no runs are named, also weigh the simulation that decides the claim, if one
    does.

    Raises BadInput, ServerFailed or ModelUnavailable.
    """
    chosen = model or ("claude" if has_key() else "")
    one = find(chosen) if chosen else None
    try:
        async with connect(server) as tools:
            used = runs or (await simulated(claim, tools) if simulate else ())
            return await weigh(claim, tools, one, online=online, runs=used, abstracts=abstracts)
    finally:
        if one is not None:
            await one.close()


async def simulated(claim: str, tools: Tools) -> tuple[str, ...]:
    """Return the id of a run by which simulations decide a claim, () where they do not.

    One run stands for the verdict, whose other runs the server finds again.
    """
    try:
        reply = await tools.call("check_answer", text=claim)
    except ServerFailed:
        # Whatever a check refuses, the claim may still be weighed, or is refused there.
        return ()
    claims: list[dict[str, Any]] = reply.get("claims", [])
    if len(claims) != 1 or claims[0]["verdict"] not in _SIMULATED:
        return ()
    return tuple(claims[0].get("run_ids", ()))[:1]
