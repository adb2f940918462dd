"""What one check of the installation found."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "note", "failed"]


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at. `do` says what to do about it, "" where nothing is to do."""

    check: str
    #: "note": works, but something may be missed; "failed": something does not work.
    state: State
    said: str
    do: str = ""


Check = Callable[[], Iterator[Finding]]
