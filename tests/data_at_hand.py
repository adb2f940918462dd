"""Source tables and records beside the checkout, or where SIMULRAG_DATA says."""

import os
from pathlib import Path

import pytest

DATA = Path(
    os.environ.get("SIMULRAG_DATA", Path(__file__).resolve().parents[2] / "shared" / "data")
)


def needs(data: Path) -> pytest.MarkDecorator:
    """Return the mark that skips a test where some data are not at hand."""
    return pytest.mark.skipif(not data.exists(), reason=f"{data.name} is not at hand")
