"""A run of a simulator that tests nothing of itself."""

from typing import Any

from simulrag.simulators.interface import Call, Check, Quantity, Run


def plain_run(call: Call, version: str, *, context: str, **more: Any) -> Run:
    """Return a run; `more` are fields of `Run`, and numbers in place of `outputs` by name."""
    numbers = {
        name: more.pop(name) for name in list(more) if isinstance(more[name], float | Quantity)
    }
    outputs = {
        name: value if isinstance(value, Quantity) else Quantity(value=value)
        for name, value in numbers.items()
    }
    fields = {
        "id": call.run_id(version),
        "call": call,
        "version": version,
        "build": "test",
        "outputs": outputs,
        "context": context,
        "check": Check(tested="nothing", verdict="not_evaluated"),
    }
    return Run(**{**fields, **more})
