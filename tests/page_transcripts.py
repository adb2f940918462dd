"""The script that runs the commands shown on pages, as a module."""

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]


def transcripts() -> ModuleType:
    """Load scripts/transcripts."""
    loader = SourceFileLoader("transcripts", str(ROOT / "scripts" / "transcripts"))
    spec = spec_from_loader("transcripts", loader)
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module
