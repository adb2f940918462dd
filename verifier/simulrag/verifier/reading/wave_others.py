"""Results of a wave beside its peak, its beginning and its sum: a share, a rate, a grade."""

import re
from collections.abc import Sequence

from simulrag.simulators.interface import Output
from simulrag.verifier.claims import Reading
from simulrag.verifier.quantities import Printed, as_exact, family
from simulrag.verifier.reading.subjects import Context
from simulrag.verifier.reading.text import blanked
from simulrag.verifier.reading.wave import RELATIONS, Wave, at, compared
from simulrag.verifier.reading.wave_signs import Signs, signs

#: One relation or none between a result and a number; "of the people 20 % are infected" as well.
_VALUE = re.compile(r"\*+(?P<deny>!?)R?(?P<way>[<>gl~=Gs]?)R?N\*?|R?(?P<fronted>~?)N\*+")
_GRADE = re.compile(r"(?P<deny>!?)K")
_NO_LABELS: dict[str, str] = {}


def other_results(context: Context, wave: Wave) -> list[Reading]:
    """Return the reading of a statement about one other result; none where a word is unknown."""
    named = {t.output for t in context.topics}
    if not named:
        return _graded(context, wave)
    output = next((o for o in wave.others if {o.name} == named), None)
    if output is None or output.kind != "number":
        return []
    text = blanked(context.text, _everyone(context.text) if output.unit == "percent" else ())
    marked = _marked(text, [(t.start, t.end) for t in context.topics])
    row = signs(marked, context.mentions, _NO_LABELS)
    return _value(row, output, wave) if row is not None else []


#: What a share of the people is of.
_EVERYONE = re.compile(r"\bof (?:all |the )*(?:people|residents|inhabitants|population)\b", re.I)


def _everyone(text: str) -> list[tuple[int, int]]:
    return [m.span() for m in _EVERYONE.finditer(text)]


def _marked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """Return a text of the same length with a sign in place of each name of the result."""
    for start, end in spans:
        text = f"{text[:start]}*{' ' * (end - start - 1)}{text[end:]}"
    return text


def _value(row: Signs, output: Output, wave: Wave) -> list[Reading]:
    plain = row.row.translate(_SILENT)
    found = _VALUE.fullmatch(plain)
    if found is None or len(row.numbers) != 1 or not _may_be(row.numbers[0], output):
        return []
    way = found["way"] or found["fronted"] or ""
    if found["deny"] and way not in ("", *"<>gl"):
        return []
    return [
        compared(
            wave,
            output,
            RELATIONS[way],
            as_exact(row.numbers[0]),
            negated=bool(found["deny"]),
        )
    ]


_SILENT = str.maketrans("", "", "tYm@")


def _may_be(printed: Printed, output: Output) -> bool:
    if not printed.unit or not output.unit:
        return printed.unit == output.unit
    return family(printed.unit) == family(output.unit)


def _graded(context: Context, wave: Wave) -> list[Reading]:
    """Return the reading of "the season is mild", where the question brings no scale of its own."""
    if context.plan.bands or context.plan.graded or not wave.grades:
        return []
    row = signs(context.text, context.mentions, wave.grades)
    found = _GRADE.fullmatch(row.row.translate(_SILENT)) if row is not None else None
    if row is None or found is None or len(row.labels) != 1:
        return []
    word, start, end = row.labels[0]
    output, bands, band = wave.graded(word)
    return [
        Reading(
            expression=wave.value(output),
            comparator="is",
            figures=(at(context.text, start, end),),
            label=context.text[start:end],
            band=band,
            bands=bands,
            negated=bool(found["deny"]),
        )
    ]
