"""A number that is told again by a pronoun: "below 24 °C in 1986 and above it in 2041"."""

import re
from collections.abc import Sequence

from simulrag.verifier.reading.scene_sign import Sign

#: What a relation is to where only a pronoun stands for the number before it.
_PRONOUN = re.compile(
    r"\s+(?:it|that|this|the same)\b(?!\s+(?:of|in which|when))"
    r"(?:\s+(?:very\s+)?(?:mark|line|limit|value|level|figure|threshold|point|temperature))?",
    re.IGNORECASE,
)
#: "And above" is a relation of its own where no number stands right before it.
_JOINED = {"P": ">", "Q": "<"}


def with_numbers_again(text: str, row: Sequence[Sign]) -> Sequence[Sign]:
    """Return a row with the number that stands before a relation to nothing but a pronoun."""
    row = _with_joined_inputs(row)
    if row[0].sign == "N" or not any(s.sign in "><PQ" for s in row):
        return row  # "24 °C: the first lies below it" has its number in front of all
    made: list[Sign] = []
    for n, sign in enumerate(row):
        if made and made[-1].sign == "N" and sign.start < made[-1].end:
            continue  # "that mark", which was taken for the number
        last = next((s for s in reversed(made) if s.sign == "N"), None)
        if last is None or not _lacks_number(text, row, n):
            made.append(sign)
            continue
        if sign.sign in _JOINED:
            made.append(sign._replace(sign="&"))
        way = _JOINED.get(sign.sign, sign.sign)
        found = _PRONOUN.match(text, sign.end)
        end = found.end() if found else sign.end
        made += [sign._replace(sign=way), last._replace(start=sign.end, end=end)]
    return made


def _with_joined_inputs(row: Sequence[Sign]) -> Sequence[Sign]:
    """Return a row with "less of one and less of another" as two inputs: no number is bounded."""
    made: list[Sign] = []
    for n, sign in enumerate(row):
        led = n > 0 and row[n - 1].inputs and n + 1 < len(row) and row[n + 1].inputs
        signs = f"&{_JOINED[sign.sign]}" if led and sign.sign in _JOINED else sign.sign
        word = sign.word.removeprefix("and ") if led else sign.word
        made += [sign._replace(sign=one, word="and" if one == "&" else word) for one in signs]
    return made


def _lacks_number(text: str, row: Sequence[Sign], at: int) -> bool:
    """Tell whether a relation stands without the number that it is to."""
    sign, behind = row[at], row[at + 1].sign if at + 1 < len(row) else ""
    if sign.sign not in "><PQ" or behind in tuple("NKO~="):
        return False
    if _PRONOUN.match(text, sign.end):
        return True
    if sign.word in ("more", "less") and behind == "S" and not row[at + 1].inputs:
        return any(_PRONOUN.match(text, s.end) for s in row[:at] if s.sign in "><")
    return sign.sign in _JOINED and behind == "S" and row[at - 1].sign == "S"
