"""Notes, short forms and limits of numbers in the words that numbers are read with.

Tried only where a sentence is not read as it stands. Each says the same whatever it is said of.
"""

import re

from simulrag.verifier.plain.rewordings import Template
from simulrag.verifier.plain.wording_parts import (
    DEGREES,
    HEDGE,
    NUMBER,
    THING,
)


def _minus(match: re.Match[str]) -> str:
    words = match["word"].casefold()
    numbers = {
        "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
        "nine": 9, "ten": 10, "fifteen": 15, "twenty": 20,
    }  # fmt: skip
    return f"-{numbers.get(words, words)}"


_PLAIN: tuple[tuple[str, Template], ...] = (
    # Limits and neighbours of a number in other words.
    (rf"(?i)^\W*(?:expressed|given|measured|put|stated)\s+in\s+(?:degrees"
     rf"\s+)?(?P<unit>fahrenheit|celsius),\s+(?P<rest>[^;]*\b(?:is|was|comes\s+to|amounts"
     rf"\s+to)\s+{HEDGE}{NUMBER})(?=[.]?\s*$)",
     lambda m: "{rest} " + ("°F" if m["unit"].lower() == "fahrenheit" else "°C")),
    (r"(?i)\bless\s+hot\b", "less warm"),
    # Short forms.
    (r"(?i)\btemp\b\.?", "temperature"),
    (r"(?i)\bminus\s+(?P<word>one|two|three|four|five|six|seven|eight|nine|ten|fifteen|"
     rf"twenty|{NUMBER})(?={DEGREES})", _minus),
    (rf"(?P<a>{THING})\s+<\s+(?P<b>{THING})", "{a} is lower than {b}"),
)  # fmt: skip
SHORT_FORMS: tuple[tuple[re.Pattern[str], Template], ...] = tuple(
    (re.compile(pattern), template) for pattern, template in _PLAIN
)
