"""The words in which a wave and its peak are told, each with the sign of what it means.

A sign is one letter; the rules of `wave_times`, `wave_sizes` and `wave_growth` are about signs.
They are listed in `data/wave.txt`. Words that say nothing of their own have the sign "".
"""

from collections.abc import Mapping
from functools import cache

from simulrag.verifier.reading.sign_lists import signs_in


@cache
def signs_of_phrases() -> Mapping[str, str]:
    """Return the sign of each word or phrase in small letters, hyphens as spaces."""
    return signs_in("wave.txt")


@cache
def told_of_waves() -> Mapping[str, str]:
    """Return the signs of phrases, with those that are known only beside others."""
    return {**signs_in("paces.txt"), **signs_of_phrases()}


#: The other sense of words that have two.
OTHER_SENSES: dict[str, str] = {
    **dict.fromkeys(("top", "tops", "topped", "topping", "break", "breaks", "broke"), ">"),
    **dict.fromkeys(("pass", "passes", "passed", "passing"), "R"),
    **dict.fromkeys(("start", "starts", "opening", "beginning", "opens", "begins"), "S"),
    **dict.fromkeys(
        (
            "downturn sets in",
            "decline sets in",
            "descent sets in",
            "downturn begins",
            "downturn starts",
            "decline begins",
            "decline starts",
            "fall begins",
            "drop begins",
            "downswing sets in",
            "downswing begins",
        ),
        "b-",
    ),
    **dict.fromkeys(("take in", "takes in", "took in", "taking in"), ""),
    **dict.fromkeys(("climb", "ascent", "surge", "upswing", "descent"), ""),
    **dict.fromkeys(("multiply", "multiplies", "multiplied", "multiplying"), "x"),
    **dict.fromkeys(("spike", "spikes", "spiked"), "P"),
    **dict.fromkeys(("end", "ends"), "I"),
    **dict.fromkeys(("gone", "lost", "past"), "o"),
    **dict.fromkeys(("as", "by", "once", "yet", "then", "after", "while", "over", "high"), ""),
    **dict.fromkeys(("spread", "range", "uncertainty"), "#"),
    **dict.fromkeys(("divide", "divides", "divided", "dividing"), "÷"),
    "lower": "L",
    "higher": ">",
    "more": ">",
    "less": "<",
    "fewer": "<",
    "plus": "+",
    "minimum": "L",
    "first": "F",
    "maximum": "H",
}
