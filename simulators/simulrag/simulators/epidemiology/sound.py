"""The check block of simulated runs: nobody is lost or made."""

from collections.abc import Sequence

from simulrag.simulators.epidemiology.metapopulation import Ensemble
from simulrag.simulators.interface import Check


def sound(ensembles: Sequence[Ensemble]) -> Check:
    """Tell whether people are conserved and no compartment is negative."""
    residual = max(ensemble.residual for ensemble in ensembles)
    lowest = min(ensemble.lowest for ensemble in ensembles)
    return Check(
        tested="people and patients conserved and no compartment negative, every member and day",
        verdict="passed" if residual == 0.0 and lowest >= 0.0 else "failed",
        residual=residual - min(lowest, 0.0),
        tolerance=0.0,
    )
