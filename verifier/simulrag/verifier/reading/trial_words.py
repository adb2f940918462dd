"""The words in which results with and without changes are told, each with the sign of its meaning.

Those of relations, limits and denial are also taken from `scene_words`; the names of results and
inputs are the simulator's own. Words that say nothing of their own have the sign "".
"""

from collections.abc import Iterator, Mapping
from functools import cache

from simulrag.verifier.inflection import conjugated
from simulrag.verifier.reading.scene_words import signs_of_phrases
from simulrag.verifier.reading.trial_relation_words import RELATIONS, SINGLED_OUT
from simulrag.verifier.reading.trial_run_words import RUNS
from simulrag.verifier.reading.trial_silent_words import SILENT, SILENT_TOGETHER

#: Signs of the words of `scene_words` that mean the same here.
_TAKEN_OVER = frozenset("><jiglPQ~=XYRzTFtBsceEWMHump!&")

#: Signs: verbs, of which all forms count, parted by bars.
_VERBS = {
    # Going up and down.
    "+": (
        "rise | increase | grow | climb | mount | soar | surge | swell | jump | leap | escalate | "
        "inflate | expand | go up | come up | move up | push up | drive up | send up | shoot up | "
        "creep up | edge up | inch up | tick up | step up | bring up | put up | raise | lift | "
        "boost | elevate | add | heighten | intensify | augment | balloon | rocket | skyrocket | "
        "multiply | build up | amplify | enlarge"
    ),
    "-": (
        "fall | decrease | decline | drop | shrink | sink | dwindle | diminish | lessen | reduce "
        "| lower | cut | cut back | cut down | trim | slash | curb | curtail | dip | plunge | "
        "plummet | tumble | slump | recede | retreat | subside | contract | abate | wane | ebb | "
        "go down | come down | bring down | push down | drive down | move down | take off | take "
        "away | cut off | cut away | shave off | knock off | strip off | wipe off | lop off | "
        "chop off | trim off | shear off | carve off | save | spare | avoid | remove | eliminate "
        "| avert | prevent | disappear | vanish | drop off | fall away | fall off | fall back | "
        "drop back | go back | scale back | scale down | slide | slip | tail off | shave | knock "
        "| lop | chop | strip | wipe | carve | snip | nibble | taper off | slim down | pare down "
        "| pare back | bring back | wipe out | erase | get rid of | do away with | melt away | "
        "dim | forgo | do without | dispense with | shed | deflate | dampen | moderate | be gone "
        "| be shed | be lost to"
    ),
    # Lasting longer and shorter.
    "7": (
        "lengthen | prolong | extend | slow | slow down | protract | draw out | stretch | stretch "
        "out | drag out | hold up | decelerate | retard | linger"
    ),
    "8": (
        "shorten | quicken | hasten | accelerate | speed up | expedite | cut short | abridge | "
        "truncate"
    ),
    # Getting better and worse.
    "5": (
        "improve | benefit | ease | get better | relieve | alleviate | ameliorate | profit"
    ),
    "6": (
        "worsen | deteriorate | get worse | aggravate | suffer | degrade | impair | exacerbate | "
        "go downhill"
    ),
    # Gaining and losing what is a time.
    "3": (
        "gain | win | be better off by | win back | get back | recover"
    ),
    "4": (
        "lose | pay | pay with | cost | be worse off by | forfeit | set back"
    ),
}  # fmt: skip
#: Signs: other words and phrases.
_DIRECTIONS = {
    # Going up and down.
    "+": (
        "more | higher | larger | greater | bigger | extra | additional | up | upward | upwards | "
        "growth | increment | upturn | uptick | upswing | hike | addition | positive | further | "
        "increased | increases in | rise in | heavier | added | on top | to the good | gone up | "
        "upward movement | upward trend | surplus | on the rise | on the increase | upped | ups | "
        "much more | a lot more | again as much | more of"
    ),
    "-": (
        "the climate gains | the air gains | the environment gains | less | fewer | lower | "
        "smaller | down | downward | downwards | minus | reduction | "
        "reductions | saving | savings | decrement | downturn | downswing | negative | cutback | "
        "cutbacks | lighter | not emitted | no longer emitted | out of the air | stays out of the "
        "air | stay out of the air | kept out of the air | is kept out of the air | are kept out "
        "of the air | never emitted | staying away | stay away | stays away | missing | lacking | "
        "leaner | gone | avoidance | abatement | mitigation | disappearance | removal | "
        "elimination | downward movement | downward trend | on the decline | on the wane | kept "
        "out of the atmosphere | never reaches the air | goes missing | less of | does not get "
        "into the air | no longer there | drops out | dropped out | drop out | drops away | drop "
        "away | no longer gets into the air | lowers itself | off"
    ),
    # Lasting longer and shorter.
    "7": (
        "more seconds | more minutes | longer | slower | later | delayed | delaying | "
        "slowdown | slow down | delay | "
        "delays | lengthening | "
        "prolongation | extension | slowing down | held up | longer lasting | more long drawn out "
        "| lengthier | slowing"
    ),
    "8": (
        "fewer seconds | fewer minutes | shorter | quicker | faster | sooner | earlier | "
        "swifter | brisker | speedier | speed up "
        "| shortening | more quickly | more swiftly | more rapidly | more speedily | acceleration "
        "| speeding up | quickening | briefer | in less time"
    ),
    # Getting better and worse.
    "5": (
        "improvement | improvements | better | benefit | benefits | relief | better off | "
        "betterment | advantage | co benefit | co benefits | gets better | for the better | "
        "easing | progress | positive effect | favourable"
    ),
    "6": (
        "worsening | deterioration | worse | worse off | gets worse | for the worse | drawback | "
        "disadvantage | setback | harm | penalty"
    ),
    # Gaining and losing what is a time.
    "3": (
        "gain | gains | time saving | time savings | time gain | time gains | win"
    ),
    "4": (
        "loss | losses | time loss | time losses | costs | cost | time penalty | cost in time | "
        "loss of time"
    ),
    # What is left of something.
    "9": (
        "left | left over | remain | remains | remained | remaining | are left | is left | still "
        "emitted | is still emitted | are still emitted | still there | survives | survive | is "
        "kept | still released | still given off | left of | is left of | remains of | persists | "
        "leftover"
    ),
    # A change, and a value.
    "D": (
        "change | changes | changed | changing | effect | effects | impact | impacts | influence "
        "| difference | differences | differ | differs | shift | shifts | gap | gaps | margin | "
        "distance | contrast | discrepancy | swing | response | consequence | affect | affects | "
        "affected | alter | alters | altered | alteration | variation | moves | move | moved | "
        "movement | separate | separates | separating | apart | net effect | net change | "
        "repercussion | bearing | develop | develops | development | trend | departure | "
        "deviation | deviates | vary | varies | adjustment"
    ),
    "V": (
        "it takes | it took | it would take | average | averages | averaged | mean | level | "
        "value | values | figure | figures | total | totals | sum | amount | amounts | quantity | "
        "takes | take | took | taking | taken | last | lasts | lasted | lasting | need | needs | "
        "needed | require | requires | required | spend | spends | spent | spending | stands at | "
        "stand at | stood at | sits at | comes to | come to | comes out at | come out at | "
        "amounts to | amount to | works out at | adds up to | add up to | is at | are at | was at "
        "| runs to | run to | number | numbers | count | counts | reading | time | length | "
        "duration | as a mean | on the road | under way | on its way | on their way | on the way "
        "| behind the wheel | at the wheel | boils down to | equals to | totalling | totaling | "
        "averaging | stays at | stay at | remains at | settles at | settle at | ends up at | end "
        "up at | is put at | output | emit | emits | emitted | emitting | give off | gives off | "
        "gave off | release | releases | released | produce | produces | produced | cause | "
        "causes | generate | generates | blow out | blows out | puff out | put out | puts out | "
        "burn | burns | burned | burnt | use | uses | consume | consumes | consumption | at all"
    ),
}  # fmt: skip
#: Comparisons with the run without changes by the present.
_AGAIN = (
    "than now", "than it is now", "than they do now", "than it does now", "than they are now",
    "than at the moment", "than without", "than without it", "than without them",
    "than it would be without", "than it would otherwise be", "than otherwise",
    "than they otherwise would be", "than it otherwise would be",
    "than it takes now", "than what it is now", "than it did", "than they did", "than it was",
    "than they were", "than it used to", "than they used to", "than it used to be",
    "than they used to be", "than it had been", "than they had been", "than it has been so far",
)  # fmt: skip
#: What was, beside what is now: "1 s where they spent 14 s".
_WHERE = tuple(
    f"where {who} {verb}"
    for who in ("it", "they", "there", "drivers", "vehicles", "cars", "engines", "trips")
    for verb in (
        "was", "were", "took", "spent", "needed", "lasted", "emitted", "had been", "used to be",
        "used to take", "used to spend", "used to need", "stood at", "idled for", "waited",
        "waited for", "burnt", "burned", "required", "came to", "amounted to", "once took",
        "once spent", "used to stand", "used to idle for", "used to burn", "used to emit",
    )
)  # fmt: skip
#: How what is denied of a limit is said behind it: "gets close to 40% without quite making it".
_GET = (
    "make it", "get there", "reach it", "attain it", "touch it", "hit it", "arrive there",
    "get that far", "manage it", "achieve it", "get to it", "come to it", "go that far", "get it",
)  # fmt: skip
_QUITE = ("", "quite ", "fully ", "actually ", "ever ", "entirely ", "really ", "completely ")


