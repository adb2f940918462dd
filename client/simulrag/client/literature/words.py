"""Words that the paper fixes for what a source says of a claim."""

from typing import Literal

GradeName = Literal[
    "True",
    "Mostly True",
    "Somewhat True",
    "No Evidence",
    "Somewhat False",
    "Mostly False",
    "False",
]
