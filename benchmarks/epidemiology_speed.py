"""Times the emulator of influenza seasons: one query, and a batch of a thousand.

    OPENBLAS_NUM_THREADS=1 python benchmarks/epidemiology_speed.py

Without that setting numpy multiplies the emulator's small matrices on all cores, which takes ten
times as long where another process uses one of them. Times are those of the processor, so that
what else runs on the machine matters less.
"""

import statistics
import time
from collections.abc import Sequence
from datetime import date

import numpy as np

from simulrag.simulators.epidemiology.emulator import emulated_quantiles
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.epidemiology.states import STATES


def timed(asked: Sequence[Request]) -> float:
    """Return how long settings take together, seconds of the processor."""
    begun = time.process_time()
    emulated_quantiles(asked)
    return time.process_time() - begun


def settings(count: int) -> Sequence[Request]:
    """Return settings of single states within what was learnt, drawn at random."""
    random = np.random.default_rng(0)
    return [
        Request(
            states=(str(random.choice(STATES)),),
            start=date(2022, 10, 1),
            r0=float(random.uniform(1.6, 3.1)),
            seasonality="moderate",
            immune=float(random.uniform(0.1, 0.6)),
        )
        for _ in range(count)
    ]


def main() -> None:
    """Print the median time of a query, and how many a batch answers in a second."""
    asked = settings(1_000)
    emulated_quantiles(asked[:1])
    single = statistics.median(timed([one]) for one in asked[:100])
    batch = min(timed(asked) for _ in range(3))
    print(f"emulator: {1e3 * single:.1f} ms a query, {len(asked) / batch:.0f} scenarios a second")


if __name__ == "__main__":
    main()
