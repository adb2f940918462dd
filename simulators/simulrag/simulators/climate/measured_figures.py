"""How well the simulator does, as measured: the model card, the handbook's figures, its skill.

Figures of the global mean are those of `simulrag evaluate climate`, which `scripts/climate-figures`
stores; those of patterns and of the level of temperature and precipitation training stored.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from simulrag.simulators.capabilities import Skill
from simulrag.simulators.climate.conditions import TITLES

#: Row of a table: what, reference, here.
Row = tuple[str, str, str]
GLOBAL_FIGURES = "global_figures.json"
#: Concentrations of CMIP6 (Meinshausen et al. 2020): observed in 2014, and of scenarios in 2100.
CMIP6 = {
    "2014": (398, 1831), "ssp119": (394, 1036), "ssp126": (446, 1056), "ssp245": (603, 1683),
    "ssp370": (867, 3372), "ssp585": (1135, 2415),
}  # fmt: skip
#: Name of an idealised figure -> what AR6 assessed of it, and its unit.
IDEALISED = {
    "equilibrium climate sensitivity": "AR6 3 (2 to 5) °C",
    "transient climate response": "AR6 1.8 (1.2 to 2.4) °C",
    "warming per 1000 Gt CO2": "AR6 0.45 (likely 0.27 to 0.63) °C",
    "commitment after 50 years": "AR6 within 0.3 °C of none",
}
OF_FAIR = (
    "FaIR's own warming in 2081-2100 over AR6's",
    "FaIR's own warming per 1000 Gt CO2",
)
#: What was measured, the card as it reads, and with figures left open.
CARD_FIGURES, CARD = "model_card.json", "model_card.md"
CARD_TEMPLATE = "model_card_template.md"
#: The file of another run and years than were trained on, by which emulators of a model are judged.
JUDGED = "ssp585 r2i1p1f1"
MEAN, PROCESS = "multi-model mean", "neural process"
PLAIN, FUSED = "linear pattern scaling", "fusion with many models"


def _read(file: str) -> str:
    return (files(__package__ or "") / "data" / file).read_text(encoding="utf-8")


@cache
def _stored(file: str) -> Mapping[str, Any]:
    return json.loads(_read(file))


def card() -> str:
    """Return the shipped model card as Markdown."""
    return rendered_card(_stored(CARD_FIGURES))


def rendered_card(figures: Mapping[str, Any]) -> str:
    """Return the card for figures as training measured them.

    The template names a figure by its keys: {patterns[kinship][median]}.
    """
    spread, level = figures["spread"], figures["level"]
    return _read(CARD_TEMPLATE).format(
        **figures,
        newer_rows=_table(_newer_rows(figures["patterns"]["CMIP6 models"])),
        covered=100.0 * spread["coverage"],
        outside=_outside(spread["CMIP6 models never used"]),
        fusion=_fusion(figures["ipsl"].get(JUDGED), figures["trained to"]),
        level_rows=_table(_card_rows(level, figures["countries"])),
        hard=_hard_places(level),
    )


def global_figures() -> Mapping[str, Any]:
    """Return the stored figures of the global mean by part of the evaluation."""
    return _stored(GLOBAL_FIGURES)


def skill() -> Skill:
    """Return how often the annual temperature of a place fits its normal."""
    level = _stored(CARD_FIGURES)["level"]
    share = round(level["annual"]["inside the 90 % interval, %"] / 100.0, 4)
    measured = f"normals of {level['cities']} cities within the 90 % interval"
    return Skill(share=share, measured=measured)


def filled(prose: str) -> str:
    """Return the handbook's prose with what was measured in its places."""
    found = global_figures()
    for where, exponent in found["history"]["Hurst exponent"].items():
        prose = prose.replace(f"{{{{hurst {where}}}}}", f"{exponent:.2f}")
    places = {
        "global figures": _table(_global_rows(found)),
        "global gases": _gases_sentence(found["gases"]),
        "level figures": _table(_level_rows(_stored(CARD_FIGURES))),
        "hard places": _hard_places(_stored(CARD_FIGURES)["level"]),
    }
    for place, text in places.items():
        prose = prose.replace(f"{{{{{place}}}}}", text)
    return prose


