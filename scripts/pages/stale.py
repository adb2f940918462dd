"""Files that scripts make from the code: written where they are stale, compared with --check."""

import difflib
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def difference(path: Path, old: str, new: str) -> str:
    """Return how a page differs from what it should be, as lines."""
    name = path.relative_to(ROOT).as_posix()
    lines = difflib.unified_diff(
        old.splitlines(), new.splitlines(), name, "as it should be", lineterm=""
    )
    return "\n".join(lines)


def write(made: Mapping[Path, str]) -> None:
    """Write the files that are stale; with --check show how, and end with 1 if any is."""
    told: list[str] = []
    for path, new in made.items():
        old = path.read_text("utf-8") if path.exists() else ""
        if old != new and "--check" in sys.argv[1:]:
            told.append(difference(path, old, new))
        elif old != new:
            path.write_text(new, "utf-8")
    if told:
        sys.exit("\n".join([*told, f"stale: run scripts/{Path(sys.argv[0]).name}"]))
