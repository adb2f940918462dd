"""Tells whether the engine is installed, without loading it."""

from functools import cache
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from importlib.util import find_spec

#: The library that holds Eclipse SUMO.
ENGINE = "libsumo"


@cache
def engine_version() -> str:
    """Return the version of the engine, "" where it is not installed; looked up once a process."""
    try:
        found = find_spec(ENGINE)
        return installed_version(ENGINE) if found is not None else ""
    except (ImportError, ValueError, PackageNotFoundError):
        return ""
