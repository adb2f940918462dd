"""The literals of a formula, each with what it is for: what a text must bear out."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal as OneOf
from typing import NamedTuple

from simulrag.simulators import interface
from simulrag.simulators.interface import Function, Parameter
from simulrag.simulators.registry import Registry
from simulrag.verifier.formulas.listings import elements
from simulrag.verifier.formulas.printing import written
from simulrag.verifier.formulas.solving import opened
from simulrag.verifier.formulas.syntax import (
    DENIED,
    TURNED,
    Application,
    Arithmetic,
    Bands,
    Call,
    Comparison,
    Each,
    Fields,
    Formula,
    FormulaError,
    Junction,
    Listing,
    Minus,
    Node,
    Not,
    Number,
    Output,
    ParameterName,
    Text,
    Variable,
    bare,
    calls_of,
    children,
    constant,
    multiple,
    walk,
)
from simulrag.verifier.formulas.values import named_unit

Role = OneOf["argument", "compared", "label", "operand", "tolerance", "limit", "band", "of",
             "step", "level"]  # fmt: skip

#: Functions of the language whose value is in the unit of what they are taken of.
_KEEPS_UNIT = ("abs", "max", "min", "sum", "mean", "low", "high", "about")
_UNITS = {"days": "day", "weeks": "week", "week": "date", "percent_change": "percent",
          "first": "year", "rank": "", "count": "", "probability": "percent", "log": "ratio",
          "solve": ""}  # fmt: skip


@dataclass(frozen=True, slots=True)
class RunOutput:
    """An output of a run, with its declaration; None where it has none, as a series."""

    call: Call
    name: str
    declared: interface.Output | None = field(compare=False, repr=False)
    function: Function = field(compare=False, repr=False)


@dataclass(frozen=True)
class Atom:
    """One comparison, with the negations around it taken into its operator."""

    index: int
    left: Node
    operator: str
    right: Node
    left_outputs: tuple[RunOutput, ...]
    right_outputs: tuple[RunOutput, ...]
    #: True under `any` or `or`, where less is claimed.
    optional: bool = False

    @property
    def outputs(self) -> tuple[RunOutput, ...]:
        """Return the outputs of both sides."""
        return self.left_outputs + self.right_outputs


class Literal(NamedTuple):
    """A literal of a formula and what it is for.

    unit: what a number is in, its own or that of what it is compared with; None where nobody
    declares it. comparator: with which it is compared, read from the literal's side.
    approximate: within about(). difference: compared with a difference of two values. absolute:
    with a size. optional: under `any` or `or`. limit: -1 for a lower limit, 1 for an upper one;
    label: of the band that it limits. multiple: it multiplies one run that is compared with
    another, or (divides) it divides it.
    """

    value: float | str
    printed: str
    role: Role
    unit: str | None = None
    own_unit: bool = False
    comparator: str = ""
    approximate: bool = False
    difference: bool = False
    absolute: bool = False
    optional: bool = False
    limit: int = 0
    label: str = ""
    atom: int = -1
    call: Call | None = None
    parameter: Parameter | None = None
    parameter_name: str = ""
    outputs: tuple[RunOutput, ...] = ()
    multiple: bool = False
    divides: bool = False
    #: The input for which is solved, where a number is compared with it.
    sought: Parameter | None = None
    #: What the parameter is at an end of `years(first, last)`: the end itself, and `y + 1` of it.
    reached: frozenset[float] = frozenset()

    def __hash__(self) -> int:
        # Declarations are large, and those of equal literals are the same.
        return hash((self.value, self.printed, self.role, self.atom, self.parameter_name))

    @property
    def is_end(self) -> bool:
        """Tell an end of `years(first, last)`."""
        return bool(self.reached)

    @property
    def changed(self) -> Parameter | None:
        """Return the input that the literal says the change of; None for others."""
        held = self.parameter or self.sought
        return held if held is not None and held.kind == "change" else None

    @property
    def is_compared(self) -> bool:
        """Tell whether a value or another run is compared with it."""
        return self.role in ("compared", "label") or self.multiple

    def says(self) -> str:
        """Return what the literal is for, in words."""
        shown = self.printed if isinstance(self.value, float) else f'"{self.value}"'
        if self.parameter is not None:
            return f"{self.parameter.name}={shown}"
        names = ", ".join(dict.fromkeys(one.name for one in self.outputs))
        names = self.sought.name if self.sought else names
        return f"{shown} ({self.role} {'with' if self.role == 'compared' else 'of'} {names})"


@dataclass(frozen=True)
class Analysis:
    """What a formula is made of, as anchoring needs it."""

    literals: tuple[Literal, ...]
    atoms: tuple[Atom, ...]
    outputs: tuple[RunOutput, ...]
    #: Parameters of which the formula goes through all the choices.
    listed: frozenset[str]
    #: Of how many elements the lists are in which cases are counted.
    sizes: frozenset[float] = frozenset()

    @cached_property
    def functions(self) -> tuple[Function, ...]:
        """Return the functions that the formula calls."""
        return tuple({id(one.function): one.function for one in self.outputs}.values())

    @cached_property
    def by_atom(self) -> dict[int, tuple[Literal, ...]]:
        """Return what each comparison is made with, by its index."""
        found: dict[int, list[Literal]] = {}
        for one in self.literals:
            found.setdefault(one.atom, []).append(one)
        return {index: tuple(held) for index, held in found.items()}

    def of(self, atom: Atom) -> tuple[Literal, ...]:
        """Return what a comparison is made with."""
        return self.by_atom.get(atom.index, ())

    @cached_property
    def years(self) -> frozenset[float]:
        """Return the years that the formula has among its arguments."""
        held = ((one.value, one.parameter) for one in self.literals)
        return frozenset(v for v, p in held if isinstance(v, float) and p and p.kind == "year")

    @cached_property
    def operations(self) -> frozenset[str]:
        """Return the functions of the language and the operators in what is compared."""
        nodes = [node for atom in self.atoms for side in (atom.left, atom.right)
                 for node in walk(side)]  # fmt: skip
        named = {node.name for node in nodes if isinstance(node, Application)}
        return frozenset(named | {one.operator for one in nodes if isinstance(one, Arithmetic)})

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Return the different calls."""
        return tuple(dict.fromkeys(one.call for one in self.outputs))


