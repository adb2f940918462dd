"""The words for classes of a scale, their ends and how far it is to them, each with its sign."""

#: Signs: the words for them, parted by bars.
CLASS_SIGNS: dict[str, str] = {
    # Too little for a class (M), too much for it (H), out of it (u).
    "M": (
        "stops just short of | stop just short of | stays just short of | falls just short of | "
        "just misses | narrowly misses | miss | misses | missed | missing out on | fall short "
        "of | falls short of | fell short of | fails to reach | fail to reach | failed to reach "
        "| fails to attain | fails to get to | fails to make it to | fails to make | fails to "
        "be | fails to hit | fails to meet | stops short of | stop short of | comes short of | "
        "stays short of | stay short of | remains short of | remain short of | come short of | "
        "is short of | fails to qualify as | fails to count as | fails to exceed | not enough "
        "to reach | too little to reach | too small to reach | too low to reach | too cool to "
        "reach | too weak to reach | not enough for | not enough to be | too small for | too "
        "little for | too small to be | too little to be | too weak to be | too small to count "
        "as | too small to qualify as | too small to be called | too little to be called | too "
        "little to count as | too weak to be called | too small to rank as | too low to be | "
        "too low to be called | too cold to be | too cool to be | too cold to be called | too "
        "cool to be called | too low for | too cool for | too cold for | insufficient for | not "
        "enough to be called | not big enough to be called | not large enough to be called | "
        "not big enough to be | not large enough to be | too little to make it | too slight to "
        "be | too slight to be called | too slight to count as | too modest to be | not "
        "sufficient for | not sufficient to be called"
    ),
    "H": (
        "too large to be | too big to be | too much to be | too strong to be | too large to "
        "count as | too big to count as | too large to be called | too big to be called | too "
        "much to be called | too strong to be called | too large to pass for | too big for | "
        "too large for | too much for | too great to be | too great to be called | too large to "
        "qualify as | too big to pass for | too high to be | too high to be called | too warm "
        "to be | too hot to be | too warm to be called | too hot to be called | too warm for | "
        "too hot for | too high for | too large to go down as | too big to go down as"
    ),
    "u": (
        "out of | outside | outside of | leave the | leaves the | escape | escapes | avoid | "
        "avoids | stays out of | stay out of | keep out of | keeps out of | makes it out of | "
        "get out of | gets out of | make it out of | remains outside | remain outside | stays "
        "outside | falls outside | lies outside | eludes | evades"
    ),
    # Classes, the ends of them, and what begins there.
    "c": (
        "class | category | the three classes | three classes | of the three classes | band | "
        "bracket | tier | grade | label | range | classes | bands | categories | realm | "
        "territory | zone | group | box | kind"
    ),
    "e": (
        "limit | limits | threshold | thresholds | mark | line | bar | cut off | cutoff | "
        "boundary | border | hurdle | start of | lower end | lower end of | lower limit | lower "
        "limit of | threshold for | limit for | limit of | threshold of | bar for | mark for | "
        "mark of | line of | boundary of | border of | edge of | lower edge of | beginning of | "
        "bottom of | bottom end of | lower bound of | minimum for | entry point | entry point "
        "of | entry to | lower bound | the point at which | the point from which | requirement "
        "for | requirement"
    ),
    "E": (
        "upper end of | upper limit of | upper limit | upper end | ceiling of | ceiling | top "
        "end of | upper edge of | upper bound of | end of"
    ),
    "W": (
        "at which | from which | beyond which | above which | needed | needed for | needed to "
        "be | required | required for | necessary for | it takes | it takes to be | what it "
        "takes | what it takes to be | what it takes to be called | what is needed | what is "
        "needed for | what is needed to be | what is required for | what counts as | what would "
        "count as | what qualifies as | what would be called | what is called | what it would "
        "take to be | what it would take | where | begins | begin | starts | start | sets in | "
        "commences | below which | under which | up to which | that makes | that make | "
        "that mark | that marks | to be called | to be counted as | to be considered | to be rated "
        "| to count as "
        "| to qualify as | for it to be | for it to count as | for it to be called | what makes "
        "| what would be | over which | needed to be called | required to be called | required "
        "to be | necessary to be called | needed to count as | needed to qualify as | that "
        "opens | that open | what it would need to be | what it needs to be | it needs "
        "to be | it would need to be | it would take to be"
    ),
    # What is missing to a class, or left until it.
    "m": (
        "missing | lacking | are missing | is missing | short | lack | lacks | too little | too "
        "low | too few | needed more | remaining | shy | wanting | to go to go | still to go"
    ),
    "p": (
        "to spare | in hand | in reserve | of headroom | headroom | of leeway | leeway | of "
        "room | left"
    ),
    "v": (
        "before | before it counts as | before it is called | before it would be | before being "
        "| before it becomes | until it counts as | until it is"
    ),
}  # fmt: skip
_SMALL = (
    "small little low weak slight modest short timid feeble tiny faint cool cold minor narrow mild"
).split()
_BIG = ("large big much high strong great long warm hot wide marked pronounced far good").split()
_TO = (
    "be | be called | count as | qualify as | qualify for | rank as | pass for | reach | make "
    "it into | make | be rated | be considered | be classed as | be counted as | be termed | "
    "go down as | fall into | be described as | attain | exceed | earn | deserve | merit | "
    "make it to | meet | get into | enter | clear | cross | pass | be deemed | get to | be "
    "put into | belong to | belong in | fit"
)


def too_or_enough() -> dict[str, str]:
    """Return the signs of what is too small to be something, too large for it, or enough."""
    made: dict[str, str] = {}
    for verb in _TO.split(" | "):
        for word in _SMALL:
            made[f"too {word} to {verb}"] = "M"
        for word in _BIG:
            made[f"too {word} to {verb}"] = "H"
            made[f"not {word} enough to {verb}"] = made[f"not enough to {verb}"] = "M"
            made[f"{word} enough to {verb}"] = made[f"enough to {verb}"] = "R"
    for word in _SMALL:
        made[f"too {word} for"] = "M"
        made[f"too {word} to leave"] = made[f"too {word} to get out of"] = "Mu"
    for word in _BIG:
        made |= {f"too {word} for": "H", f"not {word} enough for": "M", f"{word} enough for": "R"}
    return made
