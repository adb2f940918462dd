"""What published records hold of a season: figures of its daily median curve.

The peak of the median curve lies below the median of the members' peaks, which fall on different
days; its sum is near that of the members. Records speak of the former by the words of the latter.
"""

from simulrag.simulators.capabilities import Held
from simulrag.simulators.epidemiology.outputs import (
    CUMULATIVE,
    GROWTH,
    OUTPUTS,
    PEAK,
    PEAK_DATE,
    TREND,
    WEEKS_TO_PEAK,
)
from simulrag.simulators.interface import Output

#: Before the name of the output of which it is the counterpart.
PREFIX = "median_curve_"


#: As records speak of them, each with all the words of its counterpart.
RECORDED = tuple(
    output.model_copy(update={"name": PREFIX + output.name, "description": description})
    for output, description in (
        (PEAK, "highest value of the daily median curve, as in published records; low and high are "
         "the 5 and 95 percentiles of the ensemble on that day"),
        (PEAK_DATE, "day on which the daily median curve is highest, as in published records"),
        (WEEKS_TO_PEAK, "time from the first day to the peak of the daily median curve, as in "
         "published records"),
        (GROWTH, "growth of the daily median curve from day 0 to day 27, as in published records; "
         "0 where it starts at 0"),
        (TREND, "label of the growth of the daily median curve, as in published records"),
        (CUMULATIVE, "sum of the daily medians over the 244 days of the season, as in published "
         "records"),
    )
)  # fmt: skip
#: Where their JSON holds each.
LAYOUT = {
    PREFIX + output.name: held
    for output, held in (
        (PEAK, Held(path="peak_magnitude.median_value", interval="peak_magnitude.90_percent_ci")),
        (PEAK_DATE, Held(path="peak_timing.peak_date")),
        (WEEKS_TO_PEAK, Held(path="peak_timing.weeks_from_start")),
        (GROWTH, Held(path="initial_trend.four_week_growth_percentage")),
        (TREND, Held(path="initial_trend.qualitative_trend")),
        (CUMULATIVE, Held(path="total_burden.cumulative_median_value")),
    )
}


def _beside(output: Output) -> Output:
    """Return a recorded output as it stands beside its counterpart: with words of its own."""
    said = output.name.removeprefix(PREFIX).replace("_", " ")
    return output.model_copy(
        update={
            "words": (f"median curve's {said}", f"{said} of the median curve"),
            "choices": {label: () for label in output.choices},
            "scales": (),
            "template": "",
        }
    )


MEDIAN_CURVE = tuple(_beside(output) for output in RECORDED)
_COUNTERPARTS = {output.name: output for output in RECORDED}
#: What claims about records are read against: no figure of members that has a counterpart.
OF_RECORDS = tuple(_COUNTERPARTS.get(PREFIX + output.name, output) for output in OUTPUTS)
