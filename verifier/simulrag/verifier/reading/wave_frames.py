"""Statements about one peak, read from what their numbers are of and not from the words' order.

A date is when the peak is, a time how long it takes, a count how high it is, a label how it all
begins: where nothing but the peak is spoken of, each figure is read with what stands right before
it, and the order in which they come says nothing.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from simulrag.verifier.claims import Reading
from simulrag.verifier.reading.wave import Wave
from simulrag.verifier.reading.wave_signs import Signs

_Read = Callable[[Signs, Wave], list[Reading]]

#: A figure with what is said of it alone: "after six weeks", "the start is slow", "over 40".
_DATE = r"(?P<date>[YgBAl<>~]?~?D[oOef]?)(?!D|A[^Nv]|B|[~<>glGs]*[Nv](?!A[bSF])[BAUfo>+])"
_LABEL = r"(?P<label>A?[bSF1]*(?:[bSV1vE]t?)*K[bSV1vF+]*)"
_FIGURE = r"(?P<before>[BAYi]?[<>glGs~=]?~?°?)(?P<number>[Nv])(?P<behind>x|f?A?[SbF]*)(?![BAfo>]+D)"
_GROWTH = (
    r"(?P<growth>[+-]+Y?[<>glGs]?~?Nx?[iSU1AYbB]*v[SF1]?|[A>iU1YbB]*v[SFb]?[+-]Y?[<>glGs]?~?Nx?)"
)
_CHUNK = re.compile(f"{_GROWTH}|{_LABEL}|{_FIGURE}|{_DATE}")
#: What may be left: the peak, the median, and words that join them to the figures.
_REST = re.compile("[PmREW&;t#Λ:]*")
#: "Rises to 40" is 40; a rise for itself says more: "after a build-up, on 4 May".
_RISE = re.compile(r"\+(?=[tRE]+[~<>glGs]*N)")
_TIMES = ("day", "week", "month", "year")


def framed(row: Signs, wave: Wave, read: _Read) -> list[Reading]:
    """Return the readings of figures of different kinds about one peak; none where it says more."""
    plain = re.sub("k|Et(?=[~<>glGs]?N)", "R", row.row.replace("=", ""))  # "goes up to 40"
    rest = _CHUNK.sub("", _RISE.sub("R", plain))
    if not _REST.fullmatch(rest) or not {"P", "R"} & set(rest):
        return []
    parts = list(_parts(plain, row))
    kinds = [kind for kind, _ in parts]
    if "P" not in rest and "m" not in rest and not {"count", "date"} <= set(kinds):
        return []  # "reaches 40" is no peak, but with a day it is one
    if len(parts) < _FEWEST or len(set(kinds)) != len(kinds) or "" in kinds:
        return []
    made = [read(part, wave) for _, part in parts]
    return [r for each in made for r in each] if all(made) else []


_FEWEST = 2


def _parts(plain: str, row: Signs) -> Iterator[tuple[str, Signs]]:
    """Yield what each figure is of, and a row that says only that."""
    numbers, dates, labels = iter(row.numbers), iter(row.dates), iter(row.labels)
    bare = replace(row, numbers=(), dates=(), labels=())
    for found in _CHUNK.finditer(plain):
        if found["date"]:
            yield from _dated(found["date"], replace(bare, dates=(next(dates),)))
        elif found["growth"]:
            own = tuple(next(numbers) for _ in "Nv")
            units = {n.unit for n in own} & {"percent", "times"}
            yield "growth" if units else "", replace(bare, row=found.group(), numbers=own)
        elif found["label"]:
            if "v" in found["label"]:
                next(numbers)
            yield "label", replace(bare, row="K", labels=(next(labels),))
        else:
            number = next(numbers)
            kind = "time" if number.unit in _TIMES else "" if number.unit else "count"
            if kind == "time" and plain[: found.start()].endswith("m"):
                kind = ""  # "a median of ten weeks": a height in a wrong unit
            subject = "P" if kind == "time" else "Pm"
            yield kind, replace(bare, row=f"{subject}{found.group()}", numbers=(number,))


def _dated(said: str, row: Signs) -> Iterator[tuple[str, Signs]]:
    """Yield what a date is of: two of them are of one peak where it lies between them."""
    side = re.sub("[~D]", "", said)
    own = f"{said}WP" if said[-1] in "oOef" else f"P{said}"
    yield f"date {side}" if side else "date", replace(row, row=own)
