"""Formulas of drafts: put into today's language, decided, and held to their texts."""

import json
import sys
from pathlib import Path

import pytest

from data_at_hand import DATA
from simulrag.evaluation.drafts import DraftClaim, read_drafts
from simulrag.simulators.errors import SimulRAGError
from simulrag.simulators.registry import installed
from studies.formulas import __main__ as formulas
from studies.older_drafts import __main__ as older_drafts
from studies.older_drafts.older_notation import NoCounterpart, translated

DRAFTS = DATA / "drafts"
SEASON = (
    'epidemiology.season(states=["Ohio", "Iowa"], start_date="2022-10-01", r0=1.9, '
    'seasonality="none", immunity=0, aggregation="per state")'
)
NAIROBI = 'climate.temperature(place="Nairobi", year=2050, scenario="ssp585")'
OSLO = 'climate.temperature(place="Oslo", year=2050, scenario="ssp585")'


def today(old: str, **let: str) -> str:
    return translated(old, let, installed())[0]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('A.peak_date - "2022-10-01" < q(2, "week")', 'A.peak_date - "2022-10-01" < weeks(2)'),
        ('A.peak_date == date("2022-12-05")', 'A.peak_date == "2022-12-05"'),
        ('A.parts["Ohio"].peak == about(4.00)', 'A.part("Ohio").peak == about(4.00)'),
        ("factor(A.growth) == about(18)", "A.growth / 100 + 1 == about(18)"),
        ("A.duration == about(4)", "A.duration == about(4, within=0.5)"),
        ("share(A.peak, B.peak) == about(50)", "100 * A.peak / B.peak == about(50, within=2)"),
        (
            "about(3) <= A.peak <= about(4)",
            "A.peak == about(3) or A.peak == about(4) or 3 <= A.peak <= 4",
        ),
    ],
)
def test_helpers_of_the_older_notation_are_written_by_operators(old: str, new: str) -> None:
    assert today(old, A=SEASON, B=SEASON) == new


def test_what_no_output_tells_has_no_counterpart() -> None:
    with pytest.raises(NoCounterpart, match="how many live in a state"):
        today('residents(["Ohio"]) * A.attack_rate / 100 == about(5000)', A=SEASON)


def test_runs_keep_their_parts_only_where_a_part_is_named() -> None:
    _, let = translated("A.peak > 5", {"A": SEASON}, installed())
    assert "aggregation" not in let["A"]
    _, let = translated('A.parts["Ohio"].peak > 5', {"A": SEASON}, installed())
    assert "aggregation" in let["A"]


def test_measures_in_words_are_objects_today() -> None:
    measured = (
        'epidemiology.intervention(states=["Ohio"], start_date="2022-10-01", r0=2, immunity=10, '
        'seasonality="none", '
        'measures=["10 % treated with antivirals", "schools closed from 1 May"])'
    )
    _, let = translated("A.averted > 5", {"A": measured}, installed())
    assert '{"kind": "treated with antivirals", "share": 10}' in let["A"]
    assert '{"kind": "schools closed", "from": "2023-05-01"}' in let["A"]


def written_today(folder: Path, out: Path) -> Path:
    """Write the drafts of a folder in today's language, by the command."""
    older_drafts.main(folder, out)
    return out


@pytest.fixture(scope="module")
def claims(tmp_path_factory: pytest.TempPathFactory) -> list[DraftClaim]:
    if not DRAFTS.exists():
        pytest.skip("the drafts of a model are not at hand: shared/data/drafts")
    return read_drafts(written_today(DRAFTS, tmp_path_factory.mktemp("today")))


def test_drafts_are_translated_but_for_points_and_residents(claims: list[DraftClaim]) -> None:
    assert len(claims) == 1019
    lost = [one.why for one in claims if one.why.startswith("no counterpart")]
    assert len(lost) == 11
    assert all("computed points" in why or "residents" in why for why in lost)
    assert sum(one.decidable for one in claims) == 878


def test_what_neither_claim_nor_question_prints_is_assumed(claims: list[DraftClaim]) -> None:
    names = {name for one in claims for name in one.assume}
    assert names == {"year", "bc", "so2", "since", "start_date", "aggregation"}


def test_the_commands_tell_figures_and_every_miss(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    held = {"confidence": 0.5, "strict": "true", "value": 1.0}
    draft = {
        "id": "climate-item-1", "draft": 1, "question": "Is Nairobi warmer than Oslo in 2050 "
        "under ssp585?", "claims": [
            {**held, "text": "Nairobi is warmer than Oslo in 2050 under ssp585.", "label": "true",
             "formula": "A.temperature > B.temperature", "let": {"A": NAIROBI, "B": OSLO}},
            {**held, "text": "About 5,000 people live there.", "label": "true",
             "formula": 'residents(["Ohio"]) == about(5000)'},
        ],
    }  # fmt: skip
    (tmp_path / "drafts.jsonl").write_text(json.dumps(draft))
    misses, drafts = tmp_path / "misses.jsonl", written_today(tmp_path, tmp_path / "today")
    monkeypatch.setattr(sys, "argv", ["formulas", str(drafts), "--misses", str(misses)])
    formulas.of_drafts(formulas.__doc__, formulas.measured)
    figures = json.loads(capsys.readouterr().out)
    assert figures["translation"]["without a counterpart"] == 1
    assert figures["verdicts against run"]["true, supported"] == 1
    assert figures["anchoring"]["sent back"] == 0
    assert "corrections" in figures
    assert "residents" in misses.read_text()


def test_a_folder_without_drafts_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SimulRAGError, match=r"holds no drafts\.jsonl"):
        read_drafts(tmp_path)
