"""Every phrase that the reader knows: what simulators declare, and general English by role."""

from bisect import bisect
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from simulrag.simulators.interface import Function, Output, Parameter, Simulator
from simulrag.simulators.inverses import Inverting, inverse
from simulrag.simulators.kept import lately
from simulrag.simulators.registry import Registry
from simulrag.verifier.english.entries import ROLE, Entry, Tables
from simulrag.verifier.english.words import lemma, role_of, roles
from simulrag.verifier.formulas.anchoring.mentions import Meaning, declared_phrases
from simulrag.verifier.formulas.anchoring.vocabulary import (
    SHORT,
    Hit,
    Phrases,
    Token,
    counts_capitals,
    longest,
    plain_words,
)

#: Roles of words that end a declared phrase and are composed by rules instead ("peaks around").
_JOINTS = frozenset(
    "prep from to by between than as approx above below at_least at_most be after".split()
)
#: Roles of words that rules compose with a parameter ("increase in traffic").
_TURNS = frozenset(
    "up_c down_c up_v down_v up_t down_t up_n down_n above below exceed change_n".split()
)
#: Roles of comparatives, which rules compose with an output ("peaks earlier").
_COMPARATIVES = frozenset("up_c down_c later_c earlier_c".split())


#: Roles of words that deny or compare, whatever output they hint at in a formula's text.
_TURNING = _COMPARATIVES | {"not", "no", "without"}


@dataclass(frozen=True)
class Declared:
    """An output with the function that has it."""

    simulator: str
    function: Function
    output: Output


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """What the simulators of a registry declare, by name and by phrase."""

    registry: Registry
    outputs: Mapping[str, tuple[Declared, ...]]
    parameters: Mapping[str, Parameter]
    #: Parameters of kind "place", with the simulators that know such names.
    places: tuple[tuple[str, Simulator], ...]
    #: The outputs of functions that need one.
    of_places: frozenset[str]
    phrases: Phrases[Entry]
    #: Every word of the phrases.
    words: frozenset[str]
    #: The names of the inputs of each function.
    inputs: tuple[frozenset[str], ...]

    def searches(self, declared: Declared) -> Iterator[tuple[Function, str]]:
        """Return the functions that look for the year in which a level is passed, and its name."""
        simulator = next(one for one in self.registry if one.name == declared.simulator)
        for function in simulator.functions:
            found = inverse(simulator, function.name)
            if found and all(one.kind != "year" for one in function.parameters):
                yield function, found.level

    def hits(self, shown: tuple[Token, ...]) -> list[Hit[Entry]]:
        """Return the phrases in a text; by their lemmas where the words themselves are none."""
        found = self.phrases.find(shown)
        own = set(found)
        known = {at for hit in found for at in range(hit.first, hit.end)}
        general = {hit.first for hit in found if hit.meaning.roles or hit.meaning.left_out}
        plain = tuple(
            one if base == one.plain else Token(one.word, base, one.start, one.end)
            for one, base in ((one, _base(self, one.plain)) for one in shown)
        )
        for hit in self.phrases.find(plain):
            role = bool(hit.meaning.roles) and hit.first not in general
            if hit not in own and (hit.size > 1 or hit.first not in known or role):
                found.append(hit)
        return _outermost(found)


@lately(4_096)
def _base(vocabulary: Vocabulary, word: str) -> str:
    return lemma(word, vocabulary.words)


_known: WeakKeyDictionary[Registry, Vocabulary] = WeakKeyDictionary()


def vocabulary(registry: Registry) -> Vocabulary:
    """Return the vocabulary of the simulators at hand, made once for each registry."""
    held = _known.get(registry)
    if held is None:
        held = _known[registry] = _made(registry)
    return held


def _made(registry: Registry) -> Vocabulary:
    outputs: dict[str, list[Declared]] = {}
    parameters: dict[str, Parameter] = {}
    places: dict[tuple[str, str], tuple[str, Simulator]] = {}
    for simulator in registry:
        for function in simulator.functions:
            for output in function.outputs:
                one = Declared(simulator.name, function, output)
                outputs.setdefault(output.name, []).append(one)
            for parameter in function.parameters:
                parameters.setdefault(parameter.name, parameter)
                if parameter.kind == "place":
                    places[parameter.name, simulator.name] = parameter.name, simulator
    kin = {
        name: frozenset(o.name for one in held for o in one.function.outputs)
        for name, held in outputs.items()
    }
    spans = frozenset(
        name for held in outputs.values() for one in held for name in one.function.spans(one.output)
    )  # fmt: skip
    tables = Tables(parameters, kin, spans)
    found = _by_phrase(_phrases(registry))
    return Vocabulary(
        registry,
        {name: tuple(held) for name, held in outputs.items()},
        parameters,
        tuple(places.values()),
        frozenset(
            o.name
            for s in registry
            for f in s.functions
            for o in f.outputs
            if any(p.kind == "place" and p.required for p in f.parameters)
        ),
        Phrases((phrase, Entry(phrase, held, tables)) for phrase, held in found.items()),
        frozenset(word for phrase in found for word in phrase.lower().split()),
        tuple(frozenset(p.name for p in one.parameters) for s in registry for one in s.functions),
    )


def _by_phrase(phrases: Iterable[tuple[str, Meaning]]) -> Mapping[str, Sequence[Meaning]]:
    """Return the meanings of each phrase, and of other forms of each that is declared."""
    forms: dict[tuple[str, ...] | str, str] = {}
    held: dict[str, dict[Meaning, None]] = {}
    for phrase, meaning in phrases:
        for form in (phrase, *_other_forms(phrase, meaning)):
            key = form if counts_capitals(form) else plain_words(form)
            held.setdefault(forms.setdefault(key, form), {})[meaning] = None
    return {phrase: tuple(found) for phrase, found in held.items()}


