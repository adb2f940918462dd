"""Periods of years as calls name them."""

from collections.abc import Mapping

from pydantic import JsonValue

from simulrag.simulators.errors import OutOfRange


def between(arguments: Mapping[str, JsonValue], first: str, last: str) -> range:
    """Return the years from one argument to another. Raises OutOfRange for a wrong order."""
    begin, end = (int(str(arguments[name])) for name in (first, last))
    if end < begin:
        raise OutOfRange(
            f"{last} {end} lies before {first} {begin}; allowed is {begin} or later",
            parameter=last,
            given=end,
            nearest=begin,
        )
    return range(begin, end + 1)


def label(years: range) -> str:
    """Return a period in words: 1991-2020, or its year."""
    return str(years[0]) if len(years) == 1 else f"{years[0]}-{years[-1]}"
