"""Sentences on runs, each with the formula that says the same: values, differences, extremes."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pydantic import JsonValue

from simulrag.simulators.arguments import object_in_words
from simulrag.simulators.interface import (
    Band,
    Call,
    Day,
    Function,
    Label,
    Output,
    Parameter,
    Quantity,
    Run,
    Value,
)
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Computed, Plan, Statement
from simulrag.verifier.english.questions import call_node
from simulrag.verifier.formulas import syntax
from simulrag.verifier.formulas.printing import written
from simulrag.verifier.formulas.syntax import Application, Arithmetic, Each, Node
from simulrag.verifier.formulas.verification import Verifier
from simulrag.verifier.units import FAMILIES

_WINDOW = re.compile(r"\b(?:from|until|for)\b")


def argument_text(parameter: Parameter, value: JsonValue) -> str:
    """Return an argument in words: all choices by the name of their group, else each by its own."""
    if isinstance(value, list) and parameter.kind == "choices":
        return _group(parameter, value) or _together([str(item) for item in value])
    if isinstance(value, list) and parameter.kind == "objects":
        said = [object_in_words(parameter, one) for one in value if isinstance(one, dict)]
        # A window behind the last of several would be read as that of all.
        return _listed(sorted(said, key=lambda text: not _WINDOW.search(text)))
    if isinstance(value, list):
        return _listed([str(one) for one in value])
    return f"{value:g}" if isinstance(value, float) else str(value)


def _group(parameter: Parameter, value: list[JsonValue]) -> str:
    """Return the name of exactly these choices; "all states" would speak of each by itself."""
    named = [
        name
        for name, members in parameter.selection.groups.items()
        if len(value) > 1 and set(members) == set(map(str, value)) and "all" not in name.split()
    ]
    return named[0] if named else ""


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def _together(names: list[str]) -> str:
    """Return names of what is added up; without the word, each would be meant by itself."""
    return names[0] if len(names) == 1 else f"{_listed(names)} together"


def conditions(call: Call, function: Function, template: str = "") -> str:
    """Return a call's conditions in words, led by a space (" under ssp245 with CO2 ...").

    template: parameters that have a place of their own in it are left out.
    """
    held: Mapping[str, JsonValue] = call.arguments
    given = [p for p in function.parameters if f"{{{p.name}}}" not in template and _given(p, held)]
    choices = [
        argument_text(p, held[p.name])
        for p in given
        if p.kind == "choice" and not p.selection.need_words
    ]
    settings = [text for p in given for text in _setting(p, held[p.name])]
    under = " under " + " and ".join(choices) if choices else ""
    where = [_points(held[p.name]) for p in given if p.kind == "points"]
    return under + (" with " + _listed(settings) if settings else "") + "".join(where)


def _setting(parameter: Parameter, value: JsonValue) -> Iterable[str]:
    """Yield a condition with the name of its parameter ("R0 2.5", "CO2 changed by +5 %")."""
    name = parameter.words[0] if parameter.words else parameter.name
    if parameter.kind == "change":
        yield f"{name} changed by {float(str(value)):+g} %"
    elif parameter.kind == "share":
        yield f"{name} of {float(str(value)):g} %"
    elif parameter.kind == "choice" and parameter.selection.need_words:
        kinds = parameter.choices.get(str(value), ())
        # "None seasonality" is no English: values that deny are put in other words.
        yield f"{kinds[0] if value == 'none' and kinds else value} {name}"
    elif parameter.kind == "integer" and parameter.choices:
        yield (parameter.choices.get(str(value)) or (f"{name} {value}",))[0]
    elif parameter.kind in ("number", "date", "year"):
        yield f"{name} {argument_text(parameter, value)}"


def _points(value: JsonValue) -> str:
    """Return [longitude, latitude] pairs, led by a space (" at points [(-73.6, 40.7)]")."""
    pairs = value if isinstance(value, list) else []
    shown = [", ".join(map(str, pair)) for pair in pairs if isinstance(pair, list)]
    return f" at points [({'), ('.join(shown)})]"


def _given(parameter: Parameter, held: Mapping[str, JsonValue]) -> bool:
    """Tell whether an argument has to be named: without it, a reader takes another one."""
    value = held.get(parameter.name)
    usual = parameter.left_open.taken
    taken = parameter.default if usual is None else usual
    return value is not None and (value != taken or value != parameter.default)


def sentence(run: Run, function: Function, output: Output) -> str:
    """Return what a run says of one output; empty where it has no value or no template."""
    value = run.outputs.get(output.name)
    if (
        value is None
        or not output.template
        or (output.changes_of and not function.alters(run.call))
    ):
        return ""
    words: dict[str, str] = {
        p.name: argument_text(p, run.call.arguments.get(p.name)) for p in function.parameters
    }
    words["conditions"] = conditions(run.call, function, output.template)
    words["value"] = value_text(value, output)
    more = {
        "size": value_text(_size(value), output),
        "signed": _signed(value, output),
        "digits": value_text(value, output).replace(",", ""),
        "turn": _Turn(not isinstance(value, Quantity) or value.value >= 0),
    }
    text = output.template.format_map({**run.resolved, **more, **words}).lstrip(" ,")
    return text[:1].upper() + text[1:]


def _number_text(value: float, output: Output) -> str:
    """Return a number in the output's decimals, thousands grouped, no negative zero."""
    return _printed(value, 0 if _whole(value, output) else output.decimals)


