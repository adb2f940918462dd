"""What the plans of questions tell claims about them: arguments, cases, scales."""

from collections.abc import Iterable, Mapping

from simulrag.simulators.interface import Call, Parameter
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Plan
from simulrag.verifier.english.answers import node_of
from simulrag.verifier.english.meanings import Binding, Scale, Setting
from simulrag.verifier.english.questions import planned
from simulrag.verifier.english.surroundings import Planned, is_altering
from simulrag.verifier.english.vocabulary import vocabulary
from simulrag.verifier.formulas.syntax import Node, Number

#: Problems of plans whose calls are those asked for: names and words beside them.
_BESIDE = ("unknown_name", "not_used")
_TWO = 2


def planned_of(texts: Iterable[str], registry: Registry) -> Planned:
    """Return what all calls that some questions ask for share, their two cases and scales."""
    plans = [planned(text, registry) for text in texts if "?" in text]
    kept = [one for one in plans if all(p.reason in _BESIDE for p in one.problems)]
    parameters = vocabulary(registry).parameters
    calls = [call for one in kept for call in one.calls]
    cases = dict.fromkeys(_alterations(call, parameters) for call in calls)
    altering = [one for one in cases if one.bindings]
    held: dict[str, dict[Node, None]] = {}
    for call in calls:
        for name, value in _arguments(call, parameters):
            held.setdefault(name, {})[value] = None
    shared = {
        name: next(iter(found)) for name, found in held.items()
        if len(found) == 1 and (len(altering) == 1 or not is_altering(parameters[name]))
    }  # fmt: skip
    return Planned(shared, tuple(altering) if len(altering) == _TWO else (), _scales(kept))


def _arguments(call: Call, parameters: Mapping[str, Parameter]) -> Iterable[tuple[str, Node]]:
    for name, value in call.arguments.items():
        if name in parameters and value is not None:
            yield name, node_of(value)


def _alterations(call: Call, parameters: Mapping[str, Parameter]) -> Setting:
    """Return what a call alters."""
    held = _arguments(call, parameters)
    return Setting(tuple(Binding(((n, v),)) for n, v in held if is_altering(parameters[n])))


def _scales(plans: Iterable[Plan]) -> Mapping[str, Scale]:
    return {
        one.output: {band.label: (_limit(band.low), _limit(band.high)) for band in one.bands}
        for plan in plans for one in plan.graded
    }  # fmt: skip


def _limit(value: float | None) -> Number | None:
    return None if value is None else Number(value, f"{value:g}")
