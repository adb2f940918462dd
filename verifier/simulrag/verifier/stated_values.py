"""Sentences on single values of runs, each with the formula that says the same."""

from simulrag.simulators.interface import Call, Function, Output, Quantity, Run, Value
from simulrag.verifier.claims import Statement
from simulrag.verifier.english.answers import call_node
from simulrag.verifier.formulas import syntax
from simulrag.verifier.formulas.printing import written
from simulrag.verifier.formulas.syntax import Node
from simulrag.verifier.printed_values import interval_texts, number_text, sentence


def statement(run: Run, function: Function, output: Output, part: str = "") -> Statement | None:
    """Return what a run says of an output, or of that of a part of it; None without a template."""
    said = sentence(run, function, output)
    left = syntax.Output(node_of_call(run.call), output.name, syntax.Text(part) if part else None)
    last = output.looked_until(run.call.arguments)
    if output.name not in run.outputs and last is not None:
        later = syntax.Comparison(left, ((">", syntax.Number(float(last), str(last))),))
        return Statement(text=run.context, run_ids=(run.id,), formula=written(later))
    if not said:
        return None
    return Statement(
        text=said, run_ids=(run.id,), formula=equality(left, run.outputs[output.name], output)
    )


def node_of_call(call: Call) -> syntax.Call:
    """Return a call as formulas write it, without inputs that are left open."""
    given = {name: value for name, value in call.arguments.items() if value not in (None, "")}
    return call_node(call.model_copy(update={"arguments": given}))


def equality(left: Node, value: Value, output: Output) -> str:
    """Return the formula that something has a value, and its interval, as sentences print them."""
    if not isinstance(value, Quantity):
        return written(syntax.Comparison(left, (("==", syntax.Text(value.value)),)))
    said: list[Node] = [_equal(left, number_text(value.value, output))]
    if value.low is not None and value.high is not None and value.level is not None:
        level = syntax.Number(100 * value.level, f"{100 * value.level:g}")
        ends = interval_texts(value, output)
        for name, shown in zip(("low", "high"), ends, strict=True):
            said.append(_equal(syntax.Application(name, (left, level)), shown))
    return written(said[0] if len(said) == 1 else syntax.Junction("and", tuple(said)))


def _equal(left: Node, shown: str) -> Node:
    digits = shown.replace(",", "")
    right: Node = syntax.Number(abs(float(digits)), digits.lstrip("-"))
    right = syntax.Minus(right) if digits.startswith("-") else right
    return syntax.Comparison(left, (("==", right),))
