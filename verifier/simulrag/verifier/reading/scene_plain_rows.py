"""Rows of signs without what only leads other signs in, or is told in a roundabout way."""

import re
from collections.abc import Sequence

from simulrag.simulators.interface import Band
from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.scene_sign import Sign

PAUSES = frozenset(",&")
#: What an amount or a class may begin with.
_AMOUNT = tuple("NfK~><gljiRcu!")
_RUN = ("S", "O")


def runs_named(sign: Sign) -> frozenset[int]:
    """Return the runs that a sign names."""
    return sign.held if isinstance(sign.held, frozenset) else frozenset()


def plain_row(row: Sequence[Sign]) -> list[Sign]:
    """Return a row without what only leads a run in: "under neither", "by 2050", "of both"."""
    row = _with_start(_without_rival_runs(row))
    row = _without_heat(_without_boundaries(_without_contrast(_without_rivals(_affirmed(row)))))
    graded = any(s.sign == "K" for s in row)
    kept: list[Sign] = []
    for n in range(len(row)):
        told = _told(row, n)
        if told is None or (told.sign == "W" and not graded and not _leads_number(row, n)):
            continue
        kept.append(told)
    return kept


def _affirmed(row: Sequence[Sign]) -> Sequence[Sign]:
    """Return a row without two denials of which one takes back the other."""
    last = next((n for n, s in enumerate(row) if s.word in _NOTHING_BUT), 0)
    first = [n for n, s in enumerate(row[:last]) if s.sign == "!"]
    if len(first) != 1:
        return row
    return [s for n, s in enumerate(row) if n not in (first[0], last)]


_NOTHING_BUT = ("anything but", "anything other than", "anything else than", "other than")


def _without_rivals(row: Sequence[Sign]) -> Sequence[Sign]:
    """Return a row without the run that another stands in for, where a level is told."""
    signs = "".join(s.sign for s in row)
    found = _INSTEAD_OF_RUN.search(signs)
    if found is None or row[found.start()].word not in _INSTEAD or set(signs) & set("wq+-D"):
        return row
    own = {r for n, s in enumerate(row) if n < found.start() or n >= found.end()
           for r in runs_named(s)}  # fmt: skip
    rival = {r for s in row[found.start() : found.end()] for r in runs_named(s)}
    return row if not own or own & rival else [*row[: found.start()], *row[found.end() :]]


_INSTEAD_OF_RUN = re.compile("TS(?:&?S)*")
_INSTEAD = ("instead of", "rather than", "in place of", "in lieu of", "in preference to")


def _without_contrast(row: Sequence[Sign]) -> Sequence[Sign]:
    """Return a row without "rather than cooling" beside the opposite way."""
    signs = "".join(s.sign for s in row)
    found = _CONTRAST.search(signs)
    if found is None:
        return row
    up = (found["first"] or found["last"]) in "+w"
    rest = [*row[: found.start()], *row[found.end() :]]
    return rest if any(s.sign in ("-q" if up else "+w") for s in rest) else row


_COURSE = re.compile("^,?(?=StS,)")


def _with_start(row: Sequence[Sign]) -> Sequence[Sign]:
    """Return a row with what leads in the first of two years: "1990 to 2059: plus 1.3 °C"."""
    found = _COURSE.match("".join(s.sign for s in row))
    if found is None:
        return row
    first = row[found.end()]
    lead = Sign("F", first.start, first.start, word="from")
    return [lead, *row[found.end() :]]


#: "It is the first, not the second, that is cooler."
_NOT_RIVAL = re.compile("S,?&?!S,?(?=[wqhk]$)")


def _without_rival_runs(row: Sequence[Sign]) -> Sequence[Sign]:
    """Return a row in which a run is told apart from another one without that other."""
    found = _NOT_RIVAL.search("".join(s.sign for s in row))
    if found is None:
        return row
    first, *_, last = (s for s in row[found.start() : found.end()] if s.sign == "S")
    if runs_named(first) & runs_named(last):
        return row
    return [*row[: found.start()], first, *row[found.end() :]]


