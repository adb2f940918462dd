"""Which of two sides a text makes the greater, by how much, and of which the formula must."""

import itertools

import pytest

from simulrag.verifier.formulas.anchoring.lexicon import ORDINALS
from verifier.formulas.anchored import accepted, held, tells_apart


def warming(place: str) -> str:
    run = f'climate.temperature(place="{place}", year=2090, scenario="ssp585")'
    return f"{run}.warming_since_preindustrial"


LEADS = ["Measured against preindustrial times, ", "Relative to 1850-1900, "]


@pytest.mark.parametrize(("lead", "word"), [*itertools.product(LEADS, ["more", "less"])])
def test_what_a_sentence_leads_in_with_is_not_what_it_compares_with_behind_than(lead, word):
    text = f"{lead}Lagos will by 2090 under SSP5-8.5 have warmed {word} than Oslo."
    more, less = (f"{warming('Lagos')} {sign} {warming('Oslo')}" for sign in "><")
    assert accepted(text, more) == (word == "more")
    assert accepted(text, less) == (word == "less")


def top(state: str) -> str:
    run = f'epidemiology.admissions(states=["{state}"], reported_season="2024-25")'
    return f"{run}.top_week_admissions"


@pytest.mark.parametrize("lead", ["Against Ohio", "Compared with Ohio", "In comparison to Ohio"])
def test_what_leads_in_is_what_a_text_compares_with_where_nothing_else_is(lead):
    text = f"{lead}, Iowa had more admissions in its top week of 2024-25."
    tells_apart(text, f"{top('Iowa')} > {top('Ohio')}", f"{top('Iowa')} < {top('Ohio')}")


FEWER = (
    'epidemiology.intervention(states=["Ohio"], start_date="2022-10-01", '
    'measures=[{"kind": "fewer contacts", "share": 20, "from_week": 0}])'
)
CONTACTS = "In Ohio, from 1 October 2022 on, 20 % fewer contacts from day 0 would "


@pytest.mark.parametrize("verb", ["prevent", "save", "have prevented"])
@pytest.mark.parametrize("amount", ["more than 75 %", "over three quarters"])
def test_an_amount_that_is_prevented_is_not_denied(verb, amount):
    text = f"{CONTACTS}{verb} {amount} of all admissions."
    assert accepted(text, f"{FEWER}.averted_share > 75")
    assert accepted(text, f"{FEWER}.admissions_change < -75")
    assert not accepted(text, f"{FEWER}.averted_share < 75")
    assert not accepted(text, f"{FEWER}.admissions_change > -75")


def test_a_threshold_that_is_prevented_is_denied():
    run = 'climate.global_temperature(year=2090, scenario="ssp585", co2=-50).global_warming'
    text = "Halving CO2 would prevent global warming {} 2 °C in 2090 under SSP5-8.5."
    tells_apart(text.format("from exceeding"), f"{run} < 2", f"{run} > 2")
    assert not accepted(text.format("above"), f"{run} > 2")


def corridor(output: str, **inputs: object) -> str:
    given = ", ".join(f"{name}={value!r}" for name, value in inputs.items())
    return f"urban.corridor({given}).{output}".replace("'", '"')


def test_what_is_more_than_halved_is_less_than_half():
    text = "Actuated signals would more than halve the time spent standing."
    new, old = corridor("idling_time", signal="actuated"), corridor("idling_time")
    change = corridor("idling_time_change", signal="actuated")
    for less in (f"{new} < {old} / 2", f"{new} / {old} < 0.5", f"2 * {new} < {old}"):
        tells_apart(text, less, less.replace("<", ">"))
    tells_apart(text, f"{change} < -50", f"{change} > -50")


WORLD = 'climate.global_temperature(year=2100, scenario="ssp585"{}).global_warming'


@pytest.mark.parametrize(("word", "sign"), [("more", "<"), ("less", ">")])
def test_of_two_values_the_one_that_cools_more_is_the_lower(word, sign):
    text = f"Under SSP5-8.5 halving methane would cool the global temperature of 2100 {word} than "
    text += "halving CO2 does."
    methane, carbon, none = (WORLD.format(one) for one in (", ch4=-50", ", co2=-50", ""))
    other = "<>".replace(sign, "")
    tells_apart(text, f"{methane} {sign} {carbon}", f"{methane} {other} {carbon}")
    assert accepted(text, f"{none} - {methane} {other} {none} - {carbon}")


