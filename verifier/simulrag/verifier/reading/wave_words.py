"""The words in which a wave and its peak are told, each with the sign of what it means.

A sign is one letter; the rules of `wave_times`, `wave_sizes` and `wave_growth` are about signs.
Words that say nothing of their own have the sign "".
"""

#: Signs: the words for them, parted by bars.
_SIGNS: dict[str, str] = {
    # The peak, the ends of its interval, the interval, the total, the median.
    "P": (
        "downturn sets in after | decline sets in after | turns down after | worst one | highest "
        "one | climb to the top lasts | climb to the peak lasts | way to the top lasts | rise "
        "lasts | climb lasts | top of the season | top of the outbreak | top of the epidemic | "
        "cresting | toughest | hardest day | heaviest day | the rise comes to an end | rise comes "
        "to an end | comes to a head | at their worst | at its worst | at their highest | at its "
        "height | at its peak | busier | culminating | month of the peak | peak month | week of "
        "the peak | than any other day | than on any other day | any other day | go down again | "
        "goes down again | fall again | falls again | drop again | decline again | start to fall "
        "| begin to fall | start falling | starts to fall | begins to fall | begin falling | a "
        "maximum of | peak | peaks | peaked | peaking | maximum | crest | crests | crested | top "
        "| tops out | topped out | apex | climax | summit | zenith | height | high point | "
        "highest point | high water mark | culminates | culminate | culminated | highest | "
        "largest | greatest | biggest | worst | busiest | peak day | day of the peak | worst of "
        "it | turning point | tops | at its highest | the most | top of the curve | top of the "
        "wave | highest value | largest value | worst day | busiest day | peak date | peak week | "
        "culmination | to the peak | to peak | to its peak | to crest | to the top | to its "
        "height | to top out | to get to the peak | to get to the top | to reach the peak | to "
        "reach its peak | to reach its height | to reach the top | reaches its maximum | reaches "
        "its peak | reaches its height | reaches its highest | reaches the peak | reaches its top "
        "| the peak is reached | peak is reached | the maximum is reached | maximum is reached | "
        "top is reached | to its maximum | to reach its maximum | gets to its peak"
    ),
    "H": (
        "top of the | at worst | upper end | upper bound | upper limit | upper one | upper ends | "
        "top end | high end | top of the range | top of the interval | worst case | ceiling of | "
        "upper edge | top of its range | upper value | ceiling | pessimistic end | top of the 90"
    ),
    "L": (
        "bottom of the | at best | lower end | lower bound | lower limit | lower one | bottom end "
        "| low end | bottom of the range | bottom of the interval | best case | floor | lower "
        "edge | bottom of its range | lower value | optimistic end | floor of"
    ),
    "I": (
        "uncertainty about | uncertainty of | uncertainty around | interval | range | confidence "
        "| uncertainty | confidence interval | credible interval | confidence level of "
        "confidence | prediction interval | uncertainty range | uncertainty interval | ends | "
        "limits | bounds | lower and upper limit | lower and upper bound | lower and upper end"
    ),
    "T": (
        "by the end of the season | by the season's end | at the end of the season | at the "
        "season's end | total | total burden | season total | cumulative burden | cumulative "
        "total | cumulative median | cumulative | running total | overall burden | sum over the "
        "season | sum | burden | summed | summed up | added together | added up | add up | adds "
        "up | adding up | taken together | pile up | piles up | all told | in all | over the "
        "season | over the whole season | over the entire season | across the season | burden of "
        "the whole season | median total | over all days | over all the days | all the days | all "
        "days | every day | altogether | piled up | totals | the days of the season | accumulate "
        "| accumulates | grand total | season's total"
    ),
    "m": "median | central | median curve | central estimate | median forecast | median estimate",
    # How a value lies to another.
    ">": (
        "breaks through | break through | crosses | cross | worse than | more than | above | over "
        "| exceeds | exceed | exceeded | exceeding | upwards of | greater than | higher than | "
        "larger than | bigger than | beyond | surpasses | surpass | surpassed | overtakes | "
        "overtake | overtaken | in excess of | north of | climbs past | climb past | goes past | "
        "go past | gets past | rises beyond | passes | longer than | too high a figure | too high "
        "| too large | overstates | too much | further than | later than | later | rise above | "
        "rises above | climbs above | climb above | past | beats | goes beyond | go beyond | get "
        "past | clears | tops the mark of"
    ),
    "<": (
        "stops short of | stop short of | less than | below | under | fewer than | lower than | "
        "smaller than | short of | south of | falls short of | fall short of | too low a figure | "
        "too low | too small | understates | shorter than | earlier than | earlier | sooner | "
        "sooner than | too little | shy of | falling short of"
    ),
    "g": (
        "at least | no less than | no fewer than | no lower than | not less than | not fewer than "
        "| a minimum of"
    ),
    "l": "stop at | stops at | at most | no more than | no higher than | not more than | "
    "no later than",
    "C": "is exceeded | are exceeded | is surpassed | are surpassed | is topped | are topped",
    "a": "at the very least | at the least | at a minimum | or more | and more | or higher | "
    "or above | or over",
    "q": "at the very most | at the most | at a maximum | or less | or fewer | or lower | "
    "or below | or under",
    "R": (
        "reach | reaches | reached | reaching | get to | gets to | getting to | come up to | "
        "comes up to | attain | attains | hit | hits | get as far as | extend as far as | as far "
        "as | make it to | makes it to | come to | comes to | rise to | rises to | climb to | "
        "climbs to | get up to | gets up to | as high as | as many as | as large as | as great as "
        "| as big as | as much as"
    ),
    "~": (
        "about | around | roughly | approximately | nearly | almost | some | close to | near | in "
        "the region of | or so | give or take | give or take a few | on the order of | something "
        "like | an estimated | somewhere | somewhere near | in the neighbourhood of | in the "
        "neighborhood of | more or less | thereabouts"
    ),
    "=": (
        "equals | equal | no more and no less than | exactly | precisely | neither more nor less "
        "than"
    ),
    "w": (
        "falls between | fall between | lies between | lie between | between | anywhere between | "
        "somewhere between"
    ),
    "t": "to | up to",
    "&": "and",
    "xP": "peak days",
    "x": (
        "times | fold | times as high as | times as large as | times as great as | times as big "
        "as | times as much as | times that of | times the size of | times as many as | factor of "
        "| by a factor of"
    ),
    # Whether, and over how much of an interval.
    "!": (
        "a day other than | a month other than | a week other than | day other than | month other "
        "than | not | never | no | none | without | neither | anything but | isn't | doesn't | "
        "does not | not even | other than | won't | fails to | fail to | nothing like | at no "
        "time | not yet | no way | in no way | on no day | by no means | hardly"
    ),
    "!R": (
        "under no outcome | no outcome | in no case | nowhere | under no circumstances | in no "
        "outcome"
    ),
    "!M": "cannot | can not | can't | could not | couldn't",
    "M": "could | may | might | can | possible | conceivable",
    "Q": (
        "all of | entire | whole | every part of | the whole of | the whole | the entire | all | "
        "entirely | wholly"
    ),
    "p": "part of | some of | a part of | in part | partly",
    "i": (
        "no surprise | what the interval allows | falls inside | falls within | fall within | "
        "fall inside | lies within | lies inside | within | inside | compatible | consistent | in "
        "the first"
    ),
    "c": (
        "allows | includes | include | including | covers | cover | leaves room for | leave room "
        "for | contains | contain | allows for | allow for | leaves room | leave room | takes in "
        "| take in | encompasses | includes even | embraces | admits"
    ),
    "u": "falls outside | fall outside | lies outside | outside | outside of | out of",
    "X": (
        "leaves no room for | leave no room for | no room for | excludes | exclude | excluded | "
        "ruled out | rule out | rules out | incompatible | inconsistent"
    ),
    "E": (
        "extends | extend | stretches | stretch | runs | run | goes | spans | span | reaches up | "
        "bounded"
    ),
    "d": (
        "goes down to | begins at | starts at | begin at | runs down to | reaches down to | down "
        "to | bottoms out at | from a low of | starts from"
    ),
    "k": (
        "interval tops out at | range tops out at | goes up to | ends at | runs up to | reaches "
        "up to | extends up to | extends to | goes as far as | stretches up to"
    ),
    # Times.
    "B": (
        "too early for | before | ahead of | precedes | precede | prior to | preceding | in "
        "advance of"
    ),
    "A": "too late for | after | follows | follow | following | since | once",
    "Y": ("as late as | by | by the time"),
    "U": "until | till | up to the end of | not before",
    "W": "when | as",
    "o": (
        "is over | has passed | have passed | is past | over by | is behind | behind us | is "
        "behind us | has come and gone | is already over | already passed | already over | has "
        "already passed | already behind | behind it | passed | already past | gone by | been and "
        "gone"
    ),
    "Po": "has peaked | has crested | has culminated | have peaked | has topped out",
    "f": (
        "still ahead | still to come | yet to come | lies ahead | still lies ahead | ahead | is "
        "yet to come | has yet to come | not yet over | still lies in the future | in the future "
        "| to come | still not there | still awaited | still outstanding | yet to be reached | "
        "still to be reached | remains to come"
    ),
    "b": "opens | open | begins | starts | begin | start | begun | started",
    "e": (
        "the end of | end of | ends | end | is out | pass | passes | go by | goes by | is up | "
        "are over | elapse | elapses | have gone by | has ended | ended | have elapsed | went by "
        "| draws to a close | closes"
    ),
    "O": "is over",
    "n": "enough | sufficient | suffice | long enough",
    "z": "wait for | wait until",
    "S": (
        "start | beginning | outset | season's start | the start of the season | where it started "
        "| first of all | opening | starting level | start itself | what it was at the start | "
        "day one | the first day | first day | initial level | what it was at first | onset | "
        "season's beginning | season's onset | start date"
    ),
    "F": (
        "first day | opening day | very first day | day the season starts | day the season begins "
        "| day on which the season starts | start itself | day one | day of the start | very "
        "start | the first | day on which it starts | season's first day | season's opening day | "
        "day zero"
    ),
    "1": "first | opening | initial | in the first | the first | during the first",
    # The beginning.
    "+": (
        "plus | jump | jumps | swell | on the increase | upswing | surge | surges | on the way up "
        "| grows | grow | growing | grown | rises | rise | rising | risen | increases | increase "
        "| increased | climbs | climb | climbed | climbing | gains | gain | gained | goes up | go "
        "up | gone up | is up | upward | upwards | up | adds | add | higher | more | expansion | "
        "mounts | swells | additional | growth | going up | on the rise | added"
    ),
    "y": "falls | fall",
    "-": (
        "minus | slide | slides | sheds | shed | on the decrease | on the way down | downswing | "
        "fallen | falling | decreases | decrease | decreased | drops | drop | "
        "dropped | loses | lose | lost | goes down | go down | gone down | is down | down | "
        "downward | downwards | shrinks | shrink | shrunk | shrinking | decline | declines | "
        "declined | lower | fewer | dwindle | dwindles | less | reduction | negative | sinks | "
        "sink | diminishes | diminish | loss | going down | recedes | wanes"
    ),
    "V": (
        "in the first month | in the opening month | in the first weeks | in the first few weeks "
        "| during the first month | over the first month | throughout the first month | in the "
        "initial phase | four weeks | week four | fourth week | first month | opening weeks | at "
        "first | to begin with | early | initially | in the beginning | at the outset | early on "
        "| four week | opening month | initial phase | opening phase | early phase | first weeks "
        "| first few weeks | initial weeks | month one"
    ),
    "2": "double | doubles | doubled | doubling",
    "3": "triple | triples | tripled | tripling | treble | trebles",
    "r": "rather than | instead of | in place of | as opposed to",
    ";": "but",
    # The year in which a season starts, and the next.
    "j": "the year | year | old year | the old year | this year",
    "J": "in the new year | next year | the following year | following year",
}

