"""Finds and reads what somebody declares of a simulator: `simulator.toml` beside its program.

Keys of a function, a parameter and an output are those of `Function`, `Parameter` and `Output`,
where a table's key is the name, `range = [low, high]` stands for `low` and `high`, and a list of
choices for choices without other words. A function has `seeds` besides, an output `range` and
`path`. What is left out gets plain defaults.
"""

import hashlib
import os
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from string import Formatter
from typing import Annotated, Literal, cast

from pydantic import Field, JsonValue, ValidationError, model_validator

from simulrag.simulators.arguments import check_value, nearest_names, shown, validate
from simulrag.simulators.capabilities import Inverse
from simulrag.simulators.declaration_checks import (
    NAME,
    NO_SIMULATOR,
    check_function,
    check_name,
    check_words,
)
from simulrag.simulators.errors import BadValue, SimulatorError
from simulrag.simulators.external.default_words import worded
from simulrag.simulators.interface import Frozen, Function, Output, Parameter

#: The file that makes a folder a simulator.
FILE = "simulator.toml"
#: The variable that names folders of simulators.
VARIABLE = "SIMULRAG_SIMULATORS"
#: What a sentence may be filled with beside the arguments.
TEMPLATE_FIELDS = ("value", "size", "turn", "signed", "digits", "conditions")
#: Kinds that say themselves which functions they have.
DESCRIBED = ("functions", "fmu")
#: Longest file that is read, bytes; most seeds with which one call is made.
LONGEST, MOST_SEEDS = 1_000_000, 100
#: Fields of a declaration that are made, not written.
_MADE = ("folder", "overlay", "plausible", "paths", "seeds")

#: Keys of tables beside the fields of what they declare.
OF_FUNCTION, OF_PARAMETER, OF_OUTPUT = ("seeds",), ("range",), ("range", "path")

Table = Mapping[str, JsonValue]
Seeds = Annotated[int, Field(ge=0, le=MOST_SEEDS)]


class Execution(Frozen):
    """How a simulator is run, and what one run may use.

    Kinds: `program` reads one JSON object on standard input and writes one on standard output;
    `service` takes the same object by POST; `contract` speaks the official SimulRAG contract in
    either way; `functions` are Python functions of a module, `fmu` a Functional Mock-up Unit, both
    run in a process of their own.
    """

    kind: Literal["program", "service", "contract", "functions", "fmu"]
    #: Program and its arguments; `{python}` is the Python that runs SimulRAG. No shell reads it.
    command: tuple[str, ...] = ()
    url: str = Field(default="", pattern=r"^(https?://[^\s/]+.*)?$")
    #: Module with decorated functions, a file of the folder or installed.
    module: str = Field(default="", pattern=r"^([A-Za-z_]\w*(\.[A-Za-z_]\w*)*)?$")
    #: Path of a Functional Mock-up Unit, from the folder of the file.
    fmu: str = ""
    #: False where a Functional Mock-up Unit may depart from the standard in what it declares.
    strict: bool = True
    #: True where the program answers many requests, one a line, and echoes each `id`.
    persistent: bool = False
    seconds: float = Field(default=30.0, gt=0, le=3_600)
    megabytes: int = Field(default=4_096, ge=16, le=1_048_576)
    output_megabytes: float = Field(default=4.0, gt=0, le=64)
    #: Variables of the environment that the program sees beside the common ones.
    environment: tuple[str, ...] = ()
    #: Whether the first call of each function is made twice, so that chance shows itself.
    repeats: bool = True

    @model_validator(mode="after")
    def _has_what_its_kind_needs(self) -> "Execution":
        needed = {
            "program": bool(self.command),
            "service": bool(self.url),
            "contract": bool(self.command) != bool(self.url),
            "functions": bool(self.module),
            "fmu": bool(self.fmu),
        }
        if not needed[self.kind]:
            wanted = {
                "program": "command", "service": "url", "contract": "either command or url",
                "functions": "module", "fmu": "fmu",
            }  # fmt: skip
            raise ValueError(f"kind {self.kind!r} needs {wanted[self.kind]}")
        return self


