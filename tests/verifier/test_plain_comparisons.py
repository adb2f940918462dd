"""Comparisons of places, states, seasons, scenarios and years in plain text."""

import pytest

from plain_text import OPEN, season_total, top_week, verdict, word
from simulrag.simulators.registry import Registry

#: Annual means as any atlas has them: each of the first is warmer than the second.
WARMER = (("Cairo", "Helsinki"), ("Singapore", "Nairobi"), ("Perth", "Montreal"))


@pytest.mark.parametrize(("warm", "cold"), WARMER)
@pytest.mark.parametrize("tail", ["", " in 1990"])
def test_which_of_two_places_is_warmer_is_decided_both_ways(
    warm: str, cold: str, tail: str, registry: Registry
) -> None:
    text = "{} is warmer than {}" + tail + "."
    assert word(text.format(warm, cold), registry) == "supported"
    found = verdict(text.format(cold, warm), registry)
    assert found.verdict == "refuted"
    assert word(found.updated, registry) == "supported"
    assert word(f"{cold} is not warmer than {warm}{tail}.", registry) == "supported"
    assert word(f"{warm} is not warmer than {cold}{tail}.", registry) == "refuted"


@pytest.mark.parametrize(("warm", "cold"), WARMER)
def test_lower_case_names_are_places_and_never_left_out(
    warm: str, cold: str, registry: Registry
) -> None:
    for text in ("{} is warmer than {}", "{} was warmer than {} in 1990"):
        assert word(text.format(warm, cold).lower(), registry) in ("supported", *OPEN)
        assert word(text.format(cold, warm).lower(), registry) in ("refuted", *OPEN)


@pytest.mark.parametrize("season", ["2022-23", "2023-24", "2024-25"])
@pytest.mark.parametrize(("one", "other"), [("Texas", "Florida"), ("New York", "Montana")])
def test_which_of_two_states_peaked_higher_is_what_their_weeks_say(
    one: str, other: str, season: str, registry: Registry
) -> None:
    more = top_week(one, season)[1] > top_week(other, season)[1]
    higher, lower = (one, other) if more else (other, one)
    text = "{} had a higher flu peak than {} in the " + season + " season."
    assert word(text.format(higher, lower), registry) == "supported"
    found = verdict(text.format(lower, higher), registry)
    assert found.verdict == "refuted"
    assert word(found.updated, registry) == "supported"


@pytest.mark.parametrize("state", ["Ohio", "Texas", "Montana"])
def test_seasons_are_compared_by_peak_and_by_total(state: str, registry: Registry) -> None:
    for later, earlier in (("2024-25", "2023-24"), ("2023-24", "2022-23")):
        up = top_week(state, later)[1] > top_week(state, earlier)[1]
        text = f"The flu peak of {later} in {state} was {{}} than that of {earlier}."
        assert word(text.format("higher" if up else "lower"), registry) == "supported"
        assert word(text.format("lower" if up else "higher"), registry) == "refuted"
        up = season_total(state, later) > season_total(state, earlier)
        text = f"{state} reported {{}} flu admissions in total in {later} than in {earlier}."
        assert word(text.format("more" if up else "fewer"), registry) == "supported"
        assert word(text.format("fewer" if up else "more"), registry) == "refuted"


