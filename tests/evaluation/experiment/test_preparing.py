"""Preparing claims: known truth, set rates, and the same decisions as the client's own loop."""

import statistics

import pytest

from evaluation.experiment.coffee_items import ITEMS, REGISTRY
from simulrag.evaluation.experiment.drafting import Answerer
from simulrag.evaluation.experiment.judging import Judge, judged
from simulrag.evaluation.experiment.methods import Setting, outcome
from simulrag.evaluation.experiment.preparing import Bench
from simulrag.evaluation.experiment.through_client import answered
from simulrag.evaluation.experiment.world import World
from simulrag.simulators.errors import BadValue
from simulrag.verifier.evidence import EvidenceStore

OTHERS = {one.id: [o for o in ITEMS if o.id != one.id] for one in ITEMS}


def bench(number: int, store: EvidenceStore) -> Bench:
    return Bench(ITEMS[number], OTHERS[ITEMS[number].id], REGISTRY, store)


def answerers(world: World) -> list[Answerer]:
    with EvidenceStore() as store:
        return [bench(number, store).answerer(world) for number in range(len(ITEMS))]


@pytest.mark.parametrize("budget", [15, 100])
def test_the_direct_path_decides_what_the_clients_loop_decides(budget: float) -> None:
    world = World(boundary_error=0)
    for number in range(2):
        with EvidenceStore() as store:
            one = bench(number, store)
            direct = outcome(one.prepare(world), Setting(budget=budget, boundary_error=0))
            through, kept = answered(one, world, "computed", budget, store)
        assert through.outcome == direct
        assert through.calls == world.drafts + 3
        assert any(direct.verified)
        assert len(kept["claims"]) == len(direct.scores)


def test_the_papers_method_asks_as_often_as_its_formula_says() -> None:
    world = World()
    with EvidenceStore() as store:
        through, _ = answered(bench(0, store), world, "paper", 45, store)
    assert through.calls == through.official + 1  # retrieval comes on top
    assert sum(through.outcome.verified) > 0
    assert None not in through.outcome.labels


def test_labels_are_right_where_newtons_law_says_so() -> None:
    with EvidenceStore() as store:
        prepared = bench(0, store).prepare(World())
    facts = {claim.text for claim in ITEMS[0].claims}
    assert {c.before.true for c in prepared.claims if c.claim.text in facts} == {True}
    decided = [c for c in prepared.claims if c.verdict in ("supported", "refuted")]
    assert all((c.verdict == "supported") == c.before.true for c in decided)
    assert all(c.after.true for c in decided if c.updated != c.claim.text)
    assert prepared.same_runs
    assert prepared.runs == 2


def test_a_world_without_errors_says_nothing_wrong_and_one_without_asides_only_facts() -> None:
    sure = World(known=(10_000.0, 0.001), asides=0)
    said = [one for a in answerers(sure) for draft in a.drafts() for one in draft]
    assert {one.true for one in said} == {True}
    assert {one.fact is None for one in said} == {False}


def test_shares_of_asides_and_of_true_statements_are_those_that_are_set() -> None:
    made = [a for seed in range(25) for a in answerers(World(seed=seed))]
    said = [one for a in made for draft in a.drafts() for one in draft]
    beside = statistics.fmean(one.fact is None for one in said)
    right = statistics.fmean(one.true for one in said if one.fact is not None)
    assert beside == pytest.approx(0.35, abs=0.06)
    assert right == pytest.approx(2 / 3.5, abs=0.05)


def wrong_texts(world: World) -> list[int]:
    """Return for each fact that drafts say wrongly how many ways of saying so there are."""
    counts: list[int] = []
    for answerer in answerers(world):
        said = [one for draft in answerer.drafts() for one in draft if not one.true]
        for place in {one.fact for one in said if one.fact is not None}:
            told = [one.meaning for one in said if one.fact == place]
            if len(told) > 1:
                counts.append(len(set(told)))
    return counts


def test_systematic_errors_are_the_same_in_all_drafts_and_random_ones_are_not() -> None:
    still = World(unit_slips=0, known=(1.0, 9.0), asides=0)
    assert set(wrong_texts(still.model_copy(update={"systematic": 1.0}))) == {1}
    assert statistics.fmean(wrong_texts(still.model_copy(update={"systematic": 0.0}))) > 2


def test_another_share_of_systematic_errors_leaves_what_is_said_rightly_as_it_was() -> None:
    one, other = (
        [[s for s in d if s.true] for a in answerers(World(systematic=share)) for d in a.drafts()]
        for share in (0.0, 0.6)
    )
    assert one == other


def test_opinions_are_never_true_and_facts_of_other_questions_are_irrelevant() -> None:
    for kinds in ((1.0, 0.0, 0.0), (0.0, 0.0, 1.0)):
        made = answerers(World(kinds=kinds))
        beside = [s for a in made for d in a.drafts() for s in d if s.fact is None]
        assert beside
        assert {one.true for one in beside} == {False}


def test_background_is_true_or_false_as_the_shipped_texts_say() -> None:
    made = answerers(World(kinds=(0.0, 1.0, 0.0)))
    beside = [s for a in made for d in a.drafts() for s in d if s.fact is None]
    by_text = {one.text: one.true for one in beside}
    assert by_text["An interval makes an estimate certain."] is False
    assert set(by_text.values()) == {True, False}


def test_judges_err_at_the_rates_that_are_set() -> None:
    drafts = answerers(World())[0].drafts()
    texts = [f"claim {number}" for number in range(4000)]
    judge = Judge("item", drafts, World(imagined=0.1))
    assert statistics.fmean(judge.entails(0, text) for text in texts) == pytest.approx(
        0.1, abs=0.02
    )
    drawn = [judge.drawn(text) for text in texts]
    flipped = statistics.fmean(judged("inside", one, 0.3) == "outside" for one in drawn)
    assert flipped == pytest.approx(0.3, abs=0.03)
    assert {judged("unread", one, 0.0) for one in drawn} == {"unread"}
    assert {judged("outside", one, 1.0) for one in drawn} == {"inside"}


def test_the_same_seed_gives_the_same_claims_and_another_gives_others() -> None:
    with EvidenceStore() as store:
        one, again, other = (bench(1, store).prepare(World(seed=seed)).claims for seed in (1, 1, 2))
    assert one == again
    assert one != other


@pytest.mark.parametrize(
    ("given", "name"),
    [({"systematic": 1.5}, "systematic"), ({"drafts": 0}, "drafts"), ({"seed": -1}, "seed"),
     ({"asides": float("nan")}, "asides"), ({"kinds": [1]}, "kinds")],
)  # fmt: skip
def test_a_setting_out_of_range_is_refused_by_name(given: dict[str, object], name: str) -> None:
    with pytest.raises(BadValue, match=name):
        World.of(**given)  # pyright: ignore[reportArgumentType]
