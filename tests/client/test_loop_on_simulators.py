"""The loop on the shipped simulators: drafts with a known wrong number come out right.

The right numbers are those of the simulators, run directly.
"""

import re
from typing import Any

from client.rule_model import RuleModel
from simulrag.client.asking import ask
from simulrag.client.result import Result
from simulrag.client.session import run
from simulrag.client.simulating import simulate
from simulrag.simulators.interface import Quantity, Run

CLIMATE = (
    "For Chongzuo, compare the historical average temperature in 1992 with the projection for "
    "2083 under the ssp245 scenario, assuming a 29.37% increase in CO2 and a 48.75% increase in "
    "CH4 emissions. What is the total temperature change?"
)


BEFORE = 'climate.temperature(place="Chongzuo", year=1992)'
THEN = 'climate.temperature(place="Chongzuo", year=2083, scenario="ssp245", co2=29.37, ch4=48.75)'


def climate_formula(text: str) -> str:
    """The formula of a drafted claim: the first is on a temperature, the others on the change."""
    printed = re.findall(r"-?\d+\.\d+", text)[-1]
    before = f"{BEFORE}.temperature"
    return f"{before if '1992' in text else f'{THEN}.temperature - {before}'} == {printed}"


def answered(question: str) -> Result:
    async def asked() -> Result:
        return await ask(question, drafts=3)

    return run(asked)


def quantity(made: Run, output: str) -> Quantity:
    value = made.outputs[output]
    assert isinstance(value, Quantity)
    return value


def test_a_wrong_temperature_change_is_corrected(messages_api):
    past = simulate("climate", "temperature", ["place=Chongzuo", "year=1992"], 0)
    settings = ["place=Chongzuo", "year=2083", "scenario=ssp245", "co2=29.37", "ch4=48.75"]
    future = simulate("climate", "temperature", settings, 0)
    before = quantity(past, "temperature").value
    change = quantity(future, "temperature").value - before

    def drafts(_question: str, number: int) -> list[str]:
        return [
            f"The average temperature in Chongzuo in 1992 was {before:.2f}°C.",
            f"The total temperature change is an increase of {9.87 + number:.2f}°C.",
        ]

    def written(claims: dict[str, str], _sent_back: dict[str, str]) -> list[dict[str, Any]]:
        return [{"claim": key, "formula": climate_formula(text)} for key, text in claims.items()]

    planned = [f"{THEN}.temperature - {BEFORE}.temperature"]
    messages_api(RuleModel(drafts, lambda _question, _refused: planned, written))
    result = answered(CLIMATE)
    assert result.planned_by == "model"
    assert result.model.usage.calls == 3 + 4
    assert [c.verdict for c in result.claims] == ["supported", *["refuted"] * 3]
    assert f"{change:.1f} °C" in result.answer
    assert not any(wrong in result.answer for wrong in ("9.87", "10.87", "11.87"))
    assert {run["id"] for run in result.runs} == {past.id, future.id}
    assert [claim.kept for claim in result.claims] == [True, True, False, False]
