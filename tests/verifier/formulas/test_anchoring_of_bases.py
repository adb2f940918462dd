"""What a value of a text is counted from, against which it is set, and where it moves."""

import pytest

from verifier.formulas.anchored import accepted, tells_apart


def corridor(output: str, **arguments: object) -> str:
    given = ", ".join(f'{k}="{v}"' if isinstance(v, str) else f"{k}={v}"
                      for k, v in arguments.items())  # fmt: skip
    return f"urban.corridor({given}).{output}"


def world(year: int, scenario: str, output: str, more: str = "") -> str:
    return f'climate.global_temperature(year={year}, scenario="{scenario}"{more}).{output}'


WAVE = f"{corridor('co2_change', signal='green wave')} == -25.6"


@pytest.mark.parametrize(("new", "old"), [("A green wave", "fixed-time signals")])
@pytest.mark.parametrize(
    "text",
    ["{} cuts CO2 by 25.6 % compared with {}.", "{} cuts CO2 by 25.6 % against {}.",
     "{} cuts CO2 by 25.6 % relative to {}."],
)  # fmt: skip
def test_a_change_is_against_what_the_text_sets_it_against(text, new, old):
    assert accepted(text.format(new, old), WAVE)
    assert not accepted(text.format(old, new), WAVE)
    lead = "Compared with {}, {} cut CO2 by 25.6 %."
    assert accepted(lead.format(old, new), WAVE)
    assert not accepted(lead.format(new, old), WAVE)


@pytest.mark.parametrize("text", ["With {} instead of {}", "Going from {1} to {0}"])
def test_the_usual_value_may_be_printed_as_what_another_replaces_and_not_the_reverse(text):
    formula = f"{corridor('travel_time_change', lanes=1)} == 6.8"
    right, turned = (
        f"{text.format(*lanes)}, travel time rises by 6.8 %."
        for lanes in (("one lane", "two"), ("two lanes", "one"))
    )
    assert accepted(right, formula)
    assert not accepted(turned, formula)


@pytest.mark.parametrize(("word", "sign"), [("above", ">"), ("below", "<")])
@pytest.mark.parametrize("other", ["the global average", "the world's"])
def test_above_and_below_order_what_stands_on_either_side(word, sign, other):
    local = 'climate.temperature(place="Russia", year=2090, scenario="ssp370")'
    sides = f"{local}.warming_since_preindustrial", world(2090, "ssp370", "global_warming")
    tells_apart(
        f"Russia's warming in 2090 under SSP3-7.0 is {word} {other}.",
        f"{sides[0]} {sign} {sides[1]}",
        f"{sides[0]} {'<' if sign == '>' else '>'} {sides[1]}",
    )


def test_a_difference_is_not_said_of_a_text_that_compares_nothing():
    usual, wave = corridor("travel_time"), corridor("travel_time", signal="green wave")
    for text in ("Travel time stands at {} seconds with a green wave.",
                 "With a green wave a trip takes {} seconds."):  # fmt: skip
        assert accepted(text.format(54.7), f"{wave} == 54.7")
        assert not accepted(text.format(18.9), f"{usual} - {wave} == 18.9")
    assert accepted("A green wave beats fixed-time signals by 18.9 seconds in travel time.",
                    f"{usual} - {wave} == 18.9")  # fmt: skip


@pytest.mark.parametrize("years", ["From 1991 to 2020", "Between 1991 and 2020"])
def test_the_mean_of_a_period_is_not_how_far_it_moves_within(years):
    mean = "climate.global_record(year=1991, last_year=2020).recorded_warming == 0.90"
    assert not accepted(f"{years} the world warmed by 0.90 °C.", mean)
    assert accepted(f"{years} the world was on average 0.90 °C above 1850-1900.", mean)


def test_what_is_done_to_several_inputs_is_done_to_each():
    methane, both = (
        f"{world(2100, 'ssp245', 'global_change_from_baseline', f', {given}')} == -0.6"
        for given in ("ch4=-50", "co2=-50, ch4=-50")
    )
    text = "If CO2 and methane emissions were halved under SSP2-4.5, global warming in 2100 would "
    tells_apart(f"{text}be 0.6 °C lower.", both, methane)


