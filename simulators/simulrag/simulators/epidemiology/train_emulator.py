"""Trains the emulator on our own simulator, which answers the questions it asks; or scores it.

    python -m simulrag.simulators.epidemiology.train_emulator [--minutes 30] [--scenarios 1600]
    python -m simulrag.simulators.epidemiology.train_emulator --scores 500

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
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from simulrag.simulators.epidemiology.emulator import (
    DAYS,
    DAYS_A_STEP,
    FEATURES,
    IMMUNE_RANGE,
    MEDIAN,
    METRICS,
    QUANTILES,
    R0_RANGE,
    SEASONALITIES,
    SPREAD,
    START_RANGE,
    STEPS,
    emulated_quantiles,
    features,
    millions,
    stabilised,
)
from simulrag.simulators.epidemiology.ensemble import simulated_together
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.epidemiology.states import STATES

Array = NDArray[np.float32]
Counts = NDArray[np.float64]

MEMBERS = 20
#: Limits of a training: scenarios, and minutes on two cores.
MOST_SCENARIOS, MOST_MINUTES = 2_000, 40
#: States simulated of every scenario, and scenarios simulated at a time.
STATES_A_SCENARIO, AT_ONCE = 8, 32
ROUNDS = 5
HIDDEN, INNER, LATENT, SUMMARY = 96, 96, 8, 32
BATCH = 128
#: Of scores: members of a run, and settings at a time.
SCORED_MEMBERS, SCORED_AT_ONCE = 100, 50
#: Of the training's random numbers none begins with this seed.
SEED = 20_231_107
#: Added to peaks before the logarithm, persons.
HALF_PERSON = 0.5
#: Persons that the median peak has at least where an outbreak is counted as one.
OUTBREAK = 20.0
WEIGHTS = Path(__file__).parent / "data" / "emulator.npz"


def random_scenarios(count: int, random: np.random.Generator) -> list[Request]:
    """Return settings drawn evenly over what the emulator is for; the state is a placeholder."""
    low, high = START_RANGE
    return [
        Request(
            states=STATES[:1],
            r0=float(random.uniform(*R0_RANGE)),
            seasonality=SEASONALITIES[int(random.integers(3))],
            immune=float(random.uniform(*IMMUNE_RANGE)),
            start=date(2022, 9, 1) + timedelta(days=int(random.integers(low, high + 1))),
        )
        for _ in range(count)
    ]


def in_states(
    scenarios: Sequence[Request], states: int, random: np.random.Generator
) -> list[Request]:
    """Return every scenario in some states drawn at random."""
    return [
        replace(one, states=(str(state),))
        for one in scenarios
        for state in random.choice(STATES, size=states, replace=False)
    ]


def simulated(settings: Sequence[Request], members: int, seed: int) -> NDArray[np.float64]:
    """Return (settings, metrics, members, days) persons of seasons in single states."""
    made = simulated_together(
        [replace(one, members=members, seed=seed) for one in settings],
        # Names of their own, so that two settings in one state do not share their draws.
        [f"{one.states[0]} {row}" for row, one in enumerate(settings)],
    )
    both = np.stack([made.admissions, made.in_hospital])
    return both.transpose(2, 0, 1, 3)


@dataclass
class Seasons:
    """What was simulated: decoder inputs, residents, and stabilised quantiles."""

    inputs: Tensor
    millions: Tensor
    quantiles: Tensor

    @classmethod
    def of(cls, settings: Sequence[Request], seed: int) -> "Seasons":
        """Simulate settings, `AT_ONCE` scenarios at a time."""
        made: list[Array] = []
        size = AT_ONCE * STATES_A_SCENARIO
        for first in range(0, len(settings), size):
            counts = simulated(settings[first : first + size], MEMBERS, seed + first)
            levels = np.quantile(counts, QUANTILES, axis=2, method="median_unbiased")
            made.append(stabilised(levels).transpose(1, 2, 0, 3).astype(np.float32))
        return cls(
            torch.from_numpy(features(settings)),
            torch.from_numpy(millions(settings).astype(np.float32)),
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
        weekly = len(METRICS) * -(-DAYS // 7)
        outputs = DAYS_A_STEP * len(METRICS) * len(QUANTILES)
        self.encoder = nn.Sequential(
            nn.Linear(FEATURES + weekly, 64), nn.ReLU(), nn.Linear(64, SUMMARY), nn.ReLU()
        )
        self.mean, self.spread = nn.Linear(SUMMARY, LATENT), nn.Linear(SUMMARY, LATENT)
        self.recurrent = nn.GRU(FEATURES + LATENT, HIDDEN, batch_first=True)
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
    candidates: Sequence[Request],
    count: int,
    random: np.random.Generator,
) -> list[Request]:
    """Return the candidates with the highest latent information gain."""
    known = torch.from_numpy(random.choice(len(seasons.inputs), size=BATCH, replace=False))
    context = seasons.rows(known)
    before = model.latent(context.inputs, context.quantiles)
    gains: list[float] = []
    for one in candidates:
        inputs = torch.from_numpy(features([one]))
        residents = torch.from_numpy(millions([one])).float()
        z = before[0] + before[1] * torch.randn(LATENT)
        outcome = model(inputs, residents, z).clamp(min=0.0)
        after = model.latent(
            torch.cat([context.inputs, inputs]), torch.cat([context.quantiles, outcome])
        )
        gains.append(float(divergence(after, before)))
    order = np.argsort(gains)[::-1][:count]
    return [candidates[i] for i in order]


def scores(settings: Sequence[Request], seed: int = SEED) -> dict[str, float]:
    """Return errors against 100-member runs.

    days_inside : share of days on which the emulated median lies in the run's 90 % interval
    coverage : share of members' daily values inside of the emulated 90 % interval, as they are
    coverage_half_person : the same where an interval reaches half a person further, so that it
        holds a whole number that it ends beside
    coverage_outbreaks : `coverage` on days with an emulated median of at least `OUTBREAK`, where
        whole numbers do not matter and 0.9 is meant
    abs_log10_peak, abs_log10_peak_outbreaks : median error of the peak, over all and where the
        peak has at least `OUTBREAK` persons
    weeks : median error of the time of the peak where it does
    """
    days: list[list[Counts]] = []
    peaks: list[tuple[float, float, float]] = []
    for first in range(0, len(settings), SCORED_AT_ONCE):
        asked = settings[first : first + SCORED_AT_ONCE]
        runs = simulated(asked, SCORED_MEMBERS, seed + first)
        emulated = emulated_quantiles(asked)
        low, median, high = np.percentile(runs, (5.0, 50.0, 95.0), axis=2)
        ours = emulated[:, :, MEDIAN]
        # Quantiles of whole numbers are steps: half a person lies on one.
        near = (ours >= low - HALF_PERSON) & (ours <= high + HALF_PERSON)
        within, widely = (_covered(runs, emulated, beyond) for beyond in (0.0, HALF_PERSON))
        days.append([near.ravel(), within.ravel(), widely.ravel(), within[ours >= OUTBREAK]])
        peaks += _peaks(ours.reshape(-1, ours.shape[2]), median.reshape(-1, median.shape[2]))
    inside, covered, covered_widely, covered_outbreaks = (
        float(np.mean(np.concatenate(kind))) for kind in zip(*days, strict=True)
    )
    errors, weeks, sizes = np.array(peaks).T
    outbreak = sizes >= OUTBREAK
    return {
        "settings": float(len(settings)),
        "days_inside": inside,
        "coverage": covered,
        "coverage_half_person": covered_widely,
        "coverage_outbreaks": covered_outbreaks,
        "abs_log10_peak": float(np.median(errors)),
        "abs_log10_peak_outbreaks": float(np.median(errors[outbreak])),
        "weeks": float(np.median(weeks[outbreak])),
    }


def _covered(runs: Counts, emulated: Counts, beyond: float) -> Counts:
    """Return (settings, metrics, days) share of members in the interval widened by `beyond`."""
    low, high = emulated[:, :, None, 0] - beyond, emulated[:, :, None, -1] + beyond
    return ((runs >= low) & (runs <= high)).mean(axis=2)


def _peaks(ours: Counts, theirs: Counts) -> list[tuple[float, float, float]]:
    """Return (log10 error, weeks apart, simulated peak) of each pair of median curves."""
    found: list[tuple[float, float, float]] = []
    for mine, true in zip(ours, theirs, strict=True):
        ratio = (mine.max() + HALF_PERSON) / (true.max() + HALF_PERSON)
        apart = abs(int(mine.argmax()) - int(true.argmax())) / 7.0
        found.append((abs(float(np.log10(ratio))), apart, float(true.max())))
    return found


def main() -> None:
    """Simulate, train and choose in turn, and write the weights; or print scores of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--scenarios", type=int, default=1_600)
    parser.add_argument("--scores", type=int, default=0, help="score this many random settings")
    given = parser.parse_args()
    if given.scores:
        random = np.random.default_rng(SEED)
        settings = in_states(random_scenarios(given.scores, random), 1, random)
        print(f"metrics: {', '.join(METRICS)}")
        for name, value in scores(settings).items():
            print(f"{name}: {value:.4g}")
        return
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
