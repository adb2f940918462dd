"""The ten example questions of SimulRAG's appendix A.3 and the calls that they ask for.

The calls were written by hand from the words of the questions.
"""

from pydantic import JsonValue

from simulrag.simulators.interface import Call

CHAIWU = (
    "For the city of Chaiwu, what is the total temperature change projected between its historical "
    "average in 1994 and a future scenario in 2041 under ssp585 conditions, where CO2 emissions "
    "increase by 47.31% and CH4 emissions increase by 36.46%? Does this change represent a warming "
    "or cooling trend, and would its magnitude be considered modest (less than 1.0°C) or "
    "significant (1.0°C or greater)?"
)
SURESNES = (
    "For Suresnes in 2050, under the ssp245 scenario with CO2 emissions increasing by 23.83% and "
    "CH4 by 39.2%, what is the projected temperature? Based on this projection, would the local "
    "climate be considered cold (below 5°C), mild (5°C to 15°C), or warm (above 15°C)? Also, "
    "confirm if the location is terrestrial."
)
BALDWIN = (
    "For the city of Baldwin in 2072 under the ssp245 scenario, compare two distinct emission "
    "modification strategies: one where CO2 emissions increase by 13.4% and CH4 emissions increase "
    "by 6.09%, and another where SO2 emissions decrease by 13.28% and Black Carbon emissions are "
    "modified by -11.75% at [(-73.6075, 40.6511)]. Which strategy results in a warmer local "
    "climate? What is the temperature difference between the two scenarios? Is this difference "
    "considered negligible (less than 0.2°C), modest (0.2°C to 1.0°C), or significant (over 1.0°C)?"
)
CHONGZUO = (
    "For Chongzuo, compare the historical average temperature in 1992 with the projection for 2083 "
    "under the ssp245 scenario, assuming a 29.37% increase in CO2 and a 48.75% increase in CH4 "
    "emissions. What is the total temperature change? Based on this change, does this represent a "
    "minor (less than 1°C), significant (1°C to 2°C), or severe (over 2°C) warming trend?"
)
CORREIA_PINTO = (
    "For Correia Pinto in the year 2072 under the ssp585 scenario, compare two potential "
    "interventions: an aerosol modification with a 6.24% change in SO2 and -19.46% change in BC at "
    "points [(-50.4, -27.5833)], versus a greenhouse gas intervention with a 44.57% change in CO2 "
    "and 8.5% change in CH4. Which intervention leads to a warmer local climate? What is the "
    "temperature difference between them? Would this difference be considered negligible (less "
    "than 0.2°C), modest (0.2°C to 1.0°C), or significant (over 1.0°C)?"
)
TWO_STATES = (
    "For an upcoming influenza season in North Carolina and Massachusetts commencing around "
    "October 4th, 2022, what is the comprehensive epidemiological forecast for hospital "
    "prevalence, assuming a high R0 of 2.6, moderate seasonality, and a low 10% prior immunity? "
    "Please assess the expected trajectory, including the outbreak’s peak severity, and timing."
)
FOUR_STATES = (
    "For an influenza season in North Carolina, Missouri, Arizona, and Vermont beginning around "
    "October 7th, 2022, what is the comprehensive epidemiological forecast for hospital "
    "prevalence, assuming a high basic reproduction number (R0) of 2.2, moderate seasonality, and "
    "a low 10% population-wide prior immunity? Please analyze the outbreak’s expected trajectory, "
    "considering its peak severity, and timing."
)
NO_SEASONALITY = (
    "For an influenza season in Colorado, North Carolina, Vermont, and South Carolina beginning "
    "around September 23, 2022, what is the comprehensive epidemiological forecast for hospital "
    "prevalence, assuming a high basic reproduction number (R0) of 2.6, no seasonality, and a low "
    "population-wide prior immunity of 10%? Please analyze the projected trajectory, considering "
    "the outbreak’s peak severity, and timing."
)
IMMUNITY_LAST = (
    "What is the comprehensive epidemiological forecast for hospital prevalence in Iowa, Florida, "
    "and Michigan, for an influenza season starting around September 22nd, 2022? This scenario "
    "assumes a high R0 of 2.2, moderate seasonality, and a low 10% prior immunity in the "
    "population. Please consider severity of the outbreak, and its timing."
)
STRONG_SEASONALITY = (
    "For an upcoming influenza season in South Dakota, Massachusetts, Illinois, and Wyoming, what "
    "is the comprehensive epidemiological forecast for hospital prevalence given a start date of "
    "September 26, 2022, a high R0 of 2.4, strong seasonality, and an initial population immunity "
    "level of 20%? Please assess the expected trajectory, considering the peak’s severity, and its "
    "timing."
)


def temperature(place: str, year: int, **rest: JsonValue) -> Call:
    """Return a call for the local temperature."""
    arguments: dict[str, JsonValue] = {"place": place, "year": year, **rest}
    return Call(simulator="climate", function="temperature", arguments=arguments)


def season(states: list[str], start: str, r0: float, seasonality: str, immunity: float) -> Call:
    """Return a call for the hospital prevalence of a season."""
    arguments: dict[str, JsonValue] = {
        "states": list[JsonValue](sorted(states)),
        "start_date": start,
        "r0": r0,
        "seasonality": seasonality,
        "immunity": immunity,
        "metric": "hospital prevalence",
    }
    return Call(simulator="epidemiology", function="season", arguments=arguments)


CLIMATE: dict[str, list[Call]] = {
    CHAIWU: [
        temperature("Chaiwu", 1994),
        temperature("Chaiwu", 2041, scenario="ssp585", co2=47.31, ch4=36.46),
    ],
    SURESNES: [
        temperature("Suresnes", 2050, scenario="ssp245", co2=23.83, ch4=39.2),
        Call(simulator="climate", function="land_or_sea", arguments={"place": "Suresnes"}),
    ],
    BALDWIN: [
        temperature("Baldwin", 2072, scenario="ssp245", co2=13.4, ch4=6.09),
        temperature(
            "Baldwin",
            2072,
            scenario="ssp245",
            so2=-13.28,
            bc=-11.75,
            points=[[-73.6075, 40.6511]],
        ),
    ],
    CHONGZUO: [
        temperature("Chongzuo", 1992),
        temperature("Chongzuo", 2083, scenario="ssp245", co2=29.37, ch4=48.75),
    ],
    CORREIA_PINTO: [
        temperature(
            "Correia Pinto",
            2072,
            scenario="ssp585",
            so2=6.24,
            bc=-19.46,
            points=[[-50.4, -27.5833]],
        ),
        temperature("Correia Pinto", 2072, scenario="ssp585", co2=44.57, ch4=8.5),
    ],
}
EPIDEMIOLOGY: dict[str, list[Call]] = {
    TWO_STATES: [season(["North Carolina", "Massachusetts"], "2022-10-04", 2.6, "moderate", 10)],
    FOUR_STATES: [
        season(
            ["North Carolina", "Missouri", "Arizona", "Vermont"], "2022-10-07", 2.2, "moderate", 10
        )
    ],
    NO_SEASONALITY: [
        season(
            ["Colorado", "North Carolina", "Vermont", "South Carolina"],
            "2022-09-23",
            2.6,
            "none",
            10,
        )
    ],
    IMMUNITY_LAST: [season(["Iowa", "Florida", "Michigan"], "2022-09-22", 2.2, "moderate", 10)],
    STRONG_SEASONALITY: [
        season(
            ["South Dakota", "Massachusetts", "Illinois", "Wyoming"], "2022-09-26", 2.4, "high", 20
        )
    ],
}
EXPECTED = CLIMATE | EPIDEMIOLOGY
