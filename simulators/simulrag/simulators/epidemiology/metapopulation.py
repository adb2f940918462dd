"""The stochastic model: S-L-I-R with a hospital branch, as chain binomials at half-day steps.

Every person is susceptible, latent, infectious or removed. A share of those who become infectious
is also counted in a second chain: awaiting admission, in hospital, discharged. All transitions of
a step are binomial draws from the numbers at its start, so that nobody is lost or made.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.population import Population
from simulrag.simulators.epidemiology.transmission import STEP, Preset

if TYPE_CHECKING:
    import torch

Array = NDArray[np.float64]

STEPS_A_DAY = round(1 / STEP)


@dataclass(frozen=True)
class Ensemble:
    """What an ensemble of seasons did.

    admissions : (members, states, days) array, persons admitted on each day
    in_hospital : (members, states, days) array, persons in hospital at the end of each day
    infected : (members, states) array, persons infected during the season
    residual : largest number of persons missing or surplus in any member on any day
    lowest : lowest number of persons in any compartment on any day
    """

    admissions: Array
    in_hospital: Array
    infected: Array
    residual: float
    lowest: float


def simulate(
    population: Population,
    preset: Preset,
    *,
    r0: float,
    immune: float,
    transmission: Array,
    members: int,
    seed: int,
) -> Ensemble:
    """Run `members` seasons of len(transmission) steps on the CPU, on one thread, in float64.

    r0 : mean secondary infections of one case among fully susceptible people, per state alone
    immune : share of each group that cannot be infected, 0 to 1
    transmission : (steps,) array, factor on R0
    seed : of every random draw; the same seed gives the same numbers
    """
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # small tensors: more threads are several times slower
    try:
        season = _Season(population, preset, r0, immune, members, seed)
        return season.run(transmission)
    finally:
        torch.set_num_threads(threads)


class _Season:
    """State of an ensemble; all tensors are (members, states * ages)."""

    def __init__(
        self,
        population: Population,
        preset: Preset,
        r0: float,
        immune: float,
        members: int,
        seed: int,
    ) -> None:
        import torch

        self._generator = torch.Generator().manual_seed(seed % 2**63)
        self._binomial: Callable[..., torch.Tensor] = torch.binomial
        self._preset = preset
        self._shape = (members, *population.people.shape)
        self._people = torch.tensor(population.people.ravel())
        force = r0 / preset.infectious_period * population.transmission_matrix()
        self._force = torch.tensor(force.T.copy())
        self._hospitalised = self._draw_hospitalised()
        self._seed_infections(immune)

    def _draw_hospitalised(self) -> "torch.Tensor":
        """Return (members, states * ages) share of infections that is admitted."""
        import torch

        members, states, _ = self._shape
        noise = torch.randn((members, 1), generator=self._generator, dtype=torch.float64)
        share = torch.tensor(self._preset.hospitalised, dtype=torch.float64).repeat(states)
        return (share * torch.exp(self._preset.hospitalised_spread * noise)).clamp(max=1.0)

    def _seed_infections(self, immune: float) -> None:
        import torch

        preset, people = self._preset, self._people.expand(self._shape[0], -1)
        self._latent = torch.round(people * preset.latent_per_million * 1e-6)
        self._infectious = torch.round(people * preset.infectious_per_million * 1e-6)
        seeded = self._latent + self._infectious
        self._susceptible = torch.clamp(torch.round((1.0 - immune) * people) - seeded, min=0.0)
        self._removed = people - self._susceptible - seeded
        waiting = (preset.awaiting_admission * self._hospitalised).clamp(max=1.0)
        self._awaiting = self._draw(self._infectious, waiting)
        self._in_hospital = torch.zeros_like(people)
        self._discharged = torch.zeros_like(people)
        self._hospitalised_so_far = self._awaiting.clone()

    def _draw(self, count: "torch.Tensor", probability: "torch.Tensor") -> "torch.Tensor":
        return self._binomial(count, probability, generator=self._generator)

    def _leave(self, count: "torch.Tensor", mean_days: float) -> "torch.Tensor":
        """Draw who leaves a compartment in which people stay `mean_days` on average."""
        import torch

        return self._draw(count, torch.full_like(count, min(1.0, STEP / mean_days)))

    def _step(self, factor: float) -> "torch.Tensor":
        """Advance by one step; return the persons admitted in it."""
        import torch

        preset = self._preset
        rate = factor * (self._infectious @ self._force) + preset.importation
        infected = self._draw(self._susceptible, -torch.expm1(-STEP * rate))
        onset = self._leave(self._latent, preset.latent_period)
        recovered = self._leave(self._infectious, preset.infectious_period)
        referred = self._draw(onset, self._hospitalised)
        admitted = self._leave(self._awaiting, preset.admission_delay)
        left = self._leave(self._in_hospital, preset.hospital_stay)
        self._susceptible = self._susceptible - infected
        self._latent = self._latent + infected - onset
        self._infectious = self._infectious + onset - recovered
        self._removed = self._removed + recovered
        self._awaiting = self._awaiting + referred - admitted
        self._in_hospital = self._in_hospital + admitted - left
        self._discharged = self._discharged + left
        self._hospitalised_so_far = self._hospitalised_so_far + referred
        return admitted

    def run(self, transmission: Array) -> Ensemble:
        """Advance through all steps and collect daily numbers by state."""
        import torch

        first = self._susceptible
        days = len(transmission) // STEPS_A_DAY
        daily = torch.zeros((2, *self._shape[:2], days), dtype=torch.float64)
        residual, lowest = 0.0, 0.0
        for day in range(days):
            steps = transmission[day * STEPS_A_DAY : (day + 1) * STEPS_A_DAY]
            admitted = torch.stack([self._step(float(factor)) for factor in steps]).sum(dim=0)
            daily[0, :, :, day] = self._by_state(admitted)
            daily[1, :, :, day] = self._by_state(self._in_hospital)
            residual, lowest = max(residual, self._residual()), min(lowest, self._lowest())
        infected = self._by_state(first - self._susceptible)
        return Ensemble(
            admissions=daily[0].numpy(),
            in_hospital=daily[1].numpy(),
            infected=infected.numpy(),
            residual=residual,
            lowest=lowest,
        )

    def _by_state(self, groups: "torch.Tensor") -> "torch.Tensor":
        return groups.reshape(self._shape).sum(dim=2)

    def _residual(self) -> float:
        """Return the largest number of persons by which any sum is off."""
        alive = self._susceptible + self._latent + self._infectious + self._removed
        in_care = self._awaiting + self._in_hospital + self._discharged
        missing = (alive - self._people).abs().max()
        lost = (in_care - self._hospitalised_so_far).abs().max()
        return max(float(missing), float(lost))

    def _lowest(self) -> float:
        import torch

        return float(
            torch.stack(
                [
                    self._susceptible,
                    self._latent,
                    self._infectious,
                    self._removed,
                    self._awaiting,
                    self._in_hospital,
                ]
            ).min()
        )
