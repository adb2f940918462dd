"""Benchmark items about cups of coffee; their values follow Newton's law of cooling."""

import math

from coffee import RATES, Coffee
from simulrag.evaluation.benchmark.items import Item, ReferenceClaim
from simulrag.simulators.interface import Call
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore

REGISTRY = Registry([Coffee()])
CUPS = tuple(RATES)


def temperature(cup: str, minutes: int, poured: int) -> float:
    """Return the temperature after some minutes in a room of 20 °C, in °C."""
    return 20 + (poured - 20) * math.exp(-RATES[cup] * minutes)


def item(number: int) -> Item:
    """Return an item that compares a cup at two times."""
    cup = CUPS[number % len(CUPS)]
    first, second, poured = 5 + number, 25 + 2 * number, 85 + number % 10
    calls = tuple(
        Call(simulator="coffee", function="cooling",
             arguments={"cup": cup, "minutes": m, "initial_temperature": poured})
        for m in (first, second)
    )  # fmt: skip
    with EvidenceStore() as store:
        runs = tuple(store.run(call, REGISTRY).id for call in calls)
    values = [temperature(cup, m, poured) for m in (first, second)]
    said = [
        ReferenceClaim(
            text=f"The temperature of the coffee in a {cup} after {m} minutes is {v:.1f} °C.",
            run_ids=(run,), output="temperature", kind="quantitative", value=f"{v:.1f}",
        )
        for m, v, run in zip((first, second), values, runs, strict=True)
    ]  # fmt: skip
    fall = values[0] - values[1]
    said.append(
        ReferenceClaim(
            text=f"The coffee is colder after {second} minutes than after {first} minutes.",
            run_ids=runs, output="temperature", kind="qualitative", operation="difference",
            value="falls", high=0.0,
        )
    )  # fmt: skip
    said.append(
        ReferenceClaim(
            text=f"The temperature difference is {fall:.1f} °C.",
            run_ids=runs, output="temperature", kind="quantitative", operation="difference",
            absolute=True, value=f"{fall:.1f}",
        )
    )  # fmt: skip
    return Item(
        id=f"coffee-item-{number}",
        simulator="coffee",
        template="two_times",
        group=f"evidence {number // 2}",
        question=(
            f"What is the temperature of the coffee in a {cup}, poured at {poured} °C, after "
            f"{first} minutes and after {second} minutes? What is the temperature difference?"
        ),
        calls=calls,
        runs=runs,
        answer=" ".join(claim.text for claim in said),
        claims=tuple(said),
        seed=number,
    )


ITEMS = tuple(item(number) for number in range(8))
