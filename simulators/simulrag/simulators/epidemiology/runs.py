"""What runs each function of the influenza simulator."""

from simulrag.simulators.epidemiology.admissions import run_admissions
from simulrag.simulators.epidemiology.admissions_between import run_admissions_between
from simulrag.simulators.epidemiology.admissions_course import run_admissions_course
from simulrag.simulators.epidemiology.ages_function import SEASON_BY_AGE
from simulrag.simulators.epidemiology.by_age import by_age_samples, run_season_by_age
from simulrag.simulators.epidemiology.functions import INTERVENTION, SEASON
from simulrag.simulators.epidemiology.intervention import (
    intervention_samples,
    run_intervention,
)
from simulrag.simulators.epidemiology.invasion import INVASION, run_invasion
from simulrag.simulators.epidemiology.needed import needed_samples, run_needed
from simulrag.simulators.epidemiology.needed_functions import (
    NEEDED_CONTACTS_FUNCTION,
    NEEDED_IMMUNITY_FUNCTION,
    NEEDED_R0_FUNCTION,
)
from simulrag.simulators.epidemiology.reported_course import ADMISSIONS_COURSE
from simulrag.simulators.epidemiology.reported_function import ADMISSIONS, ADMISSIONS_BETWEEN
from simulrag.simulators.epidemiology.season import run_season, season_samples

RUNS = {
    SEASON.name: run_season,
    SEASON_BY_AGE.name: run_season_by_age,
    INTERVENTION.name: run_intervention,
    ADMISSIONS.name: run_admissions,
    INVASION.name: run_invasion,
    ADMISSIONS_BETWEEN.name: run_admissions_between,
    ADMISSIONS_COURSE.name: run_admissions_course,
    NEEDED_R0_FUNCTION.name: run_needed,
    NEEDED_IMMUNITY_FUNCTION.name: run_needed,
    NEEDED_CONTACTS_FUNCTION.name: run_needed,
}

#: What each function gives by member; the others, closed forms and records, are points.
SAMPLES = {
    SEASON.name: season_samples,
    SEASON_BY_AGE.name: by_age_samples,
    INTERVENTION.name: intervention_samples,
    NEEDED_R0_FUNCTION.name: needed_samples,
    NEEDED_IMMUNITY_FUNCTION.name: needed_samples,
    NEEDED_CONTACTS_FUNCTION.name: needed_samples,
}
