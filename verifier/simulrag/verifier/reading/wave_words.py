"""The words in which a wave and its peak are told, each with the sign of what it means.

A sign is one letter; the rules of `wave_times`, `wave_sizes` and `wave_growth` are about signs.
Words that say nothing of their own have the sign "".
"""

from simulrag.verifier.reading.wave_distance_words import DISTANCE_SIGNS
from simulrag.verifier.reading.wave_peak_words import PEAK_SIGNS
from simulrag.verifier.reading.wave_relations import relation_signs
from simulrag.verifier.reading.wave_silent_words import NOTHING, NOTHING_TOGETHER
from simulrag.verifier.reading.wave_start_words import START_SIGNS
from simulrag.verifier.reading.wave_time_words import TIME_SIGNS
from simulrag.verifier.reading.wave_verbs import verb_signs

#: Signs: the words for them, parted by bars.
_SIGNS: dict[str, str] = {
    # How a value lies to another.
    "C": "is exceeded | are exceeded | is surpassed | are surpassed | is topped | are topped",
    "R": (
        "reach | reaches | reached | reaching | get to | gets to | getting to | come up to | "
        "comes up to | attain | attains | hit | hits | get as far as | extend as far as | as far "
        "as | make it to | makes it to | come to | comes to | rise to | rises to | climb to | "
        "climbs to | get up to | gets up to | as high as | as many as | as large as | as great "
        "as | as big as | as much as | amounts to | amount to | amounting to"
    ),
    "w": (
        "falls between | fall between | lies between | lie between | between | anywhere between "
        "| somewhere between"
    ),
    "t": "to | up to",
    "&": "as well as | along with | and",
    "xP": "peak days",
    "x": (
        "times | fold | times as high as | times as large as | times as great as | times as big "
        "as | times as much as | times that of | times the size of | times as many as | factor "
        "of | by a factor of | times as strong as | times as heavy as | times as wide as | "
        "times as long as | times as severe as | times as bad as | times as steep as | times as "
        "intense as | times as numerous as | times as far as | times as low as | times as small "
        "as | times so high as | times so large as | times so great as | times so big as | "
        "times so many as | times so much as | times so strong as | times so heavy as | times "
        "so wide as | times so long as | times so severe as | times so bad as | times so steep "
        "as | times so intense as | times so numerous as | times so far as | times so low as | "
        "times so small as | times higher than | times larger than | times greater than | times "
        "bigger than | times stronger than | times longer than | times worse than | times wider "
        "than | times more numerous than | times as many people as | times as many patients as "
        "| times as many admissions as | times as large a number as | times over | fold of | "
        "times the amount of | times the level of | times the height of | times the value of | "
        "times the number of | times bigger than that of | times that | times as high as that "
        "of | times as large as that of"
    ),
    # Whether, and over how much of an interval.
    "!": (
        "in no respect | far from | not at all | not in the least | not a single | without any "
        "| free of | not once | at no point | at no stage | a day other than | a month other "
        "than | a week other than | day other than | month other than | not | never | no | none "
        "| without | neither | anything but | isn't | doesn't | does not | not even | other "
        "than | won't | fails to | fail to | nothing like | at no time | not yet | no way | in "
        "no way | on no day | by no means | hardly | nothing | aren't | wasn't | weren't | "
        "don't | didn't | hasn't | haven't | hadn't | wouldn't | shouldn't | shan't | ain't | "
        "did not | need not | in no sense | in no manner | by no manner of means | not by any "
        "means | not in any way | not by any stretch | not by any stretch of the imagination | "
        "not one bit | not a bit | not in any respect | not in the slightest | not for a moment "
        "| not ever | never ever | not on any day | not at any point | not at any time | not at "
        "any stage | not for one day | at no moment | at no time at all | on no account | to no "
        "extent | under no condition | devoid of | fall short of being | failed to | failing to "
        "| refuses to | refuse to | nothing of the sort | nothing of the kind | a far cry from "
        "| nowhere near being | some other day than | another day than | another month than | "
        "some day other than | some month other than | any day but | any month but | stops "
        "short of being | anything other than | the opposite of | do not"
    ),
    "!R": (
        "under no outcome | no outcome | in no case | nowhere | under no circumstances | in no "
        "outcome | under no circumstance | under no condition | under no conditions | in no "
        "scenario | in no plausible case | in no plausible outcome | under no plausible outcome "
        "| no plausible outcome | no plausible peak | in none of the outcomes | with no outcome "
        "| no simulated outcome | no value | no part | at no end | in no part | at neither end"
    ),
    "!M": (
        "cannot | can not | can't | could not | couldn't | cannot possibly | could never | can "
        "never | is unable to | are unable to | not able to | unable to | not capable of | has "
        "no chance of | have no chance of | there is no way | in no way can | would never | "
        "could in no case"
    ),
    "M": (
        "would be possible | is still possible | is possible | thinkable | imaginable | to be "
        "reckoned with | within reach | on the cards | could | may | might | can | possible | "
        "conceivable | are possible | remain possible | remains possible | be possible | a "
        "possibility | possibility | possibly | conceivably | potentially | feasible | in the "
        "realm of possibility | within the realm of possibility | in the realm of the possible "
        "| within the bounds of possibility | within the bounds of the possible | within the "
        "realms of possibility | not impossible | not unthinkable | not inconceivable | not out "
        "of reach | not off the table | not out of the question | to be feared | to be hoped "
        "for | a real possibility | a possibility to reckon with | has the potential to | have "
        "the potential to | is able to | are able to | capable of | is capable of | in a "
        "position to | stands a chance of | attainable | reachable | achievable | envisageable "
        "| on the table | in the cards"
    ),
    "Q": (
        "all of | entire | whole | every part of | the whole of | the whole | the entire | all "
        "| entirely | wholly | every value of | every value in | every point of | every point "
        "in | each value of | each value in | all values of | all values in | all of it | the "
        "full | full width of | whole width of | the entirety of | every last part of | "
        "everything in | everything within | every outcome in | every outcome of | every "
        "outcome within | all outcomes in | all outcomes of | all outcomes within | all peaks "
        "in | every peak in | any value in | any value within | any outcome within | any "
        "outcome in"
    ),
    "p": (
        "part of | some of | a part of | in part | partly | some part of | at least part of | "
        "portion of | a portion of | a stretch of | a bit of | a piece of | a slice of | some "
        "values of | some values in | some of the values in | some outcomes in | a section of | "
        "to some extent | in places"
    ),
    "i": (
        "in keeping | no surprise | what the interval allows | falls inside | falls within | "
        "fall within | "
        "fall inside | lies within | lies inside | within | inside | compatible | consistent | "
        "in the first | covered | is covered | are covered | covered by | included in | is "
        "included | contained in | comprised in | nobody would be surprised by | would not come "
        "as a surprise | would be no surprise | would come as no surprise | would not surprise "
        "| would surprise nobody | well within | well inside | comfortably within | comfortably "
        "inside | comfortably in | safely within | safely inside | still within | still inside "
        "| just within | just inside | inside of | on the inside of | lie within | lie inside | "
        "sits inside | sits within | sit inside | sit within | stays within | stays inside | "
        "stay within | stay inside | remains within | remains inside | remain within | remain "
        "inside | stands within | comes within | come within | belongs to | belong to | within "
        "the range of | within the bounds of | within the limits of | within the confines of | "
        "within the span of | within the scope of | within the compass of | within the reach of "
        "| in the bounds of | in the limits of | enclosed in | enclosed by | enclosed within | "
        "contained by | contained within | bracketed by | captured by | captured in | embraced "
        "by | encompassed by | spanned by | admitted by | permitted by | allowed by | allowed "
        "for by | tolerated by | accommodated by | taken in by | included by | comprised by | "
        "compatible with | consistent with | reconcilable | reconcilable with | in accord with "
        "| in harmony with | congruent with | agrees with | agree with | squares with | square "
        "with | tallies with | tally with | fits into | fit into | fits in | fits within | fit "
        "within | admissible | permissible | permitted | tolerated | counted in | not "
        "surprising | unsurprising | hardly surprising | hardly a surprise | not a surprise | "
        "no great surprise | little surprise | what one might expect | what the range allows | "
        "what the interval covers | what the interval includes | what the range covers | what "
        "the range includes | what the range admits | what the interval admits | what the band "
        "allows | what the band covers | would not be a surprise | would be no great surprise | "
        "would not be surprising | need not surprise | should not surprise | should surprise "
        "nobody | come as no surprise | comes as no surprise | lie in the | lies in the | fall "
        "in the | falls in the | fall into the | falls into the | lie in this | lies in this | "
        "lies in that"
    ),
    "c": (
        "allows | includes | include | including | covers | cover | leaves room for | leave room "
        "for | contains | contain | allows for | allow for | leaves room | leave room | takes in "
        "| take in | encompasses | includes even | embraces | admits | concedes | concede | "
        "permits | permit | tolerates | accommodates"
    ),
    "u": (
        "falls outside | fall outside | lies outside | outside | outside of | out of | well "
        "outside | far outside | just outside | clearly outside | not within | not inside | "
        "beyond the bounds of | beyond the limits of | beyond the range of | beyond the reach "
        "of | beyond the confines of | out of the range of | out of the bounds of | lie outside "
        "| stays outside | stay outside | sits outside | sit outside | remains outside | remain "
        "outside | on the outside of | exterior to | not covered by | not included in | not "
        "contained in | uncovered by | not part of"
    ),
    "X": (
        "out of reach | out of the question | beyond reach | impossible | not possible | "
        "unthinkable | inconceivable | off the table | excludes | leaves no room for | leave no "
        "room for | no room for | exclude | excluded | ruled out | rule out | rules out | "
        "incompatible | inconsistent | practically nil | next to nil | nil | close to nil | "
        "next to nothing | as good as nil | off limits | not on the cards | no possibility | no "
        "chance | no prospect | not in prospect | not an option | a non starter | unattainable "
        "| unreachable | unachievable | unimaginable | infeasible | unfeasible | not "
        "conceivable | not thinkable | not imaginable | inadmissible | irreconcilable | "
        "irreconcilable with | incompatible with | inconsistent with | not compatible with | "
        "not consistent with | at odds with | at variance with | in conflict with | in "
        "contradiction to | conflicts with | conflict with | ruled out by | excluded by | "
        "precluded by | beyond the bounds of possibility | beyond the realm of possibility | "
        "beyond possibility | outside the realm of possibility | out of contention | out of the "
        "running | out of bounds | as good as zero | leaves out | leave out | left out by | "
        "shut out by | shuts out | disallows | not to be feared | not to be reckoned with"
    ),
    "E": (
        "extends | extend | stretches | stretch | runs | run | goes | spans | span | reaches up "
        "| bounded | go | fans out | fanned out"
    ),
    "d": (
        "goes down to | begins at | starts at | begin at | runs down to | reaches down to | "
        "down to | bottoms out at | from a low of | starts from | reaches downwards | extends "
        "downwards | goes downwards | stretches downwards | goes down as far as | goes as low "
        "as | gets as low as | runs down as far as | extends down to | extending down to | "
        "extend down to | stretches down to | stretch down to | stretching down to | reaching "
        "down to | reach down to | go down to | going down to | running down to | run down to | "
        "falls as low as | bottoms out | starts out at | sets in at | sets out from | starting "
        "from | starting at | beginning at | from a bottom of | from a floor of | from a "
        "minimum of | bounded below by | bounded from below by | limited below by | limited "
        "from below by | floored at | has its floor at | has its bottom at | commences at | all "
        "the way down to | as far down as | downwards to | downward to"
    ),
    "k": (
        "interval tops out at | range tops out at | goes up to | ends at | runs up to | reaches "
        "up to | extends up to | extends to | goes as far as | stretches up to | reaches "
        "upwards | extends upwards | goes upwards | stretches upwards | reaches upward | go up "
        "as far as | goes up as far as | runs up as far as | extends as far up as | extend up "
        "to | extending up to | extend to | extending to | stretches to | stretch up to | "
        "stretching up to | stretch to | reaching up to | go up to | going up to | goes as high "
        "as | running up to | run up to | ending at | end at | finishing at | finishes at | "
        "closes at | to a high of | to a top of | to a ceiling of | to a maximum of | bounded "
        "above by | bounded from above by | limited above by | limited from above by | has its "
        "ceiling at | has its top at | all the way up to | as far up as | upwards to | upward "
        "to | right up to"
    ),
    # The beginning.
    "+": (
        "swelling | in the ascendant | ascending | expand | expands | expanded | expanding | "
        "multiply | multiplied | multiplies | pick up | picks up | picked up | go higher | goes "
        "higher | greater | larger | bigger | advance | advances | upturn | uptick | soar | "
        "soars | soared | shot up | shoot up | shoots up | ascent | ascend | rocket | rockets | "
        "balloon | balloons | mushroom | mushrooms | mount | mounting | mounted | escalate | "
        "escalates | on the up | upward path | upward course | upward slope | upward trajectory "
        "| upward trend | upward tendency | upward movement | plus | jump | jumps | swell | on "
        "the increase | upswing | surge | surges | on the way up | grows | grow | growing | "
        "grown | rises | rise | rising | risen | increases | increase | increased | climbs | "
        "climb | climbed | climbing | gains | gain | gained | goes up | go up | gone up | is up "
        "| upward | upwards | up | adds | add | higher | more | expansion | mounts | swells | "
        "additional | growth | going up | on the rise | added"
    ),
    "y": "falls | fall",
    "-": (
        "plunge | plunges | plunged | plummet | plummets | tumble | tumbles | slump | slumps | "
        "slumped | sinking | sank | sunk | dwindled | dwindling | come down | comes down | came "
        "down | smaller | downturn | ebb | ebbs | ebbing | shed | downward path | downward "
        "course | downward slope | downward trajectory | downward trend | downward tendency | "
        "downward movement | contract | contracts | contraction | lower level | lessen | lessens "
        "| erode | erodes | waning | receding | recede | melt away | melts away | slip | slips | "
        "slipped | crumble | minus | slide | slides | sheds | on the decrease | on the way down "
        "| downswing | fallen | falling | decreases | decrease | decreased | drops | drop | "
        "dropped | loses | lose | lost | goes down | go down | gone down | is down | down | "
        "downward | downwards | shrinks | shrink | shrunk | shrinking | decline | declines | "
        "declined | lower | fewer | dwindle | dwindles | less | reduction | negative | sinks | "
        "sink | diminishes | diminish | loss | going down | recedes | wanes | cut | cuts | "
        "slashed | reduced | reduce | reduces"
    ),
    "2": "double | doubles | doubled | doubling",
    "3": "triple | triples | tripled | tripling | treble | trebles",
    "r": (
        "rather than | instead of | in place of | as opposed to | rather than on | in lieu of | "
        "in contrast to | as distinct from | in contradistinction to"
    ),
    ";": (
        "yet | however | though | but | nevertheless | nonetheless | instead | by contrast | on "
        "the contrary | in contrast | on the other hand"
    ),
    "HL": (
        "both ends | both bounds | both limits | either end | either bound | each end | each "
        "bound | lower and the upper end | lower as well as the upper end | the lower and the "
        "upper end alike | both the lower and the upper end | both lower and upper end | the "
        "lower and the upper bound alike | both the lower and the upper bound | both lower and "
        "upper bound | the lower and the upper limit alike | both the lower and the upper limit "
        "| both lower and upper limit | the lower and the upper edge alike | both the lower and "
        "the upper edge | both lower and upper edge"
    ),
    "!HL": (
        "neither end | neither bound | neither limit | neither the lower nor the upper end | "
        "neither the upper nor the lower end | neither lower nor upper end | neither the lower "
        "nor the upper bound | neither the upper nor the lower bound | neither lower nor upper "
        "bound | neither the lower nor the upper limit | neither the upper nor the lower limit | "
        "neither lower nor upper limit | neither the lower nor the upper edge | neither the "
        "upper nor the lower edge | neither lower nor upper edge"
    ),
    "xS": (
        "for every one at the start | for each one at the start | for every patient at the start "
        "| for each patient at the start | for every admission at the start | for each admission "
        "at the start | for every one at the beginning | for each one at the beginning | for "
        "every one at the outset | for every one on the first day | for each one on the first "
        "day | for every patient on the first day | for every admission on the first day | for "
        "every one on day one"
    ),
    "^": (
        "while | whereas | whilst | although | even though | not only | not just | not merely | "
        "nor | not simply | not solely | and nor | nor yet"
    ),
    "h": (
        "left | remaining | left over | still there | still in hospital | still being admitted "
        "| still hospitalised | still hospitalized"
    ),
    "$": (
        "no other day | no other date | on no other day | on no other date | no other day of "
        "the season | at no other time | at no other moment | on no other day of the season | "
        "no other moment | no other date in the season | no other day in the season | on no "
        "other single day | no other single day | on no other occasion | no other point | at no "
        "other point | at no other stage | no day before or after | on no day before or after | "
        "no day before or since | no other day of the wave"
    ),
    "%": (
        "for every | for each | for every single | to every | per every | against every | to "
        "each | against each | of every | out of every | of each"
    ),
    "*": "*",
    "@": (
        "in the course of the season | during the season | in the season | through the season | "
        "during the wave"
    ),
}


