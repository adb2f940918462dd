"""What the words of a comparison stand for as signs, whatever the subject."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Final, Literal, get_args

from simulrag.verifier.plain.marks import Aspect
from simulrag.verifier.plain.tally_words import forms

#: What a sign is. Among them are a pivot, behind which stands what is compared with; "over" and a
#: number before it; "pick", one of two values; "pair", the two that were named; "nth", the first or
#: the second run; "moved", a word for an input that is raised or lowered; "lag", weeks untold.
Kind = Literal[
    "value", "name", "output", "way", "number", "pivot", "than", "from", "to", "exchange",
    "condition", "of", "by", "not", "or", "and", "it", "share", "lag", "only", "between", "level",
    "all", "pick", "pair", "outdo", "label", "nth", "moved", "even", "slight", "over",
]  # fmt: skip
_KINDS: Final[dict[str, Kind]] = {kind: kind for kind in get_args(Kind)}
#: Behind the name of a section whose verbs stand for all their forms.
_VERBS: Final = " verbs"
_WAYS: Final = {"more": 1, "less": -1, "same": 0, "other": 2}
_ASPECTS: Final[dict[str, Aspect]] = {"size": "size", "time": "time"}


@cache
def _sections() -> dict[str, tuple[str, ...]]:
    """Return the phrases of the list by section."""
    path = files("simulrag.verifier.plain") / "data" / "signs.txt"
    found: dict[str, str] = {}
    section = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#"):
            found[section] = f"{found.get(section, '')} {line}"
    listed = {
        name: tuple(" ".join(phrase.split()) for phrase in text.split("|"))
        for name, text in found.items()
    }
    for name in [name for name in listed if name.endswith(_VERBS)]:
        verbs = (form for phrase in listed.pop(name) for form in sorted(forms(phrase)))
        base = name.removesuffix(_VERBS)
        listed[base] = (*listed.get(base, ()), *verbs)
    return listed


def silent() -> tuple[str, ...]:
    """Return the phrases that add nothing."""
    return _sections()["silent"]


def signs() -> dict[str, Kind]:
    """Return the kind of sign that a phrase is, by phrase."""
    found: dict[str, Kind] = {}
    for name, kind in _KINDS.items():
        found |= dict.fromkeys(_sections().get(name, ()), kind)
    return found


@cache
def growths() -> dict[str, int]:
    """Return words that say that something grows (1) or comes to nothing (-1)."""
    sections = _sections()
    return {
        **dict.fromkeys(sections["grows"], 1),
        **{f"{verb} {noun}": 1 for verb in sections["brings"] for noun in sections["epidemic"]},
        **dict.fromkeys(sections["ends"], -1),
        **{f"{verb} {noun}": -1 for verb in sections["stops"] for noun in sections["epidemic"]},
    }


def ends_of_growth(words: Sequence[str]) -> int:
    """Return 1 where words for a category say that something grows, -1 that it ends, else 0."""
    found = {growths()[w] for w in words if w in growths()}
    return found.pop() if len(found) == 1 else 0


@cache
def ways() -> dict[str, tuple[int, Aspect]]:
    """Return words that say more (1), less (-1), the same (0) or another (2), of size or time."""
    named = {name: name.split() for name in _sections() if " " in name}
    return {
        phrase: (_WAYS[sign], _ASPECTS[aspect])
        for name, (sign, aspect) in named.items()
        for phrase in _sections()[name]
    }
