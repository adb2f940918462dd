"""Times national ensembles of ours beside epydemix looped over states, and the emulator.

    OPENBLAS_NUM_THREADS=1 python benchmarks/epidemiology_speed.py [--epydemix PYTHON]
        [--members 100] [--days 300]

Without that setting numpy multiplies the emulator's small matrices on all cores, which takes ten
times as long where another process uses one of them.

epydemix (GPL) is not a dependency: `--epydemix` names the interpreter of an environment that has
it, which times one state with the same people and contacts; its time is multiplied by the number
of states. Both sides are timed in turn, by the processor time of one thread, so that what else
runs on the machine matters less, and the ratio is what counts. epydemix makes daily steps of one
state without hospital or travel, ours half-day steps of all states.
"""

import argparse
import json
import statistics
import subprocess
import time
from collections.abc import Callable
from datetime import date

import numpy as np

from simulrag.simulators.epidemiology.emulator import emulated_quantiles
from simulrag.simulators.epidemiology.metapopulation import simulate
from simulrag.simulators.epidemiology.population import population
from simulrag.simulators.epidemiology.presets import GLEAM
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.epidemiology.sampling import Sampling
from simulrag.simulators.epidemiology.states import STATES
from simulrag.simulators.epidemiology.transmission import transmission

REPEATS = 3
R0, IMMUNE = 2.4, 0.2

_EPYDEMIX = """
import json, sys, time
import numpy as np
from epydemix import EpiModel
from epydemix.population import Population
given = json.loads(sys.stdin.read())
people = Population(name="Ohio")
people.add_population(Nk=np.array(given["people"]), Nk_names=given["ages"])
people.add_contact_matrix(np.array(given["contacts"]), layer_name="all")
model = EpiModel(compartments=["S", "L", "I", "R"])
model.set_population(people)
model.add_transition("S", "L", kind="mediated", params=("beta", "I"))
model.add_transition("L", "I", kind="spontaneous", params="epsilon")
model.add_transition("I", "R", kind="spontaneous", params="mu")
model.add_parameter("beta", given["beta"])
model.add_parameter("epsilon", given["epsilon"])
model.add_parameter("mu", given["mu"])
total = np.array(given["people"], dtype=float)
sick = np.round(total * 3e-4)
immune = np.round(total * given["immune"])
start = {"S": total - sick - immune, "L": 0 * total, "I": sick, "R": immune}
begun = time.process_time()
model.run_simulations(start_date="2022-10-01", end_date=given["end"], Nsim=given["members"],
                      initial_conditions_dict=start)
print(time.process_time() - begun)
"""


def timed(job: Callable[[], object]) -> float:
    """Return the shortest of some runs, seconds of the processor."""
    taken: list[float] = []
    for _ in range(REPEATS):
        begun = time.process_time()
        job()
        taken.append(time.process_time() - begun)
    return min(taken)


def national(sampling: Sampling, members: int, days: int) -> float:
    """Time an ensemble of all 51 states, coupled, seconds."""
    people = population(STATES)
    factor = transmission(GLEAM, "none", date(2022, 10, 1), days)
    return timed(
        lambda: simulate(
            people,
            GLEAM,
            r0=R0,
            immune=IMMUNE,
            transmission=factor,
            members=members,
            seed=0,
            sampling=sampling,
        )
    )


def epydemix(python: str, members: int, days: int) -> float:
    """Time epydemix in one state, seconds."""
    ohio = population(["Ohio"])
    given = {
        "people": ohio.people[0].tolist(),
        "ages": ["0-4", "5-17", "18-49", "50-64", "65+"],
        "contacts": ohio.contacts[0].tolist(),
        "beta": R0 / GLEAM.infectious_period / float(ohio.spectral_radius()[0]),
        "epsilon": min(1.0, 1.0 / GLEAM.latent_period),
        "mu": min(1.0, 1.0 / GLEAM.infectious_period),
        "immune": IMMUNE,
        "members": members,
        "end": date.fromordinal(date(2022, 10, 1).toordinal() + days - 1).isoformat(),
    }
    taken = [
        subprocess.run(
            [python, "-c", _EPYDEMIX],
            input=json.dumps(given),
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for _ in range(REPEATS)
    ]
    return min(float(text.split()[-1]) for text in taken)


def emulator() -> tuple[float, float]:
    """Return the median time of one query, seconds, and scenarios a second in a batch."""
    random = np.random.default_rng(0)
    asked = [
        Request(
            states=(str(random.choice(STATES)),),
            start=date(2022, 10, 1),
            r0=float(random.uniform(1.6, 3.1)),
            seasonality="moderate",
            immune=float(random.uniform(0.1, 0.6)),
        )
        for _ in range(1_000)
    ]
    emulated_quantiles(asked[:1])
    single: list[float] = []
    for one in asked[:100]:
        begun = time.process_time()
        emulated_quantiles([one])
        single.append(time.process_time() - begun)
    return statistics.median(single), len(asked) / timed(lambda: emulated_quantiles(asked))


def main() -> None:
    """Print all times and ratios."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--epydemix", default="", help="interpreter that has epydemix")
    parser.add_argument("--members", type=int, default=100)
    parser.add_argument("--days", type=int, default=300)
    given = parser.parse_args()
    theirs = 0.0
    if given.epydemix:
        theirs = len(STATES) * epydemix(given.epydemix, given.members, given.days)
        print(f"epydemix, {len(STATES)} states one by one: {theirs:.1f} s")
    for sampling in ("exact", "paired"):
        ours = national(sampling, given.members, given.days)
        ratio = f", {theirs / ours:.1f} times faster" if theirs else ""
        print(f"{sampling}: {ours:.2f} s{ratio}")
    single, batch = emulator()
    print(f"emulator: {1e3 * single:.1f} ms a query, {batch:.0f} scenarios a second")


if __name__ == "__main__":
    main()
