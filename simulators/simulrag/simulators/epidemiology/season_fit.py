"""Fits the model to a reported season, state by state, and forecasts from any week of it.

Of every state two parameters are fitted: the effective reproduction number at the beginning, and
the share of people who are infectious then. How many admissions per resident a season that runs
its course brings is one number for the whole country; before the peak nothing in the data tells
it, and it stays near to that of other seasons. The model is the mean field of the simulator with
the `textbook` constants, without seasonality (of the three levels the one that fits the reported
seasons best), in a population with the mean contacts of the country. Fitted by weights on a grid,
so that all sums are exact. Forecasts are scored beside persistence.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.arguments import nearest_names
from simulrag.simulators.epidemiology.admission_functions import SEASONS
from simulrag.simulators.epidemiology.hub_files import HUB_LEVELS, weighted_interval_score
from simulrag.simulators.epidemiology.population import Population, tables
from simulrag.simulators.epidemiology.presets import STEP, TEXTBOOK
from simulrag.simulators.epidemiology.reported import Weekly, weekly_admissions
from simulrag.simulators.epidemiology.reported_source import Tables
from simulrag.simulators.epidemiology.states import STATES
from simulrag.simulators.errors import UnknownName

Array = NDArray[np.float64]
#: Precisions of square roots of (states, weeks) admissions.
Precision = Callable[[Array], Array]

#: Weeks of a season, Sunday to Saturday, the first of which holds 28 August.
WEEKS, FIRST_DAY = 44, (8, 28)
PER = 100_000.0
#: Effective reproduction numbers and share infectious on the first day, of the grid.
REPRODUCTION = np.linspace(1.0, 2.2, 121)
INFECTIOUS = np.logspace(-9.0, -3.2, 40)
#: Admissions per 100,000 residents of a season, of the grid.
TOTALS = np.geomspace(20.0, 400.0, 25)
#: Seasonal influenza: median 1.28 of published values (Biggerstaff et al. 2014, BMC Infectious
#: Diseases 14:480, doi 10.1186/1471-2334-14-480); wider here, as one season in one state may be.
REPRODUCTION_PRIOR = (np.log(1.28), 0.3)
#: Last week, counted from 0, that can hold a state's peak: the one that ends with April. In the 40
#: seasons from 1982-83 to 2021-22 no month after it had the country's peak (CDC, Flu Season).
LAST_PEAK = 34
#: Variance of a season's reports about its fit, in Poisson variances, before it is known.
DISPERSION = 30.0
#: Spread of the logarithm of a season's total about that of other seasons.
TOTAL_SPREAD = 0.4
#: Relative error of a week, and weight that a week loses with every later one.
WEEK_ERROR, FORGETTING = 0.2, 0.7
#: Of a forecast: share of the last error that lasts another week, and growth of its spread.
LASTING, DRIFT = 0.9, 0.13
SAMPLES = 1_000
#: Weeks ahead that are scored, and written for the hub.
HORIZONS = 4
#: Weeks from which on forecasts are made and scored: from mid October to early May.
FIRST_WEEK, LAST_WEEK = 8, 36


@dataclass(frozen=True)
class Posterior:
    """Weights of the grid for every state.

    weights : (states, reproduction numbers, shares infectious), sums to 1 for each state
    total : admissions per 100,000 residents of the whole season
    """

    weights: Array
    total: float

    def expected(self, residents: Array) -> Array:
        """Return (states, weeks) admissions, persons; residents is (states,)."""
        persons = residents / PER * self.total
        return persons[:, None] * np.tensordot(self.weights, shapes(), axes=2)

    def drawn(self, residents: Array, random: np.random.Generator) -> Array:
        """Return (samples, states, weeks) expected admissions, persons, of drawn parameters."""
        curves = shapes().reshape(-1, WEEKS)
        made = np.empty((SAMPLES, len(self.weights), WEEKS))
        for state, weights in enumerate(self.weights):
            chosen = random.choice(weights.size, size=SAMPLES, p=weights.ravel())
            made[:, state] = residents[state] / PER * self.total * curves[chosen]
        return made


@dataclass(frozen=True)
class SeasonFit:
    """A season of which `known` weeks are fitted.

    past : describes all known weeks alike
    ahead : follows the latest of them, for the weeks after; `past` where none is left
    """

    reported: Weekly
    known: int
    past: Posterior
    ahead: Posterior

    @property
    def total(self) -> float:
        """Admissions per 100,000 residents of the whole season."""
        return self.ahead.total

    def parameters(self) -> Array:
        """Return (states, 2): reproduction number and log10 of the share infectious, means."""
        weights = self.ahead.weights
        number = weights.sum(axis=2) @ REPRODUCTION
        return np.stack([number, weights.sum(axis=1) @ np.log10(INFECTIOUS)], axis=1)

    def expected(self) -> Array:
        """Return (states, weeks) admissions, persons, as fitted and continued."""
        residents = self.reported.residents
        before, after = self.past.expected(residents), self.ahead.expected(residents)
        return np.concatenate([before[:, : self.known], after[:, self.known :]], axis=1)

    def samples(self, seed: int = 0) -> Array:
        """Return (samples, states, weeks) admissions, persons: the fit, and beyond it a forecast.

        What is drawn of a known week is what could have been reported in it. A forecast starts
        from the last reported week: the error that the model has there dies away with the
        horizon, while a random walk adds to the spread.
        """
        random = np.random.default_rng(seed)
        made = self._corrected(self.ahead.drawn(self.reported.residents, random), random)
        made[:, :, : self.known] = self._past(np.random.default_rng((seed, 1)))
        return made

    def _past(self, random: np.random.Generator) -> Array:
        mean = self.past.drawn(self.reported.residents, random)[:, :, : self.known]
        own = random.normal(size=mean.shape)
        common = random.normal(size=(SAMPLES, 1, self.known))
        noise = np.sqrt(0.5) * (own + common)
        spread = np.sqrt(dispersion(self.reported, self.known, self.past))
        # A normal error of the square root, whose variance does not depend on the mean.
        return np.maximum(np.sqrt(mean) + 0.5 * spread * noise, 0.0) ** 2

    def _corrected(self, made: Array, random: np.random.Generator) -> Array:
        last = self.known - 1
        horizon: Array = np.arange(1.0, WEEKS - last)
        seen: Array = self.reported.admissions[:, last]
        error: Array = np.log(seen + 1.0) - np.log(made[:, :, last] + 1.0)
        error = np.where(np.isnan(error), 0.0, error)
        moved = error[:, :, None] * LASTING**horizon
        # A part of the drift is common to all states, as weather and holidays are.
        own = random.normal(size=(SAMPLES, len(STATES), horizon.size)).cumsum(axis=2)
        common = random.normal(size=(SAMPLES, 1, horizon.size)).cumsum(axis=2)
        drift = DRIFT * np.sqrt(0.5) * (own + common)
        made[:, :, self.known :] = random.poisson(
            made[:, :, self.known :] * np.exp(np.clip(moved + drift, -8.0, 8.0))
        )
        return made


@cache
def shapes() -> Array:
    """Return (reproduction numbers, shares infectious, weeks): the share of a season's total."""
    number, infectious = np.meshgrid(REPRODUCTION, INFECTIOUS, indexing="ij")
    weekly = _weekly(number.ravel(), infectious.ravel())
    shares = weekly / weekly.sum(axis=1, keepdims=True)
    return shares.reshape(*number.shape, WEEKS)


