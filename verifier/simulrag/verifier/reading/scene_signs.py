"""A statement about values of runs as a row of signs; only where every word of it is known.

What is read here accounts for the whole statement, so that no word can turn what it says.
"""

import re
from collections.abc import Iterator, Sequence, Set
from itertools import pairwise
from typing import NamedTuple

from simulrag.simulators.interface import Band, Parameter
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.quantities import Printed, as_exact, quantities
from simulrag.verifier.reading.freezing import freezing
from simulrag.verifier.reading.mentions import Mention
from simulrag.verifier.reading.roles import Runs, same_value
from simulrag.verifier.reading.said_units import in_said_unit
from simulrag.verifier.reading.scene import Scene, unchanged_runs
from simulrag.verifier.reading.scene_numbers import (
    COUNTED,
    degrees,
    factors,
    number,
    numbered_runs,
    other_number,
    signed_levels,
    tenths,
    years_apart,
)
from simulrag.verifier.reading.scene_sign import Piece, Sign, joined_signs, plain_phrase
from simulrag.verifier.reading.scene_words import longest_phrases, signs_of_phrases
from simulrag.verifier.reading.text import longest_from, normalise, small_letters

#: Most signs of a statement that is read as a whole.
_LONGEST_ROW = 32
_WORD = re.compile(r"[^\W_]+(?:'[a-z]+)?|[^\w\s]")
_SILENT = frozenset("\"'()-[]")
_PAUSES = frozenset(",:;.")


class _Meaning(NamedTuple):
    """What a phrase means: its signs, and the runs, class or word that it names."""

    signs: str
    held: "frozenset[int] | Band | str | None" = None
    inputs: tuple[str, ...] = ()


_SILENCE = _Meaning("")


class Words:
    """What phrases in small letters mean in a scene; those of no run of it mean nothing known."""

    def __init__(self, scene: Scene) -> None:
        self._known, self._longest_known = signs_of_phrases(), longest_phrases()
        self._signs = _of_runs(scene)
        self._own: dict[str, _Meaning] = {}
        self._name_inputs(scene)
        self._name_bands(scene)
        if scene.category is not None:
            for value, phrases in scene.category.choices.items():
                for phrase in (value, *phrases, *_SURFACES.get(value, ())):
                    self._own[plain_phrase(phrase)] = _Meaning("Z", value)
        for name in _places(scene.runs):
            self._own.setdefault(name, _SILENCE)
        self._longest = longest_from(phrase.split() for phrase in self._own)

    def longest(self, word: str) -> int:
        """Return of how many words the longest phrase is that begins with a word."""
        return max(self._longest.get(word, 0), self._longest_known.get(word, 0))

    def meaning(self, phrase: str) -> _Meaning | None:
        """Return what a phrase means; None where it means nothing known."""
        own = self._own.get(phrase)
        if own is not None:
            return own
        sign = self._known.get(phrase)
        if sign is None:
            return None
        if sign not in self._signs:
            self._signs[sign] = _Meaning(sign)
        return self._signs[sign]

    def _name_inputs(self, scene: Scene) -> None:
        """Let words for what is changed mean the runs in which it is."""
        runs = scene.runs
        of: dict[str, list[str]] = {}
        for parameter in runs.parameters:
            if parameter.kind == "change":
                for word in (*parameter.words, *parameter.family):
                    of.setdefault(plain_phrase(word), []).append(parameter.name)
        for word, names in of.items():
            held = frozenset(n for n, c in enumerate(runs.calls)
                             if any(c.arguments.get(name) for name in names))  # fmt: skip
            world = scene.changed is not None and any(
                scene.changed.arguments.get(name) for name in names
            )
            if held and not world:
                self._own[word] = _Meaning("S", held, tuple(names))
            elif world and not held:
                self._own[word] = _SILENCE
        for parameter in runs.parameters:
            for word, values in parameter.groups.items():
                if (self.meaning(plain_phrase(word)) or _SILENCE) == _SILENCE:
                    self._name_group(parameter, word, values, runs)

    def _name_group(
        self, parameter: Parameter, word: str, values: Sequence[object], runs: Runs
    ) -> None:
        held = frozenset(
            n for n, c in enumerate(runs.calls) if c.arguments.get(parameter.name) in values
        )
        if held == frozenset(range(len(runs.calls))):
            self._own[plain_phrase(word)] = _SILENCE
        elif held:
            self._own[plain_phrase(word)] = _Meaning("S", held)

    def _name_bands(self, scene: Scene) -> None:
        bands = list(scene.bands)
        for band in bands:
            meant = _Meaning("K", band)
            for word in (band.label, *band.words):
                plain = plain_phrase(word)
                self._own[plain] = meant
                if " " not in plain:
                    self._own.setdefault(_adverb(plain), meant)
        ranked = sorted(bands, key=lambda b: b.low if b.low is not None else float("-inf"))
        if len(ranked) < 2 or not _in_a_row(ranked):
            return
        places = [("lowest", "bottom", "weakest", "smallest", "mildest", "first"),
                  ("highest", "top", "uppermost", "strongest", "largest", "biggest")]  # fmt: skip
        for words, band in zip(places, (ranked[0], ranked[-1]), strict=True):
            meant = _Meaning("K", band)
            self._own |= {f"{word} {noun}": meant for word in words for noun in _CLASSES}
        for word in ("middle", "intermediate", "second") if len(ranked) == 3 else ():
            for noun in _CLASSES:
                self._own[f"{word} {noun}"] = _Meaning("K", ranked[1])


