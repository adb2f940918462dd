"""Where UE+SBA stops helping: claims drawn at random, with known shares of errors.

There are no texts, no formulas and no runs here, and nothing is fitted to a result: a question is
a bipartite graph of drafts and claims, drawn by a few numbers, on which the product's own
selection and estimators work. Each fact is known to a degree from Beta(2, 1.5); a draft that knows
it says the truth, another an error of its own, or, for a share of the facts, the error that all
who err make. Facts are decided by a run, which mends every error; claims beside the question are
not. A judge of the boundary errs at a stated rate. So the page tells when agreement and boundary
are worth something, and nothing about any model.
"""

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from simulrag.evaluation.experiment.comparing import BUDGETS
from simulrag.evaluation.experiment.measuring import Benchmark
from simulrag.evaluation.experiment.methods import Prepared, PreparedClaim, Setting
from simulrag.evaluation.experiment.metrics import Estimate
from simulrag.evaluation.experiment.results import Table, cell
from simulrag.simulators.interface import Frozen
from simulrag.verifier.claims import Claim

#: Shares of facts on which all drafts err alike, and rates at which the boundary is misjudged.
SYSTEMATIC = (0.0, 0.2, 0.4, 0.6)
BOUNDARY = (0.0, 0.1, 0.2, 0.3, 0.4)
METRICS = ("gain", "aupr")


class World(Frozen):
    """How claims are drawn. Shares and rates lie in 0 to 1."""

    seed: int = 0
    questions: int = 200
    drafts: int = 5
    facts: int = 6
    #: Parameters of the Beta distribution of how well a fact is known.
    known: tuple[float, float] = (2.0, 1.5)
    systematic: float = 0.2
    #: Probability that a draft states a fact at all.
    stated: float = 0.85
    #: Expected share of a draft's claims that no run decides, as in the paper's Figure 5.
    asides: float = 0.35


class Point(NamedTuple):
    """One place of the sweep: by how much UE+SBA is above uncertainty alone, by metric."""

    systematic: float
    boundary: float
    budget: float
    leads: Mapping[str, Estimate]


def drawn(world: World) -> list[Prepared]:
    """Return questions of a world, the same ones every time."""
    return [_question(world, number) for number in range(world.questions)]


def _question(world: World, number: int) -> Prepared:
    chance = random.Random(f"{world.seed}|{world.systematic}|{number}")
    said: dict[str, list[int]] = {}
    for fact in range(world.facts):
        _mention(said, f"fact {fact}", world, chance)
    asides = round(world.facts * world.asides / (1 - world.asides) * 2)
    for aside in range(asides):
        for draft in range(world.drafts):
            if chance.random() < world.stated / 2:
                said.setdefault(f"aside {aside}", []).append(draft)
    claims = [_claim(n, text, support, chance) for n, (text, support) in enumerate(said.items())]
    return Prepared(
        item=f"question {number}",
        simulator="",
        group=str(number),
        drafts=world.drafts,
        claims=tuple(claims),
        mentions=sum(map(len, said.values())),
    )


def _mention(said: dict[str, list[int]], fact: str, world: World, chance: random.Random) -> None:
    """Let each draft state a fact: rightly, by its own error, or by the error that all make."""
    known = chance.betavariate(*world.known)
    alike = chance.random() < world.systematic
    for draft in range(world.drafts):
        if chance.random() >= world.stated:
            continue
        error = f"{fact}, error {0 if alike else draft + 1}"
        text = fact if chance.random() < known else error
        said.setdefault(text, []).append(draft)


def _claim(number: int, text: str, support: Sequence[int], chance: random.Random) -> PreparedClaim:
    aside, wrong = text.startswith("aside"), "error" in text
    before = chance.random() < 0.5 if aside else not wrong
    return PreparedClaim(
        claim=Claim(id=f"c{number:02}", text=text, support=tuple(support)),
        bound="outside" if aside else "inside",
        drawn=chance.random(),
        verdict="outside" if aside else ("refuted" if wrong else "supported"),
        updated=text.partition(",")[0],
        before=before,
        after=before if aside else True,
    )


def swept(world: World, draws: int) -> list[Point]:
    """Return the points of the sweep: every share, rate and budget."""
    points: list[Point] = []
    for share in SYSTEMATIC:
        questions = drawn(world.model_copy(update={"systematic": share}))
        benchmark = Benchmark(questions, draws, world.seed)
        for budget in BUDGETS:
            theirs = benchmark.measure(Setting(method="uncertainty", budget=budget), METRICS)
            for rate in BOUNDARY:
                ours = benchmark.measure(Setting(budget=budget, boundary_error=rate), METRICS)
                leads = {metric: ours.minus(theirs, metric) for metric in METRICS}
                points.append(Point(share, rate, budget, leads))
    return points


def table(points: Sequence[Point]) -> Table:
    """Return the lead of UE+SBA at every place of the sweep, one column a boundary error."""
    ways = dict.fromkeys((metric, p.systematic, p.budget) for metric in METRICS for p in points)
    rows = [
        (
            metric,
            f"{100 * share:g} %",
            f"{budget:g} %",
            *(
                cell(point.leads[metric], signed=True)
                for point in points
                if (point.systematic, point.budget) == (share, budget)
            ),
        )
        for metric, share, budget in ways
    ]
    return Table(
        name="sensitivity",
        title="Sensitivity: UE+SBA minus uncertainty alone, on drawn claims",
        heads=(
            "metric", "systematic errors", "budget",
            *(f"boundary wrong in {100 * rate:g} %" for rate in BOUNDARY),
        ),
        rows=tuple(rows),
        note="Claims are drawn at random with these shares of errors: no model, no text and no run "
        "takes part. Where an interval includes 0, the boundary assessment no longer helps.",
    )  # fmt: skip
