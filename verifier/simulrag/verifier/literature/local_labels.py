"""Local labels: what one takeaway says of the claim, in seven grades (step 4 of the paper).

By rules: a logistic model over the cues of `cues.py`, with weights in `data/label_weights.json`
that `train_labels.py` makes from labelled claims. The probability that the takeaway supports the
claim, drawn towards one half where it holds little of the claim, becomes a grade; near one half it
is "No Evidence", since nothing was read that decides.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from simulrag.simulators.interface import Frozen
from simulrag.verifier.literature.cues import CUES, cues, qualification
from simulrag.verifier.literature.grades import Grade
from simulrag.verifier.literature.takeaways import LEAST_COVERAGE, Takeaway
from simulrag.verifier.literature.unmet import unmet

#: The probability of support, in ten-thousandths, from which on a grade holds; its contrary holds
#: where that of refutation is as high.
CUTS = ((8_500, Grade.TRUE), (7_000, Grade.MOSTLY_TRUE), (5_500, Grade.SOMEWHAT_TRUE))
_UNITS = 10_000
#: Coverage from which on a takeaway decides with its full weight.
FULL_COVERAGE = 0.7
#: A cue is named in the explanation if it moves the decision by at least this (in logits).
_TELLING = 0.1
_SAID = {
    "sense": ("says it in the same sense", "says it in the contrary sense"),
    "direction": ("has it go the same way", "has it go the other way"),
    "no_effect": ("finds no effect, as the claim does", "differs on whether there is an effect"),
    "same_words": ("uses the claim's own words of direction", ""),
    "numbers_agree": ("gives the claim's number", ""),
    "numbers_differ": ("", "gives other numbers than the claim"),
}  # fmt: skip


class Logistic(Frozen):
    """A logistic model: standardised values, a weight for each, and the intercept."""

    mean: tuple[float, ...]
    scale: tuple[float, ...]
    weights: tuple[float, ...]
    intercept: float

    def contributions(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return what each value adds to the logit; `rows` is (..., values)."""
        return (rows - np.array(self.mean)) / np.array(self.scale) * np.array(self.weights)

    def support(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the probability of support of each row, 0 to 1."""
        return 1 / (1 + np.exp(-(self.intercept + self.contributions(rows).sum(-1))))


class LabelModel(Frozen):
    """The logistic model over `cues`, and where it is from."""

    cues: tuple[str, ...]
    logistic: Logistic
    source: str
    licence: str


class LocalLabel(Frozen):
    """The grade of one source, why, and who gave it."""

    grade: Grade
    explanation: str
    by: Literal["rules", "model"] = "rules"
    #: Probability of support by the rules' model, to four decimals; None for a model's label.
    support: float | None = None
    #: Whether the source limits the claim to some condition rather than contradicting it.
    qualifies: bool = False


@cache
def shipped_model() -> LabelModel:
    """Return the model that ships."""
    path = files("simulrag.verifier.literature") / "data" / "label_weights.json"
    model = LabelModel.model_validate(json.loads(path.read_text("utf-8")))
    if model.cues != CUES:
        raise ValueError(f"the shipped weights are for the cues {model.cues}, the code has {CUES}")
    return model


def local_label(claim: str, takeaway: Takeaway, model: LabelModel | None = None) -> LocalLabel:
    """Return the label of a takeaway by rules; one that was dropped is "No Evidence"."""
    if takeaway.dropped or not takeaway.sentences:
        return LocalLabel(
            grade=Grade.NO_EVIDENCE,
            explanation=f"the abstract was dropped: {takeaway.dropped or 'it has no sentences'}",
        )
    if lacking := unmet(claim, takeaway):
        return LocalLabel(
            grade=Grade.NO_EVIDENCE,
            explanation=f"{Grade.NO_EVIDENCE.title} by rules: {lacking}",
        )
    said = [sentence.text for sentence in takeaway.deciding]
    used = (model or shipped_model()).logistic
    values = cues(claim, said)
    moved = used.contributions(values)
    support = 0.5 + (float(used.support(values)) - 0.5) * relevance(takeaway.coverage)
    grade = graded(support)
    limit = qualification(claim, said[0])
    limited = f"; it limits this (“{limit}”), which qualifies the claim" if limit else ""
    return LocalLabel(
        grade=grade,
        explanation=_explanation(grade, values, moved) + limited,
        support=round(support, 4),
        qualifies=bool(limit),
    )


def relevance(coverage: float) -> float:
    """Return how far a takeaway of this coverage can decide, 0 to 1.

    Of SciFact's evidence half covers more than 0.7, of other abstracts that a search finds a
    tenth does.
    """
    return min(max((coverage - LEAST_COVERAGE) / (FULL_COVERAGE - LEAST_COVERAGE), 0.0), 1.0)


def graded(support: float) -> Grade:
    """Return the grade of a probability of support, 0 to 1, taken to four decimals."""
    units = round(support * _UNITS)
    for cut, grade in CUTS:
        if units >= cut:
            return grade
        if units <= _UNITS - cut:
            return Grade(-grade)
    return Grade.NO_EVIDENCE


def _explanation(grade: Grade, values: NDArray[np.float64], moved: NDArray[np.float64]) -> str:
    """Return why: the cues that moved the decision most its way, and the weightiest against it."""
    order = [
        place for place in np.argsort(-np.abs(moved), kind="stable") if _tells(place, values, moved)
    ]
    if grade is Grade.NO_EVIDENCE:
        because = "speaks of it and decides nothing" if order else "says nothing that a cue reads"
        return f"{grade.title} by rules: the takeaway {because}"
    pro = [_reason(place, values) for place in order if values[place] * grade > 0][:2]
    con = [_reason(place, values) for place in order if values[place] * grade < 0][:1]
    because = " and ".join(pro) or "leans this way on the whole"
    against = f", though it {con[0]}" if con else ""
    return f"{grade.title} by rules: the takeaway {because}{against}"


def _tells(place: int, values: NDArray[np.float64], moved: NDArray[np.float64]) -> bool:
    return CUES[place] in _SAID and abs(moved[place]) >= _TELLING and bool(_reason(place, values))


def _reason(place: int, values: NDArray[np.float64]) -> str:
    value = values[place]
    return _SAID[CUES[place]][0 if value > 0 else 1] if value else ""
