"""Formulas in words, formulas that words begin, and what of a question no formula uses."""

import pytest

from coffee import Coffee
from simulrag.simulators.registry import Registry
from simulrag.verifier.english.question_formulas import begun
from simulrag.verifier.formulas.asking import compared
from simulrag.verifier.formulas.formula_words import defaults_taken, in_words
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.syntax import FormulaError
from verifier.formulas.gauge import Gauge

MUG = 'coffee.cooling(cup="ceramic mug", initial_temperature=90, minutes=10)'
ANN, BEA = 'gauge.gauge(river="Ann", rain=10)', 'gauge.gauge(river="Bea", rain=20)'


@pytest.fixture
def toys() -> Registry:
    return Registry([Coffee(), Gauge()])


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        (f"{ANN}.level", "level (Ann, rain 10 mm)"),
        (
            f"{BEA}.level - {ANN}.level > 0.5",
            "level (Bea, rain 20 mm) minus level (Ann, rain 10 mm) is above 0.5",
        ),
        (f"{ANN}.level == about(1.1)", "level (Ann, rain 10 mm) is about 1.1"),
        (f"not {ANN}.level < 1", "it is not so that level (Ann, rain 10 mm) is below 1"),
        (f"{ANN}.level < 1 or {ANN}.flow >= 2", "level (Ann, rain 10 mm) is below 1, or "
         "flow (Ann, rain 10 mm) is at least 2"),
        (f"percent_change({BEA}.level, {ANN}.level)", "the change in percent to "
         "level (Bea, rain 20 mm) from level (Ann, rain 10 mm)"),
        ('all(gauge.gauge(river=r, rain=10).level > 1 for r in ["Ann", "Bea"])',
         "always level (r, rain 10 mm) is above 1, for r in Ann and Bea"),
        (f"{ANN}.level - ({BEA}.level - 1)", "level (Ann, rain 10 mm) minus "
         "(level (Bea, rain 20 mm) minus 1)"),
    ],
)  # fmt: skip
def test_a_formula_is_told_in_words(toys, formula, words):
    assert in_words(parse(formula).root, toys) == words


def test_defaults_that_runs_take_are_told_once(toys):
    formula = f"{MUG}.temperature - {MUG.replace('=10', '=20')}.temperature"
    assert list(defaults_taken(parse(formula).root, toys)) == ["room_temperature = 20"]
    assert list(defaults_taken(parse(f"{ANN}.level").root, toys)) == []


def test_a_default_is_told_only_where_the_output_depends_on_it(registry):
    period = 'climate.global_period(first_year=2041, last_year=2060, scenario="ssp245")'
    assert list(defaults_taken(parse(f"{period}.trend_per_decade").root, registry)) == []
    told = list(defaults_taken(parse(f"{period}.mean_warming").root, registry))
    assert told == ["baseline_first = 1850", "baseline_last = 1900"]


def test_words_begin_the_formula_of_the_output_that_they_name(toys):
    found = begun("The river level of the Ann was 3 m.", toys)
    assert found == 'gauge.gauge(river="Ann", rain=...).level == ...'
    assert begun("Ann's level falls.", toys).startswith('gauge.gauge(river="Ann"')
    assert begun("Both Ann and Bea rise to a level of 3 m.", toys).startswith(
        "gauge.gauge(river=..., rain=...)"
    )


def test_a_formula_that_is_only_begun_is_no_formula(toys):
    with pytest.raises(FormulaError):
        parse(begun("The river level of the Ann was 3 m.", toys))


def test_what_a_question_prints_and_no_formula_uses_is_listed(registry):
    question = (
        "How much warmer is Nairobi in 2090 under SSP5-8.5 than in 1990, and Lagos in 2050 with "
        "CO2 up 20 % and in Ohio?"
    )
    nairobi = 'climate.temperature(place="Nairobi", year={}).temperature'
    later = nairobi.format('2090, scenario="ssp585"')
    first = parse(f"{later} - {nairobi.format(1990)}")
    left = set(compared(question, [first], registry)[0])
    assert left == {"2050", "20 %", "Lagos", "Ohio"}
    lagos = parse(
        'climate.temperature(place="Lagos", year=2050, scenario="ssp585", co2=20).temperature'
    )
    assert set(compared(question, [first, lagos], registry)[0]) == {"Ohio"}


def test_nothing_is_listed_as_unused_where_there_is_no_formula(registry):
    assert compared("How warm is Nairobi in 2090?", [], registry) == ((), ())


def test_what_runs_are_told_and_the_question_does_not_print_is_listed_by_input(registry):
    """SSP5-8.5 is how a question prints ssp585; of many values a few are named."""
    years = ", ".join(f'climate.temperature(place="Oslo", year={y}, scenario="ssp585").temperature'
                      for y in range(2020, 2028))  # fmt: skip
    question = "How warm does Oslo get by 2020 under SSP5-8.5?"
    found = compared(question, [parse(f"max({years})")], registry)
    assert found == ((), ("year = 2021, 2022, 2023, 2024, 2025 and 2 more",))
