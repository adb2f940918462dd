"""Folds the claims of several drafts: those whose formulas say the same are one claim.

Words never fold two claims that both have a formula; a claim without one folds only with the
same text. Formulas say the same where, with every input stated and each value as the simulator
knows it, their canonical texts are equal.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from simulrag.simulators.arguments import check_value
from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.interface import Parameter
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Claim, Drafted, FormulaClaim
from simulrag.verifier.formulas.assumptions import filled
from simulrag.verifier.formulas.listings import argument, node_of
from simulrag.verifier.formulas.notation import parse
from simulrag.verifier.formulas.printing import canonical
from simulrag.verifier.formulas.runs import SEED
from simulrag.verifier.formulas.syntax import (
    Call,
    FormulaError,
    Node,
    Number,
    Variable,
    rebuilt,
    walk,
)


@dataclass
class _Group:
    text: str
    read: FormulaClaim | None = None
    support: list[int] = field(default_factory=list[int])

    def add(self, draft: int, claim: Drafted) -> None:
        if draft not in self.support:
            self.support.append(draft)
        if self.read is None and isinstance(claim, FormulaClaim):
            self.read = claim


def fold(drafts: Sequence[Sequence[Drafted]], registry: Registry) -> tuple[Claim, ...]:
    """Return the distinct claims in order of first mention, each with the drafts that make it.

    The first wording is kept, with the formula that was written of it.
    """
    keys = {id(one): _key(one, registry) for draft in drafts for one in draft}
    by_text: dict[str, set[str]] = {}
    for one in (one for draft in drafts for one in draft if isinstance(one, FormulaClaim)):
        by_text.setdefault(_words(one.text), set()).add(keys[id(one)])
    groups: dict[str, _Group] = {}
    for index, draft in enumerate(drafts):
        for one in draft:
            text = (one if isinstance(one, str) else one.text).strip()
            if not text:
                continue
            key = keys[id(one)]
            same = by_text.get(_words(text), ())
            if isinstance(one, str) and len(same) == 1:
                (key,) = same
            groups.setdefault(key, _Group(text)).add(index, one)
    width = len(str(len(groups)))
    return tuple(
        _claim(f"c{number:0{width}d}", group) for number, group in enumerate(groups.values(), 1)
    )


def _key(claim: Drafted, registry: Registry) -> str:
    if isinstance(claim, str):
        return f"text {_words(claim)}"
    try:
        return f"formula {meaning(claim, registry)}"
    except (FormulaError, SimulatorError):  # what cannot be read is the same only word for word
        return f"unread {claim.formula} {sorted(claim.let.items())} {_words(claim.text)}"


def _words(text: str) -> str:
    """Return a text without what its setting in lines and capitals adds."""
    return " ".join(text.split()).rstrip(".").casefold()


def _claim(name: str, group: _Group) -> Claim:
    made = Claim(id=name, text=group.text, support=tuple(group.support))
    if group.read is None:
        return made
    read = group.read.model_dump(include=set(Claim.model_fields) - {"id", "text", "support"})
    return made.model_copy(update={**read, "text": group.read.text.strip()})


def meaning(claim: FormulaClaim, registry: Registry) -> str:
    """Return one text for all claims whose formulas say the same, whatever their words.

    Raises FormulaError for a formula that cannot be read, SimulatorError for unknown functions.
    """
    formula = filled(parse(claim.formula, claim.let), claim.assume, registry)
    return canonical(completed(formula.root, registry))


def completed(root: Node, registry: Registry) -> Node:
    """Return a formula whose runs state every input: defaults, choices by their own names."""

    def complete(node: Node) -> Node:
        return _complete(node, registry) if isinstance(node, Call) else node

    return rebuilt(root, complete)


def _complete(call: Call, registry: Registry) -> Call:
    given = dict(call.arguments)
    made: dict[str, Node] = {}
    for parameter in registry.function(call).parameters:
        value = _value(parameter, given.pop(parameter.name, None))
        if value is not None:
            made[parameter.name] = value
    seed = given.get(SEED)
    if isinstance(seed, Number) and seed.value == 0:
        del given[SEED]
    return Call(call.simulator, call.function, tuple(sorted({**made, **given}.items())))


def _value(parameter: Parameter, given: Node | None) -> Node | None:
    """Return an input as the simulator takes it; what it would refuse stays as it is written."""
    if given is None:
        return None if parameter.default is None else node_of(parameter.default)
    if any(isinstance(part, Variable) for part in walk(given)):
        return given
    try:
        value = check_value(parameter, argument(given, {}))
        return None if value is None else node_of(value)
    except (FormulaError, SimulatorError):
        return given
