"""What the sentences around a claim give: conditions left open, scales of sizes, cases, names."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from simulrag.simulators.interface import Call, Output, Parameter
from simulrag.simulators.registry import Registry
from simulrag.verifier.english.asked_calls import best_function
from simulrag.verifier.english.asking import Asked, asked
from simulrag.verifier.english.lexing import Names
from simulrag.verifier.english.phrase_meanings import (
    ON_RECORD,
    Binding,
    Classes,
    Measure,
    Setting,
)
from simulrag.verifier.english.questions import planned, scales
from simulrag.verifier.english.vocabulary import vocabulary
from simulrag.verifier.formulas.anchoring.vocabulary import tokens
from simulrag.verifier.formulas.listings import is_altering, node_of
from simulrag.verifier.formulas.syntax import Node, Text

_DAY = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True)
class Surroundings:
    """Conditions and scales of the sentences around a claim.

    values: parameter -> the values that they give it, in their order. graded: output -> its own
    scale. cases: two ways to alter a run that they hold against each other. measures: what they
    speak of. names: places that no list of places knows. on_record: they leave no period out.
    functions: those that answer them as questions.
    """

    values: Mapping[str, tuple[Node, ...]] = field(default_factory=dict[str, tuple[Node, ...]])
    scales: tuple[Classes, ...] = ()
    graded: Mapping[str, Classes] = field(default_factory=dict[str, Classes])
    cases: tuple[Setting, ...] = ()
    measures: tuple[Measure, ...] = ()
    names: Names = field(default_factory=dict[tuple[str, ...], str])
    on_record: bool = False
    functions: frozenset[str] = frozenset()

    @property
    def since(self) -> date | None:
        """Return the first day that they give, where one may say when a season starts."""
        days = [v.value for held in self.values.values() for v in held if isinstance(v, Text)]
        return min((date.fromisoformat(one) for one in days if _DAY.fullmatch(one)), default=None)

    def scales_of(self, output: Output) -> Sequence[Classes]:
        """Return the scale of an output, or those that say nothing of any."""
        own = self.graded.get(output.changes_of or output.name)
        return (own,) if own else self.scales

    def only(self, parameter: str) -> Node | None:
        """Return the value of a parameter, where it has one alone."""
        held = self.values.get(parameter, ())
        alone = len(held) == 1 and not any(parameter in case.names for case in self.cases)
        return held[0] if alone else None


def differs_in_cases(parameter: Parameter) -> bool:
    """Tell whether an input alters a run, or says where."""
    return is_altering(parameter) or parameter.kind == "points"


#: Problems of plans whose calls are those asked for: names and words beside them.
_BESIDE = ("unknown_name", "not_used")
Parameters = Mapping[str, Parameter]


def surroundings(texts: Sequence[str], registry: Registry) -> Surroundings:
    """Return what some sentences give; of questions, what all calls that they ask for share."""
    known = vocabulary(registry)
    heard = [asked(text, known) for text in texts]
    found = [best_function(one, registry) for one in heard]
    plans = [planned(text, registry) for text in texts if "?" in text]
    kept = [one for one in plans if all(p.reason in _BESIDE for p in one.problems)]
    calls = [call for one in kept for call in one.calls]
    cases = [one for one in _cases(calls, known.parameters) if one.bindings]
    shared = _shared(calls, known.parameters, single=len(cases) == 1)
    values = shared | _named(heard, known.parameters)
    of_places = (n for n in values if n in known.parameters and known.parameters[n].kind == "place")
    places = (v for n in of_places for v in values[n])
    printed = [one.value for one in places if isinstance(one, Text)]
    names = {tuple(one.plain for one in tokens(name)): name for name in printed}
    return Surroundings(
        values,
        tuple(one.bands for sentence in heard for one in scales(sentence)),
        {one.output: one.bands for plan in kept for one in plan.graded},
        tuple(cases) if len(cases) == 2 else (),
        tuple(dict.fromkeys(_measures(heard))),
        names,
        any(ON_RECORD in one.binding.names for asked in heard for one in asked.conditions),
        frozenset(f"{best[0].name}.{best[1].name}" for best in found if best),
    )


def _measures(heard: Iterable[Asked]) -> Iterator[Measure]:
    """Return what sentences speak of, whatever the conditions."""
    for one in (part.meaning for sentence in heard for part in sentence.readings):
        if isinstance(one, Measure):
            yield replace(one, setting=Setting())


def _named(heard: Iterable[Asked], parameters: Parameters) -> dict[str, tuple[Node, ...]]:
    """Return the values that sentences give to inputs, in their order."""
    values: dict[str, dict[Node, None]] = {}
    for condition in (one for sentence in heard for one in sentence.conditions):
        for name, value in condition.binding.options:
            values.setdefault(name, {})[value] = None
    return {n: _counted(parameters[n], held) for n, held in values.items() if n in parameters}


def _counted(parameter: Parameter, held: Iterable[Node]) -> tuple[Node, ...]:
    """Return the values of a parameter; of choices, those that its nouns count ("scenarios")."""
    counted = tuple(v for v in held if not isinstance(v, Text) or v.value in parameter.members)
    return counted if counted and parameter.kind == "choice" else tuple(held)


def _shared(
    calls: Iterable[Call], parameters: Parameters, *, single: bool
) -> dict[str, tuple[Node, ...]]:
    """Return the arguments that all calls share. single: one call alone alters a run."""
    held: dict[str, dict[Node, None]] = {}
    for call in calls:
        for name, value in _arguments(call, parameters):
            held.setdefault(name, {})[value] = None
    return {
        name: tuple(found) for name, found in held.items()
        if len(found) == 1 and (single or not differs_in_cases(parameters[name]))
    }  # fmt: skip


def _arguments(call: Call, parameters: Parameters) -> Iterator[tuple[str, Node]]:
    for name, value in call.arguments.items():
        if name in parameters and value is not None:
            yield name, node_of(value)


def _cases(calls: Iterable[Call], parameters: Parameters) -> Iterable[Setting]:
    """Return what the calls alter, each once."""
    held = ([(n, v) for n, v in _arguments(one, parameters) if differs_in_cases(parameters[n])]
            for one in calls)  # fmt: skip
    return dict.fromkeys(Setting(tuple(Binding((one,)) for one in case)) for case in held)
