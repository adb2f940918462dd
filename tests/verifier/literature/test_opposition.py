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
        ("Coffee does not cause cancer.", "Coffee does cause cancer."),
        ("Statins can't prevent stroke.", "Statins can prevent stroke."),
        ("Aspirin cannot prevent stroke.", "Aspirin can prevent stroke."),
        ("ART has no effect on infectiveness.", "ART has an effect on infectiveness."),
        ("Mice that lack FGF21 live long.", "Mice that have FGF21 live long."),
        ("Lack of sleep is harmful.", "Lack of sleep is beneficial."),
        ("Smoking is a leading cause of death.", "Smoking is not a leading cause of death."),
        ("Cells have two nuclei.", "Cells do not have two nuclei."),
        ("Cells have become larger.", "Cells have become smaller."),
        ("Women who are old sleep well.", "It is not true that women who are old sleep well."),
        ("Obesity is determined in part by genetic factors", "Obesity is not determined in part "
         "by genetic factors"),
        ("Chenodeoxycholic acid treats gout.", "Chenodeoxycholic acid does not treat gout."),
        ("IL-6 plays a role.", "IL-6 does not play a role."),
        ("Neutrophil traps contribute to disease.", "Neutrophil traps do not contribute to "
         "disease."),
        ("Breastfeeding protects infants.", "Breastfeeding does not protect infants."),
        ("Sleep results in growth of hair.", "Sleep does not result in growth of hair."),
        ("Tea leads to insomnia.", "Tea does not lead to insomnia."),
        ("Results of trials differ.", "It is not true that results of trials differ."),
        ("Malaria has declined since 2000.", "Malaria has grown since 2000."),
        ("Folic acid lowers homocysteine.", "Folic acid raises homocysteine."),
        ("It has an essential role.", "It has a dispensable role."),
        ("Patients are less likely to die.", "Patients are more likely to die."),
    ],
)  # fmt: skip
def test_a_claim_is_turned_round_by_one_word(claim: str, opposing: str) -> None:
    assert oppose(claim).opposing == opposing


def test_a_word_within_a_hyphenated_one_is_not_turned_round() -> None:
    found = oppose("Antigen-induced signals are strong.")
    assert found.opposing == "Antigen-induced signals are not strong."
    assert found.rule == "verb_denied"


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
