"""Simulators that say what people may ask of them in vain."""

from collections.abc import Mapping
from typing import Protocol, runtime_checkable


@runtime_checkable
class Limited(Protocol):
    """A simulator that says what people may ask of it in vain."""

    #: Subject -> the words that speak of it ("precipitation": "rainfall", "monsoon", ...).
    not_represented: Mapping[str, tuple[str, ...]]
