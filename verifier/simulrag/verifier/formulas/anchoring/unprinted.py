"""What a text says without printing it: amounts in words, and dates that follow from others."""

from collections.abc import Iterator
from dataclasses import dataclass

from simulrag.verifier.formulas.anchoring import lexicon
from simulrag.verifier.formulas.anchoring.lexicon import AFTERWARDS, BEFOREHAND
from simulrag.verifier.formulas.anchoring.literals import Literal
from simulrag.verifier.formulas.anchoring.mentions import Mentions
from simulrag.verifier.formulas.anchoring.numerals import SHARES
from simulrag.verifier.formulas.anchoring.periods import Period
from simulrag.verifier.formulas.anchoring.printed_literals import Matched
from simulrag.verifier.formulas.anchoring.vocabulary import longest
from simulrag.verifier.formulas.syntax import Application, Call, bare

#: Unit -> its days.
DURATIONS = {
    "minute": 1 / 1440,
    "hour": 1 / 24,
    "day": 1,
    "week": 7,
    "fortnight": 14,
    "month": 30.44,
    "year": 365.25,
    "decade": 3652.5,
    "century": 36525,
}
#: Numbers of a unit, and days, that are no length between two dates of a text.
MOST_UNITS, MOST_DAYS = 1_000, 4_000
_ONE = ("a", "an", "one", "the", "another")


@dataclass(frozen=True, order=True, slots=True)
class Length:
    """A length of time: days, how many it may be off by, and what stands right behind it.

    date: the token at which the date begins that it is counted from, if it is printed right behind
    "before" or "after"; else -1. sign: 1 for after, -1 for before.
    """

    days: int
    slack: int
    date: int = -1
    sign: int = 0

    def signs(self, period: Period) -> tuple[int, ...]:
        """Return whether what it leads to lies after (1) or before (-1) a printed date."""
        return (self.sign,) if self.date == period.first_token else (-1, 1)


def lengths(text: Mentions) -> Iterator[Length]:
    """Return the lengths of time of a text, with what they are counted from."""
    for number in text.numbers:
        if number.unit in DURATIONS and number.value < MOST_UNITS:
            yield from _made(text, number.value * DURATIONS[number.unit], number.unit, number.end)
    part = {at for one in text.periods for at in range(one.first_token, one.end_token)}
    for at, token in enumerate(text.tokens):
        if at in part:  # "the last week of January" is a part of it
            continue
        ahead = text.plain[at - 1] if at else ""
        unit = token.plain
        if unit not in DURATIONS:
            continue
        behind = text.plain[at + 1] if at + 1 < len(text.tokens) else ""
        if ahead in (*AFTERWARDS, *BEFOREHAND) or (
            ahead in _ONE and behind in (*AFTERWARDS, *BEFOREHAND, "ago", "on", "from")
        ):
            yield from _made(text, DURATIONS[unit], unit, at + 1)


def _made(text: Mentions, days: float, unit: str, end: int) -> Iterator[Length]:
    if not 0 < int(days) < MOST_DAYS:
        return
    slack = 1 if unit == "day" else 7
    word = text.plain[end] if end < len(text.tokens) else ""
    sign = (word in ("after", "from")) - (word == "before")
    behind = [one.first_token for one in text.periods if 0 <= one.first_token - end - 1 <= 1]
    yield Length(int(days), slack, behind[0] if sign and behind else -1, sign)


_AFTER, _BEFORE = ("after", "beyond", "past"), ("before", "until")
#: How a text says that a change is one of so many years, and over how many it is taken at most.
_RATES = {
    10: (("per decade", "a decade", "each decade", "every decade"), 30),
    1: (("per year", "a year", "each year", "every year", "annually"), 10),
}


def follows_on(period: Period, literal: Literal, text: Mentions) -> bool:
    """Tell the first year of a list "after 2057", or the last one "before" it."""
    if not (literal.is_end and period.year_alone and period.first_token):
        return False
    word = text.plain[period.first_token - 1]
    step = (word in _AFTER) - (word in _BEFORE)
    return step != 0 and literal.value == period.first.year + step


def is_end_of_rate(held: Matched, literal: Literal) -> bool:
    """Tell an end of the years around a printed one over which a change per decade is taken."""
    printed = {p.first.year for one in held.everywhere for p in one.periods if p.year_alone}
    operands = {one.value for one in held.analysis.literals if one.role == "operand"}
    for other in _sisters(held, literal):
        size = abs(float(literal.value) - float(other.value))
        if (float(literal.value) + float(other.value)) / 2 not in printed:
            continue
        for years, (words, most) in _RATES.items():
            plain = size == years or {size / years, years / size} & operands
            if 0 < size <= most and plain and any(map(held.text.places, words)):
                return True
    return False


