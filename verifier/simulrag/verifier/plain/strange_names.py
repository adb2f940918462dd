"""Names in a sentence that no input has and that are no words of the domain: "Gotham had"."""

import re
from collections.abc import Iterable

from simulrag.verifier.plain.places import OPENERS
from simulrag.verifier.plain.scene import Scene
from simulrag.verifier.reading.places import ORDINARY

_CAPITALISED = re.compile(r"(?<![\w'-])[A-Z][\w'-]*")
#: Capitals that name nothing a setting could lack.
_PLAIN_NAMES = frozenset(
    (
        "I AR6 IPCC WGI WG1 SPM Assessment Sixth Report Table Summary US U.S USA CDC NHSN AR NCEP "
        "SSP SSPs R0 CO2 CH4 SO2 BC GHG R K C F H3N2 H1N1 TCR TCRE ECS GtCO2 Gt Earth Fahrenheit "
        "Celsius Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March "
        "April May June July August September October November December Christmas New Year "
        "Thanksgiving American American's Americans GLEAM Influenza Flu Panel Climate Change World"
    ).split()
)


#: A first word with a capital that a verb or "'s" makes the subject.
_OPENING = re.compile(
    r"^\W*(?P<name>[A-Z][a-z]{2,})(?='s\b|\s+(?:is|was|has|had|will|would|saw|recorded|reported|"
    r"ranked|peaked|"
    r"warms?|warmed|lies|gets?|reached|admitted|logged|topped|came|exceeded|accounted|crested)\b)"
)


def opening_name(scene: Scene) -> Iterable[tuple[int, str]]:
    """Yield a subject that no input has and that is no word of the domain: "Gotham had"."""
    match = _OPENING.match(scene.text)
    if match is None or match["name"] in _PLAIN_NAMES:
        return
    word = match["name"].casefold()
    own = {
        part.casefold()
        for function in scene.simulator.functions
        for thing in (*function.parameters, *function.outputs)
        for phrase in (*thing.words, *getattr(thing, "loose_words", ()))
        for part in phrase.split()
    }
    known = any(i.start <= match.start("name") < i.end for i in scene.items)
    if not known and not {word, word.removesuffix("s")} & (own | ORDINARY | OPENERS):
        yield match.start("name"), match["name"]


def strange_names(scene: Scene) -> Iterable[tuple[int, str]]:
    places = [i for i in scene.items if scene.parameter(i.parameter).kind == "place"]
    for match in _CAPITALISED.finditer(scene.text):
        lead = re.search(
            r"\s(?:in|on|near|off)\s+(?:the\s+)?(?:[A-Z][\w'-]+\s+(?:of\s+)?)*$|,\s+$",
            scene.text[: match.start()],
        )
        if lead and any(i.end == lead.start() for i in places):
            continue  # "Surabaya in Indonesia"
        if re.match(r"\w+\s+(?:city|town|capital|port)\b", scene.text[match.start() :]):
            continue  # "the Russian city of Omsk"
        word = match.group().removesuffix("'s").rstrip("'")
        opening = not re.search(r"[\w,)]\s+$", scene.text[: match.start()])
        if word not in _PLAIN_NAMES and not opening:
            yield match.start(), word
