"""What a statement about the calls of a plan names: looked for once, however often it is read."""

from dataclasses import dataclass
from functools import cached_property

from simulrag.simulators.interface import Simulator
from simulrag.verifier.claims import Plan, Problem
from simulrag.verifier.reading.asked import Asked
from simulrag.verifier.reading.clauses import outside as apart
from simulrag.verifier.reading.familiar import familiar, of_changes
from simulrag.verifier.reading.mention import Mention
from simulrag.verifier.reading.mentions import mentions
from simulrag.verifier.reading.named_inputs import stated_inputs
from simulrag.verifier.reading.scope import out_of_scope
from simulrag.verifier.reading.subjects import Context
from simulrag.verifier.reading.topics import Topic, topics
from simulrag.verifier.reading.windows import windows


@dataclass(frozen=True)
class Stated:
    """A normalised statement about the calls of a plan, and what it names when that is asked."""

    text: str
    plan: Plan
    simulator: Simulator
    asked: Asked

    @cached_property
    def mentions(self) -> list[Mention]:
        """The values that may be those of inputs."""
        return mentions(self.text, self.simulator)

    @cached_property
    def heard(self) -> list[Topic]:
        """The results that are named, also those of functions that were not run."""
        named = familiar(
            topics(self.text, self.simulator), self.asked.functions, self.asked.outputs
        )
        within = windows(self.text, self.asked.functions, self.asked.held)
        return [t for t in named if apart(t.start, t.end, within)] + within

    @property
    def inputs_alone(self) -> Context:
        """What is named, the inputs alone: results are looked for where words are not all known."""
        return self._context(self._inputs(()), ())

    @cached_property
    def inputs(self) -> tuple[Mention, ...]:
        """The inputs that are told, among results: those are looked for only where it matters."""
        return self._inputs(self.results if self.mentions else ())

    @cached_property
    def results(self) -> tuple[Topic, ...]:
        """The results that are named, of functions that were run."""
        run = [t for t in self.heard if t.function in self.asked.functions]
        return tuple(of_changes(run, self.asked.held))

    @property
    def without_results(self) -> Context:
        """What is named, inputs among results, for a reader that knows results by its own words."""
        return self._context(self.inputs, ())

    @cached_property
    def context(self) -> Context:
        """What is named, results and inputs."""
        return self._context(self.inputs, self.results)

    @cached_property
    def outside(self) -> Problem | None:
        """Why the statement is of another place, period or condition; None where it is not."""
        question = self.plan.question
        return out_of_scope(self.text, self.inputs, self.plan.calls, self.simulator, question)

    def _inputs(self, named: tuple[Topic, ...]) -> tuple[Mention, ...]:
        return stated_inputs(self.text, self.mentions, named, self.plan, self.simulator, self.asked)

    def _context(self, inputs: tuple[Mention, ...], named: tuple[Topic, ...]) -> Context:
        return Context(
            text=self.text,
            plan=self.plan,
            mentions=inputs,
            topics=named,
            functions=self.asked.functions,
        )
