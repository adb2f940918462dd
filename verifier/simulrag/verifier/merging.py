"""Folds the claims of several answers: equal readings, or equal words, are one claim.

The paper lets a language model find duplicates (A.2.2). Readings do it without one: claims with
the same expression, comparison and value fold, contradictions stay apart. What the grammar cannot
read folds only where the words agree.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from simulrag.simulators.errors import BadValue
from simulrag.simulators.operations import Interval
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Claim, Figure, Plan, Reading
from simulrag.verifier.quantities import printed_number
from simulrag.verifier.reading.questions import plan, planned
from simulrag.verifier.reading.statements import read
from simulrag.verifier.reading.text import normalise
from simulrag.verifier.units import UnitMismatchError, convert


def merge(
    answers: Sequence[Sequence[str]],
    question: str,
    registry: Registry,
    pairs: Sequence[tuple[str, str]] = (),
) -> tuple[Claim, ...]:
    """Return the distinct claims in order of first mention, each with the answers that make it.

    A claim supports another where their readings are the same; the first wording is kept.
    pairs: claims of the answers, word for word, that a model holds to say the same. They fold
    too, except where the grammar reads two of them and reads different things: contradictions
    stay apart whoever says otherwise. Raises BadValue for a pair of claims that no answer has.
    """
    asked = planned(question, registry) if question.strip() else None
    keys: dict[str, _Key] = {}
    for text in (claim.strip() for claims in answers for claim in claims):
        if text and text not in keys:
            keys[text] = _key(text, asked, registry)
    same = _Same(keys.values())
    for one, other in pairs:
        same.join(_known(one, keys), _known(other, keys))
    return _folded(answers, {text: same.of(key) for text, key in keys.items()})


def _folded(answers: Sequence[Sequence[str]], keys: Mapping[str, str]) -> tuple[Claim, ...]:
    texts: dict[str, str] = {}
    support: dict[str, list[int]] = {}
    for index, claims in enumerate(answers):
        for text in filter(None, (claim.strip() for claim in claims)):
            key = keys[text]
            texts.setdefault(key, text)
            answered = support.setdefault(key, [])
            if index not in answered:
                answered.append(index)
    return tuple(
        Claim(id=f"c{number}", text=text, support=tuple(support[key]))
        for number, (key, text) in enumerate(texts.items(), start=1)
    )


class _Key(NamedTuple):
    """What a claim folds by, and whether that is a reading or its mere words."""

    text: str
    read: bool


class _Same:
    """Keys that were joined, as groups with at most one reading each."""

    def __init__(self, keys: Iterable[_Key]) -> None:
        self._group = {key: key for key in keys}

    def of(self, key: _Key) -> str:
        """Return what stands for the group of a key."""
        return self._group[key].text

    def join(self, one: _Key, other: _Key) -> None:
        """Make two groups one, unless each has a reading of its own."""
        first, second = self._group[one], self._group[other]
        if first == second or (first.read and second.read):
            return
        kept, dropped = (second, first) if second.read else (first, second)
        self._group = {k: kept if g == dropped else g for k, g in self._group.items()}


def _known(claim: str, keys: Mapping[str, _Key]) -> _Key:
    found = keys.get(claim.strip())
    if found is None:
        raise BadValue(
            f"the pair names {claim[:80]!r}, which is no claim of any answer; give two of their "
            "claims word for word",
            parameter="pairs",
            given=claim[:80],
        )
    return found


def _key(claim: str, asked: Plan | None, registry: Registry) -> _Key:
    own = asked if asked is not None and asked.calls else plan(claim, registry)
    readings = read(claim, own, registry).readings if own.calls else ()
    if readings:
        keys = sorted(_reading_key(reading, registry) for reading in readings)
        return _Key(" & ".join(keys), read=True)
    words = re.sub(r"[^\w%.-]+", " ", normalise(claim).casefold()).strip(" .")
    return _Key(words, read=False)


def _reading_key(reading: Reading, registry: Registry) -> str:
    terms = "|".join(f"{t.call.canonical()}:{t.part}:{t.output}" for t in reading.expression.terms)
    values, unit = _values(reading, registry)
    shown = reading.label.casefold() if reading.comparator in ("is", "rises", "falls") else values
    if reading.comparator in ("rises", "falls"):
        shown = ""
    return (
        f"{reading.expression.operation}({terms}){reading.expression.absolute}"
        f"{reading.expression.negative} {reading.comparator} {shown} {unit} "
        f"{reading.negated} {reading.quantile}"
    )


def _values(reading: Reading, registry: Registry) -> tuple[str, str]:
    """Return the figures in the output's own unit where they can be had in it."""
    term = reading.expression.terms[0]
    output = registry.function(term.call).output(term.output)
    difference = reading.expression.operation == "difference" or output.unit.startswith("delta_")
    if not reading.unit or not output.unit or reading.unit == "date":
        return ",".join(_value(f.text) for f in reading.figures), reading.unit
    try:
        values = [_converted(f, reading.unit, output.unit, difference) for f in reading.figures]
    except UnitMismatchError:
        return ",".join(_value(f.text) for f in reading.figures), reading.unit
    return ",".join(values), output.unit


def _converted(figure: Figure, unit: str, wanted: str, difference: bool) -> str:
    value = figure.value
    if value is None:
        found = printed_number(normalise(figure.text))
        if found is None:
            return figure.text.casefold()
        value = float(found.value)
    point = Interval(low=value, high=value)
    return f"{convert(point, unit, wanted, difference=difference).low:.9g}"


def _value(text: str) -> str:
    found = printed_number(normalise(text))
    return str(found.value.normalize()) if found is not None else text.casefold()
