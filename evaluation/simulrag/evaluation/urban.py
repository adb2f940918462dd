"""How near the emulator comes to the engine, and that to published records. Fits nothing.

What the records call a green wave is a junction without a signal, so that this is what is run for
them; a road diet is run as its question has it, with the signal, and once more without.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import mean

import numpy as np
from numpy.typing import NDArray

from simulrag.evaluation.measurement import Targets
from simulrag.evaluation.records import BadRecords, Folder, Record, evidence
from simulrag.simulators.arguments import validate
from simulrag.simulators.capabilities import emulated
from simulrag.simulators.errors import NotInstalled
from simulrag.simulators.interface import Quantity
from simulrag.simulators.registry import Registry
from simulrag.simulators.urban.corridor import Corridor
from simulrag.simulators.urban.emulator import HELD_OUT, answered, means, shipped
from simulrag.simulators.urban.functions import CORRIDOR
from simulrag.simulators.urban.replications import Figures, replicated
from simulrag.verifier.records import parse_records, recorded

#: Outputs of which records state the change.
CHANGED = ("travel_time", "idling_time", "co2")
TARGETS: Targets = {
    "baseline.travel_time_error_percent": (-3.0, 3.0),
    "baseline.co2_error_percent": (-5.0, 5.0),
    "emulator against the engine.travel_time_p90_percent": (0.0, 1.5),
    "emulator against the engine.co2_p90_points": (0.0, 0.7),
    "emulator against the engine.unchanged_most_percent": (0.0, 1e-4),
}
SEED = 0
#: Random settings on which the emulator is compared; it was not trained on them.
SETTINGS = 100
#: Changes of less, in percentage points, have no sign, and two that are nearer no order.
POINT = 1.0

Array = NDArray[np.float64]
Section = dict[str, float | int]


@dataclass(frozen=True)
class Case:
    """An intervention of the records, what it gave there, and how many records hold it."""

    corridor: Corridor
    plain: Mapping[str, float]
    altered: Mapping[str, float]
    count: int

    @property
    def road_diet(self) -> bool:
        """Tell whether a lane was taken away, and with it, unsaid, the signal."""
        return self.corridor.lanes < Corridor().lanes


def cases(records: Sequence[Record], registry: Registry) -> list[Case]:
    """Return each intervention once, as our reading of the questions has it.

    Raises BadRecords for a record without figures.
    """
    found: dict[Corridor, Case] = {}
    for record in records:
        by_corridor = _held(record, registry)
        plain = by_corridor.pop(Corridor(), {})
        if len(by_corridor) != 1:
            continue
        ((corridor, altered),) = by_corridor.items()
        before = found[corridor].count if corridor in found else 0
        found[corridor] = Case(corridor, plain, altered, before + 1)
    return list(found.values())


def _held(record: Record, registry: Registry) -> dict[Corridor, Mapping[str, float]]:
    """Return the figures that a record holds in our units, for each corridor that is asked for."""
    read = recorded(parse_records(evidence(record))[0], record.question, registry)
    if read.plan.calls and not read.runs:
        raise BadRecords(f"record {record.index} of urban.json has no figures")
    return {
        Corridor.of(validate(CORRIDOR, run.call.arguments)): {
            name: value.value for name, value in run.outputs.items() if isinstance(value, Quantity)
        }
        for run in read.runs
    }


def measure(folder: Folder | None, registry: Registry) -> dict[str, Section]:
    """Compare the emulator with the engine, and the engine with records; return figures by section.

    Raises BadRecords where the folder holds no urban records, NotInstalled without the engine.
    """
    if why := emulated(registry.simulator("urban")):
        raise NotInstalled(why)
    sections = {"emulator against the engine": measure_emulator()}
    return sections if folder is None else sections | _of_records(folder, registry)


def measure_emulator(settings: int = SETTINGS) -> Section:
    """Compare the emulator with the engine on random settings that it answers, and unchanged."""
    emulator = shipped()
    drawn = answered(emulator, settings, np.random.default_rng(HELD_OUT))
    ours, *guessed = means(emulator, [Corridor(), *drawn])
    plain, *made = _means([Corridor(), *drawn])
    section: Section = {"settings": settings}
    for name, unit in (("travel_time", "percent"), ("co2", "points"), ("idling_time", "percent")):
        of = [made[n][name] if unit == "percent" else plain[name] for n in range(settings)]
        pairs = zip(guessed, made, of, strict=True)
        errors = [100.0 * abs(one[name] - true[name]) / base for one, true, base in pairs]
        for said, share in (("median", 0.5), ("p90", 0.9)):
            section[f"{name}_{said}_{unit}"] = round(float(np.quantile(errors, share)), 3)
    known = ours.keys() & plain.keys()
    section["unchanged_most_percent"] = max(100.0 * abs(ours[n] / plain[n] - 1) for n in known)
    return section


def _of_records(folder: Folder, registry: Registry) -> dict[str, Section]:
    """Run every intervention of the records. Raises BadRecords."""
    records = folder.records.get("urban")
    if not records:
        raise BadRecords(f"{str(folder.path)!r} holds no urban.json with records")
    found = cases(list(records.values()), registry)
    if not found:
        raise BadRecords("no question of urban.json could be read")
    waves = [case for case in found if not case.road_diet]
    diets = [case for case in found if case.road_diet]
    sections: dict[str, Section] = {
        "baseline": _baseline(found[0]),
        "records": {"records": sum(case.count for case in found), "interventions": len(found)},
        "signal removed, as the records ran it": _agreement(waves, signal=False),
        "road diet, signal kept as asked": _agreement(diets, signal=True),
        "road diet, signal removed": _agreement(diets, signal=False),
    }
    return {name: section for name, section in sections.items() if section}


def _baseline(case: Case) -> Section:
    """Return our value, the records' and the difference in percent of each figure."""
    (ours,) = _means([Corridor()])
    section: Section = {}
    for name in (name for name in ours if name in case.plain):
        error = 100.0 * (ours[name] / case.plain[name] - 1.0)
        section[name] = round(ours[name], 3)
        section[f"{name}_recorded"] = round(case.plain[name], 3)
        section[f"{name}_error_percent"] = round(error, 2)
    return section


