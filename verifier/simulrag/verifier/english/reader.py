"""Reads a sentence of English as a formula that accounts for every word, or says why not."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from simulrag.simulators.registry import Registry
from simulrag.verifier.english.alterations import PHRASES
from simulrag.verifier.english.chart import Edge, TooManyError, tilings
from simulrag.verifier.english.claim_context import surroundings
from simulrag.verifier.english.lexing import lexed
from simulrag.verifier.english.meanings import Claim, Joined, Statement
from simulrag.verifier.english.misreadings import misreading
from simulrag.verifier.english.resolving import Resolver
from simulrag.verifier.english.statement_rules import CLAIMS
from simulrag.verifier.english.vocabulary import vocabulary
from simulrag.verifier.formulas.printing import canonical, written
from simulrag.verifier.formulas.syntax import Node

#: Longest sentence that is read, in words that count.
LONGEST = 80
#: How many phrases more than the fewest a sentence is composed of, where the fewest say nothing.
MORE_PHRASES = 4


@dataclass(frozen=True)
class Read:
    """A sentence as a formula of the language, which says all of it."""

    root: Node

    @property
    def formula(self) -> str:
        """Return the formula as text."""
        return written(self.root)


@dataclass(frozen=True)
class Unread:
    """A sentence that was not read.

    why: in a few words. unknown: the words that nobody declares.
    """

    text: str
    why: str
    unknown: tuple[str, ...] = ()


Reading = Read | Unread


def claim(text: str, context: Sequence[str], registry: Registry) -> Reading:
    """Return a sentence as one formula that accounts for every word, or why it is unread.

    context: sentences that it rests on, such as the question; they give conditions that it leaves
    open and the scales of its sizes, never what it claims.
    """
    if "?" in text:
        return Unread(text, "it is a question")
    resolver = _resolver(tuple(context), registry)
    around = resolver.around
    held = lexed(text, resolver.vocabulary, names=around.names, since=around.since)
    if held.unknown:
        return Unread(text, "words that are not known", held.unknown)
    if not 0 < held.size <= LONGEST:
        return Unread(text, "it is too long" if held.size else "it says nothing")
    why = "its words do not go together in a way that is known"
    try:
        phrases, tried = PHRASES.parse(held.edges), list[Edge]()
        for more in (0, MORE_PHRASES):
            found = tilings(phrases, held.size, more)
            if found == tried:
                break
            whole, tried = _statements(found, held.size), found
            made = list(dict.fromkeys(n for one in whole for n in resolver.formulas(one)))
            if len(made) == 1 or len(ways := {canonical(node) for node in made}) == 1:
                why = misreading(made[-1], text, registry)
                return Unread(text, why) if why else Read(made[-1])
            if ways:
                why = "it can be read in several ways: " + " | ".join(sorted(ways))
                break
            why = "no output fits what it says under its conditions" if whole else why
    except TooManyError:
        why = "it has too many parts"
    return Unread(text, why)


def _statements(phrases: list[Edge], size: int) -> list[Statement]:
    """Return what the rules make of all of a sentence."""
    return [
        edge.meaning for edge in CLAIMS.parse(phrases)
        if edge.end - edge.start == size and isinstance(edge.meaning, Claim | Joined)
    ]  # fmt: skip


@lru_cache(maxsize=64)
def _resolver(context: tuple[str, ...], registry: Registry) -> Resolver:
    return Resolver(vocabulary(registry), surroundings(context, registry))
