"""Facts for which no result was found: said of something else, or merely not understood.

"Insurers face claims of $200 million" holds a word that no table knows, which the number may be
of. Where every word is known the number is most likely one of a result, and was not read.
"""

from collections.abc import Mapping

from simulrag.simulators.interface import Simulator
from simulrag.verifier.claims import Problem
from simulrag.verifier.quantities import printed_number
from simulrag.verifier.reading.asked import Asked
from simulrag.verifier.reading.scene_words import signs_of_phrases
from simulrag.verifier.reading.scope import unrepresented
from simulrag.verifier.reading.strange import strange_in
from simulrag.verifier.reading.subjects import Context
from simulrag.verifier.reading.text import find_phrases
from simulrag.verifier.reading.trial_words import trial_phrases
from simulrag.verifier.reading.wave_words import told_of_waves


def unattached(problem: Problem, context: Context, simulator: Simulator, asked: Asked) -> Problem:
    """Return that a fact without a result is unread where no word tells of something else."""
    if problem.reason != "no_such_output":
        return problem
    other = unrepresented(context.text, simulator)
    if other is not None or _of_something_else(problem, context, asked):
        return other or problem
    told = _told(asked)
    if not told or strange_in(context, simulator, told):
        return problem
    message = f"{problem.given!r} could not be attached to a result of {simulator.name}"
    return problem.model_copy(update={"reason": "unread", "message": message})


#: No yearly mean temperature is as high, °C.
_NO_TEMPERATURE = 100


def _of_something_else(problem: Problem, context: Context, asked: Asked) -> bool:
    """Tell whether an output without a value is named, or no result has a number of that size."""
    lacking = (o for o in asked.outputs if o not in asked.held)
    if find_phrases(context.text, [w for o in lacking for w in (*o.words, *o.loose_words)]):
        return True
    number = printed_number(str(problem.given))
    return asked.scene is not None and number is not None and number.value > _NO_TEMPERATURE


def _told(asked: Asked) -> Mapping[str, str]:
    """Return the words in which results of the runs at hand are told."""
    if asked.wave is not None:
        return told_of_waves()
    if asked.scene is not None:
        return signs_of_phrases()
    return trial_phrases() if asked.trial is not None else {}
