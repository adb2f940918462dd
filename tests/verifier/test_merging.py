"""Claims of several answers fold where they say the same, by formulas rather than words."""

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coffee import Coffee
from simulrag.simulators.registry import Registry, installed
from simulrag.verifier.claims import Claim, FormulaClaim
from simulrag.verifier.formulas.folding import Drafted, fold
from simulrag.verifier.merging import merge
from verifier.formulas.gauge import Gauge

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


MUG = 'coffee.cooling(cup="ceramic mug", initial_temperature=90, minutes=10)'
TEXT = "The coffee in the mug has 71.9 °C after 10 minutes."


@pytest.fixture
def toys() -> Registry:
    return Registry([Coffee(), Gauge()])


def claim(formula: str, text: str = TEXT, **more: Any) -> FormulaClaim:
    return FormulaClaim(text=text, formula=formula, **more)


def folded(toys: Registry, *claims: Drafted) -> tuple[Claim, ...]:
    """Return the claims of drafts that make one claim each."""
    return fold([[one] for one in claims], toys)


@pytest.mark.parametrize(
    "other",
    [
        f"71.9 == {MUG}.temperature",
        f"({MUG}.temperature == 71.9)",
        'coffee.cooling(minutes=10, cup="ceramic mug", initial_temperature=90).temperature == 71.9',
        f"{MUG[:-1]}, room_temperature=20).temperature == 71.9",
        f"{MUG[:-1]}, seed=0).temperature == 71.9",
        MUG.replace("ceramic mug", "mug").replace("=90", "=90.0") + ".temperature == 71.9",
        f"not ({MUG}.temperature != 71.9)",
    ],
)
def test_formulas_that_say_the_same_fold_whatever_their_words(toys, other):
    first, second = claim(f"{MUG}.temperature == 71.9"), claim(other, "It stays hot, at 71.9 °C.")
    (found,) = folded(toys, first, second)
    assert (found.text, found.formula, found.support) == (TEXT, first.formula, (0, 1))


@pytest.mark.parametrize(
    "other",
    [
        f"{MUG}.temperature == 71.90",
        f"{MUG}.temperature == about(71.9)",
        f"{MUG}.temperature != 71.9",
        f"{MUG}.temperature == 61.9",
        f"{MUG}.temperature >= 71.9",
        f"{MUG[:-1]}, room_temperature=21).temperature == 71.9",
        f"{MUG[:-1]}, seed=1).temperature == 71.9",
        MUG.replace("ceramic mug", "vacuum flask") + ".temperature == 71.9",
        'gauge.gauge(river="Ann", rain=10).level == 71.9',
    ],
)
def test_formulas_that_say_another_thing_stay_apart_even_with_equal_words(toys, other):
    found = folded(toys, claim(f"{MUG}.temperature == 71.9"), claim(other))
    assert [one.support for one in found] == [(0,), (1,)]


def test_names_and_assumed_inputs_are_written_out_before_formulas_are_compared(toys):
    open_ended = "coffee.cooling(initial_temperature=90, minutes=10)"
    (found,) = folded(
        toys,
        claim("M.temperature == 71.9", let={"M": MUG}),
        claim(f"{open_ended}.temperature == 71.9", assume={"cup": "ceramic mug"}),
        claim("T == 71.9", let={"N": MUG, "T": "N.temperature"}),
    )
    assert found.support == (0, 1, 2)
    assert found.let == {"M": MUG}


def test_a_claim_without_a_formula_folds_with_an_equal_text_only(toys):
    read = claim(f"{MUG}.temperature == 71.9")
    found = folded(toys, TEXT, read, f"  {TEXT.upper()} ", "The coffee has 71.9 °C.")
    assert [(one.support, bool(one.formula)) for one in found] == [((0, 1, 2), True), ((3,), False)]


def test_a_text_that_was_read_in_two_ways_folds_with_neither(toys):
    found = folded(
        toys, claim(f"{MUG}.temperature == 71.9"), claim(f"{MUG}.temperature == about(71.9)"), TEXT
    )
    assert [one.support for one in found] == [(0,), (1,), (2,)]


@pytest.mark.parametrize("broken", ["M.temperature ==", "tea.brew().heat == 1", "", "5 +"])
def test_a_formula_that_cannot_be_read_folds_only_with_itself(toys, broken):
    found = folded(toys, claim(broken), claim(broken), claim(broken, "Another text."))
    assert [one.support for one in found] == [(0, 1), (2,)]


def test_the_order_of_drafts_changes_no_support(toys):
    claims = [
        claim(f"{MUG}.temperature == 71.9"),
        claim(f"71.9 == {MUG}.temperature", "So it is."),
        claim(f"{MUG}.temperature == 61.9", "It is not."),
        TEXT,
    ]
    counts = {
        tuple(sorted(len(one.support) for one in folded(toys, *order)))
        for order in permutations(claims)
    }
    assert counts == {(1, 3)}


def test_a_claim_that_a_draft_makes_twice_counts_once(toys):
    one = claim(f"{MUG}.temperature == 71.9")
    (found,) = fold([[one, one, TEXT]], toys)
    assert found.support == (0,)
