"""A statement about a trial as a row of signs; only where every word of it is known.

What is read here accounts for the whole statement, so that no word can turn what it says.
Signs of its own: a result (r), a number (N), a part or multiple (f), a class (K), an input (I).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from simulrag.simulators.interface import Band
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.number_words import words_value
from simulrag.verifier.quantities import Printed, quantities
from simulrag.verifier.reading.mentions import Mention
from simulrag.verifier.reading.roles import same_value
from simulrag.verifier.reading.scene_signs import Sign
from simulrag.verifier.reading.text import longest_from, small_letters
from simulrag.verifier.reading.trial import Trial
from simulrag.verifier.reading.trial_run_words import MEASURES
from simulrag.verifier.reading.trial_words import SIGNS

#: Most signs of a statement that is read as a whole.
_LONGEST_ROW = 32
_WORD = re.compile(r"[^\W_]+(?:'[a-z]+)?|[^\w\s]")
_QUIET = frozenset("\"'()-[]*`")
_PAUSES = frozenset(",:;.")
_LONGEST = longest_from(phrase.split() for phrase in SIGNS)
_PARTS = (
    "half halve third quarter fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
    "thirteenth fourteenth fifteenth sixteenth twentieth hundredth"
).split()
_COUNTS = "an?|one|two|three|four|five|six|seven|eight|nine|ten"
#: Parts of one, in words.
_PART = re.compile(
    rf"(?<![\w-])(?:(?P<many>{_COUNTS})[ -]|(?<=good )|(?<=full )|(?<=solid )|(?<=mere )|"
    rf"(?=half\b))(?P<part>{'|'.join(_PARTS)})s?\b(?! an?\b| (?:minute|"
    r"second|dozen|kilo|gram|lane|class|category|band|place|one|option|label|way|hour)\w*)"
)
_OF = re.compile(
    r"\b(?P<some>one|two|three|four|five|six|seven|eight|nine|\d+) "
    r"(?:in|out of)(?: every)? (?P<all>two|three|four|five|six|seven|eight|nine|ten|twenty|hundred|"
    r"\d+)\b(?! (?:seconds|minutes))"
)
_TIMES = re.compile(
    r"\b(?:(?P<double>twice|two times|double)|(?P<triple>three times|thrice|triple)|"
    r"(?P<many>\d+(?:\.\d+)?|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|"
    r"fifteen|twenty)(?:-fold| times))\b(?! (?:that|this|those)(?! (?:in|of|for)))"
)
#: Verbs of multiples, with the change in percent that they name.
_MULTIPLY = re.compile(
    r"\b(?P<down>halv(?:e[sd]?|ing))\b|\b(?P<up>doubl(?:e[sd]|ing)|double(?=s?$))\b|"
    r"\b(?P<thrice>tripl(?:e[sd]|ing))\b"
)
_PERCENT = "percent"
_NUMBERS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15,
    "twenty": 20, "hundred": 100, "one": 1,
}  # fmt: skip
#: Nouns behind a number in percent by which what is tried is named: "the 43% cut".
_NAMING = re.compile(
    r"-? ?(?:(?:lower|reduced|higher|extra|limit|speed|demand|slower|additional|lowered) )?"
    r"(?:reduction|cut|decrease|drop|lowering|increase|rise|growth|surge|hike|"
    r"package|plan|scheme|case|strategy|scenario|toll|tolling|charge|diet|zone|limit|proposal|"
    r"variant|version|setting|policy|measure|project|demand|crowd|concert|run|rush|event|"
    r"congestion charge|road diet|low-speed zone|low-emission zone|slowdown|speed cut|programme)"
    r"\b(?! (?:in|of|to|for) )"
)


#: "More traffic", "extra cars" in the words of an input, and what else it is called then.
_MORE = ("more", "extra", "additional", "added", "increased", "higher", "heavier", "greater",
         "growing", "rising")  # fmt: skip
_LESS = ("less", "fewer", "reduced", "lower", "decreased", "lighter", "shrinking", "falling")
_MORE_OF = re.compile(r"(?P<some>more|extra|additional|less|fewer) (?P<noun>\w+)")


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
                plain = _plain(word)
                if any(w in plain.split() for w in ("hardly", "scarcely", "barely")):
                    self._own[plain] = ("?", ())
                elif SIGNS.get(plain, "V") in ("V", "", "a"):
                    self._own[plain] = ("r", (name,))
        times = [n for n in trial.results if trial.is_time(n)]
        if times:
            self._own["time"] = ("r", (times[0],))
        for word, name in trial.aspects.items():
            if SIGNS.get(_plain(word), "V") in ("V", "", "a"):
                self._own.setdefault(_plain(word), ("r", (name,)))
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
                elif name not in SIGNS:
                    self._own.setdefault(name, ("?", ()))

    def _name_inputs(self, trial: Trial) -> None:
        for parameter in trial.parameters:
            value = trial.changed.arguments.get(parameter.name)
            if parameter.kind == "change":
                for word in _with_more(parameter.words):
                    self._own[_plain(word)] = ("I" if value else "?", (parameter.name,))
            elif value is not None:
                for word in parameter.choices.get(str(value), ()):
                    self._own[_plain(word)] = ("1", ())
                self._own[_plain(str(value))] = ("1", ())

    def _name_bands(self, trial: Trial) -> None:
        for name, bands in trial.graded.items():
            for band in bands:
                for word in (band.label, *band.words):
                    self._band(_plain(word), name, band)
                    for other in _ENDED if "eliminat" in word else ():
                        self._band(other, name, band)
                    if " " not in _plain(word):
                        self._band(_adverb(_plain(word)), name, band)
            for words, band in _ranked(bands):
                for word in words:
                    for noun in _CLASSES:
                        self._band(f"{word} {noun}", name, band)

    def _band(self, phrase: str, name: str, band: Band) -> None:
        self.bands.setdefault(phrase, {})[name] = band
        self._own[phrase] = ("K", ())

    def longest(self, word: str) -> int:
        """Return of how many words the longest phrase is that begins with a word."""
        return max(self._longest.get(word, 0), _LONGEST.get(word, 0))

    def meaning(self, phrase: str) -> tuple[str, tuple[str, ...]] | None:
        """Return the signs of a phrase, with what it names; None where it means nothing known."""
        own = self._own.get(phrase)
        if own is not None:
            return own
        sign = SIGNS.get(phrase)
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


def _plain(phrase: str) -> str:
    return small_letters(phrase).replace("-", " ").strip()


_Piece = tuple[int, int, Sign | None]


def signs(text: str, mentions: Sequence[Mention], trial: Trial) -> tuple[Sign, ...] | None:
    """Return the signs of a normalised statement in order; None where a word of it has none."""
    small = small_letters(text).rstrip(" .!")
    words = words_of(trial)
    made: list[Sign] = []
    at = 0
    taken = sorted(_taken(text, small, mentions, trial), key=lambda p: (p[0], -p[1]))
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


def _taken(
    text: str, small: str, mentions: Sequence[Mention], trial: Trial
) -> Iterator[_Piece]:
    """Yield numbers, parts and values of inputs, where they stand."""
    inside: list[tuple[int, int]] = []
    for m in mentions:
        known = same_value(trial.changed.arguments.get(m.parameter), m.value)
        sign = Sign("I" if known else "?", m.start, m.end, None, "=", (m.parameter,))
        inside.append((m.start, m.end))
        yield m.start, m.end, sign
    for match in _MULTIPLY.finditer(small):
        value, half = ("50", "2.5") if match["down"] else ("100", "10")
        value, half = ("200", "20") if match["thrice"] else (value, half)
        way = "-" if match["down"] else "+"
        yield match.start(), match.end(), Sign("h", *match.span(), _made(match, value, half), way)
        inside.append(match.span())
    for piece in (*_factors(small), *_parts(small)):
        if _free(piece, inside):
            inside.append(piece[:2])
            yield piece
    for match in _A_SECOND.finditer(small):
        made = _made(match, "1", "0.5" if match[1] == "second" else "0.05", match[1])
        piece = (match.start(), match.end(), Sign("N", *match.span(), made))
        if _free(piece, inside):
            inside.append(piece[:2])
            yield piece
    for q in quantities(text):
        sign = _number(q, small, trial)
        piece = (q.start, sign.end, sign)
        if q.unit == "times" or (not q.unit and q.text.lower() in ("a", "an")):
            continue
        if not q.unit and _ALL.search(small, 0, q.start) and q.value < _MANY:
            continue  # "all three"
        if not q.unit and _COUNTED.match(small, q.end):
            continue
        if _free(piece, inside):
            yield piece


#: "A second" and "a minute" where nothing but words for more, less and when stand behind them.
_A_SECOND = re.compile(
    r"\ban? (second|minute|kilogram)(?=$|[,.;:]| (?:on average|per|a|each|now|longer|shorter|less|more|"
    r"sooner|later|faster|slower|quicker|with|under|at|after|once|apiece|of idling|instead|off|is|are|and)\b)"
)
#: What leads in how many results or classes there are, and more than there are.
_ALL = re.compile(r"\b(?:all|the|all the|both|these|those|of) $")
_MANY = 4
_COUNTED = re.compile(
    r" (?:class|categor|band|label|grade|bracket|group|option|word|result|figure|quantit|outcome|"
    r"measures|changes|reductions|effects|indicators|thresholds)"
)


def _free(piece: _Piece, taken: Sequence[tuple[int, int]]) -> bool:
    return all(piece[1] <= s or e <= piece[0] for s, e in taken)


#: Times of which no trip is told.
_CALENDAR = ("day", "week", "month", "year", "decade")
_POINTS = re.compile(r" (?:more |full |further )?(?:percentage )?points?\b")


def _number(printed: Printed, small: str, trial: Trial) -> Sign:
    """Return a number; one that only names what is tried as that input."""
    plain = printed.model_copy(update={"qualifier": "exact"})
    points = None if printed.unit else _POINTS.match(small, printed.end)
    if points:
        plain = plain.model_copy(update={"unit": "percentage_point"})
        return Sign("N", printed.start, points.end(), plain)
    if printed.unit in _CALENDAR:
        return Sign("?", printed.start, printed.unit_end)
    if printed.unit == "minute" and printed.text[-1:].isalpha():
        half = min(plain.half_unit, Decimal("0.05"))
        plain = plain.model_copy(update={"half_unit": half})
    if printed.unit == _PERCENT and not printed.signed:
        for parameter in trial.parameters:
            value = trial.changed.arguments.get(parameter.name)
            same = isinstance(value, int | float) and abs(value) == float(printed.value)
            if same and parameter.kind == "change" and _NAMING.match(small, printed.unit_end):
                return Sign("I", printed.start, printed.unit_end, None, "=", (parameter.name,))
    return Sign("N", printed.start, printed.unit_end, plain)


def _factors(small: str) -> Iterator[_Piece]:
    for match in _TIMES.finditer(small):
        many = match["many"]
        value = "2" if match["double"] else "3" if match["triple"] else str(_NUMBERS.get(many, many))
        half = str(Decimal(value) / 20) if not many or many.isalpha() else "0.5"
        sign = Sign("f", *match.span(), _made(match, value, half, "times"))
        yield match.start(), match.end(), sign


def _parts(small: str) -> Iterator[_Piece]:
    """Yield parts of one as numbers in percent: "a third", "nine tenths", "one in four"."""
    for match in _OF.finditer(small):
        some, whole = (
            Decimal(_NUMBERS.get(match[k], match[k])) for k in ("some", "all")  # pyright: ignore
        )
        if 0 < some < whole:
            part = 100 * some / whole
            yield match.start(), match.end(), Sign(
                "N", *match.span(), _made(match, str(part), str(part / 20))
            )
    for match in _PART.finditer(small):
        if _AND_PART.search(small, 0, match.start()):
            continue  # "a minute and a half"
        word = match["part"].replace("halve", "half").replace("fourth", "quarter")
        value, half = words_value(f"{match['many'] or 'one'} {word}")
        whole = _OF_A_UNIT.match(small, match.end())
        if whole:
            made = _made(match, str(value), str(half), whole["unit"])
            yield match.start(), whole.end(), Sign("N", match.start(), whole.end(), made)
        elif 0 < value < _MOST_PARTS:
            made = _made(match, str(100 * value), str(100 * half))
            yield match.start(), match.end(), Sign("N", *match.span(), made, "part")


_AND_PART = re.compile(
    r"\b(?:minutes?|seconds?|hours?|kilograms?|kilos?|one|two|three|four|five|six|seven|eight|nine|ten|"
    r"eleven|twelve|\w+teen|\w+ty|\d) and $"
)
_OF_A_UNIT = re.compile(r" of an? (?P<unit>minute|second|kilogram)\b")
#: "Six fifths" are more than one; parts of more are none of a result.
_MOST_PARTS = 3


def _made(match: re.Match[str], value: str, half: str, unit: str = _PERCENT) -> Printed:
    return Printed(
        text=match.group(), start=match.start(), end=match.end(), unit_end=match.end(),
        value=Decimal(value), half_unit=Decimal(half), unit=unit, qualified_from=match.start(),
    )  # fmt: skip


def _signed(small: str, start: int, end: int, known: Words) -> list[Sign] | None:
    """Return the signs of text[start:end], longest phrases first; None at an unknown word."""
    found = [m for m in _WORD.finditer(small, start, end) if m[0] not in _QUIET]
    words = [m[0].removesuffix("'s").removesuffix("'") for m in found]
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
