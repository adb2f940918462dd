"""Wordings that are put more plainly where a sentence is not read as it stands.

Each says the same whatever it is said of. A template names groups of its pattern in braces; it
may be made by a function of the match.
"""

import re
from collections.abc import Callable

Template = str | Callable[[re.Match[str]], str]

_NUMBER = r"[-+]?\d[\d,]*(?:\.\d+)?"
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


def _digits(match: re.Match[str]) -> str:
    """Return the limit of "in single digits"."""
    side = "below" if match["how"].lower() == "single" else "at least"
    return f"{side} 10 " + ("°F" if "f" in (match["unit"] or "").lower() else "°C")


REWORDINGS: tuple[tuple[re.Pattern[str], Template], ...] = tuple(
    (re.compile(pattern), template)
    for pattern, template in (
        # "Gains only half a degree": what it gains.
        (r"(?i)(?<=[a-z])\s+(?:only|just|merely|a\s+mere|"
         r"no\s+more\s+and\s+no\s+less\s+than)\s+(?=(?:half\s+an?|an?|one|two|three|four|"
         r"five|six|\d[\d.]*)\s+(?:degrees?|°|K\b|percent|weeks?|days?))", " "),
        (r"(?i)\bis\s+(?:plenty|ample|all\s+it\s+takes|more\s+than\s+enough|"
         r"sufficient)\s+(?=for\b|to\b)",
         "is enough "),
        (r"(?i)\bin\s+the\s+(?P<part>low|lower|mid|middle|high|upper)[\s-]+(?P<tens>tens|teens|"
         r"twenties|thirties|forties|fifties|"
         r"sixties|seventies|eighties|nineties)(?P<unit>\s+(?:degrees\s+)?(?:celsius|fahrenheit)|"
         r"\s?°\s?[CF])",
          _tens),
        (r"(?i)\bin\s+(?:the\s+)?(?P<how>single|double)[\s-]+(?:digits|figures)(?:\s+(?P<unit>celsius|"
         r"centigrade|fahrenheit|°\s?[CF]))?(?=[\s.]*$|,)",
         _digits),
        # Probabilities in IPCC's words for them.
        (r"(?i)\bwith\s+(?:a\s+)?(?:at\s+least\s+)?(?:a\s+)?90\s?(?:%|percent|"
         r"per\s+cent)\s+(?:probability|confidence|chance|"
         r"certainty|likelihood)\b(?!\s+(?:interval|range|band|limit))", "very likely"),
        # A list behind a colon is the order that is spoken of.
        (r"(?P<lead>\b(?:first|order|\w+est)\b[^:.;]{0,40}):\s+(?=[A-Z][\w' -]+,)",
         "{lead}, the order is "),
        # What a strain hits later peaks there later.
        (r"\b(?:strike|hit|reach|engulf|overrun|ravage)(?P<s>s?)\s+(?P<who>[A-Z]\w+(?:\s+[A-Z]\w+)?)\s+"
         r"(?P<how>later|earlier|sooner)\b", "peak{s} in {who} {how}"),
        # "Strip half the methane out of ssp245 and ...": what is done to emissions.
        (rf"(?i)^\W*(?:strip|take|cut|remove|knock|shave|trim|slice)\s+(?P<part>half|(?:an?|one|two|three)\s+[a-z]+|"
         rf"{_NUMBER}\s?(?:%|percent))\s+(?:of\s+)?(?:the\s+)?(?P<what>[a-z][a-z0-9 ]{{2,30}}?)"
         rf"(?:\s+emissions)?\s+(?:out\s+of|from|off)\s+(?P<ssp>ssp\s?\d[\d.-]*),?\s+and\s+",
         "with {what} emissions cut by {part} under {ssp}, "),
        # Seasons that begin.
        (rf"(?i)\b{_EVENTS}\s+(?:begun|started|launched|beginning|starting|opening|kicking\s+off|"
         rf"kicked\s+off|that\s+(?:opens|kicks\s+off|"
         r"gets\s+going|gets\s+under\s+way|is\s+seeded))(?=\s+(?:in|on)\b)", "{event} that starts"),
        (rf"(?i)(?<![\d,.])(?P<value>{_NUMBER}){_GIVEN},?\s+(?:give\s+or\s+take|plus\s+or\s+minus|\+/-|"
         rf"±)\s+(?:about\s+)?"
         rf"(?P<off>a|one|two|three|five|half\s+a|\d+(?:\.\d+)?)(?:\s+(?:degrees?|points?|"
         rf"percent)|\s*(?:°\s?[CF]|%))?(?=\s*[,.;]|\s*$|\s+\w)",
          _around),
    )
)  # fmt: skip
