"""Which simulator a question that the grammar cannot plan may all the same be about."""

from collections.abc import Iterator

from simulrag.simulators.interface import Function, Output, Parameter, Simulator
from simulrag.simulators.kept import once_for_each
from simulrag.simulators.registry import Registry
from simulrag.verifier.reading.judgements import judgement
from simulrag.verifier.reading.mentions import unique_parameters
from simulrag.verifier.reading.text import find_phrases

#: Kinds of parameter whose values stand in questions about anything.
_ANYWHERE = ("place", "year", "date", "points", "texts")


def nearest(text: str, registry: Registry) -> str:
    """Return the simulator whose declared phrases stand most often in a normalised question.

    Empty where no phrase of any simulator does, and for an opinion: then it is certain that none
    can help, and no model need be asked.
    """
    if judgement(text, also_feelings=True):
        return ""
    shared = {one.name: len(find_phrases(text, _phrases(one))) for one in registry}
    best = max(shared, key=lambda name: shared[name], default="")
    return best if best and shared[best] else ""


@once_for_each
def _phrases(simulator: Simulator) -> tuple[str, ...]:
    outputs = (p for f in simulator.functions for o in f.outputs for p in _of_output(f, o))
    parameters = (p for one in unique_parameters(simulator) for p in _of_parameter(one))
    return tuple(dict.fromkeys((*outputs, *parameters)))


def _of_output(function: Function, output: Output) -> Iterator[str]:
    yield output.name.replace("_", " ")
    yield function.name.replace("_", " ")
    yield from (*output.words, *output.loose_words)
    yield from (word for phrases in output.choices.values() for word in phrases)


def _of_parameter(parameter: Parameter) -> Iterator[str]:
    if parameter.kind in _ANYWHERE:
        return
    yield from (*parameter.words, *parameter.family, *parameter.groups)
    if not parameter.choices_need_words:
        yield from (p for value, ps in parameter.choices.items() for p in (value, *ps))
