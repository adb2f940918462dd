"""Questions become calls: every input with its sign, every setting, and what is missing."""

import pytest
from pydantic import JsonValue

from appendix_questions import CHAIWU, EXPECTED, SURESNES, TWO_STATES, temperature
from simulrag.simulators.interface import Call
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Plan
from simulrag.verifier.reading.questions import plan


def arguments(made: Plan) -> list[dict[str, JsonValue]]:
    """Return the arguments of a plan's calls."""
    return [dict(call.arguments) for call in made.calls]


def reasons(made: Plan) -> list[str]:
    """Return why a plan is incomplete."""
    return [problem.reason for problem in made.problems]


@pytest.mark.parametrize("question", EXPECTED, ids=lambda q: q[:40])
def test_the_questions_of_the_paper_ask_for_these_calls(question: str, registry: Registry):
    assert list(plan(question, registry).calls) == EXPECTED[question]


@pytest.mark.parametrize("question", EXPECTED, ids=lambda q: q[:40])
def test_every_call_names_words_of_the_question(question: str, registry: Registry):
    made = plan(question, registry)
    assert len(made.words) == len(made.calls)
    for words in made.words:
        assert words
        assert all(
            word in question.replace("’", "'") for group in words for word in group.split(", ")
        )


@pytest.mark.parametrize("question", EXPECTED, ids=lambda q: q[:40])
def test_the_order_of_the_simulators_does_not_matter(question: str, all_registry: Registry):
    turned = Registry(reversed(list(all_registry)))
    assert plan(question, turned).calls == plan(question, all_registry).calls


def test_a_place_that_the_gazetteer_lacks_is_named_in_the_refusal(registry: Registry):
    made = plan(CHAIWU, registry)
    if reasons(made):
        assert made.problems[0].reason == "unknown_name"
        assert "Chaiwu" in made.problems[0].message


@pytest.mark.parametrize(
    ("words", "co2"),
    [
        ("CO2 emissions increase by 26.47 %", 26.47),
        ("CO2 emissions decrease by 26.47 %", -26.47),
        ("CO2 emissions are decreased by -26.47 %", -26.47),
        ("CO2 emissions change by -26.47%", -26.47),
        ("CO2 emissions change by −26.47 %", -26.47),
        ("CO2 emissions are cut by 26.47 percent", -26.47),
        ("a 26.47% reduction in CO2", -26.47),
        ("a 26.47% increase in carbon dioxide", 26.47),
        ("a -26.47% change in CO2", -26.47),
        ("CO2 emissions are modified by +26.47%", 26.47),
        ("CO₂ emissions rise by 26.47 %", 26.47),
        ("26.47% less CO2", -26.47),
    ],
)
def test_a_change_has_the_sign_that_the_words_give_it_once(
    words: str, co2: float, registry: Registry
):
    made = plan(f"What is the temperature in Paris in 2060 under ssp245 if {words}?", registry)
    assert made.calls[-1].arguments.get("co2") == pytest.approx(co2)


def test_one_number_may_go_with_two_gases(registry: Registry):
    made = plan(
        "What is the temperature in Paris in 2060 under ssp370 with CO2 and CH4 both up by 10 %?",
        registry,
    )
    assert arguments(made)[-1] == {
        "place": "Paris", "year": 2060, "scenario": "ssp370", "co2": 10.0, "ch4": 10.0,
    }  # fmt: skip


def test_each_gas_keeps_its_own_number_and_sign(registry: Registry):
    made = plan(
        "What is the temperature in Paris in 2060 under ssp370 if CO2 falls by 10 %, CH4 rises by "
        "5 % and SO2 changes by -3 %?",
        registry,
    )
    held = made.calls[-1].arguments
    assert (held["co2"], held["ch4"], held["so2"]) == (-10.0, 5.0, -3.0)


def test_a_change_against_the_baseline_asks_for_both_settings(registry: Registry):
    made = plan(
        "For Paris in 2060 under ssp245, what is the temperature change from the baseline if CO2 "
        "emissions rise by 20 %?",
        registry,
    )
    calls = [c for c in made.calls if c.function == "temperature"]
    assert {c.arguments.get("co2") for c in calls} == {20.0, None}
    assert {c.arguments["year"] for c in calls} == {2060}


