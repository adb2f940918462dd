"""An epidemic by age with epydemix, https://github.com/epistorm/epydemix."""

from datetime import date, timedelta
from importlib.resources import files
from typing import Annotated, NamedTuple

import numpy as np
from epydemix import EpiModel
from epydemix.population import Population
from pydantic import Field

from simulrag.simulators.external.functions import Unit, Words, simulator_function

TABLES = np.load(str(files("simulrag.simulators.epidemiology") / "data" / "states.npz"))
STATE = list(TABLES["states"]).index("Ohio")
R0 = Annotated[float, Field(ge=0.5, le=6), Words("R0", "reproduction number")]
Cut = Annotated[float, Field(ge=0, le=90), Unit("%"), Words("contacts reduced by", "reduction")]
Percent = Annotated[float, Field(ge=0, le=100), Unit("%"), Words("attack rate", "infected")]
Days = Annotated[float, Field(ge=0, le=365), Unit("day"), Words("peak day", "days to the peak")]


class Outcome(NamedTuple):
    attack_rate: Percent
    peak_day: Days


START = date(2024, 1, 1)


@simulator_function(title="An epidemic", example={"r0": 2.0}, seeds=20)
def epidemic(r0: R0, reduction: Cut = 0.0, *, seed: int) -> Outcome:
    """A new infection in Ohio, by five age groups, over a year, with fewer contacts throughout."""
    people, contacts = TABLES["people"][STATE], TABLES["contacts"][STATE] * (1 - reduction / 100)
    ohio = Population("Ohio")
    ohio.add_population(list(people))
    ohio.add_contact_matrix(contacts)
    largest = np.abs(np.linalg.eigvals(TABLES["contacts"][STATE])).max()
    model = EpiModel(compartments=["S", "E", "I", "R"])
    model.set_population(ohio)
    model.add_transition("S", "E", kind="mediated", params=(r0 * 0.25 / largest, "I"))
    model.add_transition("E", "I", kind="spontaneous", params=0.5)
    model.add_transition("I", "R", kind="spontaneous", params=0.25)
    begun = {"S": people - 20, "E": people * 0, "I": people * 0 + 20, "R": people * 0}
    ran = model.run_simulations(START, START + timedelta(364), begun, Nsim=1, rng=seed)
    healthy, ill = (ran.get_stacked_compartments()[name][0] for name in ("S_total", "I_total"))
    return Outcome(100 * (1 - healthy[-1] / people.sum()), ill.argmax())