class Declaration(Frozen):
    """A simulator as its file declares it."""

    name: str = Field(pattern=NAME)
    title: str = Field(min_length=1, max_length=100)
    description: str = Field(min_length=1, max_length=400)
    version: str = Field(min_length=1, max_length=40)
    run: Execution
    functions: tuple[Function, ...] = ()
    #: For an FMU and a module: tables of functions laid over what it declares itself.
    overlay: Mapping[str, JsonValue] = Field(default_factory=dict)
    #: Path of the handbook's Markdown, from the folder of the file.
    handbook: str = "handbook.md"
    #: Subject -> words that speak of it, which this simulator does not represent.
    not_represented: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    #: Parameter -> phrases for values that it cannot take ("espresso cup").
    other_values: Mapping[str, tuple[str, ...]] = Field(default_factory=dict)
    #: Function -> what it looks for, where it goes the other way round than the others.
    inverses: Mapping[str, Inverse] = Field(default_factory=dict)
    #: Function and output ("level.height") -> range that its values cannot leave, its check.
    plausible: Mapping[str, tuple[float, float]] = Field(default_factory=dict)
    #: The same -> where the reply of a contract, and recorded evidence, hold it, dotted.
    paths: Mapping[str, str] = Field(default_factory=dict)
    #: Function -> with how many seeds a call is made, each a member (0: with one).
    seeds: Mapping[str, Seeds] = Field(default_factory=dict)
    folder: Path


def read(path: Path) -> Declaration:
    """Return what a file declares. Raises BadValue with the place and what is allowed there."""
    try:
        text = path.read_bytes()[:LONGEST].decode()
        tables = tomllib.loads(text)
    except (OSError, ValueError) as error:
        raise BadValue(f"{path.name} cannot be read: {error}", given=path.name) from error
    return declared(tables, path.resolve().parent, path.name)


def declared(tables: Table, folder: Path, source: str) -> Declaration:
    """Return a declaration made of tables. Raises BadValue; `source` is what it calls them."""
    found: dict[str, JsonValue] = {**tables}
    _check_keys(found, Declaration, (), source, besides=_MADE)
    functions = found.pop("functions", {})
    laid_over = _kind(found) in DESCRIBED
    made = {"overlay": functions} if laid_over else function_tables(functions, source)
    try:
        declaration = Declaration.model_validate({**found, **made, "folder": folder})
    except ValidationError as error:
        raise BadValue(f"{source}: {_told(error)}", given=source) from error
    return check(declaration, source)


def _kind(tables: Table) -> JsonValue:
    run = tables.get("run")
    return run.get("kind") if isinstance(run, dict) else None


def function_tables(tables: JsonValue, source: str) -> Mapping[str, object]:
    """Return what tables of functions declare, as fields of a `Declaration`.

    Raises BadValue with the place of what is wrong, and what is allowed there.
    """
    seeds: dict[str, JsonValue] = {}
    of_outputs: dict[str, dict[str, JsonValue]] = {"range": {}, "path": {}}
    made: list[Function] = []
    for name, table in _tables(tables, "functions").items():
        at = f"{source}: functions.{name}"
        own = dict(table)
        if "seeds" in own:
            seeds[name] = _checked_seeds(own.pop("seeds"), at)
        try:
            made.append(Function.model_validate(_function(name, own, of_outputs, at)))
        except ValidationError as error:
            raise BadValue(f"{at}.{_told(error)}", given=name) from error
    return {
        "functions": tuple(made),
        "plausible": of_outputs["range"],
        "paths": of_outputs["path"],
        "seeds": seeds,
    }


def _checked_seeds(given: JsonValue, at: str) -> JsonValue:
    if isinstance(given, int) and not isinstance(given, bool) and 0 <= given <= MOST_SEEDS:
        return given
    raise BadValue(f"{at}.seeds is {shown(given)}; allowed are 0 to {MOST_SEEDS}", given=given)


