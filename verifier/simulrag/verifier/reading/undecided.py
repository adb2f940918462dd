"""Why a statement, or a part of it, is read by none of the readers."""

from simulrag.simulators.interface import Simulator
from simulrag.verifier.claims import Plan, Problem
from simulrag.verifier.reading.fact import Fact
from simulrag.verifier.reading.scope import unrepresented
from simulrag.verifier.reading.subjects import Context


def half_read(text: str, simulator: Simulator) -> Problem:
    """Say that only a part of what a text says of several results was read."""
    return Problem(
        reason="unread",
        message=f"only a part of what {text!r} says of several results could be read",
        simulator=simulator.name,
    )


def of_margin(words: str, simulator: Simulator) -> Problem:
    """Say that words are the distance from the end of a class, which decides nothing."""
    return Problem(
        reason="unread",
        message=f"{words!r} is how far a value lies from the end of its class, which is not read",
        simulator=simulator.name,
        given=words,
    )


def of_what(text: str, simulator: Simulator) -> Problem:
    """Say that what the numbers of a text are of is not read."""
    return Problem(
        reason="unread",
        message=f"what the numbers in {text!r} are of is not read in full",
        simulator=simulator.name,
    )


def points_from(words: str) -> Problem:
    """Say that words are the distance of a change from something, which decides nothing."""
    return Problem(
        reason="unread",
        message=f"{words!r} is how far a change lies from something that is not read",
        given=words,
    )


def unnamed_run(words: str) -> Problem:
    """Say that words hold for one of several alternatives, and which is meant stays open."""
    return Problem(
        reason="missing_condition",
        message=f"{words!r} is said of one of several runs, and nothing says of which",
        given=words,
    )


def grades_others(fact: Fact, simulator: Simulator) -> Problem:
    """Say that a label grades something that no run tells of."""
    return Problem(
        reason="other_subject",
        message=f"{fact.label!r} is said of something that is no result of {simulator.name}",
        simulator=simulator.name,
        given=fact.label,
    )


def no_runs(plan: Plan) -> Problem:
    """Say why a plan has no calls that could decide a statement."""
    if plan.problems:
        first = plan.problems[0]
        if first.reason != "no_simulator":
            return first
        named = ", ".join(first.candidates) or "none is registered"
        message = f"no simulator at hand speaks of this; there are: {named}"
        return first.model_copy(update={"message": message})
    return Problem(reason="missing_condition", message="no run is at hand that could decide this")


def nothing_found(context: Context, simulator: Simulator) -> Problem:
    """Say that a statement tells nothing of a result."""
    lacking = unrepresented(context.text, simulator)
    if lacking is not None:
        return lacking
    if context.topics:
        return Problem(
            reason="unread",
            message=f"no number, label, date or direction could be read about "
            f"{context.topics[0].words!r}",
            simulator=simulator.name,
        )
    return Problem(
        reason="no_such_output",
        message=f"{simulator.name} has no output that this statement speaks of",
        simulator=simulator.name,
    )
