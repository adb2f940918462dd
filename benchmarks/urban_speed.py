"""Times an intervention pair on SUMO and on the emulator, side by side in one run.

    python benchmarks/urban_speed.py [--pairs 200]

Prints JSON: seconds of a pair in one warm worker, of all pairs on all workers, of one emulated
setting, and the ratio of the two. Needs the extra `urban`.
"""

import argparse
import json
import os
import time
from statistics import median

from simulrag.simulators.urban.corridor import SPEED_LIMIT, Corridor
from simulrag.simulators.urban.emulator import shipped
from simulrag.simulators.urban.engine_pool import Job, shared
from simulrag.simulators.urban.replications import figures, job

REPEATS = 5


def pair(number: int) -> list[Job]:
    """Return the jobs of an intervention and of the unchanged corridor, on one seed."""
    altered = Corridor(limit=SPEED_LIMIT * (1 - number % 60 / 100), signal="green wave")
    return [job(altered, number), job(Corridor(), number)]


def one_after_the_other(number: int) -> float:
    """Return the seconds of a pair whose runs follow each other."""
    started = time.perf_counter()
    for each in pair(number):
        shared().run([each])
    return time.perf_counter() - started


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pairs", type=int, default=200)
    count = parser.parse_args().pairs
    started = time.perf_counter()
    shared().run(pair(0))
    cold = time.perf_counter() - started
    alone = median(one_after_the_other(number) for number in range(REPEATS))
    started = time.perf_counter()
    made = shared().run([each for number in range(count) for each in pair(number)])
    parallel = time.perf_counter() - started
    settings = [Corridor(limit=SPEED_LIMIT * (1 - n / 2_000)) for n in range(1_000)]
    emulator = shipped()
    started = time.perf_counter()
    for setting in settings:
        emulator.predict([setting])
    emulated = (time.perf_counter() - started) / len(settings)
    print(
        json.dumps(
            {
                "cores": os.cpu_count(),
                "load": os.getloadavg()[0],
                "first_pair_seconds": round(cold, 3),
                "pair_seconds": round(alone, 3),
                "pairs_in_parallel": count,
                "all_pairs_seconds": round(parallel, 2),
                "unfinished": sum(figures(one)["faults"] != 0 for one in made),
                "emulated_microseconds": round(1e6 * emulated, 1),
                # A pair of settings takes the emulator two predictions.
                "ratio_of_a_pair": round(alone / (2 * emulated)),
            },
            indent=2,
        )
    )


if __name__ == "__main__":
    main()
