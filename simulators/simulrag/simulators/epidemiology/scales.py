"""The named scales of a season, each with its source."""

import json
from importlib.resources import files

from simulrag.simulators.epidemiology.course_words import AT_ONCE, SUPPRESSED, TAKING_OFF
from simulrag.simulators.interface import Band, Scale

#: Growth over four weeks, percent, above which (or below which, for -5) a label holds; as in the
#: published records.
DECLINING, STABLE, SLOW = -5.0, 5.0, 50.0
#: Where observed seasons are cut into grades; made by `train.make_tables`.
_GRADES: dict[str, list[float]] = json.loads(
    (files("simulrag.simulators.epidemiology") / "data" / "grades.json").read_text("utf-8")
)


def severity() -> Scale:
    """Return the grades of a season by its top week, per 100,000 residents."""
    low, middle, high = _GRADES["severity"]
    return Scale(
        name="severity of a season",
        source=(
            "50, 90 and 98 percentiles of the top weeks of 204 state seasons, 2022-23 to 2025-26, "
            "in CDC NHSN hospital admissions; percentiles as in CDC's severity assessment "
            "(Biggerstaff et al. 2018, doi 10.1093/aje/kwx334)"
        ),
        bands=(
            Band(label="mild", high=low, words=("low severity",)),
            Band(
                label="moderate",
                low=low,
                high=middle,
                words=("moderately severe", "moderate severity"),
            ),
            Band(label="severe", low=middle, words=("high severity",)),
            Band(
                label="extremely severe",
                low=high,
                words=("very severe", "exceptionally severe", "very high severity"),
            ),
        ),
    )


def wave_length() -> Scale:
    """Return the grades of a wave by its weeks above half of its height."""
    """Grade the length of a wave against observed ones."""
    short, long = _GRADES["wave_length"]
    return Scale(
        name="length of a wave",
        source="quartiles of the weeks at or above half of the top week in 204 state seasons, "
        "2022-23 to 2025-26, in CDC NHSN hospital admissions",
        bands=(
            Band(label="brief", high=short, words=("short-lived", "sharp")),
            Band(label="of usual length", low=short, high=long),
            Band(label="sustained", low=long, words=("prolonged", "protracted", "drawn-out")),
        ),
    )


#: Of the growth over the first four weeks, percent.
TAKE_OFF = Scale(
    name="take-off of a season",
    source="limit between slow and rapid growth in the published records",
    bands=(
        Band(label="suppressed", high=SLOW, words=SUPPRESSED),
        Band(label="taking off", low=SLOW, words=TAKING_OFF),
    ),
)
#: Of the weeks to the peak.
UNTIL_PEAK = Scale(
    name="time to the peak",
    source="one week, within which dates of a season count as the same",
    bands=(
        Band(label="immediately at the start", high=1.0, words=AT_ONCE),
        Band(label="after a build-up", low=1.0),
    ),
)
