"""The process in which decorated functions run: a request a line in, a reply a line out.

    python -P -m simulrag.simulators.external.function_worker MODULE

The module is looked for in the working folder, then among what is installed. What it prints goes to
standard error, so that it cannot be taken for a reply.
"""

import json
import os
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, BinaryIO

from simulrag.simulators.external.functions import called, functions_of, table_of

Answer = Callable[[Mapping[str, Any]], Mapping[str, object]]


def main() -> None:
    """Answer requests for a module's functions until the input ends."""
    sys.path.insert(0, os.getcwd())
    serve(lambda request: answer(sys.argv[1], request))


def serve(answer: Answer) -> None:
    """Answer requests, each with its id, until the input ends; what is raised is told."""
    replies = _replies()
    for line in sys.stdin.buffer:
        request = json.loads(line)
        told: dict[str, object] = {"id": request["id"]}
        try:
            told |= answer(request)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever it raises is told
            told["error"] = f"{type(error).__name__}: {error}"[:1_000]
        replies.write(json.dumps(told).encode() + b"\n")
        replies.flush()


def answer(name: str, request: Mapping[str, Any]) -> dict[str, object]:
    """Return the reply to a request: outputs, or declarations where it asks to describe."""
    functions = functions_of(import_module(name))
    if request.get("describe"):
        return {"functions": {key: table_of(one) for key, one in functions.items()}}
    function = functions[request["function"]]
    return {"outputs": called(function, request["arguments"], request["seed"])}


def _replies() -> BinaryIO:
    """Return the real standard output, and let what is printed go to standard error."""
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return replies


if __name__ == "__main__":
    main()
