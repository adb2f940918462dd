"""The words for the runs without changes and with them, and for who drives."""

#: Signs: the words for them, parted by bars.
RUNS = {
    # Without the changes and with them.
    "0": (
        "baseline | the baseline | baseline run | baseline case | baseline scenario | baseline "
        "value | baseline level | baseline figure | baseline total | reference | reference case | "
        "reference run | status quo | today | at present | present | currently | current | so far "
        "| until now | hitherto | before | formerly | previously | former | originally | original "
        "| initial | initially | used to | used to be | used to do | earlier level | before the "
        "change | before the changes | before the measure | before the measures | before the "
        "intervention | before the plan | before the scheme | before the charge | before the toll "
        "| before the package | before the reform | before the project | before the limit was "
        "lowered | before the speed limit was lowered | before the road diet | before the zone | "
        "before the concert | before the strategy | before the policy | without the measures | "
        "without the measure | without the plan | without the scheme | without the package | "
        "without the concert | without the strategy | without the changes | without the "
        "intervention | without the charge | without the toll | without the road diet | without "
        "the zone | without the policy | without it | without them | without the project | "
        "without the event | what it was before | what they were before | business as usual | as "
        "things stand | in the past | on a normal evening | on a normal day | on an ordinary "
        "evening | on ordinary days | on a usual evening | normal evening | ordinary evening | "
        "otherwise | unchanged situation | starting point | starting value | starting level | old "
        "| the old | prior | previous | prior level | previous level | what it used to be | what "
        "they used to be | they did before | it did before | they used to | it used to | it was | "
        "they were | they did | it did | it does today | they do today | it is today | they are "
        "today | today's level | of old | usual | normal | the usual | the normal level | the "
        "usual level | no measures | no intervention | beforehand | at the moment | existing | "
        "untreated | unmodified | unaltered corridor | before that | before it | existing level | "
        "the day before | pre intervention | pre change | base case | control run | as of today | "
        "until today | up to now | to date | as now | the ordinary number | the usual number | "
        "the normal number | "
        "the number before | that of the baseline | those of the "
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
        "trial | mix of measures | installed | introduced | implemented | "
        "adopted | switched on | in effect | in operation | up and running | rolled out"
    ),
    # Who drives, and each of them.
    "a": (
        "traffic | vehicle | vehicles | car | cars | driver | drivers | motorist | motorists | "
        "engines | commuter | commuters | road user | road users | everyone | everybody | anyone "
        "| anybody | people | one | average driver | average "
        "motorist | mean vehicle | typical vehicle | typical driver | those "
        "who drive | those driving | who drive | who drives | traveller | travellers | traveler | "
        "travelers | a trip | per trip | each trip | every trip | on each trip | on every trip | "
        "a journey | per journey | each journey | per drive | per ride | per run | per passage | "
        "one way | automobile | automobiles | per crossing | for the trip | of the trip for | "
        "someone | somebody | on a trip | on the trip | the public | fleet | whole fleet"
    ),
    "b": (
        "average vehicle | average car | the average vehicle | the average car | "
        "per vehicle | per car | each vehicle | each car | every vehicle | every car | a single "
        "vehicle | a single car | for each vehicle | for each car | for every vehicle | for every "
        "car | a vehicle | a car | one vehicle | one car | per driver | each driver | every "
        "driver | a driver | individual vehicle | the individual vehicle | the single vehicle"
    ),
}  # fmt: skip
#: Names of what is tried: beginnings of words of which the question holds one, and the names.
MEASURES = (
    (
        ("concert", "event", "game", "stadium", "festival", "match", "show",),
        "concert | concerts | event | events | night of the concert | evening of the concert | "
        "concert night | concert nights | concert evening | concert evenings | stadium | show | "
        "game | match day | festival | surge | rush | crowd | crowds | concert goers | "
        "concertgoers | concert crowd | visitors | audience | big night | fans | special event | "
        "venue | surge in demand | demand surge | spectators | spike | evening out | gig",
    ),
    (
        ("charg", "toll", "pric",),
        "congestion charge zone | congestion charge | charge zone | charge | charges | congestion "
        "pricing | toll | tolling | tolls | tolled | dynamic toll | dynamic tolling | tolling "
        "scenario | pricing | pricing scheme | tolling scheme | tolling case | charging | "
        "charging scheme | tolling system | toll system | fee | levy | road pricing",
    ),
    (
        ("zone", "low-",),
        "low speed corridor | low speed road | low speed street | low emission corridor | "
        "low emission street | slow corridor | zone | zones | low speed zone | "
        "low emission zone | slow zone | low traffic zone | speed "
        "zone | emission zone | zone's rules | restricted zone",
    ),
    (
        ("lane", "diet",),
        "road diet | diet | lane | lanes | protected lane | bike lane | protected bike lane | "
        "cycle lane | lost lane | missing lane | fewer lanes | one lane less | a lane less | is "
        "given up | given up | gives up | narrower road | narrowed road | narrower | lost | "
        "missing | goes missing | one lane only | cycle track | livable downtown | liveable "
        "downtown",
    ),
    (
        ("street", "avenue",),
        "living street | living streets",
    ),
    (
        ("corridor",),
        "smart corridor",
    ),
    (
        ("livable", "liveable",),
        "livable downtown | liveable downtown",
    ),
    (
        ("pedestrian",),
        "pedestrian friendly core | pedestrian friendly zone",
    ),
    (
        ("signal", "wave", "junction", "priority", "intersection",),
        "signal | signals | signal upgrade | better signals | upgraded signal | upgraded signals "
        "| prioritised signal | prioritized signal | junction | intersection | main intersection "
        "| junction upgrade | intersection upgrade | coordinated signals | traffic lights | "
        "lights | traffic signal | traffic signals | better light | improved signals | improved "
        "signal | wave | signal scheme | smoother signals | green light | green lights",
    ),
    (
        ("calm", "limit", "speed", "slow",),
        "slower cars | calming | traffic calming | calmer traffic | slower driving | slower "
        "traffic",
    ),
)  # fmt: skip
