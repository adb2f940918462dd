"""Verbs by which waves are told, each in all its forms with the sign of what it means.

The signs are those of `wave_words`. Particles stand behind the verb: "go up", "goes up", "went up".
"""

from collections.abc import Iterator

from simulrag.verifier.inflection import verb_forms

#: Signs: verbs in their base form with their particles, parted by bars.
_VERBS: dict[str, str] = {
    "+": (
        "rise | grow | climb | increase | gain | swell | mount | soar | surge | jump | leap | "
        "escalate | expand | multiply | mushroom | balloon | advance | ascend | snowball | "
        "intensify | strengthen | heighten | burgeon | proliferate | enlarge | bulge | rally | "
        "thicken | go up | move up | head up | tick up | nudge up | build up | ramp up | pick "
        "up | step up | come up | shoot upwards | shoot upward | spiral up | spiral upwards | "
        "spiral upward | trend up | trend upwards | trend upward | head upwards | head upward | "
        "move upwards | move upward | go upwards | go upward | drift up | drift upwards | drift "
        "upward | point upwards | point upward | point up | swell up | mount up | push up | "
        "push upwards | push upward | spring up | jump up | leap up | surge up | surge upwards "
        "| surge upward | scale up | go higher | move higher | climb higher | rise higher | "
        "inch higher | edge higher | creep higher | accumulate more | put on | tack on | pile "
        "on | add | gain ground | gain in number | gain in numbers | grow in number | grow in "
        "numbers | increase in number | be up | swing up | swing upwards | swing upward | slope "
        "up | slope upwards | slope upward | bounce up | step upwards | spike | burst upwards"
    ),
    "-": (
        "decline | decrease | sink | shrink | dwindle | diminish | lessen | recede | ebb | wane "
        "| subside | abate | slump | slip | slide | tumble | plunge | plummet | crash | collapse "
        "| nosedive | crumble | contract | erode | fade | drop | dip | sag | droop | slacken | "
        "deflate | lose | shed | weaken | soften | retreat | regress | reduce | shrivel | "
        "melt | thin out | taper | taper off | tail off | tail away | trail off | drop "
        "off | drop away | drop down | drop back | fall away | fall off | fall back | fall down "
        "| ebb away | ebb off | melt away | melt down | slip back | slip away | slip down | "
        "slide down | slide back | slide away | sink back | sink away | come down | come back "
        "down | go down | go back down | go back | move down | move downwards | move downward | "
        "head down | head downwards | head downward | trend down | trend downwards | trend "
        "downward | tick down | drift down | drift downwards | drift downward | drift lower | "
        "point down | point downwards | point downward | swing down | swing downwards | swing "
        "downward | slope down | slope downwards | slope downward | spiral down | spiral "
        "downwards | ease | ease off | ease back | let up | wear off | scale down | scale back | "
        "roll back | draw back | pull back | back off | step down | go lower | move lower | sink "
        "lower | edge down | edge lower | inch down | inch lower | creep down | creep lower | "
        "nudge down | dwindle away | shrink back | shrink away | boil down | lose ground | die "
        "down | cool down | wind down | calm down | quieten down | run down | wear down | cut "
        "back | slim down | crash down | fizzle | atrophy | wither | wither away | trickle away "
        "| leak away | forfeit | be gone | be lost | be down"
    ),
    ">": (
        "exceed | surpass | outstrip | outnumber | dwarf | overtake | beat | clear | cross | "
        "overshoot | outdo | outgrow | eclipse | overstep | transcend | breach | break | get "
        "past | get over | get beyond | get above | move past | move above | move over | move "
        "beyond | climb past | climb above | climb over | climb beyond | rise past | rise above "
        "| rise over | rise beyond | break through | burst through | shoot past | shoot over | "
        "shoot above | sail past | push past | push above | push over | push beyond | soar past "
        "| soar above | soar beyond | edge past | edge above | edge over | creep past | creep "
        "above | creep over | nudge past | nudge above | inch past | inch above | step over | "
        "leap over | leap past | jump over | jump past | jump above | grow past | grow beyond | "
        "grow above | swell past | swell beyond | tower above | tower over | pass beyond | pass "
        "above | come in above | come in over | come out above | come out over | end up above | "
        "end up over | finish above | finish over | poke above | peek above | peep above | "
        "stick out above | lie beyond | be upwards of | exceed that of | top the mark of"
    ),
    "E>": (
        "stretch past | stretch beyond | reach past | reach beyond | reach above | extend past "
        "| extend beyond | extend above | run past | run beyond | go beyond | go past | go "
        "above | go over | venture beyond | venture above | venture past"
    ),
    "<": (
        "undershoot | fall short of | stop short of | come short of | stay short of | end short "
        "of | end up short of | remain short of | finish short of | come up short of | come in "
        "below | come in under | come out below | come out under | end up below | end up under "
        "| finish below | finish under | sink below | sink under | dip below | dip under | drop "
        "below | drop under | slip below | slip under | slide below | slide under | get below | "
        "get under | fall below | fall under | fall shy of | stay shy of | remain shy of | stop "
        "shy of | hold below | hold under | keep below | keep under | stop below | stop under | "
        "dwindle below | shrink below | lag behind | trail behind | undercut"
    ),
    "E<": (
        "venture below | go below | go under | stretch below | reach below | extend below | run "
        "below | extend under | reach under"
    ),
    "R": (
        "reach | attain | go through | pass through | hit | achieve | touch | get to | come to "
        "| come up to | amount to | rise to | climb to | run to | arrive at | make it to | make "
        "it as far as | get as far as | go as far as | stretch as far as | get up to | go up to "
        "| get as high as | go as high as | climb as high as | rise as high as | grow to | "
        "swell to | mount to | increase to | soar to | shoot up to | surge to | jump to | leap "
        "to | work out at | come out at | come in at | check in at | weigh in at | clock in at "
        "| settle at | end up at | finish at | clock up | notch up | rack up | chalk up | "
        "number | get as many as | translate into | translate to | correspond to | touch on | "
        "advance to | extend as far as | come down to | push to | stand at | settle on | land "
        "on | land at | wind up at | be put at | be set at | be fixed at | turn into | become | "
        "be turned into | make up"
    ),
    "R~": (
        "get close to | come close to | get near to | come near to | come near | draw near to | "
        "approach | approximate | get close on"
    ),
    "b": (
        "open | begin | start | commence | kick off | set out | set off | get off | get going | "
        "get under way | get underway | set in | start out | start off | begin its course | "
        "break out | dawn | lift off | get started | launch | be launched"
    ),
    "e": (
        "end | elapse | expire | conclude | terminate | close | finish | go by | run out | roll "
        "by | slip by | tick by | fly by | draw to a close | draw to an end | come to an end | "
        "come to a close | run its course "
        "be concluded | lapse | be at an end | bow out"
    ),
    "c": (
        "allow | include | cover | contain | permit | admit | concede | tolerate | accommodate | "
        "encompass | embrace | comprise | take in | leave room for | have room for | make room "
        "for | allow for | provide for | cater for | enclose | capture | envisage | entertain | "
        "allow of | admit of | leave open | bracket | straddle | incorporate | make allowance "
        "for | stretch to include | extend to include"
    ),
    "X": (
        "exclude | rule out | preclude | shut out | leave no room for | have no room for | "
        "forbid | dismiss | bar | leave out | cut off before | close off | disallow"
    ),
    "E": "extend | stretch | run | go | span | range | reach up | spread | vary | fan out",
    "=": "equal | coincide | tie | equate to | match",
    "z": "wait for | wait until | await",
    "P": (
        "peak | crest | culminate | top out | max out | climax | reach a peak | "
        "reach a maximum | turn downwards | turn downward | turn down | turn around | turn the "
        "corner | come to a head | flatten out | level off | level out | plateau | change "
        "direction | reverse course | reverse direction | change course | do an about-turn | run "
        "out of steam | stop rising | stop growing | stop climbing | stop "
        "increasing | quit rising | quit growing | cease to rise | cease to grow | cease to climb "
        "| cease to increase | cease rising | cease growing | halt its rise | start falling | "
        "start declining | start dropping | start sinking | start shrinking | start subsiding | "
        "start receding | begin falling | begin declining | begin dropping | begin sinking | "
        "begin shrinking | begin subsiding | begin receding | start to fall | start to decline | "
        "start to drop | start to sink | start to shrink | start to subside | start to recede | "
        "start to ebb | start to ease | start to decrease | start to go down | start to come "
        "down | begin to fall | begin to decline | begin to drop | begin to sink | begin to "
        "shrink | begin to subside | begin to recede | begin to ebb | begin to ease | begin to "
        "decrease | begin to go down | begin to come down | begin its descent | begin its "
        "decline | start its descent | start its decline | swing around | swing into decline | "
        "go into reverse | go into decline | tip over into decline"
    ),
    "2": "double",
    "3": "triple | treble",
    "7": "halve | cut in half | cut by half",
    "0": "vanish | disappear | evaporate | come to nothing | cease altogether",
    "4": "quadruple",
    "5": "quintuple",
    "6": "sextuple",
}
#: Verbs that say nothing of their own, with their particles.
_SILENT = (
    "expect | predict | project | forecast | foresee | anticipate | envision | estimate | "
    "calculate | compute | simulate | model | suggest | indicate | imply | show | reveal | "
    "display | exhibit | yield | return | deliver | output | report | state | say | tell | give | "
    "read | find | produce | generate | present | offer | provide | signal | see | have | hold | "
    "carry | set | place | put | locate | pin | peg | date | time | schedule | fix | assign | "
    "allot | conclude that | result in | entail | involve | feature | boast | record | register | "
    "log | notch | post | take | make | mean | need | require | demand | ask for | call for | use "
    "| consume | come | arrive | occur | happen | materialise | materialize | befall | appear | "
    "emerge | show up | turn up | come about | come in | come round | come around | roll in | "
    "land | lie | stand | sit | stay | remain | keep | be found | be located | be situated | be "
    "dated | be due | fall due | turn out | prove | seem | look | work out | be scheduled | mark "
    "| denote | represent | constitute | form | characterise | characterize | describe | define | "
    "depict | portray | paint | picture | specify | name | call | dub | label | class | classify "
    "| categorise | categorize | rate | rank | grade | deem | consider | reckon | judge | assess "
    "| gauge | view | regard | treat | think | believe | assume | suppose | hospitalise | "
    "hospitalize | take to hospital | bring to hospital | send to hospital | put in hospital | "
    "bring in | check in | turn out to be | prove to be | happen to be | be supposed to be | be "
    "said to be | be thought to be | be known to be | end up | wind up | finish up | look like | "
    "sound like | be bound to be | be set to be | be set to | be bound to | be poised to | be "
    "going to | be about to be | tend to be | tend to | need to be | have to be | get to be | "
    "count | tally | measure | observe | notice | note | witness | experience | face | encounter "
    "| meet with | be confronted with | be faced with | welcome | receive | house | host | treat "
    "| care for | look after | accommodate patients | follow suit | point to | hint at | speak of "
    "| talk of | tell of | speak for | bring about | bring with it | amount | belong | relate | "
    "apply | refer | concern | pertain | go for | hold good | hold true | ring true | be true | "
    "be the case | be right | be correct | be accurate"
)
#: The forms of verbs that are not made by the usual rules.
_IRREGULAR: dict[str, str] = {
    "arise": "arises arose arisen arising",
    "be": "is are was were been being",
    "beat": "beats beat beaten beating",
    "begin": "begins began begun beginning",
    "break": "breaks broke broken breaking",
    "bring": "brings brought bringing",
    "build": "builds built building",
    "burst": "bursts burst bursting",
    "cast": "casts cast casting",
    "come": "comes came coming",
    "creep": "creeps crept creeping",
    "cut": "cuts cut cutting",
    "do": "does did done doing",
    "draw": "draws drew drawn drawing",
    "drive": "drives drove driven driving",
    "fall": "falls fell fallen falling",
    "find": "finds found finding",
    "fly": "flies flew flown flying",
    "forbid": "forbids forbade forbidden forbidding",
    "forecast": "forecasts forecast forecasted forecasting",
    "foresee": "foresees foresaw foreseen foreseeing",
    "get": "gets got gotten getting",
    "give": "gives gave given giving",
    "go": "goes went gone going",
    "grow": "grows grew grown growing",
    "have": "has had having",
    "hit": "hits hit hitting",
    "hold": "holds held holding",
    "keep": "keeps kept keeping",
    "leap": "leaps leapt leaped leaping",
    "leave": "leaves left leaving",
    "let": "lets let letting",
    "lie": "lies lay lain lying",
    "lose": "loses lost losing",
    "make": "makes made making",
    "mean": "means meant meaning",
    "outdo": "outdoes outdid outdone outdoing",
    "outgrow": "outgrows outgrew outgrown outgrowing",
    "overshoot": "overshoots overshot overshooting",
    "overtake": "overtakes overtook overtaken overtaking",
    "peg": "pegs pegged pegging",
    "put": "puts put putting",
    "quit": "quits quit quitting",
    "read": "reads read reading",
    "ring": "rings rang rung ringing",
    "rise": "rises rose risen rising",
    "roll": "rolls rolled rolling",
    "run": "runs ran running",
    "say": "says said saying",
    "see": "sees saw seen seeing",
    "send": "sends sent sending",
    "set": "sets set setting",
    "shed": "sheds shed shedding",
    "shoot": "shoots shot shooting",
    "show": "shows showed shown showing",
    "shrink": "shrinks shrank shrunk shrinking",
    "shut": "shuts shut shutting",
    "sink": "sinks sank sunk sinking",
    "sit": "sits sat sitting",
    "slide": "slides slid sliding",
    "speak": "speaks spoke spoken speaking",
    "spread": "spreads spread spreading",
    "spring": "springs sprang sprung springing",
    "stand": "stands stood standing",
    "stick": "sticks stuck sticking",
    "swell": "swells swelled swollen swelling",
    "swing": "swings swung swinging",
    "take": "takes took taken taking",
    "tell": "tells told telling",
    "think": "thinks thought thinking",
    "tie": "ties tied tying",
    "undercut": "undercuts undercut undercutting",
    "undershoot": "undershoots undershot undershooting",
    "wear": "wears wore worn wearing",
    "wind": "winds wound winding",
    "withdraw": "withdraws withdrew withdrawn withdrawing",
}


def forms(phrase: str) -> Iterator[str]:
    """Yield a verb with its particles in every form that the verb has."""
    verb, _, rest = phrase.partition(" ")
    own = (verb, *_IRREGULAR[verb].split()) if verb in _IRREGULAR else verb_forms(verb)
    yield from (f"{form} {rest}".strip() for form in own)


def verb_signs() -> dict[str, str]:
    """Return the sign of every form of every verb, in small letters."""
    listed = {**{phrase: "" for phrase in _SILENT.split(" | ")}}
    for sign, phrases in _VERBS.items():
        listed |= dict.fromkeys(filter(None, phrases.split(" | ")), sign)
    return {form: sign for phrase, sign in listed.items() for form in forms(phrase)}
