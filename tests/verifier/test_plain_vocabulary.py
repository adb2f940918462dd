"""Words that a plain sentence may hold without another verdict, and those that leave it open."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from plain_text import OPEN, season_total, top_week, word
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.harmless import (
    harmless_words,
    is_harmless,
    narrowing_words,
    turning_words,
)
from simulrag.verifier.inflection import plurals, verb_forms

_REGISTRY = installed()
_STATES = ("Ohio", "Texas", "Georgia", "Oregon")
_SEASONS = ("2022-23", "2023-24", "2024-25")
#: Before a noun these say of whom, where, when or of what kind it is.
_NARROWING = (
    "paediatric",
    "elderly",
    "rural",
    "coastal",
    "night",
    "weekend",
    "confirmed",
    "suspected",
    "outpatient",
    "intensive",
    "predicted",
    "adult",
    "private",
    "avoidable",
)
_HARMLESS = ("plainly", "broadly", "famously", "swiftly", "remarkably", "visibly", "eventually")
_DOUBTING = ("allegedly", "supposedly", "hardly", "partly", "reportedly", "locally")


@given(
    state=st.sampled_from(_STATES),
    season=st.sampled_from(_SEASONS),
    narrowing=st.sampled_from(_NARROWING),
)
@settings(max_examples=20)
def test_a_narrowing_word_before_the_noun_leaves_a_true_sentence_open(
    state: str, season: str, narrowing: str
) -> None:
    _, most = top_week(state, season)
    plain = f"In {state} the {season} flu season peaked at {most:,} {{}}admissions a week."
    assert word(plain.format(""), _REGISTRY) == "supported"
    assert word(plain.format(f"{narrowing} "), _REGISTRY) in OPEN


@given(
    state=st.sampled_from(_STATES),
    season=st.sampled_from(_SEASONS),
    adverb=st.sampled_from(_HARMLESS),
    factor=st.sampled_from((1, 2)),
)
@settings(max_examples=16)
def test_a_harmless_adverb_leaves_the_verdict(
    state: str, season: str, adverb: str, factor: int
) -> None:
    _, most = top_week(state, season)
    said = f"In {state} the {season} flu season {{}}peaked at {factor * most:,} admissions a week."
    expected = "supported" if factor == 1 else "refuted"
    assert word(said.format(""), _REGISTRY) == expected
    assert word(said.format(f"{adverb} "), _REGISTRY) == expected


@pytest.mark.parametrize("adverb", _DOUBTING)
def test_an_adverb_that_doubts_or_limits_leaves_a_sentence_open(
    registry: Registry, adverb: str
) -> None:
    _, most = top_week("Ohio", "2024-25")
    said = f"In Ohio the 2024-25 flu season {adverb} peaked at {most:,} admissions a week."
    assert word(said, registry) in OPEN


def test_no_word_is_both_harmless_and_narrowing_or_turning() -> None:
    assert not harmless_words() & (narrowing_words() | turning_words())
    assert not any(map(is_harmless, (*narrowing_words(), *turning_words())))


@pytest.mark.parametrize(
    ("verb", "forms"),
    [
        ("admit", ("admits", "admitted", "admitting")),
        ("carry", ("carries", "carried", "carrying")),
        ("agree", ("agrees", "agreed", "agreeing")),
        ("watch", ("watches", "watched", "watching")),
        ("note", ("notes", "noted", "noting")),
    ],
)
def test_regular_forms_follow_the_spelling_of_the_verb(verb: str, forms: tuple[str, ...]) -> None:
    assert set(forms) <= set(verb_forms(verb))


def test_plurals_follow_the_spelling_of_the_noun() -> None:
    assert list(plurals("summary")) == ["summaries"]
    assert list(plurals("watch")) == ["watches"]
    assert list(plurals("day")) == ["days"]


def test_a_total_is_never_taken_for_a_highest_week(registry: Registry) -> None:
    total = season_total("Ohio", "2024-25")
    said = "Flu admissions in Ohio totalled about {:,} between August 2024 and July 2025."
    assert word(said.format(round(total, -2)), registry) in (*OPEN, "supported")
    assert word(said.format(2 * total), registry) in (*OPEN, "refuted")


def test_the_number_that_a_rate_is_counted_against_is_no_value(registry: Registry) -> None:
    said = "Of every 6,000 Americans, one was admitted with flu in the week ending 8 February 2025."
    assert word(said, registry) in OPEN


def test_what_most_states_do_ranks_none_of_them(registry: Registry) -> None:
    said = "Ohio's 2024-25 flu season peaked in February, when most states were past their peaks."
    assert word(said, registry) in OPEN


@pytest.mark.parametrize(
    "frame",
    [
        "Few people believe that {}",
        "Experts projected that {}",
        "No one would guess that {}",
        "Suppose {}",
    ],
)
def test_what_is_only_held_or_supposed_is_not_decided(registry: Registry, frame: str) -> None:
    _, most = top_week("Ohio", "2024-25")
    said = f"Ohio's 2024-25 flu season peaked at {most:,} admissions a week."
    assert word(said, registry) == "supported"
    assert word(frame.format(said), registry) in OPEN


@pytest.mark.parametrize(
    "said",
    [
        "Ohio avoided {:,} flu admissions in its 2024-25 peak week.",
        "Ohio's 2024-25 flu season could have peaked at {:,} admissions a week.",
        "Ohio's 2024-25 flu season peaked at {:,} admissions a day.",
        "Ohio's 2024-25 flu season was expected to peak at {:,} admissions a week.",
    ],
)
def test_what_did_not_happen_or_was_counted_otherwise_is_not_supported(
    registry: Registry, said: str
) -> None:
    _, most = top_week("Ohio", "2024-25")
    assert word(said.format(most), registry) in (*OPEN, "refuted")