def _weekly(number: Array, infectious: Array) -> Array:
    """Return (cases, weeks) expected admissions per resident, by the mean field of the model."""
    people = tables()["people"].sum(axis=0)
    met = (tables()["people"][:, :, None] * tables()["contacts"]).sum(axis=0) / people[:, None]
    country = Population(("country",), people[None], met[None], np.ones((people.size, 1, 1)))
    force = country.transmission_blocks()[0]
    preset, share = TEXTBOOK, np.array(TEXTBOOK.hospitalised)
    latent = infectious[:, None] * people
    sick, waiting = latent.copy(), np.zeros_like(latent)
    open_to = people - latent - sick
    weekly = np.zeros((number.size, WEEKS))
    for step in range(round(7 * WEEKS / STEP)):
        rate = number[:, None] / preset.infectious_period * (sick @ force.T)
        infected = open_to * -np.expm1(-STEP * rate)
        onset, recovered = (
            latent * STEP / preset.latent_period,
            sick * STEP / preset.infectious_period,
        )
        admitted = waiting * STEP / preset.admission_delay
        open_to, latent = open_to - infected, latent + infected - onset
        sick, waiting = sick + onset - recovered, waiting + share * onset - admitted
        weekly[:, int(step * STEP) // 7] += admitted.sum(axis=1)
    return weekly / people.sum()


def reported(season: str, tables: Tables | None = None) -> Weekly:
    """Return a season's (states, weeks) admissions, from the shipped tables if none are given.

    Raises UnknownName for a season that is not held.
    """
    if season not in SEASONS:
        raise UnknownName(
            f"season {season!r} is not held; choose one of {', '.join(SEASONS)}",
            parameter="season",
            given=season,
            candidates=nearest_names(season, SEASONS),
        )
    start = date(SEASONS[season], *FIRST_DAY)
    sunday = start - timedelta(days=(start.weekday() + 1) % 7)
    ends = tuple(sunday + timedelta(days=7 * week + 6) for week in range(WEEKS))
    series = [weekly_admissions([state], tables) for state in STATES]
    found = [dict(zip(one.days, one.admissions.tolist(), strict=True)) for one in series]
    return Weekly(
        place="51 states",
        days=ends,
        admissions=np.array([[one.get(end, np.nan) for end in ends] for one in found]),
        residents=np.array([one.residents for one in series]),
    )


def typical_total(seasons: Iterable[str]) -> float:
    """Return the median of national admissions per 100,000 residents over reported seasons."""
    country = weekly_admissions(STATES)
    totals = [float(np.nansum(country.season(name).rate)) for name in seasons]
    return float(np.median(totals))


def fit(season: Weekly, known: int, expected_total: float = 0.0) -> SeasonFit:
    """Fit the first `known` weeks of a season; later ones are not looked at.

    expected_total : national admissions per 100,000 to be expected of a season; 0 for the median
        of the other reported seasons
    """
    others = [name for name in SEASONS if name != season.season_name]
    usual = expected_total or typical_total(others)
    past = _posterior(season, known, usual, _evenly(DISPERSION))
    past = _posterior(season, known, usual, _evenly(dispersion(season, known, past)))
    ahead = past if known == WEEKS else _posterior(season, known, usual, _latest)
    return SeasonFit(season, known, past, ahead)


def _posterior(season: Weekly, known: int, usual: float, precision: Precision) -> Posterior:
    found: list[tuple[float, float]] = []
    for total in TOTALS.tolist():
        scores = _scores(season, known, total, precision)
        highest = scores.max(axis=(1, 2), keepdims=True)
        evidence = float((highest[:, 0, 0] + np.log(np.exp(scores - highest).sum((1, 2)))).sum())
        evidence -= 0.5 * (np.log(total / usual) / TOTAL_SPREAD) ** 2
        found.append((evidence, total))
    total = max(found)[1]
    # Only now: a state with no wave yet says nothing of how large one will be.
    scores = np.where(_possible(), _scores(season, known, total, precision), -np.inf)
    weights = np.exp(scores - scores.max(axis=(1, 2), keepdims=True))
    return Posterior(weights / weights.sum(axis=(1, 2), keepdims=True), total)


def _possible() -> NDArray[np.bool_]:
    """Return (numbers, shares): whether the peak is not too late for a season."""
    return shapes().argmax(axis=2) <= LAST_PEAK


def dispersion(season: Weekly, known: int, fitted: Posterior) -> float:
    """Return the variance of known reports about a fit, in Poisson variances; at least 1."""
    seen = np.sqrt(season.admissions[:, :known])
    expected = np.sqrt(fitted.expected(season.residents)[:, :known])
    return max(1.0, 4.0 * float(np.nanmean((seen - expected) ** 2)))


def _evenly(spread: float) -> Precision:
    """Return a precision of roots of admissions, the same for all; spread as of `dispersion`."""
    return lambda roots: np.full_like(roots, 4.0 / spread)


def _latest(roots: Array) -> Array:
    """Return precisions that are lower the more weeks have followed."""
    age: Array = np.arange(roots.shape[1] - 1.0, -1.0, -1.0)
    return FORGETTING**age / (0.25 + (0.5 * WEEK_ERROR * roots) ** 2)


def _scores(season: Weekly, known: int, total: float, precision: Precision) -> Array:
    """Return (states, numbers, shares) log posteriors; errors are of square roots of admissions."""
    seen = season.admissions[:, :known]
    roots = np.sqrt(np.nan_to_num(seen))
    weight = np.where(np.isnan(seen), 0.0, precision(roots))
    curve = np.sqrt(shapes()[:, :, :known]).reshape(-1, known)
    size = np.sqrt(season.residents / PER * total)[:, None]
    # Expanded square of root - size curve, so that no large array is made.
    square = (weight * roots**2).sum(axis=1)[:, None]
    error = square - 2.0 * size * ((weight * roots) @ curve.T) + size**2 * (weight @ (curve**2).T)
    prior = ((np.log(REPRODUCTION) - REPRODUCTION_PRIOR[0]) / REPRODUCTION_PRIOR[1]) ** 2
    scores = -0.5 * error.reshape(len(STATES), REPRODUCTION.size, INFECTIOUS.size)
    return scores - 0.5 * prior[:, None]


def score(samples: Array, observed: Array) -> Array:
    """Return (...,) weighted interval scores of (samples, ...) forecasts at the hub's levels."""
    quantiles = np.quantile(samples, HUB_LEVELS, axis=0)
    return weighted_interval_score(dict(zip(HUB_LEVELS, quantiles, strict=True)), observed)


def persistence(season: Weekly, known: int, seed: int = 0) -> Array:
    """Return (samples, states, horizons): the last week again, with the spread of past changes.

    As the hub's baseline: changes of one week in this season, either sign, added up, and moved so
    that the median is the last week.
    """
    random = np.random.default_rng(seed)
    seen = np.log(season.admissions[:, :known] + 1.0)
    made = np.empty((SAMPLES, len(seen), HORIZONS))
    for state, values in enumerate(seen):
        held = values[~np.isnan(values)]
        steps = np.diff(held) if held.size > 1 else np.zeros(1)
        drawn = random.choice(np.concatenate([steps, -steps]), size=(SAMPLES, HORIZONS))
        walk = drawn.cumsum(axis=1)
        made[:, state] = np.exp(held[-1] + walk - np.median(walk, axis=0)) - 1.0
    return np.maximum(made, 0.0)


def relative_score(season: str, known_seasons: Iterable[str]) -> dict[str, float]:
    """Return scores of ours and of persistence, and their ratio by horizon and over all.

    Ratios are of mean scores over all states and weeks. known_seasons : those whose totals a
    forecaster could know.
    """
    held = reported(season)
    usual = typical_total(known_seasons)
    ours: list[Array] = []
    theirs: list[Array] = []
    for known in range(FIRST_WEEK, LAST_WEEK):
        ahead = held.admissions[:, known : known + HORIZONS]
        samples = fit(held, known, usual).samples(known)[:, :, known : known + HORIZONS]
        ours.append(score(samples, ahead))
        theirs.append(score(persistence(held, known, known), ahead))
    mine, other = np.stack(ours), np.stack(theirs)
    ratios = np.nanmean(mine, axis=(0, 1)) / np.nanmean(other, axis=(0, 1))
    by_week = {f"week_{week + 1}": float(ratio) for week, ratio in enumerate(ratios)}
    return {"relative": float(np.nanmean(mine) / np.nanmean(other)), **by_week}


def earlier(season: str) -> list[str]:
    """Return the reported seasons before one; the one after it for the first."""
    names = list(SEASONS)
    return names[: names.index(season)] or names[1:2]
