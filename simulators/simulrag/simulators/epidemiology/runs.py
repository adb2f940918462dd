"""What runs each function of the influenza simulator."""

from simulrag.simulators.epidemiology.admissions import run_admissions
from simulrag.simulators.epidemiology.admissions_course import (
    run_admissions_between,
    run_admissions_course,
)
from simulrag.simulators.epidemiology.intervention import intervention_samples, run_intervention
from simulrag.simulators.epidemiology.invasion import run_invasion
from simulrag.simulators.epidemiology.needed_for_peak import needed_samples, run_needed
from simulrag.simulators.epidemiology.season import run_season, season_samples
from simulrag.simulators.epidemiology.season_by_age import by_age_samples, run_season_by_age

NEEDED = ("needed_r0", "needed_immunity", "needed_contacts")
RUNS = {
    "season": run_season,
    "season_by_age": run_season_by_age,
    "intervention": run_intervention,
    "admissions": run_admissions,
    "admissions_between": run_admissions_between,
    "admissions_course": run_admissions_course,
    "invasion": run_invasion,
    **dict.fromkeys(NEEDED, run_needed),
}

#: What each function gives by member; the others, closed forms and records, are points.
SAMPLES = {
    "season": season_samples,
    "season_by_age": by_age_samples,
    "intervention": intervention_samples,
    **dict.fromkeys(NEEDED, needed_samples),
}
