"""What numbers in words and digits amount to, with how exactly they are meant."""

import re
from decimal import Decimal
from fractions import Fraction

ONES = {
    word: number
    for number, word in enumerate(
        (
            "zero one two three four five six seven eight nine ten eleven twelve thirteen "
            "fourteen fifteen sixteen seventeen eighteen nineteen"
        ).split()
    )
}
TENS = {
    word: 10 * number
    for number, word in enumerate(
        ("twenty thirty forty fifty sixty seventy eighty ninety").split(), start=2
    )
}
SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "dozen": 12}
#: Also glued to digits, in this case only: "10k" is ten thousand, "10 K" a temperature.
GLUED = {"k": 1000}
_ORDINALS = {
    "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14,
    "fifteenth": 15, "sixteenth": 16, "twentieth": 20, "fiftieth": 50, "hundredth": 100,
    "thousandth": 1000,
}  # fmt: skip
PARTS = {"half": 2, "halves": 2} | _ORDINALS | {f"{word}s": of for word, of in _ORDINALS.items()}

#: What goes on behind "and" with parts of one: "one and a quarter", "two and three quarters".
AND_PARTS = r"(?:(?:a|one)\s+(?:quarter|third)|two\s+thirds|three\s+quarters)"
_AND_PARTS = re.compile(rf"(?<!\s)\s+and\s+(?P<parts>{AND_PARTS})$")


def digits_value(digits: str, scale: str | None) -> tuple[Decimal, Decimal]:
    value = Decimal(digits.replace(",", ""))
    exponent = value.as_tuple().exponent
    half = Decimal(5).scaleb(int(exponent) - 1)
    factor = (SCALES | GLUED)[scale.strip(" -\n").lower()] if scale else 1
    return value * factor, half * factor


def words_value(words: str) -> tuple[Decimal, Decimal]:
    whole, _, decimals = words.lower().partition(" point ")
    if decimals:
        digits = "".join(str(ONES[word]) for word in decimals.split())
        return digits_value(f"{words_value(whole)[0]}.{digits}", None)
    more = _AND_PARTS.search(words.lower())
    if more:
        exact = words_value(words[: more.start()])[0] + words_value(more["parts"])[0]
        return exact, exact / 20
    return _whole_words_value(words)


def _whole_words_value(words: str) -> tuple[Decimal, Decimal]:
    total = Fraction(0)
    group = Fraction(0)
    before, scale = "", 1
    for word in re.findall(r"[a-z]+", words.lower()):
        one_half = word == "half" and before == "one"  # "one and a half" is more
        before = word
        if word in ONES:
            group += ONES[word]
        elif word in TENS:
            group += TENS[word]
        elif word in ("full", "whole", "single"):
            group = Fraction(1)
        elif one_half or (word in PARTS and word != "half"):
            group = (group or Fraction(1)) / PARTS[word]
        elif word == "half" and total and not group:
            total += Fraction(scale, 2)  # a million and a half
        elif word == "half":
            group = group + Fraction(1, 2)
        elif word in SCALES and total and not group:
            total *= SCALES[word]  # two thousand billion
        elif word in SCALES:
            group = (group or Fraction(1)) * SCALES[word]
            if SCALES[word] >= 1000:
                total, group, scale = total + group, Fraction(0), SCALES[word]
    value = total + group or Fraction(before in ("a", "an"))
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    # Words state no digits: a half or a tenth is meant to about a tenth of itself, a count exactly;
    # "a full degree" is no half of one.
    counted = value.denominator == 1 and not re.search("full|whole", words.lower())
    return exact, Decimal("0.5") if counted else exact / 20
