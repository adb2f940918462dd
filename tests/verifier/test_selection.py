"""UE+SBA and its baselines: what is verified, what is kept, and what is said of the rest."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulrag.simulators.errors import BadValue, UnknownName
from simulrag.verifier.claims import Claim
from simulrag.verifier.selection import allowed, keep, select

METHODS = ["ue_sba", "uncertainty", "verbalized", "random", "all", "none"]

# Five answers; closeness rises with support. Bounds: d is outside, e unread, f never assessed.
CLAIMS = [
    Claim(id="a", text="", support=(0, 1, 2, 3, 4), verbalized=0.1),
    Claim(id="b", text="", support=(0, 1, 2), verbalized=0.9),
    Claim(id="c", text="", support=(0,)),
    Claim(id="d", text="", support=(1,), verbalized=0.5),
    Claim(id="e", text="", support=(2,), verbalized=0.2),
    Claim(id="f", text="", support=(3,), verbalized=0.0),
]
BOUNDS = {"a": "inside", "b": "inside", "c": "inside", "d": "outside", "e": "unread"}


@st.composite
def questions(draw):
    answers = draw(st.integers(0, 5))
    count = draw(st.integers(0, 12))
    one = st.sets(st.integers(0, answers - 1)) if answers else st.just(set())
    claims = [
        Claim(
            id=f"c{number}",
            text="",
            support=tuple(draw(one)),
            verbalized=draw(st.none() | st.floats(0, 1)),
        )
        for number in range(count)
    ]
    words = st.sampled_from(["inside", "outside", "unread"])
    return claims, answers, {claim.id: draw(words) for claim in claims}


def test_ue_sba_takes_inside_claims_from_the_least_certain_on():
    found = select(CLAIMS, 5, BOUNDS)
    assert found.selected == ("c", "b", "a")
    assert set(found.left_out) == {"d", "e", "f"}
    assert "outside" in found.left_out["d"]
    assert "read" in found.left_out["e"]
    assert "not assessed" in found.left_out["f"]


def test_the_budget_is_a_share_of_all_claims_and_not_of_those_inside():
    found = select(CLAIMS, 5, BOUNDS, budget=20.0)
    assert found.selected == ("c", "b")  # ceil(0.2 x 6)
    assert found.left_out["a"] == "over the budget of 20 %: 2 of 6 claims"


def test_equal_confidence_is_ordered_by_claim_id_whatever_the_order_given():
    claims = [Claim(id=name, text="", support=(0,)) for name in ("z", "m", "a")]
    bounds = dict.fromkeys("zma", "inside")
    assert select(claims, 1, bounds).selected == ("a", "m", "z")
    assert select(claims[::-1], 1, bounds, budget=34).selected == ("a", "m")


def test_uncertainty_ignores_the_boundary():
    found = select(CLAIMS, 5, BOUNDS, method="uncertainty")
    assert found.selected[-2:] == ("b", "a")
    assert set(found.selected) == set("abcdef")
    assert found.left_out == {}


def test_verbalized_goes_by_stated_confidence_with_one_half_where_none_is_stated():
    found = select(CLAIMS, 5, BOUNDS, method="verbalized")
    assert found.selected == ("f", "a", "e", "c", "d", "b")


def test_random_depends_on_the_seed_and_not_on_the_order_of_claims():
    drawn = [select(CLAIMS, 5, {}, method="random", budget=50, seed=n).selected for n in range(40)]
    assert select(CLAIMS[::-1], 5, {}, method="random", budget=50, seed=7).selected == drawn[7]
    assert {claim_id for ids in drawn for claim_id in ids} == set("abcdef")
    assert len(set(drawn)) > 10
    assert all(len(set(ids)) == 3 for ids in drawn)


def test_all_takes_every_claim_in_order_and_none_takes_nothing():
    assert select(CLAIMS, 5, BOUNDS, method="all").selected == tuple("abcdef")
    nothing = select(CLAIMS, 5, BOUNDS, method="none")
    assert nothing.selected == ()
    assert set(nothing.left_out) == set("abcdef")


def test_tau_selects_only_what_is_below_it():
    share = {"estimator": "support", "bounds": dict.fromkeys("abcdef", "inside")}
    found = select(CLAIMS, 5, tau=0.6, **share)
    assert found.selected == ("c", "d", "e", "f")
    assert found.left_out["b"] == "confidence 0.6 is not below tau 0.6"
    assert select(CLAIMS, 5, tau=0.61, **share).selected[-1] == "b"
    thirds = [Claim(id="x", text="", support=(0,))]
    assert select(thirds, 3, {"x": "inside"}, tau=1 / 3, estimator="support").selected == ()


def test_tau_of_the_official_code_misses_a_claim_of_one_answer():
    """Closeness of one answer of five, beside 40 unanimous claims, is 0.484."""
    claims = [Claim(id=f"c{n}", text="", support=tuple(range(5))) for n in range(40)]
    claims.append(Claim(id="lonely", text="", support=(0,)))
    bounds = {claim.id: "inside" for claim in claims}
    assert select(claims, 5, bounds, tau=0.4).selected == ()
    assert select(claims, 5, bounds, budget=1).selected == ("lonely",)


@pytest.mark.parametrize(
    ("claims", "budget", "expected"),
    [(20, 15, 3), (20, 25, 5), (20, 45, 9), (7, 15, 2), (100, 0.07, 1), (10_000, 0.07, 7),
     (1000, 0.7, 7), (3, 0, 0), (0, 50, 0), (5, 100, 5), (5, None, 5)],
)  # fmt: skip
def test_a_budget_allows_its_share_rounded_up(claims, budget, expected):
    assert allowed(claims, budget) == expected


@given(questions(), st.sampled_from(METHODS), st.integers(0, 100), st.integers(0, 5))
def test_no_method_exceeds_the_budget_and_every_claim_is_accounted_for(
    question, method, budget, seed
):
    claims, answers, bounds = question
    found = select(claims, answers, bounds, method=method, budget=budget, seed=seed)
    assert len(found.selected) <= -(-budget * len(claims) // 100)
    assert len(set(found.selected)) == len(found.selected)
    assert set(found.selected) | set(found.left_out) == {claim.id for claim in claims}
    assert not set(found.selected) & set(found.left_out)
    assert all(found.left_out.values())
    assert [score.id for score in found.scores] == [claim.id for claim in claims]


@given(questions(), st.integers(0, 100))
def test_ue_sba_never_takes_a_claim_that_is_not_inside_nor_skips_a_less_certain_one(
    question, budget
):
    claims, answers, bounds = question
    found = select(claims, answers, bounds, budget=budget)
    confidence = {score.id: score.confidence for score in found.scores}
    inside = {claim_id for claim_id, word in bounds.items() if word == "inside"}
    assert set(found.selected) <= inside
    taken = [confidence[claim_id] for claim_id in found.selected]
    assert taken == sorted(taken)
    for skipped in inside - set(found.selected):
        assert all(confidence[skipped] >= value for value in taken)


@given(questions(), st.randoms(use_true_random=False), st.integers(0, 100))
def test_reordering_claims_changes_no_selection(question, random, budget):
    claims, answers, bounds = question
    moved = list(claims)
    random.shuffle(moved)
    for method in ("ue_sba", "uncertainty", "verbalized", "random"):
        one, other = (
            select(given, answers, bounds, method=method, budget=budget).selected
            for given in (claims, moved)
        )
        assert one == other


def test_supported_and_rewritten_claims_are_kept_and_others_by_their_support():
    verdicts = {"a": "refuted", "b": "undecided", "c": "supported", "d": "refuted", "e": "outside"}
    found = keep(CLAIMS, 5, verdicts, rewritten=["d"])
    assert found.kept == ("b", "c", "d")
    assert found.left_out == {
        "a": "refuted, and not rewritten",
        "e": "outside the boundary, and support 0.2 is below 0.5",
        "f": "not verified, and support 0.2 is below 0.5",
    }


@given(questions(), st.data())
def test_every_claim_is_kept_or_left_out_with_a_reason(question, data):
    claims, answers, _ = question
    words = ["supported", "refuted", "undecided", "outside", "unread", "not_measured"]
    verdicts = {claim.id: data.draw(st.sampled_from(words)) for claim in claims}
    found = keep(claims, answers, verdicts)
    assert sorted([*found.kept, *found.left_out]) == sorted(claim.id for claim in claims)
    for claim in claims:
        enough = answers > 0 and 2 * len(set(claim.support)) >= answers
        word = verdicts[claim.id]
        expected = word == "supported" or (word != "refuted" and enough)
        assert (claim.id in found.kept) == expected


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"method": "ue-sba"}, UnknownName, "'ue-sba' is unknown; choose one of ue_sba"),
        ({"estimator": "katz"}, UnknownName, "'katz' is unknown"),
        ({"budget": 101}, BadValue, "0 to 100 percent, but 101"),
        ({"budget": -1}, BadValue, "-1"),
        ({"budget": math.nan}, BadValue, "nan"),
        ({"tau": math.nan}, BadValue, "tau"),
        ({"bounds": {"a": "Inside"}}, BadValue, "bound of claim 'a' is 'Inside'"),
        ({"answers": 2}, BadValue, "support of claim 'a'"),
        ({"claims": [*CLAIMS, CLAIMS[0]]}, BadValue, "two claims"),
        (
            {"claims": [Claim(id="x", text="", verbalized=7)], "method": "verbalized"},
            BadValue,
            "stated confidence of claim 'x' must lie in 0 to 1, but 7",
        ),
    ],
)
def test_bad_arguments_are_refused(arguments, error, message):
    given = {"claims": CLAIMS, "answers": 5, "bounds": BOUNDS, **arguments}
    with pytest.raises(error, match=message):
        select(given.pop("claims"), given.pop("answers"), given.pop("bounds"), **given)


def test_keep_refuses_unknown_verdicts_and_thresholds():
    with pytest.raises(BadValue, match="verdict of claim 'a' is 'true'"):
        keep(CLAIMS, 5, {"a": "true"})
    with pytest.raises(BadValue, match="kappa"):
        keep(CLAIMS, 5, {}, kappa=math.nan)
