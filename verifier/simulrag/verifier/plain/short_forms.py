"""Notes, short forms and limits of numbers in the words that numbers are read with.

Tried only where a sentence is not read as it stands. Each says the same whatever it is said of.
"""

import re

from simulrag.verifier.plain.rewordings import Template
from simulrag.verifier.plain.wording_parts import (
    DEGREES,
    HEDGE,
    MEASURED,
    MORE,
    NUMBER,
    SOME,
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
    # Notes that lead in.
    (r"(?i)^\W*(?:note\s+to\s+self|reminder|(?:a\s+)?quick\s+(?:note|one)|fun\s+fact|"
     r"in\s+short|for\s+reference|remember|tl;?dr|heads[\s-]up|side\s?note|takeaway|"
     r"key\s+point|bottom\s+line|bullet)\s*[:,-]\s*", ""),
    (r"(?i)^\W*as\s+far\s+as\s+(?:the\s+)?best\s+estimates?\s+(?:go(?:es)?|(?:is|are)"
     r"\s+concerned),\s+(?P<rest>[^;]+?)(?=[.]?\s*$)",
     "{rest}, best estimate"),
    (r"(?i),?\s+best[\s-]estimates?[\s-]wise\b", ", best estimate"),
    (r"^\W*(?:[Yy]ou\s+can\s+)?[Ee]xpect\s+(?P<who>[A-Z][\w' -]+?)\s+to\s+be"
     r"\s+", "{who} will be "),
    (r"(?i)^\W*you(?:\s+would|'d|\s+will|'ll)?\s+find\s+it\s+(?=\w+er\b)", "it is "),
    (r"(?i),?\s+taking\s+the\s+(?:whole\s+)?year\s+(?:together|as\s+a"
     r"\s+whole)", " over the whole year"),
    # Limits and neighbours of a number in other words.
    (rf"(?i)\b(?:(?:well\s+)?(?:north|clear)\s+of|on\s+the\s+far\s+side\s+of)"
     rf"\s+(?={NUMBER}|{SOME}\b)", "more than "),
    (rf"(?i)\b(?:well\s+)?south\s+of\s+(?={NUMBER}|{SOME}\b)", "less than "),
    (rf"(?i)\b(?:close\s+on|getting\s+on\s+for|the\s+better\s+part\s+of)\s+(?={NUMBER}|"
     rf"{SOME}\b)", "almost "),
    (rf"(?i)\b(?:in|on|of)\s+the\s+order\s+of\s+(?={NUMBER}|{SOME}\b)", "about "),
    (rf"(?i)\bnot\s+far\s+(?:from|off)\s+(?={NUMBER}|{SOME}\b)", "close to "),
    (rf"(?i)\banything\s+but\s+(?={NUMBER})", "not "),
    (rf"(?i)\bat\s+best\s+(?={NUMBER})", "at most "),
    (rf"(?i)\bno\s+(?:lower|smaller|cooler|colder|fewer)\s+than\s+(?={NUMBER})", "at least "),
    (rf"(?i)\bno\s+(?:higher|larger|greater|bigger|warmer|hotter)\s+than"
     rf"\s+(?={NUMBER})", "at most "),
    (rf"(?i)(?P<n>{MEASURED})\s+or\s+more\s+(?={MORE}\b)", "at least {n} "),
    (rf"(?i)\bupwards\s+of\s+(?={NUMBER}|{SOME}\b)", "more than "),
    (r"(?i)\b(?:pumping|putting|spewing)\s+out\s+(?=[\d.]+\s?(?:%|percent)\s+(?:more|"
     r"less)\b)", "emitting "),
    (r"^\W*[Aa]ccording\s+to\s+(?:AR6|the\s+(?:IPCC|panel|report|data|figures|model|"
     r"(?:[Ss]ixth\s+)?[Aa]ssessment(?:\s+[Rr]eport)?)),?\s+",
     ""),
    (rf"(?i)^\W*(?:expressed|given|measured|put|stated)\s+in\s+(?:degrees"
     rf"\s+)?(?P<unit>fahrenheit|celsius),\s+(?P<rest>[^;]*\b(?:is|was|comes\s+to|amounts"
     rf"\s+to)\s+{HEDGE}{NUMBER})(?=[.]?\s*$)",
     lambda m: "{rest} " + ("°F" if m["unit"].lower() == "fahrenheit" else "°C")),
    (r"(?i)\bless\s+hot\b", "less warm"),
    # Short forms.
    (r"(?i)\btemps\b", "temperatures"),
    (r"(?i)\btemp\b\.?", "temperature"),
    (r"(?i)\bavg\b\.?", "average"),
    (r"(?i)\brel\.\s+to\b", "relative to"),
    (r"(?i)\bapprox\.(?=\s)", "about"),
    (r"(?i)(?<=\s)w/o(?=\s)", "without"),
    (r"(?i)(?<=\s)w/\s?(?=\w)", "with "),
    (r"(?i)\bminus\s+(?P<word>one|two|three|four|five|six|seven|eight|nine|ten|fifteen|"
     rf"twenty|{NUMBER})(?={DEGREES})", _minus),
    (rf"(?P<a>{THING})\s+<\s+(?P<b>{THING})", "{a} is lower than {b}"),
    (rf"(?P<a>{THING})\s+>\s+(?P<b>{THING})", "{a} is higher than {b}"),
)  # fmt: skip
SHORT_FORMS: tuple[tuple[re.Pattern[str], Template], ...] = tuple(
    (re.compile(pattern), template) for pattern, template in _PLAIN
)
