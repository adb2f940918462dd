"""Verdicts that the error of an emulator could turn are the engine's, or say that they are not."""

import pytest

from coffee import Coffee
from simulrag.simulators.errors import OutOfRange, RunFailed
from simulrag.simulators.interface import Call, Run
from simulrag.simulators.registry import Registry
from simulrag.simulators.urban.installed import engine_version
from simulrag.simulators.urban.simulator import VARIABLE, UrbanSimulator
from simulrag.verifier.check import Checked, check_text
from simulrag.verifier.claims import Verdict
from simulrag.verifier.evidence import EvidenceStore

#: Newton's law has 71.9 °C; the emulator 0.6 °C more, and knows itself to err by 1 °C.
QUESTION = "How hot is coffee poured at 90 °C into a ceramic mug after 10 minutes?"
ERROR, OFF = 1.0, 0.6
NEAR, FAR = "The temperature is below 72 °C.", "The temperature is below 80 °C."
PIP = "pip install coffee-engine"


class Kettle(Coffee):
    """Emulates a cup of coffee, whether or not its engine is installed."""

    version = "emulator"

    def __init__(self, *, installed: bool, engine: Coffee | None = None) -> None:
        self._installed, self._engine = installed, engine or Coffee()

    def emulated(self) -> str:
        return "" if self._installed else PIP

    def finer(self) -> Coffee | None:
        return self._engine if self._installed else None

    def run(self, call: Call) -> Run:
        if call.arguments["minutes"] > 200:
            raise OutOfRange("minutes are not trained", parameter="minutes")
        made = super().run(call)
        exact = made.outputs["temperature"]
        value = exact.value + OFF
        ends = {"value_low": value - ERROR, "value_high": value + ERROR}
        moved = exact.model_copy(update={"value": value, **ends})
        return made.model_copy(update={"outputs": {**made.outputs, "temperature": moved}})


class Broken(Coffee):
    """An engine that breaks down."""

    def run(self, call: Call) -> Run:
        raise RunFailed(f"the engine has no water for {call.function}")


def checked(
    text: str, simulator: Coffee, store: EvidenceStore, question: str = QUESTION
) -> Checked:
    return check_text(text, question, Registry([simulator]), store)


def verdict(
    text: str, simulator: Coffee, store: EvidenceStore, question: str = QUESTION
) -> Verdict:
    (found,) = checked(text, simulator, store, question).verdicts
    return found


def test_near_a_threshold_the_engine_decides_and_the_verdict_says_so(store: EvidenceStore) -> None:
    found = checked(NEAR, Kettle(installed=True), store)
    (said,) = found.verdicts
    assert said.verdict == "supported"
    assert said.escalated
    assert "escalated to the engine, as the emulator (72.5) could not tell" in said.derivation
    assert said.simulated == "71.9"
    assert said.run_ids == tuple(run.id for run in found.runs if run.version == Coffee.version)
    assert len(found.runs) == 2


def test_far_from_a_threshold_the_emulator_decides_alone(store: EvidenceStore) -> None:
    found = checked(FAR, Kettle(installed=True), store)
    assert found.verdicts[0].verdict == "supported"
    assert not found.verdicts[0].escalated
    assert [run.version for run in found.runs] == [Kettle.version]


def test_without_the_engine_a_near_verdict_says_that_it_could_not(store: EvidenceStore) -> None:
    said = verdict(NEAR, Kettle(installed=False), store)
    assert not said.escalated
    assert f"its engine could not be asked: {PIP}" in said.derivation
    assert PIP not in verdict(FAR, Kettle(installed=False), store).derivation


@pytest.mark.parametrize(("installed", "word"), [(True, "supported"), (False, "undecided")])
def test_a_claim_about_the_world_near_a_threshold_is_open_without_the_engine(
    installed: bool, word: str, store: EvidenceStore
) -> None:
    text = (
        "Coffee poured at 90 °C into a ceramic mug has a temperature below 72 °C after 10 minutes."
    )
    said = verdict(text, Kettle(installed=installed), store, "")
    assert (said.verdict, said.escalated) == (word, installed)


def test_an_engine_that_breaks_down_is_told_and_turns_nothing(store: EvidenceStore) -> None:
    said = verdict(NEAR, Kettle(installed=True, engine=Broken()), store)
    assert said.verdict == "refuted"
    assert "the engine has no water" in said.derivation


def test_what_the_emulator_refuses_the_engine_answers(store: EvidenceStore) -> None:
    asked = "How hot is coffee poured at 90 °C into a ceramic mug after 220 minutes?"
    found = checked("The temperature is 20.1 °C.", Kettle(installed=True), store, asked)
    assert found.verdicts[0].verdict == "supported"
    assert [run.version for run in found.runs] == [Coffee.version]
    without = verdict("The temperature is 20.1 °C.", Kettle(installed=False), store, asked)
    assert without.verdict == "outside"


@pytest.mark.skipif(
    not engine_version(), reason="needs Eclipse SUMO: pip install 'simulrag[urban]'"
)
def test_the_corridor_is_escalated_only_where_its_emulator_could_be_wrong(
    store: EvidenceStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "emulator")
    urban = UrbanSimulator()
    registry = Registry([urban])
    call = Call(simulator="urban", function="corridor", arguments={"speed_limit": -40})
    emulated = store.run(call, registry).outputs["travel_time_change"]
    near = f"Average travel time rises by more than {emulated.value - 0.1:.1f}%."
    asked = "The speed limit falls by 40%. What is the percentage change in average travel time?"
    far, close = (
        check_text(text, asked, registry, store).verdicts[0]
        for text in ("Average travel time rises by more than 2%.", near)
    )
    assert (far.verdict, far.escalated) == ("supported", False)
    assert close.escalated
    assert "libsumo" in (store.get(close.run_ids[0]) or pytest.fail("no run")).build
