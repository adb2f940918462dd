"""The model card: what the weights were trained on, how well they do, and their limits.

Every figure of the card is measured by training and ships beside the weights.
"""

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

#: What was measured, and the card as it reads.
FIGURES, FILE = "model_card.json", "model_card.md"
#: The file of another run and years than were trained on, by which emulators of a model are judged.
JUDGED = "ssp585 r2i1p1f1"
MEAN, KIN, PROCESS = "multi-model mean", "kinship", "neural process"
PLAIN, FUSED = "linear pattern scaling", "fusion with many models"


def text() -> str:
    """Return the shipped model card as Markdown."""
    stored = (files(__package__ or "") / "data" / FIGURES).read_text(encoding="utf-8")
    return rendered(json.loads(stored))


def rendered(figures: Mapping[str, Any]) -> str:
    """Return the card for figures as `measured` gives them."""
    patterns, spread, judged = figures["patterns"], figures["spread"], figures["ipsl"].get(JUDGED)
    alone = patterns["without the model's kin"]
    return CARD.format(
        members=figures["members"],
        climatologies=figures["climatologies"],
        models=patterns["models"],
        mean=patterns[MEAN]["median"],
        alone=alone[MEAN]["median"],
        alone_process=alone[PROCESS]["median"],
        kin=patterns[KIN]["median"],
        better=patterns[KIN]["better than the mean"],
        worse=patterns[KIN]["worse than the mean"],
        reach=patterns["kin reach, K"],
        process=_process(patterns[PROCESS], patterns[MEAN]),
        newer=_newer(patterns["CMIP6 models"]),
        covered=100.0 * spread["coverage"],
        outside=_outside(spread["CMIP6 models never used"]),
        fusion=_fusion(judged, figures["trained to"]),
        **_level(figures["level"], figures["countries"]),
    )


def _process(found: Mapping[str, Any], mean: Mapping[str, Any]) -> str:
    return (
        f"{found['median']:.3f}, better than the mean for {found['better than the mean']} and "
        f"worse for {found['worse than the mean']} models, and {found['largest']:.2f} at worst "
        f"against {mean['largest']:.2f}"
    )


def _newer(models: Mapping[str, Any]) -> str:
    """Return a table of the errors for CMIP6 models."""
    rows = [
        f"| {name} | {found[MEAN]['from CMIP5']:.3f} | {found[PROCESS]['from CMIP5']:.3f} | "
        f"{found[PROCESS]['from CMIP5 and CMIP6']:.3f} |"
        for name, found in models.items()
    ]
    return "\n".join(rows)


def _level(cities: Mapping[str, Any], countries: Mapping[str, Any]) -> dict[str, str]:
    """Return the table of errors of the level, and what is said of the hardest places."""
    seasons = {f"{part}, cities": found for part, found in cities["seasons"].items()}
    measured = {"year, cities": cities["annual"], **seasons, "year, countries": countries}
    rows = [
        f"| {name} | {found['median error, °C']:.2f} | {found['root mean square, °C']:.2f} | "
        f"{found['95th percentile, °C']:.2f} | {found['inside the 90 % interval, %']:.1f} % |"
        for name, found in measured.items()
    ]
    rain, national = cities["precipitation"], countries["precipitation"]
    return {
        "cities": str(cities["cities"]),
        "countries": str(countries["countries"]),
        "level": "\n".join(rows),
        "rain": f"{rain['median relative error, %']:.1f}",
        "rain_inside": f"{rain['inside the 90 % interval, %']:.1f}",
        "national_rain": f"{national['median relative error, %']:.1f}",
        "national_inside": f"{national['inside the 90 % interval, %']:.1f}",
        "wetting": f"{countries['global precipitation, % per K']:.1f}",
        "hard": hard_places(cities),
    }


def hard_places(cities: Mapping[str, Any]) -> str:
    """Return errors at stations that are hard to tell, with half the widths of the intervals."""
    reach = cities["intervals of hard places, °C"]
    errors = cities["hard places, °C"].items()
    return ", ".join(f"{name} {off:+.1f} (± {reach[name]:.1f})" for name, off in errors)