def _never_got_to() -> Iterator[str]:
    for verb in _GET:
        doing = [f for f in conjugated(verb) if f.split()[0].endswith("ing")]
        for quite in _QUITE:
            yield from (f"without {quite}{form}" for form in doing)
            yield from (f"but {do} not {quite}{verb}" for do in ("does", "do", "did", "will"))
            yield from (f"but never {quite}{form}" for form in conjugated(verb))
    yield from ("but not quite", "yet not quite", "though not quite", "but not entirely")
    yield from ("without quite being it", "but not all the way", "but not quite there")


#: What is not got to.
_NOT_REACHED = (
    "out of reach", "beyond reach", "not quite attained", "not quite reached", "not quite achieved",
    "narrowly missed", "only just missed", "just missed", "is missed", "are missed", "not reached",
    "not attained", "not achieved", "never reached", "unattained", "is not met", "not met",
)  # fmt: skip


@cache
def trial_phrases() -> Mapping[str, str]:
    """Return the sign of each phrase; what is told here goes before the words shared."""
    shared = signs_of_phrases().items()
    made = {phrase: sign for phrase, sign in shared if set(sign) <= _TAKEN_OVER}
    made |= dict.fromkeys((*SILENT, *SILENT_TOGETHER), "")
    for sign, verbs in _VERBS.items():
        made |= dict.fromkeys((f for v in verbs.split(" | ") for f in conjugated(v)), sign)
    for signs in (_DIRECTIONS, RELATIONS, RUNS):
        for sign, words in signs.items():
            made |= dict.fromkeys(words.split(" | "), sign)
    made |= dict.fromkeys(SINGLED_OUT.split(" | "), "?")
    made |= dict.fromkeys(_AGAIN, "T0")
    made |= dict.fromkeys(_WHERE, "x")
    made |= dict.fromkeys(_NOT_REACHED, "!R")
    made |= dict.fromkeys(_never_got_to(), "U")
    made |= {"and more than": "&>", "and less than": "&<", "and fewer than": "&<"}
    made |= dict.fromkeys(("falls in", "fall in", "fell in", "falling in"), "-")
    made |= {"and less": "&-", "and more": "&+", "and lower": "&-", "and higher": "&+"}
    return {phrase.replace("-", " ").replace("'s", ""): sign for phrase, sign in made.items()}
