"""Formulas that say something else than their text are sent back, and true ones are not."""

import pytest

from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import FormulaClaim
from simulrag.verifier.evidence import EvidenceStore
from simulrag.verifier.formulas.bounding import bound
from simulrag.verifier.formulas.runs import Runs

WAVE = 'urban.corridor(signal="green wave")'
CUT = ("With 20 % less CO2 in 2050 under ssp245.", "How strong is warming since 1850-1900?")


def change(place: str) -> str:
    plain = f'climate.temperature(place="{place}", year=2050, scenario="ssp245"'
    return f"{plain}, co2=-20).temperature - {plain}).temperature"


def between(place: str) -> str:
    named = f'climate.temperature(place="{place}", year=2050'
    warming = "warming_since_preindustrial"
    high, low = (f'{named}, scenario="{one}").{warming}' for one in ("ssp585", "ssp126"))
    return f"{high} - {low}"


def reported(state: str) -> str:
    return f'epidemiology.admissions(states=[{state}], reported_season="2024-25")'


LARGEST = f'{{}}({reported("s")}.reported_total for s in ["Florida", "Texas"]) == "Florida"'


@pytest.mark.parametrize(
    ("text", "formula", "word"),
    [
        (
            "Delhi cools by 0.17 °C and London by 0.12 °C.",
            f"{change('Delhi')} == about(-0.17) and {change('London')} == about(-0.12)",
            "inside",
        ),
        (
            "London cools by 0.17 °C and Delhi by 0.12 °C.",
            f"{change('Delhi')} == about(-0.17) and {change('London')} == about(-0.12)",
            "unread",
        ),
        (
            "Between ssp585 and ssp126 the difference is 0.92 °C in Toronto and 0.60 °C in Cairo.",
            f"{between('Toronto')} == about(0.92) and {between('Cairo')} == about(0.60)",
            "inside",
        ),
        (
            "Between ssp585 and ssp126 the difference is 0.60 °C in Toronto and 0.92 °C in Cairo.",
            f"{between('Toronto')} == about(0.92) and {between('Cairo')} == about(0.60)",
            "unread",
        ),
        (
            "A green wave lowers the travel time by 11 % and CO2 by 25 %.",
            f"{WAVE}.travel_time_change == about(-11) and {WAVE}.co2_change == about(-25)",
            "inside",
        ),
        (
            "A green wave lowers the travel time by 25 % and CO2 by 11 %.",
            f"{WAVE}.travel_time_change == about(-11) and {WAVE}.co2_change == about(-25)",
            "unread",
        ),
        (
            "Compared with fixed-time signals, a green wave lowers CO2 by 26 %.",
            f"{WAVE}.co2_change == about(-26)",
            "inside",
        ),
        (
            "Compared with actuated signals, a green wave lowers CO2 by 26 %.",
            f"{WAVE}.co2_change == about(-26)",
            "unread",
        ),
        ("A green wave lowers CO2 by 25 %.", f"{WAVE}.co2_change == about(-25)", "inside"),
        ("A green wave lowers CO2 to 25 %.", f"{WAVE}.co2_change == about(-25)", "unread"),
        (
            "In 2024-25 Florida had the most admissions of Florida and Texas.",
            LARGEST.format("argmax"),
            "inside",
        ),
        (
            "In 2024-25 Florida had the most admissions of Florida and Texas.",
            LARGEST.format("argmin"),
            "unread",
        ),
        (
            "In 2024-25 every one of Florida and Texas had more than 9,000 admissions.",
            f'all({reported("s")}.reported_total > 9000 for s in ["Florida", "Texas"])',
            "inside",
        ),
        (
            "In 2024-25 every one of Florida and Texas had more than 9,000 admissions.",
            f'any({reported("s")}.reported_total > 9000 for s in ["Florida", "Texas"])',
            "unread",
        ),
        (
            "It is more than 95 % likely that the cut cools Delhi.",
            f"probability({change('Delhi')} < 0) > 95",
            "inside",
        ),
        (
            "Emissions of CO2 must be 45 % lower for Madrid to stay at 15.5 °C in 2050.",
            'climate.needed_change(threshold=15.5, gas="co2", place="Madrid", year=2050, '
            'scenario="ssp245").needed_change == about(-45)',
            "inside",
        ),
        (
            "Toronto warms more than Cairo by 2050 under ssp126.",
            'climate.temperature(place="Toronto", year=2050, scenario="ssp126")'
            '.warming_since_preindustrial > climate.temperature(place="Cairo", year=2050, '
            'scenario="ssp126").warming_since_preindustrial',
            "inside",
        ),
        (
            "Summers in Delhi cool by 0.17 °C.",
            f"{change('Delhi')} == about(-0.17)",
            "unread",
        ),
    ],
)
def test_numbers_bases_and_cases_are_those_of_the_text(
    registry: Registry, store: EvidenceStore, text: str, formula: str, word: str
) -> None:
    found = bound(FormulaClaim(text=text, formula=formula, context=CUT), Runs(registry, store))
    assert found.bound == word, found.problem
