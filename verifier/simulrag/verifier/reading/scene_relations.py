"""How a number stands to what it is said of, and which way something changes."""

from collections.abc import Sequence
from typing import Protocol

from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.scene_frames import Part
from simulrag.verifier.reading.scene_signs import Sign

#: Relations to what stands before them.
_BEHIND = {"P": "g", "Q": "l", "z": "z"}


_UP, _DOWN = "+wXz", "-qY"


class Said(Protocol):
    """A part of a statement as a row of signs, with those that were read."""

    row: list[Sign]
    used: set[int]

    @property
    def signs(self) -> str:
        """The signs as text, one letter each."""
        ...


def relation_at(part: Said, at: int) -> tuple[str, bool] | None:
    """Return how something stands to what is at a place, and whether it is denied there.

    None where two relations are said of it.
    """
    found, denied = _before(part, at)
    behind = _behind(part, at)
    if behind is None:
        return ("<", False) if not found and not denied else None
    found += behind
    kinds = [s for s in found if s != "R"] if len(set(found)) > 1 else found
    if len(set(kinds)) > 1:
        return _joined(kinds, denied=denied)
    return (kinds[0] if kinds else ""), denied


def _before(part: Said, at: int) -> tuple[list[str], bool]:
    """Return the relations before a place, and whether they are denied."""
    found: list[str] = []
    denied = False
    for n in range(at - 1, -1, -1):
        sign = part.row[n].sign
        between = [s.sign for s in part.row[n + 1 : at]]
        if sign not in "><glji~=RXYM!TBVDtwqec" or (sign in "XYM" and "B" in between):
            break
        if sign in "wq" and "T" not in between:
            break
        if sign == "!":
            denied = not denied
        elif sign not in "TBVDtec":
            found.append({"w": ">", "q": "<"}.get(sign, sign))
        if sign not in "TBVDt":
            part.used.add(n)
    return found, denied


def _behind(part: Said, at: int) -> list[str] | None:
    """Return the relations behind a place; None where it is said not to be reached."""
    if at + 1 < len(part.row) and part.row[at + 1].sign == "e":
        part.used.add(at + 1)  # "the 30 °C mark"
        at += 1
    behind = part.signs[at + 1 :]
    if behind == "!R":
        part.used |= {at + 1, at + 2}
        return None
    first, rest = behind[:1], set(behind[1:])
    if first in tuple("RYX") and (not rest or (first == "R" and rest <= set("SVT"))):
        part.used.add(at + 1)
        return ["z" if first == "X" else first]
    if first in _BEHIND:
        part.used.add(at + 1)
        return [_BEHIND[first]]
    return []


def _joined(kinds: Sequence[str], *, denied: bool) -> tuple[str, bool] | None:
    """Return "stays under about 9", "gets past more than": one of both where they agree."""
    ups = {s for s in kinds if s in ">Xgjz"}
    downs = {s for s in kinds if s in "<YMli"}
    if "~" in kinds or (ups and downs):
        return None
    return (">" if ups else "<"), denied


def is_difference(part: Part, at: int) -> bool:
    """Tell whether a number is by how much values differ, and no value."""
    signs = part.signs
    after = signs[at + 1 : at + 2]
    held = part.row[at].held
    if isinstance(held, Printed) and held.text.startswith("+"):
        return True
    if after and after in "wq+-Dm":
        return True
    behind = signs[at + 1 :].replace("V", "").replace("D", "")
    if _compares(behind) or _separates(part, at):
        return True
    n = at - 1
    seen = ""
    while n >= 0 and signs[n] in "><glji~=!TB":
        seen += signs[n]
        n -= 1
    before = signs[n] if n >= 0 else ""
    grown = any(s in "D+-s" for s in signs[: max(n, 0)])
    if "s" in signs[:at] and set(seen) & set("l<~"):
        return True
    if "B" in seen:
        return True
    if before in tuple("Vt"):
        return False
    if before in tuple("wq"):
        return "T" not in seen or grown
    if before in tuple("+-") and "B" not in seen and _led_to(part, n, at):
        return False
    if before in tuple("+-D"):
        return True
    if before in tuple("XYRM"):
        return grown and "V" not in signs[:n]
    return any(s in "D+-" for s in signs) and "V" not in signs and not level_of_run(part, at)


def _compares(behind: str) -> bool:
    """Tell whether a run stands behind a number as what another is compared with."""
    return behind[:1] in tuple("><jiTXY") and behind[1:2] in tuple("SO")


