"""What the words of a comparison stand for as signs, whatever the subject."""

from typing import Literal

from simulrag.verifier.plain.marks import Aspect

#: What a sign is: a pivot behind which stands what is compared with, "than", "from", "to", "for"
#: behind a word for exchanging, that word, a condition, "of" or "in", "by", a denial, "or", "it".
Kind = Literal[
    "value", "name", "output", "way", "number", "ratio", "pivot", "than", "from", "to", "for",
    "exchange", "condition", "of", "by", "not", "or", "and", "it", "share", "lag", "only",
    "between", "level", "all", "pick", "pair", "outdo", "label",
    "nth", "moved", "even", "slight", "over",
]  # fmt: skip

_SIGNS: dict[Kind, str] = {
    "pivot": "instead of|in place of|rather than|as opposed to|in lieu of|versus|vs|vs.|"
    "compared with|compared to|in comparison with|in comparison to|relative to|as against|against|"
    "where there was|where there were|where it was|where it had been|where there had been|"
    "set against|measured against|unlike|as compared with|as compared to",
    "than": "than",
    "from": "from|starting from|down from|up from",
    "to": "to|up to|down to|all the way to|until|till|through|by the year",
    "exchange": "swap|swaps|swapping|swapped|exchange|exchanges|exchanging|exchanged|replace|"
    "replaces|replacing|replaced|trade|trades|trading|traded|switch|switches|switching|switched",
    "condition": "if|when|where|whenever|with|under|at|given|for|once|as|assuming|provided|having|"
    "in case|because of|due to|thanks to|on|along|should",
    "of": "of|in|within|among|amongst|across|throughout",
    "by": "by",
    "not": "in no simulation|in none of the simulations|in no model run|in no run|not|no|never|not any|cannot|in no way|by no means|not at all|doesn't|don't|won't|wouldn't|"
    "isn't|can't|didn't|hardly|barely|scarcely",
    "share": "share|part|fraction|proportion|percentage|shares",
    "or": "or|whether",
    "and": "and|but|yet|while|whereas|as well as",
    "it": "it|its|they|their|this|that one",
    "level": "extend|extends|span|spans|spread|spreads|stretch|stretches|cover|covers|ranges|reaches from|likely|very likely|range|the range|interval|likely range|very likely range|assessed range",
    "over": "above|below|ahead of|short of",
    "even": "even",
    "slight": "slightly|marginally|minimally|modestly|fractionally|narrowly|mildly|negligibly|minutely|"
    "faintly|a bit|a little|a touch|a tad|a shade|a hair|barely any",
    "nth": "the first|the first one|the first run|the former|the second|the second one|the second run|"
    "the latter",
    "label": "take off|takes off|took off|taking off|die out|dies out|fizzle out|fizzles out",
    "outdo": "outpaces|outpace|outdoes|outdo|outruns|outrun|outstrips|outstrip|outperforms|surpasses|"
    "beats|leaves behind",
    "only": "only|just|merely",
    "between": "between|over the years|during|since",
    "lag": "weeks|days|a few weeks|several weeks|a few days|several days|many weeks",
}  # fmt: skip

