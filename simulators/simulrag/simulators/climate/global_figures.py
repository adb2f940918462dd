"""How well the global mean does, as measured: rows of the handbook's table.

The figures are those of `simulrag evaluate climate`, stored by `scripts/climate-figures`.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

FILE = "global_figures.json"
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
_GASES = {"co2": "CO2", "ch4": "CH4", "so2": "SO2", "bc": "BC"}


@cache
def figures() -> Mapping[str, Any]:
    """Return the stored figures by part of the evaluation."""
    text = (files(__package__ or "") / "data" / FILE).read_text(encoding="utf-8")
    return json.loads(text)


def rows() -> str:
    """Return the rows of the table: what, reference, here."""
    found = figures()
    made = [
        *_periods(found["ar6"]),
        *_past(found["history"]),
        *_idealised(found["idealised"]),
        *_single_years(found),
        *_changes(found["fair"]),
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in made)


def gases() -> str:
    """Return a sentence on the concentrations of CO2 and CH4."""
    found = figures()["gases"]
    told = [
        f"{name}: {found[name]['CO2']} ppm and {found[name]['CH4']} ppb ({co2} and {ch4})"
        for name, (co2, ch4) in CMIP6.items()
    ]
    return (
        f"CO2 and CH4 in 2014 and, by scenario, in 2100 (CMIP6's in brackets): {'; '.join(told)}."
    )


def filled(prose: str) -> str:
    """Return the handbook's prose with what was measured in its places."""
    for where, exponent in figures()["history"]["Hurst exponent"].items():
        prose = prose.replace(f"{{{{hurst {where}}}}}", f"{exponent:.2f}")
    return prose.replace("{{global figures}}", rows()).replace("{{global gases}}", gases())


def _range(ends: Any) -> str:
    return f"({ends[0]:.2f} to {ends[1]:.2f})"


def _periods(periods: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    for scenario, one in periods.items():
        best, low, high = one["assessed"]
        name = "warming" if scenario == "historical" else scenario
        yield (
            f"{name}, {one['years']}",
            f"AR6 {best} ({low} to {high}) °C",
            f"{one['median']:.2f} {_range((one['p5'], one['p95']))}",
        )


def _past(history: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
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


def _idealised(runs: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    for name, assessed in IDEALISED.items():
        one = runs[name]
        yield name, assessed, f"{one['central']:.2f} {_range((one['p5'], one['p95']))}"


def _single_years(found: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
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


def _changes(fair: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    for gas, title in _GASES.items():
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
