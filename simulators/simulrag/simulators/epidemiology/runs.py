"""What runs each function of the influenza simulator."""

from simulrag.simulators.epidemiology.admissions import run_admissions
from simulrag.simulators.epidemiology.admissions_between import run_admissions_between
from simulrag.simulators.epidemiology.functions import INTERVENTION, SEASON
from simulrag.simulators.epidemiology.intervention import run_intervention
from simulrag.simulators.epidemiology.invasion import INVASION, run_invasion
from simulrag.simulators.epidemiology.reported_function import ADMISSIONS, ADMISSIONS_BETWEEN
from simulrag.simulators.epidemiology.season import run_season

RUNS = {
    SEASON.name: run_season,
    INTERVENTION.name: run_intervention,
    ADMISSIONS.name: run_admissions,
    INVASION.name: run_invasion,
    ADMISSIONS_BETWEEN.name: run_admissions_between,
}
