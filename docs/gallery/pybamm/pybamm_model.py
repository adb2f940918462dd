"""A lithium-ion cell by PyBaMM: Sulzer et al. 2021, https://doi.org/10.5334/jors.309."""

from functools import cache
from typing import Annotated, NamedTuple

import pybamm
from pydantic import Field

from simulrag.simulators.external.functions import Unit, Words, simulator_function

Rate = Annotated[float, Field(ge=0.05, le=3), Words("C-rate", "rate of", "discharged at")]
Celsius = Annotated[float, Field(ge=0, le=50), Unit("degC"), Words("temperature", "at")]
Charge = Annotated[float, Field(ge=0, le=6), Unit("Ah"), Words("capacity")]
Volts = Annotated[float, Field(ge=2, le=4.5), Unit("V"), Words("mean voltage", "voltage")]
Warmth = Annotated[float, Unit("degC"), Words("end temperature", "warms to")]


class Discharge(NamedTuple):
    """A full cell discharged to 2.5 V."""

    capacity: Charge
    mean_voltage: Volts
    end_temperature: Warmth


@cache
def model() -> pybamm.BaseModel:
    """Return the single particle model with electrolyte and a lumped temperature."""
    return pybamm.lithium_ion.SPMe({"thermal": "lumped"})


@simulator_function(title="A discharge", example={"c_rate": 1, "temperature": 25})
def discharge(c_rate: Rate, temperature: Celsius = 25.0) -> Discharge:
    """What a full 5 Ah cell (LG M50, Chen et al. 2020) gives until it has 2.5 V."""
    values = pybamm.ParameterValues("Chen2020")
    values["Ambient temperature [K]"] = values["Initial temperature [K]"] = temperature + 273.15
    cell = pybamm.Simulation(model(), parameter_values=values, C_rate=c_rate)
    found = cell.solve([0, 1.3 * 3600 / c_rate])
    charge, volts = found["Discharge capacity [A.h]"].data, found["Voltage [V]"].data
    return Discharge(charge[-1], volts.mean(), found["Cell temperature [C]"].data[-1].max())
