"""Properties of fluids by CoolProp: Bell et al. 2014, https://doi.org/10.1021/ie4033999."""

from typing import Annotated, Literal, NamedTuple

from CoolProp.CoolProp import PropsSI
from pydantic import Field

from simulrag.simulators.external.functions import Unit, Words, simulator_function

Fluid = Literal["water", "ammonia", "propane", "R134a", "nitrogen"]
Pressure = Annotated[float, Field(ge=1, le=3000), Unit("kPa"), Words("pressure", "at")]
Celsius = Annotated[float, Field(ge=1, le=300), Unit("degC"), Words("temperature")]
Density = Annotated[float, Field(ge=0, le=5000), Unit("kg/m3"), Words("density")]
Boiling = Annotated[float, Unit("degC"), Words("boiling point", "boils", "saturation temperature")]
Heat = Annotated[float, Field(ge=0, le=5000), Unit("kJ/kg"), Words("heat of vaporization")]
Capacity = Annotated[float, Field(ge=0, le=1e4), Unit("kJ/(kg*K)"), Words("heat capacity")]


class State(NamedTuple):
    density: Density
    heat_capacity: Capacity


class Saturation(NamedTuple):
    boiling_point: Boiling
    heat_of_vaporization: Heat


@simulator_function(title="A state", example={"fluid": "water", "temperature": 25})
def state(fluid: Fluid, temperature: Celsius, pressure: Pressure = 101.325) -> State:
    """Density and heat capacity of a fluid at a temperature and a pressure."""
    at = ("T", temperature + 273.15, "P", pressure * 1e3, fluid)
    return State(PropsSI("D", *at), PropsSI("C", *at) / 1e3)


@simulator_function(title="Boiling", example={"fluid": "water", "pressure": 101.325})
def boiling(fluid: Fluid, pressure: Pressure = 101.325) -> Saturation:
    """Where a fluid boils, and how much heat that takes."""
    liquid, vapour = (("P", pressure * 1e3, "Q", q, fluid) for q in (0, 1))
    heat = (PropsSI("H", *vapour) - PropsSI("H", *liquid)) / 1e3
    return Saturation(PropsSI("T", *liquid) - 273.15, heat)
