"""What checks of an installation or of a simulator found, and how a command shows it."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

State = Literal["ok", "note", "failed"]
_MARKS = {"ok": "ok    ", "note": "note  ", "failed": "FAILED"}


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at. `do` says what to do about it, "" where nothing is to do."""

    check: str
    #: "note": works, but something may be missed; "failed": something does not work.
    state: State
    said: str
    do: str = ""

    def lines(self) -> list[str]:
        """Return it for a person."""
        told = [f"{_MARKS[self.state]}  {self.check}: {self.said}"]
        return [*told, f"        -> {self.do}"] if self.do else told


def failed(findings: Iterable[Finding]) -> list[Finding]:
    """Return those that say that something does not work."""
    return [finding for finding in findings if finding.state == "failed"]


def as_json(findings: Sequence[Finding]) -> str:
    """Return all as one JSON object."""
    content = {"ok": not failed(findings), "findings": [asdict(one) for one in findings]}
    return json.dumps(content, indent=2)


def summary(findings: Sequence[Finding]) -> str:
    """Return how many failed, as the last line for a person."""
    lost = len(failed(findings))
    return f"\n{lost} of {len(findings)} failed" if lost else "\nall is well"
