"""Places that a question names and no gazetteer holds, or that it names in small letters."""

import re
from collections.abc import Container, Iterable, Mapping, Sequence

from simplemma import is_known

from simulrag.simulators.registry import candidates
from simulrag.verifier.english.meanings import Binding, Condition, Part, outputs_of
from simulrag.verifier.english.vocabulary import Vocabulary
from simulrag.verifier.formulas.anchoring.vocabulary import tokens
from simulrag.verifier.formulas.syntax import Items, Text

#: What joins the words of a name.
_LINK = re.compile(
    r"[\s'’.-]|\s(?:della|of|(?!and|or|in|for|to|by|on|at|is|was|the|if|as|be|has|had)[a-z]{1,3})\s"
)
_SMALL = frozenset("de da do del della di la le el al of the an der sur en".split())
#: Words with a capital before a name, and what goes on behind a mark within one (Mi‘rabah).
_CAPITALS = re.compile(r"(?:\b[A-Z][a-z]+ )+$")
_GOES_ON = re.compile(r"(?:[‘’'`][^\W\d_]{2,}| [A-Z][a-z]+\b)+")
#: Words behind which a place is named.
_LEADS = frozenset("considering in for of at near around is was will does".split())


def with_names(
    plain: str,
    unknown: Sequence[Part],
    parts: Sequence[Part],
    conditions: Sequence[Condition],
    vocabulary: Vocabulary,
    firsts: Container[int],
) -> list[Condition]:
    """Return conditions with the places whose names hold a word that nobody knows.

    firsts: where sentences begin.
    """
    if not vocabulary.places:
        return list(conditions)
    names = frozenset(name for name, _ in vocabulary.places)
    places = [one for one in conditions if one.group >= 0 and one.binding.names <= names]
    begun = [
        one for one in places
        if one.end - one.start == 1
        or (one.start in firsts and is_known(plain[one.start : one.end].lower(), "en"))
    ]  # fmt: skip
    if len(begun) < len(places):  # "We" begins a sentence, and is a town as well
        conditions = [one for one in conditions if one not in begun]
        places = [one for one in places if one not in begun]
    before = {one.end: one.category for one in parts}
    before |= {one.end: "first" for one in unknown if _is_plain(plain, one, firsts)}
    strange = [
        (one.start, one.end) for one in unknown
        if plain[one.start].isupper() and not plain[one.end : one.end + 1].isdigit()
        and not _is_plain(plain, one, firsts)
    ]  # fmt: skip
    seeds = sorted({*strange, *((one.start, one.end) for one in places)})
    made: list[Condition] = []
    at = 0
    for seed in seeds:
        if seed[0] < at:
            continue
        found = _name_around(plain, seed, seeds, firsts)
        at = found[1]
        inside = [one for one in places if found[0] <= one.start and one.end <= found[1]]
        if any((one.start, one.end) == found for one in inside):
            continue
        name = plain[found[0] : found[1]]
        if (
            (places or made)
            and not inside
            and all(is_known(one, "en") for one in name.lower().split())
        ):
            continue  # "Scenario B"
        if inside or _introduced(plain, found[0], before):
            binding = Binding(tuple((one, Text(name)) for one in sorted(names)))
            made.append(Condition(binding, *found, 0, -50 - len(made)))
            places = [one for one in places if one not in inside]
    spans = [(one.start, one.end) for one in made]
    kept = [
        one for one in conditions if not (made and one in begun)
        and not any(start <= one.start and one.end <= end for start, end in spans)
    ]  # fmt: skip
    named = [plain[one.start : one.end] for one in (*places, *made)]
    return [
        one for one in (*kept, *made)
        if not (one.binding.names <= names and _is_shortened(plain[one.start : one.end], named))
    ]  # fmt: skip


def _is_shortened(name: str, others: Iterable[str]) -> bool:
    """Tell whether a name is the beginning of another one: Hasbrouck (Heights)."""
    return any(one.startswith(f"{name} ") for one in others)


