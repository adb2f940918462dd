"""A statement about values of runs as a row of signs; only where every word of it is known.

What is read here accounts for the whole statement, so that no word can turn what it says.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from simulrag.simulators.interface import Band, Parameter
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.quantities import Printed, quantities
from simulrag.verifier.reading.freezing import freezing
from simulrag.verifier.reading.mentions import Mention
from simulrag.verifier.reading.roles import Runs, same_value
from simulrag.verifier.reading.scene import Scene, unchanged_runs
from simulrag.verifier.reading.scene_words import SIGNS
from simulrag.verifier.reading.text import longest_from, normalise, small_letters

#: Most signs of a statement that is read as a whole.
_LONGEST_ROW = 32
_WORD = re.compile(r"[^\W_]+(?:'[a-z]+)?|[^\w\s]")
_SILENT = frozenset("\"'()-[]")
_PAUSES = frozenset(",:;")


class Sign(NamedTuple):
    """A sign of text[start:end] with what it stands for."""

    sign: str
    start: int
    end: int
    #: Runs (S), a number (N), a factor (f), a band (K) or one of several words (Z).
    held: "frozenset[int] | Printed | Band | str | None" = None
    word: str = ""
    #: Runs by an input that is changed in them, which words for less or more may go with.
    inputs: tuple[str, ...] = ()


class _Meaning(NamedTuple):
    """What a phrase means: its signs, and the runs, class or word that it names."""

    signs: str
    held: "frozenset[int] | Band | str | None" = None
    inputs: tuple[str, ...] = ()


_SILENCE = _Meaning("")


_LONGEST = longest_from(phrase.split() for phrase in SIGNS)


class Words:
    """What phrases in small letters mean in a scene; those of no run of it mean nothing known."""

    def __init__(self, scene: Scene) -> None:
        self._signs = _of_runs(scene)
        self._own: dict[str, _Meaning] = {}
        self._name_inputs(scene)
        self._name_bands(scene)
        if scene.category is not None:
            for value, phrases in scene.category.choices.items():
                for phrase in (value, *phrases, *_SURFACES.get(value, ())):
                    self._own[_plain(phrase)] = _Meaning("Z", value)
        for name in _places(scene.runs):
            self._own.setdefault(name, _SILENCE)
        self._longest = longest_from(phrase.split() for phrase in self._own)

    def longest(self, word: str) -> int:
        """Return of how many words the longest phrase is that begins with a word."""
        return max(self._longest.get(word, 0), _LONGEST.get(word, 0))

    def meaning(self, phrase: str) -> _Meaning | None:
        """Return what a phrase means; None where it means nothing known."""
        own = self._own.get(phrase)
        if own is not None:
            return own
        sign = SIGNS.get(phrase)
        if sign is None:
            return None
        return self._signs[sign] if sign in self._signs else _Meaning(sign)

    def _name_inputs(self, scene: Scene) -> None:
        """Let words for what is changed mean the runs in which it is."""
        runs = scene.runs
        of: dict[str, list[str]] = {}
        for parameter in runs.parameters:
            if parameter.kind == "change":
                for word in (*parameter.words, *parameter.family):
                    of.setdefault(_plain(word), []).append(parameter.name)
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
                if (self.meaning(_plain(word)) or _SILENCE) == _SILENCE:
                    self._name_group(parameter, word, values, runs)

    def _name_group(
        self, parameter: Parameter, word: str, values: Sequence[object], runs: Runs
    ) -> None:
        held = frozenset(
            n for n, c in enumerate(runs.calls) if c.arguments.get(parameter.name) in values
        )
        if held == frozenset(range(len(runs.calls))):
            self._own[_plain(word)] = _SILENCE
        elif held:
            self._own[_plain(word)] = _Meaning("S", held)

    def _name_bands(self, scene: Scene) -> None:
        bands = list(scene.bands)
        for band in bands:
            for word in (band.label, *band.words):
                plain = _plain(word)
                self._own[plain] = _Meaning("K", band)
                if " " not in plain:
                    self._own.setdefault(_adverb(plain), _Meaning("K", band))
        ranked = sorted(bands, key=lambda b: b.low if b.low is not None else float("-inf"))
        if len(ranked) < 2 or not _in_a_row(ranked):
            return
        places = [("lowest", "bottom", "weakest", "smallest", "mildest", "first"),
                  ("highest", "top", "uppermost", "strongest", "largest", "biggest")]  # fmt: skip
        for words, band in zip(places, (ranked[0], ranked[-1]), strict=True):
            for word in words:
                for noun in _CLASSES:
                    self._own[f"{word} {noun}"] = _Meaning("K", band)
        for word in ("middle", "intermediate", "second") if len(ranked) == 3 else ():
            for noun in _CLASSES:
                self._own[f"{word} {noun}"] = _Meaning("K", ranked[1])


def _of_runs(scene: Scene) -> dict[str, _Meaning | None]:
    """Return what the signs for runs mean in a scene; None where they mean none of its runs."""
    many = len(scene.runs.calls)
    every = frozenset(range(many))
    unchanged = unchanged_runs(scene.runs) if many > 1 else frozenset[int]()
    years = {str(c.arguments.get(p.name)) for p in scene.runs.parameters if p.kind == "year"
             for c in scene.runs.calls}  # fmt: skip
    two_years = len(years) > 1
    first, last = scene.order if many > 1 else (0, 0)
    by_changes = bool(unchanged and every - unchanged) and not two_years
    meant: dict[str, _Meaning | None] = {
        "1": _Meaning("S", frozenset({0})) if many > 1 else None,
        "2": _Meaning("S", frozenset({1})) if many > 1 else None,
        "3": _Meaning("S", frozenset({first})) if two_years else None,
        "4": _Meaning("S", frozenset({last})) if two_years else _SILENCE,
        "5": _Meaning("S", unchanged) if by_changes else None,
        "6": _Meaning("S", every - unchanged) if by_changes else _SILENCE,
        "A": _Meaning("S", every) if many > 1 else None,
    }
    return meant if scene.change is not None else meant | {"G": None, "n": None}


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
    return {_plain(normalise(str(c.arguments[n]))).replace("'s", "") for n in names
            for c in runs.calls if c.arguments.get(n)}  # fmt: skip


def _full_names(runs: Runs) -> set[str]:
    names = {p.name for p in runs.parameters if p.kind == "place"}
    return {small_letters(normalise(str(c.arguments[n]))) for n in names for c in runs.calls
            if c.arguments.get(n)}  # fmt: skip


def _in_a_row(ranked: Sequence[Band]) -> bool:
    return all(a.high is not None and a.high == b.low for a, b in pairwise(ranked))


def _adverb(word: str) -> str:
    return word[:-1] + "y" if word.endswith("le") else word + "ly"


def _plain(phrase: str) -> str:
    return small_letters(phrase).replace("-", " ").strip()


words_of = once_for_each(Words)

_Piece = tuple[int, int, Sign | None]


def signs(text: str, mentions: Sequence[Mention], scene: Scene) -> tuple[Sign, ...] | None:
    """Return the signs of a normalised statement in order; None where a word of it has none."""
    small = small_letters(text).rstrip(" .!")
    words = words_of(scene)
    taken = sorted(_taken(text, small, mentions, scene), key=lambda p: (p[0], -p[1]))
    made: list[Sign] = []
    at = 0
    for start, end, sign in (*taken, (len(small), len(small), None)):
        if start < at:
            continue
        between = _signed(small, at, start, words)
        if between is None:
            return None
        made += between
        if sign is not None:
            made.append(sign)
        at = end
    kept = tuple(sign for sign in made if sign.sign)
    return kept if len(kept) <= _LONGEST_ROW else None


def _taken(text: str, small: str, mentions: Sequence[Mention], scene: Scene) -> Iterator[_Piece]:
    """Yield numbers, factors and values of inputs, where they stand."""
    for start, end, sign in _inputs(small, mentions, scene):
        yield start, end, sign
    for name in _full_names(scene.runs):
        yield from ((m.start(), m.end(), None) for m in re.finditer(re.escape(name), small))
    inside = [(m.start, m.end) for m in mentions]
    cold = list(freezing(text))
    for q in cold:
        named = q.text.lower()
        sign = Sign("N", q.start, q.unit_end, q.model_copy(update={"qualifier": "exact"}))
        if named != "negative":
            yield q.start, q.unit_end, sign
    others = [*_degrees(small), *_factors(small)]
    for start, end, sign in others:
        yield start, end, sign
    apart = [*inside, *((s, e) for s, e, _ in others), *((q.start, q.unit_end) for q in cold)]
    for q in quantities(text):
        if q.text.lower() in SIGNS and (not q.unit or q.unit == "year"):
            continue  # "of the two years"
        if q.unit == "year":
            yield q.start, q.unit_end, None if q.value == _years_apart(scene.runs) else _other(q)
            continue
        if not q.unit and _COUNTED.match(small, q.end):
            continue  # "of the three classes"
        if all(q.unit_end <= s or e <= q.start for s, e in apart):
            yield q.start, q.unit_end, _number(q, small)


def _other(printed: Printed) -> Sign:
    """Return a number of something else as what keeps a statement from being read."""
    return Sign("?", printed.start, printed.unit_end)


def _years_apart(runs: Runs) -> int | None:
    """Return how many years lie between two runs."""
    names = [p.name for p in runs.parameters if p.kind == "year"]
    years = [c.arguments.get(n) for n in names for c in runs.calls]
    held = [y for y in years if isinstance(y, int)]
    return max(held) - min(held) if held else None


def _number(printed: Printed, small: str) -> Sign:
    number = printed.model_copy(update={"qualifier": "exact"})
    factor = printed.unit == "times" or (
        not printed.unit
        and 0 < printed.value < 1
        and printed.text[-1:].isalpha()
        and small.startswith(" of ", printed.end)
    )
    end = printed.end + 4 if factor and printed.unit != "times" else printed.unit_end
    if printed.text.lower() in ("a full", "a whole", "a single") or re.match(
        r"one (?:full|whole) ", small[printed.start :]
    ):
        number = number.model_copy(update={"half_unit": Decimal("0.05")})
    return Sign("f" if factor else "N", printed.start, end, number)


_COUNTED = re.compile(r" (?:class|categor|band|label|grade|bracket|group|option|word)")
_DEGREE = re.compile(
    r"(?<!half )(?<!of )\b(?:an?|one) (?:(?P<full>full|whole|entire) )?degree"
    r"(?: celsius| centigrade)?\b(?P<half> and a half)?"
    r"(?! and (?:an?|one|two|three|four|five|six|seven|eight|nine) "
    r"(?:half|quarter|third|fifth|tenth|hundredth))"
)
_FACTOR = re.compile(
    r"\b(?:(?P<double>twice|double|two times)|(?P<triple>three times|thrice|triple)|"
    r"(?P<half>half)(?= (?:of|the|as|what|that|its)\b))(?: of)?"
)


def _degrees(small: str) -> Iterator[_Piece]:
    """Yield "a degree", which is no number elsewhere."""
    for match in _DEGREE.finditer(small):
        value, half = ("1.5", "0.05") if match["half"] else ("1", "0.5")
        half = "0.05" if match["full"] else half
        yield match.start(), match.end(), Sign("N", *match.span(), _printed(match, value, half))


def _factors(small: str) -> Iterator[_Piece]:
    for match in _FACTOR.finditer(small):
        value = "2" if match["double"] else "3" if match["triple"] else "0.5"
        half = str(Decimal(value) / 20)
        made = _printed(match, value, half, unit="times")
        yield match.start(), match.end(), Sign("f", *match.span(), made)


def _printed(match: re.Match[str], value: str, half: str, unit: str = "degree") -> Printed:
    return Printed(
        text=match.group(), start=match.start(), end=match.end(), unit_end=match.end(),
        value=Decimal(value), half_unit=Decimal(half), unit=unit, qualified_from=match.start(),
    )  # fmt: skip


def _inputs(small: str, mentions: Sequence[Mention], scene: Scene) -> Iterator[_Piece]:
    """Yield the values of inputs as the runs that have them; nothing said where all have."""
    calls = scene.runs.calls
    everything = frozenset(range(len(calls)))
    for m in mentions:
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
    words = [m[0].removesuffix("'s").removesuffix("'") for m in found]
    made: list[Sign] = []
    at = 0
    while at < len(words):
        if words[at] in _PAUSES:
            made.append(Sign(",", *found[at].span()))
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


def by_sign(row: Sequence[Sign]) -> str:
    """Return a row as its signs."""
    return "".join(s.sign for s in row)
