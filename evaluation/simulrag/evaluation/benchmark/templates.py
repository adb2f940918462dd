"""The templates of a simulator: its own where it brings any, else made from its declaration."""

from simulrag.evaluation.benchmark.declared import declared
from simulrag.simulators.interface import Simulator
from simulrag.simulators.question_templates import Asked, QuestionTemplate, parsed


def templates_of(simulator: Simulator) -> tuple[QuestionTemplate, ...]:
    """Return the templates of a simulator. Raises BadValue where those it brings are none."""
    own = simulator.question_templates() if isinstance(simulator, Asked) else ""
    return parsed(own, simulator.name) or declared(simulator)