def _table() -> dict[str, str]:
    made = verb_signs() | {_plain(words): "" for words in (*NOTHING, *NOTHING_TOGETHER)}
    made |= {_plain(phrase): sign for phrase, sign in relation_signs().items()}
    for sign, words in (PEAK_SIGNS | START_SIGNS | TIME_SIGNS | DISTANCE_SIGNS | _SIGNS).items():
        made |= {_plain(phrase): sign for phrase in words.split(" | ")}
    return made


def _plain(phrase: str) -> str:
    return phrase.replace("'s", "")


#: The sign of each word or phrase in small letters, hyphens as spaces.
SIGNS = _table()

#: The other sense of words that have two.
OTHER_SENSES: dict[str, str] = {
    **dict.fromkeys(("top", "tops", "topped", "topping", "break", "breaks", "broke"), ">"),
    **dict.fromkeys(("pass", "passes", "passed", "passing"), "R"),
    **dict.fromkeys(("start", "starts", "opening", "beginning", "opens", "begins"), "S"),
    **dict.fromkeys(("climb", "ascent", "surge", "upswing", "descent"), ""),
    **dict.fromkeys(("spike", "spikes", "spiked"), "P"),
    **dict.fromkeys(("end", "ends"), "I"),
    **dict.fromkeys(("gone", "lost", "past"), "o"),
    **dict.fromkeys(("as", "by", "once", "yet", "then", "after", "while", "over", "high"), ""),
    **dict.fromkeys(("spread", "range", "uncertainty"), "#"),
    "lower": "L",
    "higher": ">",
    "more": ">",
    "less": "<",
    "fewer": "<",
    "plus": "+",
    "minimum": "L",
    "first": "F",
    "maximum": "H",
}