def test_a_multiple_is_the_quotient_of_two_top_weeks(registry: Registry) -> None:
    quotient = top_week("Ohio", "2024-25")[1] / top_week("Ohio", "2022-23")[1]
    assert 3.5 < quotient < 4.5
    text = (
        "In its top week of 2024-25 Ohio had more than {} times as many flu admissions as in that "
        "of 2022-23."
    )
    assert word(text.format("three"), registry) == "supported"
    assert word(text.format("five"), registry) == "refuted"
    exact = "Ohio had {:.1f} times as many flu admissions in its top week of 2024-25 as in that of 2022-23."  # noqa: E501
    assert word(exact.format(quotient), registry) == "supported"
    assert word(exact.format(quotient / 2), registry) == "refuted"


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Under SSP5-8.5 Helsinki is warmer in 2090 than under SSP1-2.6.", "supported"),
        ("Under SSP5-8.5 Helsinki is cooler in 2090 than under SSP1-2.6.", "refuted"),
        ("Lima's mean temperature in 2090 under SSP5-8.5 is above that of 1990.", "supported"),
        ("Lima's mean temperature in 2090 under SSP5-8.5 is below that of 1990.", "refuted"),
        ("Under SSP5-8.5 Lima warms between 1990 and 2090.", "supported"),
        ("Under SSP5-8.5 Lima cools between 1990 and 2090.", "refuted"),
        # 4.4 - 1.8 °C in AR6 table SPM.1.
        ("Global warming by 2081-2100 is 2.6 °C greater under SSP5-8.5 than under SSP1-2.6.",
         "supported"),
        ("Global warming by 2081-2100 is 1.1 °C greater under SSP5-8.5 than under SSP1-2.6.",
         "refuted"),
        # Double differences: the north warms faster, and more emissions warm more.
        ("Helsinki warms more between 1990 and 2090 under SSP5-8.5 than under SSP1-2.6.",
         "supported"),
        ("Helsinki warms less between 1990 and 2090 under SSP5-8.5 than under SSP1-2.6.",
         "refuted"),
        ("Under SSP5-8.5, Helsinki warms more than Singapore between 2020 and 2090.", "supported"),
        ("Under SSP5-8.5, Singapore warms more than Helsinki between 2020 and 2090.", "refuted"),
        ("Helsinki is less warm than Cairo.", "supported"),
        ("Cairo is less warm than Helsinki.", "refuted"),
        ("There is less global warming in 2081-2100 under SSP1-2.6 than under SSP5-8.5.",
         "supported"),
        ("There is less global warming in 2081-2100 under SSP5-8.5 than under SSP1-2.6.",
         "refuted"),
        ("In 1990 and in 2010 Singapore was warmer than Helsinki.", "supported"),
        ("In 1990 and in 2010 Helsinki was warmer than Singapore.", "refuted"),
        ("The gap between SSP5-8.5 and SSP1-2.6 in global warming by 2081-2100 is more than 2 °C.",
         "supported"),
        ("The gap between SSP5-8.5 and SSP1-2.6 in global warming by 2081-2100 is more than 3 °C.",
         "refuted"),
        ("In 2081-2100 the world is 1.8 °C above pre-industrial levels under SSP1-2.6.",
         "supported"),
        ("In 2081-2100 the world is 1.8 °C below pre-industrial levels under SSP1-2.6.", "refuted"),
        ("Both Helsinki and Montreal are colder than Cairo.", "supported"),
        ("Both Helsinki and Montreal are warmer than Cairo.", "refuted"),
        ("Neither Helsinki nor Montreal is warmer than Cairo.", "supported"),
    ],
)  # fmt: skip
def test_scenarios_years_and_changes_are_compared(
    sentence: str, expected: str, registry: Registry
) -> None:
    assert word(sentence, registry) == expected


