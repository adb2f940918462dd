"""Claims whose words were once taken for the opposite of what they say."""

from dataclasses import replace

import pytest

from appendix_questions import TWO_STATES
from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_claims, check_text
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.reading.hearsay import is_hearsay
from simulrag.verifier.reading.judgements import is_opinion, judgement
from simulrag.verifier.reading.questions import plan
from urban_corridors import CORRIDORS

#: A corridor that nine vehicles more leave than before.
CORRIDOR = replace(
    CORRIDORS[0], after={**CORRIDORS[0].after, "vehicles": CORRIDORS[0].before["vehicles"] + 9}
)


def _word(claim: str, registry: Registry) -> str:
    corridor = CORRIDOR
    with EvidenceStore() as store:
        checked = check_claims(
            [claim], corridor.question, registry, store, evidence=corridor.record()
        )
    return checked.verdicts[0].verdict


@pytest.mark.parametrize("number", ["Nine", "9"])
def test_a_number_in_words_before_more_is_a_difference_as_one_in_digits(
    number: str, registry: Registry
) -> None:
    assert _word(f"{number} more vehicles pass than in the baseline.", registry) == "supported"


@pytest.mark.parametrize(
    "claim",
    [
        "Whoever calls this warming harmless is deceiving himself.",
        "Those who say that the rise is small have not looked.",
    ],
)
def test_what_is_said_of_people_who_say_something_is_no_fact_about_it(claim: str) -> None:
    assert is_opinion(claim) or is_hearsay(claim)


def test_a_best_estimate_is_no_feeling() -> None:
    assert judgement("That is the best estimate.", also_feelings=True) is None
    assert judgement("That is the best city.", also_feelings=True) is not None


@pytest.mark.parametrize(
    "claim",
    [
        "The scheme brings a drastic cut in idling time by 90%, easing stops and emissions.",
        "It achieves a strong reduction in idling time of 90%, and adds to lower emissions.",
    ],
)
def test_a_share_behind_a_result_is_not_that_of_the_next_one(
    claim: str, registry: Registry
) -> None:
    assert _word(claim, registry) == "supported"


def test_a_class_of_benefits_by_a_name_of_their_own_is_no_class_of_the_trip(
    registry: Registry,
) -> None:
    claim = "There is a trade-off, with heavy social benefits despite a change in travel time."

    assert _word(claim, registry) not in ("supported", "refuted")


def test_what_is_accepted_beside_an_aspect_is_no_judgement_of_it(registry: Registry) -> None:
    claim = (
        "It shows a commitment to environmental sustainability, accepting a compromise on travel "
        "times for ecological benefits."
    )

    assert _word(claim, registry) == "supported"


def test_a_scale_is_one_of_changes_where_what_is_asked_behind_it_is_a_change(
    registry: Registry,
) -> None:
    asked = plan(
        "For Suresnes in 2063 under ssp126 with SO2 emissions reduced by 10%, what is the local "
        "temperature? Based on the thresholds of negligible (less than 0.2°C), modest (0.2°C to "
        "1.0°C), or significant (over 1.0°C), how would this change be categorized?",
        registry,
    )

    assert asked.bands_of_difference


def test_spread_that_something_may_temper_is_no_beginning(registry: Registry) -> None:
    checked = check_claims(
        ["Immunity may temper a rapid spread."], TWO_STATES, registry, EvidenceStore()
    )

    assert checked.verdicts[0].verdict not in ("supported", "refuted")


def test_what_is_false_or_a_myth_is_denied(registry: Registry, store: EvidenceStore) -> None:
    false = check_text("It is false that Cairo is hotter than Helsinki.", "", registry, store)
    myth = check_text("It is a myth that Helsinki is hotter than Cairo.", "", registry, store)

    assert [c.verdicts[0].verdict for c in (false, myth)] == ["refuted", "supported"]
