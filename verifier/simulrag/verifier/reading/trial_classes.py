"""Classes of the question's scales said of changes in a trial, denied, or as bounds."""

import re
from dataclasses import replace

from simulrag.simulators.interface import Band
from simulrag.verifier.claims import Figure, Reading
from simulrag.verifier.reading.scene_classes import bound_at, bounded_band
from simulrag.verifier.reading.scene_frames import counted, either
from simulrag.verifier.reading.trial import compared
from simulrag.verifier.reading.trial_frames import Part, denied_left, direction_of, rest_known
from simulrag.verifier.reading.trial_signs import by_phrase

_SILENT = "rVDabATBFtceR09&"


_RESPECTIVELY = re.compile("[abVD]*r&r[DVab]*Kc?&Kc?")


def label(part: Part) -> list[Reading] | None:
    """Return the readings of a class that is said, denied or a bound, and of which way it is."""
    places = part.at("K")
    respectively = _RESPECTIVELY.fullmatch(part.signs)
    if respectively is not None and len(part.names) == 2:
        made: list[Reading] = []
        for name, at in zip(part.names, places, strict=True):
            one = replace(part, row=[part.row[at]], names=(name,), used=set[int]())
            made += _said(one, 0, "", denied=False) or []
        return made if len(made) == 2 else None
    if len(places) == 2:
        return _one_of_two(part, *places)
    if len(places) != 1 or part.at("N"):
        return None
    bound = bound_at(part, places[0])
    if bound is None:
        return None
    how, denied = bound
    return _said(part, places[0], how, denied=denied)


def _said(part: Part, at: int, how: str, *, denied: bool) -> list[Reading] | None:
    part.used |= {at} | ({at - 1} if at and part.row[at - 1].sign == "k" else set())
    first = min([n for n in part.at("+-")], default=-1)
    negation = min(part.at("!n"), default=-1)
    if any(s.sign == "0" for s in part.row[: first if first >= 0 else None]):
        return None
    way = direction_of(part)
    if way is None or not rest_known(part, _SILENT):
        return None
    denied = denied != denied_left(part)
    presupposed = denied and way != 0 and 0 <= first < negation
    made: list[list[Reading]] = []
    for name, band in _bands(part, at):
        said = _label(part, at, name, band, how, negated=denied and (not way or presupposed))
        turn = [part.trial.turned(name, way)] if way else []
        both = [said, *turn]
        made.append(
            [counted([both], least=0, most=0)] if denied and way and not presupposed else both
        )
    if not made:
        return None
    if len(made) == 1 or part.names:
        return [r for group in made for r in group]
    return either([r for group in made for r in group])


def _bands(part: Part, at: int) -> list[tuple[str, Band]]:
    """Return the results that a class is said of, each with its class; none where one lacks it."""
    known = by_phrase(part.trial).get(part.row[at].word, {})
    names = part.names or tuple(known)
    if any(n not in known for n in names):
        return []
    return [(n, known[n]) for n in names]


def _label(part: Part, at: int, name: str, band: Band, how: str, *, negated: bool) -> Reading:
    sign, bands = part.row[at], part.trial.graded[name]
    return Reading(
        expression=part.trial.between("percent_change", name, absolute=True),
        comparator="is",
        figures=(Figure(text=sign.word, start=sign.start, end=sign.end),),
        label=band.label,
        band=bounded_band(band, bands, how),
        bands=bands,
        negated=negated,
    )


def _nearer(part: Part, first: int, second: int) -> list[Reading] | None:
    """Return the reading of what is nearer to one class than to another."""
    if len(part.names) != 1:
        return None
    name = part.names[0]
    known = by_phrase(part.trial)
    one, two = (known.get(part.row[at].word, {}).get(name) for at in (first, second))
    if one is None or two is None:
        return None
    lower = (one.low or 0.0) < (two.low or 0.0)
    low, high = (one.high, two.low) if lower else (two.high, one.low)
    part.used |= {first, second} | set(part.at("CTt"))
    way = direction_of(part)
    if low is None or high is None or way is None or part.at("!n"):
        return None
    if not rest_known(part, _SILENT):
        return None
    sign = part.row[first]
    middle = (low + high) / 2
    figure = Figure(text=sign.word, start=sign.start, end=sign.end, value=middle)
    size = part.trial.between("percent_change", name, absolute=True)
    made = [compared(part.trial, size, "<" if lower else ">", figure, unit="percent")]
    return [*made, part.trial.turned(name, way)] if way else made


def _one_of_two(part: Part, first: int, second: int) -> list[Reading] | None:
    """Return the reading of one class and not another: "minor, not moderate"."""
    if "C" in part.signs:
        return _nearer(part, first, second)
    between = re.sub("[c,k]", "", part.signs[first + 1 : second])
    if len(set(part.signs) & set("+-")) == 1:
        between = re.sub("[-+D]", "", between)
    before = part.signs[:first][-1:]
    if part.row[first].word == part.row[second].word:
        return None
    if before == "n" and between == "&":
        part.used |= set(range(first - 1, second + 1))
        part.row[first - 1] = part.row[first - 1]._replace(sign="!")
        one = _said(part, first, "", denied=True)
        two = _said(replace(part, used=set(part.used)), second, "", denied=True)
        return [*one, *two] if one and two else None
    if between in ("!", "x", "&!", "!&", "xt") and before != "!":
        at, other = first, second
    elif (before == "!" and between in ("&", "")) or (before == "x" and between in ("", "&")):
        at, other = second, first
        part.used.add(first - 1)
    else:
        return None
    part.used |= {other} | set(range(min(at, other) + 1, max(at, other)))
    return _said(part, at, "", denied=False)
