"""Asks a module what its decorated functions declare, in the process that will run them."""

from typing import cast

from pydantic import JsonValue

from simulrag.simulators.errors import BadValue
from simulrag.simulators.external.connections import Connection
from simulrag.simulators.external.declaration import Declaration, Table, check, function_tables
from simulrag.simulators.external.replies import refused


def described(declaration: Declaration, connection: Connection) -> Declaration:
    """Return a declaration with the functions of its module. Raises BadValue or RunFailed."""
    module = declaration.run.module
    reply = connection.ask({"describe": True})
    refused(reply, f"the module {module!r} of {declaration.name}")
    tables = cast(Table, reply.get("functions"))
    if not tables:
        raise BadValue(
            f"the module {module!r} has no function with the decorator @simulator_function",
            given=module,
        )
    made = function_tables(cast(dict[str, JsonValue], tables), f"module {module}")
    return check(declaration.model_copy(update=made), f"module {module}")
