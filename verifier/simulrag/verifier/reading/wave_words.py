"""The words in which a wave and its peak are told, each with the sign of what it means.

A sign is one letter; the rules of `wave_times`, `wave_sizes` and `wave_growth` are about signs.
Words that say nothing of their own have the sign "".
"""

from simulrag.verifier.reading.wave_peak_words import PEAK_SIGNS
from simulrag.verifier.reading.wave_silent_words import NOTHING, NOTHING_TOGETHER

#: Signs: the words for them, parted by bars.
_SIGNS: dict[str, str] = {
    # How a value lies to another.
    ">": (
        "outstrips | outstrip | well over | well above | well beyond | far above | far over | "
        "far more than | well past | comfortably above | comfortably over | outnumber | "
        "outnumbers | dwarfs | breaks through | break through | crosses | cross | worse than | "
        "more than | above | over | exceeds | exceed | exceeded | exceeding | upwards of | "
        "greater than | higher than | larger than | bigger than | beyond | surpasses | surpass | "
        "surpassed | overtakes | overtake | overtaken | in excess of | north of | climbs past | "
        "climb past | goes past | go past | gets past | rises beyond | passes | longer than | "
        "too high a figure | too high | too large | overstates | too much | further than | later "
        "than | later | rise above | rises above | climbs above | climb above | past | beats | "
        "goes beyond | go beyond | get past | clears | tops the mark of"
    ),
    "<": (
        "well under | well below | far below | far under | far less than | far fewer than | "
        "clearly below | clearly less than | clearly under | not as many as | not as high as | "
        "comes nowhere near | stops short of | stop short of | less than | below | under | fewer "
        "than | lower than | smaller than | short of | south of | falls short of | fall short of "
        "| too low a figure | too low | too small | understates | shorter than | earlier than | "
        "earlier | sooner | sooner than | too little | shy of | falling short of"
    ),
    "g": (
        "at least | no less than | no fewer than | no lower than | not less than | not fewer "
        "than | a minimum of | no earlier than | not earlier than | no sooner than | not sooner "
        "than"
    ),
    "l": (
        "stop at | stops at | at most | no more than | no higher than | not more than | no later "
        "than | not later than"
    ),
    "C": "is exceeded | are exceeded | is surpassed | are surpassed | is topped | are topped",
    "a": (
        "at the very least | at the least | at a minimum | or more | and more | or higher | or "
        "above | or over"
    ),
    "q": (
        "at the very most | at the most | at a maximum | or less | or fewer | or lower | or "
        "below | or under"
    ),
    "R": (
        "reach | reaches | reached | reaching | get to | gets to | getting to | come up to | "
        "comes up to | attain | attains | hit | hits | get as far as | extend as far as | as far "
        "as | make it to | makes it to | come to | comes to | rise to | rises to | climb to | "
        "climbs to | get up to | gets up to | as high as | as many as | as large as | as great "
        "as | as big as | as much as | amounts to | amount to | amounting to"
    ),
    "~": (
        "just about | around about | round about | in the vicinity of | as good as | practically "
        "| virtually | or thereabouts | pretty much | very nearly | circa | or something like it "
        "| about | around | roughly | approximately | nearly | almost | some | close to | near | "
        "in the region of | or so | give or take | give or take a few | on the order of | "
        "something like | an estimated | somewhere | somewhere near | in the neighbourhood of | "
        "in the neighborhood of | more or less | thereabouts"
    ),
    "=": (
        "equals | equal | no more and no less than | exactly | precisely | neither more nor less "
        "than | one and the same | coincide | coincides | coinciding | identical | the same day "
        "| same day | same as"
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
        "of | by a factor of"
    ),
    # Whether, and over how much of an interval.
    "!": (
        "in no respect | far from | not at all | not in the least | not a single | without any | "
        "free of | not once | at no point | at no stage | a day other than | a month other than "
        "| a week other than | day other than | month other than | not | never | no | none | "
        "without | neither | anything but | isn't | doesn't | does not | not even | other than | "
        "won't | fails to | fail to | nothing like | at no time | not yet | no way | in no way | "
        "on no day | by no means | hardly | nothing"
    ),
    "!R": (
        "under no outcome | no outcome | in no case | nowhere | under no circumstances | in no "
        "outcome"
    ),
    "!M": "cannot | can not | can't | could not | couldn't",
    "M": (
        "would be possible | is still possible | is possible | thinkable | imaginable | to be "
        "reckoned with | within reach | on the cards | could | may | might | can | possible | "
        "conceivable"
    ),
    "Q": (
        "all of | entire | whole | every part of | the whole of | the whole | the entire | all | "
        "entirely | wholly"
    ),
    "p": "part of | some of | a part of | in part | partly",
    "i": (
        "no surprise | what the interval allows | falls inside | falls within | fall within | "
        "fall inside | lies within | lies inside | within | inside | compatible | consistent | "
        "in the first | covered | is covered | are covered | covered by | included in | is "
        "included | contained in | comprised in | nobody would be surprised by | would not come "
        "as a surprise | would be no surprise | would come as no surprise | would not surprise | "
        "would surprise nobody"
    ),
    "c": (
        "allows | includes | include | including | covers | cover | leaves room for | leave room "
        "for | contains | contain | allows for | allow for | leaves room | leave room | takes in "
        "| take in | encompasses | includes even | embraces | admits | concedes | concede | "
        "permits | permit | tolerates | accommodates"
    ),
    "u": "falls outside | fall outside | lies outside | outside | outside of | out of",
    "X": (
        "out of reach | out of the question | beyond reach | impossible | not possible | "
        "unthinkable | inconceivable | off the table | excludes | leaves no room for | leave no "
        "room for | no room for | exclude | excluded | ruled out | rule out | rules out | "
        "incompatible | inconsistent | practically nil | next to nil | nil | close to nil | next "
        "to nothing | as good as nil"
    ),
    "E": (
        "extends | extend | stretches | stretch | runs | run | goes | spans | span | reaches up "
        "| bounded | go"
    ),
    "d": (
        "goes down to | begins at | starts at | begin at | runs down to | reaches down to | down "
        "to | bottoms out at | from a low of | starts from | reaches downwards | extends "
        "downwards | goes downwards | stretches downwards"
    ),
    "k": (
        "interval tops out at | range tops out at | goes up to | ends at | runs up to | reaches "
        "up to | extends up to | extends to | goes as far as | stretches up to | reaches upwards "
        "| extends upwards | goes upwards | stretches upwards | reaches upward"
    ),
    # Times.
    "B": (
        "in the run-up to | too early for | before | ahead of | precedes | precede | prior to | "
        "preceding | in advance of"
    ),
    "A": (
        "in the wake of | subsequent to | too late for | after | follows | follow | following | "
        "since | once"
    ),
    "Y": "as late as | by | by the time",
    "U": "until | till | up to the end of",
    "W": "when | as | as many | so many",
    "o": (
        "is over | has passed | have passed | is past | over by | is behind | behind us | is "
        "behind us | has come and gone | is already over | already passed | already over | has "
        "already passed | already behind | behind it | passed | already past | gone by | been "
        "and gone | long gone | long past | long over | long since past | long since over | "
        "history | has long passed | is long gone | is long past | is long over | has gone | is "
        "over in | are over in | over in | is over within | over within | is over after | over "
        "after"
    ),
    "Po": "has peaked | has crested | has culminated | have peaked | has topped out",
    "f": (
        "still off | still away | has still to come | have still to come | not yet reached | "
        "ahead of us | is still to come | still ahead | still to come | yet to come | lies ahead "
        "| still lies ahead | ahead | is yet to come | has yet to come | still lies in the "
        "future | in the future | still not there | still awaited | still outstanding | yet to "
        "be reached | still to be reached | remains to come | is to come | are to come | still "
        "has to come"
    ),
    "b": (
        "opens | open | begins | starts | begin | start | begun | started | opened | has opened "
        "| had opened | has begun | had begun | has started | sets out | set out | gets off | "
        "gets under way | get under way | kicks off | gets going | sets off | set off | starts "
        "out | start out | starts off | start off"
    ),
    "e": (
        "the end of | end of | ends | end | is out | pass | passes | go by | goes by | is up | "
        "are over | elapse | elapses | have gone by | has ended | ended | have elapsed | went by "
        "| draws to a close | closes | run out | runs out | has run out | have run out"
    ),
    "O": "is over",
    "n": "enough | sufficient | suffice | long enough",
    "z": "wait for | wait until",
    "S": (
        "the point of departure | point of departure | starting point | starting value | "
        "starting figure | initial value | initial figure | initial number | initial count | "
        "original level | first level | level of day one | initial size | at the beginning | at "
        "the start | at the outset | start | beginning | outset | season's start | the start of "
        "the season | where it started | first of all | opening | starting level | start itself "
        "| what it was at the start | day one | the first day | first day | initial level | what "
        "it was at first | onset | season's beginning | season's onset | start date | the "
        "opening of the season | opening of the season | season opening | opening of the wave"
    ),
    "F": (
        "first day of the season | its very first day | the season's first day | first day | "
        "opening day | very first day | day the season starts | day the season begins | day on "
        "which the season starts | start itself | day one | day of the start | very start | the "
        "first | day on which it starts | season's first day | season's opening day | day zero"
    ),
    "1": "first | opening | initial | in the first | the first | during the first",
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
    "V": (
        "the first weeks | first four weeks | first 4 weeks | in the early weeks | early weeks | "
        "opening stage | early stage | early stages | initial stage | initial stretch | early "
        "days | opening stretch | first few weeks | four weeks in | early period | initial "
        "period | opening period | month into the season | in the early phase | early going | "
        "week 4 | in the first month | in the opening month | in the first weeks | in the first "
        "few weeks | during the first month | over the first month | throughout the first month "
        "| in the initial phase | four weeks | week four | fourth week | first month | opening "
        "weeks | at first | to begin with | early | initially | in the beginning | at the outset "
        "| early on | four week | opening month | initial phase | opening phase | early phase | "
        "first weeks | initial weeks | month one"
    ),
    "2": "double | doubles | doubled | doubling",
    "3": "triple | triples | tripled | tripling | treble | trebles",
    "r": "rather than | instead of | in place of | as opposed to",
    ";": "yet | however | though | but",
    # The year in which a season starts, and the next.
    "j": "the year | year | old year | the old year | this year | the old | of the old | old one",
    "J": (
        "in the new year | next year | the following year | following year | the new | the new one"
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
    "LH": (
        "lower to the upper bound | lower to the upper end | lower end to the upper end | lower "
        "bound to the upper bound | bottom to top | bottom to the top | one end to the other | "
        "lower limit to the upper limit | lower to the upper limit | from its lowest to its "
        "highest value | from its lowest to its highest | from the lowest to the highest value | "
        "from end to end | from its lower to its upper end | from its bottom to its top | from "
        "bottom to top"
    ),
    "Z": "closer to | nearer to | nearer | closer",
    "#": (
        "wide | width | breadth | apart | broad | width of the | difference between | distance "
        "between | gap between | apart from each other | difference of | distance of | "
        "difference"
    ),
    "^": (
        "while | whereas | whilst | although | even though | not only | not just | not merely | nor"
    ),
    "h": "left | remaining",
    "$": (
        "no other day | no other date | on no other day | on no other date | no other day of the "
        "season | at no other time | at no other moment | on no other day of the season | no "
        "other moment"
    ),
    "%": "for every | for each | for every single | to every | per every",
    "G": (
        "a good | a solid | slightly more than | slightly above | slightly over | a little more "
        "than | a little over | a little above | marginally more than | marginally above | a "
        "fraction more than | a fraction above | somewhat more than | somewhat above | a touch "
        "more than | a touch over | a shade over | a shade more than | a tad more than | a bit "
        "more than | a bit over | not many more than | not much more than | only a few more than "
        "| hardly more than | little more than | scarcely more than | barely more than | not far "
        "above | not far over"
    ),
    "s": (
        "not quite | just short of | just under | just below | a little less than | a little "
        "under | slightly less than | slightly under | slightly below | a shade under | a touch "
        "under | not far below | not much less than | hardly less than | little less than | not "
        "many fewer than"
    ),
    "*": "*",
    "@": (
        "in the course of the season | during the season | in the season | through the season | "
        "during the wave"
    ),
}


def _table() -> dict[str, str]:
    made: dict[str, str] = dict.fromkeys((*NOTHING, *NOTHING_TOGETHER), "")
    for sign, words in (PEAK_SIGNS | _SIGNS).items():
        made |= dict.fromkeys(words.split(" | "), sign)
    return {phrase.replace("'s", ""): sign for phrase, sign in made.items()}


#: The sign of each word or phrase in small letters, hyphens as spaces.
SIGNS = _table()
