"""Amounts that a text says in words or sets against others are held as meant."""

import pytest

from simulrag.verifier.formulas.anchoring.mentions import mentions
from verifier.formulas.anchored import accepted, held, tells_apart, told

WEEK = 'epidemiology.admissions(states=["New York"], reported_season="2024-25").top_week_admissions'
OSLO = (
    'climate.temperature(place="Oslo", year=2050, scenario="ssp245").temperature - '
    'climate.temperature(place="Oslo", year=2000).temperature'
)


@pytest.mark.parametrize("amount", ["a degree", "one degree", "a full degree", "1 °C"])
def test_a_unit_with_an_article_is_an_amount_of_one(amount):
    text = f"Under SSP2-4.5 Oslo is more than {amount} warmer in 2050 than in 2000."
    tells_apart(text, f"{OSLO} > 1", f"{OSLO} > 2")


def test_what_an_article_counts_is_no_amount():
    said = ["They built a second lane.", "It is more than a second winter.", "He won a degree."]
    assert [mentions(text, ()).numbers for text in said] == [(), (), ()]


def test_two_numbers_in_words_are_the_ends_of_a_range():
    text = "Under SSP2-4.5 Oslo is between two and three degrees warmer in 2050 than in 2000."
    tells_apart(text, f"2 <= {OSLO} <= 3", f"{OSLO} == 5")
    assert [n.value for n in mentions("a hundred and two days", ()).numbers] == [102.0]


def test_no_week_denies_what_a_sentence_says_of_each_and_a_refusal_proposes_no_comparison():
    text = "In New York, no week of the 2024-25 season brought more than 4,500 flu admissions."
    assert accepted(text, f"{WEEK} <= 4500")
    assert accepted(text, f"not {WEEK} > 4500")
    (problem, *_) = held(text, f"{WEEK} >= 4500").problems
    assert problem.message.endswith("compare as the text does")


def test_a_limit_follows_from_the_one_that_the_context_gives_or_that_is_declared():
    text = "Going down to 30 km/h on the grid makes a car trip less than a quarter longer."
    formula = 'urban.corridor(network="grid", speed_limit={}).travel_time_change < 25'
    before = "The limit there is 50 km/h today."
    tells_apart(text, formula.format(-40), formula.format(-30), said=[before])
    assert accepted(text, formula.format(-40))
    assert not accepted(text, formula.format(-40), before.replace("50", "60"))


def test_the_quantity_may_stand_between_a_limit_and_its_number():
    text = "Under SSP2-4.5 Reykjavik stays below an annual average of eight degrees in 2050."
    run = 'climate.temperature(place="Reykjavik", year=2050, scenario="ssp245").temperature'
    tells_apart(text, f"{run} < 8", f"{run} > 8")


@pytest.mark.parametrize("word", ["hottest", "warmest"])
def test_an_extreme_of_places_speaks_of_their_temperature(word):
    text = f"Of Cairo, Athens and Lisbon, Cairo is the {word} in 2060 under SSP2-4.5."
    run = 'climate.temperature(place=p, year=2060, scenario="ssp245").temperature'
    places = '["Cairo", "Athens", "Lisbon"]'
    assert accepted(text, f'argmax({run} for p in {places}) == "Cairo"')
    assert not accepted(text, f'argmin({run} for p in {places}) == "Cairo"')


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
        tells_apart(text.format(said), formula.format(value), formula.format(value - 1))


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
    tells_apart(text, formula.format(value), formula.format(value + 10))


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


def lanes(count: int, output: str) -> str:
    return f'urban.corridor(lanes={count}, network="single road").{output}'


def test_what_a_multiple_is_of_is_told_by_the_input_that_is_changed():
    text = "Closing one of the two lanes on the single road would double the longest queue."
    one, two = lanes(1, "queue_length"), lanes(2, "queue_length")
    assert accepted(text, f"{one} / {two} == 2")
    tells_apart(text, f"{one} == 2 * {two}", f"{two} / {one} == 2")


def test_a_denied_multiple_is_less_than_it_and_of_the_same_runs():
    text = "Closing one of the two lanes on the single road would not even double the waiting time."
    one, two = lanes(1, "idling_time"), lanes(2, "idling_time")
    assert accepted(text, f"{one} / {two} < 2")
    assert accepted(text, f"{one} < 2 * {two}")
    tells_apart(text, f"not ({one} / {two} >= 2)", f"{one} / {two} > 2")


LIMIT = 'urban.corridor(network="grid", speed_limit={}).co2_change < -10'
CUT = " on the grid cuts the CO2 of the traffic by more than 10 %."


