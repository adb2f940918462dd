"""How names and coordinates of places are written."""

import re
import unicodedata

#: Letters that Unicode does not take apart into a base letter and an accent.
_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "ı": "i", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th", "ə": "a"}
)
_ACCENTS = re.compile("[\u0300-\u036f]")
_DROPPED = re.compile("['’‘`´ʻʼʿʾ.]")
_GAP = re.compile(r"[\s\-‐‑–—_/,;]+")
_SHORT = {"st": "saint", "ste": "sainte"}

_DEGREES = (
    r"(?P<{0}>[+\-−]?\d{{1,3}}(?:\.\d+)?)\s*(?:°|º|degrees?|deg)?\s*(?P<{0}_side>[NSEWnsew])?"
)
_PAIR = re.compile(
    r"^\(?\s*(?:lat(?:itude)?\.?\s*[:=]?\s*)?"
    + _DEGREES.format("a")
    + r"\s*(?:,|;|\s)\s*(?:and\s+)?(?:lon(?:g|gitude)?\.?\s*[:=]?\s*)?"
    + _DEGREES.format("b")
    + r"\s*\)?$"
)
_SIDED = re.compile(
    r"^\(?\s*([NSEWnsew])\s*(\d[\d.]*)\s*[°º]?\s*[,;\s]\s*([NSEWnsew])\s*(\d[\d.]*)"
)


def key(name: str) -> str:
    """Return the form in which names are compared: no case, accents, marks or hyphens."""
    text = unicodedata.normalize("NFKD", name).casefold().translate(_PLAIN)
    text = _GAP.sub(" ", _DROPPED.sub("", _ACCENTS.sub("", text))).strip()
    return " ".join(_SHORT.get(word, word) for word in text.split(" "))


def coordinates(text: str) -> tuple[float, float] | None:
    """Read latitude and longitude in degrees; None where the text is no pair of coordinates.

    Plain numbers are latitude, longitude; with N, S, E or W either order is read.
    """
    sided = _SIDED.match(text.strip())
    if sided:
        text = f"{sided[2]} {sided[1]}, {sided[4]} {sided[3]}"
    match = _PAIR.match(text.strip())
    if match is None:
        return None
    first, second = (_signed(match[part], match[f"{part}_side"]) for part in "ab")
    sides = [(match[f"{part}_side"] or "").upper() for part in "ab"]
    if sides[0] in ("E", "W") or sides[1] in ("N", "S"):
        first, second = second, first
        sides.reverse()
    return None if sides[0] in ("E", "W") or sides[1] in ("N", "S") else (first, second)


def _signed(number: str, side: str | None) -> float:
    value = float(number.replace("−", "-"))
    return -abs(value) if (side or "").upper() in ("S", "W") else value


def written(latitude: float, longitude: float) -> str:
    """Return coordinates as in "48.87 N, 2.22 E"."""
    north = "N" if latitude >= 0 else "S"
    east = "E" if longitude >= 0 else "W"
    return f"{abs(latitude):.2f} {north}, {abs(longitude):.2f} {east}"
