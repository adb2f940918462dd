"""The literals of a formula, each with what it is for: what a text must bear out."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal as OneOf

from simulrag.simulators import interface
from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.interface import Function, Parameter
from simulrag.simulators.registry import Registry
from simulrag.verifier.formulas.syntax import (
    Application,
    Arithmetic,
    Bands,
    Call,
    Comparison,
    Each,
    Formula,
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
    children,
    walk,
)

Role = OneOf["argument", "compared", "label", "operand", "tolerance", "limit", "band", "of",
             "step", "level"]  # fmt: skip

_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
#: Functions of the language whose value is in the unit of what they are taken of.
_KEEPS_UNIT = ("abs", "max", "min", "sum", "mean", "low", "high", "about")
_UNITS = {"days": "day", "weeks": "week", "week": "date", "percent_change": "percent",
          "first": "year", "rank": "", "count": "", "probability": "ratio", "log": "ratio",
          "solve": ""}  # fmt: skip


@dataclass(frozen=True, slots=True)
class RunOutput:
    """An output of a run, with its declaration; None where it has none, as a series."""

    call: Call
    name: str
    declared: interface.Output | None = field(compare=False, repr=False)
    function: Function | None = field(compare=False, repr=False)


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


@dataclass(frozen=True, slots=True)
class Literal:
    """A literal of a formula and what it is for.

    unit: what a number is in, its own or that of what it is compared with; None where nobody
    declares it. comparator: with which it is compared, read from the literal's side.
    approximate: within about(). difference: compared with a difference of two values.
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
    atom: int = -1
    call: Call | None = None
    function: Function | None = field(default=None, compare=False, repr=False)
    parameter: Parameter | None = field(default=None, compare=False, repr=False)
    parameter_name: str = ""
    outputs: tuple[RunOutput, ...] = ()
    #: True for an end of `years(first, last)`.
    is_end: bool = False

    def says(self) -> str:
        """Return what the literal is for, in words."""
        shown = self.printed if isinstance(self.value, float) else f'"{self.value}"'
        if self.parameter is not None:
            return f"{self.parameter.name}={shown}"
        names = ", ".join(dict.fromkeys(one.name for one in self.outputs))
        return f"{shown} ({self.role} {'with' if self.role == 'compared' else 'of'} {names})"


@dataclass(frozen=True)
class Analysis:
    """What a formula is made of, as anchoring needs it."""

    literals: tuple[Literal, ...]
    atoms: tuple[Atom, ...]
    outputs: tuple[RunOutput, ...]
    #: Parameters of which the formula goes through all the choices.
    listed: frozenset[str]

    @cached_property
    def functions(self) -> tuple[Function, ...]:
        """Return the functions that the formula calls."""
        found = {id(one.function): one.function for one in self.outputs if one.function}
        return tuple(found.values())

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """Return the different calls."""
        return tuple(dict.fromkeys(one.call for one in self.outputs))


def function_of(call: Call, registry: Registry) -> Function | None:
    """Return the declaration of what a call names; None if there is none."""
    try:
        functions = registry.simulator(call.simulator).functions
    except SimulatorError:
        return None
    return next((one for one in functions if one.name == call.function), None)


def analyse(formula: Formula, registry: Registry) -> Analysis:
    """Return the literals of a formula with their roles, its comparisons and its outputs."""
    return _Analyst(registry).analysis(formula.root)


@dataclass(frozen=True)
class _Use:
    """Where a value stands: what it is compared with."""

    atom: int = -1
    comparator: str = ""
    unit: str | None = None
    approximate: bool = False
    own_unit: bool = False
    difference: bool = False
    absolute: bool = False
    operand: bool = False
    outputs: tuple[RunOutput, ...] = ()


