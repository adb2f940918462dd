"""Fetches the series of runs from the server: replies of other tools go without them."""

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from simulrag.client.errors import ServerFailed
from simulrag.client.progress import Tell
from simulrag.client.session import Tools
from simulrag.simulators.interface import Run, Series


async def courses(
    runs: Iterable[Mapping[str, Any]], tools: Tools, tell: Tell
) -> dict[str, dict[str, Series]]:
    """Return the series of runs by run id, at most 60 points each; {} for a run that has none.

    A run that the server does not keep is left out: a report without a chart is worth more than
    no report.
    """
    tell("fetching the series of the runs")
    found: dict[str, dict[str, Series]] = {}
    for run in runs:
        try:
            reply = await tools.call("get_run", run_id=run["id"], detail="full")
            found[run["id"]] = dict(Run.model_validate(reply["run"], extra="ignore").series)
        except (ServerFailed, ValidationError):
            continue
    return found
