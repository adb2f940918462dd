"""Plain text on what was assessed of the globe, held against the published tables."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plain_text import OPEN, word
from simulrag.simulators.climate.assessments import FUTURE, SENSITIVITY
from simulrag.simulators.registry import Registry

SCENARIOS = tuple(FUTURE["2081-2100"])
NAMES = dict(
    zip(SCENARIOS, ("SSP1-1.9", "SSP1-2.6", "SSP2-4.5", "SSP3-7.0", "SSP5-8.5"), strict=True)
)
FEW = settings(max_examples=12)


def _verdict_of(holds: bool) -> str:
    return "supported" if holds else "refuted"


def _end(scenario: str) -> float:
    return FUTURE["2081-2100"][scenario].value


def _middle(scenario: str) -> float:
    return FUTURE["2041-2060"][scenario].value


@given(scenario=st.sampled_from(SCENARIOS))
@FEW
def test_warming_goes_on_after_mid_century_where_the_later_period_is_warmer(
    scenario: str, registry: Registry
) -> None:
    rises = _end(scenario) > _middle(scenario)
    text = f"In {NAMES[scenario]} warming continues after mid-century."
    assert word(text, registry) == _verdict_of(rises)
    if abs(_end(scenario) - _middle(scenario)) > 0.25:
        halts = f"In {NAMES[scenario]} warming slows to a halt after mid-century."
        assert word(halts, registry) == "refuted"


@given(pair=st.permutations(SCENARIOS))
@FEW
def test_a_gap_between_two_scenarios_widens_or_narrows_as_the_tables_say(
    pair: list[str], registry: Registry
) -> None:
    one, other = pair[:2]
    late, early = abs(_end(one) - _end(other)), abs(_middle(one) - _middle(other))
    text = (
        f"The gap between {NAMES[one]} and {NAMES[other]} is {{}} in 2081-2100 than in 2041-2060."
    )
    assert word(text.format("wider"), registry) == _verdict_of(late > early)
    assert word(text.format("smaller"), registry) == _verdict_of(late < early)


@given(pair=st.permutations(SCENARIOS), times=st.sampled_from((1.5, 2.0, 3.0)))
@FEW
def test_a_multiple_of_another_scenario_is_the_ratio_of_the_tables(
    pair: list[str], times: float, registry: Registry
) -> None:
    one, other = pair[:2]
    named = {1.5: "one and a half times", 2.0: "twice", 3.0: "three times"}[times]
    text = (
        f"The best estimate of late-century warming under {NAMES[one]} is more than {named} that "
        f"under {NAMES[other]}."
    )
    assert word(text, registry) == _verdict_of(_end(one) / _end(other) > times)


@given(scenario=st.sampled_from(SCENARIOS), off=st.sampled_from((0.0, 0.6, -0.6)))
@FEW
def test_an_end_of_a_range_is_compared_with_that_end_alone(
    scenario: str, off: float, registry: Registry
) -> None:
    held = FUTURE["2081-2100"][scenario]
    text = f"The very likely range for {NAMES[scenario]} in 2081-2100 reaches up to {{:.1f}} °C."
    assert word(text.format(held.high + off), registry) == _verdict_of(off == 0.0)
    single = f"The very likely range for {NAMES[scenario]} in 2081-2100 is {held.value} °C."
    assert word(single, registry) in OPEN


@given(scenario=st.sampled_from(SCENARIOS), off=st.sampled_from((0.0, 0.7)))
@FEW
def test_a_question_and_its_answer_are_read_together(
    scenario: str, off: float, registry: Registry
) -> None:
    text = f"What would {NAMES[scenario]} bring by 2081-2100? About {_end(scenario) + off:.1f} °C."
    expected = "supported" if off == 0.0 else "refuted"
    assert word(f"{text[:-1]} of global warming.", registry) == expected


def test_an_answer_takes_nothing_from_a_sentence_before_its_question(registry: Registry) -> None:
    text = (
        "Under SSP5-8.5 the best estimate of warming for 2081-2100 is 4.4 °C. "
        "What does SSP4-6.0 bring? About 4.4 °C."
    )
    assert word(text, registry) in OPEN


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Doubling CO2 warms the globe by some 3 °C in the long run.", "supported"),
        ("Doubling CO2 warms the globe by some 5 °C in the long run.", "refuted"),
        ("A doubling of CO2 concentrations eventually warms the Earth by 3 °F.", "refuted"),
        ("The transient climate response is smaller than the climate sensitivity.", "supported"),
        ("The transient climate response is larger than the climate sensitivity.", "refuted"),
        (
            "Climate sensitivity, the long-term response to doubled CO2, very likely falls between "
            "2 and 5 degrees Celsius.",
            "supported",
        ),
        ("AR6 narrowed the likely range of climate sensitivity to 2.5-4 °C.", "supported"),
        ("AR6 narrowed the very likely range of climate sensitivity to 2.5-4 °C.", "refuted"),
        ("In American units, warming in 2011-2020 was nearly 2 degrees.", "supported"),
        ("In American units, warming in 2011-2020 was nearly 4 degrees.", "refuted"),
        ("The world of 2001-2020 was not warmer than that of 1850-1900.", "refuted"),
        ("All five scenarios exceed 2 °C at the end of the century.", "refuted"),
        ("ssp126 -> 1.8 °C by 2081-2100", "supported"),
    ],
)
def test_what_was_assessed_is_read_in_many_wordings(
    text: str, expected: str, registry: Registry
) -> None:
    assert word(text, registry) == expected


@pytest.mark.parametrize("wrong", ["highest", "lowest"])
def test_what_is_said_of_a_scenario_in_passing_is_checked_too(
    wrong: str, registry: Registry
) -> None:
    text = (
        f"Even in the {wrong} of the five pathways, SSP1-1.9, the best estimate for 2041-2060 lies "
        "above 1.5 °C."
    )
    assert word(text, registry) == _verdict_of(wrong == "lowest")


def test_emissions_that_double_are_no_doubled_concentration(registry: Registry) -> None:
    assert word("Doubling CO2 emissions warms the globe by some 3 °C.", registry) in OPEN
    assert SENSITIVITY["equilibrium_climate_sensitivity"].value == 3.0


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "In 2081-2100 the very likely ranges of global warming under SSP1-2.6 and SSP3-7.0 do"
            " not overlap.",
            "supported",
        ),
        (
            "The very likely ranges of global warming in 2041-2060 for SSP1-1.9 and SSP5-8.5 do "
            "not even overlap.",
            "refuted",
        ),
        (
            "There is no overlap between the very likely ranges for SSP2-4.5 and SSP3-7.0 in "
            "2081-2100.",
            "refuted",
        ),
        (
            "For 2081-2100, the very likely ranges of warming under SSP1-1.9 and SSP1-2.6 have "
            "nothing in common.",
            "refuted",
        ),
        (
            "In 2081-2100 the very likely range of global warming for SSP1-1.9 lies entirely "
            "below that of SSP5-8.5.",
            "supported",
        ),
        (
            "The very likely range of global warming in 2081-2100 for SSP5-8.5 lies entirely "
            "above that for SSP2-4.5.",
            "refuted",
        ),
    ],
)
def test_ranges_overlap_where_each_begins_before_the_other_ends(
    text: str, expected: str, registry: Registry
) -> None:
    assert word(text, registry) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Under SSP1-2.6, SSP2-4.5 and SSP3-7.0 the best estimate of global warming for "
            "2021-2040 is the same.",
            "supported",
        ),
        (
            "In 2021-2040 all five scenarios have the same best estimate of global warming.",
            "refuted",
        ),
        (
            "The five scenarios do not all have the same best estimate of global warming in "
            "2041-2060.",
            "supported",
        ),
        (
            "The best estimates of global warming in 2081-2100 differ from one scenario to the "
            "next.",
            "supported",
        ),
        (
            "The best estimate of global warming in 2041-2060 does not vary with the scenario.",
            "refuted",
        ),
        (
            "SSP2-4.5 and SSP3-7.0 share one best estimate of global warming for 2041-2060.",
            "refuted",
        ),
        (
            "In 2041-2060 SSP2-4.5 and SSP3-7.0 have almost the same best estimate of global "
            "warming.",
            "supported",
        ),
    ],
)
def test_published_figures_are_the_same_where_they_are_printed_alike(
    text: str, expected: str, registry: Registry
) -> None:
    assert word(text, registry) == expected
