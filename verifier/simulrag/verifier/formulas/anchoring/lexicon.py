"""General English that sentences about results share: no word of any simulator's domain."""

from collections.abc import Mapping

from simulrag.verifier.denials import DENIALS, DISBELIEF

#: Word -> what a number behind it is compared by.
_ABOVE: tuple[str, ...] = (
    "more than", "above", "over", "exceed", "exceeds", "exceeded", "exceeding", "greater than",
     "higher than", "larger than", "bigger than", "longer than", "later than", "in excess of",
     "beyond", "pass", "passes", "passed", "past", "top", "tops", "topped", "surpass", "surpasses",
     "surpassed", "upwards of", "after", "north of"
)  # fmt: skip
_AT_LEAST: tuple[str, ...] = (
    "at least", "no less than", "not less than", "no fewer than", "a minimum of", "since",
     "reach", "reaches", "reached", "reaching", "hits", "crosses", "crossed", "cross",
     "adds up to", "add up to", "added up to", "not before", "no earlier than", "or more",
     "or higher", "or above", "and above", "or later", "and more", "and over", "or over",
     "not below", "not under", "starting at"
)  # fmt: skip
_BELOW: tuple[str, ...] = (
    "less than", "below", "under", "fewer than", "lower than", "smaller than", "short of",
     "shy of", "before", "earlier than", "shorter than", "sooner than", "nearly", "almost",
     "not even", "even", "south of"
)  # fmt: skip
_AT_MOST: tuple[str, ...] = (
    "at most", "no more than", "not more than", "up to", "no later than", "not later than",
     "within", "a maximum of", "not above", "not over", "not exceed", "not exceeding", "or less",
     "or fewer", "or below", "or lower", "and below", "or earlier", "or under", "as little as"
)  # fmt: skip
COMPARATORS: Mapping[str, str] = {
    word: sign
    for words, sign in ((_ABOVE, ">"), (_AT_LEAST, ">="), (_BELOW, "<"), (_AT_MOST, "<="))
    for word in words
}
#: Verbs that say with "to" what something does not exceed.
KEEPING = frozenset(
    "keep keeps keeping kept hold holds holding held limit limits limiting limited restrict "
    "restricts restricted confine confines confined cap caps capping capped".split()
)
#: Comparators that may stand behind their number.
TRAILING = ("or ", "and ")
#: Those that a date behind them is no limit of ("crossed in 2050"), and which say of a number that
#: a value comes to it.
REACHING = ("reach", "reaches", "reached", "reaching", "hits", "pass", "passes", "passed", "top",
            "tops", "topped", "crosses", "crossed", "cross")  # fmt: skip
#: Those that leave open on which side a number lies.
NEARLY = ("nearly", "almost", "even", "not even", "within", "since", "adds up to", "add up to",
          "added up to", *REACHING)  # fmt: skip
APPROXIMATE = ("about", "around", "roughly", "approximately", "some", "close to", "nearly",
               "almost", "~", "≈", "near", "circa")  # fmt: skip
#: What denies a statement, or only what stands behind it.
NEGATIONS = (*DENIALS, *DISBELIEF, "no", "none", "nobody", "prevent", "prevents", "prevented",
             "avoid", "avoids", "stop", "stops")  # fmt: skip
NO_NEGATIONS = ("not only", "no matter", "whether or not", "no doubt", "not just", "if not",
                "not counting", "not least", "no later than", "no more than", "not more than",
                "no less than", "no fewer than", "no earlier than", "not later than",
                "none of the less", "not to mention", "more likely than not",
                "no wonder")  # fmt: skip
#: What says that two values are the same, or one stays as it is.
EQUALITY = ("same", "equal", "equals", "identical", "unchanged", "no difference", "no change",
            "no effect", "no influence", "no impact", "no role", "no trend", "constant", "flat",
            "stable", "steady", "levels off", "level off", "plateau", "plateaus", "matches",
            "not change", "not differ", "not affect", "not depend", "as high as",
            "as large as", "only shifts", "makes no", "offset", "offsets", "similar", "balance",
            "cancel", "as much as", "as many as", "stagnates", "independent of")  # fmt: skip
#: Nouns for how far values are apart, or how far one moves.
DISTANCES = ("change", "changes", "difference", "gap", "spread", "range", "contrast", "growth",
             "increase", "decrease", "variability", "variance", "standard deviation", "amplitude",
             "anomaly", "swing")  # fmt: skip
DIFFERENT = ("differ", "differs", "different", "difference", "differed", "gap", "apart", "deviates",
             "unequal", "change", "changes", "changed")  # fmt: skip

