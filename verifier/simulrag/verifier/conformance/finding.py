"""What one check of a simulator found."""

from dataclasses import dataclass
from typing import Literal

State = Literal["ok", "note", "failed"]


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at. `do` says what to do about it, "" where nothing is to do."""

    check: str
    state: State
    said: str
    do: str = ""
