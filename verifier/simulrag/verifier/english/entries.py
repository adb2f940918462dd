"""What a phrase may be in a sentence, made once from what declarations and lexicon say of it."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from simulrag.simulators.interface import Parameter
from simulrag.verifier.english.meanings import Input, Label, Measure, Turn, bound
from simulrag.verifier.english.words import LEFT_OUT, role_of
from simulrag.verifier.formulas.anchoring.mentions import Meaning
from simulrag.verifier.formulas.syntax import Items, Node, Number, Text
from simulrag.verifier.unit_names import UNITS

#: Kind of meaning of general English; its name is the role.
ROLE = "role"
#: Begins the name of a condition that is no argument: which functions are meant.
FUNCTION = "the function"
#: A day in the period that a choice stands for, where none is named ("2025-02-08": 2024-25).
DURING = "the day"
#: A condition that is no argument: which of the cases that the context holds against each other.
CASE = "the case"
#: Values of it: what is around without what alters it; all that alters it; nothing but what the
#: claim says.
UNALTERED, ALTERED, ALONE = "unaltered", "altered", "alone"
#: The value of an argument that is left out, whatever is around.
ABSENT = Text("")
#: A condition that is no argument: held against the state of today, where no year is asked for.
NOW = "now"
#: A condition that is no argument: the parameter whose value what is around tells ("the city").
SPOKEN = "spoken of"
#: A condition that is no argument: the level that is crossed in a year.
LEVEL = "the level"
_TURNS = {"up": Turn(1), "down": Turn(-1), "later": Turn(1, True), "earlier": Turn(-1, True)}

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
        held = (one.name for one in self.held if one.kind == ROLE)
        return tuple(name for name in held if name not in LEFT_OUT)

    @cached_property
    def declared(self) -> bool:
        """Tell whether a simulator has it."""
        return any(one.kind != ROLE for one in self.held)

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
        return not self.roles and any(one.kind == ROLE for one in self.held)

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
    return role.rpartition("_")[0] in _TURNS


def _of_role(role: str, phrase: str) -> Iterator[Reading]:
    if _is_turn(role):
        which, _, category = role.rpartition("_")
        yield f"turn_{category}", _TURNS[which]
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
