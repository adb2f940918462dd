"""Right formulas that look wrong are accepted; wrong ones that look right are sent back."""

import pytest

from verifier.formulas.anchored import held, tells_apart, told

LAGOS = 'climate.temperature(place="Lagos", year=2060, scenario="ssp245", {}).{}'
IN_LAGOS = "{} the temperature of Lagos in 2060 under SSP2-4.5{}."
NAIROBI = 'climate.temperature(place="Nairobi", year=1990).temperature'
IN_NAIROBI = "In 1990 the annual mean temperature of Nairobi {}."
SEASON = 'epidemiology.season(states=["{}"], start_date="2024-10-01", r0=1.9).{}'
IN_SEASON = "In a flu season from 1 October 2024 with R0 1.9 {}."
STATE = 'epidemiology.admissions(states=[{}], reported_season="2024-25").{}'
TOP_WEEK = STATE.format('"Ohio"', "top_week")
PEAKED = "Reported admissions in Ohio in 2024-25 peaked in the week {}."


def test_people_who_are_admitted_are_a_total_and_no_peak():
    text = IN_SEASON.format("about 70,000 people are admitted to hospital over {} in Ohio")
    total = SEASON.format("Ohio", "cumulative") + " == about(70000)"
    assert not told(text.format("244 days"), total)
    assert "cumulative" in told(text.format("the season"), total.replace("cumulative", "peak"))


def test_an_output_may_be_named_beside_another_one_that_has_its_words():
    text = IN_SEASON.format(
        "daily admissions in Ohio stay at half of their peak or more for 7 weeks, and half of the "
        "season's admissions are reached on 2025-01-10"
    )
    both = 'S.duration == 7 and S.half_burden_date == "2025-01-10"'
    assert not told(text, both, S=SEASON.format("Ohio", "peak").removesuffix(".peak"))


def test_all_that_the_world_emits_is_ended_and_half_of_it_is_not():
    gone = LAGOS.format("co2=-100", "change_from_baseline") + " == about(-0.8)"
    text = IN_LAGOS.format("{} the world's CO2 emissions lowers", " by about 0.8 °C")
    assert not told(text.format("Ending"), gone)
    assert told(text.format("Halving"), gone)


def test_the_effect_of_what_is_there_has_a_size_and_its_own_sign():
    runs = {"C": LAGOS.format("co2=-100", ""), "M": LAGOS.format("ch4=-100", "")}
    let = {name: run.removesuffix(".") for name, run in runs.items()}
    text = IN_LAGOS.format("CO2 emissions have about twice the effect of methane emissions on", "")
    assert not told(text, "C.change_from_baseline / M.change_from_baseline == about(2)", **let)
    text = IN_LAGOS.format("CO2 emissions raise", " by about 0.8 °C")
    assert told(text, "C.change_from_baseline == about(0.8)", **let)


def test_of_two_falls_the_larger_one_is_the_lower_value_however_far_its_verb_stands():
    text = IN_LAGOS.format(
        "A cut of CO2 emissions by 40 % lowers", " more than a cut of CH4 emissions by 40 %"
    )
    fall = [LAGOS.format(f"{gas}=-40", "change_from_baseline") for gas in ("co2", "ch4")]
    tells_apart(text, f"{fall[0]} < {fall[1]}", f"{fall[0]} > {fall[1]}")


def test_a_number_belongs_to_the_input_beside_it_and_not_to_the_next_clause():
    solved = f'solve({LAGOS.format("ch4=-40", "warming_since_preindustrial")}, 2.5, "co2", -100, 0)'
    text = (
        "With 40 % less methane emissions, CO2 emissions would have to be about 45 % below "
        "SSP2-4.5 for Lagos to be 2.5 °C warmer in 2060 than in 1850-1900."
    )
    assert not told(text, f"{solved} == about(-45)")
    listed = IN_LAGOS.format("Cutting CO2, CH4 and SO2 emissions by 10 % lowers", "")
    assert told(listed, LAGOS.format("co2=-10", "change_from_baseline") + " < 0")


