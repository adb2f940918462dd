"""Draws places for benchmark questions: towns that their name alone tells from all others."""

from functools import cache

from simulrag.simulators.climate.places import find, listed

#: Inhabitants from which on a town is asked for.
LEAST = 300_000
#: Share of its inhabitants that other places of the same name may have, at most.
MOST_OF_OTHERS = 0.1


def draw(share: float) -> str:
    """Return the name of the place at a share, 0 to 1 and less than 1, of all; in their order."""
    names = _names()
    start = int(share * len(names))
    for shift in range(len(names)):
        name = names[(start + shift) % len(names)]
        if _is_plain(name):
            return name
    raise AssertionError("the table of places holds no town that its name tells from others")


@cache
def _names() -> tuple[str, ...]:
    return tuple(sorted({place.name for place in listed() if place.population >= LEAST}))


def _is_plain(name: str) -> bool:
    """Tell whether a name means one place before all others, and reads as a name."""
    found = find(name)
    letters = all(part.isalpha() for part in name.split())
    if not found or not letters or found[0].title.split(",")[0] != name:
        return False
    rivals = [place.population for place in found[1:2]]
    return found[0].population >= LEAST and all(
        people <= MOST_OF_OTHERS * found[0].population for people in rivals
    )
