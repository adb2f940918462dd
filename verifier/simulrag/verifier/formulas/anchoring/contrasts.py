"""Numbers that a text denies beside one that it states: "about 25 %, not 40 %", "not 3 but 4"."""

from collections.abc import Iterator, Sequence

from simulrag.verifier.formulas.anchoring.numerals import SHARES, PrintedNumber, family
from simulrag.verifier.formulas.anchoring.vocabulary import Token

#: Words between "not" or "but" and its number.
_FILLERS = frozenset("by at to of in with the a an about around some roughly nearly almost "
                     "rather as much as many".split())  # fmt: skip
#: What may stand before a "not" behind the number that is stated.
_BREAKS = frozenset(", ; and ( - – — but".split())
#: Words between the number that is stated and the "not", and between a denied number and "but".
REACH = 8


def denied(
    shown: Sequence[Token], numbers: Sequence[PrintedNumber]
) -> Iterator[tuple[PrintedNumber, int]]:
    """Return each number that a text denies in favour of another, and where its "not" stands."""
    words = [token.plain for token in shown]
    for at, word in enumerate(words):
        number = _led(words, at + 1, numbers) if word == "not" else None
        if number is not None and (
            _stated_before(words, at, number, numbers) or _stated_behind(words, number, numbers)
        ):
            yield number, at


def _led(words: Sequence[str], at: int, numbers: Sequence[PrintedNumber]) -> PrintedNumber | None:
    """Return the number to which only fillers lead from a token."""
    for number in numbers:
        if number.first >= at:
            first = number.first - bool(number.sign)
            return number if all(word in _FILLERS for word in words[at:first]) else None
    return None


def _stated_before(
    words: Sequence[str], at: int, number: PrintedNumber, numbers: Sequence[PrintedNumber]
) -> bool:
    """Tell whether a number of the same kind stands before ", not"."""
    near = [one for one in numbers if one.end <= at <= one.end + REACH]
    return words[at - 1 : at] != [] and words[at - 1] in _BREAKS and any(
        _is_alike(one, number) for one in near[-1:]
    )  # fmt: skip


def _stated_behind(
    words: Sequence[str], number: PrintedNumber, numbers: Sequence[PrintedNumber]
) -> bool:
    """Tell whether "but" leads to a number of the same kind right behind."""
    for but in range(number.end, min(number.end + REACH, len(words))):
        if words[but] == "but":
            other = _led(words, but + 1, numbers)
            return other is not None and _is_alike(number, other)
    return False


def _is_alike(one: PrintedNumber, other: PrintedNumber) -> bool:
    """Tell whether two numbers may be said of the same."""
    kinds = [_measure(number) for number in (one, other)]
    return kinds[0] == kinds[1] or "" in kinds


def _measure(number: PrintedNumber) -> str:
    relative = number.kind in ("fraction", "factor") or number.unit in SHARES
    return "share" if relative and not number.unit.startswith("deg") else family(number.unit)
