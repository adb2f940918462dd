"""The pages on what an extender imports and on the keys of a declaration."""

import ast
from collections.abc import Mapping

from reference_pages.source import (
    NOTE,
    code,
    constant,
    definition,
    doc,
    fields,
    signature,
    table,
    tree,
)

#: Modules and the classes and functions of them that an extender needs, in order.
API: Mapping[str, tuple[str, ...]] = {
    "simulrag.client.api": ("ask_async", "check_async", "compute_async"),
    "simulrag.simulators.interface": (
        "Simulator", "Function", "Parameter", "Selection", "LeftOpen", "Output", "Directions",
        "Floor", "Scale", "Band", "Call", "Run", "Quantity", "Range", "Label", "Day", "Series",
        "Check", "Candidate", "Tolerance",
    ),
    "simulrag.simulators.capabilities": (
        "Limited", "Inverting", "Inverse", "Recording", "Held", "Installable",
    ),
    "simulrag.simulators.external.functions": ("simulator_function", "Unit", "Words"),
    "simulrag.simulators.external.simulator": ("from_file",),
    "simulrag.verifier.check": ("check_text", "check_claims", "Checked"),
    "simulrag.server.app": ("build_server", "open_store", "serve_stdio"),
    "simulrag.server.plugin_resources": ("PluginResource",),
    "simulrag.client.language_models.protocol": ("LanguageModel", "Request", "Reply"),
}  # fmt: skip
#: Modules in which an entry-point group is named, as GROUP.
GROUPS = (
    "simulrag.simulators.registry", "simulrag.client.plugin_commands",
    "simulrag.client.language_models.protocol", "simulrag.server.plugin_resources",
)  # fmt: skip


def summary(module: str, paragraphs: int = 1) -> str:
    """Return the first paragraphs of what a module says of itself."""
    return "\n\n".join((ast.get_docstring(tree(module)) or "").split("\n\n")[:paragraphs])


def python_page() -> str:
    """Return the page on what an extender imports, and where they plug in."""
    groups = ((f"`{constant(module, 'GROUP')}`", summary(module, 2)) for module in GROUPS)
    parts = ["# Python API", NOTE, "## Entry-point groups",
             "What a package names in one of these groups of its `pyproject.toml` joins at the "
             "next start. What cannot be loaded is reported and left out.",
             table(("group", "what comes in by it"), groups)]  # fmt: skip
    for module, names in API.items():
        parts += [
            f"## {module}",
            summary(module),
            *(described(module, name, "###") for name in names),
        ]
    return "\n\n".join(parts) + "\n"


def described(module: str, name: str, level: str) -> str:
    """Return what there is to say of a class or a function."""
    node = definition(module, name)
    parts = [f"{level} {name}"]
    if not isinstance(node, ast.ClassDef):
        return "\n\n".join([*parts, signature(node), doc(node)])
    bases = ", ".join(f"`{ast.unparse(base)}`" for base in node.bases)
    parts += [f"`{module}.{name}`" + (f", a {bases}" if bases else ""), doc(node)]
    if listed := list(fields(module, name)):
        cells = ((f"`{f.name}`", f"`{f.kind}`", code(f.default), f.meaning) for f in listed)
        parts.append(table(("field", "type", "default", "meaning"), cells))
    for method in node.body:
        if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef) and method.name[0] != "_":
            parts += [signature(method), doc(method)]
    return "\n\n".join(part for part in parts if part)


def keys_page() -> str:
    """Return the page on the keys of simulator.toml."""
    external, interface, tolerances, inverses = (
        "simulrag.simulators.external.declaration",
        "simulrag.simulators.interface",
        "simulrag.simulators.interface",
        "simulrag.simulators.capabilities",
    )
    output = "[functions.NAME.outputs.NAME"
    parameter = "[functions.NAME.parameters.NAME"
    sections = {
        "The file": (
            external, "Declaration",
            {"run", "functions", "folder", "overlay", "plausible", "paths", "seeds"},
        ),
        "`[run]`": (external, "Execution", set[str]()),
        "`[functions.NAME]`": (interface, "Function", {"name", "parameters", "outputs"}),
        f"`{parameter}]`": (interface, "Parameter", {"name"}),
        f"`{parameter}.selection]`": (interface, "Selection", set[str]()),
        f"`{parameter}.left_open]`": (interface, "LeftOpen", set[str]()),
        f"`{output}]`": (interface, "Output", {"name"}),
        f"`{output}.tolerance]`": (tolerances, "Tolerance", {"same"}),
        f"`{output}.directions]`": (interface, "Directions", set[str]()),
        f"`{output}.floor]`": (interface, "Floor", set[str]()),
        "`[inverses.NAME]`": (inverses, "Inverse", set[str]()),
    }  # fmt: skip
    parts = ["# Keys of simulator.toml", NOTE,
             "[Your own simulator](../own-simulator.md) explains those that most need. Besides, "
             "`range = [low, high]` stands for the ends of a parameter and for what is plausible "
             "of an output, and a list of `choices` for choices without other words. A function "
             "has `seeds`, with how many a call is made (0 to 100), each a member; an output "
             "`path`, where the reply of a contract and recorded evidence hold it, dotted. Where "
             "`title`, `description`, `kind` or `context` is not given, the name makes "
             "it."]  # fmt: skip
    for title, (module, name, hidden) in sections.items():
        cells = (
            (f"`{f.name}`", f"`{f.kind}`", code(f.default), f.meaning)
            for f in fields(module, name)
            if f.name not in hidden
        )
        parts += [f"## {title}", doc(definition(module, name)),
                  table(("key", "type", "default", "meaning"), cells)]  # fmt: skip
    return "\n\n".join(parts) + "\n"
