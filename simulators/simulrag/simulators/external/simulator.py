"""A simulator of somebody else's, run as its declaration says."""

import math
import platform
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import JsonValue

from simulrag.simulators import question_templates
from simulrag.simulators.capabilities import PAIRING, Held
from simulrag.simulators.errors import RunFailed
from simulrag.simulators.external.connections import Connection, Request, connection
from simulrag.simulators.external.declaration import DESCRIBED, Declaration, digest, read
from simulrag.simulators.external.default_words import context
from simulrag.simulators.external.ensemble_members import Members, as_floats
from simulrag.simulators.external.replies import Results, contract_results, refused, results
from simulrag.simulators.external.seed_ensembles import together
from simulrag.simulators.external.self_description import described
from simulrag.simulators.interface import Call, Candidate, Check, Function, Quantity, Run
from simulrag.simulators.output_operations import floor_warnings
from simulrag.simulators.progress import part

__all__ = ["from_file"]

#: Calls whose members are kept until they are asked for.
MOST_KEPT = 64


class ExternalSimulator:
    """Satisfies `Simulator`; whatever its program does is told as RunFailed."""

    def __init__(
        self,
        declaration: Declaration,
        file: Path | None = None,
        link: Connection | None = None,
    ) -> None:
        self.declaration = declaration
        self.name = declaration.name
        self.title = declaration.title
        self.description = declaration.description
        self.functions = declaration.functions
        self.not_represented = declaration.not_represented
        self.other_values = declaration.other_values
        self.inverses = declaration.inverses
        self.record_layout = _layout(declaration)
        #: Runs of a changed program are other runs, whether or not its author says so.
        self.version = f"{declaration.version}+{digest(declaration, file)}"
        self._connection = link or connection(declaration)
        #: Functions that are known not to be left to chance, or are believed not to be.
        self._repeated = {f.name for f in self.functions if not declaration.run.repeats}
        self._lock = threading.Lock()
        #: Members of the latest calls.
        self._members: dict[str, Mapping[str, Members]] = {}

    def run(self, call: Call) -> Run:
        """Run a validated call. Raises RunFailed, NotInstalled where its program is not there."""
        function = next(f for f in self.functions if f.name == call.function)
        answers = self._answers(call, function)
        self._look_for_chance(call, function, answers[0])
        found = self._together(answers, call, function)
        with self._lock:
            if len(self._members) >= MOST_KEPT:
                self._members.clear()
            self._members[call.canonical()] = found.members
        return Run(
            id=call.run_id(self.version),
            call=call,
            version=self.version,
            build=f"{self.declaration.run.kind}, {platform.machine()}",
            outputs=found.outputs,
            series=found.series,
            context=context(function, call.arguments, found.outputs),
            resolved={k: str(v) for k, v in call.arguments.items() if v is not None},
            warnings=(*found.warnings, *floor_warnings(function.outputs, found.outputs)),
            check=found.check or self._check(function, found),
        )

    def samples(self, call: Call) -> Mapping[str, Sequence[float]]:
        """Return the members that the program gives, or one for each seed (see `Sampled`)."""
        members = self._members.get(call.canonical())
        if members is None:
            self.run(call)
            members = self._members[call.canonical()]
        return {name: as_floats(one) for name, one in members.items()}

    def answer(self, call: Call, function: Function) -> Results:
        """Return what the program answers to a call, read and checked. Raises RunFailed."""
        return self._together(self._answers(call, function), call, function)

    def _together(self, answers: Sequence[Results], call: Call, function: Function) -> Results:
        if len(answers) == 1:
            return answers[0]
        return together(answers, function, f"{self.name}.{call.function}")

    def _answers(self, call: Call, function: Function) -> list[Results]:
        """Return the answer to a call, or one for each of the seeds that are its members."""
        count = self._seeds(function)
        found: list[Results] = []
        for number in range(count):
            with part(number, count):
                found.append(self._answer(call, function, number))
        return found

    def _answer(self, call: Call, function: Function, number: int = 0) -> Results:
        subject = f"{self.name}.{call.function}"
        seed = call.seed * self._seeds(function) + number
        reply = self._connection.ask(self._request(call, seed))
        refused(reply, subject)
        if self.declaration.run.kind == "contract":
            return contract_results(reply, function, self.declaration.paths, subject)
        return results(reply, function, subject)

    def _seeds(self, function: Function) -> int:
        """Return with how many seeds a call is made."""
        return max(self.declaration.seeds.get(function.name, 0), 1)

    def _request(self, call: Call, seed: int) -> Request:
        given: Mapping[str, JsonValue] = {k: v for k, v in call.arguments.items() if v is not None}
        if self.declaration.run.kind == "contract":
            return {"tool": call.function, "arguments": dict(given)}
        return {"function": call.function, "arguments": dict(given), "seed": seed}

    def _look_for_chance(self, call: Call, function: Function, found: Results) -> None:
        """Ask the first call of each function twice. Raises RunFailed where the two differ."""
        with self._lock:
            if call.function in self._repeated:
                return
        again = self._answer(call, function)
        for name, value in found.outputs.items():
            if again.outputs[name] != value:
                raise RunFailed(
                    f"{self.name}.{call.function} is left to chance: output {name!r} was "
                    f"{value.value} and then {again.outputs[name].value} for the same call and "
                    f"seed {call.seed}; every random draw must come from a generator seeded by it"
                )
        if again.members != found.members:
            raise RunFailed(
                f"{self.name}.{call.function} gave other members for the same call and seed "
                f"{call.seed}; {PAIRING}"
            )
        with self._lock:
            self._repeated.add(call.function)

    def _check(self, function: Function, found: Results) -> Check:
        """Return whether the numbers lie within what is declared as plausible for them."""
        ranges = {
            o.name: ends
            for o in function.outputs
            if (ends := self.declaration.plausible.get(f"{function.name}.{o.name}"))
        }
        if not ranges:
            return Check(tested="no range is declared for the outputs", verdict="not_evaluated")
        off = 0.0
        for name, (low, high) in ranges.items():
            value = found.outputs[name]
            at = value.value if isinstance(value, Quantity) else math.nan
            off = max(off, low - at, at - high)
        return Check(
            tested=f"{', '.join(ranges)[:120]} within the declared range",
            verdict="failed" if off > 0 else "passed",
            residual=off,
            tolerance=0.0,
        )

    def find(self, parameter: str, text: str) -> tuple[Candidate, ...]:  # noqa: ARG002
        """Return nothing: declared simulators have no places."""
        return ()

    def handbook(self) -> str:
        """Return the handbook's Markdown, with a place for its tables."""
        path = self.declaration.folder / self.declaration.handbook
        try:
            return path.read_text("utf-8")
        except (OSError, ValueError):  # validate-simulator tells of it
            return f"# {self.title}\n\n{self.description}\n\n{{{{tables}}}}\n"

    def question_templates(self) -> str:
        """Return the templates of questions beside the declaration (see `BringsQuestions`)."""
        path = self.declaration.folder / question_templates.FILE
        return path.read_text("utf-8") if path.is_file() else ""


def _layout(declaration: Declaration) -> Mapping[str, Mapping[str, Held]]:
    """Return where recorded evidence holds outputs: where replies of a contract do."""
    made: dict[str, dict[str, Held]] = {}
    for name, path in declaration.paths.items():
        function, _, output = name.partition(".")
        made.setdefault(function, {})[output] = Held(path=path)
    return made


def from_file(path: Path) -> ExternalSimulator:
    """Return the simulator that a declaration's file declares. Raises SimulatorError.

    An entry point of the group `simulrag.simulators` may name such a path in place of a class.
    """
    declaration = read(path)
    link = connection(declaration)
    if declaration.run.kind in DESCRIBED and not declaration.functions:
        declaration = described(declaration, link)
    return ExternalSimulator(declaration, path, link)
