"""The function `corridor` where the engine is absent: emulated, with the emulator's own error."""

import math
from collections.abc import Mapping

from simulrag.simulators.errors import OutOfRange
from simulrag.simulators.interface import Call, Check, Output, Quantity, Run
from simulrag.simulators.urban.corridor import SINGLE_ROAD, Corridor
from simulrag.simulators.urban.corridor_run import LEVEL, context, resolved
from simulrag.simulators.urban.emulator import ADDED, Emulator, means, shipped, spreads
from simulrag.simulators.urban.outputs import OUTPUTS

#: Standard deviations between the middle and the ends of 90 % of a Gaussian.
NINETY_PERCENT = 1.645
#: What a reader of an emulated run must know.
WARNING = (
    "Emulated, not simulated: trained on runs of Eclipse SUMO, which comes with "
    "pip install 'simulrag[urban]'."
)


def run_emulated(call: Call, version: str, build: str) -> Run:
    """Emulate the corridor with the changes and without.

    Raises OutOfRange for a setting outside of what the emulator was trained for.
    """
    network = call.arguments["network"]
    if network != SINGLE_ROAD:
        raise OutOfRange(
            f"network {network!r} is not emulated, only the {SINGLE_ROAD!r} is; run the engine: "
            "pip install 'simulrag[urban]'",
            parameter="network",
            given=network,
            nearest=SINGLE_ROAD,
        )
    emulator = shipped()
    outputs = emulated_outputs(emulator, Corridor.of(call.arguments))
    return Run(
        id=call.run_id(version),
        call=call,
        version=version,
        build=build,
        outputs=dict(outputs),
        context=context(call, outputs),
        resolved={
            **resolved(Corridor.of(call.arguments)),
            "method": "emulator of Eclipse SUMO",
        },
        warnings=(WARNING,),
        check=Check(tested="the emulator's error against the engine", verdict="not_evaluated"),
    )


def emulated_outputs(emulator: Emulator, corridor: Corridor) -> Mapping[str, Quantity]:
    """Return every output with the emulator's error, and with that and the spread over seeds."""
    plain, altered = means(emulator, [Corridor(), corridor])
    before, after = spreads(emulator, [Corridor(), corridor])
    made: dict[str, Quantity] = {}
    for output in OUTPUTS:
        base = output.changes_of
        if not base:
            value, spread = altered[output.name], after.get(output.name, 0.0)
            error = _error(emulator, output.name, value)
        else:
            value = 100.0 * (altered[base] - plain[base]) / plain[base]
            # Seeds are common to two runs of the engine; here they are taken as apart, which is
            # too wide.
            spread = 100.0 * math.hypot(after.get(base, 0.0), before.get(base, 0.0)) / plain[base]
            error = emulator.errors[output.name] if corridor != Corridor() else 0.0
            spread = spread if corridor != Corridor() else 0.0
        made[output.name] = _quantity(output, value, error, spread)
    return made


def _error(emulator: Emulator, name: str, value: float) -> float:
    """Return the error of a level; it is stated in percent where the level is never zero."""
    stated = emulator.errors[name]
    return stated if name in ADDED else stated / 100.0 * abs(value)


def _quantity(output: Output, value: float, error: float, spread: float) -> Quantity:
    wide = math.hypot(error, NINETY_PERCENT * spread)
    return Quantity(
        value=value,
        unit=output.unit,
        low=value - wide,
        high=value + wide,
        level=LEVEL,
        value_low=value - error,
        value_high=value + error,
    )
