"""Python as a process of its own."""

import subprocess
import sys
from typing import Any


def python(*words: object, **more: Any) -> "subprocess.CompletedProcess[str]":
    """Run Python to its end, which must be a good one unless told otherwise; keep what it says."""
    options = {"capture_output": True, "text": True, "check": True, **more}
    return subprocess.run([sys.executable, *map(str, words)], **options)