def is_beside_printed(held: Matched, literal: Literal) -> bool:
    """Tell whether a date may be assumed beside those that a text prints.

    Where it prints none, and where the same run is compared with itself at a printed date, or at
    dates around it: "warmer by 2098" leaves open than when.
    """
    if not any(period.year_known for period in held.text.periods):
        return True
    years = {p.first.year for p in held.text.periods if p.year_alone}
    return any(
        held.positions(other)
        or (isinstance(literal.value, float) and (literal.value + float(other.value)) / 2 in years)
        for other in _sisters(held, literal)
    )


def _sisters(held: Matched, literal: Literal) -> Iterator[Literal]:
    """Return what runs have for the input of a literal that else have the same as its run."""
    for other in held.analysis.literals:
        same_input = other.parameter_name == literal.parameter_name
        if same_input and other.value != literal.value and _alike(other.call, literal.call, other):
            yield other


def _alike(one: Call | None, other: Call | None, literal: Literal) -> bool:
    """Tell whether two runs agree in all inputs that both have, but that of a literal.

    What stands in a list has no run of its own.
    """
    if one is None or other is None:
        return True
    held, others = dict(one.arguments), dict(other.arguments)
    shared = held.keys() & others.keys() - {literal.parameter_name}
    return one.function == other.function and all(held[name] == others[name] for name in shared)


def one_time(held: Matched, literal: Literal) -> tuple[int, ...]:
    """Return where the text says the 1, or the 7 days, of "less than a week", as tokens."""
    said = (
        f"{article} {unit}"
        for unit, days in DURATIONS.items() for own in _times(literal.unit)
        for article in ("a", "an")
        if literal.value == round(days / DURATIONS[own], 6)
    )  # fmt: skip
    return tuple(at for phrase in said for at in held.text.places(phrase))


def is_half(held: Matched, literal: Literal) -> bool:
    """Tell whether a number is the half that "most of" is more than, and "equally" means."""
    half = 50 if literal.unit in SHARES else 0.5
    sizes = (literal.value, 1 / float(literal.value)) if literal.multiple else (literal.value,)
    if literal.unit not in (*SHARES, "ratio", None) or half not in sizes:
        return False
    if literal.comparator in ("==", "!="):
        return held.text.says(lexicon.EVENLY)
    rest = bool(held.text.of("afterwards"))  # most after a time: less than half before
    more = literal.comparator in (">", ">=") or rest
    return more and held.text.says(lexicon.MAJORITY)


def presences(text: Mentions, name: str) -> dict[int, str]:
    """Return how a text speaks of what an input changes, by the token of the word that says so.

    It is "there" in "the effect of CO2 emissions", "gone" in "without" and "cutting all of" them
    and where they "cease", else "changed"; "without CO2 cuts" says nothing of it.
    """
    inside = {at for hit in text.of("parameter") for at in range(hit.first, hit.end)}
    turns = {hit.end - 1 for hit in text.of("general rise", "general fall")}
    found: dict[int, str] = {}
    for hit in longest(one for one in text.of("parameter") if one.meaning.name == name).values():
        at, words = hit.first - 1, list[str]()
        while at >= 0 and (at in inside or text.plain[at] in lexicon.BEFORE_WHOLES):
            words.append(text.plain[at])
            at -= 1
        word = text.plain[at] if at >= 0 else ""
        whole = not lexicon.WHOLES.isdisjoint(words) and word in lexicon.FALL
        gone = whole or word in lexicon.REMOVALS or _is_gone(text, hit.end, inside)
        behind = text.plain[hit.end : hit.end + 2]
        verb = word.endswith("ing") and not lexicon.DETERMINERS.isdisjoint(behind[1:])
        if gone and not verb and not lexicon.CUTS.isdisjoint(behind[:1]):
            continue
        found[at] = "gone" if gone else "changed" if at in turns else "there"
    return found


def _is_gone(text: Mentions, end: int, inside: set[int]) -> bool:
    """Tell "(with emissions) gone" and "(if emissions) were eliminated, ..." behind an input.

    inside: the tokens of inputs, several of which may be joined.
    """
    while end in inside or (end + 1 in inside and text.plain[end] in ("and", "or", ",")):
        end += 1
    end += text.plain[end : end + 1] in (["are"], ["were"], ["is"], ["was"])
    last = not "".join(text.plain[end + 1 : end + 2]).isalpha()
    return last and text.plain[end] in lexicon.ENDINGS if end < len(text.plain) else False


def _times(unit: str | None) -> tuple[str, ...]:
    """Return in which times a number may be counted; a series does not tell."""
    return ("day", "week", "year") if unit is None else (unit,) if unit in DURATIONS else ()


def is_bound_of(held: Matched, literal: Literal, function: str) -> bool:
    """Tell whether a number is what a function of the language is compared with."""
    atom = held.analysis.atoms[literal.atom]
    sides = [bare(side) for side in (atom.left, atom.right)]
    return any(isinstance(one, Application) and one.name == function for one in sides)
