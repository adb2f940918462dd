"""Slips of names: seasons, scenarios, places, labels and outputs."""

import ast
import re
from collections.abc import Callable, Iterator
from itertools import permutations

from simulrag.evaluation.formulas import slip_words as words
from simulrag.evaluation.formulas.slip_sheet import Edits, Sheet, quoted
from simulrag.simulators.interface import Function, Output, Parameter

_SEASON, _PERIOD = re.compile(r"\d{4}-\d{2}"), re.compile(r"\d{4}-\d{4}")
#: Each state, by its postal code, with one next to it.
_NEXT_TO = {
    pair[:2]: pair[3:]
    for pair in (
        "AL GA,AK WA,AZ NM,AR MO,CA OR,CO UT,CT RI,DE MD,DC MD,FL GA,GA AL,HI CA,ID MT,IL IN,IN OH,"
        "IA NE,KS NE,KY TN,LA MS,ME NH,MD VA,MA CT,MI OH,MN WI,MS AL,MO KS,MT WY,NE IA,NV UT,NH VT,"
        "NJ PA,NM AZ,NY NJ,NC SC,ND SD,OH PA,OK TX,OR WA,PA NY,RI MA,SC NC,SD ND,TN KY,TX LA,UT NV,"
        "VT NH,VA WV,WA OR,WV VA,WI MN,WY MT"
    ).split(",")
}
#: Cities that a model knows better than the one it read of.
_CITIES = ("Berlin", "Nairobi", "Shanghai", "Chicago", "Mumbai", "Oslo", "Lima", "Sydney")


def _kind_of(parameter: Parameter) -> str:
    """Return what a choice is about."""
    values = list(parameter.choices)
    if parameter.kind in ("place", "choices") or len(values) > 20:
        return "place"
    if any(_PERIOD.fullmatch(value) for value in values):
        return "date"
    if any(_SEASON.fullmatch(value) for value in values) or "season" in parameter.name:
        return "season"
    return "output" if parameter.name in ("metric", "aggregation") else "scenario"


def choices(kind: str) -> Callable[[Sheet], Iterator[Edits]]:
    """Return what makes slips of names of a kind: one that the text names, or one beside it."""

    def make(sheet: Sheet) -> Iterator[Edits]:
        for node, value in sheet.texts():
            parameter = sheet.owner(node) or sheet.parameter_with(value)
            if parameter is None or parameter.kind == "date" or _kind_of(parameter) != kind:
                continue
            if not words.named(sheet.text, value, parameter):
                continue
            for other in _others(sheet, value, parameter):
                if other != value and sheet.unlikely(value, other, parameter):
                    yield [(node, quoted(other))]

    return make


def _others(sheet: Sheet, value: str, parameter: Parameter) -> Iterator[str]:
    if parameter.kind == "place":
        same = [v for n, v in sheet.texts() if (p := sheet.owner(n)) and p.kind == "place"]
        yield from dict.fromkeys(same)
        known = [city for city in _CITIES if city not in sheet.text]
        yield from known[len(value) % 3 :: 3][:2]
        return
    values = [v for v in parameter.choices if v != "historical"]
    yield from (v for v in values if words.named(sheet.text, v, parameter))
    codes = {_code(v, parameter): v for v in values}
    if (beside := codes.get(_NEXT_TO.get(_code(value, parameter), ""))) and len(values) > 20:
        yield beside
    elif value in values:
        at = values.index(value)
        yield from (values[i] for i in (at - 1, at + 1) if 0 <= i < len(values))


def _code(state: str, parameter: Parameter) -> str:
    short = [w for w in parameter.choices.get(state, ()) if len(w) == 2 and w.isupper()]
    return short[0] if short else state[:2].upper()


def labels(sheet: Sheet) -> Iterator[Edits]:
    for node, value in sheet.texts():
        labels = [some for some in sheet.labels_beside(node) if value in some]
        for other in labels[0] if labels and words.named(sheet.text, value, None) else ():
            if other != value and sheet.unlikely(value, other):
                yield [(node, quoted(other))]


def places(sheet: Sheet) -> Iterator[Edits]:
    yield from choices("place")(sheet)
    for run in sheet.runs:
        for keyword in run.node.keywords:
            if isinstance(keyword.value, ast.List) and 1 < len(keyword.value.elts) <= 5:
                for gone in keyword.value.elts:
                    kept = [sheet.source(e) for e in keyword.value.elts if e is not gone]
                    yield [(keyword.value, f"[{', '.join(kept)}]")]


def outputs(sheet: Sheet) -> Iterator[Edits]:
    yield from choices("output")(sheet)
    for (_, name), function in {(f.name, a.attr): f for a, f in sheet.outputs()}.items():
        uses = [a for a, f in sheet.outputs() if f is function and a.attr == name]
        own = next((o for o in function.outputs if o.name == name), None)
        for other in function.outputs if own else ():
            if own and _mistakable(sheet, function, own, other):
                yield [(use, f"{sheet.source(use.value)}.{other.name}") for use in uses]


def _mistakable(sheet: Sheet, function: Function, own: Output, other: Output) -> bool:
    """Tell an output that a model may write for another, and that says something else."""
    given = {name for run in sheet.runs for name in run.arguments}
    units = {one.unit.removeprefix("delta_") for one in (own, other)}
    if (
        own is other
        or own.kind != other.kind
        or len(units) > 1
        or not given.issuperset(other.needs)
    ):
        return False
    said = [bool(words.spans(sheet.text, one.words)) for one in (own, other)]
    return said != [False, True] and not any(
        _twins(sheet, function, a, b) for a, b in permutations((own, other))
    )


def _twins(sheet: Sheet, function: Function, one: Output, other: Output) -> bool:
    """Tell outputs that say the same, or that rank and differ alike from run to run."""
    order = [o.name for o in function.outputs]
    if other.description.startswith("the same") and order.index(other.name) - 1 == order.index(
        one.name
    ):
        return True
    alike = other.changes_of == one.name or one.name == other.changes_of
    warm = {one.unit, other.unit} <= {"degC", "delta_degC"}
    rate = other.name.endswith("_rate") and not one.name.endswith("_rate")
    several = len([a for a, f in sheet.outputs() if f is function]) > 1
    return several and (alike or warm or rate)
