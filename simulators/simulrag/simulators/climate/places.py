"""Places by name or coordinates: how they are written, found and drawn for benchmarks."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from importlib.resources import files
from itertools import islice
from pathlib import Path

from simulrag.simulators.arguments import nearest_names
from simulrag.simulators.climate import globe, stored_fields
from simulrag.simulators.climate.gazetteer import PLACES_FILE, Entry, Gazetteer, key
from simulrag.simulators.climate.globe import wrap_longitude
from simulrag.simulators.climate.parameters import ANNUAL, NAMED
from simulrag.simulators.climate.stored_fields import Local, Rain, Region
from simulrag.simulators.errors import OutOfRange, SimulatorError, UnknownName
from simulrag.simulators.interface import Call

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
#: A place found by another of its names ranks as if it had this share of its inhabitants.
ALIAS_WEIGHT = 0.02
#: How many times more people live in a place that is meant without asking than in any namesake.
DOMINANT = 5
#: Degrees within which "Name (latitude, longitude)" means a listed place of that name.
NEAR = 1.0
#: Names of regions that are no country.
WIDE = frozenset(
    ("africa", "antarctica", "arctic", "asia", "earth", "england", "europe", "great britain",
     "north america", "oceania", "scotland", "south america", "the world", "uk", "wales", "world")
)  # fmt: skip
#: Keys of names of countries that the table has under another.
ALSO_CALLED = {"uk": "united kingdom", "great britain": "united kingdom"}
_WITH_COORDINATES = re.compile(r"(?P<name>[^(]+)\((?P<at>[^)]*)\)")
#: Inhabitants from which on a town is asked for.
LARGE = 300_000
#: Share of its inhabitants that other places of the same name may have, at most.
MOST_OF_OTHERS = 0.1


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


@dataclass(frozen=True)
class Place:
    """A point on the globe, with what is known of it."""

    title: str
    latitude: float
    longitude: float
    #: Inhabitants; 0 where the place was given by coordinates.
    population: int = 0
    #: True for places of the table, which all lie on land.
    listed: bool = False
    #: Metres above sea level.
    elevation: float = 0.0
    #: Of a country or another region; None for a point.
    region: Region | None = None

    @property
    def value(self) -> str:
        """Text that selects this place and no other."""
        if self.region is not None:
            return self.title
        if not self.listed:
            return written(self.latitude, self.longitude)
        return f"{self.title} ({written(self.latitude, self.longitude)})"

    def resolved(self) -> dict[str, str]:
        """Return what the place is, for `Run.resolved`."""
        if self.region is not None:
            return {"place": self.value, "region": self.region.meaning}
        return {"place": self.value, "elevation": f"{self.elevation:.0f} m"}

    def part(self, season: object) -> str:
        """Return the part of the year (see `stored_fields.PARTS`) that an argument means here."""
        ends = self.latitude, self.latitude
        if self.region is not None:
            ends = self.region.south, self.region.north
        return stored_fields.season_code(str(season or ANNUAL), *ends)

    def fields(self, part: str = ANNUAL) -> Local:
        """Return climatology and pattern of a part of the year."""
        if self.region is not None:
            return self.region.local(part)
        return stored_fields.seasonal(part, self.latitude, self.longitude)

    def rain(self, part: str = ANNUAL) -> Rain:
        """Return precipitation and variability of a part of the year."""
        if self.region is not None:
            return self.region.rain(part)
        return stored_fields.rain(part, self.latitude, self.longitude)


@cache
def _gazetteer() -> Gazetteer:
    return Gazetteer(Path(str(files(__package__ or "") / "data" / PLACES_FILE)))


def find(text: str) -> list[Place]:
    """Return the places that a text may mean, the likeliest first; empty if there is none.

    A text is a name in any script, "Name, Country", "Name, State", coordinates, or a name with
    coordinates in brackets. Raises OutOfRange for coordinates that do not exist.
    """
    pair = coordinates(text)
    if pair is not None:
        return [at(*pair)]
    match = _WITH_COORDINATES.fullmatch(text.strip())
    pair = coordinates(match["at"]) if match else None
    if match is None or pair is None:
        return list(_find_name(text))
    latitude, longitude = (at(*pair).latitude, at(*pair).longitude)
    name = match["name"].strip()
    near = [p for p in _find_name(name) if _distance(p, latitude, longitude) <= NEAR]
    near.sort(key=lambda p: _distance(p, latitude, longitude))
    return near[:1] or [at(latitude, longitude, name)]


def beginning(begun: str, count: int) -> tuple[str, ...]:
    """Return at most `count` titles of listed places whose names begin so, the largest first."""
    name = key(begun)
    if not name:
        return ()
    found = sorted(_gazetteer().beginning(name), key=lambda entry: -entry.population)
    titles = (_place(entry).title for entry in found)
    return tuple(islice(dict.fromkeys(titles), count))


def listed() -> Iterator[Entry]:
    """Yield every place of the table."""
    return _gazetteer().all()


def at(latitude: float, longitude: float, title: str = "") -> Place:
    """Return the place at coordinates in degrees. Raises OutOfRange, never clamps."""
    if not -90 <= latitude <= 90 or not -180 <= longitude <= 360:
        raise OutOfRange(
            f"place {latitude:g}, {longitude:g} does not exist; latitude comes first and lies in "
            "-90 to 90, longitude in -180 to 360",
            parameter="place",
            given=f"{latitude:g}, {longitude:g}",
        )
    longitude = float(wrap_longitude(longitude))
    return Place(
        title or written(latitude, longitude),
        float(latitude),
        longitude,
        elevation=float(globe.mean_elevation(latitude, longitude)),
    )


def _distance(place: Place, latitude: float, longitude: float) -> float:
    east = abs(wrap_longitude(place.longitude - longitude))
    return max(abs(place.latitude - latitude), east)


@lru_cache(maxsize=1024)  # a text names the same few places again and again
def _find_name(text: str) -> tuple[Place, ...]:
    name = key(text).removeprefix("the ")
    found = _ranked(key(text), "")
    if name in _wide_regions():  # "Singapore" is also a city, "India" is no town in Serbia
        found = [
            place for place in found if {key(part) for part in place.title.split(", ")} == {name}
        ] or _region(text)
    if not found and ("," in text or text.endswith(")")):
        name, _, region = text.rstrip(")").replace("(", ",").partition(",")
        found = _ranked(key(name), key(region))
    if not text.isascii():  # whoever writes "Berlín" does not mean Berlin
        found.sort(key=lambda place: place.title.split(",")[0] != text)
    return tuple(found)


def _region(name: str) -> list[Place]:
    """Return the region of a name as a place, its area mean; empty where means are not held."""
    region = stored_fields.find_region(name)
    if region is None:
        return []
    return [Place(region.title, region.latitude, region.longitude, region=region)]


@cache
def _wide_regions() -> frozenset[str]:
    """Return keys of names that mean a country, a continent or the world, and no point."""
    countries = {key(title.rpartition(",")[2]) for title, _ in _gazetteer().regions()}
    codes = {key(code) for _, short in _gazetteer().regions() for code in short.split()}
    others = frozenset(key(name) for name in stored_fields.region_names())
    return frozenset(countries | {code for code in codes if len(code) == 3} | WIDE | others)


def _ranked(name: str, region: str) -> list[Place]:
    """Return the places of a name, optionally in a region, the most inhabitants first."""
    table = _gazetteer()
    weighted = [(1.0, entry) for entry in table.named(name)]
    weighted += [(ALIAS_WEIGHT, entry) for entry in table.also_named(name)]
    unique: dict[Entry, float] = {}
    for weight, entry in weighted:
        if _within(entry.region, region):
            unique.setdefault(entry, weight * entry.population)
    ordered = sorted(unique, key=lambda e: (-unique[e], e.latitude, e.longitude))
    return [_place(entry) for entry in ordered]


def _within(number: int, region: str) -> bool:
    """Tell whether a region's title or short names hold every part that was given."""
    if not region:
        return True
    title, short = _gazetteer().regions()[number]
    parts = {key(part) for part in title.split(",")} | set(key(short).split())
    given = region.removeprefix("the ")
    given = ALSO_CALLED.get(given, given)
    return not given or given in parts or given == key(title)


