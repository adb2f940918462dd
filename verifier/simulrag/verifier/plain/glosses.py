"""Where a place lies, told beside its name: "Darwin, in the north of Australia, has ..."."""

import re
from collections.abc import Mapping

from simulrag.simulators.interface import Simulator
from simulrag.simulators.registry import Registry
from simulrag.verifier.reading.mentions import unique_parameters
from simulrag.verifier.reading.text import LONGEST_STATEMENT

#: Words that begin sentences are none of a name's.
_BEGINS = r"(?!(?:In|On|At|For|From|By|And|But|While|Under|With|Both|Neither|Even|Like|Unlike)\b)"
_NAME = r"[^\W\d_a-z][\w'-]*(?:\s+[^\W\d_a-z][\w-]*){0,2}"
_COMPASS = r"(?:north|south|east|west|north-?east|north-?west|south-?east|south-?west)"
_PART = (
    rf"(?:(?:the\s+)?(?:(?:far|very|deep)\s+)?(?:{_COMPASS}(?:ern(?:\s+(?:part|tip|corner|half|end))?)?|centre|center|"
    r"heart|interior|middle|highlands?|lowlands?)\s+of|(?:far\s+)?"
    rf"(?:{_COMPASS}ern|central|inland|coastal|tropical|alpine))"
)
_SEAT = (
    r"(?:(?:second|third)[\s-])?(?:largest|biggest|most\s+populous|northernmost|southernmost|old|former|summer|"
    r"administrative|national)?\s*(?:city|capital|metropolis|port|town)|"
    rf"(?:{_COMPASS}(?:ern)?\s+)?coast"
)
_GLOSS = re.compile(
    rf"(?<![\w'-])(?P<place>{_BEGINS}{_NAME})(?:(?P<in>,?\s+in\s+(?:{_PART}\s+)?(?:the\s+)?)(?P<country>{_NAME})"
    rf"|(?P<of>,\s+(?:(?:on|off|at|along)\s+)?(?P<owner>{_NAME})'s?\s+(?:{_SEAT})))(?P<tail>,|(?=\s+[a-z]|\s*[.;]|\s*$))"
)
#: Names of parts of a country that the look-up lists under the whole.
_WHOLE: Mapping[str, str] = dict.fromkeys(
    ["England", "Scotland", "Wales", "Britain", "UK"], "United Kingdom"
)


def without_glosses(text: str, registry: Registry) -> str:
    """Put "Darwin, Australia" for a place and where it lies, if the look-up knows it there.

    The text keeps its length, blanks filling what is left out.
    """
    if len(text) > LONGEST_STATEMENT or _GLOSS.search(text) is None:
        return text
    for simulator in registry:
        for parameter in unique_parameters(simulator):
            if parameter.kind == "place":
                text = _GLOSS.sub(lambda m, s=simulator, n=parameter.name: _plain(m, s, n), text)
    return text


def _plain(match: re.Match[str], simulator: Simulator, parameter: str) -> str:
    country = match["country"] or match["owner"]
    name = f"{match['place']}, {_WHOLE.get(country, country)}"
    words = f"{name}{match['tail']}"
    if len(words) > len(match.group()) or not simulator.find(parameter, name):
        return match.group()
    return words + " " * (len(match.group()) - len(words))
