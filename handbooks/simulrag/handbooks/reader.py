"""Reads the built-in handbooks, which are package data."""

from importlib.resources import files


def names() -> tuple[str, ...]:
    """Return the names of all built-in handbooks, sorted."""
    found = (entry.name for entry in files("simulrag.handbooks").iterdir())
    return tuple(sorted(name.removesuffix(".md") for name in found if name.endswith(".md")))


def text(name: str) -> str:
    """Return the Markdown of a built-in handbook, with `{{tables}}` where tables belong.

    Raises KeyError if there is none of that name.
    """
    if name not in names():
        raise KeyError(f"no built-in handbook is called {name!r}; there are {', '.join(names())}")
    return (files("simulrag.handbooks") / f"{name}.md").read_text(encoding="utf-8")


def question_templates(name: str) -> str:
    """Return the question templates of a built-in handbook as JSON, "" where it has none."""
    found = files("simulrag.handbooks") / f"{name}.templates.json"
    return found.read_text(encoding="utf-8") if found.is_file() else ""
