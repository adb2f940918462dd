"""Values of runs as sentences print them, by the templates that outputs declare."""

from simulrag.simulators.interface import Day, Function, Label, Output, Quantity, Run, Value
from simulrag.verifier.conditions import argument_text, conditions
from simulrag.verifier.unit_names import FAMILIES


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


def number_text(value: float, output: Output) -> str:
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
    text = f"{number_text(value.value, output)}{unit}"
    return text + spread_text(value, output)


def spread_text(value: Quantity, output: Output) -> str:
    """Return the ensemble's interval in brackets, led by a space; empty where there is none."""
    if value.low is None or value.high is None or value.level is None:
        return ""
    ends = " to ".join(interval_texts(value, output))
    # "5.0 to 5.1" beside a time may be anything; beside "12.85 °C" it is a temperature.
    unit = f" {output.unit_words[0]}" if FAMILIES.get(output.unit) == "time" else ""
    return f" ({100 * value.level:g} % interval {ends}{unit})"


def interval_texts(value: Quantity, output: Output) -> list[str]:
    """Return the ends of the ensemble's interval, as sentences print them."""
    both = [end for end in (value.low, value.high) if end is not None]
    decimals = 0 if all(_whole(end, output) for end in both) else output.decimals
    return [_printed(end, decimals) for end in both]
