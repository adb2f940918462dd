"""Which of a question's runs a statement speaks of: by all that it names, or by what it is of."""

import re

import pytest

from simulrag.simulators.registry import installed
from simulrag.verifier.check import check_text
from simulrag.verifier.evidence import EvidenceStore

QUESTION = (
    "For Suresnes in 2050 under ssp245, what is the local temperature if CO2 emissions rise by "
    "23.83% and CH4 by 39.2%, and how does it differ from the baseline?"
)
WHOLE = "The annual mean temperature in Suresnes in 2050 under ssp245 is {:.2f} °C."


@pytest.fixture
def values() -> dict[str, float]:
    """Return the temperatures of both runs, by whether they are changed, and the effect."""
    with EvidenceStore() as store:
        runs = check_text("It is 20 °C. The baseline is 20 °C.", QUESTION, installed(), store).runs
    found: dict[str, float] = {}
    for run in runs:
        changed = bool(run.call.arguments.get("co2"))
        value = run.outputs["temperature"]
        assert value.kind == "number"
        found["changed" if changed else "baseline"] = value.value
        effect = run.outputs["change_from_baseline"]
        if changed and effect.kind == "number":
            found["effect"] = effect.value
    return found


def verdict(text: str) -> tuple[str, str]:
    with EvidenceStore() as store:
        checked = check_text(text, QUESTION, installed(), store).verdicts[0]
    return checked.verdict, checked.updated


def test_a_statement_that_names_all_of_the_baseline_speaks_of_the_baseline(
    values: dict[str, float],
) -> None:
    assert verdict(WHOLE.format(values["baseline"]))[0] == "supported"
    word, updated = verdict(WHOLE.format(values["baseline"] + 5.0))
    assert word == "refuted"
    assert updated == WHOLE.format(values["baseline"])


def test_a_statement_that_names_nothing_speaks_of_what_was_asked(values: dict[str, float]) -> None:
    assert verdict(f"The temperature is {values['changed']:.2f} °C.")[0] == "supported"


def test_the_change_from_the_baseline_is_that_of_the_changed_run(values: dict[str, float]) -> None:
    text = f"The temperature change from the baseline is an increase of {values['effect']:.2f} °C."
    assert verdict(text)[0] == "supported"
    word, updated = verdict(text.replace(f"{values['effect']:.2f}", "0.90"))
    assert word == "refuted"
    assert re.search(r"increase of ([\d.]+) °C", updated)
    assert updated == text
