"""The opposing claim by rules: what it says, and that it never says the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.verifier.literature.errors import LiteratureError
from simulrag.verifier.literature.opposition import LONGEST_CLAIM, oppose, opposition_of_model


@pytest.mark.parametrize(
    ("claim", "opposing"),
    [
        # The paper's own example, its section "Claim Opposition and Retrieval".
        (
            "Incidence rates of cervical cancer have increased over time.",
            "Incidence rates of cervical cancer have decreased over time.",
        ),
        ("Vitamin A reduces mortality.", "Vitamin A increases mortality."),
        ("Coffee does not cause cancer.", "Coffee causes cancer."),
        ("Aspirin cannot prevent stroke.", "Aspirin can prevent stroke."),
        ("ART has no effect on infectiveness.", "ART has an effect on infectiveness."),
        ("Mice that lack FGF21 live long.", "It is not true that mice that lack FGF21 live long."),
        ("Smoking is a leading cause of death.", "Smoking is not a leading cause of death."),
        ("Cells have two nuclei.", "Cells do not have two nuclei."),
        ("Obesity is determined in part by genetic factors", "Obesity is not determined in part "
         "by genetic factors"),
        ("Tea leads to insomnia.", "Tea does not lead to insomnia."),
        ("Results of trials differ.", "It is not true that results of trials differ."),
        ("It has an essential role.", "It has a dispensable role."),
        ("Patients are less likely to die.", "Patients are more likely to die."),
        ("Masks fail to prevent infection.", "Masks prevent infection."),
        ("There is a link between A and B.", "There is no link between A and B."),
    ],
)  # fmt: skip
def test_a_claim_is_turned_round_by_one_word(claim: str, opposing: str) -> None:
    assert oppose(claim).opposing == opposing


@pytest.mark.parametrize(
    ("claim", "opposing"),
    [
        ("Loss of p53 promotes growth.", "Loss of p53 inhibits growth."),
        ("Low intake of salt is bad for us.", "Low intake of salt is good for us."),
        ("Mice that lack A are susceptible.", "Mice that lack A are resistant."),
        ("DNA damage activates STING.", "DNA damage inactivates STING."),
        ("Genes expressed in fat are active.", "Genes expressed in fat are inactive."),
        ("Mice are immune to insulin resistance.", "Mice are not immune to insulin resistance."),
    ],
)  # fmt: skip
def test_what_a_claim_says_is_turned_round_and_not_what_it_is_about(
    claim: str, opposing: str
) -> None:
    assert oppose(claim).opposing == opposing


@pytest.mark.parametrize(
    ("claim", "opposing"),
    [
        ("Most patients recover.", "Few patients recover."),
        ("All birds can fly.", "Not all birds can fly."),
        ("Neither A nor B prevents cancer.", "A or B prevents cancer."),
        ("At least half of adults smoke.", "Less than half of adults smoke."),
        ("Only 10% of cancers are inherited.", "More than 10% of cancers are inherited."),
        ("90% of cases are mild.", "It is not true that 90% of cases are mild."),
        ("Never smokers have a lower risk.", "Never smokers have a higher risk."),
    ],
)  # fmt: skip
def test_a_claim_that_counts_is_turned_round_where_it_counts(claim: str, opposing: str) -> None:
    assert oppose(claim).opposing == opposing


@given(st.text(alphabet="abc deNOTincreaseslower.,'’ éβ\n\t-", max_size=80))
def test_no_claim_is_opposed_by_itself(text: str) -> None:
    try:
        found = oppose(text)
    except LiteratureError:
        return
    assert found.opposing.lower().split() != text.lower().split()


@pytest.mark.parametrize("claim", ["", "  \n", "12 %", "..." * 50])
def test_what_has_no_words_is_no_claim(claim: str) -> None:
    with pytest.raises(LiteratureError, match="no words"):
        oppose(claim)


def test_an_overlong_claim_is_refused_with_its_length() -> None:
    with pytest.raises(LiteratureError, match=f"2003 characters.*{LONGEST_CLAIM}"):
        oppose("word " + "x" * 1998)


def test_an_opposing_claim_of_a_model_must_differ_in_words() -> None:
    assert opposition_of_model("Tea burns fat.", "Tea builds fat.").rule == "model"
    with pytest.raises(LiteratureError, match="says the same"):
        opposition_of_model("Tea burns fat.", "tea  burns FAT")
