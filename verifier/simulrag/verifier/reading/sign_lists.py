"""Lists of words and phrases by the sign of what they mean, as they are held in `data`.

A list has sections, each opened by its sign in brackets, of phrases in small letters, parted by
bars; of words in braces each is meant. Lines that begin with "verbs:" hold verbs of which all forms
are meant, with what follows them, those that begin with "nouns:" also plurals.
"""

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files

from simulrag.verifier.inflection import conjugated, plurals

_CHOICES = re.compile(r"\{([^}]*)\}")


def _numbers_of(noun: str) -> tuple[str, ...]:
    return noun, *plurals(noun)


_FORMS: dict[str, Callable[[str], tuple[str, ...]]] = {
    "verbs:": conjugated,
    "nouns:": _numbers_of,
}


@cache
def signs_in(name: str) -> Mapping[str, str]:
    """Return the sign of each phrase of a list; of one that is listed twice, the later."""
    return dict(listed(name))


def listed(name: str) -> Iterator[tuple[str, str]]:
    """Yield each phrase of a list with its sign, hyphens as spaces and without "'s" and "'"."""
    path = files("simulrag.verifier.reading") / "data" / name
    sign = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            sign = line.strip("[]")
        elif line and not line.startswith("#"):
            for phrase in _phrases(line):
                yield _plain(phrase), sign


def _plain(phrase: str) -> str:
    return phrase.replace("-", " ").replace("'s", "").replace("s' ", "s ")


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