def test_two_years_of_one_place_are_two_calls(registry: Registry):
    made = plan(
        "How does the temperature in Oslo under ssp126 differ between 2030 and 2090?", registry
    )
    assert [c.arguments["year"] for c in made.calls] == [2030, 2090]


def test_thresholds_are_no_inputs(registry: Registry):
    made = plan(SURESNES, registry)
    assert made.calls[0] == temperature("Suresnes", 2050, scenario="ssp245", co2=23.83, ch4=39.2)
    assert [b.label for b in made.bands] == ["cold", "mild", "warm"]
    assert not made.bands_of_difference


def test_a_cup_of_coffee_is_asked_for_with_its_own_words(all_registry: Registry):
    made = plan(
        "How hot is the coffee in a thermos poured at 95 °C after 30 minutes in a room of 18 °C?",
        all_registry,
    )
    assert list(made.calls) == [
        Call(
            simulator="coffee",
            function="cooling",
            arguments={
                "cup": "vacuum flask",
                "initial_temperature": 95.0,
                "room_temperature": 18.0,
                "minutes": 30.0,
            },
        )
    ]
    assert made.problems == ()


def test_two_settings_of_coffee_are_two_calls(coffee_registry: Registry):
    made = plan(
        "What is the temperature of the coffee in a paper cup poured at 90 °C after 10 minutes if "
        "heat loss decreases by 40 %, compared with an increase of heat loss by 20 %?",
        coffee_registry,
    )
    assert [c.arguments.get("heat_loss") for c in made.calls] == [-40.0, 20.0]


def test_a_function_is_chosen_by_what_is_asked(coffee_registry: Registry):
    made = plan(
        "How long does coffee in a mug, poured at 90 °C, take to cool to 60 °C?", coffee_registry
    )
    assert [c.function for c in made.calls] == ["waiting"]
    assert made.calls[0].arguments["target_temperature"] == 60.0


def test_a_missing_state_is_asked_for(registry: Registry):
    made = plan(
        "How high is the peak of hospital prevalence for an influenza season starting October 4th, "
        "2022, with an R0 of 2.0, moderate seasonality and 10% prior immunity?",
        registry,
    )
    assert made.calls == ()
    assert [(p.reason, p.parameter) for p in made.problems] == [("missing_condition", "states")]


def test_a_province_of_canada_is_named_as_no_state(registry: Registry):
    made = plan(
        "How high is the peak of hospital prevalence in Ontario for an influenza season starting "
        "October 4th, 2022, with an R0 of 2.0, moderate seasonality and 10% prior immunity?",
        registry,
    )
    assert made.calls == ()
    problem = made.problems[0]
    assert (problem.reason, problem.parameter) == ("unknown_name", "states")
    assert "Ontario" in problem.message


@pytest.mark.parametrize("year", [2300, 2101, 1500, 1849])
def test_a_year_out_of_range_is_refused_with_the_nearest(year: int, registry: Registry):
    made = plan(f"What is the temperature in Paris in {year} under ssp245?", registry)
    assert made.calls == ()
    problem = made.problems[0]
    assert (problem.reason, problem.parameter) == ("value_out_of_range", "year")
    assert problem.nearest == (2100 if year > 2000 else 1850)


def test_an_impossible_reproduction_number_is_refused_with_the_nearest(registry: Registry):
    made = plan(TWO_STATES.replace("R0 of 2.6", "R0 of 60"), registry)
    assert made.calls == ()
    problem = made.problems[0]
    assert (problem.reason, problem.parameter) == ("value_out_of_range", "r0")
    assert problem.given == 60
    assert problem.nearest == 6


@pytest.mark.parametrize("question", ["", "   ", "\n\t"])
def test_an_empty_question_is_told_so(question: str, registry: Registry):
    made = plan(question, registry)
    assert made.calls == ()
    assert reasons(made) == ["empty"]


def test_a_question_of_100_kilobytes_is_refused(registry: Registry):
    made = plan("What is the temperature in Paris in 2050? " * 2500, registry)
    assert made.calls == ()
    assert reasons(made) == ["too_long"]