RISE = ("rise", "rises", "rose", "risen", "rising", "increase", "increases", "increased",
        "increasing", "grow", "grows", "grew", "grown", "growing", "climb", "climbs", "climbed",
        "gain", "gains", "gained", "higher", "greater", "larger", "bigger", "more", "up", "above",
        "upward", "raise", "raises", "raised", "raising", "stronger", "exceed", "exceeds",
        "exceeded", "exceeding", "surpasses", "surpassed", "outnumbered", "outnumber", "outweighs",
        "worse", "faster", "double", "doubles", "doubled", "triples", "tripled", "add", "adds",
        "added", "extra", "boosts", "boost", "widens", "widening", "accelerates", "busier",
        "additional",
        "heavier", "steeper", "plus", "elevated", "elevates", "overtakes", "tops", "positive",
        "highest", "largest", "greatest", "strongest")  # fmt: skip
FALL = ("fall", "falls", "fell", "fallen", "falling", "decrease", "decreases", "decreased",
        "decreasing", "drop", "drops", "dropped", "dropping", "decline", "declines", "declined",
        "declining", "shrink", "shrinks", "shrank", "shrunk", "shrinking", "lower", "lowers",
        "lowered", "lowering", "less", "fewer", "smaller", "down", "below", "downward", "reduce",
        "reduces", "reduced", "reducing", "reduction", "cut", "cuts", "cutting", "weaker", "slower",
        "halve", "halves", "halved", "halving", "milder", "minus", "saves", "narrows", "slows",
        "slowed", "slowly",
        "flattens", "dampens", "lighter", "weakens", "diminishes", "diminished", "negative",
        "trims", "eases", "lowest", "fewest", "smallest")  # fmt: skip
#: Superlatives of what has the most of something, and the least.
HIGHEST = frozenset(
    "highest largest greatest biggest strongest warmest hottest longest latest most".split()
)
LOWEST = frozenset("lowest smallest fewest weakest coldest coolest shortest earliest least".split())
#: What says that something has one of the first places: "among the five highest", "the top five".
AMONG = frozenset(("among", "amongst", "top"))
#: Words that say something of each of several things.
EACH = frozenset(("every", "each", "everywhere"))
#: Phrases that say something of one of several things, unless it is said of each as well.
ONE_OF = ("one of", "either of", "any of", "some of", "at least one", "one or the other")
LATER = ("later", "after", "longer", "delays", "delayed", "postponed", "postpones", "lengthens",
         "prolongs", "latest", "longest")  # fmt: skip
EARLIER = ("earlier", "sooner", "forward", "before", "shorter", "brings forward", "brought forward",
           "shortens", "shortened", "earliest", "shortest", "ahead", "quicker",
           "faster")  # fmt: skip
#: What stands before the value that another is compared with.
REFERENCES = ("than", "compared with", "compared to", "in comparison with", "in comparison to",
              "relative to", "versus", "vs", "instead of", "rather than", "against",
              "as opposed to",
              "that of", "that under", "that in", "that with", "those of", "those in",
              "those under", "exceeds", "exceed", "exceeded", "exceeding", "surpasses",
              "surpassed", "outnumber", "outnumbered", "the one in", "as high as", "as large as",
              "as many as", "as much as", "as long as", "as in", "as under", "as with", "as at",
              "outweighs", "over that", "times that", "times the", "times those", "times what",
              "twice that", "twice the", "half that", "half the", "double that",
              "double the")  # fmt: skip
#: Words for what comes next in an order, and for what came before.
AFTERWARDS = ("next", "following", "followed", "after", "later", "subsequent", "since",
              "afterwards", "one after")  # fmt: skip
BEFOREHAND = ("previous", "before", "earlier", "preceding", "prior", "last", "preceded")
FACTORS: Mapping[str, float] = {
    "double": 2, "doubles": 2, "doubled": 2, "doubling": 2, "twice": 2, "twofold": 2, "triple": 3,
    "triples": 3, "tripled": 3, "tripling": 3, "threefold": 3, "thrice": 3, "treble": 3,
    "trebles": 3, "trebled": 3, "quadruple": 4, "quadruples": 4, "quadrupled": 4, "fourfold": 4,
    "fivefold": 5, "sixfold": 6, "sevenfold": 7, "eightfold": 8, "ninefold": 9, "tenfold": 10,
    "twentyfold": 20, "hundredfold": 100, "thousandfold": 1000,
    "halve": 0.5, "halves": 0.5, "halved": 0.5, "halving": 0.5,
}  # fmt: skip
MONTHS: Mapping[str, int] = {
    name: number
    for number, names in enumerate(
        ("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul",
         "august aug", "september sep sept", "october oct", "november nov", "december dec"), 1
    )
    for name in names.split()
}  # fmt: skip
ORDINALS = ("zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh "
            "twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth "
            "twentieth twenty-first").split()  # fmt: skip
