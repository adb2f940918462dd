"""The function `corridor` where the engine is absent: emulated, with the emulator's own error."""

import math
from collections.abc import Mapping, Sequence

from simulrag.simulators.errors import OutOfRange
from simulrag.simulators.interface import Call, Check, Quantity, Run
from simulrag.simulators.output_operations import floor_warnings
from simulrag.simulators.urban.corridor import SINGLE_ROAD, Corridor
from simulrag.simulators.urban.corridor_run import context, quantity, resolved
from simulrag.simulators.urban.emulator import ADDED, Array, Emulator, means, members, shipped
from simulrag.simulators.urban.outputs import OUTPUTS, least

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
    corridor = _corridor(call)
    emulator = shipped()
    outputs = emulated_outputs(emulator, corridor, call.seed)
    return Run(
        id=call.run_id(version),
        call=call,
        version=version,
        build=build,
        outputs=dict(outputs),
        context=context(call, outputs, means(emulator, [Corridor()])[0]),
        resolved={**resolved(corridor), "method": "emulator of Eclipse SUMO"},
        warnings=(WARNING, *floor_warnings(OUTPUTS, outputs)),
        check=Check(tested="the emulator's error against the engine", verdict="not_evaluated"),
    )


def _corridor(call: Call) -> Corridor:
    network = call.arguments["network"]
    if network != SINGLE_ROAD:
        raise OutOfRange(
            f"network {network!r} is not emulated, only the {SINGLE_ROAD!r} is; run the engine: "
            "pip install 'simulrag[urban]'",
            parameter="network",
            given=network,
            nearest=SINGLE_ROAD,
        )
    return Corridor.of(call.arguments)


def emulated_samples(call: Call) -> Mapping[str, Sequence[float]]:
    """Return each output by member (see `emulator.members`). Raises as `run_emulated`."""
    drawn = _by_member(shipped(), _corridor(call), call.seed)
    return {name: values.tolist() for name, values in drawn.items()}


def _by_member(emulator: Emulator, corridor: Corridor, seed: int) -> Mapping[str, Array]:
    plain, altered = members(emulator, [Corridor(), corridor], seed)
    made: dict[str, Array] = {}
    for output in OUTPUTS:
        base = output.changes_of
        if not base:
            made[output.name] = altered[output.name]
        else:
            made[output.name] = 100.0 * (altered[base] / plain[base] - 1.0)
    return made


def emulated_outputs(
    emulator: Emulator, corridor: Corridor, seed: int = 0
) -> Mapping[str, Quantity]:
    """Return every output with the emulator's error, and with that and the spread over members."""
    plain, altered = means(emulator, [Corridor(), corridor])
    drawn = _by_member(emulator, corridor, seed)
    made: dict[str, Quantity] = {}
    for output in OUTPUTS:
        base = output.changes_of
        if not base:
            value = altered[output.name]
            error = _error(emulator, output.name, value)
        else:
            value = 100.0 * (altered[base] / plain[base] - 1.0)
            error = emulator.errors[output.name] if corridor != Corridor() else 0.0
        wide = math.hypot(error, NINETY_PERCENT * float(drawn[output.name].std()))
        ends = max(value - wide, least(output)), value + wide
        made[output.name] = quantity(output, value, ends, error)
    return made


def _error(emulator: Emulator, name: str, value: float) -> float:
    """Return the error of a level; it is stated in percent where the level is never zero."""
    stated = emulator.errors[name]
    return stated if name in ADDED else stated / 100.0 * abs(value)