def _other_forms(phrase: str, meaning: Meaning) -> Iterator[str]:
    """Return the other number of a phrase, and two words with a hyphen between them."""
    first, _, last = phrase.rpartition(" ")
    if meaning.kind == ROLE or len(last) <= SHORT or not last.isalpha():
        return
    if first.isalpha():
        yield f"{first}-{last}"
    if last[-1] != "s":
        yield f"{phrase}s"
    elif meaning.kind == "parameter" and not last.endswith("ss"):
        yield phrase.removesuffix("s")


def _phrases(registry: Registry) -> Iterator[tuple[str, Meaning]]:
    known = {word for phrase, _ in roles() for word in phrase.split()}
    for phrase, role in roles():
        base = " ".join(lemma(w, known) for w in phrase.split()) if " " in phrase else phrase
        yield from ((form, Meaning(ROLE, role)) for form in dict.fromkeys((phrase, base)))
    declared = list(_declared(registry))
    yield from declared
    taken = {phrase for phrase, _ in declared}
    for phrase, functions in _names(registry):
        if phrase not in taken:
            yield phrase, Meaning("function", phrase, functions)


def _declared(registry: Registry) -> Iterator[tuple[str, Meaning]]:
    functions = [function for simulator in registry for function in simulator.functions]
    # Functions share inputs and outputs, with all their words.
    parameters = {id(p): p for one in functions for p in one.parameters}.values()
    outputs = {id(o): o for one in functions for o in one.outputs}.values()
    limits = {
        one.level for s in registry if isinstance(s, Inverting) for one in s.inverses.values()
    }
    named = {(o.name, o.name) for o in outputs if o.name not in o.words}
    # Inputs by the name that comes first, which no rule composes: "heat loss".
    nouns = {(p.words[0].lower(), p.name) for p in parameters if p.words}
    # "After" before a number in the unit of an input: whoever declares it means that input.
    measured = {(w, p.name) for p in parameters if p.kind == "number" and p.unit for w in p.words}
    kinds: dict[str, set[str]] = {}
    for one in parameters:
        kinds.setdefault(one.name, set()).add(one.kind)
    for phrase, meaning in declared_phrases(parameters, outputs):
        if meaning.kind == "parameter" and len(kinds[meaning.name]) > 1:
            continue  # which of two different inputs of that name is meant is open
        if meaning.kind == "parameter" and meaning.name in limits and " " not in phrase:
            continue  # a value of an output, by whose name it goes
        if meaning.kind == "output" and (phrase, meaning.name) in named:
            continue  # a name in formulas, and a word of English ("mean", "above")
        kept = phrase if (phrase, meaning.name) in measured else _composable(phrase, meaning, nouns)
        if kept:
            sure = meaning.sure and kept == phrase
            yield kept, meaning if sure == meaning.sure else replace(meaning, sure=sure)


def _composable(phrase: str, meaning: Meaning, nouns: Container[tuple[str, str]]) -> str:
    """Return a phrase without what rules compose behind it; empty where rules make all of it."""
    words = phrase.split()
    kinds = [role_of().get(word.lower(), frozenset[str]()) for word in words]
    if meaning.kind == "parameter":
        turned = len(words) > 1 and any(one & _TURNS for one in kinds)
        turned = turned and (phrase.lower(), meaning.name) not in nouns  # "heat loss"
        return "" if turned or (len(words) == 1 and kinds[0] & _JOINTS) else phrase
    if meaning.kind not in ("output", "unit word"):
        return phrase
    if len(words) == 1 and kinds[0] & _TURNING:
        return ""
    left = len(words)
    while left and kinds[left - 1] & _JOINTS:
        left -= 1
    ends = kinds[left - 1] if left else frozenset[str]()
    if not left or (left > 1 and ends & _COMPARATIVES) or (left < len(words) and ends & _TURNS):
        return ""
    return " ".join(words[:left])


def _names(registry: Registry) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Return the phrases for functions and for what they are about, each with the functions."""
    held: dict[str, list[str]] = {}
    for simulator in registry:
        for function in simulator.functions:
            names = (simulator.name, function.name.replace("_", " "), *function.words)
            for phrase in dict.fromkeys(names):
                held.setdefault(phrase, []).append(f"{simulator.name}.{function.name}")
    yield from ((phrase, tuple(functions)) for phrase, functions in held.items())


def _outermost(hits: list[Hit[Entry]]) -> list[Hit[Entry]]:
    """Return the phrases without the declared ones that are part of a longer one.

    A longer one that another crosses may not be meant, and hides nothing.
    """
    several = [hit for hit in hits if hit.meaning.declared and hit.size > 1]
    several.sort(key=lambda hit: hit.first)
    begins, size = [hit.first for hit in several], max((hit.size for hit in several), default=0)
    over = longest(
        one
        for one in several
        if not any(
            _cross(one, other)
            for other in several[bisect(begins, one.first - size) : bisect(begins, one.end)]
        )
    )
    return [
        hit for hit in hits
        if not hit.meaning.declared or hit.first not in over or not hit.within(over[hit.first])
    ]  # fmt: skip


def _cross(one: Hit[Entry], other: Hit[Entry]) -> bool:
    first, second = (one, other) if one.first < other.first else (other, one)
    return first.first < second.first < first.end < second.end