def test_the_one_in_a_place_is_no_number():
    earlier = f"{SEASON.format('Ohio', 'peak_date')} < {SEASON.format('Texas', 'peak_date')}"
    assert not told(
        IN_SEASON.format("the epidemic in Ohio peaks earlier than the one in Texas"), earlier
    )


def test_a_first_word_with_a_capital_is_a_place_only_where_it_is_one():
    seville = 'climate.temperature(place="Seville", year=2100, scenario="ssp126").temperature < 20'
    assert not told("Strong policy, SSP1-2.6, keeps Seville below 20 °C in 2100.", seville)
    mombasa = "Mombasa was at 19 °C on average in 1990."
    assert "Mombasa" in told(mombasa, f"{NAIROBI} == 19", "How warm was Nairobi?")


def test_a_constant_may_be_the_quotient_of_two_printed_numbers():
    runs = {
        "B": 'urban.corridor(network="grid")',
        "L": 'urban.corridor(network="grid", speed_limit=-40)',
    }
    text = "Cutting the limit on the grid by 40 %, from 50 to 30 km/h, lengthens the travel time "
    less = "by less than in proportion."
    assert not told(text + less, "L.travel_time / B.travel_time < 50 / 30", **runs)
    assert told(text + less, "L.travel_time / B.travel_time < 80 / 30", **runs)


@pytest.mark.parametrize(
    "said",
    ["was not 18.6 °C", "was far from 18.6 °C", "hardly reached 18.6 °C", "was never 18.6 °C"],
)
def test_a_denial_is_not_asserted(said):
    assert "the text says" in told(IN_NAIROBI.format(said), f"{NAIROBI} == 18.6")
    assert not told(IN_NAIROBI.format("was 19.6 °C, not 18.6 °C"), f"{NAIROBI} == 19.6")


def test_a_denial_of_two_words_is_one_denial():
    lagos = NAIROBI.replace("Nairobi", "Lagos")
    assert told("In 1990 Nairobi was no longer warmer than Lagos.", f"{NAIROBI} > {lagos}")


@pytest.mark.parametrize(
    "said",
    [
        "The spread of the temperature of Nairobi in 1990 was 18.6 °C.",
        "The warming of Nairobi in 1990 was 18.6 °C.",
        "Nairobi had a temperature range of 18.6 °C in 1990.",
    ],
)
def test_a_change_or_spread_is_not_the_value_itself(said):
    assert "compares temperature itself" in told(said, f"{NAIROBI} == 18.6")


def test_a_value_beside_a_change_is_a_value():
    said = "After a warming of the ocean, the temperature of Nairobi was 18.6 °C in 1990."
    assert not told(said, f"{NAIROBI} == 18.6")


@pytest.mark.parametrize(
    ("region", "place", "right"),
    [
        ("Perth, Australia", "Perth", True),
        ("Perth, Western Australia", "Perth", True),
        ("Perth, Scotland", "Perth", False),
        ("Newcastle (UK)", "Newcastle, Australia", False),
        ("Paris, Texas", "Paris", False),
        ("Paris, Texas", "Paris, Texas", True),
        ("Hamilton, Ontario", "Hamilton, New Zealand", False),
    ],
)
def test_a_place_lies_in_the_region_that_is_printed(region, place, right):
    text = f"The annual mean temperature of {region} was 12 °C in 1990."
    why = told(text, f'climate.temperature(place="{place}", year=1990).temperature == 12')
    assert (not why) == right


def test_what_is_said_of_one_of_two_states_is_not_said_of_each():
    of_two = "{}(" + STATE.format("s", "reported_total") + ' > 9000 for s in ["Florida", "Texas"])'
    text = "In 2024-25 {} Florida and Texas had more than 9,000 reported admissions."
    assert "take any" in told(text.format("one of"), of_two.format("all"))
    assert not told(text.format("one of"), of_two.format("any"))
    assert not told(text.format("each of"), of_two.format("all"))