@pytest.mark.parametrize(
    "condition",
    ["With all SO2 emissions gone", "If all SO2 emissions ceased", "If SO2 emissions were removed"],
)
def test_what_is_gone_is_changed_to_nothing(condition):
    text = f"{condition}, the world would be 0.15 °C warmer in 2060 under SSP2-4.5."
    gone, halved = (
        f"{world(2060, 'ssp245', 'global_change_from_baseline', f', so2={change}')} == 0.15"
        for change in (-100, -50)
    )
    tells_apart(text, gone, halved)


@pytest.mark.parametrize(("day", "counted"), [("the start of August", True), ("1 August", True),
                                              ("the start of September", False)])  # fmt: skip
def test_the_day_from_which_an_output_counts_may_be_printed(day, counted):
    run = 'epidemiology.admissions(states=["New York"], reported_season="2024-25")'
    text = f"New York's flu season of 2024-25 took 26 weeks from {day} to its peak."
    assert accepted(text, f"{run}.weeks_to_top_week == 26") == counted


@pytest.mark.parametrize("verb", ["trim", "slash", "cut", "have reduced", "be shrinking"])
def test_verbs_of_falling_are_known_in_all_their_forms(verb):
    text = f"A green wave would {verb} travel time by about 26 %."
    assert accepted(text, f"{corridor('travel_time_change', signal='green wave')} == about(-26)")


def test_abbreviations_and_signs_are_read_as_the_words_that_they_stand_for():
    off = corridor("fuel_per_100km", signal="unsignalled")
    tells_apart(
        "W/o a signal at the junction, fuel use on the corridor is approx. 9.2 l/100 km.",
        f"{off} == about(9.2)",
        f"{corridor('fuel_per_100km')} == about(9.2)",
    )
    narrow = corridor("travel_time", lanes=1, demand=20)
    text = "Corridor w/ 1 lane, demand +20%: mean travel time > 95 s."
    tells_apart(text, f"{narrow} > 95", f"{narrow} < 95")


def test_values_that_stand_instead_of_each_other_go_with_conditions_in_either_order():
    wave, usual = (corridor("travel_time", signal=one) for one in ("green wave", "fixed-time"))
    assert accepted(
        "With a green wave, a trip along the corridor takes 54.7 seconds instead of the 73.6 "
        "seconds it takes with fixed-time signals.",
        f"{wave} == 54.7 and {usual} == 73.6",
    )


def test_a_number_in_words_behind_with_is_no_percentage():
    demand = "With 40 % more demand travel time rises by 3.9 % with two lanes, but by 100 % with "
    atoms = (f"{corridor('travel_time_change', demand=40, lanes=lanes)} == {change}"
             for lanes, change in ((2, 3.9), (1, 100)))  # fmt: skip
    assert accepted(f"{demand}one.", " and ".join(atoms))


@pytest.mark.parametrize("length", ["three decades", "30 years"])
def test_the_length_of_a_printed_stretch_of_years_follows_from_its_ends(length):
    run = "climate.global_record(year=1981, last_year=2010).recorded_trend_per_decade"
    text = "Over the {} from 1981 to 2010, the global temperature rose by 0.2 °C per decade."
    assert accepted(text.format(length), f"{run} == 0.2")
    assert not accepted(text.format("five decades"), f"{run} == 0.2")


@pytest.mark.parametrize(
    ("clause", "atom"),
    [
        (", and CO2 falls as well", "co2_change < 0"),
        ("; CO2 falls too", "co2_change < 0"),
        (", while idling time shrinks", "idling_time_change < 0"),
        (", but speed increases", "speed_change > 0"),
    ],
)
def test_a_clause_that_says_which_way_something_goes_stands_in_the_formula(clause, atom):
    text = f"With a green wave travel time falls by 26 %{clause}."
    first = f"{corridor('travel_time_change', signal='green wave')} == -26"
    both = f"{first} and {corridor(atom, signal='green wave')}"
    tells_apart(text, both, first)


def test_a_fall_is_no_positive_gain():
    run = 'epidemiology.admissions_course(states=["Michigan"], since="2025-02-08", '
    run += 'until="2025-02-15").gain'
    text = "From the week ending 8 February to that ending 15 February 2025 flu admissions in "
    tells_apart(f"{text}Michigan fell by 48.", f"{run} == -48", f"{run} == 48")
