"""Names of regions that are none of an input's values: "New England", "the southern states"."""

import re
from collections.abc import Iterable

from simulrag.verifier.plain.scene import Scene

_COMPASS = r"(?:north|south|east|west|(?:north|south)[\s-]?(?:east|west)|mid[\s-]?west)"
#: What is said of some of the places and not of all of them.
_REGION = re.compile(
    rf"\b(?:(?:the|whole|entire|deep|far|upper|lower|american|in|of)\s+(?-i:[NSEW]\w+|Mid[\s-]?[Ww]est)(?=\s*[,.;]|\s*$|\s+(?!and\b)[a-z])"
    rf"|{_COMPASS}(?:ern)?\s+(?:states?|half|third|part|parts|coast|seaboard|region|regions|tier)"
    r"|new\s+england|mid[\s-]?atlantic|(?:pacific|atlantic|gulf|west|east)\s+(?:coast|seaboard|states)|"
    r"(?:sun|rust|bible)\s+belt|(?:great\s+)?plains|great\s+lakes|rocky\s+mountains?|rockies|appalachia|"
    r"(?:coastal|neighbou?ring|mountain|rural|border|blue|red|larger|smaller|big|small|large)\s+states)\b",
    re.I,
)


def regions(scene: Scene) -> Iterable[tuple[int, str]]:
    """Yield words for a region, where a function takes several places that each have a name."""
    if not any(p.kind == "choices" for p in scene.function.parameters):
        return
    for match in _REGION.finditer(scene.text):
        if not any(i.start < match.end() and match.start() < i.end for i in scene.items):
            yield match.start(), match.group()
