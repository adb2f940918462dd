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
    r"(?P<{0}>[+\-−]?\d{{1,3}}(?:\.\d+)?)\s*(?:°|º|degrees?|deg)?\s*"
    r"(?P<{0}_side>north|south|east|west|[NSEW])?"
)
_PAIR = re.compile(
    r"\(?\s*(?:lat(?:itude)?\.?\s*[:=]?\s*)?"
    + _DEGREES.format("a")
    + r"\s*[,;\s]\s*(?:and\s+)?(?:lon(?:g|gitude)?\.?\s*[:=]?\s*)?"
    + _DEGREES.format("b")
    + r"\s*\)?",
    re.IGNORECASE,
)
#: The side may also come first: "N48.87 E2.22".
_SIDE_FIRST = re.compile(
    r"\(?\s*([NSEW])\s*(\d[\d.]*)\s*[°º]?\s*[,;\s]\s*([NSEW])\s*(\d[\d.]*)", re.IGNORECASE
)
#: Two plain numbers are coordinates only with a separator; "1,000" is one number.
_ONE_NUMBER = re.compile(r"[\d\s.]*|\d{1,3},\d{3}")


def key(name: str) -> str:
    """Return the form in which names are compared: no case, accents, marks or hyphens."""
    text = unicodedata.normalize("NFKD", name).casefold().translate(_PLAIN)
    text = _GAP.sub(" ", _DROPPED.sub("", _ACCENTS.sub("", text))).strip()
    return " ".join(_SHORT.get(word, word) for word in text.split(" "))


def coordinates(text: str) -> tuple[float, float] | None:
    """Read latitude and longitude in degrees; None where the text is no pair of coordinates.

    Plain numbers are latitude, longitude; with N, S, E or W either order is read.
    """
    text = " ".join(text.split())
    turned = _SIDE_FIRST.match(text)
    if turned:
        text = f"{turned[2]} {turned[1]}, {turned[4]} {turned[3]}"
    match = _PAIR.fullmatch(text)
    if match is None or _ONE_NUMBER.fullmatch(text):
        return None
    sides = [(match[f"{part}_side"] or "")[:1].upper() for part in "ab"]
    first, second = (_signed(match[part], side) for part, side in zip("ab", sides, strict=True))
    if sides[0] in ("E", "W") or sides[1] in ("N", "S"):
        first, second = second, first
        sides.reverse()
    return None if sides[0] in ("E", "W") or sides[1] in ("N", "S") else (first, second)


def _signed(number: str, side: str) -> float:
    value = float(number.replace("−", "-"))
    return -abs(value) if side in ("S", "W") else value


def written(latitude: float, longitude: float) -> str:
    """Return coordinates as in "48.87 N, 2.22 E"."""
    north = "N" if latitude >= 0 else "S"
    east = "E" if longitude >= 0 else "W"
    return f"{abs(latitude):.2f} {north}, {abs(longitude):.2f} {east}"
