"""Orders of small benchmarks of coffee, and a question template for it."""

from pathlib import Path
from typing import Any

from simulrag.evaluation.benchmark.benchmark_file import Order

COUNT = 8


def order(folder: Path, **changes: Any) -> Order:
    """Return an order of a small benchmark of coffee."""
    asked = {"simulator": "coffee", "out": folder / "coffee.jsonl", "items": COUNT, "seed": 3}
    return Order.model_validate({**asked, **changes})


def template(**changes: Any) -> dict[str, Any]:
    """Return a template of one question, some of it changed."""
    return {
        "name": "cup",
        "function": "cooling",
        "draws": {
            "minutes": {"parameter": "minutes", "low": 5, "high": 60, "step": 1},
            "start": {"parameter": "initial_temperature", "low": 80, "high": 95, "step": 1},
        },
        "settings": [
            {
                "arguments": {
                    "cup": "paper cup",
                    "minutes": "{minutes}",
                    "initial_temperature": "{start}",
                }
            }
        ],
        "questions": [
            "How hot is the coffee in a paper cup, <poured|which was poured> at {start} °C, "
            "after {minutes} minutes?"
        ],
        "claims": [
            {"formula": "A.temperature", "texts": {"": "The coffee temperature is {value}."}}
        ],
        **changes,
    }
