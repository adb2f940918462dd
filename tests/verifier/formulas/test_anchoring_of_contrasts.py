"""What a text sets against something else is held as meant: old values, denied ones, other runs."""

import pytest

from verifier.formulas.anchored import held, told


def lanes(count: int, output: str) -> str:
    return f'urban.corridor(lanes={count}, network="single road").{output}'


def test_what_a_multiple_is_of_is_told_by_the_input_that_is_changed():
    text = "Closing one of the two lanes on the single road would double the longest queue."
    one, two = lanes(1, "queue_length"), lanes(2, "queue_length")
    assert held(text, f"{one} / {two} == 2").accepted
    assert held(text, f"{one} == 2 * {two}").accepted
    assert not held(text, f"{two} / {one} == 2").accepted


def test_a_denied_multiple_is_less_than_it_and_of_the_same_runs():
    text = "Closing one of the two lanes on the single road would not even double the waiting time."
    one, two = lanes(1, "idling_time"), lanes(2, "idling_time")
    assert held(text, f"{one} / {two} < 2").accepted
    assert held(text, f"{one} < 2 * {two}").accepted
    assert held(text, f"not ({one} / {two} >= 2)").accepted
    assert not held(text, f"{one} / {two} > 2").accepted


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
    assert held(text, LIMIT.format(change)).accepted
    assert not held(text, LIMIT.format(change - 5)).accepted
    assert not held(said.format(old=new, new=old) + CUT, LIMIT.format(change)).accepted


def test_two_values_in_another_unit_are_no_change_of_an_input():
    text = "Trips of 30 instead of 50 minutes under a lower limit" + CUT
    assert not held(text, LIMIT.format(-40)).accepted


@pytest.mark.parametrize(
    ("said", "years"),
    [("a decade", 10), ("two decades", 20), ("half a century", 50), ("ten years", 10)],
)
def test_decades_and_centuries_are_lengths_of_time_between_years(said, years):
    year = 'climate.threshold_year(threshold=2, scenario="{}").exceedance_year'
    formula = f"{year.format('ssp245')} - {year.format('ssp585')} {{}}"
    text = f"Global warming passes 2 °C {{}} {said} later under SSP2-4.5 than under SSP5-8.5."
    about, more = text.format("about"), text.format("more than")
    assert held(about, formula.format(f"== about({years})")).accepted
    assert held(more, formula.format(f"> {years}")).accepted
    assert not held(more, formula.format(f"< {years}")).accepted
    assert not held(about, formula.format(f"== about({2 * years})")).accepted
    assert not held(about, formula.format("> 0")).accepted


TOP_WEEK = 'epidemiology.admissions(states=["{}"], reported_season="2024-25").top_week'
PEAKED = "In the 2024-25 season Texas's flu admissions peaked in {}."


@pytest.mark.parametrize(
    ("said", "compared", "accepted"),
    [
        ("February 2025", '{} == "2025-02"', True),
        ("February", '{} == "2025-02"', True),
        ("February 2025", '"2025-02-01" <= {} <= "2025-02-28"', True),
        ("February 2025", '{} == "2025-02-08"', False),
        ("February 2025", '{} == week("2025-02-08")', False),
        ("February 2025", '{} == about("2025-02-08")', False),
        ("February 2025", '"2025-02-01" <= {} <= "2025-02-10"', False),
        ("February", '"2025-02-01" <= {} <= "2025-02-10"', False),
        ("early February 2025", '{} == "2025-02"', False),
        ("early February 2025", '"2025-02-01" <= {} <= "2025-02-10"', True),
        ("the first week of February 2025", '{} == week("2025-02-01")', False),
        ("the first week of February 2025", '{} == week("2025-02-03")', False),
        ("the first week of February 2025", '{} == "2025-02-08"', False),
        ("the first week of February 2025", '"2025-02-01" <= {} <= "2025-02-07"', True),
        ("the second week of February 2025", '{} == "2025-02"', False),
        ("the second week of February 2025", '"2025-02-08" <= {} <= "2025-02-14"', True),
        ("the last week of January 2025", '{} == week("2025-02-03")', False),
        ("the last week of January 2025", '"2025-01-25" <= {} <= "2025-01-31"', True),
        ("the week ending February 8, 2025", '{} == week("2025-02-03")', True),
        ("the week ending February 8, 2025", '{} == "2025-02-08"', True),
        ("epiweek 6 of 2025", '{} == week("2025-02-03")', True),
        ("epiweek 6 of 2025", '{} == "2025-02-01"', False),
    ],
)
def test_a_date_is_compared_with_all_that_is_printed_and_no_other_part_of_it(
    said, compared, accepted
):
    formula = compared.format(TOP_WEEK.format("Texas"))
    assert held(PEAKED.format(said), formula).accepted is accepted


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [("between Christmas and the middle of January", "2023-12-25", "2024-01-15"),
     ("between 20 December and the 10 January", "2023-12-20", "2024-01-10"),
     ("between early December and late January", "2023-12-01", "2024-01-31")],
)  # fmt: skip
def test_between_gives_two_limits_whatever_its_ends_are_written_as(said, first, last):
    top = 'epidemiology.admissions(states=["Ohio"], reported_season="2023-24").top_week'
    text = f"In Ohio the top week of 2023-24 ended {said}."
    assert held(text, f'"{first}" <= {top} <= "{last}"').accepted
    assert not held(text, f'"{first}" >= {top}').accepted
    assert not held(text, f'"{first}" <= {top} <= "2024-03-15"').accepted


