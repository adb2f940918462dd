"""Words in which text speaks of reported admissions."""

RATE_UNITS = (
    "per 100,000", "per 100 000", "per 100k", "admissions per 100,000", "in every 100,000",
    "for every 100,000", "out of every 100,000", "of every 100,000", "per hundred thousand",
)  # fmt: skip
PEOPLE = (
    "admissions", "hospital admissions", "influenza admissions", "flu admissions", "patients",
    "influenza patients", "flu patients", "people", "hospitalizations", "hospitalisations",
)  # fmt: skip
PEAK = (
    "peak", "peaked", "peaking", "crest", "crested", "topped out", "top out", "tops out",
    "culminated", "maximum", "weekly maximum", "high point", "height", "surge", "at its worst",
    "worst week", "busiest week", "busiest flu week", "top week", "top flu week", "heaviest week",
    "peak week", "highest week", "record week", "highest flu count", "highest number of",
    "highest count", "highest weekly", "weekly high", "busiest", "wave reached", "wave came",
)  # fmt: skip
WEEKLY = ("weekly", "a week", "per week", "each week", "in one week", "of the week")
PER_HEAD = (
    *RATE_UNITS, "per head", "per capita", "per-capita", "per inhabitant", "per resident",
    "per person", "for its size", "for their size", "adjusted for population",
    "population-adjusted", "relative to population", "relative to its population",
    "relative to population size", "relative to its size", "measured against population",
    "measured against its population", "in proportion to population",
    "in proportion to its population", "taking population into account", "given its population",
    "admission rate", "hospitalization rate", "hospitalisation rate", "weekly rate", "rate",
)  # fmt: skip
ADMITTED = (
    "admissions", "hospital admissions", "influenza admissions", "flu admissions",
    "hospitalizations", "hospitalisations", "admitted", "hospitalised", "hospitalized", "patients",
    "influenza patients", "flu patients", "inpatients", "sent to hospital", "to hospital",
    "in hospital with influenza", "in hospital with flu", "weekly count", "weekly number",
    "weekly total", "weekly figure", "national count", "national total", "flu count", "tally",
    "count", "intake", "flu intake", "weekly intake", "the wave", "this wave",
)  # fmt: skip
WAVES = ("wave", "peak", "hump", "crest", "surge", "maximum", "maxima")
