"""A sentence as typed mentions: phrases with a category and a meaning, over its words.

Words that change nothing (articles, auxiliaries) are passed over. A word that is in no phrase is
unknown, and the sentence stays unread.
"""

import re
from calendar import monthrange
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import groupby

from simulrag.simulators.immutable_data import lately
from simulrag.simulators.interface import Simulator
from simulrag.simulators.registry import candidates
from simulrag.verifier.english.chart import Edge
from simulrag.verifier.english.object_reading import spoken
from simulrag.verifier.english.phrase_meanings import Amount, Binding, Moment, Setting, bound
from simulrag.verifier.english.vocabulary import Entry, Vocabulary
from simulrag.verifier.formulas.anchoring.numerals import PrintedNumber, numbers
from simulrag.verifier.formulas.anchoring.periods import Period, periods
from simulrag.verifier.formulas.anchoring.vocabulary import SHORT, Hit, longest, tokens
from simulrag.verifier.formulas.listings import node_of
from simulrag.verifier.formulas.syntax import Items, Node, Number, Text


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


#: Signs that may end a sentence.
_ENDS = (".", "!", "?")
#: Numbers that are years where they may be ones.
_YEARS = range(1750, 2200)
#: Most words of a name of a place.
_LONGEST_NAME = 8
#: What joins the last place of a list to those before it.
_JOINING = ("and", "or", "&")
#: Names of places as the context prints them, by their words.
Names = Mapping[tuple[str, ...], str]
_NO_NAMES: Names = {}
_DECIMAL = re.compile(r"[-+−]?\d+(?:\.\d+)?")
_PAIR = rf"\s*{_DECIMAL.pattern}\s*,\s*{_DECIMAL.pattern}\s*"
_POINT = rf"(?:\({_PAIR}\)|\[{_PAIR}\])"
#: A list of points, and a single one.
POINTS, POINT = rf"\[\s*{_POINT}(?:\s*,\s*{_POINT})*\s*\]", rf"\({_PAIR}\)"
#: From which to before which token, the category and the meaning.
_Mention = tuple[int, int, str, object]


def lexed(
    text: str, vocabulary: Vocabulary, *, gaps: bool = False, names: Names = _NO_NAMES,
    since: date | None = None,
) -> Lexed:  # fmt: skip
    """Return the mentions of a sentence. gaps: words that are unknown become mentions too.

    names: places that the context prints, which no list of places needs to know. since: its first
    day; days without a year are the first of their name from then on.
    """
    sentence = _sentence(vocabulary, text)
    found = [
        *sentence.mentions,
        *sentence.of_periods(sentence.season or since),
        *sentence.of_places(names),
    ]
    return sentence.lexed(found, gaps=gaps)


