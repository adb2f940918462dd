"""Strings that mean harm or nothing, the same every time: made from a seed."""

import random
from collections.abc import Callable, Iterator

WORDS = (
    "temperature the is rises falls by from to between and not about °C % 12.9 -3.5 1,234 half a "
    "degree in 2050 1992 ssp245 SSP2-4.5 Suresnes Paris CO2 CH4 SO2 mild warm modest than more "
    "less difference warmer cooler October 4th 2022-10-04 baseline peak peaks weeks interval 90 "
    "two twenty-one scenarios because should Ohio Texas R0 2.6 immunity seasonality prior "
    "moderate hospital prevalence incidence patients doubled twice as many first second former "
    "global warming 1850-1900 land sea historical projected unchanged ± ≤ ~ E+300 nan inf 1e999 "
    "½ ¹² Ⅻ ٣٫٥ １２．９ 0x10 -- … “quoted” `12.9` **bold** # - * | <b> {x} ${y} %s \\d+ (?:a+)+$"
).split()
CHARACTERS = (
    "\u202e\u202d\u2066\u2069\u200b\u200d\ufeff\u00ad\u0301\u0489\u2028\u0085\x00\x1b\ud800\U0001f321"
    "\u05d0\u0627\u4e2d\u0130\u0131\u017f\u212a\u00df\ufb01"
)
BRACKETS = ("()", "[]", "{}", "<>", "«»", '""')


def _words(chance: random.Random) -> str:
    return chance.choice((" ", " ", "", "-", ", ", "\n")).join(
        chance.choice(WORDS) for _ in range(chance.randrange(40))
    )


def _numbers(chance: random.Random) -> str:
    return "".join(
        chance.choice(("7", "0", ".", ",", "-", "+", " ", "e", "/", ":", "%", "°C", "E", "½"))
        for _ in range(chance.randrange(120))
    )


def _characters(chance: random.Random) -> str:
    pool = CHARACTERS + "".join(chr(chance.randrange(32, 0x3000)) for _ in range(20))
    return "".join(chance.choice(pool) for _ in range(chance.randrange(120)))


def _disguised(chance: random.Random) -> str:
    text = list(_words(chance))
    for _ in range(chance.randrange(12)):
        text.insert(chance.randrange(len(text) + 1), chance.choice(CHARACTERS))
    return "".join(text)


def _nested(chance: random.Random) -> str:
    text = chance.choice(WORDS)
    for _ in range(chance.randrange(60)):
        left, right = chance.choice(BRACKETS)
        text = left + text + (right if chance.random() < 0.9 else "")
    return text


def _repeated(chance: random.Random) -> str:
    """Return one piece many times: what makes a pattern that backtracks slow."""
    piece = chance.choice((" ", "", ", ")).join(
        chance.choice(WORDS) for _ in range(chance.randrange(1, 4))
    )
    return (piece + chance.choice(("", " ", "\n"))) * chance.randrange(1, 2_000 // len(piece) + 2)


def _cut(chance: random.Random) -> str:
    """Return a sentence that would be read, with pieces cut out, doubled and swapped."""
    text = (
        "For Suresnes in 2050, under the ssp245 scenario with CO2 emissions increasing by 23.83% "
        "and CH4 by 39.2%, the projected temperature is 12.9 °C, a modest (0.2 to 1.0 °C) rise."
    )
    for _ in range(chance.randrange(1, 6)):
        low = chance.randrange(len(text) + 1)
        high = min(len(text), low + chance.randrange(30))
        text = chance.choice(
            (text[:low] + text[high:], text[:high] + text[low:], text[high:] + text[:low])
        )
    return text


KINDS: tuple[Callable[[random.Random], str], ...] = (
    _words, _numbers, _characters, _disguised, _nested, _repeated, _cut,
)  # fmt: skip


def strings(count: int, seed: int = 0) -> Iterator[str]:
    """Return that many strings of at most about 2,000 characters, of all kinds in turn."""
    chance = random.Random(seed)
    for index in range(count):
        yield KINDS[index % len(KINDS)](chance)
