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

from simulrag.simulators import work
from simulrag.simulators.epidemiology.leaving import Leaving, leaving
from simulrag.simulators.epidemiology.measures import NO_MEASURES, Conditions, Measures
from simulrag.simulators.epidemiology.population import Population
from simulrag.simulators.epidemiology.sampling import NORMAL_FROM, Leavers, Sampler, Sampling
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
    r0: float | Array,
    immune: float | Array,
    transmission: Array,
    members: int,
    seed: int,
    measures: Measures = NO_MEASURES,
    sampling: Sampling = "exact",
    device: str = "cpu",
) -> Ensemble:
    """Run `members` seasons of len(transmission) steps in float64, on one thread if on the CPU.

    r0 : mean secondary infections of one case among fully susceptible people, per state alone;
        one number or a (states,) array
    immune : share of each group that cannot be infected, 0 to 1; one number or a (states,) array
    transmission : (steps,) or (steps, states) array, factor on R0
    seed : of every random draw; the same seed gives the same numbers
    measures : what is done against the season
    sampling : how people are drawn (see `sampling`)
    device : of torch, such as "cpu" or "cuda"
    """
    import torch

    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # small tensors: more threads are several times slower
    try:
        # Nothing is differentiated, which makes each of the many short operations shorter.
        with torch.inference_mode():
            season = _Season(population, preset, members, seed, measures, sampling, device)
            season.begin(np.asarray(r0), np.asarray(immune), transmission)
            return season.run(len(transmission))
    finally:
        torch.set_num_threads(threads)