def _place(entry: Entry) -> Place:
    title = f"{entry.name}, {_gazetteer().regions()[entry.region][0]}"
    at_place = entry.latitude, entry.longitude
    return Place(title, *at_place, entry.population, listed=True, elevation=entry.elevation)


def resolve(text: str, points: Sequence[tuple[float, float]] = ()) -> tuple[Place, tuple[str, ...]]:
    """Return the place that a text means, and warnings about what had to be assumed.

    `points` are (longitude, latitude): one of them settles which place of a name is meant, and
    stands for the place where the name is unknown. Raises UnknownName or OutOfRange.
    """
    found = find(text)
    only = at(points[0][1], points[0][0]) if len(points) == 1 else None
    if not found and only is None:
        raise _unknown(text)
    if not found and only is not None:
        return replace(only, title=f"{text} ({only.title})"), (
            f"the table of places does not hold {text!r}; the coordinates given in points "
            f"({only.title}) were taken for it",
        )
    if only is not None and len(found) > 1:
        near = [p for p in found if _distance(p, only.latitude, only.longitude) <= NEAR]
        if near:
            return near[0], ()
    return found[0], _ambiguity(text, found)


def of_call(
    call: Call, points: Sequence[tuple[float, float]] = ()
) -> tuple[Place, str, tuple[str, ...]]:
    """Return a call's place, the part of the year that is asked for there, and warnings.

    Raises as `resolve` does, and BadValue for a season of two hemispheres.
    """
    place, warnings = resolve(str(call.arguments["place"]), points)
    return place, place.part(call.arguments.get("season")), warnings


