"""Formulas that say something else than their text are sent back, and true ones are not."""

import pytest

from simulrag.verifier.claims import FormulaClaim
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


LARGEST = f'argmax({reported("s")}.reported_total for s in ["Florida", "Texas"]) == "Florida"'


def bounded(registry, store, text, formula):
    found = bound(FormulaClaim(text=text, formula=formula, context=CUT), Runs(registry, store))
    return found.bound, found.problem


@pytest.mark.parametrize(
    ("formula", "said", "moved"),
    [
        (f"{change('Delhi')} == about(-0.17) and {change('London')} == about(-0.12)",
         "Delhi cools by 0.17 °C and London by 0.12 °C.",
         "London cools by 0.17 °C and Delhi by 0.12 °C."),
        (f"{between('Toronto')} == about(0.92) and {between('Cairo')} == about(0.60)",
         "Between ssp585 and ssp126 the difference is 0.92 °C in Toronto and 0.60 °C in Cairo.",
         "Between ssp585 and ssp126 the difference is 0.60 °C in Toronto and 0.92 °C in Cairo."),
        (f"{WAVE}.travel_time_change == about(-11) and {WAVE}.co2_change == about(-25)",
         "A green wave lowers the travel time by 11 % and CO2 by 25 %.",
         "A green wave lowers the travel time by 25 % and CO2 by 11 %."),
        (f"{WAVE}.co2_change == about(-26)",
         "Compared with fixed-time signals, a green wave lowers CO2 by 26 %.",
         "Compared with actuated signals, a green wave lowers CO2 by 26 %."),
        (f"{WAVE}.co2_change == about(-25)", "A green wave lowers CO2 by 25 %.",
         "A green wave lowers CO2 to 25 %."),
        (f"{change('Delhi')} == about(-0.17)", "Delhi cools by 0.17 °C.",
         "Summers in Delhi cool by 0.17 °C."),
        (LARGEST, "In 2024-25 Florida had the most admissions of Florida and Texas.",
         "In 2024-25 Florida had the fewest admissions of Florida and Texas."),
    ],
)  # fmt: skip
def test_numbers_bases_and_cases_are_those_of_the_text(registry, store, formula, said, moved):
    assert bounded(registry, store, said, formula) == ("inside", None)
    assert bounded(registry, store, moved, formula)[0] == "unread"


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("It is more than 95 % likely that the cut cools Delhi.",
         f"probability({change('Delhi')} < 0) > 95"),
        ("Emissions of CO2 must be 45 % lower for Madrid to stay at 15.5 °C in 2050.",
         'climate.needed_change(threshold=15.5, gas="co2", place="Madrid", year=2050, '
         'scenario="ssp245").needed_change == about(-45)'),
        ("Toronto warms more than Cairo by 2050 under ssp126.",
         'climate.temperature(place="Toronto", year=2050, scenario="ssp126")'
         '.warming_since_preindustrial > climate.temperature(place="Cairo", year=2050, '
         'scenario="ssp126").warming_since_preindustrial'),
    ],
)  # fmt: skip
def test_chances_solved_inputs_and_baselines_of_outputs_are_said(registry, store, text, formula):
    assert bounded(registry, store, text, formula) == ("inside", None)


def test_what_every_one_has_is_not_decided_by_what_any_one_has(registry, store):
    text = "In 2024-25 every one of Florida and Texas had more than 9,000 admissions."
    each = f'({reported("s")}.reported_total > 9000 for s in ["Florida", "Texas"])'
    assert bounded(registry, store, text, f"all{each}") == ("inside", None)
    assert bounded(registry, store, text, f"any{each}")[0] == "unread"
