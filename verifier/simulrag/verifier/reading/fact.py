"""One fact that a sentence states, and the words it may be made of."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Literal, NamedTuple

from simulrag.simulators.interface import Band, Output, Parameter
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.dates import DateMention
from simulrag.verifier.reading.text import Phrases, phrase_pattern, phrases_of

FactKind = Literal["number", "range", "label", "date", "direction"]
Direction = Literal["rise", "fall", "none"]


class Fact(NamedTuple):
    """One fact at text[start:end], in the clause text[left:right]."""

    kind: FactKind
    start: int
    end: int
    left: int
    right: int
    printed: tuple[Printed, ...] = ()
    date: DateMention | None = None
    label: str = ""
    band: Band | None = None
    direction: Direction = "none"
    #: Where the word that gives the direction stands.
    direction_at: tuple[int, int] | None = None
    #: A label is only the bound of what is said ("short of substantial", "beyond minor").
    bound: Literal["", "below", "at_most", "above", "at_least"] = ""
    negated: bool = False
    #: The number is a difference or change, not a value.
    of_change: bool = False
    #: The number is said to be a value ("a median of 7 %"), so that a share is no change.
    of_value: bool = False
    #: A difference without a sign ("the difference is 0.3 °C").
    undirected: bool = False
    #: The value at the start or the end of a change ("rises from 4.5 to 5.9 °C").
    course: Literal["", "start", "end"] = ""
    #: The number is how far a value lies from the end of its class ("moderate, but only by 0.1").
    margin: bool = False
    #: The value whose output it is of, where it names none itself ("instead of 73.99").
    like: "Fact | None" = None
    #: Where the value of the other of two states is told: text[start:end].
    rival: tuple[int, int] | None = None


@dataclass(frozen=True)
class Vocabulary:
    """What the facts of a sentence may be about; made once for all sentences on one plan."""

    outputs: tuple[Output, ...]
    parameters: tuple[Parameter, ...]
    bands: tuple[Band, ...] = ()
    #: The bands grade differences, and no values.
    grades_changes: bool = False

    @cached_property
    def names(self) -> Phrases:
        """The outputs' own names."""
        return phrases_of(tuple(chain.from_iterable(o.words for o in self.outputs)))

    @cached_property
    def rises(self) -> Phrases:
        """The outputs' own words for more."""
        return phrases_of(tuple(chain.from_iterable(o.rise_words for o in self.outputs)))

    @cached_property
    def falls(self) -> Phrases:
        """The outputs' own words for less."""
        return phrases_of(tuple(chain.from_iterable(o.fall_words for o in self.outputs)))

    @cached_property
    def directions(self) -> Phrases:
        """The outputs' own words for more or less."""
        both = ((*o.rise_words, *o.fall_words) for o in self.outputs)
        return phrases_of(tuple(chain.from_iterable(both)))

    @cached_property
    def counted(self) -> re.Pattern[str]:
        """What outputs count ("cases")."""
        units = (w for o in self.outputs for w in o.unit_words if w[:1].isalpha())
        return phrase_pattern(tuple(units))

    @cached_property
    def labels(self) -> tuple[Mapping[str, Band], Phrases]:
        """The bands by their words in small letters, and those words."""
        words = ((word.casefold(), b) for b in self.bands for word in (b.label, *b.words))
        by_word = dict(words)
        return by_word, phrases_of(tuple(by_word))

    @cached_property
    def percent_changes(self) -> Mapping[str, str]:
        """The names of outputs that change in percent, with those of their changes."""
        changes = (o for o in self.outputs if o.unit == "percent")
        return {o.changes_of: o.name for o in changes if o.changes_of}

    @cached_property
    def only_unit(self) -> str:
        """The unit of all outputs that are numbers; "" where they have several."""
        units = {o.unit.removeprefix("delta_") for o in self.outputs if o.kind == "number"}
        return units.pop() if len(units) == 1 else ""

    @cached_property
    def band_ends(self) -> frozenset[float]:
        """The numbers at which bands begin or end."""
        return frozenset(end for band in self.bands for end in band.ends)
