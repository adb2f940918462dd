"""No text takes more than its share: twice the length takes about twice the time."""

import gc
import time
from collections.abc import Callable

import pytest

from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_claims, check_text
from simulrag.verifier.claims import FormulaClaim
from simulrag.verifier.english.questions import plan
from simulrag.verifier.evidence import EvidenceStore

Reader = Callable[[str, Registry, EvidenceStore], object]

#: What each text is made of, over and over, and how it ends.
UNITS = (
    "a", "1", "1.", "1,", ".", "!?", " ", "\n", "\n ", " 1", "a ", "a. ", "A. ", "e.g. ", "1. ",
    "- ", "( ", "# ", "a\u0301", "\u00a0", "(", "[(1, 1), ", "((1", "'", '"', "\\", "/a", "°C",
    "5 % ", "Nairobi, ", "N 1 ", "not ", "one hundred ", "January 5 ", "1990",
    "2025-02-08 ", "\u202e",
)  # fmt: skip
ENDS = ("", "!a")


def by_claim(text: str, registry: Registry, store: EvidenceStore) -> object:
    formula = "climate.temperature(place='Nairobi', year=1990).temperature == about(19.4)"
    return check_claims([FormulaClaim(text=text, formula=formula)], "", registry, store)


def by_formula(text: str, registry: Registry, store: EvidenceStore) -> object:
    claim = FormulaClaim(text="It is warm.", formula=text, let={"A": text})
    return check_claims([claim], "", registry, store)


#: A way in, and the longest text that it reads, characters.
READERS: dict[str, tuple[Reader, int]] = {
    "check": (lambda text, registry, store: check_text(text, "", registry, store), 1_000_000),
    "claim": (by_claim, 2_000),
    "formula": (by_formula, 4_000),
    "place": (lambda text, registry, _: registry.simulator("climate").find("place", text), 5_000),
    "plan": (lambda text, registry, _: plan(text, registry), 5_000),
}
#: Most that doubling a text may multiply its time by; a quadratic step multiplies it by 4.
MOST_GROWTH = 3.0
#: Seconds below which the clock and what is done once for all say more than the text.
LITTLE = 0.2


@pytest.mark.parametrize("way", READERS)
@pytest.mark.parametrize("unit", UNITS)
def test_twice_the_text_takes_about_twice_the_time(way, unit, registry, store):
    read, longest = READERS[way]
    for end in ENDS:
        before = LITTLE
        for halved in range(8, -1, -1):
            length = longest >> halved
            text = (unit * (length // len(unit) + 1))[: length - len(end)] + end
            took = _seconds(read, text, registry, store)
            if took >= MOST_GROWTH * before:  # something else may have come between
                took = _seconds(read, text, registry, store)
            assert took < MOST_GROWTH * before, (length, end)
            before = max(took, LITTLE)


def _seconds(read: Reader, text: str, registry: Registry, store: EvidenceStore) -> float:
    """Return the time of this process; what is collected of other tests does not count."""
    gc.disable()
    try:
        began = time.process_time()
        read(text, registry, store)
        return time.process_time() - began
    finally:
        gc.enable()
