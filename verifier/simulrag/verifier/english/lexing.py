"""A sentence as typed mentions: phrases with a category and a meaning, over its words.

Words that change nothing (articles, auxiliaries) are passed over. A word that is in no phrase is
unknown, and the sentence stays unread.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from simulrag.simulators.interface import Simulator
from simulrag.simulators.kept import lately
from simulrag.verifier.english.chart import Edge
from simulrag.verifier.english.entries import Entry
from simulrag.verifier.english.meanings import Amount, Binding, Moment, Setting
from simulrag.verifier.english.vocabulary import Vocabulary, capitalised
from simulrag.verifier.formulas.anchoring.numerals import PrintedNumber, numbers
from simulrag.verifier.formulas.anchoring.periods import Period, periods
from simulrag.verifier.formulas.anchoring.vocabulary import Hit, longest, tokens
from simulrag.verifier.formulas.syntax import Number, Text


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


def lexed(text: str, vocabulary: Vocabulary, *, gaps: bool = False) -> Lexed:
    """Return the mentions of a sentence. gaps: words that are unknown become mentions too."""
    return _Lexer(text.strip().rstrip(".!"), vocabulary).lexed(gaps=gaps)


class _Lexer:
    def __init__(self, text: str, vocabulary: Vocabulary) -> None:
        self._text, self._vocabulary = text, vocabulary
        self._shown = tokens(text)
        self._hits = vocabulary.hits(self._shown)

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
        return frozenset(
            at for hit in self._hits if hit.meaning.left_out
            for at in range(hit.first, hit.end)
            if (at not in alone if len(hit) == 1 else len(over.get(at, ())) < len(hit))
        )  # fmt: skip

    def _mentions(self) -> Iterator[tuple[int, int, str, object]]:
        dates = self._periods
        for hit in self._hits:
            for category, meaning in hit.meaning.readings:
                yield hit.first, hit.end, category, meaning
        yield from self._of_numbers(dates)
        yield from self._of_periods(dates)
        yield from self._of_places()

    # Numbers and dates.

    @cached_property
    def _over(self) -> dict[int, Hit[Entry]]:
        """Return the longest declared phrase at each token."""
        return longest(hit for hit in self._hits if hit.meaning.declared and len(hit) > 1)

    @cached_property
    def _periods(self) -> tuple[Period, ...]:
        over = self._over
        return tuple(
            one for one in periods(self._shown)
            if one.first_token not in over or over[one.first_token].end < one.end_token
        )  # fmt: skip

    def _of_numbers(self, dates: Sequence[Period]) -> Iterator[tuple[int, int, str, object]]:
        taken = {at for one in dates for at in range(one.first_token, one.end_token)}
        years = {one.first_token for one in dates if one.year_alone}
        for one in numbers(self._shown, (taken - years) | self._over.keys(), years):
            if one.first in years and one.end == one.first + 1:
                continue
            first = one.first - (1 if one.sign else 0)
            yield first, one.end, "factor" if one.kind == "factor" else "number", _amount(one)

    def _of_periods(self, dates: Sequence[Period]) -> Iterator[tuple[int, int, str, object]]:
        years = [one.first.year for one in dates if one.year_known and one.is_day]
        for one in dates:
            if one.year_alone:
                printed = str(one.first.year)
                yield one.first_token, one.end_token, "year", Number(float(printed), printed)
            elif not one.year_known and (not years or not one.is_day):
                continue
            else:
                first, last = one.first, one.last
                if not one.year_known:
                    first = last = first.replace(year=years[0])
                moment = Moment("==", first.isoformat(), last.isoformat())
                kind = "day" if one.is_day else "span"
                yield one.first_token, one.end_token, kind, moment

    # Places.

    def _of_places(self) -> Iterator[tuple[int, int, str, object]]:
        if not self._vocabulary.places:
            return
        plain = [
            hit.first for hit in self._hits
            if not hit.meaning.is_name and (hit.meaning.declared or len(hit) == 1)
        ]  # fmt: skip
        plain += [at for one in self._periods for at in range(one.first_token, one.end_token)]
        plain += [at for at, one in enumerate(self._shown) if not one.word[:1].isalpha()]
        at = 0
        for first, end in capitalised(self._shown, plain):
            at = max(at, first)
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
        for last in (*self._qualified(end), *range(end, first, -1)):
            printed = self._text[self._shown[first].start : self._shown[last - 1].end]
            options = tuple(
                (name, Text(printed)) for name, simulator in self._vocabulary.places
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


@lately(4_096)
def _finds(simulator: Simulator, asked: tuple[str, str]) -> bool:
    return bool(simulator.find(*asked))


def _amount(number: PrintedNumber) -> Amount:
    value = number.value * (number.sign or 1)
    digits = number.digits.replace(",", "") or f"{number.value:.12g}"
    printed = f"-{digits}" if number.sign < 0 else digits
    return Amount("==", Number(value, printed), unit=number.unit, kind=number.kind,
                  signed=bool(number.sign))  # fmt: skip
