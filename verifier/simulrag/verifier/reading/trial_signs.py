"""A statement about a trial as a row of signs; only where every word of it is known.

What is read here accounts for the whole statement, so that no word can turn what it says.
Signs of its own: a result (r), a number (N), a part or multiple (f), a class (K), an input (I).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from simulrag.simulators.interface import Band
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.reading.mentions import Mention
from simulrag.verifier.reading.scene_sign import Sign, joined_signs, plain_phrase
from simulrag.verifier.reading.text import longest_from, small_letters
from simulrag.verifier.reading.trial import Trial
from simulrag.verifier.reading.trial_figures import pieces
from simulrag.verifier.reading.trial_run_words import MEASURES
from simulrag.verifier.reading.trial_words import trial_phrases

#: Most signs of a statement that is read as a whole.
_LONGEST_ROW = 32
_WORD = re.compile(r"[^\W_]+(?:'[a-z]+)?|[^\w\s]")
_QUIET = frozenset("\"'()-[]*`")
_PAUSES = frozenset(",:;.")
#: "More traffic", "extra cars" in the words of an input, and what else it is called then.
_MORE = ("more", "extra", "additional", "added", "increased", "higher", "heavier", "greater",
         "growing", "rising")  # fmt: skip
_LESS = ("less", "fewer", "reduced", "lower", "decreased", "lighter", "shrinking", "falling")
_MORE_OF = re.compile(r"(?P<some>more|extra|additional|less|fewer) (?P<noun>\w+)")


@cache
def _longest() -> Mapping[str, int]:
    """Return how many words the longest phrase has that begins with a word."""
    return longest_from(phrase.split() for phrase in trial_phrases())


@once_for_each
def _with_more(words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words for an input with the other adjectives for more and less of it."""
    nouns = {m["noun"] for w in words if (m := _MORE_OF.fullmatch(w))}
    made = [f"{some} {noun}" for noun in nouns for some in (*_MORE, *_LESS)]
    return (*words, *made)


class Words:
    """What phrases in small letters mean in a trial."""

    def __init__(self, trial: Trial) -> None:
        self._own: dict[str, tuple[str, tuple[str, ...]]] = {}
        #: The classes by the words for them: result -> class.
        self.bands: dict[str, dict[str, Band]] = {}
        for name, output in trial.results.items():
            for word in output.words:
                plain = plain_phrase(word)
                if any(w in plain.split() for w in ("hardly", "scarcely", "barely")):
                    self._own[plain] = ("?", ())
                elif trial_phrases().get(plain, "V") in ("V", "", "a"):
                    self._own[plain] = ("r", (name,))
        times = [n for n in trial.results if trial.is_time(n)]
        if times:
            self._own["time"] = ("r", (times[0],))
        for word, name in trial.aspects.items():
            if trial_phrases().get(plain_phrase(word), "V") in ("V", "", "a"):
                self._own.setdefault(plain_phrase(word), ("r", (name,)))
        self._name_measures(trial)
        self._name_inputs(trial)
        self._name_bands(trial)
        self._longest = longest_from(phrase.split() for phrase in self._own)

    def _name_measures(self, trial: Trial) -> None:
        asked = small_letters(trial.question)
        for beginnings, names in MEASURES:
            known = any(re.search(rf"\b{b}", asked) for b in beginnings)
            for name in names.split(" | "):
                if known:
                    self._own[name] = ("1", ())
                elif name not in trial_phrases():
                    self._own.setdefault(name, ("?", ()))

    def _name_inputs(self, trial: Trial) -> None:
        for parameter in trial.parameters:
            value = trial.changed.arguments.get(parameter.name)
            if parameter.kind == "change":
                for word in _with_more(parameter.words):
                    self._own[plain_phrase(word)] = ("I" if value else "?", (parameter.name,))
            elif value is not None:
                for word in parameter.choices.get(str(value), ()):
                    self._own[plain_phrase(word)] = ("1", ())
                self._own[plain_phrase(str(value))] = ("1", ())

    def _name_bands(self, trial: Trial) -> None:
        for name, bands in trial.graded.items():
            for band in bands:
                for word in (band.label, *band.words):
                    self._band(plain_phrase(word), name, band)
                    for other in _ENDED if "eliminat" in word else ():
                        self._band(other, name, band)
                    if " " not in plain_phrase(word):
                        self._band(_adverb(plain_phrase(word)), name, band)
            for words, band in _ranked(bands):
                for word in words:
                    for noun in _CLASSES:
                        self._band(f"{word} {noun}", name, band)
                    self._band(f"the {word} one", name, band)

    def _band(self, phrase: str, name: str, band: Band) -> None:
        self.bands.setdefault(phrase, {})[name] = band
        self._own[phrase] = ("K", ())

    def longest(self, word: str) -> int:
        """Return of how many words the longest phrase is that begins with a word."""
        return max(self._longest.get(word, 0), _longest().get(word, 0))

    def meaning(self, phrase: str) -> tuple[str, tuple[str, ...]] | None:
        """Return the signs of a phrase, with what it names; None where it means nothing known."""
        own = self._own.get(phrase)
        if own is not None:
            return own
        sign = trial_phrases().get(phrase)
        return None if sign is None else (sign, ())


words_of = once_for_each(Words)

