"""Makes question templates from what a simulator declares of its parameters and outputs."""

from simulrag.simulators.interface import Simulator
from simulrag.simulators.question_templates import QuestionTemplate


def declared(simulator: Simulator) -> tuple[QuestionTemplate, ...]:
    """Return templates for every function of a simulator that can be asked for numbers."""
    del simulator
    return ()
