"""The words by which runs are told apart, and what is done to their inputs, each with its sign."""

#: Signs: the words for them, parted by bars. `scene_signs` says which runs they mean.
RUN_SIGNS: dict[str, str] = {
    # The other run, both, those in the order of the question.
    "O": (
        "other | the other | the other one | the other case | the other scenario | the other "
        "year | the other strategy | its rival | its counterpart | the alternative | "
        "alternative"
    ),
    "A": (
        "no matter which | no matter what | in all cases | regardless | irrespective of | "
        "regardless of which | regardless of | at both times | in either of | whatever | in "
        "either | under either | under both | in both | both | either | each | every | both of "
        "them | each of them | either of them | both cases | both scenarios | both years | two "
        "| all along | throughout | in either case | either way | in any case | in both cases | "
        "whichever | whichever one takes | whichever one picks | both times | the two | of the "
        "two | the pair | them both | one as the other"
    ),
    "1": "first | former | the former | first one | number one | one's first",
    "2": "second | latter | the latter | second one | number two",
    # The first and the last year.
    "3": (
        "history | historical | historically | in the past | back then | at the time | back | "
        "earlier | earlier year | formerly | used to be | used to | started | started at | "
        "starting point | at the start | at the outset | previously | historic | original | "
        "initial | at first | originally | earlier one | older | in those days | then-mean | "
        "initially | base year | reference year | started out at | started out | start out at | "
        "starts out at | set out from | earlier date"
    ),
    "4": (
        "future | in the future | in future | later | later year | by then | eventually | in "
        "the end | at the end | final | finally | one day | in time | later one | to come | "
        "later date | ahead in time | projected year | target year | coming | years later | "
        "decades later | end year | projected end"
    ),
    # Without changes and with them.
    "5": (
        "baseline | the baseline | if nothing is changed | nothing is changed | left as it is | "
        "if nothing changes | nothing is altered | if nothing is altered | left as they are | "
        "were nothing done | without anything being done | without it | without them | without "
        "the intervention | without any intervention | unmodified | untreated | untouched | "
        "unadjusted | if nothing is done | if nothing were done | before the intervention | "
        "before the changes | before any changes | without the changes | without any changes | "
        "without the modification | without the modifications | without the adjustment | "
        "without the strategy | without the aerosol changes | without changes | without "
        "intervention | left alone | left to itself | undisturbed | unchanged emissions | "
        "unaltered emissions | with unchanged emissions | no intervention | baseline projection "
        "| baseline value | baseline temperature | baseline mean | baseline level | baseline "
        "figure | before the aerosol changes | before the modification | before the adjustment "
        "| without the measure | without the measures | without the programme | without the "
        "program | without the effort | in its absence | in the absence of the intervention | "
        "before it | before that | beforehand | untampered | had nothing been done | had nobody "
        "intervened | nothing being done | otherwise | without the emission changes | without "
        "emission changes | without the aerosol modification | without the aerosol "
        "modifications | without the aerosol intervention | before the strategy | before any "
        "intervention | before intervention | before the measure | prior to the intervention | "
        "unmodified emissions"
    ),
    "6": (
        "new | intervention | the intervention | modification | modifications | modified | "
        "adjustment "
        "| adjustments | adjusted | strategy's | measure | measures | programme | program | "
        "effort | efforts | altering | geoengineering | treatment | tampering | with it | after "
        "it | after that | afterwards | changes in emissions | emission changes | change of "
        "emissions | changed emissions | intervening | adjusted emissions | the change in "
        "emissions | in its presence | altered emissions | modified emissions | scheme | geo "
        "engineering | with the changes | after the changes | with the change | package | plan "
        "| policy package | intervention in place | with the strategy | after the strategy | "
        "the strategy | injection | injections"
    ),
    # One run and not the other.
    "y": "only | alone | solely | exclusively",
    "o": (
        "one of the two | only one | one of them | one of both | just one | one of the | a "
        "single one | exactly one | one alone | in one | one scenario | one case | one year | "
        "one strategy | one situation | in the one"
    ),
    # The whole world, and that it does not notice.
    "G": (
        "averaged over the globe | averaged over the world | over the whole globe | over the "
        "whole world | over the globe | world | world's | globe | planet | global | globally | "
        "worldwide | earth | global mean "
        "| global average | global temperature | global mean temperature | global average "
        "temperature | planet's | world as a whole | planet as a whole | whole planet | whole "
        "world | entire planet | whole globe | around the world | around the globe | planetary "
        "| world at large | planetwide | earth as a whole | the world over | global difference "
        "| global effect | global impact | global change | global figure | global mean "
        "difference | global average difference | global temperature difference"
    ),
    "n": (
        "does not notice | do not notice | not noticeable | unnoticed | does not feel | goes "
        "unnoticed | not feel | hardly notices | does not register | leaves cold | leaves the "
        "rest cold"
    ),
    # What is not done to inputs; less (d) and more (U) of them, and another (C).
    "L": (
        "leaving | leave | keeping | if nothing is done to | nothing is done to | if nothing is "
        "done about | nothing is done about | without the extra | without extra | without more "
        "| without the | without any change in | without changes in | without a change in | "
        "without touching | without changing | without altering | without any | without cutting "
        "| without raising | not touching | not changing | instead of changing"
    ),
    "d": (
        "cutting | cut | cut back | cuts | cutback | cutbacks | reducing | reductions | reduced "
        "| curbing | curb | curbed | decreasing | lessening | lowering of | scaled back | "
        "scaling back | trimming | reduce | fewer | slashing | shrinking"
    ),
    "U": (
        "raise of | raising of | additional | increases in | more of | stepped up | enhanced | "
        "adding of | boosting | added | extra"
    ),
    "C": (
        "changing | altered | alter | alters | modify | modifies | modifying | adjusting | "
        "adjust | adjusts | varied | varying"
    ),
}  # fmt: skip