def _whole(value: float, output: Output) -> bool:
    return not output.unit and value == round(value)


def _printed(value: float, decimals: int) -> str:
    text = f"{value:,.{decimals}f}"
    return text.lstrip("-") if not text.strip("-0.,") else text


def _signed(value: Value, output: Output) -> str:
    sign = "+" if isinstance(value, Quantity) and value.value > 0 else ""
    return f"{sign}{value_text(value, output)}"


class _Turn:
    """The direction of a value in a template: `{turn:rises/falls}` prints one of the two."""

    def __init__(self, rises: bool) -> None:
        self._rises = rises

    def __format__(self, words: str) -> str:
        up, _, down = words.partition("/")
        return up if self._rises else down


def _size(value: Value) -> Value:
    """Return a value without its sign, which `_Turn` tells, and its interval turned with it."""
    if not isinstance(value, Quantity) or value.value >= 0:
        return value
    low, high = (None if end is None else -end for end in (value.high, value.low))
    return value.model_copy(update={"value": -value.value, "low": low, "high": high})


def value_text(value: Value, output: Output) -> str:
    """Return a value with its unit and, where there is one, the spread of the ensemble."""
    if isinstance(value, Label | Day):
        return value.value
    unit = f" {output.unit_words[0]}" if output.unit_words else ""
    text = f"{_number_text(value.value, output)}{unit}"
    return text + _spread_text(value, output)


def _spread_text(value: Quantity, output: Output) -> str:
    """Return the ensemble's interval in brackets, led by a space; empty where there is none."""
    if value.low is None or value.high is None or value.level is None:
        return ""
    ends = " to ".join(_interval_texts(value, output))
    # "5.0 to 5.1" beside a time may be anything; beside "12.85 °C" it is a temperature.
    unit = f" {output.unit_words[0]}" if FAMILIES.get(output.unit) == "time" else ""
    return f" ({100 * value.level:g} % interval {ends}{unit})"


def _interval_texts(value: Quantity, output: Output) -> list[str]:
    """Return the ends of the ensemble's interval, as sentences print them."""
    both = [end for end in (value.low, value.high) if end is not None]
    decimals = 0 if all(_whole(end, output) for end in both) else output.decimals
    return [_printed(end, decimals) for end in both]


