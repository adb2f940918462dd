"""Hundreds of wordings of what a season's run holds, filled from runs: true ones and false ones."""

from dataclasses import dataclass
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


@dataclass(frozen=True)
class Claim:
    """A filled wording, whether wordings like it are read, and the right verdict."""

    text: str
    read: bool
    right: str


def claims() -> dict[int, list[Claim]]:
    """Return every wording made true of one season and false of one, by the number of the season.

    They begin with another season each, so that all of them get their share.
    """
    made: dict[int, list[Claim]] = {number: [] for number in range(len(SEASONS))}
    for at, (kind, wording, read) in enumerate(BANK):
        order = [(at + turn) % len(SEASONS) for turn in range(len(SEASONS))]
        pairs = [(number, filled(kind, wording, SEASONS[number])) for number in order]
        for side, right in enumerate(("outside" if kind == "outside" else "supported", "refuted")):
            found = next(((n, text) for n, pair in pairs if (text := pair[side])), None)
            assert found or (side and kind in ("outside", "places")), (kind, wording)
            if found is not None:
                made[found[0]].append(Claim(text=found[1], read=read, right=right))
    return made


CLAIMS = claims()


@pytest.mark.parametrize("number", range(len(SEASONS)))
def test_true_wordings_are_supported_and_false_ones_refuted(number: int) -> None:
    record, asked = SEASONS[number].record(), CLAIMS[number]
    with EvidenceStore() as store:
        made = check_claims(
            [claim.text for claim in asked],
            record.question,
            installed(),
            store,
            evidence=record.model_dump_json(),
        )
    wrong = [
        f"{claim.text} is {claim.right}, not {got.verdict}"
        for claim, got in zip(asked, made.verdicts, strict=True)
        if got.verdict != claim.right and (claim.read or got.verdict in ("supported", "refuted"))
    ]
    assert not wrong, "\n".join(wrong)


def test_nearly_all_wordings_are_read() -> None:
    assert len(BANK) > 600
    assert sum(read for _, _, read in BANK) >= 0.95 * len(BANK)