def _separates(part: Part, at: int) -> bool:
    """Tell whether a small number stands behind a difference of two runs that are both named."""
    printed = part.row[at].held
    small = isinstance(printed, Printed) and abs(printed.value) < LEAST_LEVEL
    return small and bool(part.subject and part.reference) and part.signs.startswith("D")


def level_of_run(part: Part, at: int) -> bool:
    """Tell whether a number is of the size of a level and stands beside its run."""
    printed = part.row[at].held
    large = isinstance(printed, Printed) and abs(printed.value) >= LEAST_LEVEL
    return large and part.signs[at + 1 : at + 2] in ("S", "O")


_FAR = ("", "well ", "just ", "far ")
#: What a level lies beyond, and what may also be said of how much.
_LED = frozenset(f + w for f in _FAR for w in ("above", "past", "beyond", "below", "beneath"))
_LED_BY_SIZE = frozenset(f + w for f in _FAR for w in ("over", "under"))
#: A number of at least so many degrees is a level where a verb may lead to it or be by it.
LEAST_LEVEL = 5


def _led_to(part: Part, before: int, at: int) -> bool:
    """Tell whether a verb leads to a level ("lifts it over 7 °C", not "gains over half of 1")."""
    words = {s.word for s in part.row[before + 1 : at]}
    printed = part.row[at].held
    large = isinstance(printed, Printed) and abs(printed.value) >= LEAST_LEVEL
    return bool(words & _LED) or (bool(words & _LED_BY_SIZE) and large)


def direction_of(part: Part) -> int | None:
    """Return 1 for warmer, -1 for cooler, 0 where nothing says which; None for both."""
    found: set[int] = set()
    for n, sign in enumerate(part.row):
        if n in part.used:
            continue
        if sign.sign in _UP + _DOWN:
            found.add(1 if sign.sign in _UP else -1)
            part.used.add(n)
        elif sign.sign in "><" and n + 1 < len(part.row):
            rest = [s.sign for s in part.row[n + 1 :] if s.sign not in "VDTB"]
            if rest[:1] and rest[0] in "SO":
                found.add(1 if sign.sign == ">" else -1)
                part.used.add(n)
            elif rest[:1] and rest[0] in "+-wq":  # "more warming", "less cooling"
                up = rest[0] in "+w"
                found.add(1 if up == (sign.sign == ">") else -1)
                part.used |= {n, n + 1 + [s.sign in "+-wq" for s in part.row[n + 1 :]].index(True)}
    return None if len(found) > 1 else next(iter(found), 0)


def pair_of(part: Part) -> tuple[int, int] | None:
    """Return the run compared with and the run compared; None where nothing says which is which."""
    scene = part.scene
    if len(scene.runs.calls) != 2:
        return None
    ways = {s.sign for s in part.row}
    if part.reference:
        reference = next(iter(part.reference))
        return reference, 1 - reference
    same = len(part.inherited) == 1 and not part.subject and bool(ways & set("wqhkXY"))
    if len(part.subject) == 1 or same:
        subject = next(iter(part.inherited if same else part.subject))
        first, _ = scene.order
        changing = bool(ways & set("+-")) and not ways & set("wqXYhk")
        if scene.alike:
            # The second of two alternatives is what is compared with the first.
            return None if changing and subject == 0 else (1 - subject, subject)
        if changing:
            # "In 1986 it warmed" is no change to 1986; "in 2054 it has warmed" is one.
            return None if subject == first else scene.order
        return 1 - subject, subject
    if scene.alike or ways & set("hk"):
        return None
    return scene.order


def presupposed(part: Part) -> bool:
    """Tell whether what is denied is said of a change that goes one way: "the fall is not ..."."""
    ways, denials = part.at("+-"), part.at("!")
    return bool(ways and denials) and ways[0] < denials[0]


def denied_left(part: Part) -> bool:
    left = [n for n in part.at("!") if n not in part.used]
    part.used |= set(left)
    return len(left) % 2 == 1


def rest_known(part: Part, silent: str) -> bool:
    """Tell whether every sign of a part was read, or says nothing here."""
    return (
        all(n in part.used or s.sign in silent or s.sign == "!" for n, s in enumerate(part.row))
        and len([n for n in part.at("!") if n not in part.used]) <= 1
    )


def reached(how: str, *, denied: bool) -> tuple[str, bool]:
    """Return what is reached as equal, and what is not as below."""
    if how == "R":
        return ("<", False) if denied else ("", False)
    if how in "zX" and how:
        return ">", denied
    if how in "YM" and how:
        return "<", denied
    return how, denied
