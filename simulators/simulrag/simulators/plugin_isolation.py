"""Runs a plug-in so that whatever it does or says can neither end nor mislead who asked."""

import logging
from collections.abc import Mapping
from typing import cast

from simulrag.simulators.errors import RunFailed, SimulatorError
from simulrag.simulators.interface import Call, Label, Run, Simulator, Value
from simulrag.simulators.safe_text import escaped, escaped_lines, without_folders

#: Longest part of a foreign error that is told, characters.
LONGEST_ERROR = 300
_log = logging.getLogger(__name__)


def run_of(simulator: Simulator, call: Call) -> Run:
    """Return the run of a call with checked arguments, its texts safe to print.

    Raises SimulatorError, RunFailed among them where the simulator breaks down or returns
    another run.
    """
    name = f"{call.simulator}.{call.function}"
    try:
        run = cast(object, simulator.run(call))
    except SimulatorError:
        raise
    except (Exception, SystemExit) as error:  # SystemExit: a plug-in's must not end the server
        _log.info("%s broke down", name, exc_info=error)
        raise RunFailed(f"{name} broke down: {type(error).__name__}: {_brief(error)}") from error
    if not isinstance(run, Run):
        raise RunFailed(f"{name} returned {type(run).__name__}; it must return a Run")
    wanted = call.run_id(simulator.version)
    if run.id != wanted or run.call.run_id(run.version) != wanted:
        raise RunFailed(
            f"{name} returned the run {run.id!r}, but {wanted!r} was asked for; a run must carry "
            "the call and the version that it was made with"
        )
    return _printable(run)


def _brief(error: BaseException) -> str:
    """Return the first line of an error, without the folders of the files that it names."""
    line = str(error).strip()[: 10 * LONGEST_ERROR].partition("\n")[0]
    return escaped(without_folders(line)[:LONGEST_ERROR])


def _printable(run: Run) -> Run:
    """Return a run whose texts neither steer a terminal nor forge a line of a reply.

    Its context alone may have several lines.
    """
    return run.model_copy(
        update={
            "outputs": _values(run.outputs),
            "parts": {escaped(part): _values(found) for part, found in run.parts.items()},
            "context": escaped_lines(run.context),
            "build": escaped(run.build),
            "resolved": {escaped(key): escaped(text) for key, text in run.resolved.items()},
            "warnings": tuple(map(escaped, run.warnings)),
            "check": run.check.model_copy(update={"tested": escaped(run.check.tested)}),
        }
    )


def _values(values: Mapping[str, Value]) -> dict[str, Value]:
    return {escaped(name): _value(value) for name, value in values.items()}


def _value(value: Value) -> Value:
    if isinstance(value, Label):
        return value.model_copy(update={"value": escaped(value.value)})
    return value
