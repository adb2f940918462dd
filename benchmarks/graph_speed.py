"""How long a large graph of answers and claims takes to score.

    python benchmarks/graph_speed.py [claims] [answers]

Each claim is supported by one to five answers drawn at random.
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")

import random
import sys
import time
from typing import get_args

from simulrag.simulators.errors import BadValue
from simulrag.verifier.claims import Claim
from simulrag.verifier.uncertainty import Estimator, scores


def graph(claims: int, answers: int, seed: int = 0) -> list[Claim]:
    """Return claims, each with the indices of the answers that support it."""
    chance = random.Random(seed)
    return [
        Claim(
            id=f"c{index}",
            text=f"claim {index}",
            support=tuple(sorted(chance.sample(range(answers), chance.randint(1, 5)))),
        )
        for index in range(claims)
    ]


def main() -> None:
    """Print the seconds for each estimator."""
    claims = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    answers = int(sys.argv[2]) if len(sys.argv) > 2 else 50
    made = graph(claims, answers)
    for estimator in get_args(Estimator):
        start = time.perf_counter()
        try:
            found = scores(made, answers, estimator)
        except BadValue as error:
            print(f"{estimator}: {error}")
            continue
        spent = time.perf_counter() - start
        print(f"{estimator}: {spent:.2f} s for {len(found)} claims and {answers} answers")


if __name__ == "__main__":
    main()