def check(declaration: Declaration, source: str) -> Declaration:
    """Return a declaration with its words completed, once it is sound. Raises BadValue."""
    _checked(source, lambda: check_name(declaration.name, "name", NO_SIMULATOR))
    _checked(source, lambda: check_words(declaration))
    if not declaration.functions and declaration.run.kind not in DESCRIBED:
        raise BadValue(f"{source}: there is no [functions.NAME]; declare at least one")
    for function in declaration.functions:
        _checked(source, lambda one=function: check_function(one))
        _check_function(function, f"{source}: functions.{function.name}")
        seeds = declaration.seeds.get(function.name)
        if seeds and declaration.run.kind == "contract":
            raise BadValue(
                f"{source}: functions.{function.name}.seeds is {seeds}, but the contract "
                "hands over no seed; let the reply hold a list of members in place of a number",
                given=seeds,
            )
    functions = tuple(worded(function) for function in declaration.functions)
    return declaration.model_copy(update={"functions": functions})


def digest(declaration: Declaration, file: Path | None) -> str:
    """Return six digits that change with the declaration and the files that its command names.

    They are part of the version, so that a run of yesterday's program is not taken for one of
    today's.
    """
    run = declaration.run
    names = [*run.command, run.fmu, run.module.replace(".", "/") + ".py"]
    files = [declaration.folder / name for name in names if name not in ("", ".py")]
    made = hashlib.sha256()
    for path in ([file] if file else []) + [f for f in files if f.is_file()]:
        made.update(path.read_bytes())
    return made.hexdigest()[:6]


def _function(
    name: str, table: Table, of_outputs: Mapping[str, dict[str, JsonValue]], source: str
) -> Table:
    _check_keys(table, Function, OF_FUNCTION, source)
    made: dict[str, JsonValue] = {"name": name, "context": "", **table}
    made.setdefault("title", name.replace("_", " ").capitalize())
    made.setdefault("description", made["title"])
    at = f"functions.{name}"
    parameters = _tables(made.pop("parameters", {}), f"{at}.parameters")
    outputs = _tables(made.pop("outputs", {}), f"{at}.outputs")
    made["parameters"] = [
        _parameter(key, one, f"{source}.parameters.{key}") for key, one in parameters.items()
    ]
    for key, one in outputs.items():
        _check_keys(one, Output, OF_OUTPUT, f"{source}.outputs.{key}")
        for kept in OF_OUTPUT:
            if kept in one:
                of_outputs[kept][f"{name}.{key}"] = one[kept]
    made["outputs"] = [_output(key, one) for key, one in outputs.items()]
    return made


def _check_keys(
    table: Table, held: type[Frozen], more: tuple[str, ...], at: str, besides: tuple[str, ...] = ()
) -> None:
    """Raise BadValue for a key of a table that is neither a field nor one of `more`."""
    known = [name for name in (*held.model_fields, *more) if name not in besides]
    if strange := [key for key in table if key not in known]:
        raise BadValue(
            f"{at}: there is no key {strange[0]!r}; allowed are {', '.join(known)}",
            given=strange[0],
            candidates=nearest_names(strange[0], known),
        )


def _parameter(name: str, table: Table, at: str) -> JsonValue:
    _check_keys(table, Parameter, OF_PARAMETER, at)
    made: dict[str, JsonValue] = {"name": name, **_choices(table)}
    ends = made.pop("range", None)
    if isinstance(ends, list) and len(ends) == 2:
        made["low"], made["high"] = ends
    elif ends is not None:
        raise BadValue(f"{at}.range is {shown(ends)}; give [low, high]", given=ends)
    made.setdefault("kind", "choice" if "choices" in made else "number")
    made.setdefault("required", "default" not in made)
    made.setdefault("description", name.replace("_", " "))
    return made


def _output(name: str, table: Table) -> JsonValue:
    made: dict[str, JsonValue] = {"name": name, **_choices(table)}
    for kept in OF_OUTPUT:
        made.pop(kept, None)
    made.setdefault("kind", "category" if "choices" in made else "number")
    made.setdefault("description", name.replace("_", " "))
    return made


def _choices(table: Table) -> Table:
    """Return a table whose choices have words; a list names them alone."""
    listed = table.get("choices")
    if not isinstance(listed, list):
        return table
    return {**table, "choices": {str(choice): [str(choice)] for choice in listed}}


