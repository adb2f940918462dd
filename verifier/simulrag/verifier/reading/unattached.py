"""Facts for which no result was found: said of something else, or merely not understood.

"Insurers face claims of $200 million" holds a word that no table knows, which the number may be
of. Where every word is known the number is most likely one of a result, and was not read.
"""

from collections.abc import Mapping

from simulrag.simulators.interface import Simulator
from simulrag.verifier.claims import Problem
from simulrag.verifier.reading.asked import Asked
from simulrag.verifier.reading.scene_words import signs_of_phrases
from simulrag.verifier.reading.strange import strange_in
from simulrag.verifier.reading.subjects import Context
from simulrag.verifier.reading.trial_words import trial_phrases
from simulrag.verifier.reading.wave_words import told_of_waves


def unattached(problem: Problem, context: Context, simulator: Simulator, asked: Asked) -> Problem:
    """Return that a fact without a result is unread where no word tells of something else."""
    told = _told(asked)
    if problem.reason != "no_such_output" or not told or strange_in(context, simulator, told):
        return problem
    message = f"{problem.given!r} could not be attached to a result of {simulator.name}"
    return problem.model_copy(update={"reason": "unread", "message": message})


def _told(asked: Asked) -> Mapping[str, str]:
    """Return the words in which results of the runs at hand are told."""
    if asked.wave is not None:
        return told_of_waves()
    if asked.scene is not None:
        return signs_of_phrases()
    return trial_phrases() if asked.trial is not None else {}
