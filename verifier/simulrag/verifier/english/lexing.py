"""A sentence as typed mentions: phrases with a category and a meaning, over its words.

Words that change nothing (articles, auxiliaries) are passed over. A word that is in no phrase is
unknown, and the sentence stays unread.
"""

import re
from calendar import monthrange
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from simulrag.simulators.interface import Simulator
from simulrag.simulators.kept import lately
from simulrag.verifier.english.chart import Edge
from simulrag.verifier.english.entries import Entry
from simulrag.verifier.english.meanings import Amount, Binding, Moment, Setting, bound
from simulrag.verifier.english.objects import spoken
from simulrag.verifier.english.vocabulary import Vocabulary, capitalised
from simulrag.verifier.english.words import role_of
from simulrag.verifier.formulas.anchoring.numerals import PrintedNumber, numbers
from simulrag.verifier.formulas.anchoring.periods import Period, periods
from simulrag.verifier.formulas.anchoring.vocabulary import SHORT, Hit, longest, tokens
from simulrag.verifier.formulas.listings import node_of
from simulrag.verifier.formulas.syntax import Items, Number, Text

#: Roles of the words before a name of a place.
_STANDS_BEFORE = frozenset(("prep", "between", "and", "considering"))


@dataclass(frozen=True)
class Lexed:
    """A sentence's mentions, over those of its words that count.

    size: how many words count. unknown: words that are in no phrase. spans: where each word that
    counts starts and ends in the text.
    """

    edges: tuple[Edge, ...]
    size: int
    unknown: tuple[str, ...]
    spans: tuple[tuple[int, int], ...] = ()


#: Numbers that are years where they may be ones.
_YEARS = range(1750, 2200)
#: Most words of a name of a place.
_LONGEST_NAME = 8
#: Names of places as the context prints them, by their words.
Names = Mapping[tuple[str, ...], str]
_POINT = r"[(\[]\s*-?\d+(?:\.\d+)?\s*,\s*-?\d+(?:\.\d+)?\s*[)\]]"
_POINTS = re.compile(rf"\[\s*{_POINT}(?:\s*,\s*{_POINT})*\s*\]")
_DECIMAL = re.compile(r"-?\d+(?:\.\d+)?")


def lexed(
    text: str, vocabulary: Vocabulary, *, gaps: bool = False, names: Names | None = None,
    since: date | None = None,
) -> Lexed:  # fmt: skip
    """Return the mentions of a sentence. gaps: words that are unknown become mentions too.

    names: places that the context prints, which no list of places needs to know. since: its first
    day; days without a year are the first of their name from then on.
    """
    return _Lexer(text.strip().rstrip(".!"), vocabulary, names or {}, since).lexed(gaps=gaps)


def names_in(text: str, vocabulary: Vocabulary) -> Names:
    """Return the names in a text that no list of places knows, where one may stand: "in Manpo"."""
    return dict(_Lexer(text, vocabulary, {}).names())


