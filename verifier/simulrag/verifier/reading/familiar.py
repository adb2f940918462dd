"""Names of functions that were not run, which only put the words of one that was together."""

import re
from collections.abc import Mapping, Sequence

from simulrag.simulators.interface import Output
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.reading.text import Phrases
from simulrag.verifier.reading.topics import Topic

_WORD = re.compile(r"[^\W\d_]+")


class _Own:
    """The phrases that name outputs, and every word in which text may speak of them."""

    def __init__(self, outputs: Sequence[Output]) -> None:
        self.by_phrase = {p.casefold(): o.name for o in reversed(outputs) for p in _names(o)}
        self.phrases = Phrases(tuple(self.by_phrase))
        spoken = (p for o in outputs for p in (*o.words, *o.loose_words, *o.unit_words))
        self.words = frozenset(word for p in spoken for word in _WORD.findall(p.casefold()))


_own = once_for_each(_Own)


def familiar(
    heard: Sequence[Topic], functions: Sequence[str], outputs: Sequence[Output]
) -> list[Topic]:
    """Return topics, where names of other functions hold none but words of the outputs at hand.

    "Reached its peak" names a reported week, and an output with a peak speaks of it as well;
    "global warming" is no name of a local temperature, which is never called global. What such a
    name holds no output of is left out: beside a run it tells of no other.
    """
    made = [t for t in heard if t.function in functions]
    taken = {(t.start, t.end) for t in made}
    others = {(t.start, t.end): t for t in heard if (t.start, t.end) not in taken}
    own = _own(outputs)
    for topic in others.values():
        if not set(_WORD.findall(topic.words.casefold())) <= own.words:
            made += [t for t in heard if (t.start, t.end) == (topic.start, topic.end)]
            continue
        made += [
            Topic(
                function=functions[0],
                output=own.by_phrase[" ".join(span.text.split()).casefold()],
                start=topic.start + span.start,
                end=topic.start + span.end,
                words=span.text,
            )
            for span in own.phrases.find(topic.words)
            if " ".join(span.text.split()).casefold() in own.by_phrase
        ]
    return sorted(made, key=lambda t: t.start)


def of_changes(heard: Sequence[Topic], held: Sequence[Output]) -> list[Topic]:
    """Return topics, where names of an output without a value are those of its change.

    "Globally" names the warming of the world; where only its change has a value, that is meant.
    """
    changing = _only_changes(held)
    if not changing:
        return list(heard)
    return [t._replace(output=changing.get(t.output, t.output)) for t in heard]


@once_for_each
def _only_changes(held: Sequence[Output]) -> Mapping[str, str]:
    """Return the changes that have values where what changes has none, by the latter's name."""
    names = {o.name for o in held}
    return {o.changes_of: o.name for o in held if o.changes_of and o.changes_of not in names}


def _names(output: Output) -> tuple[str, ...]:
    labels = (p for value, phrases in output.choices.items() for p in (value, *phrases))
    return (*output.words, *(labels if output.kind == "category" else ()))
