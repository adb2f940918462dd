"""What comes back for a sentence that is not read: the formula it begins, or why it is outside."""

import pytest

from simulrag.simulators.registry import installed
from simulrag.verifier.claims import Bound
from simulrag.verifier.english.reader import formula_claim


def unread(text: str) -> Bound:
    """Return what comes back for a sentence that has no formula."""
    found = formula_claim(text, (), installed())
    assert isinstance(found, Bound)
    return found


@pytest.mark.parametrize(
    ("text", "begun"),
    [
        ("By 2085 the tropics could end up 4 °C above pre-industrial under SSP5-8.5, some reckon.",
         'climate.temperature(place="the tropics", year=2085, scenario="ssp585")'
         ".warming_since_preindustrial"),
        ("Halving global methane emissions could shave 0.3 °C off global warming in 2090.",
         "climate.global_temperature(year=2090, ch4=-50).global_change_from_baseline"),
        ("In 2010 the globe ended up 0.9 °C hotter than in 1850-1900, observers reckon.",
         "climate.global_record(year=2010).recorded_warming"),
        ("The globe shall cross 1.5 °C of global warming under SSP3-7.0, observers reckon.",
         'climate.threshold_year(threshold=1.5, scenario="ssp370").exceedance_year'),
        ("Lima should expect 12 % more annual rainfall by 2085 under SSP5-8.5.",
         'climate.precipitation(place="Lima", year=2085, scenario="ssp585").precipitation_change'),
        ("Harried wards in Utah logged 320 flu admissions in the week ending 4 January 2025.",
         'epidemiology.admissions(states=["Utah"], week="2025-01-04").week_admissions'),
        ("Wards across the United States logged 38,000 flu admissions in the week ending "
         "4 January 2025.",
         'epidemiology.admissions(states=["all 50 states and DC"], week="2025-01-04")'
         ".week_admissions"),
        ("Hapless Georgia (US) logged 1,900 flu admissions in the week ending 4 January 2025.",
         'epidemiology.admissions(states=["Georgia"], week="2025-01-04").week_admissions'),
        ("Shrewdly vaccinating 40 % of Iowa would avert 55 % of its flu admissions.",
         'epidemiology.intervention(states=["Iowa"], start_date=..., r0=..., seasonality=..., '
         'immunity=..., measures=[{"kind": "vaccinated", "share": 40}]).averted_share'),
        ("A 40 km/h limit would needlessly lengthen trips on the corridor, with a travel time of "
         "126 seconds.", "urban.corridor(speed_limit_kmh=40).travel_time"),
        ("A 40 km/h limit would needlessly push up travel time on the corridor by 60 %.",
         "urban.corridor(speed_limit_kmh=40).travel_time_change"),
        ("Swapping the fixed-time signal for a green wave would trim idling on the corridor by "
         "60 %.", 'urban.corridor(signal="green wave").idling_time_change'),
        ("Cars on the corridor would guzzle 80 ml of fuel per car with a green wave.",
         'urban.corridor(signal="green wave").fuel_per_vehicle'),
    ],
)  # fmt: skip
def test_the_formula_that_a_sentence_begins_has_its_output_and_all_its_conditions(text, begun):
    assert unread(text).skeleton == f"{begun} == ..."


def test_outputs_that_are_as_near_stand_beside_each_other():
    found = unread("Demand on the corridor +40 %: idling time +9 %, travel time, alas, +4 %.")
    assert sorted(found.skeleton.split(" | ")) == [
        "urban.corridor(demand=40).idling_time_change == ...",
        "urban.corridor(demand=40).travel_time_change == ...",
    ]


@pytest.mark.parametrize(
    "text",
    ["The mayor gave a speech about housing.", "Neighbours cheered the slow traffic."],
)
def test_no_formula_begins_where_nothing_is_near(text):
    assert not unread(text).skeleton


def test_a_value_that_words_leave_open_or_give_twice_is_to_be_filled_in():
    found = unread("In 2085 Lima is somehow hotter than Quito, with a temperature of 20 °C.")
    assert found.skeleton == "climate.temperature(place=..., year=2085).temperature == ..."


@pytest.mark.parametrize(
    "text",
    [
        "Winters in Oslo could hover around 1 °C in 2085 under SSP5-8.5.",
        "By 2085 the Arctic could end up 9 °C above pre-industrial under SSP5-8.5, some reckon.",
        "Drab hospitals in Utah logged 320 flu admissions in the week ending 4 January 2025.",
        "A 40 km/h limit on the corridor would needlessly raise CO2 by 12 %.",
        "Halving global methane emissions in vain would cool the world in 2090.",
        "Shutting schools in vain would avert a fifth of the flu admissions in Iowa.",
    ],
)
def test_words_that_are_not_understood_put_nothing_outside(text):
    assert unread(text).bound == "unread"


@pytest.mark.parametrize(
    ("text", "simulator", "said"),
    [
        ("Heat waves in Athens would triple by 2070 under SSP3-7.0.", "climate", "Heat waves"),
        ("Sea level near Oslo would climb by 0.4 m by 2090.", "climate", "Sea level"),
        ("Flu took 1,100 lives in Iowa with 300 deaths among its patients.", "epidemiology",
         "deaths"),
        ("Covid admissions in Iowa doubled in the week ending 4 January 2025.", "epidemiology",
         "Covid"),
        ("Crashes along the corridor would halve with a green wave.", "urban", "Crashes"),
    ],
)  # fmt: skip
def test_what_the_simulator_that_words_point_to_does_not_represent_is_outside(
    text, simulator, said
):
    found = unread(text)
    assert (found.bound, found.problem.simulator, found.problem.given) == (
        "outside", simulator, said,
    )  # fmt: skip
