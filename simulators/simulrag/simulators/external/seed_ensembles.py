"""What the results of several seeds come to together: one result, with each seed as a member."""

import math
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date

from simulrag.simulators.errors import RunFailed
from simulrag.simulators.external.ensemble_members import Members, as_floats, summary
from simulrag.simulators.external.replies import MOST_WARNINGS, Results
from simulrag.simulators.interface import (
    Check,
    Day,
    Function,
    Label,
    Output,
    Quantity,
    Series,
    Value,
)
from simulrag.simulators.output_operations import ninety_percent

#: Probability with which the median or mean of many more seeds lies within `value_low` and
#: `value_high`, at least, and the quantile of the normal distribution that leaves half of the rest.
CONFIDENCE, NORMAL = 0.9, 1.6449


def together(found: Sequence[Results], function: Function, subject: str) -> Results:
    """Return one result of those of several seeds. Raises RunFailed where one gives members."""
    if any(one.members for one in found):
        raise RunFailed(
            f"{subject} is declared with {len(found)} seeds and gives members itself; "
            "leave out seeds, or give one value for each seed"
        )
    members = {o.name: _by_seed(o, found) for o in function.outputs if o.kind != "category"}
    return Results(
        outputs={
            o.name: _value(o, members[o.name], subject)
            if o.name in members
            else _commonest([one.outputs[o.name] for one in found])
            for o in function.outputs
        },
        members=members,
        series=_series([one.series for one in found]),
        warnings=tuple(dict.fromkeys(w for one in found for w in one.warnings))[:MOST_WARNINGS],
        check=_worst([one.check for one in found]),
    )


def _by_seed(output: Output, found: Sequence[Results]) -> Members:
    return tuple(_number(one.outputs[output.name]) for one in found)


def _number(value: Value) -> float:
    match value:
        case Quantity():
            return value.value
        case Day():
            return float(date.fromisoformat(value.value).toordinal())
        case Label():
            return math.nan


def _value(output: Output, members: Members, subject: str) -> Value:
    made = summary(output, members, subject)
    if isinstance(made, Day):
        return made
    values = as_floats(members)
    low, high = mean_error(values) if output.statistic == "mean" else median_error(values)
    update = {"value_low": min(low, made.value), "value_high": max(high, made.value)}
    return made.model_copy(update=update)


def median_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the ends between which the true median lies with CONFIDENCE, from ranks alone.

    Below the k-th of n values there is the median with the chance of less than k heads in n tosses.
    """
    ordered, count = sorted(values), len(values)
    rank, tail = 0, 0.0
    while rank < count // 2:
        tail += math.comb(count, rank) / 2**count
        if tail > (1 - CONFIDENCE) / 2:
            break
        rank += 1
    rank = max(rank, 1)
    return ordered[rank - 1], ordered[count - rank]


def mean_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the ends between which the true mean lies with CONFIDENCE, by Student's t.

    Its quantile is that of the normal distribution with the first term of its expansion.
    """
    freedom, middle = len(values) - 1, statistics.fmean(values)
    student = NORMAL + (NORMAL**3 + NORMAL) / (4 * freedom)
    error = student * statistics.stdev(values) / math.sqrt(len(values))
    return middle - error, middle + error


def _commonest(labels: Sequence[Value]) -> Value:
    """Return the label of most seeds; of several the first."""
    return Counter(labels).most_common(1)[0][0]


def _series(found: Sequence[Mapping[str, Series]]) -> Mapping[str, Series]:
    """Return medians and 90 % ranges of the series that have the same times with every seed."""
    made: dict[str, Series] = {}
    for name, first in found[0].items():
        same = [one[name] for one in found if name in one and one[name].times == first.times]
        if len(same) < len(found):
            continue
        at_each = list(zip(*(one.values for one in same), strict=True))
        ends = [ninety_percent(values) or (values[0], values[0]) for values in at_each]
        made[name] = first.model_copy(
            update={
                "values": tuple(statistics.median(values) for values in at_each),
                "low": tuple(low for low, _ in ends),
                "high": tuple(high for _, high in ends),
            }
        )
    return made


def _worst(checks: Sequence[Check | None]) -> Check | None:
    failed = [check for check in checks if check is not None and check.verdict == "failed"]
    return (failed or list(checks))[0]