class _Season:
    """State of an ensemble.

    Who can be infected, is, or was, is counted in (states * ages, members) tensors; who needs a
    hospital in (states, members) ones, as the stay there does not depend on age. In large ensembles
    numbers that may exceed 16 million are integers, those that are moved in single precision, which
    holds smaller whole numbers exactly; in small ones all are in double precision.
    """

    _residents: "torch.Tensor"
    _susceptible: "torch.Tensor"
    _removed: "torch.Tensor"
    _vaccinated: "torch.Tensor"
    #: The compartments that are left at a fixed rate, one below the other, and each of them.
    _inside: "torch.Tensor"
    _latent: "torch.Tensor"
    _infectious: "torch.Tensor"
    _awaiting: "torch.Tensor"
    _in_hospital: "torch.Tensor"
    _discharged: "torch.Tensor"
    _hospitalised_so_far: "torch.Tensor"
    _factor: "torch.Tensor"
    _driven: dict[tuple[int, ...], tuple["_Force", Leaving]]

    def __init__(
        self,
        population: Population,
        preset: Preset,
        members: int,
        seed: int,
        measures: Measures,
        sampling: Sampling,
        device: str,
    ) -> None:
        import torch

        cells = members * population.people.size
        self._generator = torch.Generator(device).manual_seed(seed % 2**63)
        self._draws = Sampler(sampling, self._generator, cells)
        # Of its own, so that a season with doses has the numbers of the one without.
        self._doses = Sampler(sampling, torch.Generator(device).manual_seed(~seed % 2**63), cells)
        plain = self._draws.plain
        self._moving = torch.float64 if plain else torch.float32
        self._whole = torch.float64 if plain else torch.int32
        self._preset, self._population, self._measures = preset, population, measures
        self._shape = (*population.people.shape, members)
        self._groups, states = population.people.size, len(population.states)
        self._sizes = [self._groups, self._groups, states, states]
        self._device = device
        self._people = self._tensor(population.people.reshape(-1, 1)).expand(-1, members)
        self._hospitalised = self._draw_hospitalised().to(self._moving)
        self._referral_hazard = -torch.log1p(-self._hospitalised)

    def _tensor(self, values: Array) -> "torch.Tensor":
        import torch

        return torch.tensor(np.ascontiguousarray(values), dtype=torch.float64, device=self._device)

    def _moving_tensor(self, values: Array) -> "torch.Tensor":
        return self._tensor(values).to(self._moving)

    def _by_group(self, values: Array) -> "torch.Tensor":
        """Return (states * ages, 1) from one number or (states,)."""
        states, ages = self._population.people.shape
        return self._tensor(np.repeat(np.broadcast_to(values, states), ages)[:, None])

    def _draw_hospitalised(self) -> "torch.Tensor":
        """Return (states * ages, members) share of infections that is admitted."""
        import torch

        states, _, members = self._shape
        noise = torch.randn(
            members, generator=self._generator, dtype=torch.float64, device=self._device
        )
        share = self._tensor(np.tile(self._preset.hospitalised, states)[:, None])
        return (share * torch.exp(self._preset.hospitalised_spread * noise)).clamp(max=1.0)

    def begin(self, r0: Array, immune: Array, transmission: Array) -> None:
        """Seed infections and lay out what drives every step."""
        scale = self._by_group(r0) / self._preset.infectious_period
        by_state = transmission if transmission.ndim == 2 else transmission[:, None]
        spread = np.broadcast_to(by_state, (len(by_state), self._shape[0]))
        factor = scale * self._tensor(np.repeat(spread, self._shape[1], axis=1))[:, :, None]
        self._factor = factor.to(self._moving)
        self._seed_infections(self._by_group(immune))
        self._driven = {}

    def _seed_infections(self, immune: "torch.Tensor") -> None:
        import torch

        preset, people = self._preset, self._people
        latent = torch.round(people * preset.latent_per_million * 1e-6)
        infectious = torch.round(people * preset.infectious_per_million * 1e-6)
        seeded = latent + infectious
        susceptible = torch.clamp(torch.round((1.0 - immune) * people) - seeded, min=0.0)
        self._susceptible = susceptible.to(self._whole)
        self._removed = (people - susceptible - seeded).to(self._whole)
        self._vaccinated = torch.zeros_like(self._removed)
        self._residents = people[:, :1].to(self._whole)
        latent, infectious = latent.to(self._moving), infectious.to(self._moving)
        waiting = (preset.awaiting_admission * self._hospitalised).clamp(max=1.0)
        awaiting = self._by_state(self._draws.draw(infectious, waiting))
        self._inside = torch.cat([latent, infectious, awaiting, torch.zeros_like(awaiting)])
        self._latent, self._infectious, self._awaiting, self._in_hospital = torch.split(
            self._inside, self._sizes
        )
        self._discharged = torch.zeros_like(self._awaiting)
        self._hospitalised_so_far = self._awaiting.clone()

    def _drivers(self, step: int) -> tuple["_Force", Leaving]:
        """Return force and chances to leave under the measures of a step."""
        active = self._measures.active(step)
        if active not in self._driven:
            conditions = self._measures.conditions(active)
            force = _Force(self._population, conditions, self._moving_tensor)
            self._driven[active] = force, self._leaving(conditions.infectious_period)
        return self._driven[active]

    def _leaving(self, shorter: float) -> Leaving:
        """Return the chances of a step for latent, infectious, awaiting and in hospital."""
        preset = self._preset
        periods = (
            preset.latent_period,
            preset.infectious_period * shorter,
            preset.admission_delay,
            preset.hospital_stay,
        )
        chances = [min(1.0, STEP / days) for days in periods]
        return leaving(chances, self._sizes, NORMAL_FROM, self._device)

    def _vaccinate(self, protected_share: Array) -> None:
        """Protect shares of the susceptible by age, on one day."""
        share = self._tensor(np.tile(protected_share, self._shape[0])[:, None])
        protected = self._doses.draw(self._susceptible, share.expand(-1, self._shape[2]))
        self._susceptible = self._susceptible - protected
        self._removed = self._removed + protected
        self._vaccinated = self._vaccinated + protected

    def _step(self, step: int) -> "torch.Tensor":
        """Advance by one step; return the persons admitted in it."""
        import torch

        force, chances = self._drivers(step)
        move = self._move_plainly if self._draws.plain else self._move
        infected, left, referred = move(self._rate(step, force), chances)
        onset, recovered, admitted, discharged = torch.split(left, self._sizes)
        self._susceptible.sub_(infected.to(self._whole))
        self._removed.add_(recovered.to(self._whole))
        self._inside.sub_(left)
        self._latent.add_(infected)
        self._infectious.add_(onset)
        self._awaiting.add_(referred)
        self._in_hospital.add_(admitted)
        self._discharged.add_(discharged)
        self._hospitalised_so_far.add_(referred)
        return admitted

    def _rate(self, step: int, force: "_Force") -> "torch.Tensor":
        """Return (groups, members) infections a day per susceptible person."""
        rate = self._factor[step] * force(self._infectious, self._shape)
        rate += self._preset.importation * force.importation
        return rate

    def _move(
        self, rate: "torch.Tensor", chances: Leaving
    ) -> tuple["torch.Tensor", "torch.Tensor", "torch.Tensor"]:
        """Return who is infected, by group, who leaves what is `_inside`, and who is referred."""

        left = self._draws.leave(self._inside, chances)
        entering = Leavers(self._susceptible.float(), rate.mul_(STEP))
        onset = Leavers(left[: self._groups], self._referral_hazard, self._hospitalised)
        infected, referred = self._draws.draw_each(entering, onset)
        return infected, left, self._by_state(referred)

    def _move_plainly(
        self, rate: "torch.Tensor", chances: Leaving
    ) -> tuple["torch.Tensor", "torch.Tensor", "torch.Tensor"]:
        """Return the same, of a few cells, from as few draws as there can be."""
        import torch

        infection = torch.expm1(rate.mul_(-STEP)).neg_()
        fixed = chances.probability.expand(-1, self._shape[2])
        drawn = self._draws.draw(
            torch.cat([self._susceptible, self._inside]), torch.cat([infection, fixed])
        )
        left = drawn[self._groups :]
        referred = self._draws.draw(left[: self._groups], self._hospitalised)
        return drawn[: self._groups], left, self._by_state(referred)

    def run(self, steps: int) -> Ensemble:
        """Advance through all steps and collect daily numbers by state."""
        import torch

        first = self._susceptible.clone()
        days = -(-steps // STEPS_A_DAY)
        daily = torch.zeros((days, 2, self._shape[0], self._shape[2]), device=self._device)
        residual, lowest = 0.0, 0.0
        for day in range(days):
            work.step(day, days)
            for step in range(day * STEPS_A_DAY, min((day + 1) * STEPS_A_DAY, steps)):
                if step in self._measures.vaccinations:
                    self._vaccinate(self._measures.vaccinations[step])
                daily[day, 0] += self._step(step)
            daily[day, 1] = self._in_hospital
            residual, lowest = max(residual, self._residual()), min(lowest, self._lowest())
        admissions, in_hospital = daily.permute(1, 3, 2, 0).double().cpu().contiguous().numpy()
        infected = self._by_state(first - self._susceptible - self._vaccinated)
        return Ensemble(
            admissions=admissions,
            in_hospital=in_hospital,
            infected=infected.T.double().cpu().contiguous().numpy(),
            residual=residual,
            lowest=lowest,
        )

    def _by_state(self, groups: "torch.Tensor") -> "torch.Tensor":
        """Return (states, members) sums over ages."""
        return groups.reshape(self._shape).sum(dim=1)

    def _residual(self) -> float:
        """Return the largest number of persons by which any sum is off."""
        import torch

        alive = self._susceptible + self._removed
        alive.add_(self._latent.to(self._whole)).add_(self._infectious.to(self._whole))
        in_care = self._awaiting + self._in_hospital + self._discharged
        missing = torch.aminmax(alive.sub_(self._residents))
        lost = torch.aminmax(in_care.sub_(self._hospitalised_so_far))
        return max(abs(float(end)) for ends in (missing, lost) for end in ends)

    def _lowest(self) -> float:
        compartments = (self._susceptible, self._inside, self._removed)
        return min(float(compartment.min()) for compartment in compartments)


class _Force:
    """Force of infection per infectious person under some conditions."""

    def __init__(
        self,
        population: Population,
        conditions: Conditions,
        tensor: Callable[[Array], "torch.Tensor"],
    ) -> None:
        self._coupled = population.coupled
        self.importation = conditions.travel
        if self._coupled:
            matrix = population.transmission_matrix(conditions.settings, conditions.travel)
            self._matrix = tensor(matrix)
        else:
            self._matrix = tensor(population.transmission_blocks(conditions.settings))

    def __call__(self, infectious: "torch.Tensor", shape: tuple[int, ...]) -> "torch.Tensor":
        """Return (states * ages, members) force; `infectious` has the same shape."""
        if self._coupled:
            return self._matrix @ infectious
        return (self._matrix @ infectious.reshape(shape)).reshape(infectious.shape)