def test_a_verb_and_a_negation_are_of_their_own_clause():
    run = {"network": "grid", "speed_limit": -40}
    time, carbon = (corridor(name, **run) for name in ("travel_time_change", "co2_change"))
    text = "On a grid a limit lowered by 40 % costs drivers about a fifth in travel time but trims "
    text += "CO2 by almost 10 %."
    assert accepted(text, f"{time} == about(20) and {carbon} == about(-10)")
    assert not accepted(text, f"{time} == about(20) and {carbon} == about(10)")
    late, early = (
        f'climate.temperature(place="Lagos", year={year}).temperature' for year in (2010, 1950)
    )
    text = "Lagos was {} in 2010 than in 1950, and nobody there had a year below 25 °C."
    formula = f"{late} > {early} and {late} >= 25"
    assert accepted(text.format("warmer"), formula)
    assert not accepted(text.format("colder"), formula)


@pytest.mark.parametrize("place", [2, 6])
def test_an_ordinal_is_the_place_in_a_ranking_and_no_other(place):
    run = 'epidemiology.admissions(states=[s], reported_season="2024-25").top_week_rate'
    ranked = f'rank(({run} for s in states), of="Ohio") == {{}}'
    for said in (f"came {ORDINALS[place]} of all states", f"took {place}th place of all states"):
        text = f"By admissions per 100,000 in the top week of 2024-25, Ohio {said}."
        tells_apart(text, ranked.format(place), ranked.format(place + 1))


@pytest.mark.parametrize("place", [3, 5])
@pytest.mark.parametrize("said", ["was among the {} states with", "was in the top {} states by",
                                  "ranked among the top {} for"])  # fmt: skip
def test_one_of_the_first_places_is_a_limit_of_the_place_in_a_ranking(place, said):
    run = 'epidemiology.admissions(states=[s], reported_season="2024-25").reported_total'
    ranked = f'rank(({run} for s in states), of="Ohio") {{}} {place}'
    text = f"In 2024-25 Ohio {said.format(place)} reported admissions."
    assert accepted(text, ranked.format("<="))
    assert not accepted(text, ranked.format("=="))


@pytest.mark.parametrize(
    ("limit", "operator"),
    [("at least", ">="), ("over", ">"), ("no less than", ">="), ("at most", "<="),
     ("up to", "<="), ("no more than", "<="), ("fewer than", "<")],
)  # fmt: skip
def test_a_limit_that_a_text_states_is_not_the_value_itself(limit, operator):
    run = 'epidemiology.admissions(states=["Ohio"], reported_season="2024-25").reported_total'
    text = f"In 2024-25 {limit} 20,000 people were admitted to hospital with influenza in Ohio."
    assert accepted(text, f"{run} {operator} 20000")
    for equal in ("20000", "about(20000)"):
        problem, *_ = held(text, f"{run} == {equal}").problems
        assert problem.reason == "comparison_differs"


@pytest.mark.parametrize(
    "said", ["It is unlikely that warming", "Experts deny that warming", "It is wrong that warming"]
)
def test_what_a_text_calls_unlikely_or_wrong_is_not_what_it_says(said):
    run = 'climate.global_temperature(year=2090, scenario="ssp585").global_warming'
    text = f"{said} exceeds 3 °C in 2090 under SSP5-8.5."
    assert not accepted(text, f"{run} > 3")
    assert accepted(text, f"not {run} > 3")


@pytest.mark.parametrize(
    ("said", "right"),
    [("peaked at 3,705 a week in Ohio", True), ("averaged 3,705 a week in Ohio", False),
     ("peaked at 3,705 a week in Columbus, Ohio", False),
     ("had their second-highest week with 3,705 in Ohio", False)],
)  # fmt: skip
def test_a_peak_is_no_mean_no_second_and_not_that_of_a_city(said, right):
    run = 'epidemiology.admissions(states=["Ohio"], reported_season="2024-25")'
    text = f"Influenza admissions {said} in 2024-25."
    assert accepted(text, f"{run}.top_week_admissions == 3705") == right


@pytest.mark.parametrize("whole", [4, 9])
@pytest.mark.parametrize("form", ["one admission in {}", "1/{} of all admissions", "one in {}"])
def test_a_share_is_read_from_one_in_so_many(whole, form):
    text = f"{CONTACTS}avert {form.format(whole)}."
    for formula in (f"{FEWER}.averted_share == about({100 / whole:.1f})",
                    f"{FEWER}.averted_share / 100 == about(1/{whole})"):  # fmt: skip
        assert accepted(text, formula)
    assert not accepted(text, f"{FEWER}.averted_share == about({100 / whole + 8:.1f})")


