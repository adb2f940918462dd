"""A multi-fidelity residual neural process over patterns of warming.

After Niu et al. 2024 (MFRNP, arXiv 2402.18846): every level of fidelity has a neural process of
its own; a level learns what remains of its data when the average of the coarser levels' outputs is
taken off. Levels are native resolutions of the CMIP5 models, and on top of them the CMIP6 models
where some are given. A function is a map from a model's present climate (scores on
the leading EOFs of climatology) to its pattern (scores on the leading EOFs of patterns); a latent
drawn from the models of a level carries what its climatology does not tell.
Paper and code decode values at points; with some ten models a level, scores on EOFs take their
place, which a decoder of a few hundred weights can learn.

Needs torch, which is loaded when something is fitted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from simulrag.simulators.climate.globe import Floats, Grid
from simulrag.simulators.climate.multimodel_patterns import Model

if TYPE_CHECKING:
    from torch import Tensor

#: Leading EOFs of patterns and of climatologies; latent and hidden units.
PATTERN_SCORES, CLIMATE_SCORES, LATENT, HIDDEN = 8, 6, 4, 16
STEPS, LEARNING_RATE, WEIGHT_DECAY = 200, 5e-3, 1e-2
SEED = 20264


@dataclass(frozen=True)
class Basis:
    """Leading EOFs of some fields, with the mean and the standard deviation of the scores."""

    mean: Floats
    fields: Floats
    scale: Floats
    #: Scores are weighted inner products with these, as fields are divided by the weights' root.
    dual: Floats

    def scores(self, field: Floats | None) -> Floats:
        """Return the scores of a field in standard deviations; zeros for none."""
        if field is None:
            return np.zeros(len(self.fields))
        return np.asarray(
            np.tensordot(self.dual, field - self.mean, axes=2) / self.scale, dtype=np.float64
        )

    def field(self, scores: Floats) -> Floats:
        """Return the field of scores."""
        return self.mean + np.tensordot(scores * self.scale, self.fields, axes=1)


def basis(fields: Floats, grid: Grid, count: int) -> Basis:
    """Return the leading area-weighted EOFs of (members, latitudes, longitudes)."""
    mean = fields.mean(axis=0)
    root = np.sqrt(grid.weights)
    flat = ((fields - mean) * root).reshape(len(fields), -1)
    left, size, right = np.linalg.svd(flat, full_matrices=False)
    shape = (count, *mean.shape)
    scale = (left[:, :count] * size[:count]).std(axis=0, ddof=1)
    eofs = right[:count].reshape(shape)
    return Basis(mean, eofs / root, scale, eofs * root)


class NeuralProcess:
    """The process fitted to some models."""

    def __init__(self, models: Sequence[Model], grid: Grid) -> None:
        import torch

        self._torch: Any = torch
        torch.set_num_threads(1)
        torch.manual_seed(SEED)
        known = np.stack([m.climatology for m in models if m.climatology is not None])
        self._climate = basis(known, grid, CLIMATE_SCORES)
        self._pattern = basis(np.stack([m.pattern for m in models]), grid, PATTERN_SCORES)
        levels = range(1 + max(m.level for m in models))
        self._inputs = [self._level(models, i, lambda m: m.climatology, self._climate)
                        for i in levels]  # fmt: skip
        self._targets = [self._level(models, i, lambda m: m.pattern, self._pattern)
                         for i in levels]  # fmt: skip
        self._encoders = [_network(CLIMATE_SCORES + PATTERN_SCORES, 2 * LATENT) for _ in levels]
        self._decoders = [_network(CLIMATE_SCORES + LATENT, 2 * PATTERN_SCORES) for _ in levels]
        self._fit()

    def _level(
        self, models: Sequence[Model], level: int, field: Callable[[Model], Floats | None],
        on: Basis,
    ) -> Tensor:  # fmt: skip
        rows = [on.scores(field(model)) for model in models if model.level == level]
        return self._torch.tensor(np.array(rows), dtype=self._torch.float32)

    def _fit(self) -> None:
        torch = self._torch
        weights = [w for n in (*self._encoders, *self._decoders) for w in n.parameters()]
        optimizer = torch.optim.AdamW(weights, lr=LEARNING_RATE, weight_decay=WEIGHT_DECAY)
        for _ in range(STEPS):
            optimizer.zero_grad()
            self._remember()
            loss: Any = sum(self._loss(level) for level in range(len(self._inputs)))
            loss.backward()
            optimizer.step()
        self._remember()

    def _loss(self, level: int) -> Tensor:
        """Return the negative evidence bound of a random split into context and targets."""
        torch = self._torch
        given, wanted = self._inputs[level], self._targets[level]
        left = wanted - self._below(level, given)
        order = torch.randperm(len(given))
        context = order[: max(1, len(given) // 2)]
        whole, part = (
            self._latent(level, given, left),
            self._latent(level, given[context], left[context]),
        )
        z = whole.rsample().expand(len(given), LATENT)
        mean, spread = self._decode(level, given, z)
        likely = torch.distributions.Normal(mean, spread).log_prob(left).sum()
        return torch.distributions.kl_divergence(whole, part).sum() - likely

    def _latent(self, level: int, given: Tensor, left: Tensor) -> Any:
        torch = self._torch
        pooled = self._encoders[level](torch.cat([given, left], dim=1)).mean(dim=0)
        mean, spread = pooled[:LATENT], pooled[LATENT:]
        return torch.distributions.Normal(mean, 0.1 + 0.9 * torch.sigmoid(spread))

    def _decode(self, level: int, given: Tensor, z: Tensor) -> tuple[Tensor, Tensor]:
        torch = self._torch
        out = self._decoders[level](torch.cat([given, z], dim=1))
        mean, spread = out[:, :PATTERN_SCORES], out[:, PATTERN_SCORES:]
        return mean, 0.1 + torch.nn.functional.softplus(spread)

    def _below(self, level: int, given: Tensor) -> Any:
        """Return the average of the coarser levels' mean outputs, without gradient."""
        torch = self._torch
        average = torch.zeros(len(given), PATTERN_SCORES)
        outputs: list[Any] = []
        with torch.no_grad():
            for lower in range(level):
                outputs.append(average + self._own(lower, given))
                average = torch.stack(outputs).mean(dim=0)
        return average

    def _own(self, level: int, given: Tensor) -> Tensor:
        """Return what a level adds to the coarser ones, for the mean of its latent."""
        return self._decode(level, given, self._means[level].expand(len(given), LATENT))[0]

    def _remember(self) -> None:
        """Work out the mean latent of every level with the weights as they are."""
        self._means: list[Any] = []
        with self._torch.no_grad():
            for level, given in enumerate(self._inputs):
                left = self._targets[level] - self._below(level, given)
                self._means.append(self._latent(level, given, left).mean)

    def sample(self, model: Model, count: int, seed: int) -> Floats:
        """Return patterns (count, latitudes, longitudes) for a model's climate and level.

        Latent and decoder noise come from a generator with that seed.
        """
        torch = self._torch
        draws = torch.Generator().manual_seed(seed)
        level = model.level
        with torch.no_grad():
            given = torch.tensor(
                self._climate.scores(model.climatology)[None], dtype=torch.float32
            ).expand(count, CLIMATE_SCORES)
            left = self._targets[level] - self._below(level, self._inputs[level])
            latent = self._latent(level, self._inputs[level], left)
            z = latent.mean + latent.stddev * torch.randn(count, LATENT, generator=draws)
            mean, spread = self._decode(level, given, z)
            noise = torch.randn(count, PATTERN_SCORES, generator=draws)
            scores = self._below(level, given) + mean + spread * noise
        return np.stack([self._pattern.field(row) for row in scores.double().numpy()])

    def predict(self, model: Model) -> Floats:
        """Return the mean pattern for a model's climate and level, of the mean latent.

        A model above all levels that were fitted is foretold as one of the topmost.
        """
        torch = self._torch
        with torch.no_grad():
            given = torch.tensor(self._climate.scores(model.climatology)[None], dtype=torch.float32)
            level = min(model.level, len(self._inputs) - 1)
            scores = (self._below(level, given) + self._own(level, given))[0].double().numpy()
        return self._pattern.field(scores)


def _network(inputs: int, outputs: int) -> Any:
    from torch import nn

    return nn.Sequential(nn.Linear(inputs, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, outputs))
