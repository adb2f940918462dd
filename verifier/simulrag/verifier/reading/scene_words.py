"""The words in which values of runs are told, each with the sign of what it means.

A sign is one letter; the frames of `scene_frames` are about signs. They are listed in
`data/scene.txt`; words of the simulator's own declarations are added by `scene_signs`. Words that
say nothing of their own have the sign "".
"""

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files

from simulrag.verifier.inflection import conjugated, plurals
from simulrag.verifier.reading.scene_class_words import too_or_enough
from simulrag.verifier.reading.text import longest_from

_CHOICES = re.compile(r"\{([^}]*)\}")


def _numbers_of(noun: str) -> tuple[str, ...]:
    return noun, *plurals(noun)


_FORMS: dict[str, Callable[[str], tuple[str, ...]]] = {
    "verbs:": conjugated,
    "nouns:": _numbers_of,
}


@cache
def signs_of_phrases() -> Mapping[str, str]:
    """Return the sign of each word or phrase in small letters, hyphens as spaces."""
    return too_or_enough() | dict(listed())


@cache
def longest_phrases() -> Mapping[str, int]:
    """Return of how many words the longest phrase is that begins with a word."""
    return longest_from(phrase.split() for phrase in signs_of_phrases())


def listed() -> Iterator[tuple[str, str]]:
    """Yield each phrase of the list with its sign."""
    path = files("simulrag.verifier.reading") / "data" / "scene.txt"
    sign = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            sign = line.strip("[]")
        elif line and not line.startswith("#"):
            for phrase in _phrases(line):
                yield phrase.replace("-", " ").replace("'s", ""), sign


def _phrases(line: str) -> Iterable[str]:
    """Return the phrases of a line, those in braces each with the words around them."""
    lead = line[:6]
    items = line.removeprefix(lead) if lead in _FORMS else line
    for item in items.split(" | "):
        parts = _CHOICES.split(item.strip())
        ways = [part.split(",") if n % 2 else [part] for n, part in enumerate(parts)]
        for made in itertools.product(*ways) if len(ways) > 1 else [ways[0]]:
            phrase = " ".join("".join(made).split())
            yield from _FORMS[lead](phrase) if lead in _FORMS else (phrase,)