def _of_runs(scene: Scene) -> dict[str, _Meaning | None]:
    """Return what the signs for runs mean in a scene; None where they mean none of its runs."""
    many = len(scene.runs.calls)
    every = frozenset(range(many))
    unchanged = unchanged_runs(scene.runs) if many > 1 else frozenset[int]()
    two_years = scene.two_years
    first, last = scene.order if many > 1 else (0, 0)
    by_changes = bool(unchanged and every - unchanged) and not two_years
    meant: dict[str, _Meaning | None] = {
        "1": _Meaning("S", frozenset({0})) if many > 1 else None,
        "2": _Meaning("S", frozenset({1})) if many > 1 else None,
        "3": _Meaning("S", frozenset({first})) if two_years else None,
        "4": _Meaning("S", frozenset({last})) if two_years else _SILENCE,
        "8": _Meaning("S", frozenset({first}) if two_years else unchanged)
        if two_years or by_changes
        else None,
        "5": _Meaning("S", unchanged) if by_changes else None,
        "6": _Meaning("S", every - unchanged) if by_changes else _SILENCE,
        "A": _Meaning("S", every) if many > 1 else None,
    }
    if scene.change is not None:
        return meant
    return meant | {"G": None, "n": _Meaning("s") if many > 1 else None}


_CLASSES = ("class", "category", "band", "bracket", "tier", "grade", "label", "of the classes",
            "of the three classes", "of the categories", "of the bands", "of the three",
            "of the three categories", "of the three bands", "of the three labels",
            "of all classes", "of the labels", "of them")  # fmt: skip
_SURFACES = {
    "land": ("ground", "solid ground", "dry ground", "firm ground", "ashore", "a land place",
             "mainland", "soil", "terra firma", "land surface", "not water"),
    "sea": ("water", "sea surface", "ocean surface", "open water", "open sea", "waves", "afloat"),
}  # fmt: skip


def _places(runs: Runs) -> set[str]:
    names = {p.name for p in runs.parameters if p.kind == "place"}
    return {plain_phrase(normalise(str(c.arguments[n]))).replace("'s", "") for n in names
            for c in runs.calls if c.arguments.get(n)}  # fmt: skip


@once_for_each
def _full_names(runs: Runs) -> Set[str]:
    names = {p.name for p in runs.parameters if p.kind == "place"}
    return {small_letters(normalise(str(c.arguments[n]))) for n in names for c in runs.calls
            if c.arguments.get(n)}  # fmt: skip


def _in_a_row(ranked: Sequence[Band]) -> bool:
    return all(a.high is not None and a.high == b.low for a, b in pairwise(ranked))


def _adverb(word: str) -> str:
    return word[:-1] + "y" if word.endswith("le") else word + "ly"


words_of = once_for_each(Words)


