"""What people ask of a climate model that this one does not represent, in their words."""

from simulrag.simulators.climate.temperature_words import PARTS_OF_THE_GLOBE

NOT_REPRESENTED = {
    "precipitation and weather but mean rain and snow": (
        "rain", "rains", "rainy", "rainfall", "precipitation", "monsoon", "snow", "snowfall",
        "drought", "droughts", "drier", "wetter", "dryness", "cloudburst", "cloudbursts",
        "downpour", "downpours", "flood", "floods", "flooding", "storm", "storms", "humidity",
        "humid", "drains", "wind", "winds", "windy", "windier", "sunshine", "sunny", "sunnier",
        "cloudy", "cloudier", "clouds",
    ),
    "single days and nights, and seasons but of temperature and precipitation": (
        "heatwave", "heatwaves", "heat wave", "heat waves", "hottest day", "hottest days",
        "coldest day", "afternoon", "afternoons", "night", "nights", "night-time", "at noon",
        "midday", "tropical nights", "summer", "summers", "winter", "winters", "spring", "autumn",
        "daily maximum", "daily minimum", "maximum temperature", "maximum temperatures",
        "minimum temperature", "minimum temperatures", "frost", "frosts", "extremes",
        "extreme weather", "cyclone", "cyclones", "hurricane", "hurricanes", "typhoon",
        "typhoons", "tornado", "tornadoes", "wildfire", "wildfires", "january", "february",
        "in march", "april", "in may", "june", "july", "august", "september", "october",
        "november", "december", "monthly", "return period", "day-to-night", "diurnal",
    ),
    "parts of the globe without a place": PARTS_OF_THE_GLOBE,
    "causes other than emissions": (
        "natural", "naturally", "man-made", "volcano", "volcanoes", "volcanic", "sunspots",
        "solar activity", "asphalt", "pavement", "tarmac", "urban sprawl", "urbanisation",
        "urbanization", "land use", "el niño", "la niña", "heat island", "deforestation",
        "irrigation",
    ),
    "sea level and ice": (
        "sea level", "sea-level", "sea levels", "ice", "ice-free", "ice sheet", "ice sheets",
        "glacier", "glaciers", "permafrost", "sea ice", "snowpack", "the seas", "seas",
        "high tide", "high tides", "tides", "surf", "seawall", "seawalls", "shoreline",
        "shorelines", "beach", "beaches", "reef", "reefs", "estuary", "lagoon", "icebergs",
        "meltwater", "avalanche", "avalanches", "ocean acidification",
        "ocean ph", "ph of the ocean", "acidity", "coral",
        "corals", "coastline",
    ),
    "concentrations of gases": (
        "co2 concentration", "co2 concentrations", "concentration of co2",
        "carbon dioxide concentration", "concentration of carbon dioxide", "methane concentration",
    ),
    "costs and the economy": (
        "carbon price", "carbon tax", "gdp", "cost", "costs", "dollars", "euros", "economic",
        "economy", "insurance", "adaptation funds", "cheapest", "billion dollars",
    ),
    "effects on people, crops and nature": (
        "deaths", "mortality", "kills", "killed", "die", "dies", "died", "harvest", "harvests",
        "farming", "agriculture", "viable", "liveable", "unliveable", "livable", "unlivable",
        "habitable", "uninhabitable", "workers", "comfortable for", "comfortable to", "crop",
        "crops", "wheat", "maize", "rice", "vines", "vineyard", "vineyards", "wine", "vintners",
        "growers", "farmers", "farmer", "gardeners", "livestock", "cattle", "herds", "fisheries",
        "orchards", "growing season", "growing seasons", "forests", "trees", "insects",
        "mosquitoes", "bees", "cope with", "copes with", "cope", "coping", "withstand",
        "withstands", "endure", "endures", "tolerate", "tolerates", "survive", "survives",
        "thrive", "thrives", "tourists", "tourism", "holidaymakers", "skiers", "elderly",
        "health", "air conditioning", "energy demand", "electricity demand", "biodiversity",
        "species", "migration", "refugees", "malaria", "dengue", "air quality", "drinking water",
        "fisherman", "fishermen", "fishers", "anglers", "salmon", "cod", "trout", "herring",
        "shellfish", "fish", "catch of fish", "birds", "butterflies", "wildlife", "deer",
        "reindeer", "polar bears", "penguins", "whales", "turtles", "frogs", "locusts", "pests",
        "weeds", "grass", "meadows", "pasture", "pastures", "grazing", "sheep", "goats", "cows",
        "camels", "poultry", "beekeepers", "shepherds", "herders", "foresters", "barley", "oats",
        "soybeans", "soy", "potatoes", "cotton", "olives", "olive",
        "grapes", "apples", "cherries", "mangoes", "tomatoes", "vegetables", "sunflowers",
        "sugar cane", "flowering", "blossom", "blossoms", "leaf fall", "pollen", "allergies",
        "asthma", "heatstroke", "heat stroke", "hospitals", "patients", "toddlers", "pensioners",
        "schoolchildren", "pupils", "commuters", "hikers", "swimmers", "bathers", "sunbathers",
        "athletes", "holidays", "holiday", "vacation", "vacations", "hotels", "ski slopes",
        "ski season", "ski lifts", "swimming pools", "power plants", "power stations",
        "power cuts", "blackouts", "electricity bills", "heating bills", "water bills",
        "radiators", "fans", "wells", "reservoirs", "aquifer", "aquifers", "groundwater",
        "rivers", "river levels", "soils", "topsoil", "desertification", "deserts", "landslides",
        "roads", "railways", "runways", "mortgages", "house prices", "property prices", "wages",
        "jobs", "productivity", "incomes", "poverty", "food prices", "famine", "hunger",
    ),
}  # fmt: skip

#: Parameter -> what it cannot be: planets, and scenarios that no emulator here runs.
OTHER_VALUES = {
    "place": tuple(
        f"{on} {world}" for on in ("on", "On")
        for world in ("Mars", "Venus", "Mercury", "Jupiter", "Titan", "the Moon")
    ),
    "scenario": (
        "RCP2.6", "RCP4.5", "RCP6.0", "RCP8.5", "A1B", "A2 scenario",
    ),
}  # fmt: skip
