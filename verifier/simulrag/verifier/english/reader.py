"""Reads a sentence of English as a formula that accounts for every word, or says why not."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from simulrag.simulators.arguments import missing
from simulrag.simulators.interface import Function, Parameter
from simulrag.simulators.progress import step
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Bound, FormulaClaim, Problem, problem_of
from simulrag.verifier.english.asking import asked
from simulrag.verifier.english.chart import Edge, TooManyError, tilings
from simulrag.verifier.english.claim_context import surroundings
from simulrag.verifier.english.lexing import Lexed, lexed
from simulrag.verifier.english.object_reading import without_parts
from simulrag.verifier.english.phrase_meanings import ON_RECORD, Claim, Joined, Setting, Statement
from simulrag.verifier.english.phrase_rules import PHRASES
from simulrag.verifier.english.question_formulas import OF_CHANGE, begun
from simulrag.verifier.english.questions import planned
from simulrag.verifier.english.resolving import Resolver
from simulrag.verifier.english.sentences import unreadable
from simulrag.verifier.english.statement_rules import CLAIMS
from simulrag.verifier.english.unanswered import (
    no_such_output,
    not_represented,
    phrases_of,
    points_to,
)
from simulrag.verifier.english.vocabulary import role_of, vocabulary
from simulrag.verifier.formulas.anchoring.vocabulary import Token, longest, tokens
from simulrag.verifier.formulas.listings import period_left_open
from simulrag.verifier.formulas.printing import canonical, written
from simulrag.verifier.formulas.syntax import Call, Comparison, Items, Node, Text, walk

#: Longest sentence that is read, in words that count, and in characters.
MOST_WORDS, LONGEST = 80, 2_000
#: How many phrases more than the fewest a sentence is composed of, where the fewest say nothing.
_MORE_PHRASES = 4
_UNKNOWN = "words that are not known"


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

    why: in a few words. unknown: the words that nobody declares. missing: what it leaves open.
    """

    text: str
    why: str
    unknown: tuple[str, ...] = ()
    missing: Problem | None = None


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
    if held.is_foreign:
        return Unread(text, _UNKNOWN, held.unknown)
    if not 0 < held.size <= MOST_WORDS:
        return Unread(text, "it is too long" if held.size else "it says nothing")
    why = "its words do not go together in a way that is known"
    try:
        phrases, tried = without_parts(PHRASES.parse(held.edges))[0], list[Edge]()
        for more in (0, _MORE_PHRASES):
            found = tilings(phrases, held.size, more)
            if found == tried:
                break
            whole, tried = _statements(found, held.size), found
            ways = dict.fromkeys(n for one in whole for n in resolver.formulas(one))
            made, missed = _of_known_periods(ways, held, resolver)
            if missed is not None and not made:
                return Unread(text, missed.message, missing=missed)
            if len(made) == 1 or len(texts := {canonical(node) for node in made}) == 1:
                why = _misreading(made[-1], text, registry)
                return Unread(text, why) if why else Read(made[-1])
            if texts:
                why = "it can be read in several ways: " + " | ".join(sorted(texts))
                break
            why = "no output fits what it says under its conditions" if whole else why
    except TooManyError:
        return Unread(text, "it has too many parts")
    said = {at for one in phrases for at in range(one.start, one.end)}
    words = (text[slice(*span)] for at, span in enumerate(held.spans) if at not in said)
    unknown = tuple(words)
    return Unread(text, _UNKNOWN if unknown else why, unknown)


def _of_known_periods(
    ways: Iterable[Node], spoken: Lexed, resolver: Resolver
) -> tuple[list[Node], Problem | None]:
    """Return formulas of periods that are told, and what those leave open that are left out.

    A text is of all that is on record where it, or what is around, says so: of no other period.
    """
    settings = (one.meaning for one in spoken.edges if isinstance(one.meaning, Setting))
    said = any(ON_RECORD in one.names for one in settings)
    function = resolver.vocabulary.registry.function
    made, missed = list[Node](), list[Parameter]()
    for root in ways:
        calls = [one for one in walk(root) if isinstance(one, Call)]
        held = [period_left_open(function(one), dict(one.arguments)) for one in calls]
        left = [one for one in held if one is not None]
        if len(left) == len(calls) if said else resolver.around.on_record or not left:
            made.append(root)
        missed += left
    return made, problem_of(missing(missed[0])) if missed else None


def _statements(phrases: list[Edge], size: int) -> list[Statement]:
    """Return what the rules make of all of a sentence."""
    return [
        edge.meaning for edge in CLAIMS.parse(phrases)
        if edge.end - edge.start == size and isinstance(edge.meaning, Claim | Joined)
    ]  # fmt: skip


@lru_cache(maxsize=64)
def _resolver(context: tuple[str, ...], registry: Registry) -> Resolver:
    return Resolver(vocabulary(registry), surroundings(context, registry))


#: Reasons of a question that leave its subject outside, whatever words were not read.
_OUTSIDE = frozenset(
    ("no_simulator", "no_such_output", "other_subject", "other_place", "other_period",
     "value_out_of_range", "unknown_name", "missing_condition")
)  # fmt: skip


