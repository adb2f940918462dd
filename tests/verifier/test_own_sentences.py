"""What the product itself writes of a run is read back, by itself, and found to be true."""

import pytest

from plain_text import checked
from simulrag.simulators.epidemiology.parameters import STATES
from simulrag.simulators.interface import Call, Function, Quantity, Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.answering import answer, sentence
from simulrag.verifier.conditions import argument_text, conditions
from simulrag.verifier.conformance.reading import reading
from simulrag.verifier.evidence import EvidenceStore

#: Functions whose runs are made in a moment.
QUICK = (
    "climate.temperature", "climate.global_temperature", "climate.threshold_year",
    "climate.needed_change", "climate.land_or_sea", "climate.assessment", "climate.observed",
    "climate.sensitivity", "epidemiology.invasion",
)  # fmt: skip
SLOW = (
    "epidemiology.admissions", "epidemiology.admissions_between", "epidemiology.admissions_course",
    "epidemiology.season", "epidemiology.intervention", "urban.corridor",
)  # fmt: skip
#: Questions of runs that differ in points, in gases, and in the year.
QUESTIONS = (
    "For Storrs in 2066 under the ssp245 scenario, consider one strategy where CO2 emissions "
    "increase by 23.07% and another where SO2 emissions decrease by 16.4% at [(-72.2514, "
    "41.8083)]. What is the temperature difference between the two?",
    "For Lagos, what was its average temperature in 1986, and what is the projected change to 2054 "
    "under the ssp585 scenario if CO2 is reduced by 40 %?",
)


def function_of(name: str, registry: Registry) -> tuple[str, Function]:
    simulator, function = name.split(".")
    functions = {f.name: f for f in registry.simulator(simulator).functions}
    return simulator, functions[function]


def holds(name: str, registry: Registry) -> None:
    simulator, function = function_of(name, registry)
    found = list(reading(registry.simulator(simulator), function))
    assert found
    assert [f for f in found if f.state == "failed"] == []
    assert not any("is refuted:" in f.said for f in found)


@pytest.mark.parametrize("name", QUICK)
def test_every_sentence_of_a_function_reads_back(name: str, registry: Registry) -> None:
    holds(name, registry)


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_every_sentence_of_a_simulated_run_reads_back(name: str, registry: Registry) -> None:
    holds(name, registry)


@pytest.mark.parametrize("question", QUESTIONS)
def test_no_sentence_of_an_answer_is_refuted_without_its_question(
    question: str, registry: Registry
) -> None:
    with EvidenceStore() as store:
        text = answer(question, registry, store).text
    assert text
    found = [v.verdict for v in checked(text, registry).verdicts]
    assert "refuted" not in found
    assert "supported" in found


def test_a_fall_is_said_as_one_and_its_interval_turned(registry: Registry) -> None:
    _, function = function_of("climate.temperature", registry)
    output = function.output("change_from_baseline")
    call = Call(
        simulator="climate",
        function="temperature",
        arguments={"place": "Oslo", "year": 2050, "scenario": "ssp245", "co2": -20.0},
    )
    with EvidenceStore() as store:
        run = store.run(call, registry)
    value = Quantity(value=-0.31, unit="delta_degC", low=-0.44, high=-0.2, level=0.9)
    said = sentence(run.model_copy(update={"outputs": {output.name: value}}), function, output)
    assert "cooler by 0.31 °C (90 % interval 0.20 to 0.44)" in said
    assert "-0." not in said


def test_a_run_without_changes_says_nothing_of_their_effect(registry: Registry) -> None:
    _, function = function_of("climate.temperature", registry)
    call = Call(
        simulator="climate", function="temperature", arguments={"place": "Oslo", "year": 1990}
    )
    with EvidenceStore() as store:
        run: Run = store.run(call, registry)
    assert sentence(run, function, function.output("change_from_baseline")) == ""


def test_conditions_name_what_a_reader_would_else_fill_in(registry: Registry) -> None:
    _, season = function_of("epidemiology.season", registry)
    call = Call(simulator="epidemiology", function="season", arguments={
        "states": ["Ohio"], "start_date": "2022-10-01", "r0": 2.2, "seasonality": "none",
        "immunity": 30.0, "metric": "hospital incidence", "preset": "gleam",
    })  # fmt: skip
    said = conditions(call, season, "{states} {metric}")
    assert said == (
        " with start date 2022-10-01, R0 2.2, no seasonality and prior immunity of 30 %"
    )


def test_several_states_are_named_as_one_sum_and_all_by_their_country() -> None:
    assert argument_text(STATES, ["Ohio", "Texas"]) == "Ohio and Texas together"
    assert argument_text(STATES, ["Ohio"]) == "Ohio"
    assert argument_text(STATES, [*STATES.choices]) == "the whole country"
