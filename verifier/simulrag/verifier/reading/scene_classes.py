"""Labels of the question's scale, said, denied, or as bounds."""

from dataclasses import dataclass, field

from simulrag.simulators.interface import Band
from simulrag.verifier.claims import Expression, Figure, Reading
from simulrag.verifier.reading.scene_frames import Part, counted, either
from simulrag.verifier.reading.scene_relations import (
    Said,
    direction_of,
    pair_of,
    presupposed,
)
from simulrag.verifier.reading.scene_sign import Sign


def grades_change(part: Part) -> bool:
    """Tell whether a class grades a change, also where the question left that open."""
    named = bool(part.at("D+-"))
    return part.scene.grades_changes or (named and len(part.scene.runs.calls) > 1)


def graded(part: Part) -> list[Expression] | None:
    """Return what the question's scale grades: a difference, or the level of some runs."""
    scene = part.scene
    if scene.change is not None and len(scene.runs.calls) == 1:
        return _beside_world(part)
    if grades_change(part):
        if len(scene.runs.calls) == 2:
            return [scene.difference(0, 1, absolute=True)]
        world = scene.of_world(absolute=True)
        return [world] if world is not None else None
    if part.reference:
        return None
    runs = sorted(part.subject or part.inherited) or list(range(len(scene.runs.calls)))
    return [scene.value(r) for r in runs]


def _beside_world(part: Part) -> list[Expression] | None:
    """Return the level, the change of the world, or both where nothing says which is graded."""
    scene = part.scene
    world = scene.of_world(absolute=True)
    local = bool(part.at("V")) or bool(part.subject)
    if world is None or (local and part.at("G")):
        return None
    if part.at("G"):
        return [world]
    return [scene.value(0)] if local else [scene.value(0), world]


def label(part: Part) -> list[Reading] | None:
    """Return the readings of a class that is said, denied or a bound; and of which way it is."""
    bands = part.bands()
    if len(bands) == 2:
        return _not_the_other(part)
    if len(bands) != 1:
        return None
    band, sign = bands[0]
    at = part.row.index(sign)
    part.used.add(at)
    bound = bound_at(part, at)
    if bound is None:
        return None
    how, denied = bound
    way = direction_of(part)
    of_change = grades_change(part)
    if not of_change and way:
        return None
    silent = "SOVDTBFtceRG" if of_change else "SVTFtceRG"
    rest = [s.sign for n, s in enumerate(part.row) if n not in part.used]
    if way is None or any(s not in silent + "!" for s in rest) or rest.count("!") > 1:
        return None
    denied = denied != ("!" in rest)
    if way and denied and presupposed(part):
        plain = _labelled(part, band, sign, how, denied=True, way=0)
        turn = turned_way(part, way)
        return [*plain, *turn] if plain and turn else None
    return _labelled(part, band, sign, how, denied=denied, way=way)


def turned_way(part: Part, way: int) -> list[Reading]:
    """Return the reading that values rise or fall; none where nothing says from which run."""
    pair = pair_of(part)
    if pair is None:
        return []
    return [part.scene.turned(*pair, way)]


def _labelled(
    part: Part, band: Band, sign: Sign, how: str, *, denied: bool, way: int
) -> list[Reading] | None:
    expressions = graded(part)
    if expressions is None:
        return None
    said = bounded_band(band, part.scene.bands, how)
    word = Figure(text=sign.word or band.label, start=sign.start, end=sign.end)
    made = [
        Reading(
            expression=e,
            comparator="is",
            figures=(word,),
            label=band.label,
            band=said,
            bands=part.scene.bands,
            negated=denied and not way,
        )
        for e in expressions
    ]
    if way:
        turn = turned_way(part, way)
        if not turn or len(made) != 1:
            return None
        both = [*made, *turn]
        return [counted([both], least=0, most=0)] if denied else both
    return made if part.subject or len(made) == 1 else either(made)


def bounded_band(band: Band, bands: tuple[Band, ...], how: str) -> Band:
    """Return a class, or what lies below it, above it, up to its end or from its start."""
    higher = [b.low for b in bands if b.low is not None and b.low > (band.low or float("-inf"))]
    end = band.high if band.high is not None else min(higher, default=None)
    ends = {
        "<": (None, band.low), "l": (None, end), ">": (end, None), "g": (band.low, None),
    }  # fmt: skip
    if how not in ends:
        return band
    low, high = ends[how]
    if how in "<>" and low is None and high is None:
        low = high = float("inf")
    names = {"<": "below", "l": "at most", ">": "above", "g": "at least"}
    return Band(label=f"{names[how]} {band.label}", low=low, high=high)