def _tables(value: JsonValue, at: str) -> Mapping[str, Table]:
    if not isinstance(value, dict) or not all(isinstance(one, dict) for one in value.values()):
        raise BadValue(f"{at} must hold tables such as [{at}.NAME]", parameter=at)
    return cast(Mapping[str, Table], value)


def _check_function(function: Function, at: str) -> None:
    if not function.outputs:
        raise BadValue(f"{at} has no outputs; declare [{at.partition(': ')[2]}.outputs.NAME]")
    for parameter in function.parameters:
        _check_parameter(parameter, f"{at}.parameters.{parameter.name}")
    for output in function.outputs:
        given = [p.name for p in function.parameters]
        _check_template(output.template, [*given, *TEMPLATE_FIELDS], f"{at}.{output.name}")
    outputs = [o.name for o in function.outputs]
    _check_template(function.context, [*(p.name for p in function.parameters), *outputs], at)
    if function.example:
        _checked(f"{at}.example", lambda: validate(function, function.example))


def _check_parameter(parameter: Parameter, at: str) -> None:
    low, high = parameter.low, parameter.high
    if low is not None and high is not None and not low < high:
        raise BadValue(
            f"{at}: range is {low:g} to {high:g}; the first must be the lower", given=low
        )
    if parameter.kind == "place":
        raise BadValue(
            f"{at}: kind 'place' needs a simulator class that finds places", given="place"
        )
    if parameter.kind in ("choice", "choices") and not parameter.choices:
        raise BadValue(f"{at}: kind {parameter.kind!r} needs choices", given=parameter.kind)
    if parameter.default is not None:
        _checked(f"{at}.default", lambda: check_value(parameter, parameter.default))


def _check_template(template: str, known: list[str], at: str) -> None:
    try:
        parts = [part for part in Formatter().parse(template) if part[1] is not None]
    except ValueError as error:
        raise BadValue(f"{at}: the template {template!r} cannot be read: {error}") from error
    for _, field, width, conversion in parts:
        if field not in known or width or conversion:
            strange = ":".join(filter(None, (f"{field}!{conversion}".removesuffix("!None"), width)))
            raise BadValue(
                f"{at}: {{{strange}}} in a template is unknown; allowed are {', '.join(known)}",
                given=strange,
            )


def _checked(at: str, look: Callable[[], object]) -> None:
    try:
        look()
    except SimulatorError as error:
        raise BadValue(f"{at}: {error}", given=error.given) from error


def _told(error: ValidationError) -> str:
    """Return the first thing that is wrong, with its place in the file."""
    first = error.errors(include_url=False)[0]
    place = [str(part) for part in first["loc"]]
    message = first["msg"].removeprefix("Value error, ")
    if first["type"] == "extra_forbidden":
        message = "there is no such key"
    elif first["type"] != "missing" and not isinstance(first["input"], dict):
        message = f"{message}, but {shown(first['input'])} was given"
    return f"{'.'.join(place)}: {message}"


def search_folders() -> tuple[Path, ...]:
    """Return the folders that are searched for simulators, in order; not all need be there.

    They are those of the variable SIMULRAG_SIMULATORS, separated as in PATH, then
    `$XDG_CONFIG_HOME/simulrag/simulators` (by default `~/.config/simulrag/simulators`).
    """
    named = [Path(part) for part in os.environ.get(VARIABLE, "").split(os.pathsep) if part]
    return (*named, own_folder())


def own_folder() -> Path:
    """Return the folder of this user's simulators."""
    config = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    base = config if config.is_absolute() else Path.home() / ".config"
    return base / "simulrag" / "simulators"


def declaration_files() -> Iterator[Path]:
    """Yield the declarations found there or in a folder one below, each once."""
    seen: set[Path] = set()
    for folder in search_folders():
        for path in (folder / FILE, *sorted(folder.glob(f"*/{FILE}"))):
            if path.is_file() and path.resolve() not in seen:
                seen.add(path.resolve())
                yield path
