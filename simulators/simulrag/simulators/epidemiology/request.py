"""The arguments of a call to `season`, typed and checked for what only the model can know."""

import math
from dataclasses import dataclass, replace
from datetime import date, timedelta

from pydantic import JsonValue

from simulrag.simulators.epidemiology.parameters import DAYS, FIRST_YEAR, LAST_YEAR, WEEK
from simulrag.simulators.epidemiology.presets import PRESETS, Preset
from simulrag.simulators.errors import OutOfRange
from simulrag.simulators.interface import Call

#: Lets no whole number of days fall into the day before, days.
_WITHIN = 1e-6
#: Largest ensemble, members times states; takes about 20 seconds on one core.
LARGEST = 15_000


@dataclass(frozen=True)
class Request:
    """The arguments of a call to `season`, typed; what is left out is as usual."""

    states: tuple[str, ...]
    start: date
    r0: float
    seasonality: str
    #: Share of the population, 0 to 1.
    immune: float
    metric: str = "hospital incidence"
    aggregation: str = "sum"
    preset: str = "gleam"
    members: int = 100
    seed: int = 0
    #: Mean days in hospital; that of the preset if None.
    stay: float | None = None

    @property
    def disease(self) -> Preset:
        """The constants of the disease that are asked for."""
        preset = PRESETS[self.preset]
        return preset if self.stay is None else replace(preset, hospital_stay=self.stay)

    @property
    def said(self) -> dict[str, str]:
        """What contexts of runs say of the season, by the names that they have for it."""
        return {
            "states": ", ".join(self.states),
            "start_date": self.start.isoformat(),
            "r0": f"{self.r0:g}",
            "seasonality": {"none": "no"}.get(self.seasonality, self.seasonality),
            "immunity": f"{100 * self.immune:g}",
            "preset": self.preset,
            "members": str(self.members),
        }

    def resolved(self, **more: str) -> dict[str, str]:
        """Return the question as it was understood, by topic: more stands before the preset."""
        return {
            "disease": "influenza",
            "states": ", ".join(self.states),
            "period": f"{self.start} to {self.start + timedelta(days=DAYS - 1)}",
            **more,
            "preset": f"{self.preset}: {PRESETS[self.preset].description}",
        }

    @classmethod
    def of(cls, call: Call, **filled: JsonValue) -> "Request":
        """Read a validated call.

        filled : what stands for arguments that its function does not have. Raises OutOfRange for
        a date outside the years allowed or more than `LARGEST` series.
        """
        given = {**filled, **call.arguments}
        listed = given["states"]
        states = tuple(map(str, listed if isinstance(listed, list) else [listed]))
        return cls(
            states=states,
            start=start_of(str(given["start_date"])),
            r0=number(given["r0"]),
            seasonality=str(given["seasonality"]),
            immune=number(given["immunity"]) / 100.0,
            metric=str(given["metric"]),
            aggregation=str(given["aggregation"]),
            preset=str(given["preset"]),
            members=_members(int(number(given["members"])), len(states)),
            seed=call.seed,
            stay=None if (stay := given.get("stay")) is None else number(stay),
        )

    def day(self, weeks: float) -> str:
        """Return the ISO date of the day that a number of weeks after the first day lies in."""
        return (self.start + timedelta(days=math.floor(weeks * WEEK + _WITHIN))).isoformat()


def number(value: JsonValue) -> float:
    """Return a number of a validated call."""
    return float(value) if isinstance(value, int | float | str) else float("nan")


def start_of(text: str) -> date:
    """Return the first day of a season. Raises OutOfRange outside of the years allowed."""
    start = date.fromisoformat(text)
    first, last = date(FIRST_YEAR, 1, 1), date(LAST_YEAR, 12, 31)
    if not first <= start <= last:
        nearest = min(max(start, first), last).isoformat()
        raise OutOfRange(
            f"start_date {text} is out of range; allowed is {first} to {last}, nearest valid "
            f"value {nearest}",
            parameter="start_date",
            given=text,
            nearest=nearest,
        )
    return start


def _members(members: int, states: int) -> int:
    if members * states > LARGEST:
        nearest = LARGEST // states
        raise OutOfRange(
            f"members {members} is out of range for {states} states; allowed is up to {nearest}",
            parameter="members",
            given=members,
            nearest=nearest,
        )
    return members
