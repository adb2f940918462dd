"""The whole loop on a cup of coffee: real server, real SDK, whatever model listens.

The truth is Newton's law of cooling: 20 + 70 exp(-0.03 * 10) = 71.86 °C.
"""

import math
from collections.abc import Awaitable, Callable
from typing import Any

from coffee import Coffee
from simulrag.client.journal import Journal, JournaledTools, discard
from simulrag.client.language_models.claude import Claude
from simulrag.client.language_models.metered import Limits, Metered
from simulrag.client.loop import simulrag
from simulrag.client.result import AnsweredClaim, Result
from simulrag.client.session import McpTools, Tools, run
from simulrag.server.app import build_server
from simulrag.simulators.interface import Simulator
from simulrag.simulators.registry import Registry

QUESTION = (
    "What is the temperature of the coffee in a ceramic mug after 10 minutes, poured at 90 °C?"
)
TRUTH = f"{20 + 70 * math.exp(-0.3):.1f}"
SAYS = "The temperature of the coffee in a ceramic mug after 10 minutes, poured at 90 °C, is {}."
RIGHT, WRONG = SAYS.format(f"{TRUTH} °C"), SAYS.format("65.0 °C")
TASTE = "Coffee tastes best beside a campfire."


def ask(
    *,
    question: str = QUESTION,
    simulator: Simulator | None = None,
    wrapped: Callable[[Tools], Tools] = lambda tools: tools,
    journal: Journal | None = None,
    method: Callable[..., Awaitable[Result]] = simulrag,
    limits: Limits | None = None,
    **options: Any,
) -> Result:
    """Ask the question; `wrapped` may stand between the loop and the server's tools."""

    async def asked() -> Result:
        from mcp import Client

        model = Claude()
        replies = journal.replies if journal else None
        try:
            async with Client(build_server(Registry([simulator or Coffee()]))) as client:
                tools = wrapped(McpTools(client))
                return await method(
                    question,
                    Metered(model, limits=limits, journal=replies),
                    JournaledTools(tools, journal) if journal else tools,
                    keep=journal.keep if journal else discard,
                    **options,
                )
        finally:
            await model.close()

    return run(asked)


def claim(result: Result, text: str) -> AnsweredClaim:
    return next(claim for claim in result.claims if claim.text == text)
