"""What is said of single states of one season: answered, read, decided and corrected."""

import pytest

from simulrag.simulators.interface import Quantity, Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.answering import Answer, answer
from simulrag.verifier.check import check_text
from simulrag.verifier.evidence import EvidenceStore

QUESTION = (
    "For an influenza season in Idaho, Ohio and Texas starting 2022-10-01 with R0 of 2.6, no "
    "seasonality and 20% prior immunity (20 members), what is the peak hospital incidence in each "
    "state?"
)


@pytest.fixture(scope="module")
def store() -> EvidenceStore:
    return EvidenceStore()


@pytest.fixture(scope="module")
def answered(registry: Registry, store: EvidenceStore) -> Answer:
    return answer(QUESTION, registry, store)


@pytest.fixture(scope="module")
def peaks(answered: Answer) -> dict[str, float]:
    """Return the peak of each state, and of all together under ""."""
    run: Run = answered.runs[0]
    held = {"": run.outputs, **run.parts}
    values = {state: outputs["peak"] for state, outputs in held.items()}
    return {s: round(v.value, 1) for s, v in values.items() if isinstance(v, Quantity)}


def words(text: str, registry: Registry, store: EvidenceStore) -> tuple[str, str]:
    checked = check_text(text, QUESTION, registry, store)
    assert len(checked.runs) <= 1
    return checked.verdicts[0].verdict, checked.verdicts[0].updated


def test_an_answer_tells_each_state_from_one_run_and_every_sentence_holds(
    answered: Answer, registry: Registry, store: EvidenceStore
) -> None:
    assert len(answered.runs) == 1
    assert all(f"in {state} peaks at" in answered.text for state in ("Idaho", "Ohio", "Texas"))
    assert "highest in Texas" in answered.text
    checked = check_text(answered.text, QUESTION, registry, store)
    assert [v.verdict for v in checked.verdicts] == ["supported"] * len(answered.statements)


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("In Ohio the peak is {Ohio} people.", "supported"),
        ("In Ohio the peak is {} people.", "refuted"),
        ("The peak in Idaho, Ohio and Texas together is {} people.", "supported"),
        ("The combined peak of all three states is {} people.", "supported"),
        ("In Ohio the peak is {Ohio}, in Texas {Texas} and in Idaho {Idaho}.", "supported"),
        ("In Ohio the peak is {Texas} and in Texas it is {Ohio}.", "refuted"),
        ("Ohio and Texas peak at {Ohio} and {Texas} people, respectively.", "supported"),
        ("Texas has a higher peak than Ohio.", "supported"),
        ("Ohio has a higher peak than Texas.", "refuted"),
        ("The peak is highest in Texas.", "supported"),
        ("The peak is highest in Ohio.", "refuted"),
        ("Idaho has the lowest peak of the three states.", "supported"),
        ("In each state the peak exceeds 2 people.", "supported"),
        ("In all three states the peak exceeds {Ohio} people.", "refuted"),
        ("In none of the states does the peak exceed {} people.", "supported"),
        # What no part and not the whole decides.
        ("Ohio and Texas together peak at {Ohio} people.", "unread"),
        ("In two of the states the peak exceeds {Ohio} people.", "unread"),
        ("Ohio reaches a peak of {Ohio} people, as does Texas.", "unread"),
        ("The peak is higher in Ohio.", "outside"),
        ("In Nevada the peak is {Ohio} people.", "outside"),
    ],
)
def test_a_statement_is_decided_by_the_states_that_it_is_about(
    said: str, word: str, peaks: dict[str, float], registry: Registry, store: EvidenceStore
) -> None:
    text = said.format(peaks[""], **peaks)
    assert words(text, registry, store)[0] == word


def test_a_wrong_number_of_a_state_is_corrected_to_its_own(
    peaks: dict[str, float], registry: Registry, store: EvidenceStore
) -> None:
    word, updated = words("In Ohio the peak is 5.0 people.", registry, store)
    assert (word, updated) == ("refuted", f"In Ohio the peak is {peaks['Ohio']:.1f} people.")


def test_a_season_that_is_added_up_decides_nothing_of_its_states(
    registry: Registry, store: EvidenceStore
) -> None:
    question = QUESTION.replace("in each state", "in all of them together")
    made = check_text("Texas has a higher peak than Ohio.", question, registry, store)
    assert made.verdicts[0].verdict in ("outside", "unread")
