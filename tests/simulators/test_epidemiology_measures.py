"""Measures against a season: what may be asked for, and its effect on common random numbers."""

from datetime import date

import numpy as np
import pytest
from pydantic import JsonValue

import influenza
from influenza import ensemble
from simulrag.simulators.arguments import validate
from simulrag.simulators.epidemiology.functions import INTERVENTION
from simulrag.simulators.epidemiology.measures import NO_MEASURES, asked_measures, measures_of
from simulrag.simulators.epidemiology.metapopulation import simulate
from simulrag.simulators.epidemiology.parameters import TREATED
from simulrag.simulators.epidemiology.population import population, tables
from simulrag.simulators.epidemiology.presets import GLEAM, TEXTBOOK
from simulrag.simulators.epidemiology.transmission import transmission
from simulrag.simulators.errors import (
    BadValue,
    MissingCondition,
    OutOfRange,
    UnknownName,
)
from simulrag.simulators.interface import Run

START, DAYS = date(2022, 10, 1), 244


Given = dict[str, JsonValue]


def of(kind: str, **fields: JsonValue) -> Given:
    return {"kind": kind, **{name.removesuffix("_"): value for name, value in fields.items()}}


def validated(*measures: JsonValue) -> JsonValue:
    return validate(INTERVENTION, {**INTERVENTION.example, "measures": [*measures]})["measures"]


def intervention(*measures: JsonValue, **changes: JsonValue) -> Run:
    asked = {**INTERVENTION.example, "measures": [*measures], **changes}
    return influenza.run("intervention", **asked)


def infected(*measures: Given, states: tuple[str, ...] = ("Iowa",), members: int = 20) -> float:
    held = asked_measures(validated(*measures) if measures else [], START, DAYS)
    asked = measures_of(held, START, DAYS, TEXTBOOK.infectious_period)
    made = simulate(
        population(states),
        TEXTBOOK,
        r0=1.6,
        immune=0.1,
        transmission=transmission(TEXTBOOK, "none", START, DAYS),
        members=members,
        seed=1,
        measures=asked if measures else NO_MEASURES,
    )
    assert made.residual == 0.0
    assert made.lowest >= 0.0
    return float(made.infected.mean())


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (of("vaccinated", share=50), "50 % vaccinated from 2022-10-01"),
        (
            of("vaccinated", share=60, ages=["elderly"], efficacy=35, from_="15 Oct 2022"),
            "60 % vaccinated, ages 65+, efficacy 35 % from 2022-10-15",
        ),
        (
            of("schools closed", from_week=4, weeks=6),
            "schools closed from 2022-10-29 until 2022-12-10",
        ),
        (
            of("fewer work contacts", share=30, until="2022-12-01"),
            "30 % fewer work contacts from 2022-10-01 until 2022-12-01",
        ),
        (of("less travel", share=80), "80 % less travel from 2022-10-01"),
        (
            of("treated with antivirals", share=25),
            "25 % treated with antivirals from 2022-10-01",
        ),
    ],
)
def test_a_run_says_its_measures_with_their_days(given, words):
    (one,) = asked_measures(validated(given), START, DAYS)
    assert one.words() == words


def test_what_is_at_its_default_is_the_same_as_left_out():
    plain = of("vaccinated", share=50.0)
    assert validated({**plain, "efficacy": 40, "until": None}) == [plain] == validated(plain)
    alone = validate(INTERVENTION, {**INTERVENTION.example, "measures": plain})
    assert alone["measures"] == [plain]


