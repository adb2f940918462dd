"""What must hold of any plain comparison: it turns when swapped or denied, and needs all read."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from plain_text import OPEN, season_total, top_week, word
from simulrag.simulators.registry import Registry

STATES = ("Ohio", "Texas", "Montana", "Florida", "New York", "California", "Georgia", "Oregon")
SEASONS = ("2022-23", "2023-24", "2024-25")
#: From cold to hot, each by several degrees.
PLACES = ("Yakutsk", "Helsinki", "Wellington", "Nairobi", "Singapore")
TURNED = {"supported": "refuted", "refuted": "supported"}
#: Names that no gazetteer holds, and numbers that belong to nothing.
STRANGERS = (
    "Unlike Qwertzia, {}",
    "{} with 17 exceptions",
    "{} as Zarquonians know since 12 years",
    "{} but in Ruritania never",
    "{} in 3 of 4 reports",
    "{} than Qwertzia",
)
FEW = settings(max_examples=25)


@given(pair=st.permutations(STATES), season=st.sampled_from(SEASONS))
@FEW
def test_swapping_two_states_turns_the_verdict_that_their_totals_give(
    pair: list[str], season: str, registry: Registry
) -> None:
    one, other = pair[:2]
    first, second = season_total(one, season), season_total(other, season)
    assume(first != second)
    text = "More people were admitted with flu over the {} season in {} than in {}."
    expected = "supported" if first > second else "refuted"
    assert word(text.format(season, one, other), registry) == expected
    assert word(text.format(season, other, one), registry) == TURNED[expected]


@given(state=st.sampled_from(STATES), pair=st.permutations(SEASONS))
@FEW
def test_denying_a_comparison_of_seasons_turns_its_verdict(
    state: str, pair: list[str], registry: Registry
) -> None:
    one, other = pair[:2]
    first, second = top_week(state, one)[1], top_week(state, other)[1]
    assume(first != second)
    expected = "supported" if first > second else "refuted"
    text = f"The flu peak of {one} in {state} was {{}}higher than that of {other}."
    assert word(text.format(""), registry) == expected
    assert word(text.format("not "), registry) == TURNED[expected]


@given(pair=st.permutations(PLACES), year=st.integers(1950, 2014))
@FEW
def test_swapping_or_denying_a_comparison_of_places_turns_it(
    pair: list[str], year: int, registry: Registry
) -> None:
    one, other = pair[:2]
    expected = "supported" if PLACES.index(one) > PLACES.index(other) else "refuted"
    text = "In {}, {} was {}warmer than {}."
    assert word(text.format(year, one, "", other), registry) == expected
    assert word(text.format(year, other, "", one), registry) == TURNED[expected]
    assert word(text.format(year, one, "not ", other), registry) == TURNED[expected]
    assert (
        word(text.format(year, one, "", other).replace("warmer", "colder"), registry)
        == (TURNED[expected])
    )


@pytest.mark.parametrize("frame", STRANGERS)
@given(pair=st.permutations(PLACES))
@settings(FEW, max_examples=8)
def test_a_stranger_or_a_number_that_is_not_read_leaves_all_undecided(
    frame: str, pair: list[str], registry: Registry
) -> None:
    text = frame.format(f"{pair[0]} was warmer than {pair[1]} in 1990") + "."
    assert word(text, registry) in OPEN


@given(
    state=st.sampled_from(STATES),
    season=st.sampled_from(SEASONS),
    factor=st.floats(0.2, 5).filter(lambda f: abs(f - 1) > 0.15),
)
@FEW
def test_a_threshold_is_passed_exactly_by_what_lies_beyond_it(
    state: str, season: str, factor: float, registry: Registry
) -> None:
    count = top_week(state, season)[1]
    limit = max(1, round(count * factor))
    assume(limit != count)
    text = f"Weekly flu admissions in {state} never exceeded {limit:,} in the {season} season."
    assert word(text, registry) == ("supported" if count <= limit else "refuted")
