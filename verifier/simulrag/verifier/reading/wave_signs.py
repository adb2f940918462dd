"""A statement about a wave as a row of signs; only where every word of it is known.

What is read here accounts for the whole statement, so that no word can turn what it says.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from simulrag.simulators.kept import once_for_each
from simulrag.verifier.harmless import is_weightless
from simulrag.verifier.number_words import ONES, PARTS, SCALES, TENS
from simulrag.verifier.quantities import Printed, quantities
from simulrag.verifier.reading.dates import DateMention
from simulrag.verifier.reading.day_counts import joined_times, moved
from simulrag.verifier.reading.freezing import digits
from simulrag.verifier.reading.mentions import Mention
from simulrag.verifier.reading.scene_sign import Sign, joined_signs
from simulrag.verifier.reading.shared_units import with_shared_scale
from simulrag.verifier.reading.text import AnyCase, Phrases, longest_from, small_letters
from simulrag.verifier.reading.told_dates import told_dates
from simulrag.verifier.reading.wave import paces
from simulrag.verifier.reading.wave_beside import at_first, beside
from simulrag.verifier.reading.wave_counts import counts, of_figures
from simulrag.verifier.reading.wave_ordinals import counted_off
from simulrag.verifier.reading.wave_places import joined_places
from simulrag.verifier.reading.wave_seasons import seasons
from simulrag.verifier.reading.wave_shares import parts_of_one
from simulrag.verifier.reading.wave_words import OTHER_SENSES, signs_of_phrases

_WORD = re.compile(r"[a-z']+|[,:()\"]|-(?=[a-z\d])|\S")
#: Most signs of a statement that is read as a whole.
_LONGEST_ROW = 24
#: Most words of two senses that are turned about.
_MOST_TURNED = 3
_SILENT = frozenset(',:;()[]"-?')
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
    # "Three weeks flat": no more than that.
    r"|\b(?:days?|weeks?|months?) (?P<flat>flat)\b"
)
_WEEK_FOUR = AnyCase(
    r"\bweek (?:four|4)\b",
    holding=("week ",),
)
#: The places together: "in all four states".
_ALL_PLACES = AnyCase(
    r"\b(?:(?:in|across|over|for|of) )?(?:(?:all|both|the|these) )?(?:of )?(?:the )?"
    r"(?:two|three|four|five|six|both|all) (?:[a-z]+ern |neighbou?ring |adjacent )?"
    r"(?:states|jurisdictions|places)"
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
    row = row.replace("∨", "&" if "!" in row else "∨")
    row = row.replace("Λ", "Y" if "!" in row else "")
    row = row if "N±N" in row else row.replace("±", "~")
    row = row.replace("@", "" if _NAMED.search(row) or re.search("m[<>]|[<>]m", row) else "T")
    row = _OVER.sub(">", _INTERVALS.sub("I", row)).replace("!MX", "M")
    row = (
        _AND_BELOW.sub(r"N&\1", row)
        .replace("Na", "gN")
        .replace("Nq", "lN")
        .replace("NC", ">N")
        .replace("N`", "GN")
    )
    row = re.sub("N~(?![~<>glGs]*[Nv])", "~N", row)  # "40 or so", and not "40 is about a third"
    return row.replace("a", "g").replace("q", "l")


#: What a number in the course of a season is of, if it is of no sum.
_NAMED = re.compile("[PDVvKIHLSTFb1]")
#: "Above 700 and below 1,400": what is below stands behind, and not before.
_AND_BELOW = re.compile(r"N(?P<side>[aq])(?=N)")
#: "No other day has as many": that is the peak.
_NO_OTHER = re.compile(r"\$(?:[RW>+]|!<)|W\$")


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
    kept = _kept(text, mentions, labels) or ()
    small = small_letters(text)
    turned = [
        (at, OTHER_SENSES[words])
        for at, sign in enumerate(kept)
        if sign.held is None and (words := small[sign.start : sign.end]) in OTHER_SENSES
    ][:_MOST_TURNED]
    for many in range(1, len(turned) + 1):
        for chosen in combinations(turned, many):
            others = dict(chosen)
            yield _row_of([s._replace(sign=others.get(at, s.sign)) for at, s in enumerate(kept)])


#: The share of simulated seasons that an interval holds, percent.
_LEVEL = 90


def _without_level(kept: Sequence[Sign]) -> Sequence[Sign]:
    """Leave out the level of an interval beside its name: "the upper 90% end"."""
    return [s for n, s in enumerate(kept) if not _is_level(s, kept[max(0, n - 1) : n + 2])]


def _is_level(sign: Sign, beside: Sequence[Sign]) -> bool:
    held = sign.held
    level = isinstance(held, Printed) and (held.value, held.unit) == (_LEVEL, "percent")
    return level and any(set(other.sign) & set("HLI") for other in beside)


#: What a beginning or growth is told by, and what may stand between it and how fast it is.
_OF_BEGINNING = frozenset("+VvSFb1K")
_BETWEEN = frozenset("!^&~=;rR")


def _without_paces(kept: Sequence[Sign]) -> list[Sign]:
    """Leave out how fast something is that is no beginning: "it quickly drops", "peaks fast"."""
    if not any(sign.word for sign in kept):
        return list(kept)
    row = [sign for sign in kept if not set(sign.sign) <= _BETWEEN]
    told = any(set(s.sign) & set("VvK+") and not s.word for s in kept)
    lone = len(row) == 1
    return [s for s in kept if not s.word or lone or _of_beginning(row, row.index(s), told=told)]


def _of_beginning(row: Sequence[Sign], at: int, *, told: bool) -> bool:
    """Tell whether how fast something is may be of growth; told: growth is told elsewhere."""
    beside = [row[n] for n in (at - 1, at + 1) if 0 <= n < len(row)]
    falls = any(s.sign in "-y" or s.held == "declining" for s in beside)
    other = any(set(s.sign) & set("P") for s in beside)
    grows = any(set(s.sign) & _OF_BEGINNING for s in beside)
    return not falls and (grows or (told and not other))


def _row_of(pieces: Sequence[Sign]) -> Signs:
    kept = _without_paces(_without_level(pieces))
    return Signs(
        row=_in_order("".join(s.sign for s in kept)),
        numbers=tuple(s.held for s in kept if isinstance(s.held, Printed)),
        dates=tuple(s.held for s in kept if isinstance(s.held, DateMention)),
        labels=tuple((s.held, s.start, s.end) for s in kept if isinstance(s.held, str)),
    )


def _kept(
    text: str, mentions: Sequence[Mention], labels: Mapping[str, str]
) -> tuple[Sign, ...] | None:
    """Return the signs of a statement that say anything; None where a word has no sign."""
    small = small_letters(text).rstrip(" .!")
    if small.endswith("?"):
        return None
    taken = [(sign.start, sign.end, sign) for sign in _pieces(text, small, mentions)]
    kept = joined_signs(small, taken, lambda start, end: _signed(small, start, end, labels))
    if kept is None or len(kept) > _LONGEST_ROW:
        return None
    return tuple(beside(a, b, small) for a, b in zip(kept, (*kept, None)[1:], strict=True))


def _pieces(text: str, small: str, mentions: Sequence[Mention]) -> list[Sign]:
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
    level += _with_number_words(small)
    level += [_held(*m.span(), "I", None) for m in _TWO_ENDS.finditer(text)]
    told = [m for m in mentions if m.start < m.end and not _is_silent(small[m.start : m.end])]
    dated = {day.start for day in days}
    level += list(at_first(small, told))
    places = joined_places(text, [m for m in told if m.start not in dated])
    level += [_held(*m.span(), "J", None) for m in _NEW_YEAR.finditer(text)]
    taken = [*level, *days, *places]
    years = [y for y in years if not _overlaps(y, taken)]
    taken += years
    found = [_held(q.start, q.unit_end, "°N", q) for q in counted_off(small)]
    taken += [n for n in found if not _overlaps(n, taken)]
    counted = joined_times(text, with_shared_scale(text, quantities(text)))
    figures = [_nth_day(small, q) for q in (*digits(text), *counted)]
    found = [_held(q.start, q.unit_end, "N", q) for q in parts_of_one(small)]
    found += [_held(q.start, q.unit_end, "N", q) for q in of_figures(text)]
    found += [_held(q.start, q.unit_end, _number(q), q) for q in figures]
    found += [_held(q.start, q.unit_end, _number(q), q) for q in counts(text)]
    for piece in found:
        if not _overlaps(piece, taken):
            taken.append(piece)
    return taken


def _overlaps(piece: Sign, taken: Iterable[Sign]) -> bool:
    """Tell whether a piece shares letters with others, but for silent ones within it."""
    return any(
        piece.start < other.end
        and other.start < piece.end
        and (other.sign or not piece.start <= other.start <= other.end <= piece.end)
        for other in taken
    )


_NUMBER_WORD = re.compile(
    rf"(?<![\w-])(?:{'|'.join((*ONES, *TENS, *SCALES, *PARTS))}|nobody|no one)(?![\w-])|\d"
)


@cache
def _numbered() -> Phrases:
    """Return the phrases that hold number words and mean no number: "cut in two"."""
    signs = signs_of_phrases().items()
    own = (words for words, sign in signs if " " in words and sign != "V" and "9" not in words)
    return Phrases(tuple(filter(_NUMBER_WORD.search, own)))


def _with_number_words(small: str) -> Iterator[Sign]:
    for span in _numbered().find(small):
        sign = signs_of_phrases().get(span.text.replace("-", " "))
        if sign is not None:
            yield Sign(sign, span.start, span.end)


def held_spans(text: str, mentions: Sequence[Mention]) -> list[tuple[int, int]]:
    """Return where the numbers, dates and restated places of a normalised statement stand."""
    return [(piece.start, piece.end) for piece in _pieces(text, small_letters(text), mentions)]


def _is_silent(words: str) -> bool:
    """Tell whether words say nothing by themselves, and may belong to a longer phrase."""
    return signs_of_phrases().get(words.replace("-", " ")) == ""


def _held(start: int, end: int, sign: str, held: Printed | DateMention | None) -> Sign:
    return Sign(sign, start, end, held)


#: "On day 40", not "on the peak day 40 people".
_NTH = re.compile(
    r"(?:^|\b(?:on|by|at|around|about|from|to|until|before|after|is|of|near|and)\s)day $"
)


_PERCENTAGE = re.compile(
    r"\bpercentage\b[^.;,]* (?:is|was|of|to|at|by) (?:(?:about|roughly|around|some) )?$"
)


def _nth_day(small: str, printed: Printed) -> Printed:
    """Return "day 40" as a number of days, and "a percentage of 40" as one of percent."""
    if not printed.unit and _PERCENTAGE.search(small, 0, printed.start):
        return printed.model_copy(update={"unit": "percent"})
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
    return longest_from(phrase.split() for phrase in (*signs_of_phrases(), *labels))


def _signed(small: str, start: int, end: int, labels: Mapping[str, str]) -> list[Sign] | None:
    """Return the pieces of text[start:end], longest phrases first; None at an unknown word."""
    spans = [m.span() for m in _WORD.finditer(small, start, end) if m[0] not in _SILENT]
    words = [
        small[low:high].lstrip("'").removesuffix("'s").removesuffix("'") for low, high in spans
    ]
    found: list[Sign] = []
    at = 0
    for many in _phrases(words, labels):
        phrase = " ".join(words[at : at + many])
        span = spans[at][0], spans[at + many - 1][1]
        held = labels.get(phrase)
        pace = phrase if held and phrase in paces() else ""
        found.append(Sign("K" if held else signs_of_phrases().get(phrase, ""), *span, held, pace))
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
    known = phrase in signs_of_phrases() or phrase in labels
    return known or (many == 1 and is_weightless(phrase))


_LONGEST_PHRASE = 12
