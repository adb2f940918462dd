"""Draws of how many of n people leave a compartment with probability p.

`paired`: an increasing function of one level per cell and step. Where n p (1 - p) is below
`NORMAL_FROM` it is the binomial quantile, from there on the quantile of mean, variance and skewness
(Cornish and Fisher 1938, doi 10.2307/1400905: z + skewness (z^2 - 1) / 6), rounded to whole people.
Two runs with the same levels differ by what is asked and not by chance (common random numbers; see
`streams`).
`exact`: binomial draws of `torch.binomial`, which share no number between two runs. It is the
reference that the other is tested against.

Paired draws are made in single precision, which holds whole numbers up to 16 million and any larger
number to 1e-7; levels have 24 bits, so that what has a chance below 1e-6 is not drawn as often as
it should be. What processors round in ways of their own (logarithms, exponentials, sums in any
order, a product and a sum in one) is computed in double precision or in two steps, so that all give
the same people.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.binomial import (
    Leaving,
    binomial_quantile,
    rare_guide,
    rare_quantiles,
)
from simulrag.simulators.epidemiology.ensemble_cells import (
    LEVELS,
    Cells,
    at,
    clip,
    double,
    highest,
    indices,
    is_array,
    library,
    on_device,
    single,
    some,
    uniform,
)

Array = NDArray[np.float64]
Sampling = Literal["paired", "exact"]

#: Variance, persons squared, from which on people are not counted one by one.
NORMAL_FROM = 30.0
#: Keeps normal quantiles finite.
_LARGEST = 1.0 - 2.0**-24
#: Stands for a variance of 0.
_LEAST = 1e-12
#: Stands for the infinite hazard of what is certain.
_CERTAIN = 1e30
#: Half the width of the middle range of chances, and what both ranges are moved by.
MIDDLE, MOVED, TAIL_MOVED = 0.425, 0.180625, 1.6
#: Coefficients of numerator and denominator, from the highest power.
_MIDDLE = (
    (2509.0809287301226727, 33430.575583588128105, 67265.770927008700853, 45921.953931549871457,
     13731.693765509461125, 1971.5909503065514427, 133.14166789178437745, 3.387132872796366608),
    (5226.495278852545925, 28729.085735721942674, 39307.89580009271061, 21213.794301586595867,
     5394.1960214247511077, 687.1870074920579083, 42.313330701600911252, 1.0),
)  # fmt: skip
_TAIL = (
    (7.7454501427834140764e-4, 0.0227238449892691845833, 0.24178072517745061177,
     1.27045825245236838258, 3.64784832476320460504, 5.7694972214606914055, 4.6303378461565452959,
     1.42343711074968357734),
    (1.05075007164441684324e-9, 5.475938084995344946e-4, 0.0151986665636164571966,
     0.14810397642748007459, 0.68976733498510000455, 1.6763848301838038494, 2.05319162663775882187,
     1.0),
)  # fmt: skip


@dataclass(frozen=True)
class _Lines:
    """(lines, cells) of people who leave alike, all float32, but for the int32 levels."""

    level: Cells
    people: Cells
    mean: Cells
    variance: Cells
    #: (1 - 2 chance) / 6, (lines, cells) or (lines, 1): the skewness over 6 times the deviation.
    lean: Cells


class Sampler:
    """Draws for (lines, cells) of people, at levels that are given.

    Cells of a line are those of one group in all members. They mostly have either few or many
    people, so that a line is mostly drawn in one way only. On the CPU all are arrays.
    """

    def __init__(self, device: str) -> None:
        self._device = device

    @cached_property
    def _guide(self) -> Cells:
        return on_device(rare_guide(), self._device)

    def draw(self, level: Cells, count: Cells, probability: Cells) -> Cells:
        """Return how many of each cell's people leave, of the same shape and type.

        count : whole numbers
        """
        drawn = library(count).empty_like(count)
        drawn[:] = self.meet(level, single(count), hazard(probability))
        return drawn

    def meet(self, level: Cells, people: Cells, hazards: Cells) -> Cells:
        """Return how many of (lines, cells) people, float32, meet what has a hazard.

        hazards : -log(1 - chance) of each, float32
        """
        expected = people * hazards

        def few() -> Cells:
            given = (one.reshape(-1) for one in (level, people, expected))
            found = rare_quantiles(self._guide, *given)
            drawn = single(found).reshape(people.shape)
            _search(drawn, indices(found < 0), level, people, hazards)
            return drawn

        def many(lines: Cells) -> _Lines:
            some_people, chance = some(people, lines), _chance(some(hazards, lines))
            mean = some_people * chance
            lean = 1 / 6 - 1 / 3 * chance
            return _Lines(some(level, lines), some_people, mean, mean - mean * chance, lean)

        # No variance is above what is expected.
        return _in_two_ways(highest(expected), few, many)

    def leave(self, level: Cells, count: Cells, leaving: Leaving) -> Cells:
        """Return how many of (lines, cells) people, float32, leave at each line's chance."""
        if not leaving.complete:
            of = library(count)
            return self.draw(level, count, of.zeros_like(double(count)) + leaving.probability)

        def many(lines: Cells) -> _Lines:
            people = some(count, lines)
            chance = some(leaving.chance, lines)
            mean, lean = people * chance, 1 / 6 - 1 / 3 * chance
            variance = mean * some(leaving.stays, lines)
            return _Lines(some(level, lines), people, mean, variance, lean)

        most = highest(count) * leaving.chance[:, 0] * leaving.stays[:, 0]
        return _in_two_ways(most, lambda: leaving.quantiles(level, count), many)