def analyse(formula: Formula, registry: Registry) -> Analysis:
    """Return the literals of a formula with their roles, its comparisons and its outputs."""
    return _Analyst(registry).analysis(opened(formula.root, registry))


#: Where a value stands that nothing is compared with.
_ALONE = Literal(0.0, "", "compared")


@dataclass
class _Analyst:
    registry: Registry
    literals: list[Literal] = field(default_factory=list[Literal])
    atoms: list[Atom] = field(default_factory=list[Atom])
    listed: set[str] = field(default_factory=set[str])
    sizes: set[float] = field(default_factory=set[float])

    def analysis(self, root: Node) -> Analysis:
        self._truth(root, negated=False, optional=False)
        outputs = tuple(dict.fromkeys(self._outputs(root)))
        literals = tuple(dict.fromkeys(self.literals))
        listed, sizes = frozenset(self.listed), frozenset(self.sizes)
        return Analysis(literals, tuple(self.atoms), outputs, listed, sizes)

    def _outputs(self, node: Node) -> Iterator[RunOutput]:
        for one in walk(node):
            if isinstance(one, Output):
                yield self._run_output(one)

    def _run_output(self, node: Output) -> RunOutput:
        function = self.registry.function(node.run)
        declared = next((o for o in function.outputs if o.name == node.name), None)
        return RunOutput(node.run, node.name, declared, function)

    def _truth(self, node: Node, *, negated: bool, optional: bool) -> None:
        match node:
            case Not(operand=operand):
                self._truth(operand, negated=not negated, optional=optional)
            case Junction(operator=operator, operands=operands):
                for one in operands:
                    loose = optional or (operator == "or") != negated
                    self._truth(one, negated=negated, optional=loose)
            case Application(name="all" | "any" as name, arguments=arguments):
                for one in arguments:
                    self._truth(one, negated=negated, optional=optional or name == "any")
            case Each():
                self._each(node, lambda part: self._truth(part, negated=negated, optional=optional))
            case Comparison():
                for left, operator, right in node.pairs():
                    self._atom(left, DENIED[operator] if negated else operator, right, optional)
            case _:
                self._value(node, _ALONE)

    def _atom(self, left: Node, operator: str, right: Node, optional: bool) -> None:
        sides = tuple(self._outputs(left)), tuple(self._outputs(right))
        two_runs = all(sides)
        index = len(self.atoms)
        self.atoms.append(Atom(index, left, operator, right, *sides, optional))
        outputs = tuple(dict.fromkeys(sides[0] + sides[1]))
        for node, other, sign in ((left, right, TURNED[operator]), (right, left, operator)):
            use = _ALONE._replace(unit=self.unit(other), comparator=sign, atom=index,
                          sought=self._sought(other),
                          difference=is_difference(other), absolute=_is_size(other),
                          optional=optional, outputs=outputs, multiple=two_runs,
                          limit=_limit(other, sign))  # fmt: skip
            self._value(node, use)

    def _value(self, node: Node, use: Literal) -> None:
        match node:
            case Number(value=value, printed=printed):
                self._literal(value, printed, use.role, use)
            case Text(value=value):
                self._literal(value, value, "label", use)
            case Minus(operand=operand):
                self._value(operand, use)
            case Arithmetic(operator="/") if (share := constant(node)) is not None:
                self._literal(share, written(node), use.role, use)  # 1 / 3
            case Arithmetic():
                self._arithmetic(node, use)
            case Application():
                self._application(node, use)
            case Each():
                self._each(node, lambda part: self._value(part, use))
            case Output():
                self._run(node)
            case Comparison() | Not() | Junction():
                self._truth(node, negated=False, optional=True)
            case _:
                pass

    def _arithmetic(self, node: Arithmetic, use: Literal) -> None:
        times, inner = multiple(node)
        if use.multiple and inner is not node:
            divided = node.operator == "/" and inner == node.left
            printed = f"1 / {1 / times:g}" if divided else f"{times:g}"
            self._literal(times, printed, "operand", use._replace(unit="ratio", divides=divided))
            self._value(inner, use._replace(role="operand", multiple=False))
        else:
            for one in (node.left, node.right):
                self._value(one, use._replace(role="operand", multiple=False))

    def _sizes(self, node: Application) -> Iterator[float]:
        """Yield of how many elements a list is whose cases are counted, where that is known."""
        for each in node.arguments:
            if isinstance(each, Each) and not isinstance(each.source, Output):
                with suppress(FormulaError, KeyError):
                    yield float(len(elements(each.source, {}, self.registry)))

    def _application(self, node: Application, use: Literal) -> None:
        first, rest = node.arguments[:1], node.arguments[1:]
        match node.name:
            case "about":
                self._value(first[0], use._replace(approximate=True))
                self._within([within for _, within in node.named], "tolerance", use)
            case "quantity" | "days" | "weeks":
                unit = _UNITS.get(node.name)
                if rest and isinstance(rest[0], Text):
                    unit = rest[0].value
                    with suppress(FormulaError):  # unknown: the evaluation says so
                        unit = named_unit(unit)
                self._value(first[0], use._replace(unit=unit, own_unit=True))
            case "week":
                self._value(first[0], use._replace(own_unit=True))
            case "band":
                self._value(first[0], use)
                self._bands(rest[0], use._replace(unit=self.unit(first[0])))
            case "low" | "high" | "at":
                self._value(first[0], use)
                self._within(rest, "step" if node.name == "at" else "level", use)
            case "solve":
                self._value(first[0], use)
                target = use._replace(unit=self.unit(first[0]), comparator="==", approximate=True)
                self._value(rest[0], target._replace(difference=is_difference(first[0]), limit=0))
                self._within(rest[1:], "step", use)
            case "count" | "first" | "probability":
                if node.name == "count":
                    self.sizes |= set(self._sizes(node))
                for one in node.arguments:
                    self._truth(one, negated=False, optional=False)
            case _:
                for one in node.arguments:
                    self._value(one, use)
                self._within([of for name, of in node.named if name == "of"], "of", use)

    def _bands(self, node: Node, use: Literal) -> None:
        for label, low, high in node.bands if isinstance(node, Bands) else ():
            self._literal(label, label, "band", use)
            for end, side in ((low, -1), (high, 1)):
                limit = use._replace(limit=side, label=label)
                if end is not None:
                    self._literal(end.value, end.printed, "limit", limit)

    def _literal(self, value: float | str, printed: str, role: Role, use: Literal) -> None:
        multiple = use.multiple and role == "operand"
        self.literals.append(
            use._replace(value=value, printed=printed, role=role, multiple=multiple)
        )

    def _each(self, node: Each, inner: Callable[[Node], None]) -> None:
        parameters = {name: self._filled(node.element, name) for name in node.variables}
        for name in node.variables:
            self._source(node.source, parameters[name], _steps(node.element, name))
        inner(node.element)

    def _filled(self, node: Node, variable: str) -> tuple[Parameter, ...]:
        """Return the parameters that a variable fills."""
        found: dict[str, Parameter] = {}
        for call in calls_of(node):
            filled = {name for name, value in call.arguments if Variable(variable) in walk(value)}
            known = self.registry.function(call).parameters
            found |= {p.name: p for p in known if p.name in filled}
        return tuple(found.values())

    def _source(
        self, node: Node, parameters: tuple[Parameter, ...], steps: frozenset[float]
    ) -> None:
        match node:
            case Listing(name=name):
                self.listed.update((name, *(one.name for one in parameters)))
            case Application(name="choices", arguments=(ParameterName(name=name), *_)):
                self.listed.add(name)
            case Application(name="pairs", arguments=(inner, *_)):
                self._source(inner, parameters, steps)
            case Output():
                self._run(node)
            case _:
                self._items(node, parameters, steps)

    def _items(
        self, node: Node, parameters: tuple[Parameter, ...], steps: frozenset[float]
    ) -> None:
        """Take the literals of a list, or of the two ends of `years(first, last, step)`."""
        spans = isinstance(node, Application)
        ends = node.arguments[:2] if isinstance(node, Application) else (node,)
        for held in parameters or (None,):
            for end in ends:
                size = constant(end) if spans else None
                reached = frozenset[float]() if size is None else frozenset(size + n for n in steps)
                use = _ALONE._replace(parameter=held, reached=reached, parameter_name=_name(held))
                self._within([end], "argument" if held else "step", use)

    def _run(self, node: Output) -> None:
        if node.part is not None:
            self._within([node.part], "of", _ALONE._replace(outputs=(self._run_output(node),)))
        known = {p.name: p for p in self.registry.function(node.run).parameters}
        for name, value in node.run.arguments:
            held = known.get(name)
            use = _for_input(_ALONE, held)._replace(call=node.run)
            self._within([value], "step" if isinstance(value, Arithmetic) else "argument", use)

    def _sought(self, node: Node) -> Parameter | None:
        """Return the input for which a value is solved."""
        inner = bare(node)
        if not (isinstance(inner, Application) and inner.name == "solve"):
            return None
        named = {one.value for one in inner.arguments[2:3] if isinstance(one, Text)}
        functions = (one.function for one in self._outputs(inner))
        return next((p for f in functions for p in f.parameters if p.name in named), None)

    def _within(self, nodes: Iterable[Node], role: Role, use: Literal) -> None:
        """Take what stands anywhere in some nodes for one purpose."""
        for node in nodes:
            match node:
                case Output():
                    self._run(node)
                case Number() | Text():
                    self._literal(node.value, node.printed, role, use)
                case Fields(fields=fields):
                    held = use.parameter.selection.fields if use.parameter else ()
                    known = {p.name: p for p in held}
                    for name, value in fields:
                        self._within([value], role, _for_input(use, known.get(name)))
                case _:
                    self._within(children(node), role, use)

    def unit(self, node: Node) -> str | None:
        """Return what a value is in; None where nobody declares it."""
        match node:
            case Output():
                own = self._run_output(node).declared
                return own and _unit_of(own)
            case Minus(operand=operand) | Each(element=operand):
                return self.unit(operand)
            case Arithmetic():
                return self._arithmetic_unit(node)
            case Application(name=name, arguments=arguments) if name in _KEEPS_UNIT:
                return self.unit(arguments[0])
            case Application(name="solve") if (sought := self._sought(node)) is not None:
                return "percent" if sought.kind in ("change", "share") else sought.unit
            case Application(name="count", arguments=(Each(source=source),)):
                years = isinstance(source, Application) and source.name == "years"
                return None if years else ""  # "twelve years"
            case Application(name=name):
                return _UNITS.get(name)
            case _:
                return None

    def _arithmetic_unit(self, node: Arithmetic) -> str | None:
        times, inner = multiple(node)
        left, right = self.unit(node.left), self.unit(node.right)
        if inner is not node:
            if isinstance(inner, Application) and inner.name == "count":
                for size in self._sizes(inner):  # a share of all cases
                    if round(times * size, 9) in (1.0, 100.0):
                        return "ratio" if round(times * size, 9) == 1.0 else "percent"
            own = self.unit(inner)
            scaled = {("percent", 0.01): "ratio", ("ratio", 100): "percent"}
            return scaled.get((own or "", times), own)
        if constant(node.left) is not None:
            return "ratio"
        if node.operator == "/":
            whole = abs(multiple(node.left)[0]) == 100
            return None if left != right else "percent" if whole else "ratio"
        if node.operator == "-" and left in ("degC", "degF"):
            return f"delta_{left}"
        return "day" if node.operator == "-" and left == "date" else left