@pytest.mark.parametrize("opening", ["But", "In short,"])
def test_a_word_of_grammar_at_the_beginning_of_a_sentence_is_no_place(opening):
    formula = 'climate.temperature(place="{}", year=2090, scenario="ssp585").temperature > 21'
    text = f"{opening} Nairobi will be warmer than 21 °C in 2090 under SSP5-8.5."
    assert held(text, formula.format("Nairobi")).accepted
    assert not held(text, formula.format("Oslo")).accepted


QUEUE = 'urban.corridor(network="single road", demand=30).queue_length_change'


@pytest.mark.parametrize(
    "said", ["by about 33 %, not 40 %", "not by 40 % but by about 33 %", "by about 33 % (not 40 %)"]
)
def test_a_number_denied_in_favour_of_another_claims_only_that_it_is_not_so(said):
    text = f"With 30 % more cars the longest queue on the single road grows {said}."
    assert held(text, f"{QUEUE} == about(33)").accepted
    assert held(text, f"{QUEUE} == about(33) and not ({QUEUE} == about(40))").accepted
    assert not held(text, f"{QUEUE} == about(40)").accepted
    assert not held(text, f"not ({QUEUE} == about(33))").accepted
    assert not held(text, f"{QUEUE} < 0").accepted


def test_a_number_that_is_only_denied_is_still_asked_for():
    text = "With 30 % more cars the longest queue on the single road does not grow by 40 %."
    assert not held(text, f"{QUEUE} > 0").accepted


def test_a_comparison_sent_back_proposes_none_that_is_turned():
    text = "With 30 % more cars the longest queue on the single road grows by more than 30 %."
    for formula in (f"{QUEUE} < 30", f"-({QUEUE}) > 30"):
        message = told(text, formula)
        assert message
        assert "single road" not in message.partition("compare as the text does")[2]


HIGH = (
    'count(epidemiology.admissions(states=[s], reported_season="2024-25").top_week_rate > 20 '
    "for s in states)"
)


@pytest.mark.parametrize(
    ("said", "compared", "accepted"),
    [
        ("at least half of all states", f"{HIGH} / 51 >= 1/2", True),
        ("at least half of all states", f"{HIGH} >= 51 / 2", True),
        ("at least half of all states", f"{HIGH} / 50 >= 1/2", False),
        ("at least half of all states", f"{HIGH} / 51 <= 1/2", False),
        ("at least half of all states", f"{HIGH} / 51 >= 1/3", False),
        ("a third of all states", f"{HIGH} / 51 == about(1/3)", True),
        ("40 % of all states", f"{HIGH} / 51 == 0.4", True),
        ("40 % of all states", f"100 * {HIGH} / 51 == 40", True),
        ("40 % of all states", f"{HIGH} == 40", False),
    ],
)
def test_a_share_of_a_list_is_a_count_over_its_length(said, compared, accepted):
    text = f"In the 2024-25 season {said} had a peak rate above 20 per 100,000."
    assert held(text, compared).accepted is accepted
