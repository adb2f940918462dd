"""The words in which text speaks of what a season returns."""

PEOPLE = (
    "people", "persons", "patients", "cases", "hospitalizations", "hospitalisations",
    "hospitalized", "hospitalised", "in hospital", "inpatients", "flu patients",
    "influenza patients", "admissions", "admissions a day", "admissions per day", "a day",
    "per day", "beds", "individuals", "concurrent cases", "concurrent hospitalizations",
)  # fmt: skip
PEAK_WORDS = (
    "peak magnitude", "peak hospitalizations", "peak hospitalisations", "peak of hospitalizations",
    "peak of hospitalisations", "peak hospital incidence", "peak hospital prevalence",
    "peak incidence", "peak prevalence", "peak admissions", "peak occupancy", "peak load",
    "peak value", "peak size", "peak height", "median peak", "peak severity", "simulated peak",
    "hospital peak", "flu peak", "hospital load", "hospital burden", "hospital beds", "peak",
    "peaks in", "peaks at", "peaking at", "maximum", "highest number", "highest value",
    "high point", "tops out at", "crests at", "crest", "at its height", "at its worst",
    "at its highest", "worst day", "busiest day", "peak day", "the most admissions",
    "the most patients", "magnitude", "on the day", "a day", "per day", "in hospital", "wave",
    "outbreak", "epidemic", "hospitalisations", "hospitalizations", "admissions", "worst", "top",
    "spike", "high", "highest", "height", "hits", "busiest", "daily", "concentrated",
    "wave", "the wave",
)  # fmt: skip
#: What a date or a time is of, where it is told by them.
CRESTS = ("peak", "crest", "wave", "flu peak", "culminates", "high point", "maximum", "highest")
WHEN = (
    "peak date", "date of the peak", "day of the peak", "peak day", "peaks on", "peak on",
    "peaking on", "peak is expected on", "peak is reached on", "peak falls on", "culminates on",
    "crests on", "tops out on", "peak around", "peaks around", "peaks in", "peak in", "peak occurs",
    "peak timing", "timing of the peak", "when the peak", "reaches its maximum", "peaking",
    "peaked", "tops out", "when", "timing", "time", "comes", "arrives", "strikes", "hits",
    "midwinter", "calendar", *CRESTS,
)  # fmt: skip
WEEKS = (
    "weeks to peak", "weeks to the peak", "weeks until the peak", "weeks from start",
    "weeks from the start", "weeks after the start", "weeks after the season's start",
    "weeks after the season's onset", "weeks after onset", "weeks into the season",
    "weeks until", "weeks before", "time to peak", "time to the peak", "peak arrives",
    "peak is reached after", "peaks after", "peak timing", "reach the peak", "reach its peak",
    "to top out", "to peak", "reaches its maximum", "until the wave", "how long until", "run-up",
    "build-up", "builds up", "materialize", "arrive", "shape", "curve", "course", "timing", *CRESTS,
)  # fmt: skip
GROWTH_WORDS = (
    "four-week growth", "four week growth", "4-week growth", "growth over four weeks",
    "growth over the first four weeks", "growth in the first four weeks",
    "increase over the first four weeks", "increase in the first four weeks", "four-week increase",
    "first four weeks", "initial four weeks", "opening four weeks", "first 4 weeks",
    "over four weeks", "over the four weeks", "first month", "initial growth", "early growth",
    "growth rate", "growth", "at the outset", "at first", "early on", "in the beginning",
    "first weeks", "opening weeks", "early weeks", "take off", "takes off", "taking off",
    "pick up", "picks up", "doubles", "doubling", "rising", "rises", "increasing", "climbing",
    "momentum", "spreads", "spread",
)  # fmt: skip
#: What stays as it is, and what comes to an end.
LEVEL = (
    "neither rise nor fall", "neither rises nor falls", "neither grow nor shrink",
    "neither grows nor shrinks", "hold steady", "holds steady", "stay level", "stays level",
    "remain level", "remains level", "remain constant", "remains constant", "stay constant",
    "stays constant", "stay flat", "stays flat", "no trend", "no clear trend", "no change",
    "little change", "hardly any change", "hardly change", "hardly changes", "barely change",
    "barely changes", "hardly move", "hardly moves", "barely move", "barely moves", "stand still",
    "stands still",
)  # fmt: skip
FADING = (
    "fizzle out", "fizzles out", "die out", "dies out", "peter out", "peters out", "dwindle",
    "dwindles", "fade away", "fades away", "recede", "recedes",
)  # fmt: skip
_GROW = ("grow", "grows", "growing", "rise", "rises", "climb", "climbs", "increase", "increases",
         "spread", "spreads")  # fmt: skip


def paced(*adverbs: str) -> tuple[str, ...]:
    """Return every verb of growth with each of the adverbs behind and before it."""
    pairs = [(verb, adverb) for verb in _GROW for adverb in adverbs]
    return tuple(p for v, a in pairs for p in (f"{v} {a}", f"{a} {v}"))
