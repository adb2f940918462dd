"""FaIR 2's calibrated climate response: Smith et al. 2024, doi 10.5194/gmd-17-8569-2024."""

from functools import cache
from pathlib import Path
from typing import Annotated

import numpy as np
from fair.energy_balance_model import EnergyBalanceModel
from pydantic import Field

from simulrag.simulators.external.functions import Unit, Words, simulator_function

MEMBERS = np.loadtxt(Path(__file__).parent / "calibration_1_4_1.csv", delimiter=",", skiprows=3)
Years = Annotated[int, Field(ge=1, le=500), Unit("year"), Words("after", "for")]
Ppm = Annotated[float, Field(ge=278, le=2224), Unit("ppm"), Words("CO2", "CO2 concentration")]
Rate = Annotated[float, Field(ge=0.1, le=3), Unit("%"), Words("grows by", "growth of")]
Warming = Annotated[float, Field(ge=-1, le=30), Unit("delta_degC"), Words("warming")]


@cache
def response(doublings: tuple[float, ...]) -> np.ndarray:
    """Return each member's warming in the last year of a course of CO2, in doublings by year."""
    warmed: list[float] = []
    for *layers, efficacy, quadrupled in MEMBERS:
        member = EnergyBalanceModel(np.array(layers[:3]), np.array(layers[3:]), efficacy)
        member.add_forcing(np.array(doublings) * quadrupled / 2, timestep=1)
        member.run()
        warmed.append(member.temperature[-1, 0])
    return np.array(warmed)


@simulator_function(title="CO2 held at a level", example={"co2": 556.0, "years": 100})
def held(co2: Ppm, years: Years) -> Warming:
    """How far the globe warms when CO2 goes from 278 ppm to a level and is held there."""
    return response((np.log2(co2 / 278),) * years)


@simulator_function(title="CO2 that grows", example={"years": 70})
def growing(years: Years, rate: Rate = 1.0) -> Warming:
    """How far the globe has warmed when CO2 has grown by a rate a year for some years."""
    return response(tuple(np.log2(1 + rate / 100) * np.arange(1, years + 1)))
