"""The climate simulator as it is registered: what it says of itself, light to load.

What runs it needs numpy and tables, and is loaded with the first run.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pydantic import JsonValue

from simulrag.handbooks import reader
from simulrag.simulators.capabilities import Skill
from simulrag.simulators.climate.observed_functions import OBSERVED
from simulrag.simulators.climate.parameters import PARTS_OF_THE_GLOBE
from simulrag.simulators.climate.period_functions import PERIODS
from simulrag.simulators.climate.precipitation_functions import RAIN
from simulrag.simulators.climate.record_source import RECORD
from simulrag.simulators.climate.temperature_functions import GLOBAL, LAND_OR_SEA, LOCAL
from simulrag.simulators.climate.threshold_functions import (
    EXCEEDANCE,
    INVERSES,
    NEEDED,
    THRESHOLD_YEAR,
)
from simulrag.simulators.interface import Call, Candidate, Run, Series

if TYPE_CHECKING:
    from simulrag.simulators.capabilities import GlobeField
    from simulrag.simulators.climate.runs import ClimateRuns

#: What people ask of a climate model that this one does not represent, in their words.
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


class ClimateSimulator:
    """Mean temperature and precipitation, locally and globally, 1850 to 2100 (see `Simulator`)."""

    name = "climate"
    title = "Climate emulator"
    published = RECORD
    version = RECORD.version("7")
    description = (
        "Mean temperature and precipitation of places, countries and the world, by year, season "
        "or month, SSP scenario and change of CO2, CH4, SO2 and BC emissions; periods, "
        "trends, thresholds; land or sea; observations. "
        "Not: weather, extremes, sea level, causes, policy."
    )
    functions = (
        LOCAL, GLOBAL, THRESHOLD_YEAR, NEEDED, LAND_OR_SEA, RAIN, *PERIODS, EXCEEDANCE, *OBSERVED
    )  # fmt: skip
    not_represented = NOT_REPRESENTED
    other_values = OTHER_VALUES
    inverses = INVERSES

    @cached_property
    def _runs(self) -> "ClimateRuns":
        from simulrag.simulators.climate.runs import ClimateRuns

        return ClimateRuns(self)

    def run(self, call: Call) -> Run:
        """Run a call whose arguments have passed `arguments.validate`.

        Raises UnknownName, MissingCondition, OutOfRange or RunFailed. The series run from 1850
        to the year asked for, every fifth year.
        """
        return self._runs.run(call)

    def refuse(self, call: Call) -> None:
        """Raise what stands in the way of a validated call (see `Refusing`)."""
        self._runs.refuse(call)

    def find(self, parameter: str, text: str) -> tuple[Candidate, ...]:
        """Return what `text` may mean as a place, the likeliest first."""
        return self._runs.find(parameter, text)

    def equal_choices(self, arguments: Mapping[str, JsonValue]) -> dict[str, tuple[str, ...]]:
        """Return what a season is called as well where a call's place lies (see `Equating`)."""
        from simulrag.simulators.climate.places import same_seasons

        if not {"place", "season"} <= set(arguments):
            return {}
        return {"season": same_seasons(str(arguments["place"]), arguments["season"])}

    def handbook(self) -> str:
        """Return the handbook's Markdown, with `{{tables}}` where rendered tables belong."""
        from simulrag.simulators.climate import measured_figures

        prose = reader.text(self.name).replace("{{last recorded}}", RECORD.through)
        return measured_figures.filled(prose)

    def card(self) -> str:
        """Return the model card that training wrote (see `Carded`)."""
        from simulrag.simulators.climate import measured_figures

        return measured_figures.card()

    def skill(self, call: Call) -> Skill | None:
        """Return how often the local temperature fits stations (see `Validated`)."""
        from simulrag.simulators.climate import measured_figures

        return measured_figures.skill() if call.function == "temperature" else None

    def complete(self, parameter: str, begun: str, count: int) -> tuple[str, ...]:  # noqa: ARG002
        """Return places whose names begin so, the most inhabitants first (see `Completing`)."""
        from simulrag.simulators.climate.places import beginning

        return beginning(begun, count)

    def question_templates(self) -> str:
        """Return templates of benchmark questions (see `BringsQuestions`)."""
        return reader.question_templates(self.name)

    def draw(self, parameter: str, share: float) -> str:  # noqa: ARG002
        """Return the name of a town (see `DrawsValues`); the places are the only such parameter."""
        from simulrag.simulators.climate.places import draw

        return draw(share)

    def samples(self, call: Call) -> dict[str, Sequence[float]]:
        """Return the equally likely values behind the intervals of a call (see `Sampled`)."""
        return self._runs.samples(call)

    def sweep(
        self, call: Call, parameter: str, values: Sequence[JsonValue], output: str
    ) -> Series | None:
        """Return an output over years faster than one by one (see `Swept`)."""
        return self._runs.sweep(call, parameter, values, output)

    def globe_fields(self, call: Call) -> "tuple[GlobeField, ...]":
        """Return the fields that belong to a call (see `Mapped`)."""
        return self._runs.globe_fields(call)