def _is_plain(plain: str, word: Part, firsts: Container[int]) -> bool:
    """Tell whether a word only has its capital because a sentence begins with it."""
    return word.start in firsts and is_known(plain[word.start : word.end].lower(), lang="en")


def _name_around(
    plain: str, seed: tuple[int, int], seeds: Sequence[tuple[int, int]], firsts: Container[int]
) -> tuple[int, int]:
    """Return where the name starts and ends that begins with a word, or has it behind others."""
    start, end = seed
    before = _CAPITALS.search(plain, max(0, start - 60), start)
    if before is not None:
        first = before.start() in firsts  # a sentence begins with it: "For Cold Lake"
        start = plain.index(" ", before.start()) + 1 if first else before.start()
    for first, last in ((end, end), *seeds):
        if first == end or (end < first <= end + 7 and _LINK.fullmatch(plain, end, first)):
            behind = _GOES_ON.match(plain, last)
            end = behind.end() if behind else last
    return start, end


def _introduced(plain: str, start: int, before: Mapping[int, str]) -> bool:
    """Tell whether a name stands where a place is named: behind a preposition or a comma."""
    end = len(plain[:start].rstrip())
    word = plain[:end].rpartition(" ")[2].casefold()
    return before.get(end) in ("prep", "comma", "parameter", "setting", "first") or word in _LEADS


def lacks_place(
    conditions: Iterable[Condition], readings: Iterable[Part], vocabulary: Vocabulary
) -> bool:
    """Tell whether an output of a place is named, and no place."""
    names = {name for name, _ in vocabulary.places}
    if not names or any(one.binding.names & names for one in conditions):
        return False
    return any(vocabulary.of_places & outputs_of(one.meaning)[1] for one in readings)


def in_small_letters(
    plain: str,
    parts: Sequence[Part],
    unknown: Sequence[Part],
    vocabulary: Vocabulary,
    firsts: Container[int],
) -> list[Condition]:
    """Return the first place that a text without capitals, or with a short name, names."""
    shown = tokens(plain)
    capitals = any(one.word[0].isupper() and one.start not in firsts for one in shown)
    odd = set[int]() if capitals else {one.start for one in unknown}
    short = (o for o in shown if o.word[0].isupper() and o.end - o.start < 4)
    short = (one for one in short if not plain[one.end : one.end + 1].isdigit())
    odd |= {one.start for one in short if one.start not in firsts}
    if not odd:
        return []
    ends = {one.end for one in parts if one.category in ("prep", "unknown", "when", "be")}
    leads = [at for at, one in enumerate(shown) if one.end in ends or one.plain in _LEADS]
    for at, size in ((at + 1, size) for at in leads for size in (4, 3, 2, 1)):
        words = shown[at : at + size]
        if not any(one.start in odd for one in words) or not all(o.word.isalpha() for o in words):
            continue
        text = plain[words[0].start : words[-1].end]
        found = ((n, candidates(s, n, _capitals(text))) for n, s in vocabulary.places)
        small = text.islower()
        options = tuple((n, Text(text)) for n, c in found if c and (c[0].sure or not small))
        if options:
            return [Condition(Binding(options), words[0].start, words[-1].end, 0, -97)]
    return []


def as_place(plain: str, one: Condition, vocabulary: Vocabulary) -> Condition:
    """Return a condition on a list of names as one on a place too: new york."""
    text = plain[one.start : one.end]
    lists = [value for _, value in one.binding.options if isinstance(value, Items)]
    if not lists or not text.islower():
        return one
    own = text.split(" in ")[-1].removeprefix("in ")
    found = ((n, candidates(s, n, _capitals(own))) for n, s in vocabulary.places)
    options = tuple((n, Text(own)) for n, known in found if known)
    binding = Binding((*one.binding.options, *options))
    return Condition(binding, one.start, one.end, one.sentence, one.group, one.assumed)


def _capitals(text: str) -> str:
    return " ".join(one if one in _SMALL else one[:1].upper() + one[1:] for one in text.split())
