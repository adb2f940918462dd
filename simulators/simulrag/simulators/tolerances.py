"""What "about" means for a value."""

from dataclasses import dataclass
from typing import ClassVar

from pydantic import ConfigDict

__all__ = ["Tolerance"]


@dataclass(frozen=True, slots=True)
class Tolerance:
    """What "about" means for a value: in its unit, as a share of what is claimed, and of
    differences. same: what it is where the two values that it is made of are alike, which is
    no print: 0 of a difference."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    absolute: float = 0.0
    relative: float = 0.0
    difference: float = 0.0
    same: float | None = None

    def of(self, claimed: float) -> float:
        """Return the half-width around a claimed number."""
        return max(self.absolute, self.relative * abs(claimed))

    def between(self, claimed: float) -> float:
        """Return how far apart two values of runs may lie that are about the same."""
        return max(self.difference, self.relative * abs(claimed))


NO_TOLERANCE = Tolerance()
