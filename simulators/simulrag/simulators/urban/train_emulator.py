"""Trains the emulator on live runs of the corridor, which needs the engine.

    python -m simulrag.simulators.urban.train_emulator [--runs 4400] [--held-out 100]

Settings are drawn as `random_corridors` does, each simulated with a seed of its own. Held-out
settings are simulated with all seeds of a call, and the errors stated in the handbook and shipped
with the weights are those of their means. Deterministic for one build of the engine.
"""

import argparse
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from simulrag.simulators.urban.corridor import Corridor
from simulrag.simulators.urban.emulator import (
    ADDED,
    HELD_OUT,
    LEARNT,
    Emulator,
    answered,
    features,
    means,
    random_corridors,
)
from simulrag.simulators.urban.engine_pool import shared
from simulrag.simulators.urban.replications import SEEDS, Figures, figures, job, seeds

Array = NDArray[np.float64]

MOST_RUNS = 10_000
HIDDEN, STEPS, BATCH, RATE = 72, 12_000, 256, 4e-3
#: Seeds of training; a call's own seeds are small numbers.
FIRST_SEED = 10_000_000
#: Simulations between two lines of progress.
AT_ONCE = 200
WEIGHTS = Path(__file__).parent / "data" / "emulator.npz"


def simulated(asked: Sequence[tuple[Corridor, int]]) -> list[Figures]:
    """Run settings with their seeds, and print how far that is."""
    made: list[Figures] = []
    started = time.monotonic()
    for first in range(0, len(asked), AT_ONCE):
        jobs = [job(corridor, seed) for corridor, seed in asked[first : first + AT_ONCE]]
        made += [figures(one) for one in shared().run(jobs)]
        print(f"{len(made)} of {len(asked)} runs, {time.monotonic() - started:.0f} s", flush=True)
    return made


def learnt(one: Figures) -> list[float]:
    """Return the logarithms of what is learnt of one simulation."""
    return [float(np.log(one[name] + ADDED.get(name, 0.0))) for name in LEARNT]


class Net(nn.Module):
    """The emulator's layers: means of the scaled logarithms, then logarithms of their spread."""

    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.first = nn.Linear(inputs, HIDDEN)
        self.second = nn.Linear(HIDDEN, HIDDEN)
        self.output = nn.Linear(HIDDEN, 2 * len(LEARNT))

    def forward(self, inputs: Tensor) -> tuple[Tensor, Tensor]:
        """Return mean and logarithm of the standard deviation, (settings, LEARNT) each."""
        hidden = torch.tanh(self.second(torch.tanh(self.first(inputs))))
        mean, spread = self.output(hidden).chunk(2, dim=1)
        return mean, spread.clamp(-7.0, 2.0)


def train(corridors: Sequence[Corridor], made: Sequence[Figures]) -> dict[str, Array]:
    """Return the weights, by the likelihood of a Gaussian with mean and spread of its own.

    The error of the mean is added with a weight of its own at first: where the likelihood alone is
    trained, settings with much spread are never fitted (Seitzer et al. 2022, arXiv 2203.09168).
    """
    torch.set_num_threads(1)
    torch.manual_seed(0)
    wanted = np.array([learnt(one) for one in made])
    centre, scale = wanted.mean(axis=0), wanted.std(axis=0)
    inputs = torch.tensor(features(corridors), dtype=torch.float32)
    target = torch.tensor((wanted - centre) / scale, dtype=torch.float32)
    net = Net(inputs.shape[1])
    optimizer = torch.optim.Adam(net.parameters(), lr=RATE, weight_decay=1e-6)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, STEPS)
    random = np.random.default_rng(0)
    for _ in range(STEPS):
        rows = torch.from_numpy(random.integers(len(inputs), size=BATCH))
        mean, spread = net(inputs[rows])
        variance = torch.exp(2 * spread)
        likelihood = (target[rows] - mean) ** 2 / (2 * variance) + spread
        # Weighted by the spread itself (beta = 1/2), without a gradient of the weight.
        loss = (likelihood * variance.detach().sqrt()).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    layers = {"first": net.first, "second": net.second, "output": net.output}
    weights = {name: layer.weight.detach().numpy().T for name, layer in layers.items()}
    biases = {f"{name}_bias": layer.bias.detach().numpy() for name, layer in layers.items()}
    return {**weights, **biases, "centre": centre, "scale": scale}


