"""The function `invasion`: whether influenza can spread at all, in closed form."""

from pydantic import JsonValue

from simulrag.simulators.epidemiology.parameters import (
    IMMUNITY,
    PRESET,
    R0,
    SEASONALITY,
    SIMULATED_WORDS,
    START_DATE,
    STATES,
)
from simulrag.simulators.epidemiology.reproduction import NUMBERS, START_R, first_and_highest
from simulrag.simulators.epidemiology.request import start_of
from simulrag.simulators.interface import (
    Call,
    Check,
    Directions,
    Function,
    Label,
    Output,
    Quantity,
    Run,
)
from simulrag.simulators.tolerances import Tolerance

EFFECTIVE = Output(
    name="effective_r",
    kind="number",
    description="R0 times the share that is not immune: secondary infections of one case at the "
    "height of the season, whatever the date",
    words=(
        *NUMBERS, "reproduction rate", "secondary infections", "secondary cases", "others",
        "each case", "every case",
    ),
    decimals=2,
    tolerance=Tolerance(absolute=0.05),
    directions=Directions(rises=("higher",), falls=("lower",)),
    template="The effective reproduction number is {value}{conditions}.",
)  # fmt: skip
SPREAD = Output(
    name="spread",
    kind="category",
    description="whether R_t is above 1, so that influenza can spread: on the start date with "
    "seasonality and preset where these are given, else at the height of the season; "
    "dies out: it is never; no value where it is so only later",
    choices={
        "can spread": (
            "take off", "takes off", "took off", "taking off", "spread", "spreads", "spreading",
            "get going", "take hold", "takes hold", "took hold", "get off the ground",
            "gets off the ground", "cause an outbreak", "start an outbreak", "spark an epidemic",
            "gain ground", "catch on", "break out", "get a foothold", "find a foothold", "persist",
            "invade", "gets going", "gather pace", "grow", "sweep through", "sweeps through",
            "cause an epidemic", "epidemic gets going", "start an epidemic", "major outbreak",
            "sustain itself", "sustained transmission", "epidemic can start", "establish itself",
            "gain a foothold", "circulate widely", "flu wave", "set off", "trigger", "builds up",
            "build up", "gets started", "big outbreak", "large outbreak", "explosive growth",
            "explode", "explodes", "growing epidemic", "growing flu epidemic",
            "cause a flu epidemic", "start a flu epidemic", "lead to an epidemic",
            "leads to an epidemic", "set off an epidemic", "sets off an epidemic",
            "causes an epidemic", "starts an epidemic", "trigger an epidemic",
            "triggers an epidemic", "lead to a flu epidemic", "leads to a flu epidemic",
            "lead to an outbreak", "grow exponentially", "infect most of the population",
            "infect much of the population", "infect most of", "go through the population",
            "spread widely", "snowball",
        ),
        "dies out": (
            "die out", "dies out", "died out", "dying out", "fizzle out", "fizzles out",
            "peter out", "peters out", "fade out", "fades out", "no epidemic", "cannot spread",
            "goes extinct", "burns out before it starts", "too few susceptible people",
            "too few susceptible", "not enough susceptible people", "comes to nothing",
            "come to nothing", "goes nowhere", "go nowhere", "gets nowhere", "get nowhere",
            "disappears", "nipped in the bud", "unable to spread", "stopped in its tracks",
            "leads to nothing", "lead to nothing", "stop influenza", "stop the flu",
            "stop a flu strain", "stop a strain", "stop an epidemic", "stop an outbreak",
        ),
    },
    words=(
        "the infection", "an infection", "the virus", "infection", "spread", "spreads", "spreading",
        "epidemic", "outbreak", "wave", "dies out", "takes off", "take hold", "takes hold",
        "fizzle", "fizzles", "herd immunity",
    ),
    template="Influenza {value}{conditions}.",
)  # fmt: skip
INVASION = Function(
    name="invasion",
    words=SIMULATED_WORDS,
    title="Whether influenza can spread",
    description="The effective reproduction number, R0 times the share of the population that is "
    "not immune: above 1 influenza can spread, else it dies out (Diekmann et al. 1990, doi "
    "10.1007/BF00178324). With a seasonality and a start date, that of this day as `season` has "
    "it (`start_r`); without them that of the height of the season.",
    parameters=(
        R0,
        IMMUNITY.model_copy(update={"required": False, "default": 0.0}),
        STATES.model_copy(update={"required": False}),
        SEASONALITY.model_copy(update={"required": False}),
        START_DATE.model_copy(update={"required": False}),
        PRESET,
    ),
    outputs=(EFFECTIVE, START_R, SPREAD),
    context=(
        "Query: Can influenza with an R0 of {r0} spread where {immunity}% are immune{when}?\n"
        "Result: effective reproduction number {effective}; influenza {spread}."
    ),
    example={
        "r0": 1.4, "immunity": 60.0, "seasonality": "moderate", "start_date": "2022-10-04",
    },
)  # fmt: skip


def run_invasion(call: Call, version: str, build: str) -> Run:
    """Multiply R0 by the share that can be infected and, on a day, by the factor of that day.

    Raises OutOfRange for a date that no season may begin on.
    """
    r0, immunity = (_number(call.arguments[name]) for name in ("r0", "immunity"))
    effective = r0 * (1.0 - immunity / 100.0)
    on_days = _on_days(call, r0, immunity)
    first, highest = on_days or (effective, effective)
    spread = "can spread" if first > 1.0 else "" if highest > 1.0 else "dies out"
    return Run(
        id=call.run_id(version),
        call=call,
        version=version,
        build=build,
        outputs={
            EFFECTIVE.name: Quantity(value=effective),
            **({START_R.name: Quantity(value=first)} if on_days else {}),
            **({SPREAD.name: Label(value=spread)} if spread else {}),
        },
        context=INVASION.context.format(
            r0=f"{r0:g}",
            immunity=f"{immunity:g}",
            when=_when(call) if on_days else " at the height of the season",
            effective=f"{first:.2f}",
            spread=spread or f"cannot spread at first, and can later, at most by {highest:.2f}",
        ),
        resolved={"disease": "influenza"},
        check=Check(tested="closed form; nothing was simulated", verdict="not_evaluated"),
    )


def _on_days(call: Call, r0: float, immunity: float) -> tuple[float, float] | None:
    """Return R_t on the start date and the highest later; None without date or seasonality."""
    given = call.arguments
    if not given.get("start_date") or not given.get("seasonality"):
        return None
    preset, seasonality, start = (str(given[n]) for n in ("preset", "seasonality", "start_date"))
    return first_and_highest(preset, seasonality, start_of(start), r0, immunity / 100.0)


def _when(call: Call) -> str:
    given = call.arguments
    level = {"none": "no"}.get(str(given["seasonality"]), given["seasonality"])
    return f" on {given['start_date']} with {level} seasonality (preset {given['preset']})"


def _number(value: JsonValue) -> float:
    return float(value) if isinstance(value, int | float | str) else float("nan")
