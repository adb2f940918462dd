"""Words that no table knows, beside which numbers are of something else than they seem.

"Pastures would yield less at 19.4 °C" holds a number that is right, and says nothing of it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from simulrag.simulators.interface import Output, Parameter, Simulator
from simulrag.simulators.kept import once_for_each
from simulrag.verifier.claims import Plan
from simulrag.verifier.harmless import is_weightless
from simulrag.verifier.quantities import quantities
from simulrag.verifier.reading.mentions import unique_parameters
from simulrag.verifier.reading.subjects import Context
from simulrag.verifier.reading.text import normalise, small_letters
from simulrag.verifier.reading.told_dates import told_dates

_WORD = re.compile(r"[^\W\d_]{2,}")


def strange_in(context: Context, simulator: Simulator, told: Mapping[str, str]) -> str:
    """Return a word of a statement that is in no table; told: those for such results."""
    inside = [(m.start, m.end) for m in context.mentions]
    inside += [(q.start, q.unit_end) for q in quantities(context.text)]
    inside += [(d.start, d.end) for d in told_dates(context.text)]
    return strange_word(context.text, inside, context.plan, simulator, told)


def strange_word(
    text: str,
    inside: Sequence[tuple[int, int]],
    plan: Plan,
    simulator: Simulator,
    told: Mapping[str, str],
) -> str:
    """Return the first word of a normalised statement that is in no table and no question.

    inside: where its numbers, dates and inputs stand.
    told: the words and phrases in which results of this kind are told.
    """
    known = (_known(simulator), _asked(plan), _words_of(told))
    for found in _WORD.finditer(small_letters(text)):
        (start, end), word = found.span(), found[0]
        if any(word in words for words in known) or is_weightless(word):
            continue
        if not any(s < end and start < e for s, e in inside):
            return text[start:end]
    return ""


@once_for_each
def _words_of(told: Mapping[str, str]) -> frozenset[str]:
    return frozenset(word for phrase in told for word in _words(phrase))


@once_for_each
def _asked(plan: Plan) -> frozenset[str]:
    """Return the words of a question."""
    return frozenset(_words(normalise(plan.question)))


@once_for_each
def _known(simulator: Simulator) -> frozenset[str]:
    """Return the words of results and inputs."""
    outputs = (p for f in simulator.functions for o in f.outputs for p in _of_output(o))
    inputs = (p for one in unique_parameters(simulator) for p in _of_parameter(one))
    return frozenset(word for phrase in (*outputs, *inputs) for word in _words(phrase))


def _of_output(output: Output) -> Iterator[str]:
    yield from (*output.words, *output.loose_words, *output.unit_words)
    yield from (*output.rise_words, *output.fall_words)
    yield from (p for value, phrases in output.choices.items() for p in (value, *phrases))
    yield from (p for scale in output.scales for b in scale.bands for p in (b.label, *b.words))


def _of_parameter(parameter: Parameter) -> Iterator[str]:
    yield from (*parameter.words, *parameter.family, *parameter.groups)
    yield from (*parameter.rise_words, *parameter.fall_words)


def _words(phrase: str) -> list[str]:
    return _WORD.findall(small_letters(phrase))