def _unit_of(output: interface.Output) -> str:
    if output.is_year:
        return "year"
    return "label" if output.kind == "category" else output.unit or output.kind


def _steps(element: Node, variable: str) -> frozenset[float]:
    """Return what is added to a variable of `for` where runs are given it; 0 for itself."""
    moved = {
        (constant(node.right) or 0.0) * (1 if node.operator == "+" else -1)
        for node in walk(element)
        if isinstance(node, Arithmetic) and node.operator in ("+", "-")
        and node.left == Variable(variable)
    }  # fmt: skip
    return frozenset((0.0, *moved))


def _for_input(use: Literal, held: Parameter | None) -> Literal:
    unit = held.unit if held else None
    return use._replace(unit=unit, parameter=held, parameter_name=_name(held))


def _name(parameter: Parameter | None) -> str:
    return parameter.name if parameter else ""


def _limit(other: Node, comparator: str) -> int:
    """Return on which side a literal limits what it is compared with."""
    if isinstance(other, Application) and other.name in ("low", "high"):
        return -1 if other.name == "low" else 1
    return (comparator in ("<", "<=")) - (comparator in (">", ">="))


def _is_size(node: Node) -> bool:
    """Tell whether a value is the size of something, without its sign."""
    if isinstance(node, Application) and node.name in ("band", "mean", "max", "min"):
        return _is_size(node.arguments[0])
    return isinstance(node, Application) and node.name == "abs"


def is_difference(node: Node) -> bool:
    """Tell whether a value is a difference or change of others."""
    if isinstance(node, Arithmetic):
        return node.operator == "-"
    if isinstance(node, Application) and node.name in ("abs", "mean", "max", "min", "band"):
        return is_difference(node.arguments[0])
    if isinstance(node, Minus | Each):
        return is_difference(next(iter(children(node))))
    return isinstance(node, Application) and node.name == "percent_change"
