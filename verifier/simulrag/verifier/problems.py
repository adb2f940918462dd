"""Errors of simulators as data, for replies and verdicts."""

from pydantic import JsonValue

from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.interface import Call
from simulrag.verifier.claims import Problem


def problem_of(error: SimulatorError, call: Call | None = None) -> Problem:
    """Return why a call could not be run, or a formula's could not, as data."""
    return Problem(
        reason=error.reason,
        message=str(error),
        simulator=call.simulator if call else "",
        parameter=error.parameter,
        given=_plain(error.given),
        nearest=_plain(error.nearest),
        candidates=error.candidates,
    )


def _plain(value: object) -> JsonValue:
    return value if isinstance(value, str | int | float | bool) else None
