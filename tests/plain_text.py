"""Sentences checked without a question, as a reader of plain text would paste them."""

from datetime import date

import numpy as np

from simulrag.simulators.epidemiology.reported import weekly_admissions
from simulrag.simulators.registry import Registry
from simulrag.verifier.check import Checked, check_text
from simulrag.verifier.claims import Verdict, VerdictWord
from simulrag.verifier.evidence import EvidenceStore

#: What a sentence is that was decided neither way.
OPEN: tuple[VerdictWord, ...] = ("outside", "unread", "undecided")
_SEASONS = {"2022-23": 2022, "2023-24": 2023, "2024-25": 2024}


def checked(text: str, registry: Registry) -> Checked:
    """Return what became of a text that comes without a question."""
    with EvidenceStore() as store:
        return check_text(text, "", registry, store)


def verdict(text: str, registry: Registry) -> Verdict:
    """Return the verdict on the last sentence of a text."""
    return checked(text, registry).verdicts[-1]


def word(text: str, registry: Registry) -> VerdictWord:
    """Return the word of the verdict on the last sentence of a text."""
    return verdict(text, registry).verdict


def season_weeks(state: str, season: str) -> tuple[tuple[date, ...], list[float]]:
    """Return the days and admissions of a season, August to July, from the shipped table."""
    year = _SEASONS[season]
    held = weekly_admissions([state]).between(date(year, 8, 1), date(year + 1, 7, 31))
    return held.days, held.admissions.tolist()


def top_week(state: str, season: str) -> tuple[date, int]:
    """Return the Saturday and the admissions of the top week of a season."""
    days, counts = season_weeks(state, season)
    at = int(np.nanargmax(counts))
    return days[at], round(counts[at])


def season_total(state: str, season: str) -> int:
    """Return the admissions of a season."""
    return round(float(np.nansum(season_weeks(state, season)[1])))


def of_week(state: str, day: date) -> int:
    """Return the admissions of the week that ends on a Saturday."""
    held = weekly_admissions([state])
    return round(float(held.admissions[held.days.index(day)]))
