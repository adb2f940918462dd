"""The function `admissions_between`: what hospitals reported from one week to another."""

from datetime import date, timedelta

import numpy as np

from simulrag.simulators.epidemiology.admissions import Seen, observed_run, states_of
from simulrag.simulators.epidemiology.reported import Weekly, week_end, weekly_admissions
from simulrag.simulators.epidemiology.reported_function import (
    ADMISSIONS_BETWEEN,
    BETWEEN_CHANGE,
)
from simulrag.simulators.errors import BadValue, OutOfRange
from simulrag.simulators.interface import Call, Quantity, Run, Value

#: A season is taken for whole where no more than its last weeks are missing.
MOST_MISSING = timedelta(weeks=6)


def run_admissions_between(call: Call, version: str, build: str) -> Run:
    """Look up the weeks between two days, both of their weeks among them.

    Raises BadValue where the second day lies before the first, OutOfRange where nothing is held.
    """
    whole = weekly_admissions(states_of(call), vintage=str(call.arguments["vintage"]))
    chosen = weeks_between(whole, call)
    outputs = _outputs(chosen)
    missing = week_end(date.fromisoformat(str(call.arguments["until"]))) > chosen.days[-1]
    period = f"the weeks ending {chosen.days[0]} to {chosen.days[-1]}"
    result = ", ".join(
        f"{name.replace('_', ' ')} {value.value:,.6g}"
        for name, value in outputs.items()
        if isinstance(value, Quantity)
    )
    context = ADMISSIONS_BETWEEN.context.format(place=chosen.place, period=period, result=result)
    made = observed_run(call, version, build, outputs, Seen(whole, chosen, period, context))
    if not missing:
        return made
    late = f"No week after {chosen.days[-1]} is held."
    return made.model_copy(update={"warnings": (*made.warnings, late)})


def weeks_between(whole: Weekly, call: Call) -> Weekly:
    """Return the weeks from `since` to `until` of a call. Raises BadValue or OutOfRange."""
    first, last = (date.fromisoformat(str(call.arguments[name])) for name in ("since", "until"))
    if last < first:
        raise BadValue(
            f"until {last} lies before since {first}", parameter="until", given=last.isoformat()
        )
    chosen = whole.between(week_end(first), week_end(last))
    if not chosen.days or week_end(first) < whole.days[0] or np.isnan(chosen.admissions).all():
        held = f"{whole.days[0]} to {whole.days[-1]}"
        raise OutOfRange(
            f"since {first} to until {last}: no admissions are held; allowed are "
            f"weeks ending {held}",
            parameter="since",
            given=first.isoformat(),
        )
    if week_end(last) > whole.days[-1] + MOST_MISSING:
        raise OutOfRange(
            f"until {last} is out of range; the last week that is held ends {whole.days[-1]}",
            parameter="until",
            given=last.isoformat(),
            nearest=whole.days[-1].isoformat(),
        )
    return chosen


def _outputs(chosen: Weekly) -> dict[str, Value]:
    held = chosen.admissions[~np.isnan(chosen.admissions)]
    rates = chosen.rate[~np.isnan(chosen.admissions)]
    outputs: dict[str, Value] = {
        "highest_week": Quantity(value=float(held.max())),
        "lowest_week": Quantity(value=float(held.min())),
        "highest_rate": Quantity(value=float(rates.max())),
        "lowest_rate": Quantity(value=float(rates.min())),
        "total_between": Quantity(value=float(held.sum())),
    }
    if held[0] > 0:
        change = 100.0 * (held[-1] - held[0]) / held[0]
        outputs[BETWEEN_CHANGE.name] = Quantity(value=float(change), unit="percent")
    return outputs
