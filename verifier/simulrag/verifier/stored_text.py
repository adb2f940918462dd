"""Runs and verdicts as the texts under which the evidence store keeps them."""

import math
from collections.abc import Mapping, Sequence
from typing import cast

from pydantic_core import to_json

from simulrag.simulators.errors import EvidenceError, RunFailed
from simulrag.simulators.interface import Run
from simulrag.verifier.claims import Verdict

#: Longest run that is kept, bytes as JSON; a run is numbers to cite, fields go to files.
MOST_BYTES = 8_000_000


def stored_text(record: Run | Verdict) -> str:
    """Return a record as JSON; RunFailed (EvidenceError for a verdict) if it is not finite.

    RunFailed as well for a run that is longer than MOST_BYTES.
    """
    fields = record.model_dump()
    place = "" if _all_finite(fields) else _not_finite(fields, "")
    if place and isinstance(record, Run):
        raise RunFailed(
            f"run {record.id!r} of {record.call.simulator}.{record.call.function} holds a value "
            f"that is no finite number in {place}; nothing was stored",
            parameter=place,
        )
    if place:
        raise EvidenceError(f"a verdict holds a value that is no finite number in {place}")
    try:
        body = record.model_dump_json()
    except ValueError as error:
        raise EvidenceError(f"a {type(record).__name__} cannot be stored: {error}") from error
    if isinstance(record, Run) and len(body) > MOST_BYTES:
        raise RunFailed(
            f"run {record.id!r} of {record.call.simulator}.{record.call.function} has "
            f"{len(body) / 1e6:.0f} MB; allowed are {MOST_BYTES / 1e6:.0f} MB, nothing was stored"
        )
    return body


def _all_finite(value: object) -> bool:
    """Tell fast whether all numbers are finite; False where words or something else may differ."""
    try:
        text = to_json(value, inf_nan_mode="constants")
    except (TypeError, ValueError):
        return False
    return b"NaN" not in text and b"Infinity" not in text


def _not_finite(value: object, place: str) -> str:
    """Return the dotted path of the first number that is NaN or infinite, "" if all are finite."""
    if isinstance(value, float):
        return "" if math.isfinite(value) else place
    if isinstance(value, dict):
        parts = cast(Mapping[object, object], value).items()
    elif isinstance(value, list | tuple):
        parts = enumerate(cast(Sequence[object], value))
    else:
        return ""
    for key, part in parts:
        if part is None or isinstance(part, str | int):
            continue
        path = _not_finite(part, f"{place}.{key}".lstrip("."))
        if path:
            return path
    return ""
