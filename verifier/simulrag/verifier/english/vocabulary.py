"""Every phrase that the reader knows: general English by role, and what simulators declare."""

import tomllib
from bisect import bisect
from collections.abc import Collection, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, cached_property
from itertools import product
from pathlib import Path
from weakref import WeakKeyDictionary

from simulrag.simulators.capabilities import Inverting, inverse
from simulrag.simulators.immutable_data import lately
from simulrag.simulators.interface import Function, Output, Parameter, Simulator
from simulrag.simulators.registry import Registry
from simulrag.verifier.english.chart import ways
from simulrag.verifier.english.phrase_meanings import (
    FUNCTION,
    ON_RECORD,
    Input,
    Label,
    Measure,
    Turn,
    bound,
)
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
from simulrag.verifier.formulas.listings import period_left_open
from simulrag.verifier.formulas.syntax import Items, Node, Number, Text
from simulrag.verifier.units import UNITS

FILE = Path(__file__).with_name("lexicon.toml")
#: Roles whose words are left out before a sentence is composed.
LEFT_OUT = ("skip", "auxiliary", "aside", "foreseen", "together")
#: The table of forms that no ending tells, base form -> its forms.
_IRREGULAR = "irregular"
#: The table of words that say something of objects, role -> words.
_OBJECTS = "objects"
#: Endings of inflected forms, each with what may stand for it in the base form.
_ENDINGS = (("ies", ("y",)), ("ied", ("y",)), ("es", ("e", "")), ("s", ("",)),
            ("ed", ("e", "")), ("ing", ("e", "")))  # fmt: skip
_VOWELS = frozenset("aeiou")
#: Shorter words have no ending.
_SHORTEST = 4


@cache
def _file() -> dict[str, list[str] | dict[str, list[str]]]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


@cache
def roles() -> tuple[tuple[str, str], ...]:
    """Return (phrase, role) for every phrase of general English that is known."""
    held = {role: phrases for role, phrases in _file().items() if isinstance(phrases, list)}
    return tuple(
        (" ".join(filter(None, words)), role)
        for role, phrases in held.items()
        for phrase in phrases
        for words in product(*map(ways, phrase.split()))
    )


@cache
def role_of() -> dict[str, frozenset[str]]:
    """Return the roles of each single word."""
    found: dict[str, set[str]] = {}
    for phrase, role in roles():
        found.setdefault(phrase, set()).add(role)
    return {phrase: frozenset(held) for phrase, held in found.items()}


@cache
def _irregular() -> dict[str, str]:
    held = _file()[_IRREGULAR]
    assert isinstance(held, dict)
    return {form: base for base, forms in held.items() for form in forms}


@cache
def of_objects() -> Mapping[str, frozenset[str]]:
    """Return the words of English by what they say of an object's fields."""
    held = _file()[_OBJECTS]
    assert isinstance(held, dict)
    return {role: frozenset(words) for role, words in held.items()}


def lemma(word: str, known: Collection[str]) -> str:
    """Return the base form of a word without case, one of those known; else the word itself."""
    irregular = _irregular().get(word)
    if irregular is not None:
        return irregular
    return next((form for form in _bases(word) if form in known), word)


def _doubles(stem: str) -> bool:
    """Tell a short word that doubles its last letter before an ending: "noted" is not of "not"."""
    ends = [one in _VOWELS for one in stem[-3:]]
    return len(stem) == _SHORTEST - 1 and ends == [False, True, False] and stem[-1] not in "wxy"


def _bases(word: str) -> Iterator[str]:
    if len(word) < _SHORTEST or word.endswith("ss"):
        return
    for ending, instead in _ENDINGS:
        if word.endswith(ending):
            stem = word.removesuffix(ending)
            whole = ending not in ("ed", "ing") or not _doubles(stem)
            yield from (stem + one for one in instead if len(stem) > 1 and (one or whole))
            if ending in ("ed", "ing") and len(stem) > _SHORTEST - 2 and stem[-1] == stem[-2]:
                yield stem[:-1]


#: Kind of meaning of general English; its name is the role.
_ROLE = "role"
#: The role of phrases that tell that no period is left out.
_RECORD = ON_RECORD.removeprefix(f"{FUNCTION} ")
_DIRECTIONS = {"up": Turn(1), "down": Turn(-1), "later": Turn(1, True), "earlier": Turn(-1, True)}

