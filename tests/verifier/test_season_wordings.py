"""Hundreds of wordings of what a season's run holds, filled from runs: true ones and false ones."""

from datetime import date
from pathlib import Path

import pytest
from season_bank import Season, filled, wordings

from simulrag.simulators.registry import installed
from simulrag.verifier.check import check_claims
from simulrag.verifier.evidence import EvidenceStore

BANK = tuple(wordings(Path(__file__).with_name("season_wordings.txt")))
#: A fast wave, one that falls from its first day on, a slow and late one, and a small one.
SEASONS = (
    Season(
        states=("Ohio", "Maine"), start=date(2022, 9, 20), r0=2.2, seasonality="high", immune=20,
        metric="hospital incidence", median=1577, low=140, high=2800, peak=date(2022, 12, 1),
        trend="rapid growth", growth=300, total=63080,
    ),
    Season(
        states=("Texas", "Utah"), start=date(2022, 10, 3), r0=1.8, seasonality="no", immune=60,
        metric="hospital incidence", median=28, low=11, high=67, peak=date(2022, 10, 3),
        trend="declining", growth=-80, total=606,
    ),
    Season(
        states=("Kansas", "Iowa"), start=date(2022, 9, 27), r0=2.0, seasonality="high", immune=40,
        metric="hospital prevalence", median=412.5, low=97, high=1180, peak=date(2023, 1, 24),
        trend="slow growth", growth=25, total=31350,
    ),
    Season(
        states=("Nevada", "Vermont"), start=date(2022, 9, 21), r0=2.6, seasonality="moderate",
        immune=50, metric="hospital prevalence", median=96, low=12, high=204,
        peak=date(2022, 11, 14), trend="rapid growth", growth=180, total=4320,
    ),
)  # fmt: skip


def verdicts(season: Season) -> list[tuple[str, bool, str, str]]:
    """Return text, whether its wording is read, the right verdict and the one it gets."""
    asked: list[tuple[str, bool, str]] = []
    for kind, wording, read in BANK:
        true, false = filled(kind, wording, season)
        right = "outside" if kind == "outside" else "supported"
        asked += [(t, read, w) for t, w in ((true, right), (false, "refuted")) if t is not None]
    record = season.record()
    with EvidenceStore() as store:
        made = check_claims(
            [text for text, *_ in asked],
            record.question,
            installed(),
            store,
            evidence=record.model_dump_json(),
        )
    got = (v.verdict for v in made.verdicts)
    return [(*said, word) for said, word in zip(asked, got, strict=True)]


@pytest.mark.parametrize("season", SEASONS, ids=lambda season: season.trend + " " + season.metric)
def test_true_wordings_are_supported_and_false_ones_refuted(season: Season) -> None:
    wrong = [
        f"{text} is {right}, not {got}"
        for text, read, right, got in verdicts(season)
        if got != right and (read or got in ("supported", "refuted"))
    ]
    assert not wrong, "\n".join(wrong)


def test_nearly_all_wordings_are_read() -> None:
    assert len(BANK) > 600
    assert sum(read for _, _, read in BANK) >= 0.95 * len(BANK)


def test_every_wording_is_tried_true_and_false() -> None:
    for kind, wording, _ in BANK:
        pairs = [filled(kind, wording, season) for season in SEASONS]
        assert any(true for true, _ in pairs), (kind, wording)
        assert any(false for _, false in pairs) or kind in ("outside", "places"), (kind, wording)
