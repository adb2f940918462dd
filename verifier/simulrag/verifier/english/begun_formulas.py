"""The formula that a sentence's words begin: the nearest output, with `...` for what is left open.

Functions are scored as for questions; of their outputs, the words say which are spoken of, and
what they are compared with (an amount in a unit, a direction) which of these is meant.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pydantic import JsonValue

from simulrag.simulators.capabilities import inverse
from simulrag.simulators.interface import Function, Output, Parameter, Simulator
from simulrag.simulators.registry import Registry
from simulrag.verifier.english.asked_calls import (
    Given,
    Valued,
    given_to,
    level_of,
    moved,
    score_of,
    valued_by,
)
from simulrag.verifier.english.asking import Asked, asked
from simulrag.verifier.english.phrase_meanings import (
    HOLE,
    Amount,
    Binding,
    Condition,
    Input,
    Measure,
    Moment,
    Pair,
    Part,
    Setting,
    Turn,
    outputs_of,
)
from simulrag.verifier.english.unanswered import COMMON_KINDS, unused_amounts
from simulrag.verifier.english.vocabulary import lemma, role_of, vocabulary
from simulrag.verifier.formulas.anchoring.numerals import SHARES, family
from simulrag.verifier.formulas.listings import argument, node_of
from simulrag.verifier.formulas.printing import written
from simulrag.verifier.formulas.syntax import Node, Number, Text

#: Words with which a quantity is told for each of a number of others.
_RATES = frozenset("per every each".split())
#: Most formulas that stand beside each other.
_MOST = 2


@dataclass(frozen=True, slots=True)
class _Spoken:
    """What a sentence names and what it compares.

    named: the outputs that each phrase names. hinted: those that each may speak of. rates: those
    that are told for each of something. amounts: the numbers that no words give an input.
    """

    named: tuple[frozenset[str], ...]
    hinted: tuple[frozenset[str], ...]
    rates: frozenset[str]
    amounts: tuple[tuple[Part, Amount], ...]
    turned: bool
    dated: bool
    passes: bool


def begun(text: str, registry: Registry) -> str:
    """Return the beginning of a formula for a sentence that was not read; empty for no output.

    Two formulas that are as near as each other stand beside each other, " | " between them.
    """
    heard = asked(text, vocabulary(registry))
    more = (*heard.inner, *_within(heard, registry))
    heard = replace(heard, readings=(*heard.readings, *more))
    spoken, found = _spoken(heard), list[tuple[float, str]]()
    for simulator in registry:
        for function in simulator.functions:
            given = _given(heard, simulator, function, spoken, registry)
            score = None if given is None else _score(heard, simulator, function, given)
            if given is not None and score is not None:
                found += (
                    (score + near, _written(simulator, function, output, given))
                    for near, output in _nearest(function, given, spoken)
                )
    best = max((score for score, _ in found), default=0)
    nearest = dict.fromkeys(formula for score, formula in found if score == best)
    return " | ".join([*nearest][:_MOST])


def _score(heard: Asked, simulator: Simulator, function: Function, given: Given) -> float | None:
    return score_of(heard, simulator, function, given, hinted=True)


def _within(heard: Asked, registry: Registry) -> Iterator[Part]:
    """Yield the outputs that words within longer phrases may speak of."""
    for hit in vocabulary(registry).phrases.find(heard.tokens):
        for category, meaning in hit.meaning.readings:
            if isinstance(meaning, Measure):
                start, end = heard.tokens[hit.first].start, heard.tokens[hit.end - 1].end
                yield Part(category, Measure(meaning.outputs), start, end, 0)


def _spoken(heard: Asked) -> _Spoken:
    named, hinted = dict[int, frozenset[str]](), dict[int, frozenset[str]]()
    rates = frozenset[str]()
    for part in heard.readings:
        outputs, sure = outputs_of(part.meaning)
        named[part.end] = named.get(part.end, frozenset()) | sure
        hinted[part.end] = hinted.get(part.end, frozenset()) | outputs
        if _RATES & set(heard.text[part.start : part.end].lower().split()):
            rates |= outputs
    amounts = ((one, one.meaning) for one in unused_amounts(heard))
    words = (lemma(one.plain, role_of()) for one in heard.tokens)
    return _Spoken(
        tuple(named.values()),
        tuple(hinted.values()),
        rates,
        tuple((part, one) for part, one in amounts if isinstance(one, Amount)),
        any(isinstance(one.meaning, Turn) for one in heard.readings),
        any(isinstance(one.meaning, Moment) for one in heard.readings),
        any("exceed" in role_of().get(one, ()) for one in words),
    )


# Inputs.


def _given(
    heard: Asked, simulator: Simulator, function: Function, spoken: _Spoken, registry: Registry
) -> Given | None:
    """Return what a sentence gives the inputs of a function; None where it cannot be meant.

    A required input that is named without a value has none.
    """
    given = given_to(heard, function)
    given = {name: moved(heard, function.parameter(name), held) for name, held in given.items()}
    levels = {one.level: one for f in simulator.functions if (one := inverse(simulator, f.name))}
    for sought in (levels[one.name] for one in function.parameters if one.name in levels):
        if not spoken.passes or not (level := level_of(heard, sought, registry)):
            return None
        given |= level
    given |= _ends(heard, function, spoken)
    for one in function.parameters:
        if one.name not in given:
            given |= _of_unit(one, function, spoken)
        if one.kind == "objects":
            given |= _objects(heard, one)
        is_named = any(isinstance(p.meaning, Input) and p.meaning.name == one.name
                       for p in heard.readings)  # fmt: skip
        if one.required and one.name not in given and is_named:
            given[one.name] = []
        if any(_is_beyond(one, held.value) for held in given.get(one.name, ())):
            return None
    return given


def _is_beyond(parameter: Parameter, value: JsonValue) -> bool:
    """Tell a year that an input cannot have."""
    if parameter.kind != "year" or not isinstance(value, int | float):
        return False
    return value < (parameter.low or value) or value > (parameter.high or value)


def _of_unit(parameter: Parameter, function: Function, spoken: _Spoken) -> Given:
    """Return the numbers in the unit of an input, of which no output that is named has any."""
    unit = parameter.unit
    named = (one for one in function.outputs if any(one.name in held for held in spoken.named))
    if parameter.kind != "number" or not unit or any(one.unit == unit for one in named):
        return {}
    held = [
        valued_by(parameter.name, amount, part)
        for part, amount in spoken.amounts
        if amount.unit == unit
    ]
    return {parameter.name: held} if held else {}


def _objects(heard: Asked, parameter: Parameter) -> Given:
    """Return the objects that words are, within longer phrases too."""
    parts = (part for part in heard.inner if isinstance(part.meaning, Setting))
    found = {
        str(node): Valued(argument(node, {}), Condition(binding, part.start, part.end))
        for part in parts for binding in part.meaning.bindings
        if (node := binding.get(parameter.name)) is not None
    }  # fmt: skip
    return {parameter.name: [*found.values()]} if found else {}


def _ends(heard: Asked, function: Function, spoken: _Spoken) -> Given:
    """Return the first and the last day or year of a stretch, where a function takes both."""
    eras = {p.end for p in heard.readings if p.category == "era" or isinstance(p.meaning, Measure)}
    for kind in ("date", "year"):
        names = [one.name for one in function.parameters if one.kind == kind][:2]
        for part in heard.readings if len(names) == 2 else ():
            ends = _stretch(part.meaning, kind, spoken) if part.end not in eras else ()
            if not ends:
                continue
            over = [c for c in heard.conditions if c.start < part.end and part.start < c.end]
            own = Condition(Binding(()), part.start, part.end)
            told = (over[0], over[-1]) if over else (own, own)
            values = (Valued(argument(n, {}), c) for n, c in zip(ends, told, strict=True))
            return {name: [one] for name, one in zip(names, values, strict=True)}
    return {}


def _stretch(meaning: object, kind: str, spoken: _Spoken) -> tuple[Node, ...]:
    """Return both ends of a stretch of days or years; two years are ends of a trend alone."""
    match meaning:
        case Pair() as pair if kind == "date" or spoken.rates:
            sides = [v for side in (pair.first, pair.second) for b in side.bindings
                     for v in dict(b.options).values() if isinstance(v, Number | Text)]  # fmt: skip
            is_day = [isinstance(one, Text) for one in sides]
            return tuple(sides) if is_day == [kind == "date"] * 2 else ()
        case Moment(first=first, last=last) if first != last:
            if kind == "date":
                return Text(first), Text(last)
            whole = first.endswith("-01-01") and last.endswith("-12-31")
            return tuple(Number(float(o[:4]), o[:4]) for o in (first, last)) if whole else ()
        case _:
            return ()


# Outputs.


def _nearest(function: Function, given: Given, spoken: _Spoken) -> Iterator[tuple[float, Output]]:
    """Yield the outputs of a function that are spoken of, each with how near it is."""
    inputs = {one.name: one for one in function.parameters}
    altered = any(len(v) == 1 and inputs[n].altered(v[0].value) for n, v in given.items())
    own = any(inputs[name].kind not in COMMON_KINDS for name in given)
    recorded = function.observed and any(inputs[name].kind == "year" for name in given)
    for output in function.outputs:
        if (output.changes_of and not altered) or any(name not in given for name in output.needs):
            continue
        names = {output.name, output.changes_of or output.name}
        named = sum(not names.isdisjoint(one) for one in spoken.named)
        hinted = sum(not names.isdisjoint(one) for one in spoken.hinted)
        fit = _fit_of(output, spoken)
        if not (named or hinted or fit >= 1) or not (named or fit > 0 or own or recorded):
            continue
        rate = fit > 0 and output.name in spoken.rates
        level = altered and not output.changes_of and spoken.turned and fit <= 0
        near = min(named, 2) + 0.25 * min(hinted, 3) + fit
        yield near + 1.5 * rate + 0.5 * recorded - level, output


def _fit_of(output: Output, spoken: _Spoken) -> float:
    """Return how well what a sentence compares fits an output."""
    if output.kind == "date":
        return 1.0 if spoken.dated else -1.0
    if output.is_year:
        return 1.0 if spoken.passes else 0.0
    return max((_fit(output, one, spoken) for _, one in spoken.amounts), default=0.0)


def _fit(output: Output, amount: Amount, spoken: _Spoken) -> float:
    """Return how well an amount fits an output: 1 in its unit, less in another of the kind."""
    own = output.unit.removeprefix("delta_")
    relative = amount.kind != "number" or amount.unit in SHARES
    if own in SHARES or relative:
        return float(own in SHARES and relative)
    if amount.unit == own or (amount.unit == "degree" and own == "degC"):
        counts = output.name in (amount.outputs or {output.name}) or output.name in spoken.rates
        return 1.0 if counts else 0.5
    return 0.5 if own and family(amount.unit) == family(own) else 0.0


def _written(simulator: Simulator, function: Function, output: Output, given: Given) -> str:
    """Return an output; without the day that its maximum is over, or what a day of its tells."""
    left_out = set(function.spans(output))
    if any(function.parameter(name).kind == "date" for name in output.needs):
        left_out |= {one.name for one in function.parameters if one.selection.periods}
    arguments = ", ".join(
        f"{one.name}={_begun(one, given)}" for one in function.parameters
        if one.name not in left_out and (one.required or one.name in given)
    )  # fmt: skip
    return f"{simulator.name}.{function.name}({arguments}).{output.name} == {HOLE.printed}"


def _begun(parameter: Parameter, given: Given) -> str:
    """Return the one value that words give an input, else what is to be filled in."""
    held = given.get(parameter.name, ())
    if len(held) == 1:
        return written(node_of(_parts_alone(parameter, held[0].value)))
    needed = (one for one in parameter.selection.fields if one.required)
    fields = ", ".join(f'"{one.name}": {HOLE.printed}' for one in needed)
    return f"[{{{fields}}}]" if fields else HOLE.printed


def _parts_alone(parameter: Parameter, value: JsonValue) -> JsonValue:
    """Return names without the group that only says where they are: Georgia (US)."""
    groups = parameter.selection.groups
    if not isinstance(value, list):
        return value
    return [one for one in value if set(groups.get(str(one), ())).isdisjoint(map(str, value))]
