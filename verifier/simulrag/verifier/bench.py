"""The runs of one check: made when first needed, finer ones where an emulator's cannot tell."""

from collections.abc import Iterable, Sequence

from simulrag.simulators.arguments import validate
from simulrag.simulators.emulating import emulated, finer
from simulrag.simulators.errors import OutOfRange, SimulatorError
from simulrag.simulators.interface import Call, Output, Run
from simulrag.simulators.operations import Interval, sampled_spread
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Counted, Expression, Problem, Reading, Verdict
from simulrag.verifier.counting import decide_any
from simulrag.verifier.escalation import by_engine, could_turn, unable
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.problems import problem_of
from simulrag.verifier.verdicts import Decided, Evidence


class Bench:
    """The runs that one check uses, made when first needed.

    fixed: runs are recorded ones, and no other is made. world: claims speak of the world.
    """

    def __init__(
        self, registry: Registry, store: EvidenceStore, *, fixed: bool, world: bool
    ) -> None:
        self.registry = registry
        self.runs: dict[str, Run] = {}
        self._finer: dict[str, Run] = {}
        self._outputs: dict[tuple[str, str, str], Output] = {}
        #: Whether runs of a simulator are those of an emulator, as far as was asked.
        self._emulating: dict[str, bool] = {}
        self._store = store
        self._fixed = fixed
        self._world = world

    def add(self, runs: Iterable[Run]) -> None:
        """Take recorded runs."""
        for run in runs:
            self._store.add(run)
            self.runs[run.call.canonical()] = run

    def all_runs(self) -> tuple[Run, ...]:
        """Return every run that was made or taken."""
        return tuple({run.id: run for run in (*self.runs.values(), *self._finer.values())}.values())

    def need(self, calls: Iterable[Call]) -> Problem | None:
        """Make the runs of these calls; return why one could not be made.

        What an emulator refuses is asked of its engine, where there is one.
        """
        for call in calls:
            if call.canonical() in self.runs or self._fixed:
                continue
            try:
                self.runs[call.canonical()] = self._store.run(call, self.registry)
            except SimulatorError as error:
                if not isinstance(error, OutOfRange) or self._need_finer([call]) is not None:
                    return problem_of(error, call)
                self.runs[call.canonical()] = self._finer[call.canonical()]
        return None

    def _need_finer(self, calls: Iterable[Call]) -> Problem | None:
        """Make the runs of these calls by the engines of their simulators, as `need` does."""
        for call in calls:
            engine = finer(self.registry.simulator(call.simulator))
            if engine is None:
                message = f"{call.simulator} has no engine here"
                return Problem(reason="not_installed", message=message)
            if call.canonical() in self._finer:
                continue
            try:
                self._finer[call.canonical()] = self._store.run(call, Registry([engine]))
            except SimulatorError as error:
                return problem_of(error, call)
        return None

    def available(self) -> frozenset[str] | None:
        """Return the outputs that recorded runs hold; None where runs can be made."""
        if not self._fixed:
            return None
        return frozenset(name for run in self.runs.values() for name in run.outputs)

    def decide(self, reading: Reading) -> Decided:
        """Decide a reading; by the engine where the error of an emulator would turn it."""
        decided = decide_any(reading, self._evidence(reading))
        if self._fixed or decided.decision == "not_measured":
            return decided
        calls = {c.canonical(): c for c in _calls(reading) if self._by_emulator(c)}
        if not calls:
            return decided
        turning = could_turn(reading, self._evidence(reading, world=False), calls)
        if not turning and decided.decision != "undecided":
            return decided
        names = dict.fromkeys(call.simulator for call in calls.values())
        missing = next(filter(None, (emulated(self.registry.simulator(n)) for n in names)), "")
        problem = None if missing else self._need_finer(calls.values())
        if missing or problem:
            why = missing or (problem.message if problem else "")
            return unable(decided, why, world=self._world)
        return by_engine(decided, decide_any(reading, self._evidence(reading, finely=True)))

    def _by_emulator(self, call: Call) -> bool:
        """Tell whether the run of a call is an emulator's."""
        if call.simulator not in self._emulating:
            simulator = self.registry.simulator(call.simulator)
            self._emulating[call.simulator] = (
                bool(emulated(simulator)) or finer(simulator) is not None
            )
        if not self._emulating[call.simulator]:
            return False
        key = call.canonical()
        return self.runs.get(key) is not self._finer.get(key)

    def _evidence(
        self, reading: Reading, *, world: bool | None = None, finely: bool = False
    ) -> Evidence:
        """Return what a reading is decided by; `finely` by the engines where they have run."""
        world = self._world if world is None else world
        return Evidence(
            runs={**self.runs, **self._finer} if finely else self.runs,
            outputs={
                f"{t.call.simulator}.{t.call.function}.{t.output}": self.output(t.call, t.output)
                for t in reading.expression.terms
            },
            world=world,
            paired=(lambda asked: self._paired(asked, finely=finely)) if world else None,
        )

    def _paired(self, expression: Expression, *, finely: bool) -> Interval | None:
        """Return the spread of an expression over paired samples, where a simulator has any."""
        calls = [(self._completed(t.call), t.output) for t in expression.terms]
        simulators = {call.simulator for call, _ in calls}
        observed = any(self.registry.function(call).observed for call, _ in calls)
        parted = any(t.part for t in expression.terms)  # samples are those of the whole
        if len(simulators) != 1 or observed or expression.operation == "value" or parted:
            return None
        simulator = self.registry.simulator(calls[0][0].simulator)
        engine = finer(simulator) if finely else None
        return sampled_spread(engine or simulator, expression.operation, calls)

    def _completed(self, call: Call) -> Call:
        arguments = validate(self.registry.function(call), call.arguments)
        return call.model_copy(update={"arguments": arguments})

    def output(self, call: Call, name: str) -> Output:
        """Return the declaration of an output of a call."""
        key = (call.simulator, call.function, name)
        if key not in self._outputs:
            self._outputs[key] = self.registry.function(call).output(name)
        return self._outputs[key]

    def save(self, verdicts: Sequence[Verdict], question: str) -> None:
        """Store the verdicts that rest on runs."""
        self._store.save_verdicts([v for v in verdicts if v.run_ids], question)


def _calls(reading: Reading) -> list[Call]:
    """Return the calls of a reading, those of every statement that it counts among them."""
    own = [term.call for term in reading.expression.terms]
    if isinstance(reading, Counted):
        own += [call for group in reading.of for one in group for call in _calls(one)]
    return own