def test_what_a_value_is_set_against_is_in_its_unit():
    new, old = corridor("idling_time", signal="actuated"), corridor("idling_time")
    text = "With actuated signals vehicles stand idle for 22 seconds, against 38 as things are."
    assert accepted(text, f"{new} == about(22) and {old} == about(38)")
    assert not accepted(text, f"{new} == about(22) and {old} == about(48)")


def test_what_an_output_is_counted_from_needs_no_input():
    text = "Under SSP5-8.5 Lagos will in 2090 have warmed by more than 4 °C since preindustrial "
    text += "times."
    tells_apart(text, f"{warming('Lagos')} > 4", f"{warming('Lagos')} < 4")


def test_a_default_that_is_written_and_not_printed_is_told():
    season = 'epidemiology.season(states=["Ohio"], start_date="2022-10-01", r0=2{}).peak > 100'
    text = "In Ohio admissions peak above 100 a day with an R0 of 2 from 1 October 2022 on"
    written = season.format(', preset="gleam"')
    assert "preset = gleam (default)" in held(f"{text}.", written).assumed
    assert "preset = gleam (default)" in held(f"{text}.", season.format("")).assumed
    assert "preset = gleam (default)" not in held(f"{text} in the gleam preset.", written).assumed


def test_a_choice_that_is_printed_with_a_hyphen_is_none_that_was_taken():
    formula = 'urban.corridor(network="single road", demand=20).co2_change > 0'
    found = held("On a single-road corridor 20 % more demand raises CO2 emissions.", formula)
    assert not found.problems
    assert not [one for one in found.assumed if one.startswith("network")]


def test_a_default_that_an_output_does_not_depend_on_is_none_that_was_taken():
    period = 'climate.global_period(first_year=2041, last_year=2060, scenario="ssp245")'
    trend = held("Under SSP2-4.5 the warming trend is above 0.1 °C per decade in 2041-2060.",
                 f"{period}.trend_per_decade > 0.1")  # fmt: skip
    mean = held("Under SSP2-4.5 global warming is above 1.5 °C in 2041-2060.",
                f"{period}.mean_warming > 1.5")  # fmt: skip
    assert not trend.problems
    assert trend.assumed == ()
    assert mean.assumed == ("baseline_first = 1850 (default)", "baseline_last = 1900 (default)")


def test_an_output_is_only_proposed_where_it_is_counted_in_the_same_unit():
    season = 'epidemiology.season(states=["Ohio"], start_date="2022-10-01", r0=2).{}'
    text = "In Ohio the peak is 80 with an R0 of 2 from 1 October 2022 on."
    lasting, summed = (
        " ".join(one.message for one in held(text, season.format(said)).problems)
        for said in ("duration == 80", "cumulative == 80")
    )
    assert "takes duration, but the text speaks of peak" in lasting
    assert ").peak" not in lasting
    assert ").peak" in summed


RECORD = "climate.global_record"


def warmth(year: int | str) -> str:
    return f"{RECORD}(year={year}).recorded_warming"


def place(of: int) -> str:
    return f"rank(({warmth('y')} for y in years(1850, 2024)), of={of})"


def test_the_ten_warmest_are_places_of_ten_at_most() -> None:
    text = "1998 is among the ten warmest years from 1850 to 2024."
    wrong = f"{place(1998)} >= 10", f"{place(1998)} < 10", f"{place(2016)} <= 10"
    tells_apart(text, f"{place(1998)} <= 10", *wrong)
    denied = text.replace("among", "not among")
    tells_apart(denied, f"{place(1998)} > 10", f"{place(1998)} <= 10")


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("Globally, 2021 was not as warm as 2020.", "<"),
        ("Globally, 2021 was as warm as 2020.", ">="),
    ],
)
def test_what_is_as_warm_is_no_cooler(text: str, sign: str) -> None:
    other = ">" if sign == "<" else "<"
    assert accepted(text, f"{warmth(2021)} {sign} {warmth(2020)}")
    assert not accepted(text, f"{warmth(2021)} {other} {warmth(2020)}")


def test_no_year_as_warm_makes_every_year_cooler() -> None:
    text = "No year from 1880 to 1997 was as warm, globally, as 1998."
    formula = "all({} {} {} for y in years(1880, 1997))"
    assert accepted(text, formula.format(warmth("y"), "<", warmth(1998)))
    assert not accepted(text, formula.format(warmth("y"), ">", warmth(1998)))


