"""FaIR 1.6 under CO2 alone: Smith et al. 2018, https://doi.org/10.5194/gmd-11-2273-2018."""

from typing import Annotated, NamedTuple

import numpy as np
from fair.forward import fair_scm
from pydantic import Field

from simulrag.simulators.external.functions import Unit, Words, simulator_function

Years = Annotated[int, Field(ge=2, le=1000), Unit("year"), Words("after", "for")]
Ppm = Annotated[float, Field(ge=278, le=1400), Unit("ppm"), Words("CO2", "CO2 concentration")]
Tcr = Annotated[
    float, Field(ge=1, le=2.5), Unit("degC"), Words("transient climate response", "TCR")
]
Ecs = Annotated[
    float, Field(ge=1.5, le=4.5), Unit("degC"), Words("equilibrium climate sensitivity", "ECS")
]


class Response(NamedTuple):
    """What has come of it: global mean warming, and the radiative forcing of the CO2."""

    warming: Annotated[float, Field(ge=0, le=12), Unit("delta_degC"), Words("warming")]
    forcing: Annotated[float, Field(ge=0, le=12), Unit("W/m2"), Words("radiative forcing")]


@simulator_function(title="CO2 held at a level", example={"co2": 556, "years": 100})
def held_co2(co2: Ppm, years: Years, tcr: Tcr = 1.6, ecs: Ecs = 2.75) -> Response:
    """How far the globe warms when CO2 is put to a level and held there for some years."""
    _, forcing, temperature = fair_scm(
        emissions_driven=False,
        useMultigas=False,
        C=np.full(years, co2),
        tcrecs=np.array([tcr, ecs]),
    )
    return Response(warming=temperature[-1], forcing=forcing[-1])
