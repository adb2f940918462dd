"""The pages on reason codes, exit codes and environment variables."""

import ast
import re
from collections.abc import Iterable, Iterator

from reference_pages.source import NOTE, definition, doc, sources, table, tree

#: Reasons of a problem that no class of errors has.
REASONS = {
    "assumed": "what the question left open and how it was filled",
    "cause": "the claim says why something happens, which no simulator here represents",
    "comparison_differs": "the formula compares otherwise than the text: turned, or negated",
    "empty": "there is no text to read",
    "internal_error": "a fault of the program at this formula; the others are decided",
    "literal_without_source": "the formula holds what neither text nor context prints",
    "opinion": "the claim is an opinion or a recommendation",
    "not_used": "the question names a condition that no run of its plan takes",
    "on_record": "what is forced of a year that has been says the opposite of its record, or one "
    "record what others do not",
    "other_output": "the formula takes an output, and the text speaks of another one",
    "other_period": "the claim speaks of a time that no run at hand has",
    "other_place": "the claim speaks of a place that no run at hand has",
    "pair_differs": "the formula joins a place, year or value with another than the text does",
    "text_not_in_formula": "the text prints what the formula leaves out",
    "too_long": "the text, or a statement of it, is longer than what is read",
    "undefined": "the formula has no value, such as the peak date of a wave that never rises",
    "unread": "the grammar could not read all of the claim",
}
#: Environment variable -> what it is for.
VARIABLES = {
    "SIMULRAG_EVIDENCE": "file in which runs and verdicts are kept; default: the user's own",
    "SIMULRAG_SIMULATORS": "further folders of simulators, separated as in `PATH`",
    "SIMULRAG_CORPUS": "file of the abstracts that claims are weighed against",
    "SIMULRAG_SOURCE_CACHE": "folder in which replies of literature services are kept",
    "SIMULRAG_MAILTO": "address that literature services are told, as they ask for",
    "SIMULRAG_USER_AGENT": "who asks literature services, in place of the program and its version",
    "SIMULRAG_NETWORKS": "folder with road networks that the traffic simulator may run on",
    "SIMULRAG_URBAN": "`emulator`: it answers first, the engine where its error could matter",
    "SIMULRAG_MODEL": "language model of `ask` and `weigh`, as `--model`",
    "SIMULRAG_PRICES": "JSON file with the prices of tokens, as `--prices`",
    "SIMULRAG_CACHE": "file with a model's replies, as `--cache`",
    "SIMULRAG_DEBUG": "if set, a fault of the program shows its traceback",
    "SIMULRAG_HTTP_SETTINGS": "set by the HTTP server for its own workers; not to be set by you",
    "ANTHROPIC_API_KEY": "key of the Messages API, for Claude; read by its SDK",
    "ANTHROPIC_AUTH_TOKEN": "token in place of that key",
    "OPENAI_API_KEY": "key of an address that speaks the OpenAI protocol",
    "OPENAI_BASE_URL": "that address, where `--base-url` gives none",
    "XDG_CONFIG_HOME": "folder of settings, in place of `~/.config`",
    "XDG_CACHE_HOME": "folder of what can be made again, in place of `~/.cache`",
    "XDG_DATA_HOME": "folder of a user's data, in place of `~/.local/share`",
}


def error_classes() -> Iterator[tuple[str, str, str]]:
    """Yield reason, class and meaning of each class of errors that has a reason of its own."""
    for module in sources():
        for node in ast.walk(tree(module)):
            for inner in node.body if isinstance(node, ast.ClassDef) else ():
                match inner:
                    case ast.Assign(targets=[ast.Name("reason")], value=ast.Constant(str(reason))):
                        yield reason, f"{module}.{node.name}", doc(node).split("\n\n")[0]
                    case _:
                        pass


def reasons_used() -> set[str]:
    """Return the reasons that the code gives to problems, and those that their class lists.

    Why a benchmark refuses an item of its own stands in docs/evaluation.md.
    """
    listed = doc(definition("simulrag.verifier.claims", "Problem")).split("Reasons:")[1]
    found = set(re.findall(r"[a-z_]+", listed))
    for module in (m for m in sources() if not m.startswith("simulrag.evaluation.benchmark.")):
        for node in ast.walk(tree(module)):
            match node:
                case ast.keyword(arg="reason", value=ast.Constant(str(reason))):
                    found.add(reason)
                case _:
                    pass
    return found


def agreeing(known: Iterable[str], there: Iterable[str], what: str) -> None:
    """Raise LookupError where the table of this script and the code differ."""
    if unlike := set(known) ^ set(there):
        raise LookupError(f"scripts/reference: {what}: only here or only in the code: {unlike}")


def errors_page() -> str:
    """Return the page on reason codes and exit codes."""
    classes = sorted(error_classes())
    agreeing(REASONS, reasons_used() - {reason for reason, _, _ in classes}, "reasons")
    exits = (ast.get_docstring(tree("simulrag.client.commands")) or "").split("Exit codes: ")[1]
    by_code = (entry.split(" ", 1) if " " in entry else (entry, "all went well")
               for entry in " ".join(exits.rstrip(".").split()).split("; "))  # fmt: skip
    return "\n\n".join([
        "# Errors", NOTE,
        "A tool that refuses answers with `isError` and a text that begins with one of these codes "
        "and a colon. The command line prints the text after `simulrag:`, and with `--json` an "
        "object that holds the code as `reason`; in Python it is the attribute `reason` of an "
        "exception. A code keeps its meaning; the text names what was given and what is allowed.",
        "## Codes of errors",
        table(("code", "meaning", "exception"),
              ((f"`{r}`", meaning, f"`{name}`") for r, name, meaning in classes)),
        "## Codes of problems",
        "Why a claim is not decided, or a question not planned, in `problem.reason`. Those above "
        "may stand there too.",
        table(("code", "meaning"), ((f"`{r}`", said) for r, said in sorted(REASONS.items()))),
        "## Exit codes of the command line",
        table(("code", "meaning"), ((f"`{number}`", said) for number, said in by_code)),
    ]) + "\n"  # fmt: skip


def environment_page() -> str:
    """Return the page on environment variables."""
    pattern = re.compile(r"(?:SIMULRAG|ANTHROPIC|OPENAI|XDG)_[A-Z_]+")
    there = {
        node.value
        for module in sources()
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and pattern.fullmatch(node.value)
    }
    agreeing(VARIABLES, there, "variables")
    cells = ((f"`{name}`", said) for name, said in VARIABLES.items())
    return "\n\n".join([
        "# Environment variables", NOTE,
        "An option of the command line counts more than a variable. Hosts have a place for them "
        "beside the command that starts the server.",
        table(("variable", "what it is for"), cells),
    ]) + "\n"  # fmt: skip
