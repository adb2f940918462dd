"""Claims of several answers fold where they say the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.simulators.registry import installed
from simulrag.verifier.claims import FormulaClaim
from simulrag.verifier.merging import merge

ASKED = "What was the average temperature in Nairobi in 1990?"
NAIROBI = "The average temperature in Nairobi in 1990 was 19.4 °C."


def formal(text: str, formula: str) -> FormulaClaim:
    return FormulaClaim(text=text, formula=formula)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (NAIROBI, "In 1990 the average temperature in Nairobi was 19.4 °C."),
        (NAIROBI, NAIROBI.replace("19.4 °C", "19.4 degrees Celsius")),
        ("Trees are nice!", "trees are  nice!"),
    ],
)
def test_equal_claims_in_other_words_are_one_with_the_support_of_both(first, second, registry):
    (claim,) = merge([[first], [second]], ASKED, registry)
    assert claim.text == first
    assert claim.support == (0, 1)


def test_a_formula_and_a_bare_sentence_that_says_it_are_one(registry):
    run = 'climate.temperature(place="Nairobi", year=1990)'
    written = formal("Nairobi had 19.4 °C in 1990.", f"{run}.temperature == 19.4")
    (claim,) = merge([[NAIROBI], [written]], ASKED, registry)
    assert claim.support == (0, 1)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (NAIROBI, NAIROBI.replace("19.4", "19.5")),
        (NAIROBI, NAIROBI.replace("19.4", "19.40")),
        (NAIROBI, NAIROBI.replace("°C", "°F")),
        (NAIROBI, NAIROBI.replace("1990", "1991")),
        (NAIROBI, NAIROBI.replace("Nairobi", "Oslo")),
        (NAIROBI, NAIROBI.replace("was", "was not")),
        (NAIROBI, NAIROBI.replace("was", "was above")),
        ("Trees are nice.", "Trees are not nice."),
    ],
)
def test_claims_that_differ_in_anything_stay_apart(first, second, registry):
    found = merge([[first], [second]], ASKED, registry)
    assert [(c.text, c.support) for c in found] == [(first, (0,)), (second, (1,))]


_SAID = st.sampled_from(
    [NAIROBI, NAIROBI.replace("19.4", "19.5"), "Trees are nice.", "Trees are not nice.", "", " "]
)


@given(st.lists(st.lists(_SAID, max_size=4), min_size=1, max_size=4))
def test_no_claim_is_lost_or_invented_and_ids_go_up(answers):
    found = merge(answers, ASKED, installed())
    wanted = {text for answer in answers for text in answer if text.strip()}
    assert {claim.text for claim in found} == wanted
    assert [claim.id for claim in found] == sorted({claim.id for claim in found})
    for claim in found:
        assert claim.support == tuple(
            index for index, answer in enumerate(answers) if claim.text in answer
        )


def test_without_a_question_bare_claims_fold_by_their_words_alone(registry):
    other = "In 1990 the average temperature in Nairobi was 19.4 °C."
    assert len(merge([[NAIROBI], [other]], "", registry)) == 2
    assert len(merge([[NAIROBI], [NAIROBI.rstrip(".")]], "", registry)) == 1
