"""The part of the year that a call is about, and its words; loaded at the start, without numpy."""

from simulrag.simulators.interface import LeftOpen, Parameter, Selection

YEAR = "annual"
SEASONS = ("DJF", "MAM", "JJA", "SON")
MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
#: Seasons by their names: what they are north of the equator, and south of it.
NAMED = {
    "winter": ("DJF", "JJA"), "spring": ("MAM", "SON"),
    "summer": ("JJA", "DJF"), "autumn": ("SON", "MAM"),
}  # fmt: skip
_FULL = ("January", "February", "March", "April", "May", "June", "July", "August", "September",
         "October", "November", "December")  # fmt: skip
#: Names of months that are other words as well count behind these alone.
_ALSO_WORDS = ("March", "May")
_BEFORE = ("in", "of", "during", "for", "by", "each", "every", "mean", "average", "a typical")
_BEHIND = ("temperature", "temperatures", "precipitation", "rainfall", "rain", "mean", "means",
           "average", "averages", "total", "totals")  # fmt: skip
_SPANS = {
    "DJF": ("December", "February", "boreal winter", "austral summer"),
    "MAM": ("March", "May", "boreal spring", "austral autumn"),
    "JJA": ("June", "August", "boreal summer", "austral winter"),
    "SON": ("September", "November", "boreal autumn", "austral spring"),
}
_FALL = ("in fall", "in the fall", "fall season", "fall temperature", "fall temperatures",
         "fall rainfall", "fall precipitation", "autumns", "autumnal")  # fmt: skip


def _season(name: str) -> tuple[str, ...]:
    first, last, *others = _SPANS[name]
    return (f"{first} to {last}", f"{first}-{last}", f"{first}–{last}", f"{first} through {last}",
            f"{first[:3]}-{last[:3]}", *others)  # fmt: skip


def _month(name: str) -> tuple[str, ...]:
    if name not in _ALSO_WORDS:
        return (name,)
    return (*(f"{before} {name}" for before in _BEFORE), *(f"{name} {one}" for one in _BEHIND))


SEASON = Parameter(
    name="season",
    kind="choice",
    description="part of the year that the value is of: DJF, MAM, JJA, SON (three months), JAN to "
    "DEC, winter, spring, summer or autumn as the place's hemisphere has them, or annual, the "
    "default",
    required=False,
    left_open=LeftOpen(meant=YEAR),
    words=("season", "time of year"),
    selection=Selection(groups={"month": MONTHS, "months": MONTHS}),
    choices={
        YEAR: ("yearly", "whole year", "year-round", "year round", "over the year", "over a year"),
        **{name: _season(name) for name in SEASONS},
        **{name: _month(full) for name, full in zip(MONTHS, _FULL, strict=True)},
        "winter": ("winters", "wintertime", "wintry", "in winter", "winter months"),
        "spring": ("springtime", "in spring", "spring months"),
        "summer": ("summers", "summertime", "in summer", "summer months"),
        "autumn": _FALL,
    },
)  # fmt: skip
if set(NAMED) - set(SEASON.choices):
    raise AssertionError("a season has no words")
