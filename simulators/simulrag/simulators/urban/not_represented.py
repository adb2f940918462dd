"""What people ask of a corridor that the simulator does not represent, in their words."""

NOT_REPRESENTED = {
    "people on foot and on bicycles": (
        "pedestrians", "cyclists", "cycling", "bicycles", "schoolchildren", "school children",
        "children", "toddlers", "wheelchair users", "walkers", "joggers",
    ),
    "public transport": (
        "bus passengers", "buses", "bus riders", "passengers", "ridership", "tram", "trams",
        "train", "trains", "by bike", "by bus", "on foot", "by public transport", "metro",
        "subway", "taxi", "taxis", "cab drivers", "bus company", "bus drivers",
    ),
    "kinds of vehicles": (
        "private cars", "lorry", "lorries", "trucks", "vans", "motorcycles", "motorbikes",
        "ambulance", "ambulances", "fire engine", "fire engines", "delivery vehicles", "diesel",
        "diesels", "electric vehicles", "electric car", "hybrid cars", "scooters",
    ),
    "costs and the economy": (
        "shops", "shopkeepers", "shop owners", "retailers", "retail", "turnover", "revenue",
        "revenues", "fare", "fares", "rents", "property", "house prices", "companies", "firms",
        "businesses", "restaurants", "cafes", "customers", "budget", "taxpayers", "ticket",
        "tickets", "fuel costs", "cost of the", "costs of", "running costs", "jobs",
        "hotel", "hotels", "insurance", "filling stations", "couriers",
        "hauliers", "freight operators", "employers",
    ),
    "safety": (
        "accident", "accidents", "crash", "crashes", "collision", "collisions", "injuries",
        "injured", "fatalities", "road deaths",
    ),
    "what the air holds": (
        "concentration", "concentrations", "particulates", "particulate matter", "fine dust",
        "soot", "smog", "ozone", "pm2.5", "pm10",
    ),
    "noise and health": (
        "noise", "decibel", "decibels", "asthma", "hospital", "hospitals", "stress", "sleep",
        "patients", "doctors", "lungs",
    ),
    "other streets": (
        "parallel street", "parallel streets", "parallel road", "parallel roads", "side street",
        "side streets", "back streets", "other streets", "neighbouring streets",
        "neighboring streets", "surrounding streets", "nearby streets", "adjacent streets",
        "adjacent roads", "ring road", "bypass", "detour", "detours",
    ),
    "numbers of people": (
        "per head", "per capita", "per inhabitant", "per resident", "per passenger",
        "per household", "for each resident", "for every resident", "per citizen",
    ),
    "parking": (
        "parking", "car park", "car parks", "parked cars", "parking space", "parking spaces",
    ),
    "what people decide and feel": (
        "voters", "petition", "complaints", "complain", "satisfaction", "popularity", "protest",
        "protests", "patience", "mood", "anger", "habits", "electric cars",
    ),
}  # fmt: skip

#: Parameter -> what it cannot be.
OTHER_VALUES = {
    "lanes": (
        "suburban roads", "suburban streets", "suburban", "suburb", "suburbs", "elsewhere",
        "country roads", "rural roads", "other cities", "another city", "neighbouring city",
        "neighboring city", "neighbouring cities", "neighboring cities", "neighbouring town",
        "neighboring town", "another town", "next town", "every city", "any city", "other towns",
        "other corridors", "another corridor", "other junctions", "other avenues",
        "next junction", "back streets", "motorway", "motorways", "freeway", "expressway",
        "ring road", "ring roads", "bypass",
        "side street", "side streets", "side roads", "other streets", "other roads",
        "neighbouring streets", "neighboring streets", "adjacent streets", "parallel streets",
        "parallel roads", "surrounding streets", "residential streets", "citywide", "city-wide",
        "3 lanes", "three lanes", "4 lanes", "four lanes", "6 lanes", "six lanes", "third lane",
        "extra lane", "additional lane", "adding a lane", "add a lane", "widening the road",
    ),
    "signal": ("roundabout", "traffic circle", "overpass", "underpass", "flyover"),
}  # fmt: skip
