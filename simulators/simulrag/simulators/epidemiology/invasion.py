"""The function `invasion`: whether influenza can spread at all, in closed form."""

from pydantic import JsonValue

from simulrag.simulators.epidemiology.parameters import (
    DISEASE_WORDS,
    IMMUNITY,
    R0,
    SEASONALITY,
    STATES,
)
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
    "height of the season",
    words=(
        "effective reproduction number", "effective R", "effective reproductive number",
        "reproduction number", "reproductive number", "reproduction rate", "secondary infections",
        "secondary cases", "others", "each case", "every case", "Rt", "Re",
    ),
    decimals=2,
    tolerance=Tolerance(absolute=0.05),
    directions=Directions(rises=("higher",), falls=("lower",)),
    template="The effective reproduction number is {value}{conditions}.",
)  # fmt: skip
SPREAD = Output(
    name="spread",
    kind="category",
    description="can spread: the effective reproduction number is above 1; dies out: it is not",
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
    words=DISEASE_WORDS,
    title="Whether influenza can spread",
    description="The effective reproduction number, R0 times the share of the population that is "
    "not immune: above 1 influenza can spread, else it dies out (Diekmann et al. 1990, doi "
    "10.1007/BF00178324). Seasonality only lowers it, as R0 is that of the height of the season.",
    parameters=(
        R0,
        IMMUNITY.model_copy(update={"required": False, "default": 0.0}),
        STATES.model_copy(update={"required": False}),
        SEASONALITY.model_copy(update={"required": False}),
    ),
    outputs=(EFFECTIVE, SPREAD),
    context=(
        "Query: Can influenza with an R0 of {r0} spread where {immunity}% are immune?\n"
        "Result: effective reproduction number {effective}; influenza {spread}."
    ),
    example={"r0": 1.4, "immunity": 60.0},
)


def run_invasion(call: Call, version: str, build: str) -> Run:
    """Multiply R0 by the share that can be infected."""
    r0, immunity = (_number(call.arguments[name]) for name in ("r0", "immunity"))
    effective = r0 * (1.0 - immunity / 100.0)
    spread = "can spread" if effective > 1.0 else "dies out"
    return Run(
        id=call.run_id(version),
        call=call,
        version=version,
        build=build,
        outputs={
            EFFECTIVE.name: Quantity(value=effective),
            SPREAD.name: Label(value=spread),
        },
        context=INVASION.context.format(
            r0=f"{r0:g}", immunity=f"{immunity:g}", effective=f"{effective:.2f}", spread=spread
        ),
        resolved={"disease": "influenza"},
        check=Check(tested="closed form; nothing was simulated", verdict="not_evaluated"),
    )


def _number(value: JsonValue) -> float:
    return float(value) if isinstance(value, int | float | str) else float("nan")
