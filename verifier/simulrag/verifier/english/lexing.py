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

from simplemma import is_known

from simulrag.simulators.immutable_data import lately
from simulrag.simulators.interface import Simulator
from simulrag.simulators.registry import candidates
from simulrag.verifier.english.chart import Edge
from simulrag.verifier.english.object_reading import PARTS, object_inputs
from simulrag.verifier.english.phrase_meanings import Amount, Binding, Moment, Setting, bound
from simulrag.verifier.english.vocabulary import Entry, Vocabulary
from simulrag.verifier.formulas.anchoring.numerals import PrintedNumber, numbers
from simulrag.verifier.formulas.anchoring.periods import Period, periods
from simulrag.verifier.formulas.anchoring.vocabulary import SHORT, Hit, longest, tokens
from simulrag.verifier.formulas.syntax import Items, Node, Number, Text


@dataclass(frozen=True)
class Lexed:
    """A sentence's mentions, over those of its words that count.

    size: how many words count. unknown: words that are in no phrase, but for those of objects.
    is_foreign: some are in none at all. spans: where each word that counts starts and ends.
    """

    edges: tuple[Edge, ...]
    size: int
    unknown: tuple[str, ...]
    is_foreign: bool = False
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
#: What is written in no words: a list of points or a single one, and coordinates of a place.
_WRITTEN = {
    "points": re.compile(rf"\[\s*{_POINT}(?:\s*,\s*{_POINT})*\s*\]|\({_PAIR}\)"),
    "place": re.compile(r"(?<!\d)\d+(?:\.\d+)?\s?°?\s?[NS]\s?,\s?\d+(?:\.\d+)?\s?°?\s?[EW]\b"),
}
#: Days of a period that may be a month.
_LONGEST_MONTH = 31
#: Words behind which a place is named, and categories of phrases that lead to one.
_LEADS = frozenset("considering near around is was will does".split())
_LEADING = frozenset(("prep", "comma", "parameter", "be", "when"))
#: Signs that join the parts of a name; short words do as well, but for those of English.
_LINKS = frozenset("-'.")
_PARTICLE = re.compile(
    r"della|of|(?!(?:and|or|in|for|to|by|on|at|is|was|the|if|as|be|has|had)$)[a-z]{1,3}"
)
#: From which to before which token, the category and the meaning.
_Mention = tuple[int, int, str, object]


def lexed(
    text: str, vocabulary: Vocabulary, *, names: Names = _NO_NAMES, since: date | None = None
) -> Lexed:
    """Return the mentions of a sentence.

    names: places that the context prints, which no list of places needs to know. since: its first
    day; days without a year are the first of their name from then on.
    """
    sentence = _sentence(vocabulary, text)
    found = [
        *sentence.mentions,
        *sentence.of_objects,
        *sentence.of_periods(sentence.season or since),
        *sentence.of_places(sentence.named(names), sentence.listed),
    ]
    return sentence.lexed(found)


def lexed_freely(
    text: str, vocabulary: Vocabulary, *, short: bool = False, since: date | None = None
) -> Lexed:
    """Return the mentions of a sentence that need not be understood whole, as those of questions.

    Words that are unknown are mentions too, as are names that no list of places knows, and the
    middle of a part of a month with which something begins. short: a short word with a capital may
    be a name, whatever else it means.
    """
    sentence = _sentence(vocabulary, text)
    names = {span: sentence.printed(*span) for span in sentence.names(short=short)}
    inside = {at for first, end in names for at in range(first, end)}
    dated = sentence.of_periods(sentence.season or since, free=True)
    found = [
        one for one in (*sentence.mentions, *sentence.of_objects, *dated) if one[0] not in inside
    ]
    found += sentence.of_places(names, sentence.free_listed)
    return sentence.lexed(found, gaps=True)


