"""Writes the page of a question that is refused."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from simulrag.client.errors import NothingHelps
from simulrag.client.reporting.page import write
from simulrag.client.reporting.subject import of_refusal
from simulrag.client.simulating import listing


@contextmanager
def refusals_reported(question: str, where: Path | None) -> Generator[None]:
    """Write a page for a question that is refused inside the context, and pass the refusal on."""
    try:
        yield
    except NothingHelps as error:
        if where is not None:
            problems = error.problems or ({"reason": error.reason, "message": str(error)},)
            simulators = cast("list[dict[str, Any]]", listing()["simulators"])
            write(of_refusal(question, problems, simulators), where)
        raise
