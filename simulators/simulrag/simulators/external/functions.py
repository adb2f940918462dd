"""Python functions as functions of a simulator: their annotations are the declaration.

    @simulator_function(title="Water level", example={"inflow": 10, "minutes": 30})
    def level(
        inflow: Annotated[float, Field(ge=0, le=100), Unit("l/min"), Words("inflow")],
        minutes: Annotated[float, Field(ge=0, le=600), Unit("minute"), Words("after")],
    ) -> Annotated[float, Unit("m"), Words("water level")]:

A function stays callable as it was. It is registered by a `simulator.toml` with
`kind = "functions"` and the module's name, and runs in a process of its own.
"""

import inspect
import math
import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, is_dataclass
from datetime import date
from typing import Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from annotated_types import Ge, Gt, Le, Lt
from pydantic import BaseModel, JsonValue
from pydantic.fields import FieldInfo

from simulrag.simulators.errors import BadValue
from simulrag.simulators.external.ensemble_members import SEEDS

__all__ = ["Unit", "Words", "simulator_function"]

_F = TypeVar("_F", bound=Callable[..., object])

#: Name of the attribute that holds a function's declaration.
_MARK = "__simulator_function__"
_KINDS: Mapping[object, str] = {float: "number", int: "integer", date: "date"}
_RESULTS: Mapping[object, str] = {float: "number", int: "number", date: "date"}


class Unit(str):
    """The unit of a parameter or a result, such as Unit("m")."""


class Words(tuple[str, ...]):
    """Phrases in text that name a parameter or a result, such as Words("inflow", "supply")."""

    def __new__(cls, *words: str) -> "Words":
        """Make one of its phrases."""
        return super().__new__(cls, words)


def simulator_function(
    *, title: str = "", example: Mapping[str, JsonValue] | None = None, **more: JsonValue
) -> Callable[[_F], _F]:
    """Declare a function as one of a simulator; `more` are further keys of `Function`.

    A parameter called `seed` is no parameter of the simulator: a call is made with the seeds 0 to
    19 (`seeds` says with how many), whose results are its members. Without it, a result may be a
    list or an array of members. Raises BadValue for an annotation that says too little.
    """

    def declare(function: _F) -> _F:
        said = inspect.getdoc(function) or ""
        table: dict[str, JsonValue] = {
            "title": title or function.__name__.replace("_", " ").capitalize(),
            "parameters": _parameters(function),
            "outputs": _outputs(function),
            "example": dict(example or {}),
            **({"seeds": SEEDS} if "seed" in inspect.signature(function).parameters else {}),
            **({"description": said.split("\n\n")[0].replace("\n", " ")} if said else {}),
            **more,
        }
        setattr(function, _MARK, table)
        return function

    return declare


def functions_of(module: types.ModuleType) -> Mapping[str, Callable[..., object]]:
    """Return the declared functions of a module by name."""
    return {name: one for name, one in vars(module).items() if hasattr(one, _MARK)}


def table_of(function: Callable[..., object]) -> JsonValue:
    """Return what is declared of a function, as in a file."""
    return getattr(function, _MARK)


def called(
    function: Callable[..., object], arguments: Mapping[str, JsonValue], seed: int
) -> dict[str, object]:
    """Call a declared function and return its outputs by name."""
    hints = get_type_hints(function)
    given: dict[str, object] = {
        name: date.fromisoformat(str(value)) if hints.get(name) is date else value
        for name, value in arguments.items()
    }
    if "seed" in inspect.signature(function).parameters:
        given["seed"] = seed
    found = _fields(function(**given), function.__name__)
    return {name: _plain(value) for name, value in found.items()}


def _fields(result: object, name: str) -> dict[str, object]:
    """Return the parts of a result; one that has none is the output of the function's name."""
    if isinstance(result, BaseModel):
        return result.model_dump()
    if is_dataclass(result) and not isinstance(result, type):
        return asdict(result)
    if hasattr(result, "_asdict"):
        return cast(dict[str, object], cast(Any, result)._asdict())
    return cast(dict[str, object], result) if isinstance(result, dict) else {name: result}


def _plain(value: Any) -> object:
    """Return numbers and arrays of numpy's as those of Python, a date as text.

    A member that is NaN is None.
    """
    if isinstance(value, date):
        return value.isoformat()
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list | tuple):
        items = map(_plain, cast(Iterable[object], value))
        return [None if isinstance(one, float) and math.isnan(one) else one for one in items]
    return value


def _parameters(function: Callable[..., object]) -> dict[str, JsonValue]:
    hints = get_type_hints(function, include_extras=True)
    made: dict[str, JsonValue] = {}
    for name, parameter in inspect.signature(function).parameters.items():
        if name == "seed":
            continue
        at = f"parameter {name!r} of {function.__name__}"
        table = _table(hints.get(name), at, _KINDS)
        if parameter.default is not parameter.empty:
            table["default"] = parameter.default
        made[name] = table
    return made


def _outputs(function: Callable[..., object]) -> dict[str, JsonValue]:
    hints = get_type_hints(function, include_extras=True)
    result = hints.get("return")
    at = f"result of {function.__name__}"
    fields = get_type_hints(result, include_extras=True) if isinstance(result, type) else {}
    if result in _RESULTS or not fields:
        return {function.__name__: _output(result, at)}
    return {name: _output(one, f"{at}, {name!r}") for name, one in fields.items()}


def _output(hint: Any, at: str) -> dict[str, JsonValue]:
    """Return what an annotation of a result says; both ends of a range are its check."""
    table = _table(hint, at, _RESULTS)
    low, high = table.pop("low", None), table.pop("high", None)
    if (low is None) != (high is None):
        raise BadValue(f"{at} has half a range; give ge= and le=, or neither")
    return table if low is None else {**table, "range": [low, high]}


def _table(hint: Any, at: str, kinds: Mapping[object, str]) -> dict[str, JsonValue]:
    """Return what an annotation says, as a table of a file. Raises BadValue."""
    field = FieldInfo.from_annotation(hint) if hint is not None else FieldInfo()
    made: dict[str, JsonValue] = {}
    if get_origin(field.annotation) is Literal:
        made["choices"] = [str(choice) for choice in get_args(field.annotation)]
    elif field.annotation in kinds:
        made["kind"] = kinds[field.annotation]
    else:
        raise BadValue(
            f"{at} is annotated {hint!r}; allowed are float, int, datetime.date and Literal of "
            "texts, in Annotated[...] with Field(ge=, le=, description=), Unit and Words"
        )
    if field.description:
        made["description"] = field.description
    for told in field.metadata:
        _add(made, told, at)
    return made


def _add(table: dict[str, JsonValue], told: object, at: str) -> None:
    match told:
        case Unit():
            table["unit"] = str(told)
        case Words():
            table["words"] = list(told)
        case Ge(ge=int() | float() as low):
            table["low"] = low
        case Le(le=int() | float() as high):
            table["high"] = high
        case Gt() | Lt():
            raise BadValue(f"{at} has an open range; give ge= and le=, the ends that are allowed")
        case _:
            return
