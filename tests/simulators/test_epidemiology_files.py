"""Files and pictures of seasons, read back with other libraries."""

import numpy as np
import pytest

from simulrag.client.simulating import simulate, write
from simulrag.simulators.interface import Run

SETTINGS = ["states=Vermont,Ohio", "start_date=2022-10-01", "r0=2.2", "immunity=10"]


@pytest.fixture(scope="module")
def season() -> Run:
    return simulate("epidemiology", "season", [*SETTINGS, "seasonality=moderate"], 0)


def test_a_file_holds_the_season_by_day_and_chances_by_height(season, tmp_path):
    xarray = pytest.importorskip("xarray")
    pytest.importorskip("netCDF4")
    write(season, tmp_path / "season.nc")
    with xarray.open_dataset(tmp_path / "season.nc") as made:
        course = made["hospital_incidence_series"]
        assert course.dims == ("time",)
        assert str(made["time"].values[0])[:10] == "2022-10-01"
        assert made["time"].attrs["standard_name"] == "time"
        peak = season.outputs["median_curve_peak"]
        assert float(course.max()) == peak.value
        chances = made["chance_of_a_higher_peak_series"]
        assert chances.attrs["units"] == "%"
        (axis,) = chances.dims
        assert made[axis].attrs["long_name"] == "people on the highest day"
        assert np.all(np.diff(made[axis].values) > 0)
        assert np.all(np.diff(chances.values) <= 0)


def test_a_picture_has_a_panel_for_the_season_and_one_for_the_chances(season, tmp_path):
    pytest.importorskip("matplotlib")
    from matplotlib.image import imread

    write(season, tmp_path / "both.png")
    one = {name: course for name, course in season.series.items() if course.unit == ""}
    write(season.model_copy(update={"series": one}), tmp_path / "one.png")
    both, alone = imread(tmp_path / "both.png"), imread(tmp_path / "one.png")
    assert both.shape[0] > 1.5 * alone.shape[0]
    # The band of the season is wide: days are not squeezed onto an axis of other numbers.
    blue = (np.abs(alone[..., :3] - np.array([0.0, 0.447, 0.698])) < 0.05).all(axis=-1)
    assert np.ptp(np.flatnonzero(blue.any(axis=0))) > 0.8 * alone.shape[1]


def test_a_picture_of_many_courses_says_how_many_are_left_out(season):
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    from simulrag.simulators.run_plots import COLOURS, draw_courses

    course = season.series["hospital incidence"]
    for count, said in ((len(COLOURS), []), (len(COLOURS) + 3, ["3 more, not drawn"])):
        axis = Figure().add_subplot()
        draw_courses({f"state {n}": course for n in range(count)}, axis)
        legend = axis.get_legend()
        texts = [text.get_text() for text in legend.get_texts()]
        assert [text for text in texts if "not drawn" in text] == said


@pytest.mark.slow
def test_many_states_are_drawn_as_a_map_and_written_each_with_its_name(tmp_path):
    image = pytest.importorskip("matplotlib.image")
    states = "states=New England"
    settings = [states, *SETTINGS[1:], "seasonality=moderate", "members=20"]
    each = simulate("epidemiology", "season", [*settings, "aggregation=per state"], 0)
    write(each, tmp_path / "each.png")
    write(simulate("epidemiology", "season", settings, 0), tmp_path / "sum.png")
    tall, plain = (image.imread(tmp_path / f"{name}.png") for name in ("each", "sum"))
    assert tall.shape[0] > 1.25 * plain.shape[0]
    write(each, tmp_path / "each.csv")
    rows = (tmp_path / "each.csv").read_text("utf-8")
    assert all(f"output,peak in {state}," in rows for state in each.parts)
