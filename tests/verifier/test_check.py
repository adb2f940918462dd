"""The whole path from text to verdicts: own answers hold, altered ones are found and mended."""

import re

import pytest

from appendix_questions import BALDWIN, CHAIWU, CHONGZUO, CLIMATE, EPIDEMIOLOGY, TWO_STATES
from coffee import Coffee, temperature
from simulrag.simulators.epidemiology.functions import SEASON
from simulrag.simulators.interface import Call, Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.answering import Answer, answer
from simulrag.verifier.check import LONGEST_ANSWER, Checked, check_claims, check_text
from simulrag.verifier.claims import VerdictWord
from simulrag.verifier.evidence import EvidenceStore

MUG = "How hot is the coffee in a ceramic mug poured at 90 °C after 10 minutes?"
_DECIMAL = re.compile(r"\d+\.\d+")


def words(checked: Checked) -> list[VerdictWord]:
    """Return the verdicts in order."""
    return [v.verdict for v in checked.verdicts]


def altered(text: str) -> str:
    """Return a sentence with the number of its main statement made a tenth larger and more."""
    figure = _DECIMAL.search(text, text.rindex(" is ") if " is " in text else 0)
    assert figure is not None, text
    decimals = len(figure.group().split(".")[1])
    wrong = f"{float(figure.group()) * 1.1 + 1:.{decimals}f}"
    return text[: figure.start()] + wrong + text[figure.end() :]


def main_numbers(made: Answer) -> list[int]:
    """Return the indices of statements of a single number after "is"."""
    return [
        index
        for index, statement in enumerate(made.statements)
        if re.search(r" is \d+\.\d+ ", statement.text)
    ]


@pytest.mark.parametrize("question", [*CLIMATE, TWO_STATES, MUG], ids=lambda q: q[:40])
def test_an_own_answer_is_fully_supported_and_an_altered_number_is_found_and_mended(
    question: str, all_registry: Registry, store: EvidenceStore
):
    made = answer(question, all_registry, store)
    if question == CHAIWU:
        assert made.text == ""
        assert [p.reason for p in made.problems] == ["unknown_name"]
        assert "Chaiwu" in made.problems[0].message
        return
    assert made.problems == ()
    checked = check_text(made.text, question, all_registry, store)
    assert words(checked) == ["supported"] * len(made.statements)
    assert checked.corrected == made.text

    indices = main_numbers(made)
    assert indices
    for index in indices:
        texts = [s.text for s in made.statements]
        right = texts[index]
        texts[index] = altered(right)
        checked = check_text(" ".join(texts), question, all_registry, store)
        expected: list[VerdictWord] = ["supported"] * len(texts)
        expected[index] = "refuted"
        assert words(checked) == expected
        verdict = checked.verdicts[index]
        assert verdict.simulated
        assert verdict.simulated.lstrip("+") in verdict.updated.replace(",", "")
        assert checked.corrected == made.text
        assert verdict.run_ids


@pytest.mark.slow
@pytest.mark.parametrize("question", EPIDEMIOLOGY, ids=lambda q: q[:60])
def test_own_answers_about_every_season_of_the_paper_are_supported(
    question: str, registry: Registry, store: EvidenceStore
):
    made = answer(question, registry, store)
    # What the published records state of the median curve is no part of an answer.
    outputs = [o for o in SEASON.outputs if not o.needs and not o.name.startswith("median_curve")]
    assert len(made.statements) == len(outputs)
    verdicts = words(check_text(made.text, question, registry, store))
    assert verdicts == ["supported"] * len(outputs)


def test_every_statement_of_an_answer_names_the_runs_it_comes_from(
    registry: Registry, store: EvidenceStore
):
    made = answer(BALDWIN, registry, store)
    ids = {run.id for run in made.runs}
    assert len(ids) == 2
    assert all(statement.run_ids and set(statement.run_ids) <= ids for statement in made.statements)
    compared = [s for s in made.statements if "difference" in s.text]
    assert all(set(s.run_ids) == ids for s in compared)


def test_an_answer_says_what_the_simulator_computed(
    coffee_registry: Registry, store: EvidenceStore
):
    assert (
        f"{temperature('ceramic mug', 90, 20, 10):.1f} °C"
        in answer(MUG, coffee_registry, store).text
    )


