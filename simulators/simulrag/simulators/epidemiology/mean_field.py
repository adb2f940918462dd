"""Seasons of single states in the limit of many people, and how chance moves them at their start.

The expected numbers of `metapopulation` follow the same steps without a draw (Kurtz 1970,
doi 10.2307/3212147). What chance does in a state is mostly done while few are infected, and acts
from then on as if the season had begun with more or fewer of them: its variance is the noise of
every step, weighted by what one person more at that step means for the height of the epidemic (the
linear noise approximation; van Kampen 2007, Stochastic Processes in Physics and Chemistry, X.1).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.parameters import DAYS
from simulrag.simulators.epidemiology.population import single_states
from simulrag.simulators.epidemiology.presets import STEP
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.epidemiology.transmission import transmission

Array = NDArray[np.float64]

STEPS_A_DAY = round(1 / STEP)
#: Change of the logarithm of the first infections by which their effect is found.
NUDGE = 0.05


@dataclass(frozen=True)
class Expected:
    """What is expected of seasons, and how it moves with the infections they begin with.

    admissions, in_hospital : (seasons, days) persons
    infected : (seasons,) persons infected during the season
    admissions_slope, in_hospital_slope : derivatives of the logarithms of these by the logarithm of
        the infections at the start
    spread : (seasons,) standard deviation over members of that logarithm
    infected_spread : (seasons,) that of `infected`
    residents : (seasons,) persons
    """

    admissions: Array
    in_hospital: Array
    infected: Array
    admissions_slope: Array
    in_hospital_slope: Array
    spread: Array
    infected_spread: Array
    residents: Array


def expected(requests: Sequence[Request]) -> Expected:
    """Return what is expected of seasons of one disease, each in a single state."""
    count = len(requests)
    course = _Course([*requests] * 3, np.repeat(np.exp([-NUDGE, 0.0, NUDGE]), count))
    middle = slice(count, 2 * count)

    def slope(values: Array) -> Array:
        low, _, high = np.log(values).reshape(3, count, *values.shape[1:])
        return (high - low) / (2.0 * NUDGE)

    return Expected(
        admissions=course.admissions[middle],
        in_hospital=course.in_hospital[middle],
        infected=course.infected[middle],
        admissions_slope=slope(course.admissions),
        in_hospital_slope=slope(course.in_hospital),
        spread=np.sqrt(course.start_variance(middle)),
        infected_spread=np.sqrt(course.infected_variance(middle)),
        residents=course.residents[middle],
    )


@dataclass(frozen=True)
class _Step:
    """Persons at the start of a step and those who move in it, (seasons, ages) each."""

    susceptible: Array
    latent: Array
    infectious: Array
    infected: Array
    onset: Array
    recovered: Array


class _Course:
    """The expected course of seasons, whose infections at the start and from outside are (seasons,)
    `boost` times those of the preset."""

    def __init__(self, requests: Sequence[Request], boost: Array) -> None:
        self.preset = preset = requests[0].disease
        self._people = single_states([one.states[0] for one in requests])
        self.residents = self._people.people.sum(axis=1)
        self.matrix = self._people.transmission_blocks()
        seasons = [(one.seasonality, one.start) for one in requests]
        known = {one: transmission(preset, *one, DAYS) for one in set(seasons)}
        factor = [known[one] for one in seasons]
        r0 = np.array([one.r0 for one in requests])
        self.force = np.stack(factor, axis=1) * (STEP * r0 / preset.infectious_period)
        self._importation = STEP * preset.importation * boost[:, None]
        self.steps: list[_Step] = []
        self._run(np.array([one.immune for one in requests]), boost)

    def chance(self, period: float) -> float:
        return min(1.0, STEP / period)

    def _run(self, immune: Array, boost: Array) -> None:
        preset, people = self.preset, self._people.people
        latent = people * preset.latent_per_million * 1e-6
        infectious = people * preset.infectious_per_million * 1e-6
        susceptible = np.maximum((1.0 - immune)[:, None] * people - latent - infectious, 0.0)
        first, boost = susceptible, boost[:, None]
        latent, infectious = boost * latent, boost * infectious
        hospitalised = np.array(preset.hospitalised)
        awaiting = infectious @ np.minimum(preset.awaiting_admission * hospitalised, 1.0)
        in_hospital = np.zeros(len(people))
        onset_chance, end_chance, admission, discharge = map(
            self.chance,
            (
                preset.latent_period,
                preset.infectious_period,
                preset.admission_delay,
                preset.hospital_stay,
            ),
        )
        admissions, occupied = np.zeros((2, DAYS, len(people)))
        for step, factor in enumerate(self.force):
            met = np.matmul(self.matrix, infectious[:, :, None])[:, :, 0]
            infected = susceptible * -np.expm1(-(met * factor[:, None] + self._importation))
            onset, recovered = onset_chance * latent, end_chance * infectious
            self.steps.append(_Step(susceptible, latent, infectious, infected, onset, recovered))
            susceptible = susceptible - infected
            latent = latent + infected - onset
            infectious = infectious + onset - recovered
            admitted = admission * awaiting
            awaiting = awaiting + onset @ hospitalised - admitted
            in_hospital = (1.0 - discharge) * in_hospital + admitted
            admissions[step // STEPS_A_DAY] += admitted
            occupied[step // STEPS_A_DAY] = in_hospital
        self.admissions, self.in_hospital = admissions.T, occupied.T
        self.infected = (first - susceptible).sum(axis=1)

    def start_variance(self, chosen: slice) -> Array:
        """Return the variance of the logarithm of the infections at the start of some seasons.

        Goes back from the highest number of infections, with the worth of one person in each
        compartment for it; 0 where infections are never more than at the start.
        """
        carried = np.array([(s.latent + s.infectious)[chosen].sum(axis=1) for s in self.steps])
        top, back = carried.argmax(axis=0), _Back(self, chosen)
        variance = np.zeros(len(top))
        for step in range(int(top.max(initial=0)) - 1, -1, -1):
            back.latent[top == step + 1] = back.infectious[top == step + 1] = 1.0
            variance += back.step(step, back.latent, self.steps[step].susceptible[chosen])
        return variance / carried.max(axis=0) ** 2

    def infected_variance(self, chosen: slice) -> Array:
        """Return the variance of the persons infected in some seasons.

        Goes back from the last day with the worth of one person in each compartment for their
        number; somebody susceptible is worth what infections still come to them.
        """
        back = _Back(self, chosen)
        variance, worth = np.zeros(len(back.latent)), np.zeros_like(back.latent)
        for step in range(len(self.steps) - 1, -1, -1):
            one = self.steps[step]
            susceptible, infected = one.susceptible[chosen], one.infected[chosen]
            gained = 1.0 + back.latent - worth
            variance += back.step(step, gained, susceptible - infected)
            worth = worth + infected / np.maximum(susceptible, 1.0) * gained
        return variance


class _Back:
    """What one person in a compartment is worth, from the end of some seasons back to their start.

    latent, infectious : (seasons, ages)
    """

    def __init__(self, course: _Course, chosen: slice) -> None:
        preset = course.preset
        self._steps, self._chosen = course.steps, chosen
        self._matrix, self._force = course.matrix[chosen], course.force[:, chosen]
        self._onset_stay = 1.0 - course.chance(preset.latent_period)
        self._end_stay = 1.0 - course.chance(preset.infectious_period)
        self.latent: Array = np.zeros_like(course.steps[0].latent[chosen])
        self.infectious: Array = np.zeros_like(self.latent)

    def step(self, number: int, gained: Array, susceptible: Array) -> Array:
        """Go back by a step; return (seasons,) what its chance adds to the variance.

        gained : (seasons, ages) worth of an infection in it
        susceptible : (seasons, ages) persons whom one infectious person more can infect in it
        """
        one, stay = self._steps[number], self._onset_stay
        noise = one.infected[self._chosen] * gained**2
        noise += stay * one.onset[self._chosen] * (self.infectious - self.latent) ** 2
        noise += self._end_stay * one.recovered[self._chosen] * self.infectious**2
        spread = (susceptible * gained * self._force[number][:, None])[:, None, :]
        self.latent = stay * self.latent + (1.0 - stay) * self.infectious
        self.infectious = self._end_stay * self.infectious + np.matmul(spread, self._matrix)[:, 0]
        return noise.sum(axis=1)
