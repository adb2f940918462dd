"""The formula that a sentence's words begin: the nearest output, with `...` for what is left open.

Functions are scored as for questions; of their outputs, the words say which are spoken of, and
what they are compared with (an amount in a unit, a direction) which of these is meant.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from simulrag.simulators.capabilities import inverse
from simulrag.simulators.interface import Function, Output, Parameter, Simulator
from simulrag.simulators.registry import Registry
from simulrag.verifier.english.asked_calls import Valued, answering
from simulrag.verifier.english.asking import Asked, asked
from simulrag.verifier.english.phrase_meanings import HOLE, Amount, Moment, Turn, outputs_of
from simulrag.verifier.english.unanswered import unused_amounts
from simulrag.verifier.english.vocabulary import vocabulary
from simulrag.verifier.formulas.anchoring.numerals import SHARES, family
from simulrag.verifier.formulas.listings import node_of
from simulrag.verifier.formulas.printing import written

#: Words with which a quantity is told for each of a number of others.
_RATES = frozenset("per every each".split())
Given = Mapping[str, Sequence[Valued]]


@dataclass(frozen=True, slots=True)
class _Spoken:
    """What a sentence names and what it compares.

    topics: the outputs that each phrase speaks of, with those that it names. rates: those that are
    told for each of something, if any is. amounts: that no input takes.
    """

    topics: tuple[tuple[frozenset[str], frozenset[str]], ...]
    rates: frozenset[str]
    amounts: tuple[Amount, ...]
    turned: bool
    dated: bool
    exceeds: bool


def begun(text: str, registry: Registry) -> str:
    """Return the beginning of a formula for a sentence that was not read; empty for no output.

    Two formulas that are as near as each other stand beside each other, " | " between them.
    """
    heard = asked(text, vocabulary(registry))
    spoken = _spoken(heard)
    heard = replace(heard, readings=(*heard.readings, *heard.inner))
    found = [
        (score + near, simulator, function, output, given)
        for score, simulator, function, given in answering(heard, registry, hinted=True)
        if not _lacks_level(simulator, function, spoken)
        for near, output in _nearest(function, given, spoken)
    ]
    best = max((one[0] for one in found), default=0)
    made = (_written(*one[1:]) for one in found if one[0] == best)
    return " | ".join(list(dict.fromkeys(made))[:2])


def _spoken(heard: Asked) -> _Spoken:
    topics: dict[int, tuple[frozenset[str], frozenset[str]]] = {}
    rates = frozenset[str]()
    for part in heard.readings:
        outputs, sure = outputs_of(part.meaning)
        if not outputs:
            continue
        held = topics.get(part.start, (frozenset(), frozenset()))
        topics[part.start] = held[0] | outputs, held[1] | sure
        if _RATES & set(heard.text[part.start : part.end].lower().split()):
            rates |= outputs
    amounts = (one.meaning for one in unused_amounts(heard))
    return _Spoken(
        tuple(topics.values()),
        rates,
        tuple(one for one in amounts if isinstance(one, Amount)),
        any(isinstance(one.meaning, Turn) for one in heard.readings),
        any(isinstance(one.meaning, Moment) for one in heard.readings),
        any(one.category == "exceed" for one in heard.readings),
    )


def _lacks_level(simulator: Simulator, function: Function, spoken: _Spoken) -> bool:
    """Tell a function of a level that is passed, where none is said to be."""
    levels = {held.level for f in simulator.functions if (held := inverse(simulator, f.name))}
    return not spoken.exceeds and any(one.name in levels for one in function.parameters)


def _nearest(function: Function, given: Given, spoken: _Spoken) -> Iterator[tuple[float, Output]]:
    """Yield the outputs of a function that are spoken of, each with how near it is."""
    altered = any(
        len(given.get(one.name, ())) == 1 and one.altered(given[one.name][0].value)
        for one in function.parameters
    )
    for output in function.outputs:
        of = output.changes_of if altered and output.changes_of else output.name
        named = sum(of in sure for _, sure in spoken.topics)
        hinted = sum(of in outputs for outputs, _ in spoken.topics)
        singled = any(name in given for name in function.spans(output))
        if not hinted or singled or any(name not in given for name in output.needs):
            continue
        rate = output.name in spoken.rates or of in spoken.rates
        near = (
            min(named, 1) + 0.25 * min(hinted, 3) + 2 * rate + _fit(output, spoken)
            - (altered and not output.changes_of and spoken.turned and not _has_unit(output, spoken))
        )  # fmt: skip
        yield near, output


def _fit(output: Output, spoken: _Spoken) -> float:
    """Return how well what a sentence compares fits an output."""
    if output.kind == "date":
        return 1.0 if spoken.dated else -1.0
    return max((_fits(output, one) for one in spoken.amounts), default=0.0)


def _fits(output: Output, amount: Amount) -> float:
    own = output.unit.removeprefix("delta_")
    relative = amount.kind != "number" or amount.unit in SHARES
    if own in SHARES:
        return 1.0 if relative else 0.0
    if amount.unit == own or (amount.unit == "degree" and own == "degC"):
        return 1.0 if not relative else 0.0
    return 0.5 if own and family(amount.unit) == family(own) else 0.0


def _has_unit(output: Output, spoken: _Spoken) -> bool:
    return any(_fits(output, one) for one in spoken.amounts)


def _written(simulator: Simulator, function: Function, output: Output, given: Given) -> str:
    arguments = ", ".join(
        f"{one.name}={_begun(one, given)}" for one in function.parameters
        if one.required or one.name in given
    )  # fmt: skip
    return f"{simulator.name}.{function.name}({arguments}).{output.name} == {HOLE.printed}"


def _begun(parameter: Parameter, given: Given) -> str:
    """Return the one value that words give an input, else what is to be filled in."""
    held = given.get(parameter.name, ())
    if len(held) == 1:
        return written(node_of(held[0].value))
    needed = (one for one in parameter.selection.fields if one.required)
    fields = ", ".join(f'"{one.name}": {HOLE.printed}' for one in needed)
    return f"[{{{fields}}}]" if fields else HOLE.printed