#: Other words for a class that is called near-elimination.
_ENDED = ("near elimination", "nearly eliminated", "almost eliminated", "virtually eliminated",
          "almost complete elimination", "near complete elimination", "all but eliminated",
          "near total elimination", "eliminated almost completely", "practically eliminated",
          "nearly disappears", "almost disappears", "nearly vanishes")  # fmt: skip
_CLASSES = ("class", "classes", "category", "categories", "band", "bands", "bracket", "tier",
            "grade", "label", "range", "of the classes", "of the three classes", "of the three",
            "of the categories", "of the bands", "of them", "one of the three", "group",
            "step", "rung", "of the three labels", "of the three categories", "one")  # fmt: skip
_LOW = ("lowest", "bottom", "weakest", "smallest", "mildest")
_HIGH = ("highest", "top", "uppermost", "strongest", "largest", "biggest")


def _ranked(bands: Sequence[Band]) -> Iterator[tuple[tuple[str, ...], Band]]:
    """Yield words for the place of a class among those of a scale."""
    ranked = sorted(bands, key=lambda b: b.low if b.low is not None else float("-inf"))
    if len(ranked) < 2 or ranked[0].low is not None:
        return
    yield _LOW, ranked[0]
    yield _HIGH, ranked[-1]
    if len(ranked) == 3:
        yield ("middle", "intermediate", "central"), ranked[1]


def _adverb(word: str) -> str:
    if word.endswith("le"):
        return word[:-1] + "y"
    return word + "ally" if word.endswith("ic") else word + "ly"


def signs(text: str, mentions: Sequence[Mention], trial: Trial) -> tuple[Sign, ...] | None:
    """Return the signs of a normalised statement in order; None where a word of it has none."""
    small = small_letters(text).rstrip(" .!").replace("i.e.", "viz ")
    words = words_of(trial)
    row = joined_signs(
        small, pieces(text, small, mentions, trial), lambda a, b: _signed(small, a, b, words)
    )
    return row if row is not None and len(row) <= _LONGEST_ROW else None


def loose_signs(text: str, mentions: Sequence[Mention], trial: Trial) -> tuple[Sign, ...]:
    """Return the signs of a normalised statement in order, "unknown" for words without one."""
    small = small_letters(text).rstrip(" .!")
    known = words_of(trial)
    return (
        joined_signs(
            small,
            pieces(text, small, mentions, trial),
            lambda a, b: list(_one_by_one(small, a, b, known)),
        )
        or ()
    )


def _words_in(small: str, start: int, end: int) -> tuple[list[re.Match[str]], list[str]]:
    """Return where the words and pauses of text[start:end] stand, and what they are."""
    found = [m for m in _WORD.finditer(small, start, end) if m[0] not in _QUIET]
    return found, [m[0].removesuffix("'s").removesuffix("'") for m in found]


def _one_by_one(small: str, start: int, end: int, known: Words) -> Iterator[Sign]:
    found, words = _words_in(small, start, end)
    at = 0
    while at < len(words):
        ends = range(min(max(known.longest(words[at]), 1), len(words) - at), 0, -1)
        many = next((n for n in ends if _known(words, at, n, known)), 0)
        phrase = " ".join(words[at : at + (many or 1)])
        span = found[at].start(), found[at + (many or 1) - 1].end()
        sign, names = known.meaning(phrase) or ("", ())
        sign = "," if phrase in _PAUSES else sign if many else "unknown"
        yield Sign(sign, *span, None, phrase, names)
        at += many or 1


def _signed(small: str, start: int, end: int, known: Words) -> list[Sign] | None:
    """Return the signs of text[start:end], longest phrases first; None at an unknown word."""
    found, words = _words_in(small, start, end)
    made: list[Sign] = []
    at = 0
    for many in _phrases(words, known):
        phrase = " ".join(words[at : at + many])
        span = found[at].start(), found[at + many - 1].end()
        if phrase in _PAUSES:
            made.append(Sign(",", *span))
        else:
            sign, names = known.meaning(phrase) or ("", ())
            made += [Sign(one, *span, None, phrase, names) for one in sign]
        at += many
    return made if at == len(words) else None


def _phrases(words: Sequence[str], known: Words) -> list[int]:
    """Return how many words each known phrase has, longest first; short of all where one is not."""
    made: list[int] = []
    at, most = 0, 99
    dead: set[int] = set()
    while at < len(words):
        pause = words[at] in _PAUSES or words[at] in ("s", "")
        ends = range(min(max(known.longest(words[at]), int(pause)), len(words) - at, most), 0, -1)
        many = next((n for n in ends if at + n not in dead and _known(words, at, n, known)), 0)
        if many:
            made.append(many)
            at, most = at + many, 99
        elif made:
            dead.add(at)
            most = made.pop()
            at -= most
            most -= 1
        else:
            break
    return made


def _known(words: Sequence[str], at: int, many: int, known: Words) -> bool:
    if many == 1 and (words[at] in _PAUSES or words[at] in ("s", "")):
        return True
    return known.meaning(" ".join(words[at : at + many])) is not None


def by_phrase(trial: Trial) -> Mapping[str, Mapping[str, Band]]:
    """Return the classes of results by the words for them."""
    return words_of(trial).bands
