"""Words for how a value lies to another: above, below, a little above, about, the same.

Each with the sign of `wave_words`; adverbs of degree stand before all that they may.
"""

#: Comparatives that stand before what is exceeded, and before what is not reached.
_ABOVE = (
    "more than | over | above | beyond | past | higher than | greater than | larger than | bigger "
    "than | longer than | in excess of | upwards of | upward of | north of | on top of | on the "
    "far side of | on the upper side of | on the high side of | ahead of that of"
).split(" | ")
_BELOW = (
    "less than | under | below | short of | shy of | fewer than | lower than | smaller than | "
    "shorter than | beneath | south of | underneath | on the near side of | on the lower side of | "
    "on the low side of | this side of"
).split(" | ")
#: By how little: "a shade over 40".
_SLIGHTLY = (
    "slightly | a little | a bit | a touch | a shade | a tad | a fraction | a trifle | a whisker "
    "| a hair | a hair's breadth | a notch | a smidgen | a little bit | ever so slightly | "
    "fractionally | marginally | minimally | narrowly | somewhat | just | only just | just a "
    "little | just a bit | just a touch | just a shade | just slightly | just barely | just a "
    "fraction | only slightly | only a little | only marginally | only a touch | only a shade | "
    "only a fraction | only narrowly | only barely | only fractionally | barely | hardly | "
    "scarcely | little | not much | not far | not many | not a lot | not a great deal | not "
    "significantly | not greatly | very slightly | very little | a few | only a few | a handful | "
    "by a whisker | by a hair | very slightly | by a little | by a shade | by a touch"
).split(" | ")
#: By how much: "well over 40".
_FAR = (
    "well | far | much | way | considerably | substantially | significantly | markedly | clearly "
    "| comfortably | easily | vastly | decidedly | distinctly | appreciably | noticeably | "
    "notably | greatly | a lot | a good deal | a great deal | a fair bit | quite a bit | quite a "
    "lot | by far | a long way | a fair way | some way | some distance | very much | so much | "
    "many | a good way | miles | streets | massively | hugely | enormously | safely | plainly | "
    "rather | quite | still | even | nowhere near but | very far"
).split(" | ")
_HEDGES = (
    "just about | around | round about | around about | about | roughly | approximately | "
    "approximating | nearly | almost | some | near | near to | circa | ca | close to | close on | "
    "very close to | quite close to | fairly close to | rather close to | not far from | not far "
    "off | in the vicinity of | in the region of | in the area of | in the neighbourhood of | in "
    "the neighborhood of | in the ballpark of | in the order of | of the order of | on the order "
    "of | to the order of | in round numbers | in round figures | in round terms | as a round "
    "number | rounded | rounded off | rounded up | rounded down | when rounded | as good as | "
    "practically | virtually | pretty much | pretty nearly | very nearly | very roughly | very "
    "approximately | more or less | or so | or thereabouts | thereabouts | or near enough | near "
    "enough | or close to it | or something like it | or something like that | or something of "
    "the kind | something like | something close to | something around | something near | "
    "something of the order of | something in the region of | something on the order of | "
    "something approaching | somewhere | somewhere around | somewhere about | somewhere near | "
    "somewhere close to | somewhere in the region of | somewhere in the neighbourhood of | "
    "somewhere in the neighborhood of | somewhere in the vicinity of | somewhere in the order of "
    "| give or take | give or take a few | give or take one or two | give or take a little | give "
    "or take a bit | plus or minus a few | plus or minus a bit | an estimated | an approximate | "
    "approximate | ish | ballpark | perhaps | maybe | broadly | loosely | by and large | to a "
    "first approximation | as a rough figure | at a rough guess | at a guess | at a rough "
    "estimate | roughly speaking | in rough terms | in rough figures | in the rough order of | "
    "bordering on | verging on | on the verge of | approaching | nigh on | well nigh | next to | "
    "or a little more or less | within a few of | within a whisker of | in or around | around or "
    "about | at or near | at or about | on or about | on or around | on or near | all but | "
    "better part of | best part of | the better part of | the best part of | greater part of"
)
_MORE: dict[str, str] = {
    "=": (
        "equal to | exactly | precisely | just that | bang on | spot on | dead on | right on | "
        "on the nose | to the digit | on the dot | to the dot | no more and no less than | no "
        "more no less than | neither more nor less than | neither more nor fewer than | no more "
        "or less than | one and the same | identical | identical to | identical with | the same "
        "as | same as | just as | the very same | as one | on a par with | level with | in step "
        "with | in line with that of | on the same day as | same day as | at the same time as | "
        "together with that of | the same day | same day"
    ),
    "g": (
        "at least | no less than | no fewer than | no lower than | not less than | not fewer "
        "than | not lower than | not below | never below | never less than | never fewer than | "
        "never lower than | a minimum of | as a minimum | no smaller than | no shorter than | "
        "not short of | anything upwards of | from no less than | at the very least | no "
        "earlier than | not earlier than | no sooner than | not sooner than | never before | no "
        "time before | no day before"
    ),
    "l": (
        "at most | no more than | no higher than | not more than | not higher than | not above "
        "| never above | never more than | never higher than | no greater than | no larger than "
        "| no bigger than | not greater than | not larger than | not bigger than | no longer "
        "than | not longer than | capped at | limited to | confined to | restricted to | "
        "contained at | held to | kept to | maximally | at the most | stop at | stops at | no "
        "further than | not further than | no later than | not later than | at the latest by | "
        "by at the latest"
    ),
    "a": (
        "at the very least | at the least | at a minimum | as a minimum | or more | and more | or "
        "higher | or above | or over | or greater | or better | or beyond | and above | and over | "
        "and up | and upwards | and upward | or upwards | plus | minimum | if not more | or even "
        "more | or longer | or beyond it"
    ),
    "q": (
        "at the very most | at the most | at a maximum | or less | or fewer | or lower | or below "
        "| or under | or smaller | and below | and less | and under | and fewer | and downwards | "
        "at the outside | at the utmost | tops at most | if that | or even less | or even fewer | "
        "or shorter | at the latest"
    ),
    "G": "a good | a solid",
    "`": (
        "odd | and a bit | and a little | and a little more | and a few | and a few "
        "more | and change | and a bit more | or a little more | or slightly more | or a bit "
        "more | plus a few | plus change"
    ),
    "<": (
        "not as many as | not as high as | not as much as | not as large as | not as great as | "
        "not so many as | not so high as | not so much as | comes nowhere near | come nowhere "
        "near | nowhere near | nothing near | nothing like as many as | nothing like as high as | "
        "too low a figure | too low | too small | too few | too little | too short | too modest | "
        "understates | understate | an understatement | an underestimate | not up to | still "
        "short of | earlier than | earlier | sooner | sooner than | inferior to"
    ),
    ">": (
        "too high a figure | too high | too large | too much | too many | too long | too big | "
        "too great | overstates | overstate | an overstatement | an overestimate | an "
        "exaggeration | further than | farther than | worse than | later than | later | "
        "superior to | over and above | up beyond | clear of | well clear of | better than | up "
        "from | passes | passing | pass beyond"
    ),
    "s": "not quite | not quite as many as | not quite as high as | not quite as much as | close "
    "to but below | just missing | narrowly missing | a few shy of",
}  # fmt: skip


def relation_signs() -> dict[str, str]:
    """Return the sign of each word or phrase for how values lie to each other."""
    made: dict[str, str] = dict.fromkeys(_HEDGES.split(" | "), "~")
    for sign, words in _MORE.items():
        made |= dict.fromkeys(words.split(" | "), sign)
    for sign, little, comparatives in ((">", "G", _ABOVE), ("<", "s", _BELOW)):
        for words in comparatives:
            made[words] = sign
            made |= {f"{degree} {words}": sign for degree in _FAR}
            made |= {f"{degree} {words}": little for degree in _SLIGHTLY}
    return made
