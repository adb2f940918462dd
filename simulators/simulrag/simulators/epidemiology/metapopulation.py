"""The stochastic model: S-L-I-R with a hospital branch, as chain binomials at half-day steps.

Every person is susceptible, latent, infectious or removed. A share of those who become infectious
is also counted in a second chain: awaiting admission, in hospital, discharged. All transitions of
a step are binomial draws from the numbers at its start, so that nobody is lost or made.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators import progress
from simulrag.simulators.epidemiology.binomial import Leaving, leaving
from simulrag.simulators.epidemiology.ensemble_cells import (
    Cells,
    array,
    double,
    library,
    on_device,
    product,
    single,
    whole,
)
from simulrag.simulators.epidemiology.measures import NO_MEASURES, Conditions, Measures
from simulrag.simulators.epidemiology.population import Population
from simulrag.simulators.epidemiology.presets import STEP, Preset
from simulrag.simulators.epidemiology.sampling import (
    NORMAL_FROM,
    Exact,
    Sampler,
    Sampling,
    hazard,
)
from simulrag.simulators.epidemiology.streams import CellLevels, Purpose

Array = NDArray[np.float64]

STEPS_A_DAY = round(1 / STEP)


@dataclass(frozen=True)
class Ensemble:
    """What an ensemble of seasons did.

    admissions : (members, states, days) array, persons admitted on each day
    in_hospital : (members, states, days) array, persons in hospital at the end of each day
    infected_of : (members, states, ages) array, persons infected during the season
    referred : (members, states, ages) array, persons of these who were or will be admitted
    susceptible : (days, states, ages) array, persons who can be infected at the start of each day,
        mean over members
    residual : largest number of persons missing or surplus in any member on any day
    lowest : lowest number of persons in any compartment on any day
    """

    admissions: Array
    in_hospital: Array
    infected_of: Array
    referred: Array
    susceptible: Array
    residual: float
    lowest: float

    @property
    def infected(self) -> Array:
        """(members, states) array, persons infected during the season."""
        return self.infected_of.sum(axis=2)

    def only(self, row: int) -> "Ensemble":
        """Return one state of an ensemble."""
        by_state = ("admissions", "in_hospital", "infected_of", "referred", "susceptible")
        return replace(self, **{name: getattr(self, name)[:, [row]] for name in by_state})


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
    sampling: Sampling = "paired",
    device: str = "cpu",
) -> Ensemble:
    """Run `members` seasons of len(transmission) steps in float64, on one thread if on the CPU.

    r0 : mean secondary infections of one case among fully susceptible people, per state alone;
        one number or a (states,) array
    immune : share of each group that cannot be infected, 0 to 1; one number or a (states,) array
    transmission : (steps,) or (steps, states) array, factor on R0
    seed : of every random draw; the same seed gives the same numbers, and member i the same draws
        whatever else is asked for (see `streams`)
    measures : what is done against the season
    sampling : how people are drawn (see `sampling`)
    device : of torch, such as "cpu" or "cuda"
    """
    season = _Season(population, preset, members, seed, measures, sampling, device)
    season.begin(np.asarray(r0), np.asarray(immune), transmission)
    return season.run(len(transmission))


class _Season:
    """State of an ensemble.

    Who can be infected, is, or was, is counted in (states * ages, members) cells; who needs a
    hospital in (states, members) ones, as the stay there does not depend on age. Numbers that may
    exceed 16 million are integers, those that are moved in single precision, which holds smaller
    whole numbers exactly; where draws are `exact` all are in double precision.
    """

    _residents: Cells
    _susceptible: Cells
    _removed: Cells
    _vaccinated: Cells
    #: The compartments that are left at a fixed rate, one below the other, and each of them.
    _inside: Cells
    _latent: Cells
    _infectious: Cells
    _awaiting: Cells
    _in_hospital: Cells
    _discharged: Cells
    _hospitalised_so_far: Cells
    #: Who was or will be admitted, by group, as `_susceptible`.
    _referred: Cells
    _factor: Cells
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

        states, ages = population.people.shape
        self._levels = CellLevels(seed, population.states, ages, members, device)
        exact = sampling == "exact"
        self._draws = Exact(seed, device) if exact else Sampler(device)
        self._moving, self._whole = (double, double) if exact else (single, whole)
        self._preset, self._population, self._measures = preset, population, measures
        self._shape = (*population.people.shape, members)
        self._groups = population.people.size
        ends = np.cumsum([0, self._groups, self._groups, states, states])
        self._parts = [slice(first, end) for first, end in pairwise(ends.tolist())]
        self._device = device
        self._people = on_device(np.tile(population.people.reshape(-1, 1), members), device)
        self._of = library(self._people)
        self._hospitalised = self._moving(self._draw_hospitalised())
        self._referral_hazard = hazard(self._hospitalised)

    def _cells(self, values: Array) -> Cells:
        return on_device(np.ascontiguousarray(values), self._device)

    def _by_group(self, values: Array) -> Cells:
        """Return (states * ages, 1) from one number or (states,)."""
        states, ages = self._population.people.shape
        return self._cells(np.repeat(np.broadcast_to(values, states), ages)[:, None])

    def _draw_hospitalised(self) -> Cells:
        """Return (states * ages, members) share of infections that is admitted."""
        noise = self._levels.by_member("hospitalised")
        spread = np.exp(self._preset.hospitalised_spread * noise)
        share = np.tile(self._preset.hospitalised, self._shape[0])[:, None]
        return self._cells(np.clip(share * spread, 0.0, 1.0))

    def _draw(self, purpose: Purpose, step: int, count: Cells, probability: Cells) -> Cells:
        """Return how many of (states * ages, members) people leave, of the same type."""
        return self._draws.draw(self._levels.by_group(purpose, step), count, probability)

    def begin(self, r0: Array, immune: Array, transmission: Array) -> None:
        """Seed infections and lay out what drives every step."""
        scale = self._by_group(r0) / self._preset.infectious_period
        by_state = transmission if transmission.ndim == 2 else transmission[:, None]
        spread = np.broadcast_to(by_state, (len(by_state), self._shape[0]))
        factor = scale * self._cells(np.repeat(spread, self._shape[1], axis=1)[:, :, None])
        self._factor = STEP * self._moving(factor)
        self._seed_infections(self._by_group(immune))
        self._driven = {}

    def _seed_infections(self, immune: Cells) -> None:
        preset, people, of = self._preset, self._people, self._of
        latent = of.round(people * preset.latent_per_million * 1e-6)
        infectious = of.round(people * preset.infectious_per_million * 1e-6)
        seeded = latent + infectious
        susceptible = of.clip(of.round((1.0 - immune) * people) - seeded, 0.0, None)
        self._susceptible = self._whole(susceptible)
        self._removed = self._whole(people - susceptible - seeded)
        self._vaccinated = of.zeros_like(self._removed)
        self._residents = self._whole(people[:, :1])
        latent, infectious = self._moving(latent), self._moving(infectious)
        waiting = of.clip(preset.awaiting_admission * self._hospitalised, 0.0, 1.0)
        self._referred = self._draw("awaiting", 0, infectious, waiting)
        awaiting = self._by_state(self._referred)
        nobody = of.zeros_like(awaiting)
        self._inside = of.concatenate([latent, infectious, awaiting, nobody])
        self._latent, self._infectious, self._awaiting, self._in_hospital = self._split(
            self._inside
        )
        self._discharged = nobody
        self._hospitalised_so_far = awaiting

    def _split(self, inside: Cells) -> list[Cells]:
        """Return parts for latent, infectious, awaiting and in hospital, on the same memory."""
        return [inside[part] for part in self._parts]

    def _drivers(self, step: int) -> tuple["_Force", Leaving]:
        """Return force and chances to leave under the measures of a step."""
        active = self._measures.active(step)
        if active not in self._driven:
            conditions = self._measures.conditions(active)
            force = _Force(self._population, conditions, self._cells)
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
        lines = [part.stop - part.start for part in self._parts]
        return leaving(chances, lines, NORMAL_FROM, self._device)

    def _vaccinate(self, step: int, protected_share: Array) -> None:
        """Protect shares of the susceptible by age, on one day."""
        share = self._cells(np.tile(protected_share, self._shape[0])[:, None])
        shares = self._of.zeros_like(self._people) + share
        protected = self._draw("doses", step, self._susceptible, shares)
        self._susceptible -= protected
        self._removed += protected
        self._vaccinated += protected

    def _step(self, step: int) -> Cells:
        """Advance by one step; return the persons admitted in it."""
        force, chances = self._drivers(step)
        rate = self._rate(step, force)
        infected, left, referred = self._move(self._levels.moves(step), rate, chances)
        waiting = self._by_state(referred)
        onset, recovered, admitted, discharged = self._split(left)
        self._susceptible -= self._whole(infected)
        self._removed += self._whole(recovered)
        self._inside -= left
        self._latent += infected
        self._infectious += onset
        self._awaiting += waiting
        self._in_hospital += admitted
        self._discharged += discharged
        self._referred += referred
        self._hospitalised_so_far += waiting
        return admitted

    def _rate(self, step: int, force: "_Force") -> Cells:
        """Return (groups, members) infections in a step per susceptible person."""
        rate = force(self._infectious, self._shape)
        rate *= self._factor[step]
        rate += STEP * self._preset.importation * force.importation
        return rate

    def _move(self, level: Cells, rate: Cells, chances: Leaving) -> tuple[Cells, Cells, Cells]:
        """Return who is infected, who leaves what is `_inside`, and who is referred, by group."""
        inside = len(self._inside)
        left = self._draws.leave(level[:inside], self._inside, chances)
        people = self._of.concatenate([self._moving(self._susceptible), left[: self._groups]])
        hazards = self._of.concatenate([rate, self._referral_hazard])
        met = self._draws.meet(level[inside:], people, hazards)
        return met[: self._groups], left, met[self._groups :]

    def run(self, steps: int) -> Ensemble:
        """Advance through all steps and collect daily numbers by state."""
        first = self._susceptible + 0
        days = -(-steps // STEPS_A_DAY)
        states, ages, members = self._shape
        daily = on_device(np.zeros((days, 2, states, members), dtype=np.float32), self._device)
        susceptible = np.empty((days, states * ages))
        residual, lowest = 0.0, 0.0
        for day in range(days):
            progress.step(day, days)
            susceptible[day] = array(double(self._susceptible).mean(1))
            for step in range(day * STEPS_A_DAY, min((day + 1) * STEPS_A_DAY, steps)):
                if step in self._measures.vaccinations:
                    self._vaccinate(step, self._measures.vaccinations[step])
                daily[day, 0] += self._step(step)
            daily[day, 1] = self._in_hospital
            residual, lowest = max(residual, self._residual()), min(lowest, self._lowest())
        # First a plain matrix, which is turned several times faster than more dimensions.
        series = np.ascontiguousarray(array(daily).reshape(days, -1).T)
        admissions, in_hospital = series.reshape(2, states, members, days).swapaxes(1, 2)
        infected = first - self._susceptible - self._vaccinated
        return Ensemble(
            admissions=np.ascontiguousarray(admissions, dtype=np.float64),
            in_hospital=np.ascontiguousarray(in_hospital, dtype=np.float64),
            infected_of=self._by_member(infected),
            referred=self._by_member(self._referred),
            susceptible=susceptible.reshape(days, states, ages),
            residual=residual,
            lowest=lowest,
        )

    def _by_member(self, groups: Cells) -> Array:
        """Return (members, states, ages) from (states * ages, members)."""
        turned = np.ascontiguousarray(array(double(groups)).T)
        return turned.reshape(len(turned), *self._shape[:2])

    def _by_state(self, groups: Cells) -> Cells:
        """Return (states, members) sums over ages."""
        return groups.reshape(self._shape).sum(1)

    def _residual(self) -> float:
        """Return the largest number of persons by which any sum is off."""
        alive = self._susceptible + self._removed
        alive += self._whole(self._latent)
        alive += self._whole(self._infectious)
        alive -= self._residents
        in_care = self._awaiting + self._in_hospital + self._discharged
        in_care -= self._hospitalised_so_far
        ends = (alive.min(), alive.max(), in_care.min(), in_care.max())
        return max(abs(float(end)) for end in ends)

    def _lowest(self) -> float:
        compartments = (self._susceptible, self._inside, self._removed)
        return min(float(compartment.min()) for compartment in compartments)


class _Force:
    """Force of infection per infectious person under some conditions.

    It is summed in double precision, so that the order of summation, which depends on the number of
    members and on the processor, is not seen in single precision.
    """

    def __init__(
        self, population: Population, conditions: Conditions, cells: Callable[[Array], Cells]
    ) -> None:
        self.importation = conditions.travel
        self._stay = None
        if population.coupled:
            stay, met = population.meetings(conditions.settings, conditions.travel)
            self._stay, self._met = cells(stay), cells(met)
        else:
            self._met = cells(population.transmission_blocks(conditions.settings))

    def __call__(self, infectious: Cells, shape: tuple[int, ...]) -> Cells:
        """Return (states * ages, members) force; `infectious` has the same shape."""
        given = double(infectious).reshape(shape)
        if self._stay is None:
            force = self._met @ given
        else:  # people go where they stay, meet there, and take home what they met
            there = product(self._stay.swapaxes(1, 2), given.swapaxes(0, 1)).swapaxes(0, 1)
            force = product(self._stay, (self._met @ there).swapaxes(0, 1)).swapaxes(0, 1)
        force = force.reshape(infectious.shape)
        return force if infectious.dtype == force.dtype else single(force)