#: Words that say more (1), less (-1), the same (0) or another (2), of a size or of a time.
_WAYS: dict[tuple[int, Aspect], str] = {
    (1, "size"): "higher|larger|bigger|greater|more|heavier|worse|stronger|taller|rise|rises|"
    "rising|risen|rose|increase|increases|increased|increasing|grow|grows|growing|grown|grew|raise|"
    "raises|raised|raising|bump|bumps|bumping|bump up|bumps up|up the|climb|climbs|climbing|climbed|go up|goes up|going up|went up|gone up|up|"
    "boost|boosts|boosted|boosting|amplify|amplifies|amplified|enlarge|enlarges|enlarged|magnify|"
    "magnifies|swell|swells|lift|lifts|lifted|lifting|upwards|upward|steepens|adds to|add to|adds|add|added|"
    "inflate|inflates|aggravates|aggravate|worsens|worsen|intensifies|intensify|drive up|drives up|"
    "push up|pushes up|puts pressure on|put pressure on|above it|above that|"
    "above that one|more severe",
    (-1, "size"): "lower|smaller|fewer|less|lighter|weaker|lesser|milder|fall|falls|falling|"
    "fallen|fell|drop|drops|dropped|dropping|decline|declines|declined|declining|decrease|"
    "decreases|decreased|decreasing|shrink|shrinks|shrank|shrunk|shrinking|lowers|lowered|lowering|"
    "reduce|reduces|reduced|reducing|cut|cuts|cutting|trim|trims|trimmed|trimming|dampen|dampens|"
    "dampened|flatten|flattens|flattened|flatter|go down|goes down|went down|going down|gone down|"
    "down|downwards|downward|diminish|diminishes|diminished|diminishing|lessen|lessens|lessened|"
    "blunt|blunts|blunted|soften|softens|softened|shallower|"
    "takes pressure off|take pressure off|taking pressure off|relieves|relieve|"
    "below it|below that|below that one|under it|takes some height off|takes height off|takes the edge off|takes the top off|"
    "knocks the top off|shaves the top off|takes the sting out|brings down|bring down|brought down|curbs|curb|depress|depresses|weaken|weakens|"
    "weakened|less severe",
    (0, "size"): "the same|exactly the same|equal|equally|identical|unchanged|alike|no difference|"
    "makes no difference|make no difference|no effect|no influence|no bearing|no impact|the very same|"
    "one and the same|does not change|does not differ|does not vary|does not matter|"
    "do not change|do not differ|is irrelevant|irrelevant|"
    "does nothing|do nothing|next to no difference|hardly any difference|little or no difference|"
    "hardly matters|barely matters|scarcely matters|hardly changes|barely changes|unaffected|"
    "untouched|unmoved|immaterial",
    (2, "size"): "different|differs|differ|differed|apart|matters|matter|makes a difference|make a difference|"
    "changes|changed|a different|affects|affect|influences|alters|alter",
    (1, "time"): "later|delay|delays|delayed|delaying|postpone|postpones|postponed|back|"
    "later on|further back|puts off|put off|putting off|holds up",
    (-1, "time"): "earlier|sooner|forward|quicker|faster|advances|advance|"
    "hastens|hasten|hastened|brings forward|prematurely",
    (0, "time"): "on the same day|the same day|the same date|on the same date|the same week|"
    "in the same week|at the same time|simultaneously|the very same day|the very same week|"
    "the same moment|no sooner or later",
}  # fmt: skip

