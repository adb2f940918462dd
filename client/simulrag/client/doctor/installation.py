"""Looks at Python, the packages, the build of PyTorch, the extras and the key of a model."""

import os
import platform
import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, metadata, requires, version

from simulrag.simulators.findings import Finding

PACKAGE = "simulrag"
#: Packages whose releases matter most to whoever helps.
SHOWN = (PACKAGE, "mcp", "torch", "numpy", "pydantic", "anthropic")
_REQUIREMENT = re.compile(r"^(?P<name>[\w.-]+)[^;]*(?:;.*extra == ['\"](?P<extra>[\w-]+)['\"])?")
#: Services that give language models -> the variables that may hold their keys.
KEYS = {
    "claude": ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"),
    "openai-compatible": ("OPENAI_API_KEY",),
}


def python() -> Iterator[Finding]:
    """Say which Python runs, and whether it is new enough."""
    here = f"Python {platform.python_version()} at {sys.executable}, {platform.platform()}"
    least = str(metadata(PACKAGE).json["requires_python"]).removeprefix(">=")
    if sys.version_info[:2] < tuple(int(part) for part in least.split(".")[:2]):
        yield Finding("python", "failed", here, f"install Python {least} or newer")
    else:
        yield Finding("python", "ok", here)


def packages() -> Iterator[Finding]:
    """Say which releases are installed, and which required packages are absent."""
    found = {name: _version(name) for name in SHOWN}
    shown = ", ".join(f"{name} {release}" for name, release in found.items() if release)
    absent = [name for name, extra in _requirements() if not extra and not _version(name)]
    if absent:
        yield Finding(
            "packages",
            "failed",
            f"{shown}; not installed: {', '.join(absent)}",
            f"pip install --force-reinstall {PACKAGE}",
        )
    else:
        yield Finding("packages", "ok", shown)


def torch_build() -> Iterator[Finding]:
    """Say whether PyTorch loads, and whether it computes on a GPU."""
    try:
        import torch
    except (ImportError, OSError) as error:
        yield Finding(
            "torch",
            "failed",
            f"PyTorch does not load: {error}",
            "install the release that constraints.txt names",
        )
        return
    built = f"CUDA {torch.version.cuda}" if torch.version.cuda else "CPU only"
    usable = torch.cuda.is_available()
    said = (
        f"PyTorch {torch.__version__}, built for {built}; GPU {'found' if usable else 'not used'}"
    )
    if torch.version.cuda and not usable:
        yield Finding(
            "torch",
            "note",
            said,
            "nothing has to be done; PyTorch's CPU build would take gigabytes less",
        )
    else:
        yield Finding("torch", "ok", said)


def extras() -> Iterator[Finding]:
    """Name the optional extras of which a package is absent."""
    absent: dict[str, list[str]] = {}
    for name, extra in _requirements():
        if extra and not _version(name):
            absent.setdefault(extra, []).append(name)
    if not absent:
        yield Finding("extras", "ok", "all optional extras are installed")
        return
    shown = "; ".join(f"{extra} (lacks {', '.join(names)})" for extra, names in absent.items())
    yield Finding(
        "extras",
        "note",
        f"optional extras that are not complete: {shown}",
        f"for one that you need, such as {next(iter(absent))}: "
        f"pip install '{PACKAGE}[{next(iter(absent))}]'",
    )


def keys() -> Iterator[Finding]:
    """Say which language models have a key; no part of a key is ever shown."""
    given = {model: name for model, names in KEYS.items() for name in names if os.environ.get(name)}
    if given:
        shown = ", ".join(f"{model} ({name} is set)" for model, name in given.items())
        yield Finding("model", "ok", f"key for {shown}")
    else:
        yield Finding(
            "model",
            "note",
            "no key of a language model; ask then answers from runs, by template",
            f"for drafted answers set {KEYS['claude'][0]}; the MCP server needs none",
        )


def _requirements() -> list[tuple[str, str]]:
    """Return every required package of ours with the extra that brings it, "" for none."""
    found = [_REQUIREMENT.match(line) for line in requires(PACKAGE) or ()]
    return [(match["name"], match["extra"] or "") for match in found if match is not None]


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return ""
