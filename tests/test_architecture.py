"""The rules of the architecture, read from the source itself."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

from python_process import python

ROOT = Path(__file__).resolve().parents[1]
#: From the bottom to the top: a part imports itself and what stands before it.
PARTS = ("handbooks", "simulators", "verifier", "server", "client", "evaluation")
HEAVY = {"torch", "anthropic", "matplotlib", "pandas", "pint", "networkx", "xarray", "netCDF4"}
#: What a server needs for its first computation; numpy alone takes a fifth of its start.
COMPUTING = {"numpy", "scipy", "libsumo", "traci", "sumolib"}
#: Modules of the client that open a server, and what they may import of it.
OPENS_SERVER = {"simulrag.client.session", "simulrag.client.serving"}
#: What starts a server.
STARTS = {"simulrag.server.app", "simulrag.server.http.hosting", "simulrag.server.http.settings"}
#: What of the verifier the modules of the client may load late: the store, which whoever opens a
#: server hands to it, its examination, for the check of an installation, and the tables of formulas
#: whose runs are spread over many machines, which no conversation with a server could hold.
STORES = {
    ("simulrag.client.session", "simulrag.verifier.evidence"),
    ("simulrag.client.cli", "simulrag.verifier.evidence"),
    ("simulrag.client.cli", "simulrag.verifier.scenarios.tabulating"),
    ("simulrag.client.doctor.checks", "simulrag.verifier.evidence_health"),
}
LONGEST_FILE = 600


class Import(NamedTuple):
    """One import statement: by whom, of what, and whether it runs when the module loads."""

    module: str
    imported: str
    at_load: bool


def source_files() -> dict[str, Path]:
    """Return dotted name -> file of every module of the product."""
    found: dict[str, Path] = {}
    for part in PARTS:
        for path in sorted((ROOT / part / "simulrag").rglob("*.py")):
            names = path.relative_to(ROOT / part).with_suffix("").parts
            found[".".join(names).removesuffix(".__init__")] = path
    return found


FILES = source_files()


@cache
def trees() -> dict[str, ast.Module]:
    """Return the syntax of each module."""
    return {module: ast.parse(path.read_text("utf-8")) for module, path in FILES.items()}


def statements(tree: ast.Module) -> Iterator[tuple[ast.stmt, bool]]:
    """Yield all statements, each with whether it runs when the module loads."""
    left: list[tuple[ast.AST, bool]] = [(tree, True)]
    while left:
        inside, at_load = left.pop()
        for node in ast.iter_child_nodes(inside):
            if isinstance(node, ast.expr):
                continue
            if isinstance(node, ast.stmt):
                yield node, at_load
            typing_only = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
            late = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or typing_only
            left.append((node, at_load and not late))


@cache
def all_imports() -> tuple[Import, ...]:
    """Return the imports of all modules; `from a import b` names a.b where that is a module."""
    return tuple(
        Import(module, name, at_load)
        for module, tree in trees().items()
        for node, at_load in statements(tree)
        for name in names_of(node)
    )


def names_of(node: ast.stmt) -> list[str]:
    """Return what a statement imports."""
    match node:
        case ast.Import():
            return [alias.name for alias in node.names]
        case ast.ImportFrom(level=0, module=str(source)):
            inner = [f"{source}.{alias.name}" for alias in node.names]
            return [name if name in FILES else source for name in inner]
        case ast.ImportFrom():
            return ["relative import"]
        case _:
            return []


def ours() -> list[Import]:
    """Return the imports of modules of the product."""
    return [found for found in all_imports() if found.imported.startswith("simulrag.")]


def part_of(module: str) -> str:
    return module.split(".")[1]


def level(module: str) -> int:
    return PARTS.index(part_of(module))


def test_every_part_has_modules_and_the_walk_sees_their_imports() -> None:
    assert {part_of(module) for module in FILES} >= set(PARTS)
    assert len(ours()) > 50


def test_no_import_runs_back_up() -> None:
    assert [i for i in ours() if level(i.imported) > level(i.module)] == []


def test_no_module_is_named_by_text_in_a_part_below_it() -> None:
    dotted = re.compile(rf"simulrag\.({'|'.join(PARTS)})(\.\w+)+")
    named = [
        (module, node.value)
        for module, tree in trees().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and dotted.fullmatch(node.value)
    ]
    assert [(m, text) for m, text in named if level(text) > level(m)] == []


def test_imports_are_absolute() -> None:
    assert [i for i in all_imports() if i.imported == "relative import"] == []


def test_modules_import_each_other_without_cycles() -> None:
    graph: dict[str, set[str]] = {module: set() for module in FILES}
    for found in ours():
        graph[found.module].add(found.imported)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(f"cycle: {' -> '.join(error.args[1])}")


def test_the_client_reaches_the_server_only_to_open_it_and_late() -> None:
    reaching = [
        i for i in ours() if part_of(i.module) == "client" and part_of(i.imported) == "server"
    ]
    assert [
        i for i in reaching if i.at_load or i.module not in OPENS_SERVER or i.imported not in STARTS
    ] == []


#: The words of verification, and the language of formulas as text.
WORDS = {
    "simulrag.verifier.claims",
    "simulrag.verifier.denials",
    "simulrag.verifier.number_words",
    "simulrag.verifier.stated_causes",
    *(f"simulrag.verifier.formulas.{name}" for name in ("notation", "printing", "syntax")),
}


def test_the_client_takes_from_the_verifier_only_its_words() -> None:
    taken = {
        i
        for i in ours()
        if part_of(i.module) == "client"
        and part_of(i.imported) == "verifier"
        and i.imported not in WORDS
    }
    assert {i for i in taken if i.at_load or (i.module, i.imported) not in STORES} == set()


def test_heavy_libraries_are_imported_late() -> None:
    allowed = re.compile(r"simulrag\.(evaluation\..*|simulators\..*\.train(_\w+)?)")
    heavy = [i for i in all_imports() if i.imported.split(".")[0] in HEAVY and i.at_load]
    assert [i for i in heavy if not allowed.fullmatch(i.module)] == []


def test_a_server_starts_without_what_computes_and_reads_a_handbook_without_heavy_libraries() -> (
    None
):
    program = f"""
