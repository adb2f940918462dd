"""A time that plain text names, as the days from one to another."""

from collections.abc import Sequence
from datetime import date
from typing import Literal

from simulrag.simulators.interface import Frozen

Grain = Literal["day", "week", "part", "years", "now"]


class Time(Frozen):
    """The days from `first` to `last`, named at text[start:end]."""

    first: date
    last: date
    start: int
    end: int
    grain: Grain
    #: The day of another week that the words may as well mean ("the first week of January").
    other: date | None = None

    @property
    def middle(self) -> date:
        """Return the day half-way, the earlier of two."""
        return self.first + (self.last - self.first) // 2

    @property
    def middle_year(self) -> int:
        """Return the year half-way, the earlier of two."""
        return (self.first.year + self.last.year) // 2


def others_meant(times: Sequence[Time]) -> list[Time]:
    """Return times with the other week that vague words may mean in place of the first."""
    return [
        t.model_copy(update={"first": t.other, "last": t.other}) if t.other else t for t in times
    ]
