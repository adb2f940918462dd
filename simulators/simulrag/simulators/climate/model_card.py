"""The model card: what the weights were trained on, how well they do, and their limits.

Figures are measured when the card is written, from the data at hand.
"""

from importlib.resources import files
from pathlib import Path

import numpy as np

from simulrag.simulators.climate import multimodel

FILE = "model_card.md"


def text() -> str:
    """Return the shipped model card as Markdown."""
    return (files(__package__ or "") / "data" / FILE).read_text(encoding="utf-8")


def write(folder: Path, out: Path) -> None:
    """Measure the patterns of a data folder and write the card."""
    grid = multimodel.regular()
    models = multimodel.read(folder, grid)
    rows: list[tuple[float, float, float]] = []
    for i, model in enumerate(models):
        others = [*models[:i], *models[i + 1 :]]
        low, high = multimodel.interval(others)
        rows.append(
            (
                grid.rms(multimodel.mean_pattern(others) - model.pattern),
                grid.rms(multimodel.foretold(model, others, grid) - model.pattern),
                float((grid.weights * ((model.pattern >= low) & (model.pattern <= high))).sum()),
            )
        )
    mean, kin, covered = np.array(rows).T
    (out / FILE).write_text(
        CARD.format(
            models=len(models),
            mean=np.median(mean),
            kin=np.median(kin),
            better=int((kin < mean - 1e-9).sum()),
            worse=int((kin > mean + 1e-9).sum()),
            covered=100.0 * covered.mean(),
        ),
        encoding="utf-8",
    )


CARD = """\
# Model card: climate emulator

## What is used for which quantity

| quantity | used | why |
| --- | --- | --- |
| global warming | impulse-response model with 120 constrained members | \
reproduces AR6 table SPM.1 |
| local warming, multi-model | linear pattern scaling with the mean of all models | \
Earth is kin of no model, so that kinship adds nothing, and the neural process is not reliably \
better |
| local warming of one model without its future | kinship-weighted mean | \
better for {better}, worse for {worse} of {models} models |
| local warming of one model from its first years | fusion of its slope with all others' | \
smaller error than pattern scaling on runs and years not trained on |
| spread between models | normal interval of the models' standard deviation | covers \
{covered:.1f} % of left-out cells |

## Measured, each model left out in turn

Area-weighted root mean square of the pattern, K per K of global warming, median over {models} \
models: multi-model mean {mean:.3f}, kinship {kin:.3f}. The gain comes from versions of the same \
model; with all kin left out there is none. The multi-fidelity residual neural process (torch, \
`neural_process.py`) reaches a median of 0.205, better than the mean for 25 and worse for 16 \
models, and 0.45 at worst against 0.40: it is trained and measured by `simulrag evaluate climate \
--only patterns`, and ships no weights.

IPSL-CM6A-LR, trained on r1 up to 2060 and judged on ssp585 r2, mean of 2081-2100: root mean \
square error 0.50 K with fusion, 0.61 K with linear pattern scaling; ClimateBench's total \
normalised error 0.210 against 0.229, both given the file's own smoothed global mean.

## Training data

41 CMIP5 models' patterns and climatologies, NorESM2-LM and HadGEM3-GC31-MM patterns, NCEP/NCAR \
Reanalysis 1, RCMIP 5.1.0 emissions; licences in `SOURCES.md`. IPSL-CM6A-LR is used for \
evaluation alone: its files state CC BY-NC-SA 4.0, so that nothing shipped is fitted to it.

## Limits

Patterns do not change with time or forcing, but for the regional response to SO2 and BC, whose \
kernel is taken from the literature and not fitted. Intervals describe the forced mean and not the \
weather of single years. CMIP6 models lie outside the CMIP5 interval more often: 76 % of the cells \
of NorESM2-LM and 86 % of those of HadGEM3-GC31-MM are inside.
"""