def _means(corridors: Sequence[Corridor]) -> list[Figures]:
    """Return the mean over seeds of each corridor's figures."""
    return [
        {name: mean(one[name] for one in many) for name in many[0]}
        for many in replicated(corridors, SEED)
    ]


def _agreement(some: Sequence[Case], *, signal: bool) -> Section:
    """Compare changes in percent: their signs, order, and how many points they differ by."""
    if not some:
        return {}
    control = Corridor().signal if signal else "unsignalled"
    plain, *ours = _means([Corridor(), *(replace(c.corridor, signal=control) for c in some)])
    section: Section = {"interventions": len(some)}
    for name in CHANGED:
        recorded = _changes([c.altered[name] for c in some], [c.plain[name] for c in some])
        simulated = _changes([one[name] for one in ours], [plain[name]] * len(some))
        section[f"{name}_same_sign"] = round(_same_sign(recorded, simulated), 4)
        section[f"{name}_same_order"] = round(_same_order(recorded, simulated), 4)
        section[f"{name}_points_apart"] = round(float(np.abs(simulated - recorded).mean()), 2)
        section[f"{name}_points_apart_most"] = round(float(np.abs(simulated - recorded).max()), 2)
        section[f"{name}_change_recorded"] = round(float(recorded.mean()), 2)
        section[f"{name}_change"] = round(float(simulated.mean()), 2)
    return section


def _changes(after: Sequence[float], before: Sequence[float]) -> Array:
    return 100.0 * (np.array(after) / np.array(before) - 1.0)


def _same_order(recorded: Array, simulated: Array) -> float:
    """Return the share of pairs in the records' order, of those that differ by more than a point.

    1 where all recorded changes are in one place, as nothing has an order then.
    """
    apart = np.subtract.outer(recorded, recorded)
    agree = apart * np.subtract.outer(simulated, simulated) > 0
    told_apart = np.abs(apart) > POINT
    return float(agree[told_apart].mean()) if told_apart.any() else 1.0


def _same_sign(recorded: Array, simulated: Array) -> float:
    """Return the share of changes with the records' sign, of those of more than a point."""
    clear = np.abs(recorded) > POINT
    return float((recorded * simulated > 0)[clear].mean()) if clear.any() else 1.0