#: Words that only join the others, or name what all of it is about.
_NOTHING = (
    "a an the is are was were be been being will would has have had does do did it its that this "
    "these those there of in on at for with from as which what than so ever even still also then "
    "season wave curve outbreak epidemic simulation model run forecast projection scenario "
    "simulated projected expected predicted estimated estimate forecasts put puts placed given "
    "gives give shows show shown sees see seen brings bring comes come coming falls lies lie "
    "stands stand amounts amount works out stays stay remains remain takes take taken taking "
    "needs need expect marks mark marked dates dated occurs occur arrives arrive arriving happens "
    "lands terms admissions admission patients patient people hospital hospitals hospitalised "
    "hospitalized gets get having leads leading itself anything direction incidence prevalence "
    "occupancy new daily day days flu influenza number numbers figure figures value values level "
    "levels count size some time per course during going measured percent way climb wait "
    "characterised called separate separates beginning hospitalisations "
    "hospitalizations considerable considered regards any where who whom point sign trend points "
    "together they themselves things produces produce history involves saw got very their single "
    "state states moment only somewhere sometime well peak's 's"
).split()
#: Phrases that say nothing of their own, parted by bars.
_NOTHING_TOGETHER = (
    "on the basis of | if the | holds | of all days | of all the days | "
    "can expect | can be expected | are to be expected | is to be expected | to be expected | "
    "to be | per day | in the course of | before the season is out | away from | it takes | "
    "goes with | it all | what the | as its ends | as its limits | as its bounds | as its end "
    "points | after which numbers fall | after which it falls | has been reached | have been "
    "reached | compared with | the season has | at the level"
)


def _table() -> dict[str, str]:
    made: dict[str, str] = dict.fromkeys((*_NOTHING, *_NOTHING_TOGETHER.split(" | ")), "")
    for sign, words in _SIGNS.items():
        made |= dict.fromkeys(words.split(" | "), sign)
    return {phrase.replace("'s", ""): sign for phrase, sign in made.items()}


#: The sign of each word or phrase in small letters, hyphens as spaces.
SIGNS = _table()
