"""Sentences that compare two runs of a question: change, direction, and the question's labels."""

from collections.abc import Mapping, Sequence

from simulrag.simulators.interface import Band, Call, Frozen, Function, Output, Quantity, Run
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Expression, Plan, Statement, Term
from simulrag.verifier.expressions import result
from simulrag.verifier.reading.roles import alike, natural_order, runs_of
from simulrag.verifier.verdicts import band_of

#: Kinds of parameter that tell two settings apart in words, and how they are led in.
_PREPOSITIONS = {"place": "in", "choice": "under", "year": "in", "date": "from"}
_SHOWN = (*_PREPOSITIONS, "number", "integer", "share")


class Pair(Frozen):
    """Two calls of one function, the one compared with first, and what they differ in."""

    function: Function
    output: Output
    first: Call
    second: Call
    #: Neither comes before the other: two interventions in one year.
    symmetric: bool
    #: The second value minus the first, in the output's unit.
    difference: float
    #: The same in percent of the first value; None where that is zero.
    percent: float | None


def compared(asked: Plan, runs: Mapping[str, Run], registry: Registry) -> list[Statement]:
    """Return the sentences on the difference of two runs, and on the question's own labels.

    runs: by the canonical form of the plan's calls; calls without a run are left out.
    """
    made: list[Statement] = []
    for name in dict.fromkeys(call.function for call in asked.calls):
        calls = [c for c in asked.calls if c.function == name and c.canonical() in runs]
        output = (
            next((o for o in registry.function(calls[0]).outputs if o.kind == "number"), None)
            if calls
            else None
        )
        if output is None:
            continue
        graded = _graded(asked, calls, runs, registry)
        made += graded
        pair = None if graded else _pair(calls, output, runs, registry)
        if pair is not None:
            ids = tuple(runs[c.canonical()].id for c in (pair.first, pair.second))
            texts = [*_difference(pair), _size_label(asked, pair)]
            made += [Statement(text=text, run_ids=ids) for text in texts if text]
        label = _value_label(asked, output, runs[calls[-1].canonical()])
        if label:
            made.append(Statement(text=label, run_ids=(runs[calls[-1].canonical()].id,)))
    return made


def _graded(
    asked: Plan, calls: list[Call], runs: Mapping[str, Run], registry: Registry
) -> list[Statement]:
    """Return by how much each output changes that the question has a scale of its own for."""
    made: list[Statement] = []
    outputs = {o.name: o for o in registry.function(calls[0]).outputs}
    for scale in asked.graded:
        output = outputs.get(scale.output)
        pair = _pair(calls, output, runs, registry) if output else None
        if output is None or pair is None or pair.percent is None:
            continue
        ids = tuple(runs[c.canonical()].id for c in (pair.first, pair.second))
        made.append(Statement(text=_relative(output, pair.percent, scale.bands), run_ids=ids))
    return made


def _relative(output: Output, percent: float, bands: Sequence[Band]) -> str:
    noun = output.words[0] if output.words else output.name
    turn = "an increase" if percent > 0 else "a decrease"
    band = band_of(abs(percent), bands)
    label = f", by the thresholds of the question {band.label}" if band else ""
    return f"The {noun} change from the baseline is {turn} of {abs(percent):.2f} %{label}."


def _pair(
    calls: list[Call], output: Output, runs: Mapping[str, Run], registry: Registry
) -> Pair | None:
    if len(calls) != 2:
        return None
    both = runs_of(tuple(calls), registry.simulator(calls[0].simulator), output.name)
    symmetric = alike(both)
    first, second = calls if symmetric else natural_order(both)
    values = [runs[c.canonical()].outputs.get(output.name) for c in (first, second)]
    if not all(isinstance(v, Quantity) for v in values):
        return None
    terms = tuple(Term(call=c, output=output.name) for c in (first, second))
    numbers = [v for v in values if isinstance(v, Quantity)]
    shares = numbers[0].value != 0
    return Pair(
        function=registry.function(first),
        output=output,
        first=first,
        second=second,
        symmetric=symmetric,
        difference=result(Expression(operation="difference", terms=terms), numbers).value,
        percent=result(Expression(operation="percent_change", terms=terms), numbers).value
        if shares
        else None,
    )


def _difference(pair: Pair) -> list[str]:
    output = pair.output
    noun = output.words[0] if output.words else output.name
    unit = f" {output.unit_words[0]}" if output.unit_words else ""
    size = f"{abs(pair.difference):,.{output.decimals}f}{unit}"
    if not pair.symmetric:
        return [_change(pair, noun, size)]
    return [f"The {noun} difference between the two settings is {size}.", _higher(pair, noun)]


def _higher(pair: Pair, noun: str) -> str:
    if pair.difference == 0:
        return ""
    ranked = (pair.second, pair.first) if pair.difference > 0 else (pair.first, pair.second)
    high, low = (_told_apart(pair, call) for call in ranked)
    return f"The {noun} is higher {high} than {low}."


def _told_apart(pair: Pair, call: Call) -> str:
    """Say what one of the two calls has that the other has not, with its preposition."""
    held = [(p, call.arguments.get(p.name)) for p in pair.function.parameters]
    other = pair.first if call == pair.second else pair.second
    own = [(p, value) for p, value in held if value != other.arguments.get(p.name)]
    changed = [p.words[0] if p.words else p.name for p, v in own if p.kind == "change" and v]
    if changed:
        return f"with changed {' and '.join(changed)}"
    words = [f"{_PREPOSITIONS.get(p.kind, 'with')} {v}" for p, v in own if p.kind in _SHOWN and v]
    return " ".join(words) or "with inputs left as they are"


def _change(pair: Pair, noun: str, size: str) -> str:
    years = [p.name for p in pair.function.parameters if p.kind == "year"]
    start, end = ([c.arguments.get(y) for y in years] for c in (pair.first, pair.second))
    span = f"from {start[0]} to {end[0]}" if start != end else "from the baseline"
    if pair.difference == 0:
        return f"The {noun} change {span} is {size}."
    rises = pair.difference > 0
    words = pair.output.rise_words if rises else pair.output.fall_words
    trend = f", a {words[0]} trend" if words and words[0].endswith("ing") else ""
    return (
        f"The {noun} change {span} is {'an increase' if rises else 'a decrease'} of {size}{trend}."
    )


def _size_label(asked: Plan, pair: Pair) -> str:
    if not asked.bands or not asked.bands_of_difference:
        return ""
    band = band_of(abs(pair.difference), asked.bands)
    return f"By the thresholds of the question, the difference is {band.label}." if band else ""


def _value_label(asked: Plan, output: Output, run: Run) -> str:
    value = run.outputs.get(output.name)
    if not asked.bands or asked.bands_of_difference or not isinstance(value, Quantity):
        return ""
    band = band_of(value.value, asked.bands)
    return f"By the thresholds of the question, the value is {band.label}." if band else ""
