"""Scales of a question that grade the relative change of one of several outputs."""

import re
from collections.abc import Iterable, Mapping, Sequence

from simulrag.simulators.interface import Band, Frozen, Function, Output
from simulrag.verifier.claims import Graded
from simulrag.verifier.reading.bands import Scaled, scales
from simulrag.verifier.reading.topics import Topic

#: What a label may grade and a statement may leave out ("a minor improvement" is minor).
_NOUN = (
    r"(?:improvement|reduction|increase|decrease|change|impact|effect|benefit|cut|rise|drop|"
    r"gain|loss)"
)
_GRADED_NOUN = re.compile(rf"(?:\s+(?:environmental|overall|net|traffic))?\s+{_NOUN}$|^{_NOUN}\s+")


class DefinedScales(Frozen):
    """The scales that a question defines: one for its results, or one for each of some outputs."""

    bands: tuple[Band, ...] = ()
    of_difference: bool = False
    graded: tuple[Graded, ...] = ()


def defined_scales(
    text: str, topics: Sequence[Topic], functions: Iterable[Function]
) -> DefinedScales:
    """Return the scales that a normalised question defines, the longest where it has several."""
    defined = scales(text)
    by_output = graded(defined, topics, functions)
    longest = max(defined, key=lambda scale: len(scale.bands), default=None)
    if by_output or longest is None:
        return DefinedScales(graded=by_output)
    return DefinedScales(bands=longest.bands, of_difference=longest.of_difference)


def graded(
    defined: Sequence[Scaled], topics: Sequence[Topic], functions: Iterable[Function]
) -> tuple[Graded, ...]:
    """Return the scales in percent of outputs in other units, each with the output before it.

    A question may grade several outputs by the same words with different limits, so that each
    scale belongs to the output that was named last before it, or next after it in its sentence.
    """
    outputs = {(f.name, o.name): o for f in functions for o in f.outputs}
    found: dict[str, Graded] = {}
    for scale in defined:
        output = _output_of(scale, topics, outputs)
        if output is not None and scale.unit == "percent" and output.unit != "percent":
            named = [_without_name(band, output) for band in scale.bands]
            bands = tuple(_shortened(band, named) for band in named)
            found.setdefault(output.name, Graded(output=output.name, bands=bands))
    return tuple(found.values())


def _output_of(
    scale: Scaled, topics: Sequence[Topic], outputs: Mapping[tuple[str, str], Output]
) -> Output | None:
    numeric = [t for t in topics if outputs[t.function, t.output].kind == "number"]
    before = [t for t in numeric if t.end <= scale.spans[0].start]
    topic = max(before, key=lambda t: t.end, default=next(iter(numeric), None))
    return outputs[topic.function, topic.output] if topic is not None else None


def _without_name(band: Band, output: Output) -> Band:
    """Take the output's name off a label ("is the travel time small (under 3 %)")."""
    for words in sorted(output.words, key=len, reverse=True):
        if band.label.startswith(f"{words} "):
            return band.model_copy(update={"label": band.label.removeprefix(f"{words} ")})
    return band


def _shortened(band: Band, bands: Sequence[Band]) -> Band:
    """Give a band its label without what it grades as another word, where that is its own."""
    short = _GRADED_NOUN.sub("", band.label)
    own = sum(_GRADED_NOUN.sub("", b.label) == short for b in bands) == 1
    return band.model_copy(update={"words": (*band.words, short)}) if own else band


def band_named(label: str, scale: Graded) -> Band | None:
    """Return the band that a label names on a scale."""
    plain = " ".join(label.split()).casefold()
    return next((b for b in scale.bands if plain in (b.label, *b.words)), None)
