"""The templates of a simulator: its own where it brings any, else made from its declaration."""

from collections.abc import Iterator, Sequence

from simulrag.evaluation.benchmark.composing import function_of
from simulrag.evaluation.benchmark.declared import declared
from simulrag.evaluation.benchmark.generating import Generator
from simulrag.evaluation.benchmark.probing import usable
from simulrag.simulators.errors import BadValue
from simulrag.simulators.interface import Function, Simulator
from simulrag.simulators.question_templates import Asked, QuestionTemplate, parsed
from simulrag.simulators.registry import Registry
from simulrag.verifier.evidence import EvidenceStore


def templates_of(
    simulator: Simulator, registry: Registry, store: EvidenceStore
) -> tuple[QuestionTemplate, ...]:
    """Return the templates of a simulator. Raises BadValue where those it brings are none."""
    own = simulator.question_templates() if isinstance(simulator, Asked) else ""
    if own.strip():
        return checked(parsed(own, simulator.name), simulator)
    judge = Generator(simulator, (), 0, registry, store)
    return usable(declared(simulator), judge, registry, store)


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
        for run in claim.runs:
            if not 0 <= run < len(functions):
                yield f"a claim on {claim.output} names run {run} of {len(functions)}, from 0 on"
            elif claim.output not in {o.name for o in functions[run].outputs}:
                yield f"{functions[run].name} has no output {claim.output!r}"


def _of_settings(template: QuestionTemplate, functions: Sequence[Function]) -> Iterator[str]:
    for function, setting in zip(functions, template.settings, strict=True):
        for parameter, given in setting.arguments.items():
            if parameter not in {p.name for p in function.parameters}:
                yield f"{function.name} has no parameter {parameter!r}"
            held = str(given)
            if held[:1] + held[-1:] == "{}" and held[1:-1] not in template.draws:
                yield f"{held} of {parameter} is drawn nowhere"
