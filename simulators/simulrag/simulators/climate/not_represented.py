"""What people ask of a climate model that this one does not represent, in their words."""

NOT_REPRESENTED = {
    "precipitation": (
        "rain", "rains", "rainy", "rainfall", "precipitation", "monsoon", "snow", "snowfall",
        "drought", "droughts", "drier",
        "wetter", "dryness", "cloudburst", "cloudbursts", "downpour", "downpours", "flood",
        "floods", "flooding",
        "storm", "storms", "humidity", "humid", "drains", "wind", "winds", "windy", "windier",
        "sunshine", "sunny", "sunnier", "cloudy", "cloudier", "clouds",
    ),
    "extremes of single days, nights or seasons": (
        "heatwave", "heatwaves", "heat wave", "heat waves", "hottest day", "hottest days",
        "coldest day", "afternoon",
        "afternoons", "night", "nights", "night-time", "at noon", "midday",
        "tropical nights", "summer", "summers", "winter",
        "winters", "spring",
        "autumn", "daily maximum", "daily minimum",
        "maximum temperature", "maximum temperatures", "minimum temperature",
        "minimum temperatures", "frost", "frosts", "extremes",
        "extreme weather", "cyclone", "cyclones",
        "hurricane", "hurricanes", "typhoon", "typhoons", "tornado", "tornadoes", "wildfire",
        "wildfires", "january",
        "february", "in march", "april", "in may", "june", "july", "august", "september", "october",
        "november", "december", "monthly", "return period", "day-to-night", "diurnal",
    ),
    "parts of the globe": (
        "land areas", "land warming", "ocean warming", "the oceans", "ocean areas",
        "northern hemisphere", "southern hemisphere", "the continents", "the arctic",
        "the antarctic", "the tropics",
    ),
    "causes other than emissions": (
        "natural", "naturally", "man-made", "volcano", "volcanoes", "volcanic", "sunspots",
        "solar activity", "el niño", "la niña", "heat island", "deforestation", "irrigation",
    ),
    "sea level and ice": (
        "sea level", "sea-level", "sea levels", "ice", "ice-free", "ice sheet", "ice sheets",
        "glacier", "glaciers",
        "permafrost", "sea ice", "snowpack", "oceans", "ocean acidification", "coral", "corals",
        "coastline",
    ),
    "costs and the economy": (
        "carbon price", "carbon tax", "gdp", "cost", "costs", "dollars", "euros", "economic",
        "economy", "insurance",
        "adaptation funds", "cheapest", "billion dollars",
    ),
    "effects on people, crops and nature": (
        "deaths", "mortality", "kills", "killed", "die", "dies", "died", "harvest", "harvests",
        "farming", "agriculture", "viable", "liveable", "unliveable", "livable", "unlivable",
        "habitable",
        "uninhabitable", "workers", "comfortable for", "comfortable to", "crop", "crops",
        "wheat", "maize", "biodiversity", "species", "migration", "refugees", "malaria", "dengue",
        "air quality",
        "drinking water",
    ),
}  # fmt: skip