@dataclass
class _Analyst:
    registry: Registry
    literals: list[Literal] = field(default_factory=list[Literal])
    atoms: list[Atom] = field(default_factory=list[Atom])
    listed: set[str] = field(default_factory=set[str])
    bound: Mapping[str, tuple[Parameter, ...]] = field(
        default_factory=dict[str, tuple[Parameter, ...]]
    )

    def analysis(self, root: Node) -> Analysis:
        self._truth(root, negated=False, optional=False)
        outputs = tuple(dict.fromkeys(self._outputs(root)))
        literals = tuple(dict.fromkeys(self.literals))
        return Analysis(literals, tuple(self.atoms), outputs, frozenset(self.listed))

    def _outputs(self, node: Node) -> Iterator[RunOutput]:
        for one in walk(node):
            if isinstance(one, Output):
                yield self._run_output(one)

    def _run_output(self, node: Output) -> RunOutput:
        function = function_of(node.run, self.registry)
        declared = None
        if function is not None:
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
                    self._atom(left, _OPPOSITE[operator] if negated else operator, right, optional)
            case _:
                self._value(node, _Use())

    def _atom(self, left: Node, operator: str, right: Node, optional: bool) -> None:
        sides = tuple(self._outputs(left)), tuple(self._outputs(right))
        index = len(self.atoms)
        self.atoms.append(Atom(index, left, operator, right, *sides, optional))
        outputs = tuple(dict.fromkeys(sides[0] + sides[1]))
        for node, other, sign in ((left, right, _FLIPPED[operator]), (right, left, operator)):
            unit = self.unit(other)
            difference, absolute = is_difference(other), _is_size(other)
            self._value(
                node,
                _Use(index, sign, unit, False, False, difference, absolute, False, outputs),
            )

    def _value(self, node: Node, use: _Use) -> None:
        match node:
            case Number(value=value, printed=printed):
                self._literal(value, printed, "operand" if use.operand else "compared", use)
            case Text(value=value):
                self._literal(value, value, "label", use)
            case Minus(operand=operand):
                self._value(operand, use)
            case Arithmetic(left=left, right=right):
                for one in (left, right):
                    self._value(one, replace(use, operand=True))
            case Application():
                self._application(node, use)
            case Each():
                self._each(node, lambda part: self._value(part, use))
            case Output():
                self._run(node)
            case _:
                self._truth(node, negated=False, optional=True) if _has_atoms(node) else None

    def _application(self, node: Application, use: _Use) -> None:
        first, rest = node.arguments[:1], node.arguments[1:]
        match node.name:
            case "about":
                self._value(first[0], replace(use, approximate=True))
                self._named(node, "within", "tolerance", use)
            case "quantity":
                unit = rest[0].value if isinstance(rest[0], Text) else None
                self._value(first[0], replace(use, unit=unit, own_unit=True))
            case "days" | "weeks":
                self._value(first[0], replace(use, unit=_UNITS[node.name], own_unit=True))
            case "band":
                self._value(first[0], use)
                self._bands(rest[0], replace(use, unit=self.unit(first[0])))
            case "low" | "high":
                self._value(first[0], use)
                self._numbers(rest, "level", use)
            case "at":
                self._value(first[0], use)
                self._numbers(rest, "step", use)
            case "solve":
                self._value(first[0], use)
                self._value(rest[0], replace(use, unit=self.unit(first[0])))
                self._numbers(rest[1:], "step", use)
            case "count" | "first" | "probability":
                for one in node.arguments:
                    self._truth(one, negated=False, optional=False)
            case _:
                for one in node.arguments:
                    self._value(one, use)
                self._named(node, "of", "of", use)

    def _named(self, node: Application, name: str, role: Role, use: _Use) -> None:
        value = node.get(name)
        if value is not None:
            self._numbers((value,), role, use)

    def _numbers(self, nodes: Iterable[Node], role: Role, use: _Use) -> None:
        for node in nodes:
            for one in walk(node):
                if isinstance(one, Number):
                    self._literal(one.value, one.printed, role, use)
                elif isinstance(one, Text):
                    self._literal(one.value, one.value, role, use)

    def _bands(self, node: Node, use: _Use) -> None:
        for label, low, high in node.bands if isinstance(node, Bands) else ():
            self._literal(label, label, "band", use)
            for end in (low, high):
                if end is not None:
                    self._literal(end.value, end.printed, "limit", use)

    def _literal(self, value: float | str, printed: str, role: Role, use: _Use) -> None:
        self.literals.append(
            Literal(value, printed, role, use.unit, use.own_unit, use.comparator, use.approximate,
                    use.difference, use.absolute, use.atom, outputs=use.outputs)
        )  # fmt: skip

    def _each(self, node: Each, inner: Callable[[Node], None]) -> None:
        parameters = {name: self._filled(node.element, name) for name in node.variables}
        outer, self.bound = self.bound, {**self.bound, **parameters}
        for name in node.variables:
            self._source(node.source, parameters[name])
        inner(node.element)
        self.bound = outer

    def _filled(self, node: Node, variable: str) -> tuple[Parameter, ...]:
        """Return the parameters that a variable fills."""
        found: dict[str, Parameter] = {}
        for one in walk(node):
            function = function_of(one, self.registry) if isinstance(one, Call) else None
            for name, value in one.arguments if isinstance(one, Call) and function else ():
                if function and Variable(variable) in walk(value):
                    found |= {p.name: p for p in function.parameters if p.name == name}
        return tuple(found.values())

    def _source(self, node: Node, parameters: tuple[Parameter, ...]) -> None:
        match node:
            case Listing(name=name):
                self.listed.update((name, *(one.name for one in parameters)))
            case Application(name="choices", arguments=(ParameterName(name=name), *_)):
                self.listed.add(name)
            case Application(name="pairs", arguments=(inner, *_)):
                self._source(inner, parameters)
            case Output():
                self._run(node)
            case _:
                self._items(node, parameters)

    def _items(self, node: Node, parameters: tuple[Parameter, ...]) -> None:
        spans = isinstance(node, Application)
        for one in (part for end in _ends(node) for part in walk(end)):
            if isinstance(one, Number | Text):
                printed = one.printed if isinstance(one, Number) else one.value
                for held in parameters or (None,):
                    role: Role = "argument" if held else "step"
                    name = held.name if held else ""
                    self.literals.append(
                        Literal(one.value, printed, role, parameter=held, parameter_name=name,
                                is_end=spans)
                    )  # fmt: skip

    def _run(self, node: Output) -> None:
        function = function_of(node.run, self.registry)
        if node.part is not None:
            self._numbers((node.part,), "of", _Use(outputs=(self._run_output(node),)))
        for name, value in node.run.arguments:
            parameter = None
            if function is not None:
                parameter = next((p for p in function.parameters if p.name == name), None)
            for one in walk(value):
                if isinstance(one, Number | Text):
                    self._argument(node.run, function, parameter, one, value)

    def _argument(
        self,
        call: Call,
        function: Function | None,
        parameter: Parameter | None,
        node: Number | Text,
        whole: Node,
    ) -> None:
        printed = node.printed if isinstance(node, Number) else node.value
        role: Role = "step" if isinstance(whole, Arithmetic) else "argument"
        unit = parameter.unit if parameter else None
        self.literals.append(
            Literal(node.value, printed, role, unit, call=call, function=function,
                    parameter=parameter, parameter_name=parameter.name if parameter else "")
        )  # fmt: skip

    def unit(self, node: Node) -> str | None:
        """Return what a value is in; None where nobody declares it."""
        match node:
            case Output():
                return _declared_unit(self._run_output(node))
            case Minus(operand=operand) | Each(element=operand):
                return self.unit(operand)
            case Arithmetic():
                return self._arithmetic_unit(node)
            case Application(name=name, arguments=arguments) if name in _KEEPS_UNIT:
                return self.unit(arguments[0])
            case Application(name=name):
                return _UNITS.get(name)
            case _:
                return None

    def _arithmetic_unit(self, node: Arithmetic) -> str | None:
        left, right = self.unit(node.left), self.unit(node.right)
        if isinstance(node.left, Number):
            return right if node.operator == "*" else "ratio"
        if isinstance(node.right, Number):
            return left
        if node.operator == "/":
            return "ratio" if left == right else None
        if node.operator == "-" and left in ("degC", "degF"):
            return f"delta_{left}"
        return "day" if node.operator == "-" and left == "date" else left


def _declared_unit(output: RunOutput) -> str | None:
    declared = output.declared
    if declared is None:
        return None
    return "label" if declared.kind == "category" else declared.unit or declared.kind


def _ends(node: Node) -> tuple[Node, ...]:
    """Return the two ends of `years(first, last, step)`, or the list itself."""
    return node.arguments[:2] if isinstance(node, Application) else (node,)


def _has_atoms(node: Node) -> bool:
    return isinstance(node, Comparison | Not | Junction)


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