def signs(text: str, mentions: Sequence[Mention], scene: Scene) -> tuple[Sign, ...] | None:
    """Return the signs of a normalised statement in order; None where a word of it has none."""
    small = small_letters(text).rstrip(" .!")
    words = words_of(scene)
    row = joined_signs(
        small, _taken(text, small, mentions, scene), lambda a, b: _signed(small, a, b, words)
    )
    if row is None:
        return None
    kept = _without_leads(_without_colons(row))
    return kept if len(kept) <= _LONGEST_ROW else None


def _without_colons(row: tuple[Sign, ...]) -> tuple[Sign, ...]:
    """Return a row without what only leads a value in: "for 2063: 10.41 °C"."""
    signs_of = "".join(s.sign for s in row)
    led = {m.start() for m in _VALUE_LED.finditer(signs_of) if row[m.start()].word == ":"}
    return tuple(s for n, s in enumerate(row) if n not in led) if len(led) > 1 else row


_VALUE_LED = re.compile("(?<=S),(?=~?N)")


def _without_leads(row: tuple[Sign, ...]) -> tuple[Sign, ...]:
    """Return a row without what leads in an amount or a class, and nothing else.

    "Worth 0.3 °C", but not "worth the effort"; "deserves to be modest", but not "deserves it".
    """
    behind = [*(s.sign for s in row), ""][1:]
    led = tuple("Nf~jigl><")
    silent = "b" if any(s.sign == "K" for s in row) else ""
    return tuple(
        s
        for s, t in zip(row, behind, strict=True)
        if s.sign != silent and (s.sign != "a" or t not in led)
    )


def _taken(text: str, small: str, mentions: Sequence[Mention], scene: Scene) -> Iterator[Piece]:
    """Yield numbers, factors and values of inputs, where they stand."""
    for start, end, sign in (*_inputs(small, mentions, scene), *numbered_runs(text, scene.runs)):
        yield start, end, sign
    for name in _full_names(scene.runs):
        yield from _occurrences(name, small)
    inside = [(m.start, m.end) for m in mentions]
    cold = list(freezing(text))
    for q in cold:
        if q.value and q.qualifier in _WAYS:  # "more than four degrees below freezing" is less
            led = Sign(_WAYS[q.qualifier], q.qualified_from, q.start, word=q.qualifier)
            yield q.qualified_from, q.start, led
        if q.value or q.qualified_from != q.start:  # "sub-zero" is below, and the freezing point
            yield q.start, q.unit_end, Sign("N", q.start, q.unit_end, as_exact(q))
    yield from _before_and_after(small, scene)
    levels = () if _OF_CHANGES.search(small) else signed_levels(small)
    others = [*degrees(small), *factors(small), *tenths(small), *levels]
    for start, end, sign in others:
        yield start, end, sign
    apart = [*inside, *((s, e) for s, e, _ in others), *((q.start, q.unit_end) for q in cold)]
    for q in in_said_unit(text, quantities(text)):
        if q.text.lower() in signs_of_phrases() and (not q.unit or q.unit == "year"):
            continue  # "of the two years"
        if q.unit == "year" or _DECADES.match(small, q.end):
            yield _duration(q, small, years_apart(scene.runs))
            continue
        if not q.unit and COUNTED.match(small, q.end):
            continue  # "of the three classes"
        if all(q.unit_end <= s or e <= q.start for s, e in apart):
            yield q.start, q.unit_end, number(q, small)


#: The signs of what bounds a temperature that is told from the freezing point.
_WAYS = {
    "above": ">", "just_above": "j", "at_least": "g", "below": "<", "just_below": "i",
    "at_most": "l",
}  # fmt: skip


def _occurrences(name: str, small: str) -> Iterator[Piece]:
    at = small.find(name)
    while at >= 0:
        yield at, at + len(name), None
        at = small.find(name, at + len(name))


_THEN = re.compile(r"\b(?:(?P<before>before(?:hand)?)|after(?:wards)?)(?=[,;.]|\s+(?:and|but)\b|$)")


