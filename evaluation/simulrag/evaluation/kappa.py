"""How far two people agree beyond chance: Cohen's kappa (1960, doi 10.1177/001316446002000104)."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from simulrag.simulators.errors import NotInstalled


def kappa(pairs: Sequence[tuple[str, str]]) -> float | None:
    """Return Cohen's kappa, -1 to 1; None where nothing was answered, or one word by both always.

    Raises NotInstalled without scikit-learn.
    """
    if len({word for pair in pairs for word in pair}) < 2:
        return None
    try:
        metrics: Any = import_module("sklearn.metrics")
    except ModuleNotFoundError as error:
        raise NotInstalled(
            "kappa needs scikit-learn: pip install 'simulrag[evaluation]'"
        ) from error
    first, second = zip(*pairs, strict=True)
    return round(float(metrics.cohen_kappa_score(first, second)), 4)
