"""Errors that a caller can act on.

    SimulRAGError
      SimulatorError
        UnknownName        a simulator, function, parameter, place or choice that does not exist
        OutOfRange         a value outside what the simulator is valid for
        MissingCondition   a parameter that is needed and was not given
        BadValue           a value of the wrong kind
        NotInstalled       an optional part is missing
        RunFailed          the simulation itself broke down
      EvidenceError        the evidence store cannot be opened, read or written
        Altered            a record in it is not what was stored

The parts above add their own below SimulRAGError: the client in its `errors`, the literature in
its own, and where they are raised FormulaError and those of the evaluation's files.

Every message gives the name, what was given, and what is allowed or what to do next.
"""

from collections.abc import Sequence


class SimulRAGError(Exception):
    """Anything that this package refuses; `reason` is a stable snake_case code."""

    reason = "refused"


class SimulatorError(SimulRAGError):
    """A call that cannot be run as it stands."""

    reason = "bad_call"

    def __init__(
        self,
        message: str,
        *,
        parameter: str = "",
        given: object = None,
        nearest: object = None,
        candidates: Sequence[str] = (),
    ) -> None:
        super().__init__(message)
        self.parameter = parameter
        self.given = given
        self.nearest = nearest
        self.candidates = tuple(candidates)


class UnknownName(SimulatorError):
    """A name that does not exist; `candidates` holds the nearest ones."""

    reason = "unknown_name"


class OutOfRange(SimulatorError):
    """A value outside the valid range; `nearest` holds the nearest valid one."""

    reason = "value_out_of_range"


class MissingCondition(SimulatorError):
    """A required parameter that was not given."""

    reason = "missing_condition"


class BadValue(SimulatorError):
    """A value of the wrong kind, such as text for a number, or NaN."""

    reason = "bad_value"


class NotInstalled(SimulatorError):
    """An optional part is not installed; the message holds the command that installs it."""

    reason = "not_installed"


class RunFailed(SimulatorError):
    """The simulation itself broke down; nothing can be concluded from it."""

    reason = "run_failed"


class EvidenceError(SimulRAGError):
    """The evidence store cannot be opened, read or written as asked."""

    reason = "evidence_store"


class Altered(EvidenceError):
    """A record of the evidence store is not what was stored; the others can be used."""

    reason = "altered"


def file_missing(error: Exception) -> str:
    """Say which file of a data folder is missing; "" for any other error."""
    if not isinstance(error, FileNotFoundError) or error.filename is None:
        return ""
    return f"{error.filename} is missing; data/SOURCES.md lists the files"
