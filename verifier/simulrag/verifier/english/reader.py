"""Reads a sentence of English as a formula that accounts for every word, or says why not."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from simulrag.simulators.registry import Registry
from simulrag.verifier.english import statements
from simulrag.verifier.english.alterations import PHRASES
from simulrag.verifier.english.chart import Edge, Grammar, TooManyError, tilings
from simulrag.verifier.english.contexts import surroundings
from simulrag.verifier.english.lexing import lexed
from simulrag.verifier.english.meanings import Claim, Joined, Statement
from simulrag.verifier.english.misreadings import misreading
from simulrag.verifier.english.resolving import Resolver
from simulrag.verifier.english.vocabulary import vocabulary
from simulrag.verifier.formulas.printing import canonical, written
from simulrag.verifier.formulas.skeletons import skeleton
from simulrag.verifier.formulas.syntax import Node

CLAIMS: Grammar = statements.CLAIMS
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
    registry: Registry = field(repr=False, compare=False)
    unknown: tuple[str, ...] = ()

    @property
    def skeleton(self) -> str:
        """Return the beginning of a formula; empty where the sentence's words name no output."""
        return skeleton(self.text, self.registry)


Reading = Read | Unread


def claim(text: str, context: Sequence[str], registry: Registry) -> Reading:
    """Return a sentence as one formula that accounts for every word, or why it is unread.

    context: sentences that it rests on, such as the question; they give conditions that it leaves
    open and the scales of its sizes, never what it claims.
    """
    if "?" in text:
        return Unread(text, "it is a question", registry)
    resolver = _resolver(tuple(context), registry)
    around = resolver.around
    held = lexed(text, resolver.vocabulary, names=around.names, since=around.since)
    if held.unknown:
        return Unread(text, "words that are not known", registry, held.unknown)
    if not 0 < held.size <= LONGEST:
        return Unread(text, "it is too long" if held.size else "it says nothing", registry)
    why = "its words do not go together in a way that is known"
    try:
        phrases = PHRASES.parse(held.edges)
        for more in (0, MORE_PHRASES):
            whole = _statements(tilings(phrases, held.size, more), held.size)
            formulas = {canonical(n): n for one in whole for n in resolver.formulas(one)}
            if len(formulas) == 1:
                root = next(iter(formulas.values()))
                why = misreading(root, text, registry)
                return Unread(text, why, registry) if why else Read(root)
            if formulas:
                why = "it can be read in several ways: " + " | ".join(sorted(formulas))
                break
            why = "no output fits what it says under its conditions" if whole else why
    except TooManyError:
        why = "it has too many parts"
    return Unread(text, why, registry)


def _statements(phrases: list[Edge], size: int) -> list[Statement]:
    """Return what the rules make of all of a sentence."""
    return [
        edge.meaning for edge in CLAIMS.parse(phrases)
        if edge.end - edge.start == size and isinstance(edge.meaning, Claim | Joined)
    ]  # fmt: skip


@lru_cache(maxsize=64)
def _resolver(context: tuple[str, ...], registry: Registry) -> Resolver:
    return Resolver(vocabulary(registry), surroundings(context, registry))