class _Sentence:
    """A sentence's words, and what they are whatever stands around it."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self._text, self._vocabulary = text, vocabulary
        shown = tokens(text)
        while shown and shown[-1].word in _ENDS:
            shown = shown[:-1]
        self._shown = shown
        self._hits = vocabulary.hits(self._shown)

    def lexed(self, found: list[_Mention], *, gaps: bool) -> Lexed:
        """Return some mentions over the words that count."""
        covered = {at for first, end, _, _ in found for at in range(first, end)} | self._left_out
        unknown = [at for at in range(len(self._shown)) if at not in covered]
        if gaps:
            found += [(at, at + 1, "unknown", self._shown[at].plain) for at in unknown]
        kept = [at for at in range(len(self._shown)) if at not in self._left_out]
        # Token -> how many words that count stand before it.
        place, count = [0], 0
        for at in range(len(self._shown)):
            count += at not in self._left_out
            place.append(count)
        edges = (Edge(c, place[first], place[end], m) for first, end, c, m in found)
        made = tuple(dict.fromkeys(one for one in edges if one.start < one.end))
        spans = tuple((self._shown[at].start, self._shown[at].end) for at in kept)
        return Lexed(made, len(kept), tuple(self._shown[at].word for at in unknown), spans)

    @cached_property
    def _left_out(self) -> frozenset[int]:
        """Return the words that are passed over: in phrases that change nothing alone."""
        said = [one for one in self._hits if one.meaning.readings]
        over = longest(one for one in said if one.size > 1)
        alone = {one.first for one in said if one.size == 1 and not one.meaning.left_out}
        found = {
            at for hit in self._hits if hit.meaning.left_out
            for at in range(hit.first, hit.end)
            if (at not in alone if hit.size == 1 else at not in over or over[at].size < hit.size)
        }  # fmt: skip
        before = ","
        for at, one in enumerate(self._shown):  # commas around what is left out go with it
            if at not in found and one.plain == "," == before:
                found.add(at)
            elif at not in found:
                before = one.plain
        return frozenset(found)

    @cached_property
    def mentions(self) -> tuple[_Mention, ...]:
        """Return the phrases, numbers, points and objects."""
        places = {(first, end) for first, end, _, _ in self._listed}
        phrases = (
            (hit.first, hit.end, category, meaning)
            for hit in self._hits for category, meaning in hit.meaning.readings
            if category != "choice" or not hit.meaning.choices
            or (hit.first, hit.end) not in places  # else the place is the choice as well
        )  # fmt: skip
        return (*phrases, *self._of_numbers(), *self._of_points(), *self._of_objects())

    # Numbers and dates.

    @cached_property
    def _over(self) -> dict[int, Hit[Entry]]:
        """Return the longest declared phrase at each token."""
        return longest(
            hit for hit in self._hits
            if hit.size > 1 and hit.meaning.declared and not hit.meaning.is_unit
        )  # fmt: skip

    @cached_property
    def _periods(self) -> tuple[Period, ...]:
        over = self._over
        return tuple(
            one for one in periods(self._shown)
            if one.first_token not in over or over[one.first_token].end < one.end_token
        )  # fmt: skip

    def _of_numbers(self) -> Iterator[_Mention]:
        taken = {
            at for one in self._periods if not one.year_alone
            for at in range(one.first_token, one.end_token)
        }  # fmt: skip
        years = {o.first_token for o in self._periods if o.year_alone and o.first.year in _YEARS}
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

    @cached_property
    def season(self) -> date | None:
        """Return the first day of the one period that the sentence names as a choice."""
        parameters = self._vocabulary.parameters
        days = {
            parameters[name].selection.periods[choice.value][0]
            for hit in self._hits for name, choice in hit.meaning.choices
            if isinstance(choice, Text) and choice.value in parameters[name].selection.periods
        }  # fmt: skip
        return date.fromisoformat(days.pop()) if len(days) == 1 else None

    def of_periods(self, since: date | None) -> Iterator[_Mention]:
        """Return the years, days and stretches of days; those without a year are from a day on."""
        years = [one.first.year for one in self._periods if one.year_known and one.is_day]
        for one in self._periods:
            first, last = one.first, one.last
            if one.year_alone and first.year in _YEARS:
                year = Number(float(first.year), str(first.year))
                yield one.first_token, one.end_token, "year", year
            if one.year_alone:
                continue
            if not one.year_known:
                if one.is_day and years:
                    first, last = first.replace(year=years[0]), last.replace(year=years[0])
                elif since is not None:
                    first, last = _from(since, one)
                else:
                    continue
            elif self._shown[one.first_token].plain in ("end", "close"):
                ends = Moment("==", last.isoformat(), last.isoformat())
                yield one.first_token, one.end_token, "day_end", ends
            if one.is_epiweek:  # it is named by its last day, as the weeks of reports are
                first = last
            moment = Moment("==", first.isoformat(), last.isoformat())
            yield one.first_token, one.end_token, "day" if first == last else "span", moment

    # Places, points and objects.

    def of_places(self, names: Names) -> Iterator[_Mention]:
        """Return the names of places, of some that the context prints and those in lists."""
        places = self._vocabulary.places
        taken: set[int] = set()
        for name, printed in names.items() if places else ():
            options = [(parameter, Text(printed)) for parameter, _ in places]
            for at in self._named(name):
                end = at + len(name)
                taken.update(range(at, end))
                yield at, end, "choice", self._setting(at, end, options)
        yield from (one for one in self._listed if taken.isdisjoint(range(one[0], one[1])))

    def _named(self, name: tuple[str, ...]) -> Iterator[int]:
        """Return where a name stands with a capital."""
        for at in range(len(self._shown) - len(name) + 1):
            if self._shown[at].word[:1].isupper() and name == tuple(
                one.plain for one in self._shown[at : at + len(name)]
            ):
                yield at

    @cached_property
    def _listed(self) -> tuple[_Mention, ...]:
        """Return the names that lists of places have."""
        found: list[_Mention] = []
        at = 0
        for first, end in self._capitalised if self._vocabulary.places else ():
            at = max(at, first)
            while at < end:
                last, setting = self._place(at, end)
                if setting is not None:
                    found.append((at, last, "choice", setting))
                at = last
        return tuple(found)

    @cached_property
    def _known(self) -> frozenset[int]:
        """Return the words that are no names: what is declared or of English, and dates."""
        dated = {at for one in self._periods for at in range(one.first_token, one.end_token)}
        return frozenset(dated) | {
            hit.first for hit in self._hits
            if not hit.meaning.is_name and (hit.meaning.declared or hit.size == 1)
        }  # fmt: skip

    @property
    def _capitalised(self) -> Iterator[tuple[int, int]]:
        """Return the spans of words with a capital that may be names of places.

        A name may go on with a word of English ("Hasbrouck Heights").
        """
        shown = self._shown
        kinds = (at not in self._known and one.word[0].isupper() for at, one in enumerate(shown))
        for is_name, run in groupby(enumerate(kinds), key=lambda one: one[1]):
            where = [at for at, _ in run]
            end = where[-1] + 1
            while end < len(shown) and len(shown[end].word) > SHORT and shown[end].word.istitle():
                end += 1
            if is_name:
                yield where[0], end

    def _place(self, first: int, end: int) -> tuple[int, Setting | None]:
        """Return the longest name of a place that begins at a word, with its qualifier."""
        region = self._qualified(end)
        ends = range(min(end, first + _LONGEST_NAME), first, -1)
        for last in (region, *ends) if region else ends:
            printed = self._printed(first, last)
            held = self._vocabulary.places
            names = [name for name, simulator in held if finds(simulator, (name, printed))]
            if names and last == end and region and self._is_region(first, end, region):
                last = region
            if names:
                options = [(name, Text(self._printed(first, last))) for name in names]
                return last, self._setting(first, last, options)
        return first + 1, None

    def _printed(self, first: int, end: int) -> str:
        return self._text[self._shown[first].start : self._shown[end - 1].end]

    def _is_region(self, first: int, comma: int, end: int) -> bool:
        """Tell a qualifier behind a comma from the next place of a list ("Lima, Lagos and Rome").

        Or from the next of a list of choices, as states are. Where no list of places has both, the
        place is none of the name alone.
        """
        shown = self._shown
        if any(hit.meaning.choices for hit in self._hits if (hit.first, hit.end) == (first, comma)):
            return False
        links = [one.plain for one in shown[end : end + 2]]
        capital = any(one.word[0].isupper() for one in shown[end + 1 : end + 2])
        if links and (
            links[0] in _JOINING or (links[0] == "," and (capital or links[-1] in _JOINING))
        ):
            return False
        code = shown[comma + 1].word.isupper() and (not links or links[0] in (",", *_ENDS))
        return code or self._known.isdisjoint(range(comma + 1, end))

    def _setting(self, first: int, end: int, options: Iterable[tuple[str, Node]]) -> Setting:
        """Return a name as a place, or as the choice that it is as well."""
        also = (h.meaning.choices for h in self._hits if (h.first, h.end) == (first, end))
        held = (*options, *(choice for choices in also for choice in choices))
        return Setting((Binding(tuple(dict.fromkeys(held))),))

    def _qualified(self, end: int) -> int:
        """Return where a qualifier behind a comma ends ("Richmond, Virginia"); 0 for none."""
        shown, last = self._shown, end + 1
        while last < len(shown) and shown[last].word[:1].isupper():
            last += 1
        return last if last > end + 1 and shown[end].plain == "," else 0

    def _of_objects(self) -> Iterator[_Mention]:
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

    def _of_points(self) -> Iterator[_Mention]:
        for found in re.finditer(POINTS, self._text):
            held = [p.name for p in self._vocabulary.parameters.values() if p.kind == "points"]
            inside = self._inside(found.start(), found.end())
            if held:
                points = bound(held[0], points_of(found[0]))
                yield inside[0], inside[-1] + 1, "choice", points


def points_of(text: str) -> Items:
    """Return the pairs of numbers that a text prints."""
    printed = (one.replace("−", "-").lstrip("+") for one in _DECIMAL.findall(text))
    numbers = [Number(float(one), one) for one in printed]
    return Items(tuple(map(Items, zip(numbers[::2], numbers[1::2], strict=True))))


@lately(64)
def _sentence(vocabulary: Vocabulary, text: str) -> _Sentence:
    return _Sentence(text, vocabulary)


def _from(since: date, period: Period) -> tuple[date, date]:
    """Return a period without a year as the first of its name from a day on."""
    for year in (since.year, since.year + 1):
        first, last = (in_year(day, year) for day in (period.first, period.last))
        if last >= since:
            break
    return first, last


def in_year(day: date, year: int) -> date:
    """Return a day of a leap year in another year."""
    return day.replace(year=year, day=min(day.day, monthrange(year, day.month)[1]))


@lately(4_096)
def finds(simulator: Simulator, asked: tuple[str, str]) -> bool:
    """Tell whether a simulator knows a name of a place, by the name of its input."""
    return bool(candidates(simulator, *asked))


def _amount(number: PrintedNumber) -> Amount:
    value = number.value * (number.sign or 1)
    digits = number.digits.replace(",", "") or f"{number.value:.12g}"
    printed = f"-{digits}" if number.sign < 0 else digits
    return Amount("==", Number(value, printed), unit=number.unit, kind=number.kind,
                  signed=bool(number.sign))  # fmt: skip
