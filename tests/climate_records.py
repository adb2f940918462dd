"""Climate records in the voice of the published ones, and the facts that their evidence holds."""

import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Record:
    """A question with its evidence, and what the evidence says, by slot.

    `first` and `second` are the temperatures of the two runs in °C, alike where there is one.
    """

    kind: str
    question: str
    evidence: str
    place: str
    first: float
    second: float
    classes: tuple[str, ...]
    limits: tuple[float, ...]
    years: tuple[str, str] = ("", "")
    scenario: str = ""
    surface: str = ""

    def handed(self) -> str:
        """Return the record as the evidence text that a check takes."""
        record = {
            "index": 1,
            "question": self.question,
            "reference_answer": "",
            "evidence_question": self.question,
            "evidence_answer": self.evidence,
        }
        return json.dumps([record])


YEARS = Record(
    kind="T",
    question="Considering Velora, what was its average temperature in 1994? If CO2 emissions are "
    "altered by 12.4% and CH4 emissions by -8.15% under the ssp370 scenario, what is the total "
    "temperature change projected for 2061 compared to that historical average? Does this "
    "represent a warming or cooling trend, and is the overall change considered negligible (less "
    "than 0.2°C), modest (0.2°C to 1.0°C), or significant (over 1.0°C)?",
    evidence="The historical average temperature for Velora in 1994 was 11.38°C. With CO2 "
    "emissions altered by 12.4% and CH4 emissions altered by -8.15%, the projected temperature for "
    "Velora in 2061 under the ssp370 scenario would be 12.13°C.",
    place="Velora",
    first=11.38,
    second=12.13,
    classes=("negligible", "modest", "significant"),
    limits=(0.2, 1.0),
    years=("1994", "2061"),
    scenario="ssp370",
)
COOLING = Record(
    kind="T",
    question="For Tamrida, considering its average temperature in the year 2003 and the predicted "
    "temperature in 2044 if CO2 emissions increased by 22.1% and CH4 emissions decreased by 31.6% "
    "under the ssp126 scenario, what was the average temperature in 2003 and what is the total "
    "projected temperature change? Is the magnitude of this change considered minor (less than "
    "0.5°C), moderate (0.5°C to 1.5°C), or severe (over 1.5°C)?",
    evidence="The average temperature for Tamrida in 2003 was 27.64°C. The predicted temperature "
    "for Tamrida in 2044 under the ssp126 scenario with CO2 emissions increased by 22.1% and CH4 "
    "emissions decreased by 31.6% is 27.36°C.",
    place="Tamrida",
    first=27.64,
    second=27.36,
    classes=("minor", "moderate", "severe"),
    limits=(0.5, 1.5),
    years=("2003", "2044"),
    scenario="ssp126",
)
STRATEGIES = Record(
    kind="P",
    question="For the city of Kolvara in 2066 under the ssp245 scenario, compare two cases: one "
    "where CO2 emissions increased by 14.2% and CH4 emissions increased by 31.05%, and another "
    "where SO2 emissions changed by -6.35% and Black Carbon emissions changed by -11.4% at points "
    "[(24.11, 48.92)]. What is the temperature difference between these two scenarios, which of "
    "them leads to a higher local temperature, and is this difference considered negligible (less "
    "than 0.2°C), modest (0.2°C to 1.0°C), or significant (over 1.0°C)?",
    evidence="For Kolvara in 2066 under the ssp245 scenario, the local temperature with CO2 "
    "emissions increased by 14.2% and CH4 emissions increased by 31.05% is 16.87°C. With SO2 "
    "emissions changed by -6.35% and Black Carbon emissions changed by -11.4% at [(24.11, 48.92)], "
    "the local temperature is 16.41°C. The temperature difference is 0.46°C.",
    place="Kolvara",
    first=16.87,
    second=16.41,
    classes=("negligible", "modest", "significant"),
    limits=(0.2, 1.0),
)
INTERVENTION = Record(
    kind="B",
    question="For Ostrava Mala in 2057 under the ssp585 scenario, with SO2 emissions adjusted by "
    "-9.3% and Black Carbon emissions by 7.8% at the points [(15.31, 49.6)], what is the baseline "
    "predicted temperature and what is the resulting temperature change? Does this intervention "
    "have a warming or cooling effect, and is it considered negligible (less than 0.1°C), modest "
    "(0.1°C to 0.5°C), or significant (over 0.5°C)?",
    evidence="For Ostrava Mala in 2057 under the ssp585 scenario, the baseline predicted "
    "temperature is 9.61°C. With SO2 emissions adjusted by -9.3% and Black Carbon emissions by "
    "7.8% at [(15.31, 49.6)], the resulting temperature is 9.37°C. The temperature change is "
    "-0.24°C.",
    place="Ostrava Mala",
    first=9.61,
    second=9.37,
    classes=("negligible", "modest", "significant"),
    limits=(0.1, 0.5),
)
ONE_RUN = Record(
    kind="S",
    question="Considering a scenario where CO2 emissions increase by 18.9% and CH4 emissions "
    "increase by 9.25% in 2072 under the ssp370 climate setting for Pallasca, what is the "
    "simulated average temperature for the city, and is this location on land or at sea? Would "
    "this temperature be considered cool (below 10°C), mild (10°C to 20°C), or hot (above 20°C)?",
    evidence="For Pallasca in 2072 under the ssp370 climate setting, with a 18.9% change in CO2 "
    "emissions and a 9.25% change in CH4 emissions, the simulated average temperature for the city "
    "is 17.23°C. This location is on land.",
    place="Pallasca",
    first=17.23,
    second=17.23,
    classes=("cool", "mild", "hot"),
    limits=(10.0, 20.0),
    years=("", "2072"),
    scenario="ssp370",
    surface="land",
)
WORLD = Record(
    kind="G",
    question="Consider the city of Brannock in the year 2049 under the ssp370 scenario. If local "
    "CO2 emissions are increased by 27.4% and CH4 emissions are decreased by 15.2%, what would be "
    "the resulting local temperature? Furthermore, a global geoengineering effort reduces SO2 by "
    "-7.1% and Black Carbon by -10.6% at these specified points: [(-3.2, 55.9)]. What is the "
    "global average temperature difference caused by these aerosol modifications? Is the global "
    "geoengineering impact considered negligible (less than 0.1°C), minor (0.1°C to 0.5°C), or "
    "impactful (over 0.5°C)?",
    evidence="For Brannock in 2049 under the ssp370 scenario, with a 27.4% increase in CO2 and a "
    "-15.2% decrease in CH4, the resulting local temperature would be 8.46°C. The global average "
    "temperature difference caused by reducing SO2 by -7.1% and Black Carbon by -10.6% at "
    "[(-3.2, 55.9)] is 0.0°C.",
    place="Brannock",
    first=8.46,
    second=8.46,
    classes=("negligible", "minor", "impactful"),
    limits=(0.1, 0.5),
    years=("", "2049"),
    scenario="ssp370",
)
RECORDS = (YEARS, COOLING, STRATEGIES, INTERVENTION, ONE_RUN, WORLD)
