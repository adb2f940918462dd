"""The whole path from text to verdicts: own answers hold, altered ones are found and mended."""

import re

import pytest

from appendix_questions import BALDWIN, CHAIWU, CLIMATE, EPIDEMIOLOGY
from coffee import Coffee
from simulrag.simulators.epidemiology.functions import SEASON
from simulrag.simulators.errors import EvidenceError, RunFailed
from simulrag.simulators.interface import Call, Run
from simulrag.simulators.registry import Registry
from simulrag.verifier import check
from simulrag.verifier.answering import answer
from simulrag.verifier.check import LONGEST_ANSWER, Checked, check_claims, check_text
from simulrag.verifier.claims import FormulaClaim, Statement, VerdictWord
from simulrag.verifier.evidence import EvidenceStore

MUG = "How hot is the coffee in a ceramic mug poured at 90 °C after 10 minutes?"
CUP = 'coffee.cooling(cup="ceramic mug", initial_temperature=90, minutes=10)'
HOT = "The temperature of the coffee is {} °C."


def words(checked: Checked) -> list[VerdictWord]:
    return [v.verdict for v in checked.verdicts]


def held(
    statements: list[Statement], question: str, registry: Registry, store: EvidenceStore
) -> Checked:
    claims = [
        FormulaClaim(text=s.text, formula=s.formula, context=(question,))
        for s in statements if s.formula
    ]  # fmt: skip
    return check_claims(claims, question, registry, store, against="run")


@pytest.mark.parametrize("question", [*CLIMATE, MUG], ids=lambda q: q[:40])
def test_an_own_answer_holds_by_its_formulas_and_none_of_it_is_refuted(
    question, all_registry, store
):
    made = answer(question, all_registry, store)
    if question == CHAIWU:
        assert made.text == ""
        assert [p.reason for p in made.problems] == ["unknown_name"]
        assert "Chaiwu" in made.problems[0].message
        return
    assert made.problems == ()
    checked = held(list(made.statements), question, all_registry, store)
    assert set(words(checked)) <= {"supported", "undecided"}
    assert "supported" in words(checked)
    assert checked.corrected == "\n".join(s.text for s in made.statements if s.formula)


@pytest.mark.slow
@pytest.mark.parametrize("question", EPIDEMIOLOGY, ids=lambda q: q[:60])
def test_own_answers_about_every_season_of_the_paper_hold(question, registry, store):
    made = answer(question, registry, store)
    # What the published records state of the median curve is no part of an answer.
    outputs = [o for o in SEASON.outputs if not o.needs and not o.name.startswith("median_curve")]
    assert len(made.statements) == len(outputs)
    checked = held(list(made.statements), question, registry, store)
    assert set(words(checked)) <= {"supported", "undecided"}


def test_every_statement_of_an_answer_names_the_runs_it_comes_from(registry, store):
    made = answer(BALDWIN, registry, store)
    ids = {run.id for run in made.runs}
    assert len(ids) == 2
    assert all(statement.run_ids and set(statement.run_ids) <= ids for statement in made.statements)
    compared = [s for s in made.statements if re.search(r"higher .* than", s.text)]
    assert compared
    assert all(set(s.run_ids) == ids for s in compared)


def test_an_answer_on_several_states_tells_each_and_which_is_highest(registry, store):
    question = (
        "For an influenza season in Idaho, Ohio and Texas starting 2022-10-01 with R0 of 2.6, no "
        "seasonality and 20% prior immunity (20 members), what is the peak hospital incidence in "
        "each state?"
    )
    made = answer(question, registry, store)
    assert len(made.runs) == 1
    assert all(f"in {state} peaks at" in made.text for state in ("Idaho", "Ohio", "Texas"))
    assert "highest in Texas" in made.text
    assert "refuted" not in words(held(list(made.statements), question, registry, store))


def test_bare_sentences_are_read_each_by_itself_and_a_wrong_one_is_mended(registry, store):
    text = (
        "# Nairobi\n\n* The average temperature in Nairobi in 1990 was 18.0 °C.\n"
        "* The average temperature in Nairobi in 1990 was 31.2 °C!  \n\n– end –"
    )
    checked = check_text(text, "", registry, store)
    assert words(checked)[1:3] == ["supported", "refuted"]
    assert checked.corrected == text.replace("31.2", "18.0")
    (run,) = checked.runs
    assert store.get(run.id) == run
    assert {v.read_by for v in checked.verdicts if v.run_ids} == {"rules"}


def test_the_question_serves_every_sentence_and_a_correction_is_final(coffee_registry, store):
    text = f"{HOT.format('65.0')} {HOT.format('71.9')}"
    once = check_text(text, MUG, coffee_registry, store)
    assert words(once) == ["refuted", "supported"]
    twice = check_text(once.corrected, MUG, coffee_registry, store)
    assert words(twice) == ["supported", "supported"]
    assert twice.corrected == once.corrected


def test_a_fault_of_ours_at_one_claim_costs_no_other(coffee_registry, store, monkeypatch):
    whole = check.formula_claim

    def broken(text: str, *given: object) -> object:
        if text == "Fall over.":
            raise ZeroDivisionError
        return whole(text, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(check, "formula_claim", broken)
    claims = ["Fall over.", HOT.format("71.9")]
    checked = check_claims(claims, MUG, coffee_registry, store)
    assert words(checked) == ["not_measured", "supported"]
    assert checked.verdicts[0].problem.reason == "internal_error"


def test_a_store_that_cannot_be_used_is_told_as_such_and_not_as_a_fault_of_the_formula(
    coffee_registry,
):
    store = EvidenceStore()
    store.close()
    text = "After 10 minutes, the coffee in a ceramic mug is at 65 °C."
    with pytest.raises(EvidenceError, match="is closed"):
        check_text(text, MUG, coffee_registry, store)


def test_empty_text_has_no_verdicts(coffee_registry, store):
    for text in ("", "   ", "\n\n", "!?"):
        checked = check_text(text, MUG, coffee_registry, store)
        assert checked.verdicts == ()
        assert checked.corrected == text


def test_a_text_that_is_too_long_is_refused_and_returned_as_it_was(coffee_registry, store):
    text = "It is 71.9 °C. " * (LONGEST_ANSWER // 15 + 1)
    checked = check_text(text, MUG, coffee_registry, store)
    assert [p.reason for p in checked.problems] == ["too_long"]
    assert checked.corrected == text
    assert checked.verdicts == ()


class _Broken(Coffee):
    """A simulator whose runs fail."""

    def run(self, call: Call) -> Run:
        raise RunFailed(f"{call.function} did not converge")


def test_a_run_that_fails_decides_nothing_and_is_reported(store):
    registry = Registry([_Broken()])
    claim = FormulaClaim(
        text=HOT.format("71.9"), formula=f"{CUP}.temperature == 71.9", context=(MUG,)
    )
    checked = check_claims([claim], MUG, registry, store)
    assert words(checked) == ["not_measured"]
    assert checked.verdicts[0].problem.reason == "run_failed"
    assert "did not converge" in answer(MUG, registry, store).problems[0].message
