"""Where UE+SBA helps and where it stops: shares of systematic error and of boundary error."""

from collections.abc import Mapping
from dataclasses import dataclass

from simulrag.evaluation.experiment.comparing import BUDGETS, WANTED
from simulrag.evaluation.experiment.measuring import Benchmark, Measured
from simulrag.evaluation.experiment.methods import Setting
from simulrag.evaluation.experiment.resampling import Estimate
from simulrag.evaluation.experiment.tables import Table, cell
from simulrag.evaluation.experiment.world import World

#: Shares of facts on which all drafts err alike, and rates at which the boundary is misjudged.
SYSTEMATIC = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
BOUNDARY = (0.0, 0.1, 0.2, 0.3, 0.4)
METRICS = ("aupr", "gain")
#: Up to these shares the comparison is to be won.
UP_TO = (0.2, 0.1)


@dataclass(frozen=True)
class Point:
    """One place of a sweep: by how much UE+SBA is above uncertainty alone, by metric."""

    benchmark: str
    systematic: float
    boundary: float
    budget: float
    leads: Mapping[str, Estimate]

    @property
    def reached(self) -> bool:
        """Whether AUPR is at least WANTED higher, and certainly higher at all."""
        found = self.leads["aupr"]
        return (
            found.value is not None
            and found.low is not None
            and found.value >= WANTED
            and found.low > 0
        )


def worlds(world: World) -> dict[str, World]:
    """Return the worlds of a sweep by name; the boundary is judged later."""
    return {
        systematic_name(share): world.model_copy(update={"systematic": share})
        for share in SYSTEMATIC
    }


def systematic_name(share: float) -> str:
    """Return the name of a world with that share of systematic errors."""
    return f"systematic-{round(100 * share):02d}"


def swept(name: str, share: float, benchmark: Benchmark, seed: int) -> list[Point]:
    """Return the points of one share of systematic errors: every boundary error and budget."""
    points: list[Point] = []
    for budget in BUDGETS:
        plain = benchmark.measure(Setting(method="uncertainty", budget=budget, seed=seed), METRICS)
        for rate in BOUNDARY:
            setting = Setting(budget=budget, boundary_error=rate, seed=seed)
            points.append(
                Point(name, share, rate, budget, _leads(benchmark.measure(setting, METRICS), plain))
            )
    return points


def _leads(ours: Measured, theirs: Measured) -> dict[str, Estimate]:
    return {metric: ours.minus(theirs, metric) for metric in METRICS}


def table(points: list[Point], metric: str, title: str) -> Table:
    """Return a metric's lead at every place of the sweep."""
    rows = [
        (
            one.benchmark,
            f"{100 * one.systematic:g} %",
            f"{100 * one.boundary:g} %",
            f"{one.budget:g} %",
            cell(one.leads[metric], signed=True),
        )
        for one in points
    ]
    return Table(
        name=f"sweep_{metric}",
        title=title,
        heads=("benchmark", "systematic error", "boundary error", "budget", "UE+SBA - uncertainty"),
        rows=tuple(rows),
    )


def limits(points: list[Point]) -> Table:
    """Return up to which boundary error UE+SBA is ahead for certain, by systematic error.

    Ahead: the lower bound of its lead is above 0 at this rate and at all lower ones.
    """
    ways = dict.fromkeys((p.benchmark, metric, p.budget) for metric in METRICS for p in points)
    shares = sorted({point.systematic for point in points})
    rows = [
        (
            benchmark,
            metric,
            f"{budget:g} %",
            *(
                _limit(
                    [p for p in points
                     if (p.benchmark, p.budget, p.systematic) == (benchmark, budget, share)],
                    metric,
                )
                for share in shares
            ),
        )
        for benchmark, metric, budget in ways
    ]  # fmt: skip
    return Table(
        name="sweep_limits",
        title="Where UE+SBA helps and where it stops",
        heads=("benchmark", "metric", "budget", *(f"{100 * s:g} % systematic" for s in shares)),
        rows=tuple(rows),
        note="Up to which boundary error the lower bound of its lead over uncertainty alone is "
        f"above 0; rates that were tried: {', '.join(f'{100 * r:g}' for r in BOUNDARY)} %.",
    )


def _limit(points: list[Point], metric: str) -> str:
    reached = "never"
    for point in sorted(points, key=lambda p: p.boundary):
        low = point.leads[metric].low
        if low is None or low <= 0:
            break
        reached = f"up to {100 * point.boundary:g} %"
    return reached


def required(points: list[Point]) -> list[Point]:
    """Return the places at which the comparison is to be won."""
    systematic, boundary = UP_TO
    return [p for p in points if p.systematic <= systematic and p.boundary <= boundary]


def criterion(points: list[Point]) -> Table:
    """Return whether AUPR is as much higher as wanted, place by place."""
    rows = [
        (
            one.benchmark,
            f"{100 * one.systematic:g} %",
            f"{100 * one.boundary:g} %",
            f"{one.budget:g} %",
            cell(one.leads["aupr"], signed=True),
            "reached" if one.reached else "not reached",
        )
        for one in required(points)
    ]
    return Table(
        name="criterion",
        title=f"AUPR of UE+SBA at least {WANTED:g} above uncertainty, lower bound above 0",
        heads=("benchmark", "systematic error", "boundary error", "budget", "lead", ""),
        rows=tuple(rows),
    )