def test_what_is_said_of_the_whole_is_not_taken_of_each_nor_the_other_way_round():
    each = f"all({STATE.format('s', 'reported_total')} > 1000 for s in states)"
    added = f"sum({STATE.format('s', 'reported_total')} for s in states) > 1000"
    whole = STATE.format('"all states"', "reported_total") + " > 1000"
    national = "The national total of admissions was above 1,000 in 2024-25."
    every = "Every state had more than 1,000 reported admissions in 2024-25."
    assert not told(national, whole)
    assert not told(every, each)
    assert all(told(national, one) for one in (each, added))
    assert all(told(every, one) for one in (whole, added))


@pytest.mark.parametrize(
    ("said", "week", "right"),
    [
        ("ending February 8, 2025", '"2025-02-08"', True),
        ("ending February 5, 2025", 'week("2025-02-05")', False),
        ("beginning February 2, 2025", 'week("2025-02-02")', True),
        ("beginning February 8, 2025", '"2025-02-08"', False),
        ("of February 2-8, 2025", '"2025-02-08"', True),
        ("of February 9-15, 2025", '"2025-02-08"', False),
        ("of 2 Feb to 8 Feb 2025", '"2025-02-08"', True),
    ],
)
def test_a_week_is_the_one_that_its_days_tell(said, week, right):
    assert (not told(PEAKED.format(said), f"{TOP_WEEK} == {week}")) == right


SANTIAGO = 'climate.temperature(place="{}", year=1990).temperature == about(14)'


@pytest.mark.parametrize(
    ("said", "place", "right"),
    [
        ("Santiago", "Santiago de Chile", True),
        ("Bombay", "Mumbai", True),
        ("Santiago", "Santiago de Cuba", False),
        ("Santiago, Cuba", "Santiago de Chile", False),
    ],
)
def test_a_place_has_each_of_its_names(said, place, right):
    text = f"The annual mean temperature of {said} in 1990 was about 14 °C."
    assert (not told(text, SANTIAGO.format(place))) == right
    asked = told("It was about 14 °C in 1990.", SANTIAGO.format(place), f"How warm was {said}?")
    assert (not asked) == (right or "," in said)  # what a context prints may be left out


SEVILLE = 'climate.temperature(place="Seville", year=2100, scenario="{}").temperature'


def test_what_is_avoided_is_the_difference_of_two_runs():
    text = (
        "Following SSP1-2.6 instead of SSP3-7.0 avoids about 2.7 °C of warming at Seville in 2100."
    )
    low, high = SEVILLE.format("ssp126"), SEVILLE.format("ssp370")
    assert not told(text, f"{high} - {low} == about(2.7)")
    assert "of the other side" in told(text, f"{low} - {high} == about(2.7)")
    share = f"({high} - {low}) / {high} * 100 == about(13)"
    strong = "Strong climate policy, SSP1-2.6, avoids about 13 % of SSP3-7.0 at Seville in 2100."
    assert not told(strong, share)
    assert "Mombasa" in told(strong.replace("Strong", "Mombasa").replace("policy", "in"), share)


CORRIDOR = 'urban.corridor(network="grid"{}).{}'


def test_what_lowers_more_leads_to_less():
    sides = [CORRIDOR.format(one, "co2") for one in (', signal="actuated"', ", speed_limit=-40")]
    text = "On the grid, actuated signals lower CO2 more than a 40 % lower speed limit."
    assert not told(text, " < ".join(sides))
    assert "of the other side" in told(text, " > ".join(sides))
    assert not told(text.replace("lower CO2 more", "do more for CO2"), " < ".join(sides))


def test_the_record_behind_than_is_what_is_compared_with():
    text = (
        "The peak weekly rate of Ohio {} is higher than the highest weekly rate that was reported "
    )
    text = text.format("with R0 1.9 from 1 October 2024") + "for Ohio in 2024-25."
    sides = SEASON.format("Ohio", "peak_weekly_rate"), STATE.format('"Ohio"', "top_week_rate")
    assert not told(text, " > ".join(sides))
    assert "'higher'" in told(text, " < ".join(sides))


