"""Tries templates that nobody has worded by hand, and keeps of each what is read as it is meant."""

from collections.abc import Iterator, Sequence
from itertools import islice

from simulrag.evaluation.benchmark.generating import Generator
from simulrag.evaluation.benchmark.items import Item
from simulrag.evaluation.benchmark.self_check import asks_otherwise, unsupported
from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.question_templates import Claimed, QuestionTemplate
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore

#: Items by which a wording is judged, and draws to get them.
TRIES, DRAWS = 3, 12


def usable(
    templates: Sequence[QuestionTemplate],
    generator: Generator,
    registry: Registry,
    store: EvidenceStore,
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
    """Return the template with the first wording that keeps all claims, else the last that does."""
    found: QuestionTemplate | None = None
    for wording in template.questions:
        one = template.model_copy(update={"questions": (wording,)})
        items = list(islice(_items(one, generator, registry), TRIES))
        bad = set[int]().union(*(unsupported(item, registry, store) for item in items))
        kept = tuple(c for i, c in enumerate(one.claims) if i not in bad)
        printed = any("{value" in text for claim in kept for text in claim.texts.values())
        used = {claim.grading for claim in kept}
        if items and printed and set(one.gradings) <= used:
            found = one.model_copy(update={"claims": _once(kept)})
            if all(one.claims[i].winner for i in bad):
                break
    return found


def _once(claims: Sequence[Claimed]) -> tuple[Claimed, ...]:
    """Keep one way to say which setting has more."""
    ranked = [claim for claim in claims if claim.winner]
    return tuple(claim for claim in claims if not claim.winner or claim == ranked[0])


def _items(template: QuestionTemplate, generator: Generator, registry: Registry) -> Iterator[Item]:
    """Yield drawn items whose question is read as it is meant."""
    for number in range(DRAWS):
        try:
            item = generator.composed(template, f"probe|{template.name}|{number}")
        except SimulatorError:
            continue
        if isinstance(item, Item) and not asks_otherwise(item, registry):
            yield item
