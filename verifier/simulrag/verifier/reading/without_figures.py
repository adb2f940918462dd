"""Statements in which no number, date, label or word of direction of an output was read."""

from collections.abc import Sequence

from simulrag.simulators.interface import Output, Simulator
from simulrag.verifier.claims import Reading
from simulrag.verifier.reading.appraisals import appraisals
from simulrag.verifier.reading.hastening import hastened
from simulrag.verifier.reading.more_or_less import more_or_less
from simulrag.verifier.reading.sameness import samenesses
from simulrag.verifier.reading.scope import unrepresented
from simulrag.verifier.reading.starts import since_start, starts
from simulrag.verifier.reading.subjects import Context
from simulrag.verifier.reading.text import AnyCase
from simulrag.verifier.reading.unaltered import unaltered

#: What is said of a plan in another case: "there, the same plan would cut CO2 as well".
_SAME_PLAN = AnyCase(
    r"\b(?:same|similar|such an?)\s+(?:plan|measures?|scheme|package|policy|strategy|project|"
    r"interventions?|charge|zone)\s+(?:would|could|will|might)\b"
)

#: An amount that was not read, beside which nothing is decided by other words.
_MULTIPLE = AnyCase(r"\b(?:double|twice|triple|times (?:as|that|the)|half|threefold|tenfold)\b")


def without_figures(
    context: Context, simulator: Simulator, held: Sequence[Output]
) -> list[Reading]:
    """Return the readings of what such a statement says in other words, the surest first."""
    readings = since_start(context, held) or starts(context, held)
    if readings:
        return readings
    if unrepresented(context.text, simulator) is None and not _SAME_PLAN.search(context.text):
        readings = (
            hastened(context, simulator, held)
            or unaltered(context, simulator, held)
            or more_or_less(context, simulator, held)
        )
    if readings or _MULTIPLE.search(context.text):
        return readings
    return appraisals(context, simulator, held) or samenesses(context, simulator, held)
