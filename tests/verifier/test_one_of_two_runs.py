"""Claims about two alternatives: which of them is meant, of how many it holds, whose is more."""

from collections.abc import Callable

import pytest

from climate_records import STRATEGIES, YEARS, Record
from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_claims
from simulrag.verifier.evidence import EvidenceStore
from urban_corridors import CORRIDORS, Corridor

Word = Callable[[str], str]


def _word(claim: str, question: str, evidence: str, registry: Registry) -> str:
    with EvidenceStore() as store:
        return check_claims([claim], question, registry, store, evidence).verdicts[0].verdict


def _of_record(claim: str, record: Record, registry: Registry) -> str:
    return _word(claim, record.question, record.handed(), registry)


@pytest.fixture
def strategies(registry: Registry) -> Word:
    """Return the verdict on a claim about greenhouse gases beside aerosols in one year."""
    return lambda claim: _of_record(claim, STRATEGIES, registry)


@pytest.fixture
def corridor(registry: Registry) -> Word:
    """Return the verdict on a claim about trips that take less time than before."""
    made: Corridor = CORRIDORS[1]
    return lambda claim: _word(claim, made.question, made.record(), registry)


def _between() -> str:
    low, high = sorted((STRATEGIES.first, STRATEGIES.second))
    return f"{(low + high) / 2:.2f}"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Only one of the two figures for {place} exceeds {n} °C.", "supported"),
        ("Both figures for {place} exceed {n} °C.", "refuted"),
        ("Neither of the two values for {place} exceeds {n} °C.", "refuted"),
        ("At least one of the two levels is above {n} °C.", "supported"),
    ],
)
def test_a_bound_is_held_against_as_many_of_the_two_as_it_is_said_of(
    claim: str, verdict: str, strategies: Word
) -> None:
    assert strategies(claim.format(place=STRATEGIES.place, n=_between())) == verdict


def test_a_bound_of_neither_of_two_futures_by_name_is_not_decided(strategies: Word) -> None:
    said = strategies(f"{STRATEGIES.place} lies above {_between()} °C.")

    assert said not in ("supported", "refuted")


@pytest.mark.parametrize(
    "claim",
    [
        "{place} gets the {more} future from the {by}.",
        "The {more} one comes from the {by}.",
        "A {more} outcome follows from the {by}.",
        "The {more} temperature results from the {by}.",
    ],
)
def test_what_a_warmer_future_comes_from_is_the_warmer_one(claim: str, strategies: Word) -> None:
    gases, aerosols = "greenhouse gas changes", "aerosol changes"
    warm, cool = (gases, aerosols) if STRATEGIES.first > STRATEGIES.second else (aerosols, gases)
    made = {
        (more, by): strategies(claim.format(place=STRATEGIES.place, more=more, by=by))
        for more in ("warmer", "cooler")
        for by in (warm, cool)
    }

    assert made == {
        ("warmer", warm): "supported", ("warmer", cool): "refuted",
        ("cooler", cool): "supported", ("cooler", warm): "refuted",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Trips are faster than before, though by less than four seconds.", "refuted"),
        ("Trips are slower than before, though by less than ten seconds.", "refuted"),
        ("Trips are faster than before, though by less than ten seconds.", "supported"),
    ],
)
def test_by_how_much_may_stand_far_behind_what_is_faster(
    claim: str, verdict: str, corridor: Word
) -> None:
    assert corridor(claim) == verdict


def test_one_and_a_quarter_is_no_quarter(registry: Registry) -> None:
    rise = YEARS.second - YEARS.first
    assert 0.7 < rise < 0.8

    three_quarters = "About three quarters of a degree are added to Velora's 1994 level."
    more = "About one and three quarters degrees are added to Velora's 1994 level."

    assert _of_record(three_quarters, YEARS, registry) == "supported"
    assert _of_record(more, YEARS, registry) == "refuted"


def test_a_class_told_as_an_adverb_with_a_hyphen_is_held_against_the_result(
    registry: Registry,
) -> None:
    made = Corridor(
        CORRIDORS[2].question.replace("drastic (over", "near-total (over"),
        CORRIDORS[2].before,
        CORRIDORS[2].after,
        CORRIDORS[2].plan,
        classes=CORRIDORS[2].classes,
        demand=CORRIDORS[2].demand,
    )
    claim = "Idling is reduced considerably, but not near-totally."

    assert _word(claim, made.question, made.record(), registry) == "refuted"