def test_which_warms_more_is_not_mended_by_saying_that_both_cool(registry: Registry) -> None:
    text = "Under SSP5-8.5, Singapore warms more than Helsinki between 2020 and 2090."
    assert "cool" not in verdict(text, registry).updated


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("Of all scenarios, SSP5-8.5 brings the most global warming by 2081-2100.", "supported"),
        ("Of all scenarios, SSP1-2.6 brings the most global warming by 2081-2100.", "refuted"),
        ("California recorded more flu admissions over the 2024-25 season than any other state.",
         "supported"),
        ("Montana recorded more flu admissions over the 2024-25 season than any other state.",
         "refuted"),
        # Table SPM.1, 2081-2100: 1.4 °C under SSP1-1.9 to 4.4 °C under SSP5-8.5.
        ("In every scenario, global warming in 2081-2100 is above 1.2 °C.", "supported"),
        ("In every scenario, global warming in 2081-2100 is above 2 °C.", "refuted"),
        ("In no scenario does global warming exceed 5 °C in 2081-2100.", "supported"),
        ("In no scenario does global warming exceed 3 °C in 2081-2100.", "refuted"),
        ("No scenario keeps global warming in 2081-2100 below 1 °C.", "supported"),
        ("In every state more than 10 people were admitted with flu over the 2024-25 season.",
         "supported"),
        ("In every state more than 1,000 people were admitted with flu over the 2024-25 season.",
         "refuted"),
    ],
)  # fmt: skip
def test_the_most_and_all_and_none_are_decided_over_every_one(
    sentence: str, expected: str, registry: Registry
) -> None:
    assert word(sentence, registry) == expected


def test_less_of_a_word_that_may_lie_on_either_side_is_never_turned_round(
    registry: Registry,
) -> None:
    assert word("Cairo is less cold than Helsinki.", registry) in ("supported", *OPEN)
    assert word("Helsinki is less cold than Cairo.", registry) in ("refuted", *OPEN)


def test_a_number_on_the_wrong_side_of_a_baseline_gets_no_sign(registry: Registry) -> None:
    for side in ("cooler than in pre-industrial times", "below pre-industrial levels"):
        text = f"In 2081-2100 the world is 1.8 °C {side} under SSP1-2.6."
        found = verdict(text, registry)
        assert found.verdict == "refuted"
        assert "-1.8" not in found.updated


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # Halving sulphur warms, whatever scenario both settings share.
        ("With SO2 emissions halved, Karachi in 2080 is warmer than under unmodified SSP3-7.0.",
         "supported"),
        ("With SO2 emissions halved, Karachi in 2080 is cooler than under unmodified SSP3-7.0.",
         "refuted"),
        ("Cairo's average temperature exceeds Nairobi's by 2 °C.", "supported"),
        ("Doubling CO2 cools the world by 3 °C in the long run.", "refuted"),
        ("Doubling CO2 warms the world by 3 °C in the long run.", "supported"),
    ],
)  # fmt: skip
def test_a_change_is_compared_with_what_it_is_said_of(
    text: str, expected: str, registry: Registry
) -> None:
    assert word(text, registry) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Karachi in 2080 is warmer than under ssp126.",  # under which scenario?
        "Nairobi's average temperature of 19 °C is lower than Cairo's.",
        "Under SSP5-8.5 land warming in 2081-2100 is 4.4 °C.",
        "Warming under SSP2-4.5 in 2081-2100 could reach 3.5 °C.",
        "Warming under SSP2-4.5 in 2081-2100 cannot exceed 3.0 °C.",
        "According to hearsay, Cairo is warmer than Nairobi.",
        "Rumour has it that Cairo is warmer than Nairobi.",
        "Cairo is reportedly warmer than Nairobi.",
    ],
)
def test_what_is_not_said_of_the_values_at_hand_is_left_open(text: str, registry: Registry) -> None:
    assert word(text, registry) in OPEN


def test_a_limit_by_a_year_is_of_that_year(registry: Registry) -> None:
    before = "Under ssp585 global warming is 4.4 °C in 2090. "
    assert word(f"{before}It exceeds 4 °C by 2035.", registry) == "refuted"
    assert word(f"{before}It exceeds 1 °C by 2035.", registry) == "supported"


def test_a_part_in_words_is_how_much_less_it_is(registry: Registry) -> None:
    less, more = top_week("Ohio", "2023-24")[1], top_week("Ohio", "2024-25")[1]
    assert 0.75 < 1 - less / more < 0.85
    text = "Ohio's top flu week of 2023-24 brought {} fewer admissions than that of 2024-25."
    assert word(text.format("four fifths"), registry) == "supported"
    assert word(text.format("a third"), registry) == "refuted"
