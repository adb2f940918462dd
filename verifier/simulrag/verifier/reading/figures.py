"""Printed numbers as figures of a reading, and the comparators that their qualifiers mean."""

from simulrag.verifier.claims import Comparator, Figure
from simulrag.verifier.quantities import Printed, printed_number

_QUALIFIERS: dict[str, Comparator] = {
    "exact": "equal",
    "about": "about",
    "above": "above",
    "just_above": "just_above",
    "just_below": "just_below",
    "at_least": "at_least",
    "below": "below",
    "at_most": "at_most",
}


def figure_of(printed: Printed) -> Figure:
    """Return a number with its place; numbers in words carry their value."""
    parsed = printed_number(printed.text)
    in_words = (
        parsed is None
        or parsed.value != printed.value
        # "One minute" is meant more exactly than to half of it.
        or (printed.unit == "minute" and parsed.half_unit != printed.half_unit)
    )
    return Figure(
        text=printed.text,
        start=printed.start,
        end=printed.end,
        value=float(printed.value) if in_words else None,
        half_unit=float(printed.half_unit) if in_words else 0.0,
    )


def comparator_of(printed: Printed) -> Comparator:
    """Return the comparator of a number's qualifier."""
    return _QUALIFIERS[printed.qualifier]
