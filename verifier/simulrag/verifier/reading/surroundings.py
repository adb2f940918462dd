"""Places that are told by where they lie from that of a run: "the villages nearby"."""

import re
from collections.abc import Collection, Sequence

from simulrag.simulators.interface import Call, Parameter, Simulator
from simulrag.verifier.claims import Problem
from simulrag.verifier.reading.text import AnyCase, normalise

_SETTLED = (
    r"(?:towns?|villages?|cit(?:y|ies)|municipalit(?:y|ies)|settlements?|communit(?:y|ies)|hamlets?|"
    r"valleys?|regions?|areas?|districts?|counties|county|states?|countr(?:y|ies)|provinces?|"
    r"hills?|mountains?|highlands|lowlands|plains?|coast|countryside|islands?|suburbs?|"
    r"neighbou?rhoods?|farmland|forests?|waters|peaks?|places?)\b"
)
#: "Assam at large": a region, where a place alone is in the runs.
_WHOLE_REGION = re.compile(
    r"(?P<name>[A-Z][\w'-]+(?:\s[A-Z][\w'-]+)*),?\s+(?:at large|as a whole|in its entirety)\b"
)
_ELSEWHERE = AnyCase(
    rf"\b(?:neighbou?ring|nearby|adjacent|adjoining|surrounding|outlying|next|nearest)\s+"
    rf"(?:[\w-]+\s+)?{_SETTLED}"
    rf"|\b{_SETTLED}\s+(?:nearby|(?:around|near|close to)(?=\s+[^\W\d])|close by|"
    r"in the (?:area|vicinity)|next door|upstream|downstream|"
    r"down the (?:road|river|valley|coast))\b"
    r"|(?:\bits|\w['’]s)\s+(?:[\w-]+\s+)?(?:neighbou?rs|surroundings|hinterland|suburbs|"
    r"environs|outskirts|airport|harbou?r|port|beaches|(?:city |town |old )?cent(?:re|er)|"
    r"downtown|old town|countryside|twin town|sister city|neighbou?rhoods?)\b"
    r"|\b(?:suburbs|outskirts|surroundings|environs|neighbou?rs|cent(?:re|er)) of\s+[^\W\d]"
    rf"|\b(?:the|its)\s+(?:whole|entire|rest of the)\s+(?:of the\s+)?(?:[\w-]+\s+)?{_SETTLED}"
    rf"|\bthe\s+(?:region|country|province|state|county|district|continent|nation)\s+as a whole\b"
    r"|\b(?:nationwide|countrywide|statewide|elsewhere)\b",
    holding=(
        "neighb", "nearby", "adjacent", "adjoining", "surround", "outlying", "next", "nearest",
        "around", "near", "close", "vicinity", "stream", "down", "hinterland", "suburb", "environ",
        "outskirt", "airport", "harbo", "port", "beach", "centre", "center", "old town", "country",
        "twin", "sister", "whole", "entire", "rest of", "wide", "elsewhere", "area",
    ),
)  # fmt: skip


def other_surroundings(
    text: str, calls: Sequence[Call], parameters: Sequence[Parameter], simulator: Simulator
) -> Problem | None:
    """Return that a statement is about a place beside the one place of the runs, or None."""
    place = next((p.name for p in parameters if p.kind == "place"), "")
    held = {str(call.arguments.get(place)) for call in calls} - {"None"}
    found = _ELSEWHERE.search(text) or _region(text, held)
    if found is None or not place or len(held) != 1:
        return None
    words = text[found.start() : found.end()]
    return Problem(
        reason="other_place",
        message=f"{words!r} is another {place} than that of any run at hand",
        simulator=simulator.name,
        parameter=place,
        given=words,
    )


def _region(text: str, held: Collection[str]) -> re.Match[str] | None:
    """Return a region that a text names as a whole, which is none of the places of runs."""
    found = _WHOLE_REGION.search(text)
    own = found is not None and any(found["name"] in normalise(name) for name in held)
    return None if own else found
