"""Tries a simulator as the product will use it, and says what is wrong with it.

Checked: examples, determinism, members, ranges, units, errors, time, the handbook, and whether text
about it is read.
"""

import time
from collections.abc import Callable, Iterator, Mapping

from pydantic import JsonValue

from simulrag.simulators.diagnostics import Finding, State
from simulrag.simulators.errors import RunFailed, SimulatorError
from simulrag.simulators.external.simulator import ExternalSimulator
from simulrag.simulators.interface import Call, Function, Parameter, Run, Simulator
from simulrag.simulators.registry import installed
from simulrag.verifier.conformance.pairing import call_of, pairing, range_of
from simulrag.verifier.conformance.reading import handbook, reading, unfinished, units

#: Seconds within which a run should be made, so that a conversation does not wait for it.
QUICK = 5.0
#: Most choices of a parameter that are tried.
MOST_CHOICES = 20
#: Verdict of a check block -> what it is here.
_STATES: Mapping[str, State] = {"passed": "ok", "failed": "failed", "not_evaluated": "note"}


def findings(simulator: Simulator) -> Iterator[Finding]:
    """Yield what each check found; each is made whatever the others found."""
    for check in (name, handbook, unfinished, units):
        yield from _made(check, simulator)
    for function in simulator.functions:
        if not function.example and any(p.required for p in function.parameters):
            yield Finding(
                f"{function.name}: example",
                "failed",
                "there is no example, so that nothing of it can be tried",
                f"add arguments that work: [functions.{function.name}.example]",
            )
            continue
        for look in (example, determinism, pairing, ranges, reading):
            yield from _made(lambda one, look=look, f=function: look(one, f), simulator)
    if isinstance(simulator, ExternalSimulator):
        own = simulator
        yield from _made(lambda _: errors(own), simulator)


def name(simulator: Simulator) -> Iterator[Finding]:
    """Yield whether another simulator has its name, of which the first alone is offered."""
    registry = installed()
    taken = simulator.name in registry.names() and type(simulator) is not type(
        registry.simulator(simulator.name)
    )  # the same, where it is this one
    if taken:
        yield Finding(
            "name", "failed", f"there is a simulator {simulator.name!r} already, so that this one "
            "is left out", "take another name"
        )  # fmt: skip


def _made(
    check: Callable[[Simulator], Iterator[Finding]], simulator: Simulator
) -> Iterator[Finding]:
    """Make a check; one that breaks down is itself a finding."""
    try:
        yield from check(simulator)
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a simulator raises is told
        said = (
            str(error) if isinstance(error, SimulatorError) else f"{type(error).__name__}: {error}"
        )
        yield Finding("run", "failed", said, "mend what the message names, and try again")


def example(simulator: Simulator, function: Function) -> Iterator[Finding]:
    """Run the example: outputs, time and check block."""
    name = f"{function.name}: example"
    started = time.monotonic()
    made = _run(simulator, function)
    took = time.monotonic() - started
    lacking = [o.name for o in function.outputs if o.name not in made.outputs and not o.needs]
    if lacking:
        yield Finding(name, "failed", f"its run lacks {', '.join(lacking)}", "return all outputs")
    shown = ", ".join(f"{key} = {value.value}" for key, value in made.outputs.items())
    yield Finding(name, "ok", shown)
    slow = took > QUICK
    yield Finding(
        f"{function.name}: time",
        "note" if slow else "ok",
        f"the first run took {took:.2f} s",
        "a conversation waits for it; an emulator of it would be quicker" if slow else "",
    )
    verdict = made.check.verdict
    yield Finding(
        f"{function.name}: check",
        _STATES[verdict],
        f"{made.check.tested}: {verdict}",
        "" if verdict == "passed" else "give outputs a range, or a check with each reply",
    )


def determinism(simulator: Simulator, function: Function) -> Iterator[Finding]:
    """Run the example several times with one seed: every digit must be the same."""
    name = f"{function.name}: determinism"
    runs = [_run(simulator, function, seed=7) for _ in range(3)]
    for one in runs[1:]:
        for key, value in one.outputs.items():
            if value != runs[0].outputs[key]:
                yield Finding(
                    name,
                    "failed",
                    f"{key} was {runs[0].outputs[key].value} and then {value.value}, seed 7",
                    "draw every random number from a generator seeded by the call's seed",
                )
                return
    yield Finding(name, "ok", "three runs with one seed gave the same digits")


def ranges(simulator: Simulator, function: Function) -> Iterator[Finding]:
    """Run both ends of every range and every choice; beyond the ends, a call must be refused."""
    base = _run(simulator, function)
    for parameter in function.parameters:
        name = f"{function.name}: {parameter.name}"
        values = _values(parameter)
        if not values:
            yield Finding(
                name,
                "note",
                f"has no range ({parameter.kind})",
                "give the range in which results are valid, so that others are refused",
            )
            continue
        yield from _tried(simulator, function, parameter, values, base)


def _tried(
    simulator: Simulator,
    function: Function,
    parameter: Parameter,
    values: list[JsonValue],
    base: Run,
) -> Iterator[Finding]:
    name = f"{function.name}: {parameter.name}"
    changed = False
    for value in values:
        try:
            made = _run(simulator, function, {parameter.name: value})
        except RunFailed as error:
            yield Finding(
                name,
                "failed",
                f"{parameter.name}={value} is declared as valid, but {error}",
                "mend the program, or narrow what is declared",
            )
            return
        except SimulatorError as error:  # a limit beyond those that are declared one by one
            yield Finding(name, "note", f"{parameter.name}={value} is refused: {error}")
            return
        changed = changed or made.outputs != base.outputs
    if not changed:
        yield Finding(
            name, "note", "changes no output", "remove it, or say in the handbook when it counts"
        )
        return
    shown = ", ".join(map(str, values[:4])) + (", ..." if len(values) > 4 else "")
    yield Finding(name, "ok", f"ran at {shown}; {parameter.allowed()}")


def errors(simulator: ExternalSimulator) -> Iterator[Finding]:
    """Ask for a function that there is not: an error must be told, and the next call answered."""
    known = simulator.functions[0]
    name = "errors"
    if simulator.declaration.run.kind == "contract":
        yield Finding(name, "note", "the contract has no errors to try")
        return
    strange = known.model_copy(update={"name": "no_such_function"})
    try:
        arguments = dict(known.example)
        call = Call(simulator=simulator.name, function=strange.name, arguments=arguments)
        simulator.answer(call, strange)
    except RunFailed as error:
        told = " failed: " in str(error)
        yield Finding(
            name,
            "ok" if told else "note",
            f"an unknown function: {error}",
            "" if told else 'answer {"error": "what is wrong"} in place of breaking down',
        )
    else:
        yield Finding(
            name,
            "failed",
            "a call of a function that there is not was answered as if it were one",
            'look at "function" in the request, and answer {"error": "..."} to what is unknown',
        )
    if known.example:
        _run(simulator, known)


def _values(parameter: Parameter) -> list[JsonValue]:
    if parameter.choices and parameter.kind in ("choice", "choices"):
        names = list(parameter.choices)[:MOST_CHOICES]
        return [name if parameter.kind == "choice" else [name] for name in names]
    return list(range_of(parameter) or ())


def _run(
    simulator: Simulator,
    function: Function,
    changes: Mapping[str, JsonValue] | None = None,
    seed: int = 0,
) -> Run:
    """Run the example of a function, some arguments changed. Raises SimulatorError."""
    arguments = {**function.example, **(changes or {})}
    return simulator.run(call_of(simulator, function, arguments, seed))
