"""Measures against a season, in words and in effect, on common random numbers."""

from datetime import date

import numpy as np
import pytest
from pydantic import JsonValue

from simulrag.simulators.arguments import validate
from simulrag.simulators.epidemiology.functions import INTERVENTION
from simulrag.simulators.epidemiology.measure_texts import measures_of, read_measure
from simulrag.simulators.epidemiology.measures import NO_MEASURES, TREATED
from simulrag.simulators.epidemiology.metapopulation import simulate
from simulrag.simulators.epidemiology.population import population, tables
from simulrag.simulators.epidemiology.simulator import EpidemiologySimulator
from simulrag.simulators.epidemiology.transmission import GLEAM, TEXTBOOK, transmission
from simulrag.simulators.errors import BadValue, MissingCondition, OutOfRange, SimulatorError
from simulrag.simulators.interface import Call, Quantity, Run

START, DAYS = date(2022, 10, 1), 244


def intervention(*measures: str, **changes: JsonValue) -> Run:
    arguments = validate(INTERVENTION, {**INTERVENTION.example, "measures": [*measures], **changes})
    call = Call(simulator="epidemiology", function="intervention", arguments=arguments)
    return EpidemiologySimulator().run(call)


def averted(run: Run) -> Quantity:
    value = run.outputs["averted"]
    assert isinstance(value, Quantity)
    return value


def infected(*measures: str, states: tuple[str, ...] = ("Iowa",), members: int = 20) -> float:
    asked = measures_of(
        [read_measure(m, START, DAYS) for m in measures], START, DAYS, TEXTBOOK.infectious_period
    )
    ensemble = simulate(
        population(states),
        TEXTBOOK,
        r0=1.6,
        immune=0.1,
        transmission=transmission(TEXTBOOK, "none", START, DAYS),
        members=members,
        seed=1,
        measures=asked if measures else NO_MEASURES,
        sampling="paired",
    )
    assert ensemble.residual == 0.0
    assert ensemble.lowest >= 0.0
    return float(ensemble.infected.mean())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("50 % vaccinated", "50 % of everybody vaccinated (efficacy 40 %) from 2022-10-01"),
        (
            "Vaccination of 60% of 65+, efficacy 35%, from 2022-10-15",
            "60 % of ages 65+ vaccinated (efficacy 35 %) from 2022-10-15",
        ),
        (
            "schools closed from week 4 for 6 weeks",
            "100 % fewer school contacts from 2022-10-29 until 2022-12-10",
        ),
        (
            "30 percent fewer work contacts until 2022-12-01",
            "30 % fewer work contacts from 2022-10-01 until 2022-12-01",
        ),
        ("80 % less travel", "80 % less travel from 2022-10-01"),
        ("25% treated with antivirals", "25 % of cases treated with antivirals from 2022-10-01"),
    ],
)
def test_measures_are_read_as_they_are_said(text: str, words: str) -> None:
    assert read_measure(text, START, DAYS).words() == words


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("masks for everybody", BadValue, "forms are"),
        ("50 % of dogs vaccinated", BadValue, "dogs"),
        ("vaccinated", BadValue, "one share in percent"),
        ("schools closed, 20 %", BadValue, "one share in percent"),
        ("20 % fewer work contacts of 65+", BadValue, "ages"),
        ("schools and work closed", BadValue, "exactly one kind"),
        ("150 % vaccinated", OutOfRange, "0 to 100 %"),
        ("schools closed from 2024-01-01", OutOfRange, "2022-10-01 to 2023-06-01"),
        ("schools closed from 2022-13-01", BadValue, "date"),
        ("", BadValue, "name"),
        ("x" * 300, BadValue, "at most"),
    ],
)
def test_a_measure_that_is_not_understood_as_a_whole_is_refused(
    text: str, error: type[SimulatorError], words: str
) -> None:
    with pytest.raises(error) as refused:
        intervention(text)
    assert words in str(refused.value)


def test_an_intervention_needs_a_measure() -> None:
    with pytest.raises(MissingCondition):
        intervention()


def test_vaccinating_a_share_does_what_that_much_immunity_does() -> None:
    """All-or-nothing protection on the first day is prior immunity of the rest."""
    without = simulate(
        population(["Iowa"]),
        TEXTBOOK,
        r0=1.6,
        immune=1.0 - 0.9 * 0.8,
        transmission=transmission(TEXTBOOK, "none", START, DAYS),
        members=20,
        seed=2,
    ).infected.mean()
    assert infected("50 % vaccinated, efficacy 40 %") == pytest.approx(without, rel=0.03)


@pytest.mark.slow
def test_a_measure_never_makes_more_infections() -> None:
    nothing = infected()
    for text in (
        "20 % fewer household contacts",
        "20 % fewer school contacts",
        "20 % fewer work contacts",
        "20 % fewer community contacts",
        "30 % treated with antivirals",
        "10 % of 5-17 vaccinated",
    ):
        assert infected(text) < nothing


def test_half_as_many_contacts_everywhere_halve_the_reproduction_number() -> None:
    """With R0 1.6 and 10 % immune, half of all contacts leave 0.72: nothing spreads."""
    everywhere = [f"50 % fewer {s} contacts" for s in ("household", "school", "work", "community")]
    assert infected(*everywhere) < 0.02 * infected()


def test_treating_everybody_shortens_the_infectious_period_to_the_stated_share() -> None:
    treated = infected("100 % treated with antivirals")
    weaker = simulate(
        population(["Iowa"]),
        TEXTBOOK,
        r0=1.6 * TREATED,
        immune=0.1,
        transmission=transmission(TEXTBOOK, "none", START, DAYS),
        members=20,
        seed=2,
    ).infected.mean()
    assert treated == pytest.approx(weaker, rel=0.1)


def test_settings_together_are_all_contacts() -> None:
    assert np.allclose(tables()["setting_shares"].sum(axis=0), 1.0)


def test_travel_couples_states_and_less_of_it_uncouples_them() -> None:
    pair = population(["District of Columbia", "Maryland"])
    matrix = pair.transmission_matrix(travel=0.0)
    assert np.allclose(matrix[:5, 5:], 0.0)
    blocks = pair.transmission_blocks()
    assert np.allclose(matrix[:5, :5], blocks[0])
    assert np.allclose(matrix[5:, 5:], blocks[1])


def test_averted_admissions_have_a_narrow_interval_on_common_numbers() -> None:
    run = intervention("20 % vaccinated", r0=2.4, immunity=20)
    value = averted(run)
    assert value.low is not None
    assert value.high is not None
    assert 0 < value.low < value.value < value.high
    independent = [_admissions(seed) for seed in (1, 2)]
    spread = np.percentile(independent[0] - independent[1], (5, 95))
    assert value.high - value.low < 0.6 * (spread[1] - spread[0])
    assert run.check.verdict == "passed"
    assert "20 % of everybody vaccinated" in run.context


def _admissions(seed: int) -> np.ndarray:
    ensemble = simulate(
        population(["Ohio"]),
        GLEAM,
        r0=2.4,
        immune=0.2,
        transmission=transmission(GLEAM, "moderate", START, DAYS),
        members=100,
        seed=seed,
    )
    return ensemble.admissions.sum(axis=(1, 2))


def test_a_measure_of_nothing_averts_nothing() -> None:
    value = averted(intervention("0 % less travel"))
    assert (value.value, value.low, value.high) == (0.0, 0.0, 0.0)