def test_an_input_has_the_sign_of_its_own_words():
    runs = {"N": CORRIDOR.format(", demand=25, speed_limit=-40", "travel_time"),
            "B": CORRIDOR.format(", demand=25", "travel_time")}  # fmt: skip
    text = (
        "On the grid, if demand grows by 25 % from 1200 vehicles per hour, a limit of 30 km/h "
        "raises the travel time by about 18 %."
    )
    assert not told(text, "percent_change(N, B) == about(18)", **runs)
    both = IN_LAGOS.format("Changing CO2 emissions by -15 % and CH4 emissions by 10 % lowers", "")
    for methane, right in ((10, True), (-10, False)):
        fall = LAGOS.format(f"co2=-15, ch4={methane}", "change_from_baseline") + " < 0"
        assert (not told(both, fall)) == right


def test_the_earliest_top_week_is_a_time_and_the_most_the_first_place():
    states = 's in ["Ohio", "Texas"]'
    early = "Of Ohio and Texas, Ohio had the earliest top week in 2024-25."
    assert not told(
        early, f'argmin({STATE.format("s", "weeks_to_top_week")} for {states}) == "Ohio"'
    )
    most = "Of Ohio and Texas, Ohio had the most reported admissions in 2024-25."
    place = f'rank(({STATE.format("s", "reported_total")} for {states}), of="Ohio") == '
    tells_apart(most, f"{place}1", f"{place}2")
    assert told(most.replace("most", "fewest"), f"{place}1")


@pytest.mark.parametrize(
    "said", ["Cutting methane emissions to zero changes", "Stopping all methane emissions changes"]
)
def test_nothing_is_left_of_what_is_stopped_or_cut_to_zero(said):
    text = IN_LAGOS.format(said, " by more than 0.1 °C")
    change = f"abs({LAGOS.format('{}', 'change_from_baseline')}) > 0.1"
    assert not told(text, change.format("ch4=-100"))
    assert told(text, change.format("ch4=-90"))
    assert told(text, change.format("co2=-100"))


def test_a_place_that_is_the_answer_may_bear_another_name():
    warmest = 'argmax(climate.temperature(place=c, year=1990).temperature for c in ["Lima", "{}"])'
    text = "Of Lima and Bombay, the warmest in 1990 was Bombay."
    found = held(text, warmest.format("Mumbai") + ' == "Mumbai"')
    assert not found.problems
    assert [text[one.start : one.end] for one in found.placed] == ["Bombay", "Bombay"]


def test_a_condition_of_the_context_or_of_another_function_is_not_left_out():
    effect = (
        "percent_change(urban.corridor({0}demand=25).co2, urban.corridor({0}).co2) == about(10)"
    )
    asked = "What do 25 % more vehicles change on the grid?"
    more = "25 % more demand raises CO2 by about 10 %."
    assert not told(more, effect.format('network="grid", '), asked)
    assert "network" in told(more, effect.format(""), asked)
    world = 'climate.global_temperature(year=2060, scenario="ssp245"{}).global_warming'
    lagos = LAGOS.format("co2=-40", "warming_since_preindustrial")
    cut = "With 40 % less CO2 Lagos is further above 1850-1900 than the world in 2060, SSP2-4.5."
    assert not told(cut, f"{lagos} > {world.format(', co2=-40')}")
    assert "co2" in told(cut, f"{lagos} > {world.format('')}")


@pytest.mark.parametrize(
    ("place", "season", "said", "right"),
    [
        ("Spain", "JJA", "summers", True),
        ("Spain", "DJF", "summers", False),
        ("Sydney", "DJF", "summers", True),
        ("Sydney", "JJA", "summers", False),
        ("Spain", "summer", "months of June to August", True),
    ],
)
def test_a_season_may_be_called_by_its_months_where_the_place_lies(place, season, said, right):
    run = f'climate.temperature(place="{place}", year=2050, scenario="ssp245", season="{season}")'
    text = f"In 2050 the {said} of {place} are above 20 °C under ssp245."
    assert (not told(text, f"{run}.temperature > 20")) == right