def test_each_of_several_comparisons_has_its_own_than() -> None:
    text = "Globally 2000 was warmer than 1990, 2010 warmer than 2000, and 2020 warmer still."
    pairs = [(2000, 1990), (2010, 2000), (2020, 2010)]
    assert accepted(text, " and ".join(f"{warmth(a)} > {warmth(b)}" for a, b in pairs))


def test_a_baseline_is_not_what_twice_as_much_is_compared_with() -> None:
    text = (
        "In 2081-2100 warming above 1850-1900 is about twice as large under SSP3-7.0 as under "
        "SSP1-2.6."
    )
    high, low = (
        f'climate.global_period(first_year=2081, last_year=2100, scenario="{name}").mean_warming'
        for name in ("ssp370", "ssp126")
    )
    tells_apart(text, f"{high} / {low} == about(2)", f"{low} / {high} == about(2)")


BRITAIN = (
    'climate.period_temperature(place="United Kingdom", first_year=2001, last_year=2010, '
    "baseline_first=1961, baseline_last=1990).mean_local_warming"
)


def test_how_much_cooler_a_period_is_has_a_minus() -> None:
    text = "The United Kingdom was 0.8 °C cooler in 2001-2010 than in 1961-1990."
    tells_apart(text, f"{BRITAIN} == -0.8", f"{BRITAIN} == 0.8")
    assert accepted(text.replace("cooler", "warmer"), f"{BRITAIN} == 0.8")


@pytest.mark.parametrize("other", ["{late} - {early}", "{late} - {late}"])
def test_a_change_is_no_share_of_itself(other: str) -> None:
    runs = {"late": warmth(2016), "early": warmth(1980), "middle": warmth(2000)}
    text = "Most of the global warming from 1980 to 2016 came after 2000."
    whole = "({late} - {early})".format(**runs)
    assert accepted(text, f"({runs['middle']} - {runs['early']}) / {whole} < 0.5")
    problems = held(text, f"({other.format(**runs)}) / {whole} < 0.5").problems
    assert "pair_differs" in {problem.reason for problem in problems}


@pytest.mark.parametrize("part", ["contiguous", "northern", "rural"])
def test_a_part_of_a_place_is_not_the_whole(part: str) -> None:
    formula = 'climate.temperature(place="United States", year=1990).temperature == 12.0'
    assert accepted("The United States averaged 12.0 °C in 1990.", formula)
    assert not accepted(f"The {part} United States averaged 12.0 °C in 1990.", formula)


def test_a_direction_in_a_name_is_part_of_it() -> None:
    formula = 'climate.temperature(place="Western Sahara", year=1990).temperature == 24.0'
    assert accepted("Western Sahara averaged 24.0 °C in 1990.", formula)


def test_a_limit_of_zero_degrees_is_no_change() -> None:
    formula = 'climate.temperature(place="Yakutsk", year=1990, season="JAN").temperature < 0'
    assert accepted("In January 1990 Yakutsk was colder than 0 °C.", formula)


def test_a_trend_is_meant_by_how_fast_it_warms() -> None:
    text = "From 1948 to 2013 Canada warmed more slowly than the globe."
    local, world = (
        f"climate.{call}, first_year=1948, last_year=2013).{output}"
        for call, output in (
            ('period_temperature(place="Canada"', "local_trend_per_decade"),
            ("global_period(baseline_first=1850", "trend_per_decade"),
        )
    )
    tells_apart(text, f"{local} < {world}", f"{local} > {world}")


def test_the_wettest_month_is_one_of_twelve() -> None:
    months = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
    rain = 'climate.precipitation(place="Mumbai", year=1990, season=m).precipitation'
    text = "July was the wettest month in Mumbai in 1990."
    listed = ", ".join(f'"{one}"' for one in months)
    assert accepted(text, f'argmax({rain} for m in [{listed}]) == "JUL"')
    assert not accepted(text, f'argmax({rain} for m in [{listed[:12]}, "JUL"]) == "JUL"')


def test_the_year_from_which_something_warms_is_no_input_that_goes_down():
    lima = 'climate.temperature(place="Lima", {}).temperature'
    globe = "climate.global_temperature({}).global_warming"
    after, before = 'year=2075, scenario="ssp370"', "year=1990"
    sides = [f"{run.format(after)} - {run.format(before)}" for run in (lima, globe)]
    text = "Lima warms less than the globe from 1990 to 2075 under ssp370."
    tells_apart(text, " < ".join(sides), " > ".join(sides))