@pytest.mark.parametrize(
    "said",
    ["A limit of {new} instead of {old} km/h", "A limit of {new} km/h instead of {old}",
     "Going from {old} to {new} km/h", "Going from {old} km/h down to {new} km/h",
     "A limit of {new} km/h rather than {old} km/h", "{new} instead of the usual {old} km/h",
     "Lowering the limit to {new} km/h from {old} km/h"],
)  # fmt: skip
@pytest.mark.parametrize(("old", "new", "change"), [(50, 30, -40), (80, 50, -37.5), (50, 40, -20)])
def test_a_change_may_be_given_by_two_values_in_the_unit_of_what_is_changed(said, old, new, change):
    text = said.format(old=old, new=new) + CUT
    tells_apart(text, LIMIT.format(change), LIMIT.format(change - 5))
    assert not accepted(said.format(old=new, new=old) + CUT, LIMIT.format(change))


def test_two_values_in_another_unit_are_no_change_of_an_input():
    text = "Trips of 30 instead of 50 minutes under a lower limit" + CUT
    assert not accepted(text, LIMIT.format(-40))


@pytest.mark.parametrize(
    ("said", "years"),
    [("a decade", 10), ("two decades", 20), ("half a century", 50), ("ten years", 10)],
)
def test_decades_and_centuries_are_lengths_of_time_between_years(said, years):
    year = 'climate.threshold_year(threshold=2, scenario="{}").exceedance_year'
    formula = f"{year.format('ssp245')} - {year.format('ssp585')} {{}}"
    text = f"Global warming passes 2 °C {{}} {said} later under SSP2-4.5 than under SSP5-8.5."
    about, more = text.format("about"), text.format("more than")
    assert accepted(about, formula.format(f"== about({years})"))
    tells_apart(more, formula.format(f"> {years}"), formula.format(f"< {years}"))
    assert not accepted(about, formula.format(f"== about({2 * years})"))
    assert not accepted(about, formula.format("> 0"))


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [("between Christmas and the middle of January", "2023-12-25", "2024-01-15"),
     ("between 20 December and the 10 January", "2023-12-20", "2024-01-10"),
     ("between early December and late January", "2023-12-01", "2024-01-31")],
)  # fmt: skip
def test_between_gives_two_limits_whatever_its_ends_are_written_as(said, first, last):
    top = 'epidemiology.admissions(states=["Ohio"], reported_season="2023-24").top_week'
    text = f"In Ohio the top week of 2023-24 ended {said}."
    assert accepted(text, f'"{first}" <= {top} <= "{last}"')
    assert not accepted(text, f'"{first}" >= {top}')
    assert not accepted(text, f'"{first}" <= {top} <= "2024-03-15"')


@pytest.mark.parametrize("opening", ["But", "In short,"])
def test_a_word_of_grammar_at_the_beginning_of_a_sentence_is_no_place(opening):
    formula = 'climate.temperature(place="{}", year=2090, scenario="ssp585").temperature > 21'
    text = f"{opening} Nairobi will be warmer than 21 °C in 2090 under SSP5-8.5."
    tells_apart(text, formula.format("Nairobi"), formula.format("Oslo"))


QUEUE = 'urban.corridor(network="single road", demand=30).queue_length_change'


@pytest.mark.parametrize(
    "said", ["by about 33 %, not 40 %", "not by 40 % but by about 33 %", "by about 33 % (not 40 %)"]
)
def test_a_number_denied_in_favour_of_another_claims_only_that_it_is_not_so(said):
    text = f"With 30 % more cars the longest queue on the single road grows {said}."
    assert accepted(text, f"{QUEUE} == about(33)")
    assert accepted(text, f"{QUEUE} == about(33) and not ({QUEUE} == about(40))")
    assert not accepted(text, f"{QUEUE} == about(40)")
    assert not accepted(text, f"not ({QUEUE} == about(33))")
    assert not accepted(text, f"{QUEUE} < 0")


def test_a_number_that_is_only_denied_is_still_asked_for():
    text = "With 30 % more cars the longest queue on the single road does not grow by 40 %."
    assert not accepted(text, f"{QUEUE} > 0")


def test_a_comparison_sent_back_proposes_none_that_is_turned():
    text = "With 30 % more cars the longest queue on the single road grows by more than 30 %."
    for formula in (f"{QUEUE} < 30", f"-({QUEUE}) > 30"):
        message = told(text, formula)
        assert message
        assert "single road" not in message.partition("compare as the text does")[2]
