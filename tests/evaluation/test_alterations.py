"""What is altered in true statements, judged by what the alteration means."""

import re

import pytest

from appendix_questions import SURESNES, TWO_STATES
from simulrag.evaluation.alterations import Alteration, alterations
from simulrag.simulators.operations import Interval
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.reading.questions import plan
from simulrag.verifier.reading.statements import read


def altered(text: str, question: str, value: Interval | None = None) -> dict[str, Alteration]:
    registry: Registry = installed()
    made = plan(question, registry)
    readings = read(text, made, registry).readings
    stated = [float(n) for n in re.findall(r"\d+(?:\.\d+)?", question)]
    simulator = registry.simulator(made.calls[0].simulator)
    found = alterations(text, stated, [(r, value) for r in readings], made.calls, simulator)
    assert len({a.kind for a in found}) == len(found)
    return {a.kind: a for a in found}


def test_the_same_sentence_is_altered_in_the_same_way() -> None:
    text = "The projected temperature for Suresnes is 12.9 °C."
    assert altered(text, SURESNES) == altered(text, SURESNES)


def test_an_altered_number_is_further_off_than_about_allows() -> None:
    one = altered("The projected temperature for Suresnes is about 12.9 °C.", SURESNES)["number"]
    assert one.was == "12.9"
    assert abs(float(one.now) - 12.9) >= 0.3 * 12.9 - 0.05
    assert one.text == f"The projected temperature for Suresnes is about {one.now} °C."


@pytest.mark.parametrize(
    ("words", "higher"),
    [("more than", True), ("at least", True), ("less than", False), ("at most", False)],
)
def test_a_limit_moves_to_the_side_on_which_it_is_false(words: str, higher: bool) -> None:
    one = altered(f"The temperature is {words} 12.9 °C.", SURESNES)["number"]
    assert (float(one.now) > 12.9) == higher


def test_another_unit_stands_for_another_amount() -> None:
    assert altered("The temperature is 12.9 °C.", SURESNES)["unit"].now == "°F"
    assert altered("The peak comes 8.4 weeks after the start.", TWO_STATES)["unit"].now == "days"
    assert "unit" not in altered("The peak comes 0.4 weeks after the start.", TWO_STATES)


def test_numbers_of_the_question_and_levels_of_intervals_are_no_results() -> None:
    assert "number" not in altered("The season assumes 10% prior immunity.", TWO_STATES)
    assert "number" not in altered("The 90% interval of the peak is wide.", TWO_STATES)


def test_denied_statements_stay_as_they_are() -> None:
    assert "number" not in altered("The temperature does not exceed 14 °C.", SURESNES)


def test_a_label_becomes_one_that_the_value_excludes() -> None:
    text = "The climate of Suresnes is categorized as mild."
    assert altered(text, SURESNES, Interval(low=12.9, high=12.9))["label"].now in ("cold", "warm")
    between = altered(text, SURESNES, Interval(low=14.9, high=15.1))
    assert between["label"].now == "cold"


def test_conditions_become_others_that_no_run_has() -> None:
    found = altered("In 2050 the temperature in Suresnes under ssp245 is 12.9 °C.", SURESNES)
    assert found["year"].now not in ("2050", found["year"].was)
    assert "Suresnes" not in found["place"].text
    assert found["scenario"].now != "ssp245"
    assert "ssp245" not in found["scenario"].text


def test_a_sentence_without_a_place_is_put_in_another_one() -> None:
    one = altered("The peak comes 8.4 weeks after the start.", TWO_STATES)["state"]
    assert one.text == f"In {one.now}, the peak comes 8.4 weeks after the start."
    assert one.now not in TWO_STATES
