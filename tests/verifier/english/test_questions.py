"""Questions become calls and formulas; what no run takes is told and never dropped in silence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appendix_questions import EXPECTED, SURESNES
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.english.questions import formulas, plan
from simulrag.verifier.formulas.printing import written

SEASON = "in Ohio from 2022-10-01 with R0 2.2, moderate seasonality and 30% immunity"
REGISTRY = installed()


@pytest.mark.parametrize("question", EXPECTED, ids=lambda q: q[:40])
def test_the_questions_of_the_paper_ask_for_these_calls(question, registry):
    made = plan(question, registry)
    assert list(made.calls) == EXPECTED[question]
    assert all(words for words in made.words)


def test_a_period_that_a_question_leaves_open_is_missing_and_a_default_is_taken(registry):
    made = plan("Which state reported the most flu admissions in all?", registry)
    assert not made.calls
    assert [(p.reason, p.parameter) for p in made.problems] == [
        ("missing_condition", "reported_season")
    ]
    assert len(plan("Which state reported the most flu admissions on record?", registry).calls) > 50
    assert [
        dict(one.arguments) for one in plan("What is the assessed warming?", registry).calls
    ] == [{}]


@given(
    st.sampled_from(["Oslo", "Nairobi", "Lima"]),
    st.integers(2020, 2100),
    st.sampled_from(["ssp126", "ssp245", "ssp370", "ssp585"]),
    st.integers(-90, 90).filter(bool),
)
def test_a_question_made_of_conditions_asks_for_the_call_that_has_them(place, year, scenario, co2):
    turned = f"{'increased' if co2 > 0 else 'reduced'} by {abs(co2)} %"
    asked = f"How warm is {place} in {year} under {scenario} with CO2 emissions {turned}?"
    (call,) = plan(asked, REGISTRY).calls
    assert dict(call.arguments) == {
        "place": place, "year": year, "scenario": scenario, "co2": float(co2),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("question", "reason", "given"),
    [
        ("How warm is it in Oslo at night in 2050 under ssp245?", "no_such_output", "night"),
        (f"How high is the peak in children {SEASON}?", "no_such_output", "children"),
        (f"How high is the peak of COVID-19 {SEASON}?", "other_subject", "COVID-19"),
        ("How warm is it on Mars in 2050 under ssp245?", "other_subject", "on Mars"),
    ],
)
def test_a_condition_that_is_not_represented_leaves_no_calls(question, reason, given, registry):
    made = plan(question, registry)
    assert not made.calls
    assert [(one.reason, one.given) for one in made.problems] == [(reason, given)]


def test_a_place_in_an_unknown_region_is_no_other_place_of_its_name(registry):
    asked = plan("How warm was Hamilton, Ontario, in 1990?", registry)
    assert [call.arguments["place"] for call in asked.calls] == ["Hamilton, Ontario"]
    assert "'Hamilton, Ontario' is unknown" in asked.problems[0].message
    listed = plan("How warm were Lima, Lagos and Nairobi in 1990?", registry)
    assert [call.arguments["place"] for call in listed.calls] == ["Lima", "Lagos", "Nairobi"]


def test_a_state_that_does_not_exist_is_told_with_what_is_allowed(registry):
    made = plan(f"How high is the peak {SEASON}?".replace("Ohio", "Ontario"), registry)
    assert not made.calls
    assert (made.problems[0].reason, made.problems[0].parameter) == ("unknown_name", "states")


@pytest.mark.parametrize("year", [1500, 1849, 2101, 2300])
def test_a_year_out_of_range_is_refused(year, registry):
    made = plan(f"What is the temperature in Paris in {year} under ssp245?", registry)
    assert not made.calls
    assert (made.problems[0].reason, made.problems[0].parameter) == ("value_out_of_range", "year")


def test_a_number_that_no_input_takes_is_told(registry):
    made = plan("What is the temperature in Nairobi in 1990 at 2000 ppm of CO2?", registry)
    assert [(one.reason, one.given) for one in made.problems] == [("not_used", "2000 ppm")]


def test_a_change_in_words_that_are_not_read_leaves_no_calls(registry):
    made = plan("How does travel time change if demand wobbles by 16 %?", registry)
    assert not made.calls
    assert (made.problems[0].reason, made.problems[0].parameter) == ("other_condition", "demand")


def test_limits_of_classes_are_no_inputs(registry):
    made = plan(SURESNES, registry)
    assert [(one.label, one.low, one.high) for one in made.bands] == [
        ("cold", None, 5.0), ("mild", 5.0, 15.0), ("warm", 15.0, None),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("said", "change"),
    [
        ("cut by a quarter", -25.0),
        ("halved", -50.0),
    ],
)
def test_a_change_may_be_told_as_a_part(said, change, registry):
    made = plan(f"How warm is Oslo in 2080 under ssp245 if CO2 emissions are {said}?", registry)
    assert [one.arguments["co2"] for one in made.calls][:1] == [change]
    assert not made.problems


def test_what_stands_in_a_supposition_and_is_not_understood_is_told(registry):
    asked = "How does queue length change if demand rises by 20 % and a bus lane is added?"
    made = plan(asked, registry)
    assert [one.given for one in made.problems] == ["bus lane is added"]


def test_a_result_that_is_not_represented_is_not_answered_by_another(registry):
    made = plan(f"How many deaths will influenza cause {SEASON}?", registry)
    assert not made.calls
    assert [(one.reason, one.given) for one in made.problems] == [("no_such_output", "deaths")]


@pytest.mark.parametrize("joint", ["and", "versus"])
def test_two_values_of_an_input_are_two_calls(joint, registry):
    made = plan(f"Compare the peak {SEASON.replace('2.2', f'values of 1.8 {joint} 2.4')}", registry)
    assert [one.arguments["r0"] for one in made.calls] == [1.8, 2.4]


@given(st.integers(1, 12), st.integers(1, 29))
def test_a_day_without_a_year_is_one_of_the_year_that_is_assumed(month, day):
    names = "January February March April May June July August September October November December"
    printed = f"{names.split()[month - 1]} {min(day, 28) if month != 2 else day}"
    made = plan(f"How high is the peak {SEASON.replace('2022-10-01', printed)}?", REGISTRY)
    (call,) = made.calls
    assert str(call.arguments["start_date"]).startswith(f"2022-{month:02}-")
    assert any(one.startswith("start_date:") for one in made.assumed)


def test_a_part_of_a_month_is_its_middle_and_that_is_said(registry):
    made = plan(
        f"How high is the peak {SEASON.replace('2022-10-01', 'early July 2022')}?", registry
    )
    (call,) = made.calls
    assert "2022-07-01" < str(call.arguments["start_date"]) < "2022-07-15"
    assert any(str(call.arguments["start_date"]) in one for one in made.assumed)


def test_names_that_a_question_ranks_are_called_one_by_one(registry):
    asked = "Which state had the most flu admissions in 2022-23: Ohio, Texas or Iowa?"
    assert [one.arguments["states"] for one in plan(asked, registry).calls] == [
        ["Ohio"], ["Texas"], ["Iowa"],
    ]  # fmt: skip
    (made,) = formulas(asked, registry)
    assert written(made).startswith("argmax(epidemiology.admissions(states=[x]")


def test_inputs_of_another_simulator_are_changed_by_the_same_words(coffee_registry):
    made = plan(
        "How hot is the coffee in a paper cup poured at 90 °C after 10 minutes if heat loss falls "
        "by 40 %, compared with a rise of heat loss by 20 %?",
        coffee_registry,
    )
    assert [one.arguments["heat_loss"] for one in made.calls] == [-40.0, 20.0]


def test_a_question_turned_round_asks_for_the_input_and_says_what_it_assumes(registry):
    made = plan("Which R0 gives a peak of 2,000 in Ohio?", registry)
    assert [(one.function, one.arguments["peak"]) for one in made.calls] == [("needed_r0", 2000.0)]
    assert {one.split(":")[0] for one in made.assumed} == {"start_date", "seasonality", "immunity"}


def test_the_formulas_of_a_comparison_are_both_values_and_their_difference(registry):
    asked = "How does the temperature in Oslo under ssp126 differ between 2030 and 2090?"
    first, second, difference = map(written, formulas(asked, registry))
    assert difference == f"{second} - {first}"


@pytest.mark.parametrize("unit", ["weeks", "days"])
def test_how_much_later_something_was_is_the_difference_of_two_dates(unit, registry):
    asked = f"How many {unit} later did flu admissions peak in Texas than in Ohio in 2024-25?"
    texas, ohio, difference = map(written, formulas(asked, registry))
    assert "Texas" in texas
    assert "Ohio" in ohio
    assert texas.endswith(".top_week")
    assert difference == f"{texas} - {ohio}"


def test_by_how_many_percent_one_is_higher_is_a_change_in_percent(registry):
    asked = f"By how many percent is the peak {SEASON} higher than with R0 1.8?"
    first, second, change = map(written, formulas(asked, registry))
    assert change == f"percent_change({first}, {second})"


@pytest.mark.parametrize("asks", ["between Ohio and Texas", "of Ohio compared with that of Texas"])
def test_two_names_of_a_list_that_are_held_against_each_other_are_two_calls(asks, registry):
    made = plan(f"What is the difference in flu admissions {asks} in 2023-24?", registry)
    assert [one.arguments["states"] for one in made.calls] == [["Ohio"], ["Texas"]]


def test_the_year_in_which_a_level_is_passed_is_a_search_in_any_order_of_words(registry):
    asked = "In which year does global warming exceed 2 °C under ssp245?"
    (made,) = map(written, formulas(asked, registry))
    assert made == 'climate.threshold_year(scenario="ssp245", threshold=2).exceedance_year'


@given(st.sampled_from(["Zibrovka", "Nova Zibrovka", "Zibrovka sur Mer", "Mi‘rabah Zibrovka"]))
def test_a_name_that_no_list_of_places_holds_is_a_place_behind_what_leads_to_one(name):
    made = plan(f"How warm was it in {name} in 1990?", REGISTRY)
    assert [one.arguments["place"] for one in made.calls] == [name]
    assert made.problems[0].reason == "unknown_name"


@pytest.mark.parametrize("name", ["oslo", "rio de janeiro", "new york"])
def test_a_place_may_stand_in_small_letters(name, registry):
    (made,) = plan(f"how warm was {name} in 1990?", registry).calls
    assert str(made.arguments["place"]).lower() == name


def test_the_formula_of_a_first_year_is_a_search(registry):
    (made,) = formulas("When does the world reach 1.5 degrees under ssp245?", registry)
    assert written(made) == (
        'climate.threshold_year(scenario="ssp245", threshold=1.5).exceedance_year'
    )


def test_the_calls_of_the_formulas_are_those_of_the_plan(registry):
    for question in EXPECTED:
        text = " ".join(map(written, formulas(question, registry)))
        for call in plan(question, registry).calls:
            assert f"{call.simulator}.{call.function}(" in text


def test_no_simulator_is_no_crash():
    made = plan("What is the temperature in Paris in 2050?", Registry([]))
    assert [one.reason for one in made.problems] == ["no_simulator"]


def test_a_question_that_asks_when_is_answered_by_a_time_and_one_that_asks_more_by_more():
    ohio = 'epidemiology.admissions(reported_season="2024-25", states=["Ohio"])'
    when = formulas("When did flu admissions peak in Ohio in 2024-25?", installed())
    assert [written(one) for one in when] == [f"{ohio}.top_week"]
    both = formulas("When did flu admissions peak in Ohio in 2024-25, and how high?", installed())
    assert [written(one) for one in both] != [f"{ohio}.top_week"]


def test_the_change_from_a_run_without_changes_is_not_told_where_nothing_is_changed():
    asked = "How much warmer is Nairobi in 2090 under SSP5-8.5 than in 1990?"
    told = [written(one) for one in formulas(asked, installed())]
    assert any(" - " in one and one.endswith(".temperature") for one in told)
    assert not [one for one in told if "change_from_baseline" in one]