def _before_and_after(small: str, scene: Scene) -> Iterator[Piece]:
    """Yield "26.35 °C before, 26.17 °C after" as the runs without and with changes."""
    unchanged = unchanged_runs(scene.runs)
    changed = frozenset(range(len(scene.runs.calls))) - unchanged
    if unchanged and changed and not scene.two_years:
        for found in _THEN.finditer(small):
            held = unchanged if found["before"] else changed
            yield *found.span(), Sign("S", *found.span(), held, word=found.group())


#: What is negative where it falls, and no level below zero.
_OF_CHANGES = re.compile(
    r"\b(?:chang|differ|effect|impact|shift|trend|respon|deviat|depart|influence|anomal|margin|gap|"
    r"balance|delta|contribut)"
)


_DECADES = re.compile(r" decades?\b")


def _duration(printed: Printed, small: str, apart: int | None) -> Piece:
    """Return how far two years lie apart, to the decade where it is told in decades."""
    decades = _DECADES.match(small, printed.end)
    end = decades.end() if decades else printed.unit_end
    start = _led(small, printed.start)
    years = printed.value * 10 if decades else printed.value
    right = apart is not None and abs(years - apart) <= (5 if decades else 0)
    return (start, end, None) if right else (printed.start, end, other_number(printed))


def _inputs(small: str, mentions: Sequence[Mention], scene: Scene) -> Iterator[Piece]:
    """Yield the values of inputs as the runs that have them; nothing said where all have."""
    calls = scene.runs.calls
    everything = frozenset(range(len(calls)))
    years = {p.name for p in scene.runs.parameters if p.kind == "year"}
    for m in mentions:
        if m.parameter in years and _APART.search(small, max(0, m.start - 20), m.start):
            yield m.start, m.end, Sign("?", m.start, m.end)
            continue
        held = frozenset(
            n for n, c in enumerate(calls) if _same(c.arguments.get(m.parameter), m.value)
        )
        if not held:
            others = [c for c in (scene.changed, scene.placed) if c is not None]
            if any(same_value(c.arguments.get(m.parameter), m.value) for c in others):
                yield _led(small, m.start), m.end, None
            else:
                yield m.start, m.end, Sign("?", m.start, m.end)
        elif held == everything:
            names = (n for n in _full_names(scene.runs) if small.startswith(n, m.start))
            yield _led(small, m.start), max([m.end, *(m.start + len(n) for n in names)]), None
        else:
            yield m.start, m.end, Sign("S", m.start, m.end, held, word=m.words)


#: Before or after a year, and not in it.
_APART = re.compile(r"\b(?:after|before|beyond|past|following|prior to)(?: the year)? $")
_LEADS = re.compile(r"\b(?:under|within|over|by|above)(?: the)? $")


def _led(small: str, start: int) -> int:
    """Return where the words begin that lead in a condition of all runs: "under ssp370"."""
    found = _LEADS.search(small, max(0, start - 12), start)
    return found.start() if found else start


def _same(held: object, stated: object) -> bool:
    if isinstance(held, str) and isinstance(stated, str):
        return normalise(held).casefold() == normalise(stated).casefold()
    return same_value(held, stated)  # pyright: ignore[reportArgumentType]


def _signed(small: str, start: int, end: int, known: Words) -> list[Sign] | None:
    """Return the signs of text[start:end], longest phrases first; None at an unknown word."""
    found = [m for m in _WORD.finditer(small, start, end) if m[0] not in _SILENT]
    words = [m[0] if "'" not in m[0] else m[0].removesuffix("'s") for m in found]
    made: list[Sign] = []
    at = 0
    while at < len(words):
        if words[at] in _PAUSES:
            made.append(Sign(",", *found[at].span(), word=words[at]))
            at += 1
            continue
        meaning = None
        for many in range(min(known.longest(words[at]), len(words) - at), 0, -1):
            meaning = known.meaning(" ".join(words[at : at + many]))
            if meaning is not None:
                break
        else:
            many = 1
        if meaning is None and words[at] not in ("s", ""):
            return None
        phrase = " ".join(words[at : at + many])
        sign, held, inputs = meaning or _SILENCE
        span = found[at].start(), found[at + many - 1].end()
        made += [Sign(one, *span, held, phrase, inputs) for one in sign]
        at += many
    return made
