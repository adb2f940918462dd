"""A Functional Mock-up Unit as a function of a simulator: its description is the declaration.

Parameters are the variables of the causalities `parameter` and `input`, with unit, range, start
value and description; results those of `output` at the stop time, with their course until then.
Names are those of the unit in small letters, every other sign an underscore; where that is no
name, or that of several, some digits tell which it is. One called `seed` is no parameter here: it
gets the seeds of the members of a call. FMI 2.0 and 3.0, co-simulation and model exchange, run by
FMPy (https://fmi-standard.org, doi 10.3384/ecp12076173).
"""

import hashlib
import keyword
import re
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from pydantic import JsonValue

from simulrag.simulators.declaration_checks import RESERVED
from simulrag.simulators.external.ensemble_members import SEEDS

#: The one function of a unit, and its parameter for the time until which it is run.
FUNCTION, STOP_TIME = "simulate", "stop_time"
#: Its variable, if it has one, that sets its random numbers.
SEED = "seed"
#: Most points of a course; most parameters that are offered without being named.
MOST_POINTS, MOST_OFFERED = 200, 40
#: Largest unit, bytes unpacked.
LARGEST = 2**30
#: Longest name and longest phrase, characters; digits that tell names apart.
LONGEST_NAME, LONGEST_PHRASE, _DIGITS = 40, 200, 4
#: Names that are none here, or another's.
_TAKEN = frozenset((*keyword.kwlist, *RESERVED, STOP_TIME)) - {SEED}
_NUMBERS = re.compile(r"Real|Float(32|64)")
_INTEGERS = re.compile(r"Integer|U?Int(8|16|32|64)")


class FmuError(Exception):
    """A unit that cannot be used, and why."""


def check_archive(path: Path) -> None:
    """Raise FmuError for what is no archive, or unpacks to more than `LARGEST`."""
    try:
        with zipfile.ZipFile(path) as archive:
            size = sum(one.file_size for one in archive.infolist())
            names = archive.namelist()
    except (OSError, zipfile.BadZipFile) as error:
        raise FmuError(f"{path.name} is no FMU: {error}") from error
    if "modelDescription.xml" not in names:
        raise FmuError(f"{path.name} is no FMU: it holds no modelDescription.xml")
    if size > LARGEST:
        raise FmuError(f"{path.name} unpacks to more than {LARGEST // 2**20} MB")


def check_platform(name: str, found: Sequence[str]) -> None:
    """Raise FmuError for a unit without a program for this system.

    found: the systems that it has programs for, as FMPy calls them.
    """
    import fmpy  # pyright: ignore[reportMissingImports] - in an extra

    own = str(cast(Any, fmpy).platform)
    if own not in found:
        made_for = ", ".join(found) or "no system"
        raise FmuError(
            f"{name} has programs for {made_for}, but none for {own}, which this is; export it for "
            f"{own} too" + (f", or: fmpy compile {name}" if "c-code" in found else "")
        )


def variables(description: Any, *causalities: str) -> Mapping[str, Any]:
    """Return the scalar numbers of a unit by their names here."""
    scalars = [
        one
        for one in description.modelVariables
        if one.causality in causalities and not one.dimensions and one.variability != "constant"
        if kind_of(one) is not None
    ]
    return dict(zip(names_of([one.name for one in scalars]), scalars, strict=True))


def names_of(variables: Sequence[str]) -> list[str]:
    """Return the names of variables here, all different, each the same whatever others there are
    that it is not mistaken for: "body.v[1]" is "body_v_1", "waterLevel" "water_level".
    """
    plain = [_plain(variable) for variable in variables]
    shared = Counter(name[:LONGEST_NAME] for name in plain)
    return [
        name
        if len(name) <= LONGEST_NAME and shared[name] == 1 and name not in _TAKEN
        else f"{name[: LONGEST_NAME - _DIGITS - 1].rstrip('_')}_{_digest(variable)}"
        for name, variable in zip(plain, variables, strict=True)
    ]


