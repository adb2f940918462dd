"""Tries templates that nobody has worded by hand, and keeps of each what is read as it is meant."""

from collections.abc import Iterator, Sequence

from simulrag.evaluation.benchmark.generating import Generator
from simulrag.evaluation.benchmark.items import Item
from simulrag.evaluation.benchmark.self_check import asks_otherwise, unsupported
from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.question_templates import Claimed, QuestionTemplate
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore

#: Draws by which a template is judged.
TRIES = 3


def usable(
    templates: Sequence[QuestionTemplate], generator: Generator, registry: Registry, store: EvidenceStore
) -> tuple[QuestionTemplate, ...]:
    """Return the templates with the wordings that are read back and the claims that are decided.

    Templates that are left without a wording, a claim that prints a result, or the grade that they
    ask for, are left out.
    """
    found = (_usable(one, generator, registry, store) for one in templates)
    return tuple(one for one in found if one is not None)


def _usable(
    template: QuestionTemplate, generator: Generator, registry: Registry, store: EvidenceStore
) -> QuestionTemplate | None:
    for wording in template.questions:
        one = template.model_copy(update={"questions": (wording,)})
        items = list(_items(one, generator, registry))
        if not items:
            continue
        bad = set[int].intersection(*(unsupported(item, registry, store) for item in items))
        kept = tuple(c for i, c in enumerate(one.claims) if i not in bad)
        used = {claim.grading for claim in kept}
        printed = any("{value" in text for claim in kept for text in claim.texts.values())
        if printed and set(one.gradings) <= used:
            return one.model_copy(update={"claims": _once(kept)})
    return None


def _once(claims: Sequence[Claimed]) -> tuple[Claimed, ...]:
    """Keep one way to say which setting has more."""
    ranked = [claim for claim in claims if claim.winner]
    return tuple(claim for claim in claims if not claim.winner or claim == ranked[0])


def _items(
    template: QuestionTemplate, generator: Generator, registry: Registry
) -> Iterator[Item]:
    """Yield drawn items whose question is read as it is meant."""
    for number in range(TRIES):
        try:
            item = generator.composed(template, f"probe|{template.name}|{number}")
        except SimulatorError:
            continue
        if isinstance(item, Item) and not asks_otherwise(item, registry):
            yield item
