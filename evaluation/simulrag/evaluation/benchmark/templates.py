"""The templates of a simulator: its own where it brings any, else made from its declaration."""

from simulrag.evaluation.benchmark.declared import declared
from simulrag.evaluation.benchmark.generating import Generator
from simulrag.evaluation.benchmark.probing import usable
from simulrag.simulators.interface import Simulator
from simulrag.simulators.question_templates import Asked, QuestionTemplate, parsed
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore


def templates_of(
    simulator: Simulator, registry: Registry, store: EvidenceStore
) -> tuple[QuestionTemplate, ...]:
    """Return the templates of a simulator. Raises BadValue where those it brings are none."""
    own = simulator.question_templates() if isinstance(simulator, Asked) else ""
    if own.strip():
        return parsed(own, simulator.name)
    return usable(declared(simulator), Generator(simulator, (), 0, registry, store), registry, store)
