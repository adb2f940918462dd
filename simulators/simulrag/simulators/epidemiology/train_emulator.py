"""Trains the emulator on our own simulator, which answers the questions it asks.

    python -m simulrag.simulators.epidemiology.train_emulator [--minutes 30] [--scenarios 1600]

Training is that of a neural process: of a batch of seasons a part is the context; the latent
vector is inferred from all of them for the loss, and is kept near to what the context alone gives
(Garnelo et al. 2018, arXiv 1807.01622). New scenarios are chosen by latent information gain (Wu
et al. 2023, doi 10.1145/3580305.3599300): those whose predicted outcome, added to what is known,
would move the distribution of the latent vector most. Deterministic up to the speed of the
machine, as training stops after a time.
"""

import argparse
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from simulrag.simulators.epidemiology.emulator import (
    DAYS,
    DAYS_A_STEP,
    IMMUNE_RANGE,
    MEDIAN,
    METRICS,
    QUANTILES,
    R0_RANGE,
    SEASONALITIES,
    SPREAD,
    START_RANGE,
    STEPS,
    Setting,
    features,
    stabilised,
    state_features,
)
from simulrag.simulators.epidemiology.metapopulation import simulate
from simulrag.simulators.epidemiology.population import single_states
from simulrag.simulators.epidemiology.presets import GLEAM
from simulrag.simulators.epidemiology.states import STATES
from simulrag.simulators.epidemiology.transmission import transmission

Array = NDArray[np.float32]

MEMBERS = 20
#: Limits of a training: scenarios, and minutes on two cores.
MOST_SCENARIOS, MOST_MINUTES = 2_000, 40
#: States simulated of every scenario, and scenarios simulated at a time.
STATES_A_SCENARIO, AT_ONCE = 8, 32
ROUNDS = 5
HIDDEN, INNER, LATENT, SUMMARY = 96, 96, 8, 32
BATCH = 128
WEIGHTS = Path(__file__).parent / "data" / "emulator.npz"


def random_scenarios(count: int, random: np.random.Generator) -> list[Setting]:
    """Return settings drawn evenly over what the emulator is for; the state is a placeholder."""
    low, high = START_RANGE
    return [
        Setting(
            state=STATES[0],
            r0=float(random.uniform(*R0_RANGE)),
            seasonality=SEASONALITIES[int(random.integers(3))],
            immune=float(random.uniform(*IMMUNE_RANGE)),
            start=date(2022, 9, 1) + timedelta(days=int(random.integers(low, high + 1))),
        )
        for _ in range(count)
    ]


def in_states(
    scenarios: Sequence[Setting], states: int, random: np.random.Generator
) -> list[Setting]:
    """Return every scenario in some states drawn at random."""
    return [
        Setting(str(state), one.r0, one.seasonality, one.immune, one.start)
        for one in scenarios
        for state in random.choice(STATES, size=states, replace=False)
    ]


def simulated(settings: Sequence[Setting], members: int, seed: int) -> NDArray[np.float64]:
    """Return (settings, metrics, members, days) persons of seasons in single states."""
    people = single_states(
        [one.state for one in settings],
        # Names of their own, so that two settings in one state do not share their draws.
        [f"{one.state} {row}" for row, one in enumerate(settings)],
    )
    factors = [transmission(GLEAM, one.seasonality, one.start, DAYS) for one in settings]
    ensemble = simulate(
        people,
        GLEAM,
        r0=np.array([one.r0 for one in settings]),
        immune=np.array([one.immune for one in settings]),
        transmission=np.stack(factors, axis=1),
        members=members,
        seed=seed,
    )
    both = np.stack([ensemble.admissions, ensemble.in_hospital])
    return both.transpose(2, 0, 1, 3)


@dataclass
class Seasons:
    """What was simulated: decoder inputs, residents, and stabilised quantiles."""

    inputs: Tensor
    millions: Tensor
    quantiles: Tensor

    @classmethod
    def of(cls, settings: Sequence[Setting], seed: int) -> "Seasons":
        """Simulate settings, `AT_ONCE` scenarios at a time."""
        made: list[Array] = []
        size = AT_ONCE * STATES_A_SCENARIO
        for first in range(0, len(settings), size):
            counts = simulated(settings[first : first + size], MEMBERS, seed + first)
            levels = np.quantile(counts, QUANTILES, axis=2, method="median_unbiased")
            made.append(stabilised(levels).transpose(1, 2, 0, 3).astype(np.float32))
        known = state_features()
        residents = 10.0 ** known[[STATES.index(one.state) for one in settings], 0]
        return cls(
            torch.from_numpy(features(settings)),
            torch.from_numpy(residents.astype(np.float32)),
            torch.from_numpy(np.concatenate(made)),
        )

    def extended(self, more: "Seasons") -> "Seasons":
        """Return these seasons and more."""
        return Seasons(
            torch.cat([self.inputs, more.inputs]),
            torch.cat([self.millions, more.millions]),
            torch.cat([self.quantiles, more.quantiles]),
        )

    def rows(self, index: Tensor) -> "Seasons":
        """Return some of the seasons."""
        return Seasons(self.inputs[index], self.millions[index], self.quantiles[index])