_CONTRAST = re.compile(r"^T(?P<first>[+\-wq])D?(?:,|(?=S))|,?T(?P<last>[+\-wq])[DSO]?(?=$|,|B?N)")


_HEAT = frozenset(("heat", "heating", "warming", "warmth", "extra heat", "additional heat"))
_COLD = frozenset(("cooling", "cold", "chill"))
#: What takes an amount away from something, by what stands before the amount or behind it.
_SAVED = re.compile(
    r"\b(?:sav|spar|avoid|avert|prevent|forestall|escap)\w*|(?:keep|stave|ward)\w* off"
)
_OUT_OF = ("out of", "off", "from", "away from", "away", "at bay")


def _without_heat(row: Sequence[Sign]) -> Sequence[Sign]:
    """Return a row with what an amount is of that is lost told as lost: "saves 0.57 °C of heat"."""
    amounts = [n for n, s in enumerate(row) if n and s.word in _HEAT | _COLD]
    at = next((n for n in amounts if row[n - 1].sign == "N"), 0)
    if not at:
        return row
    warm = row[at].word in _HEAT
    gone = {n for n, s in enumerate(row) if _SAVED.search(s.word)}
    gone |= {n for n in (at + 1,) if n < len(row) and row[n].word in _OUT_OF}
    if gone:
        turned = row[at]._replace(sign="-" if warm else "+")
        kept = [turned if n == at else s for n, s in enumerate(row)]
        return [s for n, s in enumerate(kept) if n not in gone or s.sign == "F"]
    if warm and any(s.sign == "-" for s in row):
        return [s for n, s in enumerate(row) if n != at]
    return row


def _leads_number(row: Sequence[Sign], at: int) -> bool:
    """Tell whether a number stands beside, as in "30 °C, at which ..."."""
    return at > 0 and row[at - 1].sign == "N"


def _without_boundaries(row: Sequence[Sign]) -> Sequence[Sign]:
    """Return a row in which "0.2 °C, which separate negligible from modest" is a limit alone."""
    signs = "".join(s.sign for s in row)
    for pattern in ("NDKFK", "NDKK", "NDK&K", "NWDKFK", "NWDK&K"):
        at = signs.find(pattern)
        if at < 0:
            continue
        printed, (first, last) = row[at].held, (at + pattern.index("K"), at + len(pattern) - 1)
        bands = sorted((row[n].held for n in (first, last)), key=_start)
        if isinstance(printed, Printed) and _bounds(float(printed.value), bands):
            end = row[at]._replace(sign="e")
            return [*row[: at + 1], end, *row[last + 1 :]]
    return row


def _start(held: object) -> float:
    return held.low if isinstance(held, Band) and held.low is not None else float("-inf")


def _bounds(value: float, bands: Sequence[object]) -> bool:
    low, high = bands
    return isinstance(low, Band) and isinstance(high, Band) and high.low == value


def _told(row: Sequence[Sign], n: int) -> Sign | None:
    """Return what a sign stands for by what is beside it; None where it says nothing."""
    sign = row[n]
    behind = "".join([s.sign for s in row[n + 1 : n + 3]])
    before = row[n - 1].sign if n else ""
    if sign.sign == "F":
        return _from(sign, before, behind)
    if sign.word == "under" and (not before or before in PAUSES) and behind[:1] not in tuple("NKf"):
        return None
    if sign.sign in "ByuO" or (sign.sign in "><lwq" and behind[:1] in ("S", "O", "!")):
        return _beside_run(row, n, before, behind)
    if sign.sign == "-" and behind[:1] == "N" and row[n + 2 : n + 3] and row[n + 2].word == _SHORT:
        return None  # "falls a fifth of a degree short of 30 °C"
    if sign.sign == "V" and behind[:1] == "D":
        return None  # "the temperature difference"
    if sign.sign == "l" and sign.word.endswith("within") and behind[:1] in tuple("Kc"):
        return None  # "falls within the modest class"
    if sign.sign == "R" and sign.word.endswith(" it") and behind[:1] in tuple("Kc"):
        return None  # "that makes it modest"
    if sign.sign in PAUSES and n + 1 < len(row) and row[n + 1].word.endswith(ONLY_BY):
        return None  # "significant, if only by a tenth of a degree"
    around = sign.sign == "~" and sign.word in _NEAR and behind[:1] not in _ABOUT
    if around and any(s.sign == "G" for s in row):
        return None  # "around the town"
    if sign.word in ("lead", "leads") and behind[:1] not in ("S", "O", "B"):
        return None
    return _beside_amount(sign, before, behind)


