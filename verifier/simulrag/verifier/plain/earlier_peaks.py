"""Peaks of two seasons that were spoken of before: "the newer peak", "it also came later".

They are put by their names, so that the sentence is read as if it stood alone.
"""

import re
from collections.abc import Sequence

from pydantic import JsonValue

from simulrag.simulators.interface import Frozen, Function, Parameter, Simulator
from simulrag.simulators.registry import Registry
from simulrag.verifier.plain.alignment import Aligned
from simulrag.verifier.plain.discourse import Discourse

_LATER = r"newer|later|latest|more\s+recent|most\s+recent"
_OLDER = r"older|earlier|oldest"
_PEAK = (
    r"(?:(?:flu|influenza|weekly|seasonal)\s+)*"
    r"(?:peaks?|crests?|maxim(?:um|a)|highs?|tops?|worst\s+weeks?|ones?)"
)
_ONE_OF_TWO = re.compile(
    rf"\bthe\s+(?:(?P<later>{_LATER})|(?P<older>{_OLDER})|(?P<first>first)|(?P<second>second))"
    rf"(?:\s+{_PEAK}\b(?!\s+(?:in|of|was\s+in)\b)|(?=[.]?\s*$))",
    re.I,
)
_MAKES = re.compile(r"^\W*(?:that|this|it|which)\s+makes?\s+(?=the\b)", re.I)
_BOTH = re.compile(
    rf"\b(?:the|those|these|both)\s+(?:two\s+)?{_PEAK}\s+(?=were\b|are\b|had\b)", re.I
)
_OF_TWO = re.compile(
    r"\bthe\s+(?P<way>[a-z]+er)(?:\s+(?:one\s+)?of\s+the\s+two)?(?=[.]?\s*$)", re.I
)
_IT = re.compile(r"^\W*(?:(?:and|but|so)\s+)?(?:it|that|this)(?:\s+one)?\s+(?:also\s+)?", re.I)
_IS = re.compile(r"(?:was|is)\s+(?:also\s+)?", re.I)
_CAME = re.compile(
    r"(?:came|arrived|fell|peaked|crested|occurred|was\s+reached|was)\s+(?:also\s+)?"
    r"(?P<when>(?:[\w-]+\s+){0,5}?(?:earlier|later|sooner))(?:\s+in\s+the\s+(?:winter|season|year))?(?=[.]?\s*$)",
    re.I,
)
_HIGHER = re.compile(
    r"\b(?:was|is)\s+(?P<how>(?:[a-z]+\s+){0,2}?(?:higher|lower|smaller|larger|bigger))(?=[.]?\s*$)",
    re.I,
)
_AS_HIGH = re.compile(r"\bas\s+(?P<how>high|large|big|bad|severe|tall)(?=[.]?\s*$)", re.I)
_TWO = 2


class _Peaks(Frozen):
    """The names of two peaks by their time, and which was spoken of last."""

    older: str
    later: str
    #: Whether the sentences named them in the order of time.
    in_order: bool
    last_is_later: bool

    def other(self, name: str) -> str:
        return self.older if name == self.later else self.later

    @property
    def last(self) -> str:
        return self.later if self.last_is_later else self.older


def with_peaks_named(text: str, registry: Registry, before: Discourse) -> Aligned | None:
    """Return a sentence with the peaks that it points at by name; None where it points at none."""
    peaks = _spoken_of(registry, before)
    if peaks is None or re.search(r"\bthan\b.*\bthan\b", text):
        return None
    whole = Aligned.of(text)
    made = _with_names(whole, peaks)
    made = _with_subject(made, peaks)
    return made if made.text != text else None


