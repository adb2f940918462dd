"""What all calls that a question asks for share: conditions that claims about it leave open."""

from collections.abc import Iterable, Mapping

from simulrag.simulators.interface import Parameter
from simulrag.simulators.registry import Registry
from simulrag.verifier.english.answers import node_of
from simulrag.verifier.english.questions import planned
from simulrag.verifier.english.vocabulary import vocabulary
from simulrag.verifier.formulas.syntax import Node


def shared_arguments(texts: Iterable[str], registry: Registry) -> Mapping[str, Node]:
    """Return the arguments that all calls share; of what alters a run, those of a single call.

    Of questions that are not understood whole there are none.
    """
    plans = [planned(text, registry) for text in texts if "?" in text]
    calls = [call for plan in plans if not plan.problems for call in plan.calls]
    parameters = vocabulary(registry).parameters
    held: dict[str, dict[Node, None]] = {}
    altered: set[int] = set()
    for at, call in enumerate(calls):
        for name, value in call.arguments.items():
            if name in parameters and value is not None:
                held.setdefault(name, {})[node_of(value)] = None
                altered |= {at} if _alters(parameters[name]) else set()
    return {
        name: next(iter(found)) for name, found in held.items()
        if len(found) == 1 and (len(altered) == 1 or not _alters(parameters[name]))
    }  # fmt: skip


def _alters(parameter: Parameter) -> bool:
    return parameter.kind in ("change", "points") or parameter.alters
