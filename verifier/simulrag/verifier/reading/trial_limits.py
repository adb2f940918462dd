"""What a statement about a trial tells of the limits of classes: "significant starts at 25%".

Where that is the limit that the question sets, it says nothing of a result.
"""

import re
from collections.abc import Sequence

from simulrag.verifier.quantities import Printed
from simulrag.verifier.reading.scene_sign import Sign
from simulrag.verifier.reading.trial import Trial
from simulrag.verifier.reading.trial_signs import by_phrase

#: A class, what is said beside it, and what is told of where it begins.
_TOLD = re.compile(
    "K[-+5678]?(?P<apart>[,&Vc]*(?:e[,&VcWRT]*|W[Rc]*|[,&]+W[Rc]*))[y><gj]*N(?=$|[,&])"
    "|(?P<whole>[,&]*Ky*W[Rc]*[y><gj]*N(?=$|[,&]))"
)


def without_limits(row: Sequence[Sign], trial: Trial) -> list[Sign]:
    """Return a row without what is rightly told of the limits of classes, if it says more."""
    made = list(row)
    found = _TOLD.search("".join(s.sign for s in made), _first_said(made))
    if found is None:
        return made
    number = made[found.end() - 1].held
    at = next(n for n in range(found.start(), found.end()) if made[n].sign == "K")
    bands = by_phrase(trial).get(made[at].word, {}).values()
    if not isinstance(number, Printed) or float(number.value) not in {b.low for b in bands}:
        return made
    start = found.start("apart") if found["apart"] else found.start()
    return [*made[:start], *made[found.end() :]]


def _first_said(row: Sequence[Sign]) -> int:
    """Return where the first number or class stands."""
    return next((n for n, s in enumerate(row) if s.sign in "NK"), 0)
