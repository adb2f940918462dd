"""What the evidence of published records shows: how far ours agrees, and why it differs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from pydantic import JsonValue

from simulrag.evaluation.records import BadRecords, Folder
from simulrag.simulators.errors import RunFailed
from simulrag.simulators.executors import Pool
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore
from studies.published_records import climate, epidemiology, urban
from studies.published_records.agreement import agreement
from studies.published_records.replay import AS_ASKED, Replayed, Variants, recorded_runs, replay

Told = Callable[[str], None]
Figures = dict[str, JsonValue]


@dataclass(frozen=True)
class Domain:
    """Which variants of a call are run, and the variant that is as the published simulator's."""

    variants: Variants
    as_published: str


DOMAINS: Mapping[str, Domain] = {
    "climate": Domain(climate.variants, climate.MIRRORED),
    "epidemiology": Domain(epidemiology.variants, epidemiology.PUT_RIGHT),
    "urban": Domain(urban.variants, urban.NO_SIGNAL),
}


class Shown(Protocol):
    """What demonstrates a reason."""

    def figures(self) -> dict[str, JsonValue]:
        """Return what was measured."""
        ...


@dataclass(frozen=True)
class Official:
    """What was measured, and what the figures are drawn from, by the figure's name."""

    figures: Figures
    demonstrated: Mapping[str, Shown]


def measure_official(
    folder: Folder, registry: Registry, store: Path, pool: Pool, told: Told = lambda _text: None
) -> Official:
    """Measure published records. Raises BadRecords where the folder holds none.

    store: evidence store of our runs, made where it is missing; what it holds is not run again.
    """
    if not any(folder.records.values()):
        raise BadRecords(f"{str(folder.path)!r} holds no climate, epidemiology or urban records")
    some, unread = recorded_runs(folder, registry)
    told("records read")
    with EvidenceStore(store) as opened:
        variants = {name: domain.variants for name, domain in DOMAINS.items()}
        failed: list[str] = []
        replayed = replay(some, variants, registry, opened, pool, failed.append)
    told("replayed")
    demonstrated, missing = _demonstrated(replayed)
    figures: Figures = {
        "records": {name: len(records) for name, records in folder.records.items()},
        "records whose evidence was not read": {**unread},
        "calls that were not run": len(failed),
        "agreement": _agreement(replayed),
        "reasons": {
            **{name: one.figures() for name, one in demonstrated.items()},
            **{name: {"not shown": why} for name, why in missing.items()},
        },
    }
    return Official(figures, demonstrated)


def _agreement(replayed: Sequence[Replayed]) -> Figures:
    """Return agreement on all records, as asked and as the published simulator ran."""
    found: Figures = {}
    for name, domain in DOMAINS.items():
        own = [r for r in replayed if r.recorded.domain == name]
        if own:
            both = (AS_ASKED, domain.as_published)
            found[name] = {variant: agreement(own, variant) for variant in both}
    return found


def _demonstrated(replayed: Sequence[Replayed]) -> tuple[dict[str, Shown], dict[str, str]]:
    """Return what shows each reason, and why a reason cannot be shown from these records."""
    by_domain = {name: [one for one in replayed if one.recorded.domain == name] for name in DOMAINS}
    season = by_domain["epidemiology"]
    ways: dict[str, Callable[[], Shown]] = {
        "mirrored-longitude": lambda: climate.levels(by_domain["climate"]),
        "mirrored-map": lambda: climate.levels(by_domain["climate"]),
        "halved-sensitivity": lambda: climate.warming(by_domain["climate"]),
        "aerosol-offset": lambda: climate.aerosols(by_domain["climate"]),
        "shifted-states": lambda: epidemiology.states(season),
        "missing-signal": lambda: urban.changes(by_domain["urban"]),
    }
    shown: dict[str, Shown] = {}
    missing: dict[str, str] = {}
    for name, way in ways.items():
        try:
            shown[name] = way()
        except RunFailed as error:
            missing[name] = str(error)
    return shown, missing
