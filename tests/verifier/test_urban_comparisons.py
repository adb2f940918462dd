"""Comparisons in recorded corridor runs: a number is a level, a difference or what is left."""

import pytest

from simulrag.simulators.registry import Registry
from simulrag.verifier.check import check_claims
from simulrag.verifier.evidence import EvidenceStore
from urban_record import QUESTION, record

#: Each class with sentences that follow from the record and sentences that contradict it.
CASES: dict[str, tuple[list[str], list[str]]] = {
    "differences beside a comparative": (
        [
            "Trips are six seconds slower than today.",
            "Travel takes 6 seconds more than today, despite the 30% lower limit.",
            "CO2 emissions are 16 kg below the baseline.",
            "Idling takes 13.5 seconds less than before.",
            "Only six more seconds are needed per trip.",
            "Between today's travel time and the new one lie 6 seconds.",
        ],
        [
            "Trips are six seconds faster than today.",
            "Travel takes 6 seconds less than today, despite the 30% lower limit.",
            "CO2 emissions are 16 kg above the baseline.",
            "Idling takes 13.5 seconds more than before.",
        ],
    ),
    "what is saved, avoided or lost": (
        [
            "The scheme saves 40% of the CO2.",
            "16 kg of CO2 are avoided.",
            "About 16 kg of CO2 are not emitted.",
            "Each driver loses 6 seconds.",
        ],
        [
            "The scheme saves 46% of the CO2.",
            "12 kg of CO2 are avoided.",
            "Each driver loses 16 seconds.",
            "Each driver saves 6 seconds.",
        ],
    ),
    "what is left": (
        [
            "CO2 emissions come to 60% of the baseline.",
            "Only 10% of the idling time is left.",
            "Three fifths of the CO2 remain.",
            "CO2 is down to about three fifths of what it was.",
        ],
        [
            "CO2 emissions come to 40% of the baseline.",
            "Only 40% of the CO2 remains.",
            "Half of the idling remains.",
        ],
    ),
    "two states side by side": (
        [
            "A trip takes 81 seconds instead of 75.",
            "Idling drops to 1.5 seconds, compared with 15 in the baseline.",
            "Total CO2 is 24 kg against 40 kg today.",
            "Travel time was 75 seconds and is now 81 seconds.",
            "With 24 kg, total CO2 stays well under the 40 kg of the baseline.",
            "CO2 per vehicle sinks from 333.3 g to 200.0 g.",
        ],
        [
            "A trip takes 75 seconds instead of 81.",
            "Idling drops to 1.5 seconds, compared with 19 in the baseline.",
            "Total CO2 is 24 kg against 42 kg today.",
            "Travel time was 81 seconds and is now 75 seconds.",
            "With 24 kg, total CO2 stays well under the 46 kg of the baseline.",
        ],
    ),
    "a direction that several numbers share": (
        [
            "Two figures fall: idling by 90% and CO2 by 40%.",
            "Idling falls by 90%, CO2 by 40% and fuel by 40%.",
        ],
        [
            "Two figures rise: idling by 90% and CO2 by 40%.",
            "Idling falls by 90%, CO2 by 45% and fuel by 40%.",
        ],
    ),
    "percentages that name the setting": (
        [
            "The 30% zone makes journeys 8% longer.",
            "A zone with a 30% lower limit cuts CO2 by 40%.",
        ],
        [
            "The 30% zone makes journeys 8% shorter.",
            "A zone with a 30% lower limit saves 44% of the CO2.",
            "The low-speed zone takes 8% off travel time.",
        ],
    ),
    "classes as bounds": (
        [
            "The travel time change stops short of heavy.",
            "The travel time change goes beyond the slight class.",
            "The change in travel time does not get beyond the noticeable class.",
            "The CO2 cut is anything but noticeable.",
        ],
        [
            "The CO2 cut stops short of the heavy class.",
            "The travel time change does not get beyond the slight class.",
            "The travel time change goes beyond noticeable.",
            "The CO2 cut is anything but heavy.",
        ],
    ),
    "sides of the baseline": (
        [
            "The scheme keeps CO2 emissions under the baseline.",
            "The scheme makes for longer trips.",
        ],
        [
            "The scheme cannot keep CO2 emissions under the baseline.",
            "Travel times remain below today's level.",
            "The scheme makes for shorter trips.",
        ],
    ),
    "times that are named loosely": (
        ["Vehicles spend 81 seconds in the corridor.", "Vehicles spend 1.5 seconds idling."],
        ["Vehicles spend 75 seconds in the corridor.", "Vehicles spend 15 seconds idling."],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_comparisons_are_decided_either_way(
    name: str, registry: Registry, store: EvidenceStore
) -> None:
    true, false = CASES[name]
    found = check_claims([*true, *false], QUESTION, registry, store, record()).verdicts
    expected = [(c, "supported") for c in true] + [(c, "refuted") for c in false]
    assert [(v.text, v.verdict) for v in found] == expected


@pytest.mark.parametrize(
    "claim",
    [
        "An 8% longer trip is too high a price for cleaner air.",
        "Delivery vans are responsible for most of the remaining emissions.",
        "A zone with a 45% lower limit saves 40% of the CO2.",
    ],
)
def test_prices_causes_and_other_settings_are_outside(
    claim: str, registry: Registry, store: EvidenceStore
) -> None:
    assert (
        check_claims([claim], QUESTION, registry, store, record()).verdicts[0].verdict == "outside"
    )
