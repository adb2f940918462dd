"""The source of the product, as the pages of the reference are made from it."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("handbooks", "simulators", "verifier", "server", "client", "evaluation")
NOTE = "Written by `scripts/reference`, from the code."


class Field(NamedTuple):
    """One field of a class, as its source has it."""

    name: str
    kind: str
    default: str
    meaning: str


@cache
def sources() -> Mapping[str, str]:
    """Return the source of every module by its dotted name."""
    found: dict[str, str] = {}
    for part in PARTS:
        for path in sorted((ROOT / part / "simulrag").rglob("*.py")):
            names = path.relative_to(ROOT / part).with_suffix("").parts
            found[".".join(names).removesuffix(".__init__")] = path.read_text("utf-8")
    return found


@cache
def tree(module: str) -> ast.Module:
    """Return the syntax tree of a module."""
    return ast.parse(sources()[module])


def row(*cells: str) -> str:
    """Return a row of a table."""
    return f"| {' | '.join(' '.join(cell.split()).replace('|', chr(92) + '|') for cell in cells)} |"


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Return a table."""
    return "\n".join([row(*head), row(*["---"] * len(head)), *(row(*cells) for cells in rows)])


def definition(module: str, name: str) -> Any:
    """Return the class or function of a module. Raises StopIteration."""
    return next(node for node in tree(module).body if getattr(node, "name", "") == name)


def comment(module: str, line: int) -> str:
    """Return the comment `#:` right above a line, which counts from 1."""
    lines = sources()[module].splitlines()[: line - 1]
    found: list[str] = []
    while lines and lines[-1].strip().startswith("#: "):
        found.insert(0, lines.pop().strip().removeprefix("#: "))
    # A line may go on without the colon: "#: first" and "# second" are not used here.
    return " ".join(found)


def fields(module: str, name: str) -> Iterator[Field]:
    """Yield the fields of a class in order."""
    for node in definition(module, name).body:
        if not isinstance(node, ast.AnnAssign) or not isinstance(node.target, ast.Name):
            continue
        if not node.target.id.startswith("_"):
            default = "" if node.value is None else plain_default(ast.unparse(node.value))
            kind = ast.unparse(node.annotation)
            yield Field(node.target.id, kind, default, comment(module, node.lineno))


def plain_default(text: str) -> str:
    """Return a default as a reader needs it: that of a pydantic Field without the rest."""
    if made := re.match(r"Field\(default=([^,)]+)", text):
        return made[1]
    if "default_factory=dict" in text:
        return "{}"
    return "" if text.startswith("Field(") else text


def doc(node: Any) -> str:
    """Return a docstring as Markdown; what is indented in it stands as it is."""
    text = ast.get_docstring(node) or ""
    return re.sub(r"(?m)((?:^    .*\n?)+)", lambda m: f"```text\n{m[1].rstrip()}\n```\n", text)


def code(text: str) -> str:
    """Return text as code; nothing of nothing."""
    return f"`{text}`" if text else ""


def signature(node: Any) -> str:
    """Return a function's signature as a block of code."""
    before = "async def" if isinstance(node, ast.AsyncFunctionDef) else "def"
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    line = f"{before} {node.name}({ast.unparse(node.args)}){returns}"
    if len(line) > 96:
        inner = ",\n".join(
            f"    {one}"
            for one in re.split(
                r", (?![^\[\]()]*[\])])", line[line.index("(") + 1 : line.rindex(")" + returns)]
            )
        )
        line = f"{before} {node.name}(\n{inner},\n){returns}"
    return f"```python\n{line}\n```"


def constant(module: str, name: str) -> str:
    """Return the text that a module gives a name."""
    for node in tree(module).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return str(ast.literal_eval(node.value))
    raise LookupError(f"{module} has no {name}")