def pins(emulator: Emulator, plain: Sequence[Figures]) -> dict[str, float]:
    """Return by what factor the unchanged corridor of the engine differs from the emulated one.

    plain: its simulations with all seeds of a call.
    """
    (ours,), (true,) = means(emulator, [Corridor()]), _averages(plain)
    return {name: true[name] / value for name, value in ours.items()}


def _averages(made: Sequence[Figures]) -> list[dict[str, float]]:
    """Return the means of each `SEEDS` simulations after each other."""
    return [
        {name: float(np.mean([one[name] for one in made[n : n + SEEDS]])) for name in made[n]}
        for n in range(0, len(made), SEEDS)
    ]


def errors(
    emulator: Emulator, held_out: Sequence[Corridor], made: Sequence[Figures]
) -> dict[str, float]:
    """Return the 90 % quantile of absolute errors by output, in percent or points of change.

    made : the simulations of each held-out setting, `SEEDS` after each other.
    """
    found: dict[str, list[float]] = {}
    (plain,) = means(emulator, [Corridor()])
    for ours, true in zip(means(emulator, held_out), _averages(made), strict=True):
        for name, value in ours.items():
            found.setdefault(name, []).append(_error(name, value, true[name]))
            change = 100.0 * abs(value - true[name]) / plain[name]
            found.setdefault(f"{name}_change", []).append(change)
    return {name: float(np.quantile(many, 0.9)) for name, many in found.items()}


def _error(name: str, ours: float, true: float) -> float:
    """Return an error in percent; of queues, which may be empty, in vehicles."""
    return abs(ours - true) if name == "queue_length" else 100.0 * abs(ours / true - 1.0)


def main() -> None:
    """Simulate, train, measure; write the weights with their errors."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=4_400)
    parser.add_argument("--held-out", type=int, default=100)
    given = parser.parse_args()
    if given.runs + SEEDS * given.held_out > MOST_RUNS or min(given.runs, given.held_out) < 1:
        parser.error(f"between 1 and {MOST_RUNS} runs in all, {SEEDS} for each held-out setting")
    corridors = random_corridors(given.runs, np.random.default_rng(0))
    made = simulated([(one, FIRST_SEED + n) for n, one in enumerate(corridors)])
    weights = {  # as precise as they are shipped
        name: values.astype(np.float32).astype(np.float64)
        for name, values in train(corridors, made).items()
    }
    free = Emulator(weights, {})
    pinned = Emulator(weights, {}, pins(free, simulated([(Corridor(), n) for n in seeds(0)])))
    held_out = answered(free, given.held_out, np.random.default_rng(HELD_OUT))
    true = simulated([(one, number) for one in held_out for number in seeds(0)])
    measured = errors(pinned, held_out, true)
    for name, error in measured.items():
        print(f"{name}: {error:.2f}")
    write(weights, {"error": measured, "pin": pinned.pins})


def write(weights: Mapping[str, Array], stated: Mapping[str, Mapping[str, float]]) -> None:
    """Write weights, and numbers of each kind by name, beside the simulator."""
    named = {f"{kind}_{n}": value for kind, held in stated.items() for n, value in held.items()}
    held = {name: values.astype(np.float32) for name, values in weights.items()}
    WEIGHTS.parent.mkdir(exist_ok=True)
    np.savez_compressed(WEIGHTS, **held, **named)  # pyright: ignore[reportArgumentType]


if __name__ == "__main__":
    main()
