"""The page of sensitivity: claims drawn with known shares of errors."""

from pathlib import Path

import pytest

from simulrag.evaluation.experiment.measuring import Benchmark
from simulrag.evaluation.experiment.methods import Setting
from studies.sensitivity import __main__ as page
from studies.sensitivity import drawn_claims
from studies.sensitivity.drawn_claims import World, drawn, swept, table

SMALL = World(questions=40)


def gain(world: World, **setting: object) -> float:
    found = Benchmark(drawn(world), draws=10).measure(Setting.model_validate(setting), ("gain",))
    return found.estimates["gain"].value


def test_the_same_world_gives_the_same_questions_and_another_seed_others() -> None:
    assert drawn(SMALL) == drawn(SMALL)
    assert drawn(SMALL) != drawn(SMALL.model_copy(update={"seed": 1}))


def test_where_all_drafts_err_alike_a_wrong_claim_has_more_support() -> None:
    def support(share: float) -> float:
        questions = drawn(SMALL.model_copy(update={"systematic": share}))
        wrong = [c for q in questions for c in q.claims if "error" in c.claim.text]
        return sum(len(one.claim.support) for one in wrong) / len(wrong)

    assert support(0.0) == 1
    assert support(1.0) > 1.5


def test_the_boundary_helps_a_sure_judge_and_misleads_one_that_errs_often() -> None:
    alone = gain(SMALL, method="uncertainty", budget=45)
    assert gain(SMALL, budget=45) > alone > gain(SMALL, budget=45, boundary_error=0.4)


def test_every_place_of_the_sweep_stands_in_the_table() -> None:
    made = table(swept(SMALL.model_copy(update={"questions": 4}), draws=5))
    assert len(made.rows) == 2 * 4 * 3
    assert {len(row) for row in made.rows} == {len(made.heads)}


def test_the_page_says_that_no_model_took_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawn_claims, "SYSTEMATIC", (0.2,))
    assert page.run(tmp_path, draws=5).notice.startswith("Drawn at random")
    assert (tmp_path / "figures" / "sensitivity.svg").exists()