Reading = tuple[str, Hashable]


@dataclass(frozen=True, eq=False)
class Tables:
    """What declarations tell of names.

    parameters: by name. kin: output -> the outputs of the functions that have it. spans: the
    parameters over whose dates an output is the highest.
    """

    parameters: Mapping[str, Parameter]
    kin: Mapping[str, frozenset[str]]
    spans: frozenset[str]


@dataclass(frozen=True, eq=False)
class Entry:
    """A phrase with what declarations and the lexicon say of it; worked out when first found."""

    phrase: str
    held: Sequence[Meaning]
    tables: Tables

    @cached_property
    def roles(self) -> tuple[str, ...]:
        """Return its roles as general English, without those that change nothing."""
        held = (one.name for one in self.held if one.kind == _ROLE)
        return tuple(name for name in held if name not in LEFT_OUT)

    @cached_property
    def declared(self) -> bool:
        """Tell whether a simulator has it."""
        return any(one.kind != _ROLE for one in self.held)

    @cached_property
    def is_unit(self) -> bool:
        """Tell whether it is nothing but a unit."""
        return all(one.kind == "unit word" for one in self.held)

    @cached_property
    def counted(self) -> bool:
        """Tell whether outputs count it: patients, admissions."""
        return any(one.kind == "unit word" for one in self.held) and not _is_rate(self.phrase)

    @cached_property
    def left_out(self) -> bool:
        """Tell whether it is general English that changes nothing."""
        return not self.roles and any(one.kind == _ROLE for one in self.held)

    @cached_property
    def is_name(self) -> bool:
        """Tell whether it is a choice alone, which the name of a place may be as well."""
        return all(one.kind in ("choice", "group", "label") for one in self.held)

    @cached_property
    def choices(self) -> tuple[tuple[str, Node], ...]:
        """Return the choices that it is."""
        parameters = self.tables.parameters
        return tuple(
            (one.name, _choice(one.values[0], parameters[one.name].kind))
            for one in self.held if one.kind == "choice"
        ) + tuple(
            (one.name, Items((Text(_group(parameters[one.name], one, self.phrase)),)))
            for one in self.held if one.kind == "group" and parameters[one.name].kind == "choices"
        )  # fmt: skip

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """Return the category and the meaning of each thing that it may be."""
        readings = [reading for role in self.roles for reading in _of_role(role, self.phrase)]
        is_turn = any(map(_is_turn, self.roles))
        readings += _of_outputs(self.phrase, self.held, is_turn=is_turn)
        kin = self.tables.kin
        spoken = [kin[one.name] for one in self.held if one.kind == "unit word"]
        if spoken and not _is_rate(self.phrase):
            readings.append(("subject", frozenset[str]().union(*spoken)))
        for one in self.held:
            readings += _of_inputs(one, self.phrase, self.tables)
        return tuple(dict.fromkeys(readings))


def _is_rate(phrase: str) -> bool:
    """Tell units from what is counted: "weeks" and "a day" from "admissions"."""
    words = phrase.lower().split()
    return phrase.lower() in UNITS or any(role_of().get(word) or word == "per" for word in words)


def _is_turn(role: str) -> bool:
    return role.rpartition("_")[0] in _DIRECTIONS


def _of_role(role: str, phrase: str) -> Iterator[Reading]:
    if _is_turn(role):
        which, _, category = role.rpartition("_")
        yield f"turn_{category}", _DIRECTIONS[which]
    else:
        yield role, phrase


def _of_outputs(phrase: str, held: Iterable[Meaning], *, is_turn: bool) -> Iterator[Reading]:
    named: dict[str, set[str]] = {}
    for one in held:
        named.setdefault(one.kind, set()).add(one.name)
    outputs = frozenset(named.get("output", ()))
    moving = frozenset(named.get("rise", set()) | named.get("fall", set()))
    sure = frozenset(one.name for one in held if one.kind == "output" and one.sure)
    if outputs - moving:  # "warms" is no temperature
        yield "measure", Measure(outputs - moving, sure - moving)
    if "unit word" in named:
        yield "unit", frozenset(named["unit word"])
    if "baseline" in named:
        yield "era", phrase
    values = frozenset((one.name, v) for one in held if one.kind == "label" for v in one.values)
    if values:
        yield "label", Label(values)
    if not is_turn and ("rise" in named) != ("fall" in named) and " " not in phrase:
        turn = Turn(1 if "rise" in named else -1, outputs=outputs, of=moving)
        yield from ((f"turn_{form}", turn) for form in _forms(phrase))