CLOSED = of("schools closed")


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        (of("masks"), UnknownName, "measures[0].kind 'masks' is unknown"),
        ({"share": 20}, MissingCondition, "measures[0].kind is missing"),
        ("schools closed", BadValue, "a list of objects"),
        ({**CLOSED, "untill": "2023-01-01"}, UnknownName, "did you mean until?"),
        ({**CLOSED, "days": 21}, UnknownName, "it has kind, share"),
        ({**CLOSED, "weeks": "3 days"}, BadValue, "measures[0].weeks must be a number"),
        ({**CLOSED, "weeks": -1}, OutOfRange, "0.5 to"),
        ({**CLOSED, "from": "2022-13-01"}, BadValue, "measures[0].from must be"),
        ({**CLOSED, "from": "2024-01-01"}, OutOfRange, "2022-10-01 to 2023-06-01"),
        ({**CLOSED, "from": "2022-09-30"}, OutOfRange, "2022-10-01 to 2023-06-01"),
        ({**CLOSED, "from": "2022-12-01", "until": "2022-12-01"}, OutOfRange, "the end after"),
        ({**CLOSED, "until": "2022-12-01", "weeks": 2}, BadValue, "until and weeks; give one"),
        ({**CLOSED, "from": "2022-12-01", "from_week": 2}, BadValue, "give one of them"),
        ({**CLOSED, "share": 20}, BadValue, "'schools closed' takes until, weeks, from"),
        (of("fewer work contacts", share=20, ages=["65+"]), BadValue, "takes share"),
        (of("vaccinated", share=20, weeks=4), BadValue, "takes share, ages, efficacy"),
        (of("vaccinated"), MissingCondition, "measures[0].share is missing"),
        (of("vaccinated", share=150), OutOfRange, "measures[0].share 150 is out of range"),
        (of("vaccinated", share=float("nan")), BadValue, "a finite number"),
        (of("vaccinated", share=True), BadValue, "a number"),
        (of("vaccinated", share=20, ages=["dogs"]), UnknownName, "0-4, 5-17, 18-49"),
        (of("treated with antivirals", shorter_days=9), OutOfRange, "it lasts 1.028 days"),
    ],
)
def test_a_measure_that_cannot_be_done_is_refused_with_field_value_and_what_is_allowed(
    given, error, words
):
    with pytest.raises(error) as refused:
        intervention(given)
    assert words in str(refused.value)


def test_an_intervention_needs_a_measure_and_takes_some():
    with pytest.raises(MissingCondition):
        intervention()
    with pytest.raises(BadValue, match="at most 20 objects"):
        intervention(*[CLOSED] * 1000)


def test_measures_that_overlap_multiply():
    start = date(2022, 11, 1)
    held = asked_measures(
        validated(of("less travel", share=20), of("less travel", share=50, from_="2022-11-01")),
        START,
        DAYS,
    )
    made = measures_of(held, START, DAYS, TEXTBOOK.infectious_period)
    before, after = (2 * (start - START).days + step for step in (-1, 0))
    assert made.conditions(made.active(before)).travel == pytest.approx(0.8)
    assert made.conditions(made.active(after)).travel == pytest.approx(0.4)


def test_closing_schools_is_to_avoid_all_contacts_there():
    assert infected(of("schools closed")) == infected(of("fewer school contacts", share=100))


def test_half_as_many_contacts_everywhere_halve_the_reproduction_number():
    """With R0 1.6 and 10 % immune, half of all contacts leave 0.72: nothing spreads."""
    settings = ("household", "school", "work", "community")
    everywhere = [of(f"fewer {setting} contacts", share=50) for setting in settings]
    assert infected(*everywhere) < 0.02 * infected()
    assert infected(*everywhere) == infected(of("fewer contacts", share=50))


def test_treating_everybody_shortens_the_infectious_period_to_the_stated_share():
    treated = infected(of("treated with antivirals", share=100))
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


def test_settings_together_are_all_contacts():
    assert np.allclose(tables()["setting_shares"].sum(axis=0), 1.0)


def test_travel_couples_states_and_less_of_it_uncouples_them():
    pair = population(["District of Columbia", "Maryland"])
    matrix = pair.transmission_matrix(travel=0.0)
    assert np.allclose(matrix[:5, 5:], 0.0)
    blocks = pair.transmission_blocks()
    assert np.allclose(matrix[:5, :5], blocks[0])
    assert np.allclose(matrix[5:, 5:], blocks[1])


def test_averted_admissions_have_a_narrow_interval_on_common_numbers():
    run = intervention(of("vaccinated", share=20), r0=2.4, immunity=20)
    value = run.outputs["averted"]
    assert 0 < value.low < value.value < value.high
    independent = [_admissions(seed) for seed in (1, 2)]
    spread = np.percentile(independent[0] - independent[1], (5, 95))
    assert value.high - value.low < 0.6 * (spread[1] - spread[0])
    assert run.check.verdict == "passed"
    assert "20 % vaccinated from 2022-10-01" in run.context


def _admissions(seed: int) -> np.ndarray:
    factor = transmission(GLEAM, "moderate", START, DAYS)
    made = ensemble(["Ohio"], r0=2.4, transmission=factor, members=100, seed=seed)
    return made.admissions.sum(axis=(1, 2))


def test_a_measure_of_nothing_averts_nothing():
    value = intervention(of("less travel", share=0)).outputs["averted"]
    assert (value.value, value.low, value.high) == (0.0, 0.0, 0.0)
