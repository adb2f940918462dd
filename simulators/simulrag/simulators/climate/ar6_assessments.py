"""What IPCC AR6 assessed of the globe, in place of what a model gives.

AR6 WG1 Summary for Policymakers (doi 10.1017/9781009157896.001): A.1.2 and cross-chapter box 2.3
for past periods, table SPM.1 for the scenarios, A.4.4 and D.1.1 for sensitivity;
the likely TCR is that of chapter 7, executive summary.
"""

from dataclasses import dataclass

from simulrag.simulators.errors import MissingCondition, OutOfRange
from simulrag.simulators.interface import Quantity, Range


@dataclass(frozen=True)
class Assessed:
    """An assessed figure with its range at some probability."""

    value: float
    low: float
    high: float
    level: float = 0.9
    #: Digits after the point in the report, which bound what is known of the value.
    decimals: int = 1
    #: The likely range (66 %), where the report gives one beside the very likely one.
    likely: tuple[float, float] | None = None

    def quantity(self) -> Quantity:
        """Return it with the rounding of the printed figure."""
        half = 0.5 * 10.0**-self.decimals
        return Quantity(
            value=self.value,
            unit="delta_degC",
            low=self.low,
            high=self.high,
            level=self.level,
            value_low=self.value - half,
            value_high=self.value + half,
            ranges=(Range(low=self.likely[0], high=self.likely[1], level=0.66),)
            if self.likely
            else (),
        )


#: Period -> warming above 1850-1900, °C, with the very likely range.
PAST = {
    "1995-2014": Assessed(0.85, 0.69, 0.95, decimals=2),
    "2001-2020": Assessed(0.99, 0.84, 1.10, decimals=2),
    "2011-2020": Assessed(1.09, 0.95, 1.20, decimals=2),
}
#: Taken where no period is given.
LATEST = "2011-2020"
#: Period -> scenario -> the same, of table SPM.1.
FUTURE = {
    "2021-2040": {
        "ssp119": Assessed(1.5, 1.2, 1.7),
        "ssp126": Assessed(1.5, 1.2, 1.8),
        "ssp245": Assessed(1.5, 1.2, 1.8),
        "ssp370": Assessed(1.5, 1.2, 1.8),
        "ssp585": Assessed(1.6, 1.3, 1.9),
    },
    "2041-2060": {
        "ssp119": Assessed(1.6, 1.2, 2.0),
        "ssp126": Assessed(1.7, 1.3, 2.2),
        "ssp245": Assessed(2.0, 1.6, 2.5),
        "ssp370": Assessed(2.1, 1.7, 2.6),
        "ssp585": Assessed(2.4, 1.9, 3.0),
    },
    "2081-2100": {
        "ssp119": Assessed(1.4, 1.0, 1.8),
        "ssp126": Assessed(1.8, 1.3, 2.4),
        "ssp245": Assessed(2.7, 2.1, 3.5),
        "ssp370": Assessed(3.6, 2.8, 4.6),
        "ssp585": Assessed(4.4, 3.3, 5.7),
    },
}
#: Very likely ranges, but for TCRE, whose range is likely (66 %), per 1000 Gt of CO2.
SENSITIVITY = {
    "equilibrium_climate_sensitivity": Assessed(3.0, 2.0, 5.0, likely=(2.5, 4.0)),
    "transient_climate_response": Assessed(1.8, 1.2, 2.4, likely=(1.4, 2.2)),
    "warming_per_1000_gt_co2": Assessed(0.45, 0.27, 0.63, level=0.66, decimals=2),
}


def warming(period: str, scenario: str) -> Assessed:
    """Return the assessed warming. Raises MissingCondition or OutOfRange."""
    if period in PAST:
        if scenario:
            raise OutOfRange(
                f"scenario {scenario} does not apply to {period}, which is past; leave it out",
                parameter="scenario",
                given=scenario,
            )
        return PAST[period]
    if not scenario:
        raise MissingCondition(
            f"scenario is missing: {period} was assessed by scenario; "
            f"give one of {', '.join(FUTURE[period])}",
            parameter="scenario",
            candidates=tuple(FUTURE[period]),
        )
    return FUTURE[period][scenario]
