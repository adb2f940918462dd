"""Makes a benchmark file: templates, draws, and what is told at the end."""

import time
from collections.abc import Sequence
from pathlib import Path

from simulrag.evaluation.benchmark.generating import Generator, Watched, generate
from simulrag.evaluation.benchmark.items import BadItems, write
from simulrag.evaluation.benchmark.templates import checked, templates_of
from simulrag.simulators.capabilities import missing
from simulrag.simulators.errors import BadValue
from simulrag.simulators.interface import Frozen, Simulator
from simulrag.simulators.question_templates import QuestionTemplate, parsed
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore, default_path


class Order(Frozen):
    """What is asked for."""

    simulator: str
    out: Path
    items: int
    seed: int
    templates: Path | None = None


class Made(Frozen):
    """What was made: items, draws refused by reason and by template, seconds of processor time."""

    items: int
    refused: dict[str, int]
    refused_by_template: dict[str, int]
    templates: tuple[str, ...]
    seconds: float


def make(
    order: Order, registry: Registry, store: Path | None = None, watched: Watched = iter
) -> Made:
    """Make the file of an order.

    store: where runs are kept, so that after a kill the same order makes none again; the user's
    own if not given. Raises SimulRAGError.
    """
    started = time.process_time()
    simulator = registry.simulator(order.simulator)
    if absent := missing(simulator):
        raise BadItems(f"{order.simulator} cannot run here: {absent}")
    if not order.out.parent.is_dir():
        raise BadItems(f"folder {str(order.out.parent)!r} does not exist; give another --out")
    with EvidenceStore(store or default_path()) as opened:
        templates = _templates(order, simulator, registry, opened)
        generator = Generator(simulator, templates, order.seed, registry, opened)
        items = generate(generator, order.items, watched)
    write(order.out, items)
    return Made(
        items=len(items),
        refused=dict(generator.reasons.most_common()),
        refused_by_template=dict(generator.failed.most_common()),
        templates=tuple(t.name for t in templates),
        seconds=round(time.process_time() - started, 2),
    )


def _templates(
    order: Order, simulator: Simulator, registry: Registry, store: EvidenceStore
) -> Sequence[QuestionTemplate]:
    if order.templates is not None:
        return checked(_read(order.templates), simulator)
    return templates_of(simulator, registry, store)


def _read(path: Path) -> Sequence[QuestionTemplate]:
    try:
        return parsed(path.read_text("utf-8"), path.name)
    except (OSError, UnicodeDecodeError) as error:
        raise BadValue(f"{path} cannot be read: {error}", given=str(path)) from error
