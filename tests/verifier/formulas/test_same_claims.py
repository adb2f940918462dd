"""When two claims are one: by what their formulas say, never by their words alone."""

from itertools import permutations
from typing import Any

import pytest

from coffee import Coffee
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Claim, FormulaClaim
from simulrag.verifier.formulas.folding import Drafted, fold
from verifier.formulas.gauge import Gauge

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