def statement(run: Run, function: Function, output: Output, part: str = "") -> Statement | None:
    """Return what a run says of an output, or of that of a part of it; None without a template."""
    said = sentence(run, function, output)
    left = syntax.Output(call_node(run.call), output.name, syntax.Text(part) if part else None)
    last = output.looked_until(run.call.arguments)
    if output.name not in run.outputs and last is not None:
        later = syntax.Comparison(left, ((">", syntax.Number(float(last), str(last))),))
        return Statement(text=run.context, run_ids=(run.id,), formula=written(later))
    if not said:
        return None
    return Statement(
        text=said, run_ids=(run.id,), formula=equality(left, run.outputs[output.name], output)
    )


def equality(left: Node, value: Value, output: Output) -> str:
    """Return the formula that something has a value, and its interval, as sentences print them."""
    if not isinstance(value, Quantity):
        return written(syntax.Comparison(left, (("==", syntax.Text(value.value)),)))
    said: list[Node] = [_equal(left, _number_text(value.value, output))]
    if value.low is not None and value.high is not None and value.level is not None:
        level = syntax.Number(100 * value.level, f"{100 * value.level:g}")
        ends = _interval_texts(value, output)
        for name, shown in zip(("low", "high"), ends, strict=True):
            said.append(_equal(syntax.Application(name, (left, level)), shown))
    return written(said[0] if len(said) == 1 else syntax.Junction("and", tuple(said)))


def _equal(left: Node, shown: str) -> Node:
    digits = shown.replace(",", "")
    right: Node = syntax.Number(abs(float(digits)), digits.lstrip("-"))
    right = syntax.Minus(right) if digits.startswith("-") else right
    return syntax.Comparison(left, (("==", right),))


#: Kinds of input that tell two settings apart in words, and how they are led in.
_PREPOSITIONS = {"place": "in", "choice": "under", "year": "in", "date": "from", "choices": "in"}
_SHOWN = (*_PREPOSITIONS, "number", "integer", "share")
_EXTREMES = {"argmax": "highest", "argmin": "lowest"}


def compared(
    asked: Plan, formulas: Sequence[Node], runs: Mapping[str, Run], verifier: Verifier,
    registry: Registry,
) -> Iterator[Statement]:  # fmt: skip
    """Yield the sentences on differences and extremes, and on the labels that a question defines.

    formulas: those that answer the question. runs: by the canonical form of the plan's calls.
    """
    by_node = {call_node(call): call for call in asked.calls if call.canonical() in runs}
    for node in formulas:
        match node:
            case Arithmetic("-", syntax.Output() as one, syntax.Output() as other):
                calls = [by_node.get(side.run) for side in (one, other)]
                held = [call for call in calls if call is not None]
                if len(held) == len(calls):
                    yield from _differences(asked, node, held, one.name, verifier, registry)
            case Application(name=name) if name in _EXTREMES:
                yield from _extreme(node, verifier, registry)
            case _:
                pass
    yield from _labelled(asked, runs, registry)


def _differences(
    asked: Plan, node: Node, calls: Sequence[Call], name: str, verifier: Verifier,
    registry: Registry,
) -> Iterator[Statement]:  # fmt: skip
    made = _computed(node, verifier)
    if made is None or not isinstance(made.value, float):
        return
    function = registry.function(calls[0])
    output = function.output(name)
    first, second = calls if made.value >= 0 else calls[::-1]
    left = Arithmetic("-", *(syntax.Output(call_node(call), name) for call in (first, second)))
    level = None if made.low is None else 0.9
    size = _size(Quantity(value=made.value, unit=output.unit, low=made.low, high=made.high,
                          level=level))  # fmt: skip
    yield Statement(
        text=_difference(size, function, output, first, second),
        run_ids=made.run_ids,
        formula=equality(left, size, output),
    )
    band = band_of(abs(made.value), asked.bands) if asked.bands_of_difference else None
    if band is not None:
        said = f"By the thresholds of the question, the difference is {band.label}."
        yield Statement(text=said, run_ids=made.run_ids)


