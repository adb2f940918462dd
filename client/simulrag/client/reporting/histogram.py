"""A small histogram of the members of a simulated value, beside the claim that it decides."""

from collections.abc import Callable

from simulrag.client.reporting.html import Markup, tag
from simulrag.client.reporting.numbers import plain
from simulrag.verifier.claims import Distribution

WIDTH, HEIGHT = 168, 46
#: Height of the bars, and where the range of the claim is drawn below them.
BARS, RULE = 38, 43
#: Room on either side for a claim outside of all members, a share of their range.
_ROOM = 0.15


def histogram(found: Distribution, unit: str) -> Markup:
    """Return it as SVG: bars where the claim would hold are filled, its range is a rule below."""
    claimed = [end for end in (found.claimed_low, found.claimed_high) if end is not None]
    room = _ROOM * (found.high - found.low)
    ends = [found.low, found.high, *claimed]
    least, most = min(ends) - room, max(ends) + room

    def across(value: float) -> float:
        return WIDTH * (value - least) / (most - least)

    return tag(
        "svg",
        tag("title", _in_words(found, unit)),
        [_bar(found, number, across) for number, count in enumerate(found.counts) if count],
        tag("line", x1=0, x2=WIDTH, y1=BARS, y2=BARS, class_="axis"),
        _rule(found, across) if claimed else None,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        class_="histogram",
    )


def _bar(found: Distribution, number: int, across: Callable[[float], float]) -> Markup:
    """Return a bar, filled where the claim allows its middle."""
    wide = (found.high - found.low) / len(found.counts)
    start = found.low + number * wide
    middle, tall = start + wide / 2, BARS * found.counts[number] / max(found.counts)
    above = found.claimed_low is None or found.claimed_low <= middle
    held = above and (found.claimed_high is None or middle <= found.claimed_high)
    return tag("rect", x=across(start), y=BARS - tall, height=tall,
               width=across(start + wide) - across(start) - 1,
               class_="bar held" if held else "bar")  # fmt: skip


def _rule(found: Distribution, across: Callable[[float], float]) -> Markup:
    """Return the range of a claim, wide enough to be seen where the claim is one number."""
    start = 0.0 if found.claimed_low is None else across(found.claimed_low)
    end = float(WIDTH) if found.claimed_high is None else across(found.claimed_high)
    middle, half = (start + end) / 2, max((end - start) / 2, 1.5)
    return tag("line", x1=middle - half, x2=middle + half, y1=RULE, y2=RULE, class_="claim")


def _in_words(found: Distribution, unit: str) -> str:
    low, high = found.claimed_low, found.claimed_high
    claimed = [f"from {plain(low)}"] if low is not None else []
    claimed += [f"to {plain(high)}"] if high is not None else []
    members = f"{sum(found.counts)} members from {plain(found.low)} to {plain(found.high)} {unit}"
    return f"{members.rstrip()}; claimed {' '.join(claimed)}" if claimed else members.rstrip()
