"""The words for when something is in a season, each with its sign."""

#: Signs: the words for them, parted by bars.
TIME_SIGNS: dict[str, str] = {
    "B": (
        "in the run-up to | too early for | before | ahead of | precedes | precede | prior to | "
        "preceding | in advance of | in the days before | in the weeks before | in the days "
        "leading up to | in the weeks leading up to | leading up to | in the lead up to | in "
        "the time before | in the period before | in the runup to | in the days ahead of | in "
        "the weeks ahead of | in front of | too soon for | just ahead of | shortly before | "
        "right before | just before | immediately before | directly before | not long before | "
        "soon before | long before | well before | well ahead of | far ahead of | far before | "
        "still before | even before | already before | some time before | sometime before | any "
        "time before | a little before | a little ahead of | a bit before | a good while before "
        "| comes ahead of | antedates | predates | previous to | antecedent to"
    ),
    "A": (
        "in the wake of | subsequent to | too late for | after | follows | follow | following | "
        "since | once | just after | right after | shortly after | soon after | not long after "
        "| long after | well after | far after | immediately after | directly after | straight "
        "after | a little after | a bit after | some time after | sometime after | any time "
        "after | only after | on the heels of | hard on the heels of | in the days after | in "
        "the weeks after | in the days following | in the weeks following | in the aftermath of "
        "| on the other side of | on the far side of | the other side of | the far side of | as "
        "soon as | as soon as the | postdates"
    ),
    "Y": "as late as | by | by the time | in time for | by no later than",
    "U": (
        "until | till | up to the end of | up until | right up until | until as late as | up to "
        "and including | until the end of the day on"
    ),
    "W": (
        "when | as | as many | so many | whenever | whereupon | at which point | at which time "
        "| by which time | by which point | the moment | the very moment | at the moment when | "
        "at the time when | the time when | the moment when | at the point when | at the point "
        "where"
    ),
    "o": (
        "is over | has passed | have passed | is past | over by | is behind | behind us | is "
        "behind us | has come and gone | is already over | already passed | already over | has "
        "already passed | already behind | behind it | passed | already past | gone by | been "
        "and gone | long gone | long past | long over | long since past | long since over | "
        "history | has long passed | is long gone | is long past | is long over | has gone | is "
        "over in | are over in | over in | is over within | over within | is over after | over "
        "after | over and done with | over and done | done with | all over | in the past | a "
        "thing of the past | water under the bridge | behind them | out of the way | well "
        "behind | well behind us | far behind | already gone | already done | already history | "
        "already reached | already been reached | has already been reached | have already been "
        "reached | already been passed | has been passed | have been passed | has already been "
        "passed | has been left behind | left behind | has already come and gone | come and "
        "gone | came and went | comes and goes | come and go | has come to pass | is already "
        "past | is already behind | is long behind | long behind | long been over | has been "
        "over | have been over | since passed | has already occurred | has occurred | already "
        "occurred | already happened | has happened | has taken place | already taken place | "
        "is done | are done | is finished | is completed | have come and gone | is old news | "
        "yesterday's news | old"
    ),
    "Po": (
        "has peaked | has crested | has culminated | have peaked | has topped out | has already "
        "peaked | already peaked | has already crested | has already topped out | has already "
        "culminated | has long peaked | has passed its peak | has passed its crest | has passed "
        "its top | has passed its maximum | has passed its height | has passed its high point | "
        "has passed the peak | has passed the top | has passed the crest | has turned the "
        "corner | is past its peak | is past its crest | is past its top | is past its best | "
        "is past its maximum | is past the peak | is past the crest | is past the worst | are "
        "past the worst | are past the peak | are past their peak | is over the peak | is over "
        "the hump | over the hump | over the worst | over the peak | past its peak | past its "
        "prime | past the peak | past their peak | past the worst | past the crest | past the "
        "top | past its crest | past its top | already past its peak | already on the way down "
        "| the worst is over | worst is over | worst is past | worst is behind"
    ),
    "f": (
        "still off | still away | has still to come | have still to come | not yet reached | "
        "ahead of us | is still to come | still ahead | still to come | yet to come | lies "
        "ahead | still lies ahead | ahead | is yet to come | has yet to come | still lies in "
        "the future | in the future | still not there | still awaited | still outstanding | yet "
        "to be reached | still to be reached | remains to come | is to come | are to come | "
        "still has to come | still a way off | some way off | still some way off | a long way "
        "off | still a long way off | a way off | nowhere in sight | yet to arrive | yet to be "
        "seen | yet to happen | yet to occur | yet to follow | yet to be passed | still pending "
        "| pending | impending | in the offing | around the corner | lies in the future | lying "
        "ahead | lie ahead | still lying ahead | awaited | still to follow | remains ahead | "
        "still not reached | still not come | still to happen | still to occur | still to "
        "arrive | has still to arrive | has yet to arrive | has yet to be reached | has yet to "
        "happen | has still to be reached | is still ahead | is still awaited | is still "
        "outstanding | is yet to be reached | is ahead | are ahead | is still far off | still "
        "far off | still far away | still distant"
    ),
    "b": (
        "opens | open | begins | starts | begin | start | begun | started | opened | has opened "
        "| had opened | has begun | had begun | has started | sets out | set out | gets off | "
        "gets under way | get under way | kicks off | gets going | sets off | set off | starts "
        "out | start out | starts off | start off"
    ),
    "e": (
        "the end of | end of | ends | end | is out | pass | passes | go by | goes by | is up | "
        "are over | elapse | elapses | have gone by | has ended | ended | have elapsed | went "
        "by | draws to a close | closes | run out | runs out | has run out | have run out | "
        "draws to an end | drawing to a close | drawing to an end | drew to a close | is at an "
        "end | is done with | was over | were over | has run its course | is through | the "
        "closing of | conclusion of | the conclusion of | expiry of | the expiry of | having "
        "passed | having elapsed | passing of | the passing of | lapse of | the lapse of | "
        "termination of"
    ),
    "O": "is over",
    "n": ("enough | sufficient | suffice | long enough | quite enough | suffices | sufficed"),
    "z": "wait for | wait until",
    "j": (
        "the year | year | old year | the old year | this year | the old | of the old | old one "
        "| the current year | current year | the outgoing year | outgoing year | the expiring "
        "year | first year of the season"
    ),
    "J": (
        "in the new year | next year | the following year | following year | the new | the new "
        "one | the year that follows | the subsequent year | the coming year | coming year | "
        "the next calendar year | next calendar year | the following calendar year | in the "
        "second calendar year | the new calendar year"
    ),
}
