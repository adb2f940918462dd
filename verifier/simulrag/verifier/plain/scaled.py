"""Statements of what so much of something comes to: "another 500 Gt of CO2 add 0.2 °C"."""

import re

from simulrag.simulators.interface import Call, Output
from simulrag.verifier.claims import Figure, Reading
from simulrag.verifier.plain.denials import denied
from simulrag.verifier.plain.readings import expression
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.plain.settings import complete
from simulrag.verifier.quantities import Printed, family, quantities
from simulrag.verifier.reading.figures import comparator_of
from simulrag.verifier.reading.text import Span, find_phrases

Readings = list[Reading]
#: What "about" leaves open, relative, of the amount and of its effect.
_ABOUT = 0.1
_PRONOUN = re.compile(
    r"\s+of\s+(?:it|them|these|additional|further|extra|future|emissions?)\b", re.I
)
_SOMETHING = re.compile(r"\s+of\s+[a-z]|\s+(?:of\s+)?[A-Z]\w*\d", re.I)
_SINGLE = re.compile(
    r"\b(?P<half>half\s+(?:a\s+)?)?(?:an?|each|every|per|another|one|the)?\s*(?:additional\s+|further\s+|extra\s+)?"
    r"(?P<scale>(?:hundred|thousand|million|billion)\s+)?$",
    re.I,
)
#: "Each thousand gigatonnes": how many that is; "several hundred" is no number.
_SCALES = {"hundred": 1e2, "thousand": 1e3, "million": 1e6, "billion": 1e9}
_SEVERAL = re.compile(
    r"\b(?:several|few|some|many|dozens?|hundreds|thousands|couple)\W*(?:of\s*)?$", re.I
)
_TAKEN_AWAY = re.compile(
    r"\b(?:remov|withdr|captur|absorb|less(?!\s+than)|fewer|reduc|cut|avoid|sav(?:e|ing)|prevent|not\s+emit)\w*\b",
    re.I,
)


class _Amount:
    """How many times the amount that the value is for a sentence speaks of, and where."""

    def __init__(self, times: float, start: int, end: int, *, hedged: bool) -> None:
        self.times, self.start, self.end, self.hedged = times, start, end, hedged


def scaled(scene: Scene) -> Readings:
    """Return what is said of the effect of an amount, in proportion to a published figure."""
    for output in scene.function.outputs:
        amount = _amount(scene.text, output) if output.proportional_to else None
        if amount is None or _TAKEN_AWAY.search(scene.text) or scene.items:
            continue
        figures = _effects(scene, output, amount)
        lessened = [
            c
            for c in scene.comparatives
            if c.sign < 0 and not any(q.qualified_from <= c.start < q.start for q in figures)
        ]
        if not 1 <= len(figures) <= 2 or lessened:
            return []
        scene.use(*figures, *scene.comparatives, *scene.ratios)
        scene.keep(Span(text="", start=amount.start, end=amount.end))
        for match in _TAKES.finditer(scene.text):
            scene.use(Span(text="", start=match.start(), end=match.end()))
        call = complete(scene, {}, comparing=False)
        return _read(scene, call, output, amount, figures)
    return []


def _effects(scene: Scene, output: Output, amount: _Amount) -> list[Printed]:
    """Return the numbers that say what an amount comes to; of a range the first shares the unit."""
    free = [q for q in quantities(scene.text) if not amount.start <= q.start < amount.end]
    found: list[Printed] = []
    for at, figure in enumerate(free):
        after = free[at + 1] if at + 1 < len(free) else None
        joined = after and _JOINED.fullmatch(scene.text, figure.unit_end, after.start)
        unit = figure.unit or (after.unit if joined and after else "")
        if unit and family(unit) == family(output.unit):
            found.append(figure.model_copy(update={"unit": unit}))
    return found


_JOINED = re.compile(r"\s*(?:to|and|-|up\s+to)\s*", re.I)
#: Words for giving off an amount and for what comes of it.
_TAKES = re.compile(
    r"\bit\s+(?:takes|would\s+take|needs)\b|"
    r"\b(?:releas|emit|burn|combust|spew|pump|belch|vent|discharg|dump|spend|us)(?:e|es|ed|t?ing)?"
    r"(?:\s+(?:through|off|up|out))?\b|\b(?:buys?|costs?|earns?|nets?)(?:\s+us)?\b|"
    r"\b(?:nudg|push|driv|edg)(?:e|es|ing)\b[^,;:]*?\bup\s+by\b|"
    r"\b(?:on|onto)\s+the\s+(?:thermometer|bill|account)\b",
    re.I,
)


def _read(
    scene: Scene, call: Call, output: Output, amount: _Amount, figures: list[Printed]
) -> Readings:
    made = expression("value", (call,), output)
    negated = denied(scene, figures[0].start)
    readings = [
        Reading(
            expression=made,
            comparator=comparator_of(q),
            figures=(_figure(q, amount),),
            unit=q.unit,
            negated=negated,
            about_absolute=output.about_absolute / amount.times,
        )
        for q in figures
    ]
    if len(figures) == 1:
        return readings
    if not _JOINED.fullmatch(scene.text, figures[0].unit_end, figures[1].start):
        return []
    return [
        r.model_copy(update={"quantile": end, "comparator": "equal"})
        for r, end in zip(readings, ("low", "high"), strict=True)
    ]


def _figure(printed: Printed, amount: _Amount) -> Figure:
    """Return what the printed effect comes to for the amount that the value is for."""
    half = float(printed.half_unit)
    if amount.hedged or printed.qualifier == "about":
        half = max(half, _ABOUT * abs(float(printed.value)))
    return Figure(
        text=printed.text,
        start=printed.start,
        end=printed.end,
        value=float(printed.value) / amount.times,
        half_unit=half / amount.times,
    )


def _amount(text: str, output: Output) -> _Amount | None:
    spans = find_phrases(text, output.proportional_to)
    if len(spans) != 1:
        return None
    span = spans[0]
    tail = text[span.end :]
    if _SOMETHING.match(tail) and not _PRONOUN.match(tail):
        return None  # of something else
    share = _share(span.text, output)
    for q in quantities(text):
        if q.end <= span.start and not text[q.end : span.start].strip(" -"):
            return _Amount(
                float(q.value) * share, q.qualified_from, span.end, hedged=q.qualifier == "about"
            )
        if q.start <= span.start < q.end:  # "500 billion" of "tonnes"
            own = _share(text[q.end : span.end], output)
            return _Amount(
                float(q.value) * own, q.qualified_from, span.end, hedged=q.qualifier == "about"
            )
    lead = _SINGLE.search(text[: span.start])
    if lead is None or _SEVERAL.search(text[: lead.start()]):
        return None
    share *= _SCALES[lead["scale"].strip().casefold()] if lead["scale"] else 1.0
    times = share / 2 if lead["half"] else share
    return _Amount(times, lead.start(), span.end, hedged=False)


def _share(words: str, output: Output) -> float:
    plain = " ".join(words.replace("-", " ").split()).casefold()
    known = {k.casefold(): v for k, v in output.proportional_to.items()}
    return next(
        known[w] for w in (plain, plain.removesuffix("s"), plain.removesuffix("es")) if w in known
    )