#: Words before the name of a place that leave a part of it.
PARTS_OF_PLACES = frozenset(
    "northern southern eastern western central northeastern northwestern southeastern southwestern "
    "northeast northwest southeast southwest north-east north-west south-east south-west inner "
    "outer upper lower coastal inland mountainous urban rural contiguous conterminous mainland "
    "metropolitan".split()
)
#: Words before the name of a place, or of its part.
BEFORE_PLACES = frozenset("in the of for at across over and or from to between than".split())
#: Words for a part of a text or a thing that stands in it, whose number may count nothing.
MARKED = frozenset("figure figures fig table tables tab section sections chapter paragraph page "
                   "pages footnote note appendix equation eq item claim question answer sentence "
                   "statement panel box slide ref reference no nr number bullet step point "
                   "part".split())  # fmt: skip
#: What stands behind a part of one: "a third of", "a third more"; other words make it "the third".
BEHIND_PARTS = frozenset(
    "of as in on at to by from with under between during and or but than for "
    "again over when while if because since is was are were even still only not also too now "
    "then yet already instead alone overall altogether each every all both the this that these "
    "those it its they their will would can could may might does do did has have had although "
    "though whereas unless until after before so".split()
)
BEFORE_PARTS = frozenset(
    "about around roughly approximately nearly almost over than only some "
    "least most exactly".split()
)
#: What lead to an amount that is averted, and the verbs that say so.
BEFORE_AMOUNTS = BEFORE_PARTS | frozenset("more less fewer at up to well as many much a an".split())
AVERTING = tuple(
    "prevent prevents prevented preventing avoid avoids avoided avoiding avert averts averted "
    "averting stop stops stopped stopping save saves saved saving spare spares spared sparing "
    "block blocks blocked blocking".split()
)
#: Words before "a degree" that make it an amount of one.
BEFORE_ONE = BEFORE_PARTS | frozenset("by above below under within exceeds exceed exceeded".split())
#: Words for more than half, and for halves of the same size.
MAJORITY = frozenset("most mostly majority mainly bulk chiefly predominantly".split())
EVENLY = frozenset("equally evenly equal even half".split())
#: Words for all the time that there is.
ALWAYS = frozenset(
    "never ever always record history began yet still remain remains stay stays "
    "keep keeps any anytime".split()
)
#: What says that nothing is left of what stands behind it, and words between both.
REMOVALS = frozenset(
    "without no zero removing removes remove removed eliminating eliminates eliminate ending ends "
    "end stopping stops stop stopped ceasing banning halting absent barring".split()
)
#: Nouns for what is done to something, of which there may be none.
CUTS = ("cut", "cuts", "reduction", "reductions", "change", "changes", "increase", "increases",
        "decrease", "rise", "decline", "drop", "growth", "measures", "policy")  # fmt: skip
#: What stands behind a verb, and not behind a noun: "ending all emissions changes the ...".
DETERMINERS = frozenset("the a an its their this that these those".split())
WHOLES = frozenset("all any every entire whole total".split())
BEFORE_WHOLES = WHOLES | frozenset(
    "the of its their human anthropogenic further more and or , other world ' s global".split()
)
#: Links between a number and how far off it may be.
SPREADS = (
    ["±"],
    ["+", "/", "-"],
    ["+", "-"],
    ["plus", "or", "minus"],
    ["give", "or", "take"],
    [",", "give", "or", "take"],
    [",", "plus", "or", "minus"],
)
#: Words that join, point and count: with a capital they begin a sentence and name nothing.
GRAMMATICAL = frozenset(
    "a about above across after again against ahead all almost along already also although always "
    "among an and another any anyone anything apart around as at away back because been before "
    "behind being below besides between beyond both but by can close compared could despite did do "
    "does down due during each earlier either else elsewhere even ever every everyone everything "
    "everywhere except few fewer finally first following for from further furthermore given had "
    "half has have he hence her here his how however if in indeed instead into is it its just last "
    "later least less like likewise many may meanwhile might more moreover most much must near "
    "nearly neither never nevertheless next no nobody none nonetheless nor not nothing now nowhere "
    "of off often on once one only onto or other others otherwise our out over overall past per "
    "perhaps rather relative roughly same second several shall she should similarly since so some "
    "someone something soon still such than that the their them then there thereafter therefore "
    "these they this those though through throughout thus to today together tomorrow too toward "
    "towards under unless unlike until up upon us very was we well were what whatever when "
    "whenever where whereas wherever whether which whichever while who whoever whose why will with "
    "within without would yes yesterday yet you your".split()
)