def _table(rows: Iterable[tuple[str, ...]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _global_rows(found: Mapping[str, Any]) -> Iterator[Row]:
    yield from _periods(found["ar6"])
    yield from _past(found["history"])
    yield from _idealised(found["idealised"])
    yield from _single_years(found)
    yield from _changes(found["fair"])


def _gases_sentence(found: Mapping[str, Any]) -> str:
    """Return a sentence on the concentrations of CO2 and CH4."""
    told = [
        f"{name}: {found[name]['CO2']} ppm and {found[name]['CH4']} ppb ({co2} and {ch4})"
        for name, (co2, ch4) in CMIP6.items()
    ]
    return (
        f"CO2 and CH4 in 2014 and, by scenario, in 2100 (CMIP6's in brackets): {'; '.join(told)}."
    )


def _range(ends: Any) -> str:
    return f"({ends[0]:.2f} to {ends[1]:.2f})"


def _periods(periods: Mapping[str, Any]) -> Iterator[Row]:
    for scenario, one in periods.items():
        best, low, high = one["assessed"]
        name = "warming" if scenario == "historical" else scenario
        yield (
            f"{name}, {one['years']}",
            f"AR6 {best} ({low} to {high}) °C",
            f"{one['median']:.2f} {_range((one['p5'], one['p95']))}",
        )


def _past(history: Mapping[str, Any]) -> Iterator[Row]:
    for years, one in history["attributed periods"].items():
        best, *ends = one["attributed"]
        yield (
            f"warming, {years}",
            f"attributed (IGCC) {best:.2f} {_range(ends)} °C",
            f"{one['central']:.2f} {_range(one['range'])}",
        )
    periods = history["assessed periods"]
    yield (
        f"all {periods['periods']} periods and scenarios of AR6",
        "best estimates; ends of very likely ranges",
        f"within {periods['largest miss']:.2f}; within {periods['largest miss of an end']:.2f} °C",
    )


def _idealised(runs: Mapping[str, Any]) -> Iterator[Row]:
    for name, assessed in IDEALISED.items():
        one = runs[name]
        yield name, assessed, f"{one['central']:.2f} {_range((one['p5'], one['p95']))}"


def _single_years(found: Mapping[str, Any]) -> Iterator[Row]:
    history, years = found["history"], found["years"]
    thirds = ", ".join(f"{100 * share:.0f} % in {when}"
                       for when, share in history["by third"].items())  # fmt: skip
    yield (
        "single years of the globe",
        "HadCRUT5, share inside the 90 % range",
        f"{100 * history['recorded years inside']:.0f} %: {thirds}; of decades "
        f"{100 * history['recorded decades inside']:.0f} %, of trends over 20 to 50 years "
        f"{100 * history['recorded trends inside']:.0f} %",
    )
    observed = years["observed"]
    yield (
        "single years of stations and countries",
        f"observed at {observed['places']}; about their own mean",
        f"{100 * observed['absolute']:.0f} %; {100 * observed['about their own mean']:.0f} %",
    )
    yield (
        "local warming of single years on land",
        "IPSL-CM6A-LR r2, share inside the 90 % range",
        f"{100 * years['warming']:.0f} %; of temperatures {100 * years['absolute']:.0f} %, about "
        f"that model's own level {100 * years['about its own level']:.0f} %, which is "
        f"{years['colder than here on land, °C']:.1f} °C colder",
    )
    left_out = years["left-out models"]
    yield (
        f"the same of {left_out['models']} left-out models",
        "about their own forced course",
        f"{100 * left_out['mean']:.0f} % ({100 * left_out['lowest']:.0f} to "
        f"{100 * left_out['highest']:.0f} %)",
    )


def _changes(fair: Mapping[str, Any]) -> Iterator[Row]:
    for gas, title in TITLES.items():
        found = {name: one for name, one in fair["ratio"].items() if name.startswith(gas)}
        by_year = [
            f"{' and '.join(f'{one:.2f}' for name, one in found.items() if name.endswith(year))} "
            f"in {year}"
            for year in ("2050", "2090")
        ]
        percents = " / ".join(dict.fromkeys(name.split()[1] for name in found))
        yield (
            f"effect of {title} {percents} %",
            "ratio to FaIR 2.2.5, calibration 1.4.1",
            "; ".join(by_year),
        )
    own, by_emissions = (fair[name] for name in OF_FAIR)
    yield (
        "warming of FaIR itself",
        "AR6: 2081-2100; 0.45 °C per 1000 Gt CO2",
        f"{100 * own:.0f} % of it; {by_emissions:.2f} °C",
    )


def _level_rows(found: Mapping[str, Any]) -> Iterator[Row]:
    cities, countries = found["level"], found["countries"]
    normals = "normals of 1981-2010 (CHELSA), never fitted to"
    yield f"annual temperature of {cities['cities']} cities", normals, _errors(cities["annual"])
    for part, found in cities["seasons"].items():
        yield f"temperature of {part} there", normals, _errors(found)
    months = cities["months, median error, °C"]
    yield "temperature of months there", normals, f"median error {months:.2f} °C"
    yield "annual precipitation there", normals, _of_rain(cities["precipitation"])
    yield (
        f"annual temperature of {countries['countries']} countries",
        "published national means of 1961-1990",
        _errors(countries),
    )
    rain = _of_rain(countries["precipitation"])
    yield "annual precipitation there", "published national means, where there are", rain
    more = countries["global precipitation, % per K"]
    yield "global precipitation per degree", "CMIP6 1 to 3 % (AR6)", f"{more:.1f} %"
    changes = countries["precipitation 2090 ssp585, %"]
    told = ", ".join(f"{name} {change:+.0f} %" for name, change in changes.items())
    yield "precipitation in 2090, ssp585", "AR6: less, more, more, more", told


def _of_rain(found: Mapping[str, float]) -> str:
    return f"median error {found['median relative error, %']:.0f} %, {_inside(found)}"


def _errors(found: Mapping[str, float]) -> str:
    return (
        f"median error {found['median error, °C']:.2f} °C, root mean square "
        f"{found['root mean square, °C']:.2f} °C, mean {found['mean error, °C']:+.2f} °C; "
        f"{_inside(found)}"
    )


def _inside(found: Mapping[str, float]) -> str:
    return f"{found['inside the 90 % interval, %']:.0f} % within the 90 % interval"


def _newer_rows(models: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Yield the errors for CMIP6 models."""
    for name, found in models.items():
        process = found[PROCESS]
        errors = found[MEAN]["from CMIP5"], process["from CMIP5"], process["from CMIP5 and CMIP6"]
        yield name, *(f"{error:.3f}" for error in errors)


def _card_rows(
    cities: Mapping[str, Any], countries: Mapping[str, Any]
) -> Iterator[tuple[str, ...]]:
    """Yield the errors of the level."""
    seasons = {f"{part}, cities": found for part, found in cities["seasons"].items()}
    measured = {"year, cities": cities["annual"], **seasons, "year, countries": countries}
    errors = "median error, °C", "root mean square, °C", "95th percentile, °C"
    for name, found in measured.items():
        inside = f"{found['inside the 90 % interval, %']:.1f} %"
        yield name, *(f"{found[error]:.2f}" for error in errors), inside


def _hard_places(cities: Mapping[str, Any]) -> str:
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
