"""Says on standard error what is going on: a spinner on a terminal, plain lines elsewhere."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager

Tell = Callable[[str], None]


def silent(_message: str) -> None:
    """Tell nothing."""


@contextmanager
def telling() -> Generator[Tell]:
    """Give a function that shows the current step for as long as the context lasts."""
    if not sys.stderr.isatty():
        yield lambda message: print(message, file=sys.stderr, flush=True)
        return
    from rich.console import Console
    from rich.markup import escape

    with Console(stderr=True).status("starting") as status:
        yield lambda message: status.update(escape(message))
