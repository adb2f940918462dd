"""Sentences with words in other places, each letter knowing where it stood."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from string import Formatter

from simulrag.verifier.claims import Counted, Figure, Reading


@dataclass(frozen=True)
class Aligned:
    """A text and, for each of its letters, where it stood in the text that it was made from."""

    text: str
    origin: tuple[int, ...]

    @classmethod
    def of(cls, text: str) -> "Aligned":
        """Take a text as it is."""
        return cls(text, tuple(range(len(text))))

    def replaced(self, match: re.Match[str], template: str) -> "Aligned":
        """Put a template in the place of a match, `{name}` being a group with its own letters.

        New letters count as standing where the match begins.
        """
        words, origin = self.text[: match.start()], list(self.origin[: match.start()])
        here = self.origin[match.start()]
        for literal, group, _, _ in Formatter().parse(template):
            words += literal
            origin += [here] * len(literal)
            if group and match[group]:
                words += match[group]
                origin += self.origin[match.start(group) : match.end(group)]
        return Aligned(words + self.text[match.end() :], (*origin, *self.origin[match.end() :]))

    def back(self, readings: Iterable[Reading], original: str) -> tuple[Reading, ...]:
        """Return readings of this text with the places of their words in the original."""
        return tuple(self._back(reading, original) for reading in readings)

    def _back(self, reading: Reading, original: str) -> Reading:
        moved: dict[str, object] = {
            "figures": tuple(self._at(f, original) for f in reading.figures)
        }
        if reading.direction is not None:
            word = self._at(reading.direction, original)
            moved["direction"] = word if word.start >= 0 else None
        if isinstance(reading, Counted):
            moved["of"] = tuple(self.back(each, original) for each in reading.of)
        return reading.model_copy(update=moved)

    def _at(self, figure: Figure, original: str) -> Figure:
        """Return a figure where it stood, without a place where its words did not stand there."""
        if figure.start < 0 or figure.end <= figure.start:
            return figure
        start, end = self.origin[figure.start], self.origin[figure.end - 1] + 1
        if original[start:end] != self.text[figure.start : figure.end]:
            start = end = -1
        return figure.model_copy(update={"start": start, "end": end})