class Process(nn.Module):
    """Encoder of seasons into a latent vector, and recurrent decoder into quantiles."""

    def __init__(self) -> None:
        super().__init__()
        count = features([Setting(STATES[0], 2.0, "none", 0.1, date(2022, 10, 1))]).shape[2]
        weekly = len(METRICS) * -(-DAYS // 7)
        outputs = DAYS_A_STEP * len(METRICS) * len(QUANTILES)
        self.encoder = nn.Sequential(
            nn.Linear(count + weekly, 64), nn.ReLU(), nn.Linear(64, SUMMARY), nn.ReLU()
        )
        self.mean, self.spread = nn.Linear(SUMMARY, LATENT), nn.Linear(SUMMARY, LATENT)
        self.recurrent = nn.GRU(count + LATENT, HIDDEN, batch_first=True)
        self.first = nn.Linear(3 * HIDDEN, HIDDEN)
        self.inner, self.output = nn.Linear(HIDDEN, INNER), nn.Linear(INNER, outputs)

    def latent(self, inputs: Tensor, quantiles: Tensor) -> tuple[Tensor, Tensor]:
        """Return mean and standard deviation of the latent vector given some seasons."""
        summary = self._encoded(inputs, quantiles).mean(dim=0)
        return self.mean(summary), 0.1 + 0.9 * torch.sigmoid(self.spread(summary))

    def _encoded(self, inputs: Tensor, quantiles: Tensor) -> Tensor:
        weekly = quantiles[:, :, MEDIAN, ::7].flatten(1) / 30.0
        return self.encoder(torch.cat([inputs[:, 0], weekly], dim=1))

    def forward(self, inputs: Tensor, millions: Tensor, z: Tensor) -> Tensor:
        """Return (seasons, metrics, quantiles, days) stabilised quantiles."""
        held = z.expand(*inputs.shape[:2], LATENT)
        both = torch.cat([inputs, held], dim=2)
        driven = nn.functional.linear(both[:, 0], *self._driving())
        states, _ = self.recurrent(both, torch.tanh(self.first(driven))[None])
        raw = self.output(torch.relu(self.inner(states)))
        return self._quantiles(raw, millions)

    def _driving(self) -> tuple[Tensor, Tensor]:
        """Return weight and bias that the inputs of the recurrent unit are multiplied with."""
        named = dict(self.recurrent.named_parameters())
        return named["weight_ih_l0"], named["bias_ih_l0"]

    @staticmethod
    def _quantiles(raw: Tensor, millions: Tensor) -> Tensor:
        shape = (len(raw), STEPS * DAYS_A_STEP, len(METRICS), len(QUANTILES))
        by_day = raw.reshape(shape)[:, :DAYS].permute(0, 2, 3, 1)
        count = millions[:, None, None] * torch.exp(by_day[:, :, 0].clamp(-20.0, 12.0))
        median = 2.0 / SPREAD * torch.asinh(SPREAD * torch.sqrt(count + 1e-9))
        gaps = nn.functional.softplus(by_day[:, :, 1:])
        below = median[:, :, None] - gaps[:, :, :MEDIAN].cumsum(dim=2).flip(2)
        above = median[:, :, None] + gaps[:, :, MEDIAN:].cumsum(dim=2)
        return torch.cat([below, median[:, :, None], above], dim=2)

    def weights(self, seasons: Seasons) -> dict[str, Array]:
        """Return the decoder's weights and the latent vector of all seasons."""
        z, _ = self.latent(seasons.inputs, seasons.quantiles)
        cell = dict(self.recurrent.named_parameters())
        named = {
            "z": z,
            "input": cell["weight_ih_l0"],
            "input_bias": cell["bias_ih_l0"],
            "hidden": cell["weight_hh_l0"],
            "hidden_bias": cell["bias_hh_l0"],
            "first": self.first.weight,
            "first_bias": self.first.bias,
            "inner": self.inner.weight,
            "inner_bias": self.inner.bias,
            "output": self.output.weight,
            "output_bias": self.output.bias,
        }
        return {name: value.detach().numpy().astype(np.float32) for name, value in named.items()}


def divergence(first: tuple[Tensor, Tensor], second: tuple[Tensor, Tensor]) -> Tensor:
    """Return the Kullback-Leibler divergence of the first normal distribution from the second."""
    (mean, spread), (other, width) = first, second
    terms = torch.log(width / spread) + (spread**2 + (mean - other) ** 2) / (2 * width**2) - 0.5
    return terms.sum(dim=-1)


def loss_of(model: Process, batch: Seasons, random: np.random.Generator) -> Tensor:
    """Return error of the quantiles plus how far the latent vector moves beyond its context."""
    held = int(random.integers(8, max(9, len(batch.inputs) // 2)))
    full = model.latent(batch.inputs, batch.quantiles)
    part = model.latent(batch.inputs[:held], batch.quantiles[:held])
    z = full[0] + full[1] * torch.randn(LATENT)
    predicted = model(batch.inputs, batch.millions, z).clamp(min=0.0)
    error = nn.functional.huber_loss(predicted, batch.quantiles, delta=1.0)
    return error + 1e-3 * divergence(full, part)


def within(seconds: float) -> Iterator[float]:
    """Yield the share of a time that has gone, until it is over."""
    started = time.monotonic()
    while (gone := (time.monotonic() - started) / seconds) < 1.0:
        yield gone


def train(
    model: Process,
    seasons: Seasons,
    shares: Iterable[float],
    rate: float,
    random: np.random.Generator,
) -> float:
    """Train a step for each share gone of the training; return the mean last error.

    The rate falls to nothing along a cosine of the share.
    """
    optimizer = torch.optim.Adam(model.parameters(), lr=rate)
    recent = [0.0]
    for gone in shares:
        for group in optimizer.param_groups:
            group["lr"] = rate * 0.5 * (1.0 + np.cos(np.pi * gone)) + 1e-5
        chosen = torch.from_numpy(random.integers(len(seasons.inputs), size=BATCH))
        loss = loss_of(model, seasons.rows(chosen), random)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        recent = [*recent[-50:], float(loss.detach())]
    return float(np.mean(recent))


@torch.no_grad()
def most_informative(
    model: Process,
    seasons: Seasons,
    candidates: Sequence[Setting],
    count: int,
    random: np.random.Generator,
) -> list[Setting]:
    """Return the candidates with the highest latent information gain."""
    known = torch.from_numpy(random.choice(len(seasons.inputs), size=BATCH, replace=False))
    context = seasons.rows(known)
    before = model.latent(context.inputs, context.quantiles)
    gains: list[float] = []
    for one in candidates:
        inputs = torch.from_numpy(features([one]))
        millions = torch.full((1,), 10.0 ** state_features()[STATES.index(one.state), 0])
        z = before[0] + before[1] * torch.randn(LATENT)
        outcome = model(inputs, millions.float(), z).clamp(min=0.0)
        after = model.latent(
            torch.cat([context.inputs, inputs]), torch.cat([context.quantiles, outcome])
        )
        gains.append(float(divergence(after, before)))
    order = np.argsort(gains)[::-1][:count]
    return [candidates[i] for i in order]


def main() -> None:
    """Simulate, train and choose in turn; write the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--scenarios", type=int, default=1_600)
    given = parser.parse_args()
    if given.minutes > MOST_MINUTES or given.scenarios > MOST_SCENARIOS:
        parser.error(f"at most {MOST_SCENARIOS} scenarios and {MOST_MINUTES} minutes")
    torch.set_num_threads(1)
    torch.manual_seed(0)
    random = np.random.default_rng(0)
    started = time.monotonic()
    share = given.scenarios // (ROUNDS + 1)
    scenarios = random_scenarios(share + given.scenarios % (ROUNDS + 1), random)
    seasons = Seasons.of(in_states(scenarios, STATES_A_SCENARIO, random), seed=0)
    model = Process()
    for number in range(ROUNDS):
        error = train(model, seasons, within(given.minutes * 60 * 0.05), 3e-3, random)
        chosen = most_informative(
            model, seasons, random_scenarios(6 * share, random), share, random
        )
        more = in_states(chosen, STATES_A_SCENARIO, random)
        seasons = seasons.extended(Seasons.of(more, seed=10**6 * (number + 1)))
        print(
            f"{len(seasons.inputs)} seasons, error {error:.3f}, {time.monotonic() - started:.0f} s",
            flush=True,
        )
    left = given.minutes * 60 - (time.monotonic() - started)
    error = train(model, seasons, within(left), 3e-3, random)
    print(f"error {error:.3f}, {time.monotonic() - started:.0f} s")
    np.savez_compressed(WEIGHTS, **model.weights(seasons))  # pyright: ignore[reportArgumentType]


if __name__ == "__main__":
    main()
