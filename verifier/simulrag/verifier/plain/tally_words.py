"""The words in which counts by place and week are told, each with the sign of what it means.

A sign is one letter; `tally_rows` makes rows of them, and the frames are about rows. Words that
say nothing of their own have the sign "".
"""

#: Signs: the words for them, parted by bars.
_SIGNS: dict[str, str] = {
    # What is counted (a), of each week (w), per head (r), its highest week (k), its sum (t).
    "a": (
        "ppl | case | stays | bed | beds | residents admitted | burden | burdened | load | "
        "pressure | flu | influenza | admissions | admission | hospital | hospitals | "
        "hospitalised | hospitalized | hospitalisations | hospitalizations | hospitalisation | "
        "hospitalization | patients | people | persons | residents | inhabitants | sick | ill | "
        "cases admitted | numbers | number | count | counts | figure | figures | value | level | "
        "levels | tally | tallies | reading | intake | caseload | burden of admissions | "
        "inpatients | admits | admitted | admit | admitting | taken in | took in | take in | "
        "taken into hospital | taken to hospital | sent to hospital | sent | to hospital | into "
        "hospital | went into hospital | ended up in hospital | landed in hospital | wound up in "
        "hospital | in hospital | put in hospital | needed hospital care | needed a hospital bed "
        "| entered hospital | hospital beds | a hospital bed | virus | disease | illness | "
        "laboratory-confirmed | lab-confirmed"
    ),
    "w": (
        "weekly | at least one week | at least a week | in at least one week | at least once | in "
        "some week | a single time | any one week | a week | per week | each week | in a week | "
        "in one week | in a single week | in any week | of any week | any week | in any one week "
        "| in a given week | within a week | in seven days | within seven days | within one week "
        "| week | weeks | one week | single week | a single week | any single week"
    ),
    "r": (
        "per 100,000 inhabitants | in terms of population | by population size | population | "
        "per-head | per-resident | per head | per head of population | per capita | per-capita | "
        "on a per-capita basis | on a per capita basis | per inhabitant | per resident | per "
        "person | for its size | for their size | adjusted for population | adjusted for "
        "population size | relative to population | relative to population size | relative to its "
        "population | relative to their population | relative to the population | relative to its "
        "size | measured against population | measured against its population | in proportion to "
        "population | in proportion to its population | as a share of population | "
        "population-adjusted | population taken into account | given its population | head for "
        "head | admission rate | admission rates | hospitalization rate | hospitalisation rate | "
        "weekly rate | rate | rates | per 100,000 | per 100 000 | per 100k | in every 100,000 | "
        "for every 100,000 | out of every 100,000 | out of 100,000 | in 100,000 | of every "
        "100,000 | per hundred thousand | in every hundred thousand | for every hundred thousand "
        "| of every hundred thousand | out of every hundred thousand | measured per resident | "
        "measured per head | measured per capita | counted per head | calculated per head | by "
        "population | scaled by population | scaled for population | scaled to population | "
        "allowing for population | accounting for population | once population is accounted for | "
        "corrected for population | taking population into account | proportionally | "
        "proportionately | relative to size | per 100,000 people | population-wise | in "
        "per-capita terms | in relative terms | in terms of rates"
    ),
    "k": (
        "peaked at | topped out at | crested at | topped at | to peak | to crest | to top out | "
        "its high | their high | a high | any week of | any week in | any other week of | more "
        "than in any other week | any single week of | single-week record | record high | "
        "all-time high | highest point yet | flu peak | peak | peaks | peaked | peaking | crest | "
        "crests | crested | cresting | top week | top flu week | top influenza week | worst week "
        "| worst flu week | worst influenza week | worst seven days | busiest week | busiest flu "
        "week | busiest influenza week | heaviest week | heaviest flu week | biggest week | "
        "biggest flu week | highest week | highest flu week | hardest week | peak week | peak "
        "weeks | peak flu week | maximum | maxima | high point | highest point | high-water mark "
        "| high water mark | summit | apex | zenith | height | at its height | at the "
        "height | at its worst | at their worst | at the worst | at its peak | at their peak | at "
        "its highest | at their highest | at its strongest | at its fiercest | at its busiest | "
        "topped out | topping out | tops out | top out | culminated | culminate | culmination | "
        "came to a head | come to a head | weekly maximum | weekly peak | weekly high | record "
        "week | reached its highest level | hit its high | hit its highest level | highest level "
        "| maximum rate | top rate | peak rate | weekly record | turning point | turned the "
        "corner | turn the corner | the worst of it | the worst of its | worst point | worst "
        "moment | worst stretch"
    ),
    "t": (
        "total | totals | season total | seasonal total | season's total | season totals | in "
        "total | in all | all told | altogether | all in all | added up | adding up | summed | "
        "summed up | summed over | added up over | taken together over | counted over | over the "
        "whole | over the entire | over the full | over the course of | cumulative | cumulatively "
        "| in sum | overall | as a whole | whole season | entire season | full season | "
        "full-season | season-long | seasonal sum | seasonal tally | seasonal count | sum | "
        "aggregate | grand total | in aggregate"
    ),
    # A season, by any name.
    "g": (
        "season | seasons | winter | winters | wave | waves | flu season | influenza season | "
        "outbreak | epidemic | curve | flu year | surge | flu wave"
    ),
    # Relations of sizes: bare (>, <), and verbs that lead in the other count (G, B).
    ">": (
        "more | higher | greater | larger | bigger | heavier | worse | harder | harder hit | hit "
        "harder | worse hit | hit worse | worse off | fared worse | harsher | more severe | more "
        "severely | more intense | stronger | taller | busier | more often | more likely | more "
        "frequently | more people | rougher | tougher | fiercer | more heavily | severer | "
        "steeper | more serious | more numerous | in greater numbers | in larger numbers"
    ),
    "<": (
        "fewer | lower | less | smaller | milder | quieter | lighter | weaker | better off | "
        "fared better | less severe | less severely | less hard hit | less often | less likely | "
        "less busy | gentler | less intense | calmer | shorter of | more lightly | less heavily | "
        "flatter | tamer | easier | more modest | less frequently | in smaller numbers"
    ),
    "G": (
        "exceeded | exceed | exceeds | exceeding | surpassed | surpass | surpasses | topped | "
        "tops | beat | beats | outstripped | outnumbered | outdid | outdo | outran | overtook | "
        "overtake | dwarfed | eclipsed | ahead of | above | bettered | outweighed | outpaced | "
        "led | in front of | pass | passed | outranked | higher up than | trumped | overshadowed "
        "| in excess of | well above | well ahead of | far above | far ahead of | got past | get "
        "past | went past | went beyond | go beyond | beyond | rose above | climbed above | "
        "climbed past | climb past | rise above | clear of | north of | outscored | outshone | "
        "had the edge over"
    ),
    "B": (
        "below | behind | beneath | under | fell short of | fall short of | trailed | trail | "
        "short of | well below | well behind | far below | lagged | lagged behind | stayed behind "
        "| came in below | remained below | stayed below | stayed under | remained under | south "
        "of | came short of | undercut | shy of | came nowhere near | not a patch on | far short "
        "of | well short of | far behind | fell below | fall below | dropped below | drop below | "
        "dipped below | dip below | sank below | sink below | fell under | dropped under"
    ),
    # What leads in what is compared with.
    "n": ("than"),
    "c": (
        "compared with | compared to | in comparison with | in comparison to | set against | next "
        "to | relative to | against | versus | measured against | when compared with | by "
        "comparison with | vs"
    ),
    # Relations of times, and bounds of them.
    "L": ("fell later | came later | later | afterwards | subsequently"),
    "E": ("fell earlier | came earlier | earlier | sooner"),
    "H": (
        "fell before | came before | before | ahead of its | prior to | sooner than | earlier "
        "than | in advance of"
    ),
    "J": ("fell after | came after | after | later than | following"),
    "U": ("until | till"),
    "Y": ("by | no later than | not later than | at the latest by"),
    # Past its peak.
    "v": (
        "was over | were over | is over | had passed | was past | was behind it | had come and "
        "gone | already over | past its peak | past its maximum | past its worst | past the peak "
        "| past the worst | past the worst of it | past the worst of | past the worst of its | "
        "over its peak | over its worst | over the worst | over the worst of | over the worst of "
        "it | past its crest | past its height | beyond its peak | past their peak | already in "
        "decline | on the decline | past its high point | behind it | over the hump | on its way "
        "down | on the way down"
    ),
    # The same.
    "~": ("the same | exactly the same | just the same | equal | level | identical"),
    # Not before.
    "!U": (
        "had to wait until | had to wait till | waited until | held off until | only after | not "
        "until | no sooner than"
    ),
    # Of all: the most, the fewest, the latest, the earliest.
    "S": (
        "most | highest | largest | greatest | biggest | worst | heaviest | strongest | most "
        "severe | hardest hit | worst hit | hardest-hit | worst-hit | most of all | the most | "
        "fiercest | busiest | severest | tallest | top of the list | at the top of the list | in "
        "first number one | hit hardest | hit worst | worst affected | harshest"
    ),
    "s": (
        "fewest | lowest | smallest | least | mildest | weakest | lightest | quietest | calmest | "
        "least severe | gentlest | hit least"
    ),
    "V": ("latest | last of all"),
    "W": ("earliest"),
    # Every place, all others, none.
    "Q": (
        "every state | each state | all states | every single state | all of the states | all the "
        "states | all fifty states | each of the fifty states | each of the states | every one of "
        "the states | every one of the fifty states | the fifty states"
    ),
    "O": (
        "other states | any other state | every other state | all other states | all the other "
        "states | all others | any state | the other states | anywhere else | everywhere else | "
        "each of the other states | any other of them | the rest of the country | of the states | "
        "among the states | among states | among all states | of all states | of all the states | "
        "in the country | of any state | in the nation | in the land | state in the country | "
        "states"
    ),
    "K": (
        "no state | no other state | nowhere else | nowhere | none of the states | not one state "
        "| not a single state | no single state"
    ),
    # All that is on record.
    "A": (
        "since 2022 | on record | on file | ever | in the records | in the record | in all these "
        "years"
    ),
    # Denials; what holds of every week; what holds of both.
    "!": (
        "in no single week | didn't once | at no moment | on no occasion | failed | never yet | "
        "not | never | no | did not | didn't | was not | wasn't | were not | weren't | had not | "
        "hadn't | has not | have not | at no time | at no point | at no stage | not once | in no "
        "week | no week | not a single week | not one week | no single week | not in a single "
        "week | without | neither | nor | none | cannot | there was no week | there was not one "
        "week | there were no weeks | never once | not in any week | not a week | in none of its "
        "weeks | far from | nowhere near | failed to | anything but"
    ),
    "M": (
        "moved | fluctuated | hovered | oscillated | varied | every single week | week "
        "by week | from week to week | without a pause | without interruption | without a break | "
        "without a single setback | uninterrupted | steadily | continuously | week on week | in "
        "all of its weeks | in every one of its weeks | at every point | right through | every "
        "week of | stayed | remained | kept | held | stay | remain | keep | hold | staying | "
        "remaining | all the time | at all times | all along | every week | in every week | in "
        "all weeks | week after week | in each week | in each of its weeks | in each of those "
        "weeks | in every single week | all through | throughout | the whole time | the entire "
        "time | all season | all season long | from start to finish | from beginning to end | "
        "from the beginning to the end | from first to last | without exception | permanently | "
        "constantly | consistently"
    ),
    "x": ("all | all three | all four | respectively | both | each | alike | either"),
    # What a count does, and what it comes to.
    "d": (
        "fell | fall | falls | falling | fallen | dropped | drop | drops | dropping | declined | "
        "decline | declining | decreased | decrease | decreasing | shrank | shrink | shrunk | "
        "shrinking | went down | gone down | go down | going down | came down | come down | "
        "coming down | receded | sank | sunk | subsided | eased | plunged | plummeted | tumbled | "
        "slid | slipped | ebbed | dwindled | dipped | retreated | were down | was down | "
        "contracted | collapsed | slumped | abated | on the wane | waned"
    ),
    "u": (
        "rose | rise | rises | rising | risen | grew | grow | growing | grown | increased | "
        "increase | increasing | climbed | climb | climbing | went up | gone up | go up | going "
        "up | swelled | jumped | soared | surged | shot up | were up | was up | picked up | pick "
        "up | expanded | mounted | rocketed | leapt | mushroomed | on the rise | multiplied | "
        "accelerated | crept up | ticked up | edged up"
    ),
    "=": (
        "works out at | worked out at | equals | equalled | meant | translated into | "
        "corresponded to | comes to | stands at | turned out at | came out at | came in at | "
        "counted as many as | achieved | reached | reach | hit | amounted to | amount to | came "
        "to | come to | stood at | stand at | totalled | totaled | numbered | attained | attain | "
        "made it to | got to | get to | managed | ran to | saw"
    ),
    # From, to, between, and, since, or; what stands for what was named.
    # What no frame reads: how many of a set.
    "?": (
        "most of | most states | most weeks | most seasons | most winters | most places | most of "
        "the | most of its | in most | for most"
    ),
    # What leads in the whole that a part is of.
    "m": (
        "of what | of that of | of those of | of the level of | of the figure of | of the figure "
        "for"
    ),
    "f": ("from"),
    "o": ("to | up to | through | down to"),
    "b": ("between"),
    "&": ("and | as well as | &"),
    "i": ("since | ever since | starting in"),
    "|": "or",
    "I": (
        "it | its | their | they | there | the state | that state | that of | those of | that | "
        "those | this | the one | the ones | one | the same | ones"
    ),
    "e": ("as"),
    # Part of a whole; added up.
    "h": (
        "share | account for | accounted for | accounts for | made up | makes up | contributed | "
        "proportion"
    ),
    "p": ("together | combined | taken together | jointly | between them | put together"),
}
#: Words that say nothing of their own where what is counted, a place and a time are named.
_SILENT = (
    "go | went | gone | goes | going | got | put | left | gave | given | led to | have to | has "
    "to | need to | needed to | in the "
    "calendar of the season | into the season | in the season | at any point | at any time | at "
    "any stage | at any moment | at any point in time | at some point | measured by | compared by "
    "| judged by | judging by | going by | put in terms of | counted by | looking at | by the "
    "measure of | expressed | measured | whole | whole of | full | complete | so | apparently | "
    "guys | folks | get | getting | gets | mark | barrier | threshold | within a range of | in a "
    "range of | calendar | the calendar of | single | about it | actual | really | "
    "comparison | any | at all | the | a | an | of | in | at | for | on | during | across | "
    "within | with | into | 's | s | was | were | is | are | be | been | had | has | have | "
    "having | did | do | does | would | which | who | whom | where | when | while | over | around "
    "| saw | see | seen | seeing | sees | record | recorded | recording | report | reported | "
    "reporting | logged | registered | noted | observed | counted | experienced | went through | "
    "gone through | go through | got through | suffered | came in at | came | come | fell in | "
    "fell on | fell into | took happened | occurred | arrived | brought | bring | "
    "produced | delivered | posted | had to | new | newly | even | also | too | "
    "still | already | yet | quite | rather | far | much | considerably | substantially | "
    "markedly | clearly | noticeably | significantly | well | easily | comfortably | slightly | "
    "somewhat | a little | a bit | marginally | narrowly | however | nevertheless | nonetheless | "
    "though | but | indeed | in fact | actually | again | then | by contrast | in contrast | on "
    "the other hand | for its part | meanwhile | according to the data | own | itself | "
    "themselves | data show | the data show | ending | ended | week ending | weeks ending | that "
    "ended on | ending on | up to and including | entire | state of | terms | fyi | fwiw | tbh | "
    "btw | nah | quick one | hey | yes | oh | ok | note | reminder | that year | that season | "
    "that winter | that time | this time | as early as | as late as | some time | sometime | "
    "officially | admittedly | after all | the course of | course of | moreover | besides | "
    "incidentally | in turn | conversely | overall then | the case | its case | likewise | "
    "similarly | in its case | as it happens | in reality"
)
#: What may stand between two "as", and what "less" and "more" may grade.
_GRADES = (
    "many", "high", "bad", "strong", "heavy", "large", "big", "severe", "hard", "great", "intense",
    "busy", "tall", "much", "hard hit", "few", "badly",
)  # fmt: skip
_NOT_AS = ("not nearly as", "not quite as", "not so", "not as", "nowhere near as")
_DEGREES = (
    "bad", "hard", "heavy", "strong", "high", "severe", "intense", "busy", "sharp", "harsh",
)  # fmt: skip

#: Every phrase, with its sign.
SIGNS: dict[str, str] = {
    **{
        phrase: sign
        for sign, phrases in {**_SIGNS, "": _SILENT}.items()
        for phrase in phrases.split(" | ")
    },
    **{f"as {word}": "e" for word in _GRADES},
    **{f"{lead} {word}": "!e" for lead in _NOT_AS for word in _GRADES},
    **{f"less {word}": "<" for word in _DEGREES},
    **{f"more {word}": ">" for word in _DEGREES},
}
