"""A writer of a table for a process of its own, which finds this module by its name alone."""

from pathlib import Path

from simulrag.client.table import Table


def put_fifty(path: str, start: int) -> None:
    """Put fifty texts under numbered keys."""
    with Table(Path(path)) as table:
        for number in range(start, start + 50):
            table.put(f"key {number}", f"text {number}")