#: Words that add nothing: of grammar, of bringing about, of a model, and "all else the same".
_SILENT = """
a an the his her these those both there here will would shall is are was were be been being
has have had do does did get gets got getting give gives gave giving given make makes made making
reach reaches reached reaching come comes came coming bring brings brought bringing lead leads led
mean means meant cause causes caused put puts send sends sent yield yields produce produces produced
result results resulting see sees saw seeing show shows showed find finds turn turns out end ends
become becomes became take takes took taking happen happens arrive arrives arrived arriving occur
occurs land lands landed push pushes pushed pushing move moves moved moving shift shifts shifted
shifting pull pulls pulled set sets say says said tell tells leave leaves left keep keeps kept hit
hits need needs face faces lie lies stand stands stood sit sits go goes going went run runs put
expect produce materialise materialize unfold unfolds culminate let lets start
still also again indeed thus therefore hence so too instead now very much far clearly
considerably markedly noticeably substantially significantly significant substantial clear marked
noticeable considerable distinctly visibly appreciably plainly simply actually really basically
further somewhat rather quite well already ultimately overall altogether eventually likewise
similarly moreover consequently accordingly however though
model models modelled modeled modelling modeling simulate simulates simulated simulation simulations
sims sim simulator simulators computed computation calculated run runs computer virtual hypothetical
strain virus bug pathogen variant season seasons outbreak wave epidemic one ones case cases value values figure level levels setting settings number
numbers people persons person population residents inhabitants citizens locals individuals folks
patients patient hospital hospitals hospitalised hospitalized admitted admissions bed beds flu
influenza burden load demand state states curve
day days date dates week time times moment calendar point height size timing total which who that what
's kick kicks kicking i.e e.g extra additional off fill fills degrees degree itself plain unmodified unaltered emissions emission pathway path scenario world humanity annual yearly mean average averages averaged temperature temperatures city global globally annually year years local
first place beginning outset beforehand initial initially prior previously some about
such it's then us we our you that into fyi note btw yes well ok
""".split()
_SILENT_PHRASES = (
    "all else equal|all else being equal|all else the same|all else held fixed|all else unchanged|"
    "all else held constant|everything else being equal|everything else equal|everything else the same|"
    "everything else unchanged|everything else being the same|other things equal|"
    "other things being equal|all other things equal|all other things being equal|"
    "all other settings being the same|all other settings the same|all other settings kept|"
    "all other settings unchanged|with all other settings unchanged|other settings unchanged|"
    "with everything else unchanged|with everything else the same|with nothing else changed|"
    "when nothing else changes|if nothing else changes|nothing else changed|nothing else changing|"
    "nothing else being changed|nothing else being different|if everything else stays the same|"
    "if everything else stays as it is|everything else stays the same|everything else kept fixed|"
    "everything else fixed|everything else being fixed|everything else held fixed|"
    "everything else held constant|all other inputs fixed|all other inputs the same|"
    "all other inputs unchanged|all other inputs equal|other inputs unchanged|other inputs equal|"
    "ceteris paribus|the rest unchanged|the rest being equal|the rest being the same|"
    "the rest stays the same|with the rest unchanged|the rest as it was|the rest equal|"
    "under otherwise equal conditions|under otherwise identical conditions|"
    "under the same conditions|in otherwise identical runs|in otherwise equal runs|"
    "otherwise the same|otherwise identical|otherwise equal|with otherwise the same settings|"
    "otherwise identical settings|with identical settings otherwise|all the rest being the same|"
    "the same starting date|the same start date|the same start|with the same start|"
    "the same immunity|with the same immunity|the same prior immunity|with the same prior immunity|"
    "for the same immunity|the same share immune|an unchanged immunity|with immunity unchanged|"
    "the same r0|with the same r0|at the same r0|r0 being the same|same immunity|same start|same r0|"
    "same starting date|same settings|same everything else|with the same settings|"
    "at the start|at the outset|from the start|from the outset|to begin with|to start with|"
    "at the beginning|in the beginning|in advance|ahead of the season|before the season|"
    "before it starts|before it begins|going in|going into the season|start out|starts out|"
    "starting out|in the first place|from day one|on day one|at its height|at its worst|"
    "according to the model|according to the simulations|according to the simulation|"
    "the model says|the simulations say|in simulations|in the simulations|in the simulation|"
    "in the model|in model runs|that is|that's|it turns out|of course|in fact|as a result|as such|"
    "by contrast|in turn|for its part|no matter what|in the end|on the whole|still further|"
    "even further|all in all|in simulation|per the model|in a simulation|in a simulated season|"
    "in a modelled season|after all|as well|in question|of them|of its people|of its population|"
    "in the picture|comes out|come out|came out|turns out|turn out|ends up|end up|out of|"
    "all months|all twelve months|the twelve months|all seasons|the seasons|the four seasons|all year|"
    "all year long|the whole year|a whole year|the year as a whole|a full year|the full year|"
    "on average|in the mean|in the annual mean|on annual average|over the year|as it is|as it stands|"
    "comes true|comes about|becomes reality|year-round|year round|"
    "against a backdrop of|against the backdrop of|against a background of|on top of|over the same period|"
    "in the same period|over the same years|over that period|in that time|over the same span|"
    "the same season|the same epidemic|the same wave|the same city|the same place|the same state|"
    "the same outbreak|one and the same season|the very same season|all the same|just the same|"
    "whatever the season|whatever the start|whatever the starting date|regardless of the season|"
    "at all|at the crest|kick off|kicks off|set off|sets off|sets in|set in|falls on|fall on|fell on|falls in|falls into|falls within|at the peak of the season|at the top|in the season|through the season"
)  # fmt: skip


#: Phrases in small letters that add nothing, and what the others stand for.
SILENT = frozenset((*_SILENT, *_SILENT_PHRASES.split("|")))
SIGNS: dict[str, Kind] = {w: kind for kind, words in _SIGNS.items() for w in words.split("|")}
WAYS = {w: way for way, words in _WAYS.items() for w in words.split("|")}
