"""Ranges in words, spans of years and solved inputs are held as texts mean them."""

import pytest

from verifier.formulas.anchored import accepted, held

WEEKS = (
    'epidemiology.admissions_between(states=["California"], since="2024-01-06", '
    'until="2024-03-02").change_between'
)
FELL = (
    "Between the first week of January and the first week of March 2024, California's weekly "
    "admissions fell by {}."
)


@pytest.mark.parametrize(
    ("said", "low", "high"),
    [
        ("a third to a half", "-50", "-33.3"),
        ("a third to a half", "-50", "-100/3"),
        ("between a third and a half", "-50", "-33.3"),
        ("two thirds to three quarters", "-75", "-66.7"),
        ("between a fifth and three quarters", "-75", "-20"),
    ],
)
def test_parts_of_one_are_the_two_ends_of_a_range(said, low, high):
    text = FELL.format(said)
    assert accepted(text, f"{low} <= {WEEKS} <= {high}")
    assert not accepted(text, f"{high} <= {WEEKS} <= {low}")
    assert not accepted(text, f"-90 <= {WEEKS} <= {high}")
    assert not accepted(text, f"{low} <= {WEEKS} <= -5")


def test_one_and_a_part_of_one_remain_one_number():
    formula = 'climate.temperature(place="Phoenix", year=2050, scenario="ssp126")'
    formula += ".warming_since_preindustrial >= {}"
    text = "Under SSP1-2.6 Phoenix is at least {} degrees warmer in 2050 than before "
    text += "industrialisation."
    for said, value in (("one and a half", 1.5), ("one and a quarter", 1.25)):
        assert accepted(text.format(said), formula.format(value))
        assert not accepted(text.format(said), formula.format(value - 1))


WARMING = (
    'climate.temperature(place="{0}", year=2080, scenario="ssp370").temperature - '
    'climate.temperature(place="{0}", year=2000).temperature'
)


@pytest.mark.parametrize("said", ["eighty years", "80 years"])
def test_a_time_is_that_between_two_years_of_the_formula(said):
    context = ("Under SSP3-7.0 Madrid is hotter in 2080 than in 2000.",)
    formula = f"{WARMING.format('Reykjavik')} < {WARMING.format('Madrid')}"
    text = "Reykjavik warms less than Madrid over the same {}."
    assert accepted(text.format(said), formula, context=context)
    for other in ("seventy years", "70 years"):
        assert not accepted(text.format(other), formula, context=context)


@pytest.mark.parametrize("since", ["", ', since="start"'])
def test_a_change_may_be_said_to_begin_where_it_is_declared_to_begin(since):
    run = 'climate.global_temperature(year=2090, scenario="ssp585"{}).global_warming'
    formula = f"{run.format('')} - {run.format(f', co2=-50{since}')} == about(1)"
    text = (
        "Halving CO2 emissions {} would shave roughly one degree off the global warming of 2090 "
        "under SSP5-8.5."
    )
    assert accepted(text.format("from 2015 on"), formula)
    assert accepted(text.format("since 2015"), formula)
    assert accepted(text.format("starting in 2015"), formula)
    assert not accepted(text.format("from 2030 on"), formula)
    assert not accepted(text.format("of 2015"), formula)


def test_another_beginning_than_the_declared_one_needs_its_words():
    run = 'climate.global_temperature(year=2090, scenario="ssp585"{}).global_warming'
    formula = f"{run.format('')} > {run.format(', co2=-50, since=' + chr(34) + 'year' + chr(34))}"
    text = "Halving CO2 emissions would lower the global warming of 2090 under SSP5-8.5."
    assert any("since" in one.message for one in held(text, formula).problems)


SIGNALS = (
    'argmin(urban.corridor(signal=s).travel_time for s in choices(urban.corridor.signal)) == "{}"'
)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("no lights at all give", "unsignalled"),
        ("switching off the lights gives", "unsignalled"),
        ("smart lights give", "actuated"),
        ("lights on a timer give", "fixed-time"),
        ("linked signals give", "green wave"),
    ],
)
def test_a_choice_is_meant_by_everyday_words_for_it(said, meant):
    text = f"Of all kinds of signal control, {said} the shortest trip."
    for name in ("unsignalled", "actuated", "fixed-time", "green wave"):
        assert accepted(text, SIGNALS.format(name)) is (name == meant)


def test_no_kind_of_signal_control_is_not_the_lack_of_signals():
    run = 'urban.corridor(signal="{}").travel_time'
    formula = f"not any(urban.corridor(signal=s).travel_time < {run.format('green wave')} "
    formula += "for s in choices(urban.corridor.signal))"
    text = "No signal control has a shorter travel time than the green wave."
    assert not any("unsignalled" in one.message for one in held(text, formula).problems)


@pytest.mark.parametrize(("said", "value"), [("a fifth", 20), ("a quarter", 25), ("half", 50)])
def test_a_part_of_one_is_the_change_of_an_input_whatever_word_follows(said, value):
    run = 'climate.global_temperature(year=2060, scenario="ssp245"{}).global_warming'
    formula = f"{run.format('')} - {run.format(', co2=-{}')} < 0.3"
    text = f"Under SSP2-4.5, cutting CO2 emissions by {said} even then buys less than 0.3 degrees "
    text += "of global warming by 2060."
    assert accepted(text, formula.format(value))
    assert not accepted(text, formula.format(value + 10))


RATE = 'epidemiology.admissions(states=["{}"], reported_season="2023-24").{}'


@pytest.mark.parametrize(
    "said", ["Per head, New York had a worse peak week than Ohio", "Per head, New York's worst "
             "week was worse than that of Ohio"]
)  # fmt: skip
def test_the_worst_week_per_head_is_spoken_of_by_both_words(said):
    runs = [RATE.format(state, "top_week_rate") for state in ("New York", "Ohio")]
    assert accepted(f"{said} in the 2023-24 season.", f"{runs[0]} > {runs[1]}")
    bare = said.removeprefix("Per head, ")
    assert not accepted(f"{bare} in the 2023-24 season.", f"{runs[0]} > {runs[1]}")


@pytest.mark.parametrize(
    "solved",
    [
        'solve(urban.corridor().travel_time_change, 15, "speed_limit", -60, 0)',
        "solve(urban.corridor().travel_time / urban.corridor(speed_limit=0).travel_time, 1.15, "
        '"speed_limit", -60, 0)',
    ],
)
def test_an_input_that_is_solved_for_has_the_sign_and_unit_of_the_input(solved):
    text = "The speed limit would have to {} by about {} before the trip takes 15 percent longer."
    assert accepted(text.format("come down", "20 %"), f"{solved} == about(-20)")
    assert accepted(text.format("fall", "a fifth"), f"{solved} == about(-20)")
    assert not accepted(text.format("go up", "20 %"), f"{solved} == about(-20)")
    assert not accepted(text.format("come down", "20 %"), f"{solved} == about(20)")
    assert not accepted(text.format("come down", "20 %"), f"{solved} == about(-40)")
