"""Wordings that are put more plainly where a sentence is not read as it stands.

Each says the same whatever it is said of. A template names groups of its pattern in braces; it
may be made by a function of the match.
"""

import re
from collections.abc import Callable

Template = str | Callable[[re.Match[str]], str]

_NUMBER = r"[-+]?\d[\d,]*(?:\.\d+)?"
_TONE = (
    r"(?:less|more|fewer|stronger|weaker|higher|lower|earlier|later|warmer|cooler|bigger|smaller)"
)
_NAME = r"(?:[A-Z][\w'-]*(?:\.\w)?[\w'-]*(?:\s+(?:[A-Z]|de\b|of\b)[\w'-]*){0,2})"
_LIST = rf"{_NAME}(?:,\s+{_NAME})*,?\s+(?:and|or)\s+{_NAME}"
_AUXILIARY = r"(?P<aux>does|do|did|will|would|has|have|had)"
_EVENTS = r"(?P<event>season|epidemic|outbreak|wave)"
_GIVEN = r"(?P<unit>\s*°\s?[CF]\b|\s*K\b|\s+degrees?(?:\s+(?:celsius|fahrenheit))?|\s*%|\s+percent)"


def _around(match: re.Match[str]) -> str:
    """Return the two limits of "15 °C, give or take a degree"."""
    middle = float(match["value"].replace(",", ""))
    words = {"a": 1.0, "one": 1.0, "two": 2.0, "three": 3.0, "half a": 0.5, "five": 5.0}
    told = match["off"].lower()
    off = words[told] if told in words else float(told)
    unit = match["unit"].replace("{", "").replace("}", "")
    return f"between {middle - off:g} and {middle + off:g}{unit}"


_TENS = dict(
    zip(
        "twenties thirties forties fifties sixties seventies eighties nineties".split(),
        range(20, 100, 10),
        strict=True,
    )
) | {"tens": 10, "teens": 10}
_PARTS = {
    "low": (0, 4),
    "lower": (0, 4),
    "mid": (3, 7),
    "middle": (3, 7),
    "high": (6, 10),
    "upper": (6, 10),
}


def _tens(match: re.Match[str]) -> str:
    """Return the limits of "in the low forties Fahrenheit"."""
    ten = _TENS[match["tens"].lower()]
    low, high = _PARTS[match["part"].lower()]
    words = match["unit"].strip().lower().removeprefix("degrees ")
    unit = "°F" if "f" in words else "°C"
    return f"between {ten + low} and {ten + high} {unit}"


