"""Runs and fields as xarray datasets with CF attributes, and their files.

CF conventions 1.11 (cfconventions.org). Needs the extra `data`; Zarr needs `zarr` beside it.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from simulrag.simulators.capabilities import GlobeField
from simulrag.simulators.errors import BadValue, NotInstalled
from simulrag.simulators.interface import Quantity, Run, Series
from simulrag.simulators.run_parts import named_values

if TYPE_CHECKING:
    import xarray

SUFFIXES = (".nc", ".zarr")
#: Units of ours -> units as UDUNITS writes them.
UNITS = {"delta_degC": "K", "degC": "degC", "percent": "%", "": "1"}
EPOCH = "1850-01-01"


def dataset(run: Run, fields: Sequence[GlobeField] = ()) -> xarray.Dataset:
    """Return outputs as scalars, series over `time`, and fields over `lat` and `lon`.

    Names: `NAME` for a value, `NAME_low` and `NAME_high` for the ends of its interval, and
    `NAME_series` over time. Raises NotInstalled without xarray.
    """
    try:
        import xarray
    except ModuleNotFoundError as error:
        raise NotInstalled("files need xarray: pip install 'simulrag[data]'") from error
    variables: dict[str, Any] = {}
    for name, value in named_values(run).items():
        plain = name.replace(" ", "_")
        variables |= _scalar(plain, value) if isinstance(value, Quantity) else {}
    for name, series in run.series.items():
        variables |= _course(name, series)
    coordinates: dict[str, Any] = {}
    for field in fields:
        variables |= _field(field)
        coordinates |= _coordinates(field)
    return xarray.Dataset(variables, coordinates, _attributes(run))


def _scalar(name: str, value: Quantity) -> dict[str, Any]:
    attributes = {"units": UNITS.get(value.unit, value.unit), "long_name": _spaced(name)}
    ends = {"low": value.low, "high": value.high}
    made: dict[str, Any] = {name: ((), value.value, attributes)}
    for end, number in ends.items():
        if number is not None:
            words = f"{_spaced(name)}, {end} end of the {value.level} interval"
            made[f"{name}_{end}"] = ((), number, attributes | {"long_name": words})
    return made


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _course(name: str, series: Series) -> dict[str, Any]:
    """Return a series over time; years are means over their calendar year.

    A series over other numbers has an axis of its own.
    """
    name = name.replace(" ", "_")
    years = all(len(time) == 4 and time.isdigit() for time in series.times)
    attributes = {"units": UNITS.get(series.unit, series.unit), "long_name": _spaced(name)}
    if years:
        attributes["cell_methods"] = "time: mean"
    dated = years or series.by_day
    axis = "time" if dated else f"{name}_at"
    parts = {
        "": series.values,
        "_low": series.low,
        "_lower": series.lower,
        "_upper": series.upper,
        "_high": series.high,
    }
    made: dict[str, Any] = {
        f"{name}_series{end}": ((axis,), np.array(values), dict(attributes))
        for end, values in parts.items()
        if values
    }
    if dated:
        return made | (_year_axis(series.times) if years else _day_axis(series.times))
    along = {"units": UNITS.get(series.axis_unit, series.axis_unit)}
    along |= {"long_name": series.axis} if series.axis else {}
    return made | {axis: ((axis,), [float(time) for time in series.times], along)}


#: Of every axis of time (CF 1.11, section 4.4).
_TIME = {
    "units": f"days since {EPOCH}",
    "calendar": "proleptic_gregorian",
    "standard_name": "time",
    "axis": "T",
}


def _day_axis(times: Sequence[str]) -> dict[str, Any]:
    """Return days as whole days since 1850."""
    epoch = datetime.fromisoformat(EPOCH)
    days = [float((datetime.fromisoformat(time) - epoch).days) for time in times]
    return {"time": (("time",), days, dict(_TIME))}


def _year_axis(times: Sequence[str]) -> dict[str, Any]:
    """Return time in days since 1850 with its bounds, the mid-year standing for a year."""
    epoch = datetime.fromisoformat(EPOCH)
    bounds = np.array(
        [[(datetime(int(t) + k, 1, 1) - epoch).days for k in (0, 1)] for t in times], dtype=float
    )
    attributes = {**_TIME, "bounds": "time_bnds"}
    return {
        "time": (("time",), bounds.mean(axis=1), attributes),
        "time_bnds": (("time", "bnds"), bounds),
    }


def _field(field: GlobeField) -> dict[str, Any]:
    shared = {
        "units": UNITS.get(field.unit, field.unit),
        "comment": field.conditions,
        "cell_methods": field.cell_methods,
        "standard_name": field.standard_name,
    }
    attributes = {key: value for key, value in shared.items() if value}
    ends = {"": (field.values, field.title)} | {
        f"_{end}": (values, f"{field.title}, {end} end of the {field.level:.0%} interval")
        for end, values in (("low", field.low), ("high", field.high))
    }
    return {
        f"{field.name}{end}": (
            ("lat", "lon"), values.astype(np.float32), attributes | {"long_name": words},
        )
        for end, (values, words) in ends.items()
    }  # fmt: skip


def _coordinates(field: GlobeField) -> dict[str, Any]:
    return {
        "lat": (
            "lat",
            field.latitudes,
            {"units": "degrees_north", "standard_name": "latitude", "axis": "Y"},
        ),
        "lon": (
            "lon",
            field.longitudes,
            {"units": "degrees_east", "standard_name": "longitude", "axis": "X"},
        ),
    }


def _attributes(run: Run) -> dict[str, str]:
    return {
        "Conventions": "CF-1.11",
        "title": f"simulrag {run.call.simulator} {run.call.function}",
        "source": f"simulrag {run.call.simulator} version {run.version}, {run.build}",
        "history": f"run {run.id}: {run.call.canonical()}",
        "comment": run.context,
    }


def write(made: xarray.Dataset, path: Path) -> None:
    """Write NetCDF-4 (.nc) or Zarr (.zarr). Raises BadValue or NotInstalled."""
    if path.suffix not in SUFFIXES:
        raise BadValue(
            f"{path} must end in one of {', '.join(SUFFIXES)}", parameter="out", given=str(path)
        )
    try:
        if path.suffix == ".nc":
            made.to_netcdf(path, engine="netcdf4", format="NETCDF4")
            return
        import_module("zarr")
        if path.is_dir():
            shutil.rmtree(path)
        made.to_zarr(path, zarr_format=2)
    except ModuleNotFoundError as error:
        raise NotInstalled(
            f"{path.suffix} files need {error.name}: pip install 'simulrag[data]'"
        ) from error
