"""Opens the model and the server for one claim."""

from collections.abc import Sequence

from simulrag.client.language_models.claude import has_key
from simulrag.client.language_models.protocol import find
from simulrag.client.literature.weighing import Weighed, weigh
from simulrag.client.session import connect


async def weighed(
    claim: str,
    model: str = "",
    server: str = "",
    *,
    online: Sequence[str] = (),
    runs: Sequence[str] = (),
    abstracts: int = 6,
) -> Weighed:
    """Weigh a claim; `model` as for `ask`: "" for Claude where there is a key, rules elsewhere.

    Raises BadInput, ServerFailed or ModelUnavailable.
    """
    chosen = model or ("claude" if has_key() else "")
    one = find(chosen) if chosen else None
    try:
        async with connect(server) as tools:
            return await weigh(claim, tools, one, online=online, runs=runs, abstracts=abstracts)
    finally:
        if one is not None:
            await one.close()