class _Lexer:
    def __init__(
        self, text: str, vocabulary: Vocabulary, names: Names, since: date | None = None
    ) -> None:
        self._text, self._vocabulary, self._names = text, vocabulary, names
        self._shown = tokens(text)
        self._hits = vocabulary.hits(self._shown)
        self._since = self._season or since

    def lexed(self, *, gaps: bool) -> Lexed:
        found = list(self._mentions())
        covered = {at for first, end, _, _ in found for at in range(first, end)}
        left_out = self._left_out
        unknown = [at for at in range(len(self._shown)) if at not in covered and at not in left_out]
        if gaps:
            found += [(at, at + 1, "unknown", self._shown[at].plain) for at in unknown]
        kept = [at for at in range(len(self._shown)) if at not in left_out]
        # Token -> how many words that count stand before it.
        place, count = [0] * (len(self._shown) + 1), 0
        for at in range(len(self._shown)):
            place[at] = count
            count += at not in left_out
        place[-1] = count
        edges = (Edge(c, place[first], place[end], m) for first, end, c, m in found)
        made = tuple(dict.fromkeys(one for one in edges if one.start < one.end))
        spans = tuple((self._shown[at].start, self._shown[at].end) for at in kept)
        return Lexed(made, len(kept), tuple(self._shown[at].word for at in unknown), spans)

    @cached_property
    def _left_out(self) -> frozenset[int]:
        """Return the words that are passed over: in phrases that change nothing alone."""
        said = [one for one in self._hits if one.meaning.readings]
        over = longest(one for one in said if len(one) > 1)
        alone = {one.first for one in said if len(one) == 1 and not one.meaning.left_out}
        found = {
            at for hit in self._hits if hit.meaning.left_out
            for at in range(hit.first, hit.end)
            if (at not in alone if len(hit) == 1 else len(over.get(at, ())) < len(hit))
        }  # fmt: skip
        before = ","
        for at, one in enumerate(self._shown):  # commas around what is left out go with it
            if at not in found and one.plain == "," == before:
                found.add(at)
            elif at not in found:
                before = one.plain
        return frozenset(found)

    def _mentions(self) -> Iterator[tuple[int, int, str, object]]:
        dates = self._periods
        for hit in self._hits:
            for category, meaning in hit.meaning.readings:
                yield hit.first, hit.end, category, meaning
        yield from self._of_numbers(dates)
        yield from self._of_periods(dates)
        yield from self._of_places()
        yield from self._of_points()
        yield from self._of_objects()

    # Numbers and dates.

    @cached_property
    def _over(self) -> dict[int, Hit[Entry]]:
        """Return the longest declared phrase at each token."""
        return longest(
            hit for hit in self._hits
            if len(hit) > 1 and hit.meaning.declared and not hit.meaning.is_unit
        )  # fmt: skip

    @cached_property
    def _periods(self) -> tuple[Period, ...]:
        over = self._over
        return tuple(
            one for one in periods(self._shown)
            if one.first_token not in over or over[one.first_token].end < one.end_token
        )  # fmt: skip

    def _of_numbers(self, dates: Sequence[Period]) -> Iterator[tuple[int, int, str, object]]:
        taken = {
            at for one in dates if not one.year_alone
            for at in range(one.first_token, one.end_token)
        }  # fmt: skip
        years = {one.first_token for one in dates if one.year_alone and one.first.year in _YEARS}
        for one in numbers(self._shown, taken | self._over.keys(), years):
            if one.first in years and one.end == one.first + 1 and not self._is_counted(one.end):
                continue
            first = one.first - (1 if one.sign else 0)
            yield first, one.end, "factor" if one.kind == "factor" else "number", _amount(one)

    def _is_counted(self, at: int) -> bool:
        """Tell whether what outputs count stands at a token, or nothing more: 2175 patients."""
        if at == len(self._shown):
            return True
        return any(hit.first == at and hit.meaning.counted for hit in self._hits)

    def _of_periods(self, dates: Sequence[Period]) -> Iterator[tuple[int, int, str, object]]:
        years = [one.first.year for one in dates if one.year_known and one.is_day]
        for one in dates:
            if one.year_alone and one.first.year not in _YEARS:
                continue
            if one.year_alone:
                printed = str(one.first.year)
                yield one.first_token, one.end_token, "year", Number(float(printed), printed)
            elif not one.year_known and not (self._since or (one.is_day and years)):
                continue
            else:
                first, last = one.first, one.last
                if not one.year_known:
                    first, last = self._dated(one, years)
                elif self._shown[one.first_token].plain in ("end", "close"):
                    ends = Moment("==", last.isoformat(), last.isoformat())
                    yield one.first_token, one.end_token, "day_end", ends
                moment = Moment("==", first.isoformat(), last.isoformat())
                kind = "day" if one.is_day else "span"
                yield one.first_token, one.end_token, kind, moment

    @cached_property
    def _season(self) -> date | None:
        """Return the first day of the one period that the sentence names as a choice."""
        held = {name: choice for hit in self._hits for name, choice in hit.meaning.choices}
        days = [
            self._vocabulary.parameters[name].selection.periods[choice.value][0]
            for name, choice in held.items() if isinstance(choice, Text)
            and choice.value in self._vocabulary.parameters[name].selection.periods
        ]  # fmt: skip
        return date.fromisoformat(days[0]) if len(set(days)) == 1 else None

    def _dated(self, period: Period, years: Sequence[int]) -> tuple[date, date]:
        """Return a period in the year of the sentence's dates; else the first that is around."""
        if self._since is None or (period.is_day and years):
            return period.first.replace(year=years[0]), period.last.replace(year=years[0])
        made = [_in_year(day, self._since.year) for day in (period.first, period.last)]
        if made[1] < self._since:
            made = [_in_year(day, self._since.year + 1) for day in (period.first, period.last)]
        return made[0], made[1]

    # Places.

    @cached_property
    def _capitalised(self) -> list[tuple[int, int]]:
        """Return the spans of words with a capital that may be names of places."""
        plain = [
            hit.first for hit in self._hits
            if not hit.meaning.is_name and (hit.meaning.declared or len(hit) == 1)
        ]  # fmt: skip
        plain += [at for one in self._periods for at in range(one.first_token, one.end_token)]
        plain += [at for at, one in enumerate(self._shown) if not one.word[:1].isalpha()]
        found = list(capitalised(self._shown, plain))
        return [(first, self._titled(end)) for first, end in found]

    def _titled(self, end: int) -> int:
        """Return where a name ends that goes on with a word of English ("Hasbrouck Heights")."""
        shown = self._shown
        while end < len(shown) and len(shown[end].word) > SHORT and shown[end].word.istitle():
            end += 1
        return end

    def names(self) -> Iterator[tuple[tuple[str, ...], str]]:
        """Return each name behind a preposition that no list of places knows, with its words."""
        for first, end in self._capitalised if self._vocabulary.places else ():
            last = self._glued(end)
            before = self._shown[first - 1].plain if first else ""
            known = any(hit.first <= first and last <= hit.end for hit in self._hits)
            if _STANDS_BEFORE & role_of().get(before, frozenset()) and not known:
                printed = self._printed(first, last)
                held = (_finds(simulator, (name, printed)) for name, simulator in self._places)
                if not any(held):
                    yield tuple(one.plain for one in self._shown[first:last]), printed

    def _glued(self, end: int) -> int:
        """Return where a word with a sign within it ends ("Mi'rabah"), but for "'s"."""
        shown = self._shown
        while (
            end + 1 < len(shown)
            and shown[end + 1].plain != "s"
            and all(shown[at].start == shown[at - 1].end for at in (end, end + 1))
            and shown[end + 1].word[:1].isalpha()
            and shown[end].plain in ("'", "-", "`")
        ):
            end += 2
        return end

    def _printed(self, first: int, end: int) -> str:
        return self._text[self._shown[first].start : self._shown[end - 1].end]

    @property
    def _places(self) -> tuple[tuple[str, Simulator], ...]:
        return self._vocabulary.places

    def _of_names(self) -> Iterator[tuple[int, int, Setting]]:
        words = tuple(one.plain for one in self._shown)
        for name, printed in self._names.items():
            options = tuple((parameter, Text(printed)) for parameter, _ in self._places)
            for at in range(len(words) - len(name) + 1):
                if words[at : at + len(name)] == name and self._shown[at].word[:1].isupper():
                    yield at, at + len(name), Setting((Binding(tuple(dict.fromkeys(options))),))

    def _of_objects(self) -> Iterator[tuple[int, int, str, object]]:
        """Return the conditions that are objects of several fields."""
        for simulator in self._vocabulary.registry:
            for one in spoken(self._text, simulator):
                inside = self._inside(one.start, one.end)
                if one.value and inside:
                    held = bound(one.parameter.name, node_of([dict(one.value)]))
                    yield inside[0], inside[-1] + 1, "choice", held

    def _inside(self, start: int, end: int) -> list[int]:
        """Return the words that lie between two places of the text."""
        return [at for at, one in enumerate(self._shown) if start <= one.start and one.end <= end]

    def _of_points(self) -> Iterator[tuple[int, int, str, object]]:
        held = [one.name for one in self._vocabulary.parameters.values() if one.kind == "points"]
        for found in _POINTS.finditer(self._text) if held else ():
            inside = self._inside(found.start(), found.end())
            digits = [Number(float(one), one) for one in _DECIMAL.findall(found[0])]
            pairs = zip(digits[::2], digits[1::2], strict=True)
            points = Items(tuple(Items(pair) for pair in pairs))
            yield inside[0], inside[-1] + 1, "choice", bound(held[0], points)

    def _of_places(self) -> Iterator[tuple[int, int, str, object]]:
        if not self._vocabulary.places:
            return
        taken: set[int] = set()
        for first, end, setting in self._of_names():
            taken.update(range(first, end))
            yield first, end, "choice", setting
        at = 0
        for first, end in self._capitalised:
            at = max(at, first)
            if taken & set(range(first, end)):
                continue
            while at < end:
                found = self._place(at, end)
                if found is None:
                    at += 1
                    continue
                last, setting = found
                yield at, last, "choice", setting
                at = last

    def _place(self, first: int, end: int) -> tuple[int, Setting] | None:
        """Return the longest name of a place that begins at a word, with its qualifier."""
        for last in (*self._qualified(end), *range(min(end, first + _LONGEST_NAME), first, -1)):
            printed = self._printed(first, last)
            options = tuple(
                (name, Text(printed)) for name, simulator in self._places
                if _finds(simulator, (name, printed))
            )  # fmt: skip
            if options:
                also = (h.meaning.choices for h in self._hits if (h.first, h.end) == (first, last))
                held = (*options, *(choice for choices in also for choice in choices))
                return last, Setting((Binding(tuple(dict.fromkeys(held))),))
        return None

    def _qualified(self, end: int) -> Iterable[int]:
        """Return where a qualifier behind a comma ends ("Richmond, Virginia")."""
        shown = self._shown
        if end + 1 < len(shown) and shown[end].plain == "," and shown[end + 1].word[:1].isupper():
            last = end + 1
            while last < len(shown) and shown[last].word[:1].isupper():
                last += 1
            yield last


def _in_year(day: date, year: int) -> date:
    """Return a day of a leap year in another year."""
    return day.replace(year=year, day=min(day.day, monthrange(year, day.month)[1]))


@lately(4_096)
def _finds(simulator: Simulator, asked: tuple[str, str]) -> bool:
    return bool(simulator.find(*asked))


def _amount(number: PrintedNumber) -> Amount:
    value = number.value * (number.sign or 1)
    digits = number.digits.replace(",", "") or f"{number.value:.12g}"
    printed = f"-{digits}" if number.sign < 0 else digits
    return Amount("==", Number(value, printed), unit=number.unit, kind=number.kind,
                  signed=bool(number.sign))  # fmt: skip
