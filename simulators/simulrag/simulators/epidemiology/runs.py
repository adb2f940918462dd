"""What runs each function of the influenza simulator."""

from simulrag.simulators.epidemiology.admissions import run_admissions
from simulrag.simulators.epidemiology.functions import INTERVENTION, SEASON
from simulrag.simulators.epidemiology.intervention import run_intervention
from simulrag.simulators.epidemiology.reported_function import ADMISSIONS
from simulrag.simulators.epidemiology.season import run_season

RUNS = {
    SEASON.name: run_season,
    INTERVENTION.name: run_intervention,
    ADMISSIONS.name: run_admissions,
}