def formula_claim(text: str, context: Sequence[str], registry: Registry) -> FormulaClaim | Bound:
    """Return a sentence with the formula that says all of it; else why it has none.

    context: sentences that it rests on, such as the question. A bound is "outside" where it names
    what no simulator has, and "unread" where it may be decidable and was not understood.
    Whoever reads many stops between two when nobody waits any more.
    """
    step()
    problem = unreadable(text, LONGEST)
    if problem is None and "?" in text:
        problem = Problem(reason="unread", message="it is a question, and claims nothing")
    if problem is not None:
        return Bound(claim=text, bound="unread", problem=problem)
    read = claim(text, context, registry)
    if isinstance(read, Read):
        return FormulaClaim(text=text, formula=read.formula, context=tuple(context))
    return _without_formula(text, read, context, registry)


def _without_formula(text: str, read: Unread, context: Sequence[str], registry: Registry) -> Bound:
    skeleton = begun(text, registry)
    problem = _outside(text, read, context, skeleton, registry)
    if problem is not None:
        return Bound(claim=text, bound="outside", problem=_of_claim(problem))
    unknown = ", ".join(map(repr, read.unknown))
    message = f"{read.why}: {unknown}" if unknown else read.why
    return Bound(
        claim=text,
        bound="unread",
        problem=Problem(reason="unread", message=message),
        skeleton=skeleton,
    )


def _outside(
    text: str, read: Unread, context: Sequence[str], skeleton: str, registry: Registry
) -> Problem | None:
    """Return why a sentence is of what no simulator has, as a question is that speaks of the same.

    What is missing may stand in its context, or in words that were not read; what a simulator
    lacks says nothing of a sentence whose words are another's. skeleton: the formula that its
    words begin.
    """
    if read.missing is not None:
        return read.missing
    heard, plan = asked(text, vocabulary(registry)), planned(text, registry)
    pointed = [one.name for one in registry if points_to(heard, one)]
    pointed += [one.simulator for one in plan.calls if not pointed]
    problem = plan.problems[0] if plan.problems and not plan.calls else None
    own = not pointed or problem is None or problem.simulator in ("", *pointed)
    if problem and own and problem.reason in _OUTSIDE:
        held = vocabulary(registry).parameters.get(problem.parameter)
        may_be_said = {
            "missing_condition": context or read.unknown
            or (held and held.selection.periods) or (skeleton and "=..." not in skeleton),
            "no_simulator": not read.unknown or skeleton
            or any(one.category in OF_CHANGE for one in heard.readings),
        }  # fmt: skip
        if not may_be_said.get(problem.reason):
            return problem
    return _not_represented(text, read, pointed, registry)


def _not_represented(
    text: str, read: Unread, pointed: Sequence[str], registry: Registry
) -> Problem | None:
    """Return what the simulators to which words point do not represent: rainfall.

    Where they point to none, most of the words that were not read are such words of one.
    """
    shown, unknown = tokens(text), {word.lower() for word in read.unknown}
    held = [
        (hit, name, words) for name in pointed or registry.names()
        for hit in longest(not_represented(registry.simulator(name)).find(shown)).values()
        if (words := {one.plain for one in shown[hit.first : hit.end]} & unknown)
    ]  # fmt: skip
    known = set[str]().union(*(words for _, _, words in held))
    if not held or (not pointed and 2 * len(known) < len(unknown)):
        return None
    hit, name, _ = min(held, key=lambda one: one[0].first)
    said = text[shown[hit.first].start : shown[hit.end - 1].end]
    return no_such_output(said, hit.meaning, name)


def _of_claim(problem: Problem) -> Problem:
    """Return the problem of a question as that of a claim, which need not hear what is in scope."""
    if problem.reason != "no_simulator":
        return problem
    said = "no simulator has an output that this sentence speaks of"
    return problem.model_copy(update={"message": said})


def _misreading(root: Node, text: str, registry: Registry) -> str:
    """Return why a formula may not be what a sentence claims; empty where nothing speaks for it."""
    shown = tokens(text)
    called = [(one, registry.function(one)) for one in walk(root) if isinstance(one, Call)]
    if _has(shown, "foreseen") and all(_reports(function) for _, function in called):
        return "it tells what was foreseen, and a record what was reported"
    if not _has(shown, "together") and any(_sums(one) for one in walk(root)):
        return "it may hold against each or against all of them together"
    if any(_leaves_out_period(*one, shown) for one in called):
        return "it does not say of which known period it speaks"
    return ""


def _has(shown: tuple[Token, ...], role: str) -> bool:
    return any(role in role_of().get(one.plain, ()) for one in shown)


def _reports(function: Function) -> bool:
    """Tell a function of reported counts: what is assessed or averaged may well be a projection."""
    return function.observed and any(o.kind == "number" and not o.unit for o in function.outputs)


def _sums(node: Node) -> bool:
    """Tell a comparison of sums over names: "more than Ohio and Utah" is more than each."""
    if not isinstance(node, Comparison):
        return False
    calls = [one for one in walk(node) if isinstance(one, Call)]
    return any(_differ(one, other) for one, other in combinations(calls, 2))


def _differ(one: Call, other: Call) -> bool:
    """Tell calls of which one sums over other names than the other."""
    first, second = dict(one.arguments), dict(other.arguments)
    return any(
        first[name] != second[name] and (_is_several(first[name]) or _is_several(second[name]))
        for name in first.keys() & second.keys()
    )


def _is_several(node: Node) -> bool:
    items = node.items if isinstance(node, Items) else ()
    return len(items) > 1 and all(isinstance(one, Text) for one in items)


def _leaves_out_period(call: Call, function: Function, shown: tuple[Token, ...]) -> bool:
    """Tell a call for all periods of a record, where one is spoken of that it does not know."""
    given = {name for name, _ in call.arguments}
    return any(
        one.selection.periods and one.name not in given and phrases_of(one).find(shown)
        for one in function.parameters
    )
