"""A neural emulator of single-state seasons: daily quantiles in milliseconds, in numpy.

A spatio-temporal neural process (Wu et al. 2023, KDD, doi 10.1145/3580305.3599300): a latent
vector z summarises all simulated seasons, and a recurrent decoder turns a setting, a state and z
into the course of a season. The paper's decoder is autoregressive in samples of the outputs and
its latents change over time; this one has one z and returns quantiles directly, three days at a
time. It is driven by the reproduction number of each day, which follows from the setting.
`train_emulator` makes the weights from our simulator, and nothing else. What members come to by
themselves it does not know; see `emulated_season`.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache, lru_cache
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.population import population, shipped
from simulrag.simulators.epidemiology.presets import GLEAM, STEP
from simulrag.simulators.epidemiology.request import Request
from simulrag.simulators.epidemiology.states import STATES
from simulrag.simulators.epidemiology.transmission import season_day, transmission
from simulrag.simulators.errors import OutOfRange

Array = NDArray[np.float32]

#: Daily values, and days that the decoder returns in one step.
DAYS, DAYS_A_STEP = 244, 3
STEPS = -(-DAYS // DAYS_A_STEP)
#: Inputs of the decoder in one step.
FEATURES = 12
METRICS = ("hospital incidence", "hospital prevalence")
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
MEDIAN = QUANTILES.index(0.5)
#: Members of an emulated ensemble.
MEMBERS = 100
#: Settings that the emulator was trained for: R0, immune share, first day (from 1 September).
R0_RANGE, IMMUNE_RANGE, START_RANGE = (1.5, 3.2), (0.05, 0.65), (9, 49)
SEASONALITIES = ("none", "moderate", "high")
#: Spread of admissions over members that does not vanish with their number; see `stabilised`.
SPREAD = GLEAM.hospitalised_spread


def _check(setting: Request) -> None:
    """Raise OutOfRange for a setting that the emulator was not trained for."""
    for name, value, (low, high) in (
        ("r0", setting.r0, R0_RANGE),
        ("immunity", setting.immune, IMMUNE_RANGE),
        ("start_date", season_day(setting.start), START_RANGE),
    ):
        if not low <= value <= high:
            raise OutOfRange(
                f"{name}: {value:g} is outside of what the emulator was trained for, "
                f"{low:g} to {high:g} (start_date in days from 1 September); run season",
                parameter=name,
                given=value,
                nearest=min(max(value, low), high),
            )


def stabilised(count: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return counts on a scale on which their ensemble spread is about 1 everywhere.

    For a variance of n + (`SPREAD` n)^2 that is 2/SPREAD asinh(SPREAD sqrt(n)).
    """
    return 2.0 / SPREAD * np.arcsinh(SPREAD * np.sqrt(count))