def _difference(size: Value, function: Function, output: Output, first: Call, second: Call) -> str:
    above, below = _told_apart(function, first, second), _told_apart(function, second, first)
    return f"The {noun(output)} is {value_text(size, output)} higher {above} than {below}."


def _extreme(node: Application, verifier: Verifier, registry: Registry) -> Iterator[Statement]:
    made = _computed(node, verifier)
    each = node.arguments[0] if node.arguments else None
    if made is None or not isinstance(each, Each) or not isinstance(each.element, syntax.Output):
        return
    output = registry.function(each.element.run).output(each.element.name)
    said = f"The {noun(output)} is {_EXTREMES[node.name]} in {made.text}."
    formula = f'{written(node)} == "{made.text}"'
    yield Statement(text=said, run_ids=made.run_ids, formula=formula)


def _computed(node: Node, verifier: Verifier) -> Computed | None:
    (made,) = verifier.compute([written(node)])
    return None if made.problem else made


def _told_apart(function: Function, call: Call, other: Call) -> str:
    """Say what one of two calls has that the other has not, with its preposition."""
    held = [(p, call.arguments.get(p.name)) for p in function.parameters]
    own = [(p, value) for p, value in held if value != other.arguments.get(p.name)]
    words = [_led_in(p, value) for p, value in own if p.kind in _SHOWN and value]
    changed = [p.words[0] if p.words else p.name for p, v in own if p.kind == "change" and v]
    if changed and not words:
        return f"with changed {' and '.join(changed)}"
    return " ".join(words) or "with inputs left as they are"


def _led_in(parameter: Parameter, value: JsonValue) -> str:
    """Return a value with what leads it in: "in Oslo", "with speed limit 30"."""
    said = " and ".join(map(str, value)) if isinstance(value, list) else str(value)
    if parameter.kind in _PREPOSITIONS:
        return f"{_PREPOSITIONS[parameter.kind]} {said}"
    name = parameter.words[0] if parameter.words else parameter.name
    return f"with {name} {f'{value:g}' if isinstance(value, float) else said}"


def _labelled(asked: Plan, runs: Mapping[str, Run], registry: Registry) -> Iterator[Statement]:
    """Yield the label of the last run, and of each change that has a scale of its own."""
    held = [(call, runs[call.canonical()]) for call in asked.calls if call.canonical() in runs]
    if not held:
        return
    call, run = next(
        (one for one in held[::-1] if registry.function(one[0]).alters(one[0])), held[-1]
    )
    function = registry.function(call)
    for output in function.outputs:
        scale = asked.scale_of(output.changes_of) if output.changes_of else None
        value = run.outputs.get(output.name)
        band = (
            band_of(abs(value.value), scale.bands)
            if scale and isinstance(value, Quantity)
            else None
        )
        if band is not None:
            of = noun(function.output(output.changes_of))
            said = f"By the thresholds of the question, the change in {of} is {band.label}."
            yield Statement(text=said, run_ids=(run.id,))
    call, run = held[-1]
    first = next((o for o in registry.function(call).outputs if o.kind == "number"), None)
    value = run.outputs.get(first.name) if first else None
    own = asked.bands if not asked.bands_of_difference else ()
    band = band_of(value.value, own) if isinstance(value, Quantity) else None
    if band is not None:
        said = f"By the thresholds of the question, the value is {band.label}."
        yield Statement(text=said, run_ids=(run.id,))


def noun(output: Output) -> str:
    """Return what an output is called in a sentence."""
    return output.words[0] if output.words else output.name


def band_of(value: float, bands: Sequence[Band]) -> Band | None:
    """Return the band that holds a value; the upper one where two share an end."""
    inside = [
        b for b in bands
        if (b.low is None or value >= b.low) and (b.high is None or value <= b.high)
    ]  # fmt: skip
    return max(inside, key=lambda b: b.low if b.low is not None else float("-inf"), default=None)
