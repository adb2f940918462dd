"""The words for runs with and without changes, for who drives, and those that say nothing."""

#: Signs: the words for them, parted by bars.
RUNS = {
    # Without the changes (0) and with them (1).
    "0": (
        "baseline | the baseline | baseline run | baseline case | baseline scenario | baseline "
        "value | baseline level | baseline figure | baseline total | reference | reference case | "
        "reference run | status quo | today | at present | present | currently | current | so far | "
        "until now | hitherto | before | formerly | previously | former | originally | original | "
        "initial | initially | used to | used to be | used to do | earlier level | before the change "
        "| before the changes | before the measure | before the measures | before the "
        "intervention | before the plan | before the scheme | before the charge | before the toll | "
        "before the package | before the reform | before the project | before the limit was lowered "
        "| before the speed limit was lowered | before the road diet | before the zone | before the "
        "concert | before the strategy | before the policy | without the measures | without the "
        "measure | without the plan | without the scheme | without the package | without the "
        "concert | without the strategy | without the changes | without the intervention | without "
        "the charge | without the toll | without the road diet | without the zone | without the "
        "policy | without it | without them | without the project | without the event | what it was "
        "before | what they were before | business as usual | as things stand | in the past | on a "
        "normal evening | on a normal day | on an ordinary evening | on ordinary days | on a usual "
        "evening | normal evening | ordinary evening | otherwise | unchanged situation | starting "
        "point | starting value | starting level | old | the old | prior | previous | prior level | "
        "previous level | what it used to be | what they used to be "
        "| they did before | it did before | they used to | it used to | it was | they were | "
        "they did | it did | it does today | they do today | it is today | they are today | today's "
        "level | of old | usual | normal | the usual | the normal level | the usual level | no measures | no intervention | beforehand | at the moment "
        "| existing | untreated | unmodified | unaltered corridor | before that | before it "
        "| existing level | the day before | pre intervention | pre change | base case | control run "
        "| as of today | until today | up to now | to date | as now | that of the baseline | those of the "
        "baseline | had been | has been so far | present level | present value | earlier value"
    ),
    "1": (
        "now | scenario | the scenario | plan | the plan | scheme | package | strategy | policy | "
        "measure | measures | intervention | project | pilot | reform | with the measures | "
        "concept | combination | combined strategy | both measures | two part strategy | dual "
        "strategy | twin strategy | two pronged strategy | dual approach | two measures | "
        "approach | programme | program | initiative | with both measures | proposal | with the "
        "plan | new situation | new | after the change | after the changes | after the "
        "intervention | afterwards | thereafter | modified | in place | in force | upgrade | "
        "upgraded | treated | treatment | tweak | set up | setup | bundle | makeover | redesign | "
        "trial | mix of measures"
    ),
    # Who drives, and what of.
    "a": (
        "traffic | vehicle | vehicles | car | cars | driver | drivers | motorist | motorists | engines | commuter | "
        "commuters | road user | road users | everyone | everybody | anyone | anybody | people | one "
        "| average vehicle | average car | average driver | average motorist | the average vehicle | "
        "mean vehicle | typical vehicle | typical driver | those who drive | those driving | who "
        "drive | who drives | traveller | travellers | traveler | travelers | a trip | per trip | "
        "each trip | every trip | on each trip | on every trip | a journey | per journey | each "
        "journey | per drive | per ride | per run | per passage | one way | automobile | automobiles "
        "| per crossing | for the trip | of the trip for | someone | somebody | on a trip | on the "
        "trip | the public | fleet | whole fleet"
    ),
    # For each of them.
    "b": (
        "per vehicle | per car | each vehicle | each car | every vehicle | every car | a single "
        "vehicle | a single car | for each vehicle | for each car | for every vehicle | for every "
        "car | a vehicle | a car | one vehicle | one car | per driver | each driver | every driver | "
        "a driver | individual vehicle | the individual vehicle | the single vehicle"
    ),
}  # fmt: skip
#: Names of what is tried: the beginnings of words of which the question holds one, and the names.
MEASURES = (
    (
        ("concert", "event", "game", "stadium", "festival", "match", "show"),
        "concert | concerts | event | events | night of the concert | evening of the concert | "
        "concert night | concert nights | concert evening | concert evenings | stadium | show | game "
        "| match day | festival | surge | rush | crowd | crowds | concert goers | concertgoers | "
        "concert crowd | visitors | audience | big night | fans | special event | venue | surge in "
        "demand | demand surge | spectators | spike | evening out | gig",
    ),
    (
        ("charg", "toll", "pric"),
        "congestion charge zone | congestion charge | charge zone | charge | charges | congestion "
        "pricing | toll | tolling | tolls | tolled | dynamic toll | dynamic tolling | tolling "
        "scenario | pricing | pricing scheme | tolling scheme | tolling case | charging | charging "
        "scheme | tolling system | toll system | fee | levy | road pricing",
    ),
    (
        ("zone", "low-"),
        "zone | zones | low speed zone | low emission zone | slow zone | low traffic zone | speed "
        "zone | emission zone | zone's rules | restricted zone",
    ),
    (
        ("lane", "diet"),
        "road diet | diet | lane | lanes | protected lane | bike lane | protected bike lane | cycle "
        "lane | lost lane | missing lane | fewer lanes | one lane less | a lane less | is given up | "
        "given up | gives up | narrower road | narrowed road | narrower | lost | missing | goes "
        "missing | one lane only | cycle track | livable downtown | liveable downtown",
    ),
    (("street", "avenue"), "living street | living streets"),
    (("corridor",), "smart corridor"),
    (("livable", "liveable"), "livable downtown | liveable downtown"),
    (("pedestrian",), "pedestrian friendly core | pedestrian friendly zone"),
    (
        ("signal", "wave", "junction", "priority", "intersection"),
        "signal | signals | signal upgrade | better signals | upgraded signal | upgraded signals | "
        "prioritised signal | prioritized signal | junction | intersection | main intersection | "
        "junction upgrade | intersection upgrade | coordinated signals | traffic lights | lights | "
        "traffic signal | traffic signals | better light | improved signals | improved signal | "
        "wave | signal scheme | smoother signals | green light | green lights",
    ),
    (
        ("calm", "limit", "speed", "slow"),
        "slower cars | calming | traffic calming | calmer traffic | slower driving | slower traffic",
    ),
)
#: Words that say nothing of their own  results of a road are told.
SILENT = (
    "make makes made  through complete "
    "completes completed completing get gets got getting get-through arrive "
    "arrives arrived end other-end one-end cover covers covered corridor corridors road roads "
    "street streets avenue avenues arterial arteries artery boulevard downtown core centre center "
    "network urban city city's town commercial main  route zone's simulated simulation run "
    "counted recorded modelled modeled system drive drives driving driven travel travels "
    "travelling traveling gridlock livable liveable smart overall overall's net combined jointly "
    "joint  them altogether whole respectively correspondingly numerically numerals "
    "outcome result results emissions-wise time-wise timewise mobility "
    "evening evenings night nights day peak hour rush-hour morning daily commuting "
    "noticeable-to thanks owing due because despite notwithstanding spite regardless of with  "
    "for by-virtue in on at as of the a an this that these those it its it's they their them there "
    "which who what how  when once after during over-the-course whole is are was were be been "
    " will would can could may might do does did so then thus  too also still already "
    "even-so nevertheless nonetheless however admittedly indeed in-fact actually really quite "
    "rather fairly very clearly markedly noticeably visibly considerably substantially-so sharply "
    "steeply strongly distinctly appreciably decidedly somewhat slightly a-little little a-bit bit "
    "measurably perceptibly dramatically-so if long much far yes here inevitably "
    "automatically necessarily carry carries carried circulate circulates  used participate "
    "part leave leaves enter enters entered see sees undergo undergoes "
    "experience experiences enjoy enjoys face faces feel feels notice notices register registers "
    "post posts record records show shows shown exhibit exhibits bring brings brought yield yields "
    "deliver delivers delivered achieve achieves achieved  means meant translate translates "
    "equate equates result resulting lead leads leading spell spells set sets put puts send sends "
    "sent push pushes pushed let lets keep keeps kept hold holds held turn turns turned become "
    "becomes became end-up ends-up wind-up winds-up prove proves turn-out turns-out stay stays "
    " seem seems appear appears look looks happen happens go goes going come comes coming "
    "came find finds found expect expected  projected predict predicted forecast estimate "
    "estimated calculate calculated compute computed model models compared-to relative "
    "percentage percentages percent per cent points-wise terms figure-wise absolute seconds "
    "kilograms kilos units scale question question's definition standard standards yardstick "
    "terms-of wording words word term rank ranks ranked   counted class-wise grade "
    "grades graded label labels labelled rate rates rated call calls called describe describes "
    "described classify classified classifies deserve deserves merit merits qualify qualifies "
    "qualified constitute constitutes  represents represent outright plainly undoubtedly "
    "certainly definitely truly genuinely measured judged given stated offered defined set-out "
    "applied going read reads size extent degree sort kind nature magnitude order proportion share "
    "portion part fraction bulk piece thanks-to comfortably easily readily narrowly"
).split()
_TOGETHER = (
    "to get through | gets through | get through | got through | is through | are through | "
    "make it through | makes it through | make the trip | makes the trip | complete the trip | "
    "that is the balance | the balance | on both counts | both counts | quantities | indicators | put up with | to be put up with | has to be put up with | have to be put up with | across town | across | the right word | right word | right term | right label | rounds to | rounds up to | rounds down to | on the other hand | for its part | well into | deep into | deep in | firmly in | firmly within | squarely in | safely in | solidly in | beyond doubt | no doubt | without doubt | without a doubt | without question | beyond question | comes out of | come out of | onto the road | onto | into the corridor | significantly so | reach the end of the corridor | reaches the end of the corridor | the end of the corridor | the end of the road | as well | too | by a hair | by a whisker | by a narrow margin | put down as | be put down as | goes down as | is put down as | a hair | from one end to the other | the other end | of the corridor | makes the | make the | making the | anymore | cannot but | cannot help but | to speak of | worth mentioning | no less than that | on the corridor | in the corridor | through the corridor | along the corridor | down the "
    "avenue | on average | on the whole | as a whole | in total | all in all | all told | in all | "
    "in the end | as a result | in terms of | with regard to | with respect to | when it comes to | "
    "as far as | is concerned | are concerned | in the simulation | in the model | according to "
    "the model | according to the simulation | by the model's account | on paper | taken together "
    "| put together | in combination | from end to end | from one end to the other | over the "
    "whole run | in the run | on the question's scale | by the question's scale | in spite of | "
    "as a consequence | as a consequence of | as a result of | thanks to | owing to | due to | "
    "because of | on account of | by way of | in the shape of | in the form of | in the wake of | "
    "no matter | or not | for all | with the help of | by means of | at the same time as | in "
    "percentage terms | in relative terms | in absolute terms | in absolute numbers | in seconds | "
    "in percent | in kilograms | when measured | in practice | for its part | for their part | to "
    "boot | after all | so to speak | as it were | as for | as to | as regards | in the case of | "
    "in this case | in that case | in the sense of the question | in the question's words | in the "
    "question's terms | by the standards of the question | by the question's standards | by the "
    "question's yardstick | by the question's limits | by the question's thresholds | on the scale "
    "given | on the given scale | on the stated scale | on this scale | on that scale | by that "
    "scale | by this scale | by the given scale | going by the question | if one goes by the "
    "question | if one goes by the scale | on the scale for it | has to be | is to be | can be | "
    "may be | ought to be called | can be called | may be called | to be called | to be classed as "
    "| is classed as | is rated | is graded as | counts as | ranks as | qualifies as | goes down as "
    "| is considered | considered | belongs to | belongs in | belongs among | falls into "
    "| fall into | lands in | land in | ends up in | end up in | is in | sits in | lies in "
    "| lie in | comes under | counts among | is among | one of the | is one of | of the question | "
    "in the question | as the question has it | as the question puts it | as the question defines "
    "it | makes for | make for | leads to | lead to | results in | result in | brings "
    "about | bring about | comes with it | with it | along with it | in it | of it | by it | to it "
    "| a matter of | the size of | the extent of | the order of magnitude of | as a share | in "
    "size | in magnitude | in number | in the process | over time | in effect | if anything | at a "
    "stroke | at a time | at that | at this | as such | by itself | of its own | in itself | in "
    "its own right | in every respect | in any case | one way or another | all things "
    "considered | broadly speaking | strictly speaking | simply put | put simply | in short | in "
    "brief | in sum | to sum up | in plain numbers | in plain figures | in numbers | in figures | "
    "to two decimals | to two decimal places | after rounding | on "
    "balance | in a word | the fact is that | the fact that | it turns out that | it is true that | "
    "it is the case that | the result is | the outcome is | the answer is | the upshot is | the "
    "bottom line is | the truth is | so much for | has to be read | has to be put | that is how | "
    "this is how | that is what | this is what | what happens to | what "
    "becomes of | what the question calls | what the question would call | the question would call "
    "| the question calls | is called for | the word for | the verdict | the verdict is | the "
    "label | the label is | speaking of | talking of | mind you | the green wave notwithstanding | "
    "of all | of all the | in view of | given the | given that | in light of | "
    "faced with | in the face of | the presence of | the arrival of | the introduction of | the "
    "effect of | for the average | at the end | at the wheel of | as measured | per the model | "
    "so the model says | says the model | the model says | the simulation says | the model finds | "
    "the simulation shows | the run shows | the runs show | the numbers show | the figures show | "
    "it shows | the evidence shows | the model shows"
)
SILENT_TOGETHER = (*_TOGETHER.split(" | "), *(w.replace("-", " ") for w in SILENT if "-" in w))