def counted(value: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return counts from values of `stabilised`."""
    return (np.sinh(np.maximum(value, 0.0) * SPREAD / 2.0) / SPREAD) ** 2


@cache
def state_features() -> NDArray[np.float64]:
    """Return (51, 4): log10 millions of residents, log hospital share, two shares of infections."""
    rows: list[list[float]] = []
    for state in STATES:
        one = population([state])
        people = one.people[0]
        infected = _infected_by_age(one.transmission_blocks()[0] * people[:, None])
        share = float(infected @ np.array(GLEAM.hospitalised))
        rows.append(
            [np.log10(people.sum() / 1e6), np.log(share / 0.004), infected[1], infected[4] * 10]
        )
    return np.array(rows)


def _of_states(settings: Sequence[Request]) -> NDArray[np.float64]:
    return state_features()[[STATES.index(one.states[0]) for one in settings]]


def millions(settings: Sequence[Request]) -> NDArray[np.float64]:
    """Return (settings,) millions of residents of the single state of each setting."""
    return 10.0 ** _of_states(settings)[:, 0]


def _infected_by_age(next_generation: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the shares of infections by age that repeat themselves: the leading eigenvector."""
    shares = np.full(len(next_generation), 1.0 / len(next_generation))
    for _ in range(200):
        shares = next_generation @ shares
        shares /= shares.sum()
    return shares


@cache
def _factor(seasonality: str, day: int) -> NDArray[np.float64]:
    """Return (STEPS, 3) transmission on each day of each step."""
    start = date.fromordinal(date(2022, 9, 1).toordinal() + day)
    daily = transmission(GLEAM, seasonality, start, STEPS * DAYS_A_STEP)[:: round(1 / STEP)]
    return daily.reshape(STEPS, DAYS_A_STEP)


def features(settings: Sequence[Request]) -> Array:
    """Return (settings, STEPS, features) inputs of the decoder, of order 1."""
    known = _of_states(settings)
    made = np.empty((len(settings), STEPS, FEATURES), dtype=np.float32)
    time = np.linspace(0.0, 1.0, STEPS)
    for row, one in enumerate(settings):
        factor = _factor(one.seasonality, season_day(one.start))
        strength = np.log(one.r0 * (1.0 - one.immune) * factor.mean(axis=1))
        growth = np.cumsum(np.exp(strength) - 1.0) * DAYS_A_STEP / 2.5
        made[row, :, 0] = strength
        made[row, :, 1] = np.clip(growth, -20.0, 20.0) / 10.0
        made[row, :, 2] = time
        made[row, :, 3] = one.r0 / 2.0 - 1.0
        made[row, :, 4] = one.immune
        made[row, :, 5] = (season_day(one.start) - 29) / 20.0
        made[row, :, 6] = GLEAM.summer_minimum[one.seasonality]
        made[row, :, 7:11] = known[row]
        made[row, :, 11] = 1.0
    return made


def emulated_quantiles(settings: Sequence[Request]) -> NDArray[np.float64]:
    """Return (settings, metrics, quantiles, days) persons; levels are `QUANTILES`.

    Raises OutOfRange for a setting outside of `R0_RANGE`, `IMMUNE_RANGE` or `START_RANGE`.
    """
    for one in settings:
        _check(one)
    return _decode(features(settings), millions(settings))


def _decode(inputs: Array, millions: NDArray[np.float64]) -> NDArray[np.float64]:
    w = _weights()
    count = len(inputs)
    latent = np.broadcast_to(w["z"], (count, STEPS, w["z"].size))
    driven = np.concatenate([inputs, latent], axis=2) @ w["input"].T + w["input_bias"]
    size = w["hidden"].shape[1]
    state = np.tanh(driven[:, 0] @ w["first"].T + w["first_bias"])
    states = np.empty((count, STEPS, size), dtype=np.float32)
    for step in range(STEPS):
        state = _gru(driven[:, step], state @ w["hidden"].T + w["hidden_bias"], state)
        states[:, step] = state
    raw = _relu(states @ w["inner"].T + w["inner_bias"]) @ w["output"].T + w["output_bias"]
    return counted(quantiles_of(raw.reshape(count, STEPS, -1), millions))


def _relu(values: Array) -> Array:
    return np.maximum(values, np.float32(0.0))


def _sigmoid(values: Array) -> Array:
    half = np.float32(0.5)
    return half * np.tanh(half * values) + half


def _gru(driven: Array, recurrent: Array, state: Array) -> Array:
    """One step of a gated recurrent unit (gates in torch's order: reset, update, new)."""
    reset_in, update_in, new_in = np.split(driven, 3, axis=1)
    reset_h, update_h, new_h = np.split(recurrent, 3, axis=1)
    update = _sigmoid(update_in + update_h)
    new = np.tanh(new_in + _sigmoid(reset_in + reset_h) * new_h)
    return new + update * (state - new)


def quantiles_of(raw: Array, millions: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return (settings, metrics, quantiles, days) stabilised values from the decoder's output.

    Of each metric and day the output holds the logarithm of the median per million residents and
    the four distances between neighbouring quantiles before a softplus.
    """
    count = len(raw)
    shape = (count, STEPS, DAYS_A_STEP, len(METRICS), len(QUANTILES))
    by_day = raw.astype(np.float64).reshape(shape).reshape(count, -1, *shape[3:])[:, :DAYS]
    by_day = by_day.transpose(0, 2, 3, 1)
    median = stabilised(millions[:, None, None] * np.exp(np.clip(by_day[:, :, 0], -20.0, 12.0)))
    gaps = np.logaddexp(0.0, by_day[:, :, 1:])
    below = median[:, :, None] - np.cumsum(gaps[:, :, :MEDIAN], axis=2)[:, :, ::-1]
    above = median[:, :, None] + np.cumsum(gaps[:, :, MEDIAN:], axis=2)
    return np.concatenate([below, median[:, :, None], above], axis=2)


@lru_cache(maxsize=64)
def scores(seed: int) -> NDArray[np.float64]:
    """Return (MEMBERS,) standard normal scores, each equally likely, in an order by seed.

    Member i sits at one score on every day and in every setting, so that a difference of two
    settings is of the settings and not of chance. Its days are smooth: what chance adds to single
    days is not in them, so that the days of their peaks spread less than those of simulated
    members, their sums more.
    """
    ordered = [NormalDist().inv_cdf((i + 0.5) / MEMBERS) for i in range(MEMBERS)]
    return np.random.default_rng(seed % 2**63).permutation(ordered)


def at_levels(quantiles: NDArray[np.float64], levels: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return (..., members, days) persons at normal scores from (..., quantiles, days) of them.

    Linear in the score between the levels of `QUANTILES` and beyond the outer ones, on the scale of
    `stabilised`, on which the spread is near that of a normal distribution.
    """
    knots = np.array([NormalDist().inv_cdf(level) for level in QUANTILES])
    below = np.clip(np.searchsorted(knots, levels) - 1, 0, len(knots) - 2)
    share = ((levels - knots[below]) / (knots[below + 1] - knots[below]))[:, None]
    scaled = stabilised(quantiles)
    return counted((1.0 - share) * scaled[..., below, :] + share * scaled[..., below + 1, :])


@cache
def _weights() -> Mapping[str, Array]:
    """Return the decoder's weights and the latent vector that all training seasons gave."""
    return {name: held.astype(np.float32) for name, held in shipped("emulator").items()}
