"""Fits of reported seasons and their files; only weeks before the forecast may matter."""

import csv
import json
from datetime import date
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from simulrag.simulators.epidemiology.admission_functions import SEASONS
from simulrag.simulators.epidemiology.fit_files import peak_days, summary_text, write_all
from simulrag.simulators.epidemiology.hub_files import HUB_LEVELS
from simulrag.simulators.epidemiology.season_fit import (
    SeasonFit,
    earlier,
    fit,
    persistence,
    relative_score,
    reported,
    score,
    shapes,
)
from simulrag.simulators.epidemiology.states import FIPS, STATES
from simulrag.simulators.errors import UnknownName

#: Four weeks before the national peak of 2022-23.
CUT = date(2022, 11, 5)


@pytest.fixture(scope="module")
def found() -> SeasonFit:
    season = reported("2022-23")
    return fit(season, season.days.index(CUT) + 1)


@pytest.fixture(scope="module")
def folder(found: SeasonFit, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of that fit."""
    home = tmp_path_factory.mktemp("fit") / "new"
    write_all(found, home)
    return home


def test_the_peak_of_2022_23_is_foreseen_four_weeks_ahead(found):
    """Reported: 26,778 in the week ending 3 December, the 51 states together."""
    for curve in (found.expected().sum(axis=0), np.median(found.samples().sum(axis=1), axis=0)):
        day = found.reported.days[int(curve.argmax())]
        assert abs((day - date(2022, 12, 3)).days) <= 14
        assert curve.max() == pytest.approx(26_778, rel=0.3)


def test_weeks_after_the_cut_do_not_change_a_fit(found):
    season = reported("2022-23")
    season.admissions[:, found.known :] = 1e6
    again = fit(season, found.known)
    for ours, theirs in ((again.past, found.past), (again.ahead, found.ahead)):
        assert np.array_equal(ours.weights, theirs.weights)
        assert ours.total == theirs.total


@pytest.mark.parametrize(
    "season",
    ["2022-23", *(pytest.param(s, marks=pytest.mark.slow) for s in SEASONS if s != "2022-23")],
)
def test_the_fit_of_a_whole_season_has_its_size_and_its_peak(season):
    """Of the country; what two parameters a state cannot follow is mostly a sharp peak."""
    held = reported(season)
    whole = fit(held, len(held.days))
    seen, fitted = np.nansum(held.admissions, axis=0), whole.expected().sum(axis=0)
    assert fitted.sum() == pytest.approx(seen.sum(), rel=0.15)
    assert abs(int(fitted.argmax()) - int(seen.argmax())) <= 3
    assert fitted.max() == pytest.approx(seen.max(), rel=0.45)
    low, high = np.quantile(whole.samples().sum(axis=1), (0.05, 0.95), axis=0)
    assert np.mean((seen >= low) & (seen <= high)) >= 0.7


def test_no_state_is_expected_to_peak_in_summer():
    """Of South Dakota hardly anything was reported at first; its peak was on 3 December."""
    held = reported("2022-23")
    early = fit(held, 4)
    days = peak_days(early, early.samples())
    assert max(days.values()) < "2023-05-06"
    assert held.days[int(early.expected().argmax(axis=1).max())] < date(2023, 5, 6)


def test_two_parameters_a_state_are_fitted_and_the_fit_follows_the_reports(found):
    assert found.parameters().shape == (51, 2)
    seen = found.reported.admissions[:, : found.known].sum(axis=0)
    fitted = found.expected()[:, : found.known].sum(axis=0)
    assert fitted[-2:] == pytest.approx(seen[-2:], rel=0.2)
    assert fitted[-4:].sum() == pytest.approx(seen[-4:].sum(), rel=0.05)


def test_shapes_are_shares_of_a_season_that_grow_faster_with_higher_numbers():
    assert np.allclose(shapes().sum(axis=2), 1.0)
    peaks = shapes()[30::10, 20].argmax(axis=1)
    assert (np.diff(peaks) <= 0).all()


@pytest.mark.parametrize(("forecast", "error"), [(4.0, 0.0), (10.0, 6.0)])
def test_the_score_of_a_sure_forecast_is_its_absolute_error(forecast, error):
    """Bracher et al. 2021: the score is the absolute error where all quantiles are equal."""
    scored = score(np.full((50, 1), forecast), np.array([4.0]))
    assert scored == pytest.approx(error)


def test_persistence_stays_at_the_last_week(found):
    middle = np.median(persistence(found.reported, found.known), axis=0)
    last = found.reported.admissions[:, found.known - 1]
    assert np.allclose(middle, last[:, None], rtol=0.1, atol=1.0)


@pytest.mark.slow
@pytest.mark.parametrize("season", ["2023-24", pytest.param("2024-25", marks=pytest.mark.long)])
def test_forecasts_score_better_than_persistence(season):
    scores = relative_score(season, earlier(season))
    print(season, scores)
    assert scores["relative"] < 1.0


def test_all_files_of_a_fit_are_written(folder):
    names = {path.name for path in folder.iterdir()}
    assert {"fit.csv", "parameters.json", "hub.csv"} <= names
    assert ("fit.png" in names) == (find_spec("matplotlib") is not None)
    with (folder / "fit.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 51 * 44
    ohio = next(r for r in rows if r["state"] == "Ohio" and r["week_end"] == "2022-11-05")
    assert ohio["kind"] == "fit"
    whole = json.loads((folder / "parameters.json").read_text("utf-8"))
    assert len(whole["states"]) == 51
    assert whole["until"] == "2022-11-05"


def test_the_hub_file_holds_rising_quantiles_of_the_next_four_weeks(folder):
    with (folder / "hub.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 52 * 4 * len(HUB_LEVELS) == 52 * 4 * 23
    assert {row["reference_date"] for row in rows} == {"2022-11-12"}
    assert {row["target_end_date"] for row in rows} == {
        "2022-11-12",
        "2022-11-19",
        "2022-11-26",
        "2022-12-03",
    }
    ohio = [r for r in rows if r["location"] == "39" and r["horizon"] == "2"]
    values = [float(row["value"]) for row in ohio]
    assert values == sorted(values)
    assert FIPS["Wyoming"] == "56"
    assert FIPS["District of Columbia"] == "11"


@pytest.mark.skipif(find_spec("xarray") is None, reason="needs the extra data")
def test_the_netcdf_file_says_what_it_holds(found, folder):
    xarray = pytest.importorskip("xarray")
    pytest.importorskip("netCDF4")
    with xarray.open_dataset(folder / "fit.nc") as data:
        assert data["admissions"].dims == ("quantile", "state", "time")
        seen = data["reported"].sel(state="Ohio").max()
        assert float(seen) == np.nanmax(found.reported.admissions[STATES.index("Ohio")])


def test_peak_days_and_the_summary_name_weeks_of_the_season(found):
    days = peak_days(found, found.samples())
    ends = {end.isoformat() for end in found.reported.days}
    assert set(days) == set(STATES)
    assert set(days.values()) <= ends
    assert "2022-11-05" in summary_text(found)


def test_a_season_that_is_not_held_is_refused():
    with pytest.raises(UnknownName, match=", ".join(SEASONS)):
        reported("2019-20")