REWORDINGS: tuple[tuple[re.Pattern[str], Template], ...] = tuple(
    (re.compile(pattern), template)
    for pattern, template in (
        # An answer to nobody: "No, ...".
        (r"(?i)^\W*(?:no|yes|yep|yup|indeed|right|correct|exactly|sure|of\s+course|oh|hey|ok|"
         r"okay|so|and|but|also),?\s*"
         r"(?:,|-|:)\s+(?=\S)", ""),
        # A motto that the sentence behind it says at length.
        (rf"(?i)^\W*{_TONE}\b[^:.\d]{{2,50}},\s+{_TONE}\b[^:.\d]{{2,50}}:\s+", ""),
        # Where it was simulated is no part of what is said of a simulation.
        (r"(?i),?\s+(?:at\s+least\s+)?(?:in|according\s+to|going\s+by|judging\s+by|"
         r"by)\s+(?:the\s+)?(?:model's|simulated|"
         r"modelled|model|historical|simulation's)\s+(?:history|past|record|run|runs|"
         r"simulations?)(?=\s*[,.]|\s*$)",
          ""),
        # "Less than a degree" is less than one.
        (r"(?i)\b(?P<lead>than|about|around|roughly|nearly|almost|some|over|under|least|most|by|"
         r"only|just|even)\s+an?\s+"
         r"(?:full\s+|whole\s+|single\s+)?(?P<unit>degree|percent|"
         r"percentage\s+point)\b(?!\s+(?:and|or|of)\b)",
         "{lead} 1 {unit}"),
        # "Does not warm by even one degree": by less than that.
        (rf"(?i)\b{_AUXILIARY}(?:\s+not|n't)\s+(?P<verb>[a-z]+)\s+(?:even\s+by|by\s+even|"
         rf"by\s+as\s+much\s+as|by\s+so\s+much\s+as|"
         r"by\s+more\s+than|by\s+over|more\s+than)\s+(?=\d|an?\s|one|two|three|half)",
         "{aux} {verb} by less than "),
        (r"(?i)\bby\s+not\s+(?:even|more\s+than)\s+", "by less than "),
        # Factors in other words.
        (r"(?i)\bcutting\s+(?P<what>[^,;.]{2,40}?)\s+in\s+half\b", "halving {what}"),
        (r"(?i)\b(?P<how>halving|doubling|tripling|"
         r"quadrupling)\s+(?:both\s+)?(?P<a>[\w-]+(?:\s+(?:dioxide|carbon))?)\s+and\s+"
         r"(?P<b>(?!\w+ing\b)[\w-]+(?:\s+(?:dioxide|carbon))?)(?:\s+emissions)?"
         r"(?=\s+(?:would|will|could|cools?|warms?|lowers?|raises?|makes?|leaves?|in|under)\b|,)",
          "{how} {a} emissions and {how} {b} emissions"),
        (r"(?i)\b(?:both\s+)?(?P<a>(?!\d+\b|\w+ed\b)\w+(?:\s+(?:dioxide|"
         r"carbon))?)\s+and\s+(?P<b>\w+(?:\s+(?:dioxide|carbon))?)\s+(?:emissions\s+)?"
         r"(?:are\s+|were\s+)?(?:both\s+)?(?P<how>halved|doubled|tripled)\b",
          "{a} {how} and {b} {how}"),
        (r"(?i)\b(?:cutting|reducing|dropping|lowering|slashing|"
         r"bringing\s+down)\s+(?P<a>[\w -]{2,30}?)\s+by\s+(?:a\s+)?half\s+and\s+"
         r"(?P<b>[\w -]{2,30}?)\s+by\s+(?:a\s+)?half\b", "halving {a} and halving {b}"),
        # "Gains only half a degree": what it gains.
        (r"(?i)(?<=[a-z])\s+(?:only|just|merely|a\s+mere|"
         r"no\s+more\s+and\s+no\s+less\s+than)\s+(?=(?:half\s+an?|an?|one|two|three|four|"
         r"five|six|\d[\d.]*)\s+(?:degrees?|°|K\b|percent|weeks?|days?))", " "),
        (r"(?i)\b(?:under|with|at)\s+(?P<level>[a-z]+)\s+(?P<noun>[a-z]+)\s+than\s+(?:under|with|"
         r"at)\s+none(?:\s+at\s+all)?\b",
         "under {level} {noun} than with no {noun}"),
        (r"(?i)\bis\s+(?:plenty|ample|all\s+it\s+takes|more\s+than\s+enough|"
         r"sufficient)\s+(?=for\b|to\b)",
         "is enough "),
        (r"(?i)\bin\s+the\s+(?P<part>low|lower|mid|middle|high|upper)[\s-]+(?P<tens>tens|teens|"
         r"twenties|thirties|forties|fifties|"
         r"sixties|seventies|eighties|nineties)(?P<unit>\s+(?:degrees\s+)?(?:celsius|fahrenheit)|"
         r"\s?°\s?[CF])",
          _tens),
        # What leads in a sentence and says nothing that could be measured.
        (r"^\W*(?![^:]*\b(?:not|no|never|wrong|false|myth|lie|untrue|rumou?r|claim\w*|nonsense|if|"
         r"suppose|imagine|likely|range|interval|estimate|mean|average|peak|record|most|least)\b)"
         r"(?=[^:]*\b(?:has|have|comes?|pays?|matters?|counts?|works?|helps?|hurts?|beats?|wins?)\b)"
         r"[A-Z][a-z' -]{5,60}:\s+(?=[^:]{40,}$)", ""),
        # Probabilities in IPCC's words for them.
        (r"(?i)\bwith\s+(?:a\s+)?(?:at\s+least\s+)?(?:a\s+)?90\s?(?:%|percent|"
         r"per\s+cent)\s+(?:probability|confidence|chance|"
         r"certainty|likelihood)\b(?!\s+(?:interval|range|band|limit))", "very likely"),
        (r"(?i)\bwith\s+(?:a\s+)?(?:at\s+least\s+)?(?:a\s+)?66\s?(?:%|percent|"
         r"per\s+cent)\s+(?:probability|confidence|chance|"
         r"certainty|likelihood)\b(?!\s+(?:interval|range|band|limit))", "likely"),
        (r"(?i)^\W*assessed\s+(?:as\s+)?(?P<how>very\s+likely|likely)\s*[:,]\s*", "{how}, "),
        # What numbers are counted from.
        (r"(?i)\b(?P<lead>relative\s+to|above|against|over|than)\s+(?:the\s+|that\s+|"
         r"its\s+)?(?:same\s+|usual\s+)?"
         r"(?P<years>\d{4}\s?(?:-|to)\s?\d{4})\s+(?:base(?:line)?|reference(?:\s+period)?|"
         r"average|mean|level|benchmark|period)\b",
         "{lead} {years}"),
        (rf"(?i)\bcommits?\s+(?P<who>the\s+(?:world|planet|globe|"
         rf"earth))\s+to\s+(?P<n>(?:about\s+|around\s+|some\s+|roughly\s+)?{_NUMBER}"
         rf"{_GIVEN})(?:\s+more\b|\s+of\s+(?:extra|further|additional|more)\s+(?:warming|heat))?",
          "warms {who} by {n}"),
        (rf"(?i)\bagree\s+on\s+(?P<a>{_NUMBER})(?:\s?°C)?\s*(?:to|-|or)\s*(?P<b>{_NUMBER}{_GIVEN})",
         "have a best estimate between {a} and {b}"),
        (rf"(?i)\b(?P<lead>(?:best|"
         rf"central)\s+estimates?\s+of)\s+(?P<a>{_NUMBER})(?:\s?°C)?\s*(?:to|-|"
         rf"or)\s*(?P<b>{_NUMBER}{_GIVEN})",
         "{lead} between {a} and {b}"),
        # Whichever of them is taken.
        (r"(?i)\bdepending\s+on\s+(?:the|which)\s+(?P<what>[a-z]+)(?:\s+(?:is\s+)?(?:taken|"
         r"chosen|followed))?(?=,|\s+somewhere\b|\s+between\b)"
         r"(?=.*\bbetween\b)", "in every {what}"),
        # Orders and choices.
        (rf"\b(?:Of|Among|Out\s+of|"
         rf"Between)\s+(?P<list>{_LIST}),\s+(?:it\s+is\s+)?the\s+(?P<top>\w+est)(?P<mid>[^,.]{{0,60}}?)\s+"
         rf"(?P<verb>is|was)\s+(?P<who>{_NAME})(?=\s*[.,]|\s*$)",
          "Of {list}, {who} {verb} the {top}{mid}"),
        # A list behind a colon is the order that is spoken of.
        (r"(?P<lead>\b(?:first|order|\w+est)\b[^:.;]{0,40}):\s+(?=[A-Z][\w' -]+,)",
         "{lead}, the order is "),
        # Seasons that begin.
        (rf"(?i)\b{_EVENTS}\s+(?:begun|started|launched|beginning|starting|opening|kicking\s+off|"
         rf"kicked\s+off|that\s+(?:opens|kicks\s+off|"
         r"gets\s+going|gets\s+under\s+way|is\s+seeded))(?=\s+(?:in|on)\b)", "{event} that starts"),
        (r"\b(?:Simulated|Modelled|"
         r"Run)\s+for\s+(?P<where>[A-Z][\w ]+?)\s+from\s+(?P<day>\d{1,2}\s+\w+\s+\d{4}|"
         r"\w+\s+\d{1,2},?\s+\d{4})"
         r"(?:\s+on(?:wards?)?)?,?\s+(?=with\b)", "For {where}, a season that starts on {day} "),
        (rf"(?i)(?<![\d,.])(?P<value>{_NUMBER}){_GIVEN},?\s+(?:give\s+or\s+take|plus\s+or\s+minus|\+/-|"
         rf"±)\s+(?:about\s+)?"
         rf"(?P<off>a|one|two|three|five|half\s+a|\d+(?:\.\d+)?)(?:\s+(?:degrees?|points?|"
         rf"percent)|\s*(?:°\s?[CF]|%))?(?=\s*[,.;]|\s*$|\s+\w)",
          _around),
    )
)  # fmt: skip
