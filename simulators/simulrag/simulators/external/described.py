"""Asks a module or an FMU what it declares, in the process that will run it."""

from collections.abc import Mapping
from typing import cast

from pydantic import JsonValue

from simulrag.simulators.errors import BadValue
from simulrag.simulators.external import cached
from simulrag.simulators.external.connections import Connection
from simulrag.simulators.external.declaration import Declaration, check, function_tables
from simulrag.simulators.external.replies import refused

Tables = dict[str, JsonValue]


def described(declaration: Declaration, connection: Connection) -> Declaration:
    """Return a declaration with the functions that its module or FMU declares.

    It is asked only where its files are others than when it was last. Raises BadValue, RunFailed,
    NotInstalled.
    """
    source = f"{'FMU' if declaration.run.fmu else 'module'} {_named(declaration)}"
    file = cached.place(declaration)
    tables = cached.kept(file)
    if tables is None:
        tables = _asked(declaration, connection)
        cached.keep(file, tables)
    tables = _overlaid(tables, declaration.overlay, source, only=bool(declaration.run.fmu))
    made = function_tables(tables, source)
    return check(declaration.model_copy(update=made), source)


def _named(declaration: Declaration) -> str:
    return declaration.run.fmu or declaration.run.module


def _asked(declaration: Declaration, connection: Connection) -> Tables:
    reply = connection.ask({"describe": True})
    kind = "FMU" if declaration.run.fmu else "module"
    refused(reply, f"the {kind} {_named(declaration)!r} of {declaration.name}")
    tables = cast(Tables | None, reply.get("functions"))
    if not tables:
        raise BadValue(
            f"the module {declaration.run.module!r} has no function with the decorator "
            "@simulator_function",
            given=declaration.run.module,
        )
    return tables


def _overlaid(
    tables: Tables, overlay: Mapping[str, JsonValue], source: str, *, only: bool
) -> Tables:
    """Return tables with others laid over.

    only: where those name parameters or outputs, only these are kept, as a unit has more of them
    than anybody wants. Raises BadValue for a function, a parameter or an output that is not there.
    """
    made = {**tables}
    for name, laid in _mappings(overlay, "functions", source).items():
        own = _within(made, name, f"functions.{name}", source)
        merged = {**own, **laid}
        for part in ("parameters", "outputs"):
            if part in laid:
                at = f"functions.{name}.{part}"
                theirs = _mapping(own[part])
                whole: Tables = {} if only else {**theirs}
                for key, table in _mappings(laid[part], at, source).items():
                    whole[key] = {**_within(theirs, key, f"{at}.{key}", source), **table}
                merged[part] = whole
        example = {**_mapping(own["example"]), **_mapping(laid.get("example", {}))}
        kept = _mapping(merged["parameters"])
        made[name] = {**merged, "example": {k: v for k, v in example.items() if k in kept}}
    return made


def _within(tables: Tables, name: str, at: str, source: str) -> Tables:
    if name not in tables:
        raise BadValue(f"{at}: the {source} has {', '.join(tables)}", given=name)
    return _mapping(tables[name])


def _mapping(value: JsonValue) -> Tables:
    return cast(Tables, value)


def _mappings(value: object, at: str, source: str) -> Mapping[str, Tables]:
    held = cast(Mapping[str, object], value) if isinstance(value, Mapping) else {"": None}
    if not all(isinstance(one, dict) for one in held.values()):
        raise BadValue(f"{at} laid over the {source} must hold tables such as [{at}.NAME]")
    return cast(Mapping[str, Tables], held)