def _outside(inside: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {100.0 * share:.0f} %" for name, share in inside.items())


def _fusion(judged: Mapping[str, Any] | None, until: int) -> str:
    if judged is None:
        return f"No run {JUDGED} was in the data folder, so that fusion was not measured."
    plain, fused = judged[PLAIN], judged[FUSED]
    return (
        f"IPSL-CM6A-LR, trained on r1 up to {until} and judged on {JUDGED}, mean of "
        f"{judged['years']}: root mean square error {fused['rmse']:.2f} K with fusion, "
        f"{plain['rmse']:.2f} K with linear pattern scaling; ClimateBench's total normalised error "
        f"{fused['nrmse_total']:.3f} against {plain['nrmse_total']:.3f}, both given the file's own "
        "smoothed global mean. How years depend on each other is estimated from those trained on."
    )


CARD = """\
# Model card: climate emulator

## What is used for which quantity

| quantity | used | why |
| --- | --- | --- |
| global warming | impulse-response model with {members} constrained members | \
reproduces AR6 table SPM.1 and the warming that is attributed to the past |
| single years that have been | forced value with natural variability, in claims against the \
world | the forced mean is not the year |
| local warming of Earth | linear pattern scaling with the mean of all models | \
Earth is kin of no model; for models whose kin is left out, too, the mean errs by {alone:.3f} K \
per K in the median and the neural process by {alone_process:.3f} |
| local warming of one model without its future | kinship-weighted mean | \
better for {better}, worse for {worse} of {models} models |
| local warming of one model from its first years | fusion of its slope with all others' | \
smaller error than pattern scaling on runs and years not trained on |
| spread between models | normal interval of the models' standard deviation | covers \
{covered:.1f} % of left-out cells |

## Measured, each model left out in turn

Area-weighted root mean square of the pattern, K per K of global warming, median over {models} \
models: multi-model mean {mean:.3f}, kinship {kin:.3f}. Kinship knows of the model that is left \
out its name and present climate, and reaches {reach:.2f} K: to the nearest two models of \
different families. The gain comes from versions of the same model; with all kin left out there \
is none. The multi-fidelity residual neural process (torch, `neural_process.py`) reaches \
{process}.

CMIP6 models, foretold from the CMIP5 models, and by a neural process with the other CMIP6 models \
as its topmost level, K per K:

| model | multi-model mean | neural process | with the CMIP6 level |
| --- | --- | --- | --- |
{newer}

Two models are too few for a level: it makes the neural process worse. The process is better on \
held-out models for no quantity above, so that pattern scaling is used and the process ships no \
weights; `simulrag evaluate climate --only patterns` trains and measures it.

{fusion}

## Level of temperature and precipitation

Against normals of {cities} cities (CHELSA, 1981-2010), to which nothing is fitted, and \
{countries} published national means, °C:

| what | median error | root mean square | 95th percentile | inside the interval |
| --- | --- | --- | --- | --- |
{level}

Annual precipitation of the cities: median relative error {rain} %, {rain_inside} % inside; of the \
countries {national_rain} %, {national_inside} % inside. Global precipitation grows by {wetting} % \
per degree. Stations whose level is hard to tell, error in °C with the half-width of the interval: \
{hard}.

## Training data

{models} CMIP5 models' patterns and {climatologies} of their climatologies, NorESM2-LM and \
HadGEM3-GC31-MM patterns, the same models by season and month, NCEP/NCAR Reanalysis 1, COADS, \
Natural Earth, RCMIP 5.1.0 emissions; licences in `SOURCES.md`. The global response: Indicators \
of Global Climate Change (forcing and attributed warming), FaIR's calibration 1.4.1 (effects of \
SO2 and BC). Single years: HadCRUT5, and what the CMIP5 regressions leave. IPSL-CM6A-LR is used \
for evaluation alone: its files state CC BY-NC-SA 4.0, so that nothing shipped is fitted to it.

## Limits

Patterns do not change with time or forcing, but for the regional response to SO2 and BC, whose \
kernel is taken from the literature and not fitted. Intervals of runs describe the forced mean; \
natural variability is added where a claim on a year that has been is held against the world. Of \
the cells of CMIP6 models lie inside the CMIP5 interval: {outside}.
"""
