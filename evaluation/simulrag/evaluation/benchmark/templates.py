"""The templates of a simulator: its own where it brings any, else made from its declaration.

Those that nobody has worded by hand are tried, and of each is kept what is read as it is meant and
holds. What the reader of English does not read back is kept for a language model, and marked.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from string import ascii_uppercase

from simulrag.evaluation.benchmark.checking import asks_otherwise, bad_claims
from simulrag.evaluation.benchmark.declared_templates import declared
from simulrag.evaluation.benchmark.filled_templates import function_of
from simulrag.evaluation.benchmark.generating import Generator
from simulrag.evaluation.benchmark.items import Item
from simulrag.simulators.capabilities import BringsQuestions
from simulrag.simulators.errors import BadValue, SimulRAGError
from simulrag.simulators.interface import Function, Simulator
from simulrag.simulators.question_templates import Claimed, QuestionTemplate, parsed
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore

#: Items by which a wording is judged, and draws to get them.
TRIES, DRAWS = 3, 12
#: An output of a setting that a formula reads: "B.temperature".
_READ = re.compile(r"(?<![\w.])(\{\w+\}|[A-Z])\.([a-z]\w*)")


def templates_of(
    simulator: Simulator, registry: Registry, store: EvidenceStore
) -> tuple[QuestionTemplate, ...]:
    """Return the templates of a simulator. Raises BadValue where those it brings are none."""
    own = simulator.question_templates() if isinstance(simulator, BringsQuestions) else ""
    if own.strip():
        return checked(parsed(own, simulator.name), simulator)
    judge = Generator(simulator, (), 0, registry, store)
    found = (_usable(one, judge) for one in declared(simulator))
    return tuple(one for one in found if one is not None)


def checked(
    templates: Sequence[QuestionTemplate], simulator: Simulator
) -> tuple[QuestionTemplate, ...]:
    """Return the templates. Raises BadValue where one names what there is not."""
    for template in templates:
        if wrong := next(problems(template, simulator), ""):
            raise BadValue(f"question template {template.name!r}: {wrong}", given=template.name)
    return tuple(templates)


def problems(template: QuestionTemplate, simulator: Simulator) -> Iterator[str]:
    """Yield what a template names that there is not."""
    if not template.settings or not template.claims or not template.questions:
        yield "it needs at least one setting, question and claim"
        return
    if template.functions and len(template.functions) != len(template.settings):
        yield f"{len(template.functions)} functions are named for {len(template.settings)} settings"
        return
    functions = [function_of(template, i, simulator) for i in range(len(template.settings))]
    for name, draw in template.draws.items():
        if draw.parameter not in {p.name for p in functions[0].parameters}:
            yield f"{name} is drawn for {draw.parameter!r}, no parameter of {functions[0].name}"
    yield from _of_settings(template, functions)
    for claim in template.claims:
        yield from _of_formula(claim.formula, functions)


def _of_formula(formula: str, functions: Sequence[Function]) -> Iterator[str]:
    """Yield what a formula reads of the settings that there is not."""
    settings = dict(zip(ascii_uppercase, functions, strict=False))
    for name, output in _READ.findall(formula):
        if name not in settings and not name.startswith("{"):
            yield f"{formula} reads setting {name}; there are {', '.join(settings)}"
        elif name in settings and output not in {o.name for o in settings[name].outputs}:
            yield f"{settings[name].name} has no output {output!r}"


def _of_settings(template: QuestionTemplate, functions: Sequence[Function]) -> Iterator[str]:
    for function, setting in zip(functions, template.settings, strict=True):
        for parameter, given in setting.arguments.items():
            if parameter not in {p.name for p in function.parameters}:
                yield f"{function.name} has no parameter {parameter!r}"
            held = str(given)
            if held[:1] + held[-1:] == "{}" and held[1:-1] not in template.draws:
                yield f"{held} of {parameter} is drawn nowhere"


def _usable(template: QuestionTemplate, generator: Generator) -> QuestionTemplate | None:
    """Return the template with the first wording that keeps all claims, else the last that does.

    Where none is read back, the first wording stays, for a language model. None where no claim
    that prints a result is left, or not the grade that is asked for.
    """
    found: QuestionTemplate | None = None
    for wording in template.questions:
        one = template.model_copy(update={"questions": (wording,)})
        read = (i for i in _drawn(one, generator) if not asks_otherwise(i, generator.registry))
        kept, whole = _kept(one, list(islice(read, TRIES)), generator)
        found = kept or found
        if kept and whole:
            return kept
    if found is not None:
        return found
    one = template.model_copy(update={"questions": template.questions[:1], "needs_model": True})
    return _kept(one, list(islice(_drawn(one, generator), TRIES)), generator)[0]


def _kept(
    template: QuestionTemplate, items: Sequence[Item], generator: Generator
) -> tuple[QuestionTemplate | None, bool]:
    """Return the template with the claims that hold in all items, and whether these are all."""
    bad = set[int]().union(*(bad_claims(item, generator.bench) for item in items))
    kept = tuple(c for i, c in enumerate(template.claims) if i not in bad)
    printed = any("{value" in text for claim in kept for text in claim.texts.values())
    if not items or not printed or not set(template.gradings) <= {c.grading for c in kept}:
        return None, False
    whole = all(_ranks(template.claims[i]) for i in bad)
    return template.model_copy(update={"claims": _once(kept)}), whole


def _once(claims: Sequence[Claimed]) -> tuple[Claimed, ...]:
    """Keep one way to say which setting has more."""
    ranked = [claim for claim in claims if _ranks(claim)]
    return tuple(claim for claim in claims if not _ranks(claim) or claim == ranked[0])


def _ranks(claim: Claimed) -> bool:
    return "{winner}" in claim.formula


def _drawn(template: QuestionTemplate, generator: Generator) -> Iterator[Item]:
    for number in range(DRAWS):
        try:
            item = generator.composed(template, f"probe|{template.name}|{number}")
        except SimulRAGError:
            continue
        if isinstance(item, Item):
            yield item
