"""Files and pictures of climate runs, read back with other libraries."""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from simulrag.client.errors import BadInput
from simulrag.client.simulating import simulate, write
from simulrag.simulators import run_plots
from simulrag.simulators.errors import BadValue
from simulrag.simulators.interface import Quantity, Run

pytestmark = pytest.mark.skipif(
    any(find_spec(name) is None for name in ("xarray", "netCDF4")), reason="needs the extra data"
)


@pytest.fixture(scope="module")
def world() -> Run:
    return simulate("climate", "global_temperature", ["year=2090", "scenario=ssp245"], 0)


def test_netcdf_holds_maps_and_courses_with_cf_attributes(world: Run, tmp_path: Path) -> None:
    import xarray

    write(world, tmp_path / "world.nc")
    with xarray.open_dataset(tmp_path / "world.nc") as made:
        assert made.attrs["Conventions"].startswith("CF-")
        field = made["tas_anomaly"]
        assert field.dims == ("lat", "lon")
        assert field.attrs["standard_name"] == "air_temperature_anomaly"
        assert field.attrs["units"] == "K"
        assert made["lat"].attrs["standard_name"] == "latitude"
        assert (made["tas_anomaly_low"] <= field).all()
        assert (field <= made["tas_anomaly_high"]).all()
        mean = float(field.weighted(np.cos(np.radians(made["lat"]))).mean())
        warming = world.outputs["global_warming"]
        assert isinstance(warming, Quantity)
        assert mean == pytest.approx(warming.value, rel=0.01)
        years = made["global_warming_series"]["time"].dt.year.values
        assert list(years) == list(range(1850, 2091))
        assert made["global_warming_series"].attrs["cell_methods"] == "time: mean"
        assert float(made["global_warming_series"][-1]) == warming.value
        assert str(made["time"].encoding["units"]).startswith("days since 1850-01-01")


def test_zarr_holds_the_same_as_netcdf(world: Run, tmp_path: Path) -> None:
    pytest.importorskip("zarr")
    import xarray

    write(world, tmp_path / "world.zarr")
    write(world, tmp_path / "world.nc")
    first = xarray.open_zarr(tmp_path / "world.zarr", consolidated=False).load()
    with xarray.open_dataset(tmp_path / "world.nc") as second:
        xarray.testing.assert_allclose(first, second.load())


@pytest.mark.parametrize(
    ("function", "settings"),
    [
        ("temperature", ["place=Lima", "year=2060", "scenario=ssp126"]),
        pytest.param(
            "global_temperature",
            ["year=2040", "scenario=ssp370", "so2=-30", "co2=5"],
            marks=pytest.mark.slow,
        ),
    ],
)
def test_pictures_are_drawn(function: str, settings: list[str], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from matplotlib.image import imread

    made = simulate("climate", function, settings, 0)
    write(made, tmp_path / "out.png")
    pixels = imread(tmp_path / "out.png")
    assert pixels.shape[0] > 400
    assert pixels.shape[1] > 1000
    assert len(np.unique(pixels.reshape(-1, pixels.shape[-1]), axis=0)) > 50


def test_what_has_no_picture_and_other_suffixes_are_refused(tmp_path: Path) -> None:
    surface = simulate("climate", "land_or_sea", ["place=Lima"], 0)
    with pytest.raises(BadValue, match="neither a course nor a map"):
        run_plots.draw(surface, (), tmp_path / "out.png")
    with pytest.raises(BadInput, match=r"\.csv, \.nc, \.zarr, \.png"):
        write(surface, tmp_path / "out.docx")
    with pytest.raises(BadInput, match="cannot be written"):
        write(surface, tmp_path / "nowhere" / "out.csv")
