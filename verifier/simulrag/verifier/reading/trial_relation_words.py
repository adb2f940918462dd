"""The words for how a number or class stands to what it is said of, denial and what joins."""

#: Signs: the words for them, parted by bars.
RELATIONS = {
    # What follows stands in the place of what was before.
    "x": (
        "instead of | rather than | in place of | as against | replace | replaces | replacing | "
        "take the place of | takes the place of | as opposed to | where it was | where they were "
        "| where it used to be | in lieu of | down from | up from | compared to the former | and "
        "not | other than | where there were | where there used to be | no longer"
    ),
    # A class or number as the least that is denied.
    "k": (
        "even | as much as | by as much as | as many as | quite as much as | so much as | fully | "
        "anything like | all of | anything near | anywhere near | by even"
    ),
    # Words that narrow what they stand before.
    "y": (
        "only | merely | just | simply | nothing but | no better than | a mere | purely | mere | "
        "all of the | nothing other than | none other than | solely | no other than"
    ),
    # All of them, and none.
    "A": (
        "both | all | all three | each of the two | both of them | all of them | either of them | "
        "the two | all three of them | alike | each | in each case | in both cases | without "
        "exception | equally | both the | all the | together | hand in hand | any of the three | "
        "every one of the three | across the board | simultaneously | in tandem | the three | in "
        "step"
    ),
    # Reaching and exceeding.
    "R": (
        "reach | reaches | reached | reaching | attain | attains | attained | get to | gets to | "
        "got to | arrive at | arrives at | make it to | makes it to | make it into | makes it "
        "into | gets into | get into | touches | touch | more than suffices for | suffices for | "
        "is enough for | more than enough for | qualify for | qualifies for | amounts to as much "
        "as | comes up to | come up to | hit | hits | meet | meets | met"
    ),
    "n": (
        "neither | neither of the two | none of the two | none of the three | none of them | "
        "neither of them | none | neither one"
    ),
    # Denial, and what joins.
    "!": (
        "not | no | never | without | n't | cannot | can't | isn't | doesn't | don't | won't | "
        "wouldn't | aren't | wasn't | didn't | nowhere | by no means | in no way | not at all | "
        "anything but | far from | fails to | fail to | failed to | failing to | refuses to | not "
        "a | not an | not any | nothing of the | nothing like | it is not true that | it is wrong "
        "that | it is false that | it is not the case that | nothing of | nobody | no one | not "
        "the | in no case | not in the least | not remotely | hardly any | there is no question "
        "of | it would be wrong to say that | it would be wrong to speak of | no trace of | there "
        "can be no talk of | there can be no question of | cannot be said to | lacks any"
    ),
    "&": (
        "and | but | while | whereas | although | as well as | and so | yet | though | even "
        "though | or | hence | and hence | and thus | so that | and yet | and still | but still | "
        "albeit | if only | whilst | plus | & | nor | not only | but also | and also | at the "
        "same time | like | just like | the same as for | as does | as do | as is | as are | and "
        "so does | and so do | so does | so do | accompanied by | coupled with | combined with | "
        "along with | together with | paired with | goes with | go with | goes along with | go "
        "along with | is bought with | are bought with | bought with | is paid for with | in "
        "exchange for | at the price of | at the cost of | at the expense of | comes with | come "
        "with | matched by | is matched by | is accompanied by | are accompanied by | goes hand "
        "in hand with | go hand in hand with | is coupled to | since | which is | that is | i.e. "
        "| which makes | which puts | which leaves | which means | meaning | making | putting | "
        "being | it is | this is | alongside | in return for | for which | therefore | so it is | "
        "in other words | namely | and that | and it | that makes | this makes | "
        "that puts | viz | and is | the price of | the price for | is the price for | "
        "is the price of"
    ),
    # Sameness.
    "s": (
        "as much | as many | just as much | exactly as much | unchanged | the same | same | "
        "identical | unaltered | unaffected | constant | stable | no different | no change | no "
        "effect | no impact | no influence | no difference | makes no difference | make no "
        "difference | stays the same | stay the same | remains the same | stays put | stays where "
        "it is | stays where it was | what it was | what they were | as it is | as it was | as "
        "before | as long as before | as long as today | as long as ever | as high as before | as "
        "much as before | as long as in the baseline | does not change | do not change | does not "
        "alter | not change | nothing changes | nothing is changed | not differ | does not differ "
        "| does not move | as long as now | as ever | leaves alone | as large as before | no "
        "measurable difference | no measurable effect | no measurable change | does nothing to | "
        "does nothing for | has no bearing on | holds steady | flat | stays flat | remains flat | "
        "as quick as before | as fast as before | no faster and no slower | neither longer nor "
        "shorter | neither shorter nor longer | neither up nor down | as "
        "long as they did | as long as it did | as long as it does today | leaves as it is | "
        "leaves as they are | untouched | at a standstill with | keeps to"
    ),
    # Relations to what stands behind them; P and Q are said of what stands before.
    "~": (
        "about | around | approximately | roughly | nearly | almost | some | circa | close to | "
        "more or less | or so | or nearly so | or nearly | or almost | or close to it | give or "
        "take | just about | as good as | in the region of | near | practically | virtually | "
        "approaching | getting on for | the best part of | not far from | not far off | something "
        "like | or thereabouts | thereabouts | near enough | all but | in the neighbourhood of | "
        "in the order of | on the order of | in the vicinity of | give or take a tenth | "
        "give or take a second | give or take a point | give or take a percent | "
        "give or take a hundredth | give or take a fraction | give or take a little | "
        "give or take a bit | give or take a few tenths | give or take half a second | "
        "give or take a hair | in essence | to all intents and "
        "purposes | effectively | a shade around | pretty much | as near as makes no difference | "
        "in round figures | rounded | or thereabout | approximating | approximates | bordering on "
        "| verging on "
        "| comes close to | come close to | gets close to | get close to | approaches | approached "
        "| gets near | comes near | comes near to | come near "
        "| of the order of | basically | somewhere "
        "around | somewhere near | next to"
    ),
    "W": "asks for | ask for | calls for | call for | sets in at | kicks in at | begins at",
    "V>": (
        "takes over | take over | took over"
    ),
    ">": (
        "more than | over | above | greater than | larger than | bigger than | higher than | "
        "beyond | in excess of | well over | well above | well beyond | upwards of | north of | "
        "past | far above | far beyond | far over | better than | far more than | well past | "
        "comfortably above | comfortably over | clearly above | clearly over | clearly more than "
        "| considerably more than | much more than | a lot more than | stronger than | on the far "
        "side of | in the area above | heavier than | on the upper side of | way above | way over "
        "| way beyond | outside and above | considerably above | comfortably more than | easily "
        "more than | decidedly more than"
    ),
    "<": (
        "less than | under | below | smaller than | lower than | short of | shy of | fewer than | "
        "beneath | well under | well below | far below | far under | not quite | not yet | not "
        "fully | weaker than | well short of | this side of | on the near side of | south of | "
        "much less than | far less than | considerably less than | far short of | comfortably "
        "under | comfortably below | clearly under | clearly below | clearly less than | worse "
        "than | nowhere near | considerably below | way below | way under | decidedly less than | "
        "not even | fall short of | on the lower side of"
    ),
    "i": (
        "just under | just below | a little under | a little less than | slightly less than | "
        "slightly below | slightly under | a little below | a bit under | a bit less than | "
        "marginally below | narrowly below | a touch below | a touch under | a shade under | a "
        "shade below | only just below | only just under | just short of | just shy of | a little "
        "short of | somewhat less than | somewhat under | somewhat below | a hair under | a hair "
        "below | fractionally below | fractionally under | a trifle under | marginally less than "
        "| marginally under | a shade less than | a whisker below | a whisker under | little less "
        "than | barely under | barely below | just less than | not quite as much as"
    ),
    "j": (
        "a good | a solid | rather more than | somewhat over | somewhat above | somewhat more "
        "than | just over | just above | a little over | a little more than | slightly more than "
        "| slightly above | slightly over | a little above | a bit over | a bit more than | "
        "marginally above | barely above | narrowly above | a touch above | a shade over | a "
        "shade above | only just above | only just over | a touch over | a fraction above | just "
        "more than | just beyond | little more than | little over | a hair above | a hair over | "
        "fractionally above | fractionally over | marginally more than | marginally over | a "
        "trifle over | a trifle above | a shade more than | a whisker above | barely more than | "
        "barely over | a clear | not much more than | scarcely more than | hardly more than | "
        "only slightly more than | only a little more than | slightly beyond"
    ),
    "g": (
        "at least | no less than | not less than | not under | not below | nothing less than | a "
        "minimum of | at the very least | no smaller than | no fewer than | at minimum | not "
        "fewer than | not lower than | no lower than"
    ),
    "l": (
        "at most | no more than | not more than | up to | nothing more than | a maximum of | not "
        "above | not over | at the most | not beyond | no larger than | no greater than | no "
        "bigger than | at the very most | not exceeding | within | well within | well inside | "
        "safely within | safely inside | inside | squarely within | comfortably within | no "
        "further than | at maximum | no higher than | not higher than | no longer than | not "
        "greater than | not larger than | nowhere above | not stronger than | no stronger than | "
        "kept within | limited to"
    ),
    "P": (
        "or a little more | or a bit more | or slightly more | or somewhat more | and a bit | "
        "and a little | and change | and a little more | and a little bit | "
        "and counting | "
        "or more | or above | or higher | and above | and up | or over | and over | or greater | "
        "and upwards | no less | and then some | if not more | at the least"
    ),
    "Q": (
        "or less | or below | or lower | and below | or under | at best | no more | or fewer | if "
        "that | at the outside"
    ),
    "": (
        "points | point | percentage points | percentage point"
    ),
    # The change of another result; two that go the same way, and opposite ones.
    "G": (
        "that in | that of | that for | that by which | that at which | the one by which | "
        "those in | those of | the one in | the one of | the one "
        "for"
    ),
    "%": (
        "in the same direction | the same way | into the same direction | in one direction | in "
        "the same sense | in parallel | go hand in hand | goes hand in hand"
    ),
    "@": (
        "in opposite directions | opposite ways | in different directions | in the opposite "
        "direction from | in the opposite direction of | in the opposite direction to | pull in "
        "different directions | pull in opposite directions | run counter to each other"
    ),
    # What a change would have to be for something.
    "O": (
        "would have to be | would need to be | would have had to be | would have needed to be | it "
        "would need | would be needed | would have been needed | would be required"
    ),
    # So little that it is almost denied.
    "v": (
        "hardly | scarcely | barely"
    ),
    "X": (
        "pass | passes | passed | passing | cross | crosses | crossed | crossing | clear | clears "
        "| cleared | clearing | exceed | exceeds | exceeded | exceeding | surpass | surpasses | "
        "surpassed | surpassing | top | tops | topped | topping | beat | beats | beating | goes "
        "beyond | go beyond | goes past | outstrips | overshoots | goes over | gets past | rises "
        "above | is well clear of | well clear of | goes well beyond | breaks through | breaks | "
        "left behind | is left behind"
    ),
    # A range, and a number that is meant as it is printed.
    "w": (
        "between | in between | somewhere between | anywhere between | by between"
    ),
    "q": (
        "exactly | precisely | to the second | on the dot | to the gram | no more and no less | "
        "neither more nor less than | to the letter | flat out | just exactly"
    ),
    "C": "closer to | nearer to | nearer | closer",
    # Words that may turn what is said, so that nothing is read.
    "?": (
        "than that | double that | as that | by that | of that | more than that | less than that "
        "| as those | as much again | stand | stands | stood | standing | stands for | stand for "
        "| more slowly | drive slower | drive faster | drive more slowly | drives more slowly | "
        "driving slower | driving more slowly | cars are slower | traffic is slower | cars go "
        "slower | slower they drive | supposedly | allegedly | "
        "reportedly | unless | claimed | wrongly | hypothetically | could have | might have | "
        "perhaps | maybe | possibly | seemingly | alone | other | others | another | elsewhere | "
        "every other | first | second | third | latter | earlier year | mainly | chiefly | mostly "
        "| largely | primarily | partly | above all | solely because | twice a | where | once "
        "more | tomorrow | years | year | decades | month | week | hours | if nothing | would "
        "have | run takes | run took | run lasts | simulation takes | simulation took | simulation "
        "lasts | were it | should have | enough to | ever | anyone else | most"
    ),
}  # fmt: skip
#: Words that single out some of the runs' trips or a time, of which means and totals tell nothing.
SINGLED_OUT = (
    "longest trip | longest trips | longest journey | longest journeys | shortest trip | slowest | "
    "fastest | quickest | median | every year | per year | a year | yearly | annual | annually | "
    "per annum | per month | a month | monthly | per week | a week | weekly | per day | a day | "
    "each year | each day | every day | each week | each month | every month | every week | "
    "per hour | an hour | hourly | year later | years later | one in every | of cases | "
    "maximum travel time | minimum travel time | whole city | entire city | citywide | city wide | "
    "city-wide | nationwide | all over the city | across the city | throughout the city | "
    "all over town | other parts of town | elsewhere | longest wait"
)