@dataclass
class _Beside:
    """What stands beside a class: relations, that a limit of it is named, that it is denied."""

    found: list[str] = field(default_factory=list[str])
    limit: bool = False
    denied: bool = False
    left: bool = False

    def take(self, sign: str) -> None:
        """Note a sign beside the class."""
        if sign == "!":
            self.denied = not self.denied
        elif sign == "u":
            self.left = True
        elif sign in "eW":
            self.limit = True
        elif sign in "PQ":
            self.found.append("g" if sign == "P" else "l")
        else:
            self.found.append(sign)


def bound_at(part: Said, at: int) -> tuple[str, bool] | None:
    """Return how a class bounds what is said by what is beside it, and whether it is denied."""
    beside = _Beside()
    if not _before(part, at, beside):
        return None
    led = beside.limit
    _behind(part, at, beside)
    found = beside.found
    if beside.left and found == ["M"]:
        return "l", beside.denied  # "too small to leave the lowest class"
    limit = beside.limit and not (led and not found)  # "the limits make it modest"
    return _as_bound(found, limit=limit, denied=beside.denied != beside.left)


#: Names a class and no limit of it: "goes beyond what counts as negligible".
_CALLED = (
    "what counts", "what would count", "what qualifies", "what would qualify", "what is called",
    "what would be called", "what passes", "what would pass", "what is termed", "what one calls",
)  # fmt: skip


def _before(part: Said, at: int, beside: _Beside) -> bool:
    """Note what stands before a class; False where it is no bound of it."""
    n = at - 1
    while n >= 0 and part.row[n].sign in "><gljiRXYMHu!ceTtWE":
        sign = part.row[n].sign
        if sign == "E" or part.row[n].word == "under":
            return False  # "files it under moderate" is no bound
        if sign == "T" and (n == 0 or part.row[n - 1].sign not in "><gljiwq"):
            return False  # "rather than significant"
        called = sign == "W" and part.row[n].word.startswith(_CALLED)
        if sign not in "cTt" and not called:
            beside.take(sign)
            part.used.add(n)
        n -= 1
    return True


def _behind(part: Said, at: int, beside: _Beside) -> None:
    """Note what stands behind a class."""
    n = at + 1
    while n < len(part.row) and part.row[n].sign in "ceVDPQRXYz!":
        sign = part.row[n].sign
        if sign not in "cVD" and (sign != "!" or _denies_behind(part, n)):
            beside.take(sign)
            part.used.add(n)
        n += 1


def _denies_behind(part: Said, at: int) -> bool:
    return at + 1 < len(part.row) and part.row[at + 1].sign in "R"


_BELOW, _ABOVE = "<MYi", ">XHj"


def _as_bound(found: list[str], *, limit: bool, denied: bool) -> tuple[str, bool] | None:
    kinds = {
        ("<" if s in _BELOW else ">" if s in _ABOVE + "z" else "g" if s in "gR" else s)
        for s in found
    }
    if set(found) == {"M", ">"}:
        return "l", denied  # "too small to be more than negligible"
    if len(kinds) > 1:
        kinds.discard("g") if found.count("R") else None
    if len(kinds) > 1:
        return None
    how = next(iter(kinds), "")
    if how == "~":
        return None
    if limit and how == "":
        return None
    if how == ">" and limit:
        how = "g"  # past the limit of a class is in it
    if how == "g" and denied and "R" in found:
        return "<", False
    return how, denied


def _not_the_other(part: Part) -> list[Reading] | None:
    """Return the reading of one class and not another: "minor, not negligible"."""
    signs = "".join(s for s in part.signs if s in "K!R<>")
    (first, a), (second, b) = part.bands()
    if first == second or any(s not in "SOVDFtcK!+-" for s in part.signs):
        return None
    picked = {"K!K": (first, a), "!KK": (second, b)}.get(signs)
    way = direction_of(part)
    if picked is None or way is None:
        return None
    return _labelled(part, picked[0], picked[1], "", denied=False, way=way)
