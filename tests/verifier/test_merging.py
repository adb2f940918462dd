"""Claims of several answers fold where they say the same."""

import pytest

from appendix_questions import BALDWIN, CHONGZUO, SURESNES
from simulrag.simulators.errors import BadValue
from simulrag.simulators.registry import Registry
from simulrag.verifier.merging import merge


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        (SURESNES, "The temperature is 7.9 °C.", "Suresnes: projected temperature of 7.9°C."),
        (SURESNES, "The temperature is 7.9 °C.", "The temperature is 7.90 °C."),
        (SURESNES, "The climate is mild.", "The climate is classified as mild."),
        (CHONGZUO, "The temperature rises by 1.18 °C.", "The change is an increase of 1.18°C."),
        (CHONGZUO, "There is a clear warming trend.", "It indicates warming."),
        (BALDWIN, "The difference is 0.26 °C.", "The two scenarios differ by 0.26°C."),
        (SURESNES, "Trees are nice!", "Trees are nice."),
        (SURESNES, "The temperature is 7.9 °C.", "The temperature is 281.05 K."),
        (CHONGZUO, "The temperature rises by 1.18 °C.", "The temperature rises by 1.18 K."),
    ],
)
def test_equal_claims_in_other_words_are_one_with_the_support_of_both(
    question: str, first: str, second: str, registry: Registry
):
    (claim,) = merge([[first], [second]], question, registry)
    assert claim.text == first
    assert claim.support == (0, 1)


@pytest.mark.parametrize(
    ("question", "first", "second"),
    [
        (SURESNES, "The temperature is 7.9 °C.", "The temperature is 8.9 °C."),
        (SURESNES, "The temperature is 7.9 °C.", "The temperature is about 7.9 °C."),
        (SURESNES, "The temperature is above 7.9 °C.", "The temperature is below 7.9 °C."),
        (SURESNES, "The temperature is 7.9 °C.", "The temperature is 7.9 °F."),
        (SURESNES, "The climate is mild.", "The climate is not mild."),
        (SURESNES, "The climate is mild.", "The climate is warm."),
        (CHONGZUO, "There is a warming trend.", "There is a cooling trend."),
        (CHONGZUO, "In 1992 it was 21 °C.", "In 2083 it is 21 °C."),
        (CHONGZUO, "The temperature rises by 1.18 °C.", "The temperature falls by 1.18 °C."),
        (SURESNES, "Trees are nice.", "Trees are not nice."),
    ],
)
def test_claims_that_differ_in_anything_stay_apart(
    question: str, first: str, second: str, registry: Registry
):
    found = merge([[first], [second]], question, registry)
    assert [(c.text, c.support) for c in found] == [(first, (0,)), (second, (1,))]


def test_an_answer_that_repeats_itself_counts_once(registry: Registry):
    (claim,) = merge([["It is 7.9 °C.", "It is 7.9 °C."]], SURESNES, registry)
    assert claim.support == (0,)


def test_ids_are_distinct_and_in_order_of_first_mention(registry: Registry):
    answers = [["The climate is mild.", "It is 7.9 °C."], ["It is 7.9 °C.", "It is 8.0 °C."]]
    found = merge(answers, SURESNES, registry)
    assert [c.id for c in found] == ["c1", "c2", "c3"]
    assert [c.text for c in found] == ["The climate is mild.", "It is 7.9 °C.", "It is 8.0 °C."]
    assert [c.support for c in found] == [(0,), (0, 1), (1,)]


def test_the_order_of_the_answers_only_renumbers_the_support(registry: Registry):
    answers = [["It is 7.9 °C."], ["The climate is warm."], ["It is 7.9 °C.", "It is mild."]]
    forward = {c.text: set(c.support) for c in merge(answers, SURESNES, registry)}
    backward = merge(answers[::-1], SURESNES, registry)
    assert {c.text: {2 - i for i in c.support} for c in backward} == forward


def test_blank_claims_and_empty_answers_add_nothing(registry: Registry):
    assert merge([], SURESNES, registry) == ()
    assert merge([[], ["", "  "]], SURESNES, registry) == ()


def test_without_a_question_each_claim_is_read_by_its_own_words(registry: Registry):
    first = "The temperature in Paris in 2050 under ssp245 is 13.0 °C."
    second = "Under ssp245, the temperature in Paris in 2050 is 13.0 °C."
    third = "The temperature in Oslo in 2050 under ssp245 is 13.0 °C."
    found = merge([[first], [second], [third]], "", registry)
    assert [c.support for c in found] == [(0, 1), (2,)]


def test_a_pair_of_a_model_folds_what_the_grammar_cannot_read(registry: Registry):
    answers = [["Trees are nice."], ["Greenery is pleasant."], ["It is warm there."]]
    pairs = [("Trees are nice.", "Greenery is pleasant.")]
    first, second = merge(answers, "", registry, pairs)
    assert (first.text, first.support) == ("Trees are nice.", (0, 1))
    assert second.support == (2,)


def test_a_pair_of_a_model_joins_a_claim_that_is_read_to_one_that_is_not(registry: Registry):
    answers = [["Greenery thrives at 7.9."], ["The temperature is 7.9 °C."]]
    (claim,) = merge(answers, SURESNES, registry, [(answers[1][0], answers[0][0])])
    assert claim.support == (0, 1)


def test_contradictions_stay_apart_whatever_pairs_a_model_gives(registry: Registry):
    first, second, loose = "The temperature is 7.9 °C.", "The temperature is 8.9 °C.", "So be it."
    pairs = [(first, second), (first, loose), (loose, second)]
    found = merge([[first], [second], [loose]], SURESNES, registry, pairs)
    assert [(c.text, c.support) for c in found] == [(first, (0, 2)), (second, (1,))]


def test_a_pair_of_claims_that_nobody_made_is_refused(registry: Registry):
    with pytest.raises(BadValue, match="Nobody said this"):
        merge([["It is so."]], "", registry, [("It is so.", "Nobody said this.")])
