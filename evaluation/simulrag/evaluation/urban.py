"""How near the emulator comes to the engine, and that to the corridor of published records.

How changes compare with those of the records, and why, is on docs/published-numbers.md.
"""

from collections.abc import Iterable, Mapping, Sequence
from statistics import mean

import numpy as np

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
Section = dict[str, float | int]


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
    """Run the unchanged corridor of the records. Raises BadRecords."""
    records = folder.records.get("urban")
    if not records:
        raise BadRecords(f"{str(folder.path)!r} holds no urban.json with records")
    plain = unchanged(records.values(), registry)
    return {"records": {"records": len(records)}, "baseline": _baseline(plain)}


def unchanged(records: Iterable[Record], registry: Registry) -> Mapping[str, float]:
    """Return the figures that records hold of the unchanged corridor, in our units.

    All records have one. Raises BadRecords for one without figures, and where none can be read.
    """
    for record in records:
        read = recorded(parse_records(evidence(record))[0], record.question, registry)
        if read.plan.calls and not read.runs:
            raise BadRecords(f"record {record.index} of urban.json has no figures")
        for run in read.runs:
            if Corridor.of(validate(CORRIDOR, run.call.arguments)) == Corridor():
                values = run.outputs.items()
                return {name: one.value for name, one in values if isinstance(one, Quantity)}
    raise BadRecords("no question of urban.json could be read")


def _baseline(plain: Mapping[str, float]) -> Section:
    """Return our value, the records' and the difference in percent of each figure."""
    (ours,) = _means([Corridor()])
    section: Section = {}
    for name in (name for name in ours if name in plain):
        error = 100.0 * (ours[name] / plain[name] - 1.0)
        section[name] = round(ours[name], 3)
        section[f"{name}_recorded"] = round(plain[name], 3)
        section[f"{name}_error_percent"] = round(error, 2)
    return section


def _means(corridors: Sequence[Corridor]) -> list[Figures]:
    """Return the mean over seeds of each corridor's figures."""
    return [
        {name: mean(one[name] for one in many) for name in many[0]}
        for many in replicated(corridors, SEED)
    ]
