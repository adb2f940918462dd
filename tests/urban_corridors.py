"""Made-up corridor records of two states, whose changes fall into known classes."""

import json
from dataclasses import dataclass, field
from functools import cached_property

from urban_record import QUESTION


@dataclass(frozen=True)
class Corridor:
    """A record: its question, figures before and after, what changes them, and its classes."""

    question: str
    before: dict[str, float]
    after: dict[str, float]
    plan: str
    cut: int = 0
    demand: int = 0
    #: Classes of an output with their lower ends, percent.
    classes: dict[str, dict[str, float]] = field(default_factory=dict[str, dict[str, float]])

    @cached_property
    def change(self) -> dict[str, float]:
        """Changes in percent."""
        return {k: 100 * (self.after[k] / v - 1) for k, v in self.before.items()}

    def own_class(self, output: str) -> str:
        """Return the class of an output's change."""
        size = abs(self.change[output])
        return [label for label, low in self.classes[output].items() if size >= low][-1]

    def record(self) -> str:
        """Return the record as the evidence text that a check takes."""
        states = {
            "baseline_results": _state(self.before),
            "scenario_results": _state(self.after),
            "percentage_changes": {
                f"{name}_change_pct": f"{self.change[key]:.2f}"
                for name, key in (
                    ("travel_time", "travel"), ("co2_emissions", "co2"), ("idling_time", "idling"),
                )
            },
        }  # fmt: skip
        return json.dumps({"question": self.question, "evidence_answer": json.dumps(states)})


def _state(figures: dict[str, float]) -> dict[str, float]:
    return {
        "average_distance_m": 990.0,
        "simulation_steps": 700,
        "average_travel_time_s": figures["travel"],
        "average_idling_time_s": figures["idling"],
        "total_co2_emission_mg": 1e6 * figures["co2"],
        "total_nox_emission_mg": 1e3 * figures["nox"],
        "total_fuel_consumption_ml": 1e3 * figures["fuel"],
        "avg_co2_per_vehicle_mg": 1e6 * figures["co2"] / figures["vehicles"],
        "total_vehicles": figures["vehicles"],
    }


def _figures(line: str) -> dict[str, float]:
    names = ("travel", "idling", "co2", "nox", "fuel", "vehicles")
    return dict(zip(names, map(float, line.split()), strict=True))


_TODAY = _figures("75 15 40 16 17 120")
CORRIDORS = (
    Corridor(
        QUESTION,
        _TODAY,
        _figures("81 1.5 24 9.6 10.2 120"),
        "the scheme",
        cut=30,
        classes={
            "travel": {"slight": 0, "noticeable": 4, "heavy": 12},
            "co2": {"slight": 0, "noticeable": 15, "heavy": 35},
        },
    ),
    Corridor(
        "A road diet takes the main street from 2 lanes to 1 and lowers the speed limit by 24%. "
        "What is the percentage change in average travel time, and is this change considered "
        "minor (under 5%), moderate (5-15%), or severe (over 15%)? How do total CO2 emissions "
        "change, and is this reduction considered marginal (under 10%), moderate (10-30%), or "
        "substantial (over 30%)?",
        _TODAY,
        _figures("70.2 1.2 28.8 11.3 12.4 120"),
        "the road diet",
        cut=24,
        classes={
            "travel": {"minor": 0, "moderate": 5, "severe": 15},
            "co2": {"marginal": 0, "moderate": 10, "substantial": 30},
        },
    ),
    Corridor(
        "A concert raises evening traffic demand by 18%, and the lights become a green wave. What "
        "is the percentage change in average travel time, and is it considered minor (under 10%), "
        "moderate (10-25%), or significant (over 25%)? What is the percentage change in average "
        "idling time, and is this reduction minor (under 25%), considerable (25-75%), or drastic "
        "(over 75%)?",
        _TODAY,
        _figures("55.1 1.1 35.2 14.2 15.2 142"),
        "the green wave",
        demand=18,
        classes={
            "travel": {"minor": 0, "moderate": 10, "significant": 25},
            "idling": {"minor": 0, "considerable": 25, "drastic": 75},
        },
    ),
)
