"""The words in which text speaks of what a season returns."""

PEOPLE = (
    "people",
    "persons",
    "patients",
    "cases",
    "hospitalizations",
    "hospitalisations",
    "hospitalized",
    "hospitalised",
    "in hospital",
    "inpatients",
    "flu patients",
    "influenza patients",
    "admissions",
    "admissions a day",
    "admissions per day",
    "a day",
    "per day",
    "beds",
    "individuals",
    "concurrent cases",
    "concurrent hospitalizations",
)
#: Words for a peak, in which timing is told apart by its own words.
PEAK_WORDS = (
    "epidemic peak",
    "peak magnitude",
    "peak hospitalizations",
    "peak hospitalisations",
    "peak of hospitalizations",
    "peak of hospitalisations",
    "peak hospital incidence",
    "peak hospital prevalence",
    "peak incidence",
    "peak prevalence",
    "peak admissions",
    "peak occupancy",
    "peak load",
    "hospital load",
    "peak value",
    "peak size",
    "peak height",
    "peak median",
    "median peak",
    "peak severity",
    "simulated peak",
    "peak",
    "peak in",
    "peaks in",
    "peaks",
    "peaks at",
    "peaking at",
    "maximum",
    "highest number",
    "highest value",
    "high point",
    "tops out at",
    "crests at",
    "crest",
    "at its height",
    "at its worst",
    "at its highest",
    "worst day",
    "busiest day",
    "magnitude",
    *"ceiling|apex|zenith|summit|climax|the most admissions|the most patients".split("|"),
)
#: Words for the height of a season; with a date or a time beside them they tell when it is.
HEIGHTS = tuple(
    "peaking|peaked|crests|crest|tops out|top is reached|at its top|highest|"
    "as high as it will get|as high as it gets|"
    "reaches its top|over its top|past its top|never higher|no day has more|see the most|sees the "
    "most|the most admissions|the most patients|the most flu patients|the most inpatients|ceiling|"
    "apex|zenith|summit|climax|"
    "culminates|high-water mark|maximum|reaches its maximum".split("|")
)
WHEN = (
    "peak date",
    "date of the peak",
    "day of the peak",
    "peak day",
    "peaks on",
    "peak on",
    "peaking on",
    "peak is expected on",
    "peak is reached on",
    "peak falls on",
    "culminates on",
    "crests on",
    "tops out on",
    "peak around",
    "peaks around",
    "peaks in",
    "peak in",
    "peaks earlier",
    "peaks later",
    "peaks sooner",
    "peak occurs",
    "peak timing",
    "timing of the peak",
    *HEIGHTS,
    "when the peak",
)
WEEKS = (
    "weeks to peak",
    "weeks to the peak",
    "weeks until the peak",
    "weeks from start",
    "weeks from the start",
    "weeks after the start",
    "weeks after the season's start",
    "weeks after the season's onset",
    "weeks after onset",
    "weeks into the season",
    "time to peak",
    "time to the peak",
    "peak arrives",
    "peak is reached after",
    "peaks after",
    "peak timing",
    "reach the peak",
    "reach its peak",
    "to top out",
    "to peak",
    "reaches its maximum",
    "materialize",
    "arrive",
)
GROWTH_WORDS = (
    "four-week growth",
    "four week growth",
    "4-week growth",
    "growth over four weeks",
    "growth over the first four weeks",
    "growth in the first four weeks",
    "increase over the first four weeks",
    "increase in the first four weeks",
    "four-week increase",
    "first four weeks",
    *"initial four weeks|opening four weeks|first 4 weeks|initial 4 weeks|initial month|"
    "opening month|by week four|by the end of week four|early rise".split("|"),
    *"over four weeks|over the four weeks".split("|"),
    "first month",
    "initial growth",
    "early growth",
    "growth rate",
    "growth",
    *"at the outset|to begin with|at first|early on|in the beginning|right from the start".split(
        "|"
    ),
)
#: Words for a peak, beside which a number tells its height and a date or a time when it is.
_TOP = (*HEIGHTS, *(
    "at its height|at its worst|at its highest|worst day|busiest day|peak day|peak arrives|"
    "reach the peak|reach its peak|to peak|to top out|top week|high point|daily peak"
).split("|"))  # fmt: skip
#: The same in text without a question, where they name nothing else.
LOOSE_PEAK = (
    *_TOP,
    "wave",
    "simulated wave",
    "outbreak",
    "epidemic",
    "hospital peak",
    "hospital beds",
    "flu peak",
    "in hospital",
    "hospital burden",
    "hospitalisations",
    "hospitalizations",
    "admissions",
)
#: What a date or a time is of, where it is told by them.
CRESTS = (
    "peak",
    "peaks",
    "crest",
    "crests",
    "wave",
    "flu peak",
    "outbreak",
    "epidemic",
)

#: What stays as it is.
LEVEL = tuple(
    "neither rise nor fall|neither rises nor falls|neither grow nor shrink|neither grows nor "
    "shrinks|neither grow nor decline|neither up nor down|hold steady|holds steady|stay level|"
    "stays "
    "level|no trend|no trend either way|no clear trend|no discernible trend|no change|"
    "nothing changes|little change|hardly any change|hardly change|hardly changes|"
    "barely change|barely "
    "changes|back where they started|back at the level|back at exactly the level|back to the level|"
    "back to exactly the level|back at their starting level|back to square one|stay where they "
    "are|stays where it is|stay where they were|remain where they are|just stay where they are|"
    "without any change|without any change to speak of|no change to speak of|mark time|"
    "marks time|tread water|treads water|stand still|stands still|at a standstill|remain level|"
    "remains level|remain constant|remains constant|stay constant|stays constant|"
    "keep to the level|keeps to the level|stay put|stays put|stay flat|stays flat|"
    "move sideways|moves sideways|back to where they started|back to where it started|"
    "where they started|level off at once|flat as a board|at a constant level|on an even keel|"
    "no movement|no movement to speak of|hardly any movement|little movement".split("|")
) + tuple(
    f"{adverb} {verb}"
    for adverb in ("barely", "hardly", "scarcely", "do not", "does not", "don't", "doesn't")
    for verb in "move moves budge budges stir stirs".split()
)
#: What comes to an end.
FADING = tuple(
    "fizzle out|fizzles out|die out|dies out|peter out|peters out|dwindle|dwindles|ebb away|ebbs "
    "away|fade away|fades away|recede|recedes|dry up|dries up|on the wane".split("|")
)
_GROW = tuple(
    "grow grows growing rise rises rising climb climbs climbing increase increases".split()
) + tuple(
    "gather speed|gathers speed|gathering speed|gather pace|gathers pace|spread|spreads".split("|")
)


def paced(adverbs: tuple[str, ...]) -> tuple[str, ...]:
    """Return every verb of growth with each of the adverbs behind and before it."""
    pairs = [(verb, adverb) for verb in _GROW for adverb in adverbs]
    return tuple(p for v, a in pairs for p in (f"{v} {a}", f"{a} {v}"))