import sys, anyio
import simulrag.client.cli
from mcp import Client
from simulrag.server.app import build_server
server = build_server()
print(sorted({HEAVY | COMPUTING!r} & sys.modules.keys()))
async def main():
    async with Client(server) as client:
        await client.list_tools()
        await client.call_tool("read_handbook", {{"simulator": "climate"}})
anyio.run(main)
print(sorted({HEAVY | {"scipy"}!r} & sys.modules.keys()))
"""
    done = python("-c", program)
    assert done.stdout.split() == ["[]", "[]"]


def test_simulrag_is_a_namespace_without_a_file_of_its_own() -> None:
    import simulrag

    assert simulrag.__file__ is None
    assert [p for part in PARTS for p in ROOT.glob(f"{part}/simulrag/__init__.py")] == []


def test_every_part_is_typed() -> None:
    assert [p for p in PARTS if not (ROOT / p / "simulrag" / p / "py.typed").exists()] == []


def test_files_are_short() -> None:
    paths = [*FILES.values(), *sorted((ROOT / "tests").rglob("*.py")), ROOT / "scripts/transcripts"]
    lengths = {str(p.relative_to(ROOT)): len(p.read_text("utf-8").splitlines()) for p in paths}
    assert {name: n for name, n in lengths.items() if n >= LONGEST_FILE} == {}


def test_project_files_name_no_path_of_one_machine_and_no_package_host() -> None:
    # Written apart, so that this file does not hold them itself.
    words = ["/wo" "rk/", "/t" "mp/", "/ro" "ot/", "pypi" ".org", "python" "hosted", "npm" "js.org",
             "download." "pytorch", "registry." "modelcontextprotocol"]  # fmt: skip
    folders = [*PARTS, "docs", "tests", "scripts", ".ci"]
    inside = [p for folder in folders for p in (ROOT / folder).rglob("*") if p.is_file()]
    texts = {".py", ".md", ".toml", ".json", ".txt", ".typed", ".csv", ""}
    files = [p for p in [*inside, *ROOT.glob("*.*")] if p.suffix in texts and p.is_file()]
    found = [
        (str(p.relative_to(ROOT)), word)
        for p in files
        if "__pycache__" not in p.parts
        for word in words
        if word in p.read_text("utf-8")
    ]
    assert found == []