class _Sentence:
    """A sentence's words, and what they are whatever stands around it."""

    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self._text, self._vocabulary = text, vocabulary
        shown = tokens(text)
        while shown and shown[-1].word in _ENDS:
            shown = shown[:-1]
        self._shown = shown
        self._hits = vocabulary.hits(self._shown)

    def lexed(self, found: list[_Mention], *, gaps: bool = False) -> Lexed:
        """Return some mentions over the words that count."""
        said = {at for first, end, c, _ in found if c not in PARTS for at in range(first, end)}
        covered = said | self._left_out
        unknown = [at for at in range(len(self._shown)) if at not in covered]
        of_objects = {at for first, end, _, _ in self.of_objects for at in range(first, end)}
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
        words = tuple(self._shown[at].word for at in unknown)
        return Lexed(made, len(kept), words, not of_objects.issuperset(unknown), spans)

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
        """Return the phrases, numbers and points."""
        places = {(first, end) for first, end, _, _ in self.listed}
        phrases = (
            (hit.first, hit.end, category, meaning)
            for hit in self._hits for category, meaning in hit.meaning.readings
            if category != "choice" or not hit.meaning.choices
            or (hit.first, hit.end) not in places  # else the place is the choice as well
        )  # fmt: skip
        return (*phrases, *self._of_numbers(), *self._of_written())

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

    def _dated(self, since: date | None) -> Iterator[tuple[Period, date, date]]:
        """Return the periods with their first and last day; without a year, from a day on."""
        years = [one.first.year for one in self._periods if one.year_known and one.is_day]
        for one in self._periods:
            if one.year_known:
                yield one, one.first, one.last
            elif one.is_day and years:
                day = one.first.replace(year=years[0])
                yield one, day, day
            elif since is not None:
                yield one, *_from(since, one)

    def of_periods(self, since: date | None, *, free: bool = False) -> Iterator[_Mention]:
        """Return the years, days and stretches of days; those without a year are from a day on.

        free: a part of a month with which an input begins is its middle (from early October).
        """
        for one, first, last in self._dated(since):
            if one.year_alone and first.year in _YEARS:
                year = Number(float(first.year), str(first.year))
                yield one.first_token, one.end_token, "year", year
            if one.year_alone:
                continue
            if one.year_known and self._shown[one.first_token].plain in ("end", "close"):
                ends = Moment("==", last.isoformat(), last.isoformat())
                yield one.first_token, one.end_token, "day_end", ends
            if one.is_epiweek:  # it is named by its last day, as the weeks of reports are
                first = last
            if free and (last - first).days < _LONGEST_MONTH and self._begins(one):
                first = last = first + (last - first) / 2
            moment = Moment("==", first.isoformat(), last.isoformat())
            yield one.first_token, one.end_token, "day" if first == last else "span", moment

    def _begins(self, period: Period) -> bool:
        """Tell whether words for the beginning of something stand before a period."""
        inputs = self._vocabulary.parameters.values()
        dates = (p.words for p in inputs if p.kind == "date" and p.left_open.tried)
        before = self._shown[max(period.first_token - 3, 0) : period.first_token]
        return not {"from"}.union(*dates).isdisjoint(one.plain for one in before)

    # Places, points and objects.

    def of_places(
        self, named: Mapping[tuple[int, int], str], listed: Iterable[_Mention]
    ) -> Iterator[_Mention]:
        """Return the places that stand at some words, by their names, and others in lists."""
        names = sorted({name for name, _ in self._vocabulary.places})
        taken: set[int] = set()
        for (first, end), printed in named.items() if names else ():
            taken.update(range(first, end))
            options = [(name, Text(printed)) for name in names]
            yield first, end, "choice", self._setting(first, end, options)
        yield from (one for one in listed if taken.isdisjoint(range(one[0], one[1])))

    @property
    def free_listed(self) -> Iterator[_Mention]:
        """Return the names of lists that are no part of another phrase: of Black Carbon."""
        for first, end, category, held in self.listed:
            over = self._over.get(first)
            words = {*range(over.first, over.end)} - self._left_out if over else ()
            if over is None or len(words) <= end - first or over.meaning.is_name:
                yield first, end, category, held

    def names(self, *, short: bool) -> Iterator[tuple[int, int]]:
        """Return the spans of names of which a list of places knows a part, or nothing."""
        places = {name for name, _ in self._vocabulary.places}
        listed = list(self.free_listed)
        own = [o for o in listed if isinstance(o[3], Setting) and o[3].names <= places]
        for first, end in self._runs() if places else ():
            if any(one[0] <= first and end <= one[1] for one in listed):
                continue
            words = [one.plain for one in self._shown[first:end]]
            odd = short and len(words) == 1 and 1 < len(words[0]) <= SHORT
            strange = odd or not self._unknown.isdisjoint(range(first, end))
            apt = strange and self._leads_to(first) and not (own and _are_english(words))
            if apt or any(first <= one[0] and one[1] <= end for one in own):
                yield first, end

    def _runs(self) -> Iterator[tuple[int, int]]:
        """Return the spans of words with a capital, with what joins them to one name."""
        at = 0
        while at < len(self._shown):
            first, at = at, at + 1
            if not self._is_capital(first):
                continue
            while (after := self._goes_on(at)) is not None:
                at = after + 1
            if first == 0 and (self._only_begins or (at > 1 and 0 in self._known)):
                first = 1  # "For Cold Lake", "Which of San Antonio"
                while first < at and not self._is_capital(first):
                    first += 1
            if first < at:
                yield first, at

    def _is_capital(self, at: int) -> bool:
        """Tell a word with a capital that may be of a name: no date, nor "CO" of "CO2"."""
        if not 0 <= at < len(self._shown) or not self._shown[at].word[0].isupper():
            return False
        behind = self._text[self._shown[at].end :][:1]
        return at not in self._days and not behind.isdigit()

    @cached_property
    def _days(self) -> frozenset[int]:
        return frozenset(
            at for one in self._periods for at in range(one.first_token, one.end_token)
        )

    @cached_property
    def _unknown(self) -> frozenset[int]:
        """Return the words that are in no phrase."""
        found = (*self.mentions, *self.listed)
        covered = {at for first, end, _, _ in found for at in range(first, end)}
        words = (at for at, one in enumerate(self._shown) if one.word.isalpha())
        return frozenset(words) - covered - self._left_out - self._days

    def _goes_on(self, at: int) -> int | None:
        """Return the next word of a name that ends before a word; None where it ends there."""
        shown = self._shown[at - 1 : at + 2]
        if self._is_capital(at):
            return at
        if len(shown) < 3:
            return None
        before, link, after = shown
        glued = before.end == link.start and link.end == after.start
        if self._is_capital(at + 1) and (
            _PARTICLE.fullmatch(link.word) or (glued and link.plain in _LINKS)
        ):
            return at + 1
        return at + 1 if glued and link.plain == "'" and len(after.word) > 1 else None

    @cached_property
    def _only_begins(self) -> bool:
        """Tell whether the first word has its capital from that alone."""
        return bool(self._shown) and _are_english([self._shown[0].plain])

    def _leads_to(self, at: int) -> bool:
        """Tell whether a name may stand at a word: behind a preposition, a comma, a year."""
        before = at - 1
        if before < 0 or (before == 0 and self._only_begins):
            return before == 0
        kinds = {kind for hit in self._hits if hit.end == at for kind, _ in hit.meaning.readings}
        plain = self._shown[before].plain
        return before in self._days or plain in _LEADS or not kinds.isdisjoint(_LEADING)

    def named(self, names: Names) -> dict[tuple[int, int], str]:
        """Return where names stand with a capital."""
        words = [one.plain for one in self._shown]
        return {
            (at, at + len(name)): printed
            for name, printed in names.items() for at in range(len(words) - len(name) + 1)
            if self._shown[at].word[:1].isupper() and name == tuple(words[at : at + len(name)])
        }  # fmt: skip

    @cached_property
    def listed(self) -> tuple[_Mention, ...]:
        """Return the names that lists of places have."""
        found: list[_Mention] = []
        at = 0
        spans = sorted((*self._capitalised, *self._regions)) if self._vocabulary.places else ()
        for first, end in spans:
            at = max(at, first)
            while at < end:
                last, setting = self._place(at, end)
                if setting is not None:
                    found.append((at, last, "choice", setting))
                at = last
        return tuple(found)

    @property
    def _regions(self) -> Iterator[tuple[int, int]]:
        """Return the spans of words for places that may be places themselves: the tropics."""
        names = {name for name, _ in self._vocabulary.places}
        for hit in self._hits:
            if any(one.kind == "parameter" and one.name in names for one in hit.meaning.held):
                yield hit.first, hit.end

    @cached_property
    def _known(self) -> frozenset[int]:
        """Return the words that are no names: what is declared or of English, and dates."""
        return self._days | {
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
            printed = self.printed(first, last)
            held = self._vocabulary.places
            names = [name for name, simulator in held if finds(simulator, (name, printed))]
            if names and last == end and region and self._is_region(first, end, region):
                last = region
            if names:
                options = [(name, Text(self.printed(first, last))) for name in names]
                return last, self._setting(first, last, options)
        return first + 1, None

    def printed(self, first: int, end: int) -> str:
        """Return some words as they stand in the text."""
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
        also = (h.meaning.choices for h in self._hits if h.first <= first < h.end == end
                and self._left_out.issuperset(range(h.first, first)))  # fmt: skip
        held = (*options, *(choice for choices in also for choice in choices))
        return Setting((Binding(tuple(dict.fromkeys(held))),))

    def _qualified(self, end: int) -> int:
        """Return where a qualifier behind a comma ends ("Richmond, Virginia"); 0 for none."""
        shown, last = self._shown, end + 1
        while last < len(shown) and shown[last].word[:1].isupper():
            last += 1
        return last if last > end + 1 and shown[end].plain == "," else 0

    @cached_property
    def of_objects(self) -> tuple[_Mention, ...]:
        """Return the words of objects of several fields."""
        inputs = (one for held in self._vocabulary.registry for one in object_inputs(held))
        return tuple(
            mention for one in inputs
            for mention in one.mentions(self._shown, self._of_numbers(), self._periods)
        )  # fmt: skip

    def _inside(self, start: int, end: int) -> list[int]:
        """Return the words that lie between two places of the text."""
        return [at for at, one in enumerate(self._shown) if start <= one.start and one.end <= end]

    def _of_written(self) -> Iterator[_Mention]:
        """Return points and coordinates."""
        for kind, pattern in _WRITTEN.items():
            held = [p.name for p in self._vocabulary.parameters.values() if p.kind == kind]
            for found in pattern.finditer(self._text) if held else ():
                inside = self._inside(found.start(), found.end())
                value = Text(found[0]) if kind == "place" else _points(found[0])
                yield inside[0], inside[-1] + 1, "choice", bound(held[0], value)


def _points(text: str) -> Items:
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
        first, last = (_in_year(day, year) for day in (period.first, period.last))
        if last >= since:
            break
    return first, last


def _in_year(day: date, year: int) -> date:
    """Return a day of a leap year in another year."""
    return day.replace(year=year, day=min(day.day, monthrange(year, day.month)[1]))


@lately(4_096)
def finds(simulator: Simulator, asked: tuple[str, str]) -> bool:
    """Tell whether a simulator knows a name of a place, by the name of its input."""
    return bool(candidates(simulator, *asked))


def _are_english(words: Iterable[str]) -> bool:
    return all(one and is_known(one, "en") for one in words)


def _amount(number: PrintedNumber) -> Amount:
    value = number.value * (number.sign or 1)
    digits = number.digits.replace(",", "") or f"{number.value:.12g}"
    printed = f"-{digits}" if number.sign < 0 else digits
    return Amount("==", Number(value, printed), unit=number.unit, kind=number.kind,
                  signed=bool(number.sign))  # fmt: skip
