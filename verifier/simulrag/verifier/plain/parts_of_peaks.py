"""Values of a week as a part of the highest one: "less than half of the peak"."""

import re

from simulrag.simulators.interface import Output
from simulrag.verifier.claims import Reading, Term
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.instants import Time
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete, settings_of
from simulrag.verifier.reading.ratios import multiple
from simulrag.verifier.reading.text import Span, phrase_pattern

Readings = list[Reading]
_LED = re.compile(r"\s*(?:of\s+)?(?:the|its|their|that)?\s*(?:[\w-]+\s+){0,2}?", re.I)


def parts_of_peaks(scene: Scene) -> Readings:
    """Read "by the end of January it was less than half of the peak" of the season it lies in."""
    for own, highest in _tops(scene):
        name = highest.highest_over[0]  # type: ignore[index]
        times = [t for t in scene.times if t.grain in ("week", "day", "part")]
        ratio = next((r for r in scene.ratios if _of_top(scene, r.end, highest)), None)
        if ratio is None or len(times) != 1 or any(i.parameter == name for i in scene.items):
            continue
        made: Readings = []
        for setting in settings_of(scene, scene.items):
            subject = complete(scene, {**setting, name: _day(times[0])}, comparing=False)
            whole = {k: v for k, v in subject.arguments.items() if k != name}
            reference = subject.model_copy(update={"arguments": whole})
            if not any(scene.parameter(k).periods for k in whole):
                return []  # the highest of no season that is known
            terms = (
                Term(call=reference, output=highest.name),
                Term(call=subject, output=own.name),
            )
            made.append(multiple(terms, ratio, negated=denied(scene, ratio.start)))
        scene.keep(Span(text="", start=times[0].start, end=times[0].end))
        scene.use(ratio, Span(text="", start=ratio.start, end=ratio.tail), *scene.items)
        return made
    return []


def _tops(scene: Scene) -> list[tuple[Output, Output]]:
    """Return pairs of an output and the one that holds its highest value."""
    outputs = {o.name: o for o in scene.function.outputs}
    return [
        (outputs[o.highest_over[1]], o)
        for o in scene.function.outputs
        if o.highest_over and o.highest_over[1] in outputs
    ]


def _of_top(scene: Scene, at: int, highest: Output) -> bool:
    """Tell whether words for the highest value follow."""
    lead = _LED.match(scene.text, at)
    pattern = phrase_pattern((*highest.words, *highest.loose_words))
    return any(
        re.fullmatch(_LED, scene.text[at : m.start()]) for m in pattern.finditer(scene.text, at)
    ) and bool(lead)


def _day(time: Time) -> str:
    """Return the last day that is meant: "by the end of January" is its last week."""
    return (time.first if time.grain == "week" else time.last).isoformat()
