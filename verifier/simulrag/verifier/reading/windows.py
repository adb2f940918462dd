"""The time over which an output counts a change: "once four weeks have passed"."""

from collections.abc import Sequence
from decimal import Decimal

from simulrag.simulators.interface import Output
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.claims import Reading
from simulrag.verifier.quantities import quantities
from simulrag.verifier.reading.clauses import clause_at, clauses_of
from simulrag.verifier.reading.text import AnyCase
from simulrag.verifier.reading.topics import Topic

_DAYS = {"day": Decimal(1), "week": Decimal(7), "month": Decimal(30)}
_MANY = {
    "one": 1, "a": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "ten": 10,
    "twelve": 12, "fourteen": 14, "twenty-eight": 28, "thirty": 30,
}  # fmt: skip
_ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "sixth": 6, "eighth": 8}
_COUNT = rf"(?P<many>\d{{1,2}}|{'|'.join(sorted(_MANY, key=len, reverse=True))})"
_LENGTH = (
    rf"(?:{_COUNT}[\s-]+(?P<unit>day|week|month)s?"
    rf"|(?P<nth>{'|'.join(_ORDINALS)})\s+(?P<nth_unit>week|month)"
    r"|(?:first|opening|initial)\s+(?P<whole>month)"
    rf"|week\s+(?P<at>\d{{1,2}}|{'|'.join(_MANY)}))"
)
_WINDOW = AnyCase(
    r"\b(?:(?:with)?in|inside|over|during|after|by|across|through|throughout|for|at|once|when|"
    r"first|opening|initial|next|of)\s+"
    r"(?:(?:the|a|its|just|only|barely|about|some|space|course|end|close|of|first|opening|initial|"
    rf"next)\s+){{0,5}}{_LENGTH}\b(?!\s+(?:before|until|till|to)\b)"
    r"(?:\s+(?:in|into|on|later|after|from|past|of)\s+(?:(?:its|the|day)\s+)?"
    r"(?:season|start|onset|beginning|opening day|opening|one)\b|\s+(?:in|on|later)(?=\s*[,.;]|"
    r"\s*$))?"
    rf"|\b{_LENGTH.replace('P<', 'P<b_')}\s+(?:in|into|on|later|after|from|past)\b"
    r"(?:\s+(?:its|the|day)\s+(?:season|start|onset|beginning|opening|one)\b)?"
    rf"|^{_LENGTH.replace('P<', 'P<c_')}(?=\s+(?:finds|sees|has|brings|is where|stands|"
    rf"(?:are|is) (?:all|enough|sufficient)|suffices?))",
    holding=("day", "month", "week"),
)
#: What a time to is told of: then it is none over which something changes.
_MAXIMUM = AnyCase(
    r"\b(?:peak\w*|maxim\w+|top(?:s|ped)?|crest\w*|highest|height|worst|busiest|culminat\w+|"
    r"high[\s-](?:point|water mark)|as high as it|lasts?|lasting)\b"
)


def windows(text: str, functions: Sequence[str], outputs: Sequence[Output]) -> list[Topic]:
    """Return where a normalised text speaks of the time over which an output counts a change.

    The output names that time itself: "four-week growth". A time until a peak is none.
    """
    counted = _counted(outputs)
    if not counted:
        return []
    found: list[Topic] = []
    for match in _WINDOW.finditer(text):
        left, right = clause_at(clauses_of(text), match.start())
        days = _days(
            {k.removeprefix("b_").removeprefix("c_"): v for k, v in match.groupdict().items() if v}
        )
        if days not in counted or _MAXIMUM.search(text, left, right):
            continue
        found.append(
            Topic(
                function=functions[0],
                output=counted[days],
                start=match.start(),
                end=match.end(),
                words=text[match.start() : match.end()],
            )
        )
    return found


def lacks_peak(
    readings: Sequence[Reading], named: Sequence[Topic], outputs: Sequence[Output]
) -> str:
    """Return the time over which a change is counted where a highest value was read beside it.

    "After four weeks there are 92 admissions": that is not the peak, which nothing names.
    """
    counted = {o.name for o in outputs if o.is_change} if named else set[str]()
    if not counted or not {t.output for t in named} <= counted:
        return ""
    peaks = {o.name for o in outputs if o.stochastic} - counted
    taken = any(t.output in peaks for r in readings for t in r.expression.terms)
    return named[0].words if taken else ""


def _days(said: dict[str, str]) -> Decimal:
    if "whole" in said:
        return _DAYS["month"]
    if "nth" in said:
        return _ORDINALS[said["nth"]] * _DAYS[said["nth_unit"]]
    count = said.get("many") or said["at"]
    return (_MANY.get(count) or int(count)) * _DAYS[said.get("unit", "week")]


@once_for_each
def _counted(outputs: Sequence[Output]) -> dict[Decimal, str]:
    """Return the outputs that count a change over a time by that time, days."""
    found: dict[Decimal, str] = {}
    for output in outputs:
        for words in output.words if output.is_change else ():
            for printed in quantities(words):
                if printed.unit in _DAYS:
                    found.setdefault(printed.value * _DAYS[printed.unit], output.name)
            if words in ("first month", "initial month"):
                found.setdefault(_DAYS["month"], output.name)
    return found