def _plain(variable: str) -> str:
    apart = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", variable)
    name = re.sub(r"[^a-z0-9]+", "_", apart.casefold()).strip("_")
    return name if name[:1].isalpha() else f"v_{name}".strip("_")


def _digest(variable: str) -> str:
    return hashlib.sha256(variable.encode("utf-8", "replace")).hexdigest()[:_DIGITS]


def kind_of(variable: Any) -> str | None:
    """Return the kind of a parameter; None for texts, enumerations and binary data."""
    if _NUMBERS.fullmatch(variable.type):
        return "number"
    if _INTEGERS.fullmatch(variable.type):
        return "integer"
    return "choice" if variable.type == "Boolean" else None


def tables(description: Any) -> dict[str, JsonValue]:
    """Return what a unit declares, as tables of a file."""
    stop = usual_stop(description)
    inputs = variables(description, "parameter", "input")
    parameters: dict[str, JsonValue] = {
        name: _parameter(one) for name, one in inputs.items() if name != SEED
    }
    parameters[STOP_TIME] = {
        "unit": "s", "default": stop, "range": [stop / 1000, stop * 10],
        "description": "time until which the model is run", "words": ["stop time", "after"],
    }  # fmt: skip
    outputs = {name: _output(one) for name, one in variables(description, "output").items()}
    return {
        FUNCTION: {
            "title": _one_line(description.modelName)[:100],
            "description": _one_line(description.description or description.modelName)[:300],
            "parameters": parameters,
            "outputs": outputs,
            "example": {STOP_TIME: stop},
            "seeds": SEEDS if SEED in inputs else 0,
        }
    }


def usual_stop(description: Any) -> float:
    """Return the time until which a unit is run where none is given, seconds."""
    return float(getattr(description.defaultExperiment, "stopTime", None) or 1.0)


def _parameter(variable: Any) -> JsonValue:
    table = _described(variable)
    if kind_of(variable) == "choice":
        start = str(variable.start or "false").casefold() in ("true", "1")
        return {**table, "choices": ["false", "true"], "default": str(start).casefold()}
    table |= {"kind": kind_of(variable), **dict(_range(variable))}
    number = float if table["kind"] == "number" else int
    if variable.start is not None:
        table["default"] = number(variable.start)
    return table


def _output(variable: Any) -> JsonValue:
    table = _described(variable)
    if kind_of(variable) == "choice":
        return {**table, "choices": ["false", "true"]}
    ends = dict(_range(variable))
    return {**table, **({"range": [ends["low"], ends["high"]]} if len(ends) == 2 else {})}


def _described(variable: Any) -> dict[str, JsonValue]:
    said = _one_line(variable.description or variable.name)
    unit = unit_of(_of_type(variable, "unit") or "")
    name = variable.name
    words = [_plain(name).replace("_", " ") if name.isascii() else _one_line(name)]
    if len(said.split()) <= 5:
        words.insert(0, said)
    spoken: list[JsonValue] = [word for word in dict.fromkeys(words) if _is_phrase(word)]
    return {"description": said[:300], "words": spoken, "unit": unit}


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _is_phrase(word: str) -> bool:
    return any(c.isalnum() for c in word) and len(word) <= LONGEST_PHRASE


def _range(variable: Any) -> Iterator[tuple[str, float]]:
    for end, key in (("low", "min"), ("high", "max")):
        value = _of_type(variable, key)
        if value is not None:
            yield end, float(value)


def _of_type(variable: Any, key: str) -> Any:
    """Return an attribute of a variable, else of its declared type."""
    own = getattr(variable, key, None)
    return getattr(variable.declaredType, key, None) if own is None else own


def unit_of(unit: str) -> str:
    """Return a unit as it is written here: "N.m" is "N*m", "1" none."""
    return "" if unit in ("1", "-") else unit.replace(".", "*")
