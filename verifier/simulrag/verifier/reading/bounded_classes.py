"""The band that a label stands for where it only bounds what is said."""

from collections.abc import Sequence

from simulrag.simulators.interface import Band
from simulrag.verifier.reading.fact import Fact


def bounded(fact: Fact, bands: Sequence[Band]) -> Band | None:
    """Return what a label says that is the bound of it: below it, up to its end, or above."""
    band = fact.band
    if band is None or not fact.bound:
        return band
    # "Generally warm (above 20 °C)" ends where "extremely hot (above 30 °C)" begins.
    higher = [b.low for b in bands if b.low is not None and b.low > (band.low or float("-inf"))]
    end = band.high if band.high is not None else min(higher, default=None)
    ends: dict[str, tuple[float | None, float | None]] = {
        "below": (None, band.low),
        "at_most": (None, end),
        "above": (end, None),
        "at_least": (band.low, None),
    }
    low, high = ends[fact.bound]
    if not fact.bound.startswith("at_") and low is None and high is None:
        low = high = float("inf")  # nothing lies below the lowest class or above the highest
    return Band(label=f"{fact.bound.replace('_', ' ')} {band.label}", low=low, high=high)
