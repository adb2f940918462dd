"""Statements about recorded corridor runs: two states in one record, each scale its own output."""

import pytest

from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_claims
from simulrag.verifier.claims import Verdict
from simulrag.verifier.evidence import EvidenceStore
from urban_record import QUESTION, record


def verdict(claim: str, registry: Registry, store: EvidenceStore) -> Verdict:
    return check_claims([claim], QUESTION, registry, store, record()).verdicts[0]


TRUE = [
    "Average travel time goes up by 8%.",
    "Average travel time gets longer.",
    "Journeys take 8 percent longer than they do today.",
    "A trip lasts 81 seconds on average, six seconds more than in the baseline.",
    "Idling is cut by 90 %.",
    "Vehicles idle a tenth as long as before.",
    "Average idling shrinks to a tenth of what it was.",
    "Total CO2 falls from 40 kg to 24 kg.",
    "CO2 emissions decrease by two fifths.",
    "CO2 drops by more than a third.",
    "Total CO2 ends up 40% below the baseline.",
    "The CO2 reduction is heavy.",
    "The effect on travel time is noticeable.",
    "With the 30% scheme, CO2 emissions sink by 40%.",
    "The 30% reduction does not lengthen trips by more than ten percent.",
    "Fuel consumption is 10.2 litres.",
    "Nitrogen oxides amount to 9.6 g.",
    "120 vehicles pass through the corridor.",
    "CO2 per vehicle is 200 g.",
    "More importantly, total CO2 emissions change by -40%.",
    "Idling: minus 90 %.",
    "The measures bring clear environmental benefits.",
    "The scheme cuts pollution from cars.",
    "The CO2 cut is more than double the 15% limit.",
    "CO2 is not halved.",
    "CO2 does not get down to half of its baseline amount.",
    "Not even with the zone does CO2 get down to half of what it was.",
]
FALSE = [
    "Average travel time goes down by 8%.",
    "Average travel time gets shorter.",
    "Trips get quicker.",
    "Journeys take 18 percent longer than they do today.",
    "Idling is cut by 80 %.",
    "Vehicles idle half as long as before.",
    "Total CO2 falls from 40 g to 24 g.",
    "Total CO2 amounts to 24 g.",
    "CO2 drops by less than a third.",
    "The CO2 reduction is noticeable.",
    "The effect on travel time is heavy.",
    "In spite of the lower limit, trips get shorter.",
    "130 vehicles pass through the corridor.",
    "CO2 is more than halved.",
    "Idling sees an increase of -90%.",
    "The measures worsen the environmental impact of cars with more pollution.",
    "Sustainability suffers under the scheme.",
    "Idling is not halved.",
    "Idling does not get down to half of its baseline amount.",
    "The CO2 cut is more than triple the 15% limit.",
]
NEVER_SUPPORTED = [
    "With the 45% scheme, CO2 emissions sink by 40%.",
    "A 10% rise in traffic demand lowers CO2 by 40%.",
    "Despite the 30% speed limit increase, CO2 falls by 40%.",
    "On a single lane, travel time rises by 8%.",
    "Fewer cyclists are hurt in the zone.",
    "Toll revenue rises by 8%.",
    "Travel time on the ring road rises by 8%.",
    "The city should adopt the green wave.",
    "An 8% longer trip is a reasonable price for cleaner air.",
    "Idling falls because drivers learn to relax at lower speeds.",
]


@pytest.mark.parametrize("claim", TRUE)
def test_what_follows_from_the_two_states_is_supported(
    claim: str, registry: Registry, store: EvidenceStore
) -> None:
    decided = verdict(claim, registry, store)
    assert decided.verdict == "supported", decided.derivation


@pytest.mark.parametrize("claim", FALSE)
def test_what_contradicts_the_two_states_is_refuted(
    claim: str, registry: Registry, store: EvidenceStore
) -> None:
    decided = verdict(claim, registry, store)
    assert decided.verdict == "refuted", decided.derivation


@pytest.mark.parametrize("claim", NEVER_SUPPORTED)
def test_other_settings_roads_and_quantities_and_opinions_are_never_supported(
    claim: str, registry: Registry, store: EvidenceStore
) -> None:
    decided = verdict(claim, registry, store)
    assert decided.verdict in ("outside", "unread"), decided.derivation


@pytest.mark.parametrize(
    ("claim", "mended"),
    [
        ("Total CO2 falls by 30 %.", "Total CO2 falls by 40 %."),
        ("The CO2 reduction is noticeable.", "The CO2 reduction is heavy."),
        ("The effect on travel time is heavy.", "The effect on travel time is noticeable."),
    ],
)
def test_a_refuted_change_is_mended_on_its_own_scale(
    claim: str, mended: str, registry: Registry, store: EvidenceStore
) -> None:
    assert verdict(claim, registry, store).updated == mended


# Travel time rises and idling falls: what people call traffic flow has two measures.
@pytest.mark.parametrize(
    "claim", ["The scheme improves traffic flow.", "The scheme leads to more congestion."]
)
def test_an_aspect_whose_outputs_disagree_is_left_open(
    claim: str, registry: Registry, store: EvidenceStore
) -> None:
    found = verdict(claim, registry, store)
    assert found.verdict == "outside"
    assert found.problem is not None
    assert set(found.problem.candidates) == {"travel_time", "idling_time"}


@pytest.mark.parametrize(
    "claim",
    [
        "The scheme aims to improve the environment.",
        "A marked environmental improvement is not reached.",
        "Mobility is kept up without compromising the environment.",
    ],
)
def test_what_is_aimed_at_or_denied_evaluates_nothing(
    claim: str, registry: Registry, store: EvidenceStore
) -> None:
    assert verdict(claim, registry, store).verdict in ("outside", "unread")