def _in_two_ways(most: Cells, few: Callable[[], Cells], many: Callable[[Cells], _Lines]) -> Cells:
    """Return draws of all lines, none of whose variances is above `most`, (lines,).

    few : gives draws of all lines; what it gives for cells whose variance is large does not matter
    many : gives some lines
    """
    above = indices(most >= NORMAL_FROM)
    if not len(above):
        return few()
    cells = many(above)
    made = _many(cells)
    if len(above) == len(most) and not len(indices(highest(-cells.variance) > -NORMAL_FROM)):
        return made
    drawn = few()
    # Arithmetic in place of a choice, which takes ten times as long.
    mixed = drawn[above]
    drawn[above] = mixed + (made - mixed) * (cells.variance >= NORMAL_FROM)
    return drawn


def _many(cells: _Lines) -> Cells:
    """Return draws where the variance is not below `NORMAL_FROM`, elsewhere some numbers."""
    of = library(cells.mean)
    # Twice the uniform number, less 1, and from it a normal number over the root of 2.
    turned = double(cells.level)
    turned *= 2.0 / LEVELS
    noise = single(erfinv(clip(turned, -_LARGEST, _LARGEST)))
    leans = noise * noise
    leans *= 2.0
    leans -= 1.0
    leans *= cells.lean
    # The root of 0 takes ten times as long as others.
    noise *= of.sqrt(clip(cells.variance * 2.0, _LEAST, math.inf))
    noise += cells.mean
    noise += leans
    return of.minimum(clip(of.round(noise), 0.0, math.inf), cells.people)


def _search(drawn: Cells, unsure: Cells, level: Cells, people: Cells, hazards: Cells) -> None:
    """Put quantiles into cells at flat indices where the variance is small."""
    size, chance = at(people, unsure), _chance(at(hazards, unsure))
    few = indices(size * chance * (1.0 - chance) < NORMAL_FROM)
    cells = at(unsure, few)
    given = (uniform(at(level, cells)), at(size, few), at(chance, few))
    drawn.reshape(-1)[cells] = single(binomial_quantile(*(double(one) for one in given)))


def hazard(chance: Cells) -> Cells:
    """Return -log(1 - chance), at most `_CERTAIN`, float32."""
    with np.errstate(divide="ignore"):
        found = -library(chance).log1p(-double(chance))
    return single(clip(found, 0.0, _CERTAIN))


def _chance(hazards: Cells) -> Cells:
    """Return the chances of hazards, float32."""
    return single(-library(hazards).expm1(-double(hazards)))


def erfinv(values: Cells) -> Cells:
    """Return the inverse of the error function, which numpy lacks, in double precision.

    At float64 values between, but not within 1e-11 of, -1 and 1. From the normal quantile of
    Wichura 1988 (algorithm AS 241, PPND16, doi 10.2307/2347330), whose relative error is about
    1e-16; its third range, of chances below 1e-11, is left out.
    """
    if not is_array(values):
        return values.erfinv()
    centred = 0.5 * values
    found = centred * _ratio(MOVED - centred * centred, _MIDDLE)
    outer = np.abs(centred).reshape(-1) > MIDDLE
    far = centred.reshape(-1)[outer]
    root = np.sqrt(-np.log(0.5 - np.abs(far)))
    found.reshape(-1)[outer] = np.copysign(_ratio(root - TAIL_MOVED, _TAIL), far)
    found *= np.sqrt(0.5)
    return found


def _ratio(at: Array, coefficients: tuple[tuple[float, ...], tuple[float, ...]]) -> Array:
    above, below = (_polynomial(at, of_power) for of_power in coefficients)
    above /= below
    return above


def _polynomial(at: Array, of_power: tuple[float, ...]) -> Array:
    first, second, *rest = of_power
    made = first * at
    made += second
    for one in rest:
        made *= at
        made += one
    return made


class Exact:
    """Draws of `torch.binomial` from a generator, of float64 cells on its device.

    They are asked for as those of `Sampler`, whose levels they do not look at.
    """

    def __init__(self, seed: int, device: str) -> None:
        import torch

        self._generator = torch.Generator(device).manual_seed(seed % 2**63)

    def draw(self, _level: Cells, count: Cells, probability: Cells) -> Cells:
        """Return how many of each cell's people leave, of the same shape and type."""
        import torch

        # Member by member.
        given = [torch.asarray(one).mT.contiguous() for one in (count, probability)]
        drawn = torch.binomial(*given, generator=self._generator).mT  # pyright: ignore[reportCallIssue]
        return drawn.numpy() if is_array(count) else drawn

    def meet(self, level: Cells, people: Cells, hazards: Cells) -> Cells:
        """Return how many people meet what has a hazard."""
        return self.draw(level, people, -library(people).expm1(-hazards))

    def leave(self, level: Cells, count: Cells, leaving: Leaving) -> Cells:
        """Return how many people leave at each line's chance."""
        return self.draw(level, count, library(count).zeros_like(count) + leaving.probability)
