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
        ("Statins can't prevent stroke.", "Statins can prevent stroke."),
        ("Aspirin cannot prevent stroke.", "Aspirin can prevent stroke."),
        ("ART has no effect on infectiveness.", "ART has an effect on infectiveness."),
        ("Mice that lack FGF21 live long.", "It is not true that mice that lack FGF21 live long."),
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
        ("Masks fail to prevent infection.", "Masks prevent infection."),
        ("The disease is caused by a virus.", "The disease is not caused by a virus."),
        ("The vaccine was 95% effective.", "The vaccine was not 95% effective."),
        ("Risk is twice as high in men.", "Risk is not twice as high in men."),
        ("Both drugs are equally safe.", "Both drugs are not equally safe."),
        ("Plants grow faster in CO2.", "Plants grow slower in CO2."),
        ("Asthma rarely has severe forms.", "Asthma often has severe forms."),
        ("Fat is unrelated to death.", "Fat is related to death."),
        ("There is a link between A and B.", "There is no link between A and B."),
        ("Models can be made by hand.", "Models cannot be made by hand."),
    ],
)  # fmt: skip
def test_a_claim_is_turned_round_by_one_word(claim: str, opposing: str) -> None:
    assert oppose(claim).opposing == opposing


@pytest.mark.parametrize(
    ("claim", "opposing"),
    [
        ("Higher doses harm corals.", "Higher doses do not harm corals."),
        ("Loss of p53 promotes growth.", "Loss of p53 inhibits growth."),
        ("Activated Cdk5 regulates death.", "Activated Cdk5 does not regulate death."),
        ("Low intake of salt is bad for us.", "Low intake of salt is good for us."),
        ("Mice that lack A are susceptible.", "Mice that lack A are resistant."),
        ("People who are ill have lower odds.", "People who are ill have higher odds."),
        ("Binding to its target loci depends on Kat8.", "Binding to its target loci does not "
         "depend on Kat8."),
        ("DNA damage activates STING.", "DNA damage inactivates STING."),
        ("Genes expressed in fat are active.", "Genes expressed in fat are inactive."),
        ("Neutrophils respond to large grains.", "Neutrophils do not respond to large grains."),
        ("Data accurately reflect costs.", "Data do not accurately reflect costs."),
        ("Lamins occur in all cells.", "Lamins do not occur in all cells."),
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
        ("Nearly all deaths were of men.", "Few deaths were of men."),
        ("Some mutations are benign.", "No mutations are benign."),
        ("No evidence links A to B.", "Evidence links A to B."),
        ("Neither A nor B prevents cancer.", "A or B prevents cancer."),
        ("At least half of adults smoke.", "Less than half of adults smoke."),
        ("Only 10% of cancers are inherited.", "More than 10% of cancers are inherited."),
        ("Fewer than 5% relapse.", "More than 5% relapse."),
        ("90% of cases are mild.", "It is not true that 90% of cases are mild."),
        ("One in five trials is stopped.", "It is not true that one in five trials is stopped."),
        ("Never smokers have a lower risk.", "Never smokers have a higher risk."),
        ("It is not only A but B.", "It is not true that it is not only A but B."),
        ("Warming is due to us, not to the sun.", "It is not true that warming is due to us, not "
         "to the sun."),
    ],
)  # fmt: skip
def test_a_claim_that_counts_is_turned_round_where_it_counts(claim: str, opposing: str) -> None:
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
