"""The seven grades of a local label and the five global labels (the paper's step 4 and Table 1).

Grades are integers, in hundredths of the paper's scores: in floats ten times 0.66 has the mean
0.6599999999999999, which is another global label than 0.66.
"""

from enum import IntEnum
from fractions import Fraction
from typing import Literal


class Grade(IntEnum):
    """A local label; the value is the paper's score times 100."""

    TRUE = 100
    MOSTLY_TRUE = 66
    SOMEWHAT_TRUE = 33
    NO_EVIDENCE = 0
    SOMEWHAT_FALSE = -33
    MOSTLY_FALSE = -66
    FALSE = -100

    @property
    def title(self) -> str:
        """The grade as the paper writes it, such as "Mostly True"."""
        return self.name.replace("_", " ").title()


GlobalLabel = Literal[
    "Generally supported",
    "Disputed but leaning towards supported",
    "Generally controversial",
    "Disputed but leaning towards refuted",
    "Generally refuted",
]
#: Table 1 in hundredths: from STRONG on general; above LEANING, and below STRONG, leaning.
STRONG, LEANING = 66, 33


def grade_named(name: str) -> Grade:
    """Return the grade of a name such as "Mostly True"; raises ValueError listing all grades."""
    for grade in Grade:
        if grade.title.lower() == " ".join(name.replace("_", " ").split()).lower():
            return grade
    raise ValueError(f"no grade {name!r}; there are {', '.join(g.title for g in Grade)}")


def global_label(average: Fraction | int) -> GlobalLabel:
    """Return the global label of an average in hundredths, -100 to 100 (Table 1).

    At exactly 33 and -33 the table says "otherwise": controversial.
    """
    if average >= STRONG:
        return "Generally supported"
    if average <= -STRONG:
        return "Generally refuted"
    if average > LEANING:
        return "Disputed but leaning towards supported"
    if average < -LEANING:
        return "Disputed but leaning towards refuted"
    return "Generally controversial"
