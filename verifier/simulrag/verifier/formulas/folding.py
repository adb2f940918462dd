"""Folds the claims of several drafts: those whose formulas say the same are one claim.

Words never fold two claims that both have a formula; a claim without one folds only with the
same text.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from simulrag.simulators.errors import SimulatorError
from simulrag.simulators.registry import Registry
from simulrag.verifier.claims import Claim, Drafted, FormulaClaim
from simulrag.verifier.formulas.normalising import meaning
from simulrag.verifier.formulas.syntax import FormulaError


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
    by_text = _formulas_by_text(drafts, keys)
    groups: dict[str, _Group] = {}
    for index, draft in enumerate(drafts):
        for one in draft:
            text = _text(one)
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


def _formulas_by_text(
    drafts: Sequence[Sequence[Drafted]], keys: dict[int, str]
) -> dict[str, set[str]]:
    """Return by text the formulas that were written of it."""
    found: dict[str, set[str]] = {}
    for one in _with_formula(drafts):
        found.setdefault(_words(one.text), set()).add(keys[id(one)])
    return found


def _with_formula(drafts: Sequence[Sequence[Drafted]]) -> Iterator[FormulaClaim]:
    return (one for draft in drafts for one in draft if isinstance(one, FormulaClaim))


def _key(claim: Drafted, registry: Registry) -> str:
    if isinstance(claim, str):
        return f"text {_words(claim)}"
    try:
        return f"formula {meaning(claim, registry)}"
    except (FormulaError, SimulatorError):  # what cannot be read is the same only word for word
        return f"unread {claim.formula} {sorted(claim.let.items())} {_words(claim.text)}"


def _text(claim: Drafted) -> str:
    return (claim if isinstance(claim, str) else claim.text).strip()


def _words(text: str) -> str:
    """Return a text without what its setting in lines and capitals adds."""
    return " ".join(text.split()).rstrip(".").casefold()


def _claim(name: str, group: _Group) -> Claim:
    support = tuple(group.support)
    if group.read is None:
        return Claim(id=name, text=group.text, support=support)
    read = group.read
    return Claim(
        id=name,
        text=read.text.strip(),
        support=support,
        formula=read.formula,
        let=read.let,
        assume=read.assume,
        context=read.context,
    )
