"""Claims on seasons, rain and regions: none is decided by another part of the year or globe."""

import pytest

from formula_claims import decided

MOSCOW = 'climate.temperature(place="Moscow", year=2000{})'
MADRID = 'climate.precipitation(place="Madrid", year=2090, scenario="ssp585"{})'


@pytest.mark.parametrize(
    ("text", "formula", "verdict"),
    [
        ("The mean temperature in Moscow in January 2000 is below 5 °C.",
         MOSCOW.format(', season="January"') + ".temperature < 5", "supported"),
        ("The mean temperature in Moscow in January 2000 is below 5 °C.",
         MOSCOW.format("") + ".temperature < 5", "unread"),
        ("The mean temperature in Moscow in 2000 is below 5 °C.",
         MOSCOW.format(', season="January"') + ".temperature < 5", "unread"),
        ("The annual mean temperature in Moscow in 2000 is below 5 °C.",
         MOSCOW.format(', season="JAN"') + ".temperature < 5", "unread"),
        ("Moscow may be below 5 °C on average in 2000.",
         MOSCOW.format(', season="May"') + ".temperature < 5", "unread"),
        ("Moscow is colder in winter than in summer in 2000: mean temperature.",
         MOSCOW.format(', season="winter"') + ".temperature < "
         + MOSCOW.format(', season="summer"') + ".temperature", "supported"),
        ("Under SSP5-8.5, summer precipitation in Madrid in 2090 is below 300 mm.",
         MADRID.format(', season="summer"') + ".precipitation < 300", "supported"),
        ("Under SSP5-8.5, summer precipitation in Madrid in 2090 is below 300 mm.",
         MADRID.format("") + ".precipitation < 300", "unread"),
        ("Under SSP5-8.5, annual precipitation in Madrid in 2090 is below 300 mm.",
         MADRID.format(', season="summer"') + ".precipitation < 300", "unread"),
        ("Under SSP5-8.5, annual precipitation in Madrid in 2090 is lower than in 1995-2014.",
         MADRID.format("") + ".precipitation_change < 0", "supported"),
        ("The land warms more than the ocean by 2090 under ssp585.",
         'climate.temperature(place="land", year=2090, scenario="ssp585")'
         ".warming_since_preindustrial > "
         'climate.temperature(place="ocean", year=2090, scenario="ssp585")'
         ".warming_since_preindustrial", "supported"),
        ("Land areas are 1 °C warmer in 2090 under ssp585 than in 1850-1900.",
         'climate.global_temperature(year=2090, scenario="ssp585").global_warming == 1',
         "outside"),
        ("Delhi's mean temperature in 2090 under ssp585 is above 20 °C.",
         'climate.temperature(place="India", year=2090, scenario="ssp585").temperature > 20',
         "unread"),
    ],
)  # fmt: skip
def test_a_part_of_the_year_or_globe_is_that_of_the_text(text, formula, verdict, registry, store):
    assert decided(text, formula, registry, store).verdict == verdict


def test_a_season_of_the_context_is_not_left_out(registry, store):
    context = "In summer 2000 it was hot."
    text = "The mean temperature in Moscow in 2000 is above 2 °C."
    formula = MOSCOW.format("") + ".temperature > 2"
    assert decided(text, formula, registry, store, context).verdict == "unread"
    assert decided(text, formula, registry, store).verdict == "supported"
