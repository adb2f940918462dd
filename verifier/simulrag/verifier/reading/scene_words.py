"""The words in which values of runs are told, each with the sign of what it means.

A sign is one letter; the frames of `scene_frames` are about signs. Words of the simulator's own
declarations are added by `scene_signs`. Words that say nothing of their own have the sign "".
"""

from simulrag.verifier.reading.scene_class_words import CLASS_SIGNS, too_or_enough
from simulrag.verifier.reading.scene_run_words import RUN_SIGNS
from simulrag.verifier.reading.scene_silent_words import NOTHING, NOTHING_TOGETHER

#: Signs: the words for them, parted by bars.
_SIGNS: dict[str, str] = {
    # Levels (V) and differences (D).
    "V": (
        "local | locally | mean | average | averages | averaged | averaging | mean temperature "
        "| average temperature | temperature | temperatures | figure | value | values | reading "
        "| level | levels | mean value | annual mean | yearly mean | warmth of | mean of the "
        "year | climate | stands at | stand at | stood at | sits at | lies at | is at | are at "
        "| was at | be at | been at | reads | logged | starting value | thermometer reading | "
        "heat level"
    ),
    "D": (
        "from one year to the other | from one to the other | "
        "fall between | falls between | fell between | lies between | lie between | fall in "
        "between | falls in between | range between | ranges between | that separate | that "
        "separates | that divides | distinction | difference | differences | gap | gaps | "
        "distance | distances | change | changes | changed | shift | shifts | shifted | effect "
        "| effects | impact | impacts | influence | apart | between | separate | separates | "
        "separated | separating | divide | divides | divided | part | parts | parted | margin | "
        "spread | deviation | discrepancy | contrast | differ | differs | differing | moves | "
        "move | moved | moving | swing | alteration | step | response | disparity | departure | "
        "interval | differential | divergence | diverge | adjustment of | lag | variation | "
        "width | consequence | anomaly | separation | from each other | from one another | "
        "between them | edge | advantage | net effect | keeps apart | sets apart | set apart | "
        "tells apart | far apart | adrift | movement | diverges"
    ),
    # Which way: up (+), down (-), hotter (w), cooler (q), hottest (h), coolest (k).
    "+": (
        "gain of | better off | warms up | upswing in | picks up | warming | warm up | warm | "
        "warms | warmed | rise | rises | rose | risen | rising | increase | increases | "
        "increased | increasing | gain | gains | gained | gaining | climb | climbs | climbed | "
        "climbing | up | upward | add | adds | adding | heat | heats | heated | heats up | heat "
        "up | heating | raise | raises | raised | raising | upturn | grows | grow | grew | "
        "growth | uptick | boost | boosts | boosted | lift | lifts | lifted | push up | pushes "
        "up | pushed up | goes up | go up | went up | gone up | going up | moves up | puts on | "
        "put on | jump | jumps | jumped | step up | steps up | ascent | upward shift | positive "
        "| hike | surplus | plus | makes warmer | further up | upwards shift | creeps up | "
        "drives up | inches up | edges up | mounts | soars | advances | escalates | upswing | "
        "warm-up"
    ),
    "-": (
        "forgoes | forgo | foregoes | worse off by | gives up | give up | gave up | forfeits | "
        "forfeit | spared | is spared | drops off | takes away | cooling | cool down | cools "
        "down | cool | cools | cooled | fall | falls | fell | fallen | falling | decrease | "
        "decreases | decreased | drop | drops | dropped | dropping | lose | loses | lost | "
        "losing | loss | down | downward | downwards | decline | declines | declined | sink | "
        "sinks | sank | reduction | lowers | lowered | lowering | lower by | chill | chills | "
        "chilled | goes down | go down | went down | moves down | dip | dips | dipped | shed | "
        "sheds | slide | slides | slip | slips | slipped | cost | costs | taken off | takes off "
        "| take off | took off | knocks off | knock off | shaves off | shave off | cuts off | "
        "brings down | bring down | brought down | negative | relief | deficit | minus | "
        "cooling down | pull down | pulls down | pulled down | pushes down | push down | step "
        "down | retreat | retreats | recedes | diminishes | diminish | dwindles | subsides | "
        "drives down | trims"
    ),
    "w": (
        "warmer | hotter | higher | balmier | milder | better heated | more warmth | more heat "
        "| more of warmth | more warming | less cold | less cool | warmer one | hotter one | "
        "warmer place | greater warmth | greater heat | higher temperature | higher "
        "temperatures | higher mean | higher average | higher value | higher figure | higher "
        "reading | higher level | stronger warming | more pronounced warming | ahead | in the "
        "lead | comes out on top | on top | upper one | upper of the two | at a higher level | "
        "stronger heating | less cooling | outperforms in warmth | more heated"
    ),
    "q": (
        "cooler | colder | chillier | lower | less warm | less hot | cooler one | colder one | "
        "more cold | more cool | more coolness | less warmth | less heat | less warming | less "
        "heating | lower temperature | lower temperatures | lower mean | lower average | lower "
        "value | lower figure | lower reading | lower level | fresher | more cooling | stronger "
        "cooling | greater cooling | at a lower level"
    ),
    "h": (
        "warmer of the two | hotter of the two | higher of the two | warmer of both | hotter of "
        "both | warmer of them | warmer of the | hotter of the | warmest | hottest | highest | "
        "the maximum | the warmest | the hottest | the highest | most warmth | most heat"
    ),
    "k": (
        "cooler of the two | colder of the two | lower of the two | cooler of both | colder of "
        "both | cooler of the | colder of the | coolest | coldest | lowest | chilliest | the "
        "minimum | least warm | least hot"
    ),
    "wT": (
        "ahead of | up on | warmer than | hotter than | higher than | warmer by comparison with "
        "| in front of"
    ),
    "qT": (
        "behind | down on | cooler than | colder than | lower than | at the back of | to the "
        "rear of"
    ),
    # Relations to what stands behind them; P and Q are said of what stands before.
    ">": (
        "more than | over | above | greater than | larger than | bigger than | beyond | in "
        "excess of | well over | well above | well beyond | upwards of | north of | past | "
        "wider than | far above | far beyond | stronger than | better than | more | larger | "
        "bigger | greater | wider | on the far side of | on top of | no longer under | no "
        "longer below | on the upper side of | on the warm side of"
    ),
    "j": (
        "a good | a solid | rather more than | somewhat over | somewhat above | somewhat more "
        "than | just over | just above | a little over | a little more than | slightly more "
        "than | slightly above | slightly over | a little above | a bit over | a bit more than "
        "| marginally above | barely above | narrowly above | a touch above | a shade over | a "
        "shade above | only just above | only just over | a touch over | a fraction above | "
        "just more than | just beyond"
    ),
    "<": (
        "less than | under | below | smaller than | short of | shy of | fewer than | beneath | "
        "well under | well below | south of | not quite | not yet | not fully | far below | far "
        "under | less | smaller | narrower than | not as much as | weaker than | well short of "
        "| this side of | on the near side of | not as far as | on the cold side of | on the "
        "lower side of | not even | inferior to"
    ),
    "i": (
        "just under | just below | a little under | a little less than | slightly less than | "
        "slightly below | slightly under | a little below | a bit under | a bit less than | "
        "marginally below | barely below | narrowly below | a touch below | a shade under | a "
        "shade below | only just below | only just under | just short of | just shy of | a "
        "little short of | barely short of"
    ),
    "g": (
        "at least | no less than | not less than | not under | not below | nothing less than | "
        "a minimum of | at the very least | no smaller than | no fewer than | at minimum"
    ),
    "l": (
        "no stronger word than | no bigger word than | no stronger than | nothing stronger than | "
        "at most | no more than | not more than | up to | nothing more than | a maximum of | "
        "not above | not over | at the most | not beyond | no larger than | no greater than | "
        "no bigger than | at the very most | not exceeding | within | no further than | at "
        "maximum"
    ),
    "P": (
        "or more | or above | or higher | at the least | and more | and above | and up | "
        "upwards | or over | and over"
    ),
    "Q": "or less | or below | or lower | at best | and less | and below | or under",
    "~": (
        "about | around | approximately | roughly | nearly | almost | some | circa | close to | "
        "more or less | or so | give or take | just about | as good as | in the region of | in "
        "the neighbourhood of | near | something like | practically | virtually | in round "
        "figures | rounded | approaching | getting on for | the best part of | not far from | "
        "not far off"
    ),
    "=": "equal | equals | equal to | identical to | the same as | level with",
    "X": (
        "exceed | exceeds | exceeded | exceeding | surpass | surpasses | surpassed | surpassing "
        "| top | tops | topped | topping | beat | beats | beating | outdo | outdoes | outstrip "
        "| outstrips | overtake | overtakes | overtaken | overtook | pass | passes | passed | "
        "passing | cross | crosses | crossed | crossing | clear | clears | cleared | clearing | "
        "outpaces | overshoots | outranks | breaks | break | break through | breaks through | "
        "outshines | gets past | get past | goes past | go past | gets beyond | get beyond | "
        "gets above | get above | gets over | get over | goes beyond | go beyond | goes above | "
        "go above | rises above | rise above | climbs above | climbs over | rises over | "
        "outweighs | breaches | breach | moves past | leaves behind | leave behind | makes it "
        "past | lead | leads | runs ahead of | is ahead of | moves beyond | climbs past | jumps "
        "over | clears by"
    ),
    "Y": (
        "undercut | undercuts | undercutting | trail | trails | trailed | trailing | lag behind "
        "| lags behind | trails behind | falls behind | fall behind | stays behind | remains "
        "behind | stays under | stay under | stays below | stay below | remains below | remain "
        "below | remains under | keeps below | keeps under | keep below | keep under | "
        "undershoots | drops below | drop below | falls below | fall below | sinks below | dips "
        "below | slips below | dips under | slips under | falls under | drops under"
    ),
    "R": (
        "enters | enter | entered | crosses into | cross into | passes into | gets inside | "
        "makes the | tips into | slips into | creeps into | squeezes into | scrapes into | "
        "reach | reaches | reached | reaching | attain | attains | attained | hit | hits | "
        "hitting | meet | meets | met | get to | gets to | got to | arrive at | arrives at | "
        "make it to | makes it to | make it into | makes it into | gets as far as | come up to "
        "| comes up to | gets into | get into | rank as | rises to the level of | touch | "
        "touches | touched | climb to the level of | gets up to | get up to | as high as | as "
        "far as | achieve | achieves | as warm as | as hot as | manages | manage | matches | "
        "match | makes it as far as | makes it | get as far as | touches on | extends to | "
        "qualify for | qualifies for | moves into | enters the realm of"
    ),
    "x": (
        "exceeded by | surpassed by | topped by | beaten by | outdone by | overtaken by | "
        "undercuts not"
    ),
    "z": (
        "is exceeded | are exceeded | is surpassed | are surpassed | is topped | is passed | is "
        "crossed | is cleared | are crossed | are passed | has been passed | has been crossed"
    ),
    "T": (
        "than | compared with | compared to | relative to | as compared with | as compared to | "
        "in comparison with | in comparison to | versus | vs | as against | against | as "
        "opposed to | since | set against | measured against | held against | next to | rather "
        "than | instead of | than in | over and above"
    ),
    "F": "from | off | away from | starting from",
    "t": "to | toward | towards | as much as to | until",
    # What leads in how much, from where and to where, and what is compared with.
    "B": "by | by as much as | to the extent of | to the tune of",
    # Denial, what joins, and what may be meant either way, so that nothing is read.
    "!": (
        "at no time | in no case | not | no | never | neither | without | n't | cannot | can't "
        "| isn't | doesn't | don't | won't | wouldn't | aren't | wasn't | didn't | hardly a | "
        "nowhere | by no means | in no way | not at all | anything but | far from | fails to | "
        "fail to | failed to | refuses to | not a | not an | not any | nothing of | nothing "
        "like | no longer | falls short of being | no such thing as | it is not true that | it "
        "is wrong that | it is false that | it would be wrong to call | there is no question of"
    ),
    "?": (
        "clear of | stay clear of | stays clear of | stayed clear of | steer clear of | steers "
        "clear of | not only"
    ),
    "&": (
        "and | but | while | whereas | although | as well as | plus that | and so | so that | "
        "yet | though | even though"
    ),
    "&!": "nor | and not | but not | and neither | and never",
    # Sameness.
    "s": (
        "same | identical | are alike | is alike | unchanged | the same | makes no difference | "
        "make no difference | no different | indistinguishable | one and the same | exactly "
        "alike | level pegging | tie | ties | tied | draw | a tie | equally warm | equally hot "
        "| equally cool | equally cold | equally high | just as warm | just as hot | just as "
        "cool | just as high | as warm as ever | nothing to choose | no difference | neither "
        "warmer nor cooler | neither cooler nor warmer | does not matter | makes not the "
        "slightest difference | unaltered | unaffected | unmoved | untouched by | irrelevant | "
        "immaterial | does not change | do not change | does not differ | do not differ | does "
        "not move | no change | no change at all | no effect | no effect at all | no impact | "
        "no influence | no gap | no response"
    ),
}  # fmt: skip


def _table() -> dict[str, str]:
    made: dict[str, str] = dict.fromkeys((*NOTHING, *NOTHING_TOGETHER), "") | too_or_enough()
    for signs in (_SIGNS, CLASS_SIGNS, RUN_SIGNS):
        for sign, words in signs.items():
            made |= dict.fromkeys(words.split(" | "), sign)
    return {phrase.replace("-", " ").replace("'s", ""): sign for phrase, sign in made.items()}


#: The sign of each word or phrase in small letters, hyphens as spaces.
SIGNS = _table()
