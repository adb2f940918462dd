"""Docstrings as what hosts are told, also where Python is asked to drop them (-OO)."""

import ast
import inspect
import textwrap
from collections.abc import Callable


def docstring(function: Callable[..., object]) -> str:
    """Return a function's docstring, from its source where Python has dropped it."""
    if function.__doc__ is not None:
        return function.__doc__
    tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    known = isinstance(tree, ast.FunctionDef | ast.AsyncFunctionDef)
    return (ast.get_docstring(tree) or "") if known else ""
