"""What can be said of the course of a series between two days, whatever it counts."""

from typing import Literal

#: The feature of a series' course that an output holds. Steps are those from one value to the
#: next; a limit is a value that the series may pass, a part the percentage of its highest value.
CourseFeature = Literal[
    "", "highest", "lowest", "mean", "change", "relative_change", "first", "last",
    "steps_not_up", "steps_not_down", "marked_steps_down", "marked_steps_up",
    "longest_rise", "longest_fall",
    "waves", "first_crest", "second_crest", "crest_contrast",
    "steps_above", "steps_below", "first_above", "above", "below_again", "last_above",
    "steps_to_part",
]  # fmt: skip
