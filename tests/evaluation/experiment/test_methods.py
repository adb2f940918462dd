"""What methods make of prepared claims: calculated by hand on one small question."""

import pytest

from simulrag.evaluation.experiment.comparing import BUDGETS, compared, leads
from simulrag.evaluation.experiment.conformal import conformal
from simulrag.evaluation.experiment.measuring import Benchmark
from simulrag.evaluation.experiment.methods import Prepared, PreparedClaim, Setting, outcome
from simulrag.evaluation.experiment.metrics import Estimate
from simulrag.verifier.claims import Claim


def claim(
    number: int, support: int, verdict: str, before: bool | None, *, updated: str = ""
) -> PreparedClaim:
    text = f"claim {number}"
    given = Claim(id=f"c{number}", text=text, support=tuple(range(support)), verbalized=number / 10)
    return PreparedClaim.model_validate(
        {
            "claim": given,
            "bound": "outside" if verdict == "outside" else "inside",
            "drawn": 0.5,
            "verdict": verdict,
            "updated": updated or text,
            "before": before,
            "after": True if updated else before,
        }
    )


#: An opinion said once, a wrong claim said once and mended, one that nothing mends, a true one.
CLAIMS = (
    claim(1, 1, "outside", False),
    claim(2, 1, "refuted", False, updated="mended"),
    claim(3, 2, "refuted", False),
    claim(4, 4, "supported", True),
)


def question(group: str = "g", claims: tuple[PreparedClaim, ...] = CLAIMS) -> Prepared:
    return Prepared(item=f"item {group}", simulator="coffee", group=group, drafts=4, claims=claims)


SURE = Setting(budget=25)


def test_a_quarter_of_four_claims_is_one_and_the_boundary_says_which() -> None:
    ours = outcome(question(), SURE)
    assert ours.verified == (False, True, False, False)
    assert ours.labels == (False, True, False, True)
    assert ours.scores[1] == 1.0
    theirs = outcome(question(), SURE.model_copy(update={"method": "uncertainty"}))
    assert theirs.verified == (True, False, False, False)
    assert theirs.labels == (False, False, False, True)


def test_gain_and_waste_are_those_calculated_by_hand() -> None:
    benchmark = Benchmark([question()], draws=10)
    ours = benchmark.measure(SURE).estimates
    assert (ours["gain"].value, ours["wasted"].value) == (1.0, 0.0)
    theirs = benchmark.measure(SURE.model_copy(update={"method": "uncertainty"})).estimates
    assert (theirs["gain"].value, theirs["wasted"].value) == (0.0, 1.0)
    every = benchmark.measure(Setting(method="all")).estimates
    assert every["gain"].value == 0.25
    assert every["verifications"].value == 4


def test_an_answer_counts_each_true_claim_once_and_its_factuality_is_of_what_it_keeps() -> None:
    found = Benchmark([question()], draws=10).measure(SURE).estimates
    # Kept: the mended one, the one that half of the drafts say, and the true one.
    assert found["informativeness"].value == 2
    assert found["factuality"].value == pytest.approx(2 / 3)
    twice = question(claims=(CLAIMS[1], claim(5, 1, "refuted", False, updated="mended")))
    assert Benchmark([twice], draws=10).measure(Setting()).estimates["informativeness"].value == 1


def test_what_nothing_small_mends_scores_nothing_once_verified() -> None:
    found = outcome(question(), Setting(method="all"))
    assert found.scores[2] == 0.0
    assert found.labels[2] is False
    assert 0 < found.scores[0] < 1


def test_nothing_is_verified_without_a_budget_to_do_it() -> None:
    found = outcome(question(), Setting(method="none"))
    assert not any(found.verified)
    assert found.labels == found.before
    measured = Benchmark([question()], draws=10).measure(Setting(method="none")).estimates
    assert measured["gain"] == Estimate(None)


def test_verbalized_goes_by_what_is_stated_and_ranks_by_it() -> None:
    setting = Setting(method="verbalized", budget=25)
    found = outcome(question(), setting)
    assert found.verified == (True, False, False, False)
    assert found.scores == pytest.approx((0.1, 0.2, 0.3, 0.4))


def test_a_judge_that_errs_sends_the_budget_elsewhere() -> None:
    erring = outcome(question(), SURE.model_copy(update={"boundary_error": 0.6}))
    assert erring.verified == (True, False, False, False)


def test_a_claim_without_a_label_costs_a_verification_and_counts_for_nothing_else() -> None:
    unknown = claim(5, 2, "outside", None)
    benchmark = Benchmark([question(claims=(*CLAIMS, unknown))], draws=10)
    found = benchmark.measure(Setting(method="none")).estimates
    assert found["aupr"] == Benchmark([question()], draws=10).measure(
        Setting(method="none")
    ).estimates["aupr"]  # fmt: skip


def test_random_selection_differs_between_questions_and_is_the_same_again() -> None:
    setting = Setting(method="random", budget=25)
    found = [outcome(question(str(number)), setting).verified for number in range(12)]
    assert len(set(found)) > 1
    assert found == [outcome(question(str(number)), setting).verified for number in range(12)]


def test_a_lead_is_paired_and_a_table_shows_it() -> None:
    comparison = compared("coffee", Benchmark([question("a"), question("b")], 50))
    lead = comparison.lead("gain", 25.0)
    assert lead == Estimate(1.0, 1.0, 1.0)
    assert comparison.best("gain", 25.0) == "ue_sba"
    assert comparison.best("wasted", 25.0) == "ue_sba"
    shown = leads([comparison], ["gain"])
    assert "+1.000 [+1.000, +1.000]" in shown.markdown()
    assert shown.comma_separated().startswith("benchmark,metric,minus,15 %,25 %,45 %\n")


def test_all_verifies_everything_at_any_budget_and_is_never_called_the_best() -> None:
    comparison = compared("coffee", Benchmark([question()], 10))
    every = [comparison.measured["all", budget].estimates["verifications"] for budget in BUDGETS]
    assert [one.value for one in every] == [4.0] * 3
    assert comparison.best("aupr", 45.0) != "all"


def test_random_is_the_mean_of_many_selections() -> None:
    found = Benchmark([question()], 10).measure(Setting(method="random", budget=25)).estimates
    assert found["verifications"].value == 1
    assert found["gain"].value not in (0.0, 1.0)


def test_a_calibrated_threshold_keeps_its_promise_where_agreement_tells_truth() -> None:
    telling = tuple(
        claim(number, 4 if number % 2 else 1, "outside", bool(number % 2)) for number in range(6)
    )
    questions = [question(f"g{number}", telling) for number in range(160)]
    rows = conformal("coffee", questions, Setting(method="none"))
    promised = {row[1]: row for row in rows}
    assert int(promised["at least 80 %"][2].split()[0]) >= 45
    assert promised["at least 80 %"][5:] == ("1.000", "1.00")
    fixed = promised["none (support of at least 0.5)"]
    assert fixed[4] == "240.0"  # three true claims in each of 80 questions
