"""How far two people agree beyond chance: Cohen's kappa (1960, doi 10.1177/001316446002000104)."""

from collections import Counter
from collections.abc import Sequence


def kappa(pairs: Sequence[tuple[str, str]]) -> float | None:
    """Return Cohen's kappa, None where chance alone would agree always or nothing was answered."""
    if not pairs:
        return None
    count = len(pairs)
    first, second = Counter(a for a, _ in pairs), Counter(b for _, b in pairs)
    observed = sum(a == b for a, b in pairs) / count
    expected = sum(first[word] * second[word] for word in first) / count**2
    return None if expected == 1 else round((observed - expected) / (1 - expected), 4)