QUESTION = (
    "For Valparaíso, how much of the change from 1990 to 2075 under ssp370 is due to CO2 emissions "
    "15 % lower and CH4 emissions 10 % higher than in the scenario?"
)
VALPARAISO = 'climate.temperature(place="Valparaíso", year={}).temperature'
ALTERED = VALPARAISO.format('2075, scenario="ssp370", co2=-15, ch4=10')
PLAIN = VALPARAISO.format('2075, scenario="ssp370"')


def test_a_verb_before_a_place_names_no_part_of_it():
    text = "The emission changes lower Valparaíso's temperature in 2075 by about 0.12 °C."
    assert not told(text, f"{ALTERED} - {PLAIN} == about(-0.12)", QUESTION)
    assert "lower" in told(
        "In lower Valparaíso it is above 10 °C in 2075.", f"{PLAIN} > 10", QUESTION
    )


def test_a_share_that_happens_to_be_as_large_as_a_change_says_no_sign_of_it():
    share = f"100 * abs(({ALTERED} - {PLAIN}) / ({ALTERED} - {VALPARAISO.format(1990)})) < 10"
    text = "Less than 10 % of the change from 1990 to 2075 is due to the emission changes."
    assert not told(text, share, QUESTION)


def test_years_before_a_printed_one_end_with_the_year_before_it():
    years = "all({} > {} for y in years(1850, {}))"
    text = "In 2075 Valparaíso is warmer than in any year before 2015."
    earlier = VALPARAISO.format("y")
    assert not told(text, years.format(PLAIN, earlier, 2014), QUESTION)
    assert told(text, years.format(PLAIN, earlier, 2010), QUESTION)


LIMITED = "urban.corridor(speed_limit_kmh={}, vehicles_per_hour={}).{}"


def test_what_stands_instead_of_another_value_is_paired_as_what_it_becomes():
    text = (
        "Lowering the limit from 80 to 50 km/h while 900 instead of 800 vehicles an hour arrive "
        "lengthens the travel time."
    )
    longer = "{} > {}"
    right = LIMITED.format(50, 900, "travel_time"), LIMITED.format(80, 800, "travel_time")
    crossed = LIMITED.format(50, 800, "travel_time"), LIMITED.format(80, 900, "travel_time")
    tells_apart(text, longer.format(*right), longer.format(*crossed))


@pytest.mark.parametrize(
    "said",
    [
        "at 50 km/h and 900 vehicles an hour is about 15 % lower than at 80 km/h and 800 vehicles "
        "an hour",
        "falls by about 15 % from 80 km/h and 800 vehicles an hour to 50 km/h and 900 of them",
    ],
)
def test_a_word_of_direction_beside_the_result_is_not_of_the_condition_behind_it(said):
    new, old = LIMITED.format(50, 900, "co2"), LIMITED.format(80, 800, "co2")
    assert not told(f"Total CO2 {said}.", f"percent_change({new}, {old}) == about(-15)")
    assert told(f"Total CO2 {said}.", f"percent_change({new}, {old}) == about(15)")


def test_the_years_of_a_baseline_may_be_those_of_a_mean():
    rain = 'climate.precipitation(place="Spain", year=y{}).precipitation for y in years({})'
    new = "mean(" + rain.format(', scenario="ssp370"', "2081, 2100") + ")"
    old = "mean(" + rain.format("", "1995, 2014") + ")"
    text = "Under ssp370 rain in Spain changes by about 8 % in 2081-2100 compared with 1995-2014."
    assert not told(text, f"percent_change({new}, {old}) == about(8)")


@pytest.mark.parametrize(("said", "right"), [("80 s", True), ("80 seconds", True), ("80 ms", False),
                                             ("80 mol", False), ("80 ks", False)])  # fmt: skip
def test_a_unit_that_no_simulator_has_is_not_taken_for_none(said, right):
    text = f"With a 30 % lower speed limit the travel time is {said}."
    assert (not told(text, "urban.corridor(speed_limit=-30).travel_time == 80")) == right
