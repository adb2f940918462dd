"""The formula that a sentence's words begin: the nearest output, with `...` for what is left open.

Functions are scored as for questions; of their outputs, the words say which are spoken of, and
what they are compared with (an amount in a unit, a direction) which of these is meant.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from simulrag.simulators.capabilities import inverse
from simulrag.simulators.interface import Function, Output, Parameter, Simulator
from simulrag.simulators.registry import Registry
from simulrag.verifier.english.asked_calls import Valued, answering, moved
from simulrag.verifier.english.asking import Asked, asked
from simulrag.verifier.english.phrase_meanings import (
    HOLE,
    Amount,
    Condition,
    Moment,
    Setting,
    Turn,
    outputs_of,
)
from simulrag.verifier.english.unanswered import unused_amounts
from simulrag.verifier.english.vocabulary import vocabulary
from simulrag.verifier.formulas.anchoring.numerals import SHARES, family
from simulrag.verifier.formulas.listings import argument, node_of
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
    heard = replace(heard, readings=(*heard.readings, *heard.inner))
    spoken = _spoken(heard)
    found = [
        (score + near, simulator, function, output, given)
        for score, simulator, function, held in answering(heard, registry, hinted=True)
        if spoken.exceeds or not _has_level(simulator, function)
        for given in [_given(heard, function, held)]
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
        if isinstance(part.meaning, Amount) and part.meaning.outputs:
            outputs = sure = part.meaning.outputs
        if not outputs:
            continue
        held = topics.get(part.end, (frozenset(), frozenset()))
        topics[part.end] = held[0] | outputs, held[1] | sure
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


def _has_level(simulator: Simulator, function: Function) -> bool:
    """Tell a function of a level that is passed."""
    levels = {held.level for f in simulator.functions if (held := inverse(simulator, f.name))}
    return any(one.name in levels for one in function.parameters)


def _given(heard: Asked, function: Function, held: Given) -> dict[str, Sequence[Valued]]:
    """Return what words give inputs: a new value without the usual one that it takes the place of.

    Objects count within longer phrases too.
    """
    given = {name: moved(heard, function.parameter(name), [*held[name]]) for name in held}
    for one in function.parameters:
        if one.kind == "objects" and one.name not in given:
            parts = (part for part in heard.inner if isinstance(part.meaning, Setting))
            found = [
                Valued(argument(node, {}), Condition(binding, part.start, part.end))
                for part in parts for binding in part.meaning.bindings
                if (node := binding.get(one.name)) is not None
            ]  # fmt: skip
            given |= {one.name: found} if found else {}
    return given


def _nearest(function: Function, given: Given, spoken: _Spoken) -> Iterator[tuple[float, Output]]:
    """Yield the outputs of a function that are spoken of, each with how near it is."""
    altered = any(
        len(given.get(one.name, ())) == 1 and one.altered(given[one.name][0].value)
        for one in function.parameters
    )
    years = [v.value for p in function.inputs if p.kind == "year" for v in given.get(p.name, ())]
    recorded = function.observed and bool(years)
    for output in function.outputs:
        of = output.changes_of or output.name
        named = any(of in sure or output.name in sure for _, sure in spoken.topics)
        hinted = sum(of in held or output.name in held for held, _ in spoken.topics)
        fit = max((_fit(output, one) for one in spoken.amounts), default=0.0)
        if output.kind == "date":
            fit = 1.0 if spoken.dated else -1.0
        if not hinted or (output.changes_of and not altered):
            continue
        if any(name not in given for name in output.needs) or not (named or fit > 0):
            continue
        rate = fit > 0 and output.name in spoken.rates
        level = altered and not output.changes_of and spoken.turned and fit <= 0
        yield named + 0.25 * min(hinted, 3) + 1.5 * rate + fit + 0.5 * recorded - level, output


def _fit(output: Output, amount: Amount) -> float:
    """Return how well an amount fits an output: 1 in its unit, less in another of the kind."""
    own = output.unit.removeprefix("delta_")
    relative = amount.kind != "number" or amount.unit in SHARES
    if own in SHARES or relative:
        return 1.0 if own in SHARES and relative else 0.0
    if amount.unit == own or (amount.unit == "degree" and own == "degC"):
        return 1.0 if amount.outputs is None or output.name in amount.outputs else 0.0
    return 0.5 if own and family(amount.unit) == family(own) else 0.0


def _written(simulator: Simulator, function: Function, output: Output, given: Given) -> str:
    spans = function.spans(output)
    arguments = ", ".join(
        f"{one.name}={_begun(one, given)}" for one in function.parameters
        if (one.required or one.name in given) and one.name not in spans
        and not (output.needs and one.selection.periods)
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
