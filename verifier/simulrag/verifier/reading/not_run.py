"""Names of results of functions that were not run, such as global for local warming."""

from collections.abc import Sequence

from simulrag.simulators.interface import Simulator
from simulrag.verifier.claims import Plan, Problem
from simulrag.verifier.reading.asked import Asked, bands_of
from simulrag.verifier.reading.text import find_phrases
from simulrag.verifier.reading.topics import Topic


def unlabelled(text: str, heard: Sequence[Topic], plan: Plan, asked: Asked) -> list[Topic]:
    """Leave out names inside a label of a function that was run ("prevents a wave")."""
    bands = bands_of(plan, asked.outputs)
    spans = find_phrases(text, [word for b in bands for word in (b.label, *b.words)])
    return [t for t in heard if not any(s.start <= t.start and t.end <= s.end for s in spans)]


def of_others(heard: Sequence[Topic], simulator: Simulator) -> Problem | None:
    """Report a number of a function that was not run, such as global for local warming."""
    # A change that a comparison makes is named by the word of what changes, which others have too.
    kinds = {
        (f.name, o.name): "change" if f.compares and o.fall_words else o.kind
        for f in simulator.functions
        for o in f.outputs
    }
    other = next((t for t in heard if kinds[t.function, t.output] == "number"), None)
    if other is None:
        return None
    return Problem(
        reason="other_subject",
        message=f"{other.words!r} is a result of {other.function}, of which no run is at hand",
        simulator=simulator.name,
        given=other.words,
    )