@pytest.mark.parametrize(
    "question",
    [
        "Who won the cup in 1998?",
        "What is the price of bread in Paris?",
        "How many galaxies are there?",
        "Was 2016 a good year?",
    ],
)
def test_a_question_that_no_simulator_can_help_with_says_what_would_be_in_scope(
    question: str, registry: Registry
):
    made = plan(question, registry)
    assert made.calls == ()
    assert reasons(made) == ["no_simulator"]
    assert made.problems[0].candidates == registry.names()


def test_no_simulator_at_all_is_no_crash():
    made = plan("What is the temperature in Paris in 2050?", Registry([]))
    assert made.calls == ()
    assert reasons(made) == ["no_simulator"]


def test_an_unknown_place_is_named_and_coordinates_are_offered(registry: Registry):
    made = plan("What is the temperature in Xyzzyville in 2050 under ssp245?", registry)
    assert reasons(made) == ["unknown_name"]
    assert "Xyzzyville" in made.problems[0].message
    assert "coordinates" in made.problems[0].message


def test_coordinates_are_a_place(registry: Registry):
    made = plan("What is the temperature at 48.87 N, 2.22 E in 2050 under ssp245?", registry)
    assert made.problems == ()
    assert made.calls[0].arguments["place"] == "48.87 N, 2.22 E"


def test_a_region_stands_for_its_states(registry: Registry):
    made = plan(
        "How high is the peak of hospital prevalence in New England for an influenza season "
        "starting October 4th, 2022, with an R0 of 2.0, moderate seasonality and 10% immunity?",
        registry,
    )
    states = made.calls[0].arguments["states"]
    assert states == [
        "Connecticut", "Maine", "Massachusetts", "New Hampshire", "Rhode Island", "Vermont",
    ]  # fmt: skip


def test_a_date_without_a_year_is_filled_in_and_said(registry: Registry):
    made = plan(TWO_STATES.replace("October 4th, 2022", "October 4th"), registry)
    assert made.calls[0].arguments["start_date"] == "2022-10-04"
    assert any("2022" in text for text in made.assumed)


def test_a_named_simulator_is_the_only_one_asked(all_registry: Registry):
    question = "How hot is it in Paris in 2050 under ssp245?"
    assert plan(question, all_registry, "climate").calls[0].simulator == "climate"
    assert all(c.simulator == "coffee" for c in plan(question, all_registry, "coffee").calls)


def test_a_small_word_between_capitals_is_no_place(registry: Registry):
    made = plan("How hot will Phoenix be in 2070 under ssp370?", registry)
    assert [given["place"] for given in arguments(made)] == ["Phoenix"]


@pytest.mark.parametrize(
    "asked", ["Will Paris be warmer than Madrid", "Is Paris colder than Madrid"]
)
def test_places_are_compared_by_a_word_for_more_or_less(asked: str, registry: Registry):
    made = plan(f"{asked} in 2080 under ssp245?", registry)
    assert {given["place"] for given in arguments(made)} == {"Paris", "Madrid"}


def test_what_if_asks_for_the_state_without_the_change_too(registry: Registry):
    made = plan("What if CO2 emissions were 10% higher in Tokyo in 2050 under ssp370?", registry)
    assert [given.get("co2", 0) for given in arguments(made)] == [10.0, 0]


@pytest.mark.parametrize(
    ("question", "place"),
    [
        ("how warm will lagos be in 2050 under ssp245", "lagos"),
        ("how hot was it in rio de janeiro in 1990?", "rio de janeiro"),
        ("what is the temperature in new york in 2060 under ssp126", "new york"),
    ],
)
def test_a_question_without_capitals_still_names_its_place(
    question: str, place: str, registry: Registry
):
    assert [given["place"] for given in arguments(plan(question, registry))] == [place]


def test_a_season_in_small_letters_is_no_place(registry: Registry):
    made = plan("how warm will it be in summer 2050 under ssp245", registry)
    assert arguments(made) == []
    assert reasons(made) == ["missing_condition"]


def test_an_amount_is_no_year_and_a_limit_may_be_moved_from_one_value_to_another(
    all_registry: Registry,
):
    asked = plan("What is the average temperature in Nairobi at 2000 ppm of CO2?", all_registry)
    assert all(c.arguments.get("year") != 2000 for c in asked.calls)
    moved = plan(
        "How does a speed limit cut from 50 to 30 km/h affect travel time on the corridor?",
        all_registry,
    )
    assert [c.arguments.get("speed_limit") for c in moved.calls] == [-40.0]