def test_plain_text_without_a_question_is_checked_by_its_own_words(
    coffee_registry: Registry, store: EvidenceStore
):
    hot, cool = (temperature("ceramic mug", 90, 20, minutes) for minutes in (10, 40))
    text = (
        f"Coffee poured at 90 °C into a ceramic mug has a temperature of {hot:.1f} °C after 10 "
        f"minutes. Coffee poured at 90 °C into a ceramic mug has a temperature of "
        f"{cool + 5:.1f} °C after 40 minutes. Nice."
    )
    checked = check_text(text, "", coffee_registry, store)
    assert words(checked) == ["supported", "refuted", "outside"]
    assert f"{cool:.1f} °C after 40 minutes. Nice." in checked.corrected
    assert len(checked.runs) == 2


def test_the_sentence_before_lends_its_conditions(coffee_registry: Registry, store: EvidenceStore):
    hot = temperature("ceramic mug", 90, 20, 10)
    text = (
        "Coffee is poured at 90 °C into a ceramic mug and stands for 10 minutes. "
        f"Its temperature is then {hot:.1f} °C."
    )
    assert words(check_text(text, "", coffee_registry, store))[-1] == "supported"


def test_text_around_the_statements_is_kept_to_the_letter(
    coffee_registry: Registry, store: EvidenceStore
):
    text = "# Coffee\n\n* The temperature is **65.0** °C.\n* It’s too hot!  \n\n– end –"
    checked = check_text(text, MUG, coffee_registry, store)
    assert checked.corrected == text.replace("65.0", "71.9")


def test_a_correction_is_final(registry: Registry, store: EvidenceStore):
    text = (
        "The total temperature change is a decrease of 1.18°C, which indicates a cooling trend. "
        "The change is minor."
    )
    once = check_text(text, CHONGZUO, registry, store)
    assert words(once) == ["refuted", "refuted"]
    twice = check_text(once.corrected, CHONGZUO, registry, store)
    assert words(twice) == ["supported", "supported"]
    assert twice.corrected == once.corrected


def test_claims_get_ids_in_order(coffee_registry: Registry, store: EvidenceStore):
    checked = check_claims(["It is 71.9 °C.", "", "It is 20 °C."], MUG, coffee_registry, store)
    assert [v.id for v in checked.verdicts] == ["c1", "c2", "c3"]
    assert words(checked)[0] == "supported"
    assert words(checked)[1] not in ("supported", "refuted")
    assert words(checked)[2] == "refuted"


def test_verdicts_point_at_runs_that_the_store_holds(
    coffee_registry: Registry, store: EvidenceStore
):
    checked = check_claims(["It is 71.9 °C."], MUG, coffee_registry, store)
    (run_id,) = checked.verdicts[0].run_ids
    assert [run.id for run in checked.runs] == [run_id]
    assert store.get(run_id) == checked.runs[0]


def test_empty_text_has_no_verdicts(coffee_registry: Registry, store: EvidenceStore):
    for text in ("", "   ", "\n\n", "!?"):
        checked = check_text(text, MUG, coffee_registry, store)
        assert checked.verdicts == ()
        assert checked.corrected == text


def test_a_text_that_is_too_long_is_refused_and_returned_as_it_was(
    coffee_registry: Registry, store: EvidenceStore
):
    text = "It is 71.9 °C. " * (LONGEST_ANSWER // 15 + 1)
    checked = check_text(text, MUG, coffee_registry, store)
    assert [p.reason for p in checked.problems] == ["too_long"]
    assert checked.corrected == text
    assert checked.verdicts == ()


class _Broken(Coffee):
    """A simulator whose runs fail."""

    def run(self, call: Call) -> Run:
        """Fail, as a solver does that does not converge."""
        from simulrag.simulators.errors import RunFailed

        raise RunFailed(f"{call.function} did not converge")


def test_a_run_that_fails_decides_nothing_and_is_reported(store: EvidenceStore):
    registry = Registry([_Broken()])
    checked = check_claims(["It is 71.9 °C."], MUG, registry, store)
    assert words(checked) == ["not_measured"]
    assert checked.verdicts[0].problem is not None
    assert checked.verdicts[0].problem.reason == "run_failed"
    assert "did not converge" in answer(MUG, registry, store).problems[0].message
