"""The official SimulRAG contract: {"tool", "arguments"} in, any JSON object out.

Where in that object an output lies is said by its path, dotted, its name if there is none; lists
are entered by number. Units are those declared, since the contract has none. Numbers may be
texts, as they are in published evidence; a list of numbers is the members of an ensemble.
"""

from collections.abc import Mapping
from typing import cast

from pydantic import JsonValue

from simulrag.simulators.errors import RunFailed
from simulrag.simulators.external.ensembles import members_of
from simulrag.simulators.external.replies import Results, outputs
from simulrag.simulators.interface import Function, Output


def extracted(
    reply: Mapping[str, JsonValue], function: Function, paths: Mapping[str, str], subject: str
) -> Results:
    """Return a reply's outputs, each from its path. Raises RunFailed where one is not there.

    paths: by function and output ("level.height").
    """
    found = {
        one.name: _found(reply, one, paths.get(f"{function.name}.{one.name}", one.name), subject)
        for one in function.outputs
    }
    members = members_of(found, function, subject)
    return Results(
        outputs=outputs(found, function, subject, members),
        members=members,
        series={},
        warnings=(),
        check=None,
    )


def _found(reply: Mapping[str, JsonValue], output: Output, path: str, subject: str) -> JsonValue:
    value: JsonValue = cast(JsonValue, reply)
    for part in path.split("."):
        if isinstance(value, dict) and part in value:
            value = value[part]
        elif isinstance(value, list) and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
        else:
            raise RunFailed(
                f"{subject} answered without {path!r}, where output {output.name!r} should be; "
                f"it holds {', '.join(reply)[:200]}"
            )
    if output.kind == "number" and isinstance(value, str):
        return _number(value)
    return value


def _number(text: str) -> JsonValue:
    """Return a text as the number that it is, else as it stands, to be refused."""
    try:
        return float(text)
    except ValueError:
        return text
