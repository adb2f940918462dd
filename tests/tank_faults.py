"""What a tank answers, and what it does wrong at an inflow above 90; it loads next to nothing."""

import math
from random import random
from typing import Any

#: Inflow -> what is done, by every kind of tank.
FAULTS = {
    "crash": 91, "hang": 92, "nan": 93, "gigabyte": 94, "error": 95, "chance": 96,
    "wrong type": 97, "missing field": 98, "garbage": 99, "wrong unit": 90,
}  # fmt: skip
#: What only a service can do, and what only a kept program can.
REDIRECT, DRIP, DRIP_HEADERS, TWICE, STRANGER = 89, 88, 87, 86, 85


def reply(inflow: float, minutes: float, *, official: bool) -> Any:
    """Return what is answered, as the own form has it or the official contract."""
    found: Any = inflow / 20 * (1 - math.exp(-minutes / 60))
    held: dict[str, Any] = {"level": found, "state": "low"}
    match {number: name for name, number in FAULTS.items()}.get(round(inflow)):
        case "nan":
            held["level"] = float("nan")
        case "chance":
            held["level"] = random()
        case "wrong type":
            held["level"] = [found]
        case "missing field":
            del held["level"]
        case "wrong unit":
            held["level"] = {"value": 100 * found, "unit": "cm"}
        case "error":
            return {"error": "the pump is off"}
        case _:
            pass
    return held if official else {"outputs": held}
