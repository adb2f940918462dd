"""Whole conversations with a language model, recorded once and answered anew by today's loop."""

from collections.abc import Callable

from client.cassette import Cassette
from client.messages_api import MessagesApi, data_of, prompt_of
from simulrag.client import compute
from simulrag.client.asking import ask
from simulrag.client.result import Result
from simulrag.client.session import run

Start = Callable[..., MessagesApi]
GEORGIA = (
    'epidemiology.season(states=["Georgia"], start_date="2022-10-05", r0=2.4, '
    'seasonality="moderate", immunity=20)'
)


def answered(question: str) -> Result:
    async def asked() -> Result:
        return await ask(question, drafts=3)

    return run(asked)


def test_two_states_a_measure_and_a_cost_that_nothing_computes(
    messages_api: Start,
) -> None:
    """The drafts expect the peaks a month late and the higher rate in the wrong state."""
    cassette = Cassette("influenza")
    api = messages_api(cassette)
    result = answered(cassette.question)
    assert api.stages() == [
        "plan", "draft", "draft", "draft", "formulas", "formulas", "compose", "formulas",
    ]  # fmt: skip
    assert result.answer.endswith("Not computed: what the closure would cost the economy.")
    (peak,) = compute(f"{GEORGIA}.peak_date").values
    assert peak.text in result.answer
    verdicts = {one.text: one for one in result.claims}
    assert verdicts["In Georgia, hospital admissions peak at about 900 a day."].verdict == "refuted"
    assert {one.against for one in result.claims} == {"run", ""}
    assert not {one.read_by for one in result.claims if one.run_ids} - {"formula"}
    (data,) = (data_of(prompt_of(sent)) for stage, sent in api.accepted if stage == "compose")
    assert data["open"] == ["what the closure would cost the economy"]
    assert all(f"{{{key}}}" in one["text"] for one in data["computed"] for key in one["values"])
    assert peak.text in [value for one in data["computed"] for value in one["values"].values()]
