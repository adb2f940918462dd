"""What changes of SO2 and BC emissions do to forcing, by FaIR's calibrated members."""

from pathlib import Path

import numpy as np

from simulrag.simulators.climate import scenarios
from simulrag.simulators.climate.scenarios import Floats
from simulrag.simulators.climate.train_drivers import columns, read_rcmip

CALIBRATION = "calibrated_constrained_parameters_calibration1.4.1.csv"
#: Where the logarithmic forcing of clouds is made linear: half of the emissions of this year.
SCENARIO, YEAR = "ssp245", 2050
#: Forcing of BC on snow, W/m2 per (Mt/yr), of the same calibration.
SNOW = 0.01407193


def efficiencies(folder: Path) -> tuple[Floats, Floats]:
    """Return forcing per emission of SO2 and of BC by calibrated member, W/m2 per (Mt/yr).

    Aerosols act on radiation in proportion, on clouds as a logarithm of the emissions of SO2, BC
    and OC together (Smith et al. 2024, doi 10.5194/gmd-17-8569-2024). Pairs belong together: where
    BC cools, SO2 does less.
    """
    calibration = folder / "fair_calibration_1_4_1" / CALIBRATION
    starts = ("aci", "erfari", "forcing_scale[Light")
    p = {name: one for start in starts for name, one in columns(calibration, start).items()}
    table = read_rcmip(folder / "rcmip_ssp" / "rcmip-emissions-annual-means-5-1-0-ssp-only.csv")
    so2, bc, oc = (
        table[SCENARIO, f"Emissions|{name}"][YEAR - scenarios.FIRST_DRIVEN]
        for name in ("Sulfur", "BC", "OC")
    )

    def clouds(so2: float, bc: float) -> Floats:
        within = p["aci_shape[Sulfur]"] * so2 + p["aci_shape[BC]"] * bc + p["aci_shape[OC]"] * oc
        return p["aci_scale"] * np.log1p(within)

    whole = clouds(so2, bc)
    on_snow = SNOW * p["forcing_scale[Light absorbing particles on snow and ice]"]
    return (
        p["erfari_radiative_efficiency[Sulfur]"] + (whole - clouds(so2 / 2, bc)) / (so2 / 2),
        p["erfari_radiative_efficiency[BC]"] + on_snow + (whole - clouds(so2, bc / 2)) / (bc / 2),
    )