def _forms(word: str) -> str:
    """Return the forms of a direction word that only simulators declare, as the lexicon's."""
    return "n" if word.endswith("ing") else "c" if word.endswith("er") else "vt"


def _of_inputs(one: Meaning, phrase: str, tables: Tables) -> Iterator[Reading]:
    parameter = tables.parameters.get(one.name)
    match one.kind:
        case "parameter" if parameter is not None:
            is_open = parameter.default is None and not parameter.selection.need_words
            unit = "" if parameter.kind == "change" else parameter.unit
            is_span = parameter.name in tables.spans
            held = Input(parameter.name, parameter.kind, unit, is_open, is_span)
            yield "parameter", held
        case "choice" if parameter is not None:
            setting = bound(one.name, _choice(one.values[0], parameter.kind))
            yield "graded" if parameter.selection.need_words else "choice", setting
        case "group" if parameter is not None and parameter.kind == "choices":
            yield "choice", bound(one.name, Items((Text(_group(parameter, one, phrase)),)))
        case "function":
            yield (
                "function",
                bound(f"{FUNCTION} {one.name}", Items(tuple(Text(name) for name in one.values))),
            )
        case _:
            return


def _group(parameter: Parameter, one: Meaning, phrase: str) -> str:
    """Return a name of a group that an argument may have."""
    known = (
        name for name, values in parameter.selection.groups.items() if tuple(values) == one.values
    )
    return next(known, phrase)


def _choice(value: str, kind: str) -> Node:
    if kind == "choices":
        return Items((Text(value),))
    return Number(float(value), value) if kind == "integer" else Text(value)


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

    @cached_property
    def since(self) -> date | None:
        """Return the first day of the year that is taken for days without one."""
        tried = (str(p.left_open.tried[0]) for p in self.parameters.values()
                 if p.kind == "date" and p.left_open.tried)  # fmt: skip
        return next((date(int(one[:4]), 1, 1) for one in tried), None)

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
        numbered = {at + 1 for at, one in enumerate(shown) if one.word[-1].isdigit()}
        return _outermost(found, numbered)


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
    if meaning.kind == _ROLE or len(last) <= SHORT or not last.isalpha():
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
        of_role = Meaning(_ROLE, role)
        if role == _RECORD:
            of_role = Meaning("function", role, _on_record(registry))
        yield from ((form, of_role) for form in dict.fromkeys((phrase, base)))
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
                if role_of().get(phrase.split()[-1], frozenset()) & _JOINTS:
                    continue  # "admissions between" would take the word from what follows
                held.setdefault(phrase, []).append(f"{simulator.name}.{function.name}")
    yield from ((phrase, tuple(functions)) for phrase, functions in held.items())


def _on_record(registry: Registry) -> tuple[str, ...]:
    """Return the functions that are of all that is on record where no period is given."""
    return tuple(
        f"{simulator.name}.{function.name}" for simulator in registry
        for function in simulator.functions if period_left_open(function, ())
    )  # fmt: skip


def _outermost(hits: list[Hit[Entry]], numbered: Container[int]) -> list[Hit[Entry]]:
    """Return the phrases without the declared ones that are part of a longer one.

    A longer one that another crosses may not be meant, and hides nothing; nor does one that begins
    with the unit of a number. numbered: the words behind numbers.
    """
    units = {hit.first for hit in hits if hit.first in numbered and hit.meaning.is_unit}
    several = [hit for hit in hits if hit.meaning.declared and hit.size > 1]
    several.sort(key=lambda hit: hit.first)
    begins, size = [hit.first for hit in several], max((hit.size for hit in several), default=0)
    over = longest(
        one
        for one in several
        if one.first not in units
        and not any(
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
