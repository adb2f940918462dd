"""Whether formulas over all states are decided alike by the emulator of seasons and the simulator.

    python -m studies.fanned_seasons [--settings 34] [--seed 0]

For random seasons, formulas are made whose numbers lie near those of the simulator, so that many
hang on little; each is decided on full runs and as `answering` does, against the world and against
the run. Prints JSON: how often each pair of decisions came, how many were opposite, and how many
formulas the emulator answered alone.
"""

import json
import random
from collections import Counter
from dataclasses import dataclass
from datetime import date
from typing import cast

import typer

from simulrag.simulators.interface import Call
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.decision import Against, decide
from simulrag.verifier.formulas.emulation import answering
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.outputs import OutputValues
from simulrag.verifier.formulas.runs import Runs
from simulrag.verifier.formulas.values import Amount

OUTPUTS = (
    "peak", "cumulative", "peak_weekly_rate", "attack_rate", "peak_date", "weeks_to_peak",
    "half_burden", "half_burden_date", "duration",
)  # fmt: skip
#: Formulas of one setting; how far numbers are moved from those of the simulator, at most: as a
#: share, and in days.
FORMULAS, SHARE, DAYS = 3, 0.04, 4
AGAINST: tuple[Against, ...] = ("world", "run")


@dataclass(frozen=True)
class Season:
    """A season as a formula names it, an output, and the simulator's values of it by state."""

    call: str
    output: str
    values: dict[str, float]

    @property
    def value(self) -> str:
        """The output of the state `s`."""
        return f"{self.call}.{self.output}"

    def near(self, value: float, chance: random.Random) -> str:
        """Return a number or a day near a value, as it is written."""
        if self.output.endswith("_date"):
            return f'"{date.fromordinal(round(value) + chance.randint(-DAYS, DAYS)).isoformat()}"'
        return f"{value * (1.0 + SHARE * chance.uniform(-1.0, 1.0)):.4g}"


def drawn(chance: random.Random, registry: Registry) -> Season | None:
    """Return a random season and its values; None where some state has none."""
    preset = chance.choice(("gleam", "textbook"))
    r0 = chance.uniform(1.5, 3.0) if preset == "gleam" else chance.uniform(1.2, 1.9)
    call = (
        f'epidemiology.season(states=[s], start_date="2022-{chance.randint(9, 10)}-'
        f'{chance.randint(10, 28)}", r0={r0:.1f}, immunity={chance.choice((5, 10, 20, 30))}, '
        f'seasonality="{chance.choice(("none", "moderate", "high"))}", preset="{preset}", '
        f'metric="{chance.choice(("hospital incidence", "hospital prevalence"))}")'
    )
    output = chance.choice(OUTPUTS)
    with EvidenceStore(None) as store:
        runs = Runs(registry, store)
        calls = Evaluator(runs).calls(parse(f"max({call}.{output} for s in states)").root)
        runs.make_together(calls)
        values = OutputValues(runs)
        found = {_state(one): values.value(one, output) for one in calls}
    centres = {state: one.centre for state, one in found.items() if isinstance(one, Amount)}
    return Season(call, output, centres) if len(centres) == len(calls) else None


def _state(call: Call) -> str:
    (state,) = cast("list[str]", call.arguments["states"])
    return state


def formulas(season: Season, chance: random.Random) -> list[str]:
    """Return statements about all states whose numbers lie near those of the simulator."""
    ordered = sorted(season.values, key=lambda name: season.values[name])
    low, middle, high = (
        season.near(season.values[ordered[place]], chance)
        for place in (0, chance.randrange(len(ordered)), -1)
    )
    some = chance.choice(ordered)
    value = season.value
    own = value.replace("[s]", f'["{some}"]')
    made = [
        f"all({value} > {low} for s in states)",
        f"all({value} < {middle} for s in states)",
        f"any({value} > {high} for s in states)",
        f"count({value} > {middle} for s in states) >= {chance.randint(1, 50)}",
        f"count({own} < {value} for s in states) > {chance.randint(0, 50)}",
        f'argmax({value} for s in states) == "{chance.choice(ordered[-3:])}"',
        f'argmin({value} for s in states) == "{chance.choice(ordered[:3])}"',
        f'rank(({value} for s in states), of="{some}") <= {chance.randint(1, 50)}',
        f"max({value} for s in states) == {high}",
        f"max({value} for s in states) > {high}",
    ]
    if not season.output.endswith("_date"):
        total = season.near(sum(season.values.values()), chance)
        made.append(f"sum({value} for s in states) > {total}")
    return chance.sample(made, FORMULAS)


def decisions(
    formula: str, against: Against, simulated: Runs, registry: Registry
) -> tuple[str, str, bool]:
    """Return the decision on full runs, that of `answering`, and whether it made full runs."""
    root = parse(formula)
    calls = Evaluator(simulated).calls(root.root)
    simulated.make_together(calls)
    full = decide(root, Evaluator(simulated), against).decision
    with EvidenceStore(None) as store:
        evaluator = answering(root.root, Evaluator(Runs(registry, store)), calls, against)
        return full, decide(root, evaluator, against).decision, evaluator.runs.escalated


def measured(settings: int, seed: int) -> dict[str, object]:
    """Return how the decisions on formulas of random seasons agree."""
    chance, registry = random.Random(seed), installed()
    pairs: Counter[str] = Counter()
    alone, opposite, all_of = 0, list[str](), 0
    for _ in range(settings):
        season = None
        while season is None:
            season = drawn(chance, registry)
        with EvidenceStore(None) as store:
            simulated = Runs(registry, store)
            for formula in formulas(season, chance):
                for against in AGAINST:
                    full, ours, escalated = decisions(formula, against, simulated, registry)
                    pairs[f"{against}: {full}, {ours}"] += 1
                    all_of, alone = all_of + 1, alone + (not escalated)
                    if {full, ours} == {"supported", "refuted"}:
                        opposite.append(formula)
    return {
        "decisions": all_of,
        "emulator_alone": alone,
        "opposite": opposite,
        "simulated, answered": dict(sorted(pairs.items())),
    }


def main(settings: int = 34, seed: int = 0) -> None:
    """Print how the decisions on some random formulas agree."""
    print(json.dumps(measured(settings, seed), indent=1))


if __name__ == "__main__":
    typer.run(main)
