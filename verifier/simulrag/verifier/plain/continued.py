"""Parts of a sentence that go on about what the part before them names."""

import re
from collections.abc import Sequence

from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Reading
from simulrag.verifier.reading.mentions import unique_parameters

#: "And warmer with ssp585", "cools it".
_GOES_ON = re.compile(
    r"^\W*(?:(?:and|but|yet|also|even|still|then|far|much|slightly|again)\s+)*(?:\w+er|more|less|later|"
    r"earlier)\b|\b(?:it|its|there|them|their|they)\b",
    re.I,
)


def is_elsewhere(
    part: str, readings: Sequence[Reading], first: Sequence[Reading], registry: Registry
) -> bool:
    """Tell whether a part that goes on about the place before it was read of no place."""
    if not _GOES_ON.search(part):
        return False
    calls = [made[-1].expression.terms[-1].call for made in (first, readings)]
    lost = set(calls[0].arguments) - set(calls[1].arguments)
    simulator = registry.simulator(calls[0].simulator)
    return any(p.name in lost and p.kind == "place" for p in unique_parameters(simulator))