def same_seasons(text: str, season: object) -> tuple[str, ...]:
    """Return the other names of a season at a place: "summer" of JJA in Spain."""
    try:
        place, _ = resolve(text)
        meant = place.part(season)
        same = (one for one in NAMED if place.part(one) == meant)
        return tuple(one for one in (meant, *same) if one != season)
    except SimulatorError:
        return ()


def resolve_point(text: str) -> tuple[Place, tuple[str, ...]]:
    """Return the place that a text means, which is no region. Raises UnknownName or OutOfRange."""
    place, warnings = resolve(text)
    if place.region is not None:
        raise _whole(text)
    return place, warnings


def _whole(text: str) -> UnknownName:
    return UnknownName(
        f"place {text!r} is a whole region; give a city in it, or coordinates such as "
        "'48.87 N, 2.22 E'",
        parameter="place",
        given=text,
    )


def _ambiguity(text: str, found: list[Place]) -> tuple[str, ...]:
    if found[0].region is not None or dominant(found):
        return ()
    others = "; ".join(place.value for place in found[1:4])
    more = f" and {len(found) - 4} more" if len(found) > 4 else ""
    return (f"place taken: for {text!r} the largest, {found[0].value}, and not {others}{more}",)


def dominant(found: Sequence[Place]) -> bool:
    """Tell whether the first of the places of a name is by far the one that is meant."""
    others = max((place.population for place in found[1:]), default=0)
    return found[0].population > DOMINANT * others


def _unknown(text: str) -> UnknownName:
    if key(text) in _wide_regions():
        return _whole(text)
    near = nearest_names(text, _gazetteer().neighbours(key(text)))
    hint = f"; did you mean {', '.join(near)}?" if near else "."
    return UnknownName(
        f"place {text[:80]!r} is not in the table of places{hint} Coordinates such as "
        "'48.87 N, 2.22 E' can be given instead",
        parameter="place",
        given=text,
        candidates=near,
    )


def draw(share: float) -> str:
    """Return the name of the place at a share, 0 to 1 and less than 1, of all; in their order."""
    names = _large()
    start = int(share * len(names))
    for shift in range(len(names)):
        name = names[(start + shift) % len(names)]
        if _is_plain(name):
            return name
    raise AssertionError("the table of places holds no town that its name tells from others")


@cache
def _large() -> tuple[str, ...]:
    return tuple(sorted({place.name for place in listed() if place.population >= LARGE}))


def _is_plain(name: str) -> bool:
    """Tell whether a name means one place before all others, and reads as a name."""
    found = find(name)
    letters = all(part.isalpha() for part in name.split())
    if not found or not letters or found[0].title.split(",")[0] != name:
        return False
    rivals = [place.population for place in found[1:2]]
    return found[0].population >= LARGE and all(
        people <= MOST_OF_OTHERS * found[0].population for people in rivals
    )
