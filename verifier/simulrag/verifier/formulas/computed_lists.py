"""Values of a whole list: one for each element, or their ranking."""

import itertools
import math
from typing import Any, NamedTuple

from simulrag.verifier.claims import ComputedItem
from simulrag.verifier.formulas.comparison import compare
from simulrag.verifier.formulas.decision import Against, plain, truth_text, value_text
from simulrag.verifier.formulas.evaluation import Evaluator
from simulrag.verifier.formulas.listings import bound
from simulrag.verifier.formulas.syntax import Each, Node, is_truth, listed
from simulrag.verifier.formulas.truths import Odds, chance_text, conjunction, stated
from simulrag.verifier.formulas.values import Amount, Category, Undefined, Value


def table(root: Node, evaluator: Evaluator, against: Against) -> "Table":
    """Return what each element of a list is worth; under `rank` the highest first.

    One that is undefined says why and stands last. Raises FormulaError for what is no list.
    """
    each = listed(root)
    assert each is not None
    over = evaluator.elements_of(each.source, {})
    scopes = [bound(each.variables, one, {}) for one in over]
    if is_truth(each.element):
        items = [
            ComputedItem(
                element=plain(one), text=truth_text(evaluator.truth(each.element, scope), against)
            )
            for one, scope in zip(over, scopes, strict=True)
        ]
        return Table(tuple(items))
    values = [evaluator.value(each.element, scope) for scope in scopes]
    pairs = [(plain(one), value) for one, value in zip(over, values, strict=True)]
    if isinstance(root, Each):
        return Table(tuple(_item(*pair) for pair in pairs))
    return _ranking(pairs)


class Table(NamedTuple):
    """What the elements of a list are worth; of a ranking also the chance of just this order."""

    items: tuple[ComputedItem, ...]
    order: Odds | None = None

    @property
    def text(self) -> str:
        """The table in one line: "Utah: 77.0 % [75.1 to 78.8]; Texas: ..."."""
        rows = "; ".join(
            f"{f'{one.place}. ' if one.place else ''}{one.element}: {one.text}"
            for one in self.items
        )
        if self.order is None or len(self.items) <= _ONE_PAIR:
            return rows
        return f"in just this order with probability {chance_text(self.order)}: {rows}"


#: Elements whose order the chance behind the first tells.
_ONE_PAIR = 2


def told(value: Value) -> dict[str, Any]:
    """Return a value as the fields of a reply: value and text; of a number, unit and 90 % range."""
    text = value_text(value, with_range=True)
    match value:
        case Undefined():
            return {"text": text}
        case Category(label=label):
            odds = value.truths[label].odds()
            known = odds and {"probability": stated(odds), "chance": chance_text(odds)}
            return {"value": label, "text": text, **(known or {})}
        case Amount(unit="date"):
            return {"value": value_text(value), "text": text, "unit": "date"}
        case Amount():
            low, high = value.predicted()
            # No closer than members are kept.
            ends = {} if math.isclose(low, high, rel_tol=1e-6) else {"low": low, "high": high}
            bounds = {name: end for name, end in ends.items() if math.isfinite(end)}
            unit = value.unit or value.counted
            centre = {"value": value.centre} if math.isfinite(value.centre) else {}
            return {**centre, "text": text, "unit": unit, **bounds}
        case _:
            return {"value": value_text(value), "text": text}


def _item(element: str, value: Value) -> ComputedItem:
    known = {name: held for name, held in told(value).items() if name in ComputedItem.model_fields}
    return ComputedItem(element=element, **known)


def _ranking(pairs: list[tuple[str, Value]]) -> Table:
    """Return values from the highest on, each with the chance that it is above the next."""
    known = [(element, value) for element, value in pairs if isinstance(value, Amount)]
    known.sort(key=lambda one: -one[1].centre)
    steps = [compare(one, ">", after) for (_, one), (_, after) in itertools.pairwise(known)]
    items: list[ComputedItem] = []
    for index, (element, value) in enumerate(known):
        made = _item(element, value)
        update: dict[str, object] = {
            "place": 1 + sum(other.centre > value.centre for _, other in known[:index])
        }
        odds = steps[index].odds() if index < len(steps) else None
        if odds is not None:
            update["above_next"] = odds.low
            update["text"] = f"{made.text}, above the next with probability {chance_text(odds)}"
        items.append(made.model_copy(update=update))
    items += [_item(*one) for one in pairs if not isinstance(one[1], Amount)]
    return Table(tuple(items), conjunction(steps).odds() if steps else None)