def _beside_amount(sign: Sign, before: str, behind: str) -> Sign | None:
    """Return what a sign stands for beside a number or a class."""
    if before == "N" and sign.word in _LACKED and behind[:1] in tuple("WRKt"):
        return sign._replace(sign="m")  # "four degrees more to be called warm"
    if before == "N" and sign.word in ("more", "less") and behind[:1] in ("", ",", "T"):
        return sign._replace(sign="w" if sign.sign == ">" else "q")  # "would have 0.1 °C more"
    if sign.sign in "gl" and sign.word.startswith("at ") and behind[:1] not in _AMOUNT:
        return sign._replace(sign="P" if sign.sign == "g" else "Q")  # "negligible at most"
    if sign.sign == "Y" and sign.word in _CLASSED and behind[:1] in tuple("cK"):
        return None  # "falls under modest"
    return sign


def _beside_run(row: Sequence[Sign], n: int, before: str, behind: str) -> Sign | None:
    """Return what a sign stands for before or behind a run."""
    sign = row[n]
    run = behind[:1] in _RUN or behind == "!S"
    first = not before or before in PAUSES
    if sign.sign in "Bu":
        return None if run else sign
    if sign.sign == "O":  # "the alternative future with less SO2"
        return None if behind[:1] == "S" or before == "S" else sign
    if sign.sign == "y":  # "only 0.1 °C"
        return sign if run or before in _RUN else None
    if sign.sign in "wq":
        many = first and behind[:1] == "S" and len(runs_named(row[n + 1])) > 1
        return sign._replace(sign="h" if sign.sign == "w" else "k") if many else sign
    if run and before == "N" and sign.word in ("more", "less"):
        return sign._replace(sign="w" if sign.sign == ">" else "q")
    return _before_run(row, n) if run else sign


_ABOUT = tuple("NfK><gljiRXY=")
_LACKED = frozenset(("more", "larger", "bigger", "greater", "wider", "higher", "warmer", "hotter"))
_SHORT = "short of"
#: How a distance from the end of a class is led in.
ONLY_BY = ("only by", "margin of", "margin of only", "margin of just", "margin of a mere")
_NEAR = frozenset(("around", "about", "near", "close to"))
_CLASSED = frozenset(f"{verb} under" for verb in ("falls", "fall", "fell", "fallen", "falling",
                     "comes", "come", "came", "goes", "go", "went", "gone"))  # fmt: skip


def _from(sign: Sign, before: str, behind: str) -> Sign:
    if behind[:1] in ("R", "X"):
        return sign._replace(sign="!")  # "keeps it from reaching"
    if sign.word == "off" and before == "N" and behind[:1] not in ("N", "K"):
        return sign._replace(sign="-")  # "takes 0.3 °C off"
    return sign


def _before_run(row: Sequence[Sign], n: int) -> Sign | None:
    """Return what "over", "under" and "up to" stand for before a run."""
    sign = row[n]
    others = [s.sign for k, s in enumerate(row) if k != n]
    if sign.word == "under" and any(s in "wqhk+-T" for s in others[:n]):
        return None
    if sign.word == "under" and (n == 0 or row[n - 1].sign in PAUSES):
        return None
    if sign.sign == "l":
        return sign._replace(sign="t") if sign.word == "up to" else sign
    if sign.word == "over" and n and row[n - 1].sign in _RUN and set(others) & set("wqhk+-"):
        return sign._replace(sign="T")  # "choosing the one over the other"
    return sign
