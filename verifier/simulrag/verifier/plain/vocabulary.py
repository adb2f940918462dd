"""Words that a reading may pass over: those of grammar, of reporting and of the domain itself.

Every other word of a sentence has to be accounted for by a reading; a word that is in none of
these lists may narrow, turn or move what is said ("paediatric", "alleged", "ex-").
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from simulrag.simulators.interface import Simulator
from simulrag.verifier.harmless import is_harmless, is_narrowing, is_turning
from simulrag.verifier.plain.marks import is_followed

#: Articles, pronouns, prepositions, conjunctions and auxiliaries.
_GRAMMAR = """
a an the this that these those its it their they them there he she we us our one ones his her
itself themselves own each every all both either neither any some such other another others same of
in on at by for from to into onto over under above below between among amongst across through
throughout during within with without until till since before after as against per about around
near toward towards upon along off out up down behind beyond past inside outside versus via and or
but nor yet so then than if when while where which who whom whose what how because is are was were
be been being am has have had having do does did done doing will would shall can could may might
must not no never none n't also even just still already only again once here now today whether
"""
#: Verbs by which any quantity is said to be what it is.
_REPORTING = """
see sees saw seen seeing record records recorded recording report reports reported reporting count
counts counted counting log logs logged logging register registers registered registering tally
tallied note noted show shows showed shown give gives gave given giving bring brings brought
bringing put puts take takes took taken taking make makes made making get gets got gotten getting
come comes came coming go goes went gone going run runs ran running stand stands stood standing lie
lies lay lain lying sit sits sat amount amounts amounted total totals totalled totaled reach
reaches reached reaching hit hits hitting remain remains remained stay stays stayed keep keeps kept
turn turns turned become becomes became end ends ended begin begins began start starts started
arrive arrives arrived occur occurs occurred happen happens happened fall falls fell follow follows
followed lead leads led leave leaves left mean means meant find finds found place places placed
rank ranks ranked experience experiences experienced suffer suffers suffered face faces faced
measure measures measured average averages averaged observe observed project projects projected
simulate simulates simulated simulating simulation simulations model models modelled modeled
estimate estimates estimated estimating assess assesses assessed assessing assessment say says said
state states stated expect expected expects yield yields yielded produce produces produced lift
lifts send sends sent need needs needed use used using let lets set sets consider considered
compare compared comparing call called add adds added adding cross crosses crossed pass passes
passed passing exceed exceeds exceeded top tops topped land lands landed feature features featured
appear appears appeared seem seems prove proves proved look looks looked open opened close closed
foresee foresees foresaw envisage envisages assume assumes assumed prescribe prescribes
bottom bottomed tip tipped clear cleared climb climbed climbs
"""
#: Nouns for what is counted, when and where, that narrow nothing.
_NOUNS = """
level levels value values figure figures number numbers mark marks threshold line size height week
weeks weekly day days month months monthly year years yearly annual annually season seasons
seasonal winter winters time times period periods point points date dates data series file half
course location site city cities town country nation national nationally nationwide people persons
residents inhabitants population patients hospital hospitals case burden load pace scale magnitude
degree degrees celsius centigrade kelvin fahrenheit percent cent thousand hundred million dozen
pair two three four five six seven eight nine ten first second third last next difference gap rate
median maximum minimum high low peak crest wave surge epidemic outbreak spike climate world globe
planet earth global globally local surface air warming temperature temperatures century decade
decades scenario scenarios pathway pathways emissions emission future futures present history
historical baseline term terms range cases capita head flu influenza admissions admission
hospitalization hospitalisation hospitalizations hospitalisations admitted hospitalized
hospitalised worth rest thing things way matter fact results result comparison contrast counterpart
predecessor successor americans american
"""
#: Words that grade or comment and say nothing that could be checked by itself.
_GRADING = """
very quite rather really truly well far much clearly plainly markedly noticeably considerably
substantially significantly comfortably easily simply roughly approximately about around nearly
almost some circa exactly precisely merely mere barely fully full good whole entire entirely
altogether only bit little slightly somewhat marginally narrowly modestly mild modest hard harsh
severe brutal bad rough tough big large small sizeable sharp sharply steep steeply dramatic
dramatically remarkable remarkably striking strikingly staggering whopping massive huge enormous
heavy busy notable notably impressive mighty main overall altogether eventually finally meanwhile
however enough sufficient indeed though although despite instead likewise similarly moreover
furthermore therefore
thus hence accordingly still yet even actually basically essentially practically virtually
effectively literally obviously apparently evidently certainly surely definitely undoubtedly
please latecomer depths outset units unit track projection projections intense intensity table
lol ipcc ar6 cdc measurably measurable noticeable perceptibly detectably appreciably fortnight
fortnights onward onwards aside altogether comfortable year-round round hits feel
panic despite spite mere merely truly worth weather chart charts curve series picture story tale
graph statistics stats official tables alike relatively comparatively overall generally-speaking
story fate turnaround slide descent ascent climb rebound reprieve respite comeback build-up buildup
virtually nowhere-near sizable hefty stark marked pronounced distinct clear unusual unusually
ordinary
raw deep back right lightly calm illustrative affected common hand emerged ending
crested crowded dragged lasted lasting persisted eased easing accounted emitting emitted emit
releasing released release burning burned burnt burn
tonne tonnes gigatonne gigatonnes strain virus bug contagious infectious transmissible settings
setting assumption assumptions conditions condition input inputs parameters calendar judged judging
widens widen widened narrows narrow narrowed overshoots overshoot fans fan tropics arctic north
south
east west northern southern eastern western central city's accounting combine combines combining
raw adjusting adjusted roughly-speaking note again alone long short brief quick quickly rapid
rapidly fast slow slowly gradually
abruptly suddenly soon later early late earlier straight long-term proper actual particular
respective respectively typical typically usual usually normal normally general generally
according estimated reported observed recorded measured projected assessed simulated modelled
stick sticks sticking choose chooses choosing chosen pick picks picking warmth equally
speaking back again ar wg ipcc table tables eventually ultimately altogether foreseen narrowed
narrows narrow
corresponds corresponding correspond amounts equals translates translated cause causes caused
causing
meet meets met
touches touched touch returns return returned touching mean meaning decadal adds takes bring brings
forcing concentration concentrations atmosphere atmospheric greenhouse measurably noticeably
discernibly
perceptibly decade-long year-round equilibrium transient response sensitivity road track
trajectory route
course illustrative ambitious optimistic pessimistic followed following remainder
best central calculated official officially latest new old current currently given every single
"""
#: Words of comparison, order, denial, part and change: what they say is followed elsewhere, and a
#: reading that passes over one of them is not accepted there.
_FOLLOWED = """
matter matters mattered enlarge enlarges enlarged magnify magnifies trim trims trimmed cutting
higher larger bigger greater more heavier worse stronger taller lower smaller fewer less lighter
weaker lesser quieter milder harder gentler busier calmer sooner faster slower longer shorter
deeper warmer cooler hotter colder warm cold cool hot better worst least most fewest highest lowest
largest biggest greatest heaviest hardest warmest hottest strongest severest busiest smallest
mildest lightest weakest coldest coolest quietest calmest gentlest earliest rise rises rising risen
rose increase increases increased increasing grow grows grew grown growing growth raise raises
raised raising drop drops dropped dropping decline declines declined declining decrease decreases
decreased decreasing shrink shrinks shrank shrunk reduce reduces reduced reducing slump slumps
slumped slip slips slipped dampen dampens flatten flattens flattened surged surging soar soars
soared jump jumps jumped leap leaps leapt swell swells swelled rocketed spiked ballooned plunge
plunged plunging plummet plummeted tumbled sank sink sinks sunk receded recede subsided wane waned
dwindled abated retreated slid crashed collapsed ebbed recover recovered rebounded change changes
changed changing differ differs differed differing vary varies varied unchanged flat equal equals
equalled identical stable steady apart delay delays delayed postpone postponed postpones lowers
lowered lowering boost boosts boosted amplify amplifies amplified push pushes pushed pull pulls
pulled move moves moved moving shift shifts shifted forward exceeding surpass surpasses surpassed
beat beats beaten outstrip outstrips outstripped outnumber outnumbers outnumbered overtake
overtakes overtook overtaken outdid eclipse eclipsed dwarf dwarfs dwarfed undercut undercuts trail
trails trailed trailing lag lags lagged ahead halves halved halving double doubles doubled doubling
twice triple triples tripled tripling thrice quadruple quadrupled quadrupling fold twofold
threefold fourfold fivefold sixfold sevenfold eightfold ninefold tenfold thirds quarter quarters
fifth fifths sixth sixths seventh eighth ninth tenth tenths twelfth twentieth fraction fractions
majority minority share shares part parts together combined joint jointly collectively sum summed
plus consecutive successive succession row break interruption nobody nothing nowhere unlike unless
except fail fails failed failing lack lacks hardly scarcely zero many several few dozens hundreds
thousands tens handful plateau plateaued hover hovered hovers stagnate stagnated levelled leveled
dip dips dipped hump humps trough troughs lows lull lulls waves peaks peaked peaking crests
cresting culminate culminates culminated likely unlikely possible possibly probable probability
chance ranges ranged ranging interval intervals bound bounds limit limits ceiling floor spread
spreads spanned span spans band bands gain gains gained gaining lose loses lost losing warms warmed
cooling cools cooled heat heats heated heating freeze freezes freezing frozen frost additional
further extra cut cuts cutting remove removes removed removing stop stops stopped stopping prevent
prevents prevented spreading die dies died dying eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety billion trillion
hundredth christmas thanksgiving eve holiday holidays january february march april june july august
september october november december autumn spring summer midwinter midsummer mid middle beginning
night weekend monday tuesday wednesday thursday friday saturday sunday preceding previous prior
following subsequent ensuing
"""
#: Openings and asides.
_ASIDES = """
too fwiw honestly frankly pretty sure true known admittedly incidentally interestingly surprisingly
unsurprisingly tellingly curiously perhaps everyone anyone someone think know remember whatever
whichever regardless otherwise chosen neighbouring neighboring
"""
_WORD = re.compile(r"[A-Za-z][A-Za-z'-]*")


#: How far before a name the end of the word before it is looked for, characters.
_LEAD = 8


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


COMMON = frozenset[str]().union(
    *map(_words, (_GRAMMAR, _REPORTING, _NOUNS, _GRADING, _FOLLOWED, _ASIDES))
)


@lru_cache(maxsize=16)
def domain_words(simulator: Simulator) -> frozenset[str]:
    """Return the single words of what a simulator declares of its inputs and outputs."""
    phrases: list[str] = []
    for function in simulator.functions:
        for parameter in function.parameters:
            phrases += [*parameter.words, *parameter.loose_groups]
        for output in function.outputs:
            phrases += [
                *output.words, *output.loose_words, *output.unit_words, *output.baseline_words,
            ]  # fmt: skip
    return frozenset(w for phrase in phrases for w in _WORD.findall(phrase.casefold()))


def unknown_words(text: str, simulator: Simulator) -> Iterable[tuple[int, str]]:
    """Yield the words of a text that may not be passed over, each with where it stands."""
    own = domain_words(simulator)
    for match in _WORD.finditer(text):
        word = match.group().casefold().removesuffix("'s").strip("'-")
        if word == simulator.name:
            continue
        if is_narrowing(word) or (is_turning(word) and word not in COMMON):
            yield match.start(), match.group()
            continue
        if _is_known(word, own) or len(word) < 2 or _is_name(text, match):
            continue
        if (
            text[match.end() : match.end() + 1].isdigit()
            or text[match.start() - 1 : match.start()].isdigit()
        ):
            continue  # AR6, 2nd
        parts = word.split("-")
        if len(parts) > 1 and all(_is_known(p, own) or len(p) < 2 for p in parts):
            continue
        yield match.start(), match.group()
    yield from ((m.start(), m.group()) for m in _GRADED.finditer(text))


#: Words that grade a season and narrow people: "severe cases".
_GRADED = re.compile(
    r"\b(?:severe|mild|hard|serious|bad|acute|critical|light|heavy|deep|raw|long|short|extreme|rare|"
    r"foreign|open|free|hot|cold|warm|rich|healthy)\s+(?:(?:flu|influenza|hospital)\s+)*"
    r"(?:cases?|patients?|admissions?|infections?|illness(?:es)?|hospitali[sz]ations?|people|residents|persons)\b",
    re.I,
)


def _is_known(word: str, own: frozenset[str]) -> bool:
    return word in COMMON or word in own or is_followed(word) or is_harmless(word)


def _is_name(text: str, match: re.Match[str]) -> bool:
    """Tell whether a word has a capital without opening the sentence: names are judged apart."""
    if not match.group()[0].isupper():
        return False
    return bool(re.search(r"[\w,)]\W*$", text[max(0, match.start() - _LEAD) : match.start()]))
