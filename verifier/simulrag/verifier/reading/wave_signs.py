"""A statement about a wave as a row of signs; only where every word of it is known.

What is read here accounts for the whole statement, so that no word can turn what it says.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from simulrag.simulators.kept import once_for_each
from simulrag.verifier.harmless import is_weightless
from simulrag.verifier.quantities import Printed, quantities
from simulrag.verifier.reading.dates import DateMention
from simulrag.verifier.reading.day_counts import joined_times, moved
from simulrag.verifier.reading.freezing import digits
from simulrag.verifier.reading.mentions import Mention
from simulrag.verifier.reading.shared_units import with_shared_scale
from simulrag.verifier.reading.text import AnyCase, longest_from, small_letters
from simulrag.verifier.reading.told_dates import told_dates
from simulrag.verifier.reading.wave_counts import counts, of_figures
from simulrag.verifier.reading.wave_ordinals import counted_off
from simulrag.verifier.reading.wave_seasons import seasons
from simulrag.verifier.reading.wave_shares import parts_of_one
from simulrag.verifier.reading.wave_words import OTHER_SENSES, SIGNS

_WORD = re.compile(r"[a-z']+|[,:()\"]|-(?=[a-z\d])|\S")
#: Most signs of a statement that is read as a whole.
_LONGEST_ROW = 24
#: Most words of two senses that are turned about.
_MOST_TURNED = 3
_SILENT = frozenset(',:()"-?')
#: A share of simulated seasons that an interval holds, and a year by itself.
_MOST = AnyCase(
    r"\bnine (?:chances )?(?:in|out of|times out of|times in) ten\b|"
    r"(?<![\d.,])90 ?(?:%|percent|per cent)(?=[ -](?:chance|probability|likelihood|confidence|"
    r"credible|prediction|uncertainty|interval|range|level|certainty|bounds|limits|band|ci\b))",
    holding=("90%", "90 %", "90p", "90 p", "nine"),
)
_NEW_YEAR = AnyCase(
    r"\bin (?:the new|the following|the next|next) year\b",
    holding=("next", "the following", "the new"),
)
#: "Four weeks later it is 40": when, and no bound of what follows.
_LATER = re.compile(
    r"\b[\w-]+ weeks? (?P<later>later)\b(?! than)"
    # "Falls at first, and later tops out at six": then, and not later than something.
    r"|(?<!\bno )(?<!\bany )(?<!\bthe )\b(?P<then>later) "
    r"(?=(?:tops|peaks|crests|culminates|climbs|rises|reaches)\b)"
)
_WEEK_FOUR = AnyCase(
    r"\bweek (?:four|4)\b",
    holding=("week ",),
)
#: The places together: "in all four states".
_ALL_PLACES = AnyCase(
    r"\b(?:(?:in|across|over|for|of) )?(?:(?:all|both|the|these) )?(?:of )?(?:the )?"
    r"(?:two|three|four|five|six|both|all) (?:states|jurisdictions|places)"
    r"(?: (?:taken )?(?:together|combined|as a whole))?\b",
    holding=("jurisdictions", "places", "states"),
)
_TWO_ENDS = AnyCase(
    r"\b(?:(?:the|its|these|both|of the|between the) )*two "
    r"(?:ends|bounds|limits|edges|extremes|boundaries|end points|endpoints)\b",
    holding=(
        "ends",
        "bounds",
        "limits",
        "edges",
        "extremes",
        "boundaries",
        "end points",
        "endpoints",
    ),
)
#: Times over which the beginning is counted.
_WEEKS_OF_GROWTH = ((4, "week"), (28, "day"), (1, "month"))
_YEAR = re.compile(r"(?<![\d.,])20\d\d(?![\d.,%-]*\d)")


#: "Is over 40": no end of anything.
_OVER = re.compile("O(?=[Nv])")
_INTERVALS = re.compile("I+")


@dataclass(frozen=True, slots=True)
class Signs:
    """The signs of a statement in order, with what they stand for and where.

    N is a number, v one of four weeks, D a date, K a label; the others are those of `wave_words`.
    """

    row: str
    numbers: tuple[Printed, ...]
    dates: tuple[DateMention, ...]
    labels: tuple[tuple[str, int, int], ...]


def _in_order(row: str) -> str:
    """Return a row with what stands behind a number before it: "40 or more"."""
    row = _NO_OTHER.sub("P", row)
    row = row.replace("@", "" if _NAMED.search(row) else "T")
    row = _OVER.sub(">", _INTERVALS.sub("I", row)).replace("!MX", "M")
    row = (
        row.replace("Na", "gN")
        .replace("Nq", "lN")
        .replace("NC", ">N")
        .replace("N`", "GN")
        .replace("N~", "~N")
    )
    return row.replace("a", "g").replace("q", "l")


#: What a number in the course of a season is of, if it is of no sum.
_NAMED = re.compile("[PDVvKIHLSTFb1]")
#: "No other day has as many": that is the peak.
_NO_OTHER = re.compile(r"\$(?:[RW>+]|!<)|W\$")

_Piece = tuple[int, int, str, Printed | DateMention | str | None]


def signs(text: str, mentions: Sequence[Mention], labels: Mapping[str, str]) -> Signs | None:
    """Return the signs of a normalised statement; None where a word of it has none.

    labels: the values of a category by the words for them, in small letters.
    """
    kept = _kept(text, mentions, labels)
    return _row_of(kept) if kept is not None else None


def other_signs(
    text: str, mentions: Sequence[Mention], labels: Mapping[str, str]
) -> Iterator[Signs]:
    """Yield the rows of a statement in which words of two senses have their other one."""
    kept = _kept(text, mentions, labels)
    small = small_letters(text)
    turned = [
        (at, OTHER_SENSES[words])
        for at, (start, end, sign, held) in enumerate(kept or ())
        if held is None and (words := small[start:end]) in OTHER_SENSES and sign
    ][:_MOST_TURNED]
    for many in range(1, len(turned) + 1):
        for chosen in combinations(turned, many):
            others = dict(chosen)
            yield _row_of(
                [
                    (piece[0], piece[1], others.get(at, piece[2]), piece[3])
                    for at, piece in enumerate(kept or ())
                ]
            )


def _row_of(kept: Sequence[_Piece]) -> Signs:
    return Signs(
        row=_in_order("".join(piece[2] for piece in kept)),
        numbers=tuple(p[3] for p in kept if isinstance(p[3], Printed)),
        dates=tuple(p[3] for p in kept if isinstance(p[3], DateMention)),
        labels=tuple((p[3], p[0], p[1]) for p in kept if isinstance(p[3], str)),
    )


def _kept(text: str, mentions: Sequence[Mention], labels: Mapping[str, str]) -> list[_Piece] | None:
    """Return the pieces of a statement that say anything; None where a word has no sign."""
    small = small_letters(text).rstrip(" .!")
    if small.endswith("?"):
        return None
    pieces = _pieces(text, small, mentions)
    made: list[_Piece] = []
    at = 0
    for start, end, sign, held in (*pieces, (len(small), len(small), "", None)):
        if start < at:
            continue
        between = _signed(small, at, start, labels)
        if between is None:
            return None
        made += [*between, (start, end, sign, held)]
        at = end
    kept = [piece for piece in made if piece[2]]
    return kept if len(kept) <= _LONGEST_ROW else None


def _pieces(text: str, small: str, mentions: Sequence[Mention]) -> list[_Piece]:
    """Return numbers, dates and restated places where they stand, in order."""
    days = [_held(d.start, d.end, "D", d) for d in (moved(text, d) for d in told_dates(text))]
    days += [_held(d.start, d.end, "D", d) for d in seasons(text)]
    most = _MOST.search(text)
    level = [_held(*most.span(), "I", None)] if most else []
    level += [_held(*m.span(), "V", None) for m in _WEEK_FOUR.finditer(text)]
    later = _LATER.search(small) if "later" in small else None
    level += [_held(*later.span(later.lastgroup or 0), "", None)] if later else []
    years = [_held(*m.span(), "D", _year(m)) for m in _YEAR.finditer(text)]
    level += [_held(*m.span(), "", None) for m in _ALL_PLACES.finditer(text)]
    level += [_held(*m.span(), "I", None) for m in _TWO_ENDS.finditer(text)]
    places = _joined(text, [m for m in mentions if isinstance(m.value, list | str)])
    level += [_held(*m.span(), "J", None) for m in _NEW_YEAR.finditer(text)]
    taken = [*level, *days, *places]
    years = [y for y in years if all(y[1] <= t[0] or t[1] <= y[0] for t in taken)]
    taken += years
    found = [_held(q.start, q.unit_end, "°N", q) for q in counted_off(small)]
    taken += [n for n in found if all(n[1] <= t[0] or t[1] <= n[0] for t in taken)]
    counted = joined_times(text, with_shared_scale(text, quantities(text)))
    figures = [_nth_day(small, q) for q in (*digits(text), *counted)]
    found = [_held(q.start, q.unit_end, "N", q) for q in parts_of_one(small)]
    found += [_held(q.start, q.unit_end, "N", q) for q in of_figures(text)]
    found += [_held(q.start, q.unit_end, _number(q), q) for q in figures]
    found += [_held(q.start, q.unit_end, _number(q), q) for q in counts(text)]
    for piece in found:
        if all(piece[1] <= t[0] or t[1] <= piece[0] for t in taken):
            taken.append(piece)
    return sorted(taken, key=lambda piece: piece[0])


def held_spans(text: str, mentions: Sequence[Mention]) -> list[tuple[int, int]]:
    """Return where the numbers, dates and restated places of a normalised statement stand."""
    return [piece[:2] for piece in _pieces(text, small_letters(text), mentions)]


_AND = re.compile(r"[\s,]*(?:and|or)?\s*")


def _joined(text: str, found: Sequence[Mention]) -> list[_Piece]:
    """Return where places are listed, with the words that join them."""
    made: list[_Piece] = []
    for mention in found:
        if made and _AND.fullmatch(text, made[-1][1], mention.start):
            made[-1] = (made[-1][0], mention.end, "", None)
        else:
            made.append((mention.start, mention.end, "", None))
    return made


def _held(start: int, end: int, sign: str, held: Printed | DateMention | None) -> _Piece:
    return start, end, sign, held


#: "On day 40", not "on the peak day 40 people".
_NTH = re.compile(
    r"(?:^|\b(?:on|by|at|around|about|from|to|until|before|after|is|of|near|and)\s)day $"
)


def _nth_day(small: str, printed: Printed) -> Printed:
    """Return "day 40" as a number of days."""
    if printed.unit or not _NTH.search(small, 0, printed.start):
        return printed
    return printed.model_copy(update={"unit": "day"})


def _number(printed: Printed) -> str:
    if printed.unit == "times":
        return "Nx"
    return "v" if (printed.value, printed.unit) in _WEEKS_OF_GROWTH else "N"


def _year(match: re.Match[str]) -> DateMention:
    year = int(match.group())
    return DateMention(
        text=match.group(), start=match.start(), end=match.end(), first=(1, 1), last=(12, 31),
        year=year,
    )  # fmt: skip


@once_for_each
def _longest_from(labels: Mapping[str, str]) -> Mapping[str, int]:
    return longest_from(phrase.split() for phrase in (*SIGNS, *labels))


def _signed(small: str, start: int, end: int, labels: Mapping[str, str]) -> list[_Piece] | None:
    """Return the pieces of text[start:end], longest phrases first; None at an unknown word."""
    spans = [m.span() for m in _WORD.finditer(small, start, end) if m[0] not in _SILENT]
    words = [small[low:high].removesuffix("'s") for low, high in spans]
    found: list[_Piece] = []
    at = 0
    for many in _phrases(words, labels):
        phrase = " ".join(words[at : at + many])
        span = spans[at][0], spans[at + many - 1][1]
        held = labels.get(phrase)
        found.append((*span, "K" if held else SIGNS.get(phrase, ""), held))
        at += many
    return found if at == len(words) else None


def _phrases(words: Sequence[str], labels: Mapping[str, str]) -> list[int]:
    """Return how many words each known phrase has, longest first; short of all where one is not.

    "The first month" is "the" and "first month", and not "the first" and an unknown word.
    """
    longest = _longest_from(labels)
    made: list[int] = []
    at, most = 0, _LONGEST_PHRASE
    dead: set[int] = set()
    while at < len(words):
        many = min(longest.get(words[at], 1), len(words) - at, most)
        while many and (at + many in dead or not _known(words, at, many, labels)):
            many -= 1
        if many:
            made.append(many)
            at, most = at + many, _LONGEST_PHRASE
        elif made:
            dead.add(at)
            most = made.pop()
            at -= most
        else:
            break
    return made


def _known(words: Sequence[str], at: int, many: int, labels: Mapping[str, str]) -> bool:
    phrase = " ".join(words[at : at + many]) if many > 1 else words[at]
    return phrase in SIGNS or phrase in labels or (many == 1 and is_weightless(phrase))


_LONGEST_PHRASE = 12