def _with_names(whole: Aligned, peaks: _Peaks) -> Aligned:
    """Put names for "the newer peak" and "the two peaks"."""
    if match := _MAKES.match(whole.text):
        whole = whole.replaced(match, "")
        if match := _ONE_OF_TWO.match(whole.text):
            return _with_names(whole.replaced(match, f"{_named(match, peaks)} was"), peaks)
    if match := _BOTH.search(whole.text):
        return whole.replaced(match, f"{peaks.older} and {peaks.later} ")
    for _ in range(_TWO):
        match = _ONE_OF_TWO.search(whole.text)
        name = _named(match, peaks) if match else ""
        if match is None or not name:
            break
        whole = whole.replaced(match, name)
    told = [n for n in (peaks.older, peaks.later) if n in whole.text]
    if len(told) == 1 and (match := _AS_HIGH.search(whole.text)):
        return whole.replaced(match, f"as high as {peaks.other(told[0])}")
    if len(told) == 1 and (match := _OF_TWO.search(whole.text)):
        return whole.replaced(match, f"{{way}} than {peaks.other(told[0])}")
    if len(told) == 1 and (match := _HIGHER.search(whole.text)):
        return whole.replaced(match, f"was {{how}} than {peaks.other(told[0])}")
    return whole


def _with_subject(whole: Aligned, peaks: _Peaks) -> Aligned:
    """Put a name for "it", and what it is compared with where that is left out."""
    lead = _IT.match(whole.text)
    if lead is None:
        return whole
    told = [n for n in (peaks.older, peaks.later) if n in whole.text]
    if len(told) == 1 and _IS.match(whole.text, lead.end()):
        return whole.replaced(lead, f"{peaks.other(told[0])} ")
    rest, last = Aligned(whole.text[lead.end() :], whole.origin[lead.end() :]), peaks.last
    other = peaks.other(last)
    if told or "than" in rest.text:
        return whole
    if match := _CAME.match(rest.text):
        season, reference = (n.replace("flu peak", "flu season") for n in (last, other))
        return rest.replaced(match, f"{season} peaked {{when}} in the winter than {reference}")
    if match := _HIGHER.match(rest.text):
        return rest.replaced(match, f"{last} was {{how}} than {other}")
    return whole


def _named(match: re.Match[str], peaks: _Peaks) -> str:
    """Return the name of the peak that is meant; "" for "the first" where that may be either."""
    if match["first"] or match["second"]:
        return "" if not peaks.in_order else peaks.older if match["first"] else peaks.later
    return peaks.later if match["later"] else peaks.older


def _spoken_of(registry: Registry, before: Discourse) -> _Peaks | None:
    """Return the peaks of the two seasons that were named last of one place."""
    for simulator in registry:
        for function in simulator.functions:
            told = f"{simulator.name}.{function.name}."
            output = before.output.removeprefix(told)
            tops = {o.name for o in function.outputs if o.highest_over or o.kind == "date"}
            since = {o.name for o in function.outputs if o.unit == "week"}
            if before.output.startswith(told) and output in tops | since:
                return _two_of(simulator, function, before)
    return None


def _two_of(simulator: Simulator, function: Function, before: Discourse) -> _Peaks | None:
    seasons = next((p for p in function.parameters if p.periods), None)
    places = next((p for p in function.parameters if p.kind == "choices"), None)
    if seasons is None or places is None or before.among(simulator.name, places.name):
        return None
    last = _last_two(before, simulator.name, seasons)
    place = _place(before.latest(simulator.name, places.name), places)
    if len(last) != _TWO or not place:
        return None
    older, later = (f"{place}'s {name} flu peak" for name in sorted(last))
    return _Peaks(
        older=older, later=later, in_order=sorted(last) == [*last], last_is_later=last[1] > last[0]
    )


def _last_two(before: Discourse, simulator: str, seasons: Parameter) -> Sequence[str]:
    """Return the two seasons that were compared last, or named, the one spoken of behind."""
    compared = [str(c.arguments.get(seasons.name, "")) for c in before.calls]
    if len(compared) == _TWO and all(compared) and compared[0] != compared[1]:
        return compared
    return [str(v) for v in before.several(simulator, seasons.name)[-_TWO:]]


def _place(value: JsonValue, places: Parameter) -> str:
    """Return the one place, or the name of all of them together."""
    if not isinstance(value, list):
        return ""
    if len(value) == 1:
        return str(value[0])
    return "the US" if len(value) == len(places.choices) else ""
